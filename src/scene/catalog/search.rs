//! Search of the catalog by words. The rank of a scene is the sum, over the words of the query, of the quality of the
//! best match times the weight of the text in which it is: titles and file names count most, then reports, algorithms
//! and endings, then names of queries, then notes.

use std::sync::LazyLock;

use super::{Entry, catalog};

/// The entries that match all `words`, the best first; all entries in the catalog's order if there are no words. A word
/// matches itself, its singular and plural, and longer words that begin with it, in upper or lower case.
pub fn find(words: &str) -> Vec<&'static Entry> {
    let query: Vec<String> = split_words(words).collect();
    let mut ranked: Vec<(u32, &Entry)> = Vec::new();
    for (entry, entry_words) in catalog().iter().zip(&*INDEX) {
        if let Some(rank) = rank(entry_words, &query) {
            ranked.push((rank, entry));
        }
    }
    // The sort is stable: entries of equal rank stay in the catalog's order.
    ranked.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
    ranked.into_iter().map(|(_, entry)| entry).collect()
}

/// Word of an entry, in lower case, with the weight of the text that contains it.
struct WeightedWord {
    word: String,
    weight: u32,
}

/// The words of every entry of the catalog, in its order, computed once.
static INDEX: LazyLock<Vec<Vec<WeightedWord>>> = LazyLock::new(|| catalog().iter().map(weighted_words).collect());

/// The words of an entry, each with the weight of its text.
fn weighted_words(entry: &Entry) -> Vec<WeightedWord> {
    let mut words = Vec::new();
    for (text, weight) in weighted_texts(entry) {
        words.extend(split_words(&text).map(|word| WeightedWord { word, weight }));
    }
    words
}

/// Sum of the weighted best matches of the query's words; `None` if a word matches nothing.
fn rank(entry_words: &[WeightedWord], query: &[String]) -> Option<u32> {
    query.iter().map(|word| best_match(entry_words, word)).sum()
}

/// Largest product of quality and weight of the matches of `word`; `None` if it matches nothing.
fn best_match(entry_words: &[WeightedWord], word: &str) -> Option<u32> {
    entry_words.iter().filter_map(|entry| Some(match_quality(&entry.word, word)? * entry.weight)).max()
}

/// Searched texts of an entry, each with its weight: the more specific a text, the more a match in it counts.
fn weighted_texts(entry: &Entry) -> Vec<(String, u32)> {
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

/// Splits a text into its words, runs of letters and digits, in lower case.
fn split_words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// Joins words with spaces.
fn join_words<'a>(words: impl IntoIterator<Item = &'a String>) -> String {
    words.into_iter().map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// Quality of a match: 2 if the words are equal except for a plural ending, 1 if the entry's word begins with the word
/// of the query, else `None`.
fn match_quality(entry_word: &str, query_word: &str) -> Option<u32> {
    if singular(entry_word) == singular(query_word) {
        return Some(2);
    }
    entry_word.starts_with(query_word).then_some(1)
}

/// A word without the ending of the plural; words that do not look like plurals stay. `boxes`, `masses` and `meshes`
/// lose `es`. Other words lose `s`, except for short ones and words in `ss`: `gas` and `mass` stay.
fn singular(word: &str) -> &str {
    if let Some(stem) = word.strip_suffix("es")
        && stem.ends_with(['x', 's', 'h'])
    {
        return stem;
    }
    match word.strip_suffix('s') {
        Some(stem) if stem.len() > 2 && !stem.ends_with('s') => stem,
        _ => word,
    }
}

/// Puts a space before each capital letter of a name: `IterationLimit` becomes ` Iteration Limit`.
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
