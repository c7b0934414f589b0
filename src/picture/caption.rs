//! The sentence of a figure, with the names of bodies in their inks.

use super::Role;

/// A line cut at the names of bodies, which stand there as whole words: each part with the role whose name it is. Of a role
/// with several names the first is that of a body.
pub(super) fn inked<'a>(line: &'a str, names: &[(Role, String)]) -> Vec<(&'a str, Option<Role>)> {
    let first = |wanted: Role| names.iter().find(|(role, name)| *role == wanted && !name.is_empty());
    let bodies: Vec<_> = [Role::ShapeA, Role::ShapeB].into_iter().filter_map(first).collect();
    let word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let next = |from: usize| {
        let found = bodies.iter().flat_map(|(role, name)| {
            let all = line[from..].match_indices(name.as_str()).map(move |(at, _)| (from + at, name.len(), *role));
            all.filter(|(at, long, _)| {
                !word(line[..*at].chars().next_back()) && !word(line[at + long..].chars().next())
            })
        });
        // Of names that begin alike the longest.
        found.min_by_key(|(at, long, _)| (*at, usize::MAX - long))
    };
    let (mut parts, mut from) = (Vec::new(), 0);
    while let Some((at, long, role)) = next(from) {
        parts.extend((at > from).then_some((&line[from..at], None)));
        parts.push((&line[at..at + long], Some(role)));
        from = at + long;
    }
    parts.extend((from < line.len()).then_some((&line[from..], None)));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_bodies_are_found_as_whole_words() {
        let names = [(Role::ShapeA, "box"), (Role::ShapeB, "box 2"), (Role::Origin, "and"), (Role::ShapeA, "no")];
        let names: Vec<_> = names.into_iter().map(|(role, name)| (role, name.to_owned())).collect();
        let parts = inked("box and box 2 are no boxes; abox", &names);
        let bodies: Vec<_> = parts.iter().filter_map(|(part, role)| Some((*part, (*role)?))).collect();
        assert_eq!(bodies, [("box", Role::ShapeA), ("box 2", Role::ShapeB)]);
        assert_eq!(parts.iter().map(|(part, _)| *part).collect::<String>(), "box and box 2 are no boxes; abox");
        assert_eq!(inked("é", &names), [("é", None)]);
    }
}
