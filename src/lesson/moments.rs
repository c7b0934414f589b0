//! The moments of a motion among which people choose.

/// The moments of a motion, seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// The view of number lines on which they lie.
    pub view: &'static str,
    /// The first and the last one.
    pub range: [f64; 2],
}

impl Moments {
    /// The moment nearest to `t`.
    pub fn nearest(&self, t: f64) -> f64 {
        let [first, last] = self.range;
        if t.is_nan() { first } else { t.clamp(first, last.max(first)) }
    }
}
