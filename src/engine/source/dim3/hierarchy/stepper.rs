//! The query of a hierarchy as a stepper: one level per step, from the coarsest polytope to the finest. A comment
//! `// @name` marks the line of `listing.txt` that the statement implements.

use std::borrow::Borrow;
use std::ops::ControlFlow;

use super::*;
use crate::dim3::numbers::squarable;

/// State of a query. A step evaluates the vertices of the coarsest polytope, or the removed neighbors of the current
/// vertex on the next level where it has any, or finally its neighbors on the hull. `H` is a hierarchy, a reference to
/// one, or another type that lends one.
#[derive(Clone, Debug)]
pub struct Query<H> {
    /// The hierarchy that is searched.
    pub hierarchy: H,
    /// Direction; any length whose square is finite.
    pub d: Vec3,
    /// Index of the farthest vertex so far; vertices are numbered from coarse to fine.
    pub at: u32,
    /// Number of vertices evaluated.
    pub visited: u32,
    /// Group of vertices that the last step evaluated, in addition to the current one.
    pub compared: Compared,
    /// Index of the next group in the hierarchy's list; `None` before the first step.
    next: Option<u32>,
    /// Number of moves on the hull, after all levels.
    climbed: u32,
}

impl<H: Borrow<Hierarchy>> Query<H> {
    /// State before the first level.
    pub fn new(hierarchy: H, d: Vec3) -> Self {
        Self { hierarchy, d: squarable(d), at: 0, visited: 0, compared: Compared::Nothing, next: None, climbed: 0 }
    }

    /// The vertices that the last step evaluated: all of the coarsest polytope, or a list of neighbors.
    pub fn candidates(&self) -> impl Iterator<Item = u32> + '_ {
        let hierarchy = self.hierarchy.borrow();
        let base_vertices = if self.compared == Compared::Base { 0..hierarchy.levels[0] } else { 0..0 };
        let neighbors: &[u32] = match self.compared {
            Compared::Nothing | Compared::Base => &[],
            Compared::Removed { of, group } => hierarchy.group(of, group),
            Compared::Hull { of } => hierarchy.graph.neighbors(of),
        };
        base_vertices.chain(neighbors.iter().map(|entry| entry & !LAST_OF_GROUP))
    }

    /// Test whether no neighbor on the hull is farther: `rise` is the greatest height of a neighbor above the vertex
    /// along `d`, times the length of `d`.
    pub fn proves(&self, rise: Real) -> Comparison<Real> {
        Comparison::at_most(rise, 0.0)
    }

    /// Finds the farthest vertex of the coarsest polytope.
    fn search_base(&mut self) {
        let hierarchy = self.hierarchy.borrow();
        let base = hierarchy.levels[0];
        for vertex in 1..base {
            if hierarchy.graph.rise(self.d, self.at, vertex) > 0.0 {
                self.at = vertex;
            }
        }
        self.visited += base;
        self.compared = Compared::Base;
    }

    /// Moves to the farthest of the current vertex's removed neighbors, if that is farther than the vertex. `group` is
    /// the index in [`Hierarchy::list`] at which these neighbors start.
    fn compare_removed(&mut self, group: u32) {
        let hierarchy = self.hierarchy.borrow();
        let from = self.at;
        let mut largest = 0.0;
        let candidates = hierarchy.group(from, group);
        for &entry in candidates {
            let rise = hierarchy.graph.rise(self.d, from, entry & !LAST_OF_GROUP);
            if rise > largest {
                self.at = entry & !LAST_OF_GROUP;
                largest = rise;
            }
        }
        self.visited += candidates.len() as u32;
        self.compared = Compared::Removed { of: from, group };
        // A removed vertex belongs to finer levels only, so all groups of its neighbors come next.
        let after = group + candidates.len() as u32;
        self.next = Some(if self.at == from { after } else { hierarchy.starts[self.at as usize] });
    }
}

impl<H: Borrow<Hierarchy>> Stepper for Query<H> {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        let Some(next) = self.next else {
            self.search_base(); // @base
            self.next = Some(self.hierarchy.borrow().starts[self.at as usize]);
            return ControlFlow::Continue(());
        };
        if next < self.hierarchy.borrow().starts[self.at as usize + 1] {
            self.compare_removed(next); // @level
            return ControlFlow::Continue(());
        }
        let hierarchy = self.hierarchy.borrow();
        let from = self.at;
        let highest = hierarchy.graph.highest_neighbor(self.d, from); // @proof
        self.visited += highest.compared;
        self.compared = Compared::Hull { of: from };
        if self.proves(highest.rise).holds() {
            return ControlFlow::Break(Outcome::Farthest); // @end
        }
        self.at = highest.vertex; // @climb
        self.next = Some(hierarchy.starts[highest.vertex as usize + 1]);
        self.climbed += 1;
        // Each move goes up, so more moves than vertices are a cycle caused by rounding.
        if self.climbed as usize > hierarchy.graph.points.len() {
            return ControlFlow::Break(Outcome::MoveLimit);
        }
        ControlFlow::Continue(())
    }
}
