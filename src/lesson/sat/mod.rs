//! Lesson of separating axes: each axis with both projections, number lines of all axes, and the Gauss sphere.

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

use self::projections::{Lanes, LineStep, Rail, Shadows, ShownAxis, choice};
use super::recorded::narrated::Step;
use super::{
    Backdrop, Beat, Card, Choice, Context, Ending, Focus, Hint, Lesson, Narrated, Narration, PairContext, Pictures,
    PlotAxis, Recording, Series, SourceFile, Verdict, View, WORLD,
};
use crate::answer::Found as _;
use crate::picture::{Camera, Form, Key, Picture, Role};
use crate::snapshot::sat::{Answer, Axis, Outcome, Passing, Problem, Solid, Test, Tested, TestedAxis};
pub use frames::{FrameLines, FrameResult, strip};
pub use names::axis_name_and_group;

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

/// Reasons for the axes of each group.
const GROUPS: &[&str] = &[
    "The face normals of {} come first. ",
    "Next come the face normals of {}. ",
    "Next come pairs of edges, one of each body. ",
    "Both bodies are flat, so axes in their planes come last. ",
];

/// Reasons for the axes of each group of two solids whose arcs are walked.
const WALKED: &[&str] = &[
    "The face normals of {} come first, four per step. ",
    "Next come the face normals of {}, four per step. ",
    "Next come the edge pairs that form faces of A − B (their arcs cross), one edge of {} per step. ",
];

/// Reasons for the axes of each group of two boxes, whose axes are tested in rows of three.
const ROWS: &[&str] = &[
    "The face normals of {} come first. ",
    "Next come the face normals of {}. ",
    "Next come pairs of edges, one edge of {} per step. ",
];

/// Context of a test.
pub struct SatContext {
    pair: PairContext,
    problem: Problem,
    lanes: Lanes,
    rail: Rail,
    skipped: Vec<skipped::Placed>,
    backdrop: OnceLock<Arc<Backdrop>>,
}

/// Lesson of a recorded test; `lines` are the tested axes, each with whether it was the best when it was tested.
pub fn lesson(
    recording: Box<dyn Recording<Test>>,
    lines: &[(Tested, bool)],
    problem: Problem,
    pair: PairContext,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    let normal = verdict.finding.normal().unwrap_or_default();
    let camera = match recording.outcome() {
        // Seen from the side, bodies in one plane would look like a line.
        Outcome::Degenerate => Camera { orthographic: true, ..Camera::facing(normal) },
        _ => {
            let tried: Vec<DVec3> = lines.iter().map(|(tested, _)| pair.space.cso(tested.normal)).collect();
            Camera::perpendicular_to(normal, &tried)
        }
    };
    let groups = match problem.passing {
        Passing::Parallel => ROWS,
        Passing::Walked => WALKED,
        Passing::Tested | Passing::Bounded => GROUPS,
    };
    let mut lanes = lanes(lines, &problem, &pair, groups);
    let rail = rail(&problem, &pair, camera.axes().back);
    rail.settle(&mut lanes.lines);
    let skipped = skipped::of(&problem, &pair, &lanes.lines);
    let context = SatContext { pair, problem, lanes, rail, skipped, backdrop: OnceLock::new() };
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

/// Rail of the drawn axes, for an eye in direction `toward`.
fn rail(problem: &Problem, pair: &PairContext, toward: DVec3) -> Rail {
    let corners = [0, 1]
        .map(|body| (0..problem.solids[body].vertices.len() as u32).map(|v| vertex(problem, pair, body, v)).collect());
    Rail::new(pair.space.position, corners, toward, problem.rounding)
}

/// World of the pair. Segments and points have their names at them, as other bodies have.
fn world_with_names(pair: &PairContext) -> Picture {
    let mut world = pair.backdrop().pictures.of(WORLD).clone();
    for (role, name) in [Role::ShapeA, Role::ShapeB].into_iter().zip(&pair.names) {
        let place = world.marks.iter().filter(|mark| mark.role == role).find_map(|mark| match mark.form {
            Form::Segment([from, to]) => Some((mark.key.clone(), from.lerp(to, 0.25))),
            Form::Point(at) => Some((mark.key.clone(), at)),
            _ => None,
        });
        if let Some((key, at)) = place {
            world.label(role, key, at, name.as_str());
        }
    }
    world
}

/// Lanes of the tested axes.
fn lanes(lines: &[(Tested, bool)], problem: &Problem, pair: &PairContext, groups: &'static [&'static str]) -> Lanes {
    let shadows = lines.iter().map(|(tested, taken)| {
        let (name, words, group) = axis_name_and_group(tested.axis, &problem.solids, &pair.names);
        let [p, q] = tested.supports;
        Shadows {
            name,
            words,
            axis: Some(tested.axis),
            group,
            normal: pair.space.cso(tested.normal),
            a: tested.a,
            b: tested.b,
            supports: [vertex(problem, pair, 0, p), vertex(problem, pair, 1, q)],
            taken: *taken,
            above: false,
        }
    });
    let mut shadows: Vec<Shadows> = shadows.collect();
    if let Some(first) = shadows.first_mut().filter(|_| problem.cached) {
        first.group = groups.len();
    }
    Lanes::new(shadows, problem.rounding, groups, &pair.names[0])
}

/// Vertices of A's and B's feature that define an axis, world.
fn features(problem: &Problem, pair: &PairContext, tried: &TestedAxis) -> [Vec<DVec3>; 2] {
    [0, 1].map(|body| tried.features[body].iter().map(|v| vertex(problem, pair, body, *v)).collect())
}

