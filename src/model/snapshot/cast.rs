//! States of the casts of bodies that move without rotation, as plain data: GJK ray cast, conservative advancement, and
//! sweep of separating axes. A cast computes the time of first contact.
//!
//! - **Frame.** The pair frame at the start: A's axes and origin. Seen from A, body B has moved by `r · t` at the time
//!   `t`, with the relative velocity `r`. Meters and seconds.
//! - **Path.** The ray `x = r · t`. The bodies touch when `x` enters `A − B`. A *position on the path* is the length
//!   `|r| · t`, meters.
//! - **Cores and balls.** A body is a *core* and a ball of the radius `μ` around every point of the core; `W`, `λ` and
//!   `u` of the GJK ray cast belong to the cores.

use glam::DVec3;

use super::simplex::Subset;
use super::support::Vertex;
use super::{Snapshot, sat};
use crate::step::Comparison;

/// Ending of a cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Outcome {
    /// The bodies are proven to touch for the first time during the motion, between the two bounds of the answer.
    Hit,
    /// The bodies overlap at the start.
    Overlapping,
    /// The bodies touch at the start, whether they approach, slide or recede: their distance is at most 10⁻¹² of their
    /// magnitude, or exactly 0 if no number was rounded.
    Touching,
    /// Contact cannot be decided: the bodies pass each other at a distance below rounding error, are that close at the
    /// start without approaching, or meet at the end of the motion to rounding.
    Grazing,
    /// The bodies are separate at the start, and B moves away from a separating plane.
    MovesApart,
    /// One plane separates the bodies up to a moment, and another plane from that moment on.
    PassesBy,
    /// The bodies do not touch before the motion ends.
    TooLate,
    /// The relative velocity is exactly 0, and the bodies are separate.
    NoRelativeMotion,
    /// The search made no more progress and proved neither a hit nor a miss.
    Stalled,
    /// The iteration limit was reached.
    IterationLimit,
    /// A number of the pair or of the motion is infinite, so large that squares overflow, or so small that squares
    /// underflow.
    NotFinite,
}

impl Outcome {
    /// Returns whether the bodies touch or overlap at some time of the motion; `None` if that is not known.
    pub fn hit(self) -> Option<bool> {
        match self {
            Self::Hit | Self::Overlapping | Self::Touching => Some(true),
            Self::MovesApart | Self::PassesBy | Self::TooLate | Self::NoRelativeMotion => Some(false),
            Self::Grazing | Self::Stalled | Self::IterationLimit | Self::NotFinite => None,
        }
    }

    /// Returns whether the bodies touch or overlap at the start.
    pub fn is_at_start(self) -> bool {
        matches!(self, Self::Overlapping | Self::Touching)
    }
}

/// Phase that the next step executes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Advance of B towards A, as far as is proven free.
    Search,
    /// Distance query at B's current position: decides contact at the start, and later helps a search stalled by
    /// rounding.
    Query,
    /// Distance query at the surface, for the contact of curved bodies.
    Refine,
    /// Upper bound from balls inscribed in the bodies.
    Balls,
    /// Upper bound for bodies in one plane, from points of `A − B` on either side of the path.
    Flat,
    /// Upper bound from a distance query slightly later on the path.
    Probe,
    /// Least distance of the bodies on a miss.
    Gap,
    /// Choice of the ending.
    Conclusion,
}

/// Source of the upper bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Proof {
    /// The ray pierces a triangle of points of `A − B` (in the plane, a segment).
    Pierced,
    /// A point of the cores' `A − B` is as close to the ray as the sum of the radii of the balls around the cores.
    Radius,
    /// The path enters the hull of a surface point and an inscribed ball, which lies in `A − B`.
    Balls,
    /// A distance query found an overlap at B's position.
    Overlap,
    /// The path crosses a segment between points of `A − B` in its own plane.
    Crossed,
}

/// Constants of a cast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Path {
    /// `|r|`: speed of B relative to A, m/s.
    pub speed: f64,
    /// Whether B does not move relative to A.
    pub is_still: bool,
    /// Duration of the motion, seconds; may be infinite.
    pub t_max: f64,
    /// Time when B reaches the end of the searched path, seconds.
    pub end: f64,
    /// Whether both bodies lie in the plane z = 0.
    pub is_planar: bool,
}

/// A half-space that contains `A − B` including the balls around the cores: `normal · x ≤ offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// Unit vector from A towards B.
    pub normal: DVec3,
    /// Extent of `A − B` along `normal`, meters; rounding error not included.
    pub offset: f64,
}

