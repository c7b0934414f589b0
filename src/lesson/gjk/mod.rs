//! Lesson of GJK (Gilbert, Johnson and Keerthi's distance algorithm) in space: each iteration finds a support point of
//! the difference A − B and reduces a simplex to the part nearest the origin.
//!
//! [`lesson`] turns the recorded states of a run into beats (narrated sub-steps) and quiz questions. The lesson of the
//! signed distance narrates its GJK iterations with [`iteration_beats`] and [`choices`].

pub mod boolean;
mod choice;
pub mod dim2;
pub mod isa;
mod narration;
mod pictures;
pub mod simplex_view;
mod tables;
mod view;

use contact_lens_model::answer::FindingFacts as _;
use contact_lens_model::snapshot::gjk::{Gjk, Outcome};
use contact_lens_model::snapshot::simplex::{Subset, members};
use contact_lens_picture::Role;
use glam::DVec3;

use super::recorded::narrated::Step;
use super::{
    Beat, Card, Choice, Detail, Directions, Ending, Event, Lesson, Narrated, Narration, PAIR_AND_SPHERE, PairContext,
    Pictures, PlotAxis, Recording, SPHERE, Sentence, Series, SourceFile, Verdict, WITH_MARGINS, pair_verdict,
};
use simplex_view::PairPictures;
use view::{GjkView, Moment};

/// Card of GJK in space.
pub const CARD: Card = Card {
    id: "gjk",
    title: "GJK distance",
    summary: "How far apart are two convex bodies, and where are they closest?",
    sources: &[
        "Advanced Collision Detection, 2011: GJK",
        "Catto, GDC 2010: termination, bad direction",
        "van den Bergen 1999",
        "Montanari, Petrinic & Barbieri 2017",
    ],
    listing: include_str!("../engine/dim3/gjk/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/source/dim3/gjk/stepper.rs",
        text: include_str!("../engine/dim3/gjk/stepper.rs"),
    }],
    views: PAIR_AND_SPHERE,
    plot_over: PlotAxis::Step,
    series: &[
        Series { name: "upper bound", role: Role::Upper },
        Series { name: "lower bound", role: Role::Lower },
        Series { name: "|v|", role: Role::Simplex },
        Series { name: "bracket width", role: Role::Fault },
    ],
    endings: ENDINGS,
};

/// Index of the lower bound in the series of [`CARD`].
const LOWER_BOUND: usize = 1;

endings! {
    pub fn ending(Outcome), ENDINGS:
    Outcome::AbsoluteGap => success "AbsoluteGap" called "Within absolute tolerance" at "stop-absolute":
        "|v|² − v·w ≤ ε²: v is within the absolute tolerance ε of the nearest point.";
    Outcome::RelativeGap => success "RelativeGap" called "Within relative tolerance" at "stop-relative":
        "The bounds differ by at most the requested fraction of the distance.";
    Outcome::RoundingGap => success "RoundingGap" called "Exact to rounding" at "stop-rounding":
        "The difference of the bounds is below rounding error.";
    Outcome::Repeated => success "Repeated" called "No nearer point" at "stop-repeated":
        "The new support point is a vertex of the simplex W already: no point of A − B is nearer.";
    Outcome::NoProgress => success "NoProgress" called "No nearer point" at "stop-progress":
        "The new support point improves neither bound: the remaining width is below rounding error.";
    Outcome::Inside => success "Inside" called "Cores overlap" at "stop-inside":
        "The origin lies inside the tetrahedron W: the cores overlap.";
    Outcome::Vanished => success "Vanished" called "Touching or overlapping" at "stop-vanished":
        "The distance of the origin from the simplex W is below rounding error: the cores touch or overlap.";
    Outcome::IterationLimit => no_answer "IterationLimit" at "stop-limit":
        "The iteration limit is reached before the bounds agree.";
    Outcome::Degenerate => failure "Degenerate" called "Invalid numbers" at "direction":
        "A coordinate of the pair is not finite, or too large to be squared.";
}

/// Verdict of GJK alone. For overlapping cores it only has a bracket of the depth.
pub fn conclude(gjk: &Gjk, outcome: Outcome, context: &PairContext) -> Verdict {
    pair_verdict(&gjk.answer, ending(outcome).name, context)
}

/// Returns the lesson of a recorded run. `numbers` are the numbers of its support points, `searched` the search
/// directions, pair frame, the initial guess first. `verdict` is the complete answer, with the depth of overlapping
/// cores from another algorithm.
pub fn lesson(
    recording: Box<dyn Recording<Gjk>>,
    numbers: VertexNumbers,
    searched: Vec<DVec3>,
    context: PairContext,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    let gjk_verdict = conclude(&recording.last(), recording.outcome(), &context);
    let directions = Directions::new(searched.into_iter().map(|d| context.space.cso(d)));
    Box::new(Narrated { recording, context, verdict, narration: Iterations { numbers, gjk_verdict, directions } })
}

