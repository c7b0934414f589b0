//! Poses and rotations: conventions of libraries, functions that make poses, and methods that change them.

pub(super) mod angles;
pub(super) mod arithmetic;
pub(super) mod changes;
pub(super) mod definitions;
pub(super) mod functions;
pub(super) mod motions;
pub(super) mod orders;
pub(super) mod product;
pub(super) mod quaternions;
pub(super) mod records;
pub(super) mod rotations;
