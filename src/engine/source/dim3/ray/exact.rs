//! Exact lines and parameters along them, for rays that the rounded bounds of a chord leave undecided at bodies with
//! flat faces (`clip.rs`).
//!
//! - **Problem.** A ray through the common edge of two faces is on the boundary of both. Bounds of any precision leave
//!   it undecided there, so it could pass between the faces of a closed surface.
//! - **Method.** Poses and sizes are binary fractions, and a rotation by a quaternion is rational. The line is
//!   transformed to the frame of a child shape as `(origin + t · direction) / weight` without divisions, so every sign
//!   is that of an integer. A closed face contains its edges, so the ray hits all faces that share one: the union has
//!   no gap. In the plane the weight is the length of the rotation `(cos, sin)`, which [`Dyadic::sqrt`] rounds far
//!   below the precision that the signs need, and equally for all child shapes.
//! - **Cost.** Some ten microseconds per face, for undecided rays only.

use std::cmp::Ordering;

use super::pieces::to_f64;
use crate::dim3::pose::Pose;
use crate::dim3::prelude::*;
use crate::dim3::shape::Affine;
use crate::dyadic::{Dyadic, Exact, cross, dot, exact, minus, negated, plus, times};

/// Line of the points `(origin + t · direction) / weight`, with exact numbers.
#[derive(Clone, Debug)]
pub(crate) struct ExactLine {
    /// Point at the parameter 0, times `weight`.
    pub(super) origin: Exact,
    /// Direction of the ray, of any length, times `weight`.
    pub(super) direction: Exact,
    /// Common denominator, positive unless a rotation is 0.
    pub(super) weight: Dyadic,
}

impl ExactLine {
    /// Line from a point along a direction.
    pub fn new(origin: [f64; 3], direction: [f64; 3]) -> Self {
        Self { origin: exact(origin), direction: exact(direction), weight: Dyadic::one() }
    }

    /// Path of a moving point relative to the body at which it is cast, world frame. `velocities` are those of the
    /// point and of the body; `poses` transform from the point's frame to the world, the innermost first.
    pub fn of_point(point: Vec3, poses: &[&Pose], velocities: [[f64; 3]; 2]) -> Self {
        let [of_point, of_body] = velocities.map(exact);
        let mut origin = exact(to_f64(point));
        let mut weight = Dyadic::one();
        for pose in poses {
            let ScaledRotation { rows, square } = rotation(pose.rotation);
            weight = &weight * &square;
            origin = plus(&multiplied(&rows, &origin), &times(&exact(to_f64(pose.position)), &weight));
        }
        Self { direction: times(&minus(&of_point, &of_body), &weight), origin, weight }
    }

    /// The line in the frame of a body that has this pose in the line's frame. The quaternion may have any length but
    /// 0.
    pub fn in_body(&self, pose: &Pose) -> Self {
        if *pose == Pose::IDENTITY {
            return self.clone();
        }
        let ScaledRotation { rows, square } = rotation(pose.rotation);
        let columns = [0, 1, 2].map(|k| [0, 1, 2].map(|i| rows[i][k].clone()));
        let from = minus(&self.origin, &times(&exact(to_f64(pose.position)), &self.weight));
        Self {
            origin: multiplied(&columns, &from),
            direction: multiplied(&columns, &self.direction),
            weight: &self.weight * &square,
        }
    }

    /// The line in the frame of a body in the plane z = 0, at the position `x`, `y` and rotated by the angle with this
    /// cosine and sine, whose vector may have any length but 0.
    pub fn in_body_of_plane(&self, [x, y]: [f64; 2], [cos, sin]: [f64; 2]) -> Self {
        let c = Dyadic::from(cos);
        let s = Dyadic::from(sin);
        let length = (&(&c * &c) + &(&s * &s)).sqrt();
        let from = minus(&self.origin, &times(&exact([x, y, 0.0]), &self.weight));
        let [origin, direction] = [&from, &self.direction]
            .map(|v| [&(&c * &v[0]) + &(&s * &v[1]), &(&c * &v[1]) - &(&s * &v[0]), v[2].clone()]);
        Self { origin, direction, weight: &self.weight * &length }
    }

