//! Compares the search that skips pairs by a bound with all pairs of edges that cross.

use super::*;

/// Points on a sphere, scaled along the axes.
fn ball(dice: &mut Dice, n: usize, radii: Vec3) -> Vec<Vec3> {
    let mut point = || loop {
        let v = dice.vector();
        if (0.1..1.0).contains(&v.length()) {
            return v.normalize() * radii;
        }
    };
    (0..n).map(|_| point()).collect()
}

/// Vertices of a prism with regular polygons as ends, flat if `half_height` is 0.
fn prism(n: usize, half_height: Real) -> Vec<Vec3> {
    let corner = |k: usize, y: Real| {
        let (sin, cos) = (std::f64::consts::TAU * k as f64 / n as f64).sin_cos();
        Vec3::new(cos as Real, y, sin as Real)
    };
    let ends: &[Real] = if half_height == 0.0 { &[0.0] } else { &[-half_height, half_height] };
    ends.iter().flat_map(|y| (0..n).map(move |k| corner(k, *y))).collect()
}

/// A body from one of seven families.
fn body(dice: &mut Dice, family: usize) -> Vec<Vec3> {
    let n = 4 + dice.below(40);
    match family {
        0 => cloud(dice, n),
        1 => ball(dice, n + 20, Vec3::ONE),
        2 => ball(dice, n, Vec3::new(1.0, 0.02, 1.0)),
        3 => lattice(dice, 3, n + 8),
        4 => lattice(dice, 2, n),
        5 => prism(n, 0.5),
        _ => prism(n, 0.0),
    }
}

fn run(solids: &[Solid; 2], poses: &[Pose; 2], pairs: EdgePairs) -> (Answer, u32, Real) {
    let options = Options { pairs, ..Options::default() };
    let mut sat = Sat::new(&solids[0], &poses[0], &solids[1], &poses[1], options);
    if pairs == EdgePairs::Walk {
        sat = sat.unbounded();
    }
    let outcome = sat.run();
    (sat.answer(outcome), sat.failed_arcs(), sat.found.rounding)
}

/// Whether both edges of the axis are at the maximum of their body along it.
fn is_facet(answer: &Answer, [a, b]: &[Solid; 2], [_, pose]: &[Pose; 2]) -> bool {
    let Some(Axis::Edges(i, j)) = answer.axis else { return true };
    let of_b = -(matrix(pose.rotation).transpose() * answer.normal);
    [(a, i, answer.normal), (b, j, of_b)].into_iter().all(|(solid, edge, n)| {
        let highest = solid.project(n, [0; 2]).interval[1];
        let ends = solid.edge(edge).unwrap().ends;
        ends.iter().all(|end| highest - n.dot(solid.vertices[*end as usize]) <= 256.0 * EPS)
    })
}

#[test]
fn skipped_axes_are_never_better_than_the_best() {
    let mut dice = Dice::new(1609);
    let (mut seen, mut asked, mut tested, mut lost, mut luck) = ([0; 3], 0_u64, 0_u64, 0, 0);
    let rounds = 6000;
    for round in 0..rounds {
        let solids = [round % 7, round / 7 % 7].map(|family| Solid::hull(&body(&mut dice, family)).unwrap());
        if solids.iter().any(|solid| solid.dimension < 2) {
            continue;
        }
        // A third of the pairs is not rotated, so that faces and edges are parallel; some of them are stacked.
        let turn = if round % 3 == 0 { Quat::IDENTITY } else { turned(&mut dice) };
        let [top, bottom] =
            [(0, Vec3::Y), (1, -Vec3::Y)].map(|(k, n): (usize, _)| solids[k].project(n, [0; 2]).interval[1]);
        let way = if round % 12 == 0 { Vec3::Y * (top + bottom) } else { dice.vector() * 1.5 };
        let poses = [Pose::IDENTITY, Pose::new(way, turn)];
        let (all, _, rounding) = run(&solids, &poses, EdgePairs::Crossing);
        let (some, repaired, _) = run(&solids, &poses, EdgePairs::Bounded);
        let context = || format!("round {round}: {some:?}\n{all:?}\n{rounding:e}");
        assert_eq!(some.outcome, all.outcome, "{}", context());
        // Equally good axes can come in either order, and one direction is found in two frames. Bodies that are apart
        // can have a larger gap on an axis that is no facet normal, if arcs that only touch cross by rounding.
        let lucky = all.outcome.is_apart() && all.separation > some.separation && !is_facet(&all, &solids, &poses);
        assert!(lucky || (some.separation - all.separation).abs() <= 2.0 * rounding, "{}", context());
        luck += u32::from(lucky);
        match (some.upper, all.upper) {
            (Some(upper), Some(whole)) => {
                assert!(some.lower <= whole && upper >= all.lower, "{}", context());
                assert!(upper - some.lower <= (whole - all.lower) + 2.0 * rounding, "{}", context());
            }
            (some, all) => assert_eq!(some, all, "{}", context()),
        }
        let kind = if some.outcome.is_apart() { 0 } else { 1 + usize::from(some.outcome == Outcome::Overlapping) };
        seen[kind] += 1;
        (asked, tested) = (asked + u64::from(all.tested), tested + u64::from(some.tested));
        lost += repaired;
    }
    assert!(seen[0] > rounds / 4 && seen[1] > 100 && seen[2] > rounds / 4, "apart, touching, overlapping: {seen:?}");
    assert!(lost == 0 && tested * 4 < asked * 3, "{lost} lost; {tested} lines instead of {asked}");
    assert!(luck * 100 < rounds as u32, "{luck} lines that are no facet's");
}

