//! Parser of the contents of brackets: elements, perhaps with keys, separated by commas, blanks or semicolons.

use super::expressions::{Parser, unknown};
use super::headers::ENTRY;
use super::syntax::{Argument, Expr, Node, Path};
use super::token::{Kind, Token};

/// Maximum depth of nested brackets, so that no text exhausts the stack.
const MAX_DEPTH: usize = 48;

impl<'a> Parser<'_, 'a> {
    /// Reads the elements up to the bracket that closes `open`, and skips that bracket; `None` if it is never closed.
    pub fn inside(&mut self, open: Token<'a>) -> Option<Vec<Argument<'a>>> {
        debug_assert_eq!(self.tokens[self.at].start, open.start, "the bracket is next");
        let close = self.closing[self.at];
        let is_argument = open.is("{") && self.at.checked_sub(1).is_some_and(|k| self.tokens[k].is("("));
        self.at += 1;
        if close == 0 {
            return None;
        }
        if self.depth >= MAX_DEPTH {
            self.at = close + 1;
            return None;
        }
        let outer_is_square = std::mem::replace(&mut self.square, open.is("["));
        self.depth += 1;
        let mut list = self.elements(close);
        if is_argument {
            list.iter_mut().for_each(name_shorthand);
        }
        self.depth -= 1;
        self.square = outer_is_square;
        self.at = close + 1;
        Some(list)
    }

    /// Reads the index in square brackets: an expression, a slice, or a list of these.
    pub fn index(&mut self, open: Token<'a>) -> Option<Expr<'a>> {
        let close = self.closing[self.at];
        let inside = self.tokens.get(self.at + 1..close.max(self.at + 1))?;
        if inside.iter().any(|token| token.is(":")) {
            let parts: Option<Vec<Expr<'a>>> = inside.split(|token| token.is(",")).map(slice).collect();
            self.at = close + 1;
            let at = open.start..self.end();
            return Some(parts.map_or_else(
                || unknown(at.start, at.end),
                |all| {
                    Expr::new(
                        Node::List(all.into_iter().map(|value| Argument { key: None, value }).collect()),
                        at.clone(),
                    )
                },
            ));
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
        rows.extend(Some(list).filter(|list| !list.is_empty()));
        if rows.iter().all(|row| row.len() == 1) {
            return rows.into_iter().flatten().collect();
        }
        let end = self.end();
        rows.into_iter().map(|list| Argument { key: None, value: Expr::new(Node::List(list), start..end) }).collect()
    }

    /// Skips a conversion between types of numbers: `as f32`.
    pub fn skip_cast(&mut self) {
        let scalars = [
            "f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "usize", "isize", "float", "double",
            "Float", "Double", "Real", "Scalar", "CGFloat", "number", "any", "unknown",
        ];
        let pair = self.tokens.get(self.at).zip(self.tokens.get(self.at + 1));
        if pair.is_some_and(|(word, kind)| word.text == "as" && scalars.contains(&kind.text)) {
            self.at += 2;
        }
    }

    /// Reads an element with its key; anything else becomes an unknown value up to the next comma.
    fn element(&mut self, close: usize) -> Argument<'a> {
        let start = self.peek().map_or(0, |token| token.start);
        if let Some(value) = self.spread() {
            return Argument { key: None, value };
        }
        let first = self.at + usize::from(self.next_is("."));
        let key = self.tokens.get(first).copied().filter(|token| matches!(token.kind, Kind::Name | Kind::Text));
        let keyed = self.tokens.get(first + 1).is_some_and(|sign| sign.is("=") || sign.is(":"));
        let key = key.filter(|_| keyed);
        if key.is_some() {
            self.at = first + 2;
        }
        let before = self.at;
        let value = self.expression();
        if self.peek().is_some_and(|token| token.kind == Kind::Name && token.text == "for") && self.at > before {
            let entry = value.map(|value| match key {
                Some(key) => entry(key, value),
                None => value,
            });
            return match entry.and_then(|value| self.comprehension(value, close)) {
                Some(value) => Argument { key: None, value },
                None => Argument { key: key.map(|key| key.text), value: unknown(start, self.end()) },
            };
        }
        let good = match self.peek().filter(|_| self.at < close) {
            None => true,
            Some(token) if token.is(",") || token.is(";") => true,
            // Elements in square brackets may be separated by blanks alone.
            Some(_) => self.square && self.at > before,
        };
        match value.filter(|_| good) {
            Some(value) => Argument { key: key.map(|key| key.text), value },
            None => {
                while self.at < close && !self.tokens[self.at].is(",") && !self.tokens[self.at].is(";") {
                    self.at = self.closing[self.at].max(self.at) + 1;
                }
                Argument { key: key.map(|key| key.text), value: unknown(start, self.end()) }
            }
        }
    }
}

/// Names of fields that JavaScript's objects of options have in short form: `{ vertices, faces }`.
const SHORTHANDS: [&str; 7] = ["vertices", "faces", "indices", "halfExtents", "radius", "axes", "normals"];

/// Gives an element that is only the name of such a field this name as its key.
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

/// Parses a slice whose ends are plain numbers.
fn slice<'a>(tokens: &[Token<'a>]) -> Option<Expr<'a>> {
    let start = tokens.first()?.start;
    let at = start..tokens.last()?.end;
    let node = match tokens.iter().position(|token| token.is(":")) {
        Some(k) => Node::Slice(slice_end(&tokens[..k])?, slice_end(&tokens[k + 1..])?),
        None => Node::Number(slice_end(tokens)?? as f64),
    };
    Some(Expr::new(node, at))
}

/// Returns one end of a slice: the inner `None` if it is omitted, the outer one if it is not a number.
fn slice_end(tokens: &[Token<'_>]) -> Option<Option<usize>> {
    match tokens {
        [] => Some(None),
        [Token { kind: Kind::Number(number), .. }] if number.value >= 0.0 => Some(Some(number.value as usize)),
        _ => None,
    }
}
