//! Moments of a convex polytope, the *core*, with a ball of radius `r` around it: the sum over pieces with closed forms
//! (Steiner's formula, for moments). The pieces are tetrahedra of the core, a prism on each face, a wedge of a cylinder
//! along each edge, and at each vertex a sector of the ball over the vertex's normals.
//!
//! With a unit vector `u` over the normals `N` of a feature, and `y` over the feature, each piece consists of the
//! points `y + s u` with `0 ≤ s ≤ r`. So besides the feature's own moments only `∫ 1`, `∫ u` and `∫ u uᵀ` over `N` are
//! needed. The `N` of an edge is an arc. The `N` of a vertex is a polygon of the sphere. Its size is 2π minus the
//! angles of the faces there, and its sides are the arcs of the edges. The functions `uᵢ` and `uᵢuⱼ − δᵢⱼ/3` are
//! eigenfunctions of the sphere's Laplacian, with −2 and −6, so Green's formula turns their integrals into sums over
//! those sides. The outward direction is constant along each side: it is that of the edge.

use super::moments::{Matrix, Moments, Vector};
use crate::dim3::hull::{Dimension, Hull};
use crate::dim3::trig::angle_of;
use crate::double_double::DoubleDouble;

/// A hull relative to one of its points, in a unit in which the hull and the ball have a size of about 1.
pub(super) struct Core<'a> {
    /// Positions of the hull vertices.
    pub vertices: &'a [Vector],
    /// Faces and edges of the hull.
    pub hull: &'a Hull,
}

/// `∫ 1`, `∫ u` and `∫ u uᵀ` over the normals of a feature.
#[derive(Clone, Copy, Default)]
struct Normals {
    /// `∫ 1`: 1 for a face, an angle for an edge, a solid angle for a vertex.
    size: DoubleDouble,
    /// The integral of `u`.
    first: Vector,
    /// The integral of `u uᵀ`.
    second: Matrix,
}

/// Converts a number to 106 bits.
fn number(x: f64) -> DoubleDouble {
    DoubleDouble::from(x)
}

/// The identity matrix in three dimensions.
fn identity() -> Matrix {
    Moments::symmetric(DoubleDouble::ZERO, [number(1.0); 3]).second
}

/// Product of a matrix and a number.
fn scaled(matrix: &Matrix, factor: DoubleDouble) -> Matrix {
    matrix.map(|row| row.map(|x| x * factor))
}

/// Sum of two matrices.
fn matrix_sum(m: &Matrix, n: &Matrix) -> Matrix {
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| m[i][j] + n[i][j]))
}

/// Moments of the core alone; 0 for a flat core.
pub(super) fn core_moments(core: &Core<'_>) -> Moments {
    let mut moments = Moments::default();
    if core.hull.dimension != Dimension::Solid {
        return moments;
    }
    for face in core.hull.faces() {
        for [a, b, c] in fan(core, face) {
            // The tetrahedron of the vertices 0, a, b, c: `∫ x xᵀ = V/20 (Σ v vᵀ + (Σ v)(Σ v)ᵀ)`.
            let determinant = a.dot(b.cross(c));
            let vertex_sum = a.plus(b).plus(c);
            moments.volume = moments.volume + determinant / 6.0;
            moments.first = moments.first.plus(vertex_sum.times(determinant / 24.0));
            for p in [a, b, c, vertex_sum] {
                moments.add_second(&p.outer(p), determinant / 120.0);
            }
        }
    }
    moments
}

/// The triangles of a face from its first vertex.
fn fan<'a>(core: &'a Core<'_>, face: &'a [u32]) -> impl Iterator<Item = [Vector; 3]> + 'a {
    (2..face.len()).map(move |i| [0, i - 1, i].map(|i| core.vertices[face[i] as usize]))
}

