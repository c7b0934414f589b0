//! Tests of the separating-axis test: boxes by their closed form, all bodies against the full distance answer, crossing
//! arcs against all edge pairs, and bodies without volume.

mod axis_triples;
mod bounded;
mod box_triangle;
mod parallel;
mod walked;

use super::*;
use crate::dim3::answer::Status;
use crate::dim3::distance;
use crate::dim3::prelude::*;
use crate::dim3::simplex::cases::Dice;

fn turned(dice: &mut Dice) -> Quat {
    Quat::from_xyzw(dice.real(), dice.real(), dice.real(), 1.1 + dice.real()).normalize()
}

fn all_pairs() -> Options {
    Options { pairs: EdgePairs::All, ..Options::default() }
}

fn cloud(dice: &mut Dice, n: usize) -> Vec<Vec3> {
    (0..n).map(|_| dice.vector()).collect()
}

/// Integer points that span at most `dimension` dimensions, in an oblique plane or on an oblique line.
fn lattice(dice: &mut Dice, dimension: usize, n: usize) -> Vec<Vec3> {
    let span = [Vec3::new(1.0, 2.0, -1.0), Vec3::new(-2.0, 1.0, 1.0), Vec3::new(1.0, 0.0, 3.0)];
    let mut point = || (0..dimension).map(|k| span[k] * (dice.below(5) as Real - 2.0)).sum();
    (0..n).map(|_| point()).collect()
}

/// Compares the test with the full answer for the same bodies.
fn check_against_full_answer(a: &[Vec3], b: &[Vec3], pose_a: &Pose, pose_b: &Pose, options: &Options) -> Outcome {
    let solids = [a, b].map(|points| Solid::hull(points).unwrap());
    let found = separation(&solids[0], pose_a, &solids[1], pose_b, options);
    let shapes = [a, b].map(|points| Shape::polytope(points).unwrap());
    let full = distance::signed_distance(&shapes[0], pose_a, &shapes[1], pose_b, &distance::Options::default());
    let context = || format!("{found:?}\n{full:?}\n{a:?} {pose_a:?}\n{b:?} {pose_b:?}");
    let rounding = found.upper.map_or(0.0, |upper| upper - found.lower) + (full.upper - full.lower);
    assert!(found.lower <= full.upper, "the bound is one: {}", context());
    match found.outcome {
        Outcome::Separated | Outcome::SeparatedByCache => assert!(full.status != Status::Penetrating, "{}", context()),
        Outcome::Overlapping => {
            assert_eq!(full.status, Status::Penetrating, "{}", context());
            assert!((found.separation - full.signed_distance.unwrap()).abs() <= rounding, "{}", context());
        }
        _ => assert!(full.upper >= -rounding && full.lower <= rounding, "{}", context()),
    }
    found.outcome
}

#[test]
fn two_boxes_have_fifteen_axes_and_a_box_and_a_triangle_thirteen() {
    let cube = Solid::cuboid(Vec3::new(1.0, 2.0, 3.0)).unwrap();
    let triangle = Solid::hull(&[Vec3::X, Vec3::Y, Vec3::new(0.3, -0.4, 1.5)]).unwrap();
    let at = Pose::new(Vec3::new(0.5, 0.25, -0.5), Quat::from_xyzw(0.1, 0.2, -0.4, 0.9));
    let boxes = separation(&cube, &Pose::IDENTITY, &cube, &at, &Options::default());
    assert_eq!((boxes.tested, boxes.pruned, boxes.outcome), (15, 0, Outcome::Overlapping));
    let other = separation(&cube, &Pose::IDENTITY, &triangle, &at, &all_pairs());
    assert_eq!((other.tested, other.pruned, other.outcome), (13, 0, Outcome::Overlapping));
}

