//! Findings: the results of queries by kind, each with its proof, as plain data in `f64`, world frame, meters; in the
//! plane z = 0. Hulls and farthest points are in the body's own frame where stated. The serialized form is printed by
//! `run --json`, partly by `batch`, and compared with expectations. The module uses nothing else of the crate.

mod audit;
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
mod ray;
mod separation;
#[cfg(test)]
mod tests;
mod unbounded;
mod world;

pub use audit::{AuditFinding, AuditVerdict, AuditedItem, AuditedLaw, AuditedStage, unit_text};
pub use classes::{BodyClass, ClassesFinding, Classified, FrustumPlane};
pub use contact::ContactFinding;
pub use difference::{DifferenceFace, DifferenceFinding, FaceKind};
pub use fact::Fact;
pub use farthest::FarthestFinding;
pub use float::{Float, Floats};
pub use hull::{HullFinding, HullMeasure};
pub use manifold::{FoundPoint, ManifoldFinding, PointChanges, ReferenceFace};
pub use names::{list_of, point_name};
pub use number::{Exact, Shown};
pub use pair::{PairFinding, PairStatus, Proof};
pub use pairs::{Corners, PairsFinding};
pub use parts::{ManifoldsFinding, PartsContact, PartsFinding};
pub use ray::RayFinding;
pub use separation::{AxisOrigin, SeparationFinding};
pub use unbounded::UnboundedFinding;
pub use world::{BodyState, ContactState, Diverged, JointState, PointState, WorldFinding};

use glam::DVec3;
use serde::Serialize;

/// Common interface of all kinds of findings. The serialized form is an object with the fields that programs read,
/// without [`FindingFacts::status`] (written next to them) and the fields that only judges need.
pub trait FindingFacts: Serialize {
    /// Returns the ending in a word or two: `separated`.
    fn status(&self) -> &'static str;
    /// Returns how far the finding's own proof goes.
    fn proof_extent(&self) -> ProofExtent;
    /// Returns all values, the most important first.
    fn facts(&self) -> Vec<Fact>;
    /// Returns the most important value, by default the first; `None` when it is unknown.
    fn headline(&self) -> Option<Fact> {
        self.facts().into_iter().next()
    }
    /// Returns the contact normal or separating direction: a unit vector from A towards B, world frame. `None` when the
    /// finding is not about two bodies, or the direction is unknown.
    fn normal(&self) -> Option<DVec3> {
        None
    }
    /// Returns the lower and upper bound of the signed distance of two bodies, meters; `None` for findings without one.
    fn bracket(&self) -> Option<[f64; 2]> {
        None
    }
}

/// Result of a run, by kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Finding {
    /// Signed distance of two bodies.
    Distance(PairFinding),
    /// Overlap test of two bodies, without distance or depth.
    Overlap(PairFinding),
    /// Support points of A along a direction and of B against it, and the bound that this one direction gives.
    Support(PairFinding),
    /// Convex hull of a body's points.
    Hull(HullFinding),
    /// Explicit Minkowski difference of two bodies.
    Difference(DifferenceFinding),
    /// Farthest point of a body along a direction.
    Farthest(FarthestFinding),
    /// Axis with the largest gap between the projections of two bodies.
    Separation(SeparationFinding),
    /// First contact of two moving bodies.
    FirstContact(ContactFinding),
    /// First point of a ray on a body.
    Ray(RayFinding),
    /// Contact manifold of two bodies.
    Manifold(ManifoldFinding),
    /// Closest pair of parts of two bodies.
    Parts(PartsFinding),
    /// First contact of two moving bodies made of parts.
    PartsInFlight(PartsFinding<ContactFinding>),
    /// Contact manifolds of all touching pairs of parts.
    PartsInContact(ManifoldsFinding),
    /// Overlap that no translation separates.
    Unbounded(UnboundedFinding),
    /// Overlapping pairs among many boxes.
    Pairs(PairsFinding),
    /// Frustum classes of bodies.
    Classes(ClassesFinding),
    /// State of a simulated world in one frame.
    World(Box<WorldFinding>),
    /// Verdicts about a captured step of another engine.
    Audit(Box<AuditFinding>),
}

