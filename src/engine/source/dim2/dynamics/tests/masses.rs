//! Mass properties against integrals summed over small squares, and sines against the standard library's.

use super::*;

/// Area, center and second moment about it, summed over a grid of `n²` points.
fn summed(shape: &Shape, n: i32) -> (f64, [f64; 2], f64) {
    let reach = f64::from(shape.radius() as f32);
    let cell = 2.0 * reach / f64::from(n);
    let core: Vec<[f64; 2]> = shape.core().iter().map(|p| [p.x as f64, p.y as f64]).collect();
    let margin = shape.margin() as f64;
    let mut area = 0.0;
    let mut first = [0.0; 2];
    let mut second = 0.0;
    for i in 0..n * n {
        let at = [i % n, i / n].map(|k| (f64::from(k) + 0.5) * cell - reach);
        if distance(&core, at) <= margin {
            area += 1.0;
            second += at[0] * at[0] + at[1] * at[1];
            first = [first[0] + at[0], first[1] + at[1]];
        }
    }
    let center = first.map(|m| m / area);
    let about = second / area - center[0] * center[0] - center[1] * center[1];
    (area * cell * cell, center, about * area * cell * cell)
}

/// Distance of a point from a convex polygon, 0 inside.
fn distance(core: &[[f64; 2]], at: [f64; 2]) -> f64 {
    let mut inside = core.len() > 2;
    let mut nearest = f64::INFINITY;
    for i in 0..core.len() {
        let p = core[i];
        let q = core[(i + 1) % core.len()];
        let side = [q[0] - p[0], q[1] - p[1]];
        let to = [at[0] - p[0], at[1] - p[1]];
        inside &= side[0] * to[1] - side[1] * to[0] >= 0.0;
        let square = side[0] * side[0] + side[1] * side[1];
        let t = if square > 0.0 { ((side[0] * to[0] + side[1] * to[1]) / square).clamp(0.0, 1.0) } else { 0.0 };
        nearest = nearest.min((to[0] - t * side[0]).hypot(to[1] - t * side[1]));
    }
    if inside { 0.0 } else { nearest }
}

#[test]
fn evenly_filled_shapes_weigh_what_their_integrals_say() {
    let triangle = [Vec2::new(0.5, 0.25), Vec2::new(2.0, 0.5), Vec2::new(1.0, 2.0)];
    let polygon = Shape::polygon(&triangle).unwrap();
    let shapes = [
        Shape::circle(1.5).unwrap(),
        Shape::rectangle(Vec2::new(1.0, 0.25)).unwrap(),
        Shape::capsule(0.5, 1.0).unwrap(),
        Shape::inflate(&polygon, 0.4).unwrap(),
        polygon,
    ];
    for shape in shapes {
        let mass = MassProperties::of(&Body { mass: Mass::Density(2.0), ..Body::new(shape.clone()) }).unwrap();
        let (area, center, second) = summed(&shape, 1200);
        let close = |found: Real, wanted: f64| (found as f64 - wanted).abs() <= 4e-3 * wanted.abs().max(0.25);
        assert!(close(mass.mass, 2.0 * area) && close(mass.inertia, 2.0 * second), "{shape:?} {mass:?}");
        assert!(close(mass.center.x, center[0]) && close(mass.center.y, center[1]), "{shape:?} {mass:?}");
    }
}

#[test]
fn closed_forms_are_met_to_rounding_at_every_scale() {
    // Powers of two, so that the shapes themselves are not rounded.
    for exponent in [-20, 0, 20] {
        let scale = (2.0 as Real).powi(exponent);
        let of = |shape: Shape| MassProperties::of(&Body { mass: Mass::Mass(3.0), ..Body::new(shape) }).unwrap();
        let near =
            |found: Real, wanted: Real| assert!((found - wanted).abs() <= 16.0 * EPS * wanted, "{found} {wanted}");
        near(of(Shape::circle(scale).unwrap()).inertia, 1.5 * scale * scale);
        near(of(Shape::rectangle(Vec2::new(scale, 2.0 * scale)).unwrap()).inertia, 5.0 * scale * scale);
        let rod = [Vec2::new(0.0, 0.0), Vec2::new(scale, 0.0)];
        near(of(Shape::segment(rod).unwrap()).inertia, 0.25 * scale * scale);
        // Distance from the shape's own origin costs no precision.
        let away = rod.map(|p| p + Vec2::new(64.0 * scale, 0.0));
        near(of(Shape::segment(away).unwrap()).inertia, 0.25 * scale * scale);
    }
    let point = MassProperties::of(&Body { mass: Mass::Mass(3.0), ..Body::new(Shape::circle(0.0).unwrap()) }).unwrap();
    assert_eq!((point.inverse_inertia, point.mass), (0.0, 3.0), "a point does not turn");
}

#[test]
fn sines_are_those_of_the_standard_library_to_the_last_digit() {
    let mut random = crate::dim2::dynamics::random::Random(7);
    let mut worst = [0.0_f64; 2];
    for round in 0..20_000 {
        let reach = [1.0_f64, 10.0, 1000.0, 1.0e6, 1.0e9][round % 5];
        let angle = random.signed() * (reach as Real);
        let turned = trig::rotation(angle);
        let (sin, cos) = (angle as f64).sin_cos();
        let error = (turned.x as f64 - cos).abs().max((turned.y as f64 - sin).abs());
        let own = EPS as f64 * (1.0 + if reach > 1.0e6 { 0.5 * reach } else { 0.0 });
        worst[0] = worst[0].max(error / own);
        let direction = Vec2::new(random.signed(), random.signed());
        let atan = (direction.y as f64).atan2(direction.x as f64);
        worst[1] = worst[1].max((trig::angle(direction) as f64 - atan).abs() / (EPS as f64 * 4.0));
    }
    assert!(worst[0] <= 1.0 && worst[1] <= 1.0, "{worst:?}");
    assert_eq!(trig::angle(Vec2::new(-1.0, 0.0)), std::f64::consts::PI as Real);
    assert_eq!(trig::angle(Vec2::ZERO), 0.0);
}
