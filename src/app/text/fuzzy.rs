//! Fuzzy matching of titles.

/// Points of a letter that follows the previous match, of any other one, and of one that starts a word in addition.
const ADJACENT: i32 = 5;
const LETTER: i32 = 1;
const WORD_START: i32 = 4;

/// Score of `query` in `title`, by letters in order; `None` without a match. Higher is better.
pub(in crate::app) fn fuzzy(query: &str, title: &str) -> Option<i32> {
    let title: Vec<char> = title.to_lowercase().chars().collect();
    let mut score = 0;
    let mut start = 0;
    let mut previous = None;
    for letter in query.to_lowercase().chars().filter(|c| !c.is_whitespace()) {
        let at = start + title[start..].iter().position(|c| *c == letter)?;
        let starts_word = at == 0 || title[at - 1] == ' ';
        score += if previous == Some(at.wrapping_sub(1)) { ADJACENT } else { LETTER }
            + if starts_word { WORD_START } else { 0 };
        start = at + 1;
        previous = Some(at);
    }
    // Among equal matches, shorter titles win.
    Some(score * 10 - title.len() as i32)
}
