//! Names of bodies in sentences next to records.

/// Words of a sentence before the noun that names a body.
const ARTICLES: [&str; 9] = ["a", "an", "the", "and", "with", "my", "our", "another", "A"];

/// Returns the words of a name after the last article in it; empty if it only has such words.
pub(super) fn without_article(name: &str) -> &str {
    let mut unprefixed = name.trim();
    while let Some((_, after)) =
        unprefixed.split_once(' ').filter(|(first, _)| ARTICLES.contains(first) || is_verb(first, unprefixed))
    {
        unprefixed = after.trim_start();
    }
    if ARTICLES.contains(&unprefixed) && unprefixed != "A" && name.trim() != unprefixed { "" } else { unprefixed }
}

/// Whether the first word of a name is a verb with an article after it: `overlaps a CharacterBody3D`.
fn is_verb(first: &str, name: &str) -> bool {
    let mut later_words = name.split(' ').skip(1);
    first.chars().all(char::is_lowercase)
        && later_words.next().is_some_and(|word| ["a", "an", "the"].contains(&word))
        && later_words.next().is_some()
}
