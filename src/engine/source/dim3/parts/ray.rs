//! Ray cast against a body of parts: finds the first part hit.
//!
//! The answer is that of the union of all parts. A ray through an edge or a vertex shared by parts hits each of them,
//! since every part decides exactly ([`PosedRay`]). Parts hit at the same time are compared exactly too, and the lowest
//! number is reported.

use std::cmp::Ordering;
use std::ops::{ControlFlow, Deref};

use super::body::Body;
use super::pose::Pose;
use super::prelude::*;
use super::rays::{Answer, Outcome, PosedRay, Ray};
use super::rounding;
use super::shape::Shape;
use super::tree::Bounds;

/// Result of a ray cast, with the part that was hit.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RayFound {
    /// Answer for the first part hit; on a miss, for the whole body.
    pub answer: Answer,
    /// Number of the part that was hit; `None` on a miss.
    pub part: Option<u32>,
    /// Number of parts that were tested.
    pub queries: u32,
    /// Number of one-sided triangles skipped because the ray approached them from behind.
    pub skipped: u32,
}

/// Relative error of the time at which a line crosses a plane of a box: the difference and the quotient have an error
/// of `EPS` together; the value has a margin.
const CROSSING_ROUNDING: Real = 4.0 * EPS;

/// Absolute value of the cosine of the angle between a ray and a triangle's normal up to which exact arithmetic decides
/// from which side the ray comes. Chosen with a margin.
const AMBIGUOUS_COSINE: Real = 64.0 * EPS;

/// First time in the interval from `from` to `to` at which a line may be inside a box, rounding errors included; `None`
/// if it never is.
fn entry_time(bounds: &Bounds<3>, origin: Vec3, direction: Vec3, [mut from, mut to]: [Real; 2]) -> Option<Real> {
    for k in 0..3 {
        let o = origin[k];
        let d = direction[k];
        if d == 0.0 {
            if o < bounds.low[k] || o > bounds.high[k] {
                return None;
            }
            continue;
        }
        // Times at which the line crosses the two planes of the box across axis `k`.
        let low_time = (bounds.low[k] - o) / d;
        let high_time = (bounds.high[k] - o) / d;
        let first = low_time.min(high_time);
        let last = low_time.max(high_time);
        // Comparisons with NaN leave the interval as it is.
        from = from.max(first - CROSSING_ROUNDING * first.abs());
        to = to.min(last + CROSSING_ROUNDING * last.abs());
    }
    (from <= to).then_some(from)
}

/// Work of one step.
#[derive(Clone, Copy, Debug)]
pub(super) enum Visit {
    /// The node is skipped, because its box is entered after the best hit.
    Pruned,
    /// The part is skipped, because the ray approaches it from behind.
    FromBehind(u32),
    /// The ray was cast at the part.
    Tested {
        /// Number of the part.
        part: u32,
        /// Answer for the part alone.
        answer: Answer,
        /// Whether the part became the best hit.
        is_best: bool,
    },
    /// The boxes of both children were tested.
    Opened {
        /// Numbers of the children.
        children: [u32; 2],
        /// Entry time of the box of each child; `None` if the ray does not enter it before the best hit.
        entries: [Option<Real>; 2],
    },
}

/// A node and the time at which the ray enters its box, rounded down.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// Number of the node.
    pub node: u32,
    /// First time at which the ray may be inside the node's box.
    pub time: Real,
    /// Work of the step that took the node from the stack.
    pub visit: Visit,
}

/// State of the search for the first part on a ray, a stepper: each step takes one node from the stack. `B` is a
/// reference to the body.
#[derive(Clone, Debug)]
pub struct RaySearch<B> {
    /// The body, in its own frame.
    body: B,
    /// The ray in exact form, for the queries on parts.
    posed_ray: PosedRay,
    /// The ray, world frame.
    ray: Ray,
    /// Origin of the ray in the body's frame.
    origin: Vec3,
    /// Direction of the ray in the body's frame, of any length.
    direction: Vec3,
    /// Rounding error of the ray in the body's frame, meters.
    ray_rounding: Real,
    /// Result for the parts tested so far.
    pub(super) result: RayFound,
    /// Least time at which the ray may hit a part that it grazes, so that a hit cannot be decided; `None` without such
    /// a part.
    grazing: Option<Real>,
    /// Upper bound of the time of the first hit; boxes that are entered later are skipped.
    pub(super) until: Real,
    /// Nodes to be visited, with their entry times. The last is visited next.
    pub(super) stack: Vec<(Real, u32)>,
    /// Work of the last step; `None` before the first.
    pub(super) latest: Option<Entry>,
}

