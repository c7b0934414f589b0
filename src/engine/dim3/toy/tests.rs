//! Two cubes, face to face.

use super::super::pose::Pose;
use super::super::prelude::*;
use super::super::shape::Shape;
use super::super::support::Cso;
use super::Toy;

#[test]
fn the_gap_of_two_cubes_is_between_their_faces() {
    let cube = Shape::cuboid(Vec3::splat(0.5)).unwrap();
    let at = Pose::new(Vec3::new(2.0, 0.0, 0.0), Quat::IDENTITY);
    let mut toy =
        Toy { cso: Cso::new(&cube, &Pose::IDENTITY, &cube, &at), n: Vec3::ZERO, gap: None, points: [Vec3::ZERO; 2] };
    toy.run();
    assert_eq!((toy.n, toy.gap), (Vec3::X, Some(1.0)));
}
