//! Hill climbing over the edges: a vertex that no neighbor beats is the farthest.

use std::ops::ControlFlow;

use super::super::numbers::squarable;
use super::*;

/// A climb. One step is one move.
#[derive(Clone, Debug)]
pub struct Climb<'a> {
    /// Where it climbs.
    pub graph: &'a Graph,
    /// Along which direction; of any length whose square is a number.
    pub d: Vec3,
    /// The vertex that was reached.
    pub at: u32,
    /// How many vertices were weighed, the first included.
    pub visited: u32,
    /// How many moves were made.
    pub moves: u32,
}

impl<'a> Climb<'a> {
    /// From the best of 26 directions.
    pub fn new(graph: &'a Graph, d: Vec3) -> Self {
        Self::from(graph, d, graph.seed(d))
    }

    /// From a vertex.
    pub fn from(graph: &'a Graph, d: Vec3, at: u32) -> Self {
        Self { graph, d: squarable(d), at, visited: 1, moves: 0 }
    }
}

impl Stepper for Climb<'_> {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        let (highest, rise, weighed) = self.graph.highest_neighbor(self.d, self.at);
        self.visited += weighed;
        if rise <= 0.0 {
            return ControlFlow::Break(Outcome::Farthest);
        }
        self.at = highest;
        self.moves += 1;
        // Each move goes up, so that more moves than vertices are rounding going in circles.
        if self.moves as usize > self.graph.points.len() {
            return ControlFlow::Break(Outcome::MoveLimit);
        }
        ControlFlow::Continue(())
    }
}
