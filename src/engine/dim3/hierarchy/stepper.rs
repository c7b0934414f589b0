//! The query: from the coarsest polytope to the finest, a level a step.

use std::borrow::Borrow;
use std::ops::ControlFlow;

use super::super::numbers::squarable;
use super::*;

/// A search in a hierarchy. One step weighs the vertices of the coarsest polytope, or the removed neighbors of the vertex at
/// hand on the next level where it has any, or in the end its neighbors on the hull.
/// `H` is a hierarchy, a reference to one, or what else lends one.
#[derive(Clone, Debug)]
pub struct Query<H> {
    /// Where it searches.
    pub hierarchy: H,
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

impl<H: Borrow<Hierarchy>> Query<H> {
    /// Before the first level.
    pub fn new(hierarchy: H, d: Vec3) -> Self {
        Self { hierarchy, d: squarable(d), at: 0, visited: 0, weighed: Weighed::Nothing, next: None, climbed: 0 }
    }

    /// The vertices that this step weighed.
    pub fn candidates(&self) -> impl Iterator<Item = u32> + '_ {
        let hierarchy = self.hierarchy.borrow();
        let base = hierarchy.levels[0];
        let (range, list): (_, &[u32]) = match self.weighed {
            Weighed::Nothing => (0..0, &[]),
            Weighed::Base => (0..base, &[]),
            Weighed::Removed { of, group } => (0..0, hierarchy.group(of, group)),
            Weighed::Hull { of } => (0..0, hierarchy.graph.neighbors(of)),
        };
        range.chain(list.iter().map(|entry| entry & !LAST))
    }

    /// Whether no neighbor on the hull lies farther: `rise` is that of the highest.
    pub fn proves(&self, rise: Real) -> Comparison<Real> {
        Comparison::at_most(rise, 0.0)
    }

    /// The farthest of the coarsest polytope.
    fn weigh_base(&mut self) {
        let hierarchy = self.hierarchy.borrow();
        let base = hierarchy.levels[0];
        for vertex in 1..base {
            if hierarchy.graph.rise(self.d, self.at, vertex) > 0.0 {
                self.at = vertex;
            }
        }
        self.visited += base;
        self.weighed = Weighed::Base;
    }

    /// Moves to the farthest of the removed neighbors of a level, if it beats the vertex at hand.
    fn weigh_removed(&mut self, group: u32) {
        let (hierarchy, from) = (self.hierarchy.borrow(), self.at);
        let mut most = 0.0;
        let candidates = hierarchy.group(from, group);
        for &entry in candidates {
            let rise = hierarchy.graph.rise(self.d, from, entry & !LAST);
            if rise > most {
                (self.at, most) = (entry & !LAST, rise);
            }
        }
        self.visited += candidates.len() as u32;
        self.weighed = Weighed::Removed { of: from, group };
        // A vertex that was moved to has neighbors removed at finer levels alone.
        let after = group + candidates.len() as u32;
        self.next = Some(if self.at == from { after } else { hierarchy.starts[self.at as usize] });
    }
}

impl<H: Borrow<Hierarchy>> Stepper for Query<H> {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        let Some(next) = self.next else {
            self.weigh_base(); // @base
            self.next = Some(self.hierarchy.borrow().starts[self.at as usize]);
            return ControlFlow::Continue(());
        };
        if next < self.hierarchy.borrow().starts[self.at as usize + 1] {
            self.weigh_removed(next); // @level
            return ControlFlow::Continue(());
        }
        let (hierarchy, from) = (self.hierarchy.borrow(), self.at);
        let (highest, rise, weighed) = hierarchy.graph.highest_neighbor(self.d, from); // @proof
        self.visited += weighed;
        self.weighed = Weighed::Hull { of: from };
        if self.proves(rise).holds() {
            return ControlFlow::Break(Outcome::Farthest); // @end
        }
        self.at = highest; // @climb
        self.next = Some(hierarchy.starts[highest as usize + 1]);
        self.climbed += 1;
        if self.climbed as usize > hierarchy.graph.points.len() {
            return ControlFlow::Break(Outcome::MoveLimit);
        }
        ControlFlow::Continue(())
    }
}
