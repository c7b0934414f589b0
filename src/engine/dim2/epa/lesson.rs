//! What people see of a planar EPA run: the polygon grows towards the boundary, its nearest edge first.

mod polygon;

use glam::DVec3;

use super::super::answer::Answer;
use super::super::gjk::lesson::{History, Panes, vertex_name};
use super::super::gjk::{self, Gjk};
use super::super::prelude::*;
use super::super::rounding;
use super::super::shape::Shape;
use super::super::support::lift;
use super::{Edge, Epa, Options, Outcome};
use crate::lesson::number::{count, length, vector};
use crate::lesson::{
    Beat, Card, Detail, Ending, Event, Lesson, PAIR_IN_PLANE, PairContext, PlotAxis, Recorded, Row, Series, Shown,
    SourceFile, Step, StopTest, Table, Tape, Tells, ToF64, Value, Verdict, named, pair_verdict,
};
use crate::picture::{Form, Picture, Role};
use polygon::{corner, foot, key, outline, witnesses};

/// Everything fixed.
pub const CARD: Card = Card {
    id: "epa",
    title: "EPA in the plane",
    summary: "How deep are two convex bodies of the plane in each other, and which way is out?",
    sources: &["Advanced Collision Detection, 2011: EPA 2D", "van den Bergen 2001", "Myoru 2024: EPA"],
    listing: include_str!("listing.txt"),
    code: &[SourceFile { path: "src/engine/dim2/epa/stepper.rs", text: include_str!("stepper.rs") }],
    views: PAIR_IN_PLANE,
    plot_over: PlotAxis::Step,
    series: &[Series { name: "upper bound", role: Role::Upper }, Series { name: "lower bound", role: Role::Lower }],
    endings: &[
        Ending::success(
            "Converged",
            "The nearest edge lies on the boundary of A − B, within rounding or as near as was asked for.",
        ),
        Ending::success("Flat", "A − B has no area and holds the origin: the cores are not deep in each other."),
        Ending::no_answer("IterationLimit", "The limit on iterations was reached first."),
    ],
};

/// The name of an outcome, as on the card.
pub fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Converged => "Converged",
        Outcome::Flat => "Flat",
        Outcome::IterationLimit => "IterationLimit",
    }
}

/// Records a run that goes on from where `gjk` finds the origin. Its turns alone are counted: they are what is shown. The
/// limit and the tolerances of `gjk` are EPA's, and GJK finds its start without any. Where it ends with the cores apart there
/// is nothing for EPA to do, and the run of GJK that says so is shown, with the `full` answer of a search.
pub(crate) fn play(
    gjk: Gjk<Shape>,
    context: PairContext,
    history: History,
    full: impl FnOnce(Gjk<Shape>) -> Answer,
) -> Box<dyn Lesson> {
    let gjk::Options { relative, absolute, max_iterations, .. } = gjk.options;
    let mut search = gjk.clone();
    let cap = rounding::MAX_ITERATIONS_IN_PLANE;
    search.options = gjk::Options { relative: 0.0, absolute: 0.0, max_iterations: cap, ..gjk.options };
    if !matches!(search.run(), gjk::Outcome::Contained | gjk::Outcome::OnEdge) {
        return gjk::lesson::play(gjk, context, history, full);
    }
    let options = Options { relative, absolute, max_iterations };
    let tape = Tape::record(Epa::new(search.cso.clone(), &search.simplex[..search.count], options, Vec::new()));
    let (last, outcome) = (tape.last(), *tape.outcome());
    let answer = last.answer(Some(outcome), 0);
    let verdict = pair_verdict(&answer.in_space().snapshot(last.wanted()), name(outcome), &context);
    Box::new(Recorded { tape, context, verdict, teller: Teller(history) })
}

/// One iteration as beats, the `number`th from 0, for lessons in which EPA is a part. `verdict` is what its end is told with.
pub(crate) fn iteration(
    number: usize,
    (before, after): (&State, &State),
    end: Option<Outcome>,
    (context, verdict): (&PairContext, &Verdict),
    detail: Detail,
) -> Vec<Beat> {
    Told { context, verdict, history: &History { frames: Vec::new(), now: 0 }, detail }
        .beats(number, before, after, end)
}

