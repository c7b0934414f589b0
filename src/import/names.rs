//! Names of functions, types and fields, compared across the spellings of languages.

/// Converts a name to lower case without underscores: `set_position` and `SetPosition` become `setposition`.
pub(super) fn normalized(name: &str) -> String {
    name.replace('_', "").to_lowercase()
}
