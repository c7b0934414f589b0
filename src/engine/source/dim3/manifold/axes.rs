//! Candidates for a contact (faces, pairs of edges, points) with the gap of the cores along each, in the pair's length
//! unit.

use super::{ContactReference, Reference};
use crate::dim3::numbers::unit;
use crate::dim3::prelude::*;
use crate::dim3::sat::{Axis, Sat};

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

/// Nearest points of the cores, or in overlap the points that realize their depth. Pair frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// Points of the first core and of the second.
    pub points: [Vec3; 2],
    /// Unit normal from the first body to the second.
    pub normal: Vec3,
    /// Signed distance of the cores.
    pub gap: Real,
}

/// Largest angle, radians, by which the normal of nearest points is corrected. With a larger one, an accurate normal
/// would be replaced by the direction between points of a small gap, which has no accurate digits. With a smaller one,
/// more deviations are removed by moving the second point.
const MAX_NORMAL_CORRECTION: Real = 1.0e-4;

impl Nearest {
    /// Aligns the vector between the points with the normal. The distance query of round bodies leaves an angle between
    /// the two. An angle of at most [`MAX_NORMAL_CORRECTION`] is removed by rotating the normal, a larger one by moving
    /// the second point.
    pub(super) fn with_aligned_normal(&self) -> Self {
        let offset = self.points[1] - self.points[0];
        let along = self.normal.dot(offset);
        let across = (offset - self.normal * along).length();
        if across <= MAX_NORMAL_CORRECTION * along.abs() {
            let normal = unit(offset).map_or(self.normal, |n| if along < 0.0 { -n } else { n });
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
    /// The previous frame's reference face, with its current gap; `None` if it may not be the reference now.
    pub previous: Option<FaceGap>,
    /// The pair of edges with the largest gap.
    pub edges: Option<EdgeGap>,
    /// The largest gap of all axes; `None` before the first.
    pub largest: Option<Real>,
    /// Number of axes tested.
    pub tested: u32,
    /// Number of axes that tie with the largest gap to rounding, excluding the one that is taken.
    pub ties: u32,
}

impl Axes {
    /// Records a face as the best, the best allowed or the previous reference. Gaps within `rounding` tie; the first is
    /// kept.
    pub(super) fn record_face(
        &mut self,
        face: FaceGap,
        reference: ContactReference,
        previous: Option<Reference>,
        rounding: Real,
    ) {
        if self.face.is_none_or(|best| face.gap > best.gap + rounding) {
            self.face = Some(face);
        }
        if !is_allowed(face.body, reference) {
            return;
        }
        if self.allowed.is_none_or(|best| face.gap > best.gap + rounding) {
            self.allowed = Some(face);
        }
        if previous == Some(Reference { body: face.body, face: face.face }) {
            self.previous = Some(face);
        }
    }

    /// Counts a tested axis with this gap, and its ties within `rounding`.
    pub(super) fn count_axis(&mut self, gap: Real, rounding: Real) {
        self.tested += 1;
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
pub(super) fn is_allowed(body: u8, reference: ContactReference) -> bool {
    match reference {
        ContactReference::FaceA => body == 0,
        ContactReference::FaceB => body == 1,
        ContactReference::Auto | ContactReference::EdgePair => true,
    }
}

/// An axis of the separating-axis test and the gap of the cores along it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GapOnAxis {
    /// Features of the bodies that span the axis.
    pub(super) axis: Axis,
    /// Gap of the cores along the axis: a lower bound of their signed distance.
    pub(super) gap: Real,
}

/// Axes with the largest gaps, of each kind; `None` before the first of that kind.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BestAxes {
    /// Best axis that is normal to a face.
    pub(super) face: Option<GapOnAxis>,
    /// Best axis that is normal to a face that may be the reference.
    pub(super) allowed: Option<GapOnAxis>,
    /// Best axis that is perpendicular to two edges.
    pub(super) edges: Option<GapOnAxis>,
}

/// State of the separating-axis test of two polytopes between two steps.
#[derive(Clone, Debug)]
pub(super) struct PausedAxisTest {
    /// The test without its two polytopes, which the pair holds.
    pub(super) sat: Sat<()>,
    /// Candidates found so far.
    pub(super) axes: Axes,
    /// Best axes so far.
    pub(super) best: BestAxes,
}
