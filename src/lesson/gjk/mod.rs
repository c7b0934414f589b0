//! What people see of GJK.

pub mod plane;
