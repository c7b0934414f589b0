//! Lesson of GJK in the plane: search, stop tests, reduced simplex, next direction.

mod choice;
mod history;
mod panes;

use glam::DVec3;

use crate::answer::number::{length, number, vector, weight};
use crate::ask::Search;
use crate::lesson::recorded::narrated::Step;
use crate::lesson::{
    Beat, Card, Choice, Detail, Ending, Event, Lesson, Narrated, Narration, PAIR_IN_PLANE, PAIR_ROLES, PairContext,
    PlotAxis, Recording, Row, Series, SourceFile, StopTest, Table, Value, Verdict,
};
use crate::picture::Role;
use crate::snapshot::plane::Vertex;
use crate::snapshot::plane::gjk::{Gjk, Outcome};
use crate::step::Comparison;
pub use history::{FrameIterations, History};
pub(crate) use panes::{Panes, vertex_name};

/// Card of GJK in the plane.
pub const CARD: Card = Card {
    id: "gjk",
    title: "GJK in the plane",
    summary: "How far apart are two convex bodies in the plane, and where are they closest?",
    sources: &["Catto, GDC 2010: GJK, bad direction"],
    listing: include_str!("../../../engine/dim2/gjk/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/dim2/gjk/stepper.rs",
        text: include_str!("../../../engine/dim2/gjk/stepper.rs"),
    }],
    views: PAIR_IN_PLANE,
    plot_over: PlotAxis::Step,
    series: &[
        Series { name: "upper bound", role: Role::Upper },
        Series { name: "lower bound", role: Role::Lower },
        Series { name: "gain", role: Role::Fault },
    ],
    endings: &[
        Ending::success(
            "Apart",
            "The new corner gains no more than rounding, or than was asked for: v is the nearest point.",
        )
        .called("Nearest point found"),
        Ending::success("Contained", "The origin lies inside the triangle W: the cores overlap.")
            .called("Cores overlap"),
        Ending::success("OnVertex", "The origin lies on a corner of A − B: the cores touch there.")
            .called("Touching at a corner"),
        Ending::success("OnEdge", "The origin lies on the edge W: there is no direction to go.")
            .called("Touching or overlapping"),
        Ending::no_answer("IterationLimit", "The limit on iterations was reached first."),
    ],
};

/// Name of an outcome.
pub fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Apart => "Apart",
        Outcome::Contained => "Contained",
        Outcome::OnVertex => "OnVertex",
        Outcome::OnEdge => "OnEdge",
        Outcome::IterationLimit => "IterationLimit",
    }
}

/// Lesson of a recorded run. `verdict` is the complete answer, with the depth of overlapping cores from another
/// algorithm.
pub fn lesson(
    recording: Box<dyn Recording<Gjk>>,
    verdict: Verdict,
    context: PairContext,
    history: History,
) -> Box<dyn Lesson> {
    Box::new(Narrated { recording, context, verdict, narration: Iterations(history) })
}

/// One iteration, for lessons that contain GJK.
#[derive(Clone, Copy)]
pub(crate) struct Iteration<'a> {
    /// Index of the iteration.
    pub number: usize,
    /// State before the iteration.
    pub before: &'a Gjk,
    /// State after the iteration.
    pub after: &'a Gjk,
    /// Outcome, if GJK ended in this iteration.
    pub end: Option<Outcome>,
    pub context: &'a PairContext,
    /// Verdict that supplies the sentence of the ending.
    pub verdict: &'a Verdict,
    /// Requested amount of detail.
    pub detail: Detail,
}

impl Iteration<'_> {
    /// Beats of the iteration.
    pub(crate) fn beats(&self) -> Vec<Beat> {
        let Self { number, before, after, end, context, verdict, detail } = *self;
        let history = History { frames: Vec::new(), now: 0 };
        Narrator { context, verdict, history: &history, detail }.beats(number, before, after, end)
    }

    /// Questions of the iteration.
    pub(crate) fn choices(&self) -> Vec<Choice> {
        choice::choices(self.number, (self.before, self.after), self.end, self.context, &self.beats())
    }
}

struct Iterations(History);

impl Narration for Iterations {
    type State = Gjk;
    type Context = PairContext;
    const CARD: &'static Card = &CARD;
    const ROLE_NAMES: &'static [(Role, &'static str)] = PAIR_ROLES;

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { number, before, after, end, context, verdict, detail } = step;
        Narrator { context, verdict, history: &self.0, detail }.beats(number, before, after, end)
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        choice::choices(step.number, (step.before, step.after), step.end, step.context, beats)
    }

    fn corners(&self, state: &Gjk, context: &PairContext) -> Vec<DVec3> {
        corners(state, context)
    }

    fn frames(&self) -> Option<Table> {
        self.0.table()
    }
}

/// Vertices of the simplex, configuration space.
pub(crate) fn corners(state: &Gjk, context: &PairContext) -> Vec<DVec3> {
    state.simplex.iter().map(|corner| context.space.cso(corner.w)).collect()
}

