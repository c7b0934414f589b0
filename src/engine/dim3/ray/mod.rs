//! **Rays**: where does a ray first meet a convex body, and where does it leave it?
//!
//! **Problem.** Of `x(t) = o + t d`, `0 ≤ t ≤ t_max`, the first `t` with `x(t)` in the body, and the last. `d` has any length but 0, and `t`
//! counts in it. **Source.** Beyond those of the house; `[Bergen04]` for what has no closed form.
//!
//! **Which.** Polytopes by clipping with the planes of their facets; spheres, cylinders, cones and ellipsoids by quadratic
//! equations; a ball around a polytope (so capsules) by its faces' prisms, its edges' cylinders and its vertices' balls, whose union
//! with the core is convex; an affine image by the image of the ray before the map. What is left, a ball around a curved body
//! and a map that flattens one, is the GJK ray cast of a point.
//!
//! **Proof.** All closed forms are computed with bounds on their rounding, in numbers of 106 bits, of the pose and
//! the sizes as they are given: the quaternion need not be normalized, and is not. So [`Answer::lower`] and [`Answer::upper`] hold the exact
//! first contact, and are a few units in the last place apart, unless the ray grazes.
//!
//! **Start.** A ray that starts inside or on the surface is a hit at 0 without a normal. **Endings.** [`Outcome`]: what rounding
//! decides is [`Outcome::Grazing`], neither hit nor miss. A ray in the plane of a flat body is as good as any other where no rounding
//! has happened, else it is grazing. **Frame.** The world; meters. **Cost.** Linear in the corners of the faces.
//!
//! ```
//! use contact_lens_engine::double::dim3::ray::{Outcome, Ray, cast};
//! use contact_lens_engine::double::{Pose, Shape};
//! use contact_lens_engine::glam::DVec3;
//!
//! let ray = Ray { origin: DVec3::new(-3.0, 0.0, 0.0), direction: DVec3::X, t_max: 10.0 };
//! let answer = cast(&Shape::cuboid(DVec3::ONE)?, &Pose::IDENTITY, &ray);
//! assert_eq!((answer.outcome, answer.t, answer.exit), (Outcome::Hit, Some(2.0), Some(4.0)));
//! assert_eq!((answer.lower, answer.upper, answer.normal), (2.0, Some(2.0), Some(-DVec3::X)));
//! # Ok::<(), contact_lens_engine::double::ShapeError>(())
//! ```

mod answer;
mod exact;
mod kinds;
mod rounded;
mod span;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;

use super::cast::{self, Moving};
use super::pose::Pose;
use super::prelude::*;
use super::shape;
use crate::interval::{Interval, Vector, dot, minus, vector};
pub use answer::{Answer, Outcome};
pub(in super::super) use exact::{ExactLine, Moment};
use shape::Shape;
use span::{Line, Span};

/// A half line, or a part of one, in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray<V = Vec3> {
    /// Where it starts.
    pub origin: V,
    /// Where it goes: any length but 0.
    pub direction: V,
    /// Where it ends, in lengths of the direction; finite and not negative.
    pub t_max: Real,
}

/// Returns where a ray meets a body.
pub fn cast(shape: &Shape, pose: &Pose, ray: &Ray) -> Answer {
    Aim::new(ray, pose).cast(shape, None)
}

/// A ray and the pose of the body it is cast at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim<'a> {
    ray: &'a Ray,
    body: &'a Pose,
    /// The ray in the frame of the body.
    line: Line,
}

impl<'a> Aim<'a> {
    pub fn new(ray: &'a Ray, body: &'a Pose) -> Self {
        Self { ray, body, line: in_body(body, in_world_line(ray)) }
    }

