//! Simulated worlds in the plane against rapier2d: `f32`, frames of 1/60 s, 10 iterations, one thread.
//!
//! - **Scenes**: a pyramid of 20 rows (210 boxes), and a heap of 1 000 balls and boxes between walls. Both are measured
//!   at the start, while the heap falls, and after they have come to rest.
//! - **Solvers**: rapier's own solver with as many iterations and without sleeping, and Contact Lens in both orders of
//!   constraints.
//! - **Output**: a table of ratios, then criterion's groups. With a filter, as in `-- pyramid`, only the groups; with
//!   `-- --table` only the table.
//! - **Noise**: the three run in turn, frame by frame, and the lower quartile of the times counts, since other programs
//!   slow down some frames.
#![allow(clippy::print_stdout, reason = "a measurement that prints")]

mod random;

use std::hint::black_box;
use std::time::Instant;

use contact_lens_benches::ratio::Ratio;
use contact_lens_engine::glam::Vec2;
use contact_lens_engine::single::dim2::dynamics::{Body, Clamp, Motion, Options, Problem, SolveOrder, Solver, World};
use contact_lens_engine::single::dim2::shape::Shape;
use criterion::{BatchSize, Criterion};
use random::Random;
use rapier2d::prelude as rapier;

/// Number of frames that are timed per scene and state.
const TIMED_FRAMES: u32 = 120;

/// Number of frames after which a scene is at rest.
const FRAMES_TO_REST: u32 = 600;

/// Number of iterations of the solvers.
const ITERATIONS: u32 = 10;

/// Shape of a body.
#[derive(Clone, Copy)]
enum Form {
    /// Box with these half extents, meters.
    Box(Vec2),
    /// Ball with this radius, meters.
    Ball(f32),
}

/// Body of a scene, for both libraries.
#[derive(Clone, Copy)]
struct BodyOfScene {
    form: Form,
    position: Vec2,
    is_static: bool,
}

impl BodyOfScene {
    fn dynamic(form: Form, position: Vec2) -> Self {
        Self { form, position, is_static: false }
    }

    /// Static box with these half extents.
    fn wall(half_extents: Vec2, position: Vec2) -> Self {
        Self { form: Form::Box(half_extents), position, is_static: true }
    }
}

/// Pyramid of boxes with sides of 1 m on a floor.
fn pyramid(rows: u32) -> Vec<BodyOfScene> {
    let mut bodies = vec![BodyOfScene::wall(Vec2::new(50.0, 0.5), Vec2::new(0.0, -0.5))];
    for row in 0..rows {
        let count = rows - row;
        for i in 0..count {
            let x = 1.1 * (i as f32 - 0.5 * (count - 1) as f32);
            let position = Vec2::new(x, 0.5 + row as f32);
            bodies.push(BodyOfScene::dynamic(Form::Box(Vec2::splat(0.5)), position));
        }
    }
    bodies
}

/// Balls and boxes in turn, in columns of 40 above a floor between two walls.
fn heap(count: usize) -> Vec<BodyOfScene> {
    let mut random = Random(0x9e37_79b9);
    let half_width = 25.0;
    let mut bodies = vec![BodyOfScene::wall(Vec2::new(half_width, 0.5), Vec2::new(0.0, -0.5))];
    for side in [-1.0, 1.0] {
        bodies.push(BodyOfScene::wall(Vec2::new(0.5, 60.0), Vec2::new(side * half_width, 59.0)));
    }
    for i in 0..count {
        let column = (i % 40) as f32;
        let position = Vec2::new(1.15 * (column - 19.5) + 0.1 * random.real(), 1.0 + 1.15 * (i / 40) as f32);
        let half_extents = Vec2::new(0.4 + 0.1 * random.real(), 0.4 + 0.1 * random.real());
        let form = if i % 2 == 0 { Form::Ball(half_extents.x) } else { Form::Box(half_extents) };
        bodies.push(BodyOfScene::dynamic(form, position));
    }
    bodies
}

/// Creates the world of Contact Lens.
fn our_world(bodies: &[BodyOfScene], order: SolveOrder) -> World {
    let solver = Solver::Sequential { iterations: ITERATIONS, warm_start: true, clamp: Clamp::Accumulated, order };
    let options = Options { steps: u32::MAX, solver, ..Options::default() };
    let bodies = bodies.iter().map(our_body).collect();
    let problem = Problem::new(Vec2::new(0.0, -9.81), bodies, Vec::new(), options);
    World::new(problem.expect("finite numbers"))
}

fn our_body(body: &BodyOfScene) -> Body {
    let shape = match body.form {
        Form::Ball(radius) => Shape::circle(radius),
        Form::Box(half_extents) => Shape::rectangle(half_extents),
    };
    let motion = if body.is_static { Motion::Static } else { Motion::Dynamic };
    Body { position: body.position, motion, ..Body::new(shape.expect("positive sizes")) }
}