impl<B: Deref<Target = Body>> RaySearch<B> {
    /// Search before its first step. `stack` is scratch memory that is kept between rays.
    pub fn new(body: B, pose: &Pose, ray: &Ray, mut stack: Vec<(Real, u32)>) -> Self {
        let to_body = pose.rotation.conjugate().normalize();
        let origin = to_body * (ray.origin - pose.position);
        let direction = to_body * ray.direction;
        // A point of the ray that is farther from its origin than this is outside of the body.
        let farthest = (ray.origin - pose.position).length() + body.radius();
        let length = direction.length() * ray.t_max;
        let reach = if length < farthest { length } else { farthest };
        let ray_rounding = rounding::bound_rounding(farthest + reach);
        let answer = Answer::miss(ray.t_max);
        let result = RayFound { answer, part: None, queries: 0, skipped: 0 };
        let posed_ray = PosedRay::new(ray, pose);
        stack.clear();
        let mut search = Self {
            body,
            posed_ray,
            ray: *ray,
            origin,
            direction,
            ray_rounding,
            result,
            grazing: None,
            until: ray.t_max,
            stack,
            latest: None,
        };
        let root_entry = search.entry(0);
        search.stack.extend(root_entry.map(|entry| (entry, 0)));
        search
    }

    /// First time up to [`Self::until`] at which the ray may be inside a node's box; `None` if it never is.
    fn entry(&self, node: u32) -> Option<Real> {
        let bounds = self.body.tree().node(node).bounds.grown(self.ray_rounding);
        entry_time(&bounds, self.origin, self.direction, [0.0, self.until])
    }

    /// Whether a part is a one-sided triangle along whose normal the ray goes.
    fn is_from_behind(&self, part: u32) -> bool {
        let Some(normal) = self.body.one_sided_normal(part) else { return false };
        let product = normal.dot(self.direction);
        if product.abs() > AMBIGUOUS_COSINE * normal.length() * self.direction.length() {
            return product > 0.0;
        }
        let Some((corners, part_pose)) = self.body.triangle_and_pose(part) else { return product > 0.0 };
        let exact = self.posed_ray.along_normal(corners, unless_identity(part_pose));
        exact.map_or(product > 0.0, |side| side == Ordering::Greater)
    }

    /// Casts the ray at a part, unless it would hit the part from behind.
    fn visit_part(&mut self, part: u32) -> Visit {
        if self.is_from_behind(part) {
            self.result.skipped += 1;
            return Visit::FromBehind(part); // @behind
        }
        self.result.queries += 1;
        let Some((shape, part_pose)) = self.shape(part) else {
            let answer = Answer::miss(self.ray.t_max);
            return Visit::Tested { part, answer, is_best: false };
        };
        let answer = self.posed_ray.cast(&shape, unless_identity(part_pose)); // @cast
        let is_best = match answer.outcome {
            Outcome::Miss => false,
            Outcome::Grazing => {
                let least_lower = self.grazing.map_or(answer.lower, |lower| lower.min(answer.lower));
                self.grazing = Some(least_lower);
                false
            }
            Outcome::Hit | Outcome::StartsInside => self.record_hit(part, answer), // @best
        };
        Visit::Tested { part, answer, is_best }
    }

    /// Pushes the children of a node whose boxes the ray enters before the best hit.
    fn open_node(&mut self, children: [u32; 2]) -> Visit {
        let [left, right] = children;
        let left_entry = self.entry(left); // @children
        let right_entry = self.entry(right);
        // The child that is entered first is pushed last, so it is popped first.
        let is_left_first = left_entry.unwrap_or(Real::INFINITY) < right_entry.unwrap_or(Real::INFINITY);
        let left = left_entry.map(|entry| (entry, left));
        let right = right_entry.map(|entry| (entry, right));
        let in_order = if is_left_first { [right, left] } else { [left, right] };
        self.stack.extend(in_order.into_iter().flatten());
        Visit::Opened { children, entries: [left_entry, right_entry] }
    }

    /// Visits a node that was taken from the stack.
    fn visit_node(&mut self, node: u32, time: Real) -> Visit {
        if time > self.until {
            return Visit::Pruned; // @prune
        }
        let node = self.body.tree().node(node);
        let part = node.part();
        let children = node.children();
        match (part, children) {
            (Some(part), _) => self.visit_part(part),
            (None, Some(children)) => self.open_node(children),
            // Every node has a part or children.
            (None, None) => Visit::Pruned,
        }
    }

