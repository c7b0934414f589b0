//! The answer of a contact query in the world, and the order in which the computation takes the bodies.

use std::borrow::Borrow;
use std::cmp::Ordering;

use super::points::Points;
use super::{Manifold, Options, Outcome, Point, Pose, Reference, Shape};
use crate::dim2::contact::ORDER_DIRECTION;
use crate::dim2::prelude::*;

/// Answer of a contact query of two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// Unit normal from a to b; `None` without a contact.
    pub normal: Option<Vec2>,
    /// Contact points, ordered along the reference side; empty without a contact.
    pub points: Points,
    /// Reference side of the contact; `None` without one.
    pub reference: Option<Reference>,
    /// Ending of the query.
    pub outcome: Outcome,
    /// Signed distance of the bodies, meters, if the search needed the closest points of the cores. Otherwise the
    /// largest gap along any side, minus the margins: a lower bound of the signed distance, which is equal to it if the
    /// cores overlap.
    pub separation: Real,
    /// Depth along the reference side minus the depth along the side of least depth, meters; not negative. Zero to
    /// rounding, unless the previous or the requested reference is not the side of least depth.
    pub excess_depth: Real,
    /// Number of points removed because of [`Options::max_points`].
    pub reduced: u8,
}

impl Answer {
    /// Returns the answer with a and b exchanged.
    pub fn exchanged(self) -> Self {
        Self {
            normal: self.normal.map(|n| -n),
            points: self.points.map(Point::exchanged),
            reference: self.reference.map(Reference::exchanged),
            ..self
        }
    }

    /// Returns the answer in the world, converted from the frame of a body at `pose`.
    pub(super) fn in_world(self, pose: &Pose) -> Self {
        let points =
            self.points.map(|point| Point { on_a: pose.point(point.on_a), on_b: pose.point(point.on_b), ..point });
        Self { normal: self.normal.map(|n| pose.rotation.rotate(n)), points, ..self }
    }
}

impl<S: Borrow<Shape>> Manifold<S> {
    /// Returns the answer at the current state, in the frame of the first body, which is `a` here.
    pub fn answer(&self) -> Answer {
        let reference = self.reference.map(|side| Reference { body: side.body, face: side.index });
        let excess_depth = self.reference.map_or(0.0, |side| (self.largest - side.gap).max(0.0));
        let gap = self.nearest.map_or(self.largest, |nearest| nearest.gap);
        Answer {
            normal: self.normal,
            points: self.points,
            reference,
            // An unfinished run has no contact yet.
            outcome: self.outcome().unwrap_or(Outcome::Apart),
            separation: gap - self.margin_sum(),
            excess_depth,
            reduced: self.reduced,
        }
    }
}

/// Returns the contact of two placed shapes, in the world. Allocates memory only if a distance query finds that the
/// cores touch.
pub fn manifold(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose, options: &Options) -> Answer {
    if b_is_first(a, pose_a, b, pose_b) {
        let mut run = Manifold::new(b, pose_b, a, pose_a, options.exchanged());
        run.run();
        run.answer().in_world(pose_b).exchanged()
    } else {
        let mut run = Manifold::new(a, pose_a, b, pose_b, *options);
        run.run();
        run.answer().in_world(pose_a)
    }
}

/// Returns whether the pair is computed in the order b, a, so that the answer does not depend on which body is called
/// a. Compares the shapes; for equal shapes the positions along a fixed direction of the world; for equal positions the
/// rotations.
pub fn b_is_first(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> bool {
    let ahead = (pose_b.position - pose_a.position).dot(Vec2::new(ORDER_DIRECTION[0], ORDER_DIRECTION[1]));
    // `x + 0.0` maps −0 to +0, which `total_cmp` distinguishes.
    let order_of_positions = Real::total_cmp(&0.0, &(ahead + 0.0));
    let [rotation_a, rotation_b] = [pose_a, pose_b].map(|pose| [pose.rotation.x, pose.rotation.y]);
    let order = compare_shapes(a, b).then(order_of_positions);
    order.then_with(|| compare_coordinates(&rotation_a, &rotation_b)) == Ordering::Greater
}

/// Compares two shapes by the number of vertices, the margin, and the vertices' positions.
fn compare_shapes(a: &Shape, b: &Shape) -> Ordering {
    let p = a.core();
    let q = b.core();
    p.len().cmp(&q.len()).then(a.margin().total_cmp(&b.margin())).then_with(|| compare_vertices(p, q))
}

/// Compares two lists of vertices by the first pair that differs.
fn compare_vertices(p: &[Vec2], q: &[Vec2]) -> Ordering {
    // Bodies often share a shape.
    if std::ptr::eq(p, q) {
        return Ordering::Equal;
    }
    let orders = p.iter().zip(q).map(|(p, q)| compare_coordinates(&[p.x, p.y], &[q.x, q.y]));
    orders.fold(Ordering::Equal, Ordering::then)
}

/// Compares two pairs of coordinates by x, then by y; −0 equals +0.
fn compare_coordinates([x, y]: &[Real; 2], [other_x, other_y]: &[Real; 2]) -> Ordering {
    (x + 0.0).total_cmp(&(other_x + 0.0)).then((y + 0.0).total_cmp(&(other_y + 0.0)))
}
