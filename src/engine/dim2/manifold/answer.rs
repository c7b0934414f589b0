//! Answer of a manifold in the world, and the order of the bodies in the computation.

use std::borrow::Borrow;
use std::cmp::Ordering;

use super::super::contact::ORDER_DIRECTION;
use super::super::prelude::*;
use super::points::Points;
use super::{Manifold, Options, Outcome, Point, Pose, Reference, Shape};

/// Contact of two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// Unit normal from a to b; `None` where the bodies are apart.
    pub normal: Option<Vec2>,
    /// Contact points, ordered along the reference side; empty where the bodies are apart.
    pub points: Points,
    /// Reference side of the contact; `None` without one.
    pub reference: Option<Reference>,
    /// Ending of the manifold.
    pub outcome: Outcome,
    /// Signed distance of the bodies, meters, if the search needed the closest points of the cores. Otherwise the
    /// largest gap along any side, minus the margins: a lower bound of the signed distance, and equal to it where the
    /// cores overlap.
    pub separation: Real,
    /// Depth along `normal` minus the depth along the best side, meters. Zero to rounding, unless the previous or the
    /// requested reference is not the best side.
    pub excess_depth: Real,
    /// Number of points dropped for [`Options::max_points`].
    pub reduced: u8,
}

impl Answer {
    /// The contact with a and b exchanged.
    pub fn exchanged(self) -> Self {
        Self {
            normal: self.normal.map(|n| -n),
            points: self.points.map(Point::exchanged),
            reference: self.reference.map(Reference::exchanged),
            ..self
        }
    }

    /// The answer in the world, converted from the frame of a body at `pose`.
    pub(super) fn in_world(self, pose: &Pose) -> Self {
        let points =
            self.points.map(|point| Point { on_a: pose.point(point.on_a), on_b: pose.point(point.on_b), ..point });
        Self { normal: self.normal.map(|n| pose.rotation.rotate(n)), points, ..self }
    }
}

impl<S: Borrow<Shape>> Manifold<S> {
    /// Answer at the current state, in the frame of the first body, which is `a` here.
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

/// Contact of two placed shapes, in the world. Allocates memory only if a distance query finds that the cores touch.
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

/// Whether the pair is computed as b, a, so that the answer does not depend on which body is called a. Compares the
/// shapes; for equal shapes the positions along a fixed direction of the world; for equal positions the rotations.
pub fn b_is_first(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> bool {
    let ahead = (pose_b.position - pose_a.position).dot(Vec2::new(ORDER_DIRECTION[0], ORDER_DIRECTION[1]));
    let [rotation_a, rotation_b] = [pose_a, pose_b].map(|pose| [pose.rotation.x, pose.rotation.y]);
    // `x + 0.0` maps −0 to +0, which `total_cmp` distinguishes.
    by_shape(a, b).then(Real::total_cmp(&0.0, &(ahead + 0.0))).then_with(|| compare_points(&rotation_a, &rotation_b))
        == Ordering::Greater
}

/// Order of shapes: by the number of vertices, the margin, and the vertices' positions.
fn by_shape(a: &Shape, b: &Shape) -> Ordering {
    let p = a.core();
    let q = b.core();
    p.len().cmp(&q.len()).then(a.margin().total_cmp(&b.margin())).then_with(|| by_vertices(p, q))
}

/// Order of vertices by the first pair that differs.
fn by_vertices(p: &[Vec2], q: &[Vec2]) -> Ordering {
    // Bodies often share a shape.
    if std::ptr::eq(p, q) {
        return Ordering::Equal;
    }
    let pairs = p.iter().zip(q).map(|(p, q)| compare_points(&[p.x, p.y], &[q.x, q.y]));
    pairs.fold(Ordering::Equal, Ordering::then)
}

/// Order by x, then by y; −0 equals +0.
fn compare_points([a, b]: &[Real; 2], [c, d]: &[Real; 2]) -> Ordering {
    (a + 0.0).total_cmp(&(c + 0.0)).then((b + 0.0).total_cmp(&(d + 0.0)))
}