#[test]
fn many_vertices_are_searched_and_the_depth_is_that_of_the_full_answer() {
    let mut dice = Dice::new(505);
    let balls = [ball(&mut dice, 3000, Vec3::ONE), ball(&mut dice, 2000, Vec3::new(1.0, 0.7, 0.8))];
    let prisms = [prism(1500, 0.4), prism(1000, 1.0)];
    let discs = [prism(3000, 0.0), ball(&mut dice, 1000, Vec3::ONE)];
    for [a, b] in [balls, prisms, discs] {
        let pose = Pose::new(Vec3::new(0.6, 0.3, 0.5), turned(&mut dice));
        let outcome = check_against_full_answer(&a, &b, &Pose::IDENTITY, &pose, &Options::default());
        assert_eq!(outcome, Outcome::Overlapping);
        let solids = [&a, &b].map(|points| Solid::hull(points).unwrap());
        let (found, lost, rounding) = run(&solids, &[Pose::IDENTITY, pose], EdgePairs::Crossing);
        // Two prisms with n sides have n² pairs of edges that cross.
        let lines = solids.iter().map(|solid| solid.face_axes.len()).sum::<usize>();
        assert!((found.tested as usize) < lines + (a.len() + b.len()), "{found:?} of {lines} faces");
        assert!(lost == 0 && found.upper.is_some_and(|upper| upper - found.lower <= 8.0 * rounding), "{found:?}");
    }
}

#[test]
fn the_search_ends_for_identical_bodies_whose_axes_all_tie() {
    let mut dice = Dice::new(99);
    for points in [ball(&mut dice, 600, Vec3::ONE), prism(400, 0.5), prism(800, 0.0)] {
        let solid = Solid::hull(&points).unwrap();
        let turn = turned(&mut dice);
        for pose in [Pose::IDENTITY, Pose::new(Vec3::Y * 1.0e-3, Quat::IDENTITY), Pose::new(Vec3::ZERO, turn)] {
            let solids = [solid.clone(), solid.clone()];
            let (found, _, rounding) = run(&solids, &[Pose::IDENTITY, pose], EdgePairs::Crossing);
            let (walked, ..) = run(&solids, &[Pose::IDENTITY, pose], EdgePairs::Walk);
            assert_eq!(found.outcome, walked.outcome, "{found:?} {walked:?}");
            assert!((found.separation - walked.separation).abs() <= 2.0 * rounding, "{found:?} {walked:?}");
        }
    }
}

#[test]
fn opposite_faces_share_an_axis_however_many_there_are() {
    let solid = Solid::hull(&prism(700, 0.5)).unwrap();
    let shared = solid.face_axes.iter().filter(|axis| axis.faces[1].is_some()).count();
    let faces = solid.polyhedron.as_ref().map_or(0, |hull| hull.faces().len());
    assert_eq!(solid.face_axes.len() + shared, faces);
    for axis in solid.face_axes.iter() {
        let normals =
            axis.faces.map(|face| face.map(|f| solid.polyhedron.as_ref().unwrap().faces()[f as usize].plane.normal));
        assert!(normals[0] == Some(axis.normal) && normals[1].is_none_or(|n| n == -axis.normal));
    }
    assert!(shared > 0);
}