    /// Returns where the ray meets a part with the pose `own` in the body. Both poses are applied to the ray one after the
    /// other, so they are not rounded together, unless the part has no closed form.
    pub fn cast(&self, shape: &Shape, own: Option<&Pose>) -> Answer {
        let line = own.map_or(self.line, |own| in_body(own, self.line));
        let normal = |n| self.in_world(own, n);
        let t_max = f64::from(self.ray.t_max);
        let Some(span) = kinds::span(&line, shape, Interval::default()) else {
            return by_gjk(shape, &self.together(own), self.ray);
        };
        if span.is_decided(t_max) {
            return answered(&span, self.ray, normal);
        }
        if let Some(clip) = self.clip(shape, own) {
            return answered(&clip.span(t_max), self.ray, normal);
        }
        if span.is_met.is_some() {
            return answered(&span, self.ray, normal);
        }
        match by_gjk(shape, &self.together(own), self.ray) {
            Answer { outcome: Outcome::Grazing, .. } => answered(&span, self.ray, normal),
            answer => answer,
        }
    }

    /// The exact moment at which the ray is first inside a part that it meets; none of a part with curved faces.
    #[cold]
    pub fn moment(&self, shape: &Shape, own: Option<&Pose>) -> Option<Moment> {
        self.clip(shape, own)?.first(f64::from(self.ray.t_max))
    }

    /// How the ray's direction lies to the front of a triangle of a part, exactly: `Greater` along its normal.
    #[cold]
    pub fn along_normal(&self, corners: [Vec3; 3], own: Option<&Pose>) -> Option<Ordering> {
        Some(self.exact(own)?.along_normal(corners))
    }

    #[cold]
    fn clip(&self, shape: &Shape, own: Option<&Pose>) -> Option<exact::Clip> {
        exact::clip(&self.exact(own)?, shape)
    }

    /// The ray in the frame of a part without rounding; none where a number is not finite or a rotation is 0.
    fn exact(&self, own: Option<&Pose>) -> Option<ExactLine> {
        let Ray { origin, direction, t_max } = *self.ray;
        let poses = [Some(self.body), own];
        let is_sound = |pose: &&Pose| {
            pose.position.is_finite() && pose.rotation.is_finite() && pose.rotation.to_array().iter().any(|x| *x != 0.0)
        };
        let sound = origin.is_finite() && direction.is_finite() && t_max.is_finite();
        (sound && poses.iter().flatten().all(is_sound)).then(|| {
            let [origin, direction] = [origin, direction].map(|v| v.to_array().map(f64::from));
            poses.iter().flatten().fold(ExactLine::new(origin, direction), |line, pose| line.in_body(pose))
        })
    }

    /// The unit vector in the world along one of a part's frame, of any length.
    fn in_world(&self, own: Option<&Pose>, n: [f64; 3]) -> Option<Vec3> {
        match own {
            None => in_world(self.body, n),
            Some(own) => in_world(own, n).and_then(|n| in_world(self.body, n.to_array().map(f64::from))),
        }
    }

    /// The pose of a part in the world, rounded.
    fn together(&self, own: Option<&Pose>) -> Pose {
        own.map_or(*self.body, |own| {
            Pose::new(self.body.point(own.position), self.body.rotation.normalize() * own.rotation)
        })
    }
}

/// Where a ray meets what lies below a plane: all `x` of the frame of the pose with `normal · x ≤ height |normal|`, of which
/// `heights` is the sum: an offset and a margin.
pub fn cast_half_space(normal: Vec3, heights: [Real; 2], pose: &Pose, ray: &Ray) -> Answer {
    let span = below(&in_body(pose, in_world_line(ray)), wide(normal), heights);
    answered(&span, ray, |n| in_world(pose, n))
}

/// The part of a line below a plane at these two heights together, by a normal of any length.
fn below(line: &Line, normal: Vector, heights: [Real; 2]) -> Span {
    let [offset, margin] = heights.map(|height| Interval::from(f64::from(height)));
    span::half_space(line, normal, wide(Vec3::ZERO), (offset + margin) * dot(normal, normal).sqrt())
}

