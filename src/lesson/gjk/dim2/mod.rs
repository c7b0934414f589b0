//! Lesson of GJK (Gilbert, Johnson and Keerthi's distance algorithm) in the plane: each iteration finds a support point
//! of the difference A − B and reduces a simplex to the part nearest the origin.
//!
//! [`lesson`] turns the recorded states of a run into beats (narrated sub-steps) and quiz questions. The lesson of the
//! signed distance in the plane narrates its GJK iterations with `Iteration`; EPA's lesson draws with `PlanarPainter`,
//! too.

mod choice;
mod history;
mod narration;
mod panes;

use contact_lens_model::answer::number::{length, number, weight};
use contact_lens_model::ask::Search;
use contact_lens_model::snapshot::plane::Vertex;
use contact_lens_model::snapshot::plane::gjk::{Gjk, Outcome};
use contact_lens_model::step::Comparison;
use contact_lens_picture::{Picture, Role};
use glam::DVec3;

use crate::gjk::simplex_view;
use crate::recorded::narrated::Step;
use crate::{
    Beat, Card, Choice, Detail, Ending, Event, Lesson, Narrated, Narration, PAIR_IN_PLANE, PairContext, Pictures,
    PlotAxis, Recording, Row, Sentence, Series, SourceFile, StopTest, Table, Value, Verdict, WITH_MARGINS, symbol,
};
pub use history::{FrameHistory, FrameIterations};
pub(crate) use panes::{PlanarPainter, vertex_name};

/// Card of GJK in the plane.
pub const CARD: Card = Card {
    id: "gjk",
    title: "GJK in the plane",
    summary: "How far apart are two convex bodies in the plane, and where are they closest?",
    sources: &["Catto, GDC 2010: GJK, bad direction"],
    listing: include_str!("../../engine/dim2/gjk/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/source/dim2/gjk/stepper.rs",
        text: include_str!("../../engine/dim2/gjk/stepper.rs"),
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
    Outcome::Apart => success "Apart" called "Nearest point found" at "stop":
        "The new vertex is no nearer than v, to within the tolerance: v is the nearest point.";
    Outcome::Contained => success "Contained" called "Cores overlap" at "reduce":
        "The origin lies inside the triangle W: the cores overlap.";
    Outcome::OnVertex => success "OnVertex" called "Touching at a vertex" at "aim":
        "The origin lies on a vertex of A − B: the cores touch there.";
    Outcome::OnEdge => success "OnEdge" called "Touching or overlapping" at "aim":
        "The origin lies on the edge W: the cores touch or overlap.";
    Outcome::IterationLimit => no_answer "IterationLimit" at "cap":
        "The iteration limit is reached before the nearest point is proven.";
}

/// Returns the lesson of a recorded run. `verdict` is the complete answer, with the depth of overlapping cores from
/// another algorithm; `history` has the iterations of all frames of a moving scene.
pub fn lesson(
    recording: Box<dyn Recording<Gjk>>,
    verdict: Verdict,
    context: PairContext,
    history: FrameHistory,
) -> Box<dyn Lesson> {
    Box::new(Narrated { recording, context, verdict, narration: Iterations(history) })
}

/// One GJK iteration in another lesson of the plane. Its verdict supplies the sentence of the ending.
pub(crate) type Iteration<'a> = Step<'a, Iterations>;

impl Iteration<'_> {
    /// Beats of the iteration, without savings by warm starts.
    pub(crate) fn beats(&self) -> Vec<Beat> {
        let Self { number, before, after, end, context, verdict, detail } = *self;
        let history = FrameHistory { frames: Vec::new(), current_frame: 0 };
        Narrator { context, verdict, history: &history, detail }.beats(number, before, after, end)
    }

    /// Questions of the iteration.
    pub(crate) fn choices(&self) -> Vec<Choice> {
        choice::choices(self.number, self.before, self.after, self.end, self.context, &self.beats())
    }
}

