//! Lesson of frustum culling: each body is tested against the planes of a camera's frustum, and is outside, inside or
//! crossing. Views: the world, the camera's image, and the projections of a body on the plane normals.

mod beats;
mod camera;
mod choice;
mod frames;
mod normals;
mod planes;
mod region;
mod shown_bodies;
mod world;

use std::sync::{Arc, OnceLock};

use contact_lens_model::answer::{BodyClass, ClassesFinding, Classified, Finding, FrustumPlane, number};
use contact_lens_model::snapshot::frustum::{Class, Cull, Exact, HalfSpace, Outcome, Problem, Record, Side};
use contact_lens_picture::{Camera, Form, Picture, Role, Solid};
use glam::DVec3;

use self::shown_bodies::ShownBodies;
use super::recorded::narrated::Step;
use super::{
    Backdrop, Beat, Card, Choice, Context, Ending, Lesson, Narrated, Narration, Pictures, PlotAxis, Recording, Scenery,
    Series, SourceFile, Verdict, View, WORLD,
};
use camera::Screen;
pub use camera::Viewer;
pub use frames::FramePlanes;
pub use frames::strip;
use region::{BoundingBall, Region};

/// Camera view: the screen at 1 m before the eye.
const CAMERA: View = View::plane("camera", "camera, on a screen 1 m before the eye");

/// View of a body's projections on the plane normals.
const PLANES: View = View::lanes("planes", "projections on inward normals").below().tall();

/// Card of frustum culling.
pub const CARD: Card = Card {
    id: "cull",
    title: "Frustum culling",
    summary: "Which bodies can a camera see, and how few plane tests are needed?",
    sources: &[
        "doc4code 2011: frustum culling",
        "Gribb and Hartmann 2001: planes from a matrix",
        "Assarsson and Möller 2000: n- and p-vertices, coherence",
        "Ericson 2005, 5.2.3: box and plane",
    ],
    listing: include_str!("../engine/dim3/frustum/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/source/dim3/frustum/stepper.rs",
        text: include_str!("../engine/dim3/frustum/stepper.rs"),
    }],
    views: &[View::space(WORLD, "world"), CAMERA, PLANES],
    plot_over: PlotAxis::Step,
    series: &[
        Series { name: "planes tested for this body", role: Role::Axis },
        Series { name: "bodies kept so far", role: Role::Inside },
    ],
    endings: ENDINGS,
};

/// Names of roles in the legend; empty for marks that carry their names in the picture.
const ROLE_NAMES: &[(Role, &str)] = &[
    (Role::Frustum, ""),
    (Role::Normal, "inward normal"),
    (Role::Axis, ""),
    (Role::Simplex, ""),
    (Role::Fault, "false positive"),
    (Role::Bound, "separating plane"),
    (Role::Lower, "outermost point"),
    (Role::Upper, "innermost point"),
    (Role::Idle, "other bodies"),
    (Role::Member, "other bodies"),
    (Role::Ghost, ""),
    (Role::Gap, ""),
];

/// Largest number of bodies that are drawn with their shapes; with more, each is a badge.
const MAX_SOLIDS: usize = 60;

/// Largest number of bodies that are drawn as badges; with more, each class is one cloud of dots.
const MAX_BADGES: usize = 1_000;

/// Bodies and camera of a culling query.
pub struct CullContext {
    /// Names of the bodies, in their order.
    pub names: Vec<String>,
    /// Origin of the engine's frame, world, meters; its axes are the world's.
    pub home: DVec3,
    /// Camera whose frustum culls the bodies.
    pub viewer: Viewer,
    /// Solids of the bodies, world.
    pub solids: Vec<Arc<Solid>>,
    /// Bodies outside of the query, which are drawn behind the pictures.
    pub scenery: Scenery,
}

/// Context with the results of the run.
struct PlayedContext {
    /// Bodies and camera of the query.
    query: CullContext,
    /// Bodies and planes in the engine's frame.
    problem: Problem,
    /// Result for each body.
    records: Vec<Record>,
    /// Drawn form of the frustum.
    region: Region,
    /// Whether the planes are those of a camera, left to far.
    has_sides: bool,
    /// Screen of the camera view.
    screen: Screen,
    backdrop: OnceLock<Arc<Backdrop>>,
}

