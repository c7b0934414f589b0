//! Body names in the caption of a figure, which are set in the inks of their bodies.

use crate::picture::Role;

/// Splits a line at the names of the two bodies, where they occur as whole words; each part carries the role that it
/// names. The first of several names of a role is the body's.
pub(in crate::picture) fn split_at_names<'a>(line: &'a str, names: &[(Role, String)]) -> Vec<(&'a str, Option<Role>)> {
    let bodies: Vec<&(Role, String)> = [Role::ShapeA, Role::ShapeB]
        .into_iter()
        .filter_map(|body| names.iter().find(|(role, name)| *role == body && !name.is_empty()))
        .collect();
    let mut parts = Vec::new();
    let mut from = 0;
    while let Some(Name { at, len, role }) = next_name(line, from, &bodies) {
        parts.extend((at > from).then_some((&line[from..at], None)));
        parts.push((&line[at..at + len], Some(role)));
        from = at + len;
    }
    parts.extend((from < line.len()).then_some((&line[from..], None)));
    parts
}

/// Words after which a body's name (such as `lower`, `first` or `point`) is an ordinary word, since names have no
/// article. [`AFTER_ADJECTIVES`] lists words before which the same holds.
const BEFORE_NOUNS: [&str; 39] = [
    "a", "an", "the", "this", "that", "no", "each", "every", "any", "one", "two", "new", "its", "their", "at", "are",
    "is", "lies", "lie", "flat", "first", "second", "last", "next", "best", "nearest", "closest", "deepest",
    "farthest", "support", "shared", "contact", "corner", "same", "whole", "other", "only", "upper", "lower",
];
const AFTER_ADJECTIVES: [&str; 19] = [
    "be",
    "go",
    "tell",
    "end",
    "bound",
    "bounds",
    "line",
    "lines",
    "point",
    "points",
    "side",
    "step",
    "axis",
    "face",
    "faces",
    "edge",
    "edges",
    "corner",
    "direction",
];

/// Whether the word between `before` and `after` is an ordinary word rather than a body's name.
fn is_common_noun(before: &str, after: &str, is_body: impl Fn(&str) -> bool) -> bool {
    let mut words = before.strip_suffix(' ').unwrap_or_default().rsplit(' ');
    let last = words.next().filter(|word| !word.is_empty() && word.chars().all(char::is_alphabetic));
    // Two words after an article, as in "a convex body", belong to an ordinary noun.
    let article = words.next().filter(|word| ["a", "an"].contains(word) && !is_body(word));
    if let (Some(last), Some(_)) = (last, article)
        && !["of", "and", "or"].contains(&last)
    {
        return true;
    }
    let next = after.strip_prefix(' ').and_then(|after| after.split([' ', '.', ',', ':', ';']).next());
    last.is_some_and(|word| BEFORE_NOUNS.contains(&&*word.to_lowercase()))
        || next.is_some_and(|word| AFTER_ADJECTIVES.contains(&word))
}

/// A body's name in a line.
struct Name {
    /// Index of its first byte.
    at: usize,
    /// Length of the name, bytes.
    len: usize,
    role: Role,
}

/// First name of a body in `line` at or after byte `from`; the longest of those that begin there.
fn next_name(line: &str, from: usize, bodies: &[&(Role, String)]) -> Option<Name> {
    let found = bodies.iter().flat_map(|(role, name)| {
        line[from..].match_indices(name.as_str()).map(move |(at, _)| Name {
            at: from + at,
            len: name.len(),
            role: *role,
        })
    });
    found.filter(|name| is_name(line, name, bodies)).min_by_key(|name| (name.at, usize::MAX - name.len))
}

/// Whether `name` is a whole word of `line`, and not an ordinary one.
fn is_name(line: &str, name: &Name, bodies: &[&(Role, String)]) -> bool {
    let before = &line[..name.at];
    let after = &line[name.at + name.len..];
    !before.ends_with(is_word_letter)
        && !after.starts_with(is_word_letter)
        && !is_common_noun(before, after, |word| bodies.iter().any(|(_, name)| name == word))
}

/// Whether a character may be part of a name.
fn is_word_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_words_are_no_names() {
        let names = [(Role::ShapeA, String::from("lower")), (Role::ShapeB, String::from("point"))];
        let inked = |line: &'static str| -> Vec<&str> {
            split_at_names(line, &names).into_iter().filter_map(|(part, role)| role.map(|_| part)).collect()
        };
        assert_eq!(inked("Upper and lower bound have met. lower and point touch."), ["lower", "point"]);
        assert_eq!(inked("The new point is no better: all of lower is there"), ["lower"]);
        assert_eq!(inked("Only one face of point can be seen from lower"), ["point", "lower"]);
        let pair = [(Role::ShapeA, String::from("pair")), (Role::ShapeB, String::from("ball"))];
        let parts = super::split_at_names("The query for a convex pair is asked: pair and ball are apart.", &pair);
        assert_eq!(parts.iter().filter(|(_, role)| *role == Some(Role::ShapeA)).count(), 1, "an adjective has a noun");
        let can = [(Role::ShapeA, String::from("can")), (Role::ShapeB, String::from("box"))];
        let parts = super::split_at_names("Of box one face can be seen, and can lies behind.", &can);
        assert_eq!(parts.iter().filter(|(_, role)| *role == Some(Role::ShapeA)).count(), 1, "a verb is no name");
    }

    #[test]
    fn names_of_bodies_are_found_as_whole_words() {
        let names = [(Role::ShapeA, "box"), (Role::ShapeB, "box 2"), (Role::Origin, "and"), (Role::ShapeA, "no")];
        let names: Vec<_> = names.into_iter().map(|(role, name)| (role, name.to_owned())).collect();
        let parts = split_at_names("box and box 2 are no boxes; abox", &names);
        let bodies: Vec<_> = parts.iter().filter_map(|(part, role)| Some((*part, (*role)?))).collect();
        assert_eq!(bodies, [("box", Role::ShapeA), ("box 2", Role::ShapeB)]);
        assert_eq!(parts.iter().map(|(part, _)| *part).collect::<String>(), "box and box 2 are no boxes; abox");
        assert_eq!(split_at_names("é", &names), [("é", None)]);
    }
}
