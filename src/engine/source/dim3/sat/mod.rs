//! Separating-axis test (SAT) of convex polyhedra.
//!
//! - **Problem.** Two convex bodies are separate if and only if their projections on some axis are. The test finds the
//!   axis with the largest gap among finitely many.
//! - **Source.** `[CD11]`; `[Gottschalk96]` for the 15 axes of two boxes; `[Ericson05 §5.2.1, §5.5]`; `[Gregorius13]`
//!   for the test of arcs on the Gauss sphere that skips most pairs of edges.
//! - **Axes.** The facets of `A − B` are the faces of A, the faces of −B, and a parallelogram for each edge of A and
//!   edge of B whose arcs cross on the Gauss sphere, the sphere of all unit normals. Their normals are all axes that
//!   are needed. Opposite faces share an axis, and so do the parallel edges of a box: two boxes have 3 + 3 + 9 = 15
//!   axes, a box and a triangle 3 + 1 + 9 = 13. Both directions of an axis are evaluated. Bodies without volume need
//!   more axes ([`Axis::Side`], [`Axis::Along`], [`Axis::Across`]).
//! - **Certificate.** For *any* unit vector `n` the gap `min B·n − max A·n` over all vertices is a lower bound of the
//!   signed distance, however inaccurate `n` is. No axis is rejected for nearly parallel edges, and none needs a
//!   tolerance: an inaccurate axis only gives a weaker bound. For overlapping bodies the largest gap is minus the
//!   depth, since all facets of `A − B` were tested. For separate bodies it is only a lower bound of the distance,
//!   since the nearest points may be vertices.
//! - **Rounding.** The rounding error of a gap is [`rounding::bound_rounding`], in the length unit of the pair. Most of
//!   it comes from placing the bodies, which all axes share. Axes whose gaps differ by at most the remainder,
//!   [`rounding::tie_rounding`], are ties; the first in the order faces of A, faces of B, pairs of edges is taken.
//! - **Frames and signs.** Solids are in their own frames. The stepper works in the *pair frame*: A's axes, origin at
//!   A's origin. Normals point from A to B. A gap is positive if the projections are separate, negative if they
//!   overlap; meters.
//! - **Endings.** [`Outcome`].
//! - **Modes.** Two boxes are tested three axes at a time ([`Sat::by_triples`]). [`EdgePairs::Walk`], the default,
//!   tests four faces at a time and finds the pairs of edges that cross by walks over the Gauss sphere.
//!   [`EdgePairs::Bounded`] skips pairs that a bound proves to be no better; beyond [`MANY_EDGE_PAIRS`] it replaces the
//!   other modes except [`EdgePairs::All`].
//! - **Cost.** A face axis takes a pass over the vertices of both bodies, or a walk over their edges. A pair of edges
//!   takes four dot products to be skipped, except with the walk, which tests only the edges at the vertices along it.
//!   With the bound, the time grows with the faces and edges of both bodies, not with their pairs. The walk and the
//!   bound allocate two lists each; the other modes allocate nothing.
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
//! // Parallel edges span no axis. The other six of the nine pairs have the axes of the faces.
//! assert_eq!((found.tested, found.pruned), (12, 3));
//! # Ok::<(), contact_lens_engine::double::dim3::polyhedron::PolyhedronError>(())
//! ```

mod answer;
mod arc_search;
mod arcs;
mod axes;
mod axis_order;
mod axis_triples;
mod by_triples;
mod by_walk;
mod features;
mod four_axes;
mod posed_pair;
mod precise;
mod projection;
mod regions;
mod snapshot;
mod solid;
mod stepper;
#[cfg(test)]
mod tests;
mod walk;
mod walk_tables;

pub use super::separation::Outcome;
pub use answer::separation;
pub use axis_triples::{AxisTriple, TripleAxis};
pub use by_triples::StateAfterAxis;
pub use contact_lens_model::ask::EdgePairs;
pub use contact_lens_model::snapshot::sat::{Axis, SkipReason};
pub use snapshot::plain;
pub use solid::{Arc, Edge, FaceAxis, Solid};
pub use stepper::{MANY_EDGE_PAIRS, Options, Sat};
pub(super) use walk::WalkWorkspace;

use super::polyhedron::{self, Polyhedron, PolyhedronError};
use super::pose::{Pose, matrix};
use super::prelude::*;
use super::shape::{Kind, Shape};
#[cfg(test)]
use super::simplex;
use super::{rounding, separation};

/// Result of one axis; its support points are indices into [`Solid::vertices`].
pub type Tested = separation::Tested<Axis, Vec3>;

/// Best axis, largest gap and counts of the axes tested.
pub type TestedAxes = separation::TestedAxes<Axis, Vec3>;

/// Answer of the test; the normal is in the pair frame or, after `in_world`, in the world.
pub type Answer = separation::Answer<Axis, Vec3>;
