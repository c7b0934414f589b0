//! What is drawn of a body, where the body is at another time.

use std::sync::Arc;

use glam::{DQuat, DVec3};

use super::measured::carried;
use super::{Form, Solid};

impl Form {
    /// The same after a rigid motion: `place` tells where a point comes, `turn` how directions turn. None of what is no body.
    pub fn elsewhere(&self, turn: DQuat, place: impl Fn(DVec3) -> DVec3) -> Option<Self> {
        Some(match self {
            Self::Solid(solid) => {
                let vertices = solid.vertices.iter().map(|p| place(*p)).collect();
                let moved = Arc::new(Solid { vertices, ..Solid::clone(solid) });
                carried(solid, &moved, turn);
                Self::Solid(moved)
            }
            Self::Point(p) => Self::Point(place(*p)),
            Self::Segment(ends) => Self::Segment(ends.map(place)),
            Self::HalfSpace { point, normal, half_size, flat } => {
                Self::HalfSpace { point: place(*point), normal: turn * *normal, half_size: *half_size, flat: *flat }
            }
            _ => return None,
        })
    }
}
