//! What a manifold tells, in the world, and in which order the pair is computed.

use std::borrow::Borrow;
use std::cmp::Ordering;

use super::super::contact::ORDER;
use super::super::prelude::*;
use super::points::Points;
use super::{Manifold, Options, Outcome, Point, Pose, Reference, Shape};

/// Where and how two bodies touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// Unit vector from a to b; `None` where the bodies are apart.
    pub normal: Option<Vec2>,
    /// In the order along the reference; none where the bodies are apart.
    pub points: Points,
    /// The side that the contact was made with; `None` where no side made it.
    pub reference: Option<Reference>,
    /// How the manifold was found.
    pub outcome: Outcome,
    /// The largest gap along any side, less the balls: a lower bound of the signed distance, and minus the depth of cores that
    /// overlap.
    pub separation: Real,
    /// By how much more than the least depth the bodies have to move along `normal`, for the sake of the reference.
    pub bias_paid: Real,
    /// How many points were given up for [`Options::max_points`].
    pub reduced: u8,
}

impl Answer {
    /// The same contact of the pair b, a.
    pub fn exchanged(self) -> Self {
        Self {
            normal: self.normal.map(|n| -n),
            points: self.points.map(Point::exchanged),
            reference: self.reference.map(Reference::exchanged),
            ..self
        }
    }

    /// From the frame of a to the world.
    pub(super) fn in_world(self, pose: &Pose) -> Self {
        let moved = |point: Point| Point { on_a: pose.point(point.on_a), on_b: pose.point(point.on_b), ..point };
        Self { normal: self.normal.map(|n| pose.rotation.rotate(n)), points: self.points.map(moved), ..self }
    }
}

impl<S: Borrow<Shape>> Manifold<S> {
    /// What is known now; in the frame of the first body, which is a here.
    pub fn answer(&self) -> Answer {
        let reference = self.reference.map(|side| Reference { body: side.body, face: side.index });
        let paid = self.reference.map_or(0.0, |side| (self.largest - side.gap).max(0.0));
        let gap = self.nearest.map_or(self.largest, |nearest| nearest.gap);
        Answer {
            normal: self.normal,
            points: self.points,
            reference,
            outcome: self.outcome().unwrap_or(Outcome::Apart),
            separation: gap - self.balls(),
            bias_paid: paid,
            reduced: self.reduced,
        }
    }
}

/// Where two placed shapes touch, in the world. Nothing is allocated.
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

/// Whether the pair is computed as b, a: then the answer does not depend on which body is called a. By the shapes; of equal ones by which lies
/// behind along a direction of the world; of equal ones in one place by how they are turned.
pub fn b_is_first(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> bool {
    let ahead = (pose_b.position - pose_a.position).dot(Vec2::new(ORDER[0], ORDER[1]));
    let turn = |pose: &Pose| [pose.rotation.x, pose.rotation.y];
    by_shape(a, b).then(Real::total_cmp(&0.0, &(ahead + 0.0))).then_with(|| compare(&turn(pose_a), &turn(pose_b)))
        == Ordering::Greater
}

/// An order of shapes: by the number of corners, the ball, and where the corners are.
fn by_shape(a: &Shape, b: &Shape) -> Ordering {
    let (p, q) = (a.core(), b.core());
    let corners = || {
        if std::ptr::eq(p, q) {
            return Ordering::Equal;
        }
        let pairs = p.iter().zip(q).map(|(p, q)| compare(&[p.x, p.y], &[q.x, q.y]));
        pairs.fold(Ordering::Equal, Ordering::then)
    };
    p.len().cmp(&q.len()).then(a.margin().total_cmp(&b.margin())).then_with(corners)
}

fn compare([a, b]: &[Real; 2], [c, d]: &[Real; 2]) -> Ordering {
    (a + 0.0).total_cmp(&(c + 0.0)).then((b + 0.0).total_cmp(&(d + 0.0)))
}
