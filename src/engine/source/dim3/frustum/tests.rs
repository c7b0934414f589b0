//! Tests planes of every convention, classes and proofs against exact integers, and blocks against single boxes.

mod judge;

use super::*;
use crate::dim3::prelude::*;
use crate::dim3::simplex::cases::Dice;

fn random_rotation(dice: &mut Dice) -> Quat {
    Quat::from_xyzw(dice.real(), dice.real(), dice.real(), 1.1 + dice.real()).normalize()
}

/// A random lens; one in three has no far plane.
fn lens(dice: &mut Dice) -> Lens {
    let near = 0.5 + 0.4 * dice.real();
    let far = (dice.below(3) > 0).then(|| near + 3.0 + 2.5 * dice.real());
    Lens { fov_y: 1.1 + 0.9 * dice.real(), aspect: 1.2 + 0.8 * dice.real(), near, far }
}

/// The rows of a projection for column vectors, as graphics libraries write it, and the conventions to read it with.
fn projection(lens: &Lens, convention: &Convention) -> [[Real; 4]; 4] {
    let Lens { fov_y, aspect, near, far } = *lens;
    let f = 1.0 / (0.5 * fov_y).tan();
    let (z, w) = match (convention.depth, far) {
        (DepthRange::ZeroToOne, Some(far)) if convention.reversed => (near / (far - near), near * far / (far - near)),
        (DepthRange::ZeroToOne, Some(far)) => (far / (near - far), near * far / (near - far)),
        (DepthRange::ZeroToOne, None) if convention.reversed => (0.0, near),
        (DepthRange::ZeroToOne, None) => (-1.0, -near),
        (DepthRange::MinusOneToOne, Some(far)) => {
            let sign = if convention.reversed { -1.0 } else { 1.0 };
            (sign * (far + near) / (near - far), sign * 2.0 * near * far / (near - far))
        }
        (DepthRange::MinusOneToOne, None) if convention.reversed => (1.0, 2.0 * near),
        (DepthRange::MinusOneToOne, None) => (-1.0, -2.0 * near),
    };
    [[f / aspect, 0.0, 0.0, 0.0], [0.0, f, 0.0, 0.0], [0.0, 0.0, z, w], [0.0, 0.0, -1.0, 0.0]]
}

/// The matrix, times the view of a camera at `pose`.
fn seen_from(matrix: &[[Real; 4]; 4], pose: &Pose) -> [[Real; 4]; 4] {
    let back = pose.rotation.conjugate();
    let columns = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| back * axis);
    let shift = -(back * pose.position);
    let view = [0, 1, 2].map(|i| [columns[0][i], columns[1][i], columns[2][i], shift[i]]);
    matrix.map(|row| {
        [0, 1, 2, 3].map(|k| {
            let last = if k == 3 { row[3] } else { 0.0 };
            row[0] * view[0][k] + row[1] * view[1][k] + row[2] * view[2][k] + last
        })
    })
}

fn transposed(m: &[[Real; 4]; 4]) -> [[Real; 4]; 4] {
    [0, 1, 2, 3].map(|i| [0, 1, 2, 3].map(|k| m[k][i]))
}

