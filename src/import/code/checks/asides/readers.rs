//! Tests by the name of a function whether it only reads its arguments: queries about points and directions
//! (`support`), tests (`assert_allclose`), prints (`println`).
//!
//! **Rule.** A name is one of a reader if it consists of known words only, which are those of [`READING_WORDS`] and
//! [`FURTHER_WORDS`], and has a word of [`READING_WORDS`] or a pair of [`READING_PAIRS`]. `supportBody` and `catalog`
//! are not such names, because "body" and "cata" are not known.

/// Words that state alone that a function only reads.
const READING_WORDS: [&str; 16] = [
    "argmax",
    "argmin",
    "assert",
    "expect",
    "print",
    "println",
    "printf",
    "log",
    "support",
    "supporting",
    "raycast",
    "occupancy",
    "allclose",
    "isclose",
    "approx",
    "require",
];

/// Pairs of neighboring words that state that a function only reads.
const READING_PAIRS: [(&str, &str); 13] = [
    ("ray", "cast"),
    ("cast", "ray"),
    ("signed", "distance"),
    ("compute", "distance"),
    ("contains", "point"),
    ("query", "point"),
    ("point", "query"),
    ("project", "point"),
    ("closest", "point"),
    ("closest", "points"),
    ("nearest", "point"),
    ("nearest", "points"),
    ("contains", "points"),
];

/// Further words in the names of functions that only read.
const FURTHER_WORDS: [&str; 84] = [
    "abs",
    "alloc",
    "all",
    "almost",
    "along",
    "and",
    "any",
    "array",
    "between",
    "bool",
    "cast",
    "check",
    "close",
    "closest",
    "compare",
    "compute",
    "contains",
    "cso",
    "debug",
    "difference",
    "dir",
    "direction",
    "dist",
    "distance",
    "double",
    "eq",
    "equal",
    "equals",
    "eval",
    "evaluate",
    "extreme",
    "false",
    "farthest",
    "feature",
    "find",
    "float",
    "fn",
    "from",
    "func",
    "function",
    "ge",
    "get",
    "gjk",
    "greater",
    "gt",
    "hit",
    "hits",
    "hull",
    "idx",
    "in",
    "index",
    "info",
    "inside",
    "is",
    "le",
    "less",
    "line",
    "local",
    "lt",
    "map",
    "mapping",
    "max",
    "minkowski",
    "near",
    "nearest",
    "non",
    "not",
    "of",
    "on",
    "point",
    "points",
    "project",
    "query",
    "ray",
    "signed",
    "single",
    "squared",
    "that",
    "to",
    "true",
    "value",
    "vertex",
    "with",
    "world",
];

/// Splits a name at underscores, and before capitals after other letters; the parts are in lower case. `castRay` gives
/// `cast` and `ray`, but `raycast` is one part.
fn parts(name: &str) -> Vec<String> {
    let mut parts: Vec<String> = vec![String::new()];
    let mut was_small = false;
    for c in name.chars() {
        let begins = c == '_' || c.is_uppercase() && was_small;
        if begins && parts.last().is_some_and(|part| !part.is_empty()) {
            parts.push(String::new());
        }
        was_small = c.is_lowercase() || c.is_ascii_digit();
        if let Some(part) = parts.last_mut().filter(|_| c != '_') {
            part.extend(c.to_lowercase());
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Splits a part of a name without separators, such as `signeddistance`, into known words; `None` if it has others. The
/// longest word at the beginning is tried first.
fn known_words(part: &str) -> Option<Vec<&'static str>> {
    if part.is_empty() {
        return Some(Vec::new());
    }
    let mut starts: Vec<&'static str> =
        READING_WORDS.iter().chain(&FURTHER_WORDS).copied().filter(|word| part.starts_with(word)).collect();
    starts.sort_by_key(|word| std::cmp::Reverse(word.len()));
    starts.into_iter().find_map(|word| {
        let mut rest = known_words(&part[word.len()..])?;
        rest.insert(0, word);
        Some(rest)
    })
}

/// Maximum length of a name that is split into words, bytes; the split of a long one takes too many attempts.
const MAX_NAME_BYTES: usize = 60;

/// Whether a function with this name only reads its arguments.
pub(super) fn reads(name: &str) -> bool {
    if name.len() > MAX_NAME_BYTES {
        return false;
    }
    let mut words: Vec<&'static str> = Vec::new();
    for part in parts(name) {
        // Letters and numbers that distinguish variants: `support_a`, `log2`.
        let stem = part.trim_end_matches(|c: char| c.is_ascii_digit());
        if stem.len() <= 1 {
            continue;
        }
        let Some(found) = known_words(stem) else { return false };
        words.extend(found);
    }
    let has_pair = words.windows(2).any(|two| READING_PAIRS.contains(&(two[0], two[1])));
    has_pair || words.iter().any(|word| READING_WORDS.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_readers_consist_of_known_words() {
        for name in [
            "print",
            "println",
            "log",
            "support",
            "getSupport",
            "gjk_support",
            "support_point",
            "supportFunction",
            "localGetSupportingVertex",
            "assert_eq",
            "assertEquals",
            "assert_allclose",
            "EXPECT_NEAR",
            "expect",
            "approx",
            "castRay",
            "raycast",
            "b2World_CastRayClosest",
            "project_point",
            "closest_point",
            "contains_point",
            "signed_distance",
            "computeDistance",
            "REQUIRE",
            "isclose",
            "support_a",
        ] {
            assert!(reads(name), "{name}");
        }
        for name in [
            "catalog",
            "dialog",
            "logistics",
            "analog",
            "blog",
            "supportBody",
            "support_beam",
            "supportbody",
            "print_part",
            "printBox",
            "expect_body",
            "require_box",
            "approximate_hull",
            "occupancy_box",
            "place",
            "add",
            "blueprint",
            "technology",
            "logo",
            "assertBodyAt",
        ] {
            assert!(!reads(name), "{name}");
        }
    }
}
