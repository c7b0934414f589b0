//! The fifteen axes of two boxes in five triples: A's face normals, B's face normals, and for each edge direction of A
//! its cross products with B's three.
//!
//! - **Lanes.** The three axes of a triple are evaluated together, one per lane of a SIMD vector. The fourth lane is a
//!   copy of the third.
//! - **Projections.** With the half extents `h` of A and `k` of B and the rotation `R` from B's axes to A's, the boxes
//!   project on a unit vector `n` with the half widths `|n|·h` and `|Rᵀn|·k` (absolute values by component). They are
//!   computed in full, so that no gap assumes that `R` is an exact rotation.
//! - **Use.** The separating-axis test ([`Sat::by_triples`](super::Sat::by_triples)) finds its best axis among the
//!   gaps of the triples; a sweep of two boxes computes overlap intervals from the projections.
//! - **Cost.** Less than half the time of fifteen single axes
//!   (`cargo bench -p contact-lens-benches --bench axes`).

use super::{Axis, precise};
use crate::dim3::prelude::*;

/// Number of axis triples of two boxes: fifteen axes.
pub(super) const TRIPLES: usize = 5;

/// Component of a direction of B's edges along an edge of A above which the two may be parallel, so that their cross
/// product is tested for zero and, if it is [`SHORT`], scaled before it is squared. Chosen with a margin: at this
/// component the product is still 1.4e-3 long.
const PARALLEL: Real = 0.999_999;

/// Largest component up to which a cross product is scaled before it is squared; the limit of
/// [`squarable`](crate::dim3::numbers::squarable).
const SHORT: Real = 1.0e-6;

/// State of the enumeration of the triples of two boxes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BoxAxes {
    /// Half extents of A and of B, each in its own frame, in the pair's length unit.
    half_extents: [Vec3; 2],
    /// Number of triples computed, 0 to 5.
    pub(super) done: usize,
    /// Gaps of the axes by triple and lane; −∞ for parallel edges, which span no axis. Lane 3 is a copy of lane 2. 0
    /// for triples that are not yet computed.
    pub(super) gaps: [[Real; 4]; TRIPLES],
    /// Index of the best axis, `3 · triple + lane`; `None` before the first axis.
    pub(super) best_index: Option<usize>,
}

/// Three axes of two boxes and the projections of the boxes on them, one axis per lane. Lane 3 is a copy of lane 2.
#[derive(Clone, Copy, Debug)]
pub struct AxisTriple {
    /// Index of the triple, 0 to 4.
    number: usize,
    /// Unit vectors along the axes, pair frame: their x, y and z components.
    pub normals: [Lanes; 3],
    /// Half widths of the projections of A and of B, in the pair's length unit.
    pub half_widths: [Lanes; 2],
    /// Coordinate of B's center along the axes, relative to A's center.
    pub center_of_b: Lanes,
    /// Nonzero in lanes whose edges are parallel and span no axis.
    missing: Lanes,
}

/// One axis of a triple.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TripleAxis {
    /// The axis, by the features that define it.
    pub axis: Axis,
    /// Unit vector along the axis from A to B, pair frame.
    pub normal: Vec3,
    /// Projections of A and of B on `normal`, measured from the center of A: least and greatest coordinates.
    pub projections: [[Real; 2]; 2],
}

/// The axis in a lane (0 to 2) of a triple (0 to 4).
fn axis_in_lane(triple: usize, lane: usize) -> Axis {
    match triple {
        0 => Axis::FaceA(lane as u32),
        1 => Axis::FaceB(lane as u32),
        _ => Axis::Edges(triple as u32 - 2, lane as u32),
    }
}

/// The components of a vector, each repeated in all lanes.
fn splat(v: Vec3) -> [Lanes; 3] {
    [v.x, v.y, v.z].map(Lanes::splat)
}

/// The components of a vector as lanes; z is repeated.
fn lanes(v: Vec3) -> Lanes {
    Lanes::new([v.x, v.y, v.z, v.z])
}

/// Dot products, one per lane.
fn dot(a: [Lanes; 3], b: [Lanes; 3]) -> Lanes {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Unit vectors along nonzero vectors, one per lane.
fn unit(n: [Lanes; 3]) -> [Lanes; 3] {
    let inverse_length = Lanes::splat(1.0) / dot(n, n).sqrt();
    n.map(|x| x * inverse_length)
}

impl BoxAxes {
    /// State before the first triple.
    pub(super) fn new(half_extents: [Vec3; 2]) -> Self {
        Self { half_extents, done: 0, gaps: [[0.0; 4]; TRIPLES], best_index: None }
    }

    /// The best axis; `None` before the first.
    #[inline(always)]
    pub(super) fn best_axis(&self) -> Option<Axis> {
        self.best_index.map(|index| axis_in_lane(index / 3, index % 3))
    }

    /// The gap of the best axis; −∞ before the first.
    #[inline(always)]
    pub(super) fn best_gap(&self) -> Real {
        self.best_index.map_or(Real::NEG_INFINITY, |index| self.gaps[index / 3][index % 3])
    }

    /// The axis in a lane (0 to 2) of a computed triple, with its gap; `None` for parallel edges, which span no axis.
    #[inline(always)]
    pub(super) fn axis_gap(&self, triple: usize, lane: usize) -> Option<(Axis, Real)> {
        let gap = self.gaps[triple][lane];
        (gap > Real::NEG_INFINITY).then(|| (axis_in_lane(triple, lane), gap))
    }

    /// The axes of all computed triples with their gaps, in order, without those of parallel edges.
    pub(super) fn axis_gaps(&self) -> impl Iterator<Item = (Axis, Real)> + '_ {
        (0..self.done).flat_map(move |triple| (0..3).filter_map(move |lane| self.axis_gap(triple, lane)))
    }

    /// Computes the next triple and stores its gaps. `rotation` maps B's axes to the pair frame; `translation` is B's
    /// origin in the pair frame.
    #[inline(always)]
    pub(super) fn advance(&mut self, rotation: &Mat3, translation: Vec3) -> AxisTriple {
        let triple = self.triple(self.done, rotation, translation);
        self.gaps[self.done] = triple.gaps().to_array();
        self.done += 1;
        triple
    }

    /// Computes the triple with this index, 0 to 4; parameters as in [`BoxAxes::advance`].
    #[inline(always)]
    pub(super) fn triple(&self, number: usize, rotation: &Mat3, translation: Vec3) -> AxisTriple {
        let back = rotation.transpose();
        // The x components of B's three axes in A's frame, their y components, and their z components.
        let axes_of_b = [back.x_axis, back.y_axis, back.z_axis].map(lanes);
        let none_missing = Lanes::splat(0.0);
        // The first face on each axis of a box points in the negative direction, hence the signs.
        let LaneAxes { normals, missing } = match number {
            0 => LaneAxes { normals: [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| -lanes(axis)), missing: none_missing },
            1 => LaneAxes { normals: unit(axes_of_b.map(|x| -x)), missing: none_missing },
            _ => edge_axes(number - 2, axes_of_b),
        };
        let [h, k] = self.half_extents.map(splat);
        let normals_in_b = [rotation.x_axis, rotation.y_axis, rotation.z_axis].map(|axis| dot(normals, splat(axis)));
        let half_widths = [dot(normals.map(Lanes::abs), h), dot(normals_in_b.map(Lanes::abs), k)];
        AxisTriple { number, normals, half_widths, center_of_b: dot(normals, splat(translation)), missing }
    }
}

