//! Finding of a convex hull: its vertices and faces, by the indices of the body's points, and its size.

use serde::Serialize;

use super::float::floats;
use super::{Fact, FindingFacts, ProofExtent, number};

/// Convex hull of a body's points, in the body's own frame.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HullFinding {
    /// Exact affine dimension of the points: 0 for a point, 1 for a segment, 2 for a polygon, 3 for a solid.
    pub dimension: u8,
    /// Hull vertices as indices of the body's points, the first index among equal points: counter-clockwise in the
    /// plane, ascending in space. No vertex lies between others.
    pub vertices: Vec<u32>,
    /// Size and faces of the hull, which differ between the plane and space.
    #[serde(flatten)]
    pub measure: HullMeasure,
    /// Volume that the source mesh encloses, cubic meters; `None` for points without a mesh, or with an open one.
    #[serde(serialize_with = "floats", skip_serializing_if = "Option::is_none")]
    pub mesh_volume: Option<f64>,
}

/// Area, perimeter, volume and faces of a hull.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum HullMeasure {
    /// Hull of points in the plane.
    Planar {
        /// Enclosed area, square meters; 0 unless the hull is a polygon.
        #[serde(serialize_with = "floats")]
        area: f64,
        /// Perimeter, meters; twice the length of a segment.
        #[serde(serialize_with = "floats")]
        perimeter: f64,
    },
    /// Hull of points in space.
    Spatial {
        /// Vertices of each face as indices of the points, counter-clockwise from outside; a flat hull has both sides,
        /// a segment or point none.
        faces: Vec<Vec<u32>>,
        /// Enclosed volume, cubic meters; 0 unless the hull is a solid.
        #[serde(serialize_with = "floats")]
        volume: f64,
        /// Total area of the faces, square meters; of a flat hull that of both sides.
        #[serde(serialize_with = "floats")]
        area: f64,
    },
}

impl HullFinding {
    /// Returns the word for the dimension: `point`, `segment`, `polygon` or `solid`.
    pub fn kind(&self) -> &'static str {
        match self.dimension {
            0 => "point",
            1 => "segment",
            2 => "polygon",
            _ => "solid",
        }
    }

    /// Returns the vertices of each face; empty in the plane.
    pub fn faces(&self) -> &[Vec<u32>] {
        match &self.measure {
            HullMeasure::Planar { .. } => &[],
            HullMeasure::Spatial { faces, .. } => faces,
        }
    }
}

impl FindingFacts for HullFinding {
    fn status(&self) -> &'static str {
        self.kind()
    }

    fn proof_extent(&self) -> ProofExtent {
        ProofExtent::Proven
    }

    fn facts(&self) -> Vec<Fact> {
        let mut facts = vec![Fact::new("vertices", number::count(self.vertices.len()))];
        match &self.measure {
            HullMeasure::Planar { area, perimeter } => {
                facts.extend([Fact::of("area", *area, "m²"), Fact::of("perimeter", *perimeter, "m")]);
            }
            HullMeasure::Spatial { faces, volume, area } => {
                facts.push(Fact::of("volume", *volume, "m³"));
                if let Some(enclosed) = self.mesh_volume {
                    facts.push(Fact::of("mesh volume", enclosed, "m³"));
                }
                facts.extend([Fact::of("area", *area, "m²"), Fact::new("faces", number::count(faces.len()))]);
            }
        }
        facts.push(Fact::new("dimension", number::count(usize::from(self.dimension))));
        facts
    }

    /// Returns the volume, in the plane the area.
    fn headline(&self) -> Option<Fact> {
        Some(match &self.measure {
            HullMeasure::Planar { area, .. } => Fact::of("area", *area, "m²"),
            HullMeasure::Spatial { volume, .. } => Fact::of("volume", *volume, "m³"),
        })
    }
}
