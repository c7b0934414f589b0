//! Tests exact integrals of polytopes, closed forms, sums over small cubes for margins, and invariances.

use dashu::rational::RBig;

use super::*;
use crate::dim3::hull;
use crate::dim3::parts::{Body, Part, Triangles};
use crate::dim3::pose::Pose;
use crate::dim3::random::Random;
use contact_lens_model::ask::Axis;

fn to_f64(p: Vec3) -> [f64; 3] {
    p.to_array().map(f64::from)
}

fn near(found: f64, expected: f64, size: f64, what: &str) {
    let rounding = 4.0 * f64::from(EPS) * size.max(f64::MIN_POSITIVE);
    assert!((found - expected).abs() <= rounding, "{what}: {found:e} is not {expected:e}");
}

/// A number as an exact fraction.
fn exactly(x: f64) -> RBig {
    RBig::try_from(x).unwrap()
}

/// Volume, center and second moments about the center, in rational numbers from the frame's origin.
fn exact(points: &[Vec3]) -> (f64, [f64; 3], [[f64; 3]; 3]) {
    let hull = hull::hull(points).unwrap();
    let corner = |i: u32| to_f64(points[hull.vertices[i as usize] as usize]).map(exactly);
    let mut volume = RBig::ZERO;
    let mut first = [RBig::ZERO, RBig::ZERO, RBig::ZERO];
    let mut second: [[RBig; 3]; 3] = std::array::from_fn(|_| std::array::from_fn(|_| RBig::ZERO));
    for face in hull.faces() {
        for i in 2..face.len() {
            let [a, b, c] = [face[0], face[i - 1], face[i]].map(corner);
            let minor = |k: usize| {
                let i = (k + 1) % 3;
                let j = (k + 2) % 3;
                &b[i] * &c[j] - &b[j] * &c[i]
            };
            let det = &a[0] * minor(0) + &a[1] * minor(1) + &a[2] * minor(2);
            volume += &det / RBig::from(6);
            let all: [RBig; 3] = std::array::from_fn(|k| &a[k] + &b[k] + &c[k]);
            for k in 0..3 {
                first[k] += &all[k] * &det / RBig::from(24);
                for l in 0..3 {
                    let sum = &a[k] * &a[l] + &b[k] * &b[l] + &c[k] * &c[l] + &all[k] * &all[l];
                    second[k][l] += sum * &det / RBig::from(120);
                }
            }
        }
    }
    let center: [RBig; 3] = std::array::from_fn(|k| &first[k] / &volume);
    let real = |x: &RBig| x.to_f64().value();
    let about = |k: usize, l: usize| real(&(&second[k][l] - &center[k] * &first[l]));
    (real(&volume), [0, 1, 2].map(|k| real(&center[k])), [0, 1, 2].map(|k| [0, 1, 2].map(|l| about(k, l))))
}

fn of(shape: &Shape) -> Properties {
    properties(shape, 1.0).unwrap()
}

/// Compares with exact integrals, relative to the size of each.
fn meets_integrals(points: &[Vec3], what: &str) {
    let found = of(&Shape::polytope(points).unwrap());
    let (volume, center, second) = exact(points);
    near(found.volume.into(), volume, volume, what);
    let found_center = to_f64(found.center.unwrap());
    (0..3).for_each(|k| near(found_center[k], center[k], center[k].abs(), what));
    let inertia = found.inertia.unwrap();
    let principal = found.principal.unwrap();
    let trace: f64 = (0..3).map(|k| second[k][k]).sum();
    for (i, row) in second.iter().enumerate() {
        for (j, entry) in row.iter().enumerate() {
            let expected = if i == j { trace - entry } else { -entry };
            near(inertia.col(j)[i].into(), expected, expected.abs(), what);
        }
    }
    // The principal moments have the trace of the matrix and the sum of squares of its entries.
    let moments = to_f64(principal.moments);
    near(moments.iter().sum(), 2.0 * trace, 2.0 * trace, what);
    let squares: f64 = (0..3).flat_map(|i| (0..3).map(move |j| f64::from(inertia.col(j)[i]).powi(2))).sum();
    near(moments.map(|x| x * x).iter().sum::<f64>() / trace, squares / trace, 4.0 * trace, what);
    // The rotation diagonalizes the matrix.
    let turn = Mat3::from_quat(principal.rotation);
    let again = turn * Mat3::from_diagonal(principal.moments.into()) * turn.transpose();
    (0..9).for_each(|k| {
        near(again.to_cols_array()[k].into(), inertia.to_cols_array()[k].into(), 8.0 * trace, "turned back");
    });
}

