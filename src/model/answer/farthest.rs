//! Finding of the search for the vertex of a polytope that is farthest along a direction.

use glam::DVec3;
use serde::Serialize;

use super::float::floats;
use super::{Fact, FindingFacts, ProofExtent, number, point_name};

/// Farthest vertex of a polytope along a direction.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FarthestFinding {
    /// Index of the vertex among the body's points.
    pub point: u32,
    /// Coordinate of the vertex along the direction, from the body's origin, meters.
    #[serde(serialize_with = "floats")]
    pub value: f64,
    /// Search direction; unit vector, world frame.
    #[serde(serialize_with = "floats")]
    pub direction: DVec3,
    /// Number of vertices that the search evaluated, each as often as it was evaluated.
    pub visited: u32,
    /// Number of vertices of the hull.
    pub vertices: u32,
    /// Number of levels of the hierarchy.
    pub levels: u32,
    /// Whether a comparison with all its neighbors on the hull proves the vertex farthest.
    #[serde(skip)]
    pub proven: bool,
}

impl FindingFacts for FarthestFinding {
    fn status(&self) -> &'static str {
        if self.proven { "farthest" } else { "not proven" }
    }

    fn proof_extent(&self) -> ProofExtent {
        if self.proven { ProofExtent::Proven } else { ProofExtent::Open }
    }

    fn facts(&self) -> Vec<Fact> {
        vec![
            Fact::new("farthest point", point_name(self.point)),
            Fact::of("height along d", self.value, "m"),
            Fact::new("vertices compared", number::count(self.visited as usize)),
            Fact::new("hull vertices", number::count(self.vertices as usize)),
            Fact::new("levels", number::count(self.levels as usize)),
            Fact::new("d", number::vector(self.direction)),
        ]
    }
}
