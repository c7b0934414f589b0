//! The fifteen axes of two boxes, three per step: A's face normals, B's, and then each edge of A with B's three.
//!
//! The three axes of a triple are computed in the lanes of one register. Each lane computes full projections, `|n|·h`
//! and `|Rᵀn|·k` of the half extents h and k, so that no gap assumes that `R` is an exact rotation, and none is weaker
//! than that of an axis tested alone. The triples only find the best axis, which is then tested once more alone; the
//! answer reports that test.
//!
//! `cargo bench -p contact-lens-benches --bench axes`: less than half the time of fifteen single axes.

use super::super::prelude::*;
use super::{Axis, precise};

/// Number of axis triples of two boxes: fifteen axes.
pub(super) const TRIPLES: usize = 5;

/// Component of one of B's edge directions along an edge of A above which the two may be parallel, so that their cross
/// product is tested for zero and, if it is [`SHORT`], scaled before it is squared. Chosen with a margin: at this
/// component the product is still 1.4e-3 long.
const PARALLEL: Real = 0.999_999;

/// Largest component up to which a cross product is scaled before it is squared; the limit of
/// [`squarable`](super::super::numbers::squarable).
const SHORT: Real = 1.0e-6;

/// Progress of the test of two boxes by triples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BoxAxes {
    /// Half extents of A and of B, each in its own frame.
    halves: [Vec3; 2],
    /// Number of triples computed, 0 to 5.
    pub(super) done: usize,
    /// Gaps of the axes by triple and lane; −∞ for parallel edges, which span no axis. The last lane is a duplicate.
    pub(super) gaps: [[Real; 4]; TRIPLES],
    /// Index of the best axis: three times its triple plus its lane; `None` before the first.
    pub(super) best_index: Option<usize>,
}

/// Three axes of two boxes and the projections of the boxes on them, one axis per lane. The last lane repeats the one
/// before it.
#[derive(Clone, Copy, Debug)]
pub struct AxisTriple {
    /// Index of the triple, 0 to 4.
    number: usize,
    /// Unit vectors, pair frame.
    pub normals: [Lanes; 3],
    /// Half widths of the projections of A and of B.
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
    /// Projections of A and of B on `normal`, from the center of A.
    pub projections: [[Real; 2]; 2],
}

/// The axis in this triple and lane.
pub(super) fn axis(triple: usize, lane: usize) -> Axis {
    match triple {
        0 => Axis::FaceA(lane as u32),
        1 => Axis::FaceB(lane as u32),
        _ => Axis::Edges(triple as u32 - 2, lane as u32),
    }
}

/// The vector's components, each repeated in all lanes.
fn splat(v: Vec3) -> [Lanes; 3] {
    [v.x, v.y, v.z].map(Lanes::splat)
}

/// The vector's components as lanes; z is repeated.
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
    /// State before the first triple; `halves` are the half extents of A and of B.
    pub(super) fn new(halves: [Vec3; 2]) -> Self {
        Self { halves, done: 0, gaps: [[0.0; 4]; TRIPLES], best_index: None }
    }

    /// The gap of the best axis; −∞ before the first.
    #[inline(always)]
    pub(super) fn best(&self) -> Real {
        self.best_index.map_or(Real::NEG_INFINITY, |index| self.gaps[index / 3][index % 3])
    }

    /// Computes the next triple, with B rotated and moved in the pair frame.
    #[inline(always)]
    pub(super) fn advance(&mut self, rotation: &Mat3, translation: Vec3) -> AxisTriple {
        let triple = self.triple(self.done, rotation, translation);
        self.gaps[self.done] = triple.gaps().to_array();
        self.done += 1;
        triple
    }

    /// Computes the triple with this index, with B rotated and moved in the pair frame.
    #[inline(always)]
    pub(super) fn triple(&self, number: usize, rotation: &Mat3, translation: Vec3) -> AxisTriple {
        let back = rotation.transpose();
        // The x components of B's three axes in A's frame, their y components, and their z components.
        let axes_of_b = [back.x_axis, back.y_axis, back.z_axis].map(lanes);
        let (normals, missing) = match number {
            0 => ([Vec3::X, Vec3::Y, Vec3::Z].map(|axis| -lanes(axis)), Lanes::splat(0.0)),
            1 => (unit(axes_of_b.map(|x| -x)), Lanes::splat(0.0)),
            _ => edge_axes(number - 2, axes_of_b),
        };
        let [h, k] = self.halves.map(splat);
        let in_b = [rotation.x_axis, rotation.y_axis, rotation.z_axis].map(|axis| dot(normals, splat(axis)));
        let half_widths = [dot(normals.map(Lanes::abs), h), dot(in_b.map(Lanes::abs), k)];
        AxisTriple { number, normals, half_widths, center_of_b: dot(normals, splat(translation)), missing }
    }
}

/// The axes across A's edge along its axis `i` and each of B's edges, whose components `b` are in A's frame, and a mask
/// of the missing ones. The product with an axis is exact, so it is accurate for nearly parallel edges too.
#[inline(always)]
fn edge_axes(i: usize, b: [Lanes; 3]) -> ([Lanes; 3], Lanes) {
    let zero = Lanes::splat(0.0);
    let n = match i {
        0 => [zero, -b[2], b[1]],
        1 => [b[2], zero, -b[0]],
        _ => [-b[1], b[0], zero],
    };
    if b[i].abs().simd_gt(Lanes::splat(PARALLEL)).none() {
        return (unit(n), zero);
    }
    let largest = n[0].abs().max(n[1].abs()).max(n[2].abs());
    let missing = largest.simd_lt(Lanes::splat(Real::MIN_POSITIVE)); // @row-parallel
    // Scales as `squarable` does, to the last digit.
    let one = Lanes::splat(1.0);
    let length = (missing | largest.simd_gt(Lanes::splat(SHORT))).select(one, largest);
    (unit(n.map(|x| missing.select(one, x / length))), missing)
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

    /// Bound of the angular error of the triple's normals, radians, relative to those of the faces of `A − B`.
    #[inline(always)]
    pub fn angle_error(&self) -> Real {
        if self.number < 2 { 0.0 } else { precise::angle_error(1.0) }
    }

    /// Whether this lane has an axis: parallel edges span none.
    #[inline(always)]
    pub fn has_axis(&self, lane: usize) -> bool {
        self.missing.to_array()[lane] == 0.0
    }

    /// Projections of A and of B on the axis in this lane.
    #[inline(always)]
    pub fn projections(&self, lane: usize) -> [[Real; 2]; 2] {
        let [a, b] = self.half_widths.map(|half_width| half_width.to_array()[lane]);
        let center = self.center_of_b.to_array()[lane];
        [[-a, a], [center - b, b + center]]
    }

    /// The axis in this lane; `None` for parallel edges.
    pub fn axis(&self, lane: usize) -> Option<TripleAxis> {
        let [a, b] = self.projections(lane);
        let ahead = b[0] - a[1];
        let behind = a[0] - b[1];
        let is_forward = ahead > behind || ahead == behind && self.center_of_b.to_array()[lane] >= 0.0;
        let [x, y, z] = self.normals.map(|x| x.to_array()[lane]);
        let n = Vec3::new(x, y, z);
        let (normal, projections) =
            if is_forward { (n, [a, b]) } else { (-n, [a, b].map(|[low, high]| [-high, -low])) };
        self.has_axis(lane).then(|| TripleAxis { axis: axis(self.number, lane), normal, projections })
    }
}
