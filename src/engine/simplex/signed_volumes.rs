//! The signed volumes method: *Improving the GJK algorithm for faster and more reliable distance queries between
//! convex objects*, Montanari, Petrinic & Barbieri 2017, algorithms S3D, S2D and S1D.
//!
//! The origin is compared with each face of the simplex by the sign of the volume (area, length) it spans with that
//! face. Signs equal to the simplex's own mean "inside"; each face whose sign differs is searched, and the nearest
//! result wins. No linear system is solved, so nothing divides by a determinant that may be 0.
//!
//! **Departures.** (1) Edges, not points, are multiplied, the shorter two of each face, so that a needle's normal is
//! as good as its edges. (2) A volume within its own rounding error counts as "differs": the face is searched, and
//! "the origin is inside" is only said when it is certain for the points as given. (3) A triangle or segment without
//! extent is searched on all its faces. (4) The foot of the perpendicular is taken from the nearest vertex.

use super::super::prelude::*;
use super::subset::{Nearest, Subset, members};

/// In units of `EPS`: what a triple product of differences may be off by, relative to the product of its lengths.
const VOLUME_NOISE: Real = 8.0;

/// The nearest point of the filled slots' hull.
#[inline]
pub(super) fn nearest(points: &[Vec3; 4], filled: Subset) -> Nearest {
    let mut list = members(filled);
    let mut next = || list.next().unwrap_or(0);
    match filled.count_ones() {
        4 => tetrahedron(points),
        3 => triangle(points, next(), next(), next()),
        2 => segment(points, next(), next()),
        _ => vertex(points, next()),
    }
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
    // From the nearer end, so that the error of the foot is that of the shorter vector.
    let (i, j) = if points[i].length_squared() <= points[j].length_squared() { (i, j) } else { (j, i) };
    let edge = points[j] - points[i];
    let (part, whole) = (-points[i].dot(edge), edge.length_squared());
    // Nearer end first: the foot never lies beyond the other.
    if !(part > 0.0) || !(whole > 0.0) {
        return vertex(points, i);
    }
    let share = (part / whole).min(0.5);
    let mut weights = [0.0; 4];
    weights[i] = 1.0 - share;
    weights[j] = share;
    Nearest { subset: 1 << i | 1 << j, weights, v: points[i] + edge * share }
}

/// The nearer of two answers; the first of equals.
#[inline]
fn nearer(best: Option<Nearest>, other: Nearest) -> Option<Nearest> {
    match best {
        Some(best) if !(other.v.length_squared() < best.v.length_squared()) => Some(best),
        _ => Some(other),
    }
}

/// The normal of a triangle from its two shorter edges, `(p_j − p_i) × (p_k − p_i)` up to rounding.
#[inline]
pub fn normal(a: Vec3, b: Vec3, c: Vec3) -> Vec3 {
    let (ab, bc, ca) = (b - a, c - b, a - c);
    let (x, y, z) = (ab.length_squared(), bc.length_squared(), ca.length_squared());
    if x >= y && x >= z {
        bc.cross(ca)
    } else if y >= z {
        ca.cross(ab)
    } else {
        ab.cross(bc)
    }
}

/// S2D. Areas are compared after projection along the axis in which the triangle is largest.
#[inline]
fn triangle(points: &[Vec3; 4], i: usize, j: usize, k: usize) -> Nearest {
    let areas = Areas::of(points, [i, j, k]);
    if areas.inside() {
        return areas.point(points);
    }
    let mut best = None;
    let edges = [(j, k), (i, k), (i, j)];
    for (across, (from, to)) in edges.into_iter().enumerate() {
        if areas.search(across) {
            best = nearer(best, segment(points, from, to));
        }
    }
    best.unwrap_or_else(|| vertex(points, i))
}

/// A triangle's area and the origin's with its edges, in the projection.
struct Areas {
    slots: [usize; 3],
    /// `μ_max`, signed.
    whole: Real,
    /// `C_j`: the area that the origin's foot spans with the edge across from vertex `j`.
    parts: [Real; 3],
    /// No extent: every edge is searched.
    flat: bool,
}

impl Areas {
    #[inline]
    fn of(points: &[Vec3; 4], slots: [usize; 3]) -> Self {
        let [a, b, c] = slots.map(|i| points[i]);
        let n = normal(a, b, c);
        let square = n.length_squared();
        let (ab, ac) = (b - a, c - a);
        let flat = !(square > (4.0 * EPS * EPS) * ab.length_squared() * ac.length_squared());
        // The origin's foot, seen from each vertex: subtracting it from vertices first keeps the digits of small
        // triangles.
        let foot = n * (n.dot(a) / square);
        let [a, b, c] = [a - foot, b - foot, c - foot];
        let size = n.abs();
        let cross = |p: Vec3, q: Vec3| {
            if size.x >= size.y && size.x >= size.z {
                p.y * q.z - p.z * q.y
            } else if size.y >= size.z {
                p.z * q.x - p.x * q.z
            } else {
                p.x * q.y - p.y * q.x
            }
        };
        let parts = [cross(b, c), cross(c, a), cross(a, b)];
        let whole = parts[0] + parts[1] + parts[2];
        let expected = if size.x >= size.y && size.x >= size.z {
            n.x
        } else if size.y >= size.z {
            n.y
        } else {
            n.z
        };
        Self { slots, whole: if whole * expected > 0.0 { whole } else { expected }, parts, flat }
    }

