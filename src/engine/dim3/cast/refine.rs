//! The contact of curved bodies, refined after a search by supports has come to their surface.
//!
//! **Problem.** A search that ends where the bracket is narrow enough leaves a normal that is off by about the root of that width,
//! as an angle: by 2e-4 in `f64` and 5e-3 in `f32` where the bodies nearly pass each other.
//!
//! **Method.** The full answer where B is has a normal that is exact to rounding, and its plane moves B on: a step of Newton's
//! method for the distance over the way, which is convex. The place of the contact is then off by the square of the error before.

use std::ops::ControlFlow::{Break, Continue};

use super::super::prelude::*;
use super::super::rounding;
use super::answer::Outcome;
use super::flight::{Flight, Phase};
use super::pair::Pair;

/// Full answers at the surface. The bracket of a search is by default at most about 1e-6 of the way wide in `f32`, and 1e-8 in `f64`:
/// the normal of the first answer is off by about that much, as an angle, and that of the second by its square.
const REFINED: u32 = 2;

impl<P: Pair> Flight<P> {
    /// The search has come to the surface of `A − B`.
    pub(super) fn arrive(&mut self) {
        if self.s > 0.0 && self.is_curved() {
            self.phase = Phase::Refine;
        } else {
            self.hand_over(Continue(()));
        }
    }

    /// Whether `A − B` may have curved parts. Normals of others are those of facets and edges.
    fn is_curved(&self) -> bool {
        self.margin > 0.0 || self.pair.terms(self.path.along).is_none()
    }

    /// One step: the full answer where B is.
    pub(super) fn refine(&mut self) {
        let at = self.s;
        let planes = self.planes;
        let contact = self.contact;
        let mut ending = self.judge(); // @refine
        self.refined += 1;
        let is_proven = self.upper < Real::INFINITY;
        let contradicts = matches!(ending, Break(outcome) if outcome != Outcome::TooLate);
        if contradicts && is_proven {
            // A hit that is proven already stays one: what is left between the bounds is rounding.
            self.planes = planes;
            self.contact = contact;
            ending = Continue(());
        }
        let has_moved = self.s - at > self.rounding();
        // Where a wider bracket is requested, the normal need not be more exact than that.
        let most = if self.options.relative > rounding::RELATIVE { 1 } else { REFINED };
        if ending.is_break() || !has_moved || self.refined >= most {
            self.hand_over(ending);
        }
    }
}
