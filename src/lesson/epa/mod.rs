//! Lesson of EPA (expanding polytope algorithm): a polytope inside the difference A − B of two overlapping bodies grows
//! face by face, until its nearest face to the origin gives the penetration depth.
//!
//! [`lesson`] turns the recorded states of a run into beats (narrated sub-steps) and quiz questions. The lesson of the
//! signed distance narrates its EPA steps with [`expansion_beats`], [`ending_beats`] and [`choices`].

mod choice;
pub mod dim2;
mod narration;
mod narrow_faces;
mod pictures;
mod surface;
mod tables;
mod view;

use contact_lens_model::answer::FindingFacts as _;
use contact_lens_model::snapshot::epa::{Epa, Outcome};
use contact_lens_picture::{Picture, Role};
use glam::DVec3;

use super::context::drawn_keys::with_drawn_keys;
use super::recorded::narrated::Step;
use super::{
    BRACKET, Beat, Card, Choice, Detail, Directions, Ending, Event, Lesson, Narrated, Narration, PAIR_AND_SPHERE,
    PAIR_ROLES, PairContext, Pictures, PlotAxis, Recording, SPHERE, Sentence, SourceFile, Verdict,
};
use pictures::PairPictures;
use view::{EpaView, Moment, PolytopeVertex};

/// Card of EPA in space.
pub const CARD: Card = Card {
    id: "epa",
    title: "EPA penetration depth",
    summary: "How deep do two convex bodies overlap, and which translation separates them?",
    sources: &[
        "Advanced Collision Detection, 2011: 3D EPA",
        "EPA, a blog post: two kinds of expansion",
        "van den Bergen 2001",
        "Ericson 2005, 9.3.8",
    ],
    listing: include_str!("../engine/dim3/epa/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/source/dim3/epa/stepper.rs",
        text: include_str!("../engine/dim3/epa/stepper.rs"),
    }],
    views: PAIR_AND_SPHERE,
    plot_over: PlotAxis::Step,
    series: BRACKET,
    endings: ENDINGS,
};

endings! {
    pub fn ending(Outcome), ENDINGS:
    Outcome::Converged => success "Converged" called "Depth found" at "stop":
        "Both bounds of the depth agree to within the tolerance.";
    Outcome::Apart => success "Apart" at "apart":
        "A plane separates the origin from A − B: the cores do not overlap.";
    Outcome::Flat(_) => success "Flat" called "Cores only touch" at "flat":
        "A − B has no volume: the cores only touch, and the core depth is zero.";
    Outcome::BrokenHorizon => failure "BrokenHorizon" called "Inconsistent faces" at "broken":
        "Sorting by angle (`angle_sorted`) did not give the horizon of the visible faces; `flood_fill` would.";
    Outcome::Stalled => no_answer "Stalled" called "Limited by rounding error" at "stop":
        "Rounding error prevents a further step before the bounds agree; the answer is the bracket.";
    Outcome::IterationLimit => no_answer "IterationLimit" at "limit":
        "The iteration limit is reached before the bounds agree; the answer is the bracket.";
}

/// Names of roles in the legend.
const ROLE_NAMES: &[(Role, &str)] = &[
    PAIR_ROLES[0],
    PAIR_ROLES[1],
    PAIR_ROLES[2],
    (Role::Polytope, "polytope"),
    (Role::NewSupport, "new support point"),
    (Role::Closest, "nearest face"),
    (Role::Added, "new faces"),
    (Role::Interval, "visible faces"),
    (Role::Axis, "normal n"),
    (Role::Penetration, "depth"),
];

/// Returns the lesson of a recorded run. `searched` has an entry per step: the outward normal of the face whose support
/// point the step computes, pair frame, or `None` for a step without a support point.
pub fn lesson(
    recording: Box<dyn Recording<Epa>>,
    searched: &[Option<DVec3>],
    context: PairContext,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    let mut direction_counts = Vec::new();
    let mut count = 0;
    for direction in searched {
        count += usize::from(direction.is_some());
        direction_counts.push(count);
    }
    let directions = Directions::new(searched.iter().flatten().map(|n| context.space.cso(*n)));
    Box::new(Narrated { recording, context, verdict, narration: Growth { directions, direction_counts } })
}

/// Narration of the growing polytope, with data of the run that its states do not contain.
struct Growth {
    /// Search directions of the support points, in the order of the steps.
    directions: Directions,
    /// Number of search directions after each step.
    direction_counts: Vec<usize>,
}

