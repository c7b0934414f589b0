//! Tests of the ray cast alone: which proof gives the upper bound, and that the points of `W` do not move.

use super::*;
use crate::dim3::cast::pose::Pose;
use crate::dim3::cast::prelude::*;
use crate::dim3::cast::shape::Shape;
use crate::dim3::cast::support::Cso;

fn cast<'a>(a: &'a Shape, b: &'a Shape, at: Vec3, r: Vec3) -> RayCast<Cso<&'a Shape, &'a Shape>> {
    let cso = Cso::new(a, &Pose::IDENTITY, b, &Pose::new(at, Quat::IDENTITY));
    RayCast::new(cso, r, Options::default())
}

#[test]
fn balls_prove_a_hit_of_balls_and_a_triangle_one_of_boxes() {
    let ball = Shape::sphere(0.5).unwrap();
    let cube = Shape::cuboid(Vec3::ONE).unwrap();
    let mut balls = cast(&ball, &ball, Vec3::new(4.0, 0.25, 0.0), -Vec3::X * 8.0);
    assert_eq!((balls.run(), balls.state.proof), (Outcome::Hit, Some(Proof::Radius)));
    let mut boxes = cast(&cube, &cube, Vec3::new(4.0, 0.4, 0.3), Vec3::new(-8.0, 0.1, 0.2));
    assert_eq!((boxes.run(), boxes.state.proof), (Outcome::Hit, Some(Proof::Pierced)));
}

#[test]
fn vertices_of_the_simplex_stay_points_of_the_difference_at_the_start() {
    let cube = Shape::cuboid(Vec3::ONE).unwrap();
    let mut boxes = cast(&cube, &cube, Vec3::new(4.0, 0.4, 0.3), Vec3::new(-8.0, 0.1, 0.2));
    while boxes.step().is_continue() {
        for i in crate::dim3::cast::simplex::subset::members(boxes.filled) {
            let w = boxes.simplex[i];
            assert_eq!(w.w, w.a - w.b);
        }
    }
}
