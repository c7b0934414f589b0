//! Lesson of the separating-axis test (SAT) in space: each axis with both projections next to the bodies, the number
//! lines of all axes, and the Gauss sphere, on which the arcs of edges cross where an edge pair defines an axis.
//! [`dim2`] is the lesson in the plane.

mod axis_picture;
pub mod dim2;
mod frames;
mod names;
mod narration;
pub mod projections;
mod skipped;
mod sphere;
mod view_directions;

use std::sync::{Arc, OnceLock};

use contact_lens_model::answer::FindingFacts as _;
use contact_lens_model::snapshot::sat::{Answer, Axis, Outcome, PairPruning, Problem, Solid, Test, Tested, TestedAxis};
use contact_lens_picture::{Camera, Key, Role};
use glam::DVec3;

use self::axis_picture::{add_axis, world_with_names};
use self::projections::{AxisDrawing, AxisLanes, AxisStep, ProjectedAxis, ShownAxis, choice};
use super::recorded::narrated::Step;
use super::{
    Backdrop, Beat, Card, Choice, Context, Detail, Ending, EndingKind, Focus, Hint, Lesson, Narrated, Narration,
    PairContext, Pictures, PlotAxis, Recording, Series, SourceFile, Verdict, View, WORLD,
};
pub use frames::{FrameAxes, FrameResult, strip};
pub use names::AxisName;

/// View of the number lines of all axes.
const AXES: View = View::lanes("axes", "axes").tall();

/// View of the sphere of directions.
const SPHERE: View = View::sphere("sphere", "Gauss sphere");

