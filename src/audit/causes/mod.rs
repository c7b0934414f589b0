//! Causes: "it would hold if …". Each is a second evaluation of a broken law with one thing changed, and is reported
//! only if that evaluation holds.

pub mod pose;
pub mod solve;
pub mod velocity;
