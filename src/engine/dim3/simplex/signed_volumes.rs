//! The signed volumes method: *Improving the GJK algorithm for faster and more reliable distance queries between convex
//! objects*, Montanari, Petrinic & Barbieri 2017, algorithms S3D, S2D and S1D.
//!
//! The origin is compared with each face of the simplex by the sign of the volume (area, length) that it spans with the
//! face. A sign equal to the simplex's own means "inside"; each face with a different sign is searched, and the nearest
//! result wins. No linear system is solved, so nothing is divided by a determinant that may be 0.
//!
//! - **Departures**: (1) Areas are measured along the triangle's normal instead of an axis, and all products use edges,
//!   so that no rounding error depends on the axes. (2) A volume below its rounding error counts as different: the face
//!   is searched, and the origin is reported inside only if that is certain for the given points. (3) A degenerate
//!   triangle is searched on all its edges. (4) The newest vertex, if known, is part of the answer (`[ACD11]`, theorem
//!   5) except for rounding: the face without it is searched only if no other is, and the caller searches all faces
//!   ([`super::nearest_of_all`]) if the answer is no nearer than the last.

use super::super::prelude::*;
use super::super::rounding::PRODUCT_ROUNDING;
use super::inside::weights_of_origin;
use super::refine::refined;
use super::subset::{Foot, Nearest, Subset, in_order, members, size};

/// Square of the relative rounding error of a triple product of differences.
const ROUNDING_SQUARE: Real = (PRODUCT_ROUNDING * EPS) * (PRODUCT_ROUNDING * EPS);

/// Sine, in units of `EPS`, below which a triangle has no normal.
const FLAT: Real = 2.0;

/// Nearest point of the hull of the filled slots, without a newest vertex, so that no face is excluded. Not inlined, to
/// keep the code of GJK's iterations unchanged.
#[inline(never)]
pub(super) fn nearest(points: &[Vec3; 4], filled: Subset) -> Nearest {
    refined(points, foot(points, filled).into())
}

/// Nearest point of the hull of the filled slots, in the form that GJK continues with.
#[inline(always)]
pub(super) fn foot(points: &[Vec3; 4], filled: Subset) -> Foot {
    if filled.count_ones() == 3 {
        let [i, j, k, _] = in_order(filled);
        return whole_triangle([i, j, k].map(|slot| SimplexVertex { slot, at: points[slot] }));
    }
    match search(points, filled, filled & filled.wrapping_neg()) {
        outside if filled == 15 && outside.subset != 15 => uncertain(points),
        found => found,
    }
}

/// Nearest point of the hull of the filled slots, if all slots but `newest` were the smallest face that contains the
/// last answer.
#[inline(always)]
pub(super) fn search(points: &[Vec3; 4], filled: Subset, newest: Subset) -> Foot {
    let d = SimplexVertex::of(points, newest.trailing_zeros() as usize & 3);
    let [a, b, c, _] = in_order(filled & !newest).map(|slot| SimplexVertex::of(points, slot));
    match filled.count_ones() {
        4 => tetrahedron([d, a, b, c]),
        3 => triangle([d, a, b]),
        2 => segment(d, a),
        _ => vertex(d),
    }
}

/// Nearest point of a tetrahedron for which the bounds by lengths do not prove that it contains the origin.
#[cold]
fn uncertain(points: &[Vec3; 4]) -> Foot {
    match weights_of_origin(points) {
        Some(shares) => Foot { subset: 15, v: Vec3::ZERO, slots: [0, 1, 2, 3], shares },
        None => thorough(points, 15),
    }
}

/// Nearest of the answers of all faces: for simplices so flat that the signs of their volumes cannot select the faces
/// to search.
#[cold]
pub(super) fn thorough(points: &[Vec3; 4], filled: Subset) -> Foot {
    let most = filled.count_ones().min(3);
    (1..16)
        .filter(|subset| subset & !filled == 0 && (most.min(2)..=most).contains(&subset.count_ones()))
        .fold(None, |best, subset| nearer(best, nearest(points, subset).into()))
        .unwrap_or_else(|| vertex(SimplexVertex { slot: 0, at: points[0] }))
}