/// Card of separating axes in space.
pub const CARD: Card = Card {
    id: "sat",
    title: "Separating axes",
    summary: "On which axis are the projections of two polyhedra farthest apart?",
    sources: &[
        "Gottschalk, Lin and Manocha 1996: 15 axes of two boxes",
        "Ericson 2005, 5.2.1 and 5.5: box and triangle, polyhedra",
        "Gregorius 2013: arcs on the Gauss sphere",
    ],
    listing: include_str!("../engine/dim3/sat/listing.txt"),
    code: &[
        SourceFile {
            path: "src/engine/source/dim3/sat/stepper.rs",
            text: include_str!("../engine/dim3/sat/stepper.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim3/sat/by_walk.rs",
            text: include_str!("../engine/dim3/sat/by_walk.rs"),
        },
        SourceFile { path: "src/engine/source/dim3/sat/walk.rs", text: include_str!("../engine/dim3/sat/walk.rs") },
        SourceFile {
            path: "src/engine/source/dim3/sat/by_triples.rs",
            text: include_str!("../engine/dim3/sat/by_triples.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim3/sat/axis_triples.rs",
            text: include_str!("../engine/dim3/sat/axis_triples.rs"),
        },
    ],
    views: &[View::space(WORLD, "world"), AXES, SPHERE],
    plot_over: PlotAxis::Step,
    series: SERIES,
    endings: ENDINGS,
};

/// Plotted curves, in space and in the plane.
const SERIES: &[Series] = &[
    Series { name: "largest gap in this step", role: Role::Axis },
    Series { name: "largest gap so far", role: Role::Lower },
];

/// Reason for the axes of each group, in the order of the groups; `{}` is the name of a body.
const GROUPS: &[&str] = &[
    "The face normals of {} come first. ",
    "Next come the face normals of {}. ",
    "Next come pairs of edges, one of each body. ",
    "Both bodies are flat, so axes in their planes come last. ",
];

/// Reason for the axes of each group of two solids whose arcs are followed from face to face to find those that cross.
const WALKED_GROUPS: &[&str] = &[
    "The face normals of {} come first, four per step. ",
    "Next come the face normals of {}, four per step. ",
    "Next come the edge pairs that form faces of A − B (their arcs cross), one edge of {} per step. ",
];

/// Reason for the axes of each group of two boxes, whose axes are tested in rows of three.
const ROW_GROUPS: &[&str] = &[
    "The face normals of {} come first. ",
    "Next come the face normals of {}. ",
    "Next come pairs of edges, one edge of {} per step. ",
];

endings! {
    fn ending(Outcome), ENDINGS:
    Outcome::Separated => success "Separated":
        "On this axis the projections have a gap: the bodies are apart.";
    Outcome::SeparatedByCache => success "SeparatedByCache" called "Separated as before":
        "The axis that separated the bodies in the previous frame still separates them.";
    Outcome::Touching => success "Touching":
        "The largest gap is below rounding error: the bodies touch.";
    Outcome::Overlapping => success "Overlapping":
        "No axis separates the bodies: the least overlap is the depth.";
    Outcome::Degenerate => success "Degenerate" called "Touching":
        "A − B is flat and contains the origin: the bodies share points at depth zero.";
    Outcome::NotFinite => failure "NotFinite" called "Invalid numbers":
        "A coordinate of the pair is not finite, or too large to be squared.";
}

/// Data of a run that is the same in all its steps.
pub struct SatContext {
    /// Pair of the bodies A and B.
    pair: PairContext,
    /// Constants of the test.
    problem: Problem,
    /// Number lines of all axes.
    lanes: AxisLanes,
    /// Position of the drawn axes.
    drawing: AxisDrawing,
    /// Skipped pairs of edges, in the order of the run.
    skipped: Vec<skipped::SkippedPair>,
    /// Backdrop, made on first use.
    backdrop: OnceLock<Arc<Backdrop>>,
}

/// Lesson of a recorded test; `tested_axes` are all tested axes in order, each with whether it became the best when it
/// was tested.
pub fn lesson(
    recording: Box<dyn Recording<Test>>,
    tested_axes: &[(Tested, bool)],
    problem: Problem,
    pair: PairContext,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    let normal = verdict.finding.normal().unwrap_or_default();
    let camera = match recording.outcome() {
        // Bodies in one plane would look like a line from any other side.
        Outcome::Degenerate => Camera { orthographic: true, ..Camera::facing(normal) },
        _ => {
            let normals: Vec<DVec3> = tested_axes.iter().map(|(tested, _)| pair.space.cso(tested.normal)).collect();
            Camera::perpendicular_to(normal, &normals)
        }
    };
    let groups = match problem.pruning {
        PairPruning::ParallelOnly => ROW_GROUPS,
        PairPruning::ByWalk => WALKED_GROUPS,
        PairPruning::ByArcs | PairPruning::ByBound => GROUPS,
    };
    let mut lanes = axis_lanes(tested_axes, &problem, &pair, groups);
    let drawing = axis_drawing(&problem, &pair, camera.axes().back);
    drawing.choose_sides(&mut lanes.axes);
    let skipped = skipped::skipped_pairs(&problem, &pair, &lanes.axes);
    let context = SatContext { pair, problem, lanes, drawing, skipped, backdrop: OnceLock::new() };
    Box::new(Narrated { recording, context, verdict, narration: Axes { camera } })
}

/// Verdict of a test whose normal is in the pair frame, in space or in the plane.
pub fn verdict(answer: &Answer, solids: &[Arc<Solid>; 2], pair: &PairContext) -> Verdict {
    narration::verdict(answer, pair.space.cso(answer.normal).try_normalize(), solids, &pair.names)
}

/// Verdict of a test whose normal, `normal`, is in the world, for bodies with the names `names`; `None` if no axis
/// could be tested.
pub fn verdict_in_world(
    answer: &Answer,
    normal: Option<DVec3>,
    solids: &[Arc<Solid>; 2],
    names: &[String; 2],
) -> Verdict {
    narration::verdict(answer, normal, solids, names)
}

/// Vertex of A (0) or B (1) with the index `v`, world, meters.
fn vertex(problem: &Problem, pair: &PairContext, body: usize, v: u32) -> DVec3 {
    let in_body = problem.solids[body].vertices[v as usize];
    // A's frame is the pair frame.
    let in_pair = if body == 0 { in_body } else { problem.rotation * in_body + problem.translation };
    pair.space.world(in_pair)
}

/// Position of the drawn axes, for an eye in the direction `toward`.
fn axis_drawing(problem: &Problem, pair: &PairContext, toward: DVec3) -> AxisDrawing {
    let vertices = [0, 1].map(|body| {
        let count = problem.solids[body].vertices.len() as u32;
        (0..count).map(|v| vertex(problem, pair, body, v)).collect()
    });
    AxisDrawing::new(pair.space.position, vertices, toward, problem.rounding)
}

/// Number lines of the tested axes; `groups` has the reason for the axes of each group.
fn axis_lanes(
    tested_axes: &[(Tested, bool)],
    problem: &Problem,
    pair: &PairContext,
    groups: &'static [&'static str],
) -> AxisLanes {
    let axes = tested_axes.iter().map(|(tested, was_best)| {
        let AxisName { short: name, description, group } = AxisName::new(tested.axis, &problem.solids, &pair.names);
        let [p, q] = tested.supports;
        ProjectedAxis {
            name,
            description,
            definition: Some(tested.axis),
            group,
            normal: pair.space.cso(tested.normal),
            a: tested.a,
            b: tested.b,
            supports: [vertex(problem, pair, 0, p), vertex(problem, pair, 1, q)],
            was_best: *was_best,
            above: false,
        }
    });
    let mut axes: Vec<ProjectedAxis> = axes.collect();
    if problem.cached
        && let Some(first) = axes.first_mut()
    {
        // The previous frame's axis forms a group of its own.
        first.group = groups.len();
    }
    AxisLanes::new(axes, problem.rounding, groups, &pair.names[0])
}

/// Vertices of A's and B's feature that define an axis, world.
fn features(problem: &Problem, pair: &PairContext, tested: &TestedAxis) -> [Vec<DVec3>; 2] {
    [0, 1].map(|body| tested.features[body].iter().map(|v| vertex(problem, pair, body, *v)).collect())
}

impl Context for SatContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        Arc::clone(self.backdrop.get_or_init(|| {
            let mut pictures = Pictures::default();
            *pictures.edit(WORLD) = world_with_names(&self.pair);
            // Space for every axis is reserved, so that nothing moves when it appears.
            let ends = self.lanes.axes.iter().flat_map(|axis| self.drawing.ends(axis));
            let arrows = self.lanes.axes.iter().flat_map(|axis| self.drawing.arrow_space(axis));
            pictures.edit(WORLD).reserve(ends.chain(arrows));
            *pictures.edit(AXES.id) = self.lanes.fixed_marks();
            *pictures.edit(SPHERE.id) = sphere::fixed_marks(self);
            Arc::new(Backdrop { pictures })
        }))
    }

    fn hint(&self, key: &Key) -> Option<Hint> {
        skipped::pair_hint(self, key).or_else(|| skipped::arc_hint(self, key))
    }
}