#[test]
fn polytopes_have_the_exact_integrals_wherever_they_are() {
    let mut random = Random(28);
    for round in 0..60 {
        let count = 4 + random.below(20);
        let mut points: Vec<Vec3> = (0..count).map(|_| random.vector()).collect();
        match round % 6 {
            1 => points.iter_mut().for_each(|p| *p += Vec3::new(1.0e4, -3.0e3, 7.0e4)),
            2 => points.iter_mut().for_each(|p| *p *= 1.0e-6 as Real),
            3 => points.iter_mut().for_each(|p| *p *= 1.0e6 as Real),
            4 => {
                // Slivers that are oblique to all axes.
                let turn = random.turn();
                points.iter_mut().for_each(|p| *p = turn * Vec3::new(p.x, p.y, p.z * 1.0e-4));
            }
            5 => points.extend_from_within(..),
            _ => {}
        }
        meets_integrals(&points, &format!("round {round}"));
    }
}

#[test]
fn needles_and_plates_keep_their_smallest_moment() {
    let mut random = Random(3);
    for _ in 0..20 {
        let turn = random.turn();
        let points: Vec<Vec3> = (0..8).map(|_| turn * (random.vector() * Vec3::new(1.0, 1.0e-3, 1.0e-3))).collect();
        let found = of(&Shape::polytope(&points).unwrap()).principal.unwrap();
        let (_, _, second) = exact(&points);
        // The determinant of the inertia is the product of its moments, however different they are.
        let trace: f64 = (0..3).map(|k| second[k][k]).sum();
        let m = |i: usize, j: usize| exactly(if i == j { trace - second[i][i] } else { -second[i][j] });
        let minor = |i: usize, j: usize| m(1, i) * m(2, j) - m(1, j) * m(2, i);
        let det = (m(0, 0) * minor(1, 2) - m(0, 1) * minor(0, 2) + m(0, 2) * minor(0, 1)).to_f64().value();
        let product: f64 = to_f64(found.moments).iter().product();
        assert!((product / det - 1.0).abs() < 1.0e-6, "{product:e} is not {det:e}");
    }
}

/// Volume, center and second moments of the cubes whose centers are inside.
fn summed(inside: impl Fn([f64; 3]) -> bool, half: [f64; 3], n: i32) -> (f64, [f64; 3], [f64; 6]) {
    let mut count = 0.0;
    let mut first = [0.0; 3];
    let mut second = [0.0; 6];
    for i in 0..n * n * n {
        let k = [i % n, i / n % n, i / n / n];
        let at = [0, 1, 2].map(|a| ((f64::from(k[a]) + 0.5) / f64::from(n) * 2.0 - 1.0) * half[a]);
        if inside(at) {
            count += 1.0;
            for a in 0..3 {
                first[a] += at[a];
                second[a] += at[a] * at[a];
                second[a + 3] += at[a] * at[(a + 1) % 3];
            }
        }
    }
    let cell = half.iter().product::<f64>() * 8.0 / f64::from(n * n * n);
    let center = first.map(|x| x / count);
    let about = |k: usize| {
        let (a, b) = if k < 3 { (k, k) } else { (k - 3, (k - 2) % 3) };
        (second[k] - count * center[a] * center[b]) * cell
    };
    (count * cell, center, [0, 1, 2, 3, 4, 5].map(about))
}

