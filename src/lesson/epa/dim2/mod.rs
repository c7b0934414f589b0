//! Lesson of EPA (expanding polytope algorithm) in the plane: a polygon inside the difference A − B of two overlapping
//! bodies grows edge by edge, until its nearest edge to the origin gives the penetration depth.
//!
//! [`lesson`] turns the recorded states of a run into beats (narrated sub-steps) and quiz questions. The lesson of the
//! signed distance in the plane narrates its EPA iterations with `Iteration`.

mod choice;
mod pictures;
mod polygon;
mod tables;

use contact_lens_model::answer::number::{count, vector_in_plane};
use contact_lens_model::snapshot::plane::epa::{Edge, Epa, Outcome};
use contact_lens_picture::Role;
use glam::DVec3;

use crate::context::drawn_keys::with_drawn_keys;
use crate::context::pair_verdict::{answer_with_margins, values_with_margins};
use crate::gjk::dim2::{FrameHistory, PlanarPainter, vertex_name};
use crate::gjk::simplex_view::PairPictures;
use crate::recorded::narrated::Step;
use crate::{
    Beat, Card, Choice, Detail, Ending, Event, Lesson, Narrated, Narration, PAIR_IN_PLANE, PAIR_ROLES, PairContext,
    Pictures, PlotAxis, Recording, Sentence, Series, SourceFile, Table, Value, Verdict, say, symbol,
};
use polygon::{vertex_mark, vertices};
use tables::{stop_tests, table};

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
    listing: include_str!("../../engine/dim2/epa/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/source/dim2/epa/stepper.rs",
        text: include_str!("../../engine/dim2/epa/stepper.rs"),
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

/// Returns the lesson of a recorded run, which begins where GJK found the origin inside A − B. `history` has the
/// iterations of all frames of a moving scene.
pub fn lesson(
    recording: Box<dyn Recording<Epa>>,
    verdict: Verdict,
    context: PairContext,
    history: FrameHistory,
) -> Box<dyn Lesson> {
    Box::new(Narrated { recording, context, verdict, narration: Expansions(history) })
}

/// One EPA iteration in another lesson of the plane. Its verdict supplies the sentence of the ending.
pub(crate) type Iteration<'a> = Step<'a, Expansions>;

impl Iteration<'_> {
    /// Beats of the iteration, without savings by warm starts.
    pub(crate) fn beats(&self) -> Vec<Beat> {
        let Self { number, before, after, end, context, verdict, detail } = *self;
        let history = FrameHistory { frames: Vec::new(), current_frame: 0 };
        Narrator { context, verdict, history: &history, detail }.beats(number, before, after, end)
    }

    /// Questions of the iteration.
    pub(crate) fn choices(&self) -> Vec<Choice> {
        choice::choices((self.before, self.after), self.context, &self.beats())
    }
}

/// Pictures of the world and the configuration space with the polygon, its nearest edge, and the distance of this edge
/// from the origin in the role `role`.
pub(crate) fn polygon_pictures(state: &Epa, context: &PairContext, verdict: &Verdict, role: Role) -> PairPictures {
    let history = FrameHistory { frames: Vec::new(), current_frame: 0 };
    let narrator = Narrator { context, verdict, history: &history, detail: Detail::Full };
    let (world, mut cso) = narrator.scene(state, Some(state.nearest_now));
    narrator.add_distance(&mut cso, &state.edges[state.nearest_now], role);
    (world, cso)
}

/// Vertices of the polygon, configuration space, meters, in the order of the edges.
pub(crate) fn corners(state: &Epa, context: &PairContext) -> Vec<DVec3> {
    state.edges.iter().map(|edge| context.space.cso(edge.from.w)).collect()
}

/// Narration of the expanded edges, with the iteration counts of all frames of a moving scene.
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
    /// Answer of the run, stated at its ending.
    verdict: &'a Verdict,
    history: &'a FrameHistory,
    detail: Detail,
}

impl Narrator<'_> {
    /// Beats of the iteration with the index `number` in the run, which leads from `before` to `after`; `end` is the
    /// outcome if the run ends in it.
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
            Some(Outcome::Converged | Outcome::Flat) => self.ending_beat("stop", before, after, end),
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
        let from = vertex_mark(&edge.from);
        let to = vertex_mark(&edge.to);
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
        let is_repeated = before.edges.iter().any(|edge| edge.from.has_same_vertices(&after.w));
        let say = say!(
            "{} is the support point of A − B along n = {}, the outward normal of the nearest edge.{}",
            vertex_mark(&after.w),
            self.normal(edge),
            if is_repeated { " It is a vertex of the polygon already." } else { "" }
        );
        let name = if is_repeated { "support point" } else { "new support point" };
        Beat {
            line: "support",
            say,
            pictures: self.detail.full(|| {
                let pictures = Pictures::from(self.support_pictures(before, after));
                pictures.naming(Role::NewSupport, name)
            }),
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
            inner: None,
            line: "bound",
            say,
            pictures: self.detail.full(|| {
                let pictures = Pictures::from(self.bound_pictures(before, after));
                pictures.naming(Role::Gap, "distance of the line")
            }),
            values: self.detail.full(|| {
                // The mark `upper` is the line of this iteration, which gives the bound only if the bound has fallen.
                let key = if upper_has_fallen { upper.key } else { None };
                vec![Value { key, ..upper }, self.normal(edge)]
            }),
            tables: self.detail.full(|| vec![table(before, Some(after.nearest))]),
            stops: stop_tests(before, after),
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

    /// Beat of the ending `end` at the line of the listing with the label `line`.
    fn ending_beat(&self, line: &'static str, before: &Epa, state: &Epa, end: Option<Outcome>) -> Beat {
        // An iteration that ends the run replaces no edge, so its nearest edge is still the polygon's.
        let nearest = state.nearest;
        let edge = &state.edges[nearest];
        let is_flat = is_flat_with_margins(state, end);
        // The answer of flat cores with margins states the reason itself.
        let reason = if is_flat { Sentence::default() } else { self.reason(edge, end) };
        let say = answer_with_margins(self.verdict, reason, state.margin);
        let event = Some(Event::Stop(CARD.ending_kind(self.verdict)));
        let stops = if line == "start" { Vec::new() } else { stop_tests(before, state) };
        Beat {
            line,
            say,
            pictures: self.detail.full(|| self.ending_pictures(state, end).into()),
            event,
            values: self.detail.full(|| self.last_values(state, edge, end)),
            stops,
            tables: self.detail.full(|| vec![table(state, Some(nearest))]),
            ..Beat::default()
        }
    }

    /// Returns the reason of the ending, at the nearest edge.
    fn reason(&self, edge: &Edge, end: Option<Outcome>) -> Sentence {
        match end {
            Some(Outcome::Converged) => {
                let contains_origin = self.context.is_rounding(edge.distance);
                say!(
                    "The edge from {} to {} {} and lies on the boundary of A − B.",
                    vertex_mark(&edge.from),
                    vertex_mark(&edge.to),
                    if contains_origin { "contains the origin" } else { "is nearest to the origin" }
                )
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

/// Whether the cores only touch, so that the depth consists of margins alone.
fn is_flat_with_margins(state: &Epa, end: Option<Outcome>) -> bool {
    end == Some(Outcome::Flat) && state.margin > 0.0
}

/// Name of the measured depth, which excludes the margins.
fn depth_name(state: &Epa) -> &'static str {
    if state.margin > 0.0 { "core depth" } else { "depth" }
}
