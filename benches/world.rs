//! Worlds in the plane against rapier2d: f32, a frame of 1/60 s at a time, 10 iterations, on one thread.
//!
//! A pyramid of 20 rows (210 boxes), and a heap of 1 000 balls and boxes in a trough, both after they have come to rest, and
//! the heap while it falls. Rapier runs its own solver with as many iterations, and nothing sleeps. Ours runs in both orders.
//!
//! First the table of milliseconds a frame, then criterion's groups. With a filter, as in `-- pyramid`, only the groups; with
//! `-- --table` the table alone. Frames of all three are run in turn, and the quicker quarter counts: what else the machine does
//! slows some frames of each.
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

/// Frames of a run that is timed.
const FRAMES: u32 = 120;

/// A body of a scene: the half extents of a box, or the radius of a ball.
#[derive(Clone, Copy)]
struct Thing {
    half: Vec2,
    ball: bool,
    at: Vec2,
    still: bool,
}

fn cuboid(half: Vec2, at: Vec2, still: bool) -> Thing {
    Thing { half, ball: false, at, still }
}

fn pyramid(rows: u32) -> Vec<Thing> {
    let mut things = vec![cuboid(Vec2::new(50.0, 0.5), Vec2::new(0.0, -0.5), true)];
    for row in 0..rows {
        let count = rows - row;
        let x = |i: u32| 1.1 * (i as f32 - 0.5 * (count - 1) as f32);
        things.extend((0..count).map(|i| cuboid(Vec2::splat(0.5), Vec2::new(x(i), 0.5 + row as f32), false)));
    }
    things
}

fn heap(count: usize) -> Vec<Thing> {
    let mut random = Random(0x9e37_79b9);
    let wide = 25.0;
    let mut things = vec![cuboid(Vec2::new(wide, 0.5), Vec2::new(0.0, -0.5), true)];
    things.extend([-1.0, 1.0].map(|side| cuboid(Vec2::new(0.5, 60.0), Vec2::new(side * wide, 59.0), true)));
    for i in 0..count {
        let column = (i % 40) as f32;
        let at = Vec2::new(1.15 * (column - 19.5) + 0.1 * random.real(), 1.0 + 1.15 * (i / 40) as f32);
        let half = Vec2::new(0.4 + 0.1 * random.real(), 0.4 + 0.1 * random.real());
        things.push(Thing { half, ball: i % 2 == 0, at, still: false });
    }
    things
}

fn ours(things: &[Thing], order: SolveOrder) -> World {
    let body = |thing: &Thing| {
        let shape = if thing.ball { Shape::circle(thing.half.x) } else { Shape::rectangle(thing.half) };
        let motion = if thing.still { Motion::Static } else { Motion::Dynamic };
        Body { position: thing.at, motion, ..Body::new(shape.expect("sizes are sound")) }
    };
    let solver = Solver::Sequential { iterations: 10, warm_start: true, clamp: Clamp::Accumulated, order };
    let options = Options { steps: u32::MAX, solver, ..Options::default() };
    let problem = Problem::new(Vec2::new(0.0, -9.81), things.iter().map(body).collect(), Vec::new(), options);
    World::new(problem.expect("every number is sound"))
}

fn rapiers(things: &[Thing]) -> rapier::PhysicsWorld {
    let mut world = rapier::PhysicsWorld::new();
    world.integration_parameters.num_solver_iterations = 10;
    for thing in things {
        let body = match thing.still {
            true => rapier::RigidBodyBuilder::fixed(),
            false => rapier::RigidBodyBuilder::dynamic().can_sleep(false),
        };
        let shape = match thing.ball {
            true => rapier::ColliderBuilder::ball(thing.half.x),
            false => rapier::ColliderBuilder::cuboid(thing.half.x, thing.half.y),
        };
        let at = rapier::Vector::new(thing.at.x, thing.at.y);
        world.insert(body.translation(at), shape.friction(0.6).density(1.0));
    }
    world
}

/// A frame's time in nanoseconds.
fn timed(step: impl FnOnce()) -> f64 {
    let start = Instant::now();
    step();
    start.elapsed().as_secs_f64() * 1e9
}

/// The time under which a quarter of the frames stays.
fn quarter(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 4]
}

/// Frames until a scene rests.
const REST: u32 = 600;

const ORDERS: [SolveOrder; 2] = [SolveOrder::Source, SolveOrder::Colors];

fn scenes() -> [(&'static str, Vec<Thing>); 2] {
    [("pyramid of 20 rows", pyramid(20)), ("heap of 1 000", heap(1000))]
}

/// Ours over theirs, in both orders.
pub fn ratios() -> Vec<Ratio> {
    let mut all = Vec::new();
    for (name, things) in scenes() {
        let ([mut source, mut colors], mut other) = (ORDERS.map(|order| ours(&things, order)), rapiers(&things));
        for (state, bars) in [("at the start", [None; 2]), ("at rest", [Some(1.6), Some(1.0)])] {
            let mut times = [const { Vec::new() }; 3];
            for _ in 0..FRAMES {
                times[0].push(timed(|| _ = black_box(source.run_frame())));
                times[1].push(timed(|| _ = black_box(colors.run_frame())));
                times[2].push(timed(|| other.step()));
            }
            let [a, b, c] = times.map(quarter);
            all.push(Ratio::new(format!("{name}, {state}, source order"), [a, c]).at_most(bars[0]));
            all.push(Ratio::new(format!("{name}, {state}, by colors"), [b, c]).at_most(bars[1]));
            for _ in 0..REST {
                source.run_frame();
                colors.run_frame();
                other.step();
            }
        }
    }
    all
}

fn main() {
    let filtered = std::env::args().skip(1).any(|argument| !argument.starts_with('-'));
    if !filtered {
        println!("{}", Ratio::head());
        ratios().iter().for_each(|ratio| println!("{ratio}"));
    }
    if std::env::args().any(|argument| argument == "--table") {
        return;
    }
    let mut criterion = Criterion::default().configure_from_args();
    for (name, things) in &scenes() {
        let mut group = criterion.benchmark_group(*name);
        let frame = |world: World| {
            let mut world = world;
            world.run_frame();
            world
        };
        for order in ORDERS {
            let mut rested = ours(things, order);
            (0..REST).for_each(|_| _ = rested.run_frame());
            let name = format!("contact-lens, {order:?}");
            group.bench_function(name, |b| b.iter_batched(|| rested.clone(), frame, BatchSize::LargeInput));
        }
        let mut other = rapiers(things);
        (0..REST).for_each(|_| other.step());
        group.bench_function("rapier2d", |b| b.iter(|| other.step()));
        group.finish();
    }
    criterion.final_summary();
}
