//! What was found, as plain data: in space and in the plane alike.

use super::super::prelude::*;
use super::{Answer, Found, Tested};
use crate::snapshot::{ToF64, sat};

impl<L: Copy + PartialEq, V: Copy + Default> Tested<L, V> {
    /// What was found on a line: `axis` names it, `lift` places a vector in space.
    pub fn plain(&self, axis: impl Fn(L) -> sat::Axis, lift: impl Fn(V) -> Vec3) -> sat::Tested {
        sat::Tested {
            axis: axis(self.axis),
            normal: lift(self.normal).to_f64(),
            a: self.a.map(ToF64::to_f64),
            b: self.b.map(ToF64::to_f64),
            gap: self.gap.to_f64(),
            supports: self.supports,
        }
    }
}

impl<L: Copy + PartialEq, V: Copy + Default> Found<L, V> {
    /// The state of a test that goes through its lines in order; `tried` says what of the bodies makes a line.
    pub(in super::super) fn plain(&self, tried: impl Fn(&Tested<L, V>) -> sat::Tried) -> sat::Test {
        sat::Test {
            tested: self.tested,
            now: self.now.as_ref().map(&tried),
            parts: self.now.map(|now| self.parts(&now).map(ToF64::to_f64)),
            best: self.best.as_ref().map(&tried),
            pruned: 0,
            region: None,
            between: Vec::new(),
        }
    }
}

impl<L: Copy, V: Copy> Answer<L, V> {
    /// The answer, with the line taken and those that tie with it.
    pub(in super::super) fn plain(
        &self,
        taken: Option<sat::Tried>,
        ties: Vec<sat::Tried>,
        lift: impl Fn(V) -> Vec3,
    ) -> sat::Answer {
        sat::Answer {
            outcome: self.outcome,
            separation: self.separation.to_f64(),
            lower: self.lower.to_f64(),
            upper: self.upper.map(ToF64::to_f64),
            normal: lift(self.normal).to_f64(),
            taken,
            ties,
            tested: self.tested,
            pruned: self.pruned,
        }
    }
}
