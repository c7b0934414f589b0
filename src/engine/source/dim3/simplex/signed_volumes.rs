//! The signed volumes method for the point of a simplex nearest the origin.
//!
//! - **Source.** *Improving the GJK algorithm for faster and more reliable distance queries between convex objects*,
//!   Montanari, Petrinic & Barbieri 2017, algorithms S3D (tetrahedron), S2D (triangle) and S1D (segment).
//! - **Method.** The sign of the volume (area, length) that the origin spans with a face of the simplex is compared
//!   with the sign of the simplex's own volume. If the signs of all faces agree, the origin or its projection is
//!   inside. Each face with a different sign is searched in the same way, and the nearest result is the answer. No
//!   linear system is solved, so nothing is divided by a determinant that may be 0.
//!
//! **Departures**, each with its reason:
//! - **Areas.** Areas are measured along the triangle's normal instead of a coordinate axis, and all products use
//!   edges, so that no rounding error depends on the axes.
//! - **Uncertain signs.** A volume below its rounding error counts as different, so the face is searched. The origin is
//!   reported inside only if that is certain for the given points.
//! - **Thin triangles.** A degenerate triangle is searched on all its edges. So is a needle, whose areas are mostly
//!   rounding error; its own weights are computed in `f64`, as are those of a thin triangle for a single answer.
//! - **Newest vertex.** The newest vertex, if known, is part of the answer (`[ACD11]`, theorem 5) except for rounding.
//!   The face without it is searched only if no other face is. If the answer is no nearer than the last, the caller
//!   searches all faces ([`super::nearest_of_all`]).

use super::inside::{certain_weights_of_origin, weights_of_origin};
use super::refine::refined;
use super::solve::{Projection, projection};
use super::subset::{Foot, Nearest, Subset, in_order};
use super::volumes::Volumes;
use crate::dim3::prelude::*;

/// Largest [`Areas::square`] of a needle, as a fraction of `(|e|² + |f|²)²`, with the edges `e` and `f` at the first
/// vertex: `2⁻²⁰`. The weights of a needle lose more than ten binary digits, and its point may be far from the nearest.
/// Chosen with a margin; curved shapes give many triangles that are slightly thicker.
const NEEDLE: Real = 1.0 / 1_048_576.0;

/// Largest [`Areas::square`] of a thin triangle, as a fraction of `(|e|² + |f|²)²`: `2⁻¹²`. The weights of a thin
/// triangle lose more than six binary digits. Chosen with a margin.
const THIN: Real = 1.0 / 4096.0;

/// Nearest point of the hull of the filled slots, for a single answer: with the most accurate weights, and without a
/// newest vertex, so that no face is excluded. GJK's iterations use [`foot`] and [`search`].
#[inline(never)]
pub(super) fn nearest(points: &[Vec3; 4], filled: Subset) -> Nearest {
    if filled.count_ones() == 3 {
        let [i, j, k, _] = in_order(filled);
        let vertices = [i, j, k].map(|slot| SimplexVertex::of(points, slot));
        if Areas::of(vertices.map(|vertex| vertex.point)).is_thin() {
            return nearest_on_needle(vertices).into();
        }
    }
    let nearest = if filled == 15 { tetrahedron_or_faces(points, &EXACT) } else { foot(points, filled) };
    refined(points, nearest.into())
}

/// Nearest point of the hull of the filled slots with refined weights; unlike in [`nearest`], only the weights of
/// needles are computed in `f64`, not those of other thin triangles.
fn nearest_on_face(points: &[Vec3; 4], filled: Subset) -> Nearest {
    refined(points, foot(points, filled).into())
}

/// Nearest point of the hull of the filled slots, in the form with which GJK continues.
#[inline(always)]
pub(super) fn foot(points: &[Vec3; 4], filled: Subset) -> Foot {
    if filled.count_ones() == 3 {
        let [i, j, k, _] = in_order(filled);
        return triangle_with_all_edges([i, j, k].map(|slot| SimplexVertex { slot, point: points[slot] }));
    }
    if filled == 15 {
        return tetrahedron_or_faces(points, &FAST);
    }
    let lowest_slot = filled & filled.wrapping_neg();
    search(points, filled, lowest_slot)
}

