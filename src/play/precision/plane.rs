//! Queries with 2D algorithms, for bodies in the plane z = 0: GJK, EPA, signed distance, overlap, separating axes,
//! casts and contacts.

mod boolean_gjk;
mod cast;
mod gjk;
mod manifold;
mod sat;

use super::convert::dim2::{Bodies, Pair};
pub(super) use boolean_gjk::open_boolean_gjk;
pub(super) use cast::open_cast;
pub(super) use gjk::options_of_distance;
pub(super) use gjk::{open_distance, open_epa, open_gjk};
#[cfg(test)]
pub(super) use gjk::{options_of_epa, options_of_gjk};
pub(super) use manifold::{open_manifold, open_manifold_after};
pub(super) use sat::open_sat;
