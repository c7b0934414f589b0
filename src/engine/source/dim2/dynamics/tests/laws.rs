//! Conservation laws, the energy change of rows, and reproducible bits.

use super::*;

#[test]
fn in_free_flight_energy_falls_by_the_same_in_every_solve() {
    let mut body = Body { velocity: vector([3.0, 4.0]), angular_velocity: 2.0, ..cuboid([0.5, 0.25], [1.0, 8.0]) };
    body.mass = Mass::Mass(2.0);
    let mut world = world(down(), vec![body], vec![], Options { substeps: 3, ..frames(60) });
    let h = world.options().h();
    let total = |world: &World| world.energy().kinetic + world.energy().potential;
    let mut before = total(&world);
    let law = 2.0 * 0.5 * G * G * h * h * 3.0;
    while world.run_frame().is_none() {
        let now = total(&world);
        assert!((before - now - law).abs() <= 64.0 * EPS * 250.0, "{} {law}", before - now);
        before = now;
    }
}

/// Boxes and a ball that collide in free space, rotating.
fn encounter() -> Vec<Body> {
    let mut random = Random(11);
    let mut bodies = Vec::new();
    for i in 0..6 {
        let mut body = if i == 5 { ball(0.4, [0.0; 2]) } else { cuboid([0.5, 0.2 + 0.1 * f64::from(i)], [0.0; 2]) };
        let turn = std::f64::consts::TAU as Real * i as Real / 6.0;
        body.position = trig::rotation(turn) * 2.0;
        body.velocity = -body.position + random.point();
        body.angle = random.signed();
        body.angular_velocity = 3.0 * random.signed();
        body.restitution = 0.5;
        body.mass = Mass::Mass(1.0 + i as Real);
        bodies.push(body);
    }
    bodies
}

#[test]
fn impacts_keep_linear_and_angular_momentum_whatever_the_solver() {
    let direct = Options { solver: Solver::Direct, ..frames(120) };
    let soft = PositionMode::Soft { frequency: 30.0, damping_ratio: 10.0 };
    for options in [frames(120), direct, Options { position: soft, ..frames(120) }] {
        let mut world = world(Vec2::ZERO, encounter(), vec![], options);
        let start = world.momentum();
        let mut touched = 0;
        while world.run_frame().is_none() {
            touched += world.contacts.len();
            let now = world.momentum();
            assert!((now.linear - start.linear).length() <= 2000.0 * EPS, "{now:?} {start:?}");
            // The last pass of `soft` acts on bodies that have moved since its rows were made.
            if options.position != soft {
                assert!((now.angular - start.angular).abs() <= 8000.0 * EPS, "{now:?} {start:?}");
            }
        }
        assert!(touched > 10, "{touched} contacts only");
    }
}

/// Five boxes and a pendulum on the floor.
fn busy(options: Options) -> World {
    let mut bodies = vec![ground()];
    bodies.extend((0..5).map(|i| cuboid([0.5, 0.5], [0.1 * f64::from(i), 0.6 + 1.05 * f64::from(i)])));
    bodies.push(ball(0.3, [3.0, 2.0]));
    bodies.push(Body { angular_velocity: 3.0, ..cuboid([0.6, 0.2], [-3.0, 1.5]) });
    let anchors = Anchors { a: Some(vector([2.0, 2.0])), b: None };
    let joints = vec![Joint::new(None, 6, JointKind::Point { anchors })];
    world(down(), bodies, joints, options)
}

/// Runs a frame, and adds up what its rows do to the kinetic energy: `Δλ · ½ (w⁻ + w⁺)`.
fn work_of_a_frame(world: &mut World) -> Real {
    let frame = world.frames;
    let mut work = 0.0;
    while world.frames == frame {
        let at = world.phase;
        let before = world.bodies.clone();
        for state in step_by_row(world) {
            let Some(iteration) = state.iteration else { continue };
            let row = &state.constraints[iteration.constraint as usize];
            work += 0.5 * (iteration.to - iteration.from).dot(iteration.speed + row.speed(&state.bodies)) as Real;
        }
        if at == Phase::Direct && world.phase != Phase::Direct {
            let of = |row: &Constraint| 0.5 * row.impulse.dot(row.speed(&before) + row.speed(&world.bodies));
            work += world.constraints().iter().map(of).sum::<Real>();
        }
    }
    work
}

#[test]
fn the_energy_of_a_frame_is_the_work_of_its_rows_and_what_moving_by_steps_costs() {
    for solver in [warm(10), by_color(warm(10)), Solver::Direct] {
        let options = Options { solver, ..frames(90) };
        let mut world = busy(options);
        let problem = std::sync::Arc::clone(world.problem());
        loop {
            let before = world.clone();
            let mut law = work_of_a_frame(&mut world);
            let ended = world.outcome().is_some();
            let [e0, e1] = [&before, &world].map(|world| world.energy().kinetic + world.energy().potential);
            for ((old, new), mass) in before.bodies.iter().zip(&world.bodies).zip(problem.masses()) {
                // P, the impulses on the body, is the momentum that gravity does not account for.
                let received = (new.velocity - old.velocity - down() * H) * mass.mass;
                law -= 0.5 * H * H * G * G * mass.mass + H * down().dot(received);
            }
            assert!((e1 - e0 - law).abs() <= 4e4 * EPS, "frame {}: {} {law}", world.frames, e1 - e0);
            if ended {
                break;
            }
        }
    }
}

