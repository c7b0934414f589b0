//! Position in brackets before a constructor: "a body at [0, 1] with `new Circle(0.2)`", "the body at Vec2(0, 1) has
//! two fixtures: `new Box(1, 2)`".

use super::words::{Meaning, meaning};

/// Words between a pose and the constructor after it, in lower case.
const LINKS: [&str; 4] = ["with", "using", "has", "is"];

/// Articles and nouns between these words and the constructor, in lower case.
const NOUNS: [&str; 10] = ["a", "an", "the", "new", "fixture", "fixtures", "shape", "shapes", "collider", "colliders"];

/// Counts of the shapes of a body, in lower case.
pub(super) const COUNTS: [&str; 7] = ["two", "three", "four", "2", "3", "4", "several"];

/// Position before a constructor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Preceding {
    /// Offset of its bracket in the text before the constructor, bytes.
    pub(super) start: usize,
    /// Whether the words state that the body has several shapes.
    pub(super) has_several: bool,
}

/// Returns the position in brackets that ends the words before a constructor.
pub(super) fn find(text: &str) -> Option<Preceding> {
    let mut rest = text;
    let mut has_link = false;
    let mut has_several = false;
    loop {
        rest = rest.trim_end_matches([' ', '`', '\'', '"', '*', ':']);
        let word = rest.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        if word.is_empty() {
            break;
        }
        let lower = word.to_lowercase();
        let is_link = LINKS.contains(&lower.as_str());
        let is_count = COUNTS.contains(&lower.as_str());
        if !is_link && !is_count && !NOUNS.contains(&lower.as_str()) {
            return None;
        }
        has_link |= is_link;
        has_several |= is_count;
        rest = &rest[..rest.len() - word.len()];
    }
    if !has_link || !rest.ends_with([')', ']']) {
        return None;
    }
    let start = rest.rfind(['(', '['])?;
    let head = rest[..start].trim_end_matches(|c: char| c.is_alphanumeric() || c == '_').trim_end();
    let word = head.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let is_place = meaning(&word.to_lowercase()) == Some(Meaning::Place);
    is_place.then_some(Preceding { start, has_several })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_before_a_constructor_is_found() {
        assert!(find("a body at [0, 1] with `new ").is_some());
        assert!(find("the force at (0, 1). `new ").is_none());
        assert!(find("two balls at (0, 1), one ").is_none());
        assert!(find("my body at Vec2(0, 1) has two fixtures: `new ").is_some_and(|found| found.has_several));
    }
}
