//! Where bodies are before a camera, with what proves it.

use glam::DVec3;
use serde::{Serialize, Serializer};

use super::{Fact, Float, Found, Standing, list_of, number};

/// The classes of bodies. World frame, meters.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClassesFinding {
    /// In the order in which they were tested.
    pub bodies: Vec<Classified>,
    /// The planes of the frustum in the world, in the order left, right, bottom, top, near, far: unit and inward normal, and
    /// the signed distance of the world's origin. `None` for one that is absent.
    #[serde(skip)]
    pub planes: [Option<(DVec3, f64)>; 6],
    /// How many planes were tested, over all bodies.
    #[serde(rename = "planes_tested")]
    pub tested: u64,
}

/// One body.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Classified {
    /// Its name in the scene.
    pub name: String,
    /// What is claimed, and why.
    #[serde(flatten)]
    pub class: BodyClass,
    /// What rounding may do to a distance of it from a plane, in the engine that answered.
    #[serde(skip)]
    pub rounding: f64,
}

/// What is claimed of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BodyClass {
    /// The plane of this number has it outside.
    Outside(usize),
    /// It crosses planes and has points in common with the frustum, within rounding.
    Crossing,
    /// It crosses planes, and its shape has no exact test.
    Undecided,
    /// It crosses planes and is outside: it lies `gap` beyond a plane that is the sum of planes of the frustum.
    FalsePositive {
        /// What each plane of the frustum counts in the sum: 0 or above.
        weights: [f64; 6],
        /// How far beyond.
        gap: f64,
    },
    /// All planes have it inside.
    Inside,
}

/// By planes, with the plane that rejects the body, and of a false positive how far it is beyond a sum of planes.
impl Serialize for BodyClass {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Form {
            class: &'static str,
            plane: Option<usize>,
            gap: Option<Float>,
        }
        let (plane, gap) = match *self {
            Self::Outside(plane) => (Some(plane), None),
            Self::FalsePositive { gap, .. } => (None, Some(Float(gap))),
            _ => (None, None),
        };
        Form { class: self.by_planes(), plane, gap }.serialize(to)
    }
}

impl BodyClass {
    /// In a word or two.
    pub fn name(self) -> &'static str {
        match self {
            Self::Outside(_) => "outside",
            Self::Crossing | Self::Undecided => "crossing",
            Self::FalsePositive { .. } => "false positive",
            Self::Inside => "inside",
        }
    }

    /// The class by planes alone, as lists of expectations are called.
    pub fn by_planes(self) -> &'static str {
        match self {
            Self::FalsePositive { .. } => "crossing",
            class => class.name(),
        }
    }
}

impl ClassesFinding {
    /// The names of the bodies of which this is so.
    pub fn names(&self, is: impl Fn(BodyClass) -> bool) -> Vec<&str> {
        self.bodies.iter().filter(|body| is(body.class)).map(|body| body.name.as_str()).collect()
    }

    /// How many bodies no plane rejects.
    pub fn visible(&self) -> usize {
        self.bodies.iter().filter(|body| !matches!(body.class, BodyClass::Outside(_))).count()
    }
}

impl Found for ClassesFinding {
    fn status(&self) -> &'static str {
        "classified"
    }

    fn standing(&self) -> Standing {
        Standing::Proven
    }

    fn facts(&self) -> Vec<Fact> {
        let named = |name: &'static str| {
            let names = self.names(|class| class.name() == name);
            let list = list_of(names.iter().map(|name| (*name).to_owned()));
            if names.is_empty() { list } else { format!("{} ({list})", names.len()) }
        };
        let mut facts = vec![Fact::new("visible", number::count(self.visible()))];
        // Of the visible ones first, so that they are seen to add up.
        let all = ["inside", "crossing", "false positive", "outside"].into_iter();
        let falsely = self.bodies.iter().any(|body| matches!(body.class, BodyClass::FalsePositive { .. }));
        let shown = all.filter(|name| falsely || *name != "false positive");
        facts.extend(shown.map(|name| Fact::new(name, named(name))));
        facts.push(Fact::new("planes tested", number::count(self.tested as usize)));
        facts
    }
}
