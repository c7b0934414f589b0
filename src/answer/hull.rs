//! What a hull is: its corners and faces as indices of the points, which anybody can hold against the points.

use serde::Serialize;

use super::float::floats;
use super::{Fact, Found, Standing, number};

/// The convex hull of the points of a body, in the body's own frame.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HullFinding {
    /// How many dimensions the points span, exactly: 0 for a point, 1 for a segment, 2 for a polygon, 3 for a solid.
    pub dimension: u8,
    /// The corners as indices of the body's points, of equal points the first: in the plane counter-clockwise, in space
    /// rising. No corner lies between others.
    pub vertices: Vec<u32>,
    /// What belongs to a hull in the plane, or in space.
    #[serde(flatten)]
    pub measure: HullMeasure,
    /// What the mesh encloses whose hull it is, cubic meters; none for points of no mesh, or of an open one.
    #[serde(serialize_with = "floats", skip_serializing_if = "Option::is_none")]
    pub mesh_volume: Option<f64>,
}

/// Sizes of a hull.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum HullMeasure {
    /// In the plane.
    Planar {
        /// Enclosed, square meters; 0 unless it is a polygon.
        #[serde(serialize_with = "floats")]
        area: f64,
        /// Once round, meters; there and back along a segment.
        #[serde(serialize_with = "floats")]
        perimeter: f64,
    },
    /// In space.
    Spatial {
        /// The corners of each face as indices of the points, counter-clockwise from outside; both sides of a flat hull.
        faces: Vec<Vec<u32>>,
        /// Enclosed, cubic meters; 0 unless it is a solid.
        #[serde(serialize_with = "floats")]
        volume: f64,
        /// Of all faces, square meters.
        #[serde(serialize_with = "floats")]
        area: f64,
    },
}

impl HullFinding {
    /// In a word: `polygon`.
    pub fn kind(&self) -> &'static str {
        match self.dimension {
            0 => "point",
            1 => "segment",
            2 => "polygon",
            _ => "solid",
        }
    }

    /// The corners of each face; none in the plane.
    pub fn faces(&self) -> &[Vec<u32>] {
        match &self.measure {
            HullMeasure::Planar { .. } => &[],
            HullMeasure::Spatial { faces, .. } => faces,
        }
    }
}

impl Found for HullFinding {
    fn status(&self) -> &'static str {
        self.kind()
    }

    fn standing(&self) -> Standing {
        Standing::Proven
    }

    fn facts(&self) -> Vec<Fact> {
        let mut facts = vec![Fact::new("corners", number::count(self.vertices.len()))];
        match &self.measure {
            HullMeasure::Planar { area, perimeter } => {
                facts.extend([Fact::of("area", *area, "m²"), Fact::of("perimeter", *perimeter, "m")]);
            }
            HullMeasure::Spatial { faces, volume, area } => {
                facts.push(Fact::of("volume", *volume, "m³"));
                if let Some(enclosed) = self.mesh_volume {
                    facts.push(Fact::of("mesh holds", enclosed, "m³"));
                }
                facts.extend([Fact::of("area", *area, "m²"), Fact::new("faces", number::count(faces.len()))]);
            }
        }
        facts.push(Fact::new("dimension", number::count(usize::from(self.dimension))));
        facts
    }

    /// The volume, in the plane the area.
    fn headline(&self) -> Option<Fact> {
        self.facts().into_iter().nth(1)
    }
}
