//! A body of one part in the frame of the other body, and lower bounds of its distance from a triangle: the gap along
//! the line from the triangle's nearest point to the center of the part.

use super::leaf::Leaf;
use super::pose::{Pose, matrix};
use super::prelude::*;
use super::support::Support as _;
use super::tree::Bounds;

/// The only part of a body, in the frame of the other body.
#[derive(Clone, Debug)]
pub(super) struct SinglePart {
    /// Box of the part, in the other body's frame.
    pub bounds: Bounds<3>,
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
        Self {
            bounds,
            leaf,
            rotation: rotation * matrix(pose_in_body.rotation),
            position: rotation * pose_in_body.position + position,
            center,
        }
    }

    /// Least coordinate of the part along a unit vector.
    pub(super) fn least_along(&self, n: Vec3) -> Real {
        let in_part = self.rotation.transpose() * -n;
        n.dot(self.position) - in_part.dot(self.leaf.support(in_part).point) - self.leaf.margin()
    }

    /// Gap to a triangle inflated by a ball with the radius `ball`, along the line from the triangle's nearest point to
    /// the part's center: a lower bound of the distance, and the distance itself if the part is a ball, both to
    /// rounding. `None` if the center is in the triangle.
    pub(super) fn gap(&self, corners: [Vec3; 3], ball: Real) -> Option<Real> {
        let foot = nearest_on_triangle(corners, self.center);
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

/// The point of a triangle nearest to the point `p` (`[Ericson05 §5.1.5]`, with the names of the source). Its rounding
/// errors do no harm: the gap along any direction is a lower bound.
fn nearest_on_triangle([a, b, c]: [Vec3; 3], p: Vec3) -> Vec3 {
    let ab = b - a;
    let ac = c - a;
    let ap = p - a;
    let d1 = ab.dot(ap);
    let d2 = ac.dot(ap);
    if d1 <= 0.0 && d2 <= 0.0 {
        return a;
    }
    let bp = p - b;
    let d3 = ab.dot(bp);
    let d4 = ac.dot(bp);
    if d3 >= 0.0 && d4 <= d3 {
        return b;
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return a + ab * (d1 / (d1 - d3));
    }
    let cp = p - c;
    let d5 = ab.dot(cp);
    let d6 = ac.dot(cp);
    if d6 >= 0.0 && d5 <= d6 {
        return c;
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return a + ac * (d2 / (d2 - d6));
    }
    let va = d3 * d6 - d5 * d4;
    let from_b = d4 - d3;
    let from_c = d5 - d6;
    if va <= 0.0 && from_b >= 0.0 && from_c >= 0.0 {
        return b + (c - b) * (from_b / (from_b + from_c));
    }
    let inverse_sum = 1.0 / (va + vb + vc);
    a + ab * (vb * inverse_sum) + ac * (vc * inverse_sum)
}
