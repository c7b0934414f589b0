//! Finding of an explicit Minkowski difference: its vertices as pairs of points, and the features that make its faces.

use glam::DVec3;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Fact, FindingFacts, Float, ProofExtent, number};

/// Features that make a face (in the plane an edge) of a Minkowski difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaceKind {
    /// Minkowski sum of a face of A and the vertex or edge of −B that is farthest along its normal.
    A,
    /// Minkowski sum of a face of −B and the vertex or edge of A that is farthest along its normal.
    B,
    /// Minkowski sum of a face of A and a face of −B with the same normal.
    Both,
    /// Minkowski sum of an edge of A and an edge of −B that are not parallel: a parallelogram. Only in space.
    Edges,
}

impl FaceKind {
    /// All kinds, in the order of [`DifferenceFinding::tally`].
    pub const ALL: [Self; 4] = [Self::A, Self::B, Self::Both, Self::Edges];

    /// Returns the key of the number of faces of this kind in JSON.
    fn key(self) -> &'static str {
        match self {
            Self::A => "of_a",
            Self::B => "of_b",
            Self::Both => "of_both",
            Self::Edges => "of_edges",
        }
    }
}

/// Face (in the plane an edge) of a Minkowski difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct DifferenceFace {
    /// Kind of the features that make the face.
    #[serde(skip)]
    pub kind: FaceKind,
    /// Features of A and of B that make the face, as indices of the bodies' points: the vertices of a face or the
    /// endpoints of an edge. Empty for B in a face of kind `A`, and for A in one of kind `B`, even if an edge of that
    /// body extends the face.
    #[serde(skip)]
    pub features: [Vec<u32>; 2],
    /// Vertices of the face as indices into [`DifferenceFinding::points`], counter-clockwise from outside; in the plane
    /// the two endpoints of the edge.
    pub corners: Vec<u32>,
}

/// Explicit Minkowski difference `A − B`.
#[derive(Clone, Debug, PartialEq)]
pub struct DifferenceFinding {
    /// Whether the bodies are planar.
    pub planar: bool,
    /// Affine dimension of the difference: 0 to 3, in the plane 0 to 2.
    pub dimension: u8,
    /// Vertices as a point of A and a point of B each, by the indices of the bodies' points.
    pub pairs: Vec<[u32; 2]>,
    /// Positions of the vertices in configuration space, world axes, meters.
    pub points: Vec<DVec3>,
    /// Faces, in the plane edges; two for a flat difference in space. Empty for a segment or point.
    pub faces: Vec<DifferenceFace>,
    /// Volume, cubic meters, in the plane area, square meters; 0 for a difference without one.
    pub size: f64,
}

/// Writes the faces by their vertices, and the number of faces of each kind.
impl Serialize for DifferenceFinding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut form = serializer.serialize_map(None)?;
        form.serialize_entry("dimension", &self.dimension)?;
        form.serialize_entry("pairs", &self.pairs)?;
        form.serialize_entry("vertices", &Float(&self.points))?;
        form.serialize_entry("faces", &self.faces)?;
        for (kind, count) in FaceKind::ALL.into_iter().zip(self.tally()) {
            form.serialize_entry(kind.key(), &count)?;
        }
        form.serialize_entry(if self.planar { "area" } else { "volume" }, &Float(self.size))?;
        form.end()
    }
}

impl DifferenceFinding {
    /// Returns the number of faces of each kind, in the order of [`FaceKind::ALL`].
    pub fn tally(&self) -> [usize; 4] {
        FaceKind::ALL.map(|kind| self.faces.iter().filter(|face| face.kind == kind).count())
    }

    /// Returns the volume, in the plane the area, with its name and unit.
    fn size_fact(&self) -> Fact {
        if self.planar { Fact::of("area", self.size, "m²") } else { Fact::of("volume", self.size, "m³") }
    }
}

impl FindingFacts for DifferenceFinding {
    fn status(&self) -> &'static str {
        "difference"
    }

    fn proof_extent(&self) -> ProofExtent {
        ProofExtent::Proven
    }

    fn facts(&self) -> Vec<Fact> {
        let [of_a, of_b, both, edges] = self.tally().map(number::count);
        let sides = if self.planar { "edges" } else { "faces" };
        let mut facts = vec![
            Fact::new(sides, number::count(self.faces.len())),
            self.size_fact(),
            Fact::new("vertices", number::count(self.pairs.len())),
            Fact::new(if self.planar { "edges of A" } else { "faces of A" }, of_a),
            Fact::new(if self.planar { "edges of −B" } else { "faces of −B" }, of_b),
            Fact::new(if self.planar { "edges of both" } else { "faces of both" }, both),
        ];
        if !self.planar {
            facts.push(Fact::new("faces of edge pairs", edges));
        }
        facts.push(Fact::new("dimension", number::count(usize::from(self.dimension))));
        facts
    }

    /// Returns the volume, in the plane the area.
    fn headline(&self) -> Option<Fact> {
        Some(self.size_fact())
    }
}