fn meets_sum(shape: &Shape, half: [f64; 3], n: i32) {
    let margin = f64::from(crate::dim3::support::Support::margin(shape));
    let pose = crate::dim3::pose::Pose::IDENTITY;
    let point = Shape::sphere(0.0).unwrap();
    let inside = |at: [f64; 3]| {
        let there = crate::dim3::pose::Pose::new(Vec3::from(at.map(|x| x as Real)), Quat::IDENTITY);
        let options = crate::dim3::distance::Options::default();
        let answer = crate::dim3::distance::signed_distance(shape, &pose, &point, &there, &options);
        answer.signed_distance.is_some_and(|d| d <= 0.0)
    };
    let (volume, center, second) = summed(inside, half, n);
    let found = of(shape);
    let scale = half[0].max(half[1]).max(half[2]);
    let close = |found: f64, expected: f64, size: f64| (found - expected).abs() <= 0.025 * size;
    assert!(close(found.volume.into(), volume, volume), "{shape:?}, margin {margin}: {found:?} {volume}");
    let found_center = to_f64(found.center.unwrap());
    assert!((0..3).all(|k| close(found_center[k], center[k], scale)), "{shape:?}: {found:?} {center:?}");
    let inertia = found.inertia.unwrap();
    let size = volume * scale * scale;
    for k in 0..3 {
        let entry = f64::from(inertia.col(k)[k]);
        assert!(close(entry, second[(k + 1) % 3] + second[(k + 2) % 3], size), "{shape:?}: {inertia:?} {second:?}");
        let off_diagonal = f64::from(inertia.col(k)[(k + 1) % 3]);
        assert!(close(off_diagonal, -second[k + 3], 0.3 * size), "{shape:?}: {inertia:?} {second:?}");
    }
}

#[test]
fn a_ball_around_a_body_adds_what_small_cubes_add() {
    let [a, b, c, d] = [[0.1, -0.4, 0.2], [0.6, 0.3, -0.3], [-0.5, 0.2, 0.4], [0.0, 0.5, 0.6]];
    let tetrahedron = [a, b, c, d].map(|p: [f64; 3]| Vec3::from(p.map(|x| x as Real)));
    let inflated = |shape: Shape, r: f64| Shape::inflate(shape, r as Real).unwrap();
    let shapes = [
        inflated(Shape::polytope(&tetrahedron).unwrap(), 0.35),
        inflated(Shape::triangle([tetrahedron[0], tetrahedron[1], tetrahedron[2]]).unwrap(), 0.3),
        inflated(Shape::cylinder(0.4, 0.25, Axis::X).unwrap(), 0.3),
        inflated(Shape::cone(0.4, 0.35, Axis::Z).unwrap(), 0.25),
    ];
    for shape in &shapes {
        meets_sum(shape, [1.0; 3], 28);
    }
}

