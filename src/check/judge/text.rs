//! Values of an answer in the words and digits of a message.

use std::fmt::Display;

use contact_lens_model::answer::{ContactFinding, PairFinding, ReferenceFace};
use glam::DVec3;

/// Formats a number with an exponent and its unit, or `none`.
pub(super) fn quantity(number: Option<f64>, unit: &str) -> String {
    number.map_or_else(|| String::from("none"), |number| format!("{number:e} {unit}"))
}

/// States the bracket of an answer and the signed distance that the judge computed, meters.
pub(super) fn bracket(finding: &PairFinding, signed_distance: f64) -> String {
    let PairFinding { status, proof, .. } = finding;
    format!(
        "the answer is `{status}` with the bracket [{:e}, {:e}] m; the signed distance is {signed_distance:e} m",
        proof.lower, proof.upper
    )
}

/// States the bounds of a touching pair that are not within its tolerance.
pub(super) fn touching_bounds(finding: &PairFinding) -> String {
    let proof = &finding.proof;
    format!(
        "`touching` needs both bounds within {:e} m of 0; they are {:e} m and {:e} m",
        proof.tolerance, proof.lower, proof.upper
    )
}

/// Lists the fields of a cast's answer that its status decides.
pub(super) fn cast_fields(finding: &ContactFinding) -> String {
    let ContactFinding { hit, at_start, t_first, lower, upper, t_last, t_max, gap, normal, witness, .. } = finding;
    let [t_first, upper, t_last] = [*t_first, *upper, *t_last].map(|t| quantity(t, "s"));
    format!(
        "hit {}, at the start {at_start}, first contact {t_first}, lower bound {lower:e} s, upper bound {upper}, last \
         contact {t_last}, duration {t_max:e} s, gap {}, normal {}, contact points {}",
        value(*hit),
        quantity(*gap, "m"),
        vector(*normal),
        if witness.is_some() { "given" } else { "none" }
    )
}

/// States the lower bound of first contact of a miss, which is not the end of the motion.
pub(super) fn bound_of_miss(finding: &ContactFinding) -> String {
    let ContactFinding { lower, t_max, .. } = finding;
    format!("the lower bound of a miss must be the end of the motion, {t_max:e} s; it is reported as {lower:e} s")
}

/// Formats a value, or `none`.
pub(super) fn value<T: Display>(value: Option<T>) -> String {
    value.map_or_else(|| String::from("none"), |value| value.to_string())
}

/// Formats the coordinates of a vector, or `none`.
pub(super) fn vector(vector: Option<DVec3>) -> String {
    vector.map_or_else(|| String::from("none"), |v| format!("({}, {}, {})", v.x, v.y, v.z))
}

/// Formats a count with its noun in the singular or plural.
pub(super) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Formats a reference face of a manifold, which may be absent.
pub(super) fn reference(reference: Option<&ReferenceFace>) -> String {
    reference.map_or_else(
        || String::from("no reference face"),
        |ReferenceFace { body, face }| format!("face {face} of `{body}` as the reference face"),
    )
}

/// Joins all entries with commas.
pub(super) fn list<T: Display>(entries: &[T]) -> String {
    if entries.is_empty() {
        return String::from("nothing");
    }
    entries.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

/// Formats the path of a part within its body.
pub(super) fn part(path: &[u32]) -> String {
    if path.is_empty() {
        return String::from("the whole body");
    }
    format!("part {}", path.iter().map(u32::to_string).collect::<Vec<_>>().join("."))
}

/// Formats the paths of both parts of a pair.
pub(super) fn parts(a: &[u32], b: &[u32]) -> String {
    format!("{} of A and {} of B", part(a), part(b))
}

/// Formats the paths of both parts of a pair, where one or both may be absent.
pub(super) fn named_parts(a: Option<&[u32]>, b: Option<&[u32]>) -> String {
    let [a, b] = [a, b].map(|path| path.map_or_else(|| String::from("no part"), part));
    format!("{a} of A and {b} of B")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_spelled_without_the_names_of_types() {
        assert_eq!([quantity(Some(0.25), "m"), quantity(None, "m")], ["2.5e-1 m", "none"]);
        assert_eq!([value(Some(true)), value::<bool>(None)], ["true", "none"]);
        assert_eq!(vector(Some(DVec3::new(1.0, 0.5, -0.25))), "(1, 0.5, -0.25)");
        assert_eq!([counted(1, "vertex", "vertices"), counted(0, "vertex", "vertices")], ["1 vertex", "0 vertices"]);
        assert_eq!([list(&[3, 4]), list::<u32>(&[])], ["3, 4", "nothing"]);
        assert_eq!(parts(&[1, 4], &[]), "part 1.4 of A and the whole body of B");
        assert_eq!(named_parts(None, Some(&[2])), "no part of A and part 2 of B");
    }
}