/// Narration of the iterations, with the iteration counts of all frames of a moving scene.
pub(crate) struct Iterations(FrameHistory);

impl Narration for Iterations {
    type State = Gjk;
    type Context = PairContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = &[
        (Role::Simplex, "simplex W"),
        (Role::NewSupport, "new support point"),
        (Role::Closest, "v, nearest point of W"),
        (Role::Axis, "direction d"),
        (Role::Bound, "supporting lines"),
        (Role::Penetration, "depth"),
        (Role::Normal, "contact normal"),
        (Role::Ghost, WITH_MARGINS),
    ];

    fn card(&self) -> &'static Card {
        &CARD
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { number, before, after, end, context, verdict, detail } = step;
        Narrator { context, verdict, history: &self.0, detail }.beats(number, before, after, end)
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        choice::choices(step.number, step.before, step.after, step.end, step.context, beats)
    }

    fn corners(&self, state: &Gjk, context: &PairContext) -> Vec<DVec3> {
        corners(state, context)
    }

    fn frames(&self) -> Option<Table> {
        self.0.table()
    }
}

/// Returns the vertices of the simplex, configuration space.
pub(crate) fn corners(state: &Gjk, context: &PairContext) -> Vec<DVec3> {
    state.simplex.iter().map(|vertex| context.space.cso(vertex.w)).collect()
}

/// Builder of an iteration's beats.
struct Narrator<'a> {
    context: &'a PairContext,
    /// Answer of the run, stated at its ending.
    verdict: &'a Verdict,
    history: &'a FrameHistory,
    detail: Detail,
}

