//! What a search works on.

use super::super::prelude::*;
use super::super::sat;
use super::polygon::{Corner, Own, Side};
use super::reduce::Candidate;
use super::{Feature, Pick, Point, distance};

/// What is kept between queries, and what a step left to be read.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// The sides of the reference.
    pub sides: Vec<Side>,
    /// What faces it, before the clips.
    pub own: Vec<Own>,
    /// What is left of that.
    pub polygon: Vec<Corner>,
    /// What was left before the last clip.
    pub ghost: Vec<Corner>,
    /// The points as the reduction sees them.
    pub candidates: Vec<Candidate>,
    /// Numbers of the points that were picked.
    pub kept: Vec<u32>,
    /// Why each was picked, with its score.
    pub picks: Vec<(Pick, Real)>,
    /// How each point was made.
    pub(super) made: Vec<[Feature; 2]>,
    /// Whether a point lies where another has the short name.
    pub(super) second: Vec<bool>,
    /// Of the walk over the axes of hulls.
    pub(super) walk: sat::Room,
    pub(super) distance: distance::Workspace,
    pub(super) points: Vec<Point>,
    pub(super) hull: Vec<Vec2>,
}

impl Memory {
    /// Forgets what a query left, and keeps the room.
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
