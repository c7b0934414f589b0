//! The engine in 3D. Modules and items have the names and the meanings of their counterparts in [`dim2`](super::dim2).
//!
//! - **All kinds of bodies**: [`collider`] (one type for every body, one call for every question).
//! - **Shapes**: [`shape`] (convex shapes), [`support`] (support mappings), [`polyhedron`] (faces, edges and vertices),
//!   [`hull`] (convex hulls), [`hierarchy`] (farthest vertex of large hulls), [`mass`] (mass, center and inertia).
//! - **Two convex bodies**: [`gjk`] (distance), [`epa`] (depth), [`distance`] (both), [`simplex`] (nearest point of a
//!   simplex), [`isa_gjk`], [`boolean_gjk`] and [`sat`] (overlap), [`manifold`] (contact points), [`cast`] (first
//!   contact of moving bodies), [`minkowski`] (explicit difference).
//! - **Other bodies and queries**: [`half_space`], [`ray`], [`frustum`] (culling), [`parts`] (compounds, meshes and
//!   height fields).
//! - **Many bodies**: [`sweep_and_prune`] (pairs of overlapping boxes).
//! - **Compiled queries**: [`queries`] has a function for each query on the engine's own shapes.

pub mod boolean_gjk;
pub mod cast;
pub mod collider;
pub mod distance;
pub mod epa;
pub mod frustum;
pub mod gjk;
pub mod half_space;
pub mod hierarchy;
pub mod hull;
pub mod isa_gjk;
pub mod manifold;
pub mod mass;
pub mod minkowski;
pub mod parts;
pub mod polyhedron;
pub mod queries;
pub mod ray;
pub mod sat;
pub mod shape;
pub mod simplex;
pub mod support;
pub mod sweep_and_prune;

#[cfg(test)]
use super::random;
#[cfg(test)]
use super::xorshift;
use super::{answer, bracket, contact, numbers, pose, prelude, rounding, separation, signs, tree, trig};
