//! Options of queries: one struct per algorithm, one row per field.

/// A row of options with the field's name in files: `option_row!(field, "Label", "What it is.")`.
#[macro_export]
macro_rules! option_row {
    ($field:ident, $label:literal, $doc:expr $(,)?) => {
        $crate::ask::Field::<Self>::new([stringify!($field), $label, $doc], |it| &it.$field, |it| &mut it.$field)
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
    IsaGjkOptions, ManifoldOptions, SatOptions, SupportOptions,
};
pub use world::{LARGEST, WorldOptions};
