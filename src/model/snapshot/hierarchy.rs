//! Dobkin-Kirkpatrick hierarchy of a convex polytope, and the state of its query for the farthest vertex, as plain
//! data.
//!
//! The levels are stored once, in [`Hierarchy`]; a state describes only the query. Vertices are numbered from coarse to
//! fine: level `i` consists of the first `levels[i]` vertices.

use super::Snapshot;
use crate::step::Comparison;

/// Ending of a search for the farthest vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Proven: no neighbor on the hull lies farther.
    Farthest,
    /// The search moved in a cycle because of rounding.
    MoveLimit,
}

/// Vertices that a step compared with the farthest vertex found before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compared {
    /// No vertex has been compared.
    #[default]
    Nothing,
    /// All vertices of the coarsest polytope.
    Base,
    /// Neighbors of a vertex that were removed from one level.
    Removed {
        /// Index of the vertex.
        of: u32,
        /// Start of the neighbors in the hierarchy's list.
        group: u32,
    },
    /// Neighbors of a vertex on the hull, for the proof.
    Hull {
        /// Index of the vertex.
        of: u32,
    },
}

/// State of construction and query: the first steps build one level each, the others run the query.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    /// State of the query; `None` while the levels are built.
    pub query: Option<Query>,
}

impl Snapshot for Search {
    type Outcome = Outcome;
}

/// State of the query.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// The farthest vertex found up to this step.
    pub farthest: u32,
    /// Number of vertices compared.
    pub visited: u32,
    /// Vertices that the last step compared with the farthest.
    pub compared: Compared,
    /// Level of the compared vertices.
    pub level: usize,
    /// Progress of the last step along `d / |d|`, where `d` is the direction of the query, in the unit of the points;
    /// 0 if the farthest vertex did not change.
    pub rise: f64,
    /// Position of the farthest vertex along `d / |d|`, from the body's origin, in the unit of the points.
    pub height: f64,
    /// Proof of the last step, `excess ≤ 0`: height of the highest neighbor on the hull above the farthest vertex,
    /// times `|d|`. `None` if the step tried no proof.
    pub proof: Option<Comparison<f64>>,
}

/// A polytope with all its levels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hierarchy {
    /// Index of the input point of each vertex.
    pub sources: Vec<u32>,
    /// Number of vertices of each level, coarsest first.
    pub levels: Vec<u32>,
}

impl Hierarchy {
    /// Returns the first level that contains the vertex; 0 is the coarsest.
    pub fn level_of(&self, vertex: u32) -> usize {
        self.levels.partition_point(|&count| count <= vertex)
    }
}

/// Record of the steps of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walk {
    /// Number of steps before the query.
    pub build_steps: usize,
    /// Index of the input point of the farthest vertex after each step of the query.
    pub farthest: Vec<u32>,
    /// Indices of the input points compared in each step of the query.
    pub compared: Vec<Vec<u32>>,
}

impl Walk {
    /// Returns the number of query steps done after step `number` of the run, counted from 0.
    pub fn query_steps_done(&self, number: usize) -> usize {
        (number + 1).saturating_sub(self.build_steps).min(self.compared.len())
    }
}

/// Mean number of vertices compared per query on a sphere of many vertices, over all directions tested.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counted {
    /// log₁₀ of the number of vertices of the sphere.
    pub decades: f64,
    /// Mean for hill climbing from any vertex.
    pub cold: f64,
    /// Mean for hill climbing from the best of 26 vertices.
    pub seeded: f64,
    /// Mean for the hierarchy.
    pub levels: f64,
}