#[test]
fn every_convention_gives_the_planes_of_the_lens() {
    let mut dice = Dice::new(1);
    for _ in 0..200 {
        let lens = lens(&mut dice);
        let pose = Pose::new(dice.vector() * 3.0, random_rotation(&mut dice));
        let expected = Frustum::perspective(&pose, &lens).unwrap();
        for kind in 0..8 {
            let depth = if kind & 1 == 0 { DepthRange::ZeroToOne } else { DepthRange::MinusOneToOne };
            let plain = Convention { depth, reversed: kind & 2 != 0, ..Convention::default() };
            let matrix = seen_from(&projection(&lens, &plain), &pose);
            let rows = Convention { layout: MatrixLayout::RowVectors, ..plain };
            let convention = if kind & 4 == 0 { plain } else { rows };
            let given = if kind & 4 == 0 { matrix } else { transposed(&matrix) };
            let found = Frustum::from_matrix(&given, &convention).unwrap();
            for side in Side::ALL {
                match (found.plane(side), expected.plane(side)) {
                    (Some(found), Some(expected)) => {
                        let off = (found.normal - expected.normal).abs().max_element();
                        let close = 2.0e3 * EPS;
                        let context = || format!("{side} {convention:?}: {found:?} {expected:?}");
                        let offset_error = (found.offset - expected.offset).abs();
                        assert!(off <= close && offset_error <= 10.0 * close, "{}", context());
                    }
                    (found, expected) => assert_eq!(found, expected, "{side} {convention:?}"),
                }
            }
        }
    }
}

#[test]
fn a_far_plane_is_absent_if_rounding_removes_it_or_the_convention_is_infinite() {
    let far_off = Lens { fov_y: 1.0, aspect: 1.0, near: 0.1, far: Some(0.1 / EPS) };
    let plain = Convention::default();
    let matrix = projection(&far_off, &plain);
    assert_eq!(Frustum::from_matrix(&matrix, &plain).unwrap().plane(Side::Far), None);
    let finite = Lens { far: Some(10.0), ..far_off };
    let matrix = projection(&finite, &plain);
    let dropped = Convention { infinite: true, ..plain };
    assert_eq!(Frustum::from_matrix(&matrix, &plain).unwrap().count(), 6);
    assert_eq!(Frustum::from_matrix(&matrix, &dropped).unwrap().count(), 5);
}

#[test]
fn invalid_frusta_are_reported() {
    let sound = [
        [1.0, 0.0, -1.0, 0.0],
        [-1.0, 0.0, -1.0, 0.0],
        [0.0, 1.0, -1.0, 0.0],
        [0.0, -1.0, -1.0, 0.0],
        [0.0, 0.0, -1.0, -1.0],
        [0.0, 0.0, 1.0, 100.0],
    ];
    let with = |i: usize, plane: [Real; 4]| {
        let mut planes = sound;
        planes[i] = plane;
        Frustum::from_planes(&planes)
    };
    assert!(Frustum::from_planes(&sound).is_ok());
    assert_eq!(with(2, [0.0, Real::NAN, 0.0, 1.0]), Err(FrustumError::NotFinite { row: 2, column: 1 }));
    assert_eq!(with(5, [0.0; 4]), Err(FrustumError::ZeroPlane { side: Side::Far }));
    assert_eq!(with(5, [0.0, 0.0, 0.0, -1.0]), Err(FrustumError::NothingInside { side: Side::Far }));
    assert_eq!(with(5, [0.0, 0.0, 0.0, Real::MAX]).map(|frustum| frustum.count()), Ok(5));
    for far in [1.0, 0.5] {
        let error = with(5, [0.0, 0.0, 1.0, far]).unwrap_err();
        assert_eq!(error, FrustumError::Empty { sides: [Some(Side::Near), Some(Side::Far), None, None] }, "{error}");
    }
    // Behind the eye, no point is inside of left, right and near.
    assert!(matches!(with(4, [0.0, 0.0, 1.0, -1.0]), Err(FrustumError::Empty { .. })));
    let mut matrix = [[1.0; 4]; 4];
    matrix[3][2] = Real::INFINITY;
    let error = Frustum::from_matrix(&matrix, &Convention::default());
    assert_eq!(error, Err(FrustumError::NotFinite { row: 3, column: 2 }));
    assert!(Frustum::from_matrix(&[[0.0; 4]; 4], &Convention::default()).is_err());
    let lens = Lens { fov_y: 1.0, aspect: 1.0, near: 1.0, far: Some(1.0) };
    let bad = |lens: Lens| Frustum::perspective(&Pose::IDENTITY, &lens).unwrap_err();
    assert_eq!(bad(lens), FrustumError::BadLens { field: "far" });
    // The tangent of half of 7 rad is positive again.
    for fov_y in [0.0, -1.0, std::f64::consts::PI as Real, 3.2, 7.0, Real::NAN, Real::INFINITY] {
        assert_eq!(bad(Lens { fov_y, ..lens }), FrustumError::BadLens { field: "fov_y" }, "{fov_y}");
    }
    assert_eq!(bad(Lens { aspect: Real::NAN, ..lens }), FrustumError::BadLens { field: "aspect" });
    assert_eq!(bad(Lens { near: -1.0, ..lens }), FrustumError::BadLens { field: "near" });
    let lens = Lens { far: None, ..lens };
    let pose = Pose { position: Vec3::new(0.0, Real::NAN, 0.0), ..Pose::IDENTITY };
    let error = Frustum::perspective(&pose, &lens);
    assert_eq!(error, Err(FrustumError::NotFinite { row: Side::Left.index(), column: 3 }));
}

