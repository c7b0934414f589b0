//! The result of a ray cast: its ending, and the first contact with its bounds.

use crate::dim3::prelude::*;

/// Ending of a ray cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Outcome {
    /// The ray enters the body from outside.
    Hit,
    /// The ray starts inside the body, or on its surface.
    StartsInside,
    /// The ray does not hit the body.
    Miss,
    /// Cannot be decided: the ray passes the surface at a distance below rounding error.
    Grazing,
}

impl Outcome {
    /// Whether the ray hits the body; `None` if that cannot be decided.
    pub fn hit(self) -> Option<bool> {
        match self {
            Self::Hit | Self::StartsInside => Some(true),
            Self::Miss => Some(false),
            Self::Grazing => None,
        }
    }

    /// Name of the outcome in batch files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hit => "hit",
            Self::StartsInside => "starts inside",
            Self::Miss => "miss",
            Self::Grazing => "grazing",
        }
    }
}

/// Result of a ray cast, in the world. Parameters `t` along the ray are in units of its direction.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Answer<V = Vec3> {
    /// Ending of the cast.
    pub outcome: Outcome,
    /// Best estimate of the parameter of the first contact, in `[lower, upper]`; `None` if no contact is proven.
    pub t: Option<Real>,
    /// Proven lower bound of the parameter of the first contact; `t_max` on a miss.
    pub lower: Real,
    /// Proven upper bound of the parameter of the first contact; `None` if no contact is proven.
    pub upper: Option<Real>,
    /// Point of the ray at `t`; `None` if no contact is proven.
    pub point: Option<V>,
    /// Outward unit normal of the body at `point`; `None` without a contact, if the ray starts inside, and if the
    /// normal is not known.
    pub normal: Option<V>,
    /// Best estimate of the parameter at which the ray leaves the body; `None` if it ends inside or does not hit the
    /// body.
    pub exit: Option<Real>,
}

impl<V> Answer<V> {
    /// Answer of a ray that hits nothing up to `t_max`.
    pub(crate) fn miss(t_max: Real) -> Self {
        Self { outcome: Outcome::Miss, t: None, lower: t_max, upper: None, point: None, normal: None, exit: None }
    }
}
