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
//! given. (3) A triangle without extent is searched on all its edges. (4) When the newest vertex is known, faces
//! without it come last: it is always part of the answer (S0, theorem 5), but for rounding.

use super::super::prelude::*;
use super::subset::{Nearest, Subset, in_order, members, size};

/// In units of `EPS`: what a triple product of differences may be off by, relative to the product of its lengths.
const VOLUME_NOISE: Real = 8.0;

/// In units of `EPS`: the sine below which a triangle has no normal.
const FLAT: Real = 2.0;

/// The nearest point of the filled slots' hull. No newest vertex is known, so no face is ruled out.
/// Out of line, to leave the code of GJK's turns as it is.
#[inline(never)]
pub(super) fn nearest(points: &[Vec3; 4], filled: Subset) -> Nearest {
    if filled.count_ones() == 3 {
        let [i, j, k, _] = in_order(filled);
        return whole_triangle(points, [i, j, k]);
    }
    match search(points, filled, filled & filled.wrapping_neg()) {
        outside if filled == 15 && outside.subset != 15 => thorough(points, filled),
        found => found,
    }
}

/// The same, when all but the `newest` slot were the smallest face that holds the last answer.
#[inline]
pub(super) fn search(points: &[Vec3; 4], filled: Subset, newest: Subset) -> Nearest {
    let d = newest.trailing_zeros() as usize & 3;
    let [a, b, c, _] = in_order(filled & !newest);
    match filled.count_ones() {
        4 => tetrahedron(points, [d, a, b, c]),
        3 => triangle(points, [d, a, b]),
        2 => segment(points, d, a),
        _ => vertex(points, d),
    }
}

/// Every face of the simplex on its own, and the nearest of their answers: for simplices so flat that the signs of
/// their volumes cannot be trusted to tell which face to search.
#[cold]
pub(super) fn thorough(points: &[Vec3; 4], filled: Subset) -> Nearest {
    let mut best = None;
    let most = filled.count_ones().min(3);
    for subset in (1..16).filter(|subset| subset & !filled == 0 && (most.min(2)..=most).contains(&subset.count_ones()))
    {
        best = nearer(best, nearest(points, subset));
    }
    best.unwrap_or_else(|| vertex(points, 0))
}

#[inline]
fn vertex(points: &[Vec3; 4], i: usize) -> Nearest {
    let mut weights = [0.0; 4];
    weights[i] = 1.0;
    Nearest { subset: 1 << i, weights, v: points[i] }
}

