//! Moving objects as plain data: a GJK ray cast, conservative advancement, and separating axes over time.
//!
//! Meters and seconds, pair frame at the start. B goes by `r · t` seen from A; a *place* is a length on that way.

use glam::DVec3;

use super::simplex::Subset;
use super::support::Vertex;
use super::{Snapshot, sat};
use crate::step::Comparison;

/// How a cast ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The bodies meet, proven: not before `lower` and not after `upper`.
    Hit,
    /// They overlap at the start.
    Overlapping,
    /// They touch at the start, whether they close, slide or recede: no farther apart than 10⁻¹² of their magnitude, or in exact
    /// numbers where no rounding has happened.
    Touching,
    /// They pass each other within rounding, or stand so at the start and do not close, or meet within rounding of the end: whether
    /// they touch cannot be told.
    Grazing,
    /// Apart at the start, and moving away from a plane between them.
    MovesApart,
    /// A plane separates them up to a moment, and another from then on.
    PassesBy,
    /// They do not meet before the motion is over.
    TooLate,
    /// The relative velocity is exactly 0, and they are apart.
    NoRelativeMotion,
    /// The search no longer came nearer, and did not prove either.
    Stalled,
    /// The cap on iterations.
    IterationLimit,
    /// A number of the pair or of the motion is infinite, or so large that squares overflow, or so small that they vanish.
    NotFinite,
}

impl Outcome {
    /// Whether the bodies meet; `None` where that is not known.
    pub fn hit(self) -> Option<bool> {
        match self {
            Self::Hit | Self::Overlapping | Self::Touching => Some(true),
            Self::MovesApart | Self::PassesBy | Self::TooLate | Self::NoRelativeMotion => Some(false),
            Self::Grazing | Self::Stalled | Self::IterationLimit | Self::NotFinite => None,
        }
    }

    /// Whether they meet at the very start.
    pub fn is_at_start(self) -> bool {
        matches!(self, Self::Overlapping | Self::Touching)
    }
}

/// What the next step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// B goes on towards A, as far as is proven free.
    Search,
    /// The full answer where B is now: at the start it judges, later it helps a search that rounding has stalled.
    Judge,
    /// The full answer at the surface, for the contact of curved bodies.
    Refine,
    /// Balls inside the bodies, for the upper bound.
    Balls,
    /// Of bodies in one plane, points of `A − B` on either side of the way, for the upper bound.
    Flat,
    /// The full answer a little farther on, for the upper bound.
    Probe,
    /// How far the bodies stay apart, on a miss.
    Gap,
    /// How the cast ended.
    Conclusion,
}

/// What gave the upper bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Proof {
    /// The ray pierces a triangle of points of `A − B`; in the plane it crosses a segment.
    Pierced,
    /// A point of the cores' `A − B` is as near to the ray as the balls around the cores reach.
    Radius,
    /// From a point on the surface to a ball inside: all between lies in `A − B`.
    Balls,
    /// The full answer found an overlap where B had come to.
    Overlap,
    /// The way crosses a segment between points of `A − B`, with which it lies in one plane.
    Crossed,
}

/// What stays while a cast is stepped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Path {
    /// `|r|`, meters a second.
    pub speed: f64,
    /// Whether B does not move at all, seen from A.
    pub is_still: bool,
    /// How long the motion lasts, seconds; may be infinite.
    pub t_max: f64,
    /// When B is at the end of the way that is looked along, seconds.
    pub end: f64,
    /// Whether both bodies lie in the plane z = 0.
    pub is_planar: bool,
}

/// A half space that holds all of `A − B` with its balls: `normal · x ≤ offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// Unit vector from A towards B.
    pub normal: DVec3,
    /// How far `A − B` reaches along it, rounding not included.
    pub offset: f64,
}

/// The full answer that was asked last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Full {
    /// How far the bodies are apart, or minus how deep they overlap.
    pub signed_distance: Option<f64>,
    /// Proven: the signed distance is not below this.
    pub lower: f64,
    /// Unit vector from A to B.
    pub normal: Option<DVec3>,
    /// `n · r`: how fast B moves along it, meters a second.
    pub closing: Option<f64>,
    /// The points of A and of B that are nearest.
    pub witness: [DVec3; 2],
}

/// On a miss, what is known of how far the bodies stay apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// All the way they are no nearer than this, but for rounding.
    pub distance: f64,
    /// The moment at which A and B were asked for last; `None` if it was A and all that B sweeps.
    pub last: Option<f64>,
}

/// How far B has come and what is proven.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flight {
    /// What the next step does.
    pub phase: Phase,
    /// How the search ended, if it did with a miss, at the start or unfinished.
    pub ending: Option<Outcome>,
    /// `s`: how far B has come, a place.
    pub s: f64,
    /// When it is there.
    pub t: f64,
    /// Both radii of the balls around the cores.
    pub margin: f64,
    /// Proven: contact at this place or before; infinite while none is proven.
    pub upper: f64,
    /// Proven: no contact before the first moment; contact at the second or before, infinite while none is proven.
    pub bracket: [f64; 2],
    /// What proved contact.
    pub proof: Option<Proof>,
    /// The plane that moved B last.
    pub plane: Option<Plane>,
    /// `g`: how far the plane that was found last is from `x = r · t`, but for rounding.
    pub g: f64,
    /// `ρ`: what rounding may do where B is.
    pub rounding: f64,
    /// The last full answer.
    pub full: Option<Full>,
    /// The moment about which a ball inside was looked for last.
    pub ahead: Option<f64>,
    /// On a miss, how far the bodies stay apart.
    pub gap: Option<Gap>,
    /// Whether the bounds are as near as they may be, as places.
    pub by_bracket: Comparison<f64>,
    /// `k ≥ limit`
    pub by_limit: Comparison<f64>,
}

