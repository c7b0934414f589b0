//! How a cast is to be answered.

use super::super::prelude::*;
use super::super::rounding;

/// How a cast is to be answered. Made from the default:
///
/// ```
/// let mut options = contact_lens_engine::double::dim3::cast::Options::default();
/// options.t_max = 10.0;
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// How long the motion lasts, seconds; not negative, may be infinite.
    pub t_max: Real,
    /// The bracket of the first contact may be this share of it wide. Separating axes are exact to rounding whatever this is. The ray
    /// cast ends its search as soon as it holds, and then refines the contact of curved bodies: by default to rounding, where a wider
    /// bracket is requested once, so that the normal is off by about this share, as an angle.
    pub relative: Real,
    /// Cap on iterations.
    pub max_iterations: u32,
    /// Whether what no yes or no needs is found too: on a miss the gap, and by separating axes the points that meet.
    pub measure: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { t_max: 1.0, relative: rounding::RELATIVE, max_iterations: rounding::MAX_ITERATIONS, measure: true }
    }
}
