//! What a ray met.

use super::super::prelude::*;

/// How a ray ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It enters the body on its way.
    Hit,
    /// It starts inside, or on the surface.
    StartsInside,
    /// It does not meet the body.
    Miss,
    /// Rounding decides whether it does.
    Grazing,
}

impl Outcome {
    /// Whether the ray meets the body; none where that is not known.
    pub fn hit(self) -> Option<bool> {
        match self {
            Self::Hit | Self::StartsInside => Some(true),
            Self::Miss => Some(false),
            Self::Grazing => None,
        }
    }

    /// As batches write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hit => "hit",
            Self::StartsInside => "starts inside",
            Self::Miss => "miss",
            Self::Grazing => "grazing",
        }
    }
}

/// What a ray met, in the world. Moments count in its direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer<V = Vec3> {
    /// How it ended.
    pub outcome: Outcome,
    /// The first contact: the best estimate, inside `[lower, upper]`. None where none is proven.
    pub t: Option<Real>,
    /// Proven: no contact before. `t_max` on a miss.
    pub lower: Real,
    /// Proven: contact by then. None where none is proven.
    pub upper: Option<Real>,
    /// The point of the ray at `t`.
    pub point: Option<V>,
    /// Outward unit normal of the body at that point, towards the ray. None of a ray that starts inside.
    pub normal: Option<V>,
    /// Where it leaves the body: the best estimate. None where it ends inside, and where it meets nothing.
    pub exit: Option<Real>,
}

impl<V> Answer<V> {
    /// Nothing is met up to this moment.
    pub(crate) fn miss(t_max: Real) -> Self {
        Self { outcome: Outcome::Miss, t: None, lower: t_max, upper: None, point: None, normal: None, exit: None }
    }
}
