//! Options of the distance solver.

use super::super::epa;
use super::super::gjk;
use super::super::prelude::*;
use crate::ask::Method;

/// Options of a distance query, made from the default:
///
/// ```
/// use contact_lens_engine::double::dim3::distance::{Method, Options};
/// let mut options = Options::default();
/// options.method = Method::Epa;
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Whether margins are subtracted first ([`Options::takes_margins_off`]). Used by the caller that makes the
    /// [`Cso`](super::super::support::Cso): the stepper uses the given pair unchanged.
    pub method: Method,
    /// GJK's options: tolerances of the bracket for separate cores. The absolute tolerance also applies to the depth.
    pub gjk: gjk::Options,
    /// Relative tolerance of the depth's bracket for overlapping curved cores. The search usually ends at a depth that
    /// is exact to rounding. If several directions are almost equally deep (concentric bodies, needles), the depth may
    /// be off by as much as the bracket allows, and differ by as much from that of the swapped pair.
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
            // A smooth shape needs `O(1/√proof)` faces, so a tighter proof costs more than the depth itself.
            proof: 1.0e-3,
            // With its first step, EPA's own limit of 256.
            max_expansions: 255,
            max_iterations: u32::MAX,
        }
    }
}

impl Options {
    /// Whether the balls are margins. Otherwise they belong to the surface, which GJK can also work on
    /// ([`gjk::Options::surface`]).
    #[inline]
    pub fn takes_margins_off(&self) -> bool {
        self.method == Method::Hybrid && !self.gjk.surface
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
