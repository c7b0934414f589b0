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
        let (shape, pose_in_body) = body.part(part);
        let answer = rays::cast_part(shape, &[pose, pose_in_body], ray);
        match answer.outcome {
            Outcome::Miss => {}
            Outcome::Grazing => grazing = Some(grazing.map_or(answer.lower, |lower| lower.min(answer.lower))),
            Outcome::Hit | Outcome::StartsInside => {
                let hit = ChildHit { part, answer: &answer };
                let is_first = first_hit.part.is_none_or(|first| {
                    let best = ChildHit { part: first, answer: &first_hit.answer };
                    compare_hit_times(body, pose, ray, [hit, best]) == Ordering::Less
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

/// A child shape that the ray hits, with its answer.
#[derive(Clone, Copy)]
struct ChildHit<'a> {
    /// Index of the child shape.
    part: u32,
    /// Answer of the child shape alone.
    answer: &'a Answer,
}

/// Compares two child shapes by hit time: exactly if their brackets overlap and both are polygons, segments or points.
fn compare_hit_times(body: &Body, pose: &Pose, ray: &Ray, [a, b]: [ChildHit<'_>; 2]) -> Ordering {
    let upper_a = a.answer.upper.unwrap_or(Real::INFINITY);
    let upper_b = b.answer.upper.unwrap_or(Real::INFINITY);
    if a.answer.lower <= upper_b && b.answer.lower <= upper_a {
        let exact = [a, b].map(|hit| {
            let (shape, pose_in_body) = body.part(hit.part);
            rays::exact_hit_time(shape, &[pose, pose_in_body], ray)
        });
        if let [Some(exact_a), Some(exact_b)] = exact {
            return exact_a.order(&exact_b);
        }
    }
    a.answer.t.partial_cmp(&b.answer.t).unwrap_or(Ordering::Equal)
}
