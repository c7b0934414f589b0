//! Marks in the ledger of the parts of a text that are read.

use std::ops::Range;

use crate::import::code::parser::syntax::{self, Flat};
use crate::import::code::parser::token::{Kind, Tokens};
use crate::import::draft::Draft;
use crate::import::ledger::Ledger;
use crate::import::number::Precision;

/// Marks in the ledger the statements that contribute to bodies, except for numbers that do not.
pub fn take(
    ledger: &mut Ledger<'_>,
    draft: &mut Draft,
    text: &str,
    tokens: &Tokens<'_>,
    statements: &[syntax::Statement<'_>],
    used: &[Range<usize>],
) {
    let mut precision = Precision::default();
    let mut marks = vec![false; text.len() + 1];
    used.iter().for_each(|range| marks[range.start.min(text.len())..range.end.min(text.len())].fill(true));
    for Flat { statement, .. } in syntax::flatten(statements) {
        let from = statement.at.start;
        let to = statement.at.end.min(text.len());
        if !marks.get(from..to).is_some_and(|part| part.contains(&true)) {
            continue;
        }
        let first = tokens.all.partition_point(|token| token.start < from);
        for token in tokens.all[first..].iter().take_while(|token| token.end <= to) {
            let number = matches!(token.kind, Kind::Number(_));
            if !number || marks[token.start] {
                ledger.take(token.start..token.end);
            }
            if let (Kind::Number(number), true) = (token.kind, marks[token.start]) {
                precision.add(number);
            }
        }
        let back = text[..from].rfind('\n').map_or(0, |k| k + 1);
        let before = text[back..from].trim();
        if ["let", "const", "var", "auto", "static", "let mut", "static const", "final"].contains(&before) {
            ledger.take(back..from);
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
