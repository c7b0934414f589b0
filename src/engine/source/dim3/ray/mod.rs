//! Ray casts: the first and the last point of a ray in a convex body.
//!
//! - **Problem.** The first and the last parameter `t` at which the point `x(t) = o + t d` of a ray, `0 ≤ t ≤ t_max`,
//!   is in the body. `d` may have any length but 0; `t` is in units of that length.
//! - **Source.** Elementary geometry; `[Bergen04]`, the GJK ray cast, for shapes without a closed form.
//! - **Method.** Polytopes are clipped by the planes of their facets. Spheres, cylinders, cones and ellipsoids are
//!   quadratic equations. A polytope with a margin (so a capsule) is the union of its core, prisms on its faces,
//!   cylinders around its edges and balls around its vertices; that union is convex. An affine image uses the preimage
//!   of the ray. The remaining shapes (a cylinder, cone, ellipsoid or affine image with a margin, an ellipsoid with a
//!   radius of 0, and an image under a singular map) use the GJK ray cast of a point.
//! - **Certificate.** Closed forms are computed in intervals of 106-bit numbers, from the pose and the sizes as given;
//!   the quaternion need not be normalized. [`Answer::lower`] and [`Answer::upper`] therefore bracket the exact first
//!   contact, a few units in the last place apart, unless the ray grazes. The bracket of the GJK ray cast is wider.
//! - **Start.** A ray that starts inside or on the surface is a hit at 0 without a normal.
//! - **Endings.** [`Outcome`]. If the intervals do not decide a ray, exact arithmetic decides for bodies with flat
//!   faces; for other bodies the GJK ray cast is tried. A ray that is still undecided is [`Outcome::Grazing`], neither
//!   hit nor miss.
//! - **Frame and units.** The world; meters.
//! - **Cost.** Linear in the number of vertices of the faces.
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
mod chord;
mod clip;
mod curved;
mod exact;
mod pieces;
mod planar;
mod rounded;
mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;

use super::cast::{self, MovingBody};
use super::pose::Pose;
use super::prelude::*;
use super::shape;
use crate::interval::{Interval, Vector, dot, minus, vector};
pub use answer::{Answer, Outcome};
use chord::{Chord, Line};
pub(crate) use exact::{ExactLine, ExactParameter};
use pieces::Pieces;
pub(crate) use planar::{PlanarCast, PlanarChord, below_in_plane, exact_parameter_in_plane, normal_in_plane};
use shape::Shape;
pub(crate) use stepper::PlanarTarget;
pub use stepper::RayCast;

/// Ray of finite length, in the world; meters.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ray<V = Vec3> {
    /// Starting point of the ray.
    pub origin: V,
    /// Direction; any length but 0.
    pub direction: V,
    /// Parameter of the end point, in units of `direction`; finite and not negative.
    pub t_max: Real,
}

/// Returns the first contact of a ray with a body.
pub fn cast(shape: &Shape, pose: &Pose, ray: &Ray) -> Answer {
    PosedRay::new(ray, pose).cast(shape, None)
}

/// A ray and the pose of the body at which it is cast. The child shapes of the body may have poses in the body.
#[derive(Clone, Copy, Debug)]
pub(super) struct PosedRay {
    /// The ray, in the world.
    ray: Ray,
    /// Pose of the body in the world.
    body: Pose,
    /// The ray's line in the frame of the body.
    line: Line,
}

impl PosedRay {
    /// Prepares casts of `ray` at a body with the pose `body`.
    pub fn new(ray: &Ray, body: &Pose) -> Self {
        Self { ray: *ray, body: *body, line: in_body(body, world_line(ray)) }
    }

    /// First contact of the ray with a child shape that has the pose `child_pose` in the body, the identity if `None`.
    /// Both poses are applied to the ray one after the other, so that their product is not rounded, except for a shape
    /// without a closed form.
    pub fn cast(&self, shape: &Shape, child_pose: Option<&Pose>) -> Answer {
        let line = child_pose.map_or(self.line, |child_pose| in_body(child_pose, self.line));
        let Some(pieces) = Pieces::new(&line, shape) else { return self.by_gjk(shape, child_pose) };
        let chord = pieces.chord();
        self.by_bounds(&chord, child_pose)
            .or_else(|| self.by_exact_clip(&chord, shape, child_pose))
            .unwrap_or_else(|| self.by_gjk_or_bounds(&chord, shape, child_pose))
    }

