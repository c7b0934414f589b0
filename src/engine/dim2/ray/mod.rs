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
pub use dim3::ray::Outcome;

/// A half line, or a part of one, in the world.
pub type Ray = dim3::ray::Ray<Vec2>;

/// What a ray met, in the world.
pub type Answer = dim3::ray::Answer<Vec2>;

/// Where a ray meets a body.
pub fn cast(shape: &Shape, pose: &Pose, ray: &Ray) -> Answer {
    let corners: Vec<[f64; 2]> = shape.core().iter().map(|p| [f64::from(p.x), f64::from(p.y)]).collect();
    let ball = f64::from(shape.margin());
    answered(pose, ray, |line, t_max| dim3::ray::in_plane(&corners, ball, line, t_max))
}

/// Where a ray meets what lies below a line: all `x` of the frame of the pose with `normal · x ≤ height |normal|`, of which `heights` is
/// the sum: an offset and a margin.
pub fn cast_half_space(normal: Vec2, heights: [Real; 2], pose: &Pose, ray: &Ray) -> Answer {
    let normal = [f64::from(normal.x), f64::from(normal.y)];
    answered(pose, ray, |line, t_max| dim3::ray::below_in_plane(normal, heights, line, t_max))
}

/// The answer of a ray that is asked in the frame of the pose.
fn answered(pose: &Pose, ray: &Ray, ask: impl FnOnce([Vector; 2], f64) -> dim3::ray::Flat) -> Answer {
    let wide = |v: Vec2| [v.x, v.y].map(|x| Interval::from(f64::from(x)));
    let [cos, sin] = wide(pose.rotation);
    let length = (cos * cos + sin * sin).sqrt();
    let (cos, sin) = (cos / length, sin / length);
    let turned = |[x, y]: [Interval; 2]| -> Vector { [cos * x + sin * y, cos * y - sin * x, Interval::default()] };
    let ([x, y], [px, py]) = (wide(ray.origin), wide(pose.position));
    let line = [turned([x - px, y - py]), turned(wide(ray.direction))];
    let found = ask(line, f64::from(ray.t_max));
    let lifted = dim3::ray::Ray { origin: lift(ray.origin), direction: lift(ray.direction), t_max: ray.t_max };
    let in_world = |[x, y, _]: [f64; 3]| {
        let (c, s) = (cos.to_f64(), sin.to_f64());
        let size = x.abs().max(y.abs());
        let (x, y) = ((c * x - s * y) / size, (s * x + c * y) / size);
        let length = x.hypot(y);
        let unit = Vec3::new((x / length) as Real, (y / length) as Real, 0.0);
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
