//! Data of one GJK step for its pictures, sentences and tables, made from the recorded states before and after the
//! step: in `f64`, in the coordinates of the views, with numbered support points.

use contact_lens_model::answer::number::rounding;
use contact_lens_model::snapshot::gjk::{Gjk, Outcome};
use contact_lens_model::snapshot::simplex::members;
use contact_lens_model::step::Comparison;
use glam::DVec3;

use super::super::{PairContext, StopTest};
use super::simplex_view::SimplexVertex;

/// Bounds of the distance of the cores, meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    /// Bound `μ`, from the best supporting plane so far; negative if no plane separates the cores.
    pub lower: f64,
    /// Smallest `|v|` so far; infinite before the first.
    pub upper: f64,
}

/// Distance between two unit vectors up to which they count as the same direction.
const SAME_DIRECTION: f64 = 1e-9;

/// Moment of a step, to which all numbers of a beat refer. Later moments compare greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Moment {
    /// `w` is found.
    SupportFound,
    /// `μ` includes the plane of `w`.
    BoundUpdated,
    /// `w` is a vertex of `W`.
    VertexAdded,
    /// `w` brought no progress and is discarded.
    VertexDiscarded,
    /// `v` is the nearest point of all of `W`.
    NearestPointFound,
    /// `W` is reduced to the face that contains `v`.
    SimplexReduced,
    /// `d` points from `v` to the origin.
    DirectionFound,
}

impl Moment {
    /// Returns the moment of the listing's line with the label `line`. A test at the end of the run belongs to the
    /// bound if `w` did not join the simplex, otherwise to the reduced simplex.
    pub fn of(line: &str, view: &GjkView) -> Self {
        match line {
            "support" => Self::SupportFound,
            "bound" => Self::BoundUpdated,
            "add" => Self::VertexAdded,
            "reduce" => Self::NearestPointFound,
            "drop" => Self::SimplexReduced,
            "direction" if view.end.is_none() => Self::DirectionFound,
            "stop-progress" => Self::VertexDiscarded,
            _ if view.joined.is_empty() => Self::BoundUpdated,
            _ => Self::SimplexReduced,
        }
    }

    /// Whether the stop test at this line of the listing is evaluated at this moment.
    pub fn evaluates_test(self, line: &str) -> bool {
        match line {
            "stop-progress" => matches!(self, Self::VertexDiscarded | Self::NearestPointFound),
            "stop-inside" | "stop-vanished" | "stop-limit" => self >= Self::SimplexReduced,
            _ => matches!(self, Self::BoundUpdated | Self::VertexAdded),
        }
    }
}

/// One step, in the coordinates of the views; positions in meters, in the configuration space.
#[derive(Clone, Debug)]
pub(super) struct GjkView {
    /// `W` before the step, with its weights.
    pub before: Vec<SimplexVertex>,
    /// Point `v` of the simplex nearest to the origin before the step; the initial guess if `W` was empty.
    pub v: DVec3,
    /// Search direction `d`, unit vector.
    pub direction: DVec3,
    /// New support point; `None` if the step found none.
    pub w: Option<SimplexVertex>,
    /// Lower bound `g` of the distance of the cores from the new plane alone, meters; negative if the plane has the
    /// origin on its inner side.
    pub plane: f64,
    /// Bounds after the support point, before `v` changes.
    pub bounds: Bounds,
    /// Lower bound `μ` before the step, meters.
    pub lower_before: f64,
    /// Unit normal of the plane that gives `μ` after the step, configuration space; zero without one.
    pub best_normal: DVec3,
    /// `W ∪ {w}` with the weights of the nearest point; empty if the step ended earlier.
    pub joined: Vec<SimplexVertex>,
    /// `W` after the step.
    pub after: Vec<SimplexVertex>,
    /// Point `v` after the step.
    pub v_after: DVec3,
    /// Search direction of the next step, unit vector.
    pub next: DVec3,
    /// Smallest `|v|` after the step, meters.
    pub upper_after: f64,
    /// Sum of the margins of A and B, which the cores exclude, meters.
    pub margin: f64,
    /// Whether the run computes in `f32`.
    pub is_single: bool,
    /// Evaluated stop tests, in order.
    pub stops: Vec<StopTest>,
    /// Whether the sub-algorithm brought no progress, so that the backup procedure tested all faces of the simplex.
    pub used_backup: bool,
    /// Outcome, if the run ended in this step.
    pub end: Option<Outcome>,
}

