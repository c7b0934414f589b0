//! Fuzzy matching of typed letters with titles, for the search in lists of commands and names.

/// Points for a matching letter that directly follows the previous match.
const ADJACENT: i32 = 5;

/// Points for any other matching letter.
const LETTER: i32 = 1;

/// Additional points for a matching letter that starts a word.
const WORD_START: i32 = 4;

/// Factor on the points, from which the title's length in letters is subtracted. A difference in length of fewer than
/// ten letters counts less than one point.
const WEIGHT: i32 = 10;

/// Score of `query` in `title`; higher is better. `None` unless all letters of the query, in any case, are in the title
/// in the same order.
pub(in crate::app) fn fuzzy_score(query: &str, title: &str) -> Option<i32> {
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
    Some(score * WEIGHT - title.len() as i32)
}