/// Nearest point of the hull of the filled slots, if all slots but the one in the subset `newest` are the smallest face
/// that contained the previous nearest point.
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

/// Functions that decide about a tetrahedron if its sign tests do not prove that it contains the origin.
struct Fallback {
    /// Barycentric weights of the origin; `None` if the tetrahedron does not contain it.
    weights: fn(&[Vec3; 4]) -> Option<[Real; 4]>,
    /// Nearest point of a face.
    by_face: fn(&[Vec3; 4], Subset) -> Nearest,
}

/// Functions for the iterations of GJK, without exact arithmetic, which would be needed often: near the surface of
/// `A − B` many tetrahedra are flat.
const FAST: Fallback = Fallback { weights: certain_weights_of_origin, by_face: nearest_on_face };

/// Functions for a single answer, where accuracy matters more than speed.
const EXACT: Fallback = Fallback { weights: weights_of_origin, by_face: nearest };

/// Nearest point of a tetrahedron, by the sign tests or, if these do not prove that it contains the origin, by the
/// fallback.
#[inline(always)]
fn tetrahedron_or_faces(points: &[Vec3; 4], fallback: &Fallback) -> Foot {
    let nearest = search(points, 15, 1);
    if nearest.subset == 15 { nearest } else { nearest_if_uncertain(points, fallback) }
}

/// Nearest point of a tetrahedron whose sign tests do not prove that it contains the origin.
#[cold]
fn nearest_if_uncertain(points: &[Vec3; 4], fallback: &Fallback) -> Foot {
    match (fallback.weights)(points) {
        Some(weights) => Foot { subset: 15, v: Vec3::ZERO, slots: [0, 1, 2, 3], weights },
        None => nearest_by_face(points, 15, fallback.by_face),
    }
}

/// Nearest of the points of all faces, for simplices so flat that the signs of their volumes cannot select faces.
#[cold]
pub(super) fn nearest_of_all_faces(points: &[Vec3; 4], filled: Subset) -> Foot {
    nearest_by_face(points, filled, nearest_on_face)
}

/// Nearest of the points that `by_face` returns for all edges and triangles of a simplex, or for its only vertex.
fn nearest_by_face(points: &[Vec3; 4], filled: Subset, by_face: fn(&[Vec3; 4], Subset) -> Nearest) -> Foot {
    let largest_size = filled.count_ones().min(3);
    // The points of edges include those of vertices.
    let least_size = largest_size.min(2);
    let mut best = None;
    for face in 1..16 {
        let is_face = face & !filled == 0;
        if is_face && (least_size..=largest_size).contains(&face.count_ones()) {
            best = nearer(best, by_face(points, face).into());
        }
    }
    best.unwrap_or_else(|| vertex(SimplexVertex { slot: 0, point: points[0] }))
}

/// A vertex of the simplex with its slot.
#[derive(Clone, Copy)]
pub(super) struct SimplexVertex {
    /// Index among the four points.
    slot: usize,
    /// Position of the vertex.
    point: Vec3,
}

impl SimplexVertex {
    /// The vertex in a slot.
    #[inline(always)]
    pub fn of(points: &[Vec3; 4], slot: usize) -> Self {
        Self { slot, point: points[slot] }
    }
}

/// Result if a vertex is the nearest point.
#[inline(always)]
fn vertex(i: SimplexVertex) -> Foot {
    Foot { subset: 1 << i.slot, v: i.point, slots: [i.slot; 4], weights: [1.0, 0.0, 0.0, 0.0] }
}

/// Nearest point of a segment: algorithm S1D, with lengths measured along the segment.
#[inline(always)]
fn segment(i: SimplexVertex, j: SimplexVertex) -> Foot {
    let Lengths { edge, parts: [part_i, part_j] } = Lengths::of(i.point, j.point);
    if !(part_i > 0.0) {
        return vertex(j);
    }
    if !(part_j > 0.0) {
        return vertex(i);
    }
    let fraction = part_j / (part_i + part_j);
    Foot {
        subset: 1 << i.slot | 1 << j.slot,
        v: i.point + edge * fraction,
        slots: [i.slot, j.slot, i.slot, i.slot],
        weights: [1.0 - fraction, fraction, 0.0, 0.0],
    }
}

