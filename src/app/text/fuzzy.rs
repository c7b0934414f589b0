//! Fuzzy matching of typed letters with titles, for the search in lists of commands and names.

/// Points for a matching letter that directly follows the previous match.
const ADJACENT: i32 = 5;

/// Points for any other matching letter.
const LETTER: i32 = 1;

/// Additional points for a matching letter that starts a word.
const WORD_START: i32 = 4;

/// Score of one point. Each letter of the title costs 1, so among titles with equal points the shorter one wins, and a
/// difference in length of fewer than ten letters counts less than one point.
const SCORE_PER_POINT: i32 = 10;

/// Score of `query` in `title`; higher is better. `None` unless all letters of the query, in any case, are in the title
/// in the same order. Each letter is matched with its first occurrence after the match of the letter before it.
pub(crate) fn fuzzy_score(query: &str, title: &str) -> Option<i32> {
    let title: Vec<char> = title.to_lowercase().chars().collect();
    let mut points = 0;
    // Index in the title after the last match.
    let mut start = 0;
    for letter in query.to_lowercase().chars().filter(|c| !c.is_whitespace()) {
        let index = start + title[start..].iter().position(|c| *c == letter)?;
        let follows_match = start > 0 && index == start;
        points += if follows_match { ADJACENT } else { LETTER };
        if index == 0 || title[index - 1] == ' ' {
            points += WORD_START;
        }
        start = index + 1;
    }
    Some(points * SCORE_PER_POINT - title.len() as i32)
}
