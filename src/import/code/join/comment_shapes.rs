//! Finds bodies that a comment on a line of its own states by a constructor and a place, for the tokenizer:
//! `// the other one: btSphereShape(0.75) at (0, 1.1, 0)`.
//!
//! **Rule.** The constructor is code, and the text after it is a comment at the end of its line, so that the whole
//! comment must be understood. A comment with a sign of a statement is code that does not run.

use std::ops::Range;

use super::pose_comments::{RESULTS, content};
use crate::code::shape::dictionary;

/// Words of comments about other versions of the program, in lower case.
const PAST: [&str; 14] = [
    "was",
    "were",
    "old",
    "previous",
    "previously",
    "before",
    "formerly",
    "use",
    "used",
    "try",
    "tried",
    "not",
    "todo",
    "like",
];

/// Maximum length of a comment that is searched, bytes.
const MAX_COMMENT_BYTES: usize = 400;

/// Returns the range of the constructor in a comment, bytes from the start of the comment; `None` for any other
/// comment. `before` is the text before the comment.
pub fn constructor(before: &str, comment: &str) -> Option<Range<usize>> {
    if comment.len() > MAX_COMMENT_BYTES || comment.starts_with("/*") {
        return None;
    }
    let words = content(comment)?;
    let line = before.rsplit('\n').next().unwrap_or_default();
    // Emails and forums quote lines by `>`.
    let is_own_line = line.trim_matches([' ', '\t', '>', '\r']).is_empty();
    let is_statement = words.contains(['=', ';']);
    if !is_own_line || is_statement || is_about_other_program(words) {
        return None;
    }
    let found = words.match_indices('(').find_map(|(open, _)| placed_constructor(words, open))?;
    let offset = comment.len() - words.len();
    Some(offset + found.start..offset + found.end)
}

/// Whether words are about another version of the program or about its results, and state no body.
fn is_about_other_program(words: &str) -> bool {
    let lower = words.to_lowercase();
    let is_past = lower.split(|c: char| !c.is_alphanumeric()).any(|word| PAST.contains(&word));
    is_past || RESULTS.iter().any(|word| lower.contains(word))
}

/// Returns the range in `words` of the constructor whose parenthesis opens at the offset `open`, bytes; `None` if it is
/// none of a known shape, has no sizes, or no place follows it: `btSphereShape(0.75) at (0, 1.1, 0)`.
fn placed_constructor(words: &str, open: usize) -> Option<Range<usize>> {
    let start = words[..open].rfind(|c: char| !(c.is_alphanumeric() || "_:.".contains(c))).map_or(0, |k| k + 1);
    let path: Vec<&str> = words[start..open].split([':', '.']).filter(|name| !name.is_empty()).collect();
    let last = path.last()?;
    let has_prefix = ["bt", "Px", "b2"].iter().any(|prefix| last.starts_with(prefix));
    let is_type = last.starts_with(|c: char| c.is_uppercase()) || has_prefix;
    let close = closing(words, open)?;
    let has_sizes = words[open..close].contains(|c: char| c.is_ascii_digit());
    let rest = words[close + 1..].trim_start_matches([',', ' ']);
    let is_placed = rest.starts_with("at ") || rest.starts_with("@");
    let is_shape = is_type && !dictionary::rows(&path).is_empty();
    (is_shape && has_sizes && is_placed).then_some(start..close + 1)
}

/// Returns the offset of the parenthesis that closes the one at `open`, bytes; `None` if it is never closed.
fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    text[open..].char_indices().find_map(|(k, c)| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(open + k)
    })
}
