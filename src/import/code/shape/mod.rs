//! Shapes in program code: from `new BoxGeometry(1, 2, 3)` to a box with half extents 0.5, 1 and 1.5 m.
//!
//! - **Types of libraries.** `dictionary` has the types and the meaning of their arguments, `row_arguments` assigns the
//!   arguments of a call, `build` makes the shape, and `resolve` selects among the libraries that have the type.
//! - **Lists of points.** `clouds` finds them, and `cloud_bodies` makes each a polygon or a polytope.
//! - **Shapes of shapes.** `wrappers`, `reshapes` and `scales` move, round, replace and scale shapes.

pub(super) mod arguments;
pub(super) mod axes;
pub(super) mod between;
pub(super) mod build;
pub(super) mod cloud_bodies;
pub(super) mod clouds;
pub(super) mod constructors;
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
pub(super) mod row_arguments;
pub(super) mod scales;
pub(super) mod shape_arrays;
pub(super) mod size_checks;
pub(super) mod sizes;
pub(super) mod wrappers;
