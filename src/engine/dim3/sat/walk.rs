//! Finds the pairs of edges that make a face of `A − B` by walking the arcs of A's edges over the regions of B's
//! vertices, and tests their axes.
//!
//! On the Gauss sphere a vertex of B has a region: the directions against which it is farthest. The region is convex
//! and bounded by the mirrored arcs of B's edges at that vertex. The arc of A's edge joins the normals of its two
//! faces. It begins in the region of the vertex farthest against the one, leaves a region over the arc that it crosses,
//! continues in the region of that edge's other end, and ends in that of the vertex farthest against the other normal.
//! Both vertices are known from B's projections when these faces were tested. If they are equal there is no crossing,
//! because the region is convex.
//!
//! Faces are tested four at once. The gap of two crossing arcs is that between the edges, which are the extremes of
//! both bodies. Full projections are computed only for an axis that is better than the best, and no gap is accepted
//! without them.
//!
//! If a caller such as a manifold sets the gap that is enough, an arc is skipped if the two vertices of B at its ends
//! prove that it has no larger gap: the gap along any direction is at most that between the edge and any vertex of B.
//! Such a caller needs more than the best axis, and still gets all that tie with it.
//!
//! An end exactly on an arc belongs to two regions: the walk takes the one into which the arc runs. If rounding errors
//! lead the walk astray, the arc is tested against all edges of B, so that no crossing is missed.

