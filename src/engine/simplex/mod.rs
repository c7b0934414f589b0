//! The point of a simplex nearest the origin: interchangeable sub-algorithms (spec §4).
#[cfg(test)]
pub(crate) mod cases;
#[cfg(test)]
pub(crate) mod exact;
pub mod johnson;
pub mod subset;
pub mod voronoi;