#[test]
fn closed_forms_agree_with_each_other() {
    let same = |a: &Shape, b: &Shape, tolerance: f64| {
        let [a, b] = [a, b].map(of);
        let close = |x: Real, y: Real, size: Real| f64::from((x - y).abs()) <= tolerance * f64::from(size.abs());
        assert!(close(a.volume, b.volume, a.volume), "{a:?} {b:?}");
        let size = a.inertia.unwrap().to_cols_array().iter().fold(0.0, |most: Real, x| most.max(x.abs()));
        let entries = |p: &Properties| p.inertia.unwrap().to_cols_array();
        assert!((0..9).all(|k| close(entries(&a)[k], entries(&b)[k], size)), "{a:?} {b:?}");
        assert!((a.center.unwrap() - b.center.unwrap()).length() as f64 <= tolerance, "{a:?} {b:?}");
    };
    let rounding = 16.0 * f64::from(EPS);
    let inflated = |shape: Shape, r: Real| Shape::inflate(shape, r).unwrap();
    let ball = Shape::sphere(0.75).unwrap();
    same(&ball, &Shape::ellipsoid(Vec3::splat(0.75)).unwrap(), rounding);
    same(&ball, &inflated(Shape::ellipsoid(Vec3::splat(0.5)).unwrap(), 0.25), rounding);
    same(&ball, &inflated(Shape::cone(0.0, 0.0, Axis::X).unwrap(), 0.75), rounding);
    same(
        &Shape::capsule(0.5, 1.25, Axis::X).unwrap(),
        &inflated(Shape::cylinder(0.0, 1.25, Axis::X).unwrap(), 0.5),
        rounding,
    );
    same(
        &Shape::capsule(0.5, 1.25, Axis::Z).unwrap(),
        &inflated(Shape::cone(0.0, 1.25, Axis::Z).unwrap(), 0.5),
        rounding,
    );
    let stretch = Mat3::from_diagonal(Vec3::new(0.5, 2.0, 1.5).into());
    same(
        &Shape::affine(stretch, Vec3::ZERO, Shape::sphere(1.0).unwrap()).unwrap(),
        &Shape::ellipsoid(Vec3::new(0.5, 2.0, 1.5)).unwrap(),
        rounding,
    );
    // A quarter turn around z and a factor of 2: a similarity under which the ball has half the radius.
    let twice = Mat3::from_cols(Vec3::new(0.0, 2.0, 0.0), Vec3::new(-2.0, 0.0, 0.0), Vec3::new(0.0, 0.0, 2.0));
    let doubled = Shape::affine(twice, Vec3::ZERO, Shape::cylinder(0.5, 0.25, Axis::Y).unwrap()).unwrap();
    same(&inflated(doubled, 0.125), &inflated(Shape::cylinder(1.0, 0.5, Axis::X).unwrap(), 0.125), rounding);
    // A prism with many sides approximates a cylinder, a pyramid a cone.
    let ring = |radius: f64, y: f64| {
        (0..360).map(move |k| {
            let (sin, cos) = (f64::from(k) / 360.0 * std::f64::consts::TAU).sin_cos();
            Vec3::new((radius * cos) as Real, y as Real, (radius * sin) as Real)
        })
    };
    let prism: Vec<Vec3> = ring(0.8, -0.5).chain(ring(0.8, 0.5)).collect();
    let pyramid: Vec<Vec3> = ring(0.8, -0.5).chain([Vec3::new(0.0, 0.5, 0.0)]).collect();
    for r in [0.0, 0.3, 2.0] {
        same(
            &inflated(Shape::polytope(&prism).unwrap(), r),
            &inflated(Shape::cylinder(0.8, 0.5, Axis::Y).unwrap(), r),
            4.0e-4,
        );
        same(
            &inflated(Shape::polytope(&pyramid).unwrap(), r),
            &inflated(Shape::cone(0.8, 0.5, Axis::Y).unwrap(), r),
            4.0e-4,
        );
    }
}

#[test]
fn known_bodies_have_the_published_inertia() {
    let near = |found: Real, expected: f64| near(found.into(), expected, expected.abs(), "book");
    let pi = std::f64::consts::PI;
    let ball = properties(&Shape::sphere(2.0).unwrap(), 3.0).unwrap();
    near(ball.volume, pi * 32.0 / 3.0);
    near(ball.mass, pi * 32.0);
    near(ball.inertia.unwrap().x_axis.x, 0.4 * pi * 32.0 * 4.0);
    let cylinder = of(&Shape::cylinder(2.0, 1.5, Axis::Z).unwrap());
    near(cylinder.volume, pi * 12.0);
    near(cylinder.inertia.unwrap().z_axis.z, 0.5 * pi * 12.0 * 4.0);
    near(cylinder.inertia.unwrap().x_axis.x, pi * 12.0 * (3.0 * 4.0 + 9.0) / 12.0);
    let cone = of(&Shape::cone(2.0, 1.5, Axis::X).unwrap());
    near(cone.volume, pi * 4.0);
    near(cone.center.unwrap().x, -0.75);
    near(cone.inertia.unwrap().x_axis.x, 0.3 * pi * 4.0 * 4.0);
    near(cone.inertia.unwrap().y_axis.y, pi * 4.0 * (0.15 * 4.0 + 0.0375 * 9.0));
    let cube = Shape::cuboid(Vec3::new(1.0, 2.0, 3.0)).unwrap();
    let solid = of(&cube);
    assert_eq!(
        (solid.volume, solid.center, solid.principal.unwrap().rotation),
        (48.0, Some(Vec3::ZERO), Quat::IDENTITY)
    );
    assert_eq!(solid.principal.unwrap().moments, Vec3::new(208.0, 160.0, 80.0));
    // Steiner: 8abc + 8r(ab + bc + ca) + 2πr²(a + b + c) + 4/3 πr³.
    near(of(&Shape::inflate(cube, 0.5).unwrap()).volume, 48.0 + 44.0 + 3.0 * pi + pi / 6.0);
}

