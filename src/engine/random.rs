//! Random numbers for tests.

use super::prelude::*;

/// A small generator of uniform numbers (Numerical Recipes' constants), so that every run sees the same input.
pub struct Random(pub u64);

impl Random {
    /// 31 bits.
    pub fn bits(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as u32
    }

    /// Below `n`.
    pub fn below(&mut self, n: u32) -> u32 {
        self.bits() % n
    }

    /// From 0 to 1.
    pub fn unit(&mut self) -> Real {
        self.bits() as Real / (1u32 << 31) as Real
    }

    /// From -1 to 1 in each coordinate.
    pub fn vector(&mut self) -> Vec3 {
        Vec3::new(self.unit(), self.unit(), self.unit()) * 2.0 - Vec3::ONE
    }
}