/// Maker of an iteration's beats.
struct Narrator<'a> {
    context: &'a PairContext,
    verdict: &'a Verdict,
    history: &'a History,
    detail: Detail,
}

impl Narrator<'_> {
    fn beats(&self, number: usize, before: &Gjk, after: &Gjk, end: Option<Outcome>) -> Vec<Beat> {
        let panes = Panes { context: self.context };
        let mut beats = if number == 0 { vec![self.start(before)] } else { Vec::new() };
        if after.iterations > before.iterations {
            let say = format!(
                "Along d = {} the corner of A − B farthest out is w = {} = {}.",
                vector(panes.cso(before.d.normalize_or_zero())),
                vertex_name(&after.w),
                vector(panes.cso(after.w.w))
            );
            beats.push(Beat {
                line: "support",
                say,
                pictures: self
                    .detail
                    .full(|| panes.support(&before.simplex, &after.w, before.nearest.v, before.d).into()),
                event: Some(Event::Support),
                ..self.facts(before, after)
            });
            if before.remembers && !after.remembers {
                beats.push(self.afresh(after));
            } else if !matches!(end, Some(Outcome::Apart | Outcome::IterationLimit)) {
                let event = if after.simplex.len() < before.simplex.len() + 1 { Some(Event::Reduction) } else { None };
                beats.push(self.beat("reduce", reduced(before, after), after, before, event));
            }
        }
        match end {
            Some(Outcome::Apart) => beats.push(self.ending("stop", before, after)),
            Some(Outcome::IterationLimit) => beats.push(self.ending("cap", before, after)),
            Some(Outcome::OnVertex | Outcome::OnEdge) => beats.push(self.ending("aim", before, after)),
            Some(Outcome::Contained) => beats.push(self.ending("reduce", before, after)),
            None => beats.push(self.beat("aim", aimed(after, &panes), after, before, None)),
        }
        beats
    }

    /// Beat of the simplex before the first iteration.
    fn start(&self, state: &Gjk) -> Beat {
        let panes = Panes { context: self.context };
        let now = &state.simplex;
        let pictures = self.detail.full(|| panes.simplex(now, &[], state.nearest.v, Some(state.d)).into());
        let names: Vec<String> = now.iter().map(vertex_name).collect();
        let say = match (self.history.warm(), &names[..]) {
            (true, names) => {
                let what = if names.len() == 1 { "corner" } else { "edge" };
                let names = names.join(" to ");
                let saved = self.history.saved();
                format!("The search starts from the {what} that was nearest in the last frame: {names}.{saved}")
            }
            (false, names) => {
                let at = vector(panes.cso(now[0].w));
                format!("The simplex W starts as one corner of A − B, {} = {at}.{}", names[0], self.history.saved())
            }
        };
        Beat { line: "start", say, pictures, ..self.facts(state, state) }
    }

    /// Beat of a cached feature that turned out useless.
    fn afresh(&self, state: &Gjk) -> Beat {
        let panes = Panes { context: self.context };
        let pictures = self.detail.full(|| panes.simplex(&state.simplex, &[], state.nearest.v, Some(state.d)).into());
        let say = format!(
            "W holds the origin, but what was nearest in the last frame is no longer on the boundary of A − B: the search \
             starts afresh, from {}.",
            vertex_name(&state.simplex[0])
        );
        Beat { line: "start", say, pictures, ..self.facts(state, state) }
    }

    /// Beat with the simplex after the step.
    fn beat(&self, line: &'static str, say: String, after: &Gjk, before: &Gjk, event: Option<Event>) -> Beat {
        let panes = Panes { context: self.context };
        let now = &after.simplex;
        let was = &before.simplex;
        let heading = (line == "aim").then_some(after.d);
        let pictures = self.detail.full(|| panes.simplex(now, was, after.nearest.v, heading).into());
        let points = vec![(0, after.nearest.v.length() - after.margin)];
        let mut beat = Beat { line, say, pictures, event, points, ..self.facts(after, after) };
        if line == "reduce" {
            // The next direction is not known yet.
            beat.values.retain(|value| value.symbol != "d");
        }
        beat
    }

    fn ending(&self, line: &'static str, before: &Gjk, after: &Gjk) -> Beat {
        let panes = Panes { context: self.context };
        let pictures = self.detail.full(|| panes.ending(&after.simplex, after.nearest.v, self.verdict).into());
        let why = CARD.endings.iter().find(|e| e.name == self.verdict.outcome).map_or("", |e| e.meaning);
        let say = self.verdict.after(why);
        let event = Some(Event::Stop(CARD.ending_kind(self.verdict)));
        // A search that ends at W does not include w.
        let state = if matches!(line, "stop" | "cap") { before } else { after };
        Beat { line, say, pictures, event, ..self.facts(state, after) }
    }

    /// Values and tables of a step: the simplex of `state`, and the search of `after`.
    fn facts(&self, state: &Gjk, after: &Gjk) -> Beat {
        let panes = Panes { context: self.context };
        let ball = state.margin;
        let gain = after.gain / state.d.length();
        let lower = -state.d.normalize_or_zero().dot(after.w.w);
        let stepped = after.iterations > state.iterations;
        let mut points = Vec::new();
        let mut stops = Vec::new();
        if stepped {
            points.extend([(1, lower - ball), (2, gain.max(0.0))]);
            stops = tests(state, after);
        }
        let new = stepped.then_some(&after.w);
        let tables = self.detail.full(|| vec![table(state, new, &panes)]);
        Beat {
            values: self.detail.full(|| {
                let v = length(state.nearest.v.length());
                let d = vector(panes.cso(state.d.normalize_or_zero()));
                let mut values =
                    vec![value("|v|", "simplex from 0", v, Some("v")), value("d", "search direction", d, Some("d"))];
                if ball > 0.0 {
                    values.push(value("μ", "both margins", length(ball), None));
                }
                if stepped {
                    values.push(value("−d·w", "at least so far", length(lower), Some("plane")));
                    values.push(value("d·(w − v)", "gain along d", length(gain), None));
                }
                values
            }),
            tables,
            stops,
            points,
            ..Beat::default()
        }
    }
}

