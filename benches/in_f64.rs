//! What the benches of pairs in f64 share: random placements, the same for parry, and the clock.

use std::time::Instant;

use contact_lens_engine::double::Pose;
use glam::{DQuat, DVec3};
use parry3d_f64::math;

use crate::random::Random;

impl Random {
    /// In [-1, 1).
    pub fn signed(&mut self) -> f64 {
        f64::from(self.real())
    }

    /// A point of the cube from -1 to 1.
    pub fn vector(&mut self) -> DVec3 {
        DVec3::new(self.signed(), self.signed(), self.signed())
    }

    /// A rotation.
    pub fn turn(&mut self) -> DQuat {
        DQuat::from_xyzw(self.signed(), self.signed(), self.signed(), 1.5 + self.signed()).normalize()
    }
}

/// A vector as parry has it.
pub fn their_vector(v: DVec3) -> math::Vector {
    math::Vector::new(v.x, v.y, v.z)
}

/// A pose as parry has it.
pub fn their_pose(pose: &Pose) -> math::Pose {
    let q = pose.rotation;
    math::Pose::from_parts(their_vector(pose.position), math::Rotation::from_xyzw(q.x, q.y, q.z, q.w))
}

/// Pairs that are measured together: so few that most often nothing else runs meanwhile.
const BLOCK: usize = 32;

/// How often each block is measured.
const ROUNDS: usize = 25;

/// Nanoseconds a pair of each way to ask. They take turns at all pairs, and of each block the least of its rounds counts: what
/// else runs on the machine interrupts some of them, not all. A block comes again only after all others, for a processor
/// that knows the branches of a few pairs by heart is faster than any that is asked something new.
pub fn least<T, const N: usize>(pairs: &[T], mut asks: [&mut dyn FnMut(&T); N]) -> [f64; N] {
    let blocks = || pairs.chunks(BLOCK);
    let mut least = vec![[f64::INFINITY; N]; blocks().len()];
    for _ in 0..ROUNDS {
        for (k, ask) in asks.iter_mut().enumerate() {
            for (block, least) in blocks().zip(&mut least) {
                let start = Instant::now();
                block.iter().for_each(&mut **ask);
                least[k] = least[k].min(start.elapsed().as_secs_f64() * 1.0e9);
            }
        }
    }
    std::array::from_fn(|k| least.iter().map(|least| least[k]).sum::<f64>() / pairs.len() as f64)
}
