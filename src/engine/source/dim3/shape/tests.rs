//! Tests every support mapping against its definition, hostile sizes and directions, and rejected input.

use super::*;
use crate::dim3::prelude::*;
use crate::dim3::support::{Support, farthest};
use crate::dim3::xorshift::Xorshift as Random;

fn unit(random: &mut Random) -> Vec3 {
    std::iter::repeat_with(|| random.vector()).find(|v| (0.1..1.0).contains(&v.length())).unwrap().normalize()
}

fn cloud(random: &mut Random, n: usize) -> Vec<Vec3> {
    (0..n).map(|_| random.vector()).collect()
}

/// The closed form of a support function: `h(d) = max d·p` for a unit vector `d`.
type ClosedForm = Box<dyn Fn(Vec3) -> Real>;

/// One shape of each kind, all of size about 1, with the closed form of its support function.
fn gallery() -> Vec<(Shape, ClosedForm)> {
    let mut random = Random(7);
    let cloud = cloud(&mut random, 40);
    let ends = [random.vector(), random.vector()];
    let corners = [random.vector(), random.vector(), random.vector()];
    let most = |points: Vec<Vec3>| move |d: Vec3| points.iter().map(|p| d.dot(*p)).fold(Real::NEG_INFINITY, Real::max);
    let half = Vec3::new(0.5, 1.25, 0.75);
    let radii = Vec3::new(0.25, 1.0, 0.5);
    let matrix = Mat3::from_cols(Vec3::new(0.5, 0.2, 0.0), Vec3::new(-0.3, 0.8, 0.1), Vec3::new(0.0, 0.4, -0.7));
    let offset = Vec3::new(0.5, -0.25, 1.0);
    let r = 0.5;
    let h = 0.75;
    let across = |d: Vec3, y: Real| (1.0 - y * y).max(0.0).sqrt() + 0.0 * d.x;
    let boxed = |f: Box<dyn Fn(Vec3) -> Real>| f;
    let ok = |shape: Result<Shape, ShapeError>| shape.unwrap_or_else(|e| panic!("{e}"));
    vec![
        (ok(Shape::sphere(r)), boxed(Box::new(move |_| r))),
        (ok(Shape::cuboid(half)), Box::new(move |d| d.abs().dot(half))),
        (ok(Shape::cylinder(r, h, Axis::Y)), Box::new(move |d| r * across(d, d.y) + h * d.y.abs())),
        (ok(Shape::cylinder(r, h, Axis::X)), Box::new(move |d| r * across(d, d.x) + h * d.x.abs())),
        (ok(Shape::cone(r, h, Axis::Y)), Box::new(move |d| (h * d.y).max(r * across(d, d.y) - h * d.y))),
        (ok(Shape::cone(r, h, Axis::Z)), Box::new(move |d| (h * d.z).max(r * across(d, d.z) - h * d.z))),
        (ok(Shape::capsule(r, h, Axis::X)), Box::new(move |d| r + h * d.x.abs())),
        (ok(Shape::ellipsoid(radii)), Box::new(move |d| (radii * d).length())),
        (ok(Shape::segment(ends)), Box::new(most(ends.to_vec()))),
        (ok(Shape::triangle(corners)), Box::new(most(corners.to_vec()))),
        (ok(Shape::polytope(&cloud)), Box::new(most(cloud.clone()))),
        (
            ok(Shape::affine(matrix, offset, ok(Shape::sphere(r)))),
            Box::new(move |d| r * (matrix.transpose() * d).length() + offset.dot(d)),
        ),
        (
            ok(Shape::inflate(ok(Shape::polytope(&cloud)), 0.25)),
            Box::new({
                let most = most(cloud);
                move |d| most(d) + 0.25
            }),
        ),
    ]
}