impl Narrator<'_> {
    /// Beats of iteration `number`, from 0; `end` is the outcome if the run ends in it.
    fn beats(&self, number: usize, before: &Gjk, after: &Gjk, end: Option<Outcome>) -> Vec<Beat> {
        let painter = PlanarPainter { context: self.context };
        let mut beats = if number == 0 { vec![self.start_beat(before)] } else { Vec::new() };
        if after.iterations > before.iterations {
            beats.push(self.support_beat(before, after));
            let is_cache_discarded = before.is_warm_started && !after.is_warm_started;
            if is_cache_discarded {
                beats.push(self.restart_beat(after));
            } else if !ends_before_reduction(end) {
                let is_reduced = after.simplex.len() < before.simplex.len() + 1;
                let event = is_reduced.then_some(Event::Reduction);
                let say = narration::reduction(before, after, &painter);
                beats.push(self.simplex_beat("reduce", say, after, before, event));
            }
        }
        match end {
            Some(end) => beats.push(self.ending_beat(end, before, after)),
            None => {
                beats.push(self.simplex_beat("aim", narration::next_direction(after, &painter), after, before, None))
            }
        }
        beats
    }

    /// Pictures of the world and of configuration space with the names of their roles.
    fn named_pictures(&self, state: &Gjk, pictures: (Picture, Picture)) -> Pictures {
        simplex_view::without_thin_margins(pictures, state.margin, self.context)
    }

    /// Beat of the simplex before the first iteration.
    fn start_beat(&self, state: &Gjk) -> Beat {
        let painter = PlanarPainter { context: self.context };
        let pictures = self
            .detail
            .full(|| self.named_pictures(state, painter.simplex(&state.simplex, &[], state.nearest.v, None)));
        let say = narration::start(state, &painter, self.history);
        Beat { line: "start", say, pictures, ..self.values_and_tables("start", state, state) }
    }

    /// Beat of the new vertex and of the line through it.
    fn support_beat(&self, before: &Gjk, after: &Gjk) -> Beat {
        let painter = PlanarPainter { context: self.context };
        Beat {
            line: "support",
            say: narration::support(before, after, &painter),
            pictures: self.detail.full(|| {
                let (world, mut cso) = painter.support(&before.simplex, &after.w, before.nearest.v, before.d);
                painter.add_line_distance(&mut cso, &after.w, before.d);
                self.named_pictures(after, (world, cso)).naming(Role::Penetration, "origin to line")
            }),
            event: Some(Event::Support),
            ..self.values_and_tables("support", before, after)
        }
    }

    /// Beat of the restart from one vertex, after the cached feature was found to be off the boundary of A − B.
    fn restart_beat(&self, state: &Gjk) -> Beat {
        let painter = PlanarPainter { context: self.context };
        let pictures = self
            .detail
            .full(|| self.named_pictures(state, painter.simplex(&state.simplex, &[], state.nearest.v, None)));
        Beat {
            line: "start",
            say: narration::restart(state, &painter),
            pictures,
            ..self.values_and_tables("start", state, state)
        }
    }

    /// Beat with the simplex after the step, at the line `reduce`, which also shows the vertices that it removed from
    /// `before`, or at the line `aim`, which shows the next direction.
    fn simplex_beat(&self, line: &'static str, say: Sentence, after: &Gjk, before: &Gjk, event: Option<Event>) -> Beat {
        let painter = PlanarPainter { context: self.context };
        let is_aiming = line == "aim";
        let previous = if is_aiming { &[][..] } else { &before.simplex };
        let next_direction = is_aiming.then_some(after.d);
        let pictures = self.detail.full(|| {
            self.named_pictures(after, painter.simplex(&after.simplex, previous, after.nearest.v, next_direction))
        });
        // Index into `CARD.series`: upper bound.
        let points = vec![(0, after.nearest.v.length() - after.margin)];
        Beat { line, say, pictures, event, points, ..self.values_and_tables(line, after, after) }
    }

    /// Beat of the ending `end`.
    fn ending_beat(&self, end: Outcome, before: &Gjk, after: &Gjk) -> Beat {
        let painter = PlanarPainter { context: self.context };
        let line = ending(end).line;
        // If the search ends before the reduction, w has not joined W.
        let is_w_outside = ends_before_reduction(Some(end));
        let state = if is_w_outside { before } else { after };
        let has_searched = after.iterations > before.iterations;
        let last = (is_w_outside && has_searched).then_some((&after.w, before.d));
        let pictures = self
            .detail
            .full(|| self.named_pictures(after, painter.ending(&after.simplex, after.nearest.v, last, self.verdict)));
        let say = narration::ending(after, end, &painter, self.verdict);
        let event = Some(Event::Stop(CARD.ending_kind(self.verdict)));
        Beat { line, say, pictures, event, ..self.values_and_tables("end", state, after) }
    }

    /// Beat with only the values, tables, stop tests and plot points at a line of the listing: those of the simplex of
    /// `state`, and those of the search that led from it to `after`, unless both are the same state.
    fn values_and_tables(&self, line: &str, state: &Gjk, after: &Gjk) -> Beat {
        let painter = PlanarPainter { context: self.context };
        let margin = state.margin;
        // The engine's gain is along a direction of any length.
        let gain = after.gain / state.d.length();
        let lower = -state.d.normalize_or_zero().dot(after.w.w);
        let has_stepped = after.iterations > state.iterations;
        let mut points = Vec::new();
        let mut stops = Vec::new();
        if has_stepped {
            // Indices into `CARD.series`: lower bound, gain.
            points.extend([(1, lower - margin), (2, gain.max(0.0))]);
            stops = stop_tests(state, after);
        }
        let new = has_stepped.then_some(&after.w);
        let tables = self.detail.full(|| vec![table(state, new, &painter)]);
        Beat {
            values: self.detail.full(|| self.values(line, state, has_stepped.then_some(gain))),
            tables,
            stops,
            points,
            ..Beat::default()
        }
    }

    /// Values of the sub-step `line`; a value has a mark only where the sub-step draws it. `gain` is the gain of the
    /// new vertex along d, meters; `None` without a new vertex.
    fn values(&self, line: &str, state: &Gjk, gain: Option<f64>) -> Vec<Value> {
        let mut values = Vec::new();
        // A length of zero is in the sentence.
        let is_zero = self.context.is_rounding(state.nearest.v.length());
        if matches!(line, "start" | "reduce" | "end") && !is_zero {
            values.push(Value::of(symbol::LENGTH_OF_V, self.context.length(state.nearest.v.length()), "v"));
        }
        if let Some(gain) = gain.filter(|gain| line == "end" && !self.context.is_rounding(*gain)) {
            values.push(Value::number(symbol::GAIN, self.context.length(gain)));
        }
        if state.margin > 0.0 && line == "end" {
            values.push(Value::number(symbol::MARGINS, length(state.margin)));
        }
        values
    }
}

