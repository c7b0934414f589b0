//! Shapes: types of libraries and the meaning of their arguments, lists of points, and shapes made from others.

pub(super) mod arguments;
pub(super) mod between;
pub(super) mod build;
pub(super) mod clouds;
pub(super) mod cores;
pub(super) mod dictionary;
pub(super) mod factories;
pub(super) mod hull_fields;
pub(super) mod lengths;
pub(super) mod models;
pub(super) mod own_types;
pub(super) mod plane;
pub(super) mod regular;
pub(super) mod reshapes;
pub(super) mod resolve;
pub(super) mod scales;
pub(super) mod shape_arrays;
pub(super) mod sizes;
pub(super) mod wrappers;
