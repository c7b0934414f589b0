//! Lesson of EPA (expanding polytope algorithm) in the plane: a polygon inside the difference A − B of two overlapping
//! bodies grows edge by edge, until its nearest edge to the origin gives the penetration depth.

mod choice;
mod pictures;
mod polygon;
mod tables;

use glam::DVec3;

use crate::answer::FindingFacts as _;
use crate::answer::number::{count, vector_in_plane};
use crate::lesson::context::drawn_keys::with_drawn_keys;
use crate::lesson::context::pair_verdict::{answer_with_margins, values_with_margins};
use crate::lesson::gjk::dim2::{FrameHistory, PlanarPainter, vertex_name};
use crate::lesson::recorded::narrated::Step;
use crate::lesson::{
    Beat, Card, Choice, Detail, Ending, Event, Lesson, Narrated, Narration, PAIR_IN_PLANE, PAIR_ROLES, PairContext,
    Pictures, PlotAxis, Recording, Sentence, Series, SourceFile, Table, Value, Verdict, say, symbol,
};
use crate::picture::{Picture, Role};
use crate::snapshot::plane::epa::{Edge, Epa, Outcome};
use polygon::{vertex_mark, vertices};
use tables::{stops, table};

/// Index of the upper bound in the card's series.
const UPPER_SERIES: usize = 0;

/// Index of the lower bound in the card's series.
const LOWER_SERIES: usize = 1;

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

/// Returns the lesson of a recorded run, which begins where GJK found the origin; only EPA's iterations are counted.
pub fn lesson(
    recording: Box<dyn Recording<Epa>>,
    verdict: Verdict,
    context: PairContext,
    history: FrameHistory,
) -> Box<dyn Lesson> {
    Box::new(Narrated { recording, context, verdict, narration: Expansions(history) })
}

/// One iteration, for lessons that contain EPA; its verdict supplies the sentence of the ending.
pub(crate) type Iteration<'a> = Step<'a, Expansions>;

impl Iteration<'_> {
    /// Beats of the iteration.
    pub(crate) fn beats(&self) -> Vec<Beat> {
        let Self { number, before, after, end, context, verdict, detail } = *self;
        let history = FrameHistory { frames: Vec::new(), now: 0 };
        Narrator { context, verdict, history: &history, detail }.beats(number, before, after, end)
    }

    /// Questions of the iteration.
    pub(crate) fn choices(&self) -> Vec<Choice> {
        choice::choices((self.before, self.after), self.context, &self.beats())
    }
}

/// Pictures of the polygon with its nearest edge, and of this edge's distance from the origin in `role`.
pub(crate) fn polygon(state: &Epa, context: &PairContext, verdict: &Verdict, role: Role) -> (Picture, Picture) {
    let history = FrameHistory { frames: Vec::new(), now: 0 };
    let narrator = Narrator { context, verdict, history: &history, detail: Detail::Full };
    let (world, mut cso) = narrator.scene(state, Some(state.nearest_now));
    narrator.add_distance(&mut cso, &state.edges[state.nearest_now], role);
    (world, cso)
}

/// Vertices of the polygon, configuration space.
pub(crate) fn corners(state: &Epa, context: &PairContext) -> Vec<DVec3> {
    state.edges.iter().map(|edge| context.space.cso(edge.from.w)).collect()
}

/// Narration of the expanded edges, with the frames of an animated scene.
pub(crate) struct Expansions(FrameHistory);

impl Narration for Expansions {
    type State = Epa;
    type Context = PairContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = &[
        PAIR_ROLES[0],
        (Role::Polytope, "EPA's polygon"),
        (Role::NewSupport, "new support point"),
        (Role::Closest, "nearest edge"),
        (Role::Added, "new edges"),
        (Role::Removed, "replaced edge"),
        (Role::Bound, "supporting line"),
        (Role::Axis, "normal n"),
        (Role::Penetration, "depth"),
    ];

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

/// Builder of an iteration's beats.
struct Narrator<'a> {
    context: &'a PairContext,
    verdict: &'a Verdict,
    history: &'a FrameHistory,
    detail: Detail,
}

