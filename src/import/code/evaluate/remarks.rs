//! Values of variables that only a comment of the text states: `ccdQuatSetAngleAxis(&q, 0.5, &axis_x); /* axis_x = (1,
//! 0, 0) */`.
//!
//! **Rule.** A comment counts if it gives a number or a vector in brackets to a name that the code uses and does not
//! declare or assign. If comments give a name several values, none counts.

use std::collections::BTreeMap;

use super::value::{Data, Value};
use crate::code::parser::token::{Kind, Tokens};

/// Returns the variables that comments state, with their values.
pub fn stated_values(text: &str, tokens: &Tokens<'_>) -> BTreeMap<String, Value> {
    // `None` for a name with several values.
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

/// Returns the name before the equals sign at `at` and the number or vector after it; `None` if the comment states no
/// value there. `start` is the offset of the comment `words` in the text, bytes.
fn stated(words: &str, at: usize, start: usize) -> Option<(&str, Value)> {
    let name = whole_name_before(words, at)?;
    let after = words[at + 1..].trim_start();
    let value_start = start + words.len() - after.len();
    let value = number_at_start(after, value_start).or_else(|| vector_at_start(after, value_start))?;
    Some((name, value))
}

/// Returns the variable before the equals sign at `at`; `None` for a field or a sum: `a.x = …`, `a += …`.
fn whole_name_before(words: &str, at: usize) -> Option<&str> {
    let before = words[..at].trim_end();
    let start = before.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(0, |k| k + 1);
    let name = before.get(start..)?;
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let is_whole = before[..start].ends_with([' ', ',', ';', '/', '*', '#', '(']);
    (is_name && is_whole).then_some(name)
}

/// Returns the number at the start of a text, if the text or a list ends after it; `start` is its offset, bytes.
fn number_at_start(text: &str, start: usize) -> Option<Value> {
    let length = text.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-')).unwrap_or(text.len());
    let rest = &text[length..];
    let is_end = rest.trim_start().is_empty() || rest.starts_with([',', ';', ' ']);
    let number = text[..length].parse().ok()?;
    let used = start..start + length;
    if is_end { Some(Value { data: Data::Number(number), used: Vec::from([used]), at: start }) } else { None }
}

/// Returns the vector of two to four numbers in brackets at the start of a text; `start` is its offset, bytes.
fn vector_at_start(text: &str, start: usize) -> Option<Value> {
    let after_bracket = text.strip_prefix(['(', '[', '{'])?;
    let length = after_bracket.find([')', ']', '}'])?;
    let inner = &after_bracket[..length];
    let numbers: Option<Vec<f64>> =
        inner.split(',').map(|word| word.trim().trim_end_matches('f').parse().ok()).collect();
    let numbers = numbers.filter(|numbers| (2..=4).contains(&numbers.len()))?;
    // With the opening bracket.
    let range = start..start + inner.len() + 1;
    Some(Value { data: Data::Vector(numbers), used: vec![range], at: start })
}

/// Signs after a name that is assigned, called, constructed, annotated or indexed.
const SETTING_SIGNS: [&str; 7] = ["=", ":=", "(", "{", ":", "[", "+="];

/// Whether the code uses a name as a variable and neither declares nor assigns it.
fn is_undeclared(tokens: &Tokens<'_>, name: &str) -> bool {
    let mut is_used = false;
    for (k, token) in tokens.all.iter().enumerate() {
        if token.kind != Kind::Name || token.text != name {
            continue;
        }
        let is_set = tokens.all.get(k + 1).is_some_and(|next| SETTING_SIGNS.iter().any(|sign| next.is(sign)));
        // A type before the name declares it; a dot makes it a field.
        let before = k.checked_sub(1).map(|before| &tokens.all[before]);
        let is_declared_or_field = before.is_some_and(|before| before.kind == Kind::Name || before.is("."));
        if is_set || is_declared_or_field {
            return false;
        }
        is_used = true;
    }
    is_used
}
