//! The vocabulary of questions: every choice that somebody can make, and every option, once. The engine takes these, scene files and
//! lines of a batch spell them, panels list them.
//!
//! A choice is an enum with a table of names, [`Choice::NAMED`]. The options of an algorithm are a struct with a table of rows,
//! [`Options::FIELDS`]: name, label, meaning, unit, range, default, and where the field stands. Parsing, saving, the schema, the rules, the
//! panel and a batch read that table, so that a new option is a field and its row.
//!
//! Plain data without a precision: the engine is compiled twice and asks both times with the same types. Knows nothing of this crate.

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
pub use field::{About, AnyOptions, Field, Options, Range, Unit};
pub use narrow::{Horizon, Method, Search, Solver};
pub use options::{
    BooleanGjkOptions, CastOptions, CullOptions, DistanceOptions, EpaOptions, GjkOptions, HierarchyOptions,
    IsaGjkOptions, LARGEST, ManifoldOptions, SatOptions, SupportOptions, WorldOptions,
};
#[cfg(feature = "serde")]
pub use options::{read, schema, write};
pub use shape::Axis;
pub use slot::{Described, Kind, Slot, Value};
pub use world::{Clamp, Motion, PositionMode, SolveOrder, WorldSolver};
