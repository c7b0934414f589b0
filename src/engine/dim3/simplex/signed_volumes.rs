//! The signed volumes method: *Improving the GJK algorithm for faster and more reliable distance queries between
//! convex objects*, Montanari, Petrinic & Barbieri 2017, algorithms S3D, S2D and S1D.
//!
//! The origin is compared with each face of the simplex by the sign of the volume (area, length) it spans with that
//! face. Signs equal to the simplex's own mean "inside"; each face whose sign differs is searched, and the nearest
//! result wins. No linear system is solved, so nothing divides by a determinant that may be 0.
//!
//! **Departures.** (1) Areas are measured along the triangle's normal, not along an axis, and everything is made of
//! edges, so that no rounding depends on where the axes point. (2) A volume within its own rounding error counts as
//! "differs": the face is searched, and "the origin is inside" is only said when it is certain for the points as
//! given. (3) A triangle without extent is searched on all its edges. (4) The newest vertex, where it is known, is part
//! of the answer (`[ACD11]`, theorem 5), but for rounding: the face without it is searched only if no other is, and who asked
//! looks at all faces ([`super::nearest_of_all`]) when the answer is no nearer than the last.

use super::super::prelude::*;
use super::super::rounding::PRODUCT_ROUNDING;
use super::inside::weights_of_origin;
use super::refine::refined;
use super::subset::{Foot, Nearest, Subset, in_order, members, size};

/// The square of what a triple product of differences may be off by, relative to the product of its lengths.
const ROUNDING_SQUARE: Real = (PRODUCT_ROUNDING * EPS) * (PRODUCT_ROUNDING * EPS);

/// In units of `EPS`: the sine below which a triangle has no normal.
const FLAT: Real = 2.0;

/// The nearest point of the filled slots' hull. No newest vertex is known, so no face is ruled out.
/// Out of line, to leave the code of GJK's iterations as it is.
#[inline(never)]
pub(super) fn nearest(points: &[Vec3; 4], filled: Subset) -> Nearest {
    refined(points, foot(points, filled).into())
}

/// The same for who goes on with it at once.
#[inline(always)]
pub(super) fn foot(points: &[Vec3; 4], filled: Subset) -> Foot {
    if filled.count_ones() == 3 {
        let [i, j, k, _] = in_order(filled);
        return whole_triangle([i, j, k].map(|slot| Corner { slot, at: points[slot] }));
    }
    match search(points, filled, filled & filled.wrapping_neg()) {
        outside if filled == 15 && outside.subset != 15 => uncertain(points),
        found => found,
    }
}

/// The same, when all but the `newest` slot were the smallest face that holds the last answer. In line by force: an answer
/// that is written to memory piecemeal and read as one waits until its pieces have reached the cache.
#[inline(always)]
pub(super) fn search(points: &[Vec3; 4], filled: Subset, newest: Subset) -> Foot {
    let corner = |slot: usize| Corner { slot, at: points[slot] };
    let d = corner(newest.trailing_zeros() as usize & 3);
    let [a, b, c, _] = in_order(filled & !newest).map(corner);
    match filled.count_ones() {
        4 => tetrahedron([d, a, b, c]),
        3 => triangle([d, a, b]),
        2 => segment(d, a),
        _ => vertex(d),
    }
}

/// The nearest point of a tetrahedron of which the bounds by lengths do not say that it holds the origin.
#[cold]
fn uncertain(points: &[Vec3; 4]) -> Foot {
    match weights_of_origin(points) {
        Some(shares) => Foot { subset: 15, v: Vec3::ZERO, slots: [0, 1, 2, 3], shares },
        None => thorough(points, 15),
    }
}

/// Every face of the simplex on its own, and the nearest of their answers: for simplices so flat that the signs of
/// their volumes cannot be trusted to tell which face to search.
#[cold]
pub(super) fn thorough(points: &[Vec3; 4], filled: Subset) -> Foot {
    let most = filled.count_ones().min(3);
    (1..16)
        .filter(|subset| subset & !filled == 0 && (most.min(2)..=most).contains(&subset.count_ones()))
        .fold(None, |best, subset| nearer(best, nearest(points, subset).into()))
        .unwrap_or_else(|| vertex(Corner { slot: 0, at: points[0] }))
}

/// A vertex of the simplex, and its slot.
#[derive(Clone, Copy)]
struct Corner {
    slot: usize,
    at: Vec3,
}

#[inline(always)]
fn vertex(i: Corner) -> Foot {
    Foot { subset: 1 << i.slot, v: i.at, slots: [i.slot; 4], shares: [1.0, 0.0, 0.0, 0.0] }
}