/// Creates the world of rapier, with the friction and density that are the defaults of Contact Lens.
fn rapier_world(bodies: &[BodyOfScene]) -> rapier::PhysicsWorld {
    let mut world = rapier::PhysicsWorld::new();
    world.integration_parameters.num_solver_iterations = ITERATIONS as usize;
    for body in bodies {
        let rigid_body = if body.is_static {
            rapier::RigidBodyBuilder::fixed()
        } else {
            rapier::RigidBodyBuilder::dynamic().can_sleep(false)
        };
        let collider = match body.form {
            Form::Ball(radius) => rapier::ColliderBuilder::ball(radius),
            Form::Box(half_extents) => rapier::ColliderBuilder::cuboid(half_extents.x, half_extents.y),
        };
        let position = rapier::Vector::new(body.position.x, body.position.y);
        world.insert(rigid_body.translation(position), collider.friction(0.6).density(1.0));
    }
    world
}

/// Time of a frame, nanoseconds.
fn nanoseconds(run_frame: impl FnOnce()) -> f64 {
    let start = Instant::now();
    run_frame();
    start.elapsed().as_secs_f64() * 1e9
}

/// Lower quartile of the times.
fn lower_quartile(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 4]
}

/// Orders of constraints that are measured.
const ORDERS: [SolveOrder; 2] = [SolveOrder::Source, SolveOrder::Colors];

/// Scenes that are measured, with their names.
fn scenes() -> [(&'static str, Vec<BodyOfScene>); 2] {
    [("pyramid of 20 rows", pyramid(20)), ("heap of 1 000", heap(1000))]
}

/// Worlds of one scene, which run in turn.
struct Worlds {
    in_source_order: World,
    by_colors: World,
    rapier: rapier::PhysicsWorld,
}

impl Worlds {
    fn new(bodies: &[BodyOfScene]) -> Self {
        let [in_source_order, by_colors] = ORDERS.map(|order| our_world(bodies, order));
        Self { in_source_order, by_colors, rapier: rapier_world(bodies) }
    }

    /// Times the next frames and returns the ratios of both orders to rapier, in source order first. `limits` are those
    /// of the ratios.
    fn measure(&mut self, name: &str, limits: [Option<f64>; 2]) -> [Ratio; 2] {
        let mut in_source_order = Vec::new();
        let mut by_colors = Vec::new();
        let mut rapier = Vec::new();
        for _ in 0..TIMED_FRAMES {
            in_source_order.push(nanoseconds(|| _ = black_box(self.in_source_order.run_frame())));
            by_colors.push(nanoseconds(|| _ = black_box(self.by_colors.run_frame())));
            rapier.push(nanoseconds(|| self.rapier.step()));
        }
        let rapier = lower_quartile(rapier);
        [
            Ratio::new(format!("{name}, source order"), [lower_quartile(in_source_order), rapier])
                .at_most(limits[0])
                .with_profile(PROFILE),
            Ratio::new(format!("{name}, by colors"), [lower_quartile(by_colors), rapier])
                .at_most(limits[1])
                .with_profile(PROFILE),
        ]
    }

    /// Runs the worlds until they are at rest.
    fn run_to_rest(&mut self) {
        for _ in 0..FRAMES_TO_REST {
            self.in_source_order.run_frame();
            self.by_colors.run_frame();
            self.rapier.step();
        }
    }
}

/// Where the time of Contact Lens goes.
const PROFILE: &str = "time: 60 % in solving rows, 30 % in manifolds";

/// Measures all scenes at the start and at rest. Only ratios at rest have limits.
pub fn ratios() -> Vec<Ratio> {
    let mut ratios = Vec::new();
    for (name, bodies) in scenes() {
        let mut worlds = Worlds::new(&bodies);
        ratios.extend(worlds.measure(&format!("{name}, at the start"), [None; 2]));
        worlds.run_to_rest();
        ratios.extend(worlds.measure(&format!("{name}, at rest"), [Some(1.6), Some(1.0)]));
    }
    ratios
}

/// Runs criterion's group of a scene at rest.
fn bench_scene(criterion: &mut Criterion, name: &str, bodies: &[BodyOfScene]) {
    let mut group = criterion.benchmark_group(name);
    for order in ORDERS {
        let mut at_rest = our_world(bodies, order);
        (0..FRAMES_TO_REST).for_each(|_| _ = at_rest.run_frame());
        group.bench_function(format!("contact-lens, {order:?}"), |b| {
            b.iter_batched(
                || at_rest.clone(),
                |mut world| {
                    world.run_frame();
                    world
                },
                BatchSize::LargeInput,
            );
        });
    }
    let mut at_rest = rapier_world(bodies);
    (0..FRAMES_TO_REST).for_each(|_| at_rest.step());
    group.bench_function("rapier2d", |b| b.iter(|| at_rest.step()));
    group.finish();
}

fn main() {
    let has_filter = std::env::args().skip(1).any(|argument| !argument.starts_with('-'));
    if !has_filter {
        println!("{}", Ratio::header());
        ratios().iter().for_each(|ratio| println!("{ratio}"));
    }
    if std::env::args().any(|argument| argument == "--table") {
        return;
    }
    let mut criterion = Criterion::default().configure_from_args();
    for (name, bodies) in &scenes() {
        bench_scene(&mut criterion, name, bodies);
    }
    criterion.final_summary();
}