impl SatContext {
    /// Vertex of A (0) or B (1) with the index `v`, world, meters.
    fn vertex(&self, body: usize, v: u32) -> DVec3 {
        vertex(&self.problem, &self.pair, body, v)
    }

    /// Rotates a direction from a body's frame to the world.
    fn direction(&self, body: usize, d: DVec3) -> DVec3 {
        self.pair.space.cso(if body == 0 { d } else { self.problem.rotation * d })
    }
}

/// Narration of the test in space.
struct Axes {
    /// Camera across the axis of the answer, so that the separation is visible.
    camera: Camera,
}

impl Narration for Axes {
    type State = Test;
    type Context = SatContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = ROLE_NAMES;
    const ORTHOGRAPHIC: bool = true;

    fn card(&self) -> &'static Card {
        &CARD
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { before, after, end, context, verdict, detail, .. } = step;
        let end = end.map(|_| (verdict.say.as_str(), CARD.ending_kind(verdict)));
        let tested_in_step = [before, after].map(|state| state.tested as usize);
        let mut beats = Vec::new();
        for states in after.axis_by_axis(before) {
            // A step that tests several axes ends the run with its last one.
            let end_here = if std::ptr::eq(states[1], after) { end } else { None };
            let axis_step = AxisStep { tested_in_step, ..step_with_example(context, states, end_here, detail) };
            beats.extend(axis_step.beats(&|shows| pictures(context, states, shows)));
        }
        if !after.between.is_empty() && context.problem.pruning == PairPruning::ParallelOnly {
            let states = [before, after];
            let row = AxisStep { tested_in_step, ..step_with_example(context, states, end, detail) };
            beats.extend(row.row_result_beat(&|shows| pictures(context, states, shows)));
        }
        beats
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        choice::questions_of_step(&step.context.lanes, step.number, step.before.tested as usize, beats, Some(SPHERE.id))
    }

    fn camera(&self, view: &View, normal: DVec3) -> Option<Camera> {
        (view.id == WORLD && normal != DVec3::ZERO).then_some(self.camera)
    }

    fn linked(&self, _: &Test, context: &SatContext, key: &str) -> Pictures {
        context.hint(&key.to_owned().into()).map(|hint| hint.pictures).unwrap_or_default()
    }
}

