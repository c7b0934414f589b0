//! What people see of the direction-driven test: the questions of each case, and the part of the simplex that faces 0.

mod products;
pub(crate) mod view;

use std::marker::PhantomData;

use glam::DVec3;

use super::super::isa_gjk::lesson::corners::Corner;
use super::super::isa_gjk::lesson::full::Full;
use super::super::isa_gjk::lesson::verdict;
use super::super::prelude::*;
use super::super::support::{Cso, Recordable, Vertex};
use super::{BooleanGjk, Next, Options, Outcome};
use crate::lesson::{
    Beat, Card, Ending, Lesson, PAIR, PairContext, PlotAxis, Recorded, Series, SourceFile, Step, Tape, Tells, ToF64,
};
use crate::picture::Role;
use view::{Decided, View, tests};

/// Everything fixed.
pub const CARD: Card = Card {
    id: "boolean_gjk",
    title: "Boolean GJK",
    summary: "Do two convex bodies overlap? A simplex is steered towards the origin by the signs of triple products.",
    sources: &["Myoru 2024: GJKLine, GJKTriangle", "Muratori 2006"],
    listing: include_str!("listing.txt"),
    code: &[SourceFile { path: "src/engine/dim3/boolean_gjk/stepper.rs", text: include_str!("stepper.rs") }],
    views: PAIR,
    plot_over: PlotAxis::Step,
    series: &[Series { name: "gap g", role: Role::Lower }],
    endings: &[
        Ending::success("Separated", "No point of A − B lies as far as the origin in this direction: apart."),
        Ending::success("Inside", "The simplex holds the origin, deeper than rounding: the bodies overlap."),
        Ending::success("Overlapping", "Rounding stopped the test, and the full answer proves an overlap."),
        Ending::no_answer(
            "OnEdge",
            "The origin lies on an edge or in a corner, and the full answer's bracket holds 0: they touch, or nearly.",
        ),
        Ending::no_answer(
            "OnFace",
            "The origin lies on a face of the simplex, and the full answer's bracket holds 0: they touch, or nearly.",
        ),
        Ending::no_answer(
            "Stalled",
            "Nothing got better, and the full answer's bracket holds 0: they touch, or nearly.",
        ),
        Ending::no_answer("IterationLimit", "The limit on iterations was reached first."),
    ],
};

/// Records the run of a pair.
pub fn play<A: Recordable, B: Recordable>(cso: Cso<A, B>, options: Options, context: PairContext) -> Box<dyn Lesson> {
    let mut run = Vec::new();
    let tape = Tape::record_seeing(BooleanGjk::new(cso, options), |state| run.extend(state.w));
    let last = tape.last();
    let verdict = verdict(&last.answer(*tape.outcome()), name(*tape.outcome()), &context);
    Box::new(Recorded { tape, context, verdict, teller: Teller { run, of: PhantomData } })
}

/// The name of an outcome, as on the card.
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

/// What is known beside the states.
struct Teller<A, B> {
    /// All support points, in order.
    run: Vec<Vertex>,
    of: PhantomData<(A, B)>,
}

impl<A: Recordable, B: Recordable> Tells for Teller<A, B> {
    type Run = BooleanGjk<A, B>;
    type Context = PairContext;
    const CARD: &'static Card = &CARD;

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { before, after, end, context, verdict, detail, .. } = step;
        if let (Some(_), Some(full)) = (&before.full, &after.full) {
            let (answer, rounding) = (full.run.answer(), after.bound_rounding().to_f64());
            return Full { answer, rounding, ended: end.is_some(), card: &CARD, context, detail }.tell(verdict);
        }
        let corners = |list: &[Vertex], lambda: Option<&[Real; 4]>| -> Vec<Corner> {
            let share = |i: usize| lambda.map(|lambda| lambda[i]);
            list.iter().enumerate().map(|(i, w)| Corner::new(w, share(i), &self.run, context)).collect()
        };
        let certified = after.lambda != [0.0; 4];
        let view = View {
            before: corners(&before.points[..before.len], None),
            joined: corners(&after.joined[..after.joined_len], None),
            after: corners(&after.points[..after.len], certified.then_some(&after.lambda)),
            w: after.w.map(|w| Corner::new(&w, None, &self.run, context)),
            d: context.space.cso(before.d).normalize_or_zero(),
            next: context.space.cso(after.d).normalize_or_zero(),
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
            planar: false,
            detail,
            doubt: after.doubt,
            end,
        };
        view.tell(context, verdict)
    }

    fn corners(&self, state: &BooleanGjk<A, B>, context: &PairContext) -> Vec<DVec3> {
        state.points[..state.len].iter().map(|corner| context.space.cso(corner.w)).collect()
    }
}
