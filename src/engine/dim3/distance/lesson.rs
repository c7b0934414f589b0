//! What people see of the full answer: one phase a step, from GJK's iterations on the cores to the proof.

mod balls;
mod branch;
mod deep;
mod facet_proof;
mod frames;
mod newton;
mod trial;

use std::marker::PhantomData;

use glam::DVec3;

use super::super::epa::{self, Buffers};
use super::super::gjk;
use super::super::prelude::*;
use super::super::support::{Cso, Recordable, Support};
use super::{Apart, Deep, Distance, Options, Outcome, Phase};
use crate::lesson::{
    self, BRACKET, Beat, Card, Detail, Ending, Lesson, Level, Levels, PAIR, PairContext, PlotAxis, Recorded,
    SourceFile, Step, Tape, Tells, ToF64, Verdict, View, pair_verdict,
};
use crate::picture::Camera;
use crate::snapshot::Snapshots;
pub use frames::{FrameCount, strip};

/// Everything fixed.
pub const CARD: Card = Card {
    id: "distance",
    title: "Distance, the full answer",
    summary: "How far apart are two convex bodies, or how deep do they overlap? Margins answer shallow contacts, EPA \
              deep ones.",
    sources: &[
        "Advanced Collision Detection, 2011: penetration depth",
        "Catto, GDC 2010: convex radius",
        "van den Bergen 2001",
    ],
    listing: include_str!("listing.txt"),
    code: &[
        SourceFile { path: "src/engine/dim3/distance/stepper.rs", text: include_str!("stepper.rs") },
        SourceFile { path: "src/engine/dim3/distance/closest.rs", text: include_str!("closest.rs") },
        SourceFile { path: "src/engine/dim3/distance/over_disc.rs", text: include_str!("over_disc.rs") },
        SourceFile { path: "src/engine/dim3/distance/deep.rs", text: include_str!("deep.rs") },
        SourceFile { path: "src/engine/dim3/distance/facet_proof.rs", text: include_str!("facet_proof.rs") },
        SourceFile { path: "src/engine/dim3/distance/trial.rs", text: include_str!("trial.rs") },
        SourceFile { path: "src/engine/dim3/distance/inscribed_balls.rs", text: include_str!("inscribed_balls.rs") },
        SourceFile { path: "src/engine/dim3/distance/minimum.rs", text: include_str!("minimum.rs") },
    ],
    views: PAIR,
    plot_over: PlotAxis::Step,
    series: BRACKET,
    endings: &[
        Ending::success("Separated", "A plane passes between the bodies, margins included."),
        Ending::success("Shallow", "Only the margins overlap: the distance of the cores gives the depth."),
        Ending::success("Deep", "The cores touch or overlap: a facet, two balls or EPA's polytope prove how deep."),
        Ending::success("Flat", "The cores only touch, and A − B has no volume: the depth is the margins'."),
        Ending::no_answer("IterationLimit", "A limit on the work was reached first; the bracket says how far."),
    ],
};

/// The name of an outcome, as on the card.
pub fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Separated(Apart::Gjk(gjk::Outcome::IterationLimit))
        | Outcome::Shallow(Apart::Gjk(gjk::Outcome::IterationLimit))
        | Outcome::Deep(epa::Outcome::IterationLimit) => "IterationLimit",
        Outcome::Separated(_) => "Separated",
        Outcome::Shallow(_) => "Shallow",
        Outcome::Deep(epa::Outcome::Flat(_)) => "Flat",
        Outcome::Deep(_) => "Deep",
    }
}

/// What a finished run says, for a `context` that knows where the pair frame is.
pub fn conclude<A, B>(run: &Distance<A, B>, outcome: Outcome, context: &PairContext) -> Verdict
where
    A: Support + Clone,
    B: Support + Clone,
{
    let answer = run.answer();
    pair_verdict(&answer.snapshot(run.wanted(&answer)), name(outcome), context)
}

/// Records the run of a pair.
pub fn play<A: Recordable, B: Recordable>(cso: Cso<A, B>, options: Options, context: PairContext) -> Box<dyn Lesson> {
    let start = Distance::new(cso, options, Buffers::default());
    let (mut numbers, mut levels, mut phase) = (lesson::gjk::Numbers::default(), Levels::of("part"), start.phase);
    let tape = Tape::record_seeing(start, |after| {
        levels.step(part(phase));
        if phase == Phase::Gjk {
            numbers.see(after.gjk.joined, after.gjk.slot);
        }
        phase = after.phase;
    });
    let verdict = conclude(tape.last(), *tape.outcome(), &context);
    let by_balls = tape.last().deep.as_ref().is_some_and(|deep| deep.proven && deep.balls.is_some());
    let teller = Teller { numbers, levels: levels.done(), by_balls, of: PhantomData };
    Box::new(Recorded { tape, context, verdict, teller })
}

/// What a phase is a part of, as the timeline names it.
fn part(phase: Phase) -> &'static str {
    match phase {
        Phase::Gjk => "GJK",
        Phase::Newton | Phase::OverDisc | Phase::Kink => "Newton",
        Phase::Overlap => "overlap",
        Phase::Facet => "facets",
        Phase::Guess | Phase::Disc { .. } | Phase::Rim { .. } | Phase::Refine | Phase::Mirror => "refinement",
        Phase::Balls => "balls",
        Phase::Expand | Phase::Join => "EPA",
        Phase::Minimum => "minima",
        Phase::Conclusion => "answer",
    }
}

