//! What people see of EPA.

pub mod plane;