/// The polygon as it is now, with its nearest edge, and what that says of the bodies.
pub(crate) fn polygon(state: &State, context: &PairContext, verdict: &Verdict) -> (Picture, Picture) {
    let history = History { frames: Vec::new(), now: 0 };
    Told { context, verdict, history: &history, detail: Detail::Full }.scene(state, state.closest())
}

type State = Epa<Shape>;

/// The corners of the polygon, in the configuration space.
pub(crate) fn corners(state: &State, context: &PairContext) -> Vec<DVec3> {
    state.edges.iter().map(|edge| context.space.cso(lift(edge.from.w))).collect()
}

struct Teller(History);

impl Tells for Teller {
    type Run = State;
    type Context = PairContext;
    const CARD: &'static Card = &CARD;

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { number, before, after, end, context, verdict, detail } = step;
        Told { context, verdict, history: &self.0, detail }.beats(number, before, after, end)
    }

    fn corners(&self, state: &State, context: &PairContext) -> Vec<DVec3> {
        corners(state, context)
    }

    fn frames(&self) -> Option<Table> {
        self.0.table()
    }
}

/// Who tells an iteration.
struct Told<'a> {
    context: &'a PairContext,
    /// What the run ends with.
    verdict: &'a Verdict,
    history: &'a History,
    detail: Detail,
}

