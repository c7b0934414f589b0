//! Random numbers of the benchmarks, the same in every run.

/// Generator xorshift64; the field is its state, any number but 0.
pub struct Random(pub u64);

impl Random {
    /// Returns the next number, uniform in [−1, 1).
    pub fn real(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 40) as f32 / (1_u64 << 23) as f32 - 1.0
    }
}
