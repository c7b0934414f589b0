//! The full answer in space as plain data.

use glam::DVec3;

use super::answer::Answer;
use super::support::Vertex;
use super::{Snapshot, epa, gjk};
use crate::step::Comparison;

/// How the distance of separate cores was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Apart {
    /// GJK went to its end.
    Gjk(gjk::Outcome),
    /// Newton's method finished what GJK had begun: on curved cores, or where rounding had stalled it.
    Newton,
}

/// Which of the three branches the answer came from (`[ACD11]` "penetration depth"), and how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A separating axis: the shapes are apart, margins included.
    Separated(Apart),
    /// The cores are apart and only the margins overlap: their distance gives the depth, `μ_A + μ_B − |v|`.
    Shallow(Apart),
    /// The cores overlap: EPA.
    Deep(epa::Outcome),
}

/// What the next step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// One iteration of GJK on the cores.
    Gjk,
    /// Newton's method from GJK's normal, while the cores are apart.
    Newton,
    /// The normal of a flat disc over which the cores may be nearest.
    OverDisc,
    /// What Newton's method found, once more, with the rounding that a normal has at a kink.
    Kink,
    /// No plane is between the cores: what looks for the depth is made ready, from GJK's simplex and its best plane.
    Overlap,
    /// A point of one body below the nearest facet of the other, and what lies deepest below that.
    Facet,
    /// Where the first refinement starts: GJK's best plane, or that of the nearest face of its tetrahedron.
    Guess,
    /// The flat disc of a body that looks along the normal of the [trial](Trial).
    Disc {
        /// Of A, or of B.
        of_a: bool,
    },
    /// Newton's method over the rim of that disc, beyond which the depth lies.
    Rim {
        /// Of A, or of B.
        of_a: bool,
    },
    /// Newton's method from the normal of the trial.
    Refine,
    /// The balls below the points that carry the best plane.
    Balls,
    /// The plane on the other side.
    Mirror,
    /// One step of EPA: its start, or one expansion.
    Expand,
    /// The points that carry the best plane join the polytope, which has just been started.
    Join,
    /// A face that may lead to a shallower minimum.
    Minimum,
    /// How the query ends.
    Conclusion,
}

/// Why a normal is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// Before there is a polytope: it may already be the depth's.
    First,
    /// The same on the other side.
    Mirror,
    /// An expansion of EPA came lower than the last refinement.
    Beaten,
    /// The same, where EPA's bounds have met.
    Met,
    /// EPA found the cores apart: there is but one minimum, and the plane between them is near it.
    Apart,
    /// Another minimum, which may be shallower.
    Minimum,
}

/// The state. Pair frame, meters.
#[derive(Clone, Debug, PartialEq)]
pub struct Distance {
    /// What the next step does.
    pub phase: Phase,
    /// Finds the distance of the cores, or that they overlap.
    pub gjk: gjk::Gjk,
    /// How GJK ended, once it has.
    pub apart: Option<gjk::Outcome>,
    /// The normal of GJK's best plane.
    pub n: DVec3,
    /// What the bounds of GJK may differ by because they are rounded.
    pub rounding: f64,
    /// Whether a core has a curved feature.
    pub curved: bool,
    /// Radii of the balls that were left out of A and of B,
    pub margins: [f64; 2],
    /// and both together, as the run adds them.
    pub margin: f64,
    /// The widest plane between the cores; negative where they overlap by no more.
    pub gap: f64,
    /// The points of A's core and of B's core that are known to be nearest.
    pub nearest: [DVec3; 2],
    /// From the one on B to the one on A: the point of the cores' `A − B` nearest the origin.
    pub v: DVec3,
    /// `μ ≤ rounding`: no plane is between the cores.
    pub no_gap: Comparison<f64>,
    /// `μ < μ_A + μ_B`, of cores that are apart.
    pub margins_overlap: Comparison<f64>,
    /// What Newton's method found last, while the cores are apart.
    pub tried: Option<Closest>,
    /// What it, or a flat disc, found, if that ended the query.
    pub closest: Option<Closest>,
    /// The deep branch, once it is needed.
    pub deep: Option<Deep>,
    /// What is known, margins taken off.
    pub answer: Answer,
    /// The bracket of the signed distance, as far as there is one yet.
    pub bracket: Bracket,
}