    /// Answer by the bounds of the body's chord; `None` if they do not decide.
    fn by_bounds(&self, chord: &Chord, child_pose: Option<&Pose>) -> Option<Answer> {
        chord.is_decided(f64::from(self.ray.t_max)).then(|| self.answer(chord, child_pose))
    }

    /// Answer by exact arithmetic for a child shape with flat faces; for a curved one by the bounds of its chord, which
    /// is known to contain a point. `None` if that is not known.
    fn by_exact_clip(&self, chord: &Chord, shape: &Shape, child_pose: Option<&Pose>) -> Option<Answer> {
        if let Some(clip) = self.clip(shape, child_pose) {
            return Some(self.answer(&clip.chord(f64::from(self.ray.t_max)), child_pose));
        }
        chord.is_nonempty.is_some().then(|| self.answer(chord, child_pose))
    }

    /// Answer by GJK ray casts of a point; if they do not decide, by the bounds of the chord.
    fn by_gjk_or_bounds(&self, chord: &Chord, shape: &Shape, child_pose: Option<&Pose>) -> Answer {
        let answer = self.by_gjk(shape, child_pose);
        if answer.outcome == Outcome::Grazing { self.answer(chord, child_pose) } else { answer }
    }

    /// Answer by GJK ray casts of a point.
    fn by_gjk(&self, shape: &Shape, child_pose: Option<&Pose>) -> Answer {
        by_gjk(shape, &self.world_pose(child_pose), &self.ray)
    }

    /// Answer for the chord in which the ray's line is inside a child shape.
    fn answer(&self, chord: &Chord, child_pose: Option<&Pose>) -> Answer {
        answer_from_chord(chord, &self.ray, |n| self.in_world(child_pose, n))
    }

    /// Exact parameter at which the ray is first inside a child shape; `None` on a miss, for a shape with curved faces,
    /// and if a number is not finite.
    #[cold]
    pub fn exact_parameter(&self, shape: &Shape, child_pose: Option<&Pose>) -> Option<ExactParameter> {
        self.clip(shape, child_pose)?.first(f64::from(self.ray.t_max))
    }

    /// Exact sign of the dot product of the ray's direction and the normal of a triangle in a child shape's frame;
    /// `None` if a number is not finite.
    #[cold]
    pub fn along_normal(&self, corners: [Vec3; 3], child_pose: Option<&Pose>) -> Option<Ordering> {
        Some(self.exact(child_pose)?.along_normal(corners))
    }

    /// Exact part of the ray's line inside a child shape; `None` for a shape with curved faces, and if a number is not
    /// finite.
    #[cold]
    fn clip(&self, shape: &Shape, child_pose: Option<&Pose>) -> Option<clip::Clip> {
        clip::clip(&self.exact(child_pose)?, shape)
    }

    /// The ray's exact line in the frame of a child shape; `None` if a number is not finite or a quaternion is 0.
    fn exact(&self, child_pose: Option<&Pose>) -> Option<ExactLine> {
        let Ray { origin, direction, t_max } = self.ray;
        if !(origin.is_finite() && direction.is_finite() && t_max.is_finite()) {
            return None;
        }
        let mut line = ExactLine::new(origin.to_array().map(f64::from), direction.to_array().map(f64::from));
        for pose in [Some(&self.body), child_pose].into_iter().flatten() {
            if !is_usable(pose) {
                return None;
            }
            line = line.in_body(pose);
        }
        Some(line)
    }

    /// Unit vector in the world along a vector of any length in a child shape's frame; `None` if it is not finite.
    fn in_world(&self, child_pose: Option<&Pose>, n: [f64; 3]) -> Option<Vec3> {
        let Some(child_pose) = child_pose else { return in_world(&self.body, n) };
        let in_body = in_world(child_pose, n)?;
        in_world(&self.body, in_body.to_array().map(f64::from))
    }

