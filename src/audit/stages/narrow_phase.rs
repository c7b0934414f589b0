//! Stage **narrow phase**: normals, depths and points of contacts against proven distances.
//!
//! For a unit vector n, the planes across n prove the separation `g(n) = −(S_A(n)·n − S_B(−n)·n)`, which is never more
//! than the distance. So a normal for which g is far below the distance is not the direction of contact, and a point
//! that is deeper than −g(n) along n is not in both bodies. Engines prefer faces to edges, keep points over frames and
//! drop points: the bands are wide, and a value beyond them was a fault in all steps that were seen.

use std::collections::BTreeMap;

use contact_lens_engine::double::collider::Workspace;
use contact_lens_engine::glam::DVec3;

use crate::capture::{Contact, Part as Name};
use crate::geometry::{
    Distance, Distances, distance_from_surface, distance_of_parts, gap_along, half_space_normal, is_convex,
    nearest_part,
};
use crate::law::{Culprit, Law, Stage, StageResult};
use crate::problem::{BodyModel, ContactPoints, Part, Problem, points_of};

/// Numbers that the laws of one contact share.
struct Scale {
    /// Bound of lengths, meters.
    bound: f64,
    /// Smaller radius of the two bodies, meters.
    size: f64,
}

/// Judges the contacts against proven distances.
pub fn judge(problem: &Problem, distances: &Distances) -> StageResult {
    let mut result = StageResult::new(Stage::NarrowPhase, problem.lists_laws);
    if problem.step.contacts.is_none() {
        result.miss("contacts");
        return result;
    }
    let mut workspace = Workspace::default();
    judge_missing(problem, distances, &mut result);
    let mut deepest: BTreeMap<[usize; 2], (f64, Law)> = BTreeMap::new();
    for (c, contact) in problem.contacts().iter().enumerate() {
        let pair = problem.contact_pairs[c];
        let [a, b] = pair.map(|i| &problem.bodies[i]);
        if a.parts.is_empty() || b.parts.is_empty() {
            result.miss("bodies[].shapes");
            continue;
        }
        let scale = scale_of(problem, [a, b]);
        let Some(points) = points_of(contact) else {
            result.miss("contacts[].position");
            continue;
        };
        let parts = parts_of(&mut workspace, [a, b], contact, points);
        judge_points(&mut workspace, parts, c, points, (problem, &scale), &mut result);
        let whole = a.parts.len() == 1 && b.parts.len() == 1;
        let known = distances.of(pair).filter(|_| whole);
        let Some(distance) = known.or_else(|| distance_of_parts(&mut workspace, parts[0], parts[1])) else { continue };
        if is_convex(parts[0]) && is_convex(parts[1]) {
            judge_normal(problem, parts, c, distance, &scale, &mut result);
        }
        note_deepest(problem, c, (contact.gap, distances.of(pair)), &scale, &mut deepest);
    }
    deepest.into_values().for_each(|(_, law)| result.push(law));
    result
}

/// Bound and size of the lengths of a pair.
fn scale_of(problem: &Problem, [a, b]: [&BodyModel; 2]) -> Scale {
    let tolerance = problem.step.model.narrow_tolerance.unwrap_or(0.0);
    Scale { bound: problem.bound(64.0, a.extent + b.extent) + tolerance, size: a.radius.min(b.radius) }
}

/// Shapes of a contact: those that it names, otherwise those whose surfaces are nearest to its points.
fn parts_of<'a>(
    workspace: &mut Workspace,
    bodies: [&'a BodyModel; 2],
    contact: &Contact,
    points: ContactPoints,
) -> [&'a Part; 2] {
    let named = [&contact.shape_a, &contact.shape_b];
    let positions = [points.on_a, points.on_b];
    [0, 1].map(|side| {
        let parts = &bodies[side].parts;
        let by_name = named[side].as_ref().and_then(|name| match name {
            Name::Number(number) => parts.get(*number),
            Name::Name(name) => parts.iter().find(|part| part.name.as_ref() == Some(name)),
        });
        by_name.unwrap_or_else(|| &parts[nearest_part(workspace, parts, positions[side]).unwrap_or(0)])
    })
}

