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
//! If a caller such as a manifold sets the gap that is enough, an arc is skipped where the two vertices that end it
//! prove that it has no larger gap: the gap along any direction is at most that between the edge and any vertex of B.
//! Such a caller needs more than the best axis, and still gets all that tie with it.
//!
//! An end exactly on an arc belongs to two regions: the walk takes the one into which the arc runs. Where rounding
//! leads the walk astray, this arc is tested against all edges of B, so that no crossing is missed.

use super::super::numbers::higher;
use super::super::prelude::*;
use super::Axis;
use super::arcs::crossing;
use super::posed_pair::Ground;
use super::precise;
use super::solid::{Arc, Edge, Solid};

/// Index of an unknown vertex.
const NONE: u32 = u32::MAX;

/// Flag: another vertex may be equally far, to rounding.
const TIED: u32 = 1 << 31;

/// Height difference, in `EPS` of the radius, up to which vertices may be equally far.
const LEVEL: Real = 16.0;

/// Initial capacity for the axes of a step, which few steps exceed.
const ROOM: usize = 16;

/// The gap of a tested axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Gap {
    pub(super) axis: Axis,
    /// Gap on the axis; for edges in the direction that they face.
    pub(super) gap: Real,
    /// Upper bound of the gap in the opposite direction.
    pub(super) back: Real,
    /// Bound of the angular error of the normal, radians.
    pub(super) off: Real,
}

impl Gap {
    /// Gap of a face axis, evaluated in both directions on full projections.
    fn of_face(axis: Axis, gap: Real) -> Self {
        Self { axis, gap, back: Real::NEG_INFINITY, off: 0.0 }
    }

    /// Whether the gap may be above `gap`, in one direction or, for separate bodies, in the other.
    #[inline(always)]
    pub(super) fn may_pass(&self, gap: Real) -> bool {
        self.gap > gap || gap > 0.0 && self.back > gap
    }
}

/// The arc of an edge of A, in B's frame.
struct Arched {
    number: u32,
    edge: Edge,
    /// One end of the edge.
    foot: Vec3,
    /// Vector from the center of A's inner ball to that of B's; `reach` is the sum of both balls' radii.
    between: Vec3,
    reach: Real,
}

/// Lists of a finished walk, for reuse.
#[derive(Clone, Debug, Default)]
pub struct WalkWorkspace {
    against: Vec<u32>,
    lines: Vec<Gap>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Walk {
    /// For each face of A the vertex of B farthest against its normal, once that is known.
    against: Vec<u32>,
    pub(super) lines: Vec<Gap>,
    /// The vertex of B whose region was entered last.
    pub(super) region: u32,
    /// Initial vertices of walks over the vertices of A and of B.
    near: [[u32; 2]; 2],
    /// Number of steps that tested axes.
    pub(super) steps: u32,
    /// Number of arcs on which the walk failed.
    pub(super) repaired: u32,
    /// Upper bound of the gaps of all axes that were skipped by a bound.
    pub(super) left_out: Real,
}

/// Whether the arcs of both bodies can be walked: those of solids with volume other than boxes.
pub(super) fn walks(a: &Solid, b: &Solid) -> bool {
    !a.fans.is_empty() && !b.fans.is_empty()
}

impl Walk {
    pub(super) fn new() -> Self {
        let against = Vec::new();
        let lines = Vec::new();
        Self { against, lines, region: 0, near: [[0; 2]; 2], steps: 0, repaired: 0, left_out: Real::NEG_INFINITY }
    }

    /// Allocates the lists before the first axis, unless they exist.
    #[inline(always)]
    pub(super) fn begin(&mut self, a: &Solid) {
        if self.against.is_empty() {
            self.against.resize(a.polyhedron.as_ref().map_or(0, |hull| hull.faces().len()), NONE);
            self.lines.reserve(ROOM);
        }
    }

    /// The walk, before its first axis, with the lists of an earlier one.
    pub(super) fn in_room(self, WalkWorkspace { mut against, mut lines }: WalkWorkspace) -> Self {
        against.clear();
        lines.clear();
        Self { against, lines, ..self }
    }

    pub(super) fn into_room(self) -> WalkWorkspace {
        WalkWorkspace { against: self.against, lines: self.lines }
    }

    pub(super) fn heap_bytes(&self) -> usize {
        size_of_val(&self.against[..]) + self.lines.capacity() * size_of::<Gap>()
    }

