//! Ray casts in the plane: the first and the last point of a ray in a convex body.
//!
//! - **Problem, certificate, endings.** As in [`dim3::ray`]: a planar shape, a polygon with a margin, is the section of
//!   the same shape in space with the plane, so the closed forms and their error bounds are the same.
//! - **Frame.** The world; meters. The rotation of a pose, a cosine and a sine, need not have length 1.
//! - **Cost.** Linear in the number of vertices.
//!
//! ```
//! use contact_lens_engine::double::dim2::{pose::Pose, ray::{Outcome, Ray, cast}, shape::Shape};
//! use contact_lens_engine::glam::DVec2;
//!
//! let ray = Ray { origin: DVec2::new(0.0, 5.0), direction: -DVec2::Y, t_max: 10.0 };
//! let answer = cast(&Shape::circle(1.0)?, &Pose::IDENTITY, &ray);
//! assert_eq!((answer.outcome, answer.t, answer.exit), (Outcome::Hit, Some(4.0), Some(6.0)));
//! assert_eq!(answer.normal, Some(DVec2::Y));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(test)]
mod tests;

use super::dim3;
use super::pose::{Pose, lift};
use super::prelude::*;
use super::shape::Shape;
use crate::interval::{Interval, Vector};
use dim3::ray::{ExactLine, PlanarCast, PlanarChord, PlanarTarget, normal_in_plane};
pub use dim3::ray::{Outcome, RayCast};

/// Ray of finite length, in the world.
pub type Ray = dim3::ray::Ray<Vec2>;

/// Result of a ray cast, in the world.
pub type Answer = dim3::ray::Answer<Vec2>;

/// Returns the first contact of a ray with a body.
pub fn cast(shape: &Shape, pose: &Pose, ray: &Ray) -> Answer {
    cast_part(shape, &[pose], ray)
}

/// Returns the first contact of a ray with a child shape. `poses` lead from the world to its frame, the outermost
/// first; they are applied one after the other, so their product is not rounded.
pub(super) fn cast_part(shape: &Shape, poses: &[&Pose], ray: &Ray) -> Answer {
    let corners = corners(shape);
    let ball = f64::from(shape.margin());
    cast_in_local_frame(poses, ray, |line, t_max| {
        PlanarCast { corners: &corners, ball, line, t_max }.chord(|| exact_local_ray(poses, ray))
    })
}

/// Returns the exact parameter at which the ray is first inside a child shape; `None` on a miss, for a shape with a
/// margin, and if a number is not finite.
#[cold]
pub(super) fn exact_hit_time(shape: &Shape, poses: &[&Pose], ray: &Ray) -> Option<dim3::ray::ExactParameter> {
    if shape.margin() != 0.0 {
        return None;
    }
    let line = exact_local_ray(poses, ray)?;
    dim3::ray::exact_parameter_in_plane(&corners(shape), &line, f64::from(ray.t_max))
}

/// Returns both coordinates in `f64`, without rounding.
fn to_f64(v: Vec2) -> [f64; 2] {
    [f64::from(v.x), f64::from(v.y)]
}

/// Returns the coordinates in `f64`, with z = 0.
fn to_space(v: Vec2) -> [f64; 3] {
    [f64::from(v.x), f64::from(v.y), 0.0]
}

/// Returns the vertices of the core in `f64`.
fn corners(shape: &Shape) -> Vec<[f64; 2]> {
    shape.core().iter().map(|p| to_f64(*p)).collect()
}

/// Returns whether all numbers of a pose are finite, and its rotation is not 0.
fn is_valid(pose: &Pose) -> bool {
    pose.position.is_finite() && pose.rotation.is_finite() && pose.rotation != Vec2::ZERO
}

/// Returns the ray in the frame of a child shape, in exact numbers; `None` if a number is not finite or a rotation is
/// 0.
fn exact_local_ray(poses: &[&Pose], ray: &Ray) -> Option<ExactLine> {
    let is_finite = ray.origin.is_finite() && ray.direction.is_finite() && ray.t_max.is_finite();
    (is_finite && poses.iter().all(|pose| is_valid(pose))).then(|| {
        let line = ExactLine::new(to_space(ray.origin), to_space(ray.direction));
        poses.iter().fold(line, |line, pose| line.in_body_of_plane(to_f64(pose.position), to_f64(pose.rotation)))
    })
}

