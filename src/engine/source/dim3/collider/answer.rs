//! Answers to questions about colliders. World frame; lengths in meters, times in seconds.

use glam::DVec3;

use super::NoAnswer;
use super::bracket::{Bracket, Status};
use super::casts as cast;
use super::manifold;
use super::numbers::{narrow, rounded_down, rounded_up};
use super::prelude::*;
use contact_lens_model::snapshot;

/// Signed distance of two colliders, with its proof.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct PairDistance {
    /// Best estimate of the signed distance, in `bracket`; negative where the colliders overlap. Where bodies of parts
    /// overlap, minus the depth of the deepest pair of parts.
    pub signed_distance: Real,
    /// Unit vector from A to B; `None` if no axis was found.
    pub normal: Option<Vec3>,
    /// Closest or deepest points of A and of B.
    pub points: [Vec3; 2],
    /// Proven bounds of the signed distance, rounding included.
    pub bracket: Bracket,
    /// Proven statement, or the reason why the bracket is wider than the tolerance.
    pub status: Status,
    /// Numbers of the deciding parts of A and of B; 0 for a convex shape or a half-space.
    pub parts: [u32; 2],
}

impl PairDistance {
    /// Creates the distance from an answer in the world frame.
    ///
    /// # Errors
    /// The answer has no distance, because its numbers are out of range.
    pub(super) fn new(answer: &super::answers::Answer, parts: [u32; 2]) -> Result<Self, NoAnswer> {
        Ok(Self {
            signed_distance: answer.signed_distance.ok_or(NoAnswer::OutOfRange)?,
            normal: answer.normal,
            points: [answer.witness_a, answer.witness_b],
            bracket: answer.bracket(),
            status: answer.status,
            parts,
        })
    }
}

/// Contact points of a part of A and a part of B, or of the whole bodies where they are convex.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct PartContacts {
    /// Numbers of the parts of A and of B; 0 for a convex shape or a half-space.
    pub parts: [u32; 2],
    /// Normal, points, depths and ids; at least one point.
    pub manifold: manifold::Answer,
}

/// First contact of two moving colliders.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct FirstContact {
    /// Ending of the cast; [`cast::Outcome::hit`] states whether the colliders touch during the motion.
    pub outcome: cast::Outcome,
    /// Best estimate of the time of first contact, in `[lower, upper]`; `None` if no contact is proven.
    pub time: Option<Real>,
    /// Proven: no contact before this time. The duration of the motion on a miss.
    pub lower: Real,
    /// Proven: contact at this time or before; `None` if no contact is proven.
    pub upper: Option<Real>,
    /// Unit vector from A to B at first contact; on a miss, along the least gap. `None` if none was found.
    pub normal: Option<Vec3>,
    /// Contact points of A and of B at `time`; `None` if no contact is proven.
    pub points: Option<[Vec3; 2]>,
    /// Least distance during the motion on a miss, or a lower bound of it; `None` for other outcomes, and if it is not
    /// known.
    pub gap: Option<Real>,
    /// Numbers of the parts of A and of B that touch first, or that pass each other nearest on a miss; `None` if none
    /// decides.
    pub parts: Option<[u32; 2]>,
}

impl FirstContact {
    /// Creates the first contact of two convex shapes from an answer in the world frame.
    ///
    /// # Errors
    /// A number of the cast is out of range.
    pub(super) fn of_shapes(answer: &cast::Answer) -> Result<Self, NoAnswer> {
        check_range(answer.outcome)?;
        Ok(Self {
            outcome: answer.outcome,
            time: answer.t_first,
            lower: answer.lower,
            upper: answer.upper,
            normal: answer.normal,
            points: answer.witness,
            gap: answer.gap,
            parts: answer.outcome.hit().map(|_| [0, 0]),
        })
    }

    /// Creates the miss of a motion that approaches all triangles from behind.
    pub(super) fn from_behind(t_max: Real) -> Self {
        Self {
            outcome: cast::Outcome::MovesApart,
            time: None,
            lower: t_max,
            upper: None,
            normal: None,
            points: None,
            gap: None,
            parts: None,
        }
    }

    /// Creates the first contact from plain data in world axes, with positions from `origin`.
    ///
    /// # Errors
    /// A number of the cast is out of range.
    pub(super) fn from_plain(
        answer: &snapshot::cast::Answer,
        origin: DVec3,
        parts: Option<[u32; 2]>,
    ) -> Result<Self, NoAnswer> {
        check_range(answer.outcome)?;
        let lower = rounded_down(answer.lower);
        let upper = answer.upper.map(rounded_up);
        Ok(Self {
            outcome: answer.outcome,
            time: answer.t_first.map(|t| (t as Real).clamp(lower, upper.unwrap_or(Real::INFINITY).max(lower))),
            lower,
            upper,
            normal: answer.normal.map(narrow),
            points: answer.witness.map(|points| points.map(|p| narrow(p + origin))),
            gap: answer.gap.map(rounded_down),
            parts,
        })
    }
}

/// Checks that the numbers of a cast were in range.
fn check_range(outcome: cast::Outcome) -> Result<(), NoAnswer> {
    if outcome == cast::Outcome::NotFinite { Err(NoAnswer::OutOfRange) } else { Ok(()) }
}

/// The point of a collider's surface that is nearest to a query point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct SurfacePoint {
    /// Nearest point of the surface.
    pub point: Vec3,
    /// Best estimate of the distance of the query point from the surface; negative inside the collider.
    pub signed_distance: Real,
    /// Proven bounds of the signed distance, rounding included.
    pub bracket: Bracket,
    /// Outward unit normal of the collider at `point`; `None` if no axis was found.
    pub normal: Option<Vec3>,
    /// Number of the part with this point; 0 for a convex shape or a half-space.
    pub part: u32,
}

/// Constant velocity of a collider.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Velocity {
    /// Velocity of the collider's origin, meters per second.
    pub linear: Vec3,
    /// Angular velocity around the collider's origin, radians per second.
    pub angular: Vec3,
}
