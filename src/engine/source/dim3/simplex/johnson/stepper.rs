//! Johnson's algorithm as a stepper: each step tests one subset. A comment `// @name` marks the line of `listing.txt`
//! that the statement implements.

use std::ops::ControlFlow;

use super::Products;
use crate::dim3::simplex::ending::{Outcome, Reason, backup, in_own_unit};
use crate::dim3::simplex::prelude::*;
use crate::dim3::simplex::subset::{self, BY_SIZE, Nearest, Subset, TestedFace, Weights, members, size};

/// State of the search for the subset `J` whose hull contains the nearest point.
#[derive(Clone, Debug)]
pub struct Johnson {
    /// Vertices of the simplex and their products, in the input's unit.
    pub products: Products,
    /// Vertices of the simplex.
    pub all: Subset,
    /// Vertices that `J` must contain: the newest in GJK (theorem 5), otherwise none.
    pub required: Subset,
    /// Power of two; the recursion uses the products times its square.
    pub scale: Real,
    /// `Δ_{M,i}`; 0 if not computed, and for faces whose determinant is not positive.
    pub delta: Weights,
    /// `Σ_i Δ_{M,i}`, the determinant of each subset; 0 if not computed, and negative only by rounding.
    pub sum: [Real; 16],
    /// Number of vertices up to which `Δ` of all subsets is computed.
    pub filled_size: usize,
    /// Tested subsets in order; only the first `count` entries are valid.
    pub tested: [TestedFace; 15],
    /// Number of tested subsets.
    pub count: usize,
    /// The vertices, times `scale`.
    points: [Vec3; 4],
    /// Index in [`BY_SIZE`] of the next candidate.
    next: usize,
    /// Ending of the search; `None` while it runs.
    pub(super) outcome: Option<Outcome>,
}

impl Johnson {
    /// Prepares the simplex of `products`. With `newest`, a slot, only subsets with that vertex are tested, as theorem
    /// 5 allows in an iteration of GJK; the backup search tests all subsets.
    #[inline]
    pub fn new(products: &Products, newest: Option<usize>) -> Self {
        let all = products.filled;
        let scale = subset::scale(&products.points, all);
        let mut delta = [[0.0; 4]; 16];
        let mut sum = [0.0; 16];
        for i in 0..4 {
            delta[1 << i][i] = 1.0;
            sum[1 << i] = 1.0;
        }
        Self {
            products: *products,
            all,
            required: newest.map_or(0, |slot| 1 << slot & all),
            scale,
            delta,
            sum,
            filled_size: 1,
            tested: [TestedFace::default(); 15],
            count: 0,
            points: products.points.map(|x| x * scale),
            next: 0,
            outcome: None,
        }
    }

    /// The subsets tested until now, in order.
    pub fn tested_faces(&self) -> &[TestedFace] {
        &self.tested[..self.count]
    }

    /// Computes `Δ` for all subsets of up to `vertices` vertices that do not have it yet.
    fn fill_up_to(&mut self, vertices: usize) {
        while self.filled_size < vertices.min(size(self.all)) {
            self.filled_size += 1;
            let all = self.all;
            let set_size = self.filled_size;
            for set in BY_SIZE.into_iter().filter(|&j| size(j) == set_size && j & !all == 0) {
                let row = self.recursion(set);
                let det: Real = row.iter().sum();
                self.sum[set as usize] = det;
                self.delta[set as usize] = if det > 0.0 { row } else { [0.0; 4] };
            }
        }
    }

    /// `Δ_{M∪k},k = Σ_{i∈M} Δ_{M,i} (x_p − x_k)·x_i` for each vertex `k` of `set`, where `M` is the set without `k` and
    /// `p` the first vertex of `M`.
    fn recursion(&self, set: Subset) -> [Real; 4] {
        let mut row = [0.0; 4];
        let squared = self.scale * self.scale;
        for k in members(set) {
            let rest = set & !(1 << k);
            let p = rest.trailing_zeros() as usize & 3;
            let products = &self.products.dots[p][k];
            row[k] = members(rest).map(|i| self.delta[rest as usize][i] * (products[i] * squared)).sum();
        }
        row
    }

    /// Whether a subset belongs to the simplex and contains the required vertices.
    fn is_candidate(&self, subset: Subset) -> bool {
        subset & !self.all == 0 && subset & self.required == self.required
    }

    /// Point nearest the origin of the affine hull of a subset.
    fn candidate(&self, subset: Subset) -> Nearest {
        subset::point_of(&self.points, subset, &self.delta[subset as usize], self.sum[subset as usize])
    }

    /// Outcome of the backup search, which needs `Δ` of all subsets.
    fn backup(&mut self, reason: Reason) -> Outcome {
        self.fill_up_to(4);
        backup(&self.points, self.all, &self.delta, |subset| self.candidate(subset), reason)
    }

    /// Ends the search, with the answer converted to the input's unit.
    fn finish(&mut self, outcome: Outcome) -> ControlFlow<Outcome> {
        let outcome = in_own_unit(outcome, &self.points, self.scale);
        self.outcome = Some(outcome);
        ControlFlow::Break(outcome)
    }
}

impl Stepper for Johnson {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        if let Some(outcome) = self.outcome {
            return ControlFlow::Break(outcome);
        }
        let Some(index) = (self.next..15).find(|&index| self.is_candidate(BY_SIZE[index])) else {
            let outcome = self.backup(Reason::NonePassed); // @none
            return self.finish(outcome);
        };
        self.next = index + 1;
        let subset = BY_SIZE[index];
        self.fill_up_to(size(subset) + 1); // @recursion
        let face = subset::test_face(&self.delta, subset, self.all); // @weigh
        self.tested[self.count] = face;
        self.count += 1;
        if !face.holds {
            return ControlFlow::Continue(());
        }
        let nearest = self.candidate(subset);
        let outcome = if subset::is_proven(&self.points, self.all, &nearest) {
            Outcome::Passed(nearest) // @proven
        } else {
            self.backup(Reason::Refuted(subset)) // @refuted
        };
        self.finish(outcome)
    }
}