/// The state of conservative advancement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advance {
    /// How far B has come, and what is proven.
    pub flight: Flight,
    /// `g ≤ ρ`: the gap along the normal is no more than rounding.
    pub by_gap: Comparison<f64>,
}

impl Snapshot for Advance {
    type Outcome = Outcome;
}

/// The state of a GJK ray cast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayCast {
    /// How far B has come, and what is proven.
    pub flight: Flight,
    /// `W`, points of the cores' `A − B` in fixed slots; only those in `filled` count. B is where it stands at the start.
    pub simplex: [Vertex; 4],
    /// Which slots are vertices of `W`.
    pub filled: Subset,
    /// `λ`: barycentric coordinates of the point of `conv(W)` nearest to `x`.
    pub lambda: [f64; 4],
    /// From the nearest point of `conv(W)` to `x`.
    pub u: DVec3,
    /// `|u|`; infinite before the first step.
    pub apart: f64,
    /// Where the last support was looked for, a unit vector from A towards B.
    pub looked: DVec3,
    /// The slot that received `p`, whether or not it stayed.
    pub slot: u8,
    /// `W ∪ {p}` as the last step reduced it.
    pub joined: Subset,
    /// The members of `W ∪ {p}` that the ray pierces, if that gave the upper bound of this step.
    pub pierced: Subset,
    /// `|u| − μ ≤ 2ρ`: `x` is on the surface, balls included.
    pub by_surface: Comparison<f64>,
    /// `max(upper − lower, |u| − μ) ≤ asked`: the bracket is as narrow as was asked, and `W` as near to the contact.
    pub by_asked: Comparison<f64>,
}

impl Snapshot for RayCast {
    type Outcome = Outcome;
}

impl RayCast {
    /// `p`, the support that was found last; before the first step zero.
    pub fn p(&self) -> Vertex {
        self.simplex[usize::from(self.slot)]
    }
}

/// A line of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// Of the static test.
    Of(sat::Axis),
    /// Of bodies that are points or segments: along the motion (0), or across it.
    Motion(u8),
}

/// A line that a sweep tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried {
    /// Which.
    pub axis: Axis,
    /// Unit vector.
    pub normal: DVec3,
    /// The places between which the shadows on it overlap; infinite where they always or never do.
    pub span: [f64; 2],
    /// How fast B's shadow moves along the normal, seen from A's, as a share of `|r|`.
    pub w: f64,
    /// Whether the bodies are apart on it at the start and do not come nearer.
    pub recedes: bool,
    /// The plane of `A − B` that it stands for when the shadows begin to overlap.
    pub plane: Plane,
    /// Where A's shadow ends along that plane's normal, from A's origin.
    pub end_of_a: f64,
}

/// What the next step of a sweep does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SweepPhase {
    /// A line is tried.
    Lines,
    /// How far the bodies stay apart, of a miss that was found so.
    Gap(Outcome),
    /// Nothing: it ended so.
    End(Outcome),
}

/// The state of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// What the next step does.
    pub phase: SweepPhase,
    /// The line of this step; none in one that found no line left, or that looked for the gap.
    pub now: Option<Tried>,
    /// The running intersection: proven, the bodies do not overlap before the first place nor after the second.
    pub meet: [f64; 2],
    /// Lines so far.
    pub tried: u32,
    /// How far the bodies stay apart, of a miss.
    pub gap: Option<Gap>,
    /// Whether the intervals of all lines so far have nothing in common, as places.
    pub by_empty: Comparison<f64>,
    /// Whether they begin to have something in common only after the motion, as places.
    pub by_end: Comparison<f64>,
    /// Whether the line of this step is one of a row of them.
    pub in_row: bool,
    /// Of a step that tries several lines at once, the states that it would have had after each of them but the last, line by
    /// line.
    pub between: Vec<Self>,
}

impl Sweep {
    /// The states before and after each line of the step that ends in this state and began in `before`.
    pub fn line_by_line<'a>(&'a self, before: &'a Self) -> impl Iterator<Item = [&'a Self; 2]> {
        let after = || self.between.iter().chain([self]);
        std::iter::once(before).chain(&self.between).zip(after()).map(|(before, after)| [before, after])
    }
}

impl Snapshot for Sweep {
    type Outcome = Outcome;
}

/// What a cast found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// How it ended.
    pub outcome: Outcome,
    /// First contact: the best estimate, inside the bounds. `None` where none is proven.
    pub t_first: Option<f64>,
    /// Proven: no contact before this moment. `t_max` on a miss.
    pub lower: f64,
    /// Proven: contact at this moment or before. `None` where there is none, or none is proven.
    pub upper: Option<f64>,
    /// Separating axes alone: last contact, at most `t_max`.
    pub t_last: Option<f64>,
    /// Unit vector from A to B at first contact; on a miss along the gap.
    pub normal: Option<DVec3>,
    /// The points of A and of B that meet, where B is at `t_first`.
    pub witness: Option<[DVec3; 2]>,
    /// On a miss, how far the bodies stay apart: not less than this is proven.
    pub gap: Option<f64>,
    /// Supports, queries or axes, and what came after them.
    pub iterations: u32,
}
