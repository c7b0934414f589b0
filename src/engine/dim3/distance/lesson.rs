//! What people see of the hybrid: GJK's iterations on the cores, the branch, and in the deep one EPA's growth and its refinement.

mod branch;
mod facet_proof;
mod frames;
mod inscribed_balls;
mod newton;

use std::sync::Arc;

use super::super::answer::verdict::verdict;
use super::super::epa::{self, Buffers};
use super::super::gjk;
use super::super::prelude::*;
use super::super::support::{Cso, Support};
use super::{Apart, Distance, Options, Outcome};
use crate::lesson::{Backdrop, Beat, Card, Ending, Lesson, PAIR, PairContext, Series, Strip, Tape, ToF64, Verdict};
use crate::picture::Role;
pub use frames::{FrameCount, strip};

/// Everything fixed.
pub const CARD: Card = Card {
    id: "distance",
    title: "Distance, the full answer",
    summary: "How far apart are two convex bodies, or how deep do they overlap? Margins answer shallow contacts, EPA \
              deep ones.",
    sources: &["S0, Penetration depth", "S3, Convex radius", "van den Bergen 2001"],
    listing: include_str!("listing.txt"),
    code: include_str!("stepper.rs"),
    code_path: "src/engine/dim3/distance/stepper.rs",
    views: PAIR,
    series: &[
        Series { name: "upper bound", role: Role::Upper },
        Series { name: "lower bound", role: Role::Lower },
        Series { name: "gap", role: Role::Fault },
    ],
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
    verdict(&answer, name(outcome), run.wanted(answer.signed_distance).to_f64(), context)
}

/// Records the run of a pair, as a frame of a scene whose frames went as `history` tells.
pub fn play<A, B>(cso: Cso<A, B>, options: Options, context: PairContext, strip: Option<Strip>) -> Box<dyn Lesson>
where
    A: Support + Clone + Send + Sync + 'static,
    B: Support + Clone + Send + Sync + 'static,
{
    let tape = Tape::record(Distance::new(cso, options, Buffers::default()));
    let last = tape.around(tape.steps() - 1).1;
    let verdict = conclude(last, *tape.outcome(), &context);
    let turns = (0..tape.steps()).map(|step| tape.around(step)).take_while(|(before, ..)| before.deep.is_none());
    let numbers = gjk::lesson::numbers(turns.map(|(_, after, _)| &after.gjk));
    Box::new(PenetrationLesson { tape, numbers, context, verdict, strip })
}

struct PenetrationLesson<A: Support + Clone, B: Support + Clone> {
    tape: Tape<Distance<A, B>>,
    /// For each state of GJK, the number of the support point in each slot.
    numbers: Vec<[usize; 4]>,
    context: PairContext,
    verdict: Verdict,
    strip: Option<Strip>,
}

impl<A, B> Lesson for PenetrationLesson<A, B>
where
    A: Support + Clone + Send + Sync,
    B: Support + Clone + Send + Sync,
{
    fn card(&self) -> &'static Card {
        &CARD
    }

    fn steps(&self) -> usize {
        self.tape.steps()
    }

    fn beats(&self, step: usize) -> Vec<Beat> {
        let step = step.min(self.steps() - 1);
        let (before, after, end) = self.tape.around(step);
        let mut beats = match before.deep {
            None => self.turn(step, before, after, end.copied()),
            Some(_) => self.expansion(before, after, end.copied()),
        };
        for beat in &mut beats {
            beat.points.clear();
            beat.tables.extend(self.strip.as_ref().map(|strip| strip.table.clone()));
        }
        if let Some(last) = beats.last_mut() {
            last.points = points(after);
        }
        beats
    }

    fn backdrop(&self) -> Arc<Backdrop> {
        self.context.backdrop()
    }

    fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    fn strip(&self) -> Option<&Strip> {
        self.strip.as_ref()
    }
}

impl<A: Support + Clone, B: Support + Clone> PenetrationLesson<A, B> {
    /// One iteration of GJK, and the branch where it was the last.
    fn turn(&self, step: usize, before: &Distance<A, B>, after: &Distance<A, B>, end: Option<Outcome>) -> Vec<Beat> {
        let numbers = [&self.numbers[step], &self.numbers[step + 1]];
        let mut beats = gjk::lesson::iteration((&before.gjk, &after.gjk), numbers, after.apart, &self.context);
        beats.iter_mut().for_each(|beat| retold(beat, "gjk"));
        if let Some(closest) = &after.closest {
            beats.push(newton::newton(after, closest, &beats, &self.context));
        }
        match end {
            Some(outcome) => beats.push(branch::apart(after, outcome, &beats, &self.context, &self.verdict)),
            None if after.deep.is_some() => beats.push(branch::overlap(after, &beats, &self.context)),
            None => {}
        }
        beats
    }

    /// One step of the deep branch: the direct proof, or an expansion of EPA with the refinement that it gave rise to. The deep branch does both in one step, so the
    /// expansion alone is repeated here: steps are deterministic.
    fn expansion(&self, before: &Distance<A, B>, after: &Distance<A, B>, end: Option<Outcome>) -> Vec<Beat> {
        let (Some(old), Some(new)) = (&before.deep, &after.deep) else { return Vec::new() };
        if new.tried_directly && !old.tried_directly {
            let mut beats = inscribed_balls::prove_directly(old, after, new, &self.context);
            beats.extend(inscribed_balls::proven(new, &self.context, &self.verdict).filter(|_| end.is_some()));
            return beats;
        }
        let mut middle = old.epa.clone();
        let ended = middle.step().break_value();
        let (context, verdict) = (&self.context, &self.verdict);
        let mut beats = epa::lesson::expansion(&old.epa, &middle, ended, context, verdict);
        beats.iter_mut().for_each(|beat| retold(beat, "expand"));
        if new.refined_now || new.epa.upper < middle.upper {
            beats.push(newton::deep(&middle, after, new, ended.is_some() && end.is_none(), context));
        }
        if let Some(Outcome::Deep(outcome)) = end {
            let last = match inscribed_balls::proven(new, context, verdict) {
                Some(beat) => vec![beat],
                None => epa::lesson::ending(&old.epa, &new.epa, outcome, context, verdict),
            };
            for mut beat in last {
                if new.epa.upper < middle.upper {
                    // The bound has fallen since the tests.
                    beat.stops.clear();
                }
                retold(&mut beat, "deep");
                beats.push(beat);
            }
        }
        beats
    }
}

/// A beat of a lesson that is a part of this one, told at this line of the listing.
fn retold(beat: &mut Beat, line: &'static str) {
    beat.line = line;
    beat.stops.iter_mut().for_each(|stop| stop.line = line);
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
