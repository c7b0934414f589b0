//! Flat diagrams: plots (`chart`), number lines one above the other (`lanes`), and small planar pictures side by side
//! ([`tiles`]).

pub(super) mod chart;
pub(super) mod lanes;
pub mod tiles;
