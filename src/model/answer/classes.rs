//! Finding of frustum culling: whether each body is inside the frustum, crosses its planes or is outside, with the
//! proof.

use glam::DVec3;
use serde::{Serialize, Serializer};

use super::{Fact, FindingFacts, Float, ProofExtent, list_of, number};

/// Frustum classes of bodies. World frame, meters.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClassesFinding {
    /// Bodies in the order in which they were tested.
    pub bodies: Vec<Classified>,
    /// Planes of the frustum, in the order left, right, bottom, top, near, far. `None` for an absent plane.
    #[serde(skip)]
    pub planes: [Option<FrustumPlane>; 6],
    /// Number of plane tests over all bodies.
    #[serde(rename = "planes_tested")]
    pub tested: u64,
}

/// Plane of a frustum. World frame, meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrustumPlane {
    /// Unit normal that points into the frustum.
    pub normal: DVec3,
    /// Signed distance of the world's origin from the plane; positive inside.
    pub offset: f64,
}

/// Class of one body.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Classified {
    /// Name of the body in the scene.
    pub name: String,
    /// Class, with its proof.
    #[serde(flatten)]
    pub class: BodyClass,
    /// Rounding error of the body's distance from a plane, in the engine that answered, meters.
    #[serde(skip)]
    pub rounding: f64,
}

/// Class of a body relative to the frustum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BodyClass {
    /// The body is completely outside the plane with this index, the first that rejects it.
    Outside(usize),
    /// The body crosses planes and shares points with the frustum, to rounding.
    Crossing,
    /// The body crosses planes, and its shape has no exact test.
    Undecided,
    /// The body crosses planes but is outside: it lies beyond a weighted sum of the frustum's planes.
    FalsePositive {
        /// Weight of each plane in the sum; ≥ 0.
        weights: [f64; 6],
        /// Distance of the body beyond the summed plane, meters.
        gap: f64,
    },
    /// The body is inside all planes of the frustum.
    Inside,
}

/// Writes the class by planes alone, the index of the plane that rejects the body, and the gap of a false positive.
impl Serialize for BodyClass {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Form {
            class: &'static str,
            plane: Option<usize>,
            gap: Option<Float>,
        }
        let (plane, gap) = match *self {
            Self::Outside(plane) => (Some(plane), None),
            Self::FalsePositive { gap, .. } => (None, Some(Float(gap))),
            Self::Crossing | Self::Undecided | Self::Inside => (None, None),
        };
        Form { class: self.by_planes(), plane, gap }.serialize(serializer)
    }
}

impl BodyClass {
    /// Returns the class in a word or two; `crossing` also for an undecided body.
    pub fn name(self) -> &'static str {
        match self {
            Self::Outside(_) => "outside",
            Self::Crossing | Self::Undecided => "crossing",
            Self::FalsePositive { .. } => "false positive",
            Self::Inside => "inside",
        }
    }

    /// Returns the class by planes alone, as expectations name it: a false positive crosses planes.
    pub fn by_planes(self) -> &'static str {
        match self {
            Self::FalsePositive { .. } => "crossing",
            class => class.name(),
        }
    }
}

impl ClassesFinding {
    /// Returns the names of the bodies whose class satisfies `is_listed`.
    pub fn names(&self, is_listed: impl Fn(BodyClass) -> bool) -> Vec<&str> {
        self.bodies.iter().filter(|body| is_listed(body.class)).map(|body| body.name.as_str()).collect()
    }

    /// Returns the number of bodies that no single plane rejects, false positives included.
    pub fn visible(&self) -> usize {
        self.bodies.iter().filter(|body| !matches!(body.class, BodyClass::Outside(_))).count()
    }
}

impl FindingFacts for ClassesFinding {
    fn status(&self) -> &'static str {
        "classified"
    }

    fn proof_extent(&self) -> ProofExtent {
        ProofExtent::Proven
    }

    fn facts(&self) -> Vec<Fact> {
        let mut facts = vec![Fact::new("visible", number::count(self.visible()))];
        // Visible bodies come first, so that the reader sees that they add up.
        for class in ["inside", "crossing", "false positive", "outside"] {
            let names = self.names(|body_class| body_class.name() == class);
            // Most scenes have no false positives, and their reports do not mention the class.
            if class == "false positive" && names.is_empty() {
                continue;
            }
            let list = list_of(names.iter().map(|name| (*name).to_owned()));
            facts.push(Fact::new(class, if names.is_empty() { list } else { format!("{} ({list})", names.len()) }));
        }
        facts.push(Fact::new("plane tests", number::count(self.tested as usize)));
        facts
    }
}