/// Position of the origin's projection on a segment's line.
pub(super) struct Lengths {
    /// Vector from the first end to the second.
    pub edge: Vec3,
    /// Barycentric weights of the projection for both ends, times the square of the segment's length. Each is the
    /// signed length from the projection to the other end, times the segment's length; positive if the projection is
    /// inside.
    pub parts: [Real; 2],
}

impl Lengths {
    /// The lengths for the segment from `i` to `j`.
    #[inline(always)]
    pub fn of(i: Vec3, j: Vec3) -> Self {
        let edge = j - i;
        Self { edge, parts: [j.dot(edge), -i.dot(edge)] }
    }
}

/// The nearer of two results; `best` if they are equally near.
#[inline(always)]
fn nearer(best: Option<Foot>, other: Foot) -> Option<Foot> {
    match best {
        Some(best) if best.v.length_squared() <= other.v.length_squared() => Some(best),
        _ => Some(other),
    }
}

/// Nearest point of a triangle: algorithm S2D. The edge without the first vertex, which in GJK is the newest, is
/// searched only if the origin's projection is beyond no other edge.
#[inline(always)]
fn triangle(vertices: [SimplexVertex; 3]) -> Foot {
    let areas = Areas::of(vertices.map(|vertex| vertex.point));
    if areas.is_needle() {
        return nearest_on_needle(vertices);
    }
    if areas.has_projection_inside() {
        return areas.point(vertices);
    }
    let [d, a, b] = vertices;
    let mut best = None;
    if areas.is_beyond_edge(2) {
        best = nearer(best, segment(d, a));
    }
    if areas.is_beyond_edge(1) {
        best = nearer(best, segment(d, b));
    }
    best.or_else(|| nearer(None, segment(a, b))).unwrap_or_else(|| vertex(d))
}

/// Barycentric weights of the triangle's point nearest the origin.
#[inline]
pub fn triangle_weights(points: [Vec3; 3]) -> [Real; 3] {
    let mut weights = [0.0; 4];
    let vertices = [0, 1, 2].map(|slot| SimplexVertex { slot, point: points[slot] });
    triangle_with_all_edges(vertices).write_weights(&mut weights);
    [weights[0], weights[1], weights[2]]
}

/// Nearest point of a triangle: algorithm S2D, except that all edges are searched if the origin's projection is
/// outside, whatever the signs of their areas.
#[inline(always)]
fn triangle_with_all_edges(vertices: [SimplexVertex; 3]) -> Foot {
    let areas = Areas::of(vertices.map(|vertex| vertex.point));
    if areas.is_needle() {
        return nearest_on_needle(vertices);
    }
    if areas.has_projection_inside() {
        return areas.point(vertices);
    }
    nearest_edge(vertices)
}

/// Nearest point of a triangle that is too thin for its areas: the origin's projection on its plane, if the triangle
/// contains it, or a point of an edge.
#[cold]
pub(super) fn nearest_on_needle(vertices: [SimplexVertex; 3]) -> Foot {
    let edge = nearest_edge(vertices);
    match projection(vertices.map(|vertex| vertex.point)) {
        Some(Projection { weights: [x, y, z], v }) if v.length_squared() < edge.v.length_squared() => {
            let [i, j, k] = vertices.map(|vertex| vertex.slot);
            Foot { subset: 1 << i | 1 << j | 1 << k, v, slots: [i, j, k, i], weights: [x, y, z, 0.0] }
        }
        _ => edge,
    }
}

/// Nearest point of the three edges of a triangle.
#[inline(always)]
fn nearest_edge([i, j, k]: [SimplexVertex; 3]) -> Foot {
    let best = nearer(Some(segment(i, j)), segment(j, k));
    nearer(best, segment(k, i)).unwrap_or_else(|| vertex(i))
}

/// Areas of the triangles that the origin's projection on a triangle's plane spans with its edges.
pub(super) struct Areas {
    /// `C_j` for the edge opposite to vertex `j`: twice the signed area that the projection spans with it, times twice
    /// the area of the whole triangle. Positive if the projection is on the inner side of the edge.
    pub parts: [Real; 3],
    /// Edges from the first vertex to the second and to the third.
    pub edges: [Vec3; 2],
    /// Square of twice the triangle's area.
    pub square: Real,
}

