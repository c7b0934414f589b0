//! The cases of the planar boolean GJK, for a simplex of two vertices (line) and of three (triangle). By the signs of
//! products, a case finds the vertices to keep and the next search direction, or that the origin lies in the triangle.
//!
//! Vertices are named as in `[Myoru24]`: `a` is the newest; `ab = b − a`, and `ao = −a` leads to the origin. Tests are
//! recorded in the type of the test in space ([`SignTest`]), so that one lesson can explain both.

use crate::dim2::dim3::boolean_gjk::{Product, SignTest};
use crate::dim2::prelude::*;
use crate::dim2::rounding::PRODUCT_ROUNDING;

/// Largest number of sign tests of a case: beyond ac, along ac, and along ab, or beyond ac, beyond ab and along ab.
pub(super) const MAX_SIGN_TESTS: usize = 3;

/// Decision of a case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Next {
    /// Keep the vertices of `indices[..len]`, newest first, and search along `d`.
    Search {
        /// Indices of the kept vertices in the simplex before the case.
        indices: [u8; 2],
        /// Number of kept vertices, 1 or 2.
        len: u8,
        /// Next direction; not a unit vector.
        d: Vec2,
    },
    /// The origin lies in the triangle, by the signs of the products.
    Inside,
    /// A product has no reliable sign: the origin lies on the line, or the triangle is flat.
    NoSign,
}

/// The sign tests of one iteration, in order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cases {
    /// Vertices of the simplex, newest first, in a unit in which the pair's magnitude is about 1; those beyond the
    /// simplex are not used.
    pub points: [Vec2; 3],
    /// Recorded tests: `sign_tests[..count]`.
    pub sign_tests: [SignTest; MAX_SIGN_TESTS],
    /// Number of recorded tests.
    pub count: usize,
}

/// Returns the triple product `(u × v) × u` from `u` and `area`, the z coordinate of `u × v`: a vector perpendicular to
/// `u`, on the side of `v`.
fn triple_product(u: Vec2, area: Real) -> Vec2 {
    u.perp() * area
}

impl Cases {
    /// Creates the cases of a simplex, before the first test.
    pub(super) fn new(points: [Vec2; 3]) -> Self {
        let unused = SignTest { product: Product::Line, indices: [0; 3], value: 0.0 };
        Self { points, sign_tests: [unused; MAX_SIGN_TESTS], count: 0 }
    }

    /// Runs the case for a simplex of `len` vertices.
    pub(super) fn decide(&mut self, len: usize) -> Next {
        match len {
            0 | 1 => self.search_from_vertex(0),
            2 => self.decide_line(0, 1),
            _ => self.decide_triangle(),
        }
    }

    /// Records a test and returns whether its product is positive.
    fn is_positive(&mut self, product: Product, indices: [u8; 3], value: Real) -> bool {
        if let Some(entry) = self.sign_tests.get_mut(self.count) {
            *entry = SignTest { product, indices, value };
            self.count += 1;
        }
        value > 0.0
    }

    /// Keeps the vertex `a` alone, and searches from it towards the origin.
    fn search_from_vertex(&self, a: usize) -> Next {
        let d = -self.points[a];
        if d == Vec2::ZERO { Next::NoSign } else { Next::Search { indices: [a as u8; 2], len: 1, d } }
    }

    /// Decides the case of the edge `ab`, whose newer vertex is `a`.
    fn decide_line(&mut self, a: usize, b: usize) -> Next {
        let ao = -self.points[a];
        let ab = self.points[b] - self.points[a];
        if self.is_positive(Product::Line, [a as u8, b as u8, b as u8], ab.dot(ao)) {
            self.search_across_edge(a, b)
        } else {
            self.search_from_vertex(a)
        }
    }

    /// Keeps the edge `ab`, and searches along `(ab × ao) × ab`. [`Next::NoSign`] if that is 0 to rounding: the origin
    /// is then on the line through the edge.
    fn search_across_edge(&self, a: usize, b: usize) -> Next {
        let ao = -self.points[a];
        let ab = self.points[b] - self.points[a];
        let area = ab.perp_dot(ao);
        if area.abs() <= PRODUCT_ROUNDING * EPS * ab.length() * ao.length() {
            return Next::NoSign;
        }
        Next::Search { indices: [a as u8, b as u8], len: 2, d: triple_product(ab, area) }
    }

    /// Decides the case of three vertices.
    fn decide_triangle(&mut self) -> Next {
        let [a, b, c] = self.points;
        let ao = -a;
        let ab = b - a;
        let ac = c - a;
        let abc = ab.perp_dot(ac);
        if abc.abs() <= PRODUCT_ROUNDING * EPS * ab.length() * ac.length() {
            return Next::NoSign;
        }
        // The products `abc × ac` and `ab × abc` are perpendicular to an edge and point away from the third vertex.
        if self.is_positive(Product::BeyondAc, [0, 1, 2], triple_product(ac, abc).dot(ao)) {
            return if self.is_positive(Product::Ac, [0, 2, 2], ac.dot(ao)) {
                self.search_across_edge(0, 2)
            } else {
                self.decide_line(0, 1)
            };
        }
        if self.is_positive(Product::BeyondAb, [0, 1, 2], triple_product(ab, -abc).dot(ao)) {
            return self.decide_line(0, 1);
        }
        Next::Inside
    }
}