fn in_world_line(ray: &Ray) -> Line {
    Line { origin: wide(ray.origin), direction: wide(ray.direction), t_max: f64::from(ray.t_max) }
}

fn wide(v: Vec3) -> Vector {
    vector(v.to_array().map(f64::from))
}

/// The rows of the matrix from the body's frame to the world.
fn rows(q: Quat) -> [Vector; 3] {
    let q = q.to_array().map(|x| Interval::from(f64::from(x)));
    let square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    let one = Interval::from(1.0);
    let s = Interval::from(2.0) / square;
    let of = |i: usize, j: usize| q[i] * q[j] * s;
    [
        [one - of(1, 1) - of(2, 2), of(0, 1) - of(2, 3), of(0, 2) + of(1, 3)],
        [of(0, 1) + of(2, 3), one - of(0, 0) - of(2, 2), of(1, 2) - of(0, 3)],
        [of(0, 2) - of(1, 3), of(1, 2) + of(0, 3), one - of(0, 0) - of(1, 1)],
    ]
}

/// A line of the frame that a body stands in, in the body's frame.
fn in_body(pose: &Pose, line: Line) -> Line {
    let rows = rows(pose.rotation);
    let turned = |v: Vector| [0, 1, 2].map(|k| dot([rows[0][k], rows[1][k], rows[2][k]], v));
    let origin = turned(minus(line.origin, wide(pose.position)));
    Line { origin, direction: turned(line.direction), t_max: line.t_max }
}

/// The unit vector in the world along one of the body's frame, of any length.
fn in_world(pose: &Pose, n: [f64; 3]) -> Option<Vec3> {
    let size = n.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    let scaled = n.map(|x| Interval::from(x / size));
    let turned = rows(pose.rotation).map(|row| dot(row, scaled).to_f64());
    let length = turned.iter().map(|x| x * x).sum::<f64>().sqrt();
    let unit = turned.map(|x| (x / length) as Real);
    unit.iter().all(|x| x.is_finite()).then(|| Vec3::from(unit))
}

/// Rounded towards this precision's numbers that are not above.
fn down(x: f64) -> Real {
    let near = x as Real;
    if f64::from(near) > x { near.next_down() } else { near }
}

fn up(x: f64) -> Real {
    -down(-x)
}

/// What is known of a ray that is inside in this span.
fn answered(span: &Span, ray: &Ray, turned: impl Fn([f64; 3]) -> Option<Vec3>) -> Answer {
    let t_max = f64::from(ray.t_max);
    let [lower, upper] = span.entry;
    let none = Answer::miss(ray.t_max);
    if span.is_met == Some(false) || lower > t_max || span.exit[1] < 0.0 {
        return none;
    }
    let lower = down(lower.clamp(0.0, t_max));
    if span.is_met.is_none() || upper > t_max || span.exit[0] < 0.0 {
        return Answer { outcome: Outcome::Grazing, lower, ..none };
    }
    let near = span.near[1];
    let exit = (near <= t_max).then(|| (near.clamp(0.0, t_max)) as Real);
    if upper <= 0.0 {
        let t = Some(0.0);
        let upper = Some(0.0);
        let point = Some(ray.origin);
        return Answer { outcome: Outcome::StartsInside, t, lower: 0.0, upper, point, normal: None, exit };
    }
    let upper = up(upper).min(ray.t_max);
    let t = (span.near[0].clamp(0.0, t_max) as Real).clamp(lower, upper);
    let at = [0, 1, 2].map(|k| {
        let [o, d] = [ray.origin, ray.direction].map(|v| Interval::from(f64::from(v.to_array()[k])));
        (o + d * Interval::from(f64::from(t))).to_f64() as Real
    });
    let normal = span.normal.and_then(turned);
    let t = Some(t);
    let upper = Some(upper);
    let point = Some(Vec3::from(at));
    Answer { outcome: Outcome::Hit, t, lower, upper, point, normal, exit }
}

