//! Reproducible random numbers for tests, and for example bodies in lessons.

use super::prelude::*;

/// Linear congruential generator with Knuth's constants for 64 bits (MMIX); the field is its state, at first the seed.
pub struct Random(pub u64);

impl Random {
    /// Returns 31 random bits.
    pub fn bits(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as u32
    }

    /// Returns a random number in [0, 1]. The bound 1 is reached by rounding in `f32` only.
    pub fn unit(&mut self) -> Real {
        self.bits() as Real / (1u32 << 31) as Real
    }

    /// Returns a random vector in the cube of half extent 1.
    pub fn vector(&mut self) -> Vec3 {
        Vec3::new(self.unit(), self.unit(), self.unit()) * 2.0 - Vec3::ONE
    }

    /// Returns a random unit vector.
    pub fn direction(&mut self) -> Vec3 {
        loop {
            let v = self.vector();
            // The direction of a very short vector has few random bits. Vectors beyond the unit ball are rejected,
            // since they point to the corners of the cube more often than elsewhere.
            if (0.01..1.0).contains(&v.length_squared()) {
                return v.normalize();
            }
        }
    }

    /// Returns a random number in 0 … n − 1.
    pub fn below(&mut self, n: u32) -> u32 {
        self.bits() % n
    }
}

#[cfg(test)]
impl Random {
    /// Returns a random number in [−1, 1) in steps of 2⁻¹⁸, so that small multiples and sums are exact.
    pub fn signed(&mut self) -> Real {
        (self.bits() >> 12) as Real / (1u32 << 18) as Real - 1.0
    }

    /// Returns a random point in the square of half extent 1, with the steps of [`Self::signed`].
    pub fn point(&mut self) -> Vec2 {
        Vec2::new(self.signed(), self.signed())
    }

    /// Returns a rotation by up to 6 radians around a random axis.
    pub fn turn(&mut self) -> Quat {
        Quat::from_axis_angle(self.direction().into(), self.unit() * 6.0)
    }

    /// Returns points of a square grid with `rows` rows, many of them equal or collinear.
    pub fn lattice(seed: u64, count: usize, rows: u32) -> Vec<Vec2> {
        let mut random = Self(seed);
        (0..count).map(|_| Vec2::new(random.below(rows) as Real, random.below(rows) as Real)).collect()
    }
}
