//! Bodies that a comment on a line of its own states by a constructor and a place:
//! `// the other one: btSphereShape(0.75) at (0, 1.1, 0)`.
//!
//! **Rule.** The constructor is code, and the text after it is a comment at the end of its line, so that the whole
//! comment must be understood. A comment with a sign of a statement is code that does not run.

use std::ops::Range;

use super::pose_comments::{RESULTS, content};
use crate::import::code::shape::dictionary;

/// Words of comments about other versions of the program.
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

/// Returns the range of the constructor in a comment; `None` for any other comment. `before` is the text before the
/// comment.
pub fn constructor(before: &str, comment: &str) -> Option<Range<usize>> {
    let words = content(comment).filter(|_| comment.len() <= MAX_COMMENT_BYTES && !comment.starts_with("/*"))?;
    let line = before.rsplit('\n').next().unwrap_or_default();
    let lower = words.to_lowercase();
    let is_past = lower.split(|c: char| !c.is_alphanumeric()).any(|word| PAST.contains(&word));
    if is_past
        || !line.trim_matches([' ', '\t', '>', '\r']).is_empty()
        || words.contains(['=', ';'])
        || RESULTS.iter().any(|word| lower.contains(word))
    {
        return None;
    }
    let shift = comment.len() - words.len();
    words.match_indices('(').find_map(|(open, _)| {
        let start = words[..open].rfind(|c: char| !(c.is_alphanumeric() || "_:.".contains(c))).map_or(0, |k| k + 1);
        let path: Vec<&str> = words[start..open].split([':', '.']).filter(|name| !name.is_empty()).collect();
        let last = path.last()?;
        let is_type =
            last.starts_with(|c: char| c.is_uppercase()) || ["bt", "Px", "b2"].iter().any(|p| last.starts_with(p));
        let close = closing(words, open)?;
        let has_sizes = words[open..close].contains(|c: char| c.is_ascii_digit());
        let rest = words[close + 1..].trim_start_matches([',', ' ']);
        let is_placed = rest.starts_with("at ") || rest.starts_with("@");
        let is_shape = is_type && !dictionary::rows(&path).is_empty();
        (is_shape && has_sizes && is_placed).then_some(shift + start..shift + close + 1)
    })
}

/// Returns the offset of the bracket that closes the one at `open`.
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
