//! Lesson of ISA-GJK (incremental separating-axis GJK), an intersection test: each search direction is tested as a
//! separating axis, and in a moving scene the axis of the previous frame saves iterations.
//!
//! [`lesson`] turns the recorded states of a run into beats (narrated sub-steps) and quiz questions, [`verdict`] makes
//! its answer, and [`strip`] compares the iterations of all frames. Boolean GJK shares [`choice`],
//! [`distance_fallback`] and [`vertices`].

pub mod choice;
pub mod distance_fallback;
mod narration;
pub mod vertices;
mod view;

use contact_lens_model::answer::number::{self, length};
use contact_lens_model::answer::{Finding, PairFinding, PairStatus, Proof};
use contact_lens_model::snapshot::answer::{Answer, Status};
use contact_lens_model::snapshot::isa_gjk::{IsaGjk, Outcome};
use contact_lens_model::step::Comparison;
use contact_lens_picture::{Camera, Role};
use glam::DVec3;

use crate::context::pair_verdict::ending_name;
use crate::recorded::narrated::Step;
use crate::{
    Beat, Card, Choice, Ending, FrameCategory, FrameStrip, Lesson, Narrated, Narration, PAIR, PairContext, PlotAxis,
    Recording, Row, Series, SourceFile, StopTest, Table, Verdict, View, ViewKind,
};
use distance_fallback::DistanceFallback;
use view::IsaGjkView;

/// Card of ISA-GJK.
pub const CARD: Card = Card {
    id: "isa_gjk",
    title: "ISA-GJK",
    summary: "Do two convex bodies overlap, and if not, along which axis are they apart?",
    sources: &["Advanced Collision Detection, 2011: intersection test", "van den Bergen 1999"],
    listing: include_str!("../../engine/dim3/isa_gjk/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/source/dim3/isa_gjk/stepper.rs",
        text: include_str!("../../engine/dim3/isa_gjk/stepper.rs"),
    }],
    views: PAIR,
    plot_over: PlotAxis::Step,
    series: &[Series { name: "gap g", role: Role::Lower }, Series { name: "|v|", role: Role::Upper }],
    endings: ENDINGS,
};

/// Iterations of one frame of a moving scene, with the previous frame's axis as the first direction and without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameCount {
    /// Iterations from the previous frame's axis.
    pub cached: u32,
    /// Iterations from a cold start.
    pub cold: u32,
    /// Whether the pair was proven apart.
    pub apart: bool,
}

/// Returns the lesson of a recorded test. `support_points` are the support points `w` of all iterations in order, pair
/// frame, meters: a vertex is named by its index among them.
pub fn lesson(
    recording: Box<dyn Recording<IsaGjk>>,
    verdict: Verdict,
    support_points: Vec<DVec3>,
    context: PairContext,
) -> Box<dyn Lesson> {
    Box::new(Narrated { recording, context, verdict, narration: AxisNarration { support_points } })
}

endings! {
    pub fn ending(Outcome), ENDINGS:
    Outcome::Separated => success "Separated" at "separated":
        "The plane through w separates A − B from the origin.";
    Outcome::Inside => success "Inside" called "Overlapping" at "inside":
        "The origin lies inside the tetrahedron W, deeper than rounding error: the bodies overlap.";
    Outcome::Shallow => success "Shallow" called "Margins overlap" at "shallow":
        "The distance of the cores is less than the sum of the margins: the bodies overlap.";
    Outcome::Overlapping => success "Overlapping" at "decided":
        "Rounding error stopped the test, and a distance query proves an overlap.";
    Outcome::Vanished => no_answer "Vanished" called "Contact undecided" at "decided":
        "The origin lies on the simplex W to rounding, and the distance query's bracket contains 0: contact cannot \
         be decided.";
    Outcome::Stalled => no_answer "Stalled" called "Contact undecided" at "decided":
        "No iteration improved the gap or |v|, and the distance query's bracket contains 0: contact cannot be decided.";
    Outcome::IterationLimit => no_answer "IterationLimit" at "limit":
        "The iteration limit is reached before a decision.";
    Outcome::Degenerate => failure "Degenerate" called "Invalid numbers" at "direction":
        "A coordinate of the pair is not finite, or too large to be squared.";
}

/// Verdict of an overlap test, whose `answer` is in the pair frame: no distance, but the axis with its gap, or a common
/// point. `outcome` is the name of the ending.
pub fn verdict(answer: &Answer, outcome: &'static str, context: &PairContext) -> Verdict {
    verdict_of(&context.space.answer(answer), outcome, &context.names)
}