/// S1D. Lengths are measured along the segment.
#[inline(always)]
fn segment(i: Corner, j: Corner) -> Foot {
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

/// The origin's foot on a segment's line.
struct Lengths {
    edge: Vec3,
    /// From the foot to the end `j`, and from the end `i` to the foot, times the segment's length: the weights of `i`
    /// and `j`.
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

/// S2D, edges at the first corner first.
#[inline(always)]
fn triangle(corners: [Corner; 3]) -> Foot {
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

/// The weights of the triangle's point nearest the origin.
#[inline]
pub fn triangle_weights(points: [Vec3; 3]) -> [Real; 3] {
    let corner = |slot: usize| Corner { slot, at: points[slot] };
    let mut weights = [0.0; 4];
    whole_triangle([corner(0), corner(1), corner(2)]).place(&mut weights);
    [weights[0], weights[1], weights[2]]
}

/// S2D with all edges, whatever the signs say.
#[inline(always)]
fn whole_triangle(corners: [Corner; 3]) -> Foot {
    let areas = Areas::of(corners.map(|corner| corner.at));
    if areas.inside() {
        return areas.point(corners);
    }
    let [i, j, k] = corners;
    let best = nearer(Some(segment(i, j)), segment(j, k));
    nearer(best, segment(k, i)).unwrap_or_else(|| vertex(i))
}

/// The areas that the origin's foot spans with a triangle's edges, times twice the triangle's area.
struct Areas {
    /// `C_j` for the edge across from corner `j`.
    parts: [Real; 3],
    /// No extent: every edge is searched.
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
        // n · (p × q) with the edge q − p in place of q: the same number, and its error is that of the edge.
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
    fn point(&self, [d, a, b]: [Corner; 3]) -> Foot {
        let share = 1.0 / (self.parts[0] + self.parts[1] + self.parts[2]);
        let [x, y, z] = self.parts.map(|part| part * share);
        let v = d.at + self.edges[0] * y + self.edges[1] * z;
        let subset = 1 << d.slot | 1 << a.slot | 1 << b.slot;
        Foot { subset, v, slots: [d.slot, a.slot, b.slot, d.slot], shares: [x, y, z, 0.0] }
    }
}

/// S3D: the faces at the first corner, and only where the origin is behind all of them the one across from it.
#[inline(always)]
fn tetrahedron(corners: [Corner; 4]) -> Foot {
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

/// The face across from the first corner. Out of the way: it is only rounding that leads here.
#[cold]
fn across(corners: [Corner; 3]) -> Foot {
    triangle(corners)
}

/// A tetrahedron's volume and those that the origin spans with its faces (six times each).
pub(super) struct Volumes {
    whole: Real,
    /// `C_j` for the face across from corner `j`.
    parts: [Real; 4],
    /// The square of what `C_j` may be off by: roots would be most of the work.
    rounding: [Real; 4],
    /// Of the faces at the first corner, in the order of the corners across.
    pub normals: [Vec3; 3],
}

impl Volumes {
    /// Without the face across from the first corner.
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
            // The lengths of two edges and of the vector to the corner they leave from.
            rounding: [0.0, scale * (y * z), scale * (z * x), scale * (x * y)],
            normals: [bc, ca, ab],
        }
    }

    /// With it.
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

/// Everything that was compared on the way, for whoever wants to see it. [`explain`] makes it from the same functions
/// that [`super::nearest`] runs, which itself keeps no record.
#[derive(Clone, Debug, PartialEq)]
pub struct SignedVolumes {
    /// In the order of the search: the simplex itself, then every face that was searched, each before its own faces.
    pub branches: Vec<Branch>,
    /// The result.
    pub nearest: Nearest,
}

/// One simplex that was searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Branch {
    /// Its slots.
    pub subset: Subset,
    /// The signed volume (times 6), squared area (times 4) or squared length of the simplex.
    pub whole: Real,
    /// For each slot the part of it that the origin's foot spans with the face across; 0 for slots outside of the subset.
    pub parts: [Real; 4],
    /// What it led to.
    pub tried: Tried,
    /// The nearest point of this simplex to the origin.
    pub nearest: Nearest,
}

/// What a comparison of signs led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tried {
    /// All signs agree: the origin, or its foot, lies inside.
    Inside,
    /// The signs of some parts differ from the whole's: the faces across from these slots are searched.
    Faces(Subset),
    /// A single vertex: nothing to compare.
    Vertex,
}

/// The comparison, recorded.
pub fn explain(points: &[Vec3; 4], filled: Subset) -> SignedVolumes {
    let mut branches = Vec::new();
    record(points, filled, &mut branches);
    SignedVolumes { branches, nearest: nearest(points, filled) }
}

/// What the signs of a simplex say: its own signed size, for each slot the part that the origin spans with the face
/// across, and the slots whose part does not certainly have the simplex's sign: the faces across from them are searched.
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
    let tried = match (size(subset), search) {
        (..=1, _) => Tried::Vertex,
        (_, 0) => Tried::Inside,
        _ => Tried::Faces(search),
    };
    branches.push(Branch { subset, whole, parts, tried, nearest: nearest(points, subset) });
    if size(subset) > 1 {
        members(search).for_each(|slot| record(points, subset & !(1 << slot), branches));
    }
}