/// Narration of the iterations, with data of the run that its states do not contain.
struct Iterations {
    /// Numbers of the vertices in the sentences and pictures.
    numbers: VertexNumbers,
    /// Verdict of GJK alone, which has only a bracket of the depth of overlapping cores.
    gjk_verdict: Verdict,
    /// Search directions of all iterations, for the picture of the sphere of directions.
    directions: Directions,
}

impl Narration for Iterations {
    type State = Gjk;
    type Context = PairContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = &[
        (Role::Simplex, "simplex W"),
        (Role::NewSupport, "new support point"),
        (Role::Closest, "v, nearest point of W"),
        (Role::Axis, "direction d"),
        (Role::Bound, "supporting planes"),
        (Role::Upper, "upper bound"),
        (Role::Lower, "lower bound"),
        (Role::Penetration, "depth"),
        (Role::Ghost, WITH_MARGINS),
        (Role::Member, "earlier directions"),
        (Role::Region, "sorted by angle"),
    ];

    fn card(&self) -> &'static Card {
        &CARD
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { number, before, after, end, context, verdict, detail } = step;
        let numbers = [self.numbers.after(number), self.numbers.after(number + 1)];
        let view = GjkView::of((before, after), numbers, end, context);
        let mut iteration = Iteration { view: &view, context, verdict: &self.gjk_verdict, detail, beats: Vec::new() };
        iteration.add_beats();
        let is_distance_known = self.gjk_verdict.finding.headline().is_some();
        if view.end.is_some() && !is_distance_known {
            iteration.add_depth_beat(verdict);
        }
        let mut beats = iteration.beats;
        if detail == Detail::Full {
            for beat in &mut beats {
                *beat.pictures.edit(SPHERE) = self.directions.picture(context, number + 1);
            }
        }
        beats
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        let numbers = [self.numbers.after(step.number), self.numbers.after(step.number + 1)];
        let view = GjkView::of((step.before, step.after), numbers, step.end, step.context);
        choice::choices(step.number, &view, step.context, beats)
    }

    fn corners(&self, state: &Gjk, context: &PairContext) -> Vec<DVec3> {
        corners(state, context)
    }
}

/// Returns the vertices of the simplex, configuration space.
pub fn corners(state: &Gjk, context: &PairContext) -> Vec<DVec3> {
    members(state.filled).map(|i| context.space.cso(state.simplex[i].w)).collect()
}

/// One iteration, with the beats made of it.
struct Iteration<'a> {
    view: &'a GjkView,
    context: &'a PairContext,
    /// Verdict of GJK alone.
    verdict: &'a Verdict,
    detail: Detail,
    beats: Vec<Beat>,
}

impl Iteration<'_> {
    /// Adds the beats of the iteration, up to the ending of the run if it ends in this iteration. It can end without a
    /// support point, at the new bound, or at the new vertex, before this joins the simplex.
    fn add_beats(&mut self) {
        let view = self.view;
        let context = self.context;
        if view.w.is_none() {
            return self.add_ending_beat();
        }
        self.add_beat(
            "support",
            narration::support(view, context),
            || pictures::support(view, context),
            Some(Event::Support),
        );
        let event = view.lower_bound_rose().then_some(Event::Bound);
        self.add_beat("bound", narration::bound(view), || pictures::bound(view, context), event);
        if view.joined.is_empty() && !view.computed_nearest_point() {
            return self.add_ending_beat();
        }
        self.add_beat("add", narration::add(view), || pictures::add(view, context), None);
        if view.joined.is_empty() {
            return self.add_ending_beat();
        }
        self.add_beat("reduce", narration::reduce(view), || pictures::reduce(view, context), None);
        if view.joined.len() > view.after.len() {
            self.add_beat("drop", narration::drop(view), || pictures::drop(view, context), Some(Event::Reduction));
        }
        match view.end {
            Some(_) => self.add_ending_beat(),
            None => self.add_beat("direction", narration::direction(view), || pictures::direction(view, context), None),
        }
    }

    /// Adds a beat at a line of the listing, with the values, tables, stop tests and plot points of that line.
    fn add_beat(
        &mut self,
        line: &'static str,
        say: Sentence,
        pictures: impl FnOnce() -> PairPictures,
        event: Option<Event>,
    ) {
        let view = self.view;
        let detail = self.detail;
        let moment = Moment::of(line, view);
        let stops = view.stops.iter().filter(|stop| moment.evaluates_test(stop.line)).cloned().collect();
        // A run that ends before w joins has no beat "reduce", so its ending has the plot points of the bounds.
        let ends_before_reduction = line.starts_with("stop") && view.joined.is_empty() && !view.before.is_empty();
        let points = match line {
            "bound" => vec![(LOWER_BOUND, view.bounds.lower - view.margin)],
            "reduce" => tables::points(view),
            _ if ends_before_reduction => tables::points(view),
            _ => Vec::new(),
        };
        self.beats.push(Beat {
            inner: None,
            line,
            say,
            pictures: detail.full(|| {
                self.with_viewing_side(simplex_view::without_thin_margins(pictures(), view.margin, self.context), line)
            }),
            values: detail.full(|| tables::values(view, line, moment)),
            tables: detail.full(|| vec![tables::simplex(view, moment)]),
            stops,
            points,
            event,
        });
    }

    /// Pictures of the sub-step `line`, with a camera that shows its triangle from a side or its length undistorted.
    fn with_viewing_side(&self, pictures: Pictures, line: &str) -> Pictures {
        let view = self.view;
        match line {
            "support" => pictures.measuring(view.direction),
            "bound" => pictures
                .measuring(view.direction)
                .naming(Role::Penetration, "origin to plane")
                .naming(Role::Removed, "best plane so far"),
            // A face is perpendicular to d, so a view across d would show it edge-on.
            "direction" if view.after.len() == 3 => pictures.showing_face(view.next),
            "direction" => pictures.measuring(view.next),
            "add" => {
                let joined = view.before.iter().chain(&view.w);
                pictures.from_either_side(simplex_view::normal_of_triangle(joined))
            }
            "reduce" | "drop" if view.joined.len() == 3 => {
                pictures.showing_face(simplex_view::normal_of_triangle(&view.joined))
            }
            _ if view.overlaps() && line.starts_with("stop") => {
                pictures.measuring(self.verdict.finding.normal().unwrap_or_default())
            }
            _ if self.context.is_rounding(view.v_after.length()) => pictures,
            _ => pictures.measuring(view.v_after),
        }
    }

    /// Adds the beat of the ending, if the run ends in the step.
    fn add_ending_beat(&mut self) {
        let Some(outcome) = self.view.end else { return };
        let view = self.view;
        let context = self.context;
        let verdict = self.verdict;
        let event = Event::Stop(CARD.ending_kind(self.verdict));
        self.add_beat(
            ending(outcome).line,
            narration::ending(self.view, outcome, self.verdict),
            || pictures::ending(view, context, verdict),
            Some(event),
        );
        if let Some(last) = self.beats.last_mut()
            && view.overlaps()
        {
            last.pictures.role_names.push((Role::Witness, String::from("common point")));
        }
    }

    /// Adds the beat of the depth, which other algorithms computed after GJK; `complete` is the complete answer.
    fn add_depth_beat(&mut self, complete: &Verdict) {
        let Some(outcome) = self.view.end else { return };
        let view = self.view;
        let context = self.context;
        self.add_beat(
            ending(outcome).line,
            narration::depth(view, complete),
            || pictures::depth(view, context, complete),
            Some(Event::Stop(CARD.ending_kind(complete))),
        );
        if let Some(last) = self.beats.last_mut() {
            tables::replace_bounds_by_depth(&mut last.values, view, complete);
        }
    }
}