#[test]
fn planes_without_common_interior_points_are_rejected() {
    let mut dice = Dice::new(7);
    let mut seen = [0; 3];
    for _ in 0..1500 {
        let mut number = |n: usize| dice.below(2 * n + 1) as Real - n as Real;
        let mut planes = [[0.0; 4]; 6];
        for plane in &mut planes {
            *plane = [number(2), number(2), number(2), number(3) + 1.0];
            if plane[..3] == [0.0; 3] {
                *plane = [1.0, 0.0, 0.0, 1.0];
            }
        }
        let (found, [interior, nearly]) = (Frustum::from_planes(&planes), judge::interior(&planes));
        match (interior, nearly) {
            (true, _) => assert!(found.is_ok(), "{planes:?} {found:?}"),
            (_, false) => assert!(matches!(found, Err(FrustumError::Empty { .. })), "{planes:?} {found:?}"),
            _ => {}
        }
        seen[if interior {
            0
        } else if nearly {
            1
        } else {
            2
        }] += 1;
    }
    assert!(seen[0] > 300 && seen[2] > 300, "{seen:?}");
}

/// A random box that touches or nearly touches some planes of the frustum.
fn random_body_near_the_border(dice: &mut Dice, frustum: &Frustum, pose: &Pose) -> OrientedBox {
    let size = (10.0 as Real).powi(dice.below(3) as i32 - 1);
    let half = (dice.vector().abs() + Vec3::splat(0.05)) * size;
    let mut center = pose.position + pose.rotation * (dice.vector() * 3.0 - Vec3::Z * 3.0);
    let sides = [Side::Left, Side::Right, Side::Bottom, Side::Top, Side::Near, Side::Far];
    for side in sides {
        if let Some(plane) = frustum.plane(side).filter(|_| dice.below(3) == 0) {
            center -= plane.normal * (plane.signed_distance(center) + dice.real() * size * 2.0);
        }
    }
    OrientedBox::new(center, half, random_rotation(dice)).unwrap()
}

/// Checks the result for a box against the exact one; differences within the rounding length `unit` are ignored.
fn check_by_judge(frustum: &Frustum, body: &OrientedBox) -> Culled {
    let boxed = Body::Box(*body);
    let found = cull_body(frustum, &boxed);
    let rounding = |plane: HalfSpace| {
        let projection = boxed.project(plane.normal);
        rounding::cull_rounding(projection.magnitude + plane.offset.abs())
    };
    let most = frustum.planes().map(|(_, plane)| rounding(plane)).fold(0.0, Real::max);
    let context = || format!("{found:?}\n{frustum:?}\n{body:?}");
    let outside = found.class == Class::Outside || matches!(found.exact, Exact::Outside(_));
    if outside {
        assert!(!judge::meets(frustum, body, 0.0), "culled, but it meets: {}", context());
    } else {
        assert!(judge::meets(frustum, body, 256.0 * most), "kept, and far from it: {}", context());
    }
    for (_, plane) in frustum.planes() {
        let [low, high] = boxed.extremes(plane.normal).map(|p| plane.signed_distance(p));
        match found.class {
            Class::Inside => assert!(low >= 0.0, "{}", context()),
            Class::Crossing => assert!(high >= -2.0 * most, "{}", context()),
            Class::Outside => {}
        }
    }
    if found.class == Class::Crossing {
        let lowest = |plane: HalfSpace| plane.signed_distance(boxed.extremes(plane.normal)[0]);
        assert!(frustum.planes().any(|(_, plane)| lowest(plane) <= 2.0 * most), "{}", context());
    }
    found
}

