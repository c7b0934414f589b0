//! Options of a planar distance query.

use crate::dim2::prelude::*;
use crate::dim2::rounding;
use crate::dim2::simplex::Solver;
use contact_lens_model::ask::Search;

/// Options of a planar distance query. Built from the default by setting fields.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Allowed width of the bracket as a fraction of the signed distance. With 0, the default, the search ends at
    /// rounding error, with the nearest vertex or edge of `A − B`.
    pub relative: Real,
    /// Allowed width of the bracket, meters; the larger of both applies.
    pub absolute: Real,
    /// Limit of iterations of GJK and EPA together.
    pub max_iterations: u32,
    /// Search direction from an edge.
    pub search: Search,
    /// Sub-algorithm that finds the nearest feature of the simplex.
    pub solver: Solver,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            relative: 0.0,
            absolute: 0.0,
            max_iterations: rounding::MAX_ITERATIONS_IN_PLANE,
            search: Search::default(),
            solver: Solver::default(),
        }
    }
}

impl Options {
    /// Returns whether a tolerance above rounding error is set.
    #[inline]
    pub fn is_tolerant(&self) -> bool {
        self.relative > 0.0 || self.absolute > 0.0
    }

    /// Returns the allowed width of the bracket of a signed distance, meters, without rounding error.
    #[inline]
    pub fn width(&self, signed_distance: Real) -> Real {
        (self.relative * signed_distance.abs()).max(self.absolute)
    }
}