    /// Visits the last node of the stack. Returns whether there was one.
    fn advance(&mut self) -> bool {
        let Some((time, node)) = self.stack.pop() else { return false };
        let visit = self.visit_node(node, time);
        self.latest = Some(Entry { node, time, visit });
        true
    }

    /// A part as a shape, with its ball, and its pose in the body; `None` if the shape with the ball is too large.
    fn shape(&self, part: u32) -> Option<(Shape, &Pose)> {
        let (leaf, part_pose) = self.body.leaf(part);
        let shape = if leaf.ball == 0.0 { leaf.shape } else { Shape::inflate(leaf.shape, leaf.ball).ok()? };
        Some((shape, part_pose))
    }

    /// Makes a hit the result, if no other hit is earlier. Returns whether it did.
    fn record_hit(&mut self, part: u32, answer: Answer) -> bool {
        let best = self.result.answer;
        let order = match self.result.part {
            None => Ordering::Less,
            Some(best_part) if overlap(&answer, &best) => self.exact_order([part, best_part], [&answer, &best]),
            Some(_) => answer.t.partial_cmp(&best.t).unwrap_or(Ordering::Equal),
        };
        let is_first = match order {
            Ordering::Less => true,
            Ordering::Equal => self.result.part.is_some_and(|best_part| part < best_part),
            Ordering::Greater => false,
        };
        if is_first {
            self.result.answer = answer;
            self.result.part = Some(part);
        }
        self.until = self.until.min(answer.upper.unwrap_or(self.until));
        is_first
    }

    /// Order of the times at which two parts are hit: exact if both have flat faces, else of the computed times.
    #[cold]
    fn exact_order(&mut self, parts: [u32; 2], [answer_a, answer_b]: [&Answer; 2]) -> Ordering {
        let parameters = parts.map(|part| {
            let (shape, part_pose) = self.shape(part)?;
            self.posed_ray.exact_parameter(&shape, unless_identity(part_pose))
        });
        match parameters {
            [Some(a), Some(b)] => a.order(&b),
            [None, _] | [_, None] => answer_a.t.partial_cmp(&answer_b.t).unwrap_or(Ordering::Equal),
        }
    }

    /// The answer for the parts tested so far. Its bracket includes parts that the ray may graze and the rounding of a
    /// height field's grid.
    pub fn found(&self) -> RayFound {
        let mut result = self.result;
        let answer = &mut result.answer;
        if let Some(lower) = self.grazing {
            answer.lower = answer.lower.min(lower);
            if result.part.is_none() {
                answer.outcome = Outcome::Grazing;
            }
        }
        let shift = result.part.map_or(0.0, |part| self.body.grid_rounding(part));
        if shift > 0.0 && answer.outcome == Outcome::Hit {
            // A shift of the plane by this along x and along z changes the time by at most `time_error`.
            let closing_speed = answer.normal.map_or(0.0, |normal| normal.dot(self.ray.direction).abs());
            let time_error = 2.0 * shift / closing_speed;
            answer.lower = (answer.lower - time_error).next_down().max(0.0);
            answer.upper = answer.upper.map(|upper| (upper + time_error).next_up().min(self.ray.t_max));
        }
        result
    }
}

impl<B: Deref<Target = Body>> Stepper for RaySearch<B> {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        self.advance();
        if !self.stack.is_empty() {
            return ControlFlow::Continue(());
        }
        ControlFlow::Break(self.found().answer.outcome) // @return
    }

    fn heap_bytes(&self) -> usize {
        self.stack.capacity() * size_of::<(Real, u32)>()
    }
}

/// Whether the brackets of two hits overlap, so that the order of the hits is ambiguous.
fn overlap(a: &Answer, b: &Answer) -> bool {
    let [upper_a, upper_b] = [a, b].map(|answer| answer.upper.unwrap_or(Real::INFINITY));
    a.lower <= upper_b && b.lower <= upper_a
}

/// Returns the pose of a part in its body; `None` for the identity.
fn unless_identity(part_pose: &Pose) -> Option<&Pose> {
    (*part_pose != Pose::IDENTITY).then_some(part_pose)
}

/// First hit of a ray on a body, and the part that is hit. One-sided triangles along whose normal the ray goes are
/// skipped. The exit is that of the reported part. `stack` is scratch memory that is kept between rays: entry times and
/// nodes.
pub fn cast_ray(body: &Body, pose: &Pose, ray: &Ray, stack: &mut Vec<(Real, u32)>) -> RayFound {
    let mut search = RaySearch::new(body, pose, ray, std::mem::take(stack));
    search.run();
    *stack = std::mem::take(&mut search.stack);
    search.found()
}
