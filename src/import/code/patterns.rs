//! Names that a loop, a list with a value for each element or a function gives to an element or to its parts:
//! `name, (x, y)`, `[radius, ...]`, `{ half, pos: p }`.

use std::ops::Range;

use super::eval::bind;
use super::interpreter::Interpreter;
use super::parser::Parser;
use super::token::{Kind, Token};
use super::value::{Data, Value};

/// Names of an element or of its parts.
#[derive(Clone, Debug)]
pub(super) enum Pattern<'a> {
    Name(&'a str),
    /// Parts in order. JavaScript's square brackets may name only the first parts.
    Parts {
        parts: Vec<Self>,
        may_have_more: bool,
    },
    /// Fields of a record by their keys.
    Fields(Vec<(&'a str, Self)>),
    /// Pattern that is not understood, with the names in it.
    Unknown(Vec<&'a str>),
}

impl<'a> Pattern<'a> {
    /// Creates a pattern of parts in order, all of which are named.
    pub(super) fn parts(parts: Vec<Self>) -> Self {
        Self::Parts { parts, may_have_more: false }
    }

    /// Returns all names.
    pub(super) fn names(&self) -> Vec<&'a str> {
        match self {
            Self::Name(name) => vec![name],
            Self::Parts { parts, .. } => parts.iter().flat_map(Self::names).collect(),
            Self::Fields(fields) => fields.iter().flat_map(|(_, pattern)| pattern.names()).collect(),
            Self::Unknown(names) => names.clone(),
        }
    }
}

/// Returns the parts of tokens that commas separate outside of brackets.
fn split(parser: &Parser<'_, '_>, range: Range<usize>) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut from = range.start;
    let mut k = range.start;
    let mut angles = 0_i32;
    while k < range.end {
        let token = &parser.tokens[k];
        if token.is("<") || token.is(">") {
            angles += if token.is("<") { 1 } else { -1 };
        }
        if token.is(",") && angles <= 0 {
            parts.push(from..k);
            from = k + 1;
        }
        k = parser.closing[k].max(k) + 1;
    }
    if from < range.end {
        parts.push(from..range.end);
    }
    parts
}

/// Returns the names of tokens.
fn names<'a>(tokens: &[Token<'a>]) -> Vec<&'a str> {
    tokens.iter().filter(|token| token.kind == Kind::Name).map(|token| token.text).collect()
}

/// Parses the pattern of tokens; `None` without a name in them.
pub(super) fn parse<'a>(parser: &Parser<'_, 'a>, range: Range<usize>) -> Option<Pattern<'a>> {
    let parts = split(parser, range.clone());
    match &parts[..] {
        [] => None,
        [only] if only.end == range.end => parse_one(parser, only.clone()),
        _ => {
            let parts: Option<Vec<Pattern<'a>>> = parts.into_iter().map(|part| parse_one(parser, part)).collect();
            parts.map(Pattern::parts)
        }
    }
}

/// Parses the patterns of tokens that commas separate; `None` if one of them is not understood.
pub(super) fn parse_list<'a>(parser: &Parser<'_, 'a>, range: Range<usize>) -> Option<Vec<Pattern<'a>>> {
    if range.end < range.start || range.end > parser.tokens.len() {
        return None;
    }
    split(parser, range).into_iter().map(|part| parse_one(parser, part)).collect()
}

