//! The line and triangle cases: which part of the simplex faces the origin, and where to search next.
//!
//! Corners are named as in `[Myoru24]`: `a` is the newest. Questions are written down in the words of the test in space
//! ([`Asked`]), so that one lesson can tell both.

use super::super::dim3::boolean_gjk::{Asked, Product};
use super::super::prelude::*;
use super::super::rounding::PRODUCT_ROUNDING;

/// What the cases decide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Next {
    /// Keep the corners of `places[..len]`, newest first, and search along `d`.
    Search {
        /// What is kept.
        places: [u8; 2],
        /// How many.
        len: u8,
        /// Not a unit vector.
        d: Vec2,
    },
    /// The origin lies in the triangle, as far as signs tell.
    Inside,
    /// A product has no sign: the origin lies on the line, or the triangle is flat.
    NoSign,
}

/// The questions of one iteration, in order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cases {
    /// The corners, newest first, in units of about their magnitude.
    pub points: [Vec2; 3],
    /// `asked[..count]`.
    pub asked: [Asked; 4],
    /// How many.
    pub count: usize,
}

/// `(u × v) × u` for `u × v = area`: perpendicular to `u`, on `v`'s side.
fn triple(u: Vec2, area: Real) -> Vec2 {
    u.perp() * area
}

impl Cases {
    pub(super) fn new(points: [Vec2; 3]) -> Self {
        let none = Asked { product: Product::Line, places: [0; 3], value: 0.0 };
        Self { points, asked: [none; 4], count: 0 }
    }

    /// The case for a simplex of `len` corners.
    pub(super) fn decide(&mut self, len: usize) -> Next {
        match len {
            0 | 1 => self.point(0),
            2 => self.line(0, 1),
            _ => self.triangle(),
        }
    }

    fn ask(&mut self, product: Product, places: [u8; 3], value: Real) -> bool {
        if let Some(place) = self.asked.get_mut(self.count) {
            *place = Asked { product, places, value };
            self.count += 1;
        }
        value > 0.0
    }

    /// From `a` straight at the origin.
    fn point(&self, a: usize) -> Next {
        let d = -self.points[a];
        if d == Vec2::ZERO { Next::NoSign } else { Next::Search { places: [a as u8; 2], len: 1, d } }
    }

    fn line(&mut self, a: usize, b: usize) -> Next {
        let (ao, ab) = (-self.points[a], self.points[b] - self.points[a]);
        if self.ask(Product::Line, [a as u8, b as u8, b as u8], ab.dot(ao)) { self.across(a, b) } else { self.point(a) }
    }

    /// Along `(ab × ao) × ab`, unless that is 0, or points anywhere: then the origin is on the line through the edge.
    fn across(&self, a: usize, b: usize) -> Next {
        let (ao, ab) = (-self.points[a], self.points[b] - self.points[a]);
        let area = ab.perp_dot(ao);
        if area.abs() <= PRODUCT_ROUNDING * EPS * ab.length() * ao.length() {
            return Next::NoSign;
        }
        Next::Search { places: [a as u8, b as u8], len: 2, d: triple(ab, area) }
    }

    fn triangle(&mut self) -> Next {
        let [a, b, c] = self.points;
        let (ao, ab, ac) = (-a, b - a, c - a);
        let abc = ab.perp_dot(ac);
        if abc.abs() <= PRODUCT_ROUNDING * EPS * ab.length() * ac.length() {
            return Next::NoSign;
        }
        // abc × ac and ab × abc: perpendicular to an edge, away from the third corner.
        if self.ask(Product::BeyondAc, [0, 1, 2], triple(ac, abc).dot(ao)) {
            return if self.ask(Product::Ac, [0, 2, 2], ac.dot(ao)) { self.across(0, 2) } else { self.line(0, 1) };
        }
        if self.ask(Product::BeyondAb, [0, 1, 2], triple(ab, -abc).dot(ao)) {
            return self.line(0, 1);
        }
        Next::Inside
    }
}
