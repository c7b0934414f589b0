//! A body of one part in the frame of the other body, and lower bounds of its distance from a triangle: the gap along
//! the line from the triangle's nearest point to the center of the part.

use super::distance::nearest_of_triangle;
use super::leaf::Leaf;
use super::pose::{Pose, matrix};
use super::prelude::*;
use super::support::{Ball, SimpleCore, Support as _};
use super::tree::Bounds;

/// The only part of a body, in the frame of the other body.
#[derive(Clone, Debug)]
pub(super) struct SinglePart {
    /// Box of the part, in the other body's frame.
    pub bounds: Bounds<3>,
    /// The part as a ball in the other body's frame; `None` if its core is not a point.
    pub ball: Option<Ball>,
    /// The part, in its own frame.
    leaf: Leaf,
    /// Rotation from the part's frame to the other body's.
    rotation: Mat3,
    /// Position of the part's origin in the other body's frame.
    position: Vec3,
    /// Center of the box, in the other body's frame.
    center: Vec3,
}

impl SinglePart {
    /// The part `leaf` with the pose `pose_in_body` in its body. `rotation` and `position` place that body in the frame
    /// of the other body, in which `bounds` is the box of the part.
    pub(super) fn new(leaf: Leaf, pose_in_body: &Pose, rotation: Mat3, position: Vec3, bounds: Bounds<3>) -> Self {
        let center = 0.5 * (Vec3::from(bounds.low) + Vec3::from(bounds.high));
        let is_ball = matches!(leaf.simple_core(), Some(SimpleCore::Point(_)));
        Self {
            bounds,
            ball: is_ball.then(|| Ball { center, radius: leaf.margin() }),
            leaf,
            rotation: rotation * matrix(pose_in_body.rotation),
            position: rotation * pose_in_body.position + position,
            center,
        }
    }

    /// Least coordinate of the part along a unit vector.
    #[inline]
    pub(super) fn least_along(&self, n: Vec3) -> Real {
        if let Some(ball) = &self.ball {
            return n.dot(ball.center) - ball.radius;
        }
        let in_part = self.rotation.transpose() * -n;
        n.dot(self.position) - in_part.dot(self.leaf.support(in_part).point) - self.leaf.margin()
    }

    /// Gap to a triangle inflated by a ball with the radius `ball`, along the line from the triangle's nearest point to
    /// the part's center: a lower bound of the distance, and the distance itself if the part is a ball, both to
    /// rounding. `None` if the center is in the triangle.
    pub(super) fn gap(&self, corners: [Vec3; 3], ball: Real) -> Option<Real> {
        // Rounding errors of the foot do no harm: the gap along any direction is a lower bound.
        let foot = nearest_of_triangle(corners, self.center).point;
        let to_center = self.center - foot;
        let length = to_center.length();
        let n = to_center / length;
        // The square of a shorter vector underflows, so that its direction has no accurate digits.
        let has_direction = length > Real::MIN_POSITIVE.sqrt() && n.is_finite();
        if !has_direction {
            return None;
        }
        let [a, b, c] = corners.map(|corner| n.dot(corner));
        Some(self.least_along(n) - a.max(b).max(c) - ball)
    }
}
