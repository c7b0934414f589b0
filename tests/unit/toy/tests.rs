//! Two cubes, face to face.

use super::super::engine::dim3::shape::Shape;
use super::super::engine::dim3::support::Cso;
use super::super::engine::pose::Pose;
use super::super::engine::prelude::*;
use super::stepper::Toy;

#[test]
fn the_gap_of_two_cubes_is_between_their_faces() {
    let cube = Shape::cuboid(Vec3::splat(0.5)).unwrap();
    let at = Pose::new(Vec3::new(2.0, 0.0, 0.0), Quat::IDENTITY);
    let run = |along| {
        let mut toy = Toy::new(Cso::new(&cube, &Pose::IDENTITY, &cube, &at), along);
        toy.run();
        toy
    };
    let toy = run(None);
    assert_eq!((toy.n, toy.gap), (Vec3::X, Some(1.0)));
    let oblique = run(Some(Vec3::new(3.0, 4.0, 0.0))).gap.unwrap();
    assert!((oblique + 0.2).abs() < 8.0 * EPS, "1.5 · 0.6 − 0.5 · 0.8 less 0.5 · 1.4, not {oblique}");
}
