//! Tests the gap of a miss: checked along its normal in double precision, and against the least distance of the bodies.

use super::*;

impl Scene {
    /// Least gap of the bodies along a unit vector up to `t`, in double precision.
    fn least_gap_along(&self, n: glam::DVec3, t: f64) -> f64 {
        let extent = |i: usize, d: glam::DVec3| {
            let pose = pose_to_f64(&self.poses[i]);
            let own = double::dim3::support::farthest(&self.bodies[i].to_f64(), pose.rotation().conjugate() * d).point;
            (pose.rotation() * own + pose.position).dot(d)
        };
        let gap = -extent(1, -n) - extent(0, n);
        gap + (to_f64(self.velocities[1]) - to_f64(self.velocities[0])).dot(n).min(0.0) * t
    }
}

#[test]
fn the_gap_of_a_miss_is_proven_by_its_normal() {
    let mut dice = Dice::new(78);
    let mut missed = 0;
    let mut still = 0;
    for _ in 0..400 {
        let mut scene = {
            let other = if dice.below(3) == 0 { polytope(&mut dice) } else { curved(&mut dice) };
            let bodies = [curved(&mut dice), other];
            scene(&mut dice, bodies)
        };
        // Past each other, from near and far, or not at all.
        scene.poses[1].position = scene.poses[0].position + dice.vector().normalize() * 4.0;
        let toward = scene.poses[0].position - scene.poses[1].position;
        let aside = dice.vector() * 6.0;
        scene.velocities[1] = scene.velocities[0] + (toward + aside) * [0.0, 1.0, 1.0, 20.0][dice.below(4)];
        for (method, answer) in scene.answers() {
            if answer.outcome.hit() != Some(false) {
                continue;
            }
            (missed, still) = (missed + 1, still + usize::from(answer.outcome == Outcome::NoRelativeMotion));
            let context = || format!("{method}: {answer:?}\n{scene:?}");
            let n = to_f64(answer.normal.unwrap());
            let gap = f64::from(answer.gap.unwrap());
            let path_length = to_f64(scene.velocities[1] - scene.velocities[0]).length() * f64::from(scene.t_max);
            let rounding = f64::from(64.0 * EPS) * (scene.size() + path_length.min(4.0 * scene.size()));
            let end = f64::from(scene.t_max).min(2.0 * scene.size() * f64::from(scene.t_max) / path_length.max(1e-300));
            let proven = scene.least_gap_along(n, end);
            assert!(proven >= gap - rounding, "proven {proven}, reported {gap}: {}", context());
            let least = scene.least_distance();
            assert!(least - gap <= rounding + 1.0e-6 * least, "least {least}, reported {gap}: {}", context());
        }
    }
    assert!(missed > 300 && still > 50, "{missed} {still}");
}
