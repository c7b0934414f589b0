//! The collision engine of Contact Lens: algorithms that can be run step by step, and answers with proven bounds.
#![doc = include_str!("README.md")]
//!
//! # Which call for which question
//!
//! The paths are below [`double`] or [`single`]. Functions of [`collider`](double::collider) take two bodies as
//! `a, pose_a, b, pose_b`; a [`Workspace`](double::collider::Workspace) has the same calls and reuses memory.
//!
//! | question | call | answer |
//! |---|---|---|
//! | Distance, or depth of an overlap | [`collider::distance`] | [`PairDistance`] |
//! | Overlap | [`collider::intersects`] | `Option<bool>` |
//! | Contact points for a solver | [`collider::contacts`] | [`PartContacts`] |
//! | First contact of moving bodies | [`collider::cast`] | [`FirstContact`] |
//! | First contact of moving and rotating bodies | [`collider::cast_rotating`] | [`FirstContact`] |
//! | Hit of a ray | [`Collider::ray`] | [`RayFound`] |
//! | Point inside a body | [`Collider::contains`] | `Option<bool>` |
//! | Nearest point of a surface | [`Collider::project`] | [`SurfacePoint`] |
//! | Box around a body | [`Collider::aabb`] | [`Bounds`] |
//! | Farthest point in a direction | [`Collider::support`] | point |
//! | Mass, center, inertia | [`Collider::mass`] | [`Properties`] |
//! | Overlapping boxes among many | [`SweepAndPrune::update`] | pairs |
//! | Bodies that a camera sees | [`frustum`](double::dim3::frustum) | verdicts |
//! | Convex hull of points, as a body | [`Collider::convex_hull`] | collider |
//! | Convex hull of points, its faces | [`hull`](double::dim3::hull) | hull |
//! | Distance of a pair that moves a little per frame | [`distance::Motion`] | [`Answer`] |
//! | Steps of an algorithm | steppers in [`dim3`](double::dim3), [`dim2`](double::dim2) | states |
//!
//! [`collider::distance`]: double::collider::distance()
//! [`collider::intersects`]: double::collider::intersects
//! [`collider::contacts`]: double::collider::contacts()
//! [`collider::cast`]: double::collider::cast
//! [`collider::cast_rotating`]: double::collider::cast_rotating
//! [`Collider::ray`]: double::Collider::ray
//! [`Collider::contains`]: double::Collider::contains
//! [`Collider::project`]: double::Collider::project
//! [`Collider::aabb`]: double::Collider::aabb
//! [`Collider::support`]: double::Collider::support
//! [`Collider::mass`]: double::Collider::mass
//! [`Collider::convex_hull`]: double::Collider::convex_hull
//! [`SweepAndPrune::update`]: double::dim3::sweep_and_prune::SweepAndPrune::update
//! [`distance::Motion`]: double::dim3::distance::Motion
//! [`PairDistance`]: double::collider::PairDistance
//! [`PartContacts`]: double::collider::PartContacts
//! [`FirstContact`]: double::collider::FirstContact
//! [`RayFound`]: double::dim3::parts::RayFound
//! [`SurfacePoint`]: double::collider::SurfacePoint
//! [`Bounds`]: double::tree::Bounds
//! [`Properties`]: double::dim3::mass::Properties
//! [`Answer`]: double::Answer
//!
//! # Map
//!
//! | module | what it is |
//! |---|---|
//! | [`step`] | the `Stepper` trait |
//! | [`single`], [`double`] | the engine in `f32` and in `f64`: the same files, compiled by two packages |
//! | [`snapshot`] | states of the steppers as plain `f64` data, compiled once; the only types that a debugger reads |
//! | [`ask`] | the options of all queries, and their named choices |
//! | [`references`] | the sources, by the keys under which docs cite them |
//!
//! # Conventions
//!
//! Right-handed, meters, radians. The configuration-space obstacle (CSO) is `A − B`. Signed distance: positive for
//! separate, negative for overlapping shapes. Normals are unit vectors from A towards B. Pairs are computed in the
//! *pair frame*: A's axes, origin at A's origin.
//!
//! The feature `serde` makes options of queries, shapes, poses, colliders and their answers serializable; no feature
//! changes behavior.

#![warn(missing_docs)]

pub mod references;

/// The engine in `f32`.
pub use contact_lens_engine_f32 as single;
/// The engine in `f64`.
pub use contact_lens_engine_f64 as double;
/// Options, snapshots and the trait of steppable algorithms, which are plain data of a package of their own.
pub use contact_lens_model::{ask, snapshot, step};
/// The vectors and quaternions of the interface.
pub use glam;
