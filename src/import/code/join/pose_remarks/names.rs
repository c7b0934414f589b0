//! Names of the bodies of a program in its comments: `ball` for the body `ball`, "the sphere" for the only sphere.

use std::collections::{BTreeMap, BTreeSet};

use super::nouns::nouns_of;
use crate::code::join::found_bodies::FoundBody;

/// Names of the bodies of a text, in lower case.
pub(super) struct Names {
    /// Indices of the bodies by their names and by the nouns of their kinds; `None` for a name of several bodies.
    by_word: BTreeMap<String, Option<usize>>,
    /// Indices of the bodies by their names alone.
    by_name: BTreeMap<String, Option<usize>>,
    /// Number of the bodies with names.
    pub(super) count: usize,
}

impl Names {
    /// Collects the names of the bodies.
    pub(super) fn of(found: &[FoundBody]) -> Self {
        let mut by_word: BTreeMap<String, Option<usize>> = BTreeMap::new();
        for (k, body) in found.iter().enumerate() {
            let [(built, _)] = &body.parts[..] else { continue };
            for noun in nouns_of(&built.shape) {
                let entry = by_word.entry((*noun).to_owned());
                entry.and_modify(|known| *known = known.filter(|index| *index == k)).or_insert(Some(k));
            }
        }
        let mut by_name: BTreeMap<String, Option<usize>> = BTreeMap::new();
        for (k, body) in found.iter().enumerate().filter(|(_, body)| !body.name.is_empty()) {
            let name = body.name.to_lowercase();
            by_name.entry(name).and_modify(|known| *known = None).or_insert(Some(k));
        }
        by_word.extend(by_name.clone());
        Self { by_word, by_name, count: found.len() }
    }

    /// Returns the index of the only body that the code in a line names; `None` if it names no or several bodies.
    pub(super) fn in_code(&self, code: &str) -> Option<usize> {
        let named: BTreeSet<usize> = words_of(code).filter_map(|word| *self.by_name.get(word)?).collect();
        named.first().copied().filter(|_| named.len() == 1)
    }

    /// Returns the bodies that a word names, also with the noun of a shape at its end: `boxCollider`.
    pub(super) fn get(&self, word: &str) -> NamedBodies {
        match self.find(word) {
            Some(Some(index)) => NamedBodies::Body(*index),
            Some(None) => NamedBodies::Several,
            None => NamedBodies::Nothing,
        }
    }

    /// Returns the entry of a word in [`Names::by_word`].
    fn find(&self, word: &str) -> Option<&Option<usize>> {
        let plain = ["shape", "body", "collider"].iter().find_map(|end| word.strip_suffix(end));
        let plain = plain.map(|word| word.trim_end_matches('_')).filter(|word| !word.is_empty());
        self.by_word.get(word).or_else(|| self.by_word.get(plain?))
    }
}

/// Bodies that a word names.
pub(super) enum NamedBodies {
    /// Only the body with this index.
    Body(usize),
    Several,
    Nothing,
}

/// Returns the names and numbers in a text.
pub(super) fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}
