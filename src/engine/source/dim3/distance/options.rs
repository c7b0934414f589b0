//! Options of the distance solver.

use crate::dim3::epa;
use crate::dim3::gjk::{self, Search};
use crate::dim3::prelude::*;
use crate::dim3::simplex::Solver;
use contact_lens_model::ask::Method;

/// Options of a distance query, made from the default:
///
/// ```
/// use contact_lens_engine::double::dim3::distance::{Method, Options};
/// let mut options = Options::default();
/// options.method = Method::Epa;
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Method of the solver. It is applied by the caller that makes the [`Cso`](crate::dim3::support::Cso), of the
    /// cores or of the surfaces ([`Options::subtracts_margins`]); the stepper uses the given pair unchanged.
    pub method: Method,
    /// GJK's options: tolerances of the bracket for separate cores. The absolute tolerance also applies to the depth.
    pub gjk: gjk::Options,
    /// Relative tolerance of the depth's bracket for overlapping curved cores. The depth itself is usually exact to
    /// rounding. If several directions are almost equally deep (concentric bodies, needles), it may be off by the width
    /// of the bracket, and differ by as much from the depth of the swapped pair.
    pub proof: Real,
    /// Limit of EPA's expansions.
    pub max_expansions: u32,
    /// Limit of the iterations of all phases together.
    pub max_iterations: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            method: Method::default(),
            gjk: gjk::Options::default(),
            // A smooth shape may need as many as about `1/proof` faces, so a tighter proof costs more than the depth.
            proof: 1.0e-3,
            // With EPA's first step, EPA's own default of 256 steps.
            max_expansions: 255,
            max_iterations: u32::MAX,
        }
    }
}

impl Options {
    /// Whether the balls around the cores are margins, which the solver subtracts. Otherwise they belong to the
    /// surface, on which GJK can also run ([`gjk::Options::surface`]).
    #[inline]
    pub fn subtracts_margins(&self) -> bool {
        self.method != Method::Epa && !self.gjk.surface
    }

    /// Whether closest points are computed by a formula where there is one ([`ClosedForm`](super::ClosedForm)). GJK
    /// computes them otherwise, for [`Method::Gjk`] and where a part of GJK other than its default is chosen.
    #[inline(always)]
    pub(super) fn allows_formulas(&self) -> bool {
        let gjk::Options { solver, search, max_iterations, .. } = self.gjk;
        let has_default_parts = solver == Solver::default() && search == Search::default();
        self.method == Method::Hybrid && has_default_parts && self.max_iterations > 0 && max_iterations > 0
    }

    /// EPA's options for curved or flat cores, with `steps_left` of the iteration limit. Polytopes are solved to
    /// rounding, unless a larger tolerance was requested.
    #[inline]
    pub(super) fn epa_options(&self, curved: bool, steps_left: u32) -> epa::Options {
        epa::Options {
            relative: if curved { self.proof } else { 0.0 },
            absolute: self.gjk.absolute,
            // EPA's first step, the start, expands nothing.
            max_iterations: self.max_expansions.saturating_add(1).min(steps_left),
            ..Default::default()
        }
    }
}
