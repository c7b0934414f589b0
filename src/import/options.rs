//! Choices of the user that readers need.

use std::path::PathBuf;

/// Choices of an import.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Whether every pair that may meet gets a question, near or not.
    pub every_pair: bool,
    /// Folders of packages by name, for `package://NAME/…` and `model://NAME/…`.
    pub packages: Vec<(String, PathBuf)>,
    /// Whether links without collision shapes take their visual shapes.
    pub visual: bool,
    /// File of joint values; each row becomes a frame.
    pub joints: Option<PathBuf>,
    /// Library of the types in a text; `None` where the text names it.
    pub library: Option<String>,
}