#[test]
fn support_reaches_as_far_as_the_closed_form() {
    let mut random = Random(11);
    for (shape, h) in gallery() {
        for i in 0..500 {
            let d =
                if i < 6 { [Vec3::X, -Vec3::X, Vec3::Y, -Vec3::Y, Vec3::Z, -Vec3::Z][i] } else { unit(&mut random) };
            let point = farthest(&shape, d).point;
            assert!((d.dot(point) - h(d)).abs() < 16.0 * EPS, "{shape:?} along {d}: {} not {}", d.dot(point), h(d));
            // The point belongs to the shape: it is behind every supporting plane.
            for _ in 0..8 {
                let n = unit(&mut random);
                assert!(n.dot(point) <= h(n) + 16.0 * EPS, "{shape:?} along {d}: {point} is outside");
            }
            assert!(point.length() <= shape.radius() * (1.0 + 8.0 * EPS), "{shape:?}: {point} beyond its radius");
            assert!(
                (d.dot(shape.support(d).point) + shape.margin() - h(d)).abs() < 16.0 * EPS,
                "{shape:?}: core and ball"
            );
        }
    }
}

#[test]
fn every_finite_direction_gives_a_point_of_the_shape() {
    let least = Real::MIN_POSITIVE;
    let lengths = [0.0, least * EPS, least, least.sqrt(), 1.0e-12, 1.0e12, Real::MAX.sqrt(), Real::MAX / 4.0];
    let mut random = Random(13);
    for (shape, h) in gallery() {
        for length in lengths {
            for _ in 0..20 {
                let unit = unit(&mut random);
                let point = farthest(&shape, unit * length).point;
                assert!(point.is_finite(), "{shape:?} along {unit} of length {length:e}");
                if length > least {
                    let error = (unit.dot(point) - h(unit)).abs();
                    assert!(error < 64.0 * EPS, "{shape:?} along {unit} of length {length:e}: off by {error:e}");
                }
            }
        }
    }
}

#[test]
fn sign_of_zero_is_plus() {
    let shape = Shape::cuboid(Vec3::ONE).expect("a box");
    assert_eq!(farthest(&shape, Vec3::ZERO).point, Vec3::ONE);
    let shape = Shape::capsule(0.0, 2.0, Axis::Y).expect("a capsule");
    assert_eq!(farthest(&shape, Vec3::X).point, Vec3::new(0.0, 2.0, 0.0));
}

#[test]
fn sizes_of_zero_are_points_segments_and_discs() -> Result<(), ShapeError> {
    let point = Shape::sphere(0.0)?;
    assert_eq!((farthest(&point, Vec3::X).point, point.radius()), (Vec3::ZERO, 0.0));
    assert_eq!(farthest(&Shape::ellipsoid(Vec3::ZERO)?, Vec3::Y).point, Vec3::ZERO);
    assert_eq!(Shape::ellipsoid(Vec3::new(2.0, 0.0, 0.0))?.support(Vec3::Y).point.y, 0.0);
    assert_eq!(Shape::cone(0.0, 1.0, Axis::Y)?.support(-Vec3::Y).point, -Vec3::Y);
    assert_eq!(Shape::cylinder(1.0, 0.0, Axis::Z)?.support(Vec3::X).point, Vec3::X);
    assert_eq!(Shape::affine(Mat3::ZERO, Vec3::X, Shape::sphere(1.0)?)?.support(Vec3::Y).point, Vec3::X);
    Ok(())
}

#[test]
fn invalid_shapes_are_rejected_with_the_name_of_the_field() {
    let nan = Real::NAN;
    let refused = |shape: Result<Shape, ShapeError>| shape.map(|s| format!("{s:?}")).unwrap_err();
    let path = |shape| refused(shape).path();
    assert_eq!(path(Shape::sphere(nan)), "radius");
    assert_eq!(path(Shape::cuboid(Vec3::new(1.0, -1.0, 1.0))), "half_extents[1]");
    assert_eq!(path(Shape::ellipsoid(Vec3::new(1.0, 1.0, Real::INFINITY))), "radii[2]");
    assert_eq!(path(Shape::cone(1.0, -0.5, Axis::Y)), "half_height");
    assert_eq!(path(Shape::segment([Vec3::ZERO, Vec3::splat(nan)])), "points[1]");
    assert_eq!(refused(Shape::polytope(&[])), ShapeError::NoPoints);
    assert_eq!(path(Shape::polytope(&[Vec3::ZERO, Vec3::ONE, Vec3::new(0.0, nan, 0.0)])), "points[2]");
    assert_eq!(refused(Shape::sphere(Real::MAX)), ShapeError::TooLarge { field: "radius", index: 0 });
    assert_eq!(refused(Shape::sphere(-1.0)), ShapeError::Negative { field: "radius", index: 0 });
    let inner = || Shape::sphere(1.0).expect("a sphere");
    assert_eq!(path(Shape::affine(Mat3::IDENTITY * nan, Vec3::ZERO, inner())), "matrix[0]");
    assert_eq!(path(Shape::inflate(inner(), -1.0)), "radius");
}

