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
    PlotAxis, Recording, Row, Series, SourceFile, StopTest, Table, Value, Verdict, symbol,
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
    endings: ENDINGS,
};

endings! {
    pub fn ending(Outcome), ENDINGS:
    Outcome::Apart => success "Apart" called "Nearest point found":
        "The new vertex is no nearer than v, to within the tolerance: v is the nearest point.";
    Outcome::Contained => success "Contained" called "Cores overlap":
        "The origin lies inside the triangle W: the cores overlap.";
    Outcome::OnVertex => success "OnVertex" called "Touching at a vertex":
        "The origin lies on a vertex of A − B: the cores touch there.";
    Outcome::OnEdge => success "OnEdge" called "Touching or overlapping":
        "The origin lies on the edge W: the cores touch or overlap.";
    Outcome::IterationLimit => no_answer "IterationLimit":
        "The limit on iterations was reached before the nearest point was proven.";
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

/// One iteration, for lessons that contain GJK; its verdict supplies the sentence of the ending.
pub(crate) type Iteration<'a> = Step<'a, Iterations>;

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

pub(crate) struct Iterations(History);

impl Narration for Iterations {
    type State = Gjk;
    type Context = PairContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = PAIR_ROLES;

    fn card(&self) -> &'static Card {
        &CARD
    }

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
                "w = {} = {} is the vertex of A − B farthest along d = {}.",
                vertex_name(&after.w),
                vector(panes.cso(after.w.w)),
                vector(panes.cso(before.d.normalize_or_zero()))
            );
            beats.push(Beat {
                line: "support",
                say: say.into(),
                pictures: self.detail.full(|| {
                    let (world, mut cso) = panes.support(&before.simplex, &after.w, before.nearest.v, before.d);
                    panes.line_distance(&mut cso, &after.w, before.d);
                    (world, cso).into()
                }),
                event: Some(Event::Support),
                ..self.facts("support", before, after)
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
                let what = if names.len() == 1 { "vertex" } else { "edge" };
                let names = names.join(" to ");
                let saved = self.history.saved();
                format!("W starts as the {what} that was nearest in the previous frame: {names}.{saved}")
            }
            (false, names) => {
                let at = vector(panes.cso(now[0].w));
                format!("W starts as one vertex of A − B: {} = {at}.{}", names[0], self.history.saved())
            }
        };
        Beat { line: "start", say: say.into(), pictures, ..self.facts("start", state, state) }
    }

    /// Beat of a cached feature that turned out useless.
    fn afresh(&self, state: &Gjk) -> Beat {
        let panes = Panes { context: self.context };
        let pictures = self.detail.full(|| panes.simplex(&state.simplex, &[], state.nearest.v, Some(state.d)).into());
        let say = format!(
            "W restarts as the vertex {}: the feature that was nearest in the previous frame is no longer on the boundary \
             of A − B.",
            vertex_name(&state.simplex[0])
        );
        Beat { line: "start", say: say.into(), pictures, ..self.facts("start", state, state) }
    }

    /// Beat with the simplex after the step.
    fn beat(&self, line: &'static str, say: String, after: &Gjk, before: &Gjk, event: Option<Event>) -> Beat {
        let panes = Panes { context: self.context };
        let now = &after.simplex;
        let was = &before.simplex;
        let heading = (line == "aim").then_some(after.d);
        let pictures = self.detail.full(|| panes.simplex(now, was, after.nearest.v, heading).into());
        let points = vec![(0, after.nearest.v.length() - after.margin)];
        Beat { line, say: say.into(), pictures, event, points, ..self.facts(line, after, after) }
    }

    fn ending(&self, line: &'static str, before: &Gjk, after: &Gjk) -> Beat {
        let panes = Panes { context: self.context };
        let pictures = self.detail.full(|| panes.ending(&after.simplex, after.nearest.v, self.verdict).into());
        let why = CARD.row(self.verdict).map_or("", |e| e.meaning);
        // Without margins the cores are the bodies themselves.
        let why = if after.margin > 0.0 { why.to_owned() } else { why.replace("cores", "bodies") };
        let say = self.verdict.after(&why);
        let event = Some(Event::Stop(CARD.ending_kind(self.verdict)));
        // A search that ends at W does not include w.
        let state = if matches!(line, "stop" | "cap") { before } else { after };
        Beat { line, say: say.into(), pictures, event, ..self.facts("end", state, after) }
    }

    /// Values and tables of the sub-step `line`: the simplex of `state`, and the search of `after`.
    fn facts(&self, line: &str, state: &Gjk, after: &Gjk) -> Beat {
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
            values: self.detail.full(|| self.values(line, state, stepped.then_some((lower, gain)))),
            tables,
            stops,
            points,
            ..Beat::default()
        }
    }

    /// Values of the sub-step `line`; a value has a mark only where the sub-step draws it. `found` has the distance of
    /// the new vertex's line from the origin, and the gain along d, meters.
    fn values(&self, line: &str, state: &Gjk, found: Option<(f64, f64)>) -> Vec<Value> {
        let panes = Panes { context: self.context };
        let mut values = Vec::new();
        if matches!(line, "start" | "support" | "aim") {
            let d = vector(panes.cso(state.d.normalize_or_zero()));
            values.push(Value::of(symbol::DIRECTION, d, "d"));
        }
        if line != "support" {
            values.push(Value::of(symbol::LENGTH_OF_V, self.context.length(state.nearest.v.length()), "v"));
        }
        match found {
            Some((lower, gain)) if line == "support" => {
                let plane = if lower > 0.0 { symbol::PLANE_DISTANCE } else { symbol::OVERLAP };
                values.push(Value::of(plane, self.context.length(lower.abs()), "plane"));
                values.push(Value::number(symbol::GAIN, self.context.length(gain)));
            }
            Some((_, gain)) => values.push(Value::number(symbol::GAIN, self.context.length(gain))),
            None => {}
        }
        if state.margin > 0.0 {
            values.push(Value::number(symbol::MARGINS, length(state.margin)));
        }
        values
    }
}

