//! Contacts: bounces, friction, speculative contacts, and the position modes.

use super::*;

/// The heights of the first bounces of a ball dropped so that its surface is 2 m above the floor.
fn apexes(options: Options, restitution: Real) -> Vec<f64> {
    let dropped = Body { restitution, friction: 0.0, ..ball(0.5, [0.0, 2.5]) };
    let mut world = world(down(), vec![ground(), dropped], vec![], options);
    let mut apexes = Vec::new();
    let mut rising = false;
    while world.run_frame().is_none() {
        let body = world.bodies[1];
        if rising && body.velocity.y <= 0.0 {
            apexes.push(body.center.y as f64 - 0.5);
        }
        rising = body.velocity.y > 0.0;
    }
    apexes
}

#[test]
fn a_ball_that_gives_all_back_comes_up_as_high_as_it_fell() {
    for position in [PositionMode::Baumgarte, PositionMode::Split, PositionMode::None] {
        let heights = apexes(Options { position, ..frames(600) }, 1.0);
        assert!(heights.len() >= 7, "{heights:?}");
        // A solve is long enough to sink by a few centimeters, which Baumgarte alone would add to the bounce.
        assert!(heights.iter().all(|height| (height - 2.0).abs() < 0.06), "{position:?} {heights:?}");
    }
    let heights = apexes(Options { substeps: 20, ..frames(600) }, 1.0);
    assert!(heights.iter().all(|height| (height - 2.0).abs() < 0.01), "{heights:?}");
    let half = apexes(Options { substeps: 20, ..frames(120) }, 0.5);
    assert!((half[0] - 0.5).abs() < 0.01, "{half:?}");
}

#[test]
fn slow_approaches_do_not_bounce() {
    for (threshold, bounces) in [(6.5, false), (6.0, true)] {
        // A drop of 2 m ends at 6.26 m/s.
        let options = Options { restitution_threshold: threshold as Real, ..frames(120) };
        assert_eq!(!apexes(options, 0.9).is_empty(), bounces);
    }
}

#[test]
fn a_fast_ball_stops_at_a_thin_wall_if_contacts_are_made_ahead() {
    let after = |speculative: Real, restitution: Real| {
        let wall = Body { motion: Motion::Static, restitution, ..cuboid([0.01, 2.0], [0.0, 0.0]) };
        let shot = Body { velocity: vector([60.0, 0.0]), ..ball(0.1, [-2.3, 0.0]) };
        let options = Options { speculative, ..frames(10) };
        run(Vec2::ZERO, vec![wall, shot], vec![], options).frame().bodies[1]
    };
    assert!(after(0.0, 0.0).position.x > 1.0, "it passes between two solves");
    let stopped = after(1.5, 0.0);
    close(stopped.position.x, -0.11, 1e-4);
    close(stopped.velocity.x, 0.0, 1e-4);
    // The bounce includes the approach speed that was removed before the contact.
    close(after(1.5, 0.5).velocity.x, -30.0, 1e-3);
}

#[test]
fn a_ball_that_passes_by_a_corner_is_not_turned_aside_without_speculation() {
    let step = Body { motion: Motion::Static, ..cuboid([1.0, 1.0], [0.0, 0.0]) };
    let flying = Body { velocity: vector([10.0, 0.0]), ..ball(0.25, [-5.0, 1.26]) };
    let world = run(Vec2::ZERO, vec![step, flying], vec![], frames(60));
    assert_eq!(world.frame().bodies[1].velocity, vector([10.0, 0.0]));
}

#[test]
fn friction_of_a_pair_is_the_mean_of_both_and_never_more_than_its_share() {
    let bodies = vec![
        Body { friction: 0.9, ..ground() },
        Body { friction: 0.4, velocity: Vec2::X * 3.0, ..cuboid([0.5, 0.3], [0.0, 0.3]) },
    ];
    let mut world = world(down(), bodies, vec![], frames(60));
    let mut sliding = 0;
    while world.run_frame().is_none() {
        for contact in &world.frame().contacts {
            close(contact.friction, 0.6, 1e-6);
            for point in &contact.points {
                assert!(point.normal_impulse >= 0.0);
                let most = contact.friction * point.normal_impulse;
                assert!(point.tangent_impulse.abs() <= most, "{point:?}");
                sliding += usize::from(point.tangent_impulse.abs() == most && most > 0.0);
            }
        }
    }
    assert!(sliding > 10, "{sliding}");
    // Friction decelerates it by μ g.
    let slid = run(down(), world.problem().bodies().to_vec(), vec![], frames(15)).frame().bodies[1];
    close(slid.velocity.x, 3.0 - 0.6 * 9.81 * 0.25, 0.01);
}

