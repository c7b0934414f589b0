//! Times that the user can select in a lesson about a motion, such as a cast.

/// Range of the selectable times of a motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// Id of the view of number lines that shows the times.
    pub view: &'static str,
    /// First and last time, seconds.
    pub range: [f64; 2],
}

impl Moments {
    /// Selectable time nearest to `t`, seconds; the first one if `t` is not a number.
    pub fn nearest(&self, t: f64) -> f64 {
        let [first, last] = self.range;
        if t.is_nan() { first } else { t.clamp(first, last.max(first)) }
    }
}
