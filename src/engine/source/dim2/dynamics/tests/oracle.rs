//! Solvers against dense textbook ones: every iterate of the sequential solver, and the proof of the direct one.

use super::*;

/// The rows of a world as a dense system, in `f64`: `J`, `M⁻¹`, velocities.
struct Dense {
    rows: Vec<Vec<f64>>,
    inverse: Vec<f64>,
    velocity: Vec<f64>,
    bias: Vec<f64>,
    /// The normal's row and `μ` for a friction row; `None` for one with fixed bounds.
    friction: Vec<Option<(usize, f64)>>,
    bounds: Vec<[f64; 2]>,
}

impl Dense {
    fn of(world: &World) -> Self {
        let count = world.bodies.len();
        let mut dense =
            Self { rows: vec![], inverse: vec![], velocity: vec![], bias: vec![], friction: vec![], bounds: vec![] };
        for body in &world.bodies {
            let [m, i] = [body.inverse_mass as f64, body.inverse_inertia as f64];
            dense.inverse.extend([m, m, i]);
            let v = [body.velocity.x, body.velocity.y, body.angular_velocity];
            dense.velocity.extend(v.map(|x| x as f64));
        }
        for row in &world.constraints() {
            assert_eq!((row.rows, row.soft), (1, None), "the oracle knows single rigid rows");
            let mut line = vec![0.0; 3 * count];
            let j = &row.jacobian[0];
            let put = |line: &mut Vec<f64>, body: u32, sign: f64, turn: Real| {
                line[3 * body as usize] += sign * j.linear.x as f64;
                line[3 * body as usize + 1] += sign * j.linear.y as f64;
                line[3 * body as usize + 2] += turn as f64;
            };
            put(&mut line, row.a, -1.0, j.angular_a);
            put(&mut line, row.b, 1.0, j.angular_b);
            dense.rows.push(line);
            dense.bias.push(row.bias.x as f64);
            dense.friction.push(match row.bounds {
                Bounds::Friction { normal, friction } => Some((normal as usize, friction as f64)),
                _ => None,
            });
            dense.bounds.push(interval(row.bounds, 0.0).map(|x| x as f64));
        }
        dense
    }

    fn w(&self, i: usize) -> f64 {
        self.rows[i].iter().zip(&self.velocity).map(|(j, v)| j * v).sum::<f64>() + self.bias[i]
    }

    fn bounds(&self, i: usize, impulses: &[f64]) -> [f64; 2] {
        self.friction[i]
            .map_or(self.bounds[i], |(normal, friction)| [-friction, friction].map(|x| x * impulses[normal]))
    }

    fn apply(&mut self, i: usize, impulse: f64) {
        for (v, (j, m)) in self.velocity.iter_mut().zip(self.rows[i].iter().zip(&self.inverse)) {
            *v += m * j * impulse;
        }
    }
}

/// A heap with hinged and limited bodies, all rows single.
fn heap(options: Options) -> World {
    let mut bodies = vec![ground()];
    bodies.extend((0..4).map(|i| cuboid([0.5, 0.4], [0.15 * f64::from(i), 0.395 + 0.79 * f64::from(i)])));
    bodies.push(Body { velocity: vector([2.0, -1.0]), ..ball(0.4, [-2.0, 0.45]) });
    let rope = JointKind::Distance { anchors: Anchors::default(), length: ValueConstraint::Fixed(2.0) };
    let range = Limits { lower: Some(0.5), upper: Some(2.1) };
    let joints = vec![
        Joint { collide: true, ..Joint::new(Some(5), 1, rope) },
        Joint {
            collide: true,
            ..Joint::new(
                Some(5),
                1,
                JointKind::Distance { anchors: Anchors::default(), length: ValueConstraint::Within(range) },
            )
        },
        Joint::new(None, 4, JointKind::Motor { speed: 1.0, max_torque: 0.2 }),
    ];
    world(down(), bodies, joints, options)
}

#[test]
fn every_iterate_is_that_of_projected_gauss_seidel_on_the_dense_system() {
    iterates_are_those_of_the_dense_system(cold(12));
}

/// By colors, the rows are those of the dense system in the order of the colors.
#[test]
fn every_iterate_by_colors_is_that_of_projected_gauss_seidel_too() {
    iterates_are_those_of_the_dense_system(by_color(cold(12)));
}

fn iterates_are_those_of_the_dense_system(solver: Solver) {
    let mut world = heap(Options { solver, ..frames(8) });
    let mut iterations = 0;
    let mut clamped = 0;
    while world.outcome().is_none() {
        if world.phase != (Phase::Iterate { iteration: 0, index: 0 }) {
            let _ = world.step();
            continue;
        }
        let mut dense = Dense::of(&world);
        let mut impulses = vec![0.0; dense.rows.len()];
        while let Phase::Iterate { index: at, .. } = world.phase {
            let group = world.snapshot().groups[at as usize..][..2].to_vec();
            let _ = world.step();
            let found = world.constraints();
            for i in group[0] as usize..group[1] as usize {
                let k: f64 = dense.rows[i].iter().zip(&dense.inverse).map(|(j, m)| j * j * m).sum();
                let [low, high] = dense.bounds(i, &impulses);
                let new = (impulses[i] - dense.w(i) / k).max(low).min(high);
                clamped += usize::from(new == low || new == high);
                dense.apply(i, new - impulses[i]);
                impulses[i] = new;
                iterations += 1;
                assert!((found[i].impulse.x as f64 - new).abs() <= 4096.0 * EPS as f64, "iteration {iterations}");
            }
        }
        for (body, v) in world.bodies.iter().zip(dense.velocity.chunks(3)) {
            let found = [body.velocity.x, body.velocity.y, body.angular_velocity];
            assert!(found.iter().zip(v).all(|(x, y)| (*x as f64 - y).abs() <= 65536.0 * EPS as f64), "{found:?} {v:?}");
        }
    }
    assert!(iterations > 1500 && clamped > 200 && clamped < iterations, "{iterations} {clamped}");
}