/// Data of the step between two states, with the first of the pairs of edges that it skips as an example. `end` is the
/// sentence and the kind of the run's ending, if the step ends it.
fn step_with_example<'a>(
    context: &'a SatContext,
    states: [&Test; 2],
    end: Option<(&'a str, EndingKind)>,
    detail: Detail,
) -> AxisStep<'a> {
    let step = narration::axis_step(&context.lanes, &context.problem, &context.pair, states, end, detail);
    let first_skipped = if step.skipped > 0 { context.skipped.get(states[0].pruned as usize) } else { None };
    AxisStep { example: first_skipped.map(skipped::example_pair), ..step }
}

/// Names of the roles, in space and in the plane. Features, the axis and its separation are named at their marks.
const ROLE_NAMES: &[(Role, &str)] = &[
    (Role::Difference, ""),
    (Role::Axis, "tested axis"),
    (Role::IncidentA, ""),
    (Role::Incident, ""),
    (Role::Gap, ""),
    (Role::Penetration, ""),
    (Role::Lower, "best so far"),
    (Role::Removed, ""),
];

/// Pictures of all views for a beat that shows `shows`, in the step from the state `before` to `after`.
fn pictures(context: &SatContext, [before, after]: [&Test; 2], shows: ShownAxis) -> Pictures {
    let mut pictures = Pictures::default();
    *pictures.edit(AXES.id) = context.lanes.picture(shows.tested, shows.current);
    if shows.shows_skipped {
        let skipped = before.pruned as usize..after.pruned as usize;
        skipped::draw_pairs(context, skipped, &mut pictures);
        pictures.focus = Some(Focus { side: None, points: context.drawing.all_vertices() });
    }
    let Some(axis) = shows.current.and_then(|current| context.lanes.axes.get(current)) else { return pictures };
    let tested_axis = shown_axis(before, after, shows);
    let defining =
        tested_axis.map_or_else(Default::default, |tested| features(&context.problem, &context.pair, tested));
    // An axis of two opposite faces of B is shown at the face that it points out of.
    let drawn_features = match context.face_along_axis(axis) {
        Some(face) => [Vec::new(), face],
        None => defining.clone(),
    };
    let side = if shows.with_projections {
        context.toward_across_axis(axis)
    } else {
        context.toward_features(axis, &drawn_features)
    };
    let drawing = match side {
        Some(side) => context.drawing.seen_from(side),
        None => context.drawing.clone(),
    };
    pictures.focus = Some(Focus { side, points: drawing.figure_points(axis, &drawn_features, shows.with_projections) });
    let mut touched = None;
    if shows.with_projections {
        pictures.measured_direction = axis.normal.try_normalize();
        touched = Some(defining.concat());
    }
    add_axis(pictures.edit(WORLD), &drawing, axis, drawn_features, touched.as_deref());
    if let Some(tested_axis) = tested_axis {
        sphere::add_current_axis(pictures.edit(SPHERE.id), context, tested_axis, axis);
        pictures.sphere_front = sphere::crossing(context, axis).try_normalize();
    }
    // Arcs define only the axes of edge pairs, and projections are in the other views.
    if shows.with_projections || !matches!(axis.definition, Some(Axis::Edges(..))) {
        pictures.unused.push(SPHERE.id);
    }
    pictures
}

/// Axis with its features that a beat of the step from `before` to `after` shows: the one tested in this step, the best
/// one after it, or the best of the previous steps. `None` if no axis is tested.
fn shown_axis<'a>(before: &'a Test, after: &'a Test, shows: ShownAxis) -> Option<&'a TestedAxis> {
    if !shows.is_best {
        return after.last_tested.as_ref();
    }
    let is_of_previous_steps = shows.tested == before.tested as usize;
    if is_of_previous_steps { before.best.as_ref().or(after.best.as_ref()) } else { after.best.as_ref() }
}
