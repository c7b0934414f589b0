//! What a Minkowski difference is: its corners as pairs of points, and its faces by what made them.

use glam::DVec3;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Fact, Float, Found, Standing, number};

/// What a face (in the plane an edge) of a difference is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaceKind {
    /// A face of A, moved and grown.
    A,
    /// A face of −B.
    B,
    /// One of each, that face the same way.
    Both,
    /// An edge of A and an edge of −B.
    Edges,
}

impl FaceKind {
    /// All of them, in the order of tallies.
    pub const ALL: [Self; 4] = [Self::A, Self::B, Self::Both, Self::Edges];
}

/// A face (in the plane an edge) of a difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct DifferenceFace {
    /// What made it.
    #[serde(skip)]
    pub kind: FaceKind,
    /// The corners of the face of A and of B that made it, or the ends of their edge, by the numbers of the bodies' points. None
    /// of a body that has no part in it.
    #[serde(skip)]
    pub features: [Vec<u32>; 2],
    /// Counter-clockwise from outside, as indices of the corners.
    pub corners: Vec<u32>,
}

/// `A − B`, made explicitly.
#[derive(Clone, Debug, PartialEq)]
pub struct DifferenceFinding {
    /// Whether the bodies are those of the plane.
    pub planar: bool,
    /// How many dimensions it spans.
    pub dimension: u8,
    /// The corners: a point of A and a point of B each, by the numbers of the bodies' points.
    pub pairs: Vec<[u32; 2]>,
    /// Where they are: in the configuration space, world axes, meters.
    pub points: Vec<DVec3>,
    /// The faces; in the plane the edges. None of a segment or point.
    pub faces: Vec<DifferenceFace>,
    /// Volume, cubic meters; in the plane area, square meters.
    pub size: f64,
}

/// Faces by their corners, and how many of them are of what.
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
    /// How many faces are of each kind, in the order of [`FaceKind::ALL`].
    pub fn tally(&self) -> [usize; 4] {
        FaceKind::ALL.map(|kind| self.faces.iter().filter(|face| face.kind == kind).count())
    }
}

impl Found for DifferenceFinding {
    fn status(&self) -> &'static str {
        "difference"
    }

    fn standing(&self) -> Standing {
        Standing::Proven
    }

    fn facts(&self) -> Vec<Fact> {
        let [of_a, of_b, both, edges] = self.tally().map(number::count);
        let (size, unit, sides) = if self.planar { ("area", "m²", "edges") } else { ("volume", "m³", "faces") };
        let mut facts = vec![
            Fact::new(sides, number::count(self.faces.len())),
            Fact::of(size, self.size, unit),
            Fact::new("corners", number::count(self.pairs.len())),
            Fact::new("of A", of_a),
            Fact::new("of −B", of_b),
            Fact::new("of both", both),
        ];
        if !self.planar {
            facts.push(Fact::new("edge×edge", edges));
        }
        facts.push(Fact::new("dimension", number::count(usize::from(self.dimension))));
        facts
    }

    /// The size.
    fn headline(&self) -> Option<Fact> {
        self.facts().into_iter().nth(1)
    }
}
