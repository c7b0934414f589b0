//! Tests of support mappings and of distances to points.

use super::*;

#[test]
fn distances_to_points_agree_with_formulas() {
    let unit = Shape::Box { half_extents: [1.0, 2.0, 3.0] };
    let ball = Shape::Sphere { radius: 1.5 };
    let cylinder = Shape::Cylinder { radius: 1.0, half_height: 2.0, axis: Axis::Z };
    let cone = Shape::Cone { radius: 3.0, half_height: 2.0, axis: Axis::Y };
    let egg = Shape::Ellipsoid { radii: [3.0, 1.0, 2.0] };
    let rows = [[2.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let long = Shape::Affine { matrix: rows, offset: [1.0, 0.0, 0.0], shape: std::boxed::Box::new(ball.clone()) };
    let puffed = Shape::Inflate { radius: 0.25, shape: std::boxed::Box::new(unit.clone()) };
    let flat = Shape::Triangle { points: [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]] };
    let cases = [
        (&unit, DVec3::new(4.0, 6.0, 3.5), (9.0 + 16.0 + 0.25f64).sqrt()),
        (&unit, DVec3::new(0.5, 0.5, -2.9), 0.0),
        (&unit, DVec3::new(1.0, 2.0, 3.0), 0.0),
        (&ball, DVec3::new(3.0, 4.0, 0.0), 3.5),
        (&ball, DVec3::new(0.3, 0.4, 1.0), 0.0),
        (&cylinder, DVec3::new(3.0, 4.0, 1.0), 4.0),
        (&cylinder, DVec3::new(0.0, 0.0, 5.0), 3.0),
        (&cone, DVec3::new(0.0, 3.0, 0.0), 1.0),
        (&cone, DVec3::new(1.5 + 0.8, 0.6, 0.0), 1.0),
        (&cone, DVec3::new(0.0, -5.0, 2.0), 3.0),
        (&cone, DVec3::new(0.5, 0.9, 0.5), 0.0),
        (&egg, DVec3::new(0.0, 1.5, 0.0), 0.5),
        (&egg, DVec3::new(2.9, 0.1, 0.1), 0.0),
        (&egg, DVec3::new(3.0, 1.0, 0.0), 0.636_079_744_366_5),
        (&long, DVec3::new(3.9, 0.0, 0.0), 0.0),
        (&long, DVec3::new(5.0, 0.0, 0.0), 1.0),
        (&long, DVec3::new(1.0, 5.0, 0.0), 3.5),
        (&puffed, DVec3::new(4.0, 6.0, 3.0), 4.75),
        (&flat, DVec3::new(0.25, 0.25, 2.0), 2.0),
        (&flat, DVec3::new(1.0, 1.0, 0.0), 0.5f64.sqrt()),
    ];
    for (shape, point, distance) in cases {
        let found = Placed::of_shape(shape).distance_to(point, 1e-12);
        assert!((found - distance).abs() < 1e-9, "{shape:?} {point}: {found} instead of {distance}");
    }
}

#[test]
fn a_point_is_never_reported_farther_from_a_stretched_body_than_it_is() {
    let ball = Shape::Sphere { radius: 1.0 };
    for radii in [[100.0, 1.0, 1.0], [3.0, 1.0, 2.0], [1.0, 1e-3, 1.0]] {
        let [x, y, z] = radii;
        let matrix = [[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]];
        let image = Shape::Affine { matrix, offset: [0.0; 3], shape: std::boxed::Box::new(ball.clone()) };
        let egg = Shape::Ellipsoid { radii };
        for (i, height) in (0..60).zip([1e-6, 1e-3, 0.1, 5.0].into_iter().cycle()) {
            let angle = 0.1 + f64::from(i);
            let on_ball = DVec3::new(angle.cos(), angle.sin() * 0.8, angle.sin() * 0.6);
            let on_egg = on_ball * DVec3::from_array(radii);
            // A point of the outward normal has the foot of the normal as its nearest point.
            let normal = (on_ball / DVec3::from_array(radii)).normalize();
            let point = on_egg + height * normal;
            for shape in [&image, &egg] {
                let found = Placed::of_shape(shape).distance_to(point, 1e-9);
                assert!(found <= height + 1e-9, "{shape:?} {point}: {found} above {height}");
                assert!(found >= 0.99 * height - 1e-9, "{shape:?} {point}: {found} far below {height}");
            }
        }
    }
}

#[test]
fn gaps_are_positive_between_bodies_and_negative_where_they_overlap() {
    let ball = Shape::Sphere { radius: 1.0 };
    let a = Placed::of_shape(&ball);
    let mut b = Placed::of_shape(&ball);
    b.position = DVec3::new(5.0, 0.0, 0.0);
    assert_eq!(gap_along(&a, &b, DVec3::X), 3.0);
    assert_eq!(gap_along(&a, &b, DVec3::Y), -2.0);
    b.position = DVec3::new(0.5, 0.0, 0.0);
    assert_eq!(gap_along(&a, &b, DVec3::X), -1.5);
}