impl Narrator<'_> {
    /// Beats of the iteration with the index `number` in the run, which leads from `before` to `after`.
    fn beats(&self, number: usize, before: &Epa, after: &Epa, end: Option<Outcome>) -> Vec<Beat> {
        if after.iterations == before.iterations {
            let mut ending = self.ending_beat("start", before, after, end);
            ending.values = with_drawn_keys(std::mem::take(&mut ending.values), &ending.pictures);
            return vec![ending];
        }
        let mut beats = Vec::new();
        if number == 0 {
            beats.push(self.start_beat(before));
        }
        beats.push(self.nearest_edge_beat(before, after));
        beats.push(self.support_beat(before, after));
        beats.push(self.bound_beat(before, after));
        beats.push(match end {
            Some(Outcome::IterationLimit) => self.ending_beat("cap", before, after, end),
            Some(_) => self.ending_beat("stop", before, after, end),
            None => self.split_beat(before, after),
        });
        for beat in &mut beats {
            beat.values = with_drawn_keys(std::mem::take(&mut beat.values), &beat.pictures);
        }
        beats
    }

    /// Painter of marks that EPA shares with GJK in the plane.
    fn painter(&self) -> PlanarPainter<'_> {
        PlanarPainter { context: self.context }
    }

    /// Beat of the first polygon.
    fn start_beat(&self, state: &Epa) -> Beat {
        let say = say!(
            "EPA's first polygon has {} vertices, all points of A − B, and contains the origin.{}",
            Value::number(symbol::POLYGON_EDGES, count(state.edges.len())),
            self.history.savings_sentence()
        );
        Beat {
            line: "start",
            say,
            pictures: self.detail.full(|| self.scene(state, None).into()),
            tables: self.detail.full(|| vec![table(state, None)]),
            ..Beat::default()
        }
    }

    /// Beat of the nearest edge and the lower bound that it gives.
    fn nearest_edge_beat(&self, before: &Epa, after: &Epa) -> Beat {
        let edge = &before.edges[after.nearest];
        let pictures = self.detail.full(|| self.scene_with_bound(before, after.nearest).into());
        let [from, to] = [&edge.from, &edge.to].map(vertex_mark);
        let say = if self.context.is_rounding(edge.distance) {
            say!("The origin lies on the nearest edge, from {} to {}: its distance is below rounding error.", from, to)
        } else {
            say!(
                "The edge from {} to {} is the edge of the polygon nearest to the origin. Its distance, {}, is a \
                 lower bound on the {}.",
                from,
                to,
                self.lower_bound(edge),
                depth_name(before)
            )
        };
        let points = vec![(LOWER_SERIES, edge.distance + before.margin)];
        let values = self.detail.full(|| vec![self.lower_bound(edge)]);
        let tables = self.detail.full(|| vec![table(before, Some(after.nearest))]);
        Beat { line: "nearest", say, pictures, values, tables, points, ..Beat::default() }
    }

    /// Returns the distance of an edge from the origin, which is a lower bound of the depth.
    fn lower_bound(&self, edge: &Edge) -> Value {
        Value::of(symbol::LOWER, self.context.length(edge.distance), "v")
    }

    /// Outward normal of an edge, in the axes of the pictures.
    fn normal(&self, edge: &Edge) -> Value {
        Value::of(symbol::NORMAL, vector_in_plane(self.painter().cso(edge.normal)), "n")
    }

    /// Beat of the support point along the normal of the nearest edge.
    fn support_beat(&self, before: &Epa, after: &Epa) -> Beat {
        let edge = &before.edges[after.nearest];
        let is_known = before.edges.iter().any(|edge| edge.from.has_same_vertices(&after.w));
        let say = say!(
            "{} is the support point of A − B along n = {}, the outward normal of the nearest edge.{}",
            vertex_mark(&after.w),
            self.normal(edge),
            if is_known { " It is a vertex of the polygon already." } else { "" }
        );
        let name = if is_known { "support point" } else { "new support point" };
        Beat {
            line: "support",
            say,
            pictures: self
                .detail
                .full(|| Pictures::from(self.support_pictures(before, after)).naming(Role::NewSupport, name)),
            event: Some(Event::Support),
            values: self.detail.full(|| vec![self.normal(edge)]),
            tables: self.detail.full(|| vec![table(before, Some(after.nearest))]),
            ..Beat::default()
        }
    }

    /// Beat of the supporting line through the support point, and the upper bound that it may give.
    fn bound_beat(&self, before: &Epa, after: &Epa) -> Beat {
        let edge = &before.edges[after.nearest];
        // Signed distance of the supporting line from the origin, along the normal.
        let line_distance = edge.normal.dot(after.w.w);
        let height = Value::of(symbol::SUPPORT_HEIGHT, self.context.length(line_distance), "upper");
        let upper = Value::of(symbol::UPPER, self.context.length(after.upper), "upper");
        let depth = depth_name(before);
        let w = vertex_mark(&after.w);
        let upper_has_fallen = after.upper < before.upper;
        let say = if self.context.is_rounding(line_distance) {
            say!(
                "The supporting line through {} contains the origin, except for rounding error, so the {} is zero.",
                w,
                depth
            )
        } else if upper_has_fallen {
            say!(
                "A − B lies wholly behind the line through {} with normal {}. The line's distance from the origin, \
                 {}, is an upper bound on the {}.",
                w,
                Sentence::mark("n", "n"),
                &upper,
                depth
            )
        } else {
            let upper = Value { key: Some("best".into()), ..upper.clone() };
            say!(
                "The line through {} with normal {} is {} from the origin. The line of an earlier step is nearer, so \
                 the upper bound on the {} stays {}.",
                w,
                Sentence::mark("n", "n"),
                height,
                depth,
                upper
            )
        };
        Beat {
            line: "bound",
            say,
            pictures: self
                .detail
                .full(|| Pictures::from(self.bound_pictures(before, after)).naming(Role::Gap, "distance of the line")),
            values: self.detail.full(|| {
                // The mark `upper` is the line of this iteration, which gives the bound only if the bound has fallen.
                vec![Value { key: upper.key.filter(|_| upper_has_fallen), ..upper }, self.normal(edge)]
            }),
            tables: self.detail.full(|| vec![table(before, Some(after.nearest))]),
            stops: stops(before, after),
            points: vec![(UPPER_SERIES, after.upper + after.margin)],
            event: upper_has_fallen.then_some(Event::Bound),
        }
    }

    /// Beat of the two edges that replace the nearest edge.
    fn split_beat(&self, before: &Epa, after: &Epa) -> Beat {
        let old = &before.edges[after.nearest];
        let say = say!(
            "{} becomes a vertex of the polygon: two edges, to {} and to {}, replace the nearest edge.",
            vertex_mark(&after.w),
            vertex_mark(&old.from),
            vertex_mark(&old.to)
        );
        Beat {
            line: "split",
            say,
            pictures: self.detail.full(|| self.split_pictures(before, after).into()),
            tables: self.detail.full(|| vec![table(after, None)]),
            ..Beat::default()
        }
    }

    /// Beat of the ending at the line of the listing with the name `line`.
    fn ending_beat(&self, line: &'static str, before: &Epa, state: &Epa, end: Option<Outcome>) -> Beat {
        // An iteration that ends the run replaces no edge, so its nearest edge is still the polygon's.
        let nearest = state.nearest;
        let edge = &state.edges[nearest];
        let is_flat = end == Some(Outcome::Flat) && state.margin > 0.0;
        let why = if is_flat { Sentence::default() } else { self.reason(edge, end) };
        let say = answer_with_margins(self.verdict, why, state.margin);
        let event = Some(Event::Stop(CARD.ending_kind(self.verdict)));
        let stops = if line == "start" { Vec::new() } else { stops(before, state) };
        Beat {
            line,
            say,
            pictures: self.detail.full(|| {
                let mut cso = Picture::default();
                self.add_polygon(&mut cso, state, Some(nearest));
                let is_depth = end != Some(Outcome::IterationLimit);
                self.add_distance(&mut cso, edge, if is_depth { Role::Penetration } else { Role::Lower });
                if let Some(normal) = self.verdict.finding.normal().filter(|_| is_flat) {
                    self.add_depth_of_margins(&mut cso, normal * state.margin);
                }
                let mut world = Picture::default();
                self.add_cores(&mut world, state);
                self.painter().add_answer(&mut world, self.verdict);
                (world, cso).into()
            }),
            event,
            values: self.detail.full(|| self.last_values(state, edge, end)),
            stops,
            tables: self.detail.full(|| vec![table(state, Some(nearest))]),
            ..Beat::default()
        }
    }

    /// Returns the reason of the ending, at the nearest edge.
    fn reason(&self, edge: &Edge, end: Option<Outcome>) -> Sentence {
        let [from, to] = [&edge.from, &edge.to].map(vertex_mark);
        let position_clause = match self.context.is_rounding(edge.distance) {
            true => "contains the origin",
            false => "is nearest to the origin",
        };
        match end {
            Some(Outcome::Converged) => {
                say!("The edge from {} to {} {} and lies on the boundary of A − B.", from, to, position_clause)
            }
            Some(Outcome::Flat) => Sentence::from("A − B has no area, and contains the origin."),
            Some(Outcome::IterationLimit) => Sentence::from(ending(Outcome::IterationLimit).meaning),
            None => Sentence::default(),
        }
    }

    /// Returns the values at the end: both bounds if the iteration limit is reached, and the margins with the answer.
    fn last_values(&self, state: &Epa, edge: &Edge, end: Option<Outcome>) -> Vec<Value> {
        let mut values = Vec::new();
        if end == Some(Outcome::IterationLimit) {
            values.push(Value::number(symbol::UPPER, self.context.length(state.upper)));
            values.push(self.lower_bound(edge));
        }
        values.extend(values_with_margins(self.verdict, state.margin, "witness"));
        values
    }
}

/// Name of the measured depth, which excludes the margins.
fn depth_name(state: &Epa) -> &'static str {
    if state.margin > 0.0 { "core depth" } else { "depth" }
}