impl Areas {
    /// The areas for the triangle with these vertices.
    #[inline(always)]
    pub fn of([d, a, b]: [Vec3; 3]) -> Self {
        let da = a - d;
        let db = b - d;
        let ab = b - a;
        let n = da.cross(db);
        // n · (p × q) for an edge from p to q, computed as n · (p × (q − p)): its rounding error is relative to the
        // edge.
        let parts = [n.dot(a.cross(ab)), -n.dot(d.cross(db)), n.dot(d.cross(da))];
        Self { parts, edges: [da, db], square: n.length_squared() }
    }

    /// Whether the origin's projection is inside the triangle.
    #[inline(always)]
    fn has_projection_inside(&self) -> bool {
        self.parts[0] > 0.0 && self.parts[1] > 0.0 && self.parts[2] > 0.0
    }

    /// Whether the triangle is a needle: so thin that the point computed from its areas may be far from the nearest.
    #[inline(always)]
    pub fn is_needle(&self) -> bool {
        self.is_lower_than(NEEDLE)
    }

    /// Whether the triangle is so thin that a single answer, where speed matters less, computes its weights in `f64`.
    pub fn is_thin(&self) -> bool {
        self.is_lower_than(THIN)
    }

    /// Whether [`Self::square`] is at most this fraction of the square of the sum of both squared [`Self::edges`]. True
    /// for NaN.
    #[inline(always)]
    fn is_lower_than(&self, fraction: Real) -> bool {
        let [da, db] = self.edges.map(Vec3::length_squared);
        let sum = da + db;
        !(self.square > fraction * (sum * sum))
    }

    /// Whether the origin's projection is beyond the edge opposite to vertex `across`, so that the edge is searched.
    #[inline(always)]
    pub fn is_beyond_edge(&self, across: usize) -> bool {
        self.parts[across] <= 0.0
    }

    /// The projection of the origin on the triangle's plane, as the nearest point.
    #[inline(always)]
    fn point(&self, [d, a, b]: [SimplexVertex; 3]) -> Foot {
        let fraction = 1.0 / (self.parts[0] + self.parts[1] + self.parts[2]);
        let [x, y, z] = self.parts.map(|part| part * fraction);
        let v = d.point + self.edges[0] * y + self.edges[1] * z;
        let subset = 1 << d.slot | 1 << a.slot | 1 << b.slot;
        Foot { subset, v, slots: [d.slot, a.slot, b.slot, d.slot], weights: [x, y, z, 0.0] }
    }
}

/// Nearest point of a tetrahedron: algorithm S3D. Searches the faces at the first vertex beyond which the origin may
/// be. If there are none, the origin is inside the tetrahedron or beyond the opposite face.
#[inline(always)]
fn tetrahedron(vertices: [SimplexVertex; 4]) -> Foot {
    let points = vertices.map(|vertex| vertex.point);
    let volumes = Volumes::of(points);
    let [d, a, b, c] = vertices;
    // Bit `j` is set if the face opposite to vertex `j` is searched.
    let mut faces = (1..4).fold(0, |faces, across| faces | u8::from(volumes.may_be_beyond_face(across)) << across);
    if faces == 0 {
        let volumes = volumes.with_base(points);
        if volumes.may_be_beyond_face(0) {
            return base_face([a, b, c]);
        }
        let sum: Real = volumes.parts.iter().sum();
        let slots = vertices.map(|vertex| vertex.slot);
        return Foot { subset: 15, v: Vec3::ZERO, slots, weights: volumes.parts.map(|part| part / sum) };
    }
    let mut best = None;
    while faces != 0 {
        let [p, q] = match faces.trailing_zeros() {
            1 => [b, c],
            2 => [c, a],
            _ => [a, b],
        };
        best = nearer(best, triangle([d, p, q]));
        faces &= faces - 1;
    }
    best.unwrap_or_else(|| vertex(d))
}

/// Nearest point of the face opposite to the first vertex. In GJK the first vertex is the newest, which is part of the
/// answer except for rounding, so this face is rarely searched.
#[cold]
fn base_face(vertices: [SimplexVertex; 3]) -> Foot {
    triangle(vertices)
}
