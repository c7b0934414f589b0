//! Frustum culling: the bodies that a camera can see.
//!
//! - **Problem.** A frustum is the intersection of six half-spaces. Bodies that share no point with it need not be
//!   drawn. The test finds those bodies with few plane tests, and finds bodies that are outside although no plane
//!   rejects them.
//! - **Source.** `[CD11]`, frustum culling; `[Gribb01]` for planes from a matrix; `[Assarsson00]` for n- and p-vertices
//!   and for plane coherence; `[Ericson05 §5.2.3]` for boxes and planes.
//! - **Frames and units.** Planes and bodies in one frame, meters.
//! - **Departures.** Planes point inward and are unit (in `[CD11]` the positive side is outside), in the order left,
//!   right, bottom, top, near, far. A plane may be absent, such as the far plane of an infinite projection.
//! - **Classes.** Sets are closed: a body that touches a plane is not outside. The inside of a plane is
//!   `n·x + d_plane ≥ 0` with the unit normal `n`. The body's projection on `n` is an interval with the center `n·c`
//!   and half the width `r`; `d = n·c + d_plane` is the signed distance of the center from the plane. The body is
//!   outside the plane if `d + r < −ρ`, inside if `d − r ≥ ρ`, and crosses it otherwise. `ρ` bounds the rounding error
//!   ([`rounding::cull_rounding`]), so that rounding never culls a body. A body is outside if it is outside one plane
//!   (the first is the *rejecting plane*), inside if it is inside all.
//! - **False positives.** A body can cross planes and yet miss the frustum. [`test_exactly`] finds these: every point
//!   of the frustum is inside any sum of its planes with non-negative weights, so such a sum is a plane that may
//!   separate the two. Two planes make sums through their common edge, three through their common vertex. Sums parallel
//!   to a face of the body, or to one of its edges, are all the facets of the difference of body and frustum except
//!   those of the frustum's own planes; for a box and a frustum these are the 26 separating axes (5 + 3 + 6·3). No
//!   vertex of the frustum is computed, so a far plane may be absent. An inaccurate sum can only fail to separate,
//!   never cull wrongly. For balls the sums are those of the planes at the nearest edge or vertex, which is exact.
//! - **Bodies.** Oriented boxes and balls have closed forms. For every other shape the support points along each normal
//!   give the same `d` and `r`; polytopes are tested exactly, too. For round shapes other than balls there is no exact
//!   test.
//! - **Endings.** [`Outcome`]; constructors return [`FrustumError`] and [`BodyError`].
//! - **Cost.** At most six planes, and for a box six dot products per plane; no allocation. [`Blocks`] culls large
//!   numbers of axis-aligned boxes, in groups of eight.
//!
//! ```
//! use contact_lens_engine::double::dim3::frustum::{Body, Class, Frustum, Lens, OrientedBox, Side, cull_body};
//! use contact_lens_engine::double::Pose;
//! use contact_lens_engine::glam::{DQuat, DVec3};
//!
//! let lens = Lens { fov_y: 90.0_f64.to_radians(), aspect: 1.0, near: 1.0, far: Some(10.0) };
//! let frustum = Frustum::perspective(&Pose::IDENTITY, &lens)?; // from the origin, along −z
//! let cull = |x: f64| {
//!     let cube = OrientedBox::new(DVec3::new(x, 0.0, -5.0), DVec3::ONE, DQuat::IDENTITY)?;
//!     Ok::<_, contact_lens_engine::double::dim3::frustum::BodyError>(cull_body(&frustum, &Body::Box(cube)))
//! };
//! assert_eq!(cull(0.0)?.class, Class::Inside);
//! assert_eq!(cull(-5.0)?.class, Class::Crossing);
//! assert_eq!(cull(-9.0)?.rejected_by, Some(Side::Left));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blocks;
mod body;
mod error;
mod exact;
mod half_space;
mod interior;
mod planes;
mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;

pub use blocks::{Blocks, LANES, Masks};
pub use body::{Body, Convex, OrientedBox, Projection};
pub use contact_lens_model::ask::{DepthRange, MatrixLayout};
pub use contact_lens_model::snapshot::frustum::{Class, Outcome, Parallel, Side};
pub use error::{BodyError, FrustumError};
pub use exact::{Exact, Sum, test_exactly};
pub use half_space::HalfSpace;
pub use planes::{Convention, Frustum, Lens};
pub use stepper::{Cull, Culled, Options, PlaneTest, Record, class_by_planes, cull_body};

use super::pose::{Pose, matrix};
#[cfg(test)]
use super::prelude;
use super::rounding;
use super::sat::Solid;
use super::shape::Shape;
use super::support::{Support, farthest};
