//! What a test of separating axes has found: a line and the gap on it, and no points.

use glam::DVec3;
use serde::Serialize;

use super::float::floats;
use super::number::{self, Shown};
use super::{Fact, Found, PairStatus, Standing, list_of};

/// How far the shadows of two bodies are apart on the best of the lines that were tried. Lengths in meters, world frame.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeparationFinding {
    /// What is claimed about the bodies.
    #[serde(skip)]
    pub status: PairStatus,
    /// The largest gap: minus the depth where the bodies overlap, a lower bound of their distance where they are apart.
    /// `None` where no line could be tried.
    #[serde(serialize_with = "floats")]
    pub separation: Option<f64>,
    /// The signed distance is not below this.
    #[serde(serialize_with = "floats")]
    pub lower: f64,
    /// The signed distance is not above this. `None` where the bodies are apart: a line has no witness points.
    #[serde(serialize_with = "floats")]
    pub upper: Option<f64>,
    /// Unit vector from A towards B, along the line taken.
    #[serde(serialize_with = "floats")]
    pub normal: Option<DVec3>,
    /// The short name of the line taken: `a1`, `a1 × b2`.
    pub line: Option<String>,
    /// How many lines were tried.
    pub lines: u32,
    /// How many pairs of edges were skipped, since they make no face of `A − B`.
    pub skipped: u32,
    /// The short names of the other lines with the same gap, within rounding.
    pub ties: Vec<String>,
    /// What makes the line taken. `None` where no line could be tried.
    #[serde(skip)]
    pub axis: Option<AxisOrigin>,
    /// What makes each of the other lines.
    #[serde(skip)]
    pub tied: Vec<AxisOrigin>,
}

/// What a line is perpendicular to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AxisOrigin {
    /// `face_a`, `face_b` (in the plane their sides) or `edge_edge`; of bodies without volume also `edge_a` and `edge_b`: in the
    /// plane of the body and perpendicular to that edge, or along or across the segment or point that it is.
    pub kind: &'static str,
    /// Of A and of B, by the numbers of their points: the corners of a face, counter-clockwise from outside, or the ends of a side
    /// or an edge. None of a body that has no part in it.
    pub features: [Vec<u32>; 2],
}

impl Found for SeparationFinding {
    fn status(&self) -> &'static str {
        self.status.name()
    }

    fn standing(&self) -> Standing {
        self.status.standing()
    }

    fn facts(&self) -> Vec<Fact> {
        let separation = self.separation.map_or_else(|| Shown::from("unknown"), number::length);
        let upper = self.upper.map_or_else(|| Shown::from("unknown"), number::length);
        let mut facts = vec![
            Fact::length("separation", separation),
            Fact::length("lower", number::length(self.lower)),
            Fact::length("upper", upper),
        ];
        facts.extend(self.normal.map(|normal| Fact::new("normal", number::vector(normal))));
        facts.extend(self.line.as_deref().map(|line| Fact::new("line", line)));
        if !self.ties.is_empty() {
            facts.push(Fact::new("ties", list_of(self.ties.iter().cloned())));
        }
        facts.push(Fact::new("lines", number::count(self.lines as usize)));
        facts.push(Fact::new("skipped", number::count(self.skipped as usize)));
        facts
    }

    fn headline(&self) -> Option<Fact> {
        self.separation.map(|separation| Fact::length("separation", number::length(separation)))
    }

    fn normal(&self) -> Option<DVec3> {
        self.normal
    }

    fn bracket(&self) -> Option<[f64; 2]> {
        Some([self.lower, self.upper.unwrap_or(f64::INFINITY)])
    }
}
