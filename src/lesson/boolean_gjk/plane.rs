//! What people see of the direction-driven test in the plane. It is told in the words of the test in space.

use glam::DVec3;

use super::super::narrated::Step;
use super::super::{
    Beat, Card, Choice, Ending, Lesson, Narrated, Narration, PAIR_IN_PLANE, PAIR_ROLES, PairContext, PlotAxis,
    Recording, Series, SourceFile, Verdict,
};
use super::{choices, corners_of, tell};
use crate::picture::Role;
use crate::snapshot::boolean_gjk::BooleanGjk;

/// Everything fixed.
pub const CARD: Card = Card {
    id: "boolean_gjk",
    title: "Boolean GJK in the plane",
    summary: "Do two convex bodies of the plane overlap? A simplex is steered towards the origin by triple products.",
    sources: &["Myoru 2024: GJKLine, GJKTriangle"],
    listing: include_str!("../../engine/dim2/boolean_gjk/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/dim2/boolean_gjk/stepper.rs",
        text: include_str!("../../engine/dim2/boolean_gjk/stepper.rs"),
    }],
    views: PAIR_IN_PLANE,
    plot_over: PlotAxis::Step,
    series: &[Series { name: "gap g", role: Role::Lower }],
    endings: &[
        Ending::success("Separated", "No point of A − B lies as far as the origin in this direction: apart."),
        Ending::success("Inside", "The triangle holds the origin, deeper than rounding: the bodies overlap."),
        Ending::success("Overlapping", "Rounding stopped the test, and the full answer proves an overlap."),
        Ending::no_answer(
            "OnEdge",
            "The origin lies on an edge or in a corner, and the full answer's bracket holds 0: they touch, or nearly.",
        ),
        Ending::no_answer(
            "Stalled",
            "Nothing got better, and the full answer's bracket holds 0: they touch, or nearly.",
        ),
        Ending::no_answer("IterationLimit", "The limit on iterations was reached first."),
    ],
};

/// The test that was recorded: its `verdict`, and all `support_points`, `w` of each iteration, in the pair frame.
pub fn lesson(
    recording: Box<dyn Recording<BooleanGjk>>,
    verdict: Verdict,
    support_points: Vec<DVec3>,
    context: PairContext,
) -> Box<dyn Lesson> {
    Box::new(Narrated { recording, context, verdict, narration: InPlane { support_points } })
}

/// What is told: the questions of each case, of a simplex in the plane.
struct InPlane {
    /// In order.
    support_points: Vec<DVec3>,
}

impl Narration for InPlane {
    type State = BooleanGjk;
    type Context = PairContext;
    const CARD: &'static Card = &CARD;
    const ROLE_NAMES: &'static [(Role, &'static str)] = PAIR_ROLES;

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        tell(&step, &self.support_points, true)
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        choices(step, &self.support_points, beats)
    }

    fn corners(&self, state: &BooleanGjk, context: &PairContext) -> Vec<DVec3> {
        corners_of(state, context)
    }
}