/// Outward unit normal of a face, whose vertices are counter-clockwise seen from outside.
fn normal(core: &Core<'_>, face: &[u32]) -> Vector {
    let triangles = fan(core, face).map(|[a, b, c]| b.minus(a).cross(c.minus(a)));
    triangles.fold(Vector::default(), Vector::plus).unit()
}

/// Moments of a face of uniform area density.
pub(super) fn face_moments(core: &Core<'_>, face: &[u32]) -> Moments {
    let n = normal(core, face);
    let mut moments = Moments::default();
    for [a, b, c] in fan(core, face) {
        let area = n.dot(b.minus(a).cross(c.minus(a))) * 0.5;
        let vertex_sum = a.plus(b).plus(c);
        moments.volume = moments.volume + area;
        moments.first = moments.first.plus(vertex_sum.times(area / 3.0));
        for p in [a, b, c, vertex_sum] {
            moments.add_second(&p.outer(p), area / 12.0);
        }
    }
    moments
}

/// Moments of the core with a ball of radius `r > 0` around it.
pub(super) fn moments_with_ball(core: &Core<'_>, r: DoubleDouble) -> Moments {
    let mut moments = core_moments(core);
    let normals: Vec<Vector> = core.hull.faces().map(|face| normal(core, face)).collect();
    let mut vertex_normals = vertex_normals(core);
    for (face, n) in core.hull.faces().zip(&normals) {
        // A face has a single normal.
        let face_normal = Normals { size: number(1.0), first: *n, second: n.outer(*n) };
        let lengths = radial_integrals(r, 0);
        add_swept(&mut moments, &face_moments(core, face), &face_normal, lengths);
    }
    for edge in &core.hull.edges {
        let [from, to] = edge.ends.map(|i| core.vertices[i as usize]);
        let along = to.minus(from);
        let direction = along.unit();
        let edge_normals = match edge.faces {
            // The edge of a segment has no faces.
            [u32::MAX, _] | [_, u32::MAX] => whole_circle(direction),
            [left, right] => arc(direction, normals[left as usize], normals[right as usize]),
        };
        let lengths = radial_integrals(r, 1);
        add_swept(&mut moments, &segment_moments(from, along), &edge_normals, lengths);
        let [start, end] = edge.ends.map(|i| i as usize);
        add_side(&mut vertex_normals[start], &edge_normals, direction);
        add_side(&mut vertex_normals[end], &edge_normals, direction.times(number(-1.0)));
    }
    for (normals, vertex) in vertex_normals.iter().zip(core.vertices) {
        let mut point = Moments { volume: number(1.0), first: *vertex, ..Moments::default() };
        point.second = vertex.outer(*vertex);
        let lengths = radial_integrals(r, 2);
        add_swept(&mut moments, &point, normals, lengths);
    }
    moments
}

/// Adds the contribution of an edge to the integrals over the normals of a vertex at one of its ends. The edge's arc is
/// a side of the polygon of the vertex's normals. `inward` is the unit vector along the edge, away from the vertex: the
/// inward direction of that side.
fn add_side(vertex_normals: &mut Normals, edge_normals: &Normals, inward: Vector) {
    vertex_normals.first = vertex_normals.first.minus(inward.times(edge_normals.size * 0.5));
    let side = matrix_sum(&inward.outer(edge_normals.first), &edge_normals.first.outer(inward));
    vertex_normals.second = matrix_sum(&vertex_normals.second, &scaled(&side, number(-1.0) / 6.0));
}

/// `r` to the power of `exponent`.
fn power(r: DoubleDouble, exponent: usize) -> DoubleDouble {
    (0..exponent).fold(number(1.0), |product, _| product * r)
}

/// Integrals of 1, `s` and `s²` over `0 ≤ s ≤ r`, weighted by the width of a piece at `s`: the power `s⁰ = 1` for a
/// face, `s¹` for an edge, `s²` for a vertex.
fn radial_integrals(r: DoubleDouble, width_exponent: usize) -> [DoubleDouble; 3] {
    let exponents = [0, 1, 2].map(|k| k + width_exponent + 1);
    exponents.map(|exponent| power(r, exponent) / exponent as f64)
}