#[test]
fn boxes_agree_with_their_closed_form() {
    let mut dice = Dice::new(3);
    let (mut apart, rounds) = (0, 2000);
    for _ in 0..rounds {
        let halves = [(); 2].map(|()| dice.vector().abs() + Vec3::splat(0.05));
        let (pose_a, pose_b) =
            (Pose::new(dice.vector(), turned(&mut dice)), Pose::new(dice.vector() * 1.6, turned(&mut dice)));
        let boxes = halves.map(|half| Solid::cuboid(half).unwrap());
        let found = separation(&boxes[0], &pose_a, &boxes[1], &pose_b, &Options::default());
        apart += u32::from(found.outcome == Outcome::Separated);
        // The table of the literature: |D·L| against the sum of the projected half extents, in world axes.
        let columns = [&pose_a, &pose_b].map(|pose| matrix(pose.rotation));
        let (between, mut best) = (pose_b.position - pose_a.position, Real::NEG_INFINITY);
        let faces = columns.iter().flat_map(|m| [m.x_axis, m.y_axis, m.z_axis]);
        let [p, q] = columns.map(|m| [m.x_axis, m.y_axis, m.z_axis]);
        let edges = p.into_iter().flat_map(|e| q.map(|f| e.cross(f).normalize_or_zero()));
        for line in faces.chain(edges).filter(|line| *line != Vec3::ZERO) {
            let reach = |i: usize| {
                let m = columns[i];
                Vec3::new(line.dot(m.x_axis), line.dot(m.y_axis), line.dot(m.z_axis)).abs().dot(halves[i])
            };
            best = best.max(between.dot(line).abs() - reach(0) - reach(1));
        }
        // If the bodies are apart, an axis of nearly parallel edges that is no facet normal can have a larger gap.
        let same = (best - found.separation).abs() <= 128.0 * EPS;
        assert!(same || best > 0.0 && found.outcome == Outcome::Separated, "{best} {found:?}");
    }
    assert!((rounds / 4..3 * rounds / 4).contains(&apart), "{apart} of {rounds} are apart");
}

#[test]
fn polytopes_agree_with_the_full_answer_in_every_mode() {
    let mut dice = Dice::new(11);
    let (mut apart, rounds) = (0, 600);
    for round in 0..rounds {
        let (n, m) = (4 + dice.below(20), 4 + dice.below(70));
        let (a, b) = (cloud(&mut dice, n), cloud(&mut dice, m));
        let (pose_a, pose_b) =
            (Pose::new(dice.vector(), turned(&mut dice)), Pose::new(dice.vector() * 2.0, turned(&mut dice)));
        let crossing = check_against_full_answer(&a, &b, &pose_a, &pose_b, &Options::default());
        apart += u32::from(crossing == Outcome::Separated);
        if round % 4 == 0 {
            let solids = [&a, &b].map(|points| Solid::hull(points).unwrap());
            let [some, all] = [Options::default(), all_pairs()]
                .map(|options| separation(&solids[0], &pose_a, &solids[1], &pose_b, &options));
            // If the bodies are apart, an axis that is no facet normal of the difference can have a larger gap.
            let (rounding, more) = (2.0 * (some.separation - some.lower), all.separation - some.separation);
            assert!(more >= -rounding && (crossing == Outcome::Separated || more <= rounding), "{some:?} {all:?}");
            assert!(some.tested < all.tested && some.outcome == all.outcome, "{some:?} {all:?}");
        }
    }
    assert!((rounds / 4..3 * rounds / 4).contains(&apart), "{apart} of {rounds} are apart");
}

/// The edge pairs that a test evaluates, sorted, how many it skips, and the number of arcs on which a walk failed.
fn pairs_of_edges(solids: &[Solid; 2], poses: &[Pose; 2], pairs: EdgePairs) -> (Vec<(u32, u32)>, u32, u32) {
    let options = Options { pairs, ..Options::default() };
    let mut sat = Sat::new(&solids[0], &poses[0], &solids[1], &poses[1], options);
    let mut tried = Vec::new();
    while sat.step().is_continue() {
        tried.extend(sat.axes_of_step().filter_map(|(axis, _)| match axis {
            Axis::Edges(i, j) => Some((i, j)),
            _ => None,
        }));
    }
    tried.sort_unstable();
    (tried, sat.pruned, sat.failed_arcs())
}