/// Verdict of `answer`, which is in the world frame, for bodies with these names; the ending follows from the status.
pub fn verdict_in_world(answer: &Answer, names: &[String; 2]) -> Verdict {
    verdict_of(answer, ending_name(answer.status), names)
}

/// Verdict of `answer`, in the world frame, with the ending `outcome`.
fn verdict_of(answer: &Answer, outcome: &'static str, names: &[String; 2]) -> Verdict {
    let [a, b] = names;
    let status = match answer.status {
        Status::Separated => PairStatus::Separated,
        Status::Penetrating => PairStatus::Penetrating,
        Status::Touching => PairStatus::Touching,
        Status::NotConverged(_) => PairStatus::NotConverged,
    };
    let say = match answer.status {
        Status::Separated => {
            format!("{a} and {b} are at least {} apart: d is a separating axis.", length(answer.lower))
        }
        Status::Penetrating => overlap_sentence(answer, outcome, names),
        Status::Touching => format!("{a} and {b} touch: their distance is below rounding error."),
        Status::NotConverged(_) => format!("Whether {a} and {b} overlap is not decided."),
    };
    let finding = PairFinding {
        signed_distance: None,
        normal: answer.normal,
        witness_a: answer.witness_a,
        witness_b: answer.witness_b,
        proof: Proof { lower: answer.lower, upper: answer.upper, tolerance: answer.tolerance },
        status,
    };
    Verdict { outcome, say, iterations: answer.iterations, finding: Finding::Overlap(finding) }
}

/// Sentence on the proof of an overlap. It depends on the ending `outcome`: the distance query knows a least depth, the
/// test of the margins a segment between the cores, all of whose points belong to both bodies, and the simplex only one
/// common point.
fn overlap_sentence(answer: &Answer, outcome: &'static str, [a, b]: &[String; 2]) -> String {
    if outcome == ending(Outcome::Overlapping).name {
        format!("{a} and {b} overlap by at least {}.", length(-answer.upper))
    } else if outcome == ending(Outcome::Shallow).name {
        format!("{a} and {b} overlap: all points from p_A to p_B belong to both.")
    } else {
        format!("{a} and {b} overlap: the point p belongs to both.")
    }
}

/// Camera of intersection tests for a view in space: it looks along the planes across `normal`, which appear as lines,
/// and shows the gap in its true length. `None` without a normal, and in the plane.
pub(super) fn across_the_gap(view: &View, normal: DVec3) -> Option<Camera> {
    let is_space = view.kind == ViewKind::Space && normal != DVec3::ZERO;
    is_space.then(|| Camera::perpendicular_to(normal, &[]))
}

/// Narration of the tested axes, and of the simplex `W`.
struct AxisNarration {
    /// Support points `w` of all iterations in order, pair frame, meters.
    support_points: Vec<DVec3>,
}

impl Narration for AxisNarration {
    type State = IsaGjk;
    type Context = PairContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = vertices::ROLES;

    const ORTHOGRAPHIC: bool = true;

    fn card(&self) -> &'static Card {
        &CARD
    }

    fn camera(&self, view: &View, normal: DVec3) -> Option<Camera> {
        across_the_gap(view, normal)
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { before, after, end, context, verdict, detail, .. } = step;
        // Once the distance query runs, its bounds are narrated instead of the axes.
        if let (Some(_), Some(answer)) = (before.fallback_answer, after.fallback_answer) {
            let rounding = after.rounding;
            let has_ended = end.is_some();
            return DistanceFallback { answer, rounding, has_ended, card: &CARD, context, detail }.beats(verdict);
        }
        self.view(&step).beats(context, verdict)
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        if step.before.fallback_answer.is_some() {
            return Vec::new();
        }
        let view = self.view(step);
        let joined = if view.has_joined { view.joined_simplex() } else { Vec::new() };
        let least_gap = view.margin + view.rounding;
        let step = choice::SimplexStep { gap: view.g, least_gap, joined: &joined, kept: &view.after, line: "keep" };
        choice::choices(&step, beats)
    }

    fn corners(&self, state: &IsaGjk, context: &PairContext) -> Vec<DVec3> {
        state.simplex.iter().map(|vertex| context.space.cso(vertex.w)).collect()
    }
}