/// Lesson of a recorded run, with the results for all bodies.
pub fn lesson(
    recording: Box<dyn Recording<Cull>>,
    problem: Problem,
    records: Vec<Record>,
    mut context: CullContext,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    let region = Region::new(&problem, &context);
    let kept = records.iter().filter(|record| record.class == Class::Crossing).map(|record| record.body);
    let screen = Screen::new(&context, &region, kept);
    if problem.bodies.len() <= MAX_SOLIDS {
        context.solids = with_transparency(&context.solids, region.ball().radius);
    }
    let has_sides = are_sides(&region, &context.viewer);
    let context =
        PlayedContext { query: context, problem, records, region, has_sides, screen, backdrop: OnceLock::new() };
    let narration = Culling { camera: context.query.viewer.from_behind() };
    Box::new(Narrated { recording, context, verdict, narration })
}

/// Copies of the bodies' solids in which those are transparent that are larger than the frustum, whose bounding radius
/// is `frustum_radius`, meters, and those that contain other bodies, by their bounding balls.
fn with_transparency(solids: &[Arc<Solid>], frustum_radius: f64) -> Vec<Arc<Solid>> {
    let balls: Vec<BoundingBall> = solids.iter().map(|solid| region::ball(solid.vertices.iter().copied())).collect();
    let mut drawn = Vec::with_capacity(solids.len());
    for (solid, ball) in solids.iter().zip(&balls) {
        let opaque = ball.radius <= frustum_radius && !balls.iter().any(|other| ball.contains(other));
        drawn.push(Arc::new(Solid { opaque, ..(**solid).clone() }));
    }
    drawn
}

endings! {
    pub fn ending(Outcome), ENDINGS:
    Outcome::Classified => success "Classified" called "All bodies classified":
        "Every body is classified: bodies outside need not be drawn.";
    Outcome::NoBodies => failure "NoBodies":
        "The query names no body, so there is nothing to classify.";
}

/// Verdict of a run: `cull` is its last state, `records` are the results of all bodies.
pub fn conclude(
    cull: &Cull,
    problem: &Problem,
    outcome: Outcome,
    records: &[Record],
    context: &CullContext,
) -> Verdict {
    let planes = problem.planes.map(|plane| {
        let HalfSpace { normal, offset } = plane?;
        Some(FrustumPlane { normal, offset: offset - normal.dot(context.home) })
    });
    let finding = ClassesFinding {
        bodies: records
            .iter()
            .map(|record| Classified {
                name: context.names.get(record.body).cloned().unwrap_or_default(),
                class: class(record),
                rounding: record.tested().map(|test| test.rounding).fold(0.0, f64::max),
            })
            .collect(),
        planes,
        tested: cull.planes,
    };
    let all_tests = records.len() * problem.count();
    let [outside, crossing, inside] = cull.counts;
    // The engine counts false positives as crossing.
    let crossing = crossing - cull.false_positives;
    let false_positives = match cull.false_positives {
        0 => String::new(),
        1 => String::from("1 is a false positive, "),
        n => format!("{n} are false positives, "),
    };
    let say = match outcome {
        Outcome::NoBodies => String::from("The query names no body to cull."),
        Outcome::Classified => format!(
            "Of {}, {inside} {} inside, {crossing} {} the boundary of the frustum, {false_positives}and {outside} {} culled. \
             The run took {} of {all_tests} plane tests.",
            if records.len() == 1 { String::from("1 body") } else { format!("{} bodies", records.len()) },
            is_or_are(inside),
            if crossing == 1 { "crosses" } else { "cross" },
            is_or_are(outside),
            cull.planes
        ),
    };
    let iterations = u32::try_from(cull.planes).unwrap_or(u32::MAX);
    Verdict { outcome: ending(outcome).name, say, iterations, finding: Finding::Classes(finding) }
}

/// Verb for a number of bodies.
fn is_or_are(count: u32) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

/// Class of a body in the finding.
fn class(record: &Record) -> BodyClass {
    match record.class {
        Class::Outside => BodyClass::Outside(record.rejected_by().map_or(0, Side::index)),
        Class::Inside => BodyClass::Inside,
        Class::Crossing => match record.exact {
            Some(Exact::Outside(sum)) => {
                let mut weights = [0.0; 6];
                for (side, weight) in sum.sides.iter().zip(sum.weights) {
                    if let Some(side) = side {
                        weights[side.index()] = weight;
                    }
                }
                BodyClass::FalsePositive { weights, gap: sum.gap }
            }
            Some(Exact::Unknown) | None => BodyClass::Undecided,
            Some(Exact::ByPlane | Exact::Crossing | Exact::Inside) => BodyClass::Crossing,
        },
    }
}

/// Whether the planes are on the sides of the camera that their names say; planes given as numbers may not be.
fn are_sides(region: &Region, viewer: &Viewer) -> bool {
    let [right, up, back] = viewer.axes;
    // Inward directions in the order of `Side::ALL`: left, right, bottom, top, near, far.
    let inward = [right, -right, up, -up, -back, back];
    Side::ALL
        .into_iter()
        .zip(inward)
        .all(|(side, inward)| region.plane(side).is_none_or(|plane| plane.normal.dot(inward) > 0.0))
}

