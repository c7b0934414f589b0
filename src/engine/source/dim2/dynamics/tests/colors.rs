//! Contacts by colors: the coloring, convergence of both orders to the same solution, and equality of four lanes with
//! one.

use std::collections::HashSet;

use super::*;

fn vectors(world: &World) -> impl Iterator<Item = (Vec2, Real)> + '_ {
    world.bodies.iter().map(|body| (body.velocity, body.angular_velocity))
}

/// A trough with a pile of balls and boxes, and a kinematic conveyor.
fn trough(count: usize, options: Options) -> World {
    let mut random = Random(5);
    let wall = |x: f64| Body { motion: Motion::Static, ..cuboid([0.5, 20.0], [x, 19.0]) };
    let belt = Body { motion: Motion::Kinematic, velocity: Vec2::X, ..cuboid([6.0, 0.5], [0.0, -0.5]) };
    let mut bodies = vec![belt, wall(-6.5), wall(6.5)];
    for i in 0..count {
        let at = [1.15 * ((i % 10) as f64 - 4.5) + 0.1 * random.signed() as f64, 0.5 + 1.02 * (i / 10) as f64];
        bodies.push(if i % 3 == 0 { ball(0.5, at) } else { cuboid([0.5, 0.45], at) });
    }
    world(down(), bodies, vec![], options)
}

/// Steps to the preparation of a frame's rows.
fn prepared(world: &mut World) {
    while !matches!(world.phase, Phase::WarmStart { .. } | Phase::Iterate { .. } | Phase::Move) {
        let _ = world.step();
    }
}

/// Contacts of each color, from the snapshot.
fn colors(world: &World) -> Vec<Vec<u32>> {
    let state = world.snapshot();
    let mut colors = vec![Vec::new(); state.colors.len().saturating_sub(1)];
    for (at, row) in (0..).zip(&state.constraints) {
        if let (ConstraintSource::Normal { contact, point: 0 }, Some(color)) = (row.source, state.color(at)) {
            colors[color].push(contact);
        }
    }
    colors
}

#[test]
fn contacts_of_one_color_share_no_moving_body_and_each_has_the_lowest_that_is_free() {
    let mut world = trough(120, Options { solver: by_color(warm(10)), ..frames(120) });
    let mut most = 0;
    let mut shared = 0;
    while world.outcome().is_none() {
        prepared(&mut world);
        let found = colors(&world);
        assert_eq!(found.iter().map(Vec::len).sum::<usize>(), world.contacts.len());
        let mut taken: Vec<HashSet<u32>> = vec![HashSet::new(); found.len()];
        let moves = |body: &u32| world.problem().bodies()[*body as usize].motion != Motion::Static;
        for (number, contact) in (0..).zip(&world.contacts) {
            let ends: Vec<u32> = [contact.a, contact.b].into_iter().filter(moves).collect();
            let lowest = taken.iter().position(|color| ends.iter().all(|body| !color.contains(body)));
            let lowest = lowest.expect("no color is missing");
            assert!(found[lowest].contains(&number), "contact {number} has not color {lowest}");
            assert!(ends.iter().all(|body| taken[lowest].insert(*body)), "a body twice in color {lowest}");
        }
        assert!(found.iter().all(|color| color.is_sorted() && !color.is_empty()));
        most = most.max(found.len());
        shared += found.iter().filter(|color| color.len() > 4).count();
        let frame = world.frames;
        while world.frames == frame {
            let _ = world.step();
        }
    }
    assert!(most >= 6 && shared > 200, "{most} {shared}");
}

#[test]
fn a_body_under_a_hundred_others_needs_a_hundred_colors() {
    let plate = Body { mass: Mass::Mass(100.0), ..cuboid([60.0, 0.5], [0.0, -0.5]) };
    let bodies = (0..100).map(|i| ball(0.5, [1.1 * f64::from(i) - 54.0, 0.499]));
    let options = Options { solver: by_color(warm(10)), ..frames(1) };
    let mut world = world(down(), [plate].into_iter().chain(bodies).collect(), vec![], options);
    prepared(&mut world);
    assert_eq!(colors(&world), (0..100).map(|i| vec![i]).collect::<Vec<_>>());
}