/// Number of the support point in each slot of the simplex, after each iteration of a run. Support points are numbered
/// from 0 in the order of the search.
#[derive(Clone, Debug)]
pub struct VertexNumbers(Vec<[usize; 4]>);

impl Default for VertexNumbers {
    fn default() -> Self {
        Self(vec![[0; 4]])
    }
}

impl VertexNumbers {
    /// Adds an iteration. `joined` are the filled slots of the simplex with the new support point, none if this did not
    /// join; `slot` is the slot of the support point.
    pub fn add_iteration(&mut self, joined: Subset, slot: u8) {
        let mut numbers = self.0[self.0.len() - 1];
        if joined != 0 {
            // `& 3` only spares the bounds check.
            numbers[usize::from(slot) & 3] = self.0.len() - 1;
        }
        self.0.push(numbers);
    }

    /// Returns the numbers after `iterations` iterations; the last ones past the end.
    pub fn after(&self, iterations: usize) -> &[usize; 4] {
        &self.0[iterations.min(self.0.len() - 1)]
    }
}

/// Pictures of a state's simplex in the configuration space and of its points on A and B in the world, for lessons that
/// contain GJK. `numbers` are those of the vertices by slot.
pub fn simplex_pictures(state: &Gjk, numbers: &[usize; 4], context: &PairContext) -> PairPictures {
    pictures::simplex_only(&GjkView::of((state, state), [numbers, numbers], None, context))
}

/// Questions of iteration `number`, from 0, attached to its `beats`, for lessons that contain GJK. `states` are those
/// before and after the iteration, `numbers` the numbers of their vertices by slot.
pub fn choices(
    number: usize,
    states: (&Gjk, &Gjk),
    numbers: [&[usize; 4]; 2],
    context: &PairContext,
    beats: &[Beat],
) -> Vec<Choice> {
    choice::choices(number, &GjkView::of(states, numbers, None, context), context, beats)
}

/// Beats of one iteration, for lessons that contain GJK. `states` are those before and after the iteration, `numbers`
/// the numbers of their vertices by slot; `end` is the outcome if GJK ends in it.
pub fn iteration_beats(
    states: (&Gjk, &Gjk),
    numbers: [&[usize; 4]; 2],
    end: Option<Outcome>,
    context: &PairContext,
    detail: Detail,
) -> Vec<Beat> {
    let view = GjkView::of(states, numbers, end, context);
    let verdict = conclude(states.1, end.unwrap_or(Outcome::IterationLimit), context);
    let mut iteration = Iteration { view: &view, context, verdict: &verdict, detail, beats: Vec::new() };
    iteration.add_beats();
    iteration.beats
}
