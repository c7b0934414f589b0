//! The dot products from which Johnson's algorithm computes its determinants, cached between iterations of GJK.

use crate::dim3::simplex::prelude::*;
use crate::dim3::simplex::subset::{Subset, members};

/// Vertices of a simplex in their slots, and the products `(x_p − x_k)·x_i` of all of them. A vertex that stays in its
/// slot keeps its products; for a new vertex only the products with it are computed.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Products {
    /// The vertices `x_i`, by slot.
    pub points: [Vec3; 4],
    /// Slots with a vertex.
    pub filled: Subset,
    /// `dots[p][k][i] = (x_p − x_k)·x_i`; antisymmetric in `p` and `k`; only valid for filled slots.
    pub dots: [[[Real; 4]; 4]; 4],
    /// Number of products computed since the start, which shows how many the cache saves.
    pub computed: u32,
}

impl Products {
    /// Computes all products of the `filled` slots of `points`.
    #[inline]
    pub fn of(points: &[Vec3; 4], filled: Subset) -> Self {
        let mut products = Self::default();
        products.update(points, filled);
        products
    }

    /// Sets the vertices. Vertices that were in the same slot before keep their products.
    #[inline]
    pub fn update(&mut self, points: &[Vec3; 4], filled: Subset) {
        let filled = filled & 15;
        let mut known = 0;
        for i in members(filled & self.filled) {
            if self.points[i] == points[i] {
                known |= 1 << i;
            }
        }
        self.points = *points;
        self.filled = filled;
        for new in members(filled & !known) {
            self.add(new, known);
            known |= 1 << new;
        }
    }

    /// Computes all products of vertex `n` with the vertices in `known`.
    fn add(&mut self, n: usize, known: Subset) {
        let x = self.points[n];
        for p in members(known) {
            let edge = self.points[p] - x;
            for i in members(known | 1 << n) {
                self.set(p, n, i, edge.dot(self.points[i]));
            }
            for k in members(known).filter(|&k| k > p) {
                self.set(p, k, n, (self.points[p] - self.points[k]).dot(x));
            }
        }
    }

    /// Writes `(x_p − x_k)·x_i`, and its negative for `k`, `p`.
    fn set(&mut self, p: usize, k: usize, i: usize, product: Real) {
        self.dots[p][k][i] = product;
        self.dots[k][p][i] = -product;
        self.computed += 1;
    }
}