impl Context for SatContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        Arc::clone(self.backdrop.get_or_init(|| {
            let mut pictures = Pictures::default();
            *pictures.edit(WORLD) = world_with_names(&self.pair);
            // Space for every axis is reserved, so that nothing moves when it appears.
            let rails = self.lanes.lines.iter().flat_map(|line| self.rail.ends(line));
            let arrows = self.lanes.lines.iter().flat_map(|line| self.rail.arrow_space(line));
            pictures.edit(WORLD).reserve(rails.chain(arrows));
            *pictures.edit(AXES.id) = self.lanes.still();
            *pictures.edit(SPHERE.id) = sphere::still(self);
            Arc::new(Backdrop { pictures })
        }))
    }

    fn hint(&self, key: &Key) -> Option<Hint> {
        skipped::hint(self, key).or_else(|| skipped::arc(self, key))
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

struct Axes {
    /// Camera across the axis of the answer, so that the separation is visible.
    camera: Camera,
}

impl Narration for Axes {
    type State = Test;
    type Context = SatContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = ROLE_NAMES;
    const PARALLEL: bool = true;

    fn card(&self) -> &'static Card {
        &CARD
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { before, after, end, context, verdict, detail, .. } = step;
        let end = end.map(|_| (verdict.say.as_str(), CARD.ending_kind(verdict)));
        let step = [before, after].map(|state| state.tested as usize);
        let line = |states: [&Test; 2]| {
            let end = end.filter(|_| std::ptr::eq(states[1], after));
            let line = narration::line(&context.lanes, &context.problem, &context.pair, states, end, detail);
            let skipped = states[0].pruned as usize;
            let example = context.skipped.get(skipped).filter(|_| line.skipped > 0).map(skipped::example);
            LineStep { step, example, ..line }
        };
        let beats = |states| line(states).beats(&|shows| pictures(context, states, shows));
        let mut beats: Vec<Beat> = after.axis_by_axis(before).flat_map(beats).collect();
        if !after.between.is_empty() && context.problem.passing == Passing::Parallel {
            beats.extend(line([before, after]).row(&|shows| pictures(context, [before, after], shows)));
        }
        beats
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        choice::of_step(&step.context.lanes, step.number, step.before.tested as usize, beats, Some(SPHERE.id))
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
    *pictures.edit(AXES.id) = context.lanes.picture(shows.tried, shows.lit);
    if shows.skips {
        let skipped = before.pruned as usize..after.pruned as usize;
        skipped::draw(context, skipped, &mut pictures);
        pictures.focus = Some(Focus { side: None, points: context.rail.bodies() });
    }
    let Some(line) = shows.lit.and_then(|lit| context.lanes.lines.get(lit)) else { return pictures };
    // The axis belongs to this step, or is the best of the previous ones.
    let tried = match (shows.end, shows.tried == before.tested as usize) {
        (false, _) => after.now.as_ref(),
        (true, true) => before.best.as_ref().or(after.best.as_ref()),
        (true, false) => after.best.as_ref(),
    };
    let features = tried.map_or_else(Default::default, |tried| features(&context.problem, &context.pair, tried));
    let side = if shows.shadows { context.side_of(line) } else { context.side_of_features(line, &features) };
    let rail = side.map_or_else(|| context.rail.clone(), |side| context.rail.seen_from(side));
    pictures.focus = Some(Focus { side, points: rail.shown(line, &features, shows.shadows) });
    draw_axis(pictures.edit(WORLD), &rail, line, features, shows.shadows);
    if let Some(tried) = tried {
        sphere::lit(pictures.edit(SPHERE.id), context, tried, line);
        pictures.sphere_front = sphere::crossing(context, line).try_normalize();
    }
    // Arcs define only the axes of edge pairs, and projections are in the other views.
    if shows.shadows || !matches!(line.axis, Some(Axis::Edges(..))) {
        pictures.unused.push(SPHERE.id);
    }
    pictures
}

/// Roles of the features of A and of B that define an axis.
const FEATURE_ROLES: [Role; 2] = [Role::IncidentA, Role::Incident];

/// Adds the axis, with `shadows` also the projections, and the features that define the axis with their names.
fn draw_axis(world: &mut Picture, rail: &Rail, line: &Shadows, features: [Vec<DVec3>; 2], shadows: bool) {
    match shadows {
        true => rail.draw(world, line, &features.concat()),
        false => rail.draw_at_feature(world, line, &features),
    }
    let Some(axis) = line.axis else { return };
    for (body, name) in names::feature_names(axis).into_iter().enumerate() {
        let kind = match axis {
            Axis::FaceA(_) | Axis::FaceB(_) if features[body].len() == 2 => "side",
            Axis::FaceA(_) | Axis::FaceB(_) => "face",
            Axis::Edges(..) | Axis::Side { .. } | Axis::Along { .. } | Axis::Across { .. } => "edge",
        };
        // The name of a segment is that of its body.
        let name = name.filter(|_| kind != "side" || !rail.is_thin(body)).map(|name| format!("{kind} {name}"));
        draw_feature(world, body, &features[body], name);
    }
}

/// Adds an edge or a face of A (0) or B (1) with its name.
fn draw_feature(world: &mut Picture, body: usize, points: &[DVec3], name: Option<String>) {
    let role = FEATURE_ROLES[body];
    let key = names::FEATURE_KEYS[body];
    match points {
        [] | [_] => return,
        [from, to] => world.segment(role, key, *from, *to),
        _ => world.add(role, key, Form::Polyline { points: points.to_vec(), closed: true }),
    }
    if let Some(name) = name {
        let middle = points.iter().sum::<DVec3>() / points.len() as f64;
        world.label(role, key, middle, name);
    }
}