#[test]
fn boxes_agree_with_the_exact_reference_and_false_positives_are_proven() {
    let mut dice = Dice::new(3);
    let mut classes = [0; 3];
    let mut kinds = [0; 2];
    let rounds = 1500;
    for _ in 0..rounds {
        let pose = Pose::new(dice.vector(), random_rotation(&mut dice));
        let frustum = Frustum::perspective(&pose, &lens(&mut dice)).unwrap();
        let body = random_body_near_the_border(&mut dice, &frustum, &pose);
        let found = check_by_judge(&frustum, &body);
        classes[found.class as usize] += 1;
        if let Exact::Outside(sum) = found.exact {
            kinds[usize::from(matches!(sum.parallel, Parallel::Edges(_)))] += 1;
            let total: Vec3 = (0..3).filter_map(|k| Some(frustum.plane(sum.sides[k]?)?.normal * sum.weights[k])).sum();
            assert!((total - sum.plane.normal).abs().max_element() <= 1.0e4 * EPS, "it is the sum: {sum:?}");
            assert!(sum.gap > sum.rounding, "{sum:?}");
        }
    }
    assert!(classes.iter().all(|&n| n > rounds / 20), "outside, crossing, inside: {classes:?}");
    assert!(kinds.iter().all(|&n| n > 20), "by a face, by two edges: {kinds:?}");
}

#[test]
fn scale_and_position_change_no_proven_class() {
    let mut dice = Dice::new(31);
    for (scale, offset) in [(1.0e-6, 0.0), (1.0e6, 0.0), (1.0, 1.0e6), (1.0e-6, 1.0), (1.0e6, 1.0e6)] {
        let mut classes = [0; 3];
        for _ in 0..100 {
            let own = dice.vector();
            let turn = random_rotation(&mut dice);
            let small = Frustum::perspective(&Pose::new(own, turn), &lens(&mut dice)).unwrap();
            let body = random_body_near_the_border(&mut dice, &small, &Pose::new(own, turn));
            let shift = Vec3::new(1.0, -0.7, 0.4) * offset;
            let moved = small.planes().map(|(_, plane)| {
                let d = plane.offset * scale - plane.normal.dot(shift);
                [plane.normal.x, plane.normal.y, plane.normal.z, d]
            });
            let mut planes = [[0.0, 0.0, 0.0, 1.0]; 6];
            moved.enumerate().for_each(|(i, plane)| planes[i] = plane);
            // Far away in `f32`, the planes of a small frustum may have no common interior.
            let Ok(frustum) = Frustum::from_planes(&planes) else { continue };
            let half_axes = body.half_axes.map(|axis| axis * scale);
            let body = OrientedBox { center: body.center * scale + shift, half_axes };
            classes[check_by_judge(&frustum, &body).class as usize] += 1;
        }
        assert!(offset > 0.0 || classes.iter().all(|&n| n > 3), "{scale} {offset}: {classes:?}");
    }
}