fn value(symbol: &'static str, meaning: &'static str, text: crate::answer::Shown, key: Option<&'static str>) -> Value {
    Value { symbol, meaning, text, key: key.map(Into::into) }
}

/// Tests of an iteration from `state`, up to the one that fired; gains along the unit direction, meters.
fn tests(state: &Gjk, after: &Gjk) -> Vec<StopTest> {
    let Some(next) = &state.next else { return Vec::new() };
    let length = state.d.length();
    let apart = name(Outcome::Apart);
    let mut all = vec![StopTest::new(
        apart,
        "stop",
        "d·(w − v) ≤ rounding",
        next.by_rounding.map(|square| square.signum() * square.abs().sqrt() / length),
    )];
    if state.search == Search::MinusV {
        // Along −v a gain may be rounding error.
        let off = state.simplex.iter().map(|old| (old.w - after.w.w).length());
        all.push(StopTest::new(
            apart,
            "stop",
            "min |w − wᵢ| = 0",
            Comparison::equal(off.fold(f64::INFINITY, f64::min), 0.0),
        ));
    }
    if let Some(compared) = next.by_tolerance {
        all.push(StopTest::new(apart, "stop", "d·(w − v) ≤ ε", compared.map(|x| x / length)));
    }
    all.push(StopTest::new(name(Outcome::IterationLimit), "cap", "k ≥ limit", next.by_limit));
    let fired = all.iter().position(|test| test.fired).map_or(all.len(), |i| i + 1);
    all.truncate(fired);
    all
}

/// Table of the vertices of `W`, and of the new one until it joins. World axes, as in pictures and sentences.
fn table(state: &Gjk, new: Option<&Vertex>, panes: &Panes) -> Table {
    let corners = &state.simplex;
    let mut rows: Vec<Row> =
        corners.iter().zip(state.nearest.weights).map(|(vertex, lambda)| row(panes, vertex, Some(lambda))).collect();
    rows.extend(new.filter(|new| corners.iter().all(|old| !old.is(new))).map(|new| row(panes, new, None)));
    Table { title: "Simplex W", columns: vec!["corner", "x", "y", "λ"], rows }
}

fn row(panes: &Panes, vertex: &Vertex, lambda: Option<f64>) -> Row {
    let at = panes.cso(vertex.w);
    let share = lambda.map_or_else(|| "new".into(), weight);
    Row {
        cells: vec![vertex_name(vertex).into(), number(at.x), number(at.y), share],
        key: Some(panes::key(vertex).into()),
        chosen: lambda.is_none_or(|lambda| lambda > 0.0),
    }
}

/// Sentence on the nearest feature of the triangle or segment.
fn reduced(before: &Gjk, after: &Gjk) -> String {
    let names: Vec<String> = after.simplex.iter().map(vertex_name).collect();
    let removed = before.simplex.iter().filter(|v| after.simplex.iter().all(|w| !w.is(v)));
    let removed: Vec<String> = removed.map(vertex_name).collect();
    let dropped = if removed.is_empty() { String::new() } else { format!(" {} is dropped.", removed.join(", ")) };
    match &names[..] {
        [corner] => format!("The corner {corner} alone is nearest the origin.{dropped}"),
        [from, to] => format!("The edge from {from} to {to} is nearest the origin.{dropped}"),
        _ => format!("The triangle {} holds the origin: the cores overlap.", names.join(", ")),
    }
}

fn aimed(after: &Gjk, panes: &Panes) -> String {
    let d = vector(panes.cso(after.d.normalize_or_zero()));
    match (after.simplex.len(), after.search) {
        (1, _) => format!("From the corner the origin lies along d = −v, that is {d}."),
        (_, Search::Perpendicular) => {
            format!(
                "From the edge the origin lies along its perpendicular, d = {d}, which is as exact as the edge itself."
            )
        }
        (_, Search::MinusV) => format!("The next direction is d = −v, {d}, which carries all the rounding of v."),
    }
}
