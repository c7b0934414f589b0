//! What people see of the direction-driven test in the plane. It is told in the words of the test in space.

use super::super::super::dim3::boolean_gjk::lesson::view::{Decided, View, tests};
use super::super::super::dim3::boolean_gjk::{self};
use super::super::super::dim3::isa_gjk::lesson::corners::Corner;
use super::super::super::dim3::isa_gjk::lesson::full::Full;
use super::super::super::dim3::isa_gjk::lesson::verdict;
use super::super::prelude::*;
use super::super::shape::Shape;
use super::super::support::lift;
use super::{BooleanGjk, Next, Outcome};
use crate::lesson::{
    Beat, Card, Ending, Lesson, PAIR_IN_PLANE, PairContext, PlotAxis, Recorded, Series, SourceFile, Step, Tape, Tells,
    ToF64,
};
use crate::picture::Role;

/// Everything fixed.
pub const CARD: Card = Card {
    id: "boolean_gjk",
    title: "Boolean GJK in the plane",
    summary: "Do two convex bodies of the plane overlap? A simplex is steered towards the origin by triple products.",
    sources: &["Myoru 2024: GJKLine, GJKTriangle"],
    listing: include_str!("listing.txt"),
    code: &[SourceFile { path: "src/engine/dim2/boolean_gjk/stepper.rs", text: include_str!("stepper.rs") }],
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

/// Records the run of a pair.
pub fn play(start: BooleanGjk<Shape>, context: PairContext) -> Box<dyn Lesson> {
    let mut run = Vec::new();
    let tape = Tape::record_seeing(start, |state| run.extend(state.w.map(|corner| corner.w)));
    let last = tape.last();
    let verdict = verdict(&last.answer(*tape.outcome()).in_space(), name(*tape.outcome()), &context);
    Box::new(Recorded { tape, context, verdict, teller: Teller { run } })
}

/// The name of an outcome, as on the card.
pub fn name(outcome: Outcome) -> &'static str {
    boolean_gjk::lesson::name(in_space(outcome))
}

/// The same ending of the test in space.
fn in_space(outcome: Outcome) -> boolean_gjk::Outcome {
    match outcome {
        Outcome::Separated => boolean_gjk::Outcome::Separated,
        Outcome::Inside => boolean_gjk::Outcome::Inside,
        Outcome::Overlapping => boolean_gjk::Outcome::Overlapping,
        Outcome::OnEdge => boolean_gjk::Outcome::OnEdge,
        Outcome::Stalled => boolean_gjk::Outcome::Stalled,
        Outcome::IterationLimit => boolean_gjk::Outcome::IterationLimit,
        Outcome::Degenerate => boolean_gjk::Outcome::Degenerate,
    }
}

/// What is known beside the states.
struct Teller {
    /// All support points, in order.
    run: Vec<Vec2>,
}

impl Tells for Teller {
    type Run = BooleanGjk<Shape>;
    type Context = PairContext;
    const CARD: &'static Card = &CARD;

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { before, after, end, context, verdict, detail, .. } = step;
        if let (Some(_), Some(full)) = (&before.full, &after.full) {
            let (answer, rounding) = (full.answer().in_space(), after.bound_rounding().to_f64());
            return Full { answer, rounding, ended: end.is_some(), card: &CARD, context, detail }.tell(verdict);
        }
        let space = &context.space;
        let corner = |corner: &super::Corner, lambda: Option<Real>| Corner {
            id: self.run.iter().position(|w| *w == corner.w).unwrap_or(self.run.len()),
            w: space.cso(lift(corner.w)),
            a: space.world(lift(corner.a)),
            b: space.world(lift(corner.b)),
            lambda: lambda.map(ToF64::to_f64),
        };
        let corners = |list: &[super::Corner]| -> Vec<Corner> { list.iter().map(|w| corner(w, None)).collect() };
        let certified = after.lambda != [0.0; 3];
        let kept = after.points[..after.len].iter().zip(after.lambda);
        let view = View {
            before: corners(&before.points[..before.len]),
            joined: corners(&after.joined[..after.joined_len]),
            after: kept.map(|(w, lambda)| corner(w, certified.then_some(lambda))).collect(),
            w: after.w.map(|w| corner(&w, None)),
            d: space.cso(lift(before.d)).normalize_or_zero(),
            next: space.cso(lift(after.d)).normalize_or_zero(),
            g: after.g.to_f64(),
            mu: [before.mu.to_f64(), after.mu.to_f64()],
            rounding: after.bound_rounding().to_f64(),
            asked: after.questions(),
            decided: after.next.map(|next| match next {
                Next::Search { .. } => Decided::Search,
                Next::Inside => Decided::Inside,
                Next::NoSign => Decided::NoSign,
            }),
            rescued: after.rescued,
            tests: tests(after.by_axis(), after.by_limit()),
            planar: true,
            detail,
            doubt: after.doubt.map(in_space),
            end: end.map(in_space),
        };
        view.tell(context, verdict)
    }

    fn corners(&self, state: &BooleanGjk<Shape>, context: &PairContext) -> Vec<glam::DVec3> {
        state.points[..state.len].iter().map(|corner| context.space.cso(lift(corner.w))).collect()
    }
}