#[test]
fn walking_the_arcs_finds_the_same_pairs_as_testing_all() {
    let mut dice = Dice::new(29);
    let (mut arcs, mut lost) = (0, 0);
    for round in 0..400 {
        let corners = [(); 2].map(|()| 4 + dice.below(60));
        // Random clouds, lattice points whose hulls have parallel faces and edges, and both without rotation.
        let lattice_hulls = round % 3 > 0;
        let points = corners.map(|n| if lattice_hulls { lattice(&mut dice, 3, n + 8) } else { cloud(&mut dice, n) });
        let solids = points.map(|points| Solid::hull(&points).unwrap());
        if solids.iter().any(|solid| solid.dimension < 3) {
            continue;
        }
        let turn = if round % 3 == 1 { Quat::IDENTITY } else { turned(&mut dice) };
        let poses = [Pose::IDENTITY, Pose::new(dice.vector() * 2.0, turn)];
        let (asked, pruned, none) = pairs_of_edges(&solids, &poses, EdgePairs::Crossing);
        let (walked, passed, repaired) = pairs_of_edges(&solids, &poses, EdgePairs::Walk);
        // With parallel faces, arcs that only touch cross or not by rounding; their axes are those of the faces.
        assert!(round % 3 == 1 || (&asked, pruned) == (&walked, passed), "round {round}: {asked:?} {walked:?}");
        assert!(walked.iter().all(|pair| asked.contains(pair)) && none == 0, "round {round}: {walked:?}");
        let [all, walk] = [EdgePairs::Crossing, EdgePairs::Walk].map(|pairs| {
            separation(&solids[0], &poses[0], &solids[1], &poses[1], &Options { pairs, ..Options::default() })
        });
        // One finds directions in A's frame, the other in B's.
        let off = (all.separation - walk.separation).abs();
        assert!(all.outcome == walk.outcome && off <= 2.0 * (all.separation - all.lower), "{all:?} {walk:?}");
        if round % 3 != 1 {
            (arcs, lost) = (arcs + solids[0].edges.len(), lost + repaired as usize);
        }
    }
    assert!(arcs > 8_000 && lost * 500 < arcs, "{lost} of {arcs} arcs lost their way");
}

