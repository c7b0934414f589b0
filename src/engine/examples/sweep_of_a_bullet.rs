//! A fast bullet and a thin wall: tests at the frames of a game miss the wall, a cast finds the time of the hit.

#![allow(clippy::print_stdout)]

use contact_lens_engine::double::dim3::collider::Velocity;
use contact_lens_engine::double::{Collider, Pose, collider};
use contact_lens_engine::glam::{DQuat, DVec3};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bullet = Collider::ball(0.005)?;
    let wall = Collider::cuboid(DVec3::new(0.01, 2.0, 2.0))?;
    let wall_pose = Pose::new(DVec3::new(10.1, 0.0, 0.0), DQuat::IDENTITY);
    let start = Pose::new(DVec3::new(0.0, 0.5, 0.0), DQuat::IDENTITY);
    let velocity = DVec3::new(400.0, 0.0, 0.0);

    let frames = 6;
    for frame in 0..frames {
        let at = Pose::new(start.position + velocity * (f64::from(frame) / 60.0), DQuat::IDENTITY);
        assert_eq!(collider::intersects(&wall, &wall_pose, &bullet, &at), Some(false), "tunneling");
    }
    println!("no overlap in {frames} frames");

    let velocities = [DVec3::ZERO, velocity];
    let hit = collider::cast(&wall, &wall_pose, &bullet, &start, velocities, 0.1)?;
    let time = hit.time.ok_or("no hit")?;
    println!("hit after {time:.9} s, proven between {:.9} s and {:.9} s", hit.lower, hit.upper.unwrap_or(time));
    assert!((time - (10.1 - 0.01 - 0.005) / 400.0).abs() < 1.0e-12);
    assert_eq!(hit.normal, Some(-DVec3::X));

    // The wall, a revolving door now, moves out of the way.
    let door = Velocity { linear: DVec3::ZERO, angular: DVec3::Y * 60.0 };
    let moving = Velocity { linear: velocity, angular: DVec3::ZERO };
    let aside = Pose::new(start.position + DVec3::Z * 1.5, DQuat::IDENTITY);
    let miss = collider::cast_rotating(&wall, &wall_pose, &bullet, &aside, [door, moving], 0.1)?;
    println!("revolving door: {:?}, least distance {:?} m", miss.outcome, miss.gap);
    assert_eq!(miss.outcome.hit(), Some(false));
    Ok(())
}
