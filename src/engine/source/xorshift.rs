//! Random numbers for tests: equal in both precisions up to the last rounding.

use super::prelude::*;

/// Generator xorshift64*; the field is its state, at first the seed, which must not be 0.
pub struct Xorshift(pub u64);

impl Xorshift {
    /// Returns 24 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 40
    }

    /// Returns a random number in [-1, 1).
    pub fn real(&mut self) -> Real {
        (self.bits() as f64 / (1_u64 << 23) as f64 - 1.0) as Real
    }

    /// Returns a random vector in the cube of half extent 1.
    pub fn vector(&mut self) -> Vec3 {
        Vec3::new(self.real(), self.real(), self.real())
    }
}
