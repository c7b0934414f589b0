//! A ray against a compound of the plane: the first part it meets.
//!
//! The answer is that of the union, as in [`dim3::parts`](super::super::dim3::parts): every part decides exactly, moments that
//! are close are compared exactly, and of parts that are met at the same moment the lowest number is reported.

use std::cmp::Ordering;

use super::body::Body;
use super::pose::Pose;
use super::prelude::*;
use super::rays::{self, Answer, Outcome, Ray};

/// Result of a ray against a compound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayFound {
    /// Answer of the part that is met first; a miss is that of the whole body.
    pub answer: Answer,
    /// Number of that part.
    pub part: Option<u32>,
}

/// Returns where a ray first meets a body, and in which part. The exit is that of the reported part.
pub fn cast_ray(body: &Body, pose: &Pose, ray: &Ray) -> RayFound {
    let mut found = RayFound { answer: Answer::miss(ray.t_max), part: None };
    let mut grazing: Option<Real> = None;
    for part in 0..body.count() {
        let (shape, own) = body.part(part);
        let answer = rays::cast_part(shape, &[pose, own], ray);
        match answer.outcome {
            Outcome::Miss => {}
            Outcome::Grazing => grazing = Some(grazing.map_or(answer.lower, |lower| lower.min(answer.lower))),
            Outcome::Hit | Outcome::StartsInside => {
                let is_first = found.part.is_none_or(|first| {
                    order(body, pose, ray, [(part, &answer), (first, &found.answer)]) == Ordering::Less
                });
                if is_first {
                    found = RayFound { answer, part: Some(part) };
                }
            }
        }
    }
    if let Some(lower) = grazing {
        found.answer.lower = found.answer.lower.min(lower);
        if found.part.is_none() {
            found.answer.outcome = Outcome::Grazing;
        }
    }
    found
}

/// Which of two parts is met first: exactly, where their brackets overlap and both are polygons, segments or points.
fn order(body: &Body, pose: &Pose, ray: &Ray, [(part, answer), (first, known)]: [(u32, &Answer); 2]) -> Ordering {
    let high = |answer: &Answer| answer.upper.unwrap_or(Real::INFINITY);
    let moment = |part: u32| {
        let (shape, own) = body.part(part);
        rays::moment(shape, &[pose, own], ray)
    };
    let is_open = answer.lower <= high(known) && known.lower <= high(answer);
    if is_open && let (Some(a), Some(b)) = (moment(part), moment(first)) {
        return a.order(&b);
    }
    answer.t.partial_cmp(&known.t).unwrap_or(Ordering::Equal)
}
