//! The Dobkin-Kirkpatrick hierarchy as plain data: what is built stands once, in [`Hierarchy`], and a state is that of the
//! query alone. Vertices are numbered from coarse to fine: level `i` has the first `levels[i]` of them.

use super::Snapshot;
use crate::step::Comparison;

/// How a search for the farthest vertex ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// No neighbor on the hull lies farther: proven.
    Farthest,
    /// Rounding led in circles.
    MoveLimit,
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

/// The state: first the levels are built, a level a step, then they are asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    /// The query; none while the levels are built.
    pub query: Option<Query>,
}

impl Snapshot for Search {
    type Outcome = Outcome;
}

/// The state of the query.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// The farthest vertex so far.
    pub at: u32,
    /// How many vertices were weighed.
    pub visited: u32,
    /// Which vertices the last step weighed, beside the one at hand.
    pub weighed: Weighed,
    /// The level that they belong to.
    pub level: usize,
    /// How much farther along `d / |d|` the last step has come, in the unit of the points.
    pub rise: f64,
    /// How far the farthest vertex lies along `d / |d|`, from the body's origin, in the unit of the points.
    pub height: f64,
    /// The proof, where the last step tried it: by how much, times `|d|`, the highest neighbor on the hull lies farther.
    pub proof: Option<Comparison<f64>>,
}

/// A polytope with all its levels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hierarchy {
    /// Which of the given points each vertex is.
    pub sources: Vec<u32>,
    /// How many vertices each level has, coarsest first.
    pub levels: Vec<u32>,
}

impl Hierarchy {
    /// On which level a vertex appears first: 0 is the coarsest.
    pub fn level_of(&self, vertex: u32) -> usize {
        self.levels.partition_point(|&count| count <= vertex)
    }
}

/// What the steps of a run did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walk {
    /// The steps before the query.
    pub built: usize,
    /// The farthest vertex after each step of the query, as a number of a point.
    pub at: Vec<u32>,
    /// What each step of the query weighed, as numbers of points.
    pub weighed: Vec<Vec<u32>>,
}

impl Walk {
    /// How many steps the query has made after step `number` of the run, which counts from 0.
    pub fn done(&self, number: usize) -> usize {
        (number + 1).saturating_sub(self.built).min(self.weighed.len())
    }
}

/// How many vertices are weighed on a sphere of some vertices: means over all directions that were asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counted {
    /// log₁₀ of the number of vertices.
    pub decades: f64,
    /// By climbing from any vertex.
    pub cold: f64,
    /// By climbing from the best of 26.
    pub seeded: f64,
    /// By the hierarchy.
    pub levels: f64,
}