/// Proven bounds of the signed distance, meters; `None` before anything bounds it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bracket {
    /// The lower bound.
    pub lower: Option<f64>,
    /// The upper bound.
    pub upper: Option<f64>,
    /// From the one to the other.
    pub width: Option<f64>,
}

/// Points of cores that are apart which may be the closest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest {
    /// Unit normal, from A to B.
    pub normal: DVec3,
    /// The gap along it: no less than this lies between the cores.
    pub gap: f64,
    /// The point of A's core.
    pub a: DVec3,
    /// The point of B's core.
    pub b: DVec3,
    /// `a − b`
    pub v: DVec3,
    /// Newton steps; 0 over a disc.
    pub steps: u32,
    /// `||v| − μ| ≤ ε`: whether they close the bracket,
    pub closes: Comparison<f64>,
    /// and whether they do with the rounding that a normal has at a kink.
    pub closes_at_kink: Comparison<f64>,
    /// `k + steps ≤ limit`
    pub affords: Comparison<f64>,
}

/// What the phases work on once the cores are known to overlap.
#[derive(Clone, Debug, PartialEq)]
pub struct Deep {
    /// The polytope and its bounds.
    pub epa: epa::Epa,
    /// How EPA ended, unless it went on since.
    pub end: Option<epa::Outcome>,
    /// The normal that was looked at last, while that may lower the upper bound.
    pub trial: Option<Trial>,
    /// Whether the last disc or refinement of the trial was taken over.
    pub taken: bool,
    /// Whether the depth lies over the rim of the disc that was taken over.
    pub over_rim: bool,
    /// Whether the trial came lower, beyond rounding.
    pub shallower: bool,
    /// The last refinement that was taken over.
    pub refined: Option<Refined>,
    /// The last balls below the witness points.
    pub balls: Option<InscribedBalls>,
    /// Whether they, or a facet, prove the depth.
    pub proven: bool,
    /// Whether the facet to be looked at next, if there is one, is A's.
    pub next_in_a: Option<bool>,
    /// The last point that was looked at below a facet.
    pub facet_proof: Option<FacetProof>,
    /// Whether a core has a curved feature.
    pub curved: bool,
}

/// A normal that is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    /// Why.
    pub purpose: Purpose,
    /// The face of the polytope, by its number, whose normal it is.
    pub face: Option<u32>,
}

/// A local minimum of the support function, found by Newton's method.
#[derive(Clone, Debug, PartialEq)]
pub struct Refined {
    /// The points that carry it, 1 to 3, with their weights.
    pub carriers: Vec<(Vertex, f64)>,
    /// Steps taken.
    pub steps: u32,
}

/// A ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// Pair frame.
    pub center: DVec3,
    /// Not negative.
    pub radius: f64,
}

/// A ball in A and a ball in B.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InscribedBalls {
    /// In A.
    pub a: Ball,
    /// In B.
    pub b: Ball,
    /// Their difference, in `A − B`.
    pub difference: Ball,
    /// `r + s − |x − y|`: the depth is not less. May be negative.
    pub depth: f64,
    /// `upper − (r + s − |x − y|) ≤ ε`: whether they leave no room for a shallower direction.
    pub test: Comparison<f64>,
}

/// A point of one body and the nearest facet of the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FacetProof {
    /// Whether the facet is A's and the point B's, or the other way round.
    pub in_a: bool,
    /// The point.
    pub point: DVec3,
    /// The normal of the facet nearest to it, from A to B.
    pub normal: DVec3,
    /// `h(normal)`: the depth is not more.
    pub height: f64,
    /// How far the point lies below that facet: the depth is not less.
    pub clearance: f64,
    /// Whether both are the same, to rounding.
    pub proven: bool,
    /// `upper − lower ≤ rounding`, of these two.
    pub test: Comparison<f64>,
}

impl Snapshot for Distance {
    type Outcome = Outcome;
}