/// Tests of an iteration from `state`, up to the one that fired; gains along the unit direction, meters.
fn tests(state: &Gjk, after: &Gjk) -> Vec<StopTest> {
    let Some(next) = &state.next else { return Vec::new() };
    let length = state.d.length();
    let apart = ending(Outcome::Apart).name;
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
    all.push(StopTest::new(ending(Outcome::IterationLimit).name, "cap", "k ≥ limit", next.by_limit));
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
    Table { title: "Simplex W", columns: vec!["vertex", "x", "y", "weight λ"], rows }
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
    let removed = match &removed[..] {
        [] => String::new(),
        [one] => format!(" {one} is removed."),
        many => format!(" {} are removed.", many.join(" and ")),
    };
    let bodies = if after.margin > 0.0 { "cores" } else { "bodies" };
    match &names[..] {
        [vertex] => format!("The vertex {vertex} is the part of W nearest the origin.{removed}"),
        [from, to] => format!("The edge from {from} to {to} is the part of W nearest the origin.{removed}"),
        _ => format!("The triangle {} contains the origin: the {bodies} overlap.", names.join(", ")),
    }
}

fn aimed(after: &Gjk, panes: &Panes) -> String {
    let d = vector(panes.cso(after.d.normalize_or_zero()));
    match (after.simplex.len(), after.search) {
        (1, _) => format!("d = −v/|v| = {d} is the next direction: from the vertex to the origin."),
        (_, Search::Perpendicular) => {
            format!("d = {d} is the next direction: perpendicular to the edge, towards the origin.")
        }
        (_, Search::MinusV) => format!("d = −v/|v| = {d} is the next direction, with the rounding error of v."),
    }
}
