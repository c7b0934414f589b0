//! Parser of binding patterns (destructuring) in loop headers, list comprehensions and parameters: `name`, `(x, y)`,
//! `[radius, ...]`, `{ half, pos: p }`.

use std::ops::Range;

use super::expressions::Parser;
use super::patterns::Pattern;
use super::token::{Kind, Token};

/// Splits a token range at commas that are outside of brackets and of `<…>` type arguments. A trailing comma adds no
/// part.
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
        // Skip bracketed tokens: `closing` is the index of the closing bracket, 0 for other tokens.
        k = parser.closing[k].max(k) + 1;
    }
    if from < range.end {
        parts.push(from..range.end);
    }
    parts
}

/// Identifiers among the tokens.
fn names<'a>(tokens: &[Token<'a>]) -> Vec<&'a str> {
    tokens.iter().filter(|token| token.kind == Kind::Name).map(|token| token.text).collect()
}

/// Parses a range as one pattern; top-level commas make it a tuple. `None` if it is empty or not understood.
pub fn parse<'a>(parser: &Parser<'_, 'a>, range: Range<usize>) -> Option<Pattern<'a>> {
    let parts = split(parser, range.clone());
    match &parts[..] {
        [] => None,
        // Without a trailing comma, which makes a tuple of one (`x,`).
        [only] if only.end == range.end => parse_one(parser, only.clone()),
        _ => {
            let parts: Option<Vec<Pattern<'a>>> = parts.into_iter().map(|part| parse_one(parser, part)).collect();
            parts.map(Pattern::parts)
        }
    }
}

/// Parses patterns that commas separate; `None` if one of them is not understood, or for a range outside the tokens.
pub fn parse_list<'a>(parser: &Parser<'_, 'a>, range: Range<usize>) -> Option<Vec<Pattern<'a>>> {
    if range.end < range.start || range.end > parser.tokens.len() {
        return None;
    }
    split(parser, range).into_iter().map(|part| parse_one(parser, part)).collect()
}

/// Parses a pattern without commas outside of brackets, perhaps with a type or a default value. `None` if it has no
/// name or is not understood.
fn parse_one<'a>(parser: &Parser<'_, 'a>, range: Range<usize>) -> Option<Pattern<'a>> {
    let tokens = &parser.tokens[range.clone()];
    // `*rest`, `...rest`: several parts in one name.
    if tokens.first().is_some_and(|first| first.is("*") || first.is(".")) {
        return Some(Pattern::Unknown(names(tokens)));
    }
    let annotation = find_annotation(parser, range.clone());
    let range = range.start..annotation.filter(|k| parser.tokens[*k].is(":")).unwrap_or(range.end);
    let tokens = &parser.tokens[range.clone()];
    // The names of a pattern with a default value are known, but not their values.
    if tokens.iter().any(|token| token.is("=")) && annotation.is_some() {
        return Some(Pattern::Unknown(names(tokens)));
    }
    match range.clone().find(|k| ["(", "[", "{"].iter().any(|sign| parser.tokens[*k].is(sign))) {
        Some(open) => parse_brackets(parser, open, range.end),
        // `const auto& x`: the last identifier is the name.
        None => names(tokens).last().map(|name| Pattern::Name(name)),
    }
}

/// Finds the colon before the type of a pattern or the equals sign before its default value, whichever is first outside
/// of brackets.
fn find_annotation(parser: &Parser<'_, '_>, range: Range<usize>) -> Option<usize> {
    (range.start + 1..range.end).find(|k| {
        let is_sign = [":", "="].iter().any(|sign| parser.tokens[*k].is(sign));
        is_sign && !is_inside(parser, range.start, *k)
    })
}

/// Parses the pattern in the bracket with the index `open`; `None` if it does not close before the index `end`, or the
/// pattern is not understood.
fn parse_brackets<'a>(parser: &Parser<'_, 'a>, open: usize, end: usize) -> Option<Pattern<'a>> {
    let close = parser.closing[open];
    if close <= open || close >= end {
        return None;
    }
    let inside = open + 1..close;
    match parser.tokens[open].text {
        "{" => Some(fields(parser, inside)),
        "[" => parse_list(parser, inside).map(|parts| Pattern::Parts { parts, may_have_more: true }),
        _ => parse_parentheses(parser, inside),
    }
}

/// Parses the pattern in parentheses. One name is a tuple if a comma follows: `(x,)`.
fn parse_parentheses<'a>(parser: &Parser<'_, 'a>, inside: Range<usize>) -> Option<Pattern<'a>> {
    match parse(parser, inside.clone())? {
        Pattern::Name(name) if parser.tokens[inside].iter().any(|token| token.is(",")) => {
            Some(Pattern::parts(vec![Pattern::Name(name)]))
        }
        pattern => Some(pattern),
    }
}

/// Whether the token with the index `k` is in brackets that open at the index `from` or later.
fn is_inside(parser: &Parser<'_, '_>, from: usize, k: usize) -> bool {
    (from..k).any(|open| parser.closing[open] > k)
}

/// Parses the fields of a record, `half, pos: p`; only the names in them if one field is not understood.
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
