//! How questions are to be answered: a struct an algorithm, and a row a field.

#[cfg(feature = "serde")]
mod files;
mod pair;
mod world;

pub use pair::{
    BooleanGjkOptions, CastOptions, CullOptions, DistanceOptions, EpaOptions, GjkOptions, HierarchyOptions,
    IsaGjkOptions, ManifoldOptions, SatOptions, SupportOptions,
};
pub use world::{LARGEST, WorldOptions};
