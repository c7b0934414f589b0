//! Motion from one camera to another, which starts and ends slowly.

use std::f64::consts::{PI, TAU};

use crate::Camera;

/// Eased motion of a camera.
#[derive(Clone, Copy, Debug)]
pub struct CameraMotion {
    /// Camera at the start.
    pub from: Camera,
    /// Camera at the end.
    pub to: Camera,
    /// Elapsed fraction of the motion's time, from 0; from 1 on, the motion has ended.
    pub fraction: f64,
}

impl CameraMotion {
    /// Camera at the current time. Its azimuth changes in the direction of the smaller angle, and its distance by equal
    /// factors.
    pub fn camera(&self) -> Camera {
        if self.fraction >= 1.0 {
            return self.to;
        }
        let Self { from, to, fraction } = *self;
        // Smoothstep: the motion starts and ends at rest.
        let eased = fraction * fraction * (3.0 - 2.0 * fraction);
        let rotation = (to.azimuth - from.azimuth + PI).rem_euclid(TAU) - PI;
        Camera {
            target: from.target.lerp(to.target, eased),
            distance: from.distance * (to.distance / from.distance).powf(eased),
            azimuth: from.azimuth + eased * rotation,
            elevation: from.elevation + eased * (to.elevation - from.elevation),
            ..to
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_camera_rotates_by_the_smaller_angle() {
        let from = Camera { azimuth: 3.0, distance: 1.0, ..Camera::default() };
        let to = Camera { azimuth: -3.0, distance: 4.0, elevation: 1.0, ..from };
        let [start, middle, end] = [0.0, 0.5, 1.0].map(|fraction| CameraMotion { from, to, fraction }.camera());
        assert_eq!((start, end), (from, to));
        assert!((middle.azimuth - PI).abs() < 1e-12 && (middle.distance - 2.0).abs() < 1e-12, "{middle:?}");
    }
}
