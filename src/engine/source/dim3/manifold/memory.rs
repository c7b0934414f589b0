//! Working memory of a manifold search, which is kept so that later searches need not allocate.

use super::polygon::{IncidentVertex, PolygonVertex, Side};
use super::reduce::Candidate;
use super::{Feature, Pick, Point, distance};
use crate::dim3::prelude::*;
use crate::dim3::sat;

/// Lists that are kept between queries; the results of the last step stay readable.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Sides of the reference face.
    pub sides: Vec<Side>,
    /// Vertices of the incident feature before the clips.
    pub incident: Vec<IncidentVertex>,
    /// The incident feature after the last clip.
    pub polygon: Vec<PolygonVertex>,
    /// The polygon before the last clip.
    pub previous_polygon: Vec<PolygonVertex>,
    /// The contact points as candidates of the reduction.
    pub candidates: Vec<Candidate>,
    /// Indices of the points that were picked.
    pub kept: Vec<u32>,
    /// Criterion and score of each pick.
    pub picks: Vec<(Pick, Real)>,
    /// Features whose intersection is each point: those that clipping used, without the snap distance.
    pub(super) exact_features: Vec<[Feature; 2]>,
    /// Whether each point yields the name of its snapped features to another point, which has the same name and
    /// precedence.
    pub(super) yields_name: Vec<bool>,
    /// Lists of the axis test that walks over the edges of two hulls.
    pub(super) walk: sat::WalkWorkspace,
    /// Memory of the distance query.
    pub(super) distance: distance::Workspace,
    /// The list of contact points between two searches; a search moves it into its state.
    pub(super) points: Vec<Point>,
    /// Scratch memory: the points whose hull's area is computed.
    pub(super) hull: Vec<Vec2>,
}

impl Memory {
    /// Empties the results of the last search and keeps their memory.
    pub(super) fn clear(&mut self) {
        self.sides.clear();
        self.incident.clear();
        self.polygon.clear();
        self.previous_polygon.clear();
        self.candidates.clear();
        self.kept.clear();
        self.picks.clear();
        self.exact_features.clear();
        self.yields_name.clear();
    }
}
