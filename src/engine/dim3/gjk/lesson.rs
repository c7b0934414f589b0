//! What people see of a GJK run: beats for every turn, in both panes, with everything that was weighed.

mod pictures;
mod seen;
mod tables;
mod words;

use std::sync::Arc;

use super::super::answer::verdict::verdict;
use super::super::distance::{self, Distance};
use super::super::epa::Buffers;
use super::super::prelude::*;
use super::super::support::{Cso, Support};
use super::{Gjk, Options, Outcome};
use crate::lesson::{Backdrop, Beat, Card, Ending, Event, Lesson, Series, Stage, Tape, Verdict, Wide};
use crate::picture::Role;
use pictures::Panes;
use seen::{Moment, Seen};

/// Everything fixed.
pub const CARD: Card = Card {
    id: "gjk",
    title: "GJK distance",
    summary: "How far apart are two convex bodies, and where are they closest?",
    sources: &[
        "S0, GJK",
        "S3, Termination; Bad direction",
        "van den Bergen 1999",
        "Montanari, Petrinic & Barbieri 2017",
    ],
    listing: include_str!("listing.txt"),
    code: include_str!("stepper.rs"),
    code_path: "src/engine/dim3/gjk/stepper.rs",
    series: &[
        Series { name: "upper bound", role: Role::Upper },
        Series { name: "lower bound", role: Role::Lower },
        Series { name: "|v|", role: Role::Simplex },
        Series { name: "gap", role: Role::Fault },
    ],
    endings: &[
        Ending::success("AbsoluteGap", "By theorem 4, v is within the absolute tolerance of the nearest point."),
        Ending::success("RelativeGap", "The bounds differ by no more than the wanted share of the distance."),
        Ending::success("RoundingGap", "The bounds differ by no more than their own rounding."),
        Ending::success("Repeated", "The new support point is in W already: nothing of A − B is nearer."),
        Ending::success("NoProgress", "Neither bound improved: rounding leaves nothing to gain."),
        Ending::success("Inside", "The origin lies inside the tetrahedron W: the cores overlap."),
        Ending::success("Vanished", "The origin lies on W as far as numbers tell: touching or overlapping."),
        Ending::no_answer("IterationLimit", "The limit on iterations was reached first."),
        Ending::failure("Degenerate", "The pair has no usable numbers: not finite, or too far out."),
    ],
};

/// The name of an outcome, as on the card.
pub fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::AbsoluteGap => "AbsoluteGap",
        Outcome::RelativeGap => "RelativeGap",
        Outcome::RoundingGap => "RoundingGap",
        Outcome::Repeated => "Repeated",
        Outcome::NoProgress => "NoProgress",
        Outcome::Inside => "Inside",
        Outcome::Vanished => "Vanished",
        Outcome::IterationLimit => "IterationLimit",
        Outcome::Degenerate => "Degenerate",
    }
}

/// The line at which a run ends so, which is that of its test.
fn line(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::AbsoluteGap => "stop-absolute",
        Outcome::RelativeGap => "stop-relative",
        Outcome::RoundingGap => "stop-rounding",
        Outcome::Repeated => "stop-repeated",
        Outcome::NoProgress => "stop-progress",
        Outcome::Inside => "stop-inside",
        Outcome::Vanished => "stop-vanished",
        Outcome::IterationLimit => "stop-limit",
        Outcome::Degenerate => "direction",
    }
}

/// What GJK alone can say at its end, for a `stage` that knows where the pair frame is. Of cores that overlap that is
/// only a bracket of the depth.
pub fn conclude<A: Support, B: Support>(gjk: &Gjk<A, B>, outcome: Outcome, stage: &Stage) -> Verdict {
    let answer = gjk.answer(outcome);
    let tolerance = gjk.wanted(answer.signed_distance).wide();
    verdict(&answer, name(outcome), tolerance, stage)
}

/// The full answer: where GJK ended on cores that overlap, penetration goes on and measures the depth.
pub fn answer<A, B>(gjk: &Gjk<A, B>, outcome: Outcome, stage: &Stage) -> Verdict
where
    A: Support + Clone,
    B: Support + Clone,
{
    let own = conclude(gjk, outcome, stage);
    if own.signed_distance.is_some() {
        return own;
    }
    let options = distance::Options { gjk: gjk.options, ..distance::Options::default() };
    let mut whole = Distance::new(gjk.cso.clone(), options, Buffers::default());
    whole.run();
    let answer = whole.answer();
    verdict(&answer, name(outcome), whole.wanted(answer.signed_distance).wide(), stage)
}

