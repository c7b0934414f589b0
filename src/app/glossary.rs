//! Glossary of the words and symbols on the screen. A tooltip shows one or two sentences on a word, and a link to the
//! scene that teaches it.

mod table;

use contact_lens_scene::catalog::{self, Entry, System};

use self::table::TERMS;

/// Maximum number of terms that explain one text.
const MAX_TERMS: usize = 3;

/// Word or symbol with its explanation.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Term {
    /// Names of the term; the first one is its title.
    pub names: &'static [&'static str],
    /// One or two sentences.
    pub text: &'static str,
    /// File name of the shipped scene that teaches the term.
    pub scene: &'static str,
}

impl Term {
    /// Scene that teaches the term; `None` if it is not shipped, which a test excludes.
    pub(crate) fn entry(&self) -> Option<&'static Entry> {
        catalog::catalog().iter().find(|entry| entry.name == self.scene)
    }

    /// Whether the scene of the term is about `system`.
    fn is_about(&self, system: Option<System>) -> bool {
        system.is_some() && self.entry().map(|entry| entry.system) == system
    }
}

/// All terms, in the order of the table.
#[cfg(test)]
pub(crate) fn all() -> &'static [Term] {
    TERMS
}

/// Term with this name, in upper or lower case; of several, one about `system`. `None` without one.
pub(crate) fn find(name: &str, system: Option<System>) -> Option<&'static Term> {
    let exact = best_term(system, |known| known == name);
    exact.or_else(|| best_term(system, |known| known.chars().count() > 1 && equal_ignoring_case(known, name)))
}

/// Term with a name that satisfies `is_match`; of several, the first one about `system`, else the first one.
fn best_term(system: Option<System>, is_match: impl Fn(&str) -> bool) -> Option<&'static Term> {
    let mut first = None;
    for term in TERMS.iter().filter(|term| term.names.iter().any(|name| is_match(name))) {
        if term.is_about(system) {
            return Some(term);
        }
        first = first.or(Some(term));
    }
    first
}

/// Whether two texts differ only in upper and lower case.
fn equal_ignoring_case(a: &str, b: &str) -> bool {
    a == b || a.to_lowercase() == b.to_lowercase()
}

/// Terms that explain a text: the term of the whole text, else those of the longest names in it, in their order in the
/// text. At most three.
pub(crate) fn explain(text: &str, system: Option<System>) -> Vec<&'static Term> {
    let text = text.trim();
    if let Some(term) = find(text, system) {
        return vec![term];
    }
    let mut found = found_names(text);
    // The longest names first: “signed distance” before “distance”.
    found.sort_by_key(|place| std::cmp::Reverse(place.end - place.start));
    let mut kept: Vec<NamePlace> = Vec::new();
    for place in found {
        let is_free = kept.iter().all(|other| place.end <= other.start || other.end <= place.start);
        if is_free && kept.len() < MAX_TERMS {
            kept.push(place);
        }
    }
    kept.sort_by_key(|place| place.start);
    let mut terms: Vec<&'static Term> = Vec::new();
    for place in kept {
        if let Some(term) = find(place.name, system).filter(|term| !terms.contains(term)) {
            terms.push(term);
        }
    }
    terms
}

/// Place of a name in a text.
struct NamePlace {
    /// Offset of the first byte.
    start: usize,
    /// Offset of the byte after the last one.
    end: usize,
    name: &'static str,
}

/// Names of terms that occur in a text as whole words. Single letters must agree in case.
fn found_names(text: &str) -> Vec<NamePlace> {
    let lower = text.to_lowercase();
    // Offsets agree only if the lower case has the same length.
    let is_comparable = lower.len() == text.len();
    let mut found = Vec::new();
    for name in TERMS.iter().flat_map(|term| term.names.iter().copied()) {
        let is_word = name.chars().count() > 2 && is_comparable;
        let lower_name = name.to_lowercase();
        let places = if is_word { lower.match_indices(lower_name.as_str()) } else { text.match_indices(name) };
        for (start, matched) in places {
            let end = start + matched.len();
            if is_whole_word(text, start, end) {
                found.push(NamePlace { start, end, name });
            }
        }
    }
    found
}

/// Whether the bytes from `start` to `end` are not part of a longer word. A plural ending counts as the same word.
fn is_whole_word(text: &str, start: usize, end: usize) -> bool {
    let before = text[..start].chars().next_back();
    let rest = &text[end..];
    let rest = if end - start > 2 { rest.strip_prefix('s').unwrap_or(rest) } else { rest };
    let after = rest.chars().next();
    !before.is_some_and(is_word_character) && !after.is_some_and(is_word_character)
}

/// Whether a character continues a word or a symbol.
fn is_word_character(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '\'' | '₀'..='₉' | '@')
}

#[cfg(test)]
mod tests {
    use super::*;
    use contact_lens_lesson::symbol;

    #[test]
    fn every_term_has_one_or_two_sentences_and_a_scene() {
        for term in all() {
            assert!(term.entry().is_some(), "{}: no scene {}", term.names[0], term.scene);
            let sentences = term.text.matches(['.', '?']).count();
            assert!(term.text.ends_with('.') && sentences <= 4 && term.text.len() < 200, "{}", term.text);
        }
    }

    #[test]
    fn every_symbol_of_the_lessons_is_explained() {
        let missing: Vec<_> = symbol::ALL
            .iter()
            .filter(|symbol| find(symbol.notation, None).or_else(|| find(symbol.caption, None)).is_none())
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    /// Title of the first term that explains a text.
    fn title_of(text: &str) -> Option<&'static str> {
        explain(text, None).first().map(|term| term.names[0])
    }

    #[test]
    fn a_name_is_found_in_a_text_as_a_whole_word() {
        assert_eq!(title_of("Witness points"), Some("witness points"));
        assert_eq!(title_of("the horizon, sorted"), Some("horizon"));
        assert_eq!(title_of("wherever"), None);
        assert_eq!(title_of("w = S(A − B, d)"), Some("support point"));
    }

    #[test]
    fn the_shown_algorithm_decides_between_two_meanings() {
        assert_eq!(find("v", Some(System::Gjk)).map(|term| term.names[0]), Some("|v|"));
        assert_eq!(find("v", Some(System::World)).map(|term| term.scene), Some("world-bounce"));
    }
}
