//! Options of a cast.

use crate::dim3::prelude::*;
use crate::dim3::rounding;

/// Options of a cast, made from the default:
///
/// ```
/// let mut options = contact_lens_engine::double::dim3::cast::Options::default();
/// options.t_max = 10.0;
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Duration of the motion, seconds; not negative, may be infinite.
    pub t_max: Real,
    /// Requested width of the bracket of the first contact, as a fraction of the time of first contact; by default of
    /// that time without the head start of [`HeadStart`](super::HeadStart). Separating axes ignore it: they are exact
    /// to rounding. The ray cast ends its search once the bracket is this narrow, and then refines the contact of
    /// curved bodies: by default until the normal is exact to rounding; for a larger fraction once, which leaves the
    /// normal with an error of about that fraction, as an angle.
    pub relative: Real,
    /// Limit on the number of iterations.
    pub max_iterations: u32,
    /// Whether to compute more than the times: on a miss the gap, and by separating axes the contact points.
    pub measure: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            t_max: 1.0,
            relative: rounding::RELATIVE_TOLERANCE,
            max_iterations: rounding::MAX_ITERATIONS,
            measure: true,
        }
    }
}