#[test]
fn arbitrary_planes_are_tested_exactly_too() {
    let mut dice = Dice::new(15);
    let mut proofs = 0;
    let mut kept = 0;
    for round in 0..1000 {
        // A wedge, a slab, or a prism without ends, depending on the planes.
        let mut planes = [[0.0, 0.0, 0.0, 1.0]; 6];
        for plane in planes.iter_mut().take(1 + round % 6) {
            let n = dice.vector();
            *plane = [n.x, n.y, if round % 3 == 0 { 0.0 } else { n.z }, 0.3 + 0.2 * dice.real()];
        }
        let Ok(frustum) = Frustum::from_planes(&planes) else { continue };
        let half = dice.vector().abs() * 0.7 + Vec3::splat(0.1);
        let turn = if round % 2 == 0 { Quat::IDENTITY } else { random_rotation(&mut dice) };
        let found = check_by_judge(&frustum, &OrientedBox::new(dice.vector() * 2.0, half, turn).unwrap());
        proofs += u32::from(matches!(found.exact, Exact::Outside(_)));
        kept += u32::from(matches!(found.exact, Exact::Crossing));
    }
    assert!(proofs > 20 && kept > 100, "{proofs} {kept}");
}

#[test]
fn balls_agree_with_the_exact_reference() {
    let mut dice = Dice::new(5);
    let mut classes = [0; 3];
    let mut kinds = [0; 2];
    for round in 0..400 {
        let pose = Pose::new(dice.vector(), random_rotation(&mut dice));
        let frustum = Frustum::perspective(&pose, &lens(&mut dice)).unwrap();
        let mut center = random_body_near_the_border(&mut dice, &frustum, &pose).center;
        let radius = (0.05 + dice.real().abs()) * if round % 2 == 0 { 2.0 } else { 0.2 };
        let several = if round % 2 == 0 { 1 + dice.below(3) } else { 0 };
        for (_, plane) in frustum.planes().skip(dice.below(3)).take(several) {
            // Nearly outside of several planes at once.
            center -= plane.normal * (plane.signed_distance(center) + radius * (0.8 + 0.2 * dice.real()));
        }
        let body = Body::ball(center, radius).unwrap();
        let found = cull_body(&frustum, &body);
        classes[found.class as usize] += 1;
        let outside = found.class == Class::Outside || matches!(found.exact, Exact::Outside(_));
        let margin = if outside { 0.0 } else { 1.0e3 * EPS };
        assert_eq!(judge::ball_meets(&frustum, center, radius, margin), !outside, "{found:?} {frustum:?} {body:?}");
        if let Exact::Outside(sum) = found.exact {
            kinds[usize::from(sum.parallel == Parallel::NearestCorner)] += 1;
        }
    }
    assert!(classes.iter().all(|&n| n > 5) && kinds.iter().all(|&n| n > 5), "{classes:?} {kinds:?}");
}

#[test]
fn touching_is_crossing_from_either_side() {
    let lens = Lens { fov_y: std::f64::consts::FRAC_PI_2 as Real, aspect: 1.0, near: 1.0, far: Some(9.0) };
    let frustum = Frustum::perspective(&Pose::IDENTITY, &lens).unwrap();
    let cube = |z: Real, half: Real| {
        let body = OrientedBox::new(Vec3::new(0.0, 0.0, z), Vec3::splat(half), Quat::IDENTITY).unwrap();
        cull_body(&frustum, &Body::Box(body))
    };
    for (z, half) in [(-0.75, 0.25), (-1.25, 0.25), (-9.25, 0.25), (-8.75, 0.25), (-1.0, 0.0), (-9.0, 0.0)] {
        let found = cube(z, half);
        assert_eq!((found.class, found.rejected_by, found.exact), (Class::Crossing, None, Exact::Crossing), "{z}");
    }
    let far = cull_body(&frustum, &Body::ball(Vec3::new(0.0, 0.0, -10.0), 1.0).unwrap());
    assert_eq!((far.class, far.exact), (Class::Crossing, Exact::Crossing));
    let tiny = 64.0 * EPS;
    assert_eq!(cube(-0.75 + tiny, 0.25).rejected_by, Some(Side::Near));
    assert_eq!(cube(-9.25 - 9.0 * tiny, 0.25).rejected_by, Some(Side::Far));
    assert_eq!(cube(-1.25 - tiny, 0.25).class, Class::Inside);
}

