//! The pair frame of a cast: where B stands and how it moves, seen from A.
//!
//! It is computed in `f64` in both precisions and then rounded once. In `f32` what the frame is off by would else be most of what a
//! time bracket is wide by. Of bodies that are turned by halves or not at all nothing may be rounded, and then it is known.

use glam::{DMat3, DQuat, DVec3};

use super::super::pose::Pose;
use super::super::prelude::*;
use super::super::support::Cso;
use super::exact::difference_is_exact;
use super::path::{Motion, Placed};

/// Where B stands and how it moves, seen from A: in A's axes, from A's origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Approach {
    /// From B's axes to A's.
    pub rotation: Mat3,
    /// B's origin at the start.
    pub translation: Vec3,
    /// How B moves.
    pub motion: Motion,
}

fn to_f64(v: Vec3) -> DVec3 {
    DVec3::new(v.x as f64, v.y as f64, v.z as f64)
}

fn narrow(v: DVec3) -> Vec3 {
    Vec3::new(v.x as Real, v.y as Real, v.z as Real)
}

/// Whether a turn is about an axis by a half, or none at all: then no component of it is rounded.
fn is_half_turn(q: Quat) -> bool {
    q.to_array().iter().all(|x| *x == 0.0 || x.abs() == 1.0)
}

impl Approach {
    /// Of bodies that stand so at the start. `v` is the velocity of B less that of A, in the world, length units a second.
    pub fn new(pose_a: &Pose, pose_b: &Pose, v: DVec3) -> Self {
        let turn = |q: Quat| {
            let [x, y, z, w] = q.to_array().map(|x| x as f64);
            DQuat::from_xyzw(x, y, z, w).normalize()
        };
        let between = to_f64(pose_b.position) - to_f64(pose_a.position);
        let exact = is_half_turn(pose_a.rotation)
            && is_half_turn(pose_b.rotation)
            && difference_is_exact(pose_b.position, pose_a.position);
        let placed = if exact { Placed::Exactly } else { Placed::Finely };
        Self::placed([turn(pose_a.rotation), turn(pose_b.rotation)], between, v, placed)
    }

    /// Of bodies that are turned so, unit quaternions, with this way from A's origin to B's; all of it rounded, but in `f64`.
    pub(in super::super) fn placed_finely(turns: [DQuat; 2], between: DVec3, v: DVec3) -> Self {
        Self::placed(turns, between, v, Placed::Finely)
    }

    fn placed([turn_a, turn_b]: [DQuat; 2], between: DVec3, v: DVec3, placed: Placed) -> Self {
        let to_a = turn_a.conjugate();
        let rotation = DMat3::from_quat(to_a * turn_b);
        let [x, y, z] = [rotation.x_axis, rotation.y_axis, rotation.z_axis].map(narrow);
        Self {
            rotation: Mat3::from_cols(x, y, z),
            translation: narrow(to_a * between),
            motion: Motion { r: narrow(to_a * v), placed },
        }
    }

    /// Of bodies with these velocities.
    pub(super) fn of([pose_a, pose_b]: [&Pose; 2], [v_a, v_b]: [Vec3; 2]) -> Self {
        Self::new(pose_a, pose_b, to_f64(v_b) - to_f64(v_a))
    }

    /// The pair at the start.
    pub fn cso<A, B>(&self, a: A, b: B) -> Cso<A, B> {
        Cso { a, b, rotation: self.rotation, translation: self.translation }
    }
}