/// Result of a distance query at a position of B on the path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QueryResult {
    /// Signed distance, meters; negative where the bodies overlap. `None` if only the bracket is known.
    pub signed_distance: Option<f64>,
    /// Proven lower bound of the signed distance, meters.
    pub lower: f64,
    /// Unit vector from A to B; `None` if no axis was found.
    pub normal: Option<DVec3>,
    /// `n · r`: speed of B along the normal, m/s; negative when the bodies approach.
    pub closing: Option<f64>,
    /// Closest or deepest points of A and of B, pair frame, meters.
    pub witness: [DVec3; 2],
}

/// Least distance of the bodies on a miss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// Lower bound of the distance during the whole motion, meters; rounding error not included.
    pub distance: f64,
    /// Time of the last distance query, seconds; `None` if the query was between A and the volume swept by B.
    pub time: Option<f64>,
}

/// Progress of B along the path and the proven bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastProgress {
    /// Phase that the next step executes.
    pub phase: Phase,
    /// Ending of the search after a miss, a contact at the start or an unfinished search; `None` otherwise.
    pub ending: Option<Outcome>,
    /// `s`: position of B on the path, meters.
    pub s: f64,
    /// Time when B is at `s`, seconds.
    pub t: f64,
    /// Sum of the radii of the balls around the cores, meters.
    pub margin: f64,
    /// Proven upper bound of the contact's position on the path, meters; infinite while no contact is proven.
    pub upper: f64,
    /// Proven bounds of the time of contact, seconds: no contact before the first; contact not later than the second,
    /// which is infinite while no contact is proven.
    pub bracket: [f64; 2],
    /// Source of the upper bound; `None` while no contact is proven.
    pub proof: Option<Proof>,
    /// Supporting plane of the last advance of B; `None` before the first.
    pub plane: Option<Plane>,
    /// `g`: distance of the last supporting plane from `x = r · t`, meters; rounding error not included.
    pub g: f64,
    /// `ρ`: bound of the rounding error at B's position, meters.
    pub rounding: f64,
    /// Result of the last distance query; `None` before the first.
    pub last_query: Option<QueryResult>,
    /// Ends of the last segment of points of `A − B` whose crossing with the path was computed, with B at its start
    /// position; `None` before the first.
    pub segment: Option<[DVec3; 2]>,
    /// Time at which the last inscribed ball was tried, seconds; `None` before the first.
    pub ball_time: Option<f64>,
    /// Least distance of the bodies on a miss; `None` before it is computed and otherwise.
    pub gap: Option<Gap>,
    /// `upper − lower ≤ tolerance`, in positions on the path, meters: the bracket is as narrow as requested.
    pub by_bracket: Comparison<f64>,
    /// `k ≥ limit`: the iteration limit is reached.
    pub by_limit: Comparison<f64>,
}

/// State of conservative advancement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advance {
    /// Progress of B along the path and the proven bounds.
    pub progress: CastProgress,
    /// `g ≤ ρ`: the gap along the normal is below rounding error.
    pub by_gap: Comparison<f64>,
}

impl Snapshot for Advance {
    type Outcome = Outcome;
}

/// State of a GJK ray cast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayCast {
    /// Progress of B along the path and the proven bounds.
    pub progress: CastProgress,
    /// `W`: points of the cores' `A − B` in fixed slots, with B at its start position; only slots in `filled` are
    /// valid.
    pub simplex: [Vertex; 4],
    /// Slots of `simplex` that hold vertices of `W`.
    pub filled: Subset,
    /// `λ`: barycentric coordinates of the point of `conv(W)` nearest to `x`; 0 in empty slots.
    pub lambda: [f64; 4],
    /// Vector from the nearest point of `conv(W)` to `x`, meters.
    pub u: DVec3,
    /// `|u|`, meters; infinite before the first step.
    pub u_length: f64,
    /// Unit direction of the last support point, from A towards B.
    pub search_direction: DVec3,
    /// Slot that received the support point `p`, whether or not `p` was kept.
    pub slot: u8,
    /// `W ∪ {p}` before the last step reduced it.
    pub joined: Subset,
    /// Members of `W ∪ {p}` whose face the ray pierces, if that gave the upper bound of this step; otherwise empty.
    pub pierced: Subset,
    /// `|u| − μ ≤ 2ρ`: `x` is on the surface of `A − B` including the balls.
    pub by_surface: Comparison<f64>,
    /// `max(upper − lower, |u| − μ) ≤ tolerance`: the bracket is as narrow as requested, and `W` is that close to the
    /// contact.
    pub by_tolerance: Comparison<f64>,
}

