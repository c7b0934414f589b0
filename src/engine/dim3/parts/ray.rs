//! A ray against a body of parts: the first part it meets.

use super::body::Body;
use super::pose::Pose;
use super::prelude::*;
use super::rays::{self, Answer, Outcome, Ray};
use super::rounding;
use super::shape::Shape;
use super::tree::Bounds;

/// What a ray has met, and in which part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayFound {
    /// Of the part that is met first; on a miss of the whole body.
    pub answer: Answer,
    /// Which part it is.
    pub part: Option<u32>,
    /// How many parts were asked.
    pub queries: u32,
    /// How many triangles were left out: one-sided and met from behind.
    pub left_out: u32,
}

/// The moments in which a line may be inside a box, widened by what rounding may do: none if it never is.
fn within(bounds: &Bounds<3>, origin: Vec3, direction: Vec3, [mut from, mut to]: [Real; 2]) -> Option<Real> {
    for k in 0..3 {
        let (o, d) = (origin[k], direction[k]);
        if d == 0.0 {
            if o < bounds.low[k] || o > bounds.high[k] {
                return None;
            }
            continue;
        }
        let (a, b) = ((bounds.low[k] - o) / d, (bounds.high[k] - o) / d);
        let (first, last) = (a.min(b), a.max(b));
        // Two roundings each; of an end that is no number nothing is known.
        let (first, last) = (first - 4.0 * EPS * first.abs(), last + 4.0 * EPS * last.abs());
        (from, to) = (from.max(first), to.min(last));
    }
    (from <= to).then_some(from)
}

/// A walk down the tree along a ray.
struct Walk<'a> {
    body: &'a Body,
    pose: &'a Pose,
    ray: &'a Ray,
    /// The ray in the body's frame.
    origin: Vec3,
    direction: Vec3,
    /// What turning may cost the line.
    slack: Real,
    found: RayFound,
    /// The least moment of a part of which rounding decides whether it is met.
    grazing: Option<Real>,
    /// The first contact that is proven so far.
    until: Real,
}

impl Walk<'_> {
    fn entry(&self, node: u32) -> Option<Real> {
        let bounds = self.body.tree().node(node).bounds.grown(self.slack);
        within(&bounds, self.origin, self.direction, [0.0, self.until])
    }

    /// Asks a part, unless it is a one-sided triangle along whose normal the ray goes.
    fn ask(&mut self, part: u32) {
        if self.body.one_sided_normal(part).is_some_and(|normal| normal.dot(self.direction) > 0.0) {
            self.found.left_out += 1;
            return;
        }
        self.found.queries += 1;
        let (leaf, own) = self.body.leaf(part);
        let shape = if leaf.ball == 0.0 { Ok(leaf.shape) } else { Shape::inflate(leaf.shape, leaf.ball) };
        let Ok(shape) = shape else { return };
        let answer = match *own == Pose::IDENTITY {
            true => rays::cast(&shape, self.pose, self.ray),
            false => rays::cast_part(&shape, self.pose, own, self.ray),
        };
        match answer.outcome {
            Outcome::Miss => {}
            Outcome::Grazing => {
                self.grazing = Some(self.grazing.map_or(answer.lower, |lower| lower.min(answer.lower)));
            }
            Outcome::Hit | Outcome::StartsInside => {
                if self.found.part.is_none() || answer.t < self.found.answer.t {
                    self.until = answer.upper.unwrap_or(self.until).min(self.until);
                    (self.found.answer, self.found.part) = (answer, Some(part));
                }
            }
        }
    }
}

/// Where a ray first meets a body, and in which part. Of one-sided triangles those along whose normal it goes are left out. Where it
/// leaves the body again is told of the part. `open` is memory that is kept between rays.
pub fn cast_ray(body: &Body, pose: &Pose, ray: &Ray, open: &mut Vec<(Real, u32)>) -> RayFound {
    let back = pose.rotation.conjugate().normalize();
    let (origin, direction) = (back * (ray.origin - pose.position), back * ray.direction);
    let reach = (ray.origin - pose.position).length() + body.radius();
    let way = direction.length() * ray.t_max;
    let slack = rounding::bound_rounding(reach + if way < reach { way } else { reach });
    let answer = Answer::miss(ray.t_max);
    let found = RayFound { answer, part: None, queries: 0, left_out: 0 };
    let mut walk = Walk { body, pose, ray, origin, direction, slack, found, grazing: None, until: ray.t_max };
    open.clear();
    open.extend(walk.entry(0).map(|first| (first, 0)));
    while let Some((first, node)) = open.pop() {
        if first > walk.until {
            continue;
        }
        let node = body.tree().node(node);
        if let Some(children) = node.children() {
            let mut both = children.map(|child| (walk.entry(child), child));
            // The nearer one is looked at first: it is pushed last.
            if both[0].0.unwrap_or(Real::INFINITY) < both[1].0.unwrap_or(Real::INFINITY) {
                both.swap(0, 1);
            }
            open.extend(both.into_iter().filter_map(|(first, child)| Some((first?, child))));
        }
        node.part().into_iter().for_each(|part| walk.ask(part));
    }
    with_grazing(walk.found, walk.grazing)
}

/// The same with what parts say of which rounding decides whether they are met.
fn with_grazing(mut found: RayFound, grazing: Option<Real>) -> RayFound {
    let Some(lower) = grazing else { return found };
    let answer = &mut found.answer;
    answer.lower = answer.lower.min(lower);
    if found.part.is_none() {
        answer.outcome = Outcome::Grazing;
    }
    found
}