#[test]
fn a_kinematic_belt_carries_a_box_and_feels_nothing() {
    let belt = Body { motion: Motion::Kinematic, velocity: Vec2::X * 2.0, force: Vec2::Y * 5.0, ..ground() };
    let world = run(down(), vec![belt, cuboid([0.5, 0.5], [0.0, 0.5])], vec![], frames(120));
    let frame = world.frame();
    assert_eq!(frame.bodies[0].velocity, Vec2::X * 2.0);
    close(frame.bodies[0].position.x, 4.0, 1e-4);
    close(frame.bodies[1].velocity.x, 2.0, 1e-4);
}

#[test]
fn pairs_that_a_joint_joins_touch_only_if_it_says_so() {
    for collide in [false, true] {
        let bodies = vec![cuboid([0.5, 0.5], [0.0, 0.0]), cuboid([0.5, 0.5], [0.9, 0.0])];
        let joint = Joint { collide, ..Joint::new(Some(1), 0, JointKind::Point { anchors: Anchors::default() }) };
        let world = run(Vec2::ZERO, bodies, vec![joint], frames(1));
        assert_eq!(world.frame().contacts.len(), usize::from(collide));
    }
}

#[test]
fn what_cannot_move_makes_no_contact_and_ids_are_in_order() {
    let belt = Body { motion: Motion::Kinematic, ..cuboid([0.5, 0.5], [0.0, 0.2]) };
    let bodies = vec![ground(), belt, cuboid([0.5, 0.5], [3.0, 0.5]), cuboid([0.5, 0.5], [0.2, 1.1])];
    let world = run(down(), bodies, vec![], frames(5));
    let pairs: Vec<_> = world.frame().contacts.iter().map(|contact| [contact.a, contact.b]).collect();
    assert_eq!(pairs, [[0, 2], [1, 3]]);
    for contact in world.frame().contacts {
        assert!(contact.points.windows(2).all(|pair| pair[0].id < pair[1].id));
        assert!(contact.points.len() == 2);
    }
}

#[test]
fn bodies_in_one_place_and_of_every_size_do_not_break_it() {
    for exponent in [-6, 0, 3] {
        let size = 10.0_f64.powi(exponent);
        let mut bodies = vec![Body { motion: Motion::Static, ..cuboid([20.0 * size, size], [0.0, -size]) }];
        bodies.extend((0..4).map(|_| cuboid([size, size], [0.0, size])));
        bodies.push(ball(size, [0.0, size]));
        bodies.push(Body { mass: Mass::Mass(1e6), ..ball(0.0, [0.0, 3.0 * size]) });
        let mut world = world(down() * size as Real, bodies, vec![], frames(60));
        let outcome = world.run();
        assert_eq!(outcome, Outcome::Completed, "{size}");
        assert!(world.frame().bodies.iter().all(|body| body.position.is_finite()));
    }
}

/// Point ids of a world are formatted as those of a manifold: by the features of both bodies.
#[test]
fn a_point_is_spelled_as_in_a_manifold() {
    let resting = Body { friction: 0.5, ..ball(0.5, [0.0, 0.49]) };
    let mut world = world(down(), vec![ground(), resting], vec![], frames(2));
    while world.run_frame().is_none() {}
    let ids: Vec<String> =
        world.frame().contacts.iter().flat_map(|contact| contact.points.iter().map(|p| p.id.to_string())).collect();
    assert!(!ids.is_empty());
    for id in ids {
        let read = crate::dim2::dynamics::contact::parse_id(&id).map(PointId);
        assert_eq!(read.map(|read| read.to_string()), Some(id));
    }
}