impl PlayedContext {
    /// Name of a plane at its normal: the letter of its side, or its number.
    fn letter(&self, side: Side) -> &'static str {
        let letters = if self.has_sides {
            ["L", "R", "B", "T", "N", "F"]
        } else {
            ["plane 0", "plane 1", "plane 2", "plane 3", "plane 4", "plane 5"]
        };
        letters[side.index()]
    }

    /// Name of a plane in sentences: `left plane`, or `plane 0` where the planes are not those of a camera.
    fn plane_name(&self, side: Side) -> String {
        if self.has_sides { format!("{side} plane") } else { format!("plane {}", side.index()) }
    }

    /// Name of a body, by its index in the query.
    fn name(&self, body: usize) -> &str {
        self.query.names.get(body).map_or("", String::as_str)
    }

    /// Transforms a point from the engine's frame to the world.
    fn world(&self, point: DVec3) -> DVec3 {
        self.query.home + point
    }

    /// Center of a body, world, meters.
    fn center(&self, body: usize) -> DVec3 {
        self.world(self.problem.bodies[body].center)
    }

    /// Whether there are more than [`MAX_SOLIDS`] bodies: too many to draw their shapes.
    fn has_many_bodies(&self) -> bool {
        self.problem.bodies.len() > MAX_SOLIDS
    }

    /// Whether there are more than [`MAX_BADGES`] bodies: too many to draw a badge for each.
    fn draws_only_dots(&self) -> bool {
        self.problem.bodies.len() > MAX_BADGES
    }

    /// Adds a dot for each body, with one mark per class; bodies outside are below all others. `project` returns the
    /// position in the picture of a point of the world; `None` for an invisible one.
    fn add_cloud(&self, shows: ShownBodies<'_>, picture: &mut Picture, project: impl Fn(DVec3) -> Option<DVec3>) {
        let classes = [Role::Outside, Role::Member, Role::Crossing, Role::Inside, Role::Fault];
        let mut dots = classes.map(|_| Vec::new());
        for (body, role) in self.roles(shows) {
            let role = self.role_in_step(role, body, shows);
            if let Some(class) = classes.iter().position(|class| *class == role) {
                dots[class].extend(project(self.center(body)));
            }
        }
        for (role, vertices) in classes.into_iter().zip(dots) {
            if vertices.is_empty() {
                continue;
            }
            // Rejected and untested bodies are pale, so that the frustum is visible through them.
            let is_pale = matches!(role, Role::Outside | Role::Member);
            let solid = Solid { vertices, pale: is_pale, ..Solid::default() };
            picture.add(role, format!("class/{}", role.meaning()), Form::Solid(Arc::new(solid)));
        }
    }

    /// Adds the badge of a body at its center; with many bodies, those of rejected and untested ones are pale.
    fn add_badge(&self, role: Role, key: String, center: DVec3, picture: &mut Picture) {
        if self.has_many_bodies() && matches!(role, Role::Outside | Role::Member) {
            let dot = Solid { vertices: vec![center], pale: true, ..Solid::default() };
            return picture.add(role, key, Form::Solid(Arc::new(dot)));
        }
        picture.point(role, key, center);
    }
}

impl Context for PlayedContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        Arc::clone(self.backdrop.get_or_init(|| {
            let mut pictures = Pictures::default();
            *pictures.edit(WORLD) = self.query.scenery.pictures.of(WORLD).clone();
            world::add_fixed_marks(self, pictures.edit(WORLD));
            if self.has_sides {
                camera::add_fixed_marks(self, pictures.edit(CAMERA.id));
            }
            Arc::new(Backdrop { pictures })
        }))
    }
}

/// Narration of culling, body by body.
struct Culling {
    /// Initial camera of the world view.
    camera: Camera,
}

impl Narration for Culling {
    type State = Cull;
    type Context = PlayedContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = ROLE_NAMES;

    fn card(&self) -> &'static Card {
        &CARD
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        beats::beats(&step)
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        choice::class_question(step, beats).into_iter().collect()
    }

    fn camera(&self, view: &View, _normal: DVec3) -> Option<Camera> {
        (view.id == WORLD).then_some(self.camera)
    }

    /// Step `i` is about body `i`.
    fn step_about(&self, context: &PlayedContext, key: &str) -> Option<usize> {
        let name = key.strip_prefix("body/")?;
        context.records.iter().position(|record| context.name(record.body) == name)
    }
}
