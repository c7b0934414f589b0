//! How a query of the plane is to be answered.

use super::super::prelude::*;
use super::super::rounding;
use super::super::simplex::Solver;
use crate::ask::Search;

/// How a query is to be answered. Made from the default, with its fields then set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The bracket may be this share of the signed distance wide. 0, the default, asks for all that rounding leaves:
    /// polygons end exactly.
    pub relative: Real,
    /// Or this many meters.
    pub absolute: Real,
    /// Cap on iterations.
    pub max_iterations: u32,
    /// Where the search goes from an edge.
    pub search: Search,
    /// The sub-algorithm that finds the nearest feature of the simplex.
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
    /// Whether a wider bracket than rounding's is enough.
    #[inline]
    pub fn is_tolerant(&self) -> bool {
        self.relative > 0.0 || self.absolute > 0.0
    }

    /// How wide the bracket of a signed distance may be, rounding aside.
    #[inline]
    pub fn width(&self, signed_distance: Real) -> Real {
        (self.relative * signed_distance.abs()).max(self.absolute)
    }
}
