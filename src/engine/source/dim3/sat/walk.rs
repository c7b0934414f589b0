//! Walks on the Gauss sphere that find the pairs of edges whose arcs cross, and the gaps of faces and of these pairs.
//!
//! - **Regions.** On the Gauss sphere each vertex of B has a region: the directions against which that vertex is
//!   farthest. The region is convex and bounded by the mirrored arcs of B's edges at the vertex.
//! - **Walk.** The arc of an edge of A joins the normals of its two faces. The walk starts in the region of the vertex
//!   of B farthest against the first normal. It leaves the region over an arc that it crosses, the arc of an edge of B,
//!   and enters the region of that edge's other end, until it reaches the region of the vertex farthest against the
//!   second normal. Both vertices are known from B's projections on the face axes, which were tested before. If they
//!   are equal, the arc crosses nothing, because the region is convex.
//! - **Gaps.** Face axes are tested four at a time, on full projections. The gap of two crossing arcs is the distance
//!   of both edges along the axis, since the edges are the extremes of both bodies. The caller computes full
//!   projections for axes that may be the best, so that rounding of a crossing cannot produce too large a gap.
//! - **Skipped arcs.** The gap along any direction is at most the distance along it from A's edge to any vertex of B. A
//!   caller may name a gap up to which it needs no axis; an arc is then skipped if its two vertices of B prove that it
//!   has no larger gap.
//! - **Degenerate cases.** An end of an arc that is exactly on an arc of B belongs to two regions: the walk takes the
//!   one into which the arc runs. If rounding errors lead a walk astray, the arc is tested against all edges of B, so
//!   that no crossing is missed.

use super::Axis;
use super::arcs::crossing;
use super::four_axes::FourProjections;
use super::posed_pair::PosedPair;
use super::precise;
use super::regions::{exit_from_region, farthest_of_tied};
use super::solid::{Arc, Edge, Solid};
use crate::dim3::numbers::higher;
use crate::dim3::prelude::*;

/// Index of an unknown vertex.
const NONE: u32 = u32::MAX;

/// Flag in the index of a farthest vertex: another vertex may be equally far, to rounding.
const TIED: u32 = 1 << 31;

/// Height difference, in `EPS` times the radius, up to which vertices may be equally far. Chosen with a margin: a
/// height is a dot product of three terms with a rotated normal.
const TIE_ROUNDING: Real = 16.0;

/// Initial capacity for the axes of a step, which few steps exceed.
const GAPS_CAPACITY: usize = 16;

/// Gap of a tested axis, in the length unit of the solids.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct AxisGap {
    /// The axis, by the features that define it.
    pub(super) axis: Axis,
    /// Gap along the axis's normal: for faces the larger one of both directions, for edges that in the direction from
    /// A's edge to B's.
    pub(super) gap: Real,
    /// Upper bound of the gap in the opposite direction.
    pub(super) opposite: Real,
    /// Bound of the angular error of the normal, radians.
    pub(super) angle_error: Real,
}

impl AxisGap {
    /// Gap of a face axis, evaluated in both directions on full projections.
    fn of_face(axis: Axis, gap: Real) -> Self {
        Self { axis, gap, opposite: Real::NEG_INFINITY, angle_error: 0.0 }
    }

    /// Whether the gap may be above `gap`, in one direction or, for separate bodies, in the other.
    #[inline(always)]
    pub(super) fn may_pass(&self, gap: Real) -> bool {
        self.gap > gap || gap > 0.0 && self.opposite > gap
    }
}

/// Edge of A with its arc, in B's frame.
struct EdgeArc {
    /// Index of the edge in A.
    number: u32,
    /// The edge, in B's frame.
    edge: Edge,
    /// Start of the edge, in B's frame.
    edge_point: Vec3,
    /// Vector from the center of A's inscribed ball to that of B's, in B's frame.
    between_centers: Vec3,
    /// Sum of the radii of both inscribed balls.
    radii: Real,
}

/// Lists of a finished walk, whose memory the next walk reuses; their content has no meaning.
#[derive(Clone, Debug, Default)]
pub struct WalkWorkspace {
    /// Memory of [`Walk::against`].
    against: Vec<u32>,
    /// Memory of [`Walk::gaps`].
    gaps: Vec<AxisGap>,
}

