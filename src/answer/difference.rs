//! Finding of an explicit Minkowski difference: its vertices as pairs of points, and the features that make its faces.

use glam::DVec3;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Fact, Float, Found, ProofExtent, number};

/// Features that make a face (in the plane an edge) of a Minkowski difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaceKind {
    /// Face of A, translated and enlarged.
    A,
    /// Face of −B, translated and enlarged.
    B,
    /// Face of A and face of −B with the same normal.
    Both,
    /// Edge of A and edge of −B.
    Edges,
}

impl FaceKind {
    /// All kinds, in the order of [`DifferenceFinding::tally`].
    pub const ALL: [Self; 4] = [Self::A, Self::B, Self::Both, Self::Edges];
}

/// Face (in the plane an edge) of a Minkowski difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct DifferenceFace {
    /// Kind of the features that make the face.
    #[serde(skip)]
    pub kind: FaceKind,
    /// Features of A and of B that make the face, as indices of the bodies' points: the vertices of a face or the
    /// endpoints of an edge. Empty for a body that does not contribute.
    #[serde(skip)]
    pub features: [Vec<u32>; 2],
    /// Vertices of the face as indices into [`DifferenceFinding::points`], counter-clockwise from outside.
    pub corners: Vec<u32>,
}

/// Explicit Minkowski difference `A − B`.
#[derive(Clone, Debug, PartialEq)]
pub struct DifferenceFinding {
    /// Whether the bodies are planar.
    pub planar: bool,
    /// Affine dimension of the difference.
    pub dimension: u8,
    /// Vertices as a point of A and a point of B each, by the indices of the bodies' points.
    pub pairs: Vec<[u32; 2]>,
    /// Positions of the vertices in configuration space, world axes, meters.
    pub points: Vec<DVec3>,
    /// Faces, in the plane edges. Empty for a segment or point.
    pub faces: Vec<DifferenceFace>,
    /// Volume, cubic meters; in the plane area, square meters.
    pub size: f64,
}

/// Writes the faces by their vertices, and the number of faces of each kind.
impl Serialize for DifferenceFinding {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut form = to.serialize_map(None)?;
        form.serialize_entry("dimension", &self.dimension)?;
        form.serialize_entry("pairs", &self.pairs)?;
        form.serialize_entry("vertices", &Float(&self.points))?;
        form.serialize_entry("faces", &self.faces)?;
        for (kind, count) in ["of_a", "of_b", "of_both", "of_edges"].iter().zip(self.tally()) {
            form.serialize_entry(kind, &count)?;
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
}

impl Found for DifferenceFinding {
    fn status(&self) -> &'static str {
        "difference"
    }

    fn standing(&self) -> ProofExtent {
        ProofExtent::Proven
    }

    fn facts(&self) -> Vec<Fact> {
        let [of_a, of_b, both, edges] = self.tally().map(number::count);
        let (size, unit, sides) = if self.planar { ("area", "m²", "edges") } else { ("volume", "m³", "faces") };
        let mut facts = vec![
            Fact::new(sides, number::count(self.faces.len())),
            Fact::of(size, self.size, unit),
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
        self.facts().into_iter().nth(1)
    }
}
