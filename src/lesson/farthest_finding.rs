//! Which point of a body lies farthest along a direction.

use glam::DVec3;

use super::{Fact, number, point_name};

/// The farthest vertex of a polytope along a direction.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FarthestFinding {
    /// As an index of the body's points.
    pub point: u32,
    /// Along which; unit vector, world frame.
    pub direction: DVec3,
    /// How far it lies along the direction, from the body's origin, meters.
    pub value: f64,
    /// How many vertices were weighed.
    pub visited: u32,
    /// How many vertices the hull has.
    pub vertices: u32,
    /// How many levels.
    pub levels: u32,
    /// Whether its neighbors on the hull prove it.
    pub proven: bool,
}

impl FarthestFinding {
    /// Everything in it, the most telling first.
    pub fn facts(&self) -> Vec<Fact> {
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
