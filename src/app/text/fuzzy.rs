//! Fuzzy matching of titles.

/// Score of `query` in `title`, by letters in order; `None` without a match. Higher is better.
pub(in crate::app) fn fuzzy(query: &str, title: &str) -> Option<i32> {
    let title: Vec<char> = title.to_lowercase().chars().collect();
    let mut score = 0;
    let mut from = 0;
    let mut previous = None;
    for letter in query.to_lowercase().chars().filter(|c| !c.is_whitespace()) {
        let at = from + title[from..].iter().position(|c| *c == letter)?;
        let starts_word = at == 0 || title[at - 1] == ' ';
        score += if previous == Some(at.wrapping_sub(1)) { 5 } else { 1 } + if starts_word { 4 } else { 0 };
        from = at + 1;
        previous = Some(at);
    }
    Some(score * 10 - title.len() as i32)
}