impl Narration for Growth {
    type State = Epa;
    type Context = PairContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = ROLE_NAMES;

    fn card(&self) -> &'static Card {
        &CARD
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let view = EpaView::of(step.before, step.after, step.end, step.context);
        let Step { context, verdict, detail, .. } = step;
        let mut expansion = Expansion { view: &view, context, verdict, detail, beats: Vec::new() };
        expansion.add_expansion_beats();
        expansion.add_ending_beat();
        let count = self.direction_counts.get(step.number).copied().unwrap_or(0);
        let mut beats = expansion.beats;
        if detail == Detail::Full {
            for beat in &mut beats {
                let sphere = beat.pictures.edit(SPHERE);
                *sphere = self.directions.picture(context, count);
                surface::add_normals(sphere, &view, beat.line);
                if let (Some(Event::Stop(_)), Some(normal)) = (beat.event, verdict.finding.normal()) {
                    sphere.point(Role::Normal, "depth", normal);
                    sphere.label(Role::Normal, "depth", normal, "n");
                    sphere.magnify_from_outside(DVec3::ZERO, 1.0, normal);
                }
            }
        }
        beats
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        choices((step.before, step.after), step.end, step.context, beats)
    }

    fn corners(&self, state: &Epa, context: &PairContext) -> Vec<DVec3> {
        corners(state, context)
    }
}

/// Returns the vertices of the polytope, configuration space, meters, in the order in which they were added.
pub fn corners(epa: &Epa, context: &PairContext) -> Vec<DVec3> {
    epa.vertices.iter().map(|vertex| context.space.cso(vertex.w)).collect()
}

/// Questions of the step between two states, attached to its `beats`; `end` is the outcome if the run ends in the step.
pub fn choices(
    (before, after): (&Epa, &Epa),
    end: Option<Outcome>,
    context: &PairContext,
    beats: &[Beat],
) -> Vec<Choice> {
    choice::choices(&EpaView::of(before, after, end, context), beats)
}

/// Beats of the step between two states without those of its ending, for lessons that contain EPA; `end` is the outcome
/// if EPA ends in the step.
pub fn expansion_beats(
    before: &Epa,
    after: &Epa,
    end: Option<Outcome>,
    (context, verdict): (&PairContext, &Verdict),
    detail: Detail,
) -> Vec<Beat> {
    let view = EpaView::of(before, after, end, context);
    let mut expansion = Expansion { view: &view, context, verdict, detail, beats: Vec::new() };
    expansion.add_expansion_beats();
    expansion.beats
}

/// Picture of the polytope of a state in the configuration space.
pub fn polytope_picture(epa: &Epa, context: &PairContext) -> Picture {
    surface::polytope_picture(&view::faces(epa, context))
}

/// Beats of EPA's ending `outcome` in the step between two states, for lessons that continue after EPA: the reason of
/// the ending without the answer, and a bound instead of a stop on the timeline.
pub fn ending_beats(
    before: &Epa,
    after: &Epa,
    outcome: Outcome,
    (context, verdict): (&PairContext, &Verdict),
    detail: Detail,
) -> Vec<Beat> {
    let view = EpaView::of(before, after, Some(outcome), context);
    let mut expansion = Expansion { view: &view, context, verdict, detail, beats: Vec::new() };
    expansion.add_ending_beat();
    for beat in &mut expansion.beats {
        beat.say = narration::reason(&view, outcome);
        beat.event = Some(Event::Bound);
    }
    expansion.beats
}

/// Builder of a step's beats.
struct Expansion<'a> {
    view: &'a EpaView,
    context: &'a PairContext,
    verdict: &'a Verdict,
    detail: Detail,
    beats: Vec<Beat>,
}

