//! Words, functions and values by which texts place bodies: shared by the readers of code, comments, sentences and
//! models.

pub(super) mod functions;
pub(super) mod motions;
pub(super) mod tuples;