/// A vertex of the simplex with its slot.
#[derive(Clone, Copy)]
struct SimplexVertex {
    slot: usize,
    at: Vec3,
}

impl SimplexVertex {
    #[inline(always)]
    fn of(points: &[Vec3; 4], slot: usize) -> Self {
        Self { slot, at: points[slot] }
    }
}

#[inline(always)]
fn vertex(i: SimplexVertex) -> Foot {
    Foot { subset: 1 << i.slot, v: i.at, slots: [i.slot; 4], shares: [1.0, 0.0, 0.0, 0.0] }
}

/// Algorithm S1D. Lengths are measured along the segment.
#[inline(always)]
fn segment(i: SimplexVertex, j: SimplexVertex) -> Foot {
    let lengths = Lengths::of(i.at, j.at);
    if lengths.parts[0] > 0.0 && lengths.parts[1] > 0.0 {
        let share = lengths.parts[1] / (lengths.parts[0] + lengths.parts[1]);
        Foot {
            subset: 1 << i.slot | 1 << j.slot,
            v: i.at + lengths.edge * share,
            slots: [i.slot, j.slot, i.slot, i.slot],
            shares: [1.0 - share, share, 0.0, 0.0],
        }
    } else {
        vertex(if lengths.parts[0] > 0.0 { i } else { j })
    }
}

/// The projection of the origin on a segment's line.
struct Lengths {
    edge: Vec3,
    /// Weights of `i` and `j`: distances from the projection to `j` and from `i` to the projection, times the segment's
    /// length.
    parts: [Real; 2],
}

impl Lengths {
    #[inline(always)]
    fn of(i: Vec3, j: Vec3) -> Self {
        let edge = j - i;
        Self { edge, parts: [j.dot(edge), -i.dot(edge)] }
    }
}

/// The nearer of two answers; the first of equals.
#[inline(always)]
fn nearer(best: Option<Foot>, other: Foot) -> Option<Foot> {
    match best {
        Some(best) if best.v.length_squared() <= other.v.length_squared() => Some(best),
        _ => Some(other),
    }
}

/// Algorithm S2D, with the edges at the first vertex first.
#[inline(always)]
fn triangle(corners: [SimplexVertex; 3]) -> Foot {
    let areas = Areas::of(corners.map(|corner| corner.at));
    if areas.inside() {
        return areas.point(corners);
    }
    let [d, a, b] = corners;
    let mut best = None;
    if areas.search(2) {
        best = nearer(best, segment(d, a));
    }
    if areas.search(1) {
        best = nearer(best, segment(d, b));
    }
    match best {
        Some(best) if !areas.flat => best,
        best => nearer(best, segment(a, b)).unwrap_or_else(|| vertex(d)),
    }
}

/// Barycentric weights of the triangle's point nearest the origin.
#[inline]
pub fn triangle_weights(points: [Vec3; 3]) -> [Real; 3] {
    let mut weights = [0.0; 4];
    whole_triangle([0, 1, 2].map(|slot| SimplexVertex { slot, at: points[slot] })).place(&mut weights);
    [weights[0], weights[1], weights[2]]
}

/// Algorithm S2D with all edges, regardless of the signs.
#[inline(always)]
fn whole_triangle(corners: [SimplexVertex; 3]) -> Foot {
    let areas = Areas::of(corners.map(|corner| corner.at));
    if areas.inside() {
        return areas.point(corners);
    }
    let [i, j, k] = corners;
    let best = nearer(Some(segment(i, j)), segment(j, k));
    nearer(best, segment(k, i)).unwrap_or_else(|| vertex(i))
}

/// Areas that the origin's projection spans with a triangle's edges, times twice the triangle's area.
struct Areas {
    /// `C_j` for the edge opposite to vertex `j`.
    parts: [Real; 3],
    /// Whether the triangle is degenerate, so that every edge is searched.
    flat: bool,
    edges: [Vec3; 2],
}

