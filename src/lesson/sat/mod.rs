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

use glam::DVec3;

use self::axis_picture::add_axis;
use self::projections::{AxisDrawing, AxisLanes, AxisStep, ProjectedAxis, ShownAxis, choice};
use super::recorded::narrated::Step;
use super::{
    Backdrop, Beat, Card, Choice, Context, Ending, Focus, Hint, Lesson, Narrated, Narration, PairContext, Pictures,
    PlotAxis, Recording, Series, SourceFile, Verdict, View, WORLD,
};
use crate::answer::FindingFacts as _;
use crate::picture::{Camera, Form, Key, Picture, Role};
use crate::snapshot::sat::{Answer, Axis, Outcome, Passing, Problem, Solid, Test, Tested, TestedAxis};
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
    listing: include_str!("../../engine/dim3/sat/listing.txt"),
    code: &[
        SourceFile { path: "src/engine/dim3/sat/stepper.rs", text: include_str!("../../engine/dim3/sat/stepper.rs") },
        SourceFile { path: "src/engine/dim3/sat/by_walk.rs", text: include_str!("../../engine/dim3/sat/by_walk.rs") },
        SourceFile { path: "src/engine/dim3/sat/walk.rs", text: include_str!("../../engine/dim3/sat/walk.rs") },
        SourceFile {
            path: "src/engine/dim3/sat/by_triples.rs",
            text: include_str!("../../engine/dim3/sat/by_triples.rs"),
        },
        SourceFile {
            path: "src/engine/dim3/sat/axis_triples.rs",
            text: include_str!("../../engine/dim3/sat/axis_triples.rs"),
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

/// Data of a run that is the same in all its steps.
pub struct SatContext {
    pair: PairContext,
    problem: Problem,
    /// Number lines of all axes.
    lanes: AxisLanes,
    /// Position of the drawn axes.
    drawing: AxisDrawing,
    /// Skipped pairs of edges, in the order of the run.
    skipped: Vec<skipped::SkippedPair>,
    backdrop: OnceLock<Arc<Backdrop>>,
}

/// Lesson of a recorded test; `tested_axes` are all tested axes in order, each with whether it was the best when it was
/// tested.
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
    let groups = match problem.passing {
        Passing::Parallel => ROW_GROUPS,
        Passing::Walked => WALKED_GROUPS,
        Passing::Tested | Passing::Bounded => GROUPS,
    };
    let mut lanes = axis_lanes(tested_axes, &problem, &pair, groups);
    let drawing = axis_drawing(&problem, &pair, camera.axes().back);
    drawing.choose_sides(&mut lanes.axes);
    let skipped = skipped::skipped_pairs(&problem, &pair, &lanes.axes);
    let context = SatContext { pair, problem, lanes, drawing, skipped, backdrop: OnceLock::new() };
    Box::new(Narrated { recording, context, verdict, narration: Axes { camera } })
}

/// Verdict of a test, in space or in the plane.
pub fn verdict(answer: &Answer, solids: &[Arc<Solid>; 2], pair: &PairContext) -> Verdict {
    narration::verdict(answer, pair.space.cso(answer.normal).try_normalize(), solids, &pair.names)
}

/// Verdict of a test whose normal is in the world, for bodies with these names.
pub fn verdict_in_world(
    answer: &Answer,
    normal: Option<DVec3>,
    solids: &[Arc<Solid>; 2],
    names: &[String; 2],
) -> Verdict {
    narration::verdict(answer, normal, solids, names)
}

/// Vertex of A (0) or B (1), world.
fn vertex(problem: &Problem, pair: &PairContext, body: usize, v: u32) -> DVec3 {
    let own = problem.solids[body].vertices[v as usize];
    pair.space.world(if body == 0 { own } else { problem.rotation * own + problem.translation })
}

/// Position of the drawn axes, for an eye in the direction `toward`.
fn axis_drawing(problem: &Problem, pair: &PairContext, toward: DVec3) -> AxisDrawing {
    let vertices = [0, 1]
        .map(|body| (0..problem.solids[body].vertices.len() as u32).map(|v| vertex(problem, pair, body, v)).collect());
    AxisDrawing::new(pair.space.position, vertices, toward, problem.rounding)
}

/// Position of a segment's name, as a fraction from its start to its end.
const NAME_ON_SEGMENT: f64 = 0.25;

/// World of the pair. Segments and points have their names at them, as other bodies have.
fn world_with_names(pair: &PairContext) -> Picture {
    let mut world = pair.backdrop().pictures.of(WORLD).clone();
    for (role, name) in [Role::ShapeA, Role::ShapeB].into_iter().zip(&pair.names) {
        let place = world.marks.iter().filter(|mark| mark.role == role).find_map(|mark| match mark.form {
            Form::Segment([from, to]) => Some((mark.key.clone(), from.lerp(to, NAME_ON_SEGMENT))),
            Form::Point(at) => Some((mark.key.clone(), at)),
            _ => None,
        });
        if let Some((key, at)) = place {
            world.label(role, key, at, name.as_str());
        }
    }
    world
}

/// Number lines of the tested axes.
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
    if let Some(first) = axes.first_mut().filter(|_| problem.cached) {
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
    /// Vertex of A (0) or B (1), world.
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
        let axis_step = |states: [&Test; 2]| {
            // A step that tests several axes ends the run with its last one.
            let end = end.filter(|_| std::ptr::eq(states[1], after));
            let step = narration::axis_step(&context.lanes, &context.problem, &context.pair, states, end, detail);
            let first_skipped = context.skipped.get(states[0].pruned as usize);
            let example = first_skipped.filter(|_| step.skipped > 0).map(skipped::example_pair);
            AxisStep { tested_in_step, example, ..step }
        };
        let mut beats = Vec::new();
        for states in after.axis_by_axis(before) {
            beats.extend(axis_step(states).beats(&|shows| pictures(context, states, shows)));
        }
        if !after.between.is_empty() && context.problem.passing == Passing::Parallel {
            beats
                .extend(axis_step([before, after]).row_result_beat(&|shows| pictures(context, [before, after], shows)));
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

fn pictures(context: &SatContext, [before, after]: [&Test; 2], shows: ShownAxis) -> Pictures {
    let mut pictures = Pictures::default();
    *pictures.edit(AXES.id) = context.lanes.picture(shows.tested, shows.current);
    if shows.shows_skipped {
        let skipped = before.pruned as usize..after.pruned as usize;
        skipped::draw_pairs(context, skipped, &mut pictures);
        pictures.focus = Some(Focus { side: None, points: context.drawing.all_vertices() });
    }
    let Some(axis) = shows.current.and_then(|current| context.lanes.axes.get(current)) else { return pictures };
    // The axis belongs to this step, or is the best of the previous ones.
    let shown = match (shows.is_best, shows.tested == before.tested as usize) {
        (false, _) => after.now.as_ref(),
        (true, true) => before.best.as_ref().or(after.best.as_ref()),
        (true, false) => after.best.as_ref(),
    };
    let touched = shown.map_or_else(Default::default, |shown| features(&context.problem, &context.pair, shown));
    let features = context.face_along_axis(axis).map_or_else(|| touched.clone(), |face| [Vec::new(), face]);
    let side = if shows.with_projections {
        context.toward_across_axis(axis)
    } else {
        context.toward_features(axis, &features)
    };
    let drawing = side.map_or_else(|| context.drawing.clone(), |side| context.drawing.seen_from(side));
    pictures.focus = Some(Focus { side, points: drawing.figure_points(axis, &features, shows.with_projections) });
    pictures.measured_direction = axis.normal.try_normalize().filter(|_| shows.with_projections);
    let touched = shows.with_projections.then(|| touched.concat());
    add_axis(pictures.edit(WORLD), &drawing, axis, features, touched.as_deref());
    if let Some(shown) = shown {
        sphere::add_current_axis(pictures.edit(SPHERE.id), context, shown, axis);
        pictures.sphere_front = sphere::crossing(context, axis).try_normalize();
    }
    // Arcs define only the axes of edge pairs, and projections are in the other views.
    if shows.with_projections || !matches!(axis.definition, Some(Axis::Edges(..))) {
        pictures.unused.push(SPHERE.id);
    }
    pictures
}
