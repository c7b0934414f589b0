//! Evaluation of lists and records in brackets. A record of a shape and a pose is a body.

use super::value::{Data, NamedValue, Value, is_too_large};
use crate::import::code::join::store::{Store, entities_of, slot};
use crate::import::code::parser::syntax::Argument;
use crate::import::code::parser::token::{Kind, Token};
use crate::import::code::pose::rotations;
use crate::import::number;

/// Path of a body that is a record of a shape and a pose.
pub const RECORD: &str = "body";

/// Methods of a list that return its elements as they are, in lower case without underscores.
const KEEPS: [&str; 26] = [
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
    let converts = name == "map"
        && arguments
            .iter()
            .all(|(_, value)| matches!(&value.data, Data::Word(word) if CONVERSIONS.contains(&word.as_str())));
    converts || KEEPS.contains(&rotations::normalized(name).as_str())
}

impl Store {
    /// Evaluates the elements of brackets as a list.
    pub fn list_of(&mut self, list: &[Argument<'_>], at: usize) -> Value {
        let items = self.arguments(list);
        if is_too_large(&items) {
            return Value::unknown(at);
        }
        Value::list(items, at)
    }

    /// Creates a list or record; a record of a shape and a pose becomes a body.
    pub fn list(&mut self, arguments: Vec<NamedValue>, at: usize) -> Value {
        let keyed = arguments.iter().any(|(key, _)| key.as_deref().is_some_and(|key| slot(key).is_some()));
        let entities = entities_of(&arguments);
        if keyed && entities.len() == 1 {
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

/// Length of the number of points in brackets between a name and its points, if it is the number of points in the line:
/// `bd1 (4): [0, 0, 0] [1, 0, 0] [0, 1, 0] [0, 0, 1]`.
pub fn count_length(text: &str, at: usize) -> Option<usize> {
    let inner = text.get(at..)?.strip_prefix('(')?;
    let digits = inner.find(|c: char| !c.is_ascii_digit())?;
    let number = &inner[..digits];
    let rest = inner[digits..].strip_prefix(')')?;
    let count: usize = number.parse().ok()?;
    let line = text[..at].rsplit('\n').next().unwrap_or_default().trim();
    let is_name = !line.is_empty() && line.chars().all(|c| c.is_alphanumeric() || c == '_' || c == ' ');
    let points = rest.trim_start_matches(' ').strip_prefix([':', '='])?.lines().next()?;
    let bare: String = points.chars().filter(|c| !c.is_whitespace()).collect();
    let is_counted = bare.starts_with(['[', '(', '{']) && bare.matches(['[', '(', '{']).count() == count && count > 2;
    (is_name && is_counted).then_some(number.len() + 2)
}

/// Whether a token is a closing bracket.
fn closes(token: &Token<'_>) -> bool {
    [")", "]", "}"].iter().any(|sign| token.is(sign))
}

/// Whether a token is this word.
fn is_word(token: Option<&Token<'_>>, word: &str) -> bool {
    token.is_some_and(|token| token.kind == Kind::Name && token.text == word)
}

/// Creates a sign that is not in the text, at a position between tokens.
fn inserted(text: &'static str, at: usize) -> Token<'static> {
    Token { kind: Kind::Sign, text, start: at, end: at }
}

/// Replaces the words `at the origin` after a constructor by a position, and the brackets of `at [1, 2, 3]` by those of
/// a call, so that a sentence may place the shapes in it.
pub fn with_places(all: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let mut out = Vec::with_capacity(all.len());
    let mut k = 0;
    while let Some(token) = all.get(k) {
        out.push(*token);
        k += 1;
        if !(is_word(all.get(k - 1), "at") && k > 1 && closes(&all[k - 2])) {
            continue;
        }
        let origin = k + usize::from(is_word(all.get(k), "the"));
        if is_word(all.get(origin), "origin") && !all.get(origin + 1).is_some_and(|next| next.is("(") || next.is(".")) {
            let at = all[origin].start;
            let zero = number::number("0").map(|zero| Token { kind: Kind::Number(zero), ..inserted("0", at) });
            let zeros = zero.into_iter().flat_map(|zero| [zero, inserted(",", at), zero, inserted(",", at), zero]);
            out.extend([inserted("(", at)].into_iter().chain(zeros).chain([inserted(")", at)]));
            k = origin + 1;
        } else if all.get(k).is_some_and(|open| open.is("["))
            && let Some(close) = all[k..].iter().position(|token| token.is("]")).map(|close| k + close)
        {
            out.push(Token { text: "(", ..all[k] });
            out.extend(&all[k + 1..close]);
            out.push(Token { text: ")", ..all[close] });
            k = close + 1;
        }
    }
    out
}
