//! A body against a half-space as plain data. Meters and seconds; the world's axes, seen from A's origin.

use glam::DVec3;

use super::{Snapshot, cast, manifold};
use crate::step::Comparison;

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Asked how far: the body lies outside.
    Separated,
    /// Asked how far: the deepest point lies on the plane, within rounding.
    Touching,
    /// Asked how far: a part of the body lies inside.
    Penetrating,
    /// Asked when.
    Cast(cast::Outcome),
    /// Asked where.
    Contact(manifold::Outcome),
    /// A number is infinite, or none.
    NotFinite,
}

/// What the next step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Turns the normal into the world.
    Normal,
    /// Finds the body's deepest point.
    Support,
    /// Measures the gap.
    Gap,
    /// Asked how far: drops the foot on the plane.
    Foot,
    /// Asked when: how fast the gap closes.
    Closing,
    /// Asked when: the time at which it is closed.
    Time,
    /// Asked where: the corners of the deepest feature.
    Corners,
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ask {
    /// How far, or how deep.
    Distance,
    /// When they meet.
    Cast {
        /// Of the body, seen from the half-space.
        velocity: DVec3,
        /// How long the motion lasts, seconds.
        t_max: f64,
    },
    /// Where they touch.
    Contacts {
        /// Corners up to this far apart count.
        margin: f64,
        /// At most so many points; 0 for all.
        most: u32,
    },
}

/// The point of the body that lies deepest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deepest {
    /// Of its core.
    pub core: DVec3,
    /// Of all of it, the ball included.
    pub point: DVec3,
    /// The vertex or region of the core.
    pub feature: u32,
    /// How high it lies along the normal, above the half-space's own origin.
    pub height: f64,
}

/// The signed gap, with its proof.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// The estimate.
    pub d: f64,
    /// Not above the truth.
    pub lower: f64,
    /// Not below the truth.
    pub upper: f64,
}

/// A corner of the deepest feature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    /// Its number on the body's core.
    pub vertex: u32,
    /// Where it is, the ball included.
    pub point: DVec3,
    /// Its foot on the plane.
    pub foot: DVec3,
    /// How far it is above the plane.
    pub gap: f64,
    /// Whether that is within the margin.
    pub near: bool,
    /// Whether it is one of those that are told.
    pub kept: bool,
}

/// When the gap is closed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// The estimate.
    pub t: f64,
    /// Proven: not before.
    pub lower: f64,
    /// Proven: by then; infinite where it is not known.
    pub upper: f64,
}

/// The state.
#[derive(Clone, Debug, PartialEq)]
pub struct Against {
    /// What is asked.
    pub ask: Ask,
    /// What the next step does.
    pub phase: Phase,
    /// Whether the half-space is A.
    pub first: bool,
    /// Its outward normal; none before it is turned.
    pub n: Option<DVec3>,
    /// The half-space's own origin.
    pub origin: DVec3,
    /// How far its surface lies from there along the normal, its margin included.
    pub offset: f64,
    /// Radius of the ball around the body's core.
    pub ball: f64,
    /// The body's deepest point.
    pub deepest: Option<Deepest>,
    /// How far that is above the plane.
    pub gap: Option<Gap>,
    /// Its foot on the plane.
    pub foot: Option<DVec3>,
    /// How fast the gap closes, meters a second.
    pub closing: Option<f64>,
    /// When it is closed.
    pub moment: Option<Moment>,
    /// The corners of the deepest feature.
    pub corners: Vec<Corner>,
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
    /// Apart: `lower > 0`.
    pub apart: Comparison<f64>,
    /// Overlapping: `upper < 0`.
    pub inside: Comparison<f64>,
    /// At the start: `upper ≤` what is called touching.
    pub touches: Comparison<f64>,
    /// `c ≤ 0`.
    pub leaves: Comparison<f64>,
    /// The time is proven to be later than the motion lasts.
    pub late: Comparison<f64>,
    /// The gap is above the margin.
    pub beyond: Comparison<f64>,
}

impl Snapshot for Against {
    type Outcome = Outcome;
}

/// How the question about two half-spaces ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FacingOutcome {
    /// They face each other, with space between them.
    Separated,
    /// They face each other, and their surfaces are one, within rounding.
    Touching,
    /// They face each other, and overlap in a slab.
    Penetrating,
    /// They do not face each other: they overlap, and no translation parts them.
    Unbounded,
    /// A number is infinite, or none.
    NotFinite,
}

/// What the next step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FacingPhase {
    /// Turns both normals into the world.
    Normals,
    /// Adds them.
    Deeper,
    /// Measures the gap.
    Gap,
    /// Finds points that lie opposite each other.
    Feet,
}

/// The state of two half-spaces.
#[derive(Clone, Debug, PartialEq)]
pub struct Facing {
    /// What the next step does.
    pub phase: FacingPhase,
    /// The origins of A and B.
    pub origins: [DVec3; 2],
    /// How far their surfaces lie from there along the normals, margins included.
    pub offsets: [f64; 2],
    /// Their outward normals; none before they are turned.
    pub normals: Option<[DVec3; 2]>,
    /// Along it a point goes deeper into both.
    pub deeper: Option<DVec3>,
    /// How far they are apart.
    pub gap: Option<Gap>,
    /// Points of both surfaces that lie opposite each other.
    pub feet: Option<[DVec3; 2]>,
    /// How it ended, if it did.
    pub outcome: Option<FacingOutcome>,
    /// `|w|` is above the rounding of the normals.
    pub crosses: Comparison<f64>,
    /// Apart: `lower > 0`.
    pub apart: Comparison<f64>,
    /// Overlapping: `upper < 0`.
    pub inside: Comparison<f64>,
}

impl Snapshot for Facing {
    type Outcome = FacingOutcome;
}