    /// Preimage of the line under an affine map; `None` for a singular map.
    pub(super) fn preimage(&self, affine: &Affine) -> Option<Self> {
        let [u, v, w] = columns(affine);
        let rows = [cross(&v, &w), cross(&w, &u), cross(&u, &v)];
        let determinant = dot(&u, &rows[0]);
        let rows = match determinant.sign() {
            Ordering::Equal => return None,
            Ordering::Greater => rows,
            Ordering::Less => rows.map(|row| negated(&row)),
        };
        let from = minus(&self.origin, &times(&exact(to_f64(affine.offset())), &self.weight));
        let weight = &self.weight * &determinant.abs();
        Some(Self { origin: multiplied(&rows, &from), direction: multiplied(&rows, &self.direction), weight })
    }

    /// Sign of the line's direction along a triangle's normal; `Equal` for a line parallel to the triangle's plane.
    pub fn along_normal(&self, corners: [Vec3; 3]) -> Ordering {
        let [a, b, c] = corners.map(|p| exact(to_f64(p)));
        dot(&cross(&minus(&b, &a), &minus(&c, &a)), &self.direction).sign()
    }

    /// Vector from the line's origin to a point, times the weight.
    pub(super) fn vector_to(&self, point: &Exact) -> Exact {
        minus(&times(point, &self.weight), &self.origin)
    }
}

/// Product of a matrix, given by its rows, and a vector.
fn multiplied(rows: &[Exact; 3], v: &Exact) -> Exact {
    [0, 1, 2].map(|k| dot(&rows[k], v))
}

/// Columns of the matrix of an affine map.
pub(super) fn columns(affine: &Affine) -> [Exact; 3] {
    let columns = affine.matrix().to_cols_array();
    [0, 1, 2].map(|k| exact([0, 1, 2].map(|i| f64::from(columns[3 * k + i]))))
}

/// Twice a number, without rounding.
fn twice(x: Dyadic) -> Dyadic {
    &x + &x
}

/// Rotation matrix of a quaternion of any length, without division.
struct ScaledRotation {
    /// Rows of the matrix times `square`.
    rows: [Exact; 3],
    /// Squared length of the quaternion.
    square: Dyadic,
}

/// Computes the rotation matrix of a quaternion, times the square of its length.
fn rotation(q: Quat) -> ScaledRotation {
    let [x, y, z, w] = q.to_array().map(|x| Dyadic::from(f64::from(x)));
    let [xx, yy, zz, ww] = [&x * &x, &y * &y, &z * &z, &w * &w];
    let [xy, xz, yz] = [&x * &y, &x * &z, &y * &z];
    let [xw, yw, zw] = [&x * &w, &y * &w, &z * &w];
    let square = &(&xx + &yy) + &(&zz + &ww);
    let rows = [
        [&square - &twice(&yy + &zz), twice(&xy - &zw), twice(&xz + &yw)],
        [twice(&xy + &zw), &square - &twice(&xx + &zz), twice(&yz - &xw)],
        [twice(&xz - &yw), twice(&yz + &xw), &square - &twice(&xx + &yy)],
    ];
    ScaledRotation { rows, square }
}

/// Exact parameter along a line, `numerator / denominator`.
#[derive(Clone, Debug)]
pub(crate) struct ExactParameter {
    /// Dividend of the parameter.
    pub(super) numerator: Dyadic,
    /// Divisor of the parameter, positive.
    pub(super) denominator: Dyadic,
}

impl ExactParameter {
    /// The parameter `numerator / denominator`; the denominator may be negative, but not 0.
    pub(super) fn new(numerator: Dyadic, denominator: Dyadic) -> Self {
        if denominator.sign() == Ordering::Less {
            Self { numerator: -&numerator, denominator: -&denominator }
        } else {
            Self { numerator, denominator }
        }
    }

    /// Compares two parameters exactly.
    pub fn order(&self, other: &Self) -> Ordering {
        (&(&self.numerator * &other.denominator) - &(&other.numerator * &self.denominator)).sign()
    }

    /// Compares the parameter with `t` exactly.
    pub(super) fn order_to(&self, t: f64) -> Ordering {
        self.order(&Self { numerator: Dyadic::from(t), denominator: Dyadic::one() })
    }

    /// Lower and upper bound of the parameter in `f64`.
    pub(super) fn bounds(&self) -> [f64; 2] {
        self.numerator.ratio(&self.denominator)
    }

    /// Estimate of the parameter in `f64`, clamped to its bounds.
    pub(super) fn estimate(&self, [low, high]: [f64; 2]) -> f64 {
        self.numerator.ratio_near(&self.denominator).clamp(low, high)
    }
}
