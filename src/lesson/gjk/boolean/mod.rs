//! Lesson of boolean GJK: signs of products, and the face of the simplex that they select.

pub mod dim2;
mod narration;
mod signs;
mod view;

use glam::DVec3;

use super::isa::across_the_gap;
use super::isa::choice;
use super::isa::choice::Tested;
use super::isa::full_answer::FullAnswer;
use super::isa::vertices;
use crate::lesson::recorded::narrated::Step;
use crate::lesson::{
    Beat, Card, Choice, Ending, Lesson, Narrated, Narration, PAIR, PairContext, PlotAxis, Recording, Series,
    SourceFile, Verdict, View,
};
use crate::picture::{Camera, Role};
use crate::snapshot::boolean_gjk::{BooleanGjk, Outcome};
use view::{BooleanGjkView, tests};

/// Card of boolean GJK in space.
pub const CARD: Card = Card {
    id: "boolean_gjk",
    title: "Boolean GJK",
    summary: "Do two convex bodies overlap? Signs of triple products lead a simplex to the origin.",
    sources: &["Myoru 2024: GJKLine, GJKTriangle", "Muratori 2006"],
    listing: include_str!("../../../engine/dim3/boolean_gjk/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/dim3/boolean_gjk/stepper.rs",
        text: include_str!("../../../engine/dim3/boolean_gjk/stepper.rs"),
    }],
    views: PAIR,
    plot_over: PlotAxis::Step,
    series: &[Series { name: "gap g", role: Role::Lower }],
    endings: &[
        Ending::success("Separated", "No point of A − B lies as far along d as the origin: the bodies are apart."),
        Ending::success("Inside", "The origin lies inside the tetrahedron, deeper than rounding error: the bodies overlap.")
            .called("Overlapping"),
        Ending::success("Overlapping", "Rounding error stopped the test, and the distance solver proves an overlap."),
        Ending::no_answer(
            "OnEdge",
            "The origin lies on an edge or a vertex to rounding, and the distance solver's bracket contains 0: contact cannot be decided.",
        )
        .called("Contact undecided"),
        Ending::no_answer(
            "OnFace",
            "The origin lies on a face to rounding, and the distance solver's bracket contains 0: contact cannot be decided.",
        )
        .called("Contact undecided"),
        Ending::no_answer(
            "Stalled",
            "No iteration improved the simplex, and the distance solver's bracket contains 0: contact cannot be decided.",
        )
        .called("Contact undecided"),
        Ending::no_answer("IterationLimit", "The limit on iterations was reached before a decision."),
    ],
};

/// Lesson of a recorded test; `support_points` are `w` of all iterations, pair frame.
pub fn lesson<const PLANAR: bool>(
    recording: Box<dyn Recording<BooleanGjk>>,
    verdict: Verdict,
    support_points: Vec<DVec3>,
    context: PairContext,
) -> Box<dyn Lesson> {
    Box::new(Narrated { recording, context, verdict, narration: Questions::<PLANAR> { support_points } })
}

/// Name of an outcome.
pub fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Separated => "Separated",
        Outcome::Inside => "Inside",
        Outcome::Overlapping => "Overlapping",
        Outcome::OnEdge => "OnEdge",
        Outcome::OnFace => "OnFace",
        Outcome::Stalled => "Stalled",
        Outcome::IterationLimit => "IterationLimit",
        Outcome::Degenerate => "Degenerate",
    }
}

/// Narration of the signs, in space or in the plane.
struct Questions<const PLANAR: bool> {
    /// `w` of all iterations, in order.
    support_points: Vec<DVec3>,
}

impl<const PLANAR: bool> Narration for Questions<PLANAR> {
    type State = BooleanGjk;
    type Context = PairContext;
    const CARD: &'static Card = if PLANAR { &dim2::CARD } else { &CARD };
    const ROLE_NAMES: &'static [(Role, &'static str)] = if PLANAR { vertices::ROLES_IN_PLANE } else { vertices::ROLES };
    const PARALLEL: bool = true;

    fn camera(&self, view: &View, normal: DVec3) -> Option<Camera> {
        across_the_gap(view, normal)
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        tell(&step, &self.support_points, PLANAR)
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        choices(step, &self.support_points, beats)
    }

    fn corners(&self, state: &BooleanGjk, context: &PairContext) -> Vec<DVec3> {
        state.points.iter().map(|corner| context.space.cso(corner.w)).collect()
    }
}

/// Beats of a step, in space or in the plane.
fn tell<N>(step: &Step<'_, N>, support_points: &[DVec3], planar: bool) -> Vec<Beat>
where
    N: Narration<State = BooleanGjk, Context = PairContext>,
{
    let &Step { before, after, end, context, verdict, detail, .. } = step;
    if let (Some(_), Some(answer)) = (before.fallback_answer, after.fallback_answer) {
        let rounding = after.rounding;
        let ended = end.is_some();
        return FullAnswer { answer, rounding, ended, card: N::CARD, context, detail }.tell(verdict);
    }
    let view = BooleanGjkView {
        before: vertices::of(&before.points, &[], support_points, context),
        joined: vertices::of(&after.joined, &[], support_points, context),
        after: vertices::of(&after.points, &after.lambda, support_points, context),
        w: after.w.map(|w| vertices::numbered(&w, None, support_points, context)),
        d: context.space.cso(before.d).normalize_or_zero(),
        next: context.space.cso(after.d).normalize_or_zero(),
        g: after.g,
        mu: [before.mu, after.mu],
        rounding: after.rounding,
        sign_tests: &after.sign_tests,
        decided: after.next,
        uses_nearest_point: after.uses_nearest_point,
        tests: tests(after),
        planar,
        detail,
        outcome_if_undecided: after.outcome_if_undecided,
        end,
    };
    view.tell(context, verdict)
}

/// Questions of a step, in space or in the plane.
fn choices<N>(step: &Step<'_, N>, support_points: &[DVec3], beats: &[Beat]) -> Vec<Choice>
where
    N: Narration<State = BooleanGjk, Context = PairContext>,
{
    let &Step { before, after, context, .. } = step;
    if before.fallback_answer.is_some() {
        return Vec::new();
    }
    let [joined, kept] =
        [&after.joined, &after.points].map(|points| vertices::of(points, &[], support_points, context));
    let gap = [after.g, after.rounding];
    choice::choices(&Tested { gap, joined: &joined, kept: &kept, line: "direction" }, beats)
}
