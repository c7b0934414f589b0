//! Selectable times of a motion.

/// Selectable times of a motion, seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// Id of the view of number lines that shows the times.
    pub view: &'static str,
    /// First and last time, seconds.
    pub range: [f64; 2],
}

impl Moments {
    /// Selectable time nearest to `t`.
    pub fn nearest(&self, t: f64) -> f64 {
        let [first, last] = self.range;
        if t.is_nan() { first } else { t.clamp(first, last.max(first)) }
    }
}
