//! Parser of patterns: the names that a loop, a list with a value for each element, or a function gives to an element
//! or to its parts.

use std::ops::Range;

use super::parser::Parser;
use super::patterns::Pattern;
use super::token::{Kind, Token};

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
    // After a colon comes the type, after an equals sign the default value.
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

/// Whether the token with the index `k` is in brackets that open at the index `from` or later.
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
