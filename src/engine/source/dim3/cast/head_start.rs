//! Head start of a cast in `f32`: the first part of B's path relative to A, on which the bodies are too far apart to
//! touch. B covers it before the search begins.
//!
//! - **Problem.** Positions far along the path are rounded to multiples of their last digit: about 1 mm at 10 km in
//!   `f32`. Bounds of the first contact that are computed from them are several centimeters apart.
//! - **Method.** The bodies are separate as long as their bounding spheres are separate along the motion. B is moved in
//!   `f64` to a position shortly before these touch, and the search begins there, with lengths as small as the bodies.
//!   Only times include the head start, added in `f64`.
//! - **Frame.** The pair frame: A's axes and origin.

use glam::DVec3;

use super::motion::{FineMotion, IS_SINGLE, Motion, Sizes};
use crate::dim3::prelude::*;
use crate::dim3::rounding;

/// Length of a head start, in sums of both bounding radii, below which none is given. Chosen with a margin: the bodies
/// themselves cause much of the rounding error of a shorter path, so that a head start would gain little.
const MIN_LENGTH: f64 = 16.0;

/// Distance of the origins along the motion after a head start, in sums of both bounding radii. The bounding spheres
/// are then separate along the motion by one such sum.
const SEPARATION: f64 = 2.0;

/// Ratio of the sum of both bounding radii to the distance of the origins above which a head start is given: the `f64`
/// rounding error of B's position is then at most about as large as the `f32` rounding error of the shapes.
const MIN_SIZE: f64 = 1.0e-9;

/// Bound of the rounding error of B's position after a head start, in `f64::EPSILON` times its length: of the
/// direction, the length and their product. Chosen with a margin.
const POSITION_ROUNDING: f64 = 16.0;

/// Part of the path that B covers before the search begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeadStart {
    /// Unit direction of the path, pair frame; zero without a head start.
    pub along: DVec3,
    /// Length of the path covered, in length units; the bodies are proven to be separate on it.
    pub length: f64,
}

impl HeadStart {
    /// A head start of length 0.
    pub const NONE: Self = Self { along: DVec3::ZERO, length: 0.0 };

    /// Head start of bodies of these sizes in a motion that lasts `t_max` seconds, and the origin of B after it, pair
    /// frame; `None` in `f64`, and if a head start would not lower the rounding error.
    pub(super) fn for_motion(motion: &Motion, t_max: Real, sizes: &Sizes) -> Option<(Self, Vec3)> {
        let FineMotion { translation, r } = motion.fine.filter(|_| IS_SINGLE)?;
        let [a, b] = sizes.radii.map(|radius| radius as f64);
        let size = a + b;
        if !(translation.length_squared() > (MIN_LENGTH * size) * (MIN_LENGTH * size)) {
            return None;
        }
        let along = r.try_normalize()?;
        let length = -translation.dot(along) - SEPARATION * size;
        let is_large_enough = size > MIN_SIZE * translation.length() && size > rounding::SMALLEST_MAGNITUDE as f64;
        let is_useful = length > MIN_LENGTH * size && is_large_enough;
        let is_within_motion = length < r.length() * t_max as f64;
        if !(is_useful && is_within_motion) {
            return None;
        }
        let origin = translation + along * length;
        Some((Self { along, length }, Vec3::new(origin.x as Real, origin.y as Real, origin.z as Real)))
    }

    /// Vector by which B has moved relative to A during the head start, in length units, pair frame.
    pub fn offset(&self) -> DVec3 {
        self.along * self.length
    }

    /// Bound of the rounding error in `f64` of B's position after the head start, in length units.
    pub(super) fn rounding(&self) -> Real {
        (POSITION_ROUNDING * f64::EPSILON * self.length) as Real
    }
}