#[test]
fn flat_bodies_have_a_center_and_no_inertia() {
    let flat = |shape: Shape, center: Vec3| {
        let found = of(&shape);
        assert_eq!((found.volume, found.mass, found.inertia, found.principal), (0.0, 0.0, None, None), "{shape:?}");
        assert!((found.center.unwrap() - center).length() <= 4.0 * EPS, "{shape:?}: {found:?}");
    };
    let [a, b, c] = [Vec3::ZERO, Vec3::new(3.0, 0.0, 0.0), Vec3::new(0.0, 3.0, 3.0)];
    flat(Shape::triangle([a, b, c]).unwrap(), Vec3::ONE);
    flat(Shape::triangle([a, b, a]).unwrap(), b * 0.5);
    flat(Shape::segment([c, c]).unwrap(), c);
    flat(Shape::polytope(&[a, b, c, b + c, a]).unwrap(), (b + c) * 0.5);
    flat(Shape::cuboid(Vec3::new(1.0, 0.0, 2.0)).unwrap(), Vec3::ZERO);
    flat(Shape::cone(1.0, 0.0, Axis::X).unwrap(), Vec3::ZERO);
    flat(Shape::ellipsoid(Vec3::new(1.0, 0.0, 1.0)).unwrap(), Vec3::ZERO);
    let shadow = Mat3::from_diagonal(Vec3::new(1.0, 0.0, 1.0).into());
    flat(Shape::affine(shadow, c, Shape::sphere(1.0).unwrap()).unwrap(), c);
    let cone = of(&Shape::affine(shadow, c, Shape::cone(1.0, 1.0, Axis::X).unwrap()).unwrap());
    assert_eq!((cone.volume, cone.center, cone.inertia), (0.0, None, None));
}

#[test]
fn bodies_without_closed_form_and_results_out_of_range_are_rejected() {
    let egg = Shape::inflate(Shape::ellipsoid(Vec3::new(1.0, 2.0, 1.0)).unwrap(), 0.5).unwrap();
    assert_eq!(properties(&egg, 1.0), Err(MassError::NoClosedForm));
    let sheared = Mat3::from_cols(Vec3::X, Vec3::new(0.5, 1.0, 0.0), Vec3::Z);
    let oblique = Shape::affine(sheared, Vec3::ZERO, Shape::cylinder(1.0, 1.0, Axis::Y).unwrap()).unwrap();
    assert!((of(&oblique).volume / (2.0 * std::f64::consts::PI as Real) - 1.0).abs() < 4.0 * EPS);
    assert_eq!(properties(&Shape::inflate(oblique, 0.5).unwrap(), 1.0), Err(MassError::NoClosedForm));
    let ball = Shape::sphere(1.0).unwrap();
    for density in [0.0, -1.0, Real::NAN, Real::INFINITY] {
        assert_eq!(properties(&ball, density), Err(MassError::Density));
    }
    let huge = Shape::sphere(crate::dim3::rounding::largest()).unwrap();
    assert_eq!(properties(&huge, 1.0), Err(MassError::OutOfRange { quantity: "volume" }));
    let speck = Shape::sphere(if EPS > 1.0e-10 { 1.0e-9 } else { 1.0e-70 }).unwrap();
    assert_eq!(properties(&speck, 1.0), Err(MassError::OutOfRange { quantity: "inertia" }));
}

