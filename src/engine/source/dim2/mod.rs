//! The engine in the plane: the queries of [`dim3`] for planar shapes, and worlds of rigid bodies ([`dynamics`]).
//! Modules, types and functions have the names of their counterparts in [`dim3`].

pub mod answer;
pub mod boolean_gjk;
pub mod cast;
pub mod distance;
pub mod dynamics;
pub mod epa;
pub mod gjk;
pub mod half_space;
pub mod hull;
pub mod manifold;
pub mod mass;
pub mod minkowski;
pub mod parts;
pub mod pose;
pub mod queries;
pub mod ray;
pub mod sat;
pub mod shape;
pub mod simplex;
pub mod support;

#[cfg(test)]
use super::random;
use super::{bracket, contact, dim3, numbers, prelude, rounding, separation, signs, tree, trig};
