//! The search for the points in which two shapes of the plane touch as plain data. Vectors are of the frame of the first
//! shape, with z = 0; lengths in meters.

use glam::DVec3;

use super::{Outcome, Point, Query, Wanted};
use crate::snapshot::Snapshot;

/// What the next step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The gaps of all sides are compared.
    Reference,
    /// The cores are asked for their distance, a step of that query a step.
    Distance(Wanted),
    /// What faces the reference is found, unless two corners are nearer.
    Incident,
    /// It is clipped at an end of the reference: 0 is the end at which it begins.
    Clip(u8),
    /// The points are made of what is left.
    Keep,
    /// The closest points are taken.
    Closest,
    /// All but the deepest point are given up.
    Reduce,
    /// Nothing: the manifold was found so.
    End(Outcome),
}

/// A side of one of the cores, and how far the other shape lies beyond it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Side {
    /// Whose: 0 is the first body, 1 the second.
    pub body: u8,
    /// The number of the corner at which it begins.
    pub index: u32,
    /// That corner, and the next.
    pub ends: [DVec3; 2],
    /// Unit vector out of its body.
    pub normal: DVec3,
    /// How far the other shape lies above it, balls included.
    pub gap: f64,
}

/// An end of what is left of the incident side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    /// The point of the core.
    pub point: DVec3,
    /// If it was cut here: how far along the reference, 0 at its beginning and 1 at its end.
    pub share: Option<f64>,
}

/// The state in the plane. Gaps are those of the shapes, balls included.
#[derive(Clone, Debug, PartialEq)]
pub struct Manifold {
    /// What the next step does.
    pub phase: Phase,
    /// All sides, in the order in which they are compared.
    pub sides: Vec<Side>,
    /// The largest gap of any side; without sides the distance. `None` before it is known.
    pub largest: Option<f64>,
    /// The distance query of the cores, once it is begun.
    pub query: Option<Query>,
    /// The side that is taken.
    pub reference: Option<Side>,
    /// The ends of what faces it.
    pub incident: Option<[DVec3; 2]>,
    /// What is left of that, in order along the reference; `None` where nothing is.
    pub ends: Option<[End; 2]>,
    /// The points kept.
    pub points: Vec<Point>,
    /// From the first body to the second.
    pub normal: Option<DVec3>,
    /// How much worse than the best a side may be and still be taken.
    pub band: f64,
    /// Up to how far apart points count.
    pub margin: f64,
}

impl Snapshot for Manifold {
    type Outcome = Outcome;
}