/// S1D. Lengths are measured along the segment.
#[inline]
fn segment(points: &[Vec3; 4], i: usize, j: usize) -> Nearest {
    let lengths = Lengths::of(points, i, j);
    if lengths.parts[0] > 0.0 && lengths.parts[1] > 0.0 {
        let share = lengths.parts[1] / (lengths.parts[0] + lengths.parts[1]);
        let mut weights = [0.0; 4];
        (weights[i], weights[j]) = (1.0 - share, share);
        Nearest { subset: 1 << i | 1 << j, weights, v: points[i] + lengths.edge * share }
    } else {
        vertex(points, if lengths.parts[0] > 0.0 { i } else { j })
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
    #[inline]
    fn of(points: &[Vec3; 4], i: usize, j: usize) -> Self {
        let edge = points[j] - points[i];
        Self { edge, parts: [points[j].dot(edge), -points[i].dot(edge)] }
    }
}

/// The nearer of two answers; the first of equals.
#[inline]
fn nearer(best: Option<Nearest>, other: Nearest) -> Option<Nearest> {
    match best {
        Some(best) if best.v.length_squared() <= other.v.length_squared() => Some(best),
        _ => Some(other),
    }
}

/// The normal of a triangle, `(b − a) × (c − a)` up to rounding, and its longest edge squared. From two edges at a corner
/// that is neither sharp nor blunt; a needle's from its two shorter ones, so that it is as good as its edges.
#[inline]
pub fn normal(a: Vec3, b: Vec3, c: Vec3) -> (Vec3, Real) {
    let (ab, ac, bc) = (b - a, c - a, c - b);
    let n = ab.cross(ac);
    let (x, y, z) = (ab.length_squared(), ac.length_squared(), bc.length_squared());
    let max = |x: Real, y: Real| if x > y { x } else { y };
    let longest = max(max(x, y), z);
    if n.length_squared() >= 0.0625 * (x * y) {
        return (n, longest);
    }
    (
        if x == longest {
            ac.cross(bc)
        } else if y == longest {
            ab.cross(bc)
        } else {
            n
        },
        longest,
    )
}

/// S2D, edges at the first slot first.
#[inline]
fn triangle(points: &[Vec3; 4], slots: [usize; 3]) -> Nearest {
    let areas = Areas::of(points, slots);
    if areas.inside() {
        return areas.point(points);
    }
    let [d, a, b] = slots;
    let mut best = None;
    if areas.search(2) {
        best = nearer(best, segment(points, d, a));
    }
    if areas.search(1) {
        best = nearer(best, segment(points, d, b));
    }
    match best {
        Some(best) if !areas.flat => best,
        best => nearer(best, segment(points, a, b)).unwrap_or_else(|| vertex(points, d)),
    }
}

/// S2D with all edges, whatever the signs say.
#[inline(never)]
fn whole_triangle(points: &[Vec3; 4], slots: [usize; 3]) -> Nearest {
    let areas = Areas::of(points, slots);
    if areas.inside() {
        return areas.point(points);
    }
    let [i, j, k] = slots;
    let best = nearer(Some(segment(points, i, j)), segment(points, j, k));
    nearer(best, segment(points, k, i)).unwrap_or_else(|| vertex(points, i))
}

/// The areas that the origin's foot spans with a triangle's edges, times twice the triangle's area.
struct Areas {
    slots: [usize; 3],
    /// `C_j` for the edge across from vertex `j`.
    parts: [Real; 3],
    /// No extent: every edge is searched.
    flat: bool,
    edges: [Vec3; 2],
}

impl Areas {
    #[inline]
    fn of(points: &[Vec3; 4], slots: [usize; 3]) -> Self {
        let [d, a, b] = slots.map(|i| points[i]);
        let (da, db, ab) = (a - d, b - d, b - a);
        let n = da.cross(db);
        let flat = n.length_squared() <= (FLAT * EPS) * (FLAT * EPS) * da.length_squared() * db.length_squared();
        // n · (p × q) with the edge q − p in place of q: the same number, and its error is that of the edge.
        let parts = [n.dot(a.cross(ab)), -n.dot(d.cross(db)), n.dot(d.cross(da))];
        Self { slots, parts, flat, edges: [da, db] }
    }

    #[inline]
    fn inside(&self) -> bool {
        !self.flat && self.parts[0] > 0.0 && self.parts[1] > 0.0 && self.parts[2] > 0.0
    }

    #[inline]
    fn search(&self, across: usize) -> bool {
        self.flat || self.parts[across] <= 0.0
    }

    #[inline]
    fn point(&self, points: &[Vec3; 4]) -> Nearest {
        let share = 1.0 / (self.parts[0] + self.parts[1] + self.parts[2]);
        let [d, a, b] = self.slots;
        let mut weights = [0.0; 4];
        let [x, y, z] = self.parts.map(|part| part * share);
        (weights[d], weights[a], weights[b]) = (x, y, z);
        Nearest { subset: 1 << d | 1 << a | 1 << b, weights, v: points[d] + self.edges[0] * y + self.edges[1] * z }
    }
}

/// S3D, faces at the first slot first.
#[inline]
fn tetrahedron(points: &[Vec3; 4], slots: [usize; 4]) -> Nearest {
    let volumes = Volumes::of(points, slots);
    let [d, a, b, c] = slots;
    if volumes.inside() {
        let sum: Real = volumes.parts.iter().sum();
        let mut weights = [0.0; 4];
        for (slot, part) in slots.into_iter().zip(volumes.parts) {
            weights[slot] = part / sum;
        }
        return Nearest { subset: 15, weights, v: Vec3::ZERO };
    }
    let mut best = None;
    for (across, face) in [[d, b, c], [d, c, a], [d, a, b]].into_iter().enumerate() {
        if volumes.search(across + 1) {
            best = nearer(best, triangle(points, face));
        }
    }
    match best {
        Some(best) if !volumes.search(0) => best,
        best => nearer(best, triangle(points, [a, b, c])).unwrap_or_else(|| vertex(points, d)),
    }
}

/// A tetrahedron's volume and those that the origin spans with its faces (six times each).
struct Volumes {
    whole: Real,
    /// `C_j` for the face across from vertex `j`.
    parts: [Real; 4],
    /// The square of what `C_j` may be off by: roots would be most of the work.
    noise: [Real; 4],
}

impl Volumes {
    #[inline]
    fn of(points: &[Vec3; 4], slots: [usize; 4]) -> Self {
        let [d, a, b, c] = slots.map(|i| points[i]);
        let (da, db, dc) = (a - d, b - d, c - d);
        let (bc, ca, ab) = (db.cross(dc), dc.cross(da), da.cross(db));
        let (e, f) = (b - a, c - a);
        let n = e.cross(f);
        let [x, y, z] = [da, db, dc].map(Vec3::length_squared);
        // The lengths of two edges and of the vector to the corner they leave from.
        let share = (VOLUME_NOISE * EPS) * (VOLUME_NOISE * EPS);
        let reach = share * d.length_squared();
        let base = share * a.length_squared() * (e.length_squared() * f.length_squared());
        Self {
            whole: da.dot(bc),
            parts: [n.dot(a), -d.dot(bc), -d.dot(ca), -d.dot(ab)],
            noise: [base, reach * (y * z), reach * (z * x), reach * (x * y)],
        }
    }

    #[inline]
    fn inside(&self) -> bool {
        !(0..4).any(|face| self.search(face))
    }

    #[inline]
    fn search(&self, across: usize) -> bool {
        let part = if self.whole < 0.0 { -self.parts[across] } else { self.parts[across] };
        part <= 0.0 || part * part <= self.noise[across]
    }
}

/// Everything that was compared on the way, for whoever wants to see it. [`explain`] makes it from the same functions
/// that [`super::Solver::nearest`] runs, which itself keeps no record.
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
    let (mut parts, mut whole, mut search) = ([0.0; 4], 0.0, 0);
    let slots = in_order(subset);
    match slots[..size(subset)] {
        [i, j] => {
            let lengths = Lengths::of(points, i, j);
            whole = lengths.edge.length_squared();
            for (slot, part) in [i, j].into_iter().zip(lengths.parts) {
                parts[slot] = part;
                search |= u8::from(part <= 0.0) << slot;
            }
        }
        [i, j, k] => {
            let areas = Areas::of(points, [i, j, k]);
            whole = areas.parts.iter().sum();
            for (place, slot) in [i, j, k].into_iter().enumerate() {
                parts[slot] = areas.parts[place];
                search |= u8::from(areas.search(place)) << slot;
            }
        }
        [i, j, k, l] => {
            let volumes = Volumes::of(points, [i, j, k, l]);
            (whole, parts) = (volumes.whole, volumes.parts);
            search = (0..4).map(|i| u8::from(volumes.search(i)) << i).sum();
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