impl GjkView {
    /// Returns the data of the step between two states. `old` and `new` are the numbers of the support points in the
    /// slots of these states; `end` is the outcome if the run ends in the step.
    pub fn of(
        (before, after): (&Gjk, &Gjk),
        [old, new]: [&[usize; 4]; 2],
        end: Option<Outcome>,
        context: &PairContext,
    ) -> Self {
        let has_stepped = after.k > before.k;
        let joined = if has_stepped { after.joined } else { 0 };
        let w = if has_stepped { after.w.as_ref() } else { None };
        let tests = if has_stepped { &before.next_tests[..] } else { &[] };
        Self {
            before: members(before.filled).map(|slot| vertex_in_slot(context, before, old, slot)).collect(),
            v: context.space.cso(before.v),
            direction: context.space.cso(before.d),
            w: w.map(|w| SimplexVertex::in_space(before.k as usize, w, None, context)),
            plane: after.g,
            bounds: Bounds { lower: after.mu, upper: before.upper },
            lower_before: before.mu,
            best_normal: after.answer.normal.map_or(DVec3::ZERO, |n| context.space.cso(n)),
            joined: members(joined).map(|slot| vertex_in_slot(context, after, new, slot)).collect(),
            after: members(after.filled).map(|slot| vertex_in_slot(context, after, new, slot)).collect(),
            v_after: context.space.cso(after.v),
            next: context.space.cso(after.d),
            upper_after: after.upper,
            margin: after.margin,
            is_single: context.single,
            stops: tests.iter().map(stop_test).collect(),
            used_backup: has_stepped && after.backup,
            end,
        }
    }

    /// Rounding error of lengths, meters, from the vertex farthest from the origin.
    pub fn rounding(&self) -> f64 {
        let vertices = self.before.iter().chain(&self.joined).chain(&self.after).chain(&self.w);
        let size = vertices.map(|vertex| vertex.w.length()).fold(0.0, f64::max);
        rounding(size, self.is_single)
    }

    /// Whether the new plane gives a better lower bound than all previous ones.
    pub fn lower_bound_rose(&self) -> bool {
        self.bounds.lower > self.lower_before
    }

    /// Returns the vector from the origin to the plane that gives the lower bound, configuration space; `None` if this
    /// is the new plane, or the only one.
    pub fn foot_on_earlier_plane(&self) -> Option<DVec3> {
        let lower = self.bounds.lower;
        let is_earlier = !self.before.is_empty() && self.plane < lower && lower.is_finite();
        let has_normal = self.best_normal != DVec3::ZERO;
        if is_earlier && has_normal { Some(-self.best_normal * lower) } else { None }
    }

    /// Returns the vertex of `W` through which the earlier plane of the lower bound passes; `None` without such a
    /// plane, and if its vertex is not in `W` any more.
    pub fn vertex_in_earlier_plane(&self) -> Option<&SimplexVertex> {
        let foot = self.foot_on_earlier_plane()?;
        let mut nearest: Option<(f64, &SimplexVertex)> = None;
        for vertex in &self.before {
            let height = self.best_normal.dot(vertex.w - foot).abs();
            if nearest.is_none_or(|(least, _)| height.total_cmp(&least).is_lt()) {
                nearest = Some((height, vertex));
            }
        }
        let (height, vertex) = nearest?;
        // Four rounding errors of a length: the dot product has three terms, all of rounded numbers.
        (height <= 4.0 * self.rounding()).then_some(vertex)
    }

    /// Whether the nearest point of `W ∪ {w}` was computed.
    pub fn computed_nearest_point(&self) -> bool {
        self.end.is_none_or(|end| !ENDINGS_BEFORE_JOINING.contains(&end))
    }

    /// Returns the distance between the unit vectors `−v/|v|` and the next direction, which differ if the engine
    /// corrected the direction of a short `v`; `None` for the same direction.
    pub fn direction_correction(&self) -> Option<f64> {
        let to_origin = -self.v_after.normalize_or_zero();
        let correction = to_origin.distance(self.next);
        (correction > SAME_DIRECTION).then_some(correction)
    }

    /// Whether the run ended in this step with cores that overlap or touch.
    pub fn overlaps(&self) -> bool {
        matches!(self.end, Some(Outcome::Inside | Outcome::Vanished))
    }
}

/// Vertex in the slot `slot` of a state, with its weight if the state keeps it. `numbers` are those of the support
/// points by slot.
fn vertex_in_slot(context: &PairContext, state: &Gjk, numbers: &[usize; 4], slot: usize) -> SimplexVertex {
    let is_kept = state.filled >> slot & 1 == 1;
    let lambda = is_kept.then_some(state.lambda[slot]);
    SimplexVertex::in_space(numbers[slot], &state.simplex[slot], lambda, context)
}

/// Endings before `w` joins `W`, in the order of their tests.
const ENDINGS_BEFORE_JOINING: [Outcome; 4] =
    [Outcome::RelativeGap, Outcome::AbsoluteGap, Outcome::RoundingGap, Outcome::Repeated];

/// Stop test of an outcome, with its formula and the engine's comparison. `Degenerate` has no test.
fn stop_test((outcome, compared): &(Outcome, Comparison<f64>)) -> StopTest {
    let formula = match outcome {
        Outcome::RelativeGap => "|v| − μ ≤ ε_rel · |signed distance|",
        Outcome::AbsoluteGap => "|v|² − v·w ≤ ε_abs²",
        Outcome::RoundingGap => "|v| − μ ≤ rounding",
        Outcome::Repeated => "min |w − wᵢ| = 0",
        Outcome::NoProgress => "max(fall of |v|, rise of μ) ≤ 0",
        Outcome::Inside => "|W| = 4",
        Outcome::Vanished => "|v|² ≤ ε² · max|w|²",
        Outcome::IterationLimit => "k ≥ limit",
        Outcome::Degenerate => "",
    };
    let ending = super::ending(*outcome);
    StopTest::new(ending.name, ending.line, formula, *compared)
}
