//! What an answer has found out, by kind, each kind with what proves it: plain data in `f64`, world frame, meters; in the plane
//! z = 0. Serialized it is what `run --json` prints, `batch` selects from and expectations read. Knows nothing of this crate.

mod classes;
mod contact;
mod difference;
mod fact;
mod farthest;
mod float;
mod hull;
mod manifold;
mod names;
pub mod number;
mod pair;
mod pairs;
mod parts;
mod separation;
#[cfg(test)]
mod tests;
#[cfg(test)]
#[path = "../../tests/unit/toy/answer.rs"]
mod toy;
mod unbounded;
mod world;

pub use classes::{BodyClass, ClassesFinding, Classified};
pub use contact::ContactFinding;
pub use difference::{DifferenceFace, DifferenceFinding, FaceKind};
pub use fact::Fact;
pub use farthest::FarthestFinding;
pub use float::{Float, Floats};
pub use hull::{HullFinding, HullMeasure};
pub use manifold::{FoundPoint, ManifoldFinding};
pub use names::{list_of, point_name};
pub use number::{Exact, Shown};
pub use pair::{PairFinding, PairStatus, Proof};
pub use pairs::{Corners, PairsFinding};
pub use parts::{ManifoldsFinding, PartsContact, PartsFinding};
pub use separation::{AxisOrigin, SeparationFinding};
#[cfg(test)]
pub use toy::GapFinding;
pub use unbounded::UnboundedFinding;
pub use world::{BodyState, ContactState, Diverged, JointState, PointState, WorldFinding};

use glam::DVec3;
use serde::Serialize;

/// What every kind of finding tells of itself. Serialized it is an object with the fields that programs read: all but
/// [`Found::status`], which stands beside them, and what only a judge needs.
pub trait Found: Serialize {
    /// In a word or two: `separated`.
    fn status(&self) -> &'static str;
    /// What it is worth by its own proof.
    fn standing(&self) -> Standing;
    /// Everything in it, the most telling first.
    fn facts(&self) -> Vec<Fact>;
    /// The value that tells it best; `None` where it is not known.
    fn headline(&self) -> Option<Fact> {
        self.facts().into_iter().next()
    }
    /// The direction in which two bodies face each other: a unit vector from A towards B, world frame. `None` where it is not about
    /// two, or the direction is not known.
    fn normal(&self) -> Option<DVec3> {
        None
    }
    /// Lower and upper bound of the signed distance of two bodies, meters, where it is about that.
    fn bracket(&self) -> Option<[f64; 2]> {
        None
    }
}

/// What a run has found out.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Finding {
    /// How far apart two bodies are, or how deep they overlap.
    Distance(PairFinding),
    /// Whether two bodies overlap. How far apart or how deep was not asked.
    Overlap(PairFinding),
    /// The farthest points of A along a direction and of B against it, and what this one direction tells of the pair.
    Support(PairFinding),
    /// The convex hull of the points of a body.
    Hull(HullFinding),
    /// The difference of two bodies, made explicitly.
    Difference(DifferenceFinding),
    /// The farthest point of a body along a direction.
    Farthest(FarthestFinding),
    /// The line on which the shadows of two bodies part most.
    Separation(SeparationFinding),
    /// When two bodies in flight first meet.
    FirstContact(ContactFinding),
    /// Where two bodies touch.
    Manifold(ManifoldFinding),
    /// Which two parts of two bodies are the closest.
    Parts(PartsFinding),
    /// Which two parts of two bodies in flight meet first.
    PartsInFlight(PartsFinding<ContactFinding>),
    /// Which parts of two bodies touch, and where.
    PartsInContact(ManifoldsFinding),
    /// Two bodies overlap, and no translation parts them.
    Unbounded(UnboundedFinding),
    /// Which of many boxes overlap.
    Pairs(PairsFinding),
    /// Which bodies a camera sees.
    Classes(ClassesFinding),
    /// What bodies have come to under forces, contacts and joints.
    World(Box<WorldFinding>),
    /// What a toy that only tests see finds: the gap of two bodies on one line.
    #[cfg(test)]
    Gap(GapFinding),
}

/// What a finding is worth by its own proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// What was asked is proven.
    Proven,
    /// Something is proven, and it is not all that could be asked: an overlap without its depth.
    InPart,
    /// The question was too small to be decided by its answer, as that of one support point is.
    Undecided,
    /// The bracket stayed wider than was asked for.
    Open,
}

impl Standing {
    /// Whether something was to be decided, and was not.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Undecided | Self::Open)
    }
}

/// Asks the finding of whatever kind it is: the one list of kinds.
macro_rules! ask {
    ($finding:expr, $found:ident => $answer:expr) => {
        match $finding {
            Finding::Distance($found) | Finding::Overlap($found) | Finding::Support($found) => $answer,
            Finding::Hull($found) => $answer,
            Finding::Difference($found) => $answer,
            Finding::Farthest($found) => $answer,
            Finding::Separation($found) => $answer,
            Finding::FirstContact($found) => $answer,
            Finding::Manifold($found) => $answer,
            Finding::Parts($found) => $answer,
            Finding::PartsInFlight($found) => $answer,
            Finding::PartsInContact($found) => $answer,
            Finding::Unbounded($found) => $answer,
            Finding::Pairs($found) => $answer,
            Finding::Classes($found) => $answer,
            Finding::World($found) => $answer,
            #[cfg(test)]
            Finding::Gap($found) => $answer,
        }
    };
}

impl Found for Finding {
    fn status(&self) -> &'static str {
        ask!(self, found => found.status())
    }

    fn standing(&self) -> Standing {
        ask!(self, found => found.standing())
    }

    fn facts(&self) -> Vec<Fact> {
        ask!(self, found => found.facts())
    }

    fn headline(&self) -> Option<Fact> {
        ask!(self, found => found.headline())
    }

    fn normal(&self) -> Option<DVec3> {
        ask!(self, found => found.normal())
    }

    fn bracket(&self) -> Option<[f64; 2]> {
        ask!(self, found => found.bracket())
    }
}

impl Finding {
    /// What is known of the distance of a pair, where that was asked.
    pub fn pair(&self) -> Option<&PairFinding> {
        match self {
            Self::Distance(pair) | Self::Overlap(pair) | Self::Support(pair) => Some(pair),
            Self::Parts(found) => found.pair.as_ref(),
            _ => None,
        }
    }

    /// The frame of a world that it is about, or in which its run broke down; of anything else 0.
    pub fn frame(&self) -> usize {
        match self {
            Self::World(found) => found.diverged.map_or(found.frame, |broken| broken.frame),
            _ => 0,
        }
    }

    /// The same, to be changed.
    pub fn pair_mut(&mut self) -> Option<&mut PairFinding> {
        match self {
            Self::Distance(pair) | Self::Overlap(pair) | Self::Support(pair) => Some(pair),
            Self::Parts(found) => found.pair.as_mut(),
            _ => None,
        }
    }

    /// What is claimed about two bodies.
    pub fn pair_status(&self) -> Option<PairStatus> {
        match self {
            Self::Separation(found) => Some(found.status),
            _ => self.pair().map(|pair| pair.status),
        }
    }
}
