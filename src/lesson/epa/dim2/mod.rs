//! Lesson of EPA in the plane: the polygon grows towards the boundary, nearest edge first.

mod choice;
mod polygon;
mod tables;

use glam::DVec3;

use crate::answer::number::{count, vector};
use crate::lesson::context::drawn_keys::with_drawn_keys;
use crate::lesson::context::pair_verdict::{margins_text, sum_with_margins, with_margins};
use crate::lesson::gjk::dim2::{History, Panes, vertex_name};
use crate::lesson::recorded::narrated::Step;
use crate::lesson::{
    Beat, Card, Choice, Detail, Ending, Event, Lesson, Narrated, Narration, PAIR_IN_PLANE, PAIR_ROLES, PairContext,
    PlotAxis, Recording, Series, SourceFile, Table, Value, Verdict, add_named_point, symbol,
};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::plane::epa::{Edge, Epa, Outcome};
use polygon::{corner, foot, key, outline, witnesses};
use tables::{stops, table};

/// Card of EPA in the plane.
pub const CARD: Card = Card {
    id: "epa",
    title: "EPA in the plane",
    summary: "How deep do two convex bodies of the plane overlap, and which translation separates them?",
    sources: &["Advanced Collision Detection, 2011: EPA 2D", "van den Bergen 2001", "Myoru 2024: EPA"],
    listing: include_str!("../../../engine/dim2/epa/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/dim2/epa/stepper.rs",
        text: include_str!("../../../engine/dim2/epa/stepper.rs"),
    }],
    views: PAIR_IN_PLANE,
    plot_over: PlotAxis::Step,
    series: &[Series { name: "upper bound", role: Role::Upper }, Series { name: "lower bound", role: Role::Lower }],
    endings: ENDINGS,
};

endings! {
    pub fn ending(Outcome), ENDINGS:
    Outcome::Converged => success "Converged" called "Depth found":
        "The nearest edge lies on the boundary of A − B, to within the tolerance.";
    Outcome::Flat => success "Flat" called "Cores only touch":
        "A − B has no area and contains the origin: the core depth is zero.";
    Outcome::IterationLimit => no_answer "IterationLimit":
        "The iteration limit is reached before the bounds agree.";
}

/// Lesson of a recorded run, which begins where GJK found the origin; only EPA's iterations are counted.
pub fn lesson(
    recording: Box<dyn Recording<Epa>>,
    verdict: Verdict,
    context: PairContext,
    history: History,
) -> Box<dyn Lesson> {
    Box::new(Narrated { recording, context, verdict, narration: Expansions(history) })
}

/// One iteration, for lessons that contain EPA; its verdict supplies the sentence of the ending.
pub(crate) type Iteration<'a> = Step<'a, Expansions>;

impl Iteration<'_> {
    /// Beats of the iteration.
    pub(crate) fn beats(&self) -> Vec<Beat> {
        let Self { number, before, after, end, context, verdict, detail } = *self;
        let history = History { frames: Vec::new(), now: 0 };
        Narrator { context, verdict, history: &history, detail }.beats(number, before, after, end)
    }

    /// Questions of the iteration.
    pub(crate) fn choices(&self) -> Vec<Choice> {
        choice::choices((self.before, self.after), self.context, &self.beats())
    }
}

/// Pictures of the polygon with its nearest edge, and of the witness points that it determines.
pub(crate) fn polygon(state: &Epa, context: &PairContext, verdict: &Verdict) -> (Picture, Picture) {
    let history = History { frames: Vec::new(), now: 0 };
    Narrator { context, verdict, history: &history, detail: Detail::Full }.scene(state, Some(state.closest))
}

/// Vertices of the polygon, configuration space.
pub(crate) fn corners(state: &Epa, context: &PairContext) -> Vec<DVec3> {
    state.edges.iter().map(|edge| context.space.cso(edge.from.w)).collect()
}

/// Narration of the expanded edges.
pub(crate) struct Expansions(History);

impl Narration for Expansions {
    type State = Epa;
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
        choice::choices((step.before, step.after), step.context, beats)
    }

    fn corners(&self, state: &Epa, context: &PairContext) -> Vec<DVec3> {
        corners(state, context)
    }

    fn frames(&self) -> Option<Table> {
        self.0.table()
    }
}

/// Maker of an iteration's beats.
struct Narrator<'a> {
    context: &'a PairContext,
    verdict: &'a Verdict,
    history: &'a History,
    detail: Detail,
}

