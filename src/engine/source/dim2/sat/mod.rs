//! **Separating axis test** of convex polygons.
//!
//! - **Problem**: two convex polygons are apart if and only if their projections on the normal of one of their sides
//!   are. Find such a side, or else the axis of least depth.
//! - **Source**: `[CD11]`; `[Gottschalk96]` and `[Ericson05 §5.2.1]`, in the plane. Two rectangles have 2 + 2 = 4 axes.
//!   Their projections on an axis `L` overlap if `|D·L| ≤ Σ |h·L|`, with the vector `D` between their centers and the
//!   four half axes `h`.
//! - **Axes**: the sides of `A − B` are those of A and of −B, so their normals suffice. Opposite sides share an axis,
//!   and both directions of an axis are compared. Two bodies without area may be collinear, so the directions along
//!   them, and the vector between them without its component along each, are tested too.
//! - **Proof, ties, frames, endings**: as in [`dim3::sat`](crate::dim3::sat). Only the cores of the shapes are
//!   tested, without margins.
//! - **Cost**: linear in the vertices per axis. No allocation.
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

/// Result on one axis; vertices are those of the cores.
pub type Tested = separation::Tested<Axis, Vec2>;

/// Best axis and statistics of the axes tested so far.
pub type TestedAxes = separation::TestedAxes<Axis, Vec2>;

/// Result of the test. The normal is in world axes from [`separation()`], in the pair frame from [`Sat::answer`].
pub type Answer = separation::Answer<Axis, Vec2>;
