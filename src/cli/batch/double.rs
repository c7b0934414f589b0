//! The questions of a batch in `f64`.

use crate::double as engine;
use crate::play::double as play;

#[path = "cast.rs"]
mod cast;
#[path = "cull.rs"]
mod cull;
#[path = "hull.rs"]
mod hull;
#[path = "manifold.rs"]
mod manifold;
#[path = "minkowski.rs"]
mod minkowski;
#[path = "pair.rs"]
mod pair;
#[path = "pairs.rs"]
mod pairs;
#[path = "sat.rs"]
mod sat;
#[path = "simplex.rs"]
mod simplex;
#[path = "support.rs"]
mod support;
pub(super) use cast::cast;
pub(super) use cull::culling;
pub(super) use hull::hull;
pub(super) use manifold::manifold;
pub(super) use minkowski::minkowski;
pub(super) use pair::{overlap, pair};
pub(super) use pairs::pairs;
pub(super) use sat::separation;
pub(super) use simplex::simplex;
pub(super) use support::support;
