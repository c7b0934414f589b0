//! How questions are to be answered: a struct an algorithm, and a row a field.

/// A row of options, called in files as the field is called here: `option_row!(field, "Label", "What it is.")`.
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
