//! Stability over ten seconds: a column of ten boxes and a pyramid of twenty rows.

use super::*;

/// State of a stack after ten seconds.
#[derive(Clone, Copy, Debug)]
struct Stood {
    /// Largest overlap in all frames after the first second, meters.
    depth: f64,
    /// Largest distance of a body from its initial position, meters.
    moved: f64,
    /// Largest rotation of a body, radians.
    tilt: f64,
    /// Kinetic energy at the end, joules.
    kinetic: f64,
}

fn column() -> Vec<Body> {
    (0..10).map(|i| cuboid([0.5, 0.5], [0.0, 0.5 + f64::from(i)])).collect()
}

fn pyramid(rows: u32) -> Vec<Body> {
    let row = |row: u32| {
        (0..rows - row).map(move |i| [1.1 * (f64::from(i) - 0.5 * f64::from(rows - row - 1)), 0.5 + f64::from(row)])
    };
    (0..rows).flat_map(row).map(|at| cuboid([0.5, 0.5], at)).collect()
}

fn stand(stack: Vec<Body>, options: Options) -> Stood {
    let mut bodies = vec![ground()];
    bodies.extend(stack);
    let mut world = world(down(), bodies, vec![], options);
    let start = world.bodies.clone();
    let mut depth: f64 = 0.0;
    while world.run_frame().is_none() {
        if world.frames > 60 {
            let points = world.contacts.iter().flat_map(|contact| contact.points());
            depth = points.fold(depth, |most, point| most.max(point.depth as f64));
        }
    }
    assert_eq!(world.outcome(), Some(Outcome::Completed));
    let pairs = || start.iter().zip(&world.bodies);
    Stood {
        depth,
        moved: pairs().map(|(p, q)| (q.center - p.center).length() as f64).fold(0.0, f64::max),
        tilt: pairs().map(|(p, q)| (q.angle - p.angle).abs() as f64).fold(0.0, f64::max),
        kinetic: world.energy().kinetic as f64,
    }
}

/// Springs yield under load: at 30 Hz the lowest of ten boxes sinks by 6 mm beyond the slop.
const SOFT: PositionMode = PositionMode::Soft { frequency: 60.0, damping_ratio: 10.0 };

/// Options with which a stack must stay at rest.
fn ways() -> [Options; 6] {
    [
        Options { solver: warm(50), ..frames(600) },
        Options { solver: by_color(warm(50)), ..frames(600) },
        Options { solver: warm(50), position: PositionMode::Split, ..frames(600) },
        Options { solver: warm(50), position: SOFT, ..frames(600) },
        Options { solver: warm(10), position: SOFT, substeps: 4, ..frames(600) },
        Options { solver: warm(10), position: PositionMode::Split, substeps: 4, ..frames(600) },
    ]
}

/// Limits for both stacks: nothing falls, and nothing overlaps by more than twice the slop.
fn stands(stood: Stood, options: &Options) {
    assert!(stood.depth <= 2.0 * options.slop as f64, "{stood:?} {options:?}");
    assert!(stood.moved < 0.2 && stood.tilt < 0.05 && stood.kinetic < 0.1, "{stood:?} {options:?}");
}

/// At rest a spring's impulse `λ = N h / 2` of each of two points balances its bias: `γ λ = ω (depth − slop) / (2ζ +
/// hω)`, so
/// `depth − slop = K λ / (h ω²)`, whatever `ζ` and `h` are. Between two boxes of 1 kg `K = 2 + 2 · 6 · 0.25 = 5`, and
/// nine boxes press with 88.29 N: 6.21 mm at 30 Hz.
#[test]
fn soft_contacts_give_as_much_as_their_formula_says() {
    for (frequency, wanted) in [(30.0, 6.212e-3), (60.0, 1.553e-3)] {
        let position = PositionMode::Soft { frequency, damping_ratio: 10.0 };
        let mut bodies = vec![ground()];
        bodies.extend(column());
        let world = run(down(), bodies, vec![], Options { solver: warm(50), position, ..frames(600) });
        let lowest = find_contact(&world.contacts, 1, 2).unwrap();
        for point in lowest.points() {
            close(point.depth - world.options().slop, wanted, 2e-5);
            close(point.normal_impulse, 9.0 * 9.81 / 120.0, 2e-3);
        }
    }
}

#[test]
fn a_column_of_ten_stands() {
    for options in ways() {
        let stood = stand(column(), options);
        stands(stood, &options);
    }
}

#[test]
#[ignore = "takes half a minute"]
fn a_pyramid_of_twenty_rows_stands() {
    for options in ways() {
        let stood = stand(pyramid(20), options);
        stands(stood, &options);
    }
}
