//! Finding of a contact manifold query: contact points, normal and reference face.

use glam::DVec3;
use serde::{Serialize, Serializer};

use super::float::floats;
use super::number::{self, Shown};
use super::{Fact, FindingFacts, ProofExtent};

/// Contact point of two bodies. World frame, meters.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FoundPoint {
    /// Position of the contact on A.
    #[serde(serialize_with = "floats")]
    pub on_a: DVec3,
    /// Position of the contact on B.
    #[serde(serialize_with = "floats")]
    pub on_b: DVec3,
    /// Penetration depth along the normal; positive in overlap.
    #[serde(serialize_with = "floats")]
    pub depth: f64,
    /// Name of the features that make the point, unique among the points.
    pub id: String,
    /// Reason why the point is a contact, in words.
    pub why: &'static str,
}

/// Reference face of a manifold: the face that the other body's contact points are measured from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReferenceFace {
    /// Name of the body that owns the face.
    pub body: String,
    /// Index of the face, in the plane of the side.
    pub face: u32,
}

/// Ids of contact points, compared with those of the previous frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PointChanges {
    /// Ids in both frames.
    pub kept: Vec<String>,
    /// Ids in the previous frame only.
    pub dropped: Vec<String>,
    /// Ids in this frame only.
    pub added: Vec<String>,
}

/// Contact manifold of two bodies. World frame, meters.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ManifoldFinding {
    /// Kind of contact: `face contact`.
    #[serde(skip)]
    pub status: &'static str,
    /// Whether the search gave finite numbers.
    #[serde(skip)]
    pub sound: bool,
    /// Contact normal, a unit vector from A towards B; `None` without points.
    #[serde(serialize_with = "floats")]
    pub normal: Option<DVec3>,
    /// Contact points, in any order; empty when the bodies are farther apart than the margin.
    pub points: Vec<FoundPoint>,
    /// Greatest gap at which a point still counts as a contact, as the query requested it.
    #[serde(skip)]
    pub margin: f64,
    /// Reference face; `None` for a contact without one, such as that of two edges.
    pub reference: Option<ReferenceFace>,
    /// Signed distance, or a lower bound of it when the bodies are apart.
    #[serde(serialize_with = "floats")]
    pub separation: f64,
    /// Depth given up for the reference face, meters: its depth minus the least depth of all directions.
    #[serde(serialize_with = "floats")]
    pub bias_paid: f64,
    /// Largest allowed [`Self::bias_paid`], meters.
    #[serde(skip)]
    pub band: f64,
    /// Whether the search ran in `f32`.
    #[serde(skip)]
    pub single: bool,
    /// Number of points removed by the reduction.
    pub reduced: u32,
    /// Fraction of the contact area that the reduction kept; `None` in the plane and where no area was computed.
    #[serde(serialize_with = "floats")]
    pub area_kept: Option<f64>,
    /// Changes of the points since the previous frame; `None` without one.
    #[serde(flatten, serialize_with = "by_list")]
    pub changes: Option<PointChanges>,
}

impl ManifoldFinding {
    /// Returns the unit in which all lengths of this finding are shown.
    pub fn unit(&self) -> number::Unit {
        number::Unit::of(self.points.iter().map(|point| point.depth).chain([self.separation, self.margin]))
    }

    /// Rounding error of a depth, meters, from the point that is farthest from the origin.
    fn rounding(&self) -> f64 {
        let positions = self.points.iter().flat_map(|point| [point.on_a, point.on_b]);
        let largest_length = positions.map(DVec3::length).fold(0.0, f64::max);
        number::rounding(largest_length, self.single)
    }

    /// Returns the depth of the deepest point; `None` without points.
    pub fn deepest(&self) -> Option<f64> {
        self.points.iter().map(|point| point.depth).max_by(f64::total_cmp)
    }
}

/// Writes the ids by list; all `null` without a previous frame.
fn by_list<S: Serializer>(changes: &Option<PointChanges>, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Default, Serialize)]
    struct Form<'a> {
        kept: Option<&'a [String]>,
        dropped: Option<&'a [String]>,
        added: Option<&'a [String]>,
    }
    let form = changes.as_ref().map_or_else(Form::default, |changes| Form {
        kept: Some(&changes.kept),
        dropped: Some(&changes.dropped),
        added: Some(&changes.added),
    });
    form.serialize(serializer)
}

impl FindingFacts for ManifoldFinding {
    fn status(&self) -> &'static str {
        self.status
    }

    fn proof_extent(&self) -> ProofExtent {
        if self.sound { ProofExtent::Proven } else { ProofExtent::Open }
    }

    fn facts(&self) -> Vec<Fact> {
        let mut facts = vec![Fact::new("points", number::count(self.points.len()))];
        if let Some(depth) = self.deepest() {
            facts.push(Fact::length("depth", number::or_rounding(number::length(depth), self.rounding())));
        }
        if self.points.is_empty() && self.separation.is_finite() {
            facts.push(Fact::length("separation", number::length(self.separation)));
        }
        facts.extend(self.normal.map(|normal| Fact::new("normal", number::vector(normal))));
        if let Some(ReferenceFace { body, face }) = &self.reference {
            // People count faces from 1.
            facts.push(Fact::new("reference face", Shown::from(format!("face {} of {body}", face + 1))));
            let bias = number::or_rounding(number::length(self.bias_paid), self.rounding());
            facts.push(Fact::length("depth given up", bias));
        }
        if self.reduced > 0 {
            facts.push(Fact::new("points removed", number::count(self.reduced as usize)));
        }
        facts.extend(self.area_kept.map(|fraction| Fact::new("contact area kept", number::weight(fraction))));
        if let Some(PointChanges { kept, dropped, added }) = &self.changes {
            let lists = [("kept points", kept), ("dropped points", dropped), ("added points", added)];
            facts.extend(lists.map(|(name, list)| Fact::new(name, number::count(list.len()))));
        }
        facts
    }

    fn normal(&self) -> Option<DVec3> {
        self.normal
    }
}