#[test]
fn the_direct_solve_proves_itself_row_by_row() {
    let mut world = heap(Options { solver: Solver::Direct, ..frames(60) });
    let mut seen = [0; 3];
    while world.outcome().is_none() {
        let solves = world.phase == Phase::Direct && world.system.is_none();
        let before = solves.then(|| Dense::of(&world));
        while world.phase == Phase::Direct {
            let _ = world.step();
        }
        let Some(mut dense) = before else {
            let _ = world.step();
            continue;
        };
        let report = world.direct.unwrap();
        assert_eq!(report.outcome, direct::DirectOutcome::Solved, "{report:?}");
        let impulses: Vec<f64> = world.constraints().iter().map(|row| row.impulse.x as f64).collect();
        (0..impulses.len()).for_each(|i| dense.apply(i, impulses[i]));
        let scale = dense.velocity.iter().fold(1.0, |most: f64, v| most.max(v.abs()));
        for (i, impulse) in impulses.iter().enumerate() {
            let [low, high] = dense.bounds(i, &impulses);
            let w = dense.w(i) / scale;
            let rounding = 4e3 * EPS as f64 + 1e-8;
            let near = rounding * (1.0 + impulse.abs());
            assert!(*impulse >= low - near && *impulse <= high + near, "row {i}: {impulse} in {low} … {high}");
            let side = if *impulse <= low + near {
                0
            } else if *impulse >= high - near {
                2
            } else {
                1
            };
            seen[side] += 1;
            let proven = match side {
                _ if high - low <= 2.0 * near => true,
                0 => w >= -rounding,
                1 => w.abs() <= rounding,
                _ => w <= rounding,
            };
            assert!(proven, "row {i}: w = {w}, λ = {impulse} in {low} … {high}");
        }
    }
    assert!(seen.iter().all(|count| *count > 20), "{seen:?}");
}

#[test]
fn the_sequential_solver_goes_where_the_direct_one_is() {
    let solved = |solver| heap(Options { solver, position: PositionMode::None, ..frames(1) });
    let mut all = solved(Solver::Direct);
    all.run();
    for solver in [cold(3000), by_color(cold(3000))] {
        let mut many = solved(solver);
        many.run();
        for (p, q) in many.bodies.iter().zip(&all.bodies) {
            let far = (p.velocity - q.velocity).length() + (p.angular_velocity - q.angular_velocity).abs();
            assert!(far < 2e-4, "{p:?} {q:?}");
        }
    }
}

#[test]
fn rows_that_say_the_same_are_shared_and_rows_that_contradict_each_other_are_told() {
    let point = |at: [f64; 2]| JointKind::Point { anchors: Anchors { a: Some(vector(at)), b: None } };
    let hung = |second: JointKind| {
        let joints = vec![Joint::new(None, 0, point([0.0, 0.0])), Joint::new(None, 0, second)];
        let mut world = world(
            down(),
            vec![cuboid([0.5, 0.5], [0.0, -1.0])],
            joints,
            Options { solver: Solver::Direct, ..frames(1) },
        );
        world.run();
        (world.direct.unwrap(), world.frame())
    };
    let (report, frame) = hung(point([0.0, 0.0]));
    assert_eq!((report.outcome, report.rows, report.redundant), (direct::DirectOutcome::Solved, 4, 2));
    for joint in &frame.joints {
        close(joint.impulse[1], (0.5 * G * H) as f64, 1e-5);
    }
    close(frame.bodies[0].velocity.length(), 0.0, 1e-5);
    // Held at two lengths at once.
    let distance = |length: f64| JointKind::Distance {
        anchors: Anchors::default(),
        length: ValueConstraint::Fixed(length as Real),
    };
    let joints = vec![Joint::new(None, 0, distance(1.0)), Joint::new(None, 0, distance(2.0))];
    let options = Options { solver: Solver::Direct, ..frames(1) };
    let mut world = world(Vec2::ZERO, vec![ball(0.5, [0.0, -1.5])], joints, options);
    assert_eq!(world.run(), Outcome::Completed);
    assert_eq!(world.direct.unwrap().outcome, direct::DirectOutcome::Inconsistent);
    close(world.frame().bodies[0].velocity.length(), 0.0, 1e-3);
}

#[test]
fn a_direct_solve_of_too_much_says_so() {
    let mut bodies = vec![ground()];
    bodies.extend((0..120).map(|i| cuboid([0.5, 0.5], [1.2 * f64::from(i % 30) - 17.0, 0.5 + f64::from(i / 30)])));
    let mut world = world(down(), bodies, vec![], Options { solver: Solver::Direct, ..frames(4) });
    assert_eq!(world.run(), Outcome::TooLarge { frame: 1, rows: 480 });
}
