//! Removal of headings and of results of queries from the tokens of a block, before its records are parsed.

use super::asides;
use crate::dump::token::{Token, TokenKind};

/// Minimum number of words of a line that only introduces the lines after it.
const MIN_HEADING_WORDS: usize = 3;

/// Whether the line that ends at the offset `end` introduces the lines below: the next line is neither indented nor a
/// value, so that the line is not the name of a field.
fn introduces(text: &str, end: usize) -> bool {
    let start = text[..end].rfind('\n').map_or(0, |index| index + 1);
    let line_indent = indent(&text[start..end]);
    let next = text[end..].lines().skip(1).find(|line| !line.trim().is_empty());
    // A list of numbers may have the indentation of its name.
    next.is_some_and(|next| {
        indent(next) <= line_indent
            && !next.trim_start().starts_with(|c: char| c.is_ascii_digit() || "-+(.[{".contains(c))
    })
}

/// Length of the blanks at the start of a line, bytes.
fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Returns tokens without the lines that state no value of a body: lines of at least [`MIN_HEADING_WORDS`] words
/// without a number or a field, titles, and results of queries. Lines inside brackets are kept, and so are the ends of
/// lines.
pub(super) fn without_headings<'a>(tokens: &[Token<'a>], text: &str) -> Vec<Token<'a>> {
    let mut out: Vec<Token<'a>> = Vec::with_capacity(tokens.len());
    let mut depth = 0_usize;
    for line in tokens.split_inclusive(|token| token.kind == TokenKind::Line) {
        let depth_before = depth;
        for token in line {
            match token.kind {
                TokenKind::Sign('(' | '[' | '{') => depth += 1,
                TokenKind::Sign(')' | ']' | '}') => depth = depth.saturating_sub(1),
                TokenKind::Name | TokenKind::Number(_) | TokenKind::Text | TokenKind::Line | TokenKind::Sign(_) => {}
            }
        }
        let is_outside_brackets = depth_before == 0 && depth == 0;
        if is_outside_brackets && (asides::states_result(line) || is_heading(line, text)) {
            out.extend(line.last().filter(|token| token.kind == TokenKind::Line));
        } else {
            out.extend(line);
        }
    }
    out
}

/// Whether a line has no number and no field, but at least [`MIN_HEADING_WORDS`] words or a colon at its end that
/// introduces the lines below.
fn is_heading(line: &[Token<'_>], text: &str) -> bool {
    let last = line.iter().rev().find(|token| token.kind != TokenKind::Line && !token.is(','));
    let has_field = line.iter().any(|token| {
        let is_inner_colon = token.is(':') && last.is_some_and(|last| last.start != token.start);
        token.number().is_some() || token.is('=') || is_inner_colon
    });
    if has_field {
        return false;
    }
    let word_count = line.iter().filter(|token| token.kind == TokenKind::Name).count();
    word_count >= MIN_HEADING_WORDS || last.is_some_and(|last| last.is(':') && introduces(text, last.end))
}
