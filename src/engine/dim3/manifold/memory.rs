//! Working memory of a manifold search.

use super::super::prelude::*;
use super::super::sat;
use super::polygon::{Corner, Own, Side};
use super::reduce::Candidate;
use super::{Feature, Pick, Point, distance};

/// Lists that are kept between queries; the results of the last step stay readable.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Sides of the reference face.
    pub sides: Vec<Side>,
    /// Vertices of the incident feature before the clips.
    pub own: Vec<Own>,
    /// The clipped polygon.
    pub polygon: Vec<Corner>,
    /// The polygon before the last clip.
    pub ghost: Vec<Corner>,
    /// The contact points as candidates of the reduction.
    pub candidates: Vec<Candidate>,
    /// Indices of the points that were picked.
    pub kept: Vec<u32>,
    /// Criterion and score of each pick.
    pub picks: Vec<(Pick, Real)>,
    /// Features that made each point.
    pub(super) made: Vec<[Feature; 2]>,
    /// Whether another point has precedence for the point's short name.
    pub(super) second: Vec<bool>,
    /// Lists of the walk over the axes of hulls.
    pub(super) walk: sat::WalkWorkspace,
    pub(super) distance: distance::Workspace,
    pub(super) points: Vec<Point>,
    pub(super) hull: Vec<Vec2>,
}

impl Memory {
    pub(super) fn clear(&mut self) {
        self.sides.clear();
        self.own.clear();
        self.polygon.clear();
        self.ghost.clear();
        self.candidates.clear();
        self.kept.clear();
        self.picks.clear();
        self.made.clear();
        self.second.clear();
    }
}
