//! The line and triangle cases: they find the face of the simplex that is nearest to the origin, by signs of triple
//! products, and the next search direction.
//!
//! Vertices are named as in `[Myoru24]`: `a` is the newest. Tests are recorded in the types of the test in space
//! ([`SignTest`]), so that one lesson can explain both.

use super::super::dim3::boolean_gjk::{Product, SignTest};
use super::super::prelude::*;
use super::super::rounding::PRODUCT_ROUNDING;

/// Largest number of sign tests of a case: beyond ac, along ac, and along ab, or beyond ac, beyond ab and along ab.
pub(super) const MAX_SIGN_TESTS: usize = 3;

/// Decision of the cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Next {
    /// Keep the vertices of `places[..len]`, newest first, and search along `d`.
    Search {
        /// Places of the kept vertices.
        places: [u8; 2],
        /// Number of kept vertices.
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
    /// Vertices of the simplex, newest first, scaled to a magnitude of about one.
    pub points: [Vec2; 3],
    /// Recorded tests: `sign_tests[..count]`.
    pub sign_tests: [SignTest; MAX_SIGN_TESTS],
    /// Number of recorded tests.
    pub count: usize,
}

/// `(u × v) × u` for `area`, the z coordinate of `u × v`: perpendicular to `u`, on `v`'s side.
fn triple_product(u: Vec2, area: Real) -> Vec2 {
    u.perp() * area
}

impl Cases {
    /// The cases of a simplex, before the first test.
    pub(super) fn new(points: [Vec2; 3]) -> Self {
        let unused = SignTest { product: Product::Line, places: [0; 3], value: 0.0 };
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
    fn is_positive(&mut self, product: Product, places: [u8; 3], value: Real) -> bool {
        if let Some(place) = self.sign_tests.get_mut(self.count) {
            *place = SignTest { product, places, value };
            self.count += 1;
        }
        value > 0.0
    }

    /// Keeps the vertex `a` alone, and searches from it towards the origin.
    fn search_from_vertex(&self, a: usize) -> Next {
        let d = -self.points[a];
        if d == Vec2::ZERO { Next::NoSign } else { Next::Search { places: [a as u8; 2], len: 1, d } }
    }

    /// Case of the edge `ab`, whose newer vertex is `a`.
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
        Next::Search { places: [a as u8, b as u8], len: 2, d: triple_product(ab, area) }
    }

    /// Case of three vertices.
    fn decide_triangle(&mut self) -> Next {
        let [a, b, c] = self.points;
        let ao = -a;
        let ab = b - a;
        let ac = c - a;
        let abc = ab.perp_dot(ac);
        if abc.abs() <= PRODUCT_ROUNDING * EPS * ab.length() * ac.length() {
            return Next::NoSign;
        }
        // abc × ac and ab × abc: perpendicular to an edge, away from the third vertex.
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