impl Told<'_> {
    fn beats(&self, number: usize, before: &State, after: &State, end: Option<Outcome>) -> Vec<Beat> {
        if after.turns == before.turns {
            return vec![self.ending("start", before, after, end)];
        }
        let mut beats = Vec::new();
        if number == 0 {
            beats.push(self.start(before));
        }
        beats.push(self.nearest(before, after));
        beats.push(self.support(before, after));
        beats.push(self.bound(before, after));
        beats.push(match end {
            Some(Outcome::IterationLimit) => self.ending("cap", before, after, end),
            Some(_) => self.ending("stop", before, after, end),
            None => self.split(before, after),
        });
        beats
    }

    fn panes<'a>(&'a self, state: &'a State) -> Panes<'a> {
        Panes { context: self.context, cso: &state.cso }
    }

    /// The polygon of `state`, and in the world what its nearest edge says of depth and normal.
    fn scene(&self, state: &State, nearest: usize) -> (Picture, Picture) {
        let (mut world, mut cso) = (Picture::default(), Picture::default());
        let panes = self.panes(state);
        for (i, edge) in state.edges.iter().enumerate() {
            let role = if i == nearest { Role::Closest } else { Role::Polytope };
            cso.segment(role, key(edge), panes.cso(edge.from.w), panes.cso(edge.to.w));
            named(&mut cso, Role::Polytope, &corner(edge), panes.cso(edge.from.w), vertex_name(&edge.from));
        }
        cso.add(Role::Polytope, "polygon", Form::Polygon(outline(state).iter().map(|p| panes.cso(*p)).collect()));
        let edge = &state.edges[nearest];
        let v = foot(edge).v;
        cso.segment(Role::Lower, "v", DVec3::ZERO, panes.cso(v));
        named(&mut cso, Role::Closest, "v", panes.cso(v), "v");
        let [a, b] = witnesses(state, edge).map(|p| self.context.space.world(lift(p)));
        named(&mut world, Role::Witness, "witness/a", a, "p_A");
        named(&mut world, Role::Witness, "witness/b", b, "p_B");
        let reach = 0.35 * self.context.radii[0].max(self.context.radii[1]);
        world.arrow(Role::Normal, "normal", a, a + panes.cso(edge.normal()) * reach);
        if a != b {
            world.segment(Role::Witness, "witness", a, b);
        }
        (world, cso)
    }

    fn start(&self, state: &State) -> Beat {
        let nearest = state.closest();
        let (n, saved) = (state.edges.len(), self.history.saved());
        let say = format!("The polygon starts with {n} corners and holds the origin.{saved}");
        Beat {
            line: "start",
            say,
            pictures: self.detail.full(|| self.scene(state, nearest).into()),
            values: self.detail.full(|| self.values(state, None, state.upper, None)),
            tables: self.detail.full(|| vec![table(state, nearest)]),
            ..Beat::default()
        }
    }

    fn nearest(&self, before: &State, after: &State) -> Beat {
        let edge = &before.edges[after.nearest];
        let pictures = self.detail.full(|| self.scene(before, after.nearest).into());
        let say = format!(
            "The edge from {} to {} is nearest the origin: the depth of the cores is at least {}.",
            vertex_name(&edge.from),
            vertex_name(&edge.to),
            length(edge.distance().to_f64())
        );
        let points = vec![(1, (edge.distance() + before.cso.margin()).to_f64())];
        let (values, tables) = self.looked_at(before, after);
        Beat { line: "nearest", say, pictures, values, tables, points, ..Beat::default() }
    }

    fn support(&self, before: &State, after: &State) -> Beat {
        let edge = &before.edges[after.nearest];
        let panes = self.panes(before);
        let drawn = || {
            let (mut world, mut cso) = self.scene(before, after.nearest);
            panes.vertex((&mut world, &mut cso), Role::NewSupport, &after.w);
            self.context.direction(&mut cso, "d", panes.cso(foot(edge).v), panes.cso(edge.normal()));
            self.context.plane(&mut cso, 2, "plane", panes.cso(after.w.w), panes.cso(edge.normal()));
            (world, cso)
        };
        let say = format!(
            "Along its outward normal {} the farthest corner of A − B is w = {}.",
            vector(panes.cso(edge.normal())),
            vertex_name(&after.w)
        );
        let event = Some(Event::Support);
        let (values, tables) = self.looked_at(before, after);
        Beat {
            line: "support",
            say,
            pictures: self.detail.full(|| drawn().into()),
            event,
            values,
            tables,
            ..Beat::default()
        }
    }

    /// Values and tables while the nearest edge is looked at.
    fn looked_at(&self, before: &State, after: &State) -> (Vec<Value>, Vec<Table>) {
        let edge = &before.edges[after.nearest];
        let values = self.detail.full(|| self.values(before, Some(edge), before.upper, None));
        (values, self.detail.full(|| vec![table(before, after.nearest)]))
    }

    fn bound(&self, before: &State, after: &State) -> Beat {
        let edge = &before.edges[after.nearest];
        let panes = self.panes(before);
        let reach = edge.normal().dot(after.w.w);
        let drawn = || {
            let (world, mut cso) = self.scene(before, after.nearest);
            let tip = panes.cso(edge.normal() * reach);
            cso.segment(Role::Upper, "upper", DVec3::ZERO, tip);
            cso.label(Role::Upper, "upper", tip, format!("n·w = {}", length(reach.to_f64())));
            cso.point(Role::NewSupport, "w", panes.cso(after.w.w));
            (world, cso)
        };
        let better = if after.upper < before.upper { "a better upper bound" } else { "no better than before" };
        let say = format!(
            "Moving B by n·w = {} along n separates the cores: {better}. The edge itself is at {}.",
            length(reach.to_f64()),
            length(edge.distance().to_f64())
        );
        Beat {
            line: "bound",
            say,
            pictures: self.detail.full(|| drawn().into()),
            values: self.detail.full(|| self.values(before, Some(edge), after.upper, Some(reach))),
            tables: self.detail.full(|| vec![table(before, after.nearest)]),
            stops: stops(before, after),
            points: vec![(0, (after.upper + after.cso.margin()).to_f64())],
            event: (after.upper < before.upper).then_some(Event::Bound),
        }
    }

    fn split(&self, before: &State, after: &State) -> Beat {
        let nearest = after.closest();
        let old = &before.edges[after.nearest];
        let drawn = || {
            let (world, mut cso) = self.scene(after, nearest);
            let panes = self.panes(after);
            cso.segment(Role::Removed, key(old), panes.cso(old.from.w), panes.cso(old.to.w));
            for new in [&after.edges[after.nearest], &after.edges[after.edges.len() - 1]] {
                cso.segment(Role::Added, key(new), panes.cso(new.from.w), panes.cso(new.to.w));
            }
            (world, cso)
        };
        let say = format!("{} joins the polygon: the edge is replaced by two.", vertex_name(&after.w));
        Beat {
            line: "split",
            say,
            pictures: self.detail.full(|| drawn().into()),
            values: self.detail.full(|| self.values(after, Some(old), after.upper, None)),
            tables: self.detail.full(|| vec![table(after, nearest)]),
            ..Beat::default()
        }
    }

    fn ending(&self, line: &'static str, before: &State, state: &State, end: Option<Outcome>) -> Beat {
        let nearest = if line == "cap" { state.closest() } else { state.nearest };
        let drawn = || {
            let (_, cso) = self.scene(state, nearest);
            let mut world = Picture::default();
            self.panes(state).answer(&mut world, self.verdict);
            (world, cso)
        };
        let why = end.and_then(|o| CARD.endings.iter().find(|e| e.name == name(o))).map_or("", |e| e.meaning);
        let say = format!("{why} {}", self.verdict.say);
        let event = Some(Event::Stop(CARD.worth(self.verdict)));
        let edge = || &before.edges[state.nearest];
        let stops = if line == "start" { Vec::new() } else { stops(before, state) };
        Beat {
            line,
            say,
            pictures: self.detail.full(|| drawn().into()),
            event,
            values: self.detail.full(|| self.values(state, Some(edge()), state.upper, None)),
            stops,
            tables: self.detail.full(|| vec![table(state, nearest)]),
            ..Beat::default()
        }
    }

    /// The numbers of a moment: the polygon of `state`, the edge that is looked at, `upper` as it is then, and, once it is
    /// known, how far `w` reaches along the edge's normal.
    fn values(&self, state: &State, edge: Option<&Edge>, upper: Real, reach: Option<Real>) -> Vec<Value> {
        let value = |symbol, meaning, text: Shown, key: &'static str| Value::new(symbol, meaning, text, key);
        let known = |x: Real| if x.is_finite() { length(x.to_f64()) } else { "none yet".into() };
        let mut all =
            vec![value("upper", "the least n·w so far: the cores are at most as deep", known(upper), "upper")];
        if let Some(edge) = edge {
            let lower = "the nearest edge's distance: the cores are at least as deep";
            all.push(value("lower", lower, length(edge.distance().to_f64()), "v"));
            all.push(value("n", "its outward normal", vector(self.panes(state).cso(edge.normal())), "d"));
        }
        if let Some(reach) = reach {
            all.push(value("n·w", "how far A − B reaches along n", length(reach.to_f64()), "upper"));
        }
        all.push(value("|P|", "edges of the polygon", count(state.edges.len()), "polygon"));
        if state.cso.margin() > 0.0 {
            let ball = length(state.cso.margin().to_f64());
            all.push(value("μ", "radius that is added to the cores, and to the depth", ball, "margin"));
        }
        all
    }
}