/// What is known beside the states.
struct Teller<A, B> {
    numbers: lesson::gjk::Numbers,
    levels: Vec<Level>,
    /// Whether two balls prove the depth.
    by_balls: bool,
    of: PhantomData<(A, B)>,
}

/// A phase that is told: the states before and after it.
struct Told<'a, A, B> {
    before: &'a Distance<A, B>,
    after: &'a Distance<A, B>,
    /// The number of the support point in each slot of GJK's simplex.
    numbers: &'a [usize; 4],
    context: &'a PairContext,
    detail: Detail,
}

impl<A: Recordable, B: Recordable> Tells for Teller<A, B> {
    type Run = Distance<A, B>;
    type Context = PairContext;
    const CARD: &'static Card = &CARD;

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { before, after, context, verdict, detail, .. } = step;
        let told = Told { before, after, numbers: self.numbered(&after.gjk), context, detail };
        let mut beats = match (before.phase, &before.deep, &after.deep) {
            (Phase::Gjk, ..) => {
                let beats = lesson::gjk::iteration(
                    (&before.gjk.snapshot(), &after.gjk.snapshot()),
                    [self.numbered(&before.gjk), told.numbers],
                    after.apart,
                    context,
                    detail,
                );
                retold(beats, "gjk")
            }
            (Phase::Newton | Phase::OverDisc | Phase::Kink, ..) => vec![newton::beat(&told)],
            (Phase::Overlap, ..) => vec![branch::overlap(&told)],
            (Phase::Conclusion, _, Some(deep)) => vec![deep::conclusion(&told, deep, step.end, verdict)],
            (Phase::Conclusion, _, None) => vec![branch::apart(&told, verdict)],
            (Phase::Expand, Some(old), Some(new)) => expansion(old, new, (context, verdict), detail),
            (phase, Some(old), Some(new)) => vec![told.phase(phase, old, new)],
            (_, _, _) => Vec::new(),
        };
        beats.iter_mut().for_each(|beat| beat.points.clear());
        if let Some(last) = beats.last_mut() {
            last.points = points(after);
        }
        beats
    }

    fn corners(&self, state: &Distance<A, B>, context: &PairContext) -> Vec<DVec3> {
        match &state.deep {
            Some(deep) if deep.epa.iterations > 0 => lesson::epa::corners(&deep.epa.snapshot(), context),
            _ => lesson::gjk::corners(&state.gjk.snapshot(), context),
        }
    }

    fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// Balls are seen to touch the planes that they prove: from the side, where the planes are lines.
    fn camera(&self, _: &View, normal: DVec3) -> Option<Camera> {
        (self.by_balls && normal != DVec3::ZERO).then(|| Camera::beside(normal))
    }
}

impl<A: Support + Clone, B: Support + Clone> Teller<A, B> {
    fn numbered(&self, gjk: &gjk::Gjk<A, B>) -> &[usize; 4] {
        self.numbers.after(gjk.k as usize)
    }
}

/// One step of EPA.
fn expansion<A: Support, B: Support>(
    old: &Deep<A, B>,
    new: &Deep<A, B>,
    told: (&PairContext, &Verdict),
    detail: Detail,
) -> Vec<Beat> {
    let (before, after) = (old.epa.snapshot(), new.epa.snapshot());
    let mut beats = lesson::epa::expansion(&before, &after, new.end, told, detail);
    if let Some(end) = new.end {
        beats.extend(lesson::epa::ending(&before, &after, end, told, detail));
    }
    retold(beats, "expand")
}

impl<A: Support + Clone, B: Support + Clone> Told<'_, A, B> {
    /// A phase between the overlap that was found and the conclusion.
    fn phase(&self, phase: Phase, old: &Deep<A, B>, new: &Deep<A, B>) -> Beat {
        match (phase, &new.facet_proof) {
            (Phase::Facet, Some(found)) => facet_proof::beat(found, new, self.context, self.detail),
            (Phase::Balls, _) => balls::beat(new, self.context, self.detail),
            (Phase::Join, _) => deep::join(self, new),
            (Phase::Minimum, _) => deep::minimum(self, new),
            (phase, _) => trial::beat(self, phase, old, new),
        }
    }
}

/// Beats of a lesson that is a part of this one.
fn retold(beats: Vec<Beat>, line: &'static str) -> Vec<Beat> {
    beats.into_iter().map(|beat| beat.retold(line)).collect()
}

/// The bracket of the signed distance after a step.
fn points<A: Support + Clone, B: Support + Clone>(after: &Distance<A, B>) -> Vec<(usize, f64)> {
    let known = |x: Real| x.abs() < Real::MAX;
    let answer = after.answer();
    let (upper, lower) = (answer.upper, answer.lower);
    let mut all = Vec::new();
    if known(upper) {
        all.push((0, upper.to_f64()));
    }
    if known(lower) {
        all.push((1, lower.to_f64()));
    }
    if known(upper) && known(lower) {
        all.push((2, (upper - lower).to_f64()));
    }
    all
}