#[test]
fn bodies_of_every_dimension_agree_with_the_full_answer() {
    let mut dice = Dice::new(5);
    let mut seen = [0; 3];
    for round in 0..4000 {
        let dimensions = [round % 4, round / 4 % 4];
        let [a, b] = dimensions.map(|dimension| {
            let n = 1 + dice.below(6);
            lattice(&mut dice, dimension, n)
        });
        let shift = lattice(&mut dice, 1 + round % 3, 1)[0] * 0.5;
        // Half of the pairs are not rotated, so that they share planes and lines.
        let turn = if round % 2 == 0 { Quat::IDENTITY } else { turned(&mut dice) };
        let (pose_a, pose_b) = (Pose::new(Vec3::ZERO, turn), Pose::new(turn * shift, turn));
        for options in [Options::default(), all_pairs()] {
            match check_against_full_answer(&a, &b, &pose_a, &pose_b, &options) {
                Outcome::Separated => seen[0] += 1,
                Outcome::Overlapping => seen[1] += 1,
                _ => seen[2] += 1,
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 300), "apart, overlapping, touching or flat: {seen:?}");
}

#[test]
fn the_cached_axis_ends_the_test_in_one_step() {
    let cube = Solid::cuboid(Vec3::ONE).unwrap();
    let at = |x: Real| Pose::new(Vec3::new(x, 1.5, 0.5), Quat::from_xyzw(0.3, 0.1, 0.2, 0.9));
    let first = Options { stop_at_first: true, ..Options::default() };
    let found = separation(&cube, &Pose::IDENTITY, &cube, &at(3.5), &first);
    assert_eq!(found.outcome, Outcome::Separated);
    let next = Options { cached: found.axis, ..first };
    let again = separation(&cube, &Pose::IDENTITY, &cube, &at(3.4), &next);
    assert_eq!((again.outcome, again.tested, again.axis), (Outcome::SeparatedByCache, 1, found.axis));
    // If the cached axis has no gap, the test continues as if it had not been tried.
    let together = separation(&cube, &Pose::IDENTITY, &cube, &at(0.5), &next);
    assert_eq!((together.outcome, together.upper.is_some()), (Outcome::Overlapping, true));
}

#[test]
fn ties_are_the_axes_with_equal_gaps() {
    let cube = Solid::cuboid(Vec3::ONE).unwrap();
    let mut sat = Sat::new(&cube, &Pose::IDENTITY, &cube, &Pose::IDENTITY, Options::default());
    assert_eq!(sat.run(), Outcome::Overlapping);
    let axes: Vec<Axis> = sat.ties().iter().map(|tie| tie.axis).collect();
    let faces = |of: fn(u32) -> Axis| [0, 1, 2].map(of);
    assert_eq!(sat.found.best.map(|best| best.axis), Some(Axis::FaceA(0)));
    let wanted = [&faces(Axis::FaceA)[1..], &faces(Axis::FaceB)[..]].concat();
    assert_eq!(&axes[..5], &wanted, "the other faces of both first, then pairs of edges");
}

#[test]
fn lengths_too_large_or_not_finite_are_reported() {
    let cube = Solid::cuboid(Vec3::ONE).unwrap();
    let far = Pose::new(Vec3::new(Real::MAX, 0.0, 0.0), Quat::IDENTITY);
    let found = separation(&cube, &Pose::IDENTITY, &cube, &far, &Options::default());
    assert_eq!((found.outcome, found.upper, found.tested), (Outcome::NotFinite, None, 0));
    assert!(Solid::cuboid(Vec3::new(1.0, Real::NAN, 1.0)).is_err() && Solid::hull(&[]).is_err());
    assert_eq!(Solid::cuboid(Vec3::ZERO).map(|point| point.dimension), Ok(0));
    assert_eq!(Solid::cuboid(Vec3::X).map(|segment| segment.dimension), Ok(1));
    assert_eq!(Solid::cuboid(Vec3::new(1.0, 0.0, 1.0)).map(|rectangle| rectangle.dimension), Ok(2));
}

#[test]
fn scale_changes_nothing_but_the_unit() {
    let mut dice = Dice::new(8);
    for scale in [1.0e-6, 1.0e6] {
        for _ in 0..100 {
            let (a, b) = (cloud(&mut dice, 12), cloud(&mut dice, 12));
            let (turn, shift) = (turned(&mut dice), dice.vector());
            let large = |points: &[Vec3]| points.iter().map(|p| *p * scale).collect::<Vec<_>>();
            let pose = |scale: Real| Pose::new(shift * scale, turn);
            let one = [&a, &b].map(|points| Solid::hull(points).unwrap());
            let other = [&a, &b].map(|points| Solid::hull(&large(points)).unwrap());
            let [one, other] = [(one, 1.0), (other, scale)]
                .map(|([a, b], scale)| separation(&a, &Pose::IDENTITY, &b, &pose(scale), &Options::default()));
            assert_eq!(one.outcome, other.outcome);
            assert!((one.separation - other.separation / scale).abs() <= 512.0 * EPS, "{one:?} {other:?}");
        }
    }
}

#[test]
fn edges_have_a_skip_reason_exactly_if_their_arcs_do_not_cross() {
    let (mut dice, mut reasons) = (Dice::new(77), [0; 4]);
    for round in 0..60 {
        let points = [0, 1].map(|_| cloud(&mut dice, 4 + round % 5));
        let [a, b] = points.map(|points| Solid::hull(&points).unwrap());
        let at = Pose::new(dice.vector() * 2.0, if round % 4 == 0 { Quat::IDENTITY } else { turned(&mut dice) });
        // A body next to its copy has parallel edges.
        let b = if round % 4 == 0 { &a } else { &b };
        let sat = Sat::new(&a, &Pose::IDENTITY, b, &at, Options::default());
        for (i, j) in (0..a.edges.len() as u32).flat_map(|i| (0..b.edges.len() as u32).map(move |j| (i, j))) {
            let why = sat.skip_reason(i, j);
            assert_eq!(why.is_none(), sat.across_edges(i, j).is_some(), "edges {i} and {j} of round {round}");
            why.into_iter().for_each(|why| reasons[why as usize] += 1);
        }
        assert_eq!(sat.skip_reason(1_000, 0), None, "an edge that there is not");
    }
    assert!(reasons.iter().all(|count| *count > 20), "{reasons:?}");
}
