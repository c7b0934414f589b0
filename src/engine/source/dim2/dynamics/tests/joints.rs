//! Joints: the value that each keeps, limits, springs, motors and mouse joints.

use super::*;

fn at(a: [f64; 2]) -> Anchors {
    Anchors { a: Some(vector(a)), b: None }
}

fn worst(world: &mut World, joint: usize, row: usize) -> f64 {
    let mut worst: f64 = 0.0;
    while world.run_frame().is_none() {
        worst = worst.max((world.frame().joints[joint].error[row] as f64).abs());
    }
    worst
}

#[test]
fn each_joint_holds_what_it_says_while_its_body_swings() {
    let distance = |length| JointKind::Distance { anchors: at([0.0, 3.0]), length };
    let kinds = [
        (distance(ValueConstraint::Initial), 1, 0.02),
        (distance(ValueConstraint::Fixed(2.0)), 1, 1.0),
        (JointKind::Point { anchors: at([1.0, 1.0]) }, 2, 0.03),
        (JointKind::Line { anchors: at([0.0, 0.0]), axis: vector([1.0, -1.0]), limits: Limits::default() }, 1, 1e-3),
        (JointKind::Angle { angle: ValueConstraint::Initial }, 1, 1e-5),
        (JointKind::Angle { angle: ValueConstraint::Fixed(0.5) }, 1, 0.51),
    ];
    for (kind, rows, most) in kinds {
        let body = Body { angular_velocity: 1.0, ..cuboid([0.5, 0.25], [0.0, 0.0]) };
        let mut world = world(down(), vec![body], vec![Joint::new(None, 0, kind.clone())], frames(120));
        assert_eq!(world.frame().joints[0].error.len(), rows, "{kind:?}");
        assert!(world.frame().joints[0].impulse.iter().all(|impulse| *impulse == 0.0));
        let found = worst(&mut world, 0, 0);
        assert!(found <= most, "{kind:?}: {found}");
        let end = world.frame().joints[0].error[0].abs() as f64;
        assert!(end <= 0.03, "{kind:?}: {end}");
    }
}

#[test]
fn limits_stop_a_rope_a_strut_a_slider_and_a_hinge() {
    let limits = |lower: Option<f64>, upper: Option<f64>| Limits {
        lower: lower.map(|x| x as Real),
        upper: upper.map(|x| x as Real),
    };
    // A rope of 1 m: the ball falls to its end and hangs there.
    let rope =
        JointKind::Distance { anchors: at([0.0, 0.0]), length: ValueConstraint::Within(limits(None, Some(1.0))) };
    let world = run(down(), vec![ball(0.1, [0.0, -0.2])], vec![Joint::new(None, 0, rope)], frames(120));
    close(world.frame().bodies[0].position.y, -1.0, 1e-3);
    close(world.frame().joints[0].impulse[0], (G * H) as f64, 1e-3);
    // A slider between −0.5 and 0.25 along x, pushed to the right.
    let line = JointKind::Line { anchors: Anchors::default(), axis: Vec2::X, limits: limits(Some(-0.5), Some(0.25)) };
    let pushed = Body { force: Vec2::X * 2.0, ..cuboid([0.2, 0.2], [0.0, 0.0]) };
    let world = run(down(), vec![pushed], vec![Joint::new(None, 0, line)], frames(240));
    close(world.frame().bodies[0].position.x, 0.25, 1e-3);
    let joint = &world.frame().joints[0];
    assert_eq!((joint.error.len(), joint.impulse[1]), (3, 0.0), "the lower limit rests");
    close(joint.impulse[2], (2.0 * H) as f64, 1e-4);
    // A hinge between −3 and 7 rad: full rotations count, angles are not wrapped.
    let hinge = JointKind::Angle { angle: ValueConstraint::Within(limits(Some(-3.0), Some(7.0))) };
    let turned = Body { torque: 0.5, ..cuboid([0.5, 0.5], [0.0, 0.0]) };
    let world = run(Vec2::ZERO, vec![turned], vec![Joint::new(None, 0, hinge)], frames(600));
    close(world.frame().bodies[0].angle, 7.0, 1e-2);
}

#[test]
fn a_soft_joint_swings_at_its_frequency_and_is_damped_by_its_ratio() {
    let spring = |damping_ratio| {
        let kind = JointKind::Distance { anchors: at([0.0, 2.0]), length: ValueConstraint::Fixed(1.5) };
        let softness = Some(Softness { frequency: 1.0, damping_ratio });
        let joint = Joint { softness, ..Joint::new(None, 0, kind.clone()) };
        let mut world =
            world(Vec2::ZERO, vec![ball(0.1, [0.0, 0.0])], vec![joint], Options { substeps: 64, ..frames(180) });
        let mut crossings = Vec::new();
        let mut before = world.bodies[0].center.y - 0.5;
        while world.run_frame().is_none() {
            let now = world.bodies[0].center.y - 0.5;
            if before < 0.0 && now >= 0.0 {
                crossings.push(world.frames as f64 - f64::from((now / (now - before)) as f32));
            }
            before = now;
        }
        (crossings, before as f64)
    };
    let (crossings, _) = spring(0.0);
    assert!(crossings.len() == 3, "{crossings:?}");
    close((crossings[1] - crossings[0]) as Real, 60.0, 0.5);
    let (crossings, end) = spring(1.0);
    assert!(crossings.len() <= 1 && end.abs() < 1e-3, "{crossings:?} {end}");
    // A frequency of 0 has no effect.
    let kind = JointKind::Point { anchors: at([0.0, 0.0]) };
    for damping_ratio in [0.0, 1.0] {
        let joint =
            Joint { softness: Some(Softness { frequency: 0.0, damping_ratio }), ..Joint::new(None, 0, kind.clone()) };
        let free = run(down(), vec![ball(0.1, [0.0, 0.0])], vec![joint], frames(60)).frame();
        let falls = run(down(), vec![ball(0.1, [0.0, 0.0])], vec![], frames(60)).frame();
        assert_eq!((&free.bodies, &free.joints[0].impulse), (&falls.bodies, &vec![0.0; 2]));
    }
}

