//! Tests of conservative advancement alone: it never passes the surface, and converges as fast as Newton's method.

use super::*;
use crate::dim3::cast::pose::Pose;
use crate::dim3::cast::prelude::*;
use crate::dim3::cast::shape::Shape;
use crate::dim3::cast::support::Cso;

#[test]
fn it_never_passes_the_surface_and_needs_few_queries() {
    let ball = Shape::sphere(0.5).unwrap();
    let cso = Cso::new(&ball, &Pose::IDENTITY, &ball, &Pose::new(Vec3::new(4.0, 0.9, 0.0), Quat::IDENTITY));
    let mut advance = Advance::new(cso, -Vec3::X * 8.0, Options::default());
    while advance.state.phase == Phase::Search && advance.step().is_continue() {
        let apart = (Vec3::new(4.0, 0.9, 0.0) + advance.state.x).length();
        assert!(apart >= 1.0 - 8.0 * EPS, "{apart}");
    }
    assert!(advance.state.k <= 10, "{} queries", advance.state.k);
    assert_eq!(advance.run(), Outcome::Hit);
}
