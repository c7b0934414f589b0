//! What is said of bodies that neither a gap nor a depth beyond rounding parts or joins at the start.

use std::ops::ControlFlow::{self, Break, Continue};

use super::super::answer::Answer as Full;
use super::super::prelude::*;
use super::answer::{Outcome, Plane};
use super::exact::{self, Side};
use super::flight::Flight;
use super::pair::Pair;
use super::path::Placed;

impl<P: Pair> Flight<P> {
    /// What exact numbers say of them, where no rounding has happened.
    fn side(&self, normal: Vec3) -> Option<Side> {
        let terms = |n: Vec3| self.pair.terms(n);
        if self.path.placed != Placed::Exactly || terms(normal).is_none() {
            return None;
        }
        exact::side(normal, P::PLANAR, |n| terms(n).unwrap_or_default())
    }

    /// What the full answer at the start says, if it ends the cast.
    pub(super) fn at_start(&mut self, full: &Full, normal: Vec3) -> ControlFlow<Outcome> {
        if full.lower > 0.0 {
            return self.apart_at_start(normal);
        }
        if full.upper < 0.0 {
            self.upper = 0.0;
            return Break(Outcome::Overlapping);
        }
        let within = full.bracket().within(0.0) <= self.path.touching();
        match self.side(normal) {
            _ if within => {}
            Some(Side::Meeting) => {}
            Some(Side::Apart(normal)) => return self.apart_at_start(normal),
            None if self.path.is_still() => return Break(Outcome::Grazing),
            // Where they close, what proves a contact proves it soon.
            None => return Continue(()),
        }
        self.upper = 0.0;
        Break(Outcome::Touching)
    }

    /// Whether B stands at the start and is apart from A, proven.
    pub(super) fn is_held_apart(&self) -> bool {
        self.s == 0.0 && self.full.is_some_and(|full| full.lower > 0.0)
    }

    /// They are apart along the normal.
    fn apart_at_start(&mut self, normal: Vec3) -> ControlFlow<Outcome> {
        let closing = normal.dot(self.path.along) < 0.0;
        if closing {
            return Continue(());
        }
        self.planes = [None, Some(Plane { normal, offset: self.pair.height(normal) })];
        Break(if self.path.is_still() { Outcome::NoRelativeMotion } else { Outcome::MovesApart })
    }
}