impl Snapshot for RayCast {
    type Outcome = Outcome;
}

impl RayCast {
    /// Returns `p`, the last support point; zero before the first step.
    pub fn p(&self) -> Vertex {
        self.simplex[usize::from(self.slot)]
    }
}

/// An axis of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// An axis of the static separating axis test.
    Static(sat::Axis),
    /// For bodies that are points or segments: an axis along the motion (0) or across it.
    Motion(u8),
}

/// An axis that the sweep tested.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestedAxis {
    /// Feature that defines the axis.
    pub axis: Axis,
    /// Unit vector of the axis, pair frame.
    pub normal: DVec3,
    /// Interval of positions on the path in which the intervals of A and B on this axis overlap, meters: `[−∞, ∞]` if
    /// they always overlap, `[∞, −∞]` if they never do.
    pub span: [f64; 2],
    /// `w`: speed of B's interval along the normal relative to A's, as a fraction of `|r|`; from −1 to 1.
    pub w: f64,
    /// Whether the bodies are separate on this axis at the start and do not approach along it.
    pub recedes: bool,
    /// Supporting plane of `A − B` that B crosses when the intervals begin to overlap.
    pub plane: Plane,
    /// End of A's interval along the normal of `plane`, meters from A's origin.
    pub end_of_a: f64,
}

/// Phase that the next step of a sweep executes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SweepPhase {
    /// Test of an axis.
    Axes,
    /// Least distance of the bodies, for a miss with this ending.
    Gap(Outcome),
    /// No step: the sweep has ended.
    End(Outcome),
}

/// State of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// Phase that the next step executes.
    pub phase: SweepPhase,
    /// Axis of the last step; `None` if that step found no axis left or computed the least distance.
    pub last_tested: Option<TestedAxis>,
    /// Intersection of the intervals of all axes tested, as positions on the path in meters: the bodies are proven not
    /// to overlap before the first or after the second.
    pub overlap: [f64; 2],
    /// Number of axes tested.
    pub tested: u32,
    /// Least distance of the bodies on a miss; `None` before it is computed and otherwise.
    pub gap: Option<Gap>,
    /// Whether `overlap` is empty: its end is before its start, as positions on the path, meters.
    pub by_empty: Comparison<f64>,
    /// Whether `overlap` begins after the end of the motion, as positions on the path, meters.
    pub by_end: Comparison<f64>,
    /// Whether the step of this axis tests several axes at once.
    pub in_row: bool,
    /// States after each axis but the last of a step that tests several axes at once, in order; empty for a step that
    /// tests one axis.
    pub between: Vec<Self>,
}

impl Sweep {
    /// Returns the states before and after each axis of the step that began in `before` and ended in this state.
    pub fn axis_by_axis<'a>(&'a self, before: &'a Self) -> impl Iterator<Item = [&'a Self; 2]> {
        let states_before = std::iter::once(before).chain(&self.between);
        let states_after = self.between.iter().chain([self]);
        states_before.zip(states_after).map(|(before, after)| [before, after])
    }
}

impl Snapshot for Sweep {
    type Outcome = Outcome;
}

/// Result of a cast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// Ending of the cast.
    pub outcome: Outcome,
    /// Time of first contact, seconds: best estimate, inside the bounds. `None` if no contact is proven.
    pub t_first: Option<f64>,
    /// Proven: no contact before this time, seconds. `t_max` on a miss.
    pub lower: f64,
    /// Proven: contact not later than this time, seconds. `None` if no contact is proven.
    pub upper: Option<f64>,
    /// Time of last contact, at most `t_max`, seconds; `None` without a contact, and from methods other than separating
    /// axes.
    pub t_last: Option<f64>,
    /// Unit vector from A to B at first contact; on a miss, along the least distance. `None` if no axis was found.
    pub normal: Option<DVec3>,
    /// Contact points on A and on B, with B where it is at `t_first`; `None` without a contact, and where the method
    /// gives none.
    pub witness: Option<[DVec3; 2]>,
    /// Proven lower bound of the distance during the whole motion, meters; only on a miss.
    pub gap: Option<f64>,
    /// Number of support points, queries or axes, including those of the closing phases.
    pub iterations: u32,
}
