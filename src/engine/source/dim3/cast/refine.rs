//! Refinement of the contact of curved bodies, after a search by support points has reached their surface.
//!
//! - **Problem.** The search ends once the bracket is narrow enough. The error of its normal, an angle, is then about
//!   the square root of the relative bracket width: 2e-4 in `f64` and 5e-3 in `f32` if the bodies barely touch in
//!   passing.
//! - **Method.** A distance query at the position of B has a normal that is exact to rounding, and its plane moves B
//!   forward: a step of Newton's method for the distance over the path, which is convex. The error of the contact's
//!   position is then the square of the previous one.

use std::ops::ControlFlow::{Break, Continue};

use super::answer::Outcome;
use super::cast_state::{CastState, Phase};
use super::pair::Pair;
use crate::dim3::prelude::*;
use crate::dim3::rounding;

/// Limit on distance queries at the surface. By default the bracket of a search is at most about 1e-6 of the path wide
/// in `f32`, and 1e-8 in `f64`: the error of the first normal is about that large, as an angle, and that of the second
/// its square.
const MAX_REFINEMENTS: u32 = 2;

impl<P: Pair> CastState<P> {
    /// Chooses the phase after a search that has reached the surface of `A − B`.
    pub(super) fn reach_surface(&mut self) {
        if self.s > 0.0 && self.is_curved() {
            self.phase = Phase::Refine;
        } else {
            self.choose_next_phase(Continue(()));
        }
    }

    /// Whether the surface of `A − B` may be curved.
    fn is_curved(&self) -> bool {
        self.margin > 0.0 || self.pair.terms(self.path.along).is_none()
    }

    /// Step of [`Phase::Refine`]: a distance query at the position of B.
    pub(super) fn refine(&mut self) {
        let s_before = self.s;
        let planes = self.planes;
        let contact = self.contact;
        let mut ending = self.query_distance(); // @refine
        self.refinements += 1;
        let is_proven = self.upper < Real::INFINITY;
        let contradicts = matches!(ending, Break(outcome) if outcome != Outcome::TooLate);
        if contradicts && is_proven {
            // A proven hit stays one: the query contradicts it only by its rounding error.
            self.planes = planes;
            self.contact = contact;
            ending = Continue(());
        }
        let has_moved = self.s - s_before > self.rounding();
        // One query suffices for a wider bracket.
        let max_refinements = if self.options.relative > rounding::RELATIVE_TOLERANCE { 1 } else { MAX_REFINEMENTS };
        if ending.is_break() || !has_moved || self.refinements >= max_refinements {
            self.choose_next_phase(ending);
        }
    }
}