/// The same by the GJK ray cast of a point, there and, for where it leaves, back.
fn by_gjk(shape: &Shape, pose: &Pose, ray: &Ray) -> Answer {
    let back = Ray { origin: ray.origin + ray.direction * ray.t_max, direction: -ray.direction, ..*ray };
    let [Some(there), Some(back)] = [ray, &back].map(|ray| point_cast(shape, pose, ray)) else {
        return answered(&Span::UNKNOWN, ray, |_| None);
    };
    let outcome = match there.outcome {
        outcome if outcome.hit() == Some(true) && outcome.is_at_start() => Outcome::StartsInside,
        outcome => match outcome.hit() {
            Some(true) => Outcome::Hit,
            Some(false) => Outcome::Miss,
            None => Outcome::Grazing,
        },
    };
    let t = there.t_first.filter(|_| outcome.hit() == Some(true));
    // At the ray's end it is inside where the way back starts there.
    let exit = back.t_first.filter(|_| t.is_some() && !back.outcome.is_at_start());
    Answer {
        outcome,
        t,
        lower: there.lower,
        upper: there.upper.filter(|_| t.is_some()),
        point: t.map(|t| ray.origin + ray.direction * t),
        normal: there.normal.filter(|_| outcome == Outcome::Hit),
        exit: exit.map(|exit| ray.t_max - exit),
    }
}

fn point_cast(shape: &Shape, pose: &Pose, ray: &Ray) -> Option<cast::Answer> {
    let point = Shape::sphere(0.0).ok()?;
    let at = Pose::new(ray.origin, Quat::IDENTITY);
    let body = Moving { shape, pose, velocity: Vec3::ZERO };
    let moving = Moving { shape: &point, pose: &at, velocity: ray.direction };
    Some(cast::ray_cast(body, moving, &cast::Options { t_max: ray.t_max, ..cast::Options::default() }))
}

/// Where a ray meets a flat core with a ball around it, all in the plane z = 0: corners counter-clockwise. For the plane, whose
/// bodies are cut out of these by it. `exact` makes the same line without rounding, for ties.
pub(in super::super) fn in_plane(
    corners: &[[f64; 2]],
    ball: f64,
    [origin, direction]: [Vector; 2],
    t_max: f64,
    exact: impl FnOnce() -> Option<ExactLine>,
) -> Flat {
    let line = Line { origin, direction, t_max };
    let points: Vec<[f64; 3]> = corners.iter().map(|[x, y]| [*x, *y, 0.0]).collect();
    let span = kinds::flat(&line, &points, Interval::from(ball));
    if ball > 0.0 || span.is_decided(t_max) {
        return Flat(span);
    }
    Flat(exact().and_then(|line| exact::hull_of(&line, points)).map_or(span, |clip| clip.span(t_max)))
}

/// The exact moment at which a ray of the plane is first inside a polygon, a segment or a point.
#[cold]
pub(in super::super) fn moment_in_plane(corners: &[[f64; 2]], line: &ExactLine, t_max: f64) -> Option<Moment> {
    exact::hull_of(line, corners.iter().map(|[x, y]| [*x, *y, 0.0]).collect())?.first(t_max)
}

/// Where a ray of the plane meets what lies below a line, as [`cast_half_space`] has it.
pub(in super::super) fn below_in_plane(
    normal: [f64; 2],
    heights: [Real; 2],
    [origin, direction]: [Vector; 2],
    t_max: f64,
) -> Flat {
    let [x, y] = normal;
    Flat(below(&Line { origin, direction, t_max }, vector([x, y, 0.0]), heights))
}

/// Part of a line of the plane.
pub(in super::super) struct Flat(Span);

impl Flat {
    /// As of a ray in space with z = 0; `turned` brings a normal to the world.
    pub fn answer(&self, ray: &Ray, turned: impl Fn([f64; 3]) -> Option<Vec3>) -> Answer {
        answered(&self.0, ray, turned)
    }
}
