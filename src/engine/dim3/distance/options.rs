//! How a query for the full answer is to be answered.

use super::super::epa;
use super::super::gjk;
use super::super::prelude::*;
use crate::ask::Method;

/// How a query is to be answered. Made from the default:
///
/// ```
/// use contact_lens_engine::double::dim3::distance::{Method, Options};
/// let mut options = Options::default();
/// options.method = Method::Epa;
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Whether margins are taken off first ([`Options::takes_margins_off`]). Read by who makes the
    /// [`Cso`](super::super::support::Cso): the stepper takes the pair as it is given.
    pub method: Method,
    /// GJK's options: while the cores are apart, the bracket is made this narrow. Its absolute tolerance is that of the
    /// depth as well.
    pub gjk: gjk::Options,
    /// Width of the bracket of the depth where curved cores overlap, as a share of the depth. The search mostly ends at a
    /// depth that is exact to rounding. Where several directions are almost equally deep (concentric bodies, needles), the
    /// depth may be off by as much as the bracket allows, and differ by as much from that of the swapped pair.
    pub proof: Real,
    /// Cap on EPA's expansions.
    pub max_expansions: u32,
    /// Cap on the iterations of all phases together.
    pub max_iterations: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            method: Method::default(),
            gjk: gjk::Options::default(),
            proof: 1.0e-3,
            max_expansions: 255,
            max_iterations: u32::MAX,
        }
    }
}

impl Options {
    /// Whether the balls are margins. If not they belong to the surface, which GJK may be asked to work on too
    /// ([`gjk::Options::surface`]).
    #[inline]
    pub fn takes_margins_off(&self) -> bool {
        self.method == Method::Hybrid && !self.gjk.surface
    }

    /// EPA's, for cores that are curved or not, with so many steps left. Polytopes are solved as far as rounding allows, unless
    /// less was asked for.
    #[inline]
    pub(super) fn of_epa(&self, curved: bool, left: u32) -> epa::Options {
        epa::Options {
            relative: if curved { self.proof } else { 0.0 },
            absolute: self.gjk.absolute,
            max_iterations: self.max_expansions.saturating_add(1).min(left),
            ..Default::default()
        }
    }
}