    /// Tests four axes of A's faces, starting with `first`, a multiple of four.
    #[inline(always)]
    pub(super) fn faces_of_a(&mut self, Ground { a, b, rotation, translation }: &Ground, first: u32) {
        let block = &a.fans.blocks[first as usize / 4];
        let n = block.normals;
        let m = [rotation.x_axis, rotation.y_axis, rotation.z_axis].map(|axis| dot(n, axis));
        let of_b = b.four_shadows(m, &mut self.near[1]);
        let [low, high] = of_b.interval;
        let along = dot(n, *translation);
        let [low_a, high_a] = block.extents;
        let gaps = ((low + along) - high_a).fast_max(low_a - (high + along)).to_array(); // @four-gap
        let tied = (of_b.second - low).simd_gt(Lanes::splat(LEVEL * EPS * b.radius)).to_array();
        for (k, face) in block.faces.into_iter().take(a.lines.len() - first as usize).enumerate() {
            self.against[face as usize] = of_b.lowest[k] | if tied[k] == 0.0 { TIED } else { 0 };
            self.lines.push(Gap::of_face(Axis::FaceA(first + k as u32), gaps[k]));
        }
    }

    /// Tests four axes of B's faces, starting with `first`, a multiple of four.
    #[inline(always)]
    pub(super) fn faces_of_b(&mut self, Ground { a, b, rotation, translation }: &Ground, first: u32) {
        let block = &b.fans.blocks[first as usize / 4];
        let m = block.normals;
        let back = rotation.transpose();
        let n = [back.x_axis, back.y_axis, back.z_axis].map(|axis| dot(m, axis));
        let over = Lanes::splat(1.0) / (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).sqrt();
        let n = n.map(|x| x * over);
        let [low, high] = a.four_shadows(n, &mut self.near[0]).interval;
        let along = dot(n, *translation);
        let [low_b, high_b] = block.extents;
        let gaps = ((low_b + along) - high).fast_max(low - (high_b + along)).to_array();
        let count = (b.lines.len() - first as usize).min(4);
        self.lines.extend((0..count).map(|k| Gap::of_face(Axis::FaceB(first + k as u32), gaps[k])));
    }

    /// Walks the arc of A's edge `i`, if it may have a gap above `bar`; returns the number of B's edges skipped.
    #[inline(always)]
    pub(super) fn arc(&mut self, ground: &Ground, i: u32, bar: Real) -> u32 {
        let a = ground.a;
        let b = ground.b;
        let all = ground.b.edges.len() as u32;
        let faces = a.fans.faces(i).map(|face| face as usize);
        let mut ends = faces.map(|face| self.against[face]);
        if ends[0] == ends[1] && ends[0] & TIED == 0 {
            return all;
        }
        let edge = &a.edges[i as usize];
        let Arc::Minor(normals) = edge.arc else { return all };
        if bar > Real::NEG_INFINITY && !ends.contains(&NONE) {
            let highest = highest(ground, normals, a.vertices[edge.ends[0] as usize], ends.map(|end| end & !TIED));
            if highest <= bar {
                self.left_out = higher(highest, self.left_out);
                return all;
            }
        }
        let back = ground.rotation.transpose();
        let [c, d] = normals.map(|n| -(back * n));
        for (end, face, [d, toward]) in [(0, faces[0], [c, d]), (1, faces[1], [d, c])] {
            if ends[end] == NONE {
                self.against[face] = b.farthest(d, self.region) | TIED;
                ends[end] = self.against[face];
            }
            if ends[end] & TIED != 0 {
                ends[end] = level(b, ends[end] & !TIED, d, toward);
            }
        }
        if ends[0] == ends[1] {
            return all;
        }
        let (middle_a, reach_a) = a.fans.ball;
        let (middle_b, reach_b) = b.fans.ball;
        let arc = Arched {
            number: i,
            edge: Edge { direction: back * edge.direction, arc: Arc::Minor([-c, -d]), ..*edge },
            foot: back * (a.vertices[edge.ends[0] as usize] - ground.translation),
            between: middle_b - back * (middle_a - ground.translation),
            reach: reach_a + reach_b,
        };
        let begun = self.lines.len();
        if !self.cross(ground, &arc, [c, d], ends) {
            self.lines.truncate(begun);
            self.test_all_edges(ground, &arc);
        }
        // Sorted in the order of B's edges, like all other axes.
        self.lines[begun..].sort_unstable_by_key(|line| match line.axis {
            Axis::Edges(_, j) => j,
            Axis::FaceA(_) | Axis::FaceB(_) | Axis::Side { .. } | Axis::Along { .. } | Axis::Across { .. } => 0,
        });
        all - (self.lines.len() - begun) as u32
    }

