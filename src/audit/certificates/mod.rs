//! Certificates: evaluations whose value proves something about a solve, whatever computed it.

pub mod blocks;
pub mod gap;
pub mod projection;
pub mod replay;
pub mod residual;
pub mod solution;
