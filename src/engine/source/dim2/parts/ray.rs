//! Rays against planar compounds: the child shape that is hit first.
//!
//! The hit is that of the union of the child shapes. For children without margins it is exact: whether a child is hit
//! is decided exactly, and hit times whose brackets overlap are compared exactly. Of child shapes hit at the same time,
//! the one with the lowest index is reported.

use std::cmp::Ordering;
use std::ops::{ControlFlow, Deref};

use contact_lens_model::snapshot::{Snapshots, ToF64, ray};

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

/// Search for the child shape that a ray hits first, a stepper: each step casts the ray at one child shape. `B` is a
/// reference to the body.
#[derive(Clone, Debug)]
pub struct RaySearch<B> {
    /// Body with its child shapes.
    body: B,
    /// Pose of the body, world frame.
    pose: Pose,
    /// The ray, world frame.
    ray: Ray,
    /// Index of the child shape that the next step tests.
    next: u32,
    /// Best hit so far.
    first_hit: RayFound,
    /// Least lower bound of the child shapes that the ray may graze; `None` without such a child shape.
    grazing: Option<Real>,
    /// Answer for the child shape of the last step, and whether it became the best hit; `None` before the first step.
    latest: Option<(Answer, bool)>,
}

impl<B: Deref<Target = Body>> RaySearch<B> {
    /// Creates a search before its first step.
    pub fn new(body: B, pose: &Pose, ray: &Ray) -> Self {
        let first_hit = RayFound { answer: Answer::miss(ray.t_max), part: None };
        Self { body, pose: *pose, ray: *ray, next: 0, first_hit, grazing: None, latest: None }
    }

    /// Makes a hit the best one if it is earlier. Returns whether it is.
    fn record_hit(&mut self, part: u32, answer: Answer) -> bool {
        let hit = ChildHit { part, answer: &answer };
        let is_first = self.first_hit.part.is_none_or(|first| {
            let best = ChildHit { part: first, answer: &self.first_hit.answer };
            compare_hit_times(&self.body, &self.pose, &self.ray, [hit, best]) == Ordering::Less
        });
        if is_first {
            self.first_hit = RayFound { answer, part: Some(part) };
        }
        is_first
    }

    /// Returns the answer for the child shapes tested so far.
    pub fn found(&self) -> RayFound {
        let mut first_hit = self.first_hit;
        if let Some(lower) = self.grazing {
            first_hit.answer.lower = first_hit.answer.lower.min(lower);
            if first_hit.part.is_none() {
                first_hit.answer.outcome = Outcome::Grazing;
            }
        }
        first_hit
    }
}

impl<B: Deref<Target = Body>> Stepper for RaySearch<B> {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        let part = self.next;
        if part < self.body.count() {
            let (shape, pose_in_body) = self.body.part(part);
            let answer = rays::cast_part(shape, &[&self.pose, pose_in_body], &self.ray); // @cast
            let is_best = match answer.outcome {
                Outcome::Miss => false,
                Outcome::Grazing => {
                    self.grazing = Some(self.grazing.map_or(answer.lower, |lower| lower.min(answer.lower)));
                    false
                }
                Outcome::Hit | Outcome::StartsInside => self.record_hit(part, answer), // @best
            };
            self.latest = Some((answer, is_best));
            self.next += 1;
        }
        if self.next < self.body.count() {
            return ControlFlow::Continue(());
        }
        ControlFlow::Break(self.found().answer.outcome) // @return
    }
}

impl<B: Deref<Target = Body>> Snapshots for RaySearch<B> {
    type Snapshot = ray::Search;

    fn snapshot(&self) -> ray::Search {
        let visit = self.latest.map(|(answer, is_best)| ray::Visit::Tested {
            part: self.next - 1,
            answer: answer.snapshot(),
            is_best,
        });
        let RayFound { answer, part } = self.first_hit;
        ray::Search {
            node: None,
            entry: 0.0,
            visit,
            waiting: (self.body.count() - self.next) as usize,
            queries: self.next,
            skipped: 0,
            best: part.map(|part| (part, answer.snapshot())),
            until: answer.upper.unwrap_or(self.ray.t_max).to_f64(),
        }
    }
}

/// Returns the first hit of a ray with a body, and the child shape. The exit is that of the reported child shape.
pub fn cast_ray(body: &Body, pose: &Pose, ray: &Ray) -> RayFound {
    let mut search = RaySearch::new(body, pose, ray);
    search.run();
    search.found()
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
