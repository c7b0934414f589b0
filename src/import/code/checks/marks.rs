//! Marks in the ledger the parts of a program text that are read, after its bodies are known. The import reports every
//! number that is not marked, so a number is marked only if a body uses it.

use std::ops::Range;

use crate::code::parser::syntax::{self, Flat};
use crate::code::parser::token::{Kind, Tokens};
use crate::draft::Draft;
use crate::ledger::Ledger;
use crate::number::Precision;

/// Marks in the ledger the statements that contribute to bodies, except for numbers that do not, and comments without
/// digits. `used` has the ranges that bodies use, bytes. Adds a note about the precision of the numbers to the draft.
pub fn mark_read(
    ledger: &mut Ledger<'_>,
    draft: &mut Draft,
    text: &str,
    tokens: &Tokens<'_>,
    statements: &[syntax::Statement<'_>],
    used: &[Range<usize>],
) {
    let mut precision = Precision::default();
    // Whether a body uses each byte.
    let mut is_used = vec![false; text.len() + 1];
    for range in used {
        is_used[range.start.min(text.len())..range.end.min(text.len())].fill(true);
    }
    for Flat { statement, .. } in syntax::flatten(statements) {
        let from = statement.at.start;
        let to = statement.at.end.min(text.len());
        if !is_used.get(from..to).is_some_and(|part| part.contains(&true)) {
            continue;
        }
        let first = tokens.all.partition_point(|token| token.start < from);
        for token in tokens.all[first..].iter().take_while(|token| token.end <= to) {
            match token.kind {
                Kind::Number(number) if is_used[token.start] => {
                    ledger.take(token.start..token.end);
                    precision.add(number);
                }
                Kind::Number(_) => {}
                Kind::Name | Kind::Text | Kind::Sign | Kind::Line => ledger.take(token.start..token.end),
            }
        }
        // The words of a declaration are not in the range of its statement.
        let line_start = text[..from].rfind('\n').map_or(0, |newline| newline + 1);
        let before = text[line_start..from].trim();
        if ["let", "const", "var", "auto", "static", "let mut", "static const", "final"].contains(&before) {
            ledger.take(line_start..from);
        }
    }
    for comment in &tokens.comments {
        let words = text.get(comment.clone()).unwrap_or_default();
        if !words.bytes().any(|byte| byte.is_ascii_digit()) {
            ledger.take(comment.clone());
        }
    }
    draft.notes.extend(precision.sentence());
}