/// State of the walks over all arcs of A's edges.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Walk {
    /// For each face of A the vertex of B farthest against its normal, with the flag [`TIED`]; [`NONE`] if it is not
    /// yet known.
    against: Vec<u32>,
    /// Axes that the last step tested, in order.
    pub(super) gaps: Vec<AxisGap>,
    /// The vertex of B whose region was entered last.
    pub(super) region: u32,
    /// Initial vertices of walks over the vertices of A and of B.
    near: [[u32; 2]; 2],
    /// Number of steps that tested axes.
    pub(super) steps: u32,
    /// Number of arcs on which the walk failed, so that all edges of B were tested.
    pub(super) failed_arcs: u32,
    /// Largest upper bound of the gap of an arc that was skipped because of its bound; −∞ if none was skipped.
    pub(super) skipped_bound: Real,
}

/// Whether the arcs of both bodies can be walked: those of solids with volume other than boxes.
pub(super) fn can_walk(a: &Solid, b: &Solid) -> bool {
    !a.walk_tables.is_empty() && !b.walk_tables.is_empty()
}

impl Walk {
    /// State before the first axis.
    pub(super) fn new() -> Self {
        Self {
            against: Vec::new(),
            gaps: Vec::new(),
            region: 0,
            near: [[0; 2]; 2],
            steps: 0,
            failed_arcs: 0,
            skipped_bound: Real::NEG_INFINITY,
        }
    }

    /// Allocates the lists before the first axis, unless they exist.
    #[inline(always)]
    pub(super) fn begin(&mut self, a: &Solid) {
        if self.against.is_empty() {
            self.against.resize(a.polyhedron.as_ref().map_or(0, |hull| hull.faces().len()), NONE);
            self.gaps.reserve(GAPS_CAPACITY);
        }
    }

    /// The walk, before its first axis, with the lists of an earlier one.
    pub(super) fn with_workspace(self, WalkWorkspace { mut against, mut gaps }: WalkWorkspace) -> Self {
        against.clear();
        gaps.clear();
        Self { against, gaps, ..self }
    }

    /// Returns the lists, for reuse.
    pub(super) fn into_workspace(self) -> WalkWorkspace {
        WalkWorkspace { against: self.against, gaps: self.gaps }
    }

