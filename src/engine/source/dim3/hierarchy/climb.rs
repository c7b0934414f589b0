//! Hill climbing over edges: on a convex polytope a vertex that no neighbor exceeds is the farthest.

use std::ops::ControlFlow;

use super::*;
use crate::dim3::numbers::squarable;

/// State of a climb. One step compares all neighbors of the current vertex and moves to the highest.
#[derive(Clone, Debug)]
pub struct Climb<'a> {
    /// Vertices and edges of the polytope.
    pub graph: &'a Graph,
    /// Direction; any length whose square is finite.
    pub d: Vec3,
    /// Index of the farthest vertex so far.
    pub at: u32,
    /// Number of vertices evaluated, including the first.
    pub visited: u32,
    /// Number of moves to a higher vertex.
    pub moves: u32,
}

impl<'a> Climb<'a> {
    /// State before the first move, at the vertex that is farthest along the nearest of 26 directions.
    pub fn new(graph: &'a Graph, d: Vec3) -> Self {
        Self::from(graph, d, graph.seed(d))
    }

    /// State before the first move, at this vertex.
    pub fn from(graph: &'a Graph, d: Vec3, vertex: u32) -> Self {
        Self { graph, d: squarable(d), at: vertex, visited: 1, moves: 0 }
    }
}

impl Stepper for Climb<'_> {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        let highest = self.graph.highest_neighbor(self.d, self.at);
        self.visited += highest.compared;
        if highest.rise <= 0.0 {
            return ControlFlow::Break(Outcome::Farthest);
        }
        self.at = highest.vertex;
        self.moves += 1;
        // Each move goes up, so more moves than vertices are a cycle caused by rounding.
        if self.moves as usize > self.graph.points.len() {
            return ControlFlow::Break(Outcome::MoveLimit);
        }
        ControlFlow::Continue(())
    }
}
