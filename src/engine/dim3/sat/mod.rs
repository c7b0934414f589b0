//! **Separating axes** of convex polyhedra.
//!
//! **Problem.** Two convex bodies are apart if and only if their shadows on some line are. Which lines have to be tried,
//! and what does the best of them tell?
//!
//! **Source.** `[CD11]`; `[Gottschalk96]` for the 15 lines of two boxes; `[Ericson05 §5.2.1, §5.5]`; `[Gregorius13]` for the
//! test of arcs on the Gauss sphere that skips most pairs of edges.
//!
//! **Lines.** The facets of `A − B` are the faces of A, the faces of −B, and a parallelogram for each edge of A and edge
//! of B whose arcs cross on the Gauss sphere. Their normals are all that has to be tried. Opposite faces share a line, and
//! so do the parallel edges of a box: two boxes have 3 + 3 + 9 = 15 lines, a box and a triangle 3 + 1 + 9 = 13. Both
//! directions of a line are weighed. Bodies without volume need more ([`Axis::Side`] and what follows it).
//!
//! **What a line proves.** For *any* unit vector `n` the gap `min B·n − max A·n` is a lower bound of the signed distance,
//! however badly `n` was computed, as long as it is taken over all vertices. So no line is left out for being
//! computed from nearly parallel edges, and no tolerance is needed for it: a bad axis is merely a weak one. Where the
//! bodies overlap the largest gap is minus the depth, for all facets of `A − B` were tried; where they are apart it is
//! a lower bound of the distance, and no more: the nearest points may be vertices.
//!
//! **Rounding.** A gap is believed to `rounding`, in the length unit of the pair: [`rounding::bound_rounding`](super::rounding::bound_rounding). Most of that
//! is what placing the bodies rounds, which all axes have in common. Axes whose gaps differ by no more than their own share of it,
//! [`rounding::tie_rounding`](super::rounding::tie_rounding), are ties; the first in the order faces of A, faces of B, pairs of edges is taken.
//!
//! **Frames.** Solids are in their own frames. The stepper works in the *pair frame*: A's axes, origin at A's origin.
//! Normals point from A to B. Positive gaps are apart, negative ones overlap; meters.
//!
//! **Endings.** [`Outcome`]. **Cost.** Time of a face: the vertices of both, or a walk over their edges. Time of a pair of
//! edges: four dot products to skip it; of two boxes three lines are one computation ([`Sat::by_rows`]). [`EdgePairs::Walk`], which
//! is taken where nothing else is said, tries four faces at once and asks only for the pairs at the vertices on the way; it
//! allocates two lists, the others nothing.
//! Of more than [`MANY`] pairs of edges not all are asked: [`EdgePairs::Bounded`] leaves out those that a bound shows to be
//! no better, and its time grows with the faces and edges of both bodies, not with their pairs; it allocates a list.
//!
//! ```
//! use contact_lens_engine::double::Pose;
//! use contact_lens_engine::double::dim3::sat::{Options, Outcome, Solid, separation};
//! use contact_lens_engine::glam::{DQuat, DVec3};
//!
//! let cube = Solid::cuboid(DVec3::ONE)?;
//! let at = Pose::new(DVec3::new(1.75, 0.5, 0.0), DQuat::IDENTITY);
//! let found = separation(&cube, &Pose::IDENTITY, &cube, &at, &Options::default());
//! assert_eq!((found.outcome, found.separation, found.normal), (Outcome::Overlapping, -0.25, DVec3::X));
//! // Parallel edges span no axis: of the nine pairs six are left, and the faces cover these.
//! assert_eq!((found.tested, found.pruned), (12, 3));
//! # Ok::<(), contact_lens_engine::double::dim3::polyhedron::PolyhedronError>(())
//! ```

mod answer;
mod arcs;
mod axes;
mod by_rows;
mod by_walk;
mod fans;
mod features;
mod four;
mod ground;
mod place;
mod precise;
mod rows;
mod search;
mod snapshot;
mod solid;
mod stepper;
#[cfg(test)]
mod tests;
mod walk;

pub use super::separation::Outcome;
pub use crate::ask::EdgePairs;
pub use crate::snapshot::sat::{Axis, Miss};
pub use answer::separation;
pub use rows::Row;
pub use snapshot::plain;
pub use solid::{Arc, Edge, Line, Solid};
pub use stepper::{MANY, Options, Sat};
pub(super) use walk::Room;

use super::polyhedron::{self, Polyhedron, PolyhedronError};
use super::pose::{Pose, matrix};
use super::prelude::*;
use super::shape::{Kind, Shape};
#[cfg(test)]
use super::simplex;
use super::{rounding, separation};

/// What was found on a line; its vertices are those of [`Solid::vertices`].
pub type Tested = separation::Tested<Axis, Vec3>;

/// What is kept of the lines tried so far.
pub type Found = separation::Found<Axis, Vec3>;

/// What the test found, in the world frame.
pub type Answer = separation::Answer<Axis, Vec3>;
