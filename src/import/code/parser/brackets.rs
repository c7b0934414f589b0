//! Parser of the contents of brackets: `(0.5, name="ball")`, `{ x: 1, y: 2 }`, `[1 -2; 3 4]`. Elements may have keys,
//! and are separated by commas, by semicolons between the rows of a matrix, or by blanks in square brackets.

use super::expressions::{Parser, unknown};
use super::headers::ENTRY;
use super::syntax::{Argument, Expr, Node, Path};
use super::token::{Kind, Token};

/// Maximum depth of nested brackets, so that no text exhausts the stack; deeper ones are read as unknown.
const MAX_DEPTH: usize = 48;

impl<'a> Parser<'_, 'a> {
    /// Reads the elements up to the bracket that closes `open`, and skips that bracket; `None` if it is never closed or
    /// nested too deeply.
    pub fn inside(&mut self, open: Token<'a>) -> Option<Vec<Argument<'a>>> {
        debug_assert_eq!(self.tokens[self.at].start, open.start, "the bracket is next");
        let close = self.closing[self.at];
        // `f({ vertices })` of JavaScript.
        let is_options = open.is("{") && self.at.checked_sub(1).is_some_and(|before| self.tokens[before].is("("));
        self.at += 1;
        if close == 0 {
            return None;
        }
        if self.depth >= MAX_DEPTH {
            self.at = close + 1;
            return None;
        }
        let outer_is_square = std::mem::replace(&mut self.in_square_brackets, open.is("["));
        self.depth += 1;
        let mut list = self.elements(close);
        if is_options {
            list.iter_mut().for_each(name_shorthand);
        }
        self.depth -= 1;
        self.in_square_brackets = outer_is_square;
        self.at = close + 1;
        Some(list)
    }

    /// Reads the index in square brackets: an expression, a slice `1:3`, or a list of these, `0, :`. `None` without
    /// one.
    pub fn index(&mut self, open: Token<'a>) -> Option<Expr<'a>> {
        let close = self.closing[self.at];
        let inside = self.tokens.get(self.at + 1..close.max(self.at + 1))?;
        if inside.iter().any(|token| token.is(":")) {
            let slices: Option<Vec<Expr<'a>>> = inside.split(|token| token.is(",")).map(slice).collect();
            self.at = close + 1;
            let at = open.start..self.end();
            let Some(slices) = slices else { return Some(unknown(at.start, at.end)) };
            let list = slices.into_iter().map(|value| Argument { key: None, value }).collect();
            return Some(Expr::new(Node::List(list), at));
        }
        let mut list = self.inside(open)?;
        if list.len() > 1 {
            return Some(Expr::new(Node::List(list), open.start..self.end()));
        }
        list.pop().map(|index| index.value)
    }

    /// Reads the elements up to the token with the index `close`. Rows separated by semicolons become lists.
    fn elements(&mut self, close: usize) -> Vec<Argument<'a>> {
        let mut rows: Vec<Vec<Argument<'a>>> = Vec::new();
        let mut list: Vec<Argument<'a>> = Vec::new();
        let start = self.end();
        while let Some(token) = self.peek().filter(|_| self.at < close) {
            let before = self.at;
            match token.text {
                "," if token.kind == Kind::Sign => self.at += 1,
                ";" if token.kind == Kind::Sign => {
                    self.at += 1;
                    rows.push(std::mem::take(&mut list));
                }
                _ => {
                    let element = self.element(close);
                    list.push(element);
                }
            }
            self.at = self.at.max(before + 1);
        }
        if rows.is_empty() {
            return list;
        }
        if !list.is_empty() {
            rows.push(list);
        }
        // `[1; 2; 3]` is a column, and counts as a list.
        if rows.iter().all(|row| row.len() == 1) {
            return rows.into_iter().flatten().collect();
        }
        let end = self.end();
        rows.into_iter().map(|list| Argument { key: None, value: Expr::new(Node::List(list), start..end) }).collect()
    }

    /// Skips a conversion between types of numbers, or one of TypeScript: `as f32`, `as any`.
    pub fn skip_cast(&mut self) {
        let Some([word, scalar]) = self.tokens.get(self.at..self.at + 2) else { return };
        if word.text == "as" && SCALARS.contains(&scalar.text) {
            self.at += 2;
        }
    }

    /// Reads an element with its key; anything else becomes an unknown value up to the next comma.
    fn element(&mut self, close: usize) -> Argument<'a> {
        let start = self.peek().map_or(0, |token| token.start);
        if let Some(value) = self.spread() {
            return Argument { key: None, value };
        }
        let key = self.element_key();
        let key_text = key.map(|key| key.text);
        let before = self.at;
        let value = self.expression();
        if self.peek().is_some_and(|token| token.kind == Kind::Name && token.text == "for") && self.at > before {
            let element = match (key, value) {
                (Some(key), Some(value)) => Some(entry(key, value)),
                (_, value) => value,
            };
            return match element.and_then(|element| self.comprehension(element, close)) {
                Some(value) => Argument { key: None, value },
                None => Argument { key: key_text, value: unknown(start, self.end()) },
            };
        }
        if let Some(value) = value
            && self.ends_element(before, close)
        {
            return Argument { key: key_text, value };
        }
        while self.at < close && !self.tokens[self.at].is(",") && !self.tokens[self.at].is(";") {
            self.at = self.closing[self.at].max(self.at) + 1;
        }
        Argument { key: key_text, value: unknown(start, self.end()) }
    }

    /// Reads the key of an element with its sign, `radius=`, `radius:` or `.radius =`; `None` if the element has none.
    fn element_key(&mut self) -> Option<Token<'a>> {
        // Designated initializers of C and Zig: `.radius = 1`.
        let has_point = self.next_is(".");
        let name = if has_point { self.at + 1 } else { self.at };
        let key = self.tokens.get(name).copied().filter(|token| matches!(token.kind, Kind::Name | Kind::Text))?;
        self.tokens.get(name + 1).filter(|sign| sign.is("=") || sign.is(":"))?;
        self.at = name + 2;
        Some(key)
    }

    /// Whether an element whose value began at the token `before` ends here: at a comma, a semicolon or the token
    /// `close`. Elements in square brackets may be separated by blanks alone.
    fn ends_element(&mut self, before: usize, close: usize) -> bool {
        match self.peek().filter(|_| self.at < close) {
            Some(token) => token.is(",") || token.is(";") || self.in_square_brackets && self.at > before,
            None => true,
        }
    }
}

