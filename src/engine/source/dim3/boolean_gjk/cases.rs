//! Case analysis of boolean GJK for a simplex of one to four vertices: the signs of a few products select the feature
//! on whose side the origin is, and with it the next search direction.
//!
//! Vertices are named as in `[Myoru24]`: `a`, `b`, `c`, `d`, with `a` the newest, and `o` is the origin; `ab` is the
//! vector from `a` to `b`. Each case receives the indices of its vertices in the simplex, newest first, and records
//! them with the products that it tests, so that a product can be shown with the names of its points.

use super::Product;
use crate::dim3::prelude::*;
use crate::dim3::rounding::PRODUCT_ROUNDING;

/// Largest number of products that are tested in one iteration: three for the faces of a tetrahedron, two for a
/// triangle and one for an edge.
pub(super) const MAX_SIGN_TESTS: usize = 6;

/// A product whose sign was tested.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignTest {
    /// The tested product.
    pub product: Product,
    /// Indices in the simplex of the points that the product uses, in the order of their names; unused entries repeat
    /// the last.
    pub indices: [u8; 3],
    /// Value of the product, in scaled units.
    pub value: Real,
}

/// Decision of a case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Next {
    /// Some vertices are kept, and the search continues along `d`.
    Search {
        /// Indices of the kept vertices, newest first: `indices[..len]`; the other entries are unused.
        indices: [u8; 4],
        /// Number of kept vertices.
        len: u8,
        /// Search direction, from A towards B; not a unit vector.
        d: Vec3,
    },
    /// All signs place the origin inside the tetrahedron.
    Inside,
    /// The sign of a product is uncertain: the origin is at a vertex or on a line or plane of the simplex, or the
    /// simplex is flat, to rounding.
    NoSign,
}

/// The simplex of an iteration, and the sign tests of its case, in order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cases {
    /// The vertices, newest first, scaled to about 1.
    pub points: [Vec3; 4],
    /// Recorded tests: `sign_tests[..count]`; the other entries are unused.
    pub sign_tests: [SignTest; MAX_SIGN_TESTS],
    /// Number of recorded tests.
    pub count: usize,
}

impl Cases {
    /// Case analysis of a simplex with these vertices, newest first, scaled to about 1; without sign tests.
    pub(super) fn new(points: [Vec3; 4]) -> Self {
        let unused = SignTest { product: Product::Line, indices: [0; 3], value: 0.0 };
        Self { points, sign_tests: [unused; MAX_SIGN_TESTS], count: 0 }
    }

    /// Runs the case for a simplex of the first `len` vertices, and returns its decision.
    pub(super) fn decide(&mut self, len: usize) -> Next {
        match len {
            0 | 1 => self.decide_point(0),
            2 => self.decide_edge(0, 1),
            3 => self.decide_triangle(0, 1, 2),
            _ => self.decide_tetrahedron(),
        }
    }

    /// Records a sign test, and returns whether the value of the product is positive.
    fn is_positive(&mut self, product: Product, indices: [usize; 3], value: Real) -> bool {
        if let Some(entry) = self.sign_tests.get_mut(self.count) {
            *entry = SignTest { product, indices: indices.map(|p| p as u8), value };
            self.count += 1;
        }
        value > 0.0
    }

    /// Case of a vertex: the search continues from the vertex straight towards the origin.
    fn decide_point(&self, a: usize) -> Next {
        let d = -self.points[a];
        if d == Vec3::ZERO { Next::NoSign } else { keep(&[a], d) }
    }

    /// Case of an edge with the newer vertex `a`: the origin is beyond `a`, or next to the edge.
    fn decide_edge(&mut self, a: usize, b: usize) -> Next {
        let ao = -self.points[a];
        let ab = self.points[b] - self.points[a];
        if !self.is_positive(Product::Line, [a, b, b], ab.dot(ao)) {
            return self.decide_point(a);
        }
        let normal = ab.cross(ao);
        // If the origin is on the line through the edge, the triple product is 0 or has an arbitrary direction.
        if normal.length() <= PRODUCT_ROUNDING * EPS * ab.length() * ao.length() {
            return Next::NoSign;
        }
        keep(&[a, b], normal.cross(ab))
    }

    /// Case of a triangle with the newest vertex `a`: the origin is beyond edge `ac`, beyond edge `ab`, or above or
    /// below the face.
    fn decide_triangle(&mut self, a: usize, b: usize, c: usize) -> Next {
        let ao = -self.points[a];
        let ab = self.points[b] - self.points[a];
        let ac = self.points[c] - self.points[a];
        let abc = ab.cross(ac);
        if abc.length() <= PRODUCT_ROUNDING * EPS * ab.length() * ac.length() {
            return Next::NoSign;
        }
        if self.is_positive(Product::BeyondAc, [a, b, c], abc.cross(ac).dot(ao)) {
            if !self.is_positive(Product::Ac, [a, c, c], ac.dot(ao)) {
                return self.decide_edge(a, b);
            }
            let normal = ac.cross(ao);
            if normal.length() <= PRODUCT_ROUNDING * EPS * ac.length() * ao.length() {
                return Next::NoSign;
            }
            return keep(&[a, c], normal.cross(ac));
        }
        if self.is_positive(Product::BeyondAb, [a, b, c], ab.cross(abc).dot(ao)) {
            return self.decide_edge(a, b);
        }
        let height = abc.dot(ao);
        let is_above = self.is_positive(Product::Above, [a, b, c], height);
        if height.abs() <= PRODUCT_ROUNDING * EPS * abc.length() * ao.length() {
            return Next::NoSign;
        }
        keep(&[a, b, c], if is_above { abc } else { -abc })
    }

    /// Case of a tetrahedron: the origin is beyond one of the three faces at the newest vertex `a`, or inside.
    fn decide_tetrahedron(&mut self) -> Next {
        let [a, b, c, d] = self.points;
        let longest_edge = (b - a).length().max((c - a).length()).max((d - a).length());
        // The second and third vertex of a face at `a`, and the vertex opposite to the face.
        for [second, third, opposite] in [[1, 2, 3], [2, 3, 1], [3, 1, 2]] {
            let n = (self.points[second] - a).cross(self.points[third] - a);
            let height_of_opposite = n.dot(self.points[opposite] - a);
            if height_of_opposite.abs() <= PRODUCT_ROUNDING * EPS * n.length() * longest_edge {
                return Next::NoSign;
            }
            let outward = if height_of_opposite > 0.0 { -n } else { n };
            if self.is_positive(Product::BeyondFace, [0, second, third], outward.dot(-a)) {
                return self.decide_triangle(0, second, third);
            }
        }
        Next::Inside
    }
}

/// Decision to keep these vertices, newest first, and to search along `d`.
fn keep(vertices: &[usize], d: Vec3) -> Next {
    let mut indices = [0; 4];
    for (index, &vertex) in indices.iter_mut().zip(vertices) {
        *index = vertex as u8;
    }
    Next::Search { indices, len: vertices.len() as u8, d }
}