    /// Memory of the lists on the heap, bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        size_of_val(&self.against[..]) + self.gaps.capacity() * size_of::<AxisGap>()
    }

    /// Tests up to four face axes of A from the index `first` on, a multiple of four, and stores the vertex of B
    /// farthest against the normal of each.
    #[inline(always)]
    pub(super) fn test_faces_of_a(&mut self, PosedPair { a, b, rotation, translation }: &PosedPair, first: u32) {
        let block = &a.walk_tables.blocks[first as usize / 4];
        let n = block.normals;
        let normals_in_b = [rotation.x_axis, rotation.y_axis, rotation.z_axis].map(|axis| dot(n, axis));
        let of_b = b.project_on_four(normals_in_b, &mut self.near[1]);
        let FourProjections { low, high, low_vertex, second_low } = of_b;
        let origin_of_b = dot(n, *translation);
        let [low_a, high_a] = block.extents;
        let gaps = ((low + origin_of_b) - high_a).fast_max(low_a - (high + origin_of_b)).to_array(); // @four-gap
        let is_unique = (second_low - low).simd_gt(Lanes::splat(TIE_ROUNDING * EPS * b.radius)).to_array();
        let count = a.face_axes.len() - first as usize;
        for (lane, face) in block.faces.into_iter().take(count).enumerate() {
            let tied = if is_unique[lane] == 0.0 { TIED } else { 0 };
            self.against[face as usize] = low_vertex[lane] | tied;
            self.gaps.push(AxisGap::of_face(Axis::FaceA(first + lane as u32), gaps[lane]));
        }
    }

    /// Tests up to four face axes of B from the index `first` on, a multiple of four.
    #[inline(always)]
    pub(super) fn test_faces_of_b(&mut self, PosedPair { a, b, rotation, translation }: &PosedPair, first: u32) {
        let block = &b.walk_tables.blocks[first as usize / 4];
        let normals_in_b = block.normals;
        let back = rotation.transpose();
        let n = [back.x_axis, back.y_axis, back.z_axis].map(|axis| dot(normals_in_b, axis));
        let inverse_length = Lanes::splat(1.0) / (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).sqrt();
        let n = n.map(|x| x * inverse_length);
        let FourProjections { low, high, .. } = a.project_on_four(n, &mut self.near[0]);
        let origin_of_b = dot(n, *translation);
        let [low_b, high_b] = block.extents;
        let gaps = ((low_b + origin_of_b) - high).fast_max(low - (high_b + origin_of_b)).to_array();
        let count = (b.face_axes.len() - first as usize).min(4);
        self.gaps.extend((0..count).map(|k| AxisGap::of_face(Axis::FaceB(first + k as u32), gaps[k])));
    }

    /// Walks the arc of A's edge `i` and tests the axes on it, unless none can have a gap above `irrelevant`, in the
    /// pair's length unit. Returns the number of edges of B that were skipped.
    #[inline(always)]
    pub(super) fn test_arc(&mut self, posed: &PosedPair, i: u32, irrelevant: Real) -> u32 {
        let edge_count = posed.b.edges.len() as u32;
        let faces = posed.a.walk_tables.faces(i).map(|face| face as usize);
        let [start, end] = faces.map(|face| self.against[face]);
        if start == end && start & TIED == 0 {
            return edge_count;
        }
        let edge = &posed.a.edges[i as usize];
        let Arc::Minor(normals) = edge.arc else { return edge_count };
        if irrelevant > Real::NEG_INFINITY && start != NONE && end != NONE {
            let edge_point = posed.a.vertices[edge.ends[0] as usize];
            let gap_bound = gap_bound_on_arc(posed, normals, edge_point, [start & !TIED, end & !TIED]);
            if gap_bound <= irrelevant {
                self.skipped_bound = higher(gap_bound, self.skipped_bound);
                return edge_count;
            }
        }
        let back = posed.rotation.transpose();
        let [c, d] = normals.map(|n| -(back * n));
        let start = self.vertex_at_end(posed.b, faces[0], c, d);
        let end = self.vertex_at_end(posed.b, faces[1], d, c);
        if start == end {
            return edge_count;
        }
        let arc = EdgeArc::new(posed, i, &back, [c, d]);
        let first_gap = self.gaps.len();
        if !self.follow_arc(posed, &arc, [c, d], [start, end]) {
            self.gaps.truncate(first_gap);
            self.test_all_edges(posed, &arc);
        }
        // Sorted in the order of B's edges, like all other axes.
        self.gaps[first_gap..].sort_unstable_by_key(|tested| match tested.axis {
            Axis::Edges(_, j) => j,
            Axis::FaceA(_) | Axis::FaceB(_) | Axis::Side { .. } | Axis::Along { .. } | Axis::Across { .. } => 0,
        });
        edge_count - (self.gaps.len() - first_gap) as u32
    }

    /// The vertex of B whose region contains the arc's end at a face of A. `end` is the direction against the face's
    /// normal, in B's frame; of equally far vertices the one into whose region the arc from `end` to `other_end` runs.
    #[inline(always)]
    fn vertex_at_end(&mut self, b: &Solid, face: usize, end: Vec3, other_end: Vec3) -> u32 {
        if self.against[face] == NONE {
            self.against[face] = b.farthest(end, self.region) | TIED;
        }
        let vertex = self.against[face];
        if vertex & TIED == 0 {
            return vertex;
        }
        farthest_of_tied(b, vertex & !TIED, end, other_end)
    }

    /// Follows the mirrored arc from direction `c` to `d`, B's frame, from the region of B's vertex `start` to that of
    /// `end`, and tests the axes at its crossings. Returns false if rounding leads the walk astray.
    #[inline(always)]
    fn follow_arc(&mut self, posed: &PosedPair, arc: &EdgeArc, [c, d]: [Vec3; 2], [start, end]: [u32; 2]) -> bool {
        let b = posed.b;
        let mut vertex = start;
        let mut entered_over = None;
        for _ in 0..=b.edges.len() {
            if vertex == end {
                return true;
            }
            let Some(exit) = exit_from_region(b, vertex, entered_over, [c, d]) else { return false };
            self.gaps.extend(arc.axis_with(posed, exit.edge, b.vertices[vertex as usize])); // @walk
            vertex = exit.vertex;
            entered_over = Some(exit.edge);
            self.region = exit.vertex;
        }
        false
    }

    /// Tests the arc against all edges of B, after a failed walk.
    #[cold]
    fn test_all_edges(&mut self, posed: &PosedPair, arc: &EdgeArc) {
        self.failed_arcs += 1;
        for (j, edge) in (0..).zip(&posed.b.edges) {
            let edge_point = posed.b.vertices[edge.ends[0] as usize];
            self.gaps.extend(arc.axis_with(posed, j, edge_point));
        }
    }
}

