//! **Separating axes** of convex polygons.
//!
//! **Problem.** Two convex polygons are apart if and only if their shadows on the normal of one of their sides are. Which
//! side, and if none: along which is the way out shortest?
//!
//! **Source.** `[CD11]`; `[Gottschalk96]` and `[Ericson05 §5.2.1]`, in the plane. Two rectangles have 2 + 2 = 4 lines and
//! the table `|D·L| ≤ Σ |axis·L|`.
//!
//! **Lines.** The sides of `A − B` are those of A and of −B, so their normals are all that has to be tried. Opposite sides
//! share a line, and both directions of a line are weighed. Of two bodies without area, which may lie on one line, the
//! directions along them and across the way between them are tried too.
//!
//! What a line proves, ties, frames and endings are those of [`dim3::sat`](super::super::dim3::sat). The cores of the
//! shapes are tested, without the balls around them.
//!
//! **Cost.** A line takes the time of all corners. No allocation.
//!
//! ```
//! use contact_lens_engine::double::dim2::sat::{Axis, Options, Outcome, separation};
//! use contact_lens_engine::double::dim2::shape::Shape;
//! use contact_lens_engine::double::dim2::support::Pose;
//! use contact_lens_engine::glam::DVec2;
//!
//! let square = Shape::rectangle(DVec2::ONE)?;
//! let at = Pose::new(DVec2::new(1.75, 0.5), DVec2::X);
//! let found = separation(&square, &Pose::IDENTITY, &square, &at, &Options::default());
//! assert_eq!((found.outcome, found.separation, found.normal), (Outcome::Overlapping, -0.25, DVec2::X));
//! assert_eq!(found.tested, 4);
//! # Ok::<(), contact_lens_engine::double::dim2::shape::ShapeError>(())
//! ```

mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;

pub use super::separation::Outcome;
pub use snapshot::{plain, polygon};
pub use stepper::{Axis, Options, Sat, separation};

use super::prelude::*;
use super::shape::Shape;
use super::support::Pose;
use super::{rounding, separation};

/// What was found on a line; its vertices are the corners of the cores.
pub type Tested = separation::Tested<Axis, Vec2>;

/// What is kept of the lines tried so far.
pub type Found = separation::Found<Axis, Vec2>;

/// What the test found; the normal is in world axes.
pub type Answer = separation::Answer<Axis, Vec2>;