impl Narrator<'_> {
    fn beats(&self, number: usize, before: &Epa, after: &Epa, end: Option<Outcome>) -> Vec<Beat> {
        if after.iterations == before.iterations {
            let mut ending = self.ending("start", before, after, end);
            ending.values = with_drawn_keys(std::mem::take(&mut ending.values), &ending.pictures);
            return vec![ending];
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
        for beat in &mut beats {
            beat.values = with_drawn_keys(std::mem::take(&mut beat.values), &beat.pictures);
        }
        beats
    }

    fn panes(&self) -> Panes<'_> {
        Panes { context: self.context }
    }

    /// Pictures of the polygon of `state`; in the world, the depth of its nearest edge, if `nearest` is given.
    fn scene(&self, state: &Epa, nearest: Option<usize>) -> (Picture, Picture) {
        let mut world = Picture::default();
        let mut cso = Picture::default();
        let panes = self.panes();
        for (i, edge) in state.edges.iter().enumerate() {
            let role = if Some(i) == nearest { Role::Closest } else { Role::Polytope };
            cso.segment(role, key(edge), panes.cso(edge.from.w), panes.cso(edge.to.w));
            add_named_point(&mut cso, Role::Polytope, &corner(edge), panes.cso(edge.from.w), vertex_name(&edge.from));
        }
        cso.add(Role::Polytope, "polygon", Form::Polygon(outline(state).iter().map(|p| panes.cso(*p)).collect()));
        let Some(edge) = nearest.map(|nearest| &state.edges[nearest]) else { return (world, cso) };
        let (v, _) = foot(edge);
        cso.segment(Role::Lower, "v", DVec3::ZERO, panes.cso(v));
        add_named_point(&mut cso, Role::Closest, "v", panes.cso(v), "v");
        let [a, b] = witnesses(state, edge).map(|p| self.context.space.world(p));
        add_named_point(&mut world, Role::Lower, "witness/a", a, "p_A");
        add_named_point(&mut world, Role::Lower, "witness/b", b, "p_B");
        if a != b {
            // The edge proves a lower bound of the depth.
            world.segment(Role::Lower, "witness", a, b);
            world.label(Role::Lower, "witness", (a + b) * 0.5, format!("≥ {}", self.context.length(a.distance(b))));
        }
        (world, cso)
    }

    fn start(&self, state: &Epa) -> Beat {
        let n = state.edges.len();
        let saved = self.history.saved();
        let say = format!("The polygon of {n} vertices lies in A − B and contains the origin.{saved}");
        Beat {
            line: "start",
            say: say.into(),
            pictures: self.detail.full(|| self.scene(state, None).into()),
            values: self.detail.full(|| self.values(state, None, state.upper, None)),
            tables: self.detail.full(|| vec![table(state, None)]),
            ..Beat::default()
        }
    }

    fn nearest(&self, before: &Epa, after: &Epa) -> Beat {
        let edge = &before.edges[after.nearest];
        let pictures = self.detail.full(|| self.scene(before, Some(after.nearest)).into());
        let say = format!(
            "The edge from {} to {} is the nearest to the origin. So the {} is at least its distance, {}.",
            vertex_name(&edge.from),
            vertex_name(&edge.to),
            depth_name(before),
            self.context.length(edge.distance)
        );
        let points = vec![(1, edge.distance + before.margin)];
        let (values, tables) = self.looked_at(before, after);
        Beat { line: "nearest", say: say.into(), pictures, values, tables, points, ..Beat::default() }
    }

    fn support(&self, before: &Epa, after: &Epa) -> Beat {
        let edge = &before.edges[after.nearest];
        let panes = self.panes();
        let say = format!(
            "{} is the support point w of A − B along n, the outward normal of the nearest edge.",
            vertex_name(&after.w)
        );
        let event = Some(Event::Support);
        let (values, tables) = self.looked_at(before, after);
        Beat {
            line: "support",
            say: say.into(),
            pictures: self.detail.full(|| {
                let (mut world, mut cso) = self.scene(before, Some(after.nearest));
                panes.vertex((&mut world, &mut cso), Role::NewSupport, &after.w);
                let from = panes.cso(foot(edge).0);
                let n = panes.cso(edge.normal);
                self.context.direction(&mut cso, "n", from, n);
                cso.label(Role::Axis, "n", from + n * self.context.direction_length(), "n");
                self.context.plane(&mut cso, 2, "plane", panes.cso(after.w.w), panes.cso(edge.normal));
                (world, cso).into()
            }),
            event,
            values,
            tables,
            ..Beat::default()
        }
    }

    /// Values and tables of the nearest edge, before its support point.
    fn looked_at(&self, before: &Epa, after: &Epa) -> (Vec<Value>, Vec<Table>) {
        let edge = &before.edges[after.nearest];
        let values = self.detail.full(|| self.values(before, Some(edge), before.upper, None));
        (values, self.detail.full(|| vec![table(before, Some(after.nearest))]))
    }

    fn bound(&self, before: &Epa, after: &Epa) -> Beat {
        let edge = &before.edges[after.nearest];
        let panes = self.panes();
        let reach = edge.normal.dot(after.w.w);
        let bound = match after.upper < before.upper {
            true => format!(
                "So the upper bound of the {} falls to {}.",
                depth_name(before),
                self.context.length(after.upper)
            ),
            false => format!("The upper bound stays {}.", self.context.length(after.upper)),
        };
        let say = format!("The supporting line at w is n·w = {} from the origin. {bound}", self.context.length(reach));
        Beat {
            line: "bound",
            say: say.into(),
            pictures: self.detail.full(|| {
                let (world, mut cso) = self.scene(before, Some(after.nearest));
                let tip = panes.cso(edge.normal * reach);
                cso.segment(Role::Upper, "upper", DVec3::ZERO, tip);
                cso.label(Role::Upper, "upper", tip, format!("n·w = {}", self.context.length(reach)));
                cso.point(Role::NewSupport, "w", panes.cso(after.w.w));
                cso.label(Role::NewSupport, "w", panes.cso(after.w.w), "w");
                self.context.plane_with_foot(&mut cso, "plane", panes.cso(after.w.w), panes.cso(edge.normal));
                (world, cso).into()
            }),
            values: self.detail.full(|| self.values(before, Some(edge), after.upper, Some(reach))),
            tables: self.detail.full(|| vec![table(before, Some(after.nearest))]),
            stops: stops(before, after),
            points: vec![(0, after.upper + after.margin)],
            event: (after.upper < before.upper).then_some(Event::Bound),
        }
    }

    fn split(&self, before: &Epa, after: &Epa) -> Beat {
        let old = &before.edges[after.nearest];
        let say = format!("{} becomes a vertex: two new edges replace the nearest edge.", vertex_name(&after.w));
        Beat {
            line: "split",
            say: say.into(),
            pictures: self.detail.full(|| {
                let (world, mut cso) = self.scene(after, None);
                let panes = self.panes();
                cso.segment(Role::Removed, key(old), panes.cso(old.from.w), panes.cso(old.to.w));
                for new in [&after.edges[after.nearest], &after.edges[after.edges.len() - 1]] {
                    cso.segment(Role::Added, key(new), panes.cso(new.from.w), panes.cso(new.to.w));
                }
                (world, cso).into()
            }),
            values: self.detail.full(|| self.values(after, Some(old), after.upper, None)),
            tables: self.detail.full(|| vec![table(after, None)]),
            ..Beat::default()
        }
    }

    fn ending(&self, line: &'static str, before: &Epa, state: &Epa, end: Option<Outcome>) -> Beat {
        let nearest = if line == "cap" { state.closest } else { state.nearest };
        let why = end.map_or("", |end| ending(end).meaning);
        let sum = sum_with_margins(self.verdict, state.margin);
        let say = self.verdict.after(&format!("{why}{}{}", if sum.is_empty() { "" } else { " " }, sum.trim_end()));
        let event = Some(Event::Stop(CARD.ending_kind(self.verdict)));
        let stops = if line == "start" { Vec::new() } else { stops(before, state) };
        Beat {
            line,
            say: say.into(),
            pictures: self.detail.full(|| {
                let (_, cso) = self.scene(state, Some(nearest));
                let mut world = Picture::default();
                self.panes().answer(&mut world, self.verdict);
                (world, cso).into()
            }),
            event,
            values: self.detail.full(|| self.last_values(state, &before.edges[state.nearest])),
            stops,
            tables: self.detail.full(|| vec![table(state, Some(nearest))]),
            ..Beat::default()
        }
    }

    /// Values at the end, with the margins and the answer.
    fn last_values(&self, state: &Epa, edge: &Edge) -> Vec<Value> {
        let mut values = self.values(state, Some(edge), state.upper, None);
        if state.margin > 0.0 {
            values.push(Value::number(symbol::MARGINS, margins_text(self.verdict, state.margin)));
            values.extend(with_margins(self.verdict, "witness"));
        }
        values
    }

    /// Values at a moment: the polygon of `state`, the current edge, the bound `upper`, and the extent `reach` of `w`
    /// along the edge's normal, once known.
    fn values(&self, state: &Epa, edge: Option<&Edge>, upper: f64, reach: Option<f64>) -> Vec<Value> {
        let text = if upper.is_finite() { self.context.length(upper) } else { "none yet".into() };
        let mut all = vec![Value::of(symbol::UPPER, text, "upper")];
        if let Some(edge) = edge {
            all.push(Value::of(symbol::LOWER, self.context.length(edge.distance), "v"));
            all.push(Value::of(symbol::NORMAL, vector(self.panes().cso(edge.normal)), "n"));
        }
        if let Some(reach) = reach {
            all.push(Value::of(symbol::SUPPORT_HEIGHT, self.context.length(reach), "upper"));
        }
        all.push(Value::of(symbol::POLYGON_EDGES, count(state.edges.len()), "polygon"));
        all
    }
}

/// Name of the measured depth: margins are excluded.
fn depth_name(state: &Epa) -> &'static str {
    if state.margin > 0.0 { "core depth" } else { "depth" }
}
