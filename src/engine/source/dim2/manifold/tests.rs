//! Manifolds compared with signed distances; every ending, persistent ids, and the pair with its bodies exchanged.

use std::ops::ControlFlow;

use super::*;
use crate::dim2::distance;
use crate::dim2::random::Random;

/// A random body: a point, a segment or a polygon, half of them with a margin.
fn body(random: &mut Random) -> Shape {
    let corners: Vec<Vec2> = (0..1 + random.below(7)).map(|_| random.point()).collect();
    let core = match random.below(4) {
        0 => Shape::rectangle(random.point().abs() + Vec2::splat(0.05)),
        _ => Shape::polygon(&corners),
    };
    let ball = if random.below(2) == 0 { 0.0 } else { 0.6 * random.unit() };
    Shape::inflate(&core.unwrap(), ball).unwrap()
}

fn pose(random: &mut Random, reach: Real) -> Pose {
    let turn = if random.below(4) == 0 { Vec2::Y } else { Vec2::from_angle(6.0 * random.unit()) };
    Pose::new(random.point() * reach, turn)
}

fn distance_of(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> distance::Answer {
    distance::signed_distance(a, pose_a, b, pose_b, &distance::Options::default())
}

/// Distance of a point outside a body.
fn outside(shape: &Shape, pose: &Pose, p: Vec2) -> Real {
    let point = Shape::circle(0.0).unwrap();
    distance_of(shape, pose, &point, &Pose::new(p, Vec2::X)).signed_distance.unwrap()
}

#[test]
fn points_lie_on_both_bodies_and_the_deepest_is_the_answer() {
    let mut random = Random(7);
    let mut seen = [0; 3];
    let mut two = 0;
    for round in 0..20_000 {
        let a = body(&mut random);
        let b = body(&mut random);
        let pose_a = pose(&mut random, 0.5);
        let pose_b = pose(&mut random, 1.7);
        let margin = if round % 2 == 0 { 0.0 } else { 0.3 };
        let options = Options { margin, ..Options::default() };
        let found = manifold(&a, &pose_a, &b, &pose_b, &options);
        let truth = distance_of(&a, &pose_a, &b, &pose_b);
        let context = || format!("round {round}: {found:?}\n{truth:?}\n{a:?} {pose_a:?}\n{b:?} {pose_b:?}");
        let off = 512.0 * EPS;
        let signed = truth.signed_distance.unwrap();
        assert_eq!(found.normal.is_none(), found.points.is_empty(), "{}", context());
        let Some(n) = found.normal else {
            assert!(found.outcome == Outcome::Apart && signed >= margin - off, "{}", context());
            seen[0] += 1;
            continue;
        };
        seen[if found.outcome == Outcome::FaceContact { 1 } else { 2 }] += 1;
        two += u32::from(found.points.len() == 2);
        assert!(matches!(found.outcome, Outcome::FaceContact | Outcome::VertexContact), "{}", context());
        let deepest = found.points.iter().map(|point| point.depth).fold(Real::NEG_INFINITY, Real::max);
        let allowed = off + reference_band(signed, EPS) * 1.1;
        assert!((deepest + signed).abs() <= allowed, "deepest {deepest}: {}", context());
        for point in &*found.points {
            let [in_a, in_b] = [outside(&a, &pose_a, point.on_a), outside(&b, &pose_b, point.on_b)];
            assert!(in_a.abs().max(in_b.abs()) <= off, "{in_a} {in_b}: {}", context());
            assert!((point.on_b - point.on_a + n * point.depth).length() <= off, "{}", context());
            assert!(-point.depth <= margin + off, "{}", context());
        }
        if let [p, q] = found.points[..] {
            assert!(p.id != q.id, "{}", context());
        }
        assert_eq!(manifold(&b, &pose_b, &a, &pose_a, &options).exchanged(), found, "{}", context());
    }
    assert!(seen.iter().all(|n| *n > 500) && two > 3000, "{seen:?} {two}");
}

/// A body with vertices on a small integer grid: a point, a segment, a flat polygon or one with an area.
fn on_grid(random: &mut Random) -> Shape {
    let mut corner = || Vec2::new(random.below(5) as Real - 2.0, random.below(5) as Real - 2.0);
    let corners = [(); 4].map(|()| corner());
    let core = match random.below(5) {
        0 => Shape::polygon(&corners[..1]),
        1 => Shape::segment([corners[0], corners[1]]),
        2 => Shape::polygon(&[corners[0], corners[1], corners[0]]),
        _ => Shape::polygon(&corners),
    };
    Shape::inflate(&core.unwrap(), [0.0, 0.0, 0.5, 1.0][random.below(4) as usize]).unwrap()
}

/// On a grid, centers lie on the lines of sides, segments are collinear and polygons are flat, so gaps of sides are 0
/// at any distance. The deepest point has the depth of the pair; without points, the pair is apart by more than the
/// margin.
#[test]
fn on_an_integer_grid_manifolds_agree_with_the_distance() {
    let mut random = Random(24);
    let mut none = 0;
    let mut some = 0;
    for round in 0..100_000 {
        let a = on_grid(&mut random);
        let b = on_grid(&mut random);
        let place = Vec2::new(random.below(9) as Real - 4.0, random.below(9) as Real - 4.0);
        let pose_b = Pose::new(place, [Vec2::X, Vec2::Y, -Vec2::X][random.below(3) as usize]);
        let margin = [0.0, 0.5][round % 2];
        let found = manifold(&a, &Pose::IDENTITY, &b, &pose_b, &Options { margin, ..Options::default() });
        let signed = distance_of(&a, &Pose::IDENTITY, &b, &pose_b).signed_distance.unwrap();
        let context = || format!("round {round}: {found:?}, signed distance {signed}\n{a:?}\n{b:?} {pose_b:?}");
        let off = 512.0 * EPS;
        let deepest = found.points.iter().map(|point| point.depth).reduce(Real::max);
        match deepest {
            None => assert!(signed >= margin - off, "{}", context()),
            Some(deepest) => {
                assert!((deepest + signed).abs() <= off + 1.1 * reference_band(signed, EPS), "{}", context())
            }
        }
        none += u32::from(deepest.is_none());
        some += u32::from(deepest.is_some());
    }
    assert!(none > 20_000 && some > 20_000, "{none} {some}");
}

fn at(x: Real, y: Real) -> Pose {
    Pose::new(Vec2::new(x, y), Vec2::X)
}

fn turned(x: Real, y: Real, angle: Real) -> Pose {
    Pose::new(Vec2::new(x, y), Vec2::from_angle(angle))
}

fn ids(answer: &Answer) -> Vec<u64> {
    let mut ids: Vec<u64> = answer.points.iter().map(|point| point.id).collect();
    ids.sort_unstable();
    ids
}

#[test]
fn every_ending_is_reached() {
    let box_ = Shape::rectangle(Vec2::ONE).unwrap();
    let disc = Shape::circle(1.0).unwrap();
    let auto = Options::default();
    let ask = |a: &Shape, b: &Shape, at: Pose, options: &Options| manifold(a, &Pose::IDENTITY, b, &at, options).outcome;
    assert_eq!(ask(&box_, &box_, at(3.0, 0.0), &auto), Outcome::Apart);
    assert_eq!(ask(&box_, &box_, at(1.5, 0.25), &auto), Outcome::FaceContact);
    assert_eq!(ask(&box_, &disc, at(1.5, 0.25), &auto), Outcome::FaceContact);
    assert_eq!(ask(&box_, &disc, at(1.5, 1.5), &auto), Outcome::VertexContact);
    assert_eq!(ask(&disc, &disc, at(0.0, 0.0), &auto), Outcome::VertexContact);
    assert_eq!(ask(&box_, &box_, at(2.25, 2.25), &Options { margin: 1.0, ..auto }), Outcome::VertexContact);
    assert_eq!(ask(&box_, &box_, at(Real::NAN, 0.0), &auto), Outcome::NotFinite);
    // Clipping leaves nothing, so the vertices are taken.
    let forced = Options { margin: 1.0, reference: ContactReference::FaceB, ..auto };
    assert_eq!(ask(&box_, &box_, at(2.25, 2.25), &forced), Outcome::ClipEmptyUsedClosest);
}

/// A brick slides and tilts on another: each point keeps its id while it is clipped, while it is not, and when the
/// reference changes sides.
#[test]
fn names_stay() {
    let shapes = [Shape::rectangle(Vec2::new(1.0, 0.5)).unwrap(), Shape::rectangle(Vec2::new(1.0, 0.5)).unwrap()];
    let other = Shape::rectangle(Vec2::new(1.25, 0.5)).unwrap();
    for b in [&shapes[1], &other] {
        let mut references = [0; 2];
        let first = manifold(&shapes[0], &at(0.0, 0.0), b, &at(0.0, 0.99), &Options::default());
        assert_eq!(first.points.len(), 2);
        for step in 0..200 {
            let t = step as Real * 0.1;
            let above = turned(0.4 * t.sin(), 0.98, 0.004 * (3.0 * t).cos());
            let below = turned(0.0, 0.0, 0.004 * (2.0 * t).sin());
            let options = Options { margin: 0.05, ..Options::default() };
            let found = manifold(&shapes[0], &below, b, &above, &options);
            assert_eq!(ids(&found), ids(&first), "{step}: {found:?}");
            references[usize::from(found.reference.unwrap().body)] += 1;
        }
        assert!(references[0] > 20 && references[1] > 20, "both are the reference: {references:?}");
    }
}

/// Two equal boxes, one upside down: vertex 1 on vertex 2 and vertex 2 on vertex 1.
#[test]
fn names_of_equal_bodies_differ() {
    let square = Shape::rectangle(Vec2::ONE).unwrap();
    for (angle, place) in [
        (0.0, Vec2::new(0.0, 1.5)),
        (std::f64::consts::PI as Real, Vec2::new(1.5, 0.0)),
        (std::f64::consts::PI as Real, Vec2::new(0.0, -1.5)),
    ] {
        let pose = turned(place.x, place.y, angle);
        let found = manifold(&square, &Pose::IDENTITY, &square, &pose, &Options::default());
        let names = ids(&found);
        assert!(names.len() == 2 && names[0] != names[1], "{found:?}");
        let swapped = manifold(&square, &pose, &square, &Pose::IDENTITY, &Options::default());
        assert_eq!(ids(&swapped), names);
    }
}

#[test]
fn the_reference_of_before_stays_within_the_band() {
    let square = Shape::rectangle(Vec2::ONE).unwrap();
    let put = |x: Real| Pose::new(Vec2::new(x, 1.9), Vec2::X);
    let ask = |x: Real, previous| {
        manifold(&square, &Pose::IDENTITY, &square, &put(x), &Options { previous, ..Options::default() })
    };
    let upright = ask(1.89, None);
    assert_eq!(upright.normal, Some(Vec2::Y));
    assert_eq!(ask(1.902, None).normal, Some(Vec2::X));
    let kept = ask(1.902, upright.reference);
    assert!(kept.normal == Some(Vec2::Y) && kept.excess_depth > 0.001 && kept.excess_depth < 0.003, "{kept:?}");
    assert_eq!(ask(1.91, upright.reference).normal, Some(Vec2::X), "the band is a twentieth of the depth");
    // A reference that does not exist is ignored.
    assert_eq!(ask(1.89, Some(Reference { body: 0, face: 9 })), upright);
}

#[test]
fn a_capsule_rests_on_two_points_and_a_choice_is_obeyed() {
    let ground = Shape::rectangle(Vec2::new(3.0, 0.5)).unwrap();
    let capsule = Shape::capsule(0.25, 1.0).unwrap();
    let lying = Pose::new(Vec2::new(0.5, 0.74), Vec2::Y);
    let found = manifold(&ground, &Pose::IDENTITY, &capsule, &lying, &Options::default());
    assert_eq!(found.points.len(), 2);
    for point in &*found.points {
        assert!((point.depth - 0.01).abs() < 16.0 * EPS && (point.on_b.y - 0.49).abs() < 16.0 * EPS, "{found:?}");
    }
    let one = manifold(&ground, &Pose::IDENTITY, &capsule, &lying, &Options { max_points: 1, ..Options::default() });
    assert_eq!((one.points.len(), one.reduced), (1, 1));
    for (choice, body) in [(ContactReference::FaceA, 0), (ContactReference::FaceB, 1)] {
        let forced =
            manifold(&ground, &Pose::IDENTITY, &capsule, &lying, &Options { reference: choice, ..Options::default() });
        assert_eq!(forced.reference.unwrap().body, body);
        assert_eq!(ids(&forced), ids(&found));
    }
}

/// Both sides of a capsule's core have the right vertices next to a box, but one of them faces away.
#[test]
fn a_capsule_beside_a_box_is_pushed_out_on_its_own_side() {
    let box_ = Shape::rectangle(Vec2::new(0.966, 0.401)).unwrap();
    let capsule = Shape::capsule(0.608, 0.933).unwrap();
    let found = manifold(&box_, &Pose::IDENTITY, &capsule, &at(-1.403, -0.74), &Options::default());
    assert_eq!((found.outcome, found.normal), (Outcome::FaceContact, Some(-Vec2::X)), "{found:?}");
    assert!((found.points[0].depth - 0.171).abs() < 16.0 * EPS, "{found:?}");
}

/// Results scale with the unit.
#[test]
fn a_change_of_unit_changes_nothing() {
    let mut random = Random(11);
    for _ in 0..300 {
        let a = body(&mut random);
        let b = body(&mut random);
        let pose_a = pose(&mut random, 0.5);
        let pose_b = pose(&mut random, 1.2);
        let found = manifold(&a, &pose_a, &b, &pose_b, &Options::default());
        for unit in [1024.0, 1.0 / 1_048_576.0] {
            let moved = |pose: &Pose| Pose { position: pose.position * unit, ..*pose };
            let scaled =
                manifold(&a.scaled(unit), &moved(&pose_a), &b.scaled(unit), &moved(&pose_b), &Options::default());
            assert_eq!((scaled.outcome, scaled.normal), (found.outcome, found.normal));
            for (p, q) in scaled.points.iter().zip(&*found.points) {
                assert!((p.depth / unit - q.depth).abs() <= 4.0 * EPS && p.id == q.id, "{p:?} {q:?}");
            }
        }
    }
}

/// Stepping the distance query of the cores gives the same bits as running it at once, for every purpose.
#[test]
fn steps_of_the_distance_query_lead_where_a_run_does() {
    let mut random = Random(2024);
    let mut seen = [0; 2];
    for round in 0..4000 {
        let a = body(&mut random);
        let b = body(&mut random);
        let pose_a = pose(&mut random, 0.5);
        let pose_b = pose(&mut random, 1.7);
        let reference = [ContactReference::Auto, ContactReference::FaceA][round % 2];
        let start = Manifold::new(&a, &pose_a, &b, &pose_b, Options { margin: 0.3, reference, ..Options::default() });
        let mut stepped = start.clone();
        let mut run = start;
        let outcome = loop {
            if let Phase::Distance(purpose) = stepped.phase {
                seen[usize::from(purpose == DistancePurpose::Points)] += 1;
            }
            if let ControlFlow::Break(outcome) = stepped.step() {
                break outcome;
            }
        };
        assert_eq!(run.run(), outcome, "round {round}");
        assert_eq!(run.answer(), stepped.answer(), "round {round}");
    }
    assert!(seen.iter().all(|count| *count > 20), "{seen:?}");
}
