//! Values of variables that only a comment states: `ccdQuatSetAngleAxis(&q, 0.5, &axis_x); /* axis_x = (1, 0, 0) */`.
//!
//! **Rule.** A comment counts if it gives a number or a vector in brackets to a name that the code uses and does not
//! declare or assign. If comments give a name several values, none counts.

use std::collections::BTreeMap;

use super::value::{Data, Value};
use crate::import::code::parser::token::{Kind, Tokens};

/// Returns the variables that comments state, with their values.
pub fn stated_values(text: &str, tokens: &Tokens<'_>) -> BTreeMap<String, Value> {
    let mut found: BTreeMap<String, Option<Value>> = BTreeMap::new();
    for comment in &tokens.comments {
        let words = text.get(comment.clone()).unwrap_or_default();
        for (at, _) in words.match_indices('=') {
            let Some((name, value)) = stated(words, at, comment.start) else { continue };
            if is_undeclared(tokens, name) {
                let is_first = !found.contains_key(name);
                found.insert(name.to_owned(), is_first.then_some(value));
            }
        }
    }
    found.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

/// Returns the name before the equals sign at `at` and the vector after it; `start` is the offset of the comment.
fn stated(words: &str, at: usize, start: usize) -> Option<(&str, Value)> {
    let before = words[..at].trim_end();
    let from = before.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(0, |k| k + 1);
    let name = before.get(from..).filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))?;
    // A field or a sum is no variable: `a.x = …`, `a += …`.
    let is_whole = before[..from].ends_with([' ', ',', ';', '/', '*', '#', '(']);
    let after = words[at + 1..].trim_start();
    let length = after.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-')).unwrap_or(after.len());
    let is_end = after[length..].trim_start().is_empty() || after[length..].starts_with([',', ';', ' ']);
    if let (Ok(number), true) = (after[..length].parse(), is_whole && is_end) {
        let at = start + words.len() - after.len();
        let range = at..at + length;
        return Some((name, Value { data: Data::Number(number), used: vec![range], at }));
    }
    let inner = after.strip_prefix(['(', '[', '{']).filter(|_| is_whole)?;
    let inner = inner.split([')', ']', '}']).next().filter(|part| part.len() < inner.len())?;
    let numbers: Option<Vec<f64>> =
        inner.split(',').map(|word| word.trim().trim_end_matches('f').parse().ok()).collect();
    let numbers = numbers.filter(|numbers| (2..=4).contains(&numbers.len()))?;
    let range = start + words.len() - after.len()..start + words.len() - after.len() + inner.len() + 1;
    let value = Value { data: Data::Vector(numbers), used: vec![range.clone()], at: range.start };
    Some((name, value))
}

/// Whether the code uses a name as a variable and neither declares nor assigns it.
fn is_undeclared(tokens: &Tokens<'_>, name: &str) -> bool {
    let mut is_used = false;
    for (k, token) in tokens.all.iter().enumerate() {
        if token.kind != Kind::Name || token.text != name {
            continue;
        }
        let next = tokens.all.get(k + 1);
        let is_set = next.is_some_and(|next| ["=", ":=", "(", "{", ":", "[", "+="].iter().any(|sign| next.is(sign)));
        let before = k.checked_sub(1).map(|before| &tokens.all[before]);
        if is_set || before.is_some_and(|before| before.kind == Kind::Name || before.is(".")) {
            return false;
        }
        is_used = true;
    }
    is_used
}
