//! Random numbers for benches.

/// xorshift64, mapped to [-1, 1).
pub struct Random(pub u64);

impl Random {
    /// The next.
    pub fn real(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 40) as f32 / (1_u64 << 23) as f32 - 1.0
    }
}
