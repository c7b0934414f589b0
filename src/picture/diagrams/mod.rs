//! Flat diagrams: charts, lanes of a solver, tiles.

pub(super) mod chart;
pub(super) mod lanes;
pub mod tiles;