    #[inline]
    fn inside(&self) -> bool {
        !self.flat && self.parts.iter().all(|part| part * self.whole > 0.0)
    }

    #[inline]
    fn search(&self, across: usize) -> bool {
        self.flat || !(self.parts[across] * self.whole > 0.0)
    }

    #[inline]
    fn point(&self, points: &[Vec3; 4]) -> Nearest {
        let sum = self.parts[0] + self.parts[1] + self.parts[2];
        let [i, j, k] = self.slots;
        let mut weights = [0.0; 4];
        weights[j] = self.parts[1] / sum;
        weights[k] = self.parts[2] / sum;
        weights[i] = self.parts[0] / sum;
        let v = points[i] + (points[j] - points[i]) * weights[j] + (points[k] - points[i]) * weights[k];
        Nearest { subset: 1 << i | 1 << j | 1 << k, weights, v }
    }
}

/// The four faces of a tetrahedron, each with the vertex across.
const FACES: [[usize; 4]; 4] = [[1, 3, 2, 0], [0, 2, 3, 1], [0, 3, 1, 2], [0, 1, 2, 3]];

/// S3D.
#[inline]
fn tetrahedron(points: &[Vec3; 4]) -> Nearest {
    let volumes = Volumes::of(points);
    if volumes.inside() {
        let whole: Real = volumes.parts.iter().sum();
        return Nearest { subset: 15, weights: volumes.parts.map(|part| part / whole), v: Vec3::ZERO };
    }
    let mut best = None;
    for (face, [a, b, c, _]) in FACES.into_iter().enumerate() {
        if volumes.search(face) {
            best = nearer(best, triangle(points, a, b, c));
        }
    }
    best.unwrap_or_else(|| triangle(points, 0, 1, 2))
}

/// A tetrahedron's volume and the origin's with its faces (six times each).
struct Volumes {
    whole: Real,
    /// `C_j`: the volume that the origin spans with the face across from vertex `j`.
    parts: [Real; 4],
    /// Whether `C_j` is beyond its rounding error.
    certain: [bool; 4],
}

impl Volumes {
    #[inline]
    fn of(points: &[Vec3; 4]) -> Self {
        let mut parts = [0.0; 4];
        let mut certain = [false; 4];
        for (face, [a, b, c, _]) in FACES.into_iter().enumerate() {
            let [a, b, c] = [points[a], points[b], points[c]];
            let n = normal(a, b, c);
            let volume = n.dot(a);
            // The face's normal comes from two edges; n's error is EPS times the product of their lengths.
            let (ab, bc, ca) = ((b - a).length_squared(), (c - b).length_squared(), (a - c).length_squared());
            let lengths = ab * bc * ca / ab.max(bc).max(ca) * a.length_squared();
            parts[face] = volume;
            certain[face] = volume * volume > (VOLUME_NOISE * EPS) * (VOLUME_NOISE * EPS) * lengths;
        }
        let n = normal(points[0], points[1], points[2]);
        let whole = -n.dot(points[3] - points[0]);
        Self { whole, parts, certain }
    }

    #[inline]
    fn inside(&self) -> bool {
        (0..4).all(|face| self.certain[face] && self.parts[face] * self.parts[0] > 0.0)
    }

    #[inline]
    fn search(&self, face: usize) -> bool {
        !self.certain[face] || !(self.parts[face] * self.whole > 0.0)
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
    /// The signed volume (times 6), area (times 2, projected) or squared length of the simplex.
    pub whole: Real,
    /// For each slot the part that the origin spans with the face across; 0 for slots that are not in the subset.
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

fn record(points: &[Vec3; 4], subset: Subset, branches: &mut Vec<Branch>) {
    let (mut parts, mut whole, mut search) = ([0.0; 4], 0.0, 0);
    let slots: Vec<usize> = members(subset).collect();
    match slots[..] {
        [i, j, k] => {
            let areas = Areas::of(points, [i, j, k]);
            whole = areas.whole;
            for (place, slot) in [i, j, k].into_iter().enumerate() {
                parts[slot] = areas.parts[place];
                search |= u8::from(!areas.inside() && areas.search(place)) << slot;
            }
        }
        [i, j] => {
            let edge = points[j] - points[i];
            whole = edge.length_squared();
            (parts[i], parts[j]) = (points[j].dot(edge), -points[i].dot(edge));
            search = u8::from(!(parts[i] > 0.0)) << i | u8::from(!(parts[j] > 0.0)) << j;
        }
        [_, _, _, _] => {
            let volumes = Volumes::of(points);
            (whole, parts) = (volumes.whole, volumes.parts);
            search = (0..4).map(|i| u8::from(!volumes.inside() && volumes.search(i)) << i).sum();
        }
        _ => {}
    }
    let tried = match (slots.len(), search) {
        (..=1, _) => Tried::Vertex,
        (_, 0) => Tried::Inside,
        _ => Tried::Faces(search),
    };
    branches.push(Branch { subset, whole, parts, tried, nearest: nearest(points, subset) });
    if slots.len() > 1 {
        members(search).for_each(|slot| record(points, subset & !(1 << slot), branches));
    }
}