use super::super::numbers::higher;
use super::super::prelude::*;
use super::Axis;
use super::arcs::crossing;
use super::posed_pair::PosedPair;
use super::precise;
use super::solid::{Arc, Edge, Solid};

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
    /// Vector from the center of A's inscribed ball to that of B's.
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
        let against = Vec::new();
        let gaps = Vec::new();
        Self {
            against,
            gaps,
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

    /// Tests four axes of A's faces, starting with `first`, a multiple of four.
    #[inline(always)]
    pub(super) fn faces_of_a(&mut self, PosedPair { a, b, rotation, translation }: &PosedPair, first: u32) {
        let block = &a.walk_tables.blocks[first as usize / 4];
        let n = block.normals;
        let m = [rotation.x_axis, rotation.y_axis, rotation.z_axis].map(|axis| dot(n, axis));
        let of_b = b.project_on_four(m, &mut self.near[1]);
        let [low, high] = of_b.interval;
        let origin_of_b = dot(n, *translation);
        let [low_a, high_a] = block.extents;
        let gaps = ((low + origin_of_b) - high_a).fast_max(low_a - (high + origin_of_b)).to_array(); // @four-gap
        let is_unique = (of_b.second - low).simd_gt(Lanes::splat(TIE_ROUNDING * EPS * b.radius)).to_array();
        for (k, face) in block.faces.into_iter().take(a.face_axes.len() - first as usize).enumerate() {
            self.against[face as usize] = of_b.lowest[k] | if is_unique[k] == 0.0 { TIED } else { 0 };
            self.gaps.push(AxisGap::of_face(Axis::FaceA(first + k as u32), gaps[k]));
        }
    }

    /// Tests four axes of B's faces, starting with `first`, a multiple of four.
    #[inline(always)]
    pub(super) fn faces_of_b(&mut self, PosedPair { a, b, rotation, translation }: &PosedPair, first: u32) {
        let block = &b.walk_tables.blocks[first as usize / 4];
        let m = block.normals;
        let back = rotation.transpose();
        let n = [back.x_axis, back.y_axis, back.z_axis].map(|axis| dot(m, axis));
        let inverse_length = Lanes::splat(1.0) / (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).sqrt();
        let n = n.map(|x| x * inverse_length);
        let [low, high] = a.project_on_four(n, &mut self.near[0]).interval;
        let origin_of_b = dot(n, *translation);
        let [low_b, high_b] = block.extents;
        let gaps = ((low_b + origin_of_b) - high).fast_max(low - (high_b + origin_of_b)).to_array();
        let count = (b.face_axes.len() - first as usize).min(4);
        self.gaps.extend((0..count).map(|k| AxisGap::of_face(Axis::FaceB(first + k as u32), gaps[k])));
    }

    /// Walks the arc of A's edge `i` and tests the axes on it, unless none can have a gap above `irrelevant`. Returns
    /// the number of edges of B that were skipped.
    #[inline(always)]
    pub(super) fn arc(&mut self, posed: &PosedPair, i: u32, irrelevant: Real) -> u32 {
        let a = posed.a;
        let b = posed.b;
        let edge_count = posed.b.edges.len() as u32;
        let faces = a.walk_tables.faces(i).map(|face| face as usize);
        let mut ends = faces.map(|face| self.against[face]);
        if ends[0] == ends[1] && ends[0] & TIED == 0 {
            return edge_count;
        }
        let edge = &a.edges[i as usize];
        let Arc::Minor(normals) = edge.arc else { return edge_count };
        if irrelevant > Real::NEG_INFINITY && !ends.contains(&NONE) {
            let gap_bound =
                gap_bound_on_arc(posed, normals, a.vertices[edge.ends[0] as usize], ends.map(|end| end & !TIED));
            if gap_bound <= irrelevant {
                self.skipped_bound = higher(gap_bound, self.skipped_bound);
                return edge_count;
            }
        }
        let back = posed.rotation.transpose();
        let [c, d] = normals.map(|n| -(back * n));
        for (end, face, [d, toward]) in [(0, faces[0], [c, d]), (1, faces[1], [d, c])] {
            if ends[end] == NONE {
                self.against[face] = b.farthest(d, self.region) | TIED;
                ends[end] = self.against[face];
            }
            if ends[end] & TIED != 0 {
                ends[end] = farthest_of_tied(b, ends[end] & !TIED, d, toward);
            }
        }
        if ends[0] == ends[1] {
            return edge_count;
        }
        let ball_a = a.walk_tables.ball;
        let ball_b = b.walk_tables.ball;
        let arc = EdgeArc {
            number: i,
            edge: Edge { direction: back * edge.direction, arc: Arc::Minor([-c, -d]), ..*edge },
            edge_point: back * (a.vertices[edge.ends[0] as usize] - posed.translation),
            between_centers: ball_b.center - back * (ball_a.center - posed.translation),
            radii: ball_a.radius + ball_b.radius,
        };
        let first_gap = self.gaps.len();
        if !self.follow_arc(posed, &arc, [c, d], ends) {
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

    /// Follows the arc from the region of one vertex to that of another. Returns false if the walk fails.
    #[inline(always)]
    fn follow_arc(&mut self, posed: &PosedPair, arc: &EdgeArc, [c, d]: [Vec3; 2], ends: [u32; 2]) -> bool {
        let b = posed.b;
        let mut vertex = ends[0];
        let mut entered_over = NONE;
        for _ in 0..=b.edges.len() {
            if vertex == ends[1] {
                return true;
            }
            let from = b.vertices[vertex as usize];
            // The arc leaves the region over the border with the least fraction x / (x + y) from c to d.
            let mut exit: Option<([u32; 2], [Real; 2])> = None;
            for &[edge, head] in b.walk_tables.spokes(vertex) {
                let side = b.vertices[head as usize] - from;
                let y = d.dot(side);
                if y > 0.0 && edge != entered_over {
                    let x = (-c.dot(side)).max(0.0);
                    if exit.is_none_or(|(_, [x0, y0])| x * y0 < x0 * y) {
                        exit = Some(([edge, head], [x, y]));
                    }
                }
            }
            let Some(([edge, head], _)) = exit else { return false };
            self.gaps.extend(arc.axis_with(posed, edge, from)); // @walk
            vertex = head;
            entered_over = edge;
            self.region = head;
        }
        false
    }

    /// Tests the arc against all edges of B, after a failed walk.
    #[cold]
    fn test_all_edges(&mut self, posed: &PosedPair, arc: &EdgeArc) {
        self.failed_arcs += 1;
        let feet = (0..).zip(&posed.b.edges).map(|(j, edge)| (j, posed.b.vertices[edge.ends[0] as usize]));
        self.gaps.extend(feet.filter_map(|(j, foot)| arc.axis_with(posed, j, foot)));
    }
}

impl EdgeArc {
    /// The axis across this edge and B's edge `j`, which contains the point `p`; `None` unless their arcs cross. Arcs
    /// that only touch give the axis of a face.
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

    /// The unit vector across this edge and a nearly parallel one of B, in B's frame, with the sign that is on B's arc.
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

/// Upper bound of the gaps on the arc from `c` to `d` of an edge of A, given a point of the edge and vertices of B.
/// Along the chord the gaps to both vertices are linear, and the lesser of them is largest where they are equal, or at
/// an end. Infinite if that is not negative, since the chord is shorter than a unit vector.
#[inline(always)]
fn gap_bound_on_arc(posed: &PosedPair, [c, d]: [Vec3; 2], edge_point: Vec3, vertices: [u32; 2]) -> Real {
    let [u, v] = vertices.map(|v| *posed.rotation * posed.b.vertices[v as usize] + posed.translation - edge_point);
    let [cu, cv] = [u, v].map(|p| c.dot(p));
    let [du, dv] = [u, v].map(|p| d.dot(p));
    let x = higher(cv - cu, 0.0);
    let y = higher(du - dv, 0.0);
    let gap_where_equal = if x + y > 0.0 { cu + (du - cu) * (x / (x + y)) } else { cu };
    let gap_bound = higher(higher(cu, dv), gap_where_equal);
    if gap_bound < 0.0 { gap_bound } else { Real::INFINITY }
}

/// Climbs from `vertex` along `d` over neighbors that are at least as far along `c`, and returns the vertex where the
/// climb ends: of the vertices farthest along `c`, the one into whose region an arc from `c` towards `d` runs.
#[inline(never)]
fn farthest_of_tied(b: &Solid, mut vertex: u32, c: Vec3, d: Vec3) -> u32 {
    for _ in 0..b.vertices.len() {
        let from = b.vertices[vertex as usize];
        let edges = b.walk_tables.spokes(vertex).iter().map(|[_, head]| (*head, b.vertices[*head as usize] - from));
        let rises = edges.filter(|(_, edge)| c.dot(*edge) >= 0.0).map(|(head, edge)| (head, d.dot(edge)));
        match rises.max_by(|u, v| u.1.total_cmp(&v.1)).filter(|(_, rise)| *rise > 0.0) {
            Some((next, _)) => vertex = next,
            None => break,
        }
    }
    vertex
}
