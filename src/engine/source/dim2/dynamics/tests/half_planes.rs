//! Half-planes as ground: equal to a wide box at any pose, and slopes on which bodies slide as predicted.

use super::*;

/// A half-plane whose line passes through a point, with a normal at an angle from straight up.
fn half_plane(through: [f64; 2], tilt: Real) -> Body {
    let up = Vec2::new(-tilt.sin(), tilt.cos());
    let plane = HalfPlane { normal: Vec2::Y, offset: 0.25 };
    let position = vector(through) - up * 0.25;
    let motion = Motion::Static;
    Body { position, angle: tilt, motion, shape: Solid::HalfPlane(plane), ..ground() }
}

#[test]
fn a_stack_stands_on_a_half_plane_as_on_a_box() {
    let stack = |ground: Body| {
        let mut bodies = vec![ground];
        bodies.extend((0..4).map(|i| cuboid([0.5, 0.5], [0.05 * f64::from(i), 0.51 + 1.01 * f64::from(i)])));
        bodies.push(ball(0.3, [4.0, 1.0]));
        run(down(), bodies, vec![], frames(180))
    };
    let [on_box, on_plane] = [ground(), half_plane([0.0, 0.0], 0.0)].map(stack);
    assert_eq!(on_box.contacts.len(), on_plane.contacts.len());
    for (one, other) in on_box.bodies.iter().zip(&on_plane.bodies).skip(1) {
        let off = (one.pose.position - other.pose.position).length();
        assert!(off < 1.0e-3, "{:?} {:?}", one.pose, other.pose);
    }
}

#[test]
fn on_a_slope_without_friction_a_box_slides_by_gravity_alone() {
    for tilt in [-0.5, -0.2, 0.3, 0.6] {
        let tilt = tilt as Real;
        let mut plane = half_plane([1.0, 2.0], tilt);
        plane.friction = 0.0;
        let up = Vec2::new(-tilt.sin(), tilt.cos());
        let mut block = cuboid([0.5, 0.25], [0.0; 2]);
        block.position = vector([1.0, 2.0]) + up * 0.25;
        block.angle = tilt;
        block.friction = 0.0;
        let start = block.position;
        let world = run(down(), vec![plane, block], vec![], frames(60));
        let moved = world.bodies[1].pose.position - start;
        let downhill = Vec2::new(-up.y, up.x) * tilt.signum();
        // Symplectic Euler: n steps of h add up to ½ g h² n (n + 1).
        let wanted = 0.5 * G * tilt.sin().abs() * H * H * 60.0 * 61.0;
        assert!((moved.dot(downhill) - wanted).abs() < 0.02 * wanted, "{tilt}: {moved:?}, not {wanted}");
        assert!(moved.dot(up).abs() < 0.02, "{tilt}: it leaves the slope by {}", moved.dot(up));
    }
}

#[test]
fn a_ball_comes_to_rest_between_two_half_planes() {
    let bodies = vec![half_plane([0.0, 0.0], 0.6), half_plane([0.0, 0.0], -0.6), ball(0.5, [0.0, 2.0])];
    let world = run(down(), bodies, vec![], frames(240));
    assert_eq!(world.contacts.len(), 2, "one with each");
    let ball = &world.bodies[2];
    assert!(ball.pose.position.x.abs() < 1.0e-2 && ball.velocity.length() < 1.0e-2, "{:?}", ball.pose);
    close(ball.pose.position.y, 0.5 / f64::cos(0.6), 2.0e-2);
}