impl Expansion<'_> {
    /// Adds the beats of a step that builds or expands the polytope: the nearest face, the support point along its
    /// normal, the bound, and the faces that are replaced. An ending cuts this sequence short.
    fn add_expansion_beats(&mut self) {
        let view = self.view;
        let context = self.context;
        if view.is_first {
            if view.end.is_none() {
                self.add_beat("start", narration::start(view), || pictures::start(view), Some(Event::Bound));
            }
            return;
        }
        self.add_beat("closest", narration::closest(view), || pictures::closest(view, context), None);
        if view.w.is_none() {
            return;
        }
        self.add_beat("support", narration::support(view), || pictures::support(view, context), Some(Event::Support));
        let bound_event = view.upper_fell().then_some(Event::Bound);
        self.add_beat("bound", narration::bound(view), || pictures::bound(view, context), bound_event);
        let searches_horizon = view.end.is_none() || view.fault.is_some();
        if !searches_horizon {
            return;
        }
        let event = if view.horizon.is_empty() { Event::Warning } else { Event::Silhouette };
        self.add_beat("silhouette", narration::silhouette(view), || pictures::silhouette(view), Some(event));
        let has_new_faces = !view.horizon.is_empty() && view.fault.is_none();
        if has_new_faces {
            self.add_beat("join", narration::join(view), || pictures::join(view), None);
            self.add_beat("push", narration::push(view), || pictures::push(view, context), None);
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
        let moment = Moment::of(line, view.w.is_some());
        let stops = view.stops.iter().filter(|stop| moment.evaluates_test(stop.line)).cloned().collect();
        let tables = detail.full(|| {
            let newest = self.newest_vertex(moment).map(|w| w.id);
            vec![tables::queue(view, moment), tables::vertices(&self.listed_vertices(moment), newest)]
        });
        let pictures: Pictures = detail.full(|| self.with_subject_side(pictures(), moment));
        self.beats.push(Beat {
            inner: None,
            line,
            say,
            values: detail.full(|| with_drawn_keys(tables::values(view, moment), &pictures)),
            pictures,
            tables,
            stops,
            points: if matches!(line, "start" | "bound" | "stop") { tables::points(view) } else { Vec::new() },
            event,
        });
    }

    /// Returns the pictures of a moment, seen from the side of the faces that the moment is about, with names for the
    /// roles that have a different meaning there.
    fn with_subject_side(&self, mut pictures: PairPictures, moment: Moment) -> Pictures {
        if moment == Moment::HorizonFound {
            narrow_faces::magnify(&mut pictures.1, self.view);
        }
        let pictures = Pictures::from(pictures).from_side(self.view.subject_side(moment));
        match moment {
            Moment::SupportFound => pictures.naming(Role::Gap, "beyond the face"),
            // The label of n suffices, and two lengths need names.
            Moment::BoundUpdated if !self.view.upper_fell() => {
                let pictures = pictures.naming(Role::Gap, "distance of the plane").naming(Role::Axis, "");
                pictures.naming(Role::Removed, "best plane so far")
            }
            Moment::HorizonFound => pictures.naming(Role::Axis, "center c, seen from w"),
            Moment::PolytopeBuilt
            | Moment::FaceTaken
            | Moment::BoundUpdated
            | Moment::VertexJoined
            | Moment::FacesQueued => pictures,
        }
    }

    /// Returns the vertices in the table: all at the start, later those of the face taken from the queue, and the new
    /// vertex once it is found.
    fn listed_vertices(&self, moment: Moment) -> Vec<&PolytopeVertex> {
        if moment == Moment::PolytopeBuilt {
            return self.view.vertices.iter().collect();
        }
        let mut listed = self.view.entry_vertices();
        listed.extend(self.newest_vertex(moment));
        listed
    }

    /// Returns the support point `w` of the step; `None` before it is found.
    fn newest_vertex(&self, moment: Moment) -> Option<&PolytopeVertex> {
        if moment >= Moment::SupportFound { self.view.w.as_ref() } else { None }
    }

    /// Adds the beat of the ending, if the run ends in the step.
    fn add_ending_beat(&mut self) {
        let view = self.view;
        let Some(outcome) = view.end else { return };
        // The bounds are compared at the line `stop` before the support point, and at the line `final` after it.
        let is_by_bounds = matches!(outcome, Outcome::Converged | Outcome::Stalled);
        let line = if is_by_bounds && view.w.is_some() { "final" } else { ending(outcome).line };
        let context = self.context;
        let verdict = self.verdict;
        let kind = CARD.ending_kind(self.verdict);
        self.add_beat(
            line,
            narration::ending(view, outcome, self.verdict),
            || pictures::ending(view, context, verdict),
            Some(Event::Stop(kind)),
        );
        if let Some(last) = self.beats.last_mut()
            && self.detail == Detail::Full
        {
            tables::change_to_ending(&mut last.values, view, outcome, self.verdict);
            last.values = with_drawn_keys(std::mem::take(&mut last.values), &last.pictures);
        }
    }
}