/// Parses a pattern without commas outside of brackets.
fn parse_one<'a>(parser: &Parser<'_, 'a>, range: Range<usize>) -> Option<Pattern<'a>> {
    let tokens = &parser.tokens[range.clone()];
    // `*rest`, `...rest`: several parts in one name.
    if tokens.first().is_some_and(|first| first.is("*") || first.is(".")) {
        return Some(Pattern::Unknown(names(tokens)));
    }
    // A type may follow a colon, a default value a sign.
    let colon = (range.start + 1..range.end).find(|k| {
        let is_sign = [":", "="].iter().any(|sign| parser.tokens[*k].is(sign));
        is_sign && !is_inside(parser, range.start, *k)
    });
    let range = range.start..colon.filter(|k| parser.tokens[*k].is(":")).unwrap_or(range.end);
    let tokens = &parser.tokens[range.clone()];
    if tokens.iter().any(|token| token.is("=")) && colon.is_some() {
        return Some(Pattern::Unknown(names(tokens)));
    }
    let open = (range.start..range.end).find(|k| ["(", "[", "{"].iter().any(|sign| parser.tokens[*k].is(sign)));
    if let Some(open) = open {
        let close = parser.closing[open];
        if close <= open || close >= range.end {
            return None;
        }
        let inside = open + 1..close;
        return match parser.tokens[open].text {
            "{" => Some(fields(parser, inside)),
            "[" => parse_list(parser, inside).map(|parts| Pattern::Parts { parts, may_have_more: true }),
            _ => match parse(parser, inside.clone())? {
                Pattern::Name(name) if parser.tokens[inside].iter().any(|token| token.is(",")) => {
                    Some(Pattern::parts(vec![Pattern::Name(name)]))
                }
                pattern => Some(pattern),
            },
        };
    }
    names(tokens).last().map(|name| Pattern::Name(name))
}

/// Whether a token is in brackets that open at or after a token.
fn is_inside(parser: &Parser<'_, '_>, from: usize, k: usize) -> bool {
    (from..k).any(|open| parser.closing[open] > k)
}

/// Parses the fields of a record: `half, pos: p`.
fn fields<'a>(parser: &Parser<'_, 'a>, inside: Range<usize>) -> Pattern<'a> {
    let mut fields = Vec::new();
    for part in split(parser, inside.clone()) {
        let tokens = &parser.tokens[part.clone()];
        let field = match tokens {
            [key] if key.kind == Kind::Name => Some((key.text, Pattern::Name(key.text))),
            [key, colon, ..] if key.kind == Kind::Name && colon.is(":") => {
                parse_one(parser, part.start + 2..part.end).map(|pattern| (key.text, pattern))
            }
            _ => None,
        };
        match field {
            Some(field) => fields.push(field),
            None => return Pattern::Unknown(names(&parser.tokens[inside])),
        }
    }
    Pattern::Fields(fields)
}

/// Returns the parts of a value in order; `None` for a value without parts, and for a record.
fn parts_of(value: &Value) -> Option<Vec<Value>> {
    match &value.data {
        Data::Vector(all) => Some(all.iter().map(|x| Value { data: Data::Number(*x), ..value.clone() }).collect()),
        Data::List(items) if items.iter().all(|(key, _)| key.is_none()) => {
            Some(items.iter().map(|(_, part)| part.clone()).collect())
        }
        _ => None,
    }
}

impl<'a> Interpreter<'_, 'a> {
    /// Gives an element, or its parts, to variables. A part that is not known makes its variable unknown.
    pub(super) fn bind_pattern(&mut self, pattern: &Pattern<'a>, item: Value) {
        let at = item.at;
        match pattern {
            Pattern::Name(name) => {
                self.declare(name);
                bind(self.store, name, item, at..at);
            }
            Pattern::Parts { parts, may_have_more } => {
                let found = parts_of(&item).unwrap_or_default();
                let fits = found.len() == parts.len() || *may_have_more && found.len() > parts.len();
                for (k, part) in parts.iter().enumerate() {
                    let value = found.get(k).filter(|_| fits).cloned();
                    self.bind_pattern(part, value.unwrap_or_else(|| Value::unknown(at)));
                }
            }
            Pattern::Fields(fields) => {
                for (key, part) in fields {
                    let value = self.store.field_of(&item, key);
                    self.bind_pattern(part, value.unwrap_or_else(|| Value::unknown(at)));
                }
            }
            Pattern::Unknown(names) => {
                for name in names {
                    self.declare(name);
                    self.store.variables.insert((*name).to_owned(), Value::unknown(at));
                }
            }
        }
    }
}
