//! Rays against planar compounds: the child shape that is hit first.
//!
//! The hit is that of the union of the child shapes. For children without margins it is exact: whether a child is hit
//! is decided exactly, and hit times whose brackets overlap are compared exactly. Of child shapes hit at the same time,
//! the one with the lowest index is reported.

use std::cmp::Ordering;

use super::body::Body;
use super::pose::Pose;
use super::prelude::*;
use super::rays::{self, Answer, Outcome, Ray};

/// Result of a ray against a compound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayFound {
    /// Answer of the child shape that is hit first; for a miss that of the whole body.
    pub answer: Answer,
    /// Index of that child shape; `None` for a miss.
    pub part: Option<u32>,
}

/// Returns the first hit of a ray with a body, and the child shape. The exit is that of the reported child shape.
pub fn cast_ray(body: &Body, pose: &Pose, ray: &Ray) -> RayFound {
    let mut first_hit = RayFound { answer: Answer::miss(ray.t_max), part: None };
    let mut grazing: Option<Real> = None;
    for part in 0..body.count() {
        let (shape, own) = body.part(part);
        let answer = rays::cast_part(shape, &[pose, own], ray);
        match answer.outcome {
            Outcome::Miss => {}
            Outcome::Grazing => grazing = Some(grazing.map_or(answer.lower, |lower| lower.min(answer.lower))),
            Outcome::Hit | Outcome::StartsInside => {
                let is_first = first_hit.part.is_none_or(|first| {
                    order(body, pose, ray, [(part, &answer), (first, &first_hit.answer)]) == Ordering::Less
                });
                if is_first {
                    first_hit = RayFound { answer, part: Some(part) };
                }
            }
        }
    }
    if let Some(lower) = grazing {
        first_hit.answer.lower = first_hit.answer.lower.min(lower);
        if first_hit.part.is_none() {
            first_hit.answer.outcome = Outcome::Grazing;
        }
    }
    first_hit
}

/// Compares two child shapes by hit time: exactly if their brackets overlap and both are polygons, segments or points.
/// Each is given by its index and its answer.
fn order(body: &Body, pose: &Pose, ray: &Ray, [(part, answer), (first, best)]: [(u32, &Answer); 2]) -> Ordering {
    let [upper, best_upper] = [answer, best].map(|answer| answer.upper.unwrap_or(Real::INFINITY));
    let brackets_overlap = answer.lower <= best_upper && best.lower <= upper;
    let exact = [part, first].map(|part| {
        let (shape, own) = body.part(part);
        brackets_overlap.then(|| rays::exact_hit_time(shape, &[pose, own], ray)).flatten()
    });
    if let [Some(a), Some(b)] = exact {
        return a.order(&b);
    }
    answer.t.partial_cmp(&best.t).unwrap_or(Ordering::Equal)
}
