//! A pair that moves a little between queries: a warm start from the last answer takes fewer iterations, and the
//! answers are the same.

#![allow(clippy::print_stdout)]

use contact_lens_engine::double::dim3::distance::{Motion, Options, signed_distance};
use contact_lens_engine::double::random::Random;
use contact_lens_engine::double::{Collider, Pose};
use contact_lens_engine::glam::{DQuat, DVec3};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut random = Random(3);
    let cloud: Vec<DVec3> = (0..200).map(|_| random.direction()).collect();
    let hull = Collider::convex_hull(&cloud)?;
    // The functions of single algorithms take the shape of a convex collider.
    let shape = hull.shape().ok_or("a hull is convex")?;
    let mut warm = Motion::default();
    let mut iterations = [0, 0];
    for frame in 0..200 {
        let angle = f64::from(frame) * 0.005;
        let at = Pose::new(DVec3::new(2.5 - angle, 0.3, 0.1), DQuat::from_rotation_y(angle));
        let from_last = warm.signed_distance(shape, &Pose::IDENTITY, shape, &at, &Options::default());
        let anew = signed_distance(shape, &Pose::IDENTITY, shape, &at, &Options::default());
        let [a, b] = [from_last, anew].map(|answer| answer.signed_distance.unwrap_or(f64::NAN));
        assert!((a - b).abs() < 1.0e-9, "frame {frame}: {a} {b}");
        iterations[0] += from_last.iterations;
        iterations[1] += anew.iterations;
    }
    println!("200 frames: {} iterations warm, {} cold", iterations[0], iterations[1]);
    assert!(iterations[0] < iterations[1]);
    Ok(())
}
