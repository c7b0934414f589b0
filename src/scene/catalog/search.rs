//! Search of scenes by words: titles and file names rank first, then reports, algorithms and endings, then names of
//! queries, then notes.

use std::sync::LazyLock;

use super::{Entry, catalog};

/// The entries that match all `words`, the best first; all entries in the catalog's order if there are no words. A word
/// matches itself, its singular and plural, and longer words that begin with it, in upper or lower case.
pub fn find(words: &str) -> Vec<&'static Entry> {
    let query: Vec<String> = tokens(words).collect();
    let mut ranked: Vec<(u32, &Entry)> =
        catalog().iter().zip(&*INDEX).filter_map(|(entry, words)| Some((rank(words, &query)?, entry))).collect();
    // The sort is stable: entries of equal rank stay in the catalog's order.
    ranked.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
    ranked.into_iter().map(|(_, entry)| entry).collect()
}

/// The words of every entry of the catalog with their weights, computed once.
static INDEX: LazyLock<Vec<Vec<(String, u32)>>> = LazyLock::new(|| catalog().iter().map(weighted_words).collect());

/// The words of an entry, each with the weight of its field.
fn weighted_words(entry: &Entry) -> Vec<(String, u32)> {
    let mut words = Vec::new();
    for (text, weight) in fields(entry) {
        words.extend(tokens(&text).map(|token| (token, weight)));
    }
    words
}

/// Sum of the weighted best matches of the query's words; `None` if a word matches nothing.
fn rank(words: &[(String, u32)], query: &[String]) -> Option<u32> {
    query.iter().map(|word| best_match(words, word)).sum()
}

/// The best match of a word, weighted; `None` if it matches nothing.
fn best_match(words: &[(String, u32)], word: &str) -> Option<u32> {
    words.iter().filter_map(|(token, weight)| Some(match_quality(token, word)? * weight)).max()
}

/// Searched texts of an entry, each with its weight: the more specific a text, the more a match in it counts.
fn fields(entry: &Entry) -> Vec<(String, u32)> {
    let report = entry.report.as_ref();
    let reported = report.map(|report| format!("{} {} {}", report.project, report.reference, report.fault.title()));
    let chapter = entry.course.map_or("", |course| course.chapter.title());
    vec![
        (entry.title.clone(), 8),
        (entry.name.to_owned(), 6),
        (reported.unwrap_or_default(), 5),
        (format!("{} {} {chapter}", entry.system.title(), entry.system.other_names()), 4),
        (join_words(&entry.algorithms), 4),
        (split_camel_case(&join_words(&entry.endings)), 4),
        (join_words(&entry.queries), 3),
        (entry.note.clone(), 1),
    ]
}

/// The words of a text, in lower case.
fn tokens(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// Joins words with spaces.
fn join_words<'a>(words: impl IntoIterator<Item = &'a String>) -> String {
    words.into_iter().map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// Quality of a match: 2 if word and token are equal but for the plural, 1 if the token begins with the word, else
/// `None`.
fn match_quality(token: &str, word: &str) -> Option<u32> {
    if singular(token) == singular(word) {
        return Some(2);
    }
    token.starts_with(word).then_some(1)
}

/// A word without the ending of the plural; words that do not look like plurals stay.
fn singular(word: &str) -> &str {
    let of_sibilant = word.strip_suffix("es").filter(|stem| stem.ends_with(['x', 's', 'h']));
    of_sibilant.or(word.strip_suffix('s').filter(|stem| stem.len() > 2 && !stem.ends_with('s'))).unwrap_or(word)
}

/// Separates the words of names: `IterationLimit` becomes ` Iteration Limit`.
fn split_camel_case(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_uppercase() {
            out.push(' ');
        }
        out.push(c);
    }
    out
}
