//! The pair frame of a cast in the plane, computed in `f64` and rounded once.

use std::borrow::Borrow;

use glam::DVec2;

use super::super::dim3::cast::{Motion, Placed, difference_is_exact};
use super::super::prelude::*;
use super::super::support::lift;
use super::{Cso, Pose, Shape};

/// Relative pose and motion of B in A's frame at the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Approach {
    /// `(cos, sin)` from B's axes to A's.
    pub rotation: Vec2,
    /// B's origin at the start.
    pub translation: Vec2,
    /// Motion of B relative to A, in the plane z = 0.
    pub motion: Motion,
}

pub(super) fn to_f64(v: Vec2) -> DVec2 {
    DVec2::new(v.x as f64, v.y as f64)
}

fn narrow(v: DVec2) -> Vec2 {
    Vec2::new(v.x as Real, v.y as Real)
}

/// Whether a rotation is a multiple of a quarter turn, so that no component is rounded.
fn is_quarter_turn(turn: Vec2) -> bool {
    turn.to_array().iter().all(|x| *x == 0.0 || x.abs() == 1.0)
}

impl Approach {
    /// Creates the approach of bodies with these poses at the start. `v` is the velocity of B minus that of A, in the
    /// world, length units per second.
    pub fn new([pose_a, pose_b]: [&Pose; 2], v: DVec2) -> Self {
        let between = to_f64(pose_b.position) - to_f64(pose_a.position);
        let exact = is_quarter_turn(pose_a.rotation)
            && is_quarter_turn(pose_b.rotation)
            && difference_is_exact(lift(pose_b.position), lift(pose_a.position));
        let placed = if exact { Placed::Exactly } else { Placed::Finely };
        let rotations = [pose_a, pose_b].map(|pose| to_f64(pose.rotation).normalize_or(DVec2::X));
        Self::placed(rotations, between, v, placed)
    }

    /// Creates the approach from the bodies' rotations, unit vectors, and the vector from A's origin to B's, all
    /// computed in `f64`.
    pub(in super::super) fn placed_finely(turns: [DVec2; 2], between: DVec2, v: DVec2) -> Self {
        Self::placed(turns, between, v, Placed::Finely)
    }

    fn placed([turn_a, turn_b]: [DVec2; 2], between: DVec2, v: DVec2, placed: Placed) -> Self {
        let back = DVec2::new(turn_a.x, -turn_a.y);
        Self {
            rotation: narrow(back.rotate(turn_b)),
            translation: narrow(back.rotate(between)),
            motion: Motion { r: lift(narrow(back.rotate(v))), placed },
        }
    }

    /// The pair at the start.
    pub fn cso<S: Borrow<Shape>>(&self, a: S, b: S) -> Cso<S> {
        Cso::placed(a, b, self.rotation, self.translation)
    }
}
