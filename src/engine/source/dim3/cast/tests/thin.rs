//! Tests hits of bodies without volume, which no inscribed ball proves, and the contact of curved bodies that nearly
//! pass each other.

use super::*;

/// Asserts that every method proves a hit at `time`, to rounding.
fn assert_hit_at(scene: &Scene, time: f64, methods: usize) {
    let answers = scene.answers();
    assert_eq!(answers.len(), methods);
    for (method, answer) in &answers {
        assert_eq!(answer.outcome, Outcome::Hit, "{method}: {answer:?}\n{scene:?}");
        let bounds = [f64::from(answer.lower), f64::from(answer.upper.unwrap())];
        let off = 64.0 * f64::from(EPS) * scene.size();
        assert!(bounds[0] <= time + off && time - off <= bounds[1], "{method}: {answer:?}\n{scene:?}");
        let t = f64::from(answer.t_first.unwrap());
        assert!((t - time).abs() <= off, "{method} at {t}: {answer:?}\n{scene:?}");
    }
}

#[test]
fn a_point_hits_a_triangle_that_it_crosses() {
    let mut dice = Dice::new(91);
    for _ in 0..40 {
        let corners = vec![Vec3::new(-1.0, -1.0, 0.0), Vec3::new(1.5, -0.75, 0.0), Vec3::new(0.0, 1.25, 0.0)];
        let bodies = [Recipe::Points(corners), Recipe::Points(vec![Vec3::ZERO])];
        let aside = Vec3::new(dice.real(), dice.real(), 0.0) * 0.25;
        let velocity = Vec3::new(aside.x * 0.5, -aside.y * 0.5, -1.0);
        assert_hit_at(&scene_at_rest(bodies, aside + Vec3::Z * 0.5, velocity, 2.0), 0.5, 3);
    }
}

#[test]
fn a_segment_hits_a_segment_that_it_crosses() {
    let mut dice = Dice::new(92);
    for _ in 0..40 {
        let tilt = dice.real() * 0.5;
        let bodies = [
            Recipe::Points(vec![-Vec3::X, Vec3::X]),
            Recipe::Points(vec![Vec3::new(-tilt, -1.0, 0.0), Vec3::new(tilt, 1.0, 0.0)]),
        ];
        let aside = Vec3::new(dice.real(), dice.real(), 0.0) * 0.25;
        assert_hit_at(&scene_at_rest(bodies, aside + Vec3::Z * 0.5, -Vec3::Z, 2.0), 0.5, 3);
    }
}

/// Two balls, and an ellipsoid or a cylinder and a ball that are two discs in a plane of symmetry: B passes A at a
/// height slightly less than the sum of both radii, by the fraction `share` of it.
#[test]
fn the_contact_of_curved_bodies_that_nearly_pass_is_exact_to_rounding() {
    let radius = 1.25f64;
    let far = 5.0f64;
    let [a, b] = [1.0, 0.25];
    for share in [1.0e-1, 1.0e-2, 1.0e-3, 1.0e-4] {
        let height = ((1.0 - share) * radius) as Real;
        let height_wide = f64::from(height);
        let back = ((radius - height_wide) * (radius + height_wide)).sqrt();
        for body in [Recipe::Ball(a), Recipe::Ellipsoid(Vec3::new(a, a, 2.0)), Recipe::Cylinder(a, 0.5)] {
            let at = match body {
                Recipe::Cylinder(..) => Vec3::new(-far as Real, 0.0, height),
                _ => Vec3::new(-far as Real, height, 0.0),
            };
            let scene = scene_at_rest([body, Recipe::Ball(b)], at, Vec3::X * 2.0, 10.0);
            let aside = to_f64(at) + glam::DVec3::X * far;
            let normal = (aside - glam::DVec3::X * back) / radius;
            let time = (far - back) / 2.0;
            // A rounding error along the normal moves the contact by `radius / back` of it along the path.
            let slack = 64.0 * f64::from(EPS) * scene.size() * radius / back;
            for (method, answer) in scene.answers() {
                let context = || format!("{method}, {share}: {answer:?}\n{scene:?}");
                let t = f64::from(answer.t_first.unwrap());
                assert!((t - time).abs() <= slack, "at {t}, not {time}: {}", context());
                let off = (to_f64(answer.normal.unwrap()) - normal).length();
                assert!(method == "advance" || off <= slack, "the normal is off by {off} of {slack}: {}", context());
            }
        }
    }
}

/// Bodies that start far apart: the estimate of the time has all digits of the path's length.
#[test]
fn the_time_of_a_long_path_has_all_digits() {
    for far in [1.0e3, 1.0e6] as [Real; 2] {
        for body in [Recipe::Ball(0.5), Recipe::Capsule(0.5, 1.0), Recipe::Ellipsoid(Vec3::new(0.5, 1.0, 0.75))] {
            let scene = scene_at_rest([body, Recipe::Ball(0.0)], Vec3::new(-far, 0.0, 0.0), Vec3::X * 4.0, far);
            let (method, answer) = scene.answers().remove(0);
            let time = f64::from(far - 0.5) / 4.0;
            let off = (f64::from(answer.t_first.unwrap()) - time).abs() / time;
            assert!(off <= 16.0 * f64::from(EPS), "{method} is off by {off}: {answer:?}\n{scene:?}");
        }
    }
}
