//! One step of GJK as people see it: in `f64`, in the coordinates of the panes, every vertex with its number.

use glam::DVec3;

use super::super::{PairContext, StopTest};
use crate::answer::number::rounding;
use crate::snapshot::gjk::{Gjk, Outcome};
use crate::snapshot::simplex::members;
use crate::snapshot::support::Vertex;
use crate::step::Comparison;

/// A vertex of the simplex and its partners.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Corner {
    /// Counts the support points of a run: `w3` is the fourth.
    pub id: usize,
    /// In the configuration-space pane.
    pub w: DVec3,
    /// In the world pane.
    pub a: DVec3,
    /// In the world pane.
    pub b: DVec3,
    /// Of A and of B.
    pub features: [u32; 2],
    /// The share of this corner in `v`; none if it is not part of the simplex that holds `v`.
    pub lambda: Option<f64>,
}

impl Corner {
    fn new(id: usize, vertex: &Vertex, lambda: Option<f64>, context: &PairContext) -> Self {
        Self {
            id,
            w: context.space.cso(vertex.w),
            a: context.space.world(vertex.a),
            b: context.space.world(vertex.b),
            features: vertex.features,
            lambda,
        }
    }

    /// The key of its mark: `w/3`, `a/3`, `b/3`.
    pub fn key(&self, letter: &str) -> String {
        format!("{letter}/{}", self.id)
    }

    /// What it is called: `w3`, `a3`, `b3`.
    pub fn name(&self, letter: &str) -> String {
        format!("{letter}{}", self.id)
    }
}

/// Bounds of the distance of the cores, meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    /// `μ`: best of all supporting planes so far; may be negative.
    pub lower: f64,
    /// The least `|v|` so far; infinite before there is any.
    pub upper: f64,
}

/// How far a step has come: every number that a beat shows is of this moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Moment {
    /// `w` is found.
    Found,
    /// Its plane has been told to `μ`.
    Bounded,
    /// `w` is a vertex of `W`.
    Added,
    /// `w` brought nothing and is given back.
    GivenBack,
    /// `v` is the nearest point of all of `W`.
    Reduced,
    /// `W` is the part that holds it.
    Dropped,
    /// `d` points from it to the origin.
    Aimed,
}

impl Moment {
    /// The moment of a line of the listing.
    pub fn of(line: &str, view: &StepView) -> Self {
        match line {
            "support" => Self::Found,
            "bound" => Self::Bounded,
            "add" => Self::Added,
            "reduce" => Self::Reduced,
            "drop" => Self::Dropped,
            "direction" if view.end.is_none() => Self::Aimed,
            "stop-progress" => Self::GivenBack,
            _ if view.joined.is_empty() => Self::Bounded,
            _ => Self::Dropped,
        }
    }

    /// Whether the test of this line is tried at this moment.
    pub fn tries(self, line: &str) -> bool {
        match line {
            "stop-progress" => matches!(self, Self::GivenBack | Self::Reduced),
            "stop-inside" | "stop-vanished" | "stop-limit" => self >= Self::Dropped,
            _ => matches!(self, Self::Bounded | Self::Added),
        }
    }
}

/// One step, in the coordinates of the panes.
#[derive(Clone, Debug)]
pub(super) struct StepView {
    /// `W` before the step, with its weights.
    pub before: Vec<Corner>,
    /// `v` before the step; the first guess if `W` was empty.
    pub v: DVec3,
    /// `d`, world axes, a unit vector.
    pub direction: DVec3,
    /// The new support point, if the step got that far.
    pub w: Option<Corner>,
    /// `g`: what the new plane alone proves, meters.
    pub plane: f64,
    /// After the support point, before `v` moves.
    pub bounds: Bounds,
    /// `μ` before the step.
    pub lower_before: f64,
    /// `W ∪ {w}` with the weights of the nearest point; empty if the step ended before.
    pub joined: Vec<Corner>,
    /// `W` after the step.
    pub after: Vec<Corner>,
    /// `v` after the step.
    pub v_after: DVec3,
    /// `d` after the step: where the next search goes.
    pub next: DVec3,
    /// The least `|v|` after the step.
    pub upper_after: f64,
    /// Radii of the balls that were left out of A and B, together.
    pub margin: f64,
    /// Whether the run is in `f32`.
    pub single: bool,
    /// The tests that were tried, in order.
    pub stops: Vec<StopTest>,
    /// Whether the sub-algorithm's answer was no nearer, so that every face of the simplex was asked.
    pub backup: bool,
    /// How the run ended, if it did in this step.
    pub end: Option<Outcome>,
}

impl StepView {
    /// The step between two states, whose slots hold the support points of these `numbers`.
    pub fn of(
        (before, after): (&Gjk, &Gjk),
        [old, new]: [&[usize; 4]; 2],
        end: Option<Outcome>,
        context: &PairContext,
    ) -> Self {
        let corner = |state: &Gjk, numbers: &[usize; 4], i: usize| {
            let lambda = (state.filled >> i & 1 == 1).then_some(state.lambda[i]);
            Corner::new(numbers[i], &state.simplex[i], lambda, context)
        };
        let stepped = after.k > before.k;
        let joined = if stepped { after.joined } else { 0 };
        Self {
            before: members(before.filled).map(|i| corner(before, old, i)).collect(),
            v: context.space.cso(before.v),
            direction: context.space.cso(before.d),
            w: after.w.as_ref().filter(|_| stepped).map(|w| Corner::new(before.k as usize, w, None, context)),
            plane: after.g,
            bounds: Bounds { lower: after.mu, upper: before.upper },
            lower_before: before.mu,
            joined: members(joined).map(|i| corner(after, new, i)).collect(),
            after: members(after.filled).map(|i| corner(after, new, i)).collect(),
            v_after: context.space.cso(after.v),
            next: context.space.cso(after.d),
            upper_after: after.upper,
            margin: after.margin,
            single: context.single,
            stops: before.next_tests.iter().filter(|_| stepped).map(stop_test).collect(),
            backup: stepped && after.backup,
            end,
        }
    }

    /// What lengths may be off by, meters: beside the corner of the simplex that is farthest from the origin.
    pub fn rounding(&self) -> f64 {
        let corners = self.before.iter().chain(&self.joined).chain(&self.after).chain(&self.w);
        rounding(corners.map(|corner| corner.w.length()).fold(0.0, f64::max), self.single)
    }

    /// Whether the new plane is better than all before.
    pub fn rose(&self) -> bool {
        self.bounds.lower > self.lower_before
    }

    /// Whether the nearest point of `W ∪ {w}` was looked for.
    pub fn tried(&self) -> bool {
        self.end.is_none_or(|end| !EARLY.contains(&end))
    }

    /// How far `−v/|v|` is from the next direction, where that is better known.
    pub fn off(&self) -> Option<f64> {
        Some((-self.v_after.normalize_or_zero()).distance(self.next)).filter(|off| *off > 1e-9)
    }

    /// Whether the run ended in this step with cores that overlap or touch.
    pub fn overlaps(&self) -> bool {
        matches!(self.end, Some(Outcome::Inside | Outcome::Vanished))
    }
}

/// The endings that come before `w` joins `W`, in the order in which they are tested.
const EARLY: [Outcome; 4] = [Outcome::RelativeGap, Outcome::AbsoluteGap, Outcome::RoundingGap, Outcome::Repeated];

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
    StopTest::new(super::name(*outcome), super::line(*outcome), formula, *compared)
}
