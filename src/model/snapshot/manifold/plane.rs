//! State of the contact query of two shapes in the plane as plain data. The query clips the *incident side* of one core
//! at the ends of the *reference side* of the other. Vectors are in the frame of the first shape, with z = 0; lengths
//! in meters.

use glam::DVec3;

use super::{DistancePurpose, Outcome, Point, Query};
use crate::snapshot::Snapshot;

/// Phase that the next step executes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Comparison of the gaps of all sides, and choice of the reference side.
    Reference,
    /// One step of the distance query of the cores.
    Distance(DistancePurpose),
    /// Choice of the incident side of the other core, which faces the reference side most. If two vertices are the
    /// closest features, the contact has no reference side and goes on with [`Phase::Closest`].
    Incident,
    /// Clipping of the incident side at an end of the reference side: 0 is its start, 1 its end.
    Clip(u8),
    /// Conversion of the ends of the clipped incident side to contact points.
    Keep,
    /// Construction of a single contact point from the closest points of the cores.
    Closest,
    /// Removal of all points but the deepest.
    Reduce,
    /// No step: the search has ended with this outcome.
    End(Outcome),
}

/// A side of one of the cores and its gap to the other shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Side {
    /// Body of the side: 0 is the first, 1 the second.
    pub body: u8,
    /// Index of the vertex at which the side begins.
    pub index: u32,
    /// Start and end vertex, meters.
    pub ends: [DVec3; 2],
    /// Unit normal of the side, pointing out of its body.
    pub normal: DVec3,
    /// Signed gap between the side's line and the other shape, balls included, meters; negative where that shape lies
    /// below the line.
    pub gap: f64,
}

/// An end of the incident side after the clips done so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    /// Position on the core, meters.
    pub point: DVec3,
    /// Parameter along the reference side, 0 at its start and 1 at its end; `None` if the end was not made by a clip.
    pub clip_parameter: Option<f64>,
}

/// State of the contact query in the plane. Gaps include the balls around the cores.
#[derive(Clone, Debug, PartialEq)]
pub struct Manifold {
    /// Phase that the next step executes.
    pub phase: Phase,
    /// All sides of both cores, in the order of comparison.
    pub sides: Vec<Side>,
    /// Largest gap of all sides, meters; `None` before it is known, and for two cores of one vertex, which have no
    /// side.
    pub largest: Option<f64>,
    /// Distance query of the cores; `None` before it starts.
    pub query: Option<Query>,
    /// Reference side; `None` before it is chosen, and if no side makes the contact.
    pub reference: Option<Side>,
    /// Ends of the incident side before clipping, in order along the reference side, meters; one point twice for a core
    /// of one vertex. `None` before the incident side is chosen.
    pub incident: Option<[DVec3; 2]>,
    /// Ends of the incident side after the clips done so far, in order along the reference side. `None` before the
    /// incident side is chosen, and after a clip that left nothing.
    pub ends: Option<[End; 2]>,
    /// Contact points found so far, without those removed.
    pub points: Vec<Point>,
    /// Contact normal: unit vector from the first body to the second; `None` before it is known, and without a contact.
    pub normal: Option<DVec3>,
    /// Largest difference from the largest gap at which a side may still become the reference, meters; infinite before
    /// that gap is known.
    pub band: f64,
    /// Largest distance of points that count as contact, meters.
    pub margin: f64,
}

impl Snapshot for Manifold {
    type Outcome = Outcome;
}
