//! Exact integrals of polygons anywhere, closed forms, and errors.

use dashu::rational::RBig;

use super::*;
use crate::dim2::hull;
use crate::dim2::parts::Body;
use crate::dim2::pose::Pose;
use crate::dim2::random::Random;

fn near(found: Real, wanted: f64, what: &str) {
    assert!(
        (f64::from(found) - wanted).abs() <= 4.0 * f64::from(EPS) * wanted.abs(),
        "{what}: {found:e}, not {wanted:e}"
    );
}

/// Area, center and second moment about it, by rational numbers from the origin of the frame.
fn exact(points: &[Vec2]) -> (f64, [f64; 2], f64) {
    let corners: Vec<[RBig; 2]> = hull::graham(points)
        .unwrap()
        .into_iter()
        .map(|i| points[i as usize].to_array().map(|x| RBig::try_from(f64::from(x)).unwrap()))
        .collect();
    let mut area = RBig::ZERO;
    let mut first = [RBig::ZERO, RBig::ZERO];
    let mut second = RBig::ZERO;
    for (i, p) in corners.iter().enumerate() {
        let q = &corners[(i + 1) % corners.len()];
        let cross = &p[0] * &q[1] - &p[1] * &q[0];
        let dot = |a: &[RBig; 2], b: &[RBig; 2]| &a[0] * &b[0] + &a[1] * &b[1];
        area += &cross / RBig::from(2);
        (0..2).for_each(|k| first[k] += (&p[k] + &q[k]) * &cross / RBig::from(6));
        second += (dot(p, p) + dot(p, q) + dot(q, q)) * &cross / RBig::from(12);
    }
    let center = [0, 1].map(|k: usize| &first[k] / &area);
    let about = second - (&center[0] * &first[0] + &center[1] * &first[1]);
    let real = |x: &RBig| x.to_f64().value();
    (real(&area), [real(&center[0]), real(&center[1])], real(&about))
}

#[test]
fn polygons_have_the_exact_integrals_wherever_they_are() {
    let mut random = Random(28);
    for round in 0..300 {
        let count = 3 + random.below(12);
        let mut points: Vec<Vec2> = (0..count).map(|_| random.vector().truncate()).collect();
        match round % 6 {
            1 => points.iter_mut().for_each(|p| *p += Vec2::new(1.0e4, -3.0e3)),
            2 => points.iter_mut().for_each(|p| *p *= 1.0e-6 as Real),
            3 => points.iter_mut().for_each(|p| *p *= 1.0e6 as Real),
            4 => points.iter_mut().for_each(|p| *p = Vec2::new(p.x + p.y * 1.0e-5, p.x - p.y * 1.0e-5)),
            5 => points.extend_from_within(..),
            _ => {}
        }
        let what = format!("round {round}");
        let (area, center, second) = exact(&points);
        let found = properties(&Shape::polygon(&points).unwrap(), 1.0).unwrap();
        near(found.area, area, &what);
        near(found.center.x, center[0], &what);
        near(found.center.y, center[1], &what);
        near(found.inertia.unwrap(), second, &what);
    }
}

#[test]
fn balls_around_are_added() {
    let pi = std::f64::consts::PI;
    let disc = properties(&Shape::circle(2.0).unwrap(), 3.0).unwrap();
    near(disc.area, 4.0 * pi, "disc");
    near(disc.inertia.unwrap(), 3.0 * 8.0 * pi, "disc");
    // A square with rounded corners, far from its origin: A + P r + π r².
    let at = Vec2::new(1024.0, -512.0);
    let corners = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y].map(|p| p + at);
    let square = properties(&Shape::inflate(&Shape::polygon(&corners).unwrap(), 0.5).unwrap(), 1.0).unwrap();
    near(square.area, 3.0 + 0.25 * pi, "square");
    assert_eq!(square.center, at + Vec2::splat(0.5));
    // The core 1/6; four strips ½ ((1 + ¼)/12 + (¾)²), four quarters about vertices √½ from the center.
    let strips = 4.0 * 0.5 * (1.25 / 12.0 + 0.75 * 0.75);
    let r = 0.5_f64;
    let quarters = 0.5 * pi * r.powi(4) + pi * r * r * 0.5 + 4.0 * 2.0 * r.powi(3) / 3.0;
    near(square.inertia.unwrap(), 1.0 / 6.0 + strips + quarters, "square");
}

#[test]
fn flat_bodies_have_a_center_and_no_inertia() {
    let ends = [Vec2::new(1.0, 2.0), Vec2::new(3.0, 6.0)];
    let rod = properties(&Shape::segment(ends).unwrap(), 2.0).unwrap();
    assert_eq!(rod, Properties { area: 0.0, mass: 0.0, center: Vec2::new(2.0, 4.0), inertia: None });
    let point = properties(&Shape::circle(0.0).unwrap(), 2.0).unwrap();
    assert_eq!(point, Properties { area: 0.0, mass: 0.0, center: Vec2::ZERO, inertia: None });
}

#[test]
fn what_has_no_number_is_refused() {
    let disc = Shape::circle(1.0).unwrap();
    for density in [0.0, -1.0, Real::NAN, Real::INFINITY] {
        assert_eq!(properties(&disc, density), Err(MassError::Density));
    }
    let speck = Shape::circle(if EPS > 1.0e-10 { 1.0e-11 } else { 1.0e-80 }).unwrap();
    assert_eq!(properties(&speck, 1.0), Err(MassError::OutOfRange { quantity: "inertia" }));
}

#[test]
fn parts_weigh_what_the_whole_does() {
    let box_at = |x: Real, half: Real, turn: Vec2| {
        (Shape::rectangle(Vec2::new(half, 0.5)).unwrap(), Pose::new(Vec2::new(x, 0.0), turn))
    };
    let whole = properties(&Shape::rectangle(Vec2::new(1.0, 0.5)).unwrap(), 3.0).unwrap();
    let halves = Body::new(vec![box_at(4.75, 0.75, Vec2::X), box_at(5.75, 0.25, -Vec2::X)]).unwrap();
    let PropertiesOfParts { properties: found, has_overlaps } = properties_of_parts(&halves, 3.0).unwrap();
    assert_eq!((found.area, found.mass, has_overlaps), (whole.area, whole.mass, false));
    assert_eq!(found.center, Vec2::new(5.0, 0.0));
    assert!((found.inertia.unwrap() - whole.inertia.unwrap()).abs() <= 8.0 * EPS);
    let twice = Body::new(vec![box_at(0.0, 1.0, Vec2::X), box_at(1.0, 1.0, Vec2::X)]).unwrap();
    let PropertiesOfParts { properties: found, has_overlaps } = properties_of_parts(&twice, 3.0).unwrap();
    assert!(has_overlaps && found.area == 2.0 * whole.area, "{found:?}");
}