/// Types of numbers of Rust, C++, Swift and physics libraries, and types of TypeScript that leave the value as it is.
const SCALARS: [&str; 22] = [
    "f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "usize", "isize", "float", "double", "Float",
    "Double", "Real", "Scalar", "CGFloat", "number", "any", "unknown",
];

/// Names of fields that JavaScript's objects of options may state without a value, `{ vertices, faces }`: the value is
/// the variable with this name.
const SHORTHANDS: [&str; 7] = ["vertices", "faces", "indices", "halfExtents", "radius", "axes", "normals"];

/// Gives an element that is only one of [`SHORTHANDS`] this name as its key.
fn name_shorthand(element: &mut Argument<'_>) {
    if let Node::Path(path) = &element.value.node
        && let [name] = path.names[..]
        && SHORTHANDS.contains(&name)
    {
        element.key = element.key.or(Some(name));
    }
}

/// Creates the element of a dictionary with an entry for each element: `name: value`.
fn entry<'a>(key: Token<'a>, value: Expr<'a>) -> Expr<'a> {
    let at = key.start..key.end;
    let key = match key.kind {
        Kind::Text => Node::Text(key.text),
        _ => Node::Path(Path { names: vec![key.text], generic: Vec::new() }),
    };
    let whole = at.start..value.at.end;
    let key = Argument { key: None, value: Expr::new(key, at) };
    let path = Path { names: vec![ENTRY], generic: Vec::new() };
    Expr::new(Node::Call(path, vec![key, Argument { key: None, value }]), whole)
}

/// Parses an index or a slice whose ends are plain numbers or omitted: `2`, `1:3`, `:`. `None` for anything else.
fn slice<'a>(tokens: &[Token<'a>]) -> Option<Expr<'a>> {
    let start = tokens.first()?.start;
    let at = start..tokens.last()?.end;
    let Some(colon) = tokens.iter().position(|token| token.is(":")) else {
        return Some(Expr::new(Node::Number(index_of(tokens)? as f64), at));
    };
    let from = &tokens[..colon];
    let to = &tokens[colon + 1..];
    let first = if from.is_empty() { None } else { Some(index_of(from)?) };
    let end = if to.is_empty() { None } else { Some(index_of(to)?) };
    Some(Expr::new(Node::Slice(first, end), at))
}

/// Returns the index that tokens state; `None` unless they are one number that is not negative.
fn index_of(tokens: &[Token<'_>]) -> Option<usize> {
    match tokens {
        [Token { kind: Kind::Number(number), .. }] if number.value >= 0.0 => Some(number.value as usize),
        _ => None,
    }
}
