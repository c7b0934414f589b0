//! A character, a capsule, walks over a level, a triangle mesh: it slides along walls and stays on the floor.
//!
//! Each step casts the capsule along its motion, stops a little before the first contact, and removes the component of
//! the remaining motion that goes into the wall.

#![allow(clippy::print_stdout)]

use contact_lens_engine::ask::Axis;
use contact_lens_engine::double::dim3::collider::Workspace;
use contact_lens_engine::double::{Collider, Pose};
use contact_lens_engine::glam::{DQuat, DVec3};

/// Distance that the character keeps from the level, meters.
const SKIN: f64 = 0.01;

/// A floor of 10 m by 10 m and a wall at x = 3 that rises to 2 m.
fn level() -> Result<Collider, Box<dyn std::error::Error>> {
    let vertices = [
        [-5.0, 0.0, -5.0],
        [5.0, 0.0, -5.0],
        [5.0, 0.0, 5.0],
        [-5.0, 0.0, 5.0],
        [3.0, 0.0, -5.0],
        [3.0, 0.0, 5.0],
        [3.0, 2.0, 5.0],
        [3.0, 2.0, -5.0],
    ];
    let triangles = vec![[0, 2, 1], [0, 3, 2], [4, 5, 6], [4, 6, 7]];
    Ok(Collider::one_sided_mesh(vertices.map(DVec3::from).to_vec(), triangles)?)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let level = level()?;
    let character = Collider::capsule(0.4, 0.5, Axis::Y)?;
    let mut workspace = Workspace::default();
    let mut position = DVec3::new(0.0, 1.5, 0.0);
    for step in 0..40 {
        // Walking along +x and +z, and falling.
        let mut motion = DVec3::new(0.15, -0.1, 0.05);
        for _ in 0..3 {
            let at = Pose::new(position, DQuat::IDENTITY);
            let velocities = [DVec3::ZERO, motion];
            let hit = workspace.cast(&level, &Pose::IDENTITY, &character, &at, velocities, 1.0);
            let Some((t, normal)) = hit.ok().and_then(|hit| hit.time.zip(hit.normal)) else {
                position += motion;
                break;
            };
            position += motion * t + normal * SKIN;
            motion *= 1.0 - t;
            motion -= normal * motion.dot(normal).min(0.0);
        }
        if step % 10 == 9 {
            println!("step {step}: {position:.3}");
        }
    }
    let at = Pose::new(position, DQuat::IDENTITY);
    let found = workspace.distance(&level, &Pose::IDENTITY, &character, &at)?;
    println!("{:.4} m from triangle {}", found.signed_distance, found.parts[0]);
    assert!(found.signed_distance > 0.0 && found.signed_distance < 0.1);
    assert!((position.x - 2.6).abs() < 0.1, "the wall stops the character");
    assert!((position.y - 0.9).abs() < 0.1, "the floor carries it");
    assert!(position.z > 1.5, "it slides along the wall");
    Ok(())
}