#[test]
fn polytopes_report_input_indices_and_climbs_equal_searches() {
    let mut random = Random(17);
    for n in [1, 2, 3, 4, 9, 50, 400, 3000] {
        // Points on a sphere, so that many are vertices; the first ten are listed twice.
        let mut points: Vec<Vec3> = (0..n).map(|_| unit(&mut random)).collect();
        points.extend_from_within(..n.min(10));
        let shape = Shape::polytope(&points).expect("a polytope");
        let mut hint = Feature(0);
        for _ in 0..200 {
            let d = unit(&mut random);
            let far = points.iter().map(|p| d.dot(*p)).fold(Real::NEG_INFINITY, Real::max);
            let searched = shape.support(d);
            let climbed = shape.support_near(d, hint);
            assert_eq!(points[searched.feature.0 as usize], searched.point);
            assert_eq!(points[climbed.feature.0 as usize], climbed.point);
            assert!(d.dot(searched.point) >= far - 4.0 * EPS);
            assert!(d.dot(climbed.point) >= far - 4.0 * EPS, "{n} points: climbed to {climbed:?}");
            hint = climbed.feature;
        }
    }
}

/// Clouds with too many vertices for a linear scan: round, flat, needles, rows on a cylinder, and a planar fan.
fn large_clouds(random: &mut Random) -> Vec<Vec<Vec3>> {
    let squash = |list: &[Vec3], by: Vec3| list.iter().map(|p| *p * by).collect::<Vec<_>>();
    let mut list = Vec::new();
    for n in [17, 24, 61, 200] {
        let round: Vec<Vec3> = (0..n).map(|_| unit(random)).collect();
        list.push(squash(&round, Vec3::new(1.0, 1.0, 1.0e-3)));
        list.push(squash(&round, Vec3::new(1.0e-5, 1.0, 1.0e-5)));
        list.push(round);
        let turn = |i: usize| (i as f64 * std::f64::consts::TAU / n as f64).sin_cos();
        let ring = |y: Real| (0..n).map(move |i| Vec3::new(turn(i).0 as Real, y, turn(i).1 as Real));
        list.push(ring(-0.5).chain(ring(0.5)).collect());
        list.push(ring(0.0).collect());
    }
    list
}

#[test]
fn octant_lists_contain_every_farthest_vertex() {
    let mut random = Random(29);
    for cloud in large_clouds(&mut random) {
        for (scale, offset) in [(1.0, 0.0), (1.0e-6, 0.0), (1.0e6, 0.0), (1.0, 1.0e3)] {
            let points: Vec<Vec3> = cloud.iter().map(|p| (*p + Vec3::splat(offset)) * scale).collect();
            let shape = Shape::polytope(&points).expect("a polytope");
            let Kind::Polytope(polytope) = shape.kind() else { unreachable!("it was made as one") };
            let vertices = &polytope.hull().vertices;
            for i in (0..200).filter(|i| i % 8 != 7) {
                // Includes axes, planes of two axes and zeros of both signs, where the lists change.
                let d = unit(&mut random) * Vec3::from_array([1, 2, 4].map(|bit| if i & bit == 0 { 1.0 } else { 0.0 }));
                let height =
                    |i: &u32| points[*i as usize].x * d.x + points[*i as usize].y * d.y + points[*i as usize].z * d.z;
                let most = vertices.iter().map(height).fold(Real::NEG_INFINITY, Real::max);
                let first = vertices.iter().find(|i| height(i) == most);
                assert_eq!(Some(&shape.support(d).feature.0), first, "{d} of {} points", points.len());
            }
        }
    }
}