/// A tilted box that falls on a floor and a ball that rolls into it: no body has two contacts with moving bodies.
fn few(solver: Solver, position: PositionMode) -> World {
    let tilted = Body { angle: 0.02, restitution: 0.5, ..cuboid([0.5, 0.3], [0.0, 0.32]) };
    let rolling = Body { velocity: Vec2::X, ..ball(0.4, [-3.0, 0.398]) };
    let fast = Body { velocity: vector([0.5, -4.0]), ..cuboid([0.3, 0.3], [4.0, 0.5]) };
    let bodies = vec![ground(), tilted, rolling, fast];
    world(down(), bodies, vec![], Options { solver, position, speculative: 0.02, ..frames(60) })
}

#[test]
fn side_by_side_contacts_do_what_they_do_one_after_the_other() {
    let soft = PositionMode::Soft { frequency: 30.0, damping_ratio: 10.0 };
    let each = Solver::Sequential { iterations: 10, warm_start: false, clamp: Clamp::Each, order: SolveOrder::Source };
    for solver in [warm(10), cold(4), each] {
        for position in [PositionMode::Baumgarte, PositionMode::Split, soft, PositionMode::None] {
            let mut one = few(solver, position);
            let mut four = few(by_color(solver), position);
            while one.run_frame().is_none() {
                four.run_frame();
                for ((v, spin), (w, turn)) in vectors(&one).zip(vectors(&four)) {
                    let off = (v - w).length() + (spin - turn).abs();
                    assert!(off <= 2e4 * EPS, "{solver:?} {position:?}, frame {}: off by {off:e}", one.frames);
                }
            }
        }
    }
}

#[test]
fn after_every_pass_pushes_push_and_friction_is_in_its_cone() {
    let mut world = trough(60, Options { solver: by_color(warm(6)), ..frames(40) });
    let mut sliding = 0;
    while world.outcome().is_none() {
        let iterating = matches!(world.phase, Phase::Iterate { .. });
        let _ = world.step();
        if !iterating || !matches!(world.phase, Phase::Iterate { index: 0, .. } | Phase::Move) {
            continue;
        }
        let rows = world.constraints();
        for row in &rows {
            match row.bounds {
                Bounds::Friction { normal, friction } => {
                    let most = friction * rows[normal as usize].impulse.x;
                    assert!(row.impulse.x.abs() <= most, "{row:?} beyond {most}");
                    sliding += usize::from(most > 0.0 && row.impulse.x.abs() == most);
                }
                _ => assert!(row.impulse.x >= 0.0, "{row:?}"),
            }
        }
    }
    assert!(sliding > 100, "{sliding}");
}

/// The velocities that solve all rows are unique up to friction bounds. Without friction both orders converge to them,
/// and no row pushes while separating, or approaches.
#[test]
fn both_orders_lead_to_one_solution_in_which_every_row_is_complementary() {
    let ends = [cold(20_000), by_color(cold(20_000))].map(|solver| {
        let mut bodies = vec![Body { friction: 0.0, ..ground() }];
        let row = |row: u32| {
            (0..6 - row).map(move |i| [1.1 * (f64::from(i) - 0.5 * f64::from(5 - row)), 0.5 + f64::from(row)])
        };
        bodies.extend((0..6).flat_map(row).map(|at| Body { friction: 0.0, ..cuboid([0.5, 0.5], at) }));
        let mut world = world(down(), bodies, vec![], Options { solver, position: PositionMode::None, ..frames(1) });
        prepared(&mut world);
        while matches!(world.phase, Phase::Iterate { .. }) {
            let _ = world.step();
        }
        let mut pushing = 0;
        for row in world.constraints().iter().filter(|row| matches!(row.source, ConstraintSource::Normal { .. })) {
            let w = (row.speed(&world.bodies).x + row.bias.x) as f64;
            assert!(w > -1e-4, "{row:?} approaches at {w:e}");
            assert!(row.impulse.x == 0.0 || w.abs() < 1e-4, "{row:?} pushes and parts at {w:e}");
            pushing += usize::from(row.impulse.x > 0.0);
        }
        assert!(pushing >= 20, "{pushing}");
        world
    });
    for ((v, spin), (w, turn)) in vectors(&ends[0]).zip(vectors(&ends[1])) {
        assert!((v - w).length() + (spin - turn).abs() < 2e-4, "{v} {w} {spin} {turn}");
    }
}
