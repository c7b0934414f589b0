//! Ray casts in the plane: entry and exit of a ray at a convex body.
//!
//! - **Problem, proof, endings**: those of [`dim3::ray`](super::dim3::ray). A planar shape, vertices with a ball around
//!   them, is the section of the corresponding shape in space, so the closed forms and their error bounds are the same.
//! - **Frame**: the world; meters. The rotation, a cosine and a sine, need not have length 1.
//! - **Cost**: linear in the number of vertices.
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
use dim3::ray::ExactLine;
pub use dim3::ray::Outcome;

/// A half line, or a part of one, in the world.
pub type Ray = dim3::ray::Ray<Vec2>;

/// Hit of a ray, in the world.
pub type Answer = dim3::ray::Answer<Vec2>;

/// Returns where a ray meets a body.
pub fn cast(shape: &Shape, pose: &Pose, ray: &Ray) -> Answer {
    cast_part(shape, &[pose], ray)
}

/// Returns where a ray meets a child shape whose frame follows from these poses, the outermost first. They are applied
/// one after the other and not composed, which would round them.
pub(super) fn cast_part(shape: &Shape, poses: &[&Pose], ray: &Ray) -> Answer {
    let corners = corners(shape);
    let ball = f64::from(shape.margin());
    answered(poses, ray, |line, t_max| dim3::ray::in_plane(&corners, ball, line, t_max, || exact(poses, ray)))
}

/// Exact time at which the ray enters a child shape; `None` for a shape with a margin.
#[cold]
pub(super) fn moment(shape: &Shape, poses: &[&Pose], ray: &Ray) -> Option<dim3::ray::Moment> {
    let line = exact(poses, ray).filter(|_| shape.margin() == 0.0)?;
    dim3::ray::moment_in_plane(&corners(shape), &line, f64::from(ray.t_max))
}

fn wide(v: Vec2) -> [f64; 2] {
    [f64::from(v.x), f64::from(v.y)]
}

fn corners(shape: &Shape) -> Vec<[f64; 2]> {
    shape.core().iter().map(|p| wide(*p)).collect()
}

/// The exact ray in the frame of a child shape; `None` if a number is not finite or a rotation is 0.
fn exact(poses: &[&Pose], ray: &Ray) -> Option<ExactLine> {
    let is_ray_sound = ray.origin.is_finite() && ray.direction.is_finite() && ray.t_max.is_finite();
    let are_poses_sound =
        poses.iter().all(|pose| pose.position.is_finite() && pose.rotation.is_finite() && pose.rotation != Vec2::ZERO);
    (is_ray_sound && are_poses_sound).then(|| {
        let [origin, direction] = [ray.origin, ray.direction].map(|v| [f64::from(v.x), f64::from(v.y), 0.0]);
        let line = ExactLine::new(origin, direction);
        poses.iter().fold(line, |line, pose| line.in_body_of_plane(wide(pose.position), wide(pose.rotation)))
    })
}

/// Returns where a ray meets a half-plane: all `x` in the frame of the pose with `normal · x ≤ height |normal|`, where
/// the height is the sum of `heights`, an offset and a margin.
pub fn cast_half_space(normal: Vec2, heights: [Real; 2], pose: &Pose, ray: &Ray) -> Answer {
    let normal = [f64::from(normal.x), f64::from(normal.y)];
    answered(&[pose], ray, |line, t_max| dim3::ray::below_in_plane(normal, heights, line, t_max))
}

/// Cosine and sine of a rotation, of length 1.
fn turn(pose: &Pose) -> [Interval; 2] {
    let [cos, sin] = wide(pose.rotation).map(Interval::from);
    if cos.to_f64() == 1.0 && sin.is_zero() {
        return [cos, sin];
    }
    let length = (cos * cos + sin * sin).sqrt();
    [cos / length, sin / length]
}

fn rotated_back([cos, sin]: [Interval; 2], [x, y]: [Interval; 2]) -> [Interval; 2] {
    [cos * x + sin * y, cos * y - sin * x]
}

/// Casts a ray in the frame that follows from these poses and returns the answer in the world.
fn answered(poses: &[&Pose], ray: &Ray, found: impl FnOnce([Vector; 2], f64) -> dim3::ray::Flat) -> Answer {
    let mut origin = wide(ray.origin).map(Interval::from);
    let mut direction = wide(ray.direction).map(Interval::from);
    for pose in poses {
        let rotation = turn(pose);
        let [x, y] = wide(pose.position).map(Interval::from);
        origin = rotated_back(rotation, [origin[0] - x, origin[1] - y]);
        direction = rotated_back(rotation, direction);
    }
    let line = [origin, direction].map(|[x, y]| [x, y, Interval::default()]);
    let found = found(line, f64::from(ray.t_max));
    let lifted = dim3::ray::Ray { origin: lift(ray.origin), direction: lift(ray.direction), t_max: ray.t_max };
    let answer = found.answer(&lifted, |[x, y, _]: [f64; 3]| {
        let size = x.abs().max(y.abs());
        let turned = poses.iter().rev().fold([x / size, y / size], |[x, y], pose| {
            let [c, s] = turn(pose).map(Interval::to_f64);
            [c * x - s * y, s * x + c * y]
        });
        let length = turned[0].hypot(turned[1]);
        let unit = Vec3::new((turned[0] / length) as Real, (turned[1] / length) as Real, 0.0);
        unit.is_finite().then_some(unit)
    });
    Answer {
        outcome: answer.outcome,
        t: answer.t,
        lower: answer.lower,
        upper: answer.upper,
        point: answer.point.map(|v| Vec2::new(v.x, v.y)),
        normal: answer.normal.map(|v| Vec2::new(v.x, v.y)),
        exit: answer.exit,
    }
}