/// Solids, directions that touch them on a face, the touched point, and the radius of the largest ball below it.
fn touched() -> Vec<(Shape, Vec3, Vec3, Real)> {
    let ok = |shape: Result<Shape, ShapeError>| shape.unwrap_or_else(|e| panic!("{e}"));
    let cube: Vec<Vec3> = (0..8).map(|i| Vec3::new((i & 1) as Real, (i >> 1 & 1) as Real, (i >> 2) as Real)).collect();
    let slant = (1.0 as Real + 16.0).sqrt();
    let side = Vec3::new(4.0, 1.0, 0.0) / slant;
    vec![
        (ok(Shape::cuboid(Vec3::new(1.0, 2.0, 3.0))), Vec3::X, Vec3::new(1.0, 1.25, 0.0), 0.75),
        (ok(Shape::cuboid(Vec3::new(1.0, 2.0, 3.0))), -Vec3::X, Vec3::new(-1.0, 0.0, 0.0), 1.0),
        (ok(Shape::polytope(&cube)), Vec3::Z, Vec3::new(0.5, 0.25, 1.0), 0.25),
        (ok(Shape::cylinder(1.0, 2.0, Axis::Y)), Vec3::X, Vec3::new(1.0, 0.5, 0.0), 1.0),
        (ok(Shape::cylinder(1.0, 2.0, Axis::X)), Vec3::Z, Vec3::new(-1.75, 0.0, 1.0), 0.25),
        (ok(Shape::cylinder(1.0, 2.0, Axis::Y)), Vec3::Y, Vec3::new(0.0, 2.0, 0.25), 0.75),
        (ok(Shape::cone(1.0, 2.0, Axis::Y)), -Vec3::Y, Vec3::new(0.5, -2.0, 0.0), 0.5 * 4.0 / (slant + 1.0)),
        (ok(Shape::cone(1.0, 2.0, Axis::Y)), side, Vec3::new(0.25, 1.0, 0.0), 0.25 * slant / 4.0),
        (ok(Shape::ellipsoid(Vec3::new(1.0, 2.0, 4.0))), Vec3::X, Vec3::X, 1.0),
        (ok(Shape::ellipsoid(Vec3::new(1.0, 2.0, 4.0))), Vec3::Z, Vec3::Z * 4.0, 0.25),
    ]
}

#[test]
fn the_largest_ball_below_a_point_of_a_face_is_found() {
    for (shape, n, touch, radius) in touched() {
        let ball = shape.inscribed_ball(n, touch, 10.0);
        assert!((ball.radius - radius).abs() < 16.0 * EPS, "{shape:?} along {n}: {} not {radius}", ball.radius);
        assert!((ball.center + n * ball.radius - touch).length() < 16.0 * EPS, "{shape:?} along {n}: {ball:?}");
        let small = shape.inscribed_ball(n, touch, 0.125);
        assert!((small.radius - 0.125).abs() < 16.0 * EPS, "{shape:?} along {n}: limit not kept, {small:?}");
    }
}

/// Includes normals and points that belong to no face.
#[test]
fn inscribed_balls_lie_in_the_core() {
    let mut random = Random(23);
    let mut shapes: Vec<Shape> = gallery().into_iter().map(|(shape, _)| shape).collect();
    shapes.extend(touched().into_iter().map(|(shape, ..)| shape));
    for shape in shapes {
        let mut balls = 0;
        for i in 0..300 {
            let axis = [Vec3::X, Vec3::Y, Vec3::Z][i % 3] * if i % 2 == 0 { 1.0 } else { -1.0 };
            let n = if i < 100 { axis } else { unit(&mut random) };
            let tilted = (n + unit(&mut random) * 1.0e-4).normalize();
            let on = shape.support(n).point;
            let off = shape.support(tilted).point;
            let touch = on + (off - on) * (0.5 + 0.5 * random.real());
            let ball = shape.inscribed_ball(n, touch, 0.5 + 0.5 * random.real());
            balls += usize::from(ball.radius > 0.01);
            for _ in 0..200 {
                let m = unit(&mut random);
                let beyond = m.dot(ball.center) + ball.radius - m.dot(shape.support(m).point);
                assert!(
                    beyond < 32.0 * EPS * shape.radius(),
                    "{shape:?} along {n}: {ball:?} reaches out by {beyond:e}"
                );
            }
        }
        let solid = matches!(shape.kind(), Kind::Box { .. } | Kind::Cylinder(_) | Kind::Ellipsoid { .. });
        assert!(balls > 0 || !solid, "{shape:?}: no ball at all");
    }
}
