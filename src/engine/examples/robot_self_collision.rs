//! Self-collision of a robot arm: all pairs of links are tested, but for pairs that are allowed to touch because a
//! joint connects them.

#![allow(clippy::print_stdout)]

use contact_lens_engine::ask::Axis;
use contact_lens_engine::double::dim3::collider::Workspace;
use contact_lens_engine::double::{Collider, Pose};
use contact_lens_engine::glam::{DQuat, DVec3};

/// Length of a link between its joints, meters.
const LENGTH: f64 = 0.8;

/// Poses of the links, given the angles of the joints, radians. Each link is along y of its own frame.
fn forward_kinematics(angles: &[f64]) -> Vec<Pose> {
    let to_middle = Pose::new(DVec3::Y * (0.5 * LENGTH), DQuat::IDENTITY);
    let mut joint = Pose::IDENTITY;
    let mut links = Vec::new();
    for angle in angles {
        joint = joint * Pose::new(DVec3::ZERO, DQuat::from_rotation_z(*angle));
        let link = joint * to_middle;
        links.push(link);
        joint = link * to_middle;
    }
    links
}

/// Whether two links may touch: a joint connects them.
fn is_allowed(i: usize, j: usize) -> bool {
    i.abs_diff(j) <= 1
}

/// Least distance of all pairs of links that must not touch, with the pair.
fn clearance(links: &[Collider], poses: &[Pose], workspace: &mut Workspace) -> Option<(f64, [usize; 2])> {
    let mut least: Option<(f64, [usize; 2])> = None;
    for j in 0..links.len() {
        for i in (0..j).filter(|i| !is_allowed(*i, j)) {
            let found = workspace.distance(&links[i], &poses[i], &links[j], &poses[j]).ok()?;
            if least.is_none_or(|(distance, _)| found.signed_distance < distance) {
                least = Some((found.signed_distance, [i, j]));
            }
        }
    }
    least
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let links = vec![Collider::capsule(0.1, 0.5 * LENGTH, Axis::Y)?; 4];
    let mut workspace = Workspace::default();
    let mut collided_at = None;
    for k in 0..=10 {
        // The arm folds.
        let bend = 0.2 * f64::from(k);
        let poses = forward_kinematics(&[0.0, bend, bend, bend]);
        let (distance, pair) = clearance(&links, &poses, &mut workspace).ok_or("no pair")?;
        println!("bend {bend:.1} rad: {distance:+.3} m between links {} and {}", pair[0], pair[1]);
        if distance < 0.0 && collided_at.is_none() {
            collided_at = Some(bend);
        }
    }
    assert!(collided_at.is_some_and(|bend| bend > 1.0 && bend < 2.0));
    Ok(())
}
