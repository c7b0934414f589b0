//! What people see of ISA-GJK: each axis tried as a plane between the bodies, and what the cached axis saves.

pub mod corners;
mod view;

use std::sync::Arc;

use glam::DVec3;

use super::super::answer::{Answer, Status};
use super::super::prelude::*;
use super::super::rounding;
use super::super::simplex::subset::{members, size};
use super::super::support::{Cso, Support, Vertex};
use super::{IsaGjk, Options, Outcome};
use crate::lesson::number::{self, length};
use crate::lesson::{
    Backdrop, Beat, Card, Ending, Kind, Lesson, PAIR, PairContext, PairStatus, Proof, Row, Series, StopTest, Strip,
    Table, Tape, ToF64, Verdict,
};
use crate::picture::Role;
use corners::Corner;
use view::View;

/// Everything fixed.
pub const CARD: Card = Card {
    id: "isa_gjk",
    title: "ISA-GJK",
    summary: "Do two convex bodies overlap, and if not, along which axis are they apart?",
    sources: &["S0, Intersection test", "van den Bergen 1999"],
    listing: include_str!("listing.txt"),
    code: include_str!("stepper.rs"),
    code_path: "src/engine/dim3/isa_gjk/stepper.rs",
    views: PAIR,
    series: &[Series { name: "gap g", role: Role::Lower }, Series { name: "|v|", role: Role::Upper }],
    endings: &[
        Ending::success("Separated", "The plane through w has A − B on one side and the origin on the other."),
        Ending::success("Inside", "The origin lies inside the tetrahedron W: the bodies overlap."),
        Ending::success("Shallow", "The cores are apart by less than the margins: the bodies overlap."),
        Ending::success("Vanished", "The origin lies on W as far as numbers tell: a common point."),
        Ending::no_answer("Stalled", "Neither an axis nor a common point can be proven: they touch, or nearly."),
        Ending::no_answer("IterationLimit", "The limit on iterations was reached first."),
    ],
};

/// How one frame of a moving scene went, with and without the axis of the frame before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameCount {
    /// Iterations when started from the last frame's axis.
    pub cached: u32,
    /// Iterations when started cold.
    pub cold: u32,
    /// Whether the pair was proven apart.
    pub apart: bool,
}

/// Records the run of a pair, as frame `frame` of a scene whose frames went as `history` tells.
pub fn play<A, B>(
    cso: Cso<A, B>,
    options: Options,
    context: PairContext,
    history: Vec<FrameCount>,
    frame: usize,
) -> Box<dyn Lesson>
where
    A: Support + Clone + Send + Sync + 'static,
    B: Support + Clone + Send + Sync + 'static,
{
    let tape = Tape::record(IsaGjk::new(cso, options));
    let last = tape.around(tape.steps() - 1).1;
    let verdict = verdict(&last.answer(*tape.outcome()), name(*tape.outcome()), &context);
    let run = (0..tape.steps()).filter_map(|step| tape.around(step).1.w).collect();
    let strip = (history.len() > 1).then(|| strip(&history, frame));
    Box::new(IsaLesson { tape, run, context, verdict, strip })
}

/// The name of an outcome, as on the card.
pub fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Separated => "Separated",
        Outcome::Inside => "Inside",
        Outcome::Shallow => "Shallow",
        Outcome::Vanished => "Vanished",
        Outcome::Stalled => "Stalled",
        Outcome::IterationLimit => "IterationLimit",
        Outcome::Degenerate => "Degenerate",
    }
}

/// A yes-or-no answer as a verdict: no distance, but the axis with its gap, or the common point.
pub fn verdict(answer: &Answer, outcome: &'static str, context: &PairContext) -> Verdict {
    let [a, b] = &context.names;
    let (status, say) = match answer.status {
        Status::Separated => (
            PairStatus::Separated,
            format!(
                "{a} and {b} are apart: along the axis there is a gap of at least {}.",
                length(answer.lower.to_f64())
            ),
        ),
        Status::Penetrating => (PairStatus::Penetrating, format!("{a} and {b} overlap: they share the point shown.")),
        Status::Touching => (PairStatus::Touching, format!("{a} and {b} touch, as far as numbers tell.")),
        Status::NotConverged(_) => {
            let (low, high) = (length(answer.lower.to_f64()), length(answer.upper.to_f64()));
            (
                PairStatus::NotConverged,
                format!("Not decided: the signed distance of {a} and {b} is between {low} and {high}."),
            )
        }
    };
    Verdict {
        signed_distance: None,
        normal: context.space.cso(answer.normal).normalize_or_zero(),
        witness_a: context.space.world(answer.witness_a),
        witness_b: context.space.world(answer.witness_b),
        proof: Proof { lower: answer.lower.to_f64(), upper: answer.upper.to_f64(), tolerance: f64::INFINITY },
        status,
        outcome,
        say,
        iterations: answer.iterations,
    }
}

struct IsaLesson<A: Support, B: Support> {
    tape: Tape<IsaGjk<A, B>>,
    /// All support points, in order.
    run: Vec<Vertex>,
    context: PairContext,
    verdict: Verdict,
    strip: Option<Strip>,
}

