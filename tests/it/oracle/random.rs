//! The random numbers of the pairs that the oracle judges.

/// Uniform numbers, the same in every run.
pub struct Random(pub u64);

impl Random {
    fn bits(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as u32
    }
    /// In 0 … n − 1.
    pub fn below(&mut self, n: u32) -> u32 {
        self.bits() % n
    }
    /// In [0, 1), in steps of 2⁻²⁰.
    pub fn unit(&mut self) -> f64 {
        f64::from(self.below(1 << 20)) / f64::from(1 << 20)
    }
    /// In [−1, 1), in steps of 2⁻¹⁸, so that small multiples and sums are exact.
    pub fn signed(&mut self) -> f64 {
        f64::from(self.bits() >> 12) / f64::from(1 << 18) - 1.0
    }
    pub fn vector(&mut self) -> [f64; 3] {
        [self.signed(), self.signed(), self.signed()]
    }
}
