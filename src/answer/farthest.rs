//! Which point of a body lies farthest along a direction.

use glam::DVec3;
use serde::Serialize;

use super::float::floats;
use super::{Fact, Found, Standing, number, point_name};

/// The farthest vertex of a polytope along a direction.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FarthestFinding {
    /// As an index of the body's points.
    pub point: u32,
    /// How far it lies along the direction, from the body's origin, meters.
    #[serde(serialize_with = "floats")]
    pub value: f64,
    /// Along which; unit vector, world frame.
    #[serde(serialize_with = "floats")]
    pub direction: DVec3,
    /// How many vertices were weighed.
    pub visited: u32,
    /// How many vertices the hull has.
    pub vertices: u32,
    /// How many levels.
    pub levels: u32,
    /// Whether its neighbors on the hull prove it.
    #[serde(skip)]
    pub proven: bool,
}

impl Found for FarthestFinding {
    fn status(&self) -> &'static str {
        if self.proven { "farthest" } else { "not proven" }
    }

    fn standing(&self) -> Standing {
        if self.proven { Standing::Proven } else { Standing::Open }
    }

    fn facts(&self) -> Vec<Fact> {
        vec![
            Fact::new("farthest", point_name(self.point)),
            Fact::of("along d", self.value, "m"),
            Fact::new("weighed", number::count(self.visited as usize)),
            Fact::new("corners", number::count(self.vertices as usize)),
            Fact::new("levels", number::count(self.levels as usize)),
            Fact::new("d", number::vector(self.direction)),
        ]
    }
}
