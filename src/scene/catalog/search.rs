//! Finding scenes by words: in titles and file names first, then in what is asked, how it ends and who reported it, then in
//! notes.

use std::sync::LazyLock;

use super::{Entry, catalog};

/// The entries that have all `words`, the best first; all of them, in the catalog's order, when there are no words. A word
/// also stands for longer ones that begin with it, and for its plural.
pub fn find(words: &str) -> Vec<&'static Entry> {
    let wanted: Vec<String> = tokens(words).collect();
    let mut found: Vec<(u32, &Entry)> =
        catalog().iter().zip(&*INDEX).filter_map(|(entry, words)| Some((rank(words, &wanted)?, entry))).collect();
    // The sort is stable: what ranks alike stays in the catalog's order.
    found.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
    found.into_iter().map(|(_, entry)| entry).collect()
}

/// The words of every entry of the catalog, and what a find of each is worth: a field is read once, not for every frame in which
/// somebody types.
static INDEX: LazyLock<Vec<Vec<(String, u32)>>> = LazyLock::new(|| {
    let words = |(text, worth): (String, u32)| tokens(&text).map(move |token| (token, worth)).collect::<Vec<_>>();
    catalog().iter().map(|entry| fields(entry).into_iter().flat_map(words).collect()).collect()
});

/// How well an entry with these words has those that are wanted; none when it lacks one.
fn rank(words: &[(String, u32)], wanted: &[String]) -> Option<u32> {
    let best = |word: &String| words.iter().filter_map(|(token, worth)| Some(fit(token, word)? * worth)).max();
    wanted.iter().map(best).sum()
}

/// What is searched, and what a find in it is worth.
fn fields(entry: &Entry) -> Vec<(String, u32)> {
    let join = |all: &mut dyn Iterator<Item = &String>| all.map(String::as_str).collect::<Vec<_>>().join(" ");
    let report = entry.report.as_ref();
    let reported = report.map(|report| format!("{} {} {}", report.project, report.reference, report.fault.title()));
    let chapter = entry.course.map_or("", |course| course.chapter.title());
    vec![
        (entry.title.clone(), 8),
        (entry.name.to_owned(), 6),
        (reported.unwrap_or_default(), 5),
        (format!("{} {} {chapter}", entry.system.title(), entry.system.other_names()), 4),
        (join(&mut entry.algorithms.iter()), 4),
        (spaced(&join(&mut entry.endings.iter())), 4),
        (join(&mut entry.queries.iter()), 3),
        (entry.note.clone(), 1),
    ]
}

/// The words of a text, in small letters.
fn tokens(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// 2 where the word is the token or its plural, 1 where the token begins with it.
fn fit(token: &str, word: &str) -> Option<u32> {
    if singular(token) == singular(word) {
        return Some(2);
    }
    token.starts_with(word).then_some(1)
}

fn singular(word: &str) -> &str {
    let boxes = word.strip_suffix("es").filter(|stem| stem.ends_with(['x', 's', 'h']));
    boxes.or(word.strip_suffix('s').filter(|stem| stem.len() > 2 && !stem.ends_with('s'))).unwrap_or(word)
}

/// `IterationLimit` as two words.
fn spaced(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_uppercase() {
            out.push(' ');
        }
        out.push(c);
    }
    out
}
