//! Faces, pairs of edges and points that may make a contact, with how far the cores are apart along each.

use super::super::numbers::unit;
use super::super::prelude::*;
use super::super::sat::{Axis, Sat};
use super::{ContactReference, Reference};

/// A face that may be the reference. Vectors are of the pair frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FaceGap {
    /// Whose: 0 is the first body.
    pub body: u8,
    /// Its number.
    pub face: u32,
    /// Unit vector out of its body.
    pub normal: Vec3,
    /// How far the other core lies above it: a lower bound of the distance of the cores.
    pub gap: Real,
}

/// A pair of edges that span an axis. Vectors are of the pair frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeGap {
    /// The ends of the edge of the first body and of that of the second, as numbers of vertices.
    pub ends: [[u32; 2]; 2],
    /// Unit vector from the first body to the second.
    pub normal: Vec3,
    /// How far apart the cores are along it, at least.
    pub gap: Real,
}

/// The nearest points of the cores, or the deepest. Pair frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// Of the first core and of the second.
    pub points: [Vec3; 2],
    /// Unit vector from the first body to the second.
    pub normal: Vec3,
    /// The signed distance of the cores.
    pub gap: Real,
}

impl Nearest {
    /// The same with points that lie one above the other along the normal: what the search for round bodies leaves between
    /// the two is taken off the normal where it is a small angle, else off the second point.
    pub(super) fn straightened(&self) -> Self {
        let way = self.points[1] - self.points[0];
        let along = self.normal.dot(way);
        let across = (way - self.normal * along).length();
        if across <= 1.0e-4 * along.abs() {
            let normal = unit(way).map_or(self.normal, |n| if along < 0.0 { -n } else { n });
            return Self { normal, ..*self };
        }
        Self { points: [self.points[0], self.points[0] + self.normal * along], ..*self }
    }
}

/// What is kept of the axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Axes {
    /// The face with the largest gap; of those within rounding the first.
    pub face: Option<FaceGap>,
    /// The same of the faces that may be taken.
    pub allowed: Option<FaceGap>,
    /// The reference of before, as it is now.
    pub before: Option<FaceGap>,
    /// The pair of edges with the largest gap.
    pub edges: Option<EdgeGap>,
    /// The largest gap of all.
    pub largest: Option<Real>,
    /// How many axes were tried.
    pub tried: u32,
    /// How many have the largest gap within rounding, the one that is taken aside.
    pub ties: u32,
}

impl Axes {
    pub(super) fn face(
        &mut self,
        found: FaceGap,
        reference: ContactReference,
        previous: Option<Reference>,
        rounding: Real,
    ) {
        let better = |than: Option<FaceGap>| than.is_none_or(|than| found.gap > than.gap + rounding);
        let allowed = may_be_taken(found.body, reference);
        if better(self.face) {
            self.face = Some(found);
        }
        if allowed && better(self.allowed) {
            self.allowed = Some(found);
        }
        if allowed && previous == Some(Reference { body: found.body, face: found.face }) {
            self.before = Some(found);
        }
    }

    pub(super) fn axis(&mut self, gap: Real, rounding: Real) {
        self.tried += 1;
        let largest = self.largest.unwrap_or(Real::NEG_INFINITY);
        if gap > largest + rounding {
            self.ties = 0;
        } else if gap >= largest - rounding {
            self.ties += 1;
        }
        self.largest = Some(gap.max(largest));
    }
}

/// Whether a face of this body may be the reference that is asked for.
pub(super) fn may_be_taken(body: u8, reference: ContactReference) -> bool {
    match reference {
        ContactReference::FaceA => body == 0,
        ContactReference::FaceB => body == 1,
        ContactReference::Auto | ContactReference::EdgePair => true,
    }
}

/// The lines with the largest gaps so far, and these: normal to faces, to faces that may be taken, and across edges.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lines {
    pub(super) face: Option<(Axis, Real)>,
    pub(super) allowed: Option<(Axis, Real)>,
    pub(super) edges: Option<(Axis, Real)>,
}

/// The axes of polytopes so far, between two steps.
#[derive(Clone, Debug)]
pub(super) struct Tries {
    pub(super) sat: Sat<()>,
    pub(super) axes: Axes,
    pub(super) lines: Lines,
}