/// Records the run of a pair.
pub fn play<A, B>(cso: Cso<A, B>, options: Options, stage: Stage) -> Box<dyn Lesson>
where
    A: Support + Clone + Send + Sync + 'static,
    B: Support + Clone + Send + Sync + 'static,
{
    let tape = Tape::record(Gjk::new(cso, options));
    let last = tape.around(tape.steps() - 1).1;
    let (own, verdict) = (conclude(last, *tape.outcome(), &stage), answer(last, *tape.outcome(), &stage));
    let numbers = numbers((0..tape.steps()).map(|step| tape.around(step).1));
    Box::new(GjkLesson { numbers, tape, stage, own, verdict })
}

struct GjkLesson<A: Support, B: Support> {
    tape: Tape<Gjk<A, B>>,
    /// For each state, the number of the support point in each slot.
    numbers: Vec<[usize; 4]>,
    stage: Stage,
    /// What GJK alone knows.
    own: Verdict,
    verdict: Verdict,
}

impl<A, B> Lesson for GjkLesson<A, B>
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
        let seen = Seen::of((before, after), [&self.numbers[step], &self.numbers[step + 1]], end.copied(), &self.stage);
        let mut teller = Teller { seen: &seen, stage: &self.stage, verdict: &self.own, beats: Vec::new() };
        teller.tell();
        if seen.end.is_some() && self.own.signed_distance.is_none() {
            teller.depth(&self.verdict);
        }
        teller.beats
    }

    fn backdrop(&self) -> Arc<Backdrop> {
        self.stage.backdrop()
    }

    fn verdict(&self) -> &Verdict {
        &self.verdict
    }
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
        if seen.w.is_none() {
            return self.ending();
        }
        self.beat("support", words::support(seen, stage), pictures::support(seen, stage), Some(Event::Support));
        let rose = seen.rose().then_some(Event::Bound);
        self.beat("bound", words::bound(seen), pictures::bound(seen, stage), rose);
        if seen.joined.is_empty() && !seen.tried() {
            return self.ending();
        }
        self.beat("add", words::add(seen), pictures::add(seen), None);
        if seen.joined.is_empty() {
            return self.ending();
        }
        self.beat("reduce", words::reduce(seen), pictures::reduce(seen), None);
        if seen.joined.len() > seen.after.len() {
            self.beat("drop", words::drop(seen), pictures::drop(seen), Some(Event::Reduction));
        }
        match seen.end {
            Some(_) => self.ending(),
            None => self.beat("direction", words::direction(seen), pictures::direction(seen, stage), None),
        }
    }

    fn beat(&mut self, line: &'static str, say: String, (world, cso): Panes, event: Option<Event>) {
        let seen = self.seen;
        let when = Moment::of(line, seen);
        let stops = seen.stops.iter().filter(|stop| when.tries(stop.line)).cloned().collect();
        self.beats.push(Beat {
            line,
            say,
            world,
            cso,
            values: tables::values(seen, when),
            tables: vec![tables::simplex(seen, when)],
            stops,
            points: match line {
                "bound" => vec![(1, seen.bounds.lower - seen.margin)],
                "reduce" => tables::points(seen),
                _ if line.starts_with("stop") && seen.joined.is_empty() && !seen.before.is_empty() => {
                    tables::points(seen)
                }
                _ => Vec::new(),
            },
            event,
        });
    }

    fn ending(&mut self) {
        let Some(outcome) = self.seen.end else { return };
        let panes = pictures::ending(self.seen, self.stage, self.verdict);
        let event = Event::Stop(CARD.worth(self.verdict));
        self.beat(line(outcome), words::ending(self.seen, outcome, self.verdict), panes, Some(event));
    }

    /// GJK's part is over, and the depth, which others found, completes the answer.
    fn depth(&mut self, full: &Verdict) {
        let Some(outcome) = self.seen.end else { return };
        let panes = pictures::depth(self.seen, self.stage, full);
        self.beat(line(outcome), words::depth(full), panes, Some(Event::Stop(CARD.worth(full))));
    }
}

/// For each state of a run, the first included, the number of the support point that sits in each slot. `after` are the
/// states after each turn.
pub fn numbers<'a, A: Support + 'a, B: Support + 'a>(after: impl Iterator<Item = &'a Gjk<A, B>>) -> Vec<[usize; 4]> {
    let mut now = [0; 4];
    let mut all = vec![now];
    for (step, state) in after.enumerate() {
        if state.joined != 0 {
            now[usize::from(state.slot) & 3] = step;
        }
        all.push(now);
    }
    all
}

/// One turn as beats, for lessons in which GJK is a part. `numbers` are those of the two states.
pub fn turn<A: Support, B: Support>(
    around: (&Gjk<A, B>, &Gjk<A, B>),
    numbers: [&[usize; 4]; 2],
    end: Option<Outcome>,
    stage: &Stage,
) -> Vec<Beat> {
    let seen = Seen::of(around, numbers, end, stage);
    let verdict = conclude(around.1, end.unwrap_or(Outcome::IterationLimit), stage);
    let mut teller = Teller { seen: &seen, stage, verdict: &verdict, beats: Vec::new() };
    teller.tell();
    teller.beats
}
