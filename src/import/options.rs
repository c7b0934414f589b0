//! Options of an import that the user sets.

use std::path::PathBuf;

/// Options of an import that the user sets, the same for all readers.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Whether every pair that may collide gets a query, near or not.
    pub every_pair: bool,
    /// Folders of packages by name, for `package://NAME/…` and `model://NAME/…`.
    pub packages: Vec<(String, PathBuf)>,
    /// Whether links without collision shapes use their visual shapes.
    pub visual: bool,
    /// File of joint values; each row becomes a frame.
    pub joints: Option<PathBuf>,
    /// Library of the types in a text; `None` to detect it from the text.
    pub library: Option<String>,
}
