//! Lists and records in brackets: `[1, 2]`, `{ shape: box, position: [0, 1, 0] }`. A record of a shape and a pose is a
//! body.
//!
//! Two functions prepare the text for the parser: [`count_length`] recognizes a number of points between a name and its
//! points, `bd1 (4): [0, 0, 0] …`; [`with_places`] turns `at [1, 2, 3]` after a constructor into a call.

use super::value::{Data, NamedValue, Value, is_too_large};
use crate::code::join::store::{Store, entities_of, slot};
use crate::code::parser::syntax::Argument;
use crate::code::parser::token::{Kind, Token};
use crate::names::normalized;
use crate::number;

/// Path of a body that is a record of a shape and a pose.
pub const RECORD: &str = "body";

/// Methods of a list that return its elements as they are, in lower case without underscores.
const KEEPING_METHODS: [&str; 26] = [
    "flat",
    "flatten",
    "ravel",
    "intoboxedslice",
    "collect",
    "iter",
    "intoiter",
    "tovec",
    "toowned",
    "into",
    "unwrap",
    "asslice",
    "cloned",
    "copied",
    "copy",
    "clone",
    "astype",
    "tolist",
    "toarray",
    "cpu",
    "numpy",
    "float",
    "double",
    "data",
    "asref",
    "tobuffer",
];

/// Conversions of an element to a vector, as arguments of `map`.
const CONVERSIONS: [&str; 6] = ["from", "into", "from_slice", "from_array", "new", "fromArray"];

/// Whether a method of a list returns the elements as they are, perhaps as values of another type.
pub fn keeps_elements(name: &str, arguments: &[NamedValue]) -> bool {
    if name == "map" && arguments.iter().all(|(_, value)| is_conversion(value)) {
        return true;
    }
    KEEPING_METHODS.contains(&normalized(name).as_str())
}

/// Whether a value is the name of a conversion to a vector: `from` in `map(Vec3::from)`.
fn is_conversion(value: &Value) -> bool {
    matches!(&value.data, Data::Word(word) if CONVERSIONS.contains(&word.as_str()))
}

impl Store {
    /// Evaluates the elements of brackets as a list, never as a body; unknown if the list is too large. `at` is its
    /// offset, bytes.
    pub fn list_of(&mut self, list: &[Argument<'_>], at: usize) -> Value {
        let items = self.arguments(list);
        if is_too_large(&items) {
            return Value::unknown(at);
        }
        Value::list(items, at)
    }

    /// Creates a list or record; a record of one shape and a pose becomes a body. Unknown if the list is too large.
    pub fn list(&mut self, arguments: Vec<NamedValue>, at: usize) -> Value {
        let has_pose = arguments.iter().any(|(key, _)| key.as_deref().is_some_and(|key| slot(key).is_some()));
        let entities = entities_of(&arguments);
        if has_pose && entities.len() == 1 {
            let body = self.body_call(&[RECORD], &arguments, at).unwrap_or_else(|| Value::unknown(at));
            if let Data::Entity(id) = body.data
                && self.entities[id].path == [RECORD]
            {
                // The fields of the record, which a text may read one by one.
                self.entities[id].arguments = arguments;
            }
            return body;
        }
        if is_too_large(&arguments) {
            return Value::unknown(at);
        }
        Value::list(arguments, at)
    }
}

/// Returns the length of a number in brackets at the offset `at`, with its brackets, bytes, if it is the number of
/// points after it in the line: 3 for `(4)` in `bd1 (4): [0, 0, 0] [1, 0, 0] [0, 1, 0] [0, 0, 1]`. `None` for any other
/// text.
pub fn count_length(text: &str, at: usize) -> Option<usize> {
    let inner = text.get(at..)?.strip_prefix('(')?;
    let digits = inner.find(|c: char| !c.is_ascii_digit())?;
    let number = &inner[..digits];
    let rest = inner[digits..].strip_prefix(')')?;
    let count: usize = number.parse().ok()?;
    let before = text[..at].rsplit('\n').next().unwrap_or_default();
    let points = rest.trim_start_matches(' ').strip_prefix([':', '='])?.lines().next()?;
    // Fewer than three points are more likely the arguments of a call.
    let is_counted = count > 2 && counted_points(points) == Some(count);
    (is_line_label(before) && is_counted).then_some(number.len() + 2)
}

/// Whether a text is only a name, which labels the values after it.
fn is_line_label(text: &str) -> bool {
    let name = text.trim();
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == ' ')
}

/// Returns the number of opening brackets in a text that begins with one; `None` for any other text.
fn counted_points(text: &str) -> Option<usize> {
    if !text.trim_start().starts_with(is_opening) {
        return None;
    }
    Some(text.chars().filter(|c| is_opening(*c)).count())
}

/// Whether a character opens a bracket.
fn is_opening(c: char) -> bool {
    matches!(c, '[' | '(' | '{')
}

/// Whether a token is a closing bracket.
fn closes(token: &Token<'_>) -> bool {
    [")", "]", "}"].iter().any(|sign| token.is(sign))
}

/// Whether a token is this word.
fn is_word(token: Option<&Token<'_>>, word: &str) -> bool {
    token.is_some_and(|token| token.kind == Kind::Name && token.text == word)
}

/// Creates a sign that is not in the text, at the offset of the next token.
fn inserted(text: &'static str, at: usize) -> Token<'static> {
    Token { kind: Kind::Sign, text, start: at, end: at }
}

/// Appends the tokens of `(0, 0, 0)` at the offset `at` of the text.
fn push_origin(tokens: &mut Vec<Token<'_>>, at: usize) {
    tokens.push(inserted("(", at));
    if let Some(zero) = number::number("0") {
        let zero = Token { kind: Kind::Number(zero), ..inserted("0", at) };
        let comma = inserted(",", at);
        tokens.extend([zero, comma, zero, comma, zero]);
    }
    tokens.push(inserted(")", at));
}

/// Returns the index of the word `origin` in `origin` or `the origin` from the index `k` on; `None` if it is not there,
/// or if it is a function or variable of the text.
fn origin_index(tokens: &[Token<'_>], k: usize) -> Option<usize> {
    let origin = k + usize::from(is_word(tokens.get(k), "the"));
    let is_code = tokens.get(origin + 1).is_some_and(|next| next.is("(") || next.is("."));
    (is_word(tokens.get(origin), "origin") && !is_code).then_some(origin)
}

/// Replaces the words `at the origin` after a constructor by a position, and the brackets of `at [1, 2, 3]` by those of
/// a call, so that a sentence may place the shapes in it: `Sphere(1) at [1, 2, 3]`.
pub fn with_places(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let mut placed = Vec::with_capacity(tokens.len());
    let mut next = 0;
    while let Some(token) = tokens.get(next) {
        placed.push(*token);
        next += 1;
        let is_at = is_word(Some(token), "at") && next > 1 && closes(&tokens[next - 2]);
        if !is_at {
            continue;
        }
        if let Some(origin) = origin_index(&tokens, next) {
            push_origin(&mut placed, tokens[origin].start);
            next = origin + 1;
        } else if tokens.get(next).is_some_and(|open| open.is("["))
            && let Some(length) = tokens[next..].iter().position(|token| token.is("]"))
        {
            let close = next + length;
            placed.push(Token { text: "(", ..tokens[next] });
            placed.extend(&tokens[next + 1..close]);
            placed.push(Token { text: ")", ..tokens[close] });
            next = close + 1;
        }
    }
    placed
}
