//! Proven distances of bodies, supports along a normal, and surfaces: what the geometric stages compare with.

use std::cmp::Ordering::Equal;
use std::collections::BTreeMap;

use contact_lens_engine::double::ColliderKind;
use contact_lens_engine::double::collider::Workspace;
use contact_lens_engine::glam::DVec3;

use crate::problem::{Part, Problem};

/// Distance up to which pairs are listed in the report, meters beyond the margin.
const LISTED: f64 = 1.0;
/// Number of pairs above which only pairs with touching boxes are measured.
const MAX_LISTED: usize = 4000;

/// Proven signed distance of two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// Lower bound of the distance, meters.
    pub lower: f64,
    /// Upper bound of the distance, meters.
    pub upper: f64,
}

/// Proven distances of all pairs that are near each other, lower index first.
#[derive(Debug, Default)]
pub struct Distances {
    /// Distance per pair; pairs without an answer are absent.
    pub pairs: BTreeMap<[usize; 2], Distance>,
}

/// Box of a body; coordinates may be infinite.
#[derive(Clone, Copy, Debug)]
struct Box3 {
    /// Corner with the least coordinates.
    low: DVec3,
    /// Corner with the greatest coordinates.
    high: DVec3,
}

impl Box3 {
    /// Whether two boxes are at most `margin` apart along every axis.
    fn is_near(&self, other: &Self, margin: f64) -> bool {
        (self.low - other.high).max_element() <= margin && (other.low - self.high).max_element() <= margin
    }
}

/// Boxes of a body's parts, joined; `None` without shapes or pose.
fn box_of(parts: &[Part]) -> Option<Box3> {
    let mut joined: Option<Box3> = None;
    for part in parts {
        let bounds = part.collider.aabb(part.world.as_ref()?).ok()?;
        let own = Box3 { low: DVec3::from(bounds.low), high: DVec3::from(bounds.high) };
        joined = Some(match joined {
            Some(all) => Box3 { low: all.low.min(own.low), high: all.high.max(own.high) },
            None => own,
        });
    }
    joined
}

impl Distances {
    /// Measures all pairs with a dynamic body and with boxes near each other.
    pub fn new(problem: &Problem) -> Self {
        let boxes: Vec<Option<Box3>> = problem.bodies.iter().map(|body| box_of(&body.parts)).collect();
        let margin = problem.step.model.margin.unwrap_or(0.0).max(0.0) + LISTED;
        let mut candidates = near_pairs(problem, &boxes, margin);
        if candidates.len() > MAX_LISTED {
            candidates = near_pairs(problem, &boxes, 0.0);
        }
        // Contacts may be speculative, with boxes that do not touch.
        candidates.extend(problem.pairs.contacts.keys());
        let mut distances = Self::default();
        let mut workspace = Workspace::default();
        for pair in candidates {
            if distances.pairs.contains_key(&pair) {
                continue;
            }
            if let Some(distance) = distance_of(&mut workspace, problem, pair) {
                distances.pairs.insert(pair, distance);
            }
        }
        distances
    }

    /// Proven distance of a pair; `None` if the bodies are far apart or the shapes are not given.
    pub fn of(&self, pair: [usize; 2]) -> Option<Distance> {
        self.pairs.get(&crate::problem::sorted(pair)).copied()
    }
}

/// Pairs with a dynamic body and with boxes at most `margin` apart, found by a sweep along x.
fn near_pairs(problem: &Problem, boxes: &[Option<Box3>], margin: f64) -> Vec<[usize; 2]> {
    let mut order: Vec<usize> = (0..boxes.len()).filter(|i| boxes[*i].is_some()).collect();
    order.sort_by(|a, b| boxes[*a].map(|own| own.low.x).partial_cmp(&boxes[*b].map(|own| own.low.x)).unwrap_or(Equal));
    let mut open: Vec<usize> = Vec::new();
    let mut pairs = Vec::new();
    for i in order {
        let Some(own) = boxes[i] else { continue };
        open.retain(|j| boxes[*j].is_some_and(|other| other.high.x + margin >= own.low.x));
        for j in &open {
            let moves = problem.bodies[i].is_dynamic() || problem.bodies[*j].is_dynamic();
            if moves && boxes[*j].is_some_and(|other| own.is_near(&other, margin)) {
                pairs.push(crate::problem::sorted([i, *j]));
            }
        }
        open.push(i);
    }
    pairs
}

/// Proven distance of two bodies: the least over all pairs of their shapes.
fn distance_of(workspace: &mut Workspace, problem: &Problem, pair: [usize; 2]) -> Option<Distance> {
    let [a, b] = pair.map(|i| &problem.bodies[i]);
    let mut least: Option<Distance> = None;
    for part_a in &a.parts {
        for part_b in &b.parts {
            let own = distance_of_parts(workspace, part_a, part_b)?;
            least = Some(match least {
                Some(known) => Distance { lower: known.lower.min(own.lower), upper: known.upper.min(own.upper) },
                None => own,
            });
        }
    }
    least
}

/// Proven distance of two shapes.
pub fn distance_of_parts(workspace: &mut Workspace, a: &Part, b: &Part) -> Option<Distance> {
    let answer = workspace.distance(&a.collider, a.world.as_ref()?, &b.collider, b.world.as_ref()?).ok()?;
    Some(Distance { lower: answer.bracket.lower, upper: answer.bracket.upper })
}

/// Coordinate of the farthest point of a shape along a direction; `None` for a half-space that is not bounded there.
pub fn support_along(part: &Part, direction: DVec3) -> Option<f64> {
    let pose = part.world.as_ref()?;
    Some(part.collider.support(pose, direction).ok()?.dot(direction))
}

/// Outward normal of a half-space in the world; `None` for other shapes.
pub fn half_space_normal(part: &Part) -> Option<DVec3> {
    Some(part.world?.vector(part.collider.as_half_space()?.normal))
}

/// Largest separation that the planes across a unit vector prove, meters: never more than the distance. For a
/// half-space, whose normal is checked by a law of its own, the proven distance.
pub fn gap_along(a: &Part, b: &Part, normal: DVec3, distance: Distance) -> Option<f64> {
    if half_space_normal(a).is_some() || half_space_normal(b).is_some() {
        return Some(distance.upper);
    }
    Some(-support_along(a, normal)? - support_along(b, -normal)?)
}

/// Whether the separating planes of a shape along a normal bound its distance: not for surfaces and compounds.
pub fn is_convex(part: &Part) -> bool {
    matches!(part.collider.kind(), ColliderKind::Convex | ColliderKind::HalfSpace)
}

/// Absolute distance of a point from the surface of a shape.
pub fn distance_from_surface(workspace: &mut Workspace, part: &Part, point: DVec3) -> Option<f64> {
    let pose = part.world.as_ref()?;
    if let Some(normal) = half_space_normal(part) {
        let plane = part.collider.as_half_space()?;
        return Some((normal.dot(point - pose.position) - plane.offset).abs());
    }
    Some(workspace.project(&part.collider, pose, point).ok()?.signed_distance.abs())
}

/// Index of the shape whose surface is nearest to a point.
pub fn nearest_part(workspace: &mut Workspace, parts: &[Part], point: DVec3) -> Option<usize> {
    if parts.len() == 1 {
        return Some(0);
    }
    let distances = parts.iter().map(|part| distance_from_surface(workspace, part, point).unwrap_or(f64::INFINITY));
    distances.enumerate().min_by(|a, b| a.1.total_cmp(&b.1)).map(|(i, _)| i)
}
