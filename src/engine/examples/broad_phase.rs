//! A broad phase for 10 000 moving bodies: sweep and prune finds the pairs of overlapping boxes, and the narrow phase
//! tests only those.

#![allow(clippy::print_stdout)]

use contact_lens_engine::double::dim3::collider::Workspace;
use contact_lens_engine::double::dim3::sweep_and_prune::{Bounds, SweepAndPrune};
use contact_lens_engine::double::random::Random;
use contact_lens_engine::double::{Collider, NoAnswer, Pose};
use contact_lens_engine::glam::{DQuat, DVec3};

/// Number of moving bodies.
const BODIES: usize = 10_000;

/// Box of a placed collider for the broad phase.
fn bounds(collider: &Collider, pose: &Pose) -> Result<Option<Bounds<3>>, NoAnswer> {
    let found = collider.aabb(pose)?;
    Ok(Some(Bounds { min: found.low, max: found.high }))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let kinds = [Collider::ball(0.5)?, Collider::cuboid(DVec3::splat(0.4))?];
    let mut random = Random(7);
    let mut poses: Vec<Pose> = Vec::with_capacity(BODIES);
    for _ in 0..BODIES {
        let rotation = DQuat::from_scaled_axis(random.vector());
        poses.push(Pose::new(random.vector() * 20.0, rotation));
    }
    let velocities: Vec<DVec3> = (0..BODIES).map(|_| random.vector()).collect();
    let mut world = SweepAndPrune::new();
    let mut workspace = Workspace::default();
    for frame in 0..3 {
        let mut boxes = Vec::with_capacity(BODIES);
        for (i, pose) in poses.iter().enumerate() {
            boxes.push(bounds(&kinds[i % 2], pose)?);
        }
        world.update(&boxes)?;
        let mut overlaps = 0;
        for [i, j] in world.pairs.iter() {
            let [a, b] = [i as usize, j as usize];
            if workspace.intersects(&kinds[a % 2], &poses[a], &kinds[b % 2], &poses[b]) == Some(true) {
                overlaps += 1;
            }
        }
        let candidates = world.pairs.len();
        println!("frame {frame}: {candidates} pairs of boxes of {}, {overlaps} overlaps", BODIES * (BODIES - 1) / 2);
        assert!(overlaps > 0 && overlaps < candidates && candidates < 50_000);
        for (pose, velocity) in poses.iter_mut().zip(&velocities) {
            pose.position += *velocity / 60.0;
        }
    }
    Ok(())
}