impl<A, B> Lesson for IsaLesson<A, B>
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
        let (before, after, end) = self.tape.around(step);
        let corners = |state: &IsaGjk<A, B>| -> Vec<Corner> {
            let corner = |i: usize| Corner::new(&state.simplex[i], Some(state.lambda[i]), &self.run, &self.context);
            members(state.filled).map(corner).collect()
        };
        let view = View {
            before: corners(before),
            after: corners(after),
            w: after.w.map(|w| Corner::new(&w, None, &self.run, &self.context)),
            d: self.context.space.cso(before.d),
            next: self.context.space.cso(after.d),
            v: self.context.space.cso(after.v),
            v_before: if before.filled == 0 { DVec3::INFINITY } else { self.context.space.cso(before.v) },
            g: after.g.to_f64(),
            mu: [before.mu.to_f64(), after.mu.to_f64()],
            margin: after.cso.margin().to_f64(),
            allowance: after.allowance().to_f64(),
            stops: stops(after, end.copied()),
            joined: after.newest.is_some(),
            first: before.k == 0,
            warm: before.k == 0 && before.options.start.is_some(),
            end: end.copied(),
        };
        let mut beats = view.tell(&self.context, &self.verdict);
        if let Some(strip) = &self.strip {
            beats.iter_mut().for_each(|beat| beat.tables.push(strip.table.clone()));
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

/// The tests of one iteration, up to the one that fired, compared as the run does.
fn stops<A: Support, B: Support>(after: &IsaGjk<A, B>, end: Option<Outcome>) -> Vec<StopTest> {
    let test = |outcome, line, formula, left: Real, relation, right: Real| {
        let (left, right) = (left.to_f64(), right.to_f64());
        (outcome, StopTest { name: name(outcome), line, formula, left, relation, right, fired: end == Some(outcome) })
    };
    let (margin, allowance) = (after.cso.margin(), after.allowance());
    let axis = "v·w/|v| > margins + rounding";
    let mut all = vec![test(Outcome::Separated, "separated", axis, after.g, ">", margin + allowance)];
    if after.newest.is_some() {
        let length = after.v.length();
        let farthest = members(after.filled).map(|i| after.simplex[i].w.length()).fold(0.0, Real::max);
        let vanishing = rounding::VANISHING * EPS * farthest;
        all.push(test(Outcome::Inside, "inside", "|W| = 4", size(after.filled) as Real, "=", 4.0));
        all.push(test(Outcome::Vanished, "vanished", "|v| ≤ ε max|w|", length, "≤", vanishing));
        if margin > 0.0 {
            all.push(test(Outcome::Shallow, "shallow", "|v| + rounding < margins", length + allowance, "<", margin));
        }
        let [k, limit] = [after.k, after.options.max_iterations].map(|count| count as Real);
        all.push(test(Outcome::IterationLimit, "limit", "k ≥ limit", k, "≥", limit));
    }
    let last = all.iter().position(|(outcome, _)| Some(*outcome) == end).map_or(all.len(), |i| i + 1);
    all.into_iter().take(last).map(|(_, test)| test).collect()
}

/// The answers, as the strip names them.
const KINDS: &[Kind] = &[
    Kind { name: "apart", letter: '·', role: Role::Ghost },
    Kind { name: "together", letter: 'T', role: Role::Closest },
];

fn strip(history: &[FrameCount], now: usize) -> Strip {
    let sum = |of: fn(&FrameCount) -> u32| history.iter().map(of).sum::<u32>();
    let (cached, cold) = (sum(|count| count.cached), sum(|count| count.cold));
    let once = history.iter().filter(|count| count.apart && count.cached == 1).count();
    let say = format!(
        "From the axis of the frame before, {cached} iterations in all; cold, {cold}. In {once} of {} frames a single support \
         point was enough.",
        history.len()
    );
    let frames = history.iter().map(|count| usize::from(!count.apart)).collect();
    Strip { kinds: KINDS, frames, now, say, table: frames_table(history, now) }
}

/// What the cached axis saves, frame by frame.
fn frames_table(history: &[FrameCount], now: usize) -> Table {
    let row = |(i, count): (usize, &FrameCount)| Row {
        cells: vec![
            number::count(i),
            number::count(count.cached as usize),
            number::count(count.cold as usize),
            (if count.apart { "apart" } else { "together" }).into(),
        ],
        key: None,
        chosen: i == now,
    };
    let mut rows: Vec<Row> = history.iter().enumerate().map(row).collect();
    let sum = |of: fn(&FrameCount) -> u32| number::count(history.iter().map(of).sum::<u32>() as usize);
    let total = vec![format!("all {}", history.len()).into(), sum(|c| c.cached), sum(|c| c.cold), "".into()];
    rows.push(Row { cells: total, key: None, chosen: false });
    Table { title: "Iterations by frame", columns: vec!["frame", "from the last axis", "cold", "result"], rows }
}