/// The tests of one iteration, up to the one that fired, divided by the edge's length, which changes no order.
fn stops(before: &State, after: &State) -> Vec<StopTest> {
    let edge = &before.edges[after.nearest];
    let length = edge.outward().length().to_f64();
    let gap = after.by_gap(edge, &after.w).map(|x| x.to_f64() / length);
    let mut all = vec![StopTest::new("Converged", "stop", "n·w − distance ≤ ε", gap)];
    if !gap.holds() {
        all.push(StopTest::new("IterationLimit", "cap", "k ≥ limit", after.by_limit()));
    }
    all
}

/// The queue: every edge with its distance.
fn table(state: &State, nearest: usize) -> Table {
    let mut order: Vec<(usize, &Edge)> = state.edges.iter().enumerate().collect();
    order.sort_by(|(_, a), (_, b)| a.rank.total_cmp(&b.rank));
    let row = |(i, edge): (usize, &Edge)| Row {
        cells: vec![
            vertex_name(&edge.from).into(),
            vertex_name(&edge.to).into(),
            length(edge.rank.signum().to_f64() * edge.rank.abs().sqrt().to_f64()),
        ],
        key: Some(key(edge).into()),
        chosen: i == nearest,
    };
    Table {
        title: "Edges, nearest first",
        columns: vec!["from", "to", "distance"],
        rows: order.into_iter().map(row).collect(),
    }
}
