//! The query: from the coarsest polytope to the finest, a level a step.

use std::ops::ControlFlow;

use super::super::numbers::squarable;
use super::*;

/// How a search for the farthest vertex ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// No neighbor on the hull lies farther: proven.
    Farthest,
    /// Rounding led in circles.
    MoveLimit,
}

/// A search in a hierarchy. One step weighs the vertices of the coarsest polytope, or the removed neighbors of the vertex at
/// hand on the next level where it has any, or in the end its neighbors on the hull.
#[derive(Clone, Debug)]
pub struct Query<'a> {
    /// Where it searches.
    pub hierarchy: &'a Hierarchy,
    /// Along which direction; of any length whose square is a number.
    pub d: Vec3,
    /// The farthest vertex so far.
    pub at: u32,
    /// How many vertices were weighed.
    pub visited: u32,
    /// Which vertices this step weighed, beside the one at hand.
    pub weighed: Weighed,
    /// The next group in the hierarchy's list; none before the first step.
    next: Option<u32>,
    climbed: u32,
}

/// Which vertices a step weighed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weighed {
    /// None yet.
    #[default]
    Nothing,
    /// All of the coarsest polytope.
    Base,
    /// This vertex's removed neighbors of one level.
    Removed {
        /// Whose.
        of: u32,
        /// Where their group begins in the hierarchy's list.
        group: u32,
    },
    /// This vertex's neighbors on the hull, as the proof.
    Hull {
        /// Whose.
        of: u32,
    },
}

impl<'a> Query<'a> {
    /// Before the first level.
    pub fn new(hierarchy: &'a Hierarchy, d: Vec3) -> Self {
        Self { hierarchy, d: squarable(d), at: 0, visited: 0, weighed: Weighed::Nothing, next: None, climbed: 0 }
    }

    /// The vertices that this step weighed.
    pub fn candidates(&self) -> impl Iterator<Item = u32> + use<'a> {
        let (hierarchy, base) = (self.hierarchy, self.hierarchy.levels[0]);
        let (range, list): (_, &[u32]) = match self.weighed {
            Weighed::Nothing => (0..0, &[]),
            Weighed::Base => (0..base, &[]),
            Weighed::Removed { of, group } => (0..0, hierarchy.group(of, group)),
            Weighed::Hull { of } => (0..0, hierarchy.graph.neighbors(of)),
        };
        range.chain(list.iter().map(|entry| entry & !LAST))
    }

    /// The farthest of the coarsest polytope.
    fn weigh_base(&mut self) {
        let base = self.hierarchy.levels[0];
        for vertex in 1..base {
            if self.hierarchy.graph.rise(self.d, self.at, vertex) > 0.0 {
                self.at = vertex;
            }
        }
        self.visited += base;
        self.weighed = Weighed::Base;
    }

    /// Moves to the farthest of the removed neighbors of a level, if it beats the vertex at hand.
    fn weigh_removed(&mut self, group: u32) {
        let from = self.at;
        let mut most = 0.0;
        let candidates = self.hierarchy.group(from, group);
        for &entry in candidates {
            let rise = self.hierarchy.graph.rise(self.d, from, entry & !LAST);
            if rise > most {
                (self.at, most) = (entry & !LAST, rise);
            }
        }
        self.visited += candidates.len() as u32;
        self.weighed = Weighed::Removed { of: from, group };
        // A vertex that was moved to has neighbors removed at finer levels alone.
        let after = group + candidates.len() as u32;
        self.next = Some(if self.at == from { after } else { self.hierarchy.starts[self.at as usize] });
    }
}

impl Stepper for Query<'_> {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        let Some(next) = self.next else {
            self.weigh_base(); // @base
            self.next = Some(self.hierarchy.starts[self.at as usize]);
            return ControlFlow::Continue(());
        };
        if next < self.hierarchy.starts[self.at as usize + 1] {
            self.weigh_removed(next); // @level
            return ControlFlow::Continue(());
        }
        let from = self.at;
        let (highest, rise, weighed) = self.hierarchy.graph.highest_neighbor(self.d, from); // @proof
        self.visited += weighed;
        self.weighed = Weighed::Hull { of: from };
        if rise <= 0.0 {
            return ControlFlow::Break(Outcome::Farthest); // @end
        }
        self.at = highest; // @climb
        self.next = Some(self.hierarchy.starts[highest as usize + 1]);
        self.climbed += 1;
        if self.climbed as usize > self.hierarchy.graph.points.len() {
            return ControlFlow::Break(Outcome::MoveLimit);
        }
        ControlFlow::Continue(())
    }
}