/// A closed convex mesh has the mass of its hull, and parts add up to the mass of the whole.
#[test]
fn parts_have_the_mass_properties_of_the_whole() {
    let box_at = |x: Real, half: Real| Part {
        pose: Pose::new(Vec3::new(x, 0.0, 0.0), Quat::IDENTITY),
        ..Part::convex(Shape::cuboid(Vec3::new(half, 0.5, 0.25)).unwrap())
    };
    let whole = properties(&Shape::cuboid(Vec3::new(1.0, 0.5, 0.25)).unwrap(), 3.0).unwrap();
    let halves = Body::new(vec![box_at(4.75, 0.75), box_at(5.75, 0.25)]).unwrap();
    let PropertiesOfParts { properties: found, has_overlaps } = properties_of_parts(&halves, 3.0).unwrap();
    assert!(!has_overlaps && (found.volume, found.mass) == (whole.volume, whole.mass));
    assert_eq!(found.center, Some(Vec3::new(5.0, 0.0, 0.0)));
    assert!((found.inertia.unwrap() - whole.inertia.unwrap()).abs_diff_eq(Mat3::ZERO, 8.0 * EPS));
    let twice = Body::new(vec![box_at(0.0, 1.0), box_at(1.0, 1.0)]).unwrap();
    let PropertiesOfParts { properties: found, has_overlaps } = properties_of_parts(&twice, 3.0).unwrap();
    assert!(has_overlaps && found.volume == 2.0 * whole.volume, "{found:?}");

    let mut random = crate::dim3::random::Random(5);
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z].map(|p| p * 2.0 - Vec3::splat(0.75));
    let outward = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    for inside_out in [false, true] {
        let triangles = outward.map(|[a, b, c]| if inside_out { [b, a, c] } else { [a, b, c] });
        let mesh = Triangles::new(corners.to_vec(), triangles.to_vec(), false).unwrap();
        let pose = Pose::new(random.vector(), random.turn());
        let hull = Shape::polytope(&corners).unwrap();
        let own = properties(&hull, 2.0).unwrap();
        let body = Body::new(vec![Part { pose, ..Part::mesh(mesh.clone()) }]).unwrap();
        let found = properties_of_parts(&body, 2.0).unwrap().properties;
        assert!((found.volume - own.volume).abs() <= 4.0 * EPS * own.volume, "{found:?} {own:?}");
        assert!((found.center.unwrap() - (pose.rotation * own.center.unwrap() + pose.position)).length() < 8.0 * EPS);
        let turn = Mat3::from_quat(pose.rotation);
        let expected = turn * own.inertia.unwrap() * turn.transpose();
        assert!((found.inertia.unwrap() - expected).abs_diff_eq(Mat3::ZERO, 16.0 * EPS), "{found:?} {expected:?}");
        // A ball entirely inside the mesh touches none of its triangles.
        let middle = pose.rotation * own.center.unwrap() + pose.position;
        let ball = Part { pose: Pose::new(middle, Quat::IDENTITY), ..Part::convex(Shape::sphere(0.05).unwrap()) };
        let both = Body::new(vec![Part { pose, ..Part::mesh(mesh) }, ball]).unwrap();
        assert!(properties_of_parts(&both, 2.0).unwrap().has_overlaps, "inside");
    }
    let open = Triangles::new(corners.to_vec(), outward[..3].to_vec(), false).unwrap();
    let body = Body::new(vec![box_at(0.0, 1.0), Part::mesh(open)]).unwrap();
    assert_eq!(properties_of_parts(&body, 1.0).unwrap_err(), (Some(1), MassError::Open));
}
