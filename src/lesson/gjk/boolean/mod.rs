//! Lesson of boolean GJK, an intersection test without distances: signs of triple products select the part of a simplex
//! (vertex, edge or face) that faces the origin, until the simplex contains it or a plane separates the bodies.
//!
//! [`lesson`] turns the recorded states of a run into beats (narrated sub-steps) and quiz questions, in space and in
//! the plane.

pub mod dim2;
mod narration;
mod signs;
mod view;

use contact_lens_model::snapshot::boolean_gjk::{BooleanGjk, Outcome};
use contact_lens_picture::{Camera, Role};
use glam::DVec3;

use super::isa::across_the_gap;
use super::isa::choice;
use super::isa::choice::SimplexStep;
use super::isa::distance_fallback::DistanceFallback;
use super::isa::vertices;
use crate::recorded::narrated::Step;
use crate::{
    Beat, Card, Choice, Ending, Lesson, Narrated, Narration, PAIR, PairContext, PlotAxis, Recording, Series,
    SourceFile, Verdict, View,
};
use view::{BooleanGjkView, stop_tests};

/// Card of boolean GJK in space.
pub const CARD: Card = Card {
    id: "boolean_gjk",
    title: "Boolean GJK",
    summary: "Do two convex bodies overlap? Signs of triple products lead a simplex to the origin.",
    sources: &["Myoru 2024: GJKLine, GJKTriangle", "Muratori 2006"],
    listing: include_str!("../../engine/dim3/boolean_gjk/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/source/dim3/boolean_gjk/stepper.rs",
        text: include_str!("../../engine/dim3/boolean_gjk/stepper.rs"),
    }],
    views: PAIR,
    plot_over: PlotAxis::Step,
    series: &[Series { name: "gap g", role: Role::Lower }],
    endings: ENDINGS,
};

/// Returns the lesson of a recorded test, in the plane z = 0 if `is_planar`. `support_points` are the support points
/// `w` of all iterations in order, pair frame, meters: a vertex is named by its index among them.
pub fn lesson(
    is_planar: bool,
    recording: Box<dyn Recording<BooleanGjk>>,
    verdict: Verdict,
    support_points: Vec<DVec3>,
    context: PairContext,
) -> Box<dyn Lesson> {
    Box::new(Narrated { recording, context, verdict, narration: SignNarration { is_planar, support_points } })
}

endings! {
    pub fn ending(Outcome), ENDINGS:
    Outcome::Separated => success "Separated":
        "No point of A − B lies as far along one direction as the origin: the bodies are apart.";
    Outcome::Inside => success "Inside" called "Overlapping":
        "The origin lies inside the tetrahedron, deeper than rounding error: the bodies overlap.";
    Outcome::Overlapping => success "Overlapping":
        "Rounding error stopped the test, and a distance query proves an overlap.";
    Outcome::OnEdge => no_answer "OnEdge" called "Contact undecided":
        "The origin lies on an edge or a vertex, to rounding, and the distance query's bracket contains 0: contact \
         cannot be decided.";
    Outcome::OnFace => no_answer "OnFace" called "Contact undecided":
        "The origin lies on a face, to rounding, and the distance query's bracket contains 0: contact cannot be \
         decided.";
    Outcome::Stalled => no_answer "Stalled" called "Contact undecided":
        "The last iteration came no nearer to the origin, and the distance query's bracket contains 0: contact cannot \
         be decided.";
    Outcome::IterationLimit => no_answer "IterationLimit":
        "The iteration limit is reached before a decision.";
    Outcome::Degenerate => failure "Degenerate" called "Invalid numbers":
        "A coordinate of the pair is not finite, or the pair is too large or too small for this precision.";
}

/// Narration of the sign tests, in space or in the plane.
struct SignNarration {
    /// Whether the bodies are in the plane z = 0.
    is_planar: bool,
    /// Support points `w` of all iterations in order, pair frame, meters.
    support_points: Vec<DVec3>,
}

impl Narration for SignNarration {
    type State = BooleanGjk;
    type Context = PairContext;
    const ORTHOGRAPHIC: bool = true;

    fn card(&self) -> &'static Card {
        if self.is_planar { &dim2::CARD } else { &CARD }
    }

    fn role_names(&self, _context: &PairContext) -> Vec<(Role, String)> {
        let names = if self.is_planar { vertices::ROLES_IN_PLANE } else { vertices::ROLES };
        names.iter().map(|(role, name)| (*role, (*name).to_owned())).collect()
    }

    fn camera(&self, view: &View, normal: DVec3) -> Option<Camera> {
        across_the_gap(view, normal)
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { before, after, end, context, verdict, detail, .. } = step;
        // Once the distance query runs, its bounds are narrated instead of the signs.
        if let (Some(_), Some(answer)) = (before.fallback_answer, after.fallback_answer) {
            let rounding = after.rounding;
            let has_ended = end.is_some();
            return DistanceFallback { answer, rounding, has_ended, card: self.card(), context, detail }.beats(verdict);
        }
        let support_points = &self.support_points;
        let view = BooleanGjkView {
            before: vertices::numbered_all(&before.points, &[], support_points, context),
            joined: vertices::numbered_all(&after.joined, &[], support_points, context),
            after: vertices::numbered_all(&after.points, &after.lambda, support_points, context),
            w: after.w.map(|w| vertices::numbered(&w, None, support_points, context)),
            d: context.space.cso(before.d).normalize_or_zero(),
            next: context.space.cso(after.d).normalize_or_zero(),
            g: after.g,
            mu: [before.mu, after.mu],
            rounding: after.rounding,
            sign_tests: &after.sign_tests,
            decision: after.decision,
            uses_nearest_point: after.uses_nearest_point,
            stop_tests: stop_tests(after),
            is_planar: self.is_planar,
            detail,
            outcome_if_undecided: after.outcome_if_undecided,
            end,
        };
        view.beats(context, verdict)
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        let Step { before, after, context, .. } = *step;
        if before.fallback_answer.is_some() {
            return Vec::new();
        }
        let support_points = &self.support_points;
        let joined = vertices::numbered_all(&after.joined, &[], support_points, context);
        let kept = vertices::numbered_all(&after.points, &[], support_points, context);
        let step =
            SimplexStep { gap: after.g, least_gap: after.rounding, joined: &joined, kept: &kept, line: "direction" };
        choice::choices(&step, beats)
    }

    fn corners(&self, state: &BooleanGjk, context: &PairContext) -> Vec<DVec3> {
        state.points.iter().map(|vertex| context.space.cso(vertex.w)).collect()
    }
}
