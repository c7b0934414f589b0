//! Queries in the plane z = 0.

mod boolean_gjk;
mod cast;
mod gjk;
mod manifold;
mod sat;
mod scenery;

use super::dim2::Dim2;
use super::pair;
pub(super) use boolean_gjk::open_boolean_gjk;
pub(super) use cast::open_cast;
#[cfg(test)]
pub(super) use gjk::{of_distance, of_epa, of_gjk};
pub(super) use gjk::{open_distance, open_epa, open_gjk};
pub(super) use manifold::{manifold_after, open_manifold};
pub(super) use sat::open_sat;
pub(super) use scenery::scenery;

/// Bodies in the plane.
type Bodies = pair::Bodies<Dim2>;

/// The same in one frame.
type Pair<'a> = pair::Pair<'a, Dim2>;