/// Three axes, one per lane.
struct LaneAxes {
    /// Unit vectors along the axes, pair frame: their x, y and z components.
    normals: [Lanes; 3],
    /// Nonzero in lanes without an axis.
    missing: Lanes,
}

/// The axes perpendicular to A's edge along coordinate axis `i` and to each of B's three edges, given by the components
/// `b` of B's axes in A's frame. A cross product with a coordinate axis is exact, so the axes of nearly parallel edges
/// are accurate too.
#[inline(always)]
fn edge_axes(i: usize, b: [Lanes; 3]) -> LaneAxes {
    let zero = Lanes::splat(0.0);
    let n = match i {
        0 => [zero, -b[2], b[1]],
        1 => [b[2], zero, -b[0]],
        _ => [-b[1], b[0], zero],
    };
    if b[i].abs().simd_gt(Lanes::splat(PARALLEL)).none() {
        return LaneAxes { normals: unit(n), missing: zero };
    }
    let largest = n[0].abs().max(n[1].abs()).max(n[2].abs());
    let missing = largest.simd_lt(Lanes::splat(Real::MIN_POSITIVE)); // @row-parallel
    // Scales short products as `squarable` does, to the last digit. Missing axes become (1, 1, 1), so that no lane
    // divides by zero.
    let one = Lanes::splat(1.0);
    let scale = (missing | largest.simd_gt(Lanes::splat(SHORT))).select(one, largest);
    let scaled = n.map(|x| missing.select(one, x / scale));
    LaneAxes { normals: unit(scaled), missing }
}

impl AxisTriple {
    /// The larger of the gaps in both directions of each axis; −∞ where there is no axis.
    #[inline(always)]
    pub(super) fn gaps(&self) -> Lanes {
        let [a, b] = self.half_widths;
        let center = self.center_of_b;
        let gaps = (center - b - a).fast_max(-a - (b + center)); // @row-gap
        self.missing.select(Lanes::splat(Real::NEG_INFINITY), gaps)
    }

    /// Index of the triple, 0 to 4.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Bound of the angle between the triple's normals and those of the corresponding faces of `A − B`, radians. 0 for
    /// faces of A and B.
    #[inline(always)]
    pub fn angle_error(&self) -> Real {
        if self.number < 2 { 0.0 } else { precise::angle_error(1.0) }
    }

    /// Whether this lane, 0 to 2, has an axis: parallel edges span none.
    #[inline(always)]
    pub fn has_axis(&self, lane: usize) -> bool {
        self.missing.to_array()[lane] == 0.0
    }

    /// Projections of A and of B on the axis in this lane, 0 to 2, measured from the center of A: least and greatest
    /// coordinates.
    #[inline(always)]
    pub fn projections(&self, lane: usize) -> [[Real; 2]; 2] {
        let [a, b] = self.half_widths.map(|half_width| half_width.to_array()[lane]);
        let center = self.center_of_b.to_array()[lane];
        [[-a, a], [center - b, b + center]]
    }

    /// The axis in this lane, 0 to 2, in the direction with the larger gap; `None` for parallel edges.
    pub fn axis(&self, lane: usize) -> Option<TripleAxis> {
        if !self.has_axis(lane) {
            return None;
        }
        let axis = axis_in_lane(self.number, lane);
        let [a, b] = self.projections(lane);
        let [x, y, z] = self.normals.map(|x| x.to_array()[lane]);
        let n = Vec3::new(x, y, z);
        let gap_along_n = b[0] - a[1];
        let gap_against_n = a[0] - b[1];
        // Ties go to the direction towards B.
        let is_along_n =
            gap_along_n > gap_against_n || gap_along_n == gap_against_n && self.center_of_b.to_array()[lane] >= 0.0;
        Some(if is_along_n {
            TripleAxis { axis, normal: n, projections: [a, b] }
        } else {
            let projections = [a, b].map(|[low, high]| [-high, -low]);
            TripleAxis { axis, normal: -n, projections }
        })
    }
}
