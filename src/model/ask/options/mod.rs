//! Options of queries: one struct per algorithm, one row per field.

/// Creates the row of an options struct for one field: `option_row!(field, "Label", "Meaning as a sentence.")`. The
/// name in files is that of the field.
#[macro_export]
macro_rules! option_row {
    ($field:ident, $label:literal, $doc:expr $(,)?) => {
        $crate::ask::Field::<Self>::new(
            [stringify!($field), $label, $doc],
            |options| &options.$field,
            |options| &mut options.$field,
        )
    };
}

#[cfg(feature = "serde")]
mod files;
mod pair;
mod world;

#[cfg(feature = "serde")]
pub use files::{read, schema, write};
pub use pair::{
    BooleanGjkOptions, CastOptions, CullOptions, DistanceOptions, EpaOptions, GjkOptions, HierarchyOptions,
    IsaGjkOptions, ManifoldOptions, RayOptions, SatOptions, SupportOptions,
};
pub use world::{LARGEST, WorldOptions};