/// Adds the moments of the points `y + s u` with `y` over the feature and `u` over its normals. `lengths` are the
/// [`radial_integrals`] of the feature.
fn add_swept(sum: &mut Moments, feature: &Moments, normals: &Normals, lengths: [DoubleDouble; 3]) {
    let [length, first_length, second_length] = lengths;
    sum.volume = sum.volume + feature.volume * normals.size * length;
    let along_normals = normals.first.times(feature.volume * first_length);
    sum.first = sum.first.plus(feature.first.times(normals.size * length)).plus(along_normals);
    sum.add_second(&feature.second, normals.size * length);
    sum.add_symmetric_product(feature.first, normals.first, first_length);
    sum.add_second(&normals.second, feature.volume * second_length);
}

/// Moments of a segment of uniform length density.
fn segment_moments(from: Vector, along: Vector) -> Moments {
    let length = along.length();
    let middle = from.plus(along.times(number(0.5)));
    let mut moments = Moments { volume: length, first: middle.times(length), ..Moments::default() };
    moments.add_second(&middle.outer(middle), length);
    moments.add_second(&along.outer(along), length / 12.0);
    moments
}

/// Integrals over the normals of a segment: all unit vectors perpendicular to it.
fn whole_circle(direction: Vector) -> Normals {
    let pi = DoubleDouble::PI;
    let second = matrix_sum(&scaled(&identity(), pi), &scaled(&direction.outer(direction), -pi));
    Normals { size: pi * 2.0, first: Vector::default(), second }
}

/// Integrals over the arc around an edge with this unit direction, from the normal of the face whose boundary runs
/// along the edge to the normal of the other face.
fn arc(direction: Vector, from: Vector, to: Vector) -> Normals {
    let out = direction.cross(from);
    let cos = from.dot(to);
    let sin = to.dot(out);
    let sin = if sin.to_f64() > 0.0 { sin } else { DoubleDouble::ZERO };
    let angle = number(angle_of(cos.to_f64(), sin.to_f64()));
    // 1 − cos, without cancellation.
    let one_minus_cos = if cos.to_f64() > 0.0 { sin * sin / (number(1.0) + cos) } else { number(1.0) - cos };
    let [cos_squared, sin_squared] = [angle + sin * cos, angle - sin * cos].map(|twice| twice * 0.5);
    let mixed = matrix_sum(&from.outer(out), &out.outer(from));
    let second = matrix_sum(&scaled(&from.outer(from), cos_squared), &scaled(&out.outer(out), sin_squared));
    Normals {
        size: angle,
        first: from.times(sin).plus(out.times(one_minus_cos)),
        second: matrix_sum(&second, &scaled(&mixed, sin * sin * 0.5)),
    }
}

/// Integrals over the normals of the vertices, without the contributions of the sides of their polygons.
fn vertex_normals(core: &Core<'_>) -> Vec<Normals> {
    let full_size = match core.hull.dimension {
        Dimension::Point => DoubleDouble::PI * 4.0,
        Dimension::Segment | Dimension::Polygon | Dimension::Solid => DoubleDouble::PI * 2.0,
    };
    let mut sizes = vec![full_size; core.vertices.len()];
    for face in core.hull.faces() {
        for (i, &vertex) in face.iter().enumerate() {
            let position = core.vertices[vertex as usize];
            let neighbors = [1, face.len() - 1].map(|k| core.vertices[face[(i + k) % face.len()] as usize]);
            let [u, v] = neighbors.map(|p| p.minus(position).unit());
            let angle = angle_of(u.dot(v).to_f64(), u.cross(v).length().to_f64());
            sizes[vertex as usize] = sizes[vertex as usize] - number(angle);
        }
    }
    let normals = sizes.into_iter().map(|size| {
        let second = scaled(&identity(), size / 3.0);
        Normals { size, first: Vector::default(), second }
    });
    normals.collect()
}
