//! Decision of a cast at its start: bodies that overlap or touch there, or that never approach each other. If the
//! signed distance is zero to rounding, exact arithmetic decides, provided that the pair frame and the support points
//! are not rounded.

use std::ops::ControlFlow::{self, Break, Continue};

use super::answer::{Outcome, Plane};
use super::cast_state::CastState;
use super::exact::{self, Side};
use super::motion::FramePrecision;
use super::pair::Pair;
use crate::dim3::answer::Answer as DistanceAnswer;
use crate::dim3::prelude::*;

impl<P: Pair> CastState<P> {
    /// Exact decision whether the bodies are separate, where `normal` is the best known unit normal from A to B; `None`
    /// if the pair frame or the support points are rounded.
    fn exact_side(&self, normal: Vec3) -> Option<Side> {
        if self.path.precision != FramePrecision::Exact || self.pair.terms(normal).is_none() {
            return None;
        }
        exact::decide_side(normal, P::PLANAR, |n| self.pair.terms(n).unwrap_or_default())
    }

    /// Ends the cast if the distance query at the start decides it: `distance` is its answer, `normal` the unit normal
    /// of that answer, from A to B.
    pub(super) fn decide_at_start(&mut self, distance: &DistanceAnswer, normal: Vec3) -> ControlFlow<Outcome> {
        if distance.lower > 0.0 {
            return self.end_unless_approaching(normal);
        }
        if distance.upper < 0.0 {
            self.upper = 0.0;
            return Break(Outcome::Overlapping);
        }
        let is_touching = distance.bracket().contact_tolerance(0.0) <= self.path.touching_distance();
        if !is_touching {
            match self.exact_side(normal) {
                Some(Side::Touching) => {}
                Some(Side::Apart(normal)) => return self.end_unless_approaching(normal),
                None if self.path.is_still() => return Break(Outcome::Grazing),
                // The search continues: if the bodies approach, it proves a contact soon after the start.
                None => return Continue(()),
            }
        }
        self.upper = 0.0;
        Break(Outcome::Touching)
    }

    /// Whether B is at its starting position and proven to be separate from A.
    pub(super) fn is_separate_at_start(&self) -> bool {
        self.s == 0.0 && self.distance.is_some_and(|distance| distance.lower > 0.0)
    }

    /// Ends the cast if bodies that are separate along `normal` do not approach along it. The proof is then the
    /// supporting plane of `A − B` with that normal.
    fn end_unless_approaching(&mut self, normal: Vec3) -> ControlFlow<Outcome> {
        let closing = normal.dot(self.path.along) < 0.0;
        if closing {
            return Continue(());
        }
        self.planes = [None, Some(Plane { normal, offset: self.pair.height(normal) })];
        Break(if self.path.is_still() { Outcome::NoRelativeMotion } else { Outcome::MovesApart })
    }
}