#[test]
fn each_iteration_does_to_the_energy_what_it_says() {
    let mut world = busy(Options { position: PositionMode::None, ..frames(30) });
    let mut iterations = 0;
    let setting = world.setting();
    while world.outcome().is_none() {
        let mut before = world.energy().kinetic;
        let at = world.phase;
        for state in step_by_row(&mut world) {
            let now = state.energy(&setting).kinetic as Real;
            if let (Some(iteration), Phase::Iterate { .. } | Phase::WarmStart { .. }) = (state.iteration, at) {
                iterations += 1;
                let counted = state.constraints[iteration.constraint as usize].energy(&iteration) as Real;
                let change = now - before;
                assert!((change - counted).abs() <= 4096.0 * EPS, "{iteration:?} {change} {counted}");
            }
            before = now;
        }
    }
    assert!(iterations > 3000, "{iterations}");
}

#[test]
fn a_world_has_the_same_bits_whoever_steps_it_and_where_it_is_copied() {
    let ways = [
        (PositionMode::Baumgarte, warm(10)),
        (PositionMode::Split, warm(10)),
        (PositionMode::Baumgarte, by_color(warm(10))),
        (PositionMode::Split, by_color(warm(10))),
    ];
    for (position, solver) in ways {
        let options = Options { position, solver, substeps: 2, ..frames(60) };
        let mut first = busy(options);
        first.run();
        let mut second = busy(options);
        // A clone made within a solve continues like the original.
        for step in 0.. {
            if step % 997 == 0 {
                second = second.clone();
            }
            if second.step().is_break() {
                break;
            }
        }
        assert_eq!(first.frame(), second.frame());
        assert_eq!(first.bodies, second.bodies);
    }
}

#[test]
fn a_resting_box_shows_its_weight_and_stays() {
    let soft = PositionMode::Soft { frequency: 30.0, damping_ratio: 10.0 };
    for position in [PositionMode::Baumgarte, PositionMode::Split, soft, PositionMode::None] {
        for substeps in [1, 4] {
            let body = Body { mass: Mass::Mass(3.0), ..cuboid([0.5, 0.5], [0.0, 0.499]) };
            let options = Options { position, substeps, ..frames(240) };
            let world = run(down(), vec![ground(), body], vec![], options);
            let frame = world.frame();
            let held: Real = frame.contacts[0].points.iter().map(|point| point.normal_impulse).sum();
            let weight = (3.0 * G * world.options().h()) as f64;
            close(held, weight, 1e-4 * weight);
            assert_eq!(frame.contacts[0].normal, Vec2::Y);
            let [x, y] = frame.bodies[1].position.to_array();
            assert!(x.abs() < 1e-4 && (0.493..=0.5).contains(&y), "{position:?} {substeps}: {x} {y}");
            assert!(frame.energy.kinetic < 1e-6, "{position:?} {substeps}: {:?}", frame.energy);
        }
    }
}

#[test]
fn after_the_last_frame_nothing_runs_and_a_diverged_world_says_who() {
    let mut over = run(down(), vec![ball(0.5, [0.0; 2])], vec![], frames(3));
    let last = over.frame();
    assert_eq!((over.run_frame(), over.frame()), (Some(Outcome::Completed), last));
    let pushed = Body { force: vector([1e9, 0.0]), mass: Mass::Mass(10.0), ..ball(0.5, [0.0; 2]) };
    let mut world = world(Vec2::ZERO, vec![ground(), ball(0.5, [9.0, 9.0]), pushed], vec![], frames(10));
    assert_eq!(world.run_frame(), Some(Outcome::Diverged { frame: 1, body: 2 }));
    assert_eq!(world.frames, 0);
    let none = World::new(Problem::new(down(), vec![], vec![], frames(0)).unwrap());
    assert_eq!((none.outcome(), none.frame().bodies.len()), (Some(Outcome::Completed), 0));
}

#[test]
fn substeps_are_frames_of_a_shorter_time() {
    let fine = busy(Options { substeps: 4, ..frames(20) });
    let short = busy(Options { time_step: fine.options().h(), ..frames(80) });
    let [fine, short] = [fine, short].map(|mut world| {
        world.run();
        world.bodies
    });
    assert_eq!(fine, short);
}

/// The rows of a step, derived from the states before and after it, add up to the step; the impulse of a row equals its
/// unclamped one where no bound is active.
#[test]
fn the_rows_that_are_told_of_a_step_add_up_to_it() {
    let soft = PositionMode::Soft { frequency: 30.0, damping_ratio: 10.0 };
    for solver in [warm(4), by_color(warm(4))] {
        for position in [PositionMode::Baumgarte, PositionMode::Split, soft] {
            let mut world = busy(Options { solver, position, ..frames(30) });
            let setting = world.setting();
            let mut rows = 0;
            while world.outcome().is_none() {
                let before = world.snapshot();
                let _ = world.step();
                let after = world.snapshot();
                let step = ByRow::new(&before, &after, &setting);
                let mut told = step.start();
                for row in 0..step.steps() {
                    let last = told.clone();
                    step.advance(&mut told, row);
                    let Some(iteration) = told.iteration else { continue };
                    let of = &told.constraints[iteration.constraint as usize];
                    let corrects = matches!(before.phase, Phase::Position { .. });
                    let w = if corrects { iteration.speed } else { of.speed(&told.bodies) };
                    let wanted = iteration.speed + of.effect(iteration.to - iteration.from);
                    let unit = last.bodies.iter().fold(1.0, |most: f64, body| most.max(body.velocity.length()));
                    let off = if corrects { 0.0 } else { (w - wanted).length() };
                    assert!(off <= 64.0 * unit * EPS as f64, "{iteration:?} off by {off:e}");
                    let free = of.bounds == plain::Bounds::NotNegative && iteration.to.x > 0.0;
                    assert!(!free || iteration.raw == iteration.to, "{iteration:?}");
                    rows += 1;
                }
            }
            assert!(rows > 1000, "{rows}");
        }
    }
}
