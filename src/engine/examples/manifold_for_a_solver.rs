//! Contacts for a physics solver: a crate falls on the ground, and impulses at its contact points stop it. Point ids
//! keep the impulses from one frame to the next.

#![allow(clippy::print_stdout)]

use std::collections::HashMap;

use contact_lens_engine::double::dim3::collider::Workspace;
use contact_lens_engine::double::{Collider, Pose};
use contact_lens_engine::glam::{DQuat, DVec3};

/// Duration of a frame, seconds.
const FRAME: f64 = 1.0 / 60.0;

/// Number of passes over all contact points per frame.
const ITERATIONS: u32 = 4;

/// Distance within which contacts are predicted, meters: more than the crate falls in a frame.
const MARGIN: f64 = 0.1;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let ground = Collider::half_space(DVec3::Y, 0.0)?;
    let body = Collider::cuboid(DVec3::new(0.5, 0.25, 0.5))?;
    let mass = body.mass(200.0)?.mass;
    let mut workspace = Workspace::default();
    let mut position = DVec3::new(0.0, 1.0, 0.0);
    let mut velocity = DVec3::ZERO;
    let mut impulses: HashMap<u64, f64> = HashMap::new();
    for frame in 0..90 {
        velocity.y -= 9.81 * FRAME;
        let at = Pose::new(position, DQuat::IDENTITY);
        let contacts = workspace.contacts(&ground, &Pose::IDENTITY, &body, &at, MARGIN)?;
        // Points that persist start from the impulses of the last frame.
        let mut sums = HashMap::new();
        for iteration in 0..ITERATIONS {
            for contact in contacts {
                let normal = contact.manifold.normal.ok_or("a contact has a normal")?;
                for point in &contact.manifold.points {
                    if iteration == 0 {
                        let last = impulses.get(&point.id).copied().unwrap_or(0.0);
                        velocity += normal * (last / mass);
                        sums.insert(point.id, last);
                    }
                    // The crate may approach by the gap in this frame, but not by more.
                    let excess = -velocity.dot(normal) - (-point.depth).max(0.0) / FRAME;
                    let sum = sums.entry(point.id).or_insert(0.0);
                    let next = (*sum + mass * excess).max(0.0);
                    velocity += normal * ((next - *sum) / mass);
                    *sum = next;
                }
            }
        }
        impulses = sums;
        position += velocity * FRAME;
        if frame % 15 == 14 {
            println!("frame {frame}: height {:.4} m, {} points", position.y, impulses.len());
        }
    }
    assert!((position.y - 0.25).abs() < 1.0e-3 && velocity.length() < 1.0e-6, "the crate rests on the ground");
    assert_eq!(impulses.len(), 4);
    Ok(())
}
