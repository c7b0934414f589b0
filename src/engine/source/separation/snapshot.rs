//! Conversion of separating axis tests to plain data, in the plane and in space.

use super::{Answer, Tested, TestedAxes};
use crate::prelude::*;
use contact_lens_model::snapshot::{ToF64, sat};

impl<L: Copy + PartialEq, V: Copy + Default> Tested<L, V> {
    /// Returns the result on an axis as plain data; `axis` converts its identifier, `lift` its vectors to space.
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

impl<L: Copy + PartialEq, V: Copy + Default> TestedAxes<L, V> {
    /// Returns the state of a test as plain data, for a test without skipped pairs and without steps of several axes;
    /// `with_features` adds the features that define an axis.
    pub(crate) fn plain(&self, with_features: impl Fn(&Tested<L, V>) -> sat::TestedAxis) -> sat::Test {
        sat::Test {
            tested: self.tested,
            last_tested: self.last.as_ref().map(&with_features),
            separates: self.last.map(|last| self.separates(&last).map(ToF64::to_f64)),
            best: self.best.as_ref().map(&with_features),
            pruned: 0,
            region: None,
            between: Vec::new(),
        }
    }
}

impl<L: Copy, V: Copy> Answer<L, V> {
    /// Returns the answer as plain data, with the best axis and those that tie with it; `lift` converts a vector to
    /// space.
    pub(crate) fn plain(
        &self,
        best: Option<sat::TestedAxis>,
        ties: Vec<sat::TestedAxis>,
        lift: impl Fn(V) -> Vec3,
    ) -> sat::Answer {
        sat::Answer {
            outcome: self.outcome,
            separation: self.separation.to_f64(),
            lower: self.lower.to_f64(),
            upper: self.upper.map(ToF64::to_f64),
            normal: lift(self.normal).to_f64(),
            best,
            ties,
            tested: self.tested,
            pruned: self.pruned,
        }
    }
}