impl EdgeArc {
    /// The arc of A's edge `i`. `back` rotates A's axes to B's; `ends` are the mirrored ends of the arc, in B's frame.
    #[inline(always)]
    fn new(posed: &PosedPair, i: u32, back: &Mat3, ends: [Vec3; 2]) -> Self {
        let edge = &posed.a.edges[i as usize];
        let ball_a = posed.a.walk_tables.ball;
        let ball_b = posed.b.walk_tables.ball;
        Self {
            number: i,
            edge: Edge { direction: *back * edge.direction, arc: Arc::Minor(ends.map(|end| -end)), ..*edge },
            edge_point: *back * (posed.a.vertices[edge.ends[0] as usize] - posed.translation),
            between_centers: ball_b.center - *back * (ball_a.center - posed.translation),
            radii: ball_a.radius + ball_b.radius,
        }
    }

    /// The axis across this edge and B's edge `j` with its gap; `None` unless their arcs cross. `p` is a point of B's
    /// edge, in B's frame. Arcs that only touch make no axis: their common direction is the normal of a face.
    #[inline(always)]
    fn axis_with(&self, posed: &PosedPair, j: u32, p: Vec3) -> Option<AxisGap> {
        let edge = &posed.b.edges[j as usize];
        let x = crossing(&self.edge, edge)?;
        let sine = self.edge.direction.cross(edge.direction).length();
        let n = if precise::nearly_parallel(self.edge.direction, edge.direction) {
            self.precise_normal(posed, j, edge)?
        } else {
            x * (1.0 / sine)
        };
        let gap = n.dot(p - self.edge_point); // @walk-gap
        let opposite = -n.dot(self.between_centers) - self.radii;
        Some(AxisGap { axis: Axis::Edges(self.number, j), gap, opposite, angle_error: precise::angle_error(sine) })
    }

    /// The unit vector across this edge and a nearly parallel one of B, with the sign of B's mirrored arc, from A to B;
    /// B's frame. `None` for edges that are parallel in double-double arithmetic too.
    #[cold]
    fn precise_normal(&self, posed: &PosedPair, j: u32, edge: &Edge) -> Option<Vec3> {
        let n = posed.rotation.transpose() * posed.axis_across(self.number, j)?.try_normalize()?;
        let Arc::Minor([left, right]) = edge.arc else { return Some(n) };
        Some(if n.dot(left + right) > 0.0 { -n } else { n })
    }
}

/// Dot products of the vector `v` with four vectors, one per lane.
fn dot(n: [Lanes; 3], v: Vec3) -> Lanes {
    n[0] * Lanes::splat(v.x) + n[1] * Lanes::splat(v.y) + n[2] * Lanes::splat(v.z)
}

/// Upper bound of the gaps on the arc from `c` to `d` of an edge of A, in the pair's length unit, from a point of the
/// edge and two vertices of B. Infinite where the bound is not negative, since the bound holds for vectors of the
/// chord, which are shorter than unit vectors.
///
/// Let `u` and `v` be the vectors from the point of the edge to the vertices. The gap along `n` is at most `n·u` and at
/// most `n·v`. Both products are linear along the chord, so the lesser of them is largest where they are equal or at
/// an end of the chord.
#[inline(always)]
fn gap_bound_on_arc(posed: &PosedPair, [c, d]: [Vec3; 2], edge_point: Vec3, vertices: [u32; 2]) -> Real {
    let [u, v] = vertices.map(|v| *posed.rotation * posed.b.vertices[v as usize] + posed.translation - edge_point);
    let cu = c.dot(u);
    let cv = c.dot(v);
    let du = d.dot(u);
    let dv = d.dot(v);
    let x = higher(cv - cu, 0.0);
    let y = higher(du - dv, 0.0);
    let gap_where_equal = if x + y > 0.0 { cu + (du - cu) * (x / (x + y)) } else { cu };
    let gap_bound = higher(higher(cu, dv), gap_where_equal);
    if gap_bound < 0.0 { gap_bound } else { Real::INFINITY }
}
