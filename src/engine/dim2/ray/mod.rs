//! **Rays in the plane**: where does a ray first meet a convex body, and where does it leave it?
//!
//! **Problem, proof, endings.** Those of [`dim3::ray`](super::dim3::ray): a shape of the plane, corners with a ball around them, is the same shape of space
//! cut by the plane, so that the closed forms are the same, with the same bounds on their rounding. **Frame.** The world; meters.
//! The rotation, a cosine and a sine, need not be of length 1. **Cost.** Linear in the corners.
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

/// What a ray met, in the world.
pub type Answer = dim3::ray::Answer<Vec2>;

/// Returns where a ray meets a body.
pub fn cast(shape: &Shape, pose: &Pose, ray: &Ray) -> Answer {
    cast_part(shape, &[pose], ray)
}

/// Returns where a ray meets a part whose frame is reached by these poses, the outermost first. They are applied one after the
/// other, so they are not rounded together.
pub(super) fn cast_part(shape: &Shape, poses: &[&Pose], ray: &Ray) -> Answer {
    let corners = corners(shape);
    let ball = f64::from(shape.margin());
    answered(poses, ray, |line, t_max| dim3::ray::in_plane(&corners, ball, line, t_max, || exact(poses, ray)))
}

/// The exact moment at which the ray is first inside a part that it meets; none of a part with a ball around it.
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

/// The ray in the frame of a part without rounding; none where a number is not finite or a rotation is 0.
fn exact(poses: &[&Pose], ray: &Ray) -> Option<ExactLine> {
    let lifted = |v: Vec2| [f64::from(v.x), f64::from(v.y), 0.0];
    let is_sound = |pose: &&Pose| pose.position.is_finite() && pose.rotation.is_finite() && pose.rotation != Vec2::ZERO;
    let sound = ray.origin.is_finite() && ray.direction.is_finite() && ray.t_max.is_finite();
    (sound && poses.iter().all(is_sound)).then(|| {
        let line = ExactLine::new(lifted(ray.origin), lifted(ray.direction));
        poses.iter().fold(line, |line, pose| line.in_body_of_plane(wide(pose.position), wide(pose.rotation)))
    })
}

/// Where a ray meets what lies below a line: all `x` of the frame of the pose with `normal · x ≤ height |normal|`, of which `heights` is
/// the sum: an offset and a margin.
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

/// The answer of a ray that is cast in the frame that these poses lead to.
fn answered(poses: &[&Pose], ray: &Ray, found: impl FnOnce([Vector; 2], f64) -> dim3::ray::Flat) -> Answer {
    let vector = |v: Vec2| wide(v).map(Interval::from);
    let mut origin = vector(ray.origin);
    let mut direction = vector(ray.direction);
    for pose in poses {
        let [cos, sin] = turn(pose);
        let turned = |[x, y]: [Interval; 2]| [cos * x + sin * y, cos * y - sin * x];
        let [x, y] = vector(pose.position);
        origin = turned([origin[0] - x, origin[1] - y]);
        direction = turned(direction);
    }
    let lift_interval = |[x, y]: [Interval; 2]| -> Vector { [x, y, Interval::default()] };
    let found = found([origin, direction].map(lift_interval), f64::from(ray.t_max));
    let lifted = dim3::ray::Ray { origin: lift(ray.origin), direction: lift(ray.direction), t_max: ray.t_max };
    let in_world = |[x, y, _]: [f64; 3]| {
        let size = x.abs().max(y.abs());
        let turned = poses.iter().rev().fold([x / size, y / size], |[x, y], pose| {
            let [c, s] = turn(pose).map(Interval::to_f64);
            [c * x - s * y, s * x + c * y]
        });
        let length = turned[0].hypot(turned[1]);
        let unit = Vec3::new((turned[0] / length) as Real, (turned[1] / length) as Real, 0.0);
        unit.is_finite().then_some(unit)
    };
    let answer = found.answer(&lifted, in_world);
    let flat = |v: Vec3| Vec2::new(v.x, v.y);
    Answer {
        outcome: answer.outcome,
        t: answer.t,
        lower: answer.lower,
        upper: answer.upper,
        point: answer.point.map(flat),
        normal: answer.normal.map(flat),
        exit: answer.exit,
    }
}
