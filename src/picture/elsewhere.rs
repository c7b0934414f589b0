//! What is drawn of a body, where the body is at another time.

use std::sync::Arc;

use glam::{DQuat, DVec3};

use super::measured::carried;
use super::{Form, Solid};

impl Solid {
    /// The same after a rigid motion: `place` tells where a point comes, `turn` how directions turn.
    pub fn elsewhere(self: &Arc<Self>, turn: DQuat, place: impl Fn(DVec3) -> DVec3) -> Arc<Self> {
        let vertices = self.vertices.iter().map(|p| place(*p)).collect();
        let moved = Arc::new(Self { vertices, ..Self::clone(self) });
        carried(self, &moved, turn);
        moved
    }
}

impl Form {
    /// The same after such a motion. None of what is no body.
    pub fn elsewhere(&self, turn: DQuat, place: impl Fn(DVec3) -> DVec3) -> Option<Self> {
        Some(match self {
            Self::Solid(solid) => Self::Solid(solid.elsewhere(turn, place)),
            Self::Point(p) => Self::Point(place(*p)),
            Self::Segment(ends) => Self::Segment(ends.map(place)),
            Self::HalfSpace { point, normal, half_size, flat } => {
                Self::HalfSpace { point: place(*point), normal: turn * *normal, half_size: *half_size, flat: *flat }
            }
            _ => return None,
        })
    }
}