#[test]
fn other_shapes_are_tested_by_their_support_points() {
    let mut dice = Dice::new(8);
    let mut seen = [0; 4];
    for round in 0..600 {
        let pose = Pose::new(dice.vector(), random_rotation(&mut dice));
        let frustum = Frustum::perspective(&pose, &lens(&mut dice)).unwrap();
        let boxed = random_body_near_the_border(&mut dice, &frustum, &pose);
        let half = Vec3::from(boxed.half_axes.map(|axis| axis.length()));
        let turn = random_rotation(&mut dice);
        let at = Pose::new(boxed.center, turn);
        let (shape, same) = match round % 3 {
            0 => (Shape::cuboid(half).unwrap(), Some(Body::Box(OrientedBox::new(boxed.center, half, turn).unwrap()))),
            1 => (Shape::sphere(half.x).unwrap(), Some(Body::ball(boxed.center, half.x).unwrap())),
            _ => (Shape::ellipsoid(half).unwrap(), None),
        };
        let solid = Solid::of_shape(&shape).map(|solid| std::sync::Arc::new(solid.unwrap()));
        let body = Body::Convex(Convex::new(shape, &at, solid).unwrap());
        let found = cull_body(&frustum, &body);
        seen[found.class as usize] += 1;
        if let Some(same) = same {
            let expected = cull_body(&frustum, &same);
            assert_eq!((found.class, found.rejected_by), (expected.class, expected.rejected_by), "{body:?}");
            if round % 3 == 0 {
                let gap = |exact| if let Exact::Outside(sum) = exact { Some(sum.gap) } else { None };
                let one = gap(found.exact);
                let other = gap(expected.exact);
                assert_eq!(one.is_some(), other.is_some(), "{found:?} {expected:?}");
                seen[3] += u32::from(one.is_some());
            }
        }
        // A plane that rejects the body may contain none of its points.
        for _ in 0..20 {
            let n = dice.vector().normalize();
            let [low, high] = body.extremes(n);
            let p = low + (high - low) * dice.real().abs();
            let inside = |plane: HalfSpace| plane.signed_distance(p) >= 0.0;
            let context = || format!("{found:?} {p:?}");
            match found.class {
                Class::Outside => assert!(!frustum.planes().all(|(_, plane)| inside(plane)), "{}", context()),
                Class::Inside => assert!(frustum.planes().all(|(_, plane)| inside(plane)), "{}", context()),
                Class::Crossing => {}
            }
        }
    }
    assert!(seen.iter().all(|&n| n > 5), "{seen:?}");
}

#[test]
fn testing_the_previous_rejecting_plane_first_saves_tests_and_changes_no_class() {
    let mut dice = Dice::new(12);
    let frustum = Frustum::perspective(&Pose::IDENTITY, &lens(&mut dice)).unwrap();
    let bodies: Vec<Body> =
        (0..500).map(|_| Body::Box(random_body_near_the_border(&mut dice, &frustum, &Pose::IDENTITY))).collect();
    let run = |last: Vec<Option<Side>>| {
        let mut cull = Cull::new(frustum, &bodies[..], last, Options { exact: true });
        let mut records = Vec::new();
        while cull.step().is_continue() {
            let record = cull.record.unwrap();
            assert_eq!(
                record.tested().last().map(|test| test.class == Class::Outside),
                Some(record.class == Class::Outside)
            );
            records.push(record);
        }
        records.extend(cull.record);
        assert_eq!((cull.step(), records.len()), (std::ops::ControlFlow::Break(Outcome::Classified), 500));
        assert_eq!(cull.counts.iter().sum::<u32>(), 500);
        (cull, records)
    };
    let (cold, records) = run(Vec::new());
    let (warm, again) = run(records.iter().map(Record::rejected_by).collect());
    assert_eq!((cold.counts, cold.false_positives), (warm.counts, warm.false_positives));
    assert!(records.iter().zip(&again).all(|(a, b)| a.class == b.class && a.rejected_by() == b.rejected_by()));
    let outside = u64::from(cold.counts[0]);
    let rest = 500 - outside;
    assert_eq!(warm.plane_tests, outside + rest * u64::from(frustum.count()), "one plane each of those outside");
    assert!(warm.plane_tests < cold.plane_tests);
    let mut none = Cull::new(frustum, &[] as &[Body], &[] as &[Option<Side>], Options::default());
    assert_eq!(none.run(), Outcome::NoBodies);
}

