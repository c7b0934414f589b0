//! Rigid motion of a body's marks, to show the body in its pose at another time.

use std::sync::Arc;

use glam::{DQuat, DVec3};

use super::derived_data::cache_moved;
use crate::marks::mark::outside_of_space;
use crate::{Form, Solid};

impl Solid {
    /// This solid after a rigid motion: `rotation` maps directions, `place` maps points.
    pub fn transformed(self: &Arc<Self>, rotation: DQuat, place: impl Fn(DVec3) -> DVec3) -> Arc<Self> {
        let vertices = self.vertices.iter().map(|p| place(*p)).collect();
        let moved = Arc::new(Self { vertices, ..Self::clone(self) });
        cache_moved(self, &moved, rotation);
        moved
    }
}

impl Form {
    /// This form after a rigid motion: `rotation` maps directions, `place` maps points. `None` for forms that bodies do
    /// not consist of.
    pub fn transformed(&self, rotation: DQuat, place: impl Fn(DVec3) -> DVec3) -> Option<Self> {
        Some(match self {
            Self::Solid(solid) => Self::Solid(solid.transformed(rotation, place)),
            Self::Point(p) => Self::Point(place(*p)),
            Self::Segment(ends) => Self::Segment(ends.map(place)),
            Self::HalfSpace { point, normal, half_size, flat } => {
                Self::HalfSpace { point: place(*point), normal: rotation * *normal, half_size: *half_size, flat: *flat }
            }
            Self::Badge { .. } | Self::Label { .. } | Self::Link(_) | Self::Arrow { .. } | Self::Arc { .. } => {
                return None;
            }
            Self::Polyline { .. } | Self::Polygon(_) | Self::Circle { .. } | Self::Plane { .. } => return None,
            outside_of_space!() => return None,
        })
    }
}
