//! States of the queries of a body against a half-space, and of two half-spaces, as plain data. Meters and seconds;
//! world axes, positions relative to A's origin.

use glam::DVec3;

use super::{Snapshot, cast, manifold};
use crate::step::Comparison;

/// Ending of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Distance query: the body lies outside the half-space.
    Separated,
    /// Distance query: the deepest point lies on the plane, to rounding.
    Touching,
    /// Distance query: part of the body lies inside the half-space.
    Penetrating,
    /// Ending of a cast.
    Cast(cast::Outcome),
    /// Ending of a contact query.
    Contact(manifold::Outcome),
    /// A number is infinite or NaN.
    NotFinite,
}

/// Phase that the next step executes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Rotation of the half-space's normal into world axes.
    Normal,
    /// Search for the body's deepest point.
    Support,
    /// Computation of the gap.
    Gap,
    /// Distance query: projection of the deepest point onto the plane.
    Foot,
    /// Cast: computation of the closing speed.
    Closing,
    /// Cast: computation of the time of contact.
    Time,
    /// Contact query: collection of the vertices of the deepest feature.
    Corners,
}

/// Kind of query, with its parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Query {
    /// Signed distance of body and half-space.
    Distance,
    /// Time of contact of the moving body.
    Cast {
        /// Velocity of the body relative to the half-space, m/s.
        velocity: DVec3,
        /// Duration of the motion, seconds.
        t_max: f64,
    },
    /// Contact points of body and half-space.
    Contacts {
        /// Largest gap of a vertex that counts as contact, meters.
        margin: f64,
        /// Largest number of points; 0 for all.
        max_points: u32,
    },
}

/// The deepest point of the body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deepest {
    /// Deepest point of the core, meters.
    pub core: DVec3,
    /// Deepest point of the body including the ball around its core, meters.
    pub point: DVec3,
    /// Index of the core's vertex or surface region.
    pub feature: u32,
    /// Height of the point along the normal above the half-space's origin, meters.
    pub height: f64,
}

/// The signed gap between body and plane with its bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// Estimate of the gap, meters.
    pub d: f64,
    /// Proven lower bound, meters.
    pub lower: f64,
    /// Proven upper bound, meters.
    pub upper: f64,
}

/// A vertex of the deepest feature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    /// Index of the vertex in the body's core.
    pub vertex: u32,
    /// Deepest point of the ball around the vertex, meters.
    pub point: DVec3,
    /// Projection of `point` onto the plane, meters.
    pub foot: DVec3,
    /// Signed height of `point` above the plane, meters.
    pub gap: f64,
    /// Whether `gap` is at most the contact margin, to rounding.
    pub near: bool,
    /// Whether the point is reported as a contact.
    pub kept: bool,
}

/// Time of contact with its bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// Estimate of the time of contact, seconds.
    pub t: f64,
    /// Proven: no contact before this time, seconds.
    pub lower: f64,
    /// Proven: contact not later than this time, seconds; infinite if that is not known.
    pub upper: f64,
}

/// State of a query of a body against a half-space.
#[derive(Clone, Debug, PartialEq)]
pub struct HalfSpaceRun {
    /// Kind of the query, with its parameters.
    pub query: Query,
    /// Phase that the next step executes.
    pub phase: Phase,
    /// Whether the half-space is A.
    pub half_space_is_a: bool,
    /// Outward unit normal of the half-space in world axes; `None` before it is computed.
    pub n: Option<DVec3>,
    /// Origin of the half-space, meters.
    pub origin: DVec3,
    /// Offset of the surface from `origin` along the normal, margin included, meters.
    pub offset: f64,
    /// Radius of the ball around the body's core, meters.
    pub ball: f64,
    /// Deepest point of the body; `None` before it is found.
    pub deepest: Option<Deepest>,
    /// Gap between the deepest point and the plane; `None` before it is computed.
    pub gap: Option<Gap>,
    /// Projection of the deepest point onto the plane; `None` before it is computed.
    pub foot: Option<DVec3>,
    /// `c`: closing speed of the gap, m/s, negative where it opens; `None` before it is computed.
    pub closing: Option<f64>,
    /// Time of contact; `None` before it is computed.
    pub moment: Option<Moment>,
    /// Vertices of the deepest feature.
    pub corners: Vec<Corner>,
    /// Ending; `None` while the query runs.
    pub outcome: Option<Outcome>,
    /// `lower > 0`: the body is separate.
    pub apart: Comparison<f64>,
    /// `upper < 0`: the body overlaps the half-space.
    pub inside: Comparison<f64>,
    /// Cast: the upper bound of the gap is at most the distance that counts as contact at the start.
    pub touches: Comparison<f64>,
    /// Cast: `c ≤ 0`, the gap does not close.
    pub leaves: Comparison<f64>,
    /// Cast: the contact is proven to be after the end of the motion.
    pub late: Comparison<f64>,
    /// Contact query: the gap is proven to exceed the contact margin.
    pub beyond: Comparison<f64>,
}

impl Snapshot for HalfSpaceRun {
    type Outcome = Outcome;
}

/// Ending of the query of two half-spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TwoHalfSpacesOutcome {
    /// The half-spaces face each other and are separate.
    Separated,
    /// The half-spaces face each other, and their surfaces coincide to rounding.
    Touching,
    /// The half-spaces face each other and overlap in a slab.
    Penetrating,
    /// The half-spaces do not face each other: they overlap, and no translation separates them.
    Unbounded,
    /// A number is infinite or NaN.
    NotFinite,
}

/// Phase that the next step executes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TwoHalfSpacesPhase {
    /// Rotation of both normals into world axes.
    Normals,
    /// Computation of the direction that leads deeper into both half-spaces, the negated sum of the normals.
    Deeper,
    /// Computation of the gap.
    Gap,
    /// Choice of opposite points on both surfaces.
    Feet,
}

/// State of the query of two half-spaces.
#[derive(Clone, Debug, PartialEq)]
pub struct TwoHalfSpaces {
    /// Phase that the next step executes.
    pub phase: TwoHalfSpacesPhase,
    /// Origins of A and B, meters.
    pub origins: [DVec3; 2],
    /// Offsets of the surfaces from `origins` along the normals, margins included, meters.
    pub offsets: [f64; 2],
    /// Outward unit normals in world axes; `None` before they are computed.
    pub normals: Option<[DVec3; 2]>,
    /// `w`: negated sum of the normals, a direction that leads deeper into both half-spaces; not a unit vector. `None`
    /// before it is computed.
    pub deeper: Option<DVec3>,
    /// Gap between the surfaces; `None` before it is computed.
    pub gap: Option<Gap>,
    /// Opposite points on both surfaces, meters; `None` before they are chosen.
    pub feet: Option<[DVec3; 2]>,
    /// Ending; `None` while the query runs.
    pub outcome: Option<TwoHalfSpacesOutcome>,
    /// The length of `w` exceeds the rounding error of the normals: the half-spaces do not face each other.
    pub crosses: Comparison<f64>,
    /// `lower > 0`: the half-spaces are separate.
    pub apart: Comparison<f64>,
    /// `upper < 0`: the half-spaces overlap.
    pub inside: Comparison<f64>,
}

impl Snapshot for TwoHalfSpaces {
    type Outcome = TwoHalfSpacesOutcome;
}