#[test]
fn blocks_give_the_classes_of_single_boxes() {
    let mut dice = Dice::new(21);
    let mut seen = [0; 3];
    for round in 0..60 {
        let pose = Pose::new(dice.vector(), if round % 2 == 0 { Quat::IDENTITY } else { random_rotation(&mut dice) });
        let right = Lens { fov_y: std::f64::consts::FRAC_PI_2 as Real, aspect: 1.0, near: 1.0, far: Some(9.0) };
        let at = if round % 3 == 0 { Pose::IDENTITY } else { pose };
        let frustum = Frustum::perspective(&at, &if round % 3 == 0 { right } else { lens(&mut dice) }).unwrap();
        // Some boxes are on a lattice and touch planes.
        let boxes: Vec<(Vec3, Vec3)> = (0..100 + round)
            .map(|i| match i % 2 {
                0 => {
                    let mut whole = || dice.below(11) as Real - 5.0;
                    (Vec3::new(whole(), whole(), whole() - 5.0), Vec3::splat(dice.below(3) as Real))
                }
                _ => (random_body_near_the_border(&mut dice, &frustum, &pose).center, dice.vector().abs()),
            })
            .collect();
        let blocks = Blocks::new(boxes.iter().copied()).unwrap();
        let mut plain = Vec::new();
        let mut wide = Vec::new();
        blocks.cull(&frustum, &mut plain);
        blocks.cull_wide(&frustum, &mut wide);
        assert_eq!(plain, wide);
        assert_eq!((plain.len(), blocks.len()), (boxes.len().div_ceil(LANES), boxes.len()));
        for (i, (center, half)) in boxes.iter().enumerate() {
            let body = Body::Box(OrientedBox::new(*center, *half, Quat::IDENTITY).unwrap());
            let expected = class_by_planes(&frustum, &body);
            assert_eq!(plain[i / LANES].class(i % LANES), expected, "{body:?} {frustum:?}");
            seen[expected as usize] += 1;
        }
    }
    assert!(seen.iter().all(|&n| n > 200), "{seen:?}");
    let bad = Blocks::new([(Vec3::ZERO, Vec3::ONE), (Vec3::ZERO, Vec3::NEG_Y)]);
    assert_eq!(bad.unwrap_err(), (1, BodyError::Size { index: 1 }));
}

#[test]
fn invalid_bodies_are_reported() {
    let far = Vec3::new(0.0, Real::MAX, 0.0);
    assert_eq!(OrientedBox::new(far, Vec3::ONE, Quat::IDENTITY), Err(BodyError::Center { index: 1 }));
    assert_eq!(
        OrientedBox::new(Vec3::ZERO, Vec3::new(1.0, 1.0, Real::NAN), Quat::IDENTITY),
        Err(BodyError::Size { index: 2 })
    );
    let zero = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    assert_eq!(OrientedBox::new(Vec3::ZERO, Vec3::ONE, zero), Err(BodyError::Rotation));
    assert!(matches!(Body::ball(Vec3::ZERO, -1.0), Err(BodyError::Size { index: 0 })));
}