/// Law of pairs that overlap but have no contact.
fn judge_missing(problem: &Problem, distances: &Distances, result: &mut StageResult) {
    let count = problem.contacts().len();
    for (pair, distance) in &distances.pairs {
        let listed = problem.pairs.candidates.as_ref().is_none_or(|pairs| pairs.contains(pair));
        if !listed || problem.pairs.filtered.contains(pair) || !problem.pairs.must_collide(problem.step, *pair) {
            continue;
        }
        let [a, b] = pair.map(|i| &problem.bodies[i]);
        let value = if problem.pairs.has_contact(*pair) { 0.0 } else { (-distance.upper).max(0.0) };
        let bound = problem.bound(64.0, a.extent + b.extent);
        let mut law = Law::new("overlapping pair has a contact", value, bound, "m", Culprit::pair(*pair));
        if value > bound {
            law.because = match problem.step.model.max_contacts {
                Some(limit) if count >= limit => Some(format!("the list of contacts is full at {limit}")),
                Some(_) | None if problem.pairs.candidates.is_none() => {
                    Some("the broad or the narrow phase lost the pair".to_owned())
                }
                Some(_) | None => None,
            };
        }
        result.push(law);
    }
}

/// Laws of the normal of one contact of two convex shapes.
fn judge_normal(
    problem: &Problem,
    parts: [&Part; 2],
    c: usize,
    distance: Distance,
    scale: &Scale,
    result: &mut StageResult,
) {
    let contact = &problem.contacts()[c];
    let culprit = Culprit::contact(c, problem.contact_pairs[c]);
    let normal = DVec3::from(contact.normal).normalize();
    let [a, b] = parts;
    let plane = half_space_normal(a).or_else(|| half_space_normal(b).map(|normal| -normal));
    let Some(along) = gap_along(a, b, normal, distance) else { return };
    match plane {
        Some(plane) => {
            let law = Law::new(
                "normal is the half-space's",
                (normal - plane).length(),
                problem.bound(64.0, 1.0),
                "1",
                culprit,
            );
            result.push(reversed_if((normal + plane).length() <= 0.02, law.with_band(0.02)));
        }
        None => {
            let value = (distance.upper - along).max(0.0);
            let band = 0.02 * scale.size + 0.1 * distance.upper.abs();
            let law = Law::new("normal attains the distance", value, scale.bound, "m", culprit).with_band(band);
            let reversed = gap_along(a, b, -normal, distance).is_some_and(|gap| distance.upper - gap <= band);
            result.push(reversed_if(reversed, law));
        }
    }
    let value = (along - contact.gap).max(0.0);
    let mut law =
        Law::new("no point is deeper than the overlap", value, scale.bound, "m", culprit).with_band(1e-3 * scale.size);
    if value > law.band && (along - 0.5 * contact.gap).abs() <= law.band {
        law.because = Some("the depth is counted twice".to_owned());
    }
    result.push(law);
}

/// Adds the cause that the normal is reversed to a law that does not hold.
fn reversed_if(reversed: bool, mut law: Law) -> Law {
    if reversed && law.value > law.band {
        law.because = Some("the normal is reversed".to_owned());
    }
    law
}

/// Laws of the points of one contact.
fn judge_points(
    workspace: &mut Workspace,
    parts: [&Part; 2],
    c: usize,
    points: ContactPoints,
    (problem, scale): (&Problem, &Scale),
    result: &mut StageResult,
) {
    let contact = &problem.contacts()[c];
    let culprit = Culprit::contact(c, problem.contact_pairs[c]);
    let on_a = distance_from_surface(workspace, parts[0], points.on_a);
    let on_b = distance_from_surface(workspace, parts[1], points.on_b);
    if let (Some(on_a), Some(on_b)) = (on_a, on_b) {
        let size = points.on_a.abs().element_sum();
        let bound = scale.bound + problem.bound(64.0, size);
        let law = Law::new("point is on both surfaces", on_a.max(on_b), bound, "m", culprit);
        result.push(law.with_band(0.05 * scale.size));
    }
    if points.exact {
        let normal = DVec3::from(contact.normal);
        let along = (points.on_b - points.on_a).dot(normal) - contact.gap;
        let size = points.on_a.abs().element_sum() + points.on_b.abs().element_sum() + contact.gap.abs();
        let bound = problem.bound(64.0, size);
        result.push(Law::new("points differ by the gap along the normal", along.abs(), bound, "m", culprit));
    }
}

/// Keeps the deepest point of each pair, whose gap is compared with the proven distance.
fn note_deepest(
    problem: &Problem,
    c: usize,
    (gap, distance): (f64, Option<Distance>),
    scale: &Scale,
    deepest: &mut BTreeMap<[usize; 2], (f64, Law)>,
) {
    let Some(distance) = distance else { return };
    let pair = problem.contact_pairs[c];
    let value = (gap - distance.upper).max(0.0);
    let law = Law::new("deepest point is as deep as proven", value, scale.bound, "m", Culprit::contact(c, pair));
    let law = law.with_band(0.05 * scale.size);
    match deepest.get(&crate::problem::sorted(pair)) {
        Some((known, _)) if *known <= gap => {}
        Some(_) | None => drop(deepest.insert(crate::problem::sorted(pair), (gap, law))),
    }
}