/// Extent of a finding's own proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProofExtent {
    /// The requested result is proven.
    Proven,
    /// Less than a full result is proven: an overlap without its depth.
    InPart,
    /// The answer decides nothing: by design, as that of a single support point, or since a cast ended undecided.
    Undecided,
    /// The requested result is not proven: the bracket stayed wider than requested, the search gave no finite numbers
    /// or no proof, or a world diverged.
    Open,
}

impl ProofExtent {
    /// Whether the query left its result undecided or not converged.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Undecided | Self::Open)
    }
}

/// Evaluates an expression on the finding inside a [`Finding`], whatever its kind.
macro_rules! apply {
    ($finding:expr, $found:ident => $answer:expr) => {
        match $finding {
            Finding::Distance($found) | Finding::Overlap($found) | Finding::Support($found) => $answer,
            Finding::Hull($found) => $answer,
            Finding::Difference($found) => $answer,
            Finding::Farthest($found) => $answer,
            Finding::Separation($found) => $answer,
            Finding::FirstContact($found) => $answer,
            Finding::Ray($found) => $answer,
            Finding::Manifold($found) => $answer,
            Finding::Parts($found) => $answer,
            Finding::PartsInFlight($found) => $answer,
            Finding::PartsInContact($found) => $answer,
            Finding::Unbounded($found) => $answer,
            Finding::Pairs($found) => $answer,
            Finding::Classes($found) => $answer,
            Finding::World($found) => $answer,
            Finding::Audit($found) => $answer,
        }
    };
}

impl FindingFacts for Finding {
    fn status(&self) -> &'static str {
        apply!(self, found => found.status())
    }

    fn proof_extent(&self) -> ProofExtent {
        apply!(self, found => found.proof_extent())
    }

    fn facts(&self) -> Vec<Fact> {
        apply!(self, found => found.facts())
    }

    fn headline(&self) -> Option<Fact> {
        apply!(self, found => found.headline())
    }

    fn normal(&self) -> Option<DVec3> {
        apply!(self, found => found.normal())
    }

    fn bracket(&self) -> Option<[f64; 2]> {
        apply!(self, found => found.bracket())
    }
}

impl Finding {
    /// Returns the distance finding of a pair of bodies or of the deciding pair of parts; `None` for other kinds, and
    /// when all pairs of parts were skipped.
    pub fn pair(&self) -> Option<&PairFinding> {
        match self {
            Self::Distance(pair) | Self::Overlap(pair) | Self::Support(pair) => Some(pair),
            Self::Parts(found) => found.pair.as_ref(),
            Self::Hull(_) | Self::Difference(_) | Self::Farthest(_) | Self::Separation(_) => None,
            Self::FirstContact(_) | Self::Manifold(_) | Self::PartsInFlight(_) | Self::PartsInContact(_) => None,
            Self::Ray(_) | Self::Unbounded(_) | Self::Pairs(_) | Self::Classes(_) => None,
            Self::World(_) | Self::Audit(_) => None,
        }
    }

    /// Returns the frame of a world's finding, or the frame of its failure; 0 for all other kinds.
    pub fn frame(&self) -> usize {
        match self {
            Self::World(found) => found.diverged.map_or(found.frame, |failure| failure.frame),
            _ => 0,
        }
    }

    /// Mutable counterpart of [`Self::pair`].
    pub fn pair_mut(&mut self) -> Option<&mut PairFinding> {
        match self {
            Self::Distance(pair) | Self::Overlap(pair) | Self::Support(pair) => Some(pair),
            Self::Parts(found) => found.pair.as_mut(),
            Self::Hull(_) | Self::Difference(_) | Self::Farthest(_) | Self::Separation(_) => None,
            Self::FirstContact(_) | Self::Manifold(_) | Self::PartsInFlight(_) | Self::PartsInContact(_) => None,
            Self::Ray(_) | Self::Unbounded(_) | Self::Pairs(_) | Self::Classes(_) => None,
            Self::World(_) | Self::Audit(_) => None,
        }
    }

    /// Returns the claim about two bodies; `None` for kinds without a signed distance or separation.
    pub fn pair_status(&self) -> Option<PairStatus> {
        match self {
            Self::Separation(found) => Some(found.status),
            _ => self.pair().map(|pair| pair.status),
        }
    }
}