/// Whether the iteration ends the run before `w` joins the simplex and the simplex is reduced.
fn ends_before_reduction(end: Option<Outcome>) -> bool {
    matches!(end, Some(Outcome::Apart | Outcome::IterationLimit))
}

/// Returns the stop tests of an iteration from `state` to `after`, up to the one that fired. The engine compares gains
/// along a direction of any length; here they are divided by its length, so that they are in meters.
fn stop_tests(state: &Gjk, after: &Gjk) -> Vec<StopTest> {
    let Some(next) = &state.next else { return Vec::new() };
    let length = state.d.length();
    let apart = ending(Outcome::Apart).name;
    // The engine compares signed squares.
    let by_rounding = next.by_rounding.map(|square| square.signum() * square.abs().sqrt() / length);
    let mut tests = vec![StopTest::new(apart, "stop", "d·(w − v) ≤ rounding", by_rounding)];
    if state.search == Search::MinusV {
        // Along −v a gain may be rounding error, so a support point that is a vertex of W already stops the search too.
        let distances = state.simplex.iter().map(|old| (old.w - after.w.w).length());
        let least_distance = distances.fold(f64::INFINITY, f64::min);
        let by_repetition = Comparison::equal(least_distance, 0.0);
        tests.push(StopTest::new(apart, "stop", "min |w − wᵢ| = 0", by_repetition));
    }
    if let Some(compared) = next.by_tolerance {
        tests.push(StopTest::new(apart, "stop", "d·(w − v) ≤ ε", compared.map(|gain| gain / length)));
    }
    tests.push(StopTest::new(ending(Outcome::IterationLimit).name, "cap", "k ≥ limit", next.by_limit));
    if let Some(fired) = tests.iter().position(|test| test.fired) {
        tests.truncate(fired + 1);
    }
    tests
}

/// Table of the vertices of `W`, and of the vertex `new` until it joins; coordinates along the axes of the world, as in
/// pictures and sentences.
fn table(state: &Gjk, new: Option<&Vertex>, painter: &PlanarPainter) -> Table {
    let weighted = state.simplex.iter().zip(state.nearest.weights);
    let mut rows: Vec<Row> = weighted.map(|(vertex, lambda)| row(painter, vertex, Some(lambda))).collect();
    if let Some(new) = new {
        let is_listed = state.simplex.iter().any(|old| old.has_same_vertices(new));
        if !is_listed {
            rows.push(row(painter, new, None));
        }
    }
    Table { title: "Simplex W", columns: vec!["vertex", "x", "y", "weight λ"], rows }
}

/// Row of a vertex with its barycentric weight `lambda`; `None` for the new vertex, which has no weight yet.
fn row(painter: &PlanarPainter, vertex: &Vertex, lambda: Option<f64>) -> Row {
    let at = painter.cso(vertex.w);
    let weight_text = lambda.map_or_else(|| "new".into(), weight);
    Row {
        cells: vec![vertex_name(vertex).into(), number(at.x), number(at.y), weight_text],
        key: Some(painter.simplex_vertex(vertex).key("w").into()),
        chosen: lambda.is_none_or(|lambda| lambda > 0.0),
    }
}