impl AxisNarration {
    /// View of a step, for its sentences and pictures.
    fn view(&self, step: &Step<'_, Self>) -> IsaGjkView {
        let &Step { before, after, end, context, detail, .. } = step;
        let support_points = &self.support_points;
        IsaGjkView {
            before: vertices::numbered_all(&before.simplex, &before.lambda, support_points, context),
            after: vertices::numbered_all(&after.simplex, &after.lambda, support_points, context),
            w: after.w.map(|w| vertices::numbered(&w, None, support_points, context)),
            d: context.space.cso(before.d),
            next: context.space.cso(after.d),
            v_before: context.space.cso(before.v),
            v: context.space.cso(after.v),
            g: after.g,
            mu: [before.mu, after.mu],
            margin: after.margin,
            rounding: after.rounding,
            stops: stop_tests(after, end),
            has_joined: after.joined,
            is_first: before.k == 0,
            is_warm_start: before.k == 0 && before.warm,
            detail,
            outcome_if_undecided: after.outcome_if_undecided,
            end,
        }
    }
}

/// Stop test that ends the run with `outcome`, at this line of the listing.
fn stop_test(
    outcome: Outcome,
    line: &'static str,
    formula: &'static str,
    compared: Comparison<f64>,
) -> (Outcome, StopTest) {
    (outcome, StopTest::new(ending(outcome).name, line, formula, compared))
}

/// Returns the stop tests of the iteration that led to `after`, up to the one that fired. After the test of the axis,
/// the others follow only if `w` joined the simplex.
fn stop_tests(after: &IsaGjk, end: Option<Outcome>) -> Vec<StopTest> {
    let mut tests = vec![stop_test(Outcome::Separated, "separated", "v·w/|v| > margins + rounding", after.by_axis)];
    if after.joined {
        if after.simplex.len() == 4 {
            tests.push(stop_test(Outcome::Inside, "inside", "ρ > rounding", after.by_inside));
        }
        tests.push(stop_test(Outcome::Vanished, "vanished", "|v| ≤ ε max|w|", after.by_vanishing));
        if after.margin > 0.0 {
            tests.push(stop_test(Outcome::Shallow, "shallow", "|v| + rounding < margins", after.by_margins));
        }
        tests.push(stop_test(Outcome::IterationLimit, "limit", "k ≥ limit", after.by_limit));
    }
    if let Some(fired) = tests.iter().position(|(outcome, _)| Some(*outcome) == end) {
        tests.truncate(fired + 1);
    }
    tests.into_iter().map(|(_, test)| test).collect()
}

/// Categories of the frames, by the index that [`strip`] gives them.
const CATEGORIES: &[FrameCategory] = &[
    FrameCategory { name: "apart", letter: '·', role: Role::Ghost },
    FrameCategory { name: "overlap", letter: 'T', role: Role::Closest },
];

/// Returns the overview of the frames in `history`, a count per frame, with the current frame of index `now`.
pub fn strip(history: &[FrameCount], now: usize) -> FrameStrip {
    let cached = history.iter().map(|count| count.cached).sum::<u32>();
    let cold = history.iter().map(|count| count.cold).sum::<u32>();
    let frames_with_one_support_point = history.iter().filter(|count| count.apart && count.cached == 1).count();
    let say = format!(
        "Starting from the previous frame's axis takes {cached} iterations in all instead of {cold}. One support point \
         suffices in {frames_with_one_support_point} of {} frames.",
        history.len()
    );
    // Index into `CATEGORIES`.
    let frames = history.iter().map(|count| Some(usize::from(!count.apart))).collect();
    FrameStrip { kinds: CATEGORIES, frames, now, say, table: frames_table(history, now) }
}

/// Table of the iterations with and without the cached axis: a row per frame, and a last row of sums.
fn frames_table(history: &[FrameCount], now: usize) -> Table {
    let mut rows: Vec<Row> = history
        .iter()
        .enumerate()
        .map(|(i, count)| Row {
            cells: vec![
                number::count(i),
                number::count(count.cached as usize),
                number::count(count.cold as usize),
                (if count.apart { "apart" } else { "overlap" }).into(),
            ],
            key: None,
            chosen: i == now,
        })
        .collect();
    let total = vec![
        format!("all {}", history.len()).into(),
        number::count(history.iter().map(|count| count.cached).sum::<u32>() as usize),
        number::count(history.iter().map(|count| count.cold).sum::<u32>() as usize),
        "".into(),
    ];
    rows.push(Row { cells: total, key: None, chosen: false });
    Table { title: "Iterations by frame", columns: vec!["frame", "cached axis", "cold start", "result"], rows }
}
