//! What people see of an EPA run: the polytope grows round the origin, one face at a time.

mod pictures;
mod seen;
mod tables;
mod words;

use std::sync::Arc;

use super::super::answer::verdict::verdict;
use super::super::gjk::{self, Gjk};
use super::super::prelude::*;
use super::super::simplex::subset::members;
use super::super::support::{Cso, Support};
use super::{Buffers, Epa, Options, Outcome};
use crate::lesson::{Backdrop, Beat, Card, Ending, Event, Lesson, Series, Stage, Tape, Verdict, Wide};
use crate::picture::{Picture, Role};
use pictures::Panes;
use seen::{Corner, Moment, Seen};

/// Everything fixed.
pub const CARD: Card = Card {
    id: "epa",
    title: "EPA penetration depth",
    summary: "How deep do two convex bodies overlap, and which way out is the shortest?",
    sources: &["S0, 3D EPA", "S1", "S2, EPA", "van den Bergen 2001", "Ericson RTCD 9.3.8"],
    listing: include_str!("listing.txt"),
    code: include_str!("stepper.rs"),
    code_path: "src/engine/epa/stepper.rs",
    series: &[
        Series { name: "upper bound", role: Role::Upper },
        Series { name: "lower bound", role: Role::Lower },
        Series { name: "gap", role: Role::Fault },
    ],
    endings: &[
        Ending::success("Converged", "Both bounds of the depth have met, as closely as was asked for."),
        Ending::success("Apart", "A plane separates the origin from A − B: the cores do not overlap."),
        Ending::success("Flat", "A − B has no volume: the cores only touch, their depth is 0."),
        Ending::failure(
            "BrokenRim",
            "Sorting by angle gave a ring that is not the border of what w sees; the flood fill would go on.",
        ),
        Ending::no_answer(
            "Stalled",
            "Rounding is all that is left to work on, and the bounds are still apart: the answer says so.",
        ),
        Ending::no_answer("IterationLimit", "The limit on expansions was reached first; the bracket says how far."),
    ],
};

/// The name of an outcome, as on the card.
pub fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Converged => "Converged",
        Outcome::Apart => "Apart",
        Outcome::Flat(_) => "Flat",
        Outcome::IterationLimit => "IterationLimit",
        Outcome::BrokenRim => "BrokenRim",
        Outcome::Stalled => "Stalled",
    }
}

/// Records the run of a pair of cores: GJK first, unseen, for the simplex from which EPA starts.
pub fn play<A, B>(cso: Cso<A, B>, gjk: gjk::Options, options: Options, stage: Stage) -> Box<dyn Lesson>
where
    A: Support + Clone + Send + Sync + 'static,
    B: Support + Clone + Send + Sync + 'static,
{
    let mut before = Gjk::new(cso.clone(), gjk);
    before.run();
    let mut simplex = [None; 4];
    for (slot, i) in simplex.iter_mut().zip(members(before.filled)) {
        *slot = Some(before.simplex[i]);
    }
    let tape = Tape::record(Epa::new(cso, simplex, options, Buffers::default()));
    let last = tape.around(tape.steps() - 1).1;
    let outcome = *tape.outcome();
    let answer = last.answer(outcome);
    let verdict = verdict(&answer, name(outcome), last.wanted().wide(), &stage);
    Box::new(EpaLesson { tape, stage, verdict })
}

struct EpaLesson<A: Support, B: Support> {
    tape: Tape<Epa<A, B>>,
    stage: Stage,
    verdict: Verdict,
}

impl<A, B> Lesson for EpaLesson<A, B>
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
        let (before, after, end) = self.tape.around(step.min(self.steps() - 1));
        let seen = Seen::of(before, after, end.copied(), &self.stage);
        let mut teller = Teller { seen: &seen, stage: &self.stage, verdict: &self.verdict, beats: Vec::new() };
        teller.tell();
        teller.ending();
        teller.beats
    }

    fn backdrop(&self) -> Arc<Backdrop> {
        self.stage.backdrop()
    }

    fn verdict(&self) -> &Verdict {
        &self.verdict
    }
}

/// One step as beats but for its ending, for lessons in which EPA is a part.
pub fn expansion<A: Support, B: Support>(
    before: &Epa<A, B>,
    after: &Epa<A, B>,
    end: Option<Outcome>,
    stage: &Stage,
    verdict: &Verdict,
) -> Vec<Beat> {
    let seen = Seen::of(before, after, end, stage);
    let mut teller = Teller { seen: &seen, stage, verdict, beats: Vec::new() };
    teller.tell();
    teller.beats
}

