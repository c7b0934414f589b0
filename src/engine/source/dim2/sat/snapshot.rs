//! Snapshots of the planar separating axis test and its bodies as plain data in `f64`, in the plane z = 0.

use std::borrow::Borrow;
use std::sync::Arc as Shared;

use super::{Axis, Outcome, Sat, Shape, Tested};
use crate::dim2::prelude::*;
use crate::dim2::support::lift;
use contact_lens_model::snapshot::{Snapshots, ToF64, sat};

impl<S: Borrow<Shape>> Snapshots for Sat<S> {
    type Snapshot = sat::Test;

    fn snapshot(&self) -> sat::Test {
        self.found.plain(|tested| self.tested_axis(tested))
    }
}

/// Returns the result on one axis as plain data.
pub fn plain(tested: &Tested) -> sat::Tested {
    tested.plain(sat::Axis::from, lift)
}

impl From<Axis> for sat::Axis {
    fn from(axis: Axis) -> Self {
        match axis {
            Axis::SideA(i) => Self::FaceA(i),
            Axis::SideB(i) => Self::FaceB(i),
            Axis::Along { body } => Self::Along { body },
            Axis::Across { body } => Self::Across { body },
        }
    }
}

impl<S: Borrow<Shape>> Sat<S> {
    /// Returns the constants of the test; `solids` are both bodies as plain data.
    pub fn problem(&self, solids: [Shared<sat::Solid>; 2]) -> sat::Problem {
        let rotation = self.rotation;
        sat::Problem {
            solids,
            rotation: Mat3::from_cols(lift(rotation), lift(rotation.perp()), Vec3::Z).to_f64(),
            translation: lift(self.translation).to_f64(),
            rounding: self.found.rounding.to_f64(),
            cached: self.options.cached.is_some(),
            stop_at_first: self.options.stop_at_first,
            pruning: sat::PairPruning::ByArcs,
            skipped: Vec::new(),
        }
    }

    /// Returns the answer for this outcome as plain data, with the axes that tie with the best.
    pub fn plain_answer(&self, outcome: Outcome) -> sat::Answer
    where
        S: Clone,
    {
        let best = self.found.best.as_ref().map(|tested| self.tested_axis(tested));
        let ties = self.ties().iter().map(|tested| self.tested_axis(tested)).collect();
        self.answer(outcome).plain(best, ties, lift)
    }

    /// Returns the result on one axis, with the features of the bodies that define it.
    fn tested_axis(&self, tested: &Tested) -> sat::TestedAxis {
        let features = [0, 1].map(|body| self.feature(tested, body));
        sat::TestedAxis { tested: plain(tested), features }
    }
}

/// Returns the core of a shape as plain data; `points` are the points that the shape was made from.
pub fn polygon(shape: &Shape, points: &[Vec2]) -> sat::Solid {
    let core = shape.core().iter();
    let sources = core.map(|corner| points.iter().position(|point| point == corner).unwrap_or(0) as u32).collect();
    sat::Solid {
        is_planar: true,
        vertices: shape.core().iter().map(|corner| lift(*corner).to_f64()).collect(),
        face_axes: Vec::new(),
        edges: Vec::new(),
        cuboid: None,
        plane_normal: None,
        sources,
    }
}
