//! What people see of the full answer.

pub mod plane;