impl Areas {
    #[inline(always)]
    fn of([d, a, b]: [Vec3; 3]) -> Self {
        let da = a - d;
        let db = b - d;
        let ab = b - a;
        let n = da.cross(db);
        let flat = n.length_squared() <= (FLAT * EPS) * (FLAT * EPS) * da.length_squared() * db.length_squared();
        // n · (p × q) with the edge q − p in place of q: the same number with the rounding error of the edge.
        let parts = [n.dot(a.cross(ab)), -n.dot(d.cross(db)), n.dot(d.cross(da))];
        Self { parts, flat, edges: [da, db] }
    }

    #[inline(always)]
    fn inside(&self) -> bool {
        !self.flat && self.parts[0] > 0.0 && self.parts[1] > 0.0 && self.parts[2] > 0.0
    }

    #[inline(always)]
    fn search(&self, across: usize) -> bool {
        self.flat || self.parts[across] <= 0.0
    }

    #[inline(always)]
    fn point(&self, [d, a, b]: [SimplexVertex; 3]) -> Foot {
        let share = 1.0 / (self.parts[0] + self.parts[1] + self.parts[2]);
        let [x, y, z] = self.parts.map(|part| part * share);
        let v = d.at + self.edges[0] * y + self.edges[1] * z;
        let subset = 1 << d.slot | 1 << a.slot | 1 << b.slot;
        Foot { subset, v, slots: [d.slot, a.slot, b.slot, d.slot], shares: [x, y, z, 0.0] }
    }
}

/// Algorithm S3D: the faces at the first vertex, and the opposite face only if the origin is behind all of them.
#[inline(always)]
fn tetrahedron(corners: [SimplexVertex; 4]) -> Foot {
    let points = corners.map(|corner| corner.at);
    let volumes = Volumes::of(points);
    let [d, a, b, c] = corners;
    let mut faces = (1..4).fold(0, |faces, across| faces | u8::from(volumes.search(across)) << across);
    if faces == 0 {
        let volumes = volumes.with_base(points);
        if volumes.search(0) {
            return across([a, b, c]);
        }
        let sum: Real = volumes.parts.iter().sum();
        let slots = corners.map(|corner| corner.slot);
        return Foot { subset: 15, v: Vec3::ZERO, slots, shares: volumes.parts.map(|part| part / sum) };
    }
    let mut best = None;
    while faces != 0 {
        let (p, q) = match faces.trailing_zeros() {
            1 => (b, c),
            2 => (c, a),
            _ => (a, b),
        };
        best = nearer(best, triangle([d, p, q]));
        faces &= faces - 1;
    }
    best.unwrap_or_else(|| vertex(d))
}

/// Nearest point of the face opposite to the first vertex, which only rounding leads to.
#[cold]
fn across(corners: [SimplexVertex; 3]) -> Foot {
    triangle(corners)
}

/// Volumes (times 6) of a tetrahedron and of those that the origin spans with its faces.
pub(super) struct Volumes {
    whole: Real,
    /// `C_j` for the face opposite to vertex `j`.
    parts: [Real; 4],
    /// Square of the rounding error of `C_j`; avoids square roots.
    rounding: [Real; 4],
    /// Normals of the faces at the first vertex, in the order of the opposite vertices.
    pub normals: [Vec3; 3],
}

impl Volumes {
    /// Computes the volumes except that of the face opposite to the first vertex.
    #[inline(always)]
    pub fn of([d, a, b, c]: [Vec3; 4]) -> Self {
        let da = a - d;
        let db = b - d;
        let dc = c - d;
        let bc = db.cross(dc);
        let ca = dc.cross(da);
        let ab = da.cross(db);
        let [x, y, z] = [da, db, dc].map(Vec3::length_squared);
        let scale = ROUNDING_SQUARE * d.length_squared();
        Self {
            whole: da.dot(bc),
            parts: [0.0, -d.dot(bc), -d.dot(ca), -d.dot(ab)],
            // The lengths of two edges and of the vector to their common vertex.
            rounding: [0.0, scale * (y * z), scale * (z * x), scale * (x * y)],
            normals: [bc, ca, ab],
        }
    }