#[test]
fn a_motor_turns_within_its_torque() {
    for (max_torque, speed) in [(1000.0, 4.0), (0.01, 0.12)] {
        let motor = JointKind::Motor { speed: 4.0, max_torque };
        let wheel = Body { inertia: Some(0.083_333_33), ..cuboid([0.5, 0.5], [0.0, 0.0]) };
        let world = run(Vec2::ZERO, vec![wheel], vec![Joint::new(None, 0, motor)], frames(60));
        close(world.frame().bodies[0].angular_velocity, speed, 1e-3);
        close(world.frame().joints[0].error[0], speed - 4.0, 1e-3);
        assert!(world.frame().joints[0].impulse[0] <= max_torque * H * (1.0 + 4.0 * EPS));
    }
}

#[test]
fn a_mouse_pulls_within_a_disc() {
    let drag = |max_force: Real, solver| {
        let kind =
            JointKind::Mouse { anchor_b: Vec2::ZERO, target: vector([3.0, 4.0]), max_force, grasp: Grasp::default() };
        let mut world = world(
            Vec2::ZERO,
            vec![ball(0.5, [0.0, 0.0])],
            vec![Joint::new(None, 0, kind)],
            Options { solver, ..frames(120) },
        );
        let mut largest: Real = 0.0;
        while world.run_frame().is_none() {
            largest = largest.max(world.joint_rows[0].impulse.length());
        }
        (world.frame().bodies[0].position, largest)
    };
    for solver in [warm(10), Solver::Direct] {
        let (place, _) = drag(1e6, solver);
        assert!((place - vector([3.0, 4.0])).length() < 0.01, "{place}");
        let (place, largest) = drag(2.0, solver);
        close(largest, (2.0 * H) as f64, 1e-7);
        // The force acts along the line to the target, without preference for an axis.
        close(place.y / place.x, 4.0 / 3.0, 1e-3);
    }
}

#[test]
fn the_order_of_constraints_changes_the_way_and_not_where_it_leads() {
    let chain = |reversed: bool, iterations| {
        let bodies: Vec<Body> = (0..4).map(|i| cuboid([0.5, 0.1], [0.5 + f64::from(i), 0.0])).collect();
        let joint = |i: u32| {
            let anchors = if i == 0 { at([0.0, 0.0]) } else { at([0.5, 0.0]) };
            Joint::new(i.checked_sub(1), i, JointKind::Point { anchors })
        };
        let order: Vec<u32> = if reversed { (0..4).rev().collect() } else { (0..4).collect() };
        let joints = order.into_iter().map(joint).collect();
        let options = Options { solver: cold(iterations), ..frames(1) };
        run(down(), bodies, joints, options).frame().bodies[1].velocity
    };
    assert!((chain(true, 2) - chain(false, 2)).length() > 1e-3);
    assert!((chain(true, 4000) - chain(false, 4000)).length() < 1e-5);
}

#[test]
fn an_anchor_that_is_left_out_is_the_same_point_as_placed() {
    let mut body = cuboid([0.5, 0.5], [2.0, 1.0]);
    body.angle = 0.7;
    let other = cuboid([0.5, 0.5], [-1.0, 0.5]);
    let cases = [(Some(vector([0.3, 0.1])), None), (None, Some(vector([0.3, 0.1])))];
    for (a, b) in cases {
        let kind = JointKind::Point { anchors: Anchors { a, b } };
        let world = world(down(), vec![other.clone(), body.clone()], vec![Joint::new(Some(0), 1, kind)], frames(1));
        let error = &world.frame().joints[0].error;
        assert!(error.iter().all(|e| e.abs() <= 4.0 * EPS), "{error:?}");
    }
    let kind = JointKind::Point { anchors: Anchors::default() };
    let world = world(down(), vec![other, body], vec![Joint::new(Some(0), 1, kind)], frames(1));
    assert_eq!(world.frame().joints[0].error, [3.0, 0.5], "both are the origins");
}

#[test]
fn a_distance_of_nothing_pushes_along_its_last_direction() {
    let kind = JointKind::Distance { anchors: Anchors::default(), length: ValueConstraint::Fixed(1.0) };
    let world = run(Vec2::ZERO, vec![ball(0.1, [0.0, 0.0])], vec![Joint::new(None, 0, kind)], frames(120));
    let at = world.frame().bodies[0].position;
    assert!(at.x == 0.0 && (at.y - 1.0).abs() < 1e-3, "upwards: {at}");
}