/// Returns the first contact of a ray with a half-plane: all `x` in the frame of the pose with
/// `normal · x ≤ (offset + margin) |normal|`. `heights` are the offset and the margin, meters.
pub fn cast_half_space(normal: Vec2, heights: [Real; 2], pose: &Pose, ray: &Ray) -> Answer {
    let normal = [f64::from(normal.x), f64::from(normal.y)];
    cast_in_local_frame(&[pose], ray, |line, t_max| dim3::ray::below_in_plane(normal, heights, line, t_max))
}

/// Returns cosine and sine of a pose's rotation, normalized, as intervals that contain the exact numbers.
fn unit_rotation(pose: &Pose) -> [Interval; 2] {
    let [cos, sin] = to_f64(pose.rotation).map(Interval::from);
    if cos.to_f64() == 1.0 && sin.is_zero() {
        return [cos, sin];
    }
    let length = (cos * cos + sin * sin).sqrt();
    [cos / length, sin / length]
}

/// Returns the unit vector in the world along a vector of any length in the frame that the poses lead to; `None` if it
/// is not finite.
fn in_world(poses: &[&Pose], n: [f64; 3]) -> Option<Vec3> {
    normal_in_plane(poses.iter().map(|pose| unit_rotation(pose).map(Interval::to_f64)), n)
}

/// Returns origin and direction of a ray in the frame that the poses lead to. Intervals contain the rounding errors of
/// the conversion.
fn local_line(poses: &[&Pose], ray: &Ray) -> [Vector; 2] {
    let mut origin = to_f64(ray.origin).map(Interval::from);
    let mut direction = to_f64(ray.direction).map(Interval::from);
    for pose in poses {
        let [cos, sin] = unit_rotation(pose);
        let [x, y] = to_f64(pose.position).map(Interval::from);
        [origin, direction] =
            [[origin[0] - x, origin[1] - y], direction].map(|[x, y]| [cos * x + sin * y, cos * y - sin * x]);
    }
    [origin, direction].map(|[x, y]| [x, y, Interval::default()])
}

/// Returns the ray in space, with z = 0.
fn lifted(ray: &Ray) -> dim3::ray::Ray {
    dim3::ray::Ray { origin: lift(ray.origin), direction: lift(ray.direction), t_max: ray.t_max }
}

/// Returns the stepper of [`cast`] before its first step.
pub fn stepper(shape: &Shape, pose: &Pose, ray: &Ray) -> RayCast {
    RayCast::in_plane(
        &lifted(ray),
        PlanarTarget {
            corners: corners(shape),
            ball: f64::from(shape.margin()),
            line: local_line(&[pose], ray),
            exact: exact_local_ray(&[pose], ray),
            rotation: unit_rotation(pose).map(Interval::to_f64),
        },
    )
}

/// Returns the stepper of [`cast_half_space`] before its first step.
pub fn half_space_stepper(normal: Vec2, heights: [Real; 2], pose: &Pose, ray: &Ray) -> RayCast {
    let target = PlanarTarget {
        corners: Vec::new(),
        ball: 0.0,
        line: local_line(&[pose], ray),
        exact: None,
        rotation: unit_rotation(pose).map(Interval::to_f64),
    };
    RayCast::at_half_plane(&lifted(ray), to_f64(normal), heights, target)
}

/// Converts a ray to the frame that the poses lead to, casts it there by `cast_in_frame`, and converts the answer to
/// the world.
fn cast_in_local_frame(
    poses: &[&Pose],
    ray: &Ray,
    cast_in_frame: impl FnOnce([Vector; 2], f64) -> PlanarChord,
) -> Answer {
    let chord = cast_in_frame(local_line(poses, ray), f64::from(ray.t_max));
    let answer = chord.answer(&lifted(ray), |n| in_world(poses, n));
    Answer {
        outcome: answer.outcome,
        t: answer.t,
        lower: answer.lower,
        upper: answer.upper,
        point: answer.point.map(Vec3::truncate),
        normal: answer.normal.map(Vec3::truncate),
        exit: answer.exit,
    }
}
