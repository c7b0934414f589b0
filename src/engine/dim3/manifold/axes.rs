//! Candidates for a contact (faces, pairs of edges, points) with the gap of the cores along each.

use super::super::numbers::unit;
use super::super::prelude::*;
use super::super::sat::{Axis, Sat};
use super::{ContactReference, Reference};

/// A candidate for the reference face. Pair frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FaceGap {
    /// Body of the face: 0 for the first, 1 for the second.
    pub body: u8,
    /// Index of the face.
    pub face: u32,
    /// Unit normal, out of its body.
    pub normal: Vec3,
    /// Height of the other core above the face: a lower bound of the signed distance of the cores.
    pub gap: Real,
}

/// A pair of edges that span an axis. Pair frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeGap {
    /// Vertices at the ends of the first body's edge, and of the second's.
    pub ends: [[u32; 2]; 2],
    /// Unit normal from the first body to the second.
    pub normal: Vec3,
    /// Gap of the cores along the normal: a lower bound of their signed distance.
    pub gap: Real,
}

/// Nearest points of the cores, or the deepest in overlap. Pair frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// Points of the first core and of the second.
    pub points: [Vec3; 2],
    /// Unit normal from the first body to the second.
    pub normal: Vec3,
    /// Signed distance of the cores.
    pub gap: Real,
}

impl Nearest {
    /// The result with its points one above the other along the normal. The deviation, left by the search for round
    /// bodies, is removed from the normal where the angle is small, otherwise from the second point.
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

/// The best candidates among the axes tested.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Axes {
    /// The face with the largest gap; the first where several tie.
    pub face: Option<FaceGap>,
    /// The face with the largest gap among those that [`Options::reference`](super::Options::reference) allows; the
    /// first where several tie.
    pub allowed: Option<FaceGap>,
    /// The previous frame's reference face, with its present gap.
    pub before: Option<FaceGap>,
    /// The pair of edges with the largest gap.
    pub edges: Option<EdgeGap>,
    /// The largest gap of all axes.
    pub largest: Option<Real>,
    /// Number of axes tested.
    pub tried: u32,
    /// Number of axes that tie with the largest gap, excluding the one that is taken.
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
        let [is_best, is_best_allowed] =
            [self.face, self.allowed].map(|best| best.is_none_or(|best| found.gap > best.gap + rounding));
        let allowed = may_be_taken(found.body, reference);
        if is_best {
            self.face = Some(found);
        }
        if allowed && is_best_allowed {
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

/// Whether a face of this body is allowed as the reference.
pub(super) fn may_be_taken(body: u8, reference: ContactReference) -> bool {
    match reference {
        ContactReference::FaceA => body == 0,
        ContactReference::FaceB => body == 1,
        ContactReference::Auto | ContactReference::EdgePair => true,
    }
}

/// The axes with the largest gaps, and the gaps: normal to faces, normal to allowed faces, and across edges.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lines {
    pub(super) face: Option<(Axis, Real)>,
    pub(super) allowed: Option<(Axis, Real)>,
    pub(super) edges: Option<(Axis, Real)>,
}

/// State of the separating-axis test of two polytopes between two steps.
#[derive(Clone, Debug)]
pub(super) struct Tries {
    pub(super) sat: Sat<()>,
    pub(super) axes: Axes,
    pub(super) lines: Lines,
}