/// The polytope as it is now, for the configuration-space pane.
pub fn polytope<A, B>(epa: &Epa<A, B>, stage: &Stage) -> Picture {
    pictures::bare(&seen::faces(epa, stage))
}

/// The ending of a run, with witness points that are known better than the polytope knows them.
pub fn ending<A: Support, B: Support>(
    before: &Epa<A, B>,
    after: &Epa<A, B>,
    outcome: Outcome,
    stage: &Stage,
    verdict: &Verdict,
) -> Vec<Beat> {
    let mut seen = Seen::of(before, after, Some(outcome), stage);
    seen.witness = [verdict.witness_a, verdict.witness_b];
    let mut teller = Teller { seen: &seen, stage, verdict, beats: Vec::new() };
    teller.ending();
    teller.beats
}

/// Turns one step into beats.
struct Teller<'a> {
    seen: &'a Seen,
    stage: &'a Stage,
    verdict: &'a Verdict,
    beats: Vec<Beat>,
}

impl Teller<'_> {
    fn tell(&mut self) {
        let (seen, stage) = (self.seen, self.stage);
        if seen.first {
            if seen.end.is_none() {
                self.beat("start", words::start(seen), pictures::start(seen, stage), Some(Event::Bound));
            }
            return;
        }
        self.beat("closest", words::closest(seen), pictures::closest(seen, stage), None);
        if seen.w.is_some() {
            self.beat("support", words::support(seen), pictures::support(seen, stage), Some(Event::Support));
            let fell = seen.fell().then_some(Event::Bound);
            self.beat("bound", words::bound(seen), pictures::bound(seen, stage), fell);
        }
        if seen.w.is_some() && (seen.end.is_none() || seen.fault.is_some()) {
            let event = if seen.rim.is_empty() { Event::Warning } else { Event::Silhouette };
            self.beat("silhouette", words::silhouette(seen), pictures::silhouette(seen, stage), Some(event));
            if !seen.rim.is_empty() && seen.fault.is_none() {
                self.beat("join", words::join(seen), pictures::join(seen, stage), None);
                self.beat("push", words::push(seen), pictures::push(seen, stage), None);
            }
        }
    }

    fn beat(&mut self, line: &'static str, say: String, (world, cso): Panes, event: Option<Event>) {
        let seen = self.seen;
        let when = Moment::of(line, seen.w.is_some());
        let stops = seen.stops.iter().filter(|stop| when.tries(stop.line)).cloned().collect();
        let (all, newest) = self.listed(when);
        self.beats.push(Beat {
            line,
            say,
            world,
            cso,
            values: tables::values(seen, when),
            tables: vec![tables::queue(seen, when), tables::vertices(&all, newest)],
            stops,
            points: if matches!(line, "start" | "bound" | "stop") { tables::points(seen) } else { Vec::new() },
            event,
        });
    }

    /// The vertices whose rows are shown: all of the start, else the entry's corners and, once it is found, `w`.
    fn listed(&self, when: Moment) -> (Vec<&Corner>, Option<u32>) {
        let seen = self.seen;
        if when == Moment::Started {
            return (seen.vertices.iter().collect(), None);
        }
        let held = seen.entry.as_ref().map_or([u32::MAX; 3], |face| face.corner);
        let mut list: Vec<&Corner> = held.iter().filter_map(|id| seen.vertices.get(*id as usize)).collect();
        let w = seen.w.as_ref().filter(|_| when >= Moment::Found);
        list.extend(w);
        (list, w.map(|w| w.id))
    }

    fn ending(&mut self) {
        let seen = self.seen;
        let Some(outcome) = seen.end else { return };
        let line = match outcome {
            Outcome::Converged | Outcome::Stalled if seen.w.is_some() => "final",
            Outcome::Converged | Outcome::Stalled => "stop",
            Outcome::Apart => "apart",
            Outcome::Flat(_) => "flat",
            Outcome::BrokenRim => "broken",
            Outcome::IterationLimit => "limit",
        };
        let panes = pictures::ending(seen, self.stage, self.verdict);
        let worth = CARD.worth(self.verdict);
        self.beat(line, words::ending(seen, outcome, self.verdict), panes, Some(Event::Stop(worth)));
    }
}