    /// Adds the volume of the face opposite to the first vertex.
    #[inline(always)]
    pub fn with_base(mut self, [_, a, b, c]: [Vec3; 4]) -> Self {
        let e = b - a;
        let f = c - a;
        self.parts[0] = e.cross(f).dot(a);
        self.rounding[0] = ROUNDING_SQUARE * a.length_squared() * (e.length_squared() * f.length_squared());
        self
    }

    #[inline(always)]
    pub fn search(&self, across: usize) -> bool {
        let part = if self.whole < 0.0 { -self.parts[across] } else { self.parts[across] };
        part <= 0.0 || part * part <= self.rounding[across]
    }
}

/// Record of all comparisons of a search. [`explain`] computes it with the same functions as [`super::nearest`], which
/// keeps no record.
#[derive(Clone, Debug, PartialEq)]
pub struct SignedVolumes {
    /// Searched simplices in order: the simplex itself, then every searched face, each before its own faces.
    pub branches: Vec<Branch>,
    /// Nearest point of the whole simplex.
    pub nearest: Nearest,
}

/// A searched simplex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Branch {
    /// Slots of its vertices.
    pub subset: Subset,
    /// The signed volume (times 6), squared area (times 4) or squared length of the simplex.
    pub whole: Real,
    /// Part of `whole` that the origin's projection spans with the face opposite to each slot; 0 for slots outside
    /// `subset`.
    pub parts: [Real; 4],
    /// Result of the comparison of signs.
    pub signs: SignComparison,
    /// The nearest point of this simplex to the origin.
    pub nearest: Nearest,
}

/// Result of a comparison of signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SignComparison {
    /// All signs agree: the origin or its projection lies inside.
    Inside,
    /// The signs of some parts differ from the whole's: the faces opposite to these slots are searched.
    Faces(Subset),
    /// A single vertex: nothing to compare.
    Vertex,
}

/// Returns the record of the comparisons.
pub fn explain(points: &[Vec3; 4], filled: Subset) -> SignedVolumes {
    let mut branches = Vec::new();
    record(points, filled, &mut branches);
    SignedVolumes { branches, nearest: nearest(points, filled) }
}

/// Returns the signed size of a simplex, the part that the origin spans with the face opposite to each slot, and the
/// slots whose part does not certainly have the simplex's sign: the faces opposite to them are searched.
pub(super) fn judge(points: &[Vec3; 4], subset: Subset) -> (Real, [Real; 4], Subset) {
    let mut parts = [0.0; 4];
    let mut whole = 0.0;
    let mut search = 0;
    let slots = in_order(subset);
    match slots[..size(subset)] {
        [i, j] => {
            let lengths = Lengths::of(points[i], points[j]);
            whole = lengths.edge.length_squared();
            for (slot, part) in [i, j].into_iter().zip(lengths.parts) {
                parts[slot] = part;
                search |= u8::from(part <= 0.0) << slot;
            }
        }
        [i, j, k] => {
            let areas = Areas::of([i, j, k].map(|slot| points[slot]));
            whole = areas.parts.iter().sum();
            for (place, slot) in [i, j, k].into_iter().enumerate() {
                parts[slot] = areas.parts[place];
                search |= u8::from(areas.search(place)) << slot;
            }
        }
        [..] if subset == 15 => {
            let volumes = Volumes::of(*points).with_base(*points);
            whole = volumes.whole;
            parts = volumes.parts;
            let is_inside = weights_of_origin(points).is_some();
            search = (0..4).map(|i| u8::from(!is_inside && volumes.search(i)) << i).sum();
        }
        _ => {}
    }
    (whole, parts, search)
}

fn record(points: &[Vec3; 4], subset: Subset, branches: &mut Vec<Branch>) {
    let (whole, parts, search) = judge(points, subset);
    let signs = match (size(subset), search) {
        (..=1, _) => SignComparison::Vertex,
        (_, 0) => SignComparison::Inside,
        _ => SignComparison::Faces(search),
    };
    branches.push(Branch { subset, whole, parts, signs, nearest: nearest(points, subset) });
    if size(subset) > 1 {
        members(search).for_each(|slot| record(points, subset & !(1 << slot), branches));
    }
}
