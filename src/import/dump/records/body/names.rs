//! Names of bodies in sentences next to records.

/// Words of a sentence before the noun that names a body; `A` may also be the name itself.
const ARTICLES: [&str; 9] = ["a", "an", "the", "and", "with", "my", "our", "another", "A"];

/// Returns a name without the articles and verbs at its start; empty if nothing but such words remains.
pub(super) fn without_article(name: &str) -> &str {
    let mut noun = name.trim();
    while let Some((first, after)) = noun.split_once(' ') {
        if !ARTICLES.contains(&first) && !is_verb(first, noun) {
            break;
        }
        noun = after.trim_start();
    }
    let is_article = ARTICLES.contains(&noun) && noun != "A";
    // A name that is one word, such as `a`, is kept.
    if is_article && name.trim() != noun { "" } else { noun }
}

/// Whether the first word of a name is a verb with an article after it: `overlaps a CharacterBody3D`.
fn is_verb(first: &str, name: &str) -> bool {
    let mut later_words = name.split(' ').skip(1);
    first.chars().all(char::is_lowercase)
        && later_words.next().is_some_and(|word| ["a", "an", "the"].contains(&word))
        && later_words.next().is_some()
}