    /// Pose of a child shape in the world, rounded.
    fn world_pose(&self, child_pose: Option<&Pose>) -> Pose {
        let Some(child_pose) = child_pose else { return self.body };
        let position = self.body.point(child_pose.position);
        Pose::new(position, self.body.rotation.normalize() * child_pose.rotation)
    }
}

/// Whether all numbers of a pose are finite, and its quaternion is not 0.
fn is_usable(pose: &Pose) -> bool {
    pose.position.is_finite() && pose.rotation.is_finite() && pose.rotation.to_array().iter().any(|x| *x != 0.0)
}

/// First contact of a ray with the half-space of the points `x`, in the frame of the pose, with
/// `normal · x ≤ (offset + margin) |normal|`. `heights` are the offset and the margin, meters.
pub fn cast_half_space(normal: Vec3, heights: [Real; 2], pose: &Pose, ray: &Ray) -> Answer {
    let chord = pieces_below_plane(&in_body(pose, world_line(ray)), to_interval(normal), heights).chord();
    answer_from_chord(&chord, ray, |n| in_world(pose, n))
}

/// The half-space below a plane with this normal, of any length, at the sum of the `heights`.
fn pieces_below_plane(line: &Line, normal: Vector, heights: [Real; 2]) -> Pieces<'static> {
    let [offset, margin] = heights.map(|height| Interval::from(f64::from(height)));
    Pieces::half_space(line, normal, (offset + margin) * dot(normal, normal).sqrt())
}

/// The ray's line in the world.
fn world_line(ray: &Ray) -> Line {
    Line { origin: to_interval(ray.origin), direction: to_interval(ray.direction), t_max: f64::from(ray.t_max) }
}

/// The vector as intervals that contain one number each.
fn to_interval(v: Vec3) -> Vector {
    vector(v.to_array().map(f64::from))
}

/// Rows of the rotation matrix of a quaternion of any length but 0.
fn rotation_rows(q: Quat) -> [Vector; 3] {
    let [x, y, z, w] = q.to_array().map(|x| Interval::from(f64::from(x)));
    let square = x * x + y * y + z * z + w * w;
    let one = Interval::from(1.0);
    // Each product is divided by half the square, which normalizes the quaternion and has the factor 2 of the formula.
    let s = Interval::from(2.0) / square;
    let [xx, yy, zz] = [x * x * s, y * y * s, z * z * s];
    let [xy, xz, yz] = [x * y * s, x * z * s, y * z * s];
    let [xw, yw, zw] = [x * w * s, y * w * s, z * w * s];
    [[one - yy - zz, xy - zw, xz + yw], [xy + zw, one - xx - zz, yz - xw], [xz - yw, yz + xw, one - xx - yy]]
}

/// The line in the frame of a body that has this pose in the line's frame.
fn in_body(pose: &Pose, line: Line) -> Line {
    let rows = rotation_rows(pose.rotation);
    let columns = [0, 1, 2].map(|k| [rows[0][k], rows[1][k], rows[2][k]]);
    let from_body = minus(line.origin, to_interval(pose.position));
    let origin = columns.map(|column| dot(column, from_body));
    let direction = columns.map(|column| dot(column, line.direction));
    Line { origin, direction, t_max: line.t_max }
}

/// Unit vector in the world along a vector of any length in the body's frame; `None` if it is not finite.
fn in_world(pose: &Pose, n: [f64; 3]) -> Option<Vec3> {
    let largest = n.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
    let scaled = n.map(|x| Interval::from(x / largest));
    let rotated = rotation_rows(pose.rotation).map(|row| dot(row, scaled).to_f64());
    let length = rotated.iter().map(|x| x * x).sum::<f64>().sqrt();
    let unit = rotated.map(|x| (x / length) as Real);
    unit.iter().all(|x| x.is_finite()).then(|| Vec3::from(unit))
}