    /// Follows the arc from the region of one vertex to that of another. Returns false if the walk fails.
    #[inline(always)]
    fn cross(&mut self, ground: &Ground, arc: &Arched, [c, d]: [Vec3; 2], ends: [u32; 2]) -> bool {
        let b = ground.b;
        let mut at = ends[0];
        let mut over = NONE;
        for _ in 0..=b.edges.len() {
            if at == ends[1] {
                return true;
            }
            let from = b.vertices[at as usize];
            // It leaves over the first border on its way: the one at the least fraction x / (x + y) from c to d.
            let mut exit: Option<([u32; 2], [Real; 2])> = None;
            for &[edge, head] in b.fans.spokes(at) {
                let way = b.vertices[head as usize] - from;
                let y = d.dot(way);
                if y > 0.0 && edge != over {
                    let x = (-c.dot(way)).max(0.0);
                    if exit.is_none_or(|(_, [x0, y0])| x * y0 < x0 * y) {
                        exit = Some(([edge, head], [x, y]));
                    }
                }
            }
            let Some(([edge, head], _)) = exit else { return false };
            self.lines.extend(arc.meets(ground, edge, from)); // @walk
            at = head;
            over = edge;
            self.region = head;
        }
        false
    }

    #[cold]
    fn test_all_edges(&mut self, ground: &Ground, arc: &Arched) {
        self.repaired += 1;
        let feet = (0..).zip(&ground.b.edges).map(|(j, edge)| (j, ground.b.vertices[edge.ends[0] as usize]));
        self.lines.extend(feet.filter_map(|(j, foot)| arc.meets(ground, j, foot)));
    }
}

impl Arched {
    /// The axis across this edge and B's edge `j`, which contains the point `p`; `None` unless their arcs cross. Arcs
    /// that only touch give the axis of a face.
    #[inline(always)]
    fn meets(&self, ground: &Ground, j: u32, p: Vec3) -> Option<Gap> {
        let edge = &ground.b.edges[j as usize];
        let x = crossing(&self.edge, edge)?;
        let sine = self.edge.direction.cross(edge.direction).length();
        let n = if precise::nearly_parallel(self.edge.direction, edge.direction) {
            self.precisely(ground, j, edge)?
        } else {
            x * (1.0 / sine)
        };
        let gap = n.dot(p - self.foot); // @walk-gap
        let back = -n.dot(self.between) - self.reach;
        Some(Gap { axis: Axis::Edges(self.number, j), gap, back, off: precise::off(sine) })
    }

    /// The unit vector across this edge and a nearly parallel one of B, in B's frame, with the sign that is on B's arc.
    #[cold]
    fn precisely(&self, ground: &Ground, j: u32, edge: &Edge) -> Option<Vec3> {
        let n = ground.rotation.transpose() * ground.across(self.number, j)?.try_normalize()?;
        let Arc::Minor([left, right]) = edge.arc else { return Some(n) };
        Some(if n.dot(left + right) > 0.0 { -n } else { n })
    }
}

fn dot(n: [Lanes; 3], v: Vec3) -> Lanes {
    n[0] * Lanes::splat(v.x) + n[1] * Lanes::splat(v.y) + n[2] * Lanes::splat(v.z)
}

/// Upper bound of the gaps on the arc from `c` to `d` of an edge of A, given a point of the edge and vertices of B.
/// Along the chord the gaps to both vertices are linear, and the lesser of them is largest where they are equal, or at
/// an end. Infinite if that is not negative, since the chord is shorter than a unit vector.
#[inline(always)]
fn highest(ground: &Ground, [c, d]: [Vec3; 2], foot: Vec3, vertices: [u32; 2]) -> Real {
    let [u, v] = vertices.map(|v| *ground.rotation * ground.b.vertices[v as usize] + ground.translation - foot);
    let [cu, cv] = [u, v].map(|p| c.dot(p));
    let [du, dv] = [u, v].map(|p| d.dot(p));
    let x = higher(cv - cu, 0.0);
    let y = higher(du - dv, 0.0);
    let meet = if x + y > 0.0 { cu + (du - cu) * (x / (x + y)) } else { cu };
    let highest = higher(higher(cu, dv), meet);
    if highest < 0.0 { highest } else { Real::INFINITY }
}

/// Among the vertices that are exactly as far along `c` as `at`, the farthest along `d`.
#[inline(never)]
fn level(b: &Solid, mut at: u32, c: Vec3, d: Vec3) -> u32 {
    for _ in 0..b.vertices.len() {
        let from = b.vertices[at as usize];
        let sides = b.fans.spokes(at).iter().map(|[_, head]| (*head, b.vertices[*head as usize] - from));
        let rises = sides.filter(|(_, side)| c.dot(*side) >= 0.0).map(|(head, side)| (head, d.dot(side)));
        match rises.max_by(|u, v| u.1.total_cmp(&v.1)).filter(|(_, rise)| *rise > 0.0) {
            Some((next, _)) => at = next,
            None => break,
        }
    }
    at
}
