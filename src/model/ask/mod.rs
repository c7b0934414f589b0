//! The options of all queries and the enums that they choose from, each defined once: for the engine, for scene files
//! and batch lines, and for the panels of the app.
//!
//! A choice is an enum with a table of names, [`Choice::NAMED`]. The options of an algorithm are a struct with a table
//! of rows, [`Options::FIELDS`]: name, label, meaning, unit, range, default and access. Parsing, saving, the JSON
//! schema, the checks, the panels and batches read that table, so a new option needs only a field and its row.
//!
//! The types are plain data, shared by the engine's two precisions, and depend on nothing else in this crate.

mod choice;
mod contact;
mod dimension;
mod field;
mod narrow;
mod options;
mod shape;
mod slot;
#[cfg(all(test, feature = "serde"))]
mod tests;
mod world;

pub use choice::{Choice, Named};
pub use contact::{CastMethod, ContactReference, DepthRange, EdgePairs, MatrixLayout, Stop};
pub use dimension::Dimension;
pub use field::{AnyOptions, Field, FieldInfo, Options, Range, Unit};
pub use narrow::{Horizon, Method, Search, Solver};
pub use options::{
    BooleanGjkOptions, CastOptions, CullOptions, DistanceOptions, EpaOptions, GjkOptions, HierarchyOptions,
    IsaGjkOptions, LARGEST, ManifoldOptions, RayOptions, SatOptions, SupportOptions, WorldOptions,
};
#[cfg(feature = "serde")]
pub use options::{read, schema, write};
pub use shape::Axis;
pub use slot::{Described, Kind, Slot, Value};
pub use world::{Clamp, Motion, PositionMode, SolveOrder, WorldSolver};