/// Greatest `Real` that is at most `x`.
fn rounded_down(x: f64) -> Real {
    let nearest = x as Real;
    if f64::from(nearest) > x { nearest.next_down() } else { nearest }
}

/// Least `Real` that is at least `x`.
fn rounded_up(x: f64) -> Real {
    -rounded_down(-x)
}

/// Answer for the chord in which the ray's line is inside the body. `in_world` converts the chord's normal to a unit
/// vector in the world.
fn answer_from_chord(chord: &Chord, ray: &Ray, in_world: impl Fn([f64; 3]) -> Option<Vec3>) -> Answer {
    let t_max = f64::from(ray.t_max);
    let [lower, upper] = chord.entry;
    let miss = Answer::miss(ray.t_max);
    if chord.is_nonempty == Some(false) || lower > t_max || chord.exit[1] < 0.0 {
        return miss;
    }
    let lower = rounded_down(lower.clamp(0.0, t_max));
    if chord.is_nonempty.is_none() || upper > t_max || chord.exit[0] < 0.0 {
        return Answer { outcome: Outcome::Grazing, lower, ..miss };
    }
    let [entry_estimate, exit_estimate] = chord.estimate;
    let exit = (exit_estimate <= t_max).then(|| exit_estimate.clamp(0.0, t_max) as Real);
    if upper <= 0.0 {
        return Answer {
            outcome: Outcome::StartsInside,
            t: Some(0.0),
            lower: 0.0,
            upper: Some(0.0),
            point: Some(ray.origin),
            normal: None,
            exit,
        };
    }
    let upper = rounded_up(upper).min(ray.t_max);
    let t = (entry_estimate.clamp(0.0, t_max) as Real).clamp(lower, upper);
    let o = to_interval(ray.origin);
    let d = to_interval(ray.direction);
    let point = [0, 1, 2].map(|k| (o[k] + d[k] * Interval::from(f64::from(t))).to_f64() as Real);
    Answer {
        outcome: Outcome::Hit,
        t: Some(t),
        lower,
        upper: Some(upper),
        point: Some(Vec3::from(point)),
        normal: chord.normal.and_then(in_world),
        exit,
    }
}

/// Answer by two GJK ray casts of a point: along the ray for the first contact, back from its end for the exit.
fn by_gjk(shape: &Shape, pose: &Pose, ray: &Ray) -> Answer {
    let reversed = Ray { origin: ray.origin + ray.direction * ray.t_max, direction: -ray.direction, ..*ray };
    let [Some(forward), Some(back)] = [ray, &reversed].map(|ray| point_cast(shape, pose, ray)) else {
        return answer_from_chord(&Chord::UNKNOWN, ray, |_| None);
    };
    let outcome = match forward.outcome.hit() {
        Some(true) if forward.outcome.is_at_start() => Outcome::StartsInside,
        Some(true) => Outcome::Hit,
        Some(false) => Outcome::Miss,
        None => Outcome::Grazing,
    };
    let t = if outcome.hit() == Some(true) { forward.t_first } else { None };
    // If the reversed ray starts inside, the ray ends inside.
    let exit = if t.is_some() && !back.outcome.is_at_start() { back.t_first } else { None };
    Answer {
        outcome,
        t,
        lower: forward.lower,
        upper: if t.is_some() { forward.upper } else { None },
        point: t.map(|t| ray.origin + ray.direction * t),
        normal: if outcome == Outcome::Hit { forward.normal } else { None },
        exit: exit.map(|exit| ray.t_max - exit),
    }
}

/// GJK cast of a point along a ray. Never `None`, since a sphere of radius 0 is valid.
fn point_cast(shape: &Shape, pose: &Pose, ray: &Ray) -> Option<cast::Answer> {
    let point = Shape::sphere(0.0).ok()?;
    let start = Pose::new(ray.origin, Quat::IDENTITY);
    let body = MovingBody { shape, pose, velocity: Vec3::ZERO };
    let moving_point = MovingBody { shape: &point, pose: &start, velocity: ray.direction };
    Some(cast::ray_cast(body, moving_point, &cast::Options { t_max: ray.t_max, ..cast::Options::default() }))
}
