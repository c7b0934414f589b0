//! Judge of answers about a half-space and a body of parts. The body's farthest point against the normal belongs to its
//! lowest part, so distance and first contact are checked against the whole body. Contacts are checked against each
//! part, and every part without contacts has to stay above the margin.
//!
//! **Limits.** Where one-sided triangles are skipped, distance and first contact are not checked, and one-sided
//! triangles may lack contacts. Named parts of distance and first contact are not checked.

use contact_lens_model::answer::{Finding, ManifoldsFinding, PartsContact, PartsFinding};
use contact_lens_scene::model::Ask;

use super::failed_claim::{FirstFailure, as_violations};
use super::half_space::{Judge, ManifoldLimits};
use super::parts::{Parts, index_of};
use super::{Claim, Violation, rotating_cast, text};
use crate::Bodies;
use crate::reference_geometry::Placed;

/// Returns the first claim that does not hold in an answer about a half-space and a body of parts, or an empty list;
/// `None` for other answers.
pub fn verify(subjects: &Bodies<'_>, placed: &[Placed<'_>], finding: &Finding, eps: f64) -> Option<Vec<Violation>> {
    let [a, b] = placed else { return None };
    if a.shape.is_half_space() == b.shape.is_half_space() {
        return None;
    }
    let query = subjects.query;
    let failure = match (finding, &query.ask) {
        (Finding::Parts(finding), _) => match comparable_pair(finding) {
            Some(pair) => Judge::new(a, b, eps)?.check_distance(pair),
            None => None,
        },
        (Finding::PartsInFlight(finding), Ask::Cast { options, .. }) => match comparable_pair(finding) {
            Some(pair) => {
                if let Some(violations) = rotating_cast::verify(a, b, pair, query, eps) {
                    return Some(violations);
                }
                Judge::new(a, b, eps)?.check_cast(pair, options.t_max())
            }
            None => None,
        },
        (Finding::PartsInContact(finding), Ask::Manifold { options, .. }) => {
            check_contacts(subjects, [a, b], finding, ManifoldLimits::of(options, subjects.in_plane()), eps)
        }
        _ => return None,
    };
    Some(as_violations(failure))
}

/// Returns the answer about the deciding pair of parts, to be compared with the whole body. `None` when no pair
/// decides, or when one-sided triangles were skipped: a triangle approached from behind may be lower than the deciding
/// part.
fn comparable_pair<T>(finding: &PartsFinding<T>) -> Option<&T> {
    if finding.left_out == 0 { finding.pair.as_ref() } else { None }
}

/// Returns the index of the part that a contact names; `None` when the contact names a part of the half-space.
fn part_index(contact: &PartsContact, plane_is_a: bool, parts: &Parts) -> Option<usize> {
    let (plane, body) =
        if plane_is_a { (&contact.part_a, &contact.part_b) } else { (&contact.part_b, &contact.part_a) };
    if plane.is_empty() { index_of(parts, Some(body)) } else { None }
}

/// Checks the contacts of each part, and that no part nearer to the half-space than the margin lacks them.
fn check_contacts(
    subjects: &Bodies<'_>,
    [a, b]: [&Placed<'_>; 2],
    finding: &ManifoldsFinding,
    limits: ManifoldLimits,
    eps: f64,
) -> FirstFailure {
    let plane_is_a = a.shape.is_half_space();
    let (plane, body) = if plane_is_a { (a, b) } else { (b, a) };
    let parts = Parts::of(body);
    let names = subjects.names().collect::<Vec<_>>();
    if finding.pairs != parts.parts.len() as u64 {
        return Some((
            Claim::Form,
            format!("the number of parts is reported as {}; the body has {}", finding.pairs, parts.parts.len()),
        ));
    }
    let mut reported = Vec::new();
    for contact in &finding.parts {
        let named = text::parts(&contact.part_a, &contact.part_b);
        let Some(i) = part_index(contact, plane_is_a, &parts) else {
            return Some((Claim::Form, format!("the answer names {named}; there is no such pair of parts")));
        };
        if reported.contains(&i) {
            return Some((Claim::Form, format!("the answer has two contacts between {named}")));
        }
        if contact.manifold.points.is_empty() {
            return Some((Claim::Form, format!("the contact between {named} has no points")));
        }
        reported.push(i);
        let part = parts.parts[i].placed(body.margin);
        let failure =
            with_judge(plane, &part, plane_is_a, eps, |judge| judge.check_manifold(&contact.manifold, limits, &names));
        if failure.is_some() {
            return failure;
        }
    }
    (0..parts.parts.len()).find_map(|i| {
        let part = &parts.parts[i];
        // Triangles that face away from the half-space are skipped; which of the one-sided ones, the answer does not
        // say.
        let may_lack_contacts = part.front.is_some() && finding.left_out > 0;
        if reported.contains(&i) || may_lack_contacts {
            return None;
        }
        with_judge(plane, &part.placed(body.margin), plane_is_a, eps, |judge| {
            judge.is_nearer_than(limits.margin).then(|| {
                let part = text::part(&part.path);
                (Claim::Lower, format!("{part} is within the margin of {:e} m, but has no contact", limits.margin))
            })
        })
    })
}

/// Runs a check of the half-space judge on the half-space and one part. `plane_is_a` says whether the half-space is A.
fn with_judge<T>(
    plane: &Placed<'_>,
    part: &Placed<'_>,
    plane_is_a: bool,
    eps: f64,
    check: impl FnOnce(&Judge<'_>) -> Option<T>,
) -> Option<T> {
    let (a, b) = if plane_is_a { (plane, part) } else { (part, plane) };
    check(&Judge::new(a, b, eps)?)
}
