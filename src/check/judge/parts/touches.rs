//! Judge of contact manifolds of bodies made of convex parts: verifies the manifold of each reported pair of parts as
//! that of two convex bodies, and checks by the judge's own distances that every other pair is farther apart than the
//! margin.

use contact_lens_model::answer::ManifoldsFinding;
use contact_lens_scene::model::Ask;

use super::{Judge, Parts, box_distance, broken_parts, index_of};
use crate::Bodies;
use crate::judge::widest_gap::SAFETY_FACTOR;
use crate::judge::{Violation, manifold, text};
use crate::reference_geometry::{Placed, distance_between};

/// Returns the claims of `finding` about two bodies that do not hold. A claim that makes the others meaningless, such
/// as a wrong name or a pair without points, is returned alone.
pub fn verify(
    subjects: &Bodies<'_>,
    a: &Placed<'_>,
    b: &Placed<'_>,
    finding: &ManifoldsFinding,
    eps: f64,
) -> Vec<Violation> {
    let Ask::Manifold { options, .. } = &subjects.query.ask else { return Vec::new() };
    let of_a = Parts::of(a);
    let of_b = Parts::of(b);
    let judge = match Judge::new([a, b], [&of_a, &of_b], finding.pairs, eps) {
        Ok(judge) => judge,
        Err(violations) => return violations,
    };
    let mut violations = Vec::new();
    let mut reported = Vec::new();
    for contact in &finding.parts {
        let named = text::parts(&contact.part_a, &contact.part_b);
        let indices = [index_of(&of_a, Some(&contact.part_a)), index_of(&of_b, Some(&contact.part_b))];
        let [Some(i), Some(j)] = indices else {
            return broken_parts(format!("the answer names {named}; there is no such pair of parts"));
        };
        if reported.contains(&[i, j]) {
            return broken_parts(format!("the answer has two contacts between {named}"));
        }
        if contact.manifold.points.is_empty() {
            return broken_parts(format!("the contact between {named} has no points"));
        }
        if judge.is_skipped([i, j]) == Some(true) {
            return broken_parts(format!(
                "the contact between {named} is with the back of a one-sided triangle; such contacts must be skipped"
            ));
        }
        reported.push([i, j]);
        let [part_a, part_b] = [of_a.parts[i].placed(a.margin), of_b.parts[j].placed(b.margin)];
        violations.extend(manifold::verify_placed(subjects, [&part_a, &part_b], &contact.manifold, eps));
    }
    violations.extend(unreported_pair(&judge, &reported, options.margin()).into_iter().flat_map(broken_parts));
    violations
}

/// Returns a message about a pair of parts that is within `margin` (meters), but not in `reported`. Without a margin,
/// only a pair that overlaps by more than rounding error counts.
fn unreported_pair(judge: &Judge<'_>, reported: &[[usize; 2]], margin: f64) -> Option<String> {
    for (i, a) in judge.a.parts.iter().enumerate() {
        for (j, b) in judge.b.parts.iter().enumerate() {
            let is_near = box_distance(a, b) <= margin - SAFETY_FACTOR * judge.rounding;
            if !is_near || reported.contains(&[i, j]) || judge.is_skipped([i, j]) != Some(false) {
                continue;
            }
            let [lower, upper] = distance_between(&a.placed(judge.a.margin), &b.placed(judge.b.margin), judge.rounding);
            if upper < margin - SAFETY_FACTOR * judge.rounding {
                let named = text::parts(&a.path, &b.path);
                return Some(format!(
                    "{named} are at most {upper:e} m apart, within the margin of {margin:e} m, but the answer has no \
                     contact between them"
                ));
            }
            // Without a margin, only an overlapping pair has to be reported.
            if margin == 0.0 && lower <= judge.rounding && super::overlaps(judge, [i, j]) {
                let named = text::parts(&a.path, &b.path);
                return Some(format!("{named} overlap, but the answer has no contact between them"));
            }
        }
    }
    None
}
