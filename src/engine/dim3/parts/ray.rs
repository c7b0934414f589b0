//! A ray against a body of parts: the first part it meets.

use super::body::Body;
use super::pose::Pose;
use super::prelude::*;
use super::rays::{self, Answer, Outcome, Ray};
use super::rounding;
use super::search::Bounds;
use super::shape::Shape;

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

/// Where a ray first meets a body, and in which part. Of one-sided triangles those along whose normal it goes are left out. Where it
/// leaves the body again is told of the part.
pub fn cast_ray(body: &Body, pose: &Pose, ray: &Ray, open: &mut Vec<(Real, u32)>) -> RayFound {
    let back = pose.rotation.conjugate().normalize();
    let (origin, direction) = (back * (ray.origin - pose.position), back * ray.direction);
    let reach = (ray.origin - pose.position).length() + body.radius();
    // What turning costs the line, and how far a moment may be off for it.
    let slack = rounding::bound_rounding(reach + direction.length() * ray.t_max.min(reach / direction.length().max(Real::MIN_POSITIVE)));
    open.clear();
    let miss = Answer {
        outcome: Outcome::Miss,
        t: None,
        lower: ray.t_max,
        upper: None,
        point: None,
        normal: None,
        exit: None,
    };
    let mut found = RayFound { answer: miss, part: None, queries: 0, left_out: 0 };
    let tree = body.tree();
    let mut grazing: Option<Real> = None;
    let entry = |node: u32, until: Real| within(&tree.node(node).bounds.grown(slack), origin, direction, [0.0, until]);
    if let Some(first) = entry(0, ray.t_max) {
        open.push((first, 0));
    }
    let mut until = ray.t_max;
    while let Some((first, node)) = open.pop() {
        if first > until {
            continue;
        }
        let node = tree.node(node);
        if let Some(children) = node.children() {
            let mut both = children.map(|child| (entry(child, until), child));
            // The nearer one is looked at first: it is pushed last.
            if both[0].0.unwrap_or(Real::INFINITY) < both[1].0.unwrap_or(Real::INFINITY) {
                both.swap(0, 1);
            }
            open.extend(both.into_iter().filter_map(|(first, child)| Some((first?, child))));
            continue;
        }
        let Some(part) = node.part() else { continue };
        if body.one_sided_normal(part).is_some_and(|normal| normal.dot(direction) > 0.0) {
            found.left_out += 1;
            continue;
        }
        found.queries += 1;
        let (leaf, own) = body.leaf(part);
        let shape = if leaf.ball == 0.0 { Ok(leaf.shape) } else { Shape::inflate(leaf.shape, leaf.ball) };
        let Ok(shape) = shape else { continue };
        let answer = match *own == Pose::IDENTITY {
            true => rays::cast(&shape, pose, ray),
            false => rays::cast_part(&shape, pose, own, ray),
        };
        match answer.outcome {
            Outcome::Miss => {}
            Outcome::Grazing => grazing = Some(grazing.map_or(answer.lower, |lower| lower.min(answer.lower))),
            Outcome::Hit | Outcome::StartsInside => {
                let sooner = found.part.is_none() || answer.t < found.answer.t;
                if sooner {
                    until = answer.upper.unwrap_or(until).min(until);
                    (found.answer, found.part) = (answer, Some(part));
                }
            }
        }
    }
    with_grazing(found, grazing)
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
