//! Options of an import, which the user sets on the command line; the same for the readers of all formats.

use std::path::PathBuf;

/// User's choices for an import. The default has a query only about near pairs, and collision shapes only.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Whether the scene gets a query about every pair of bodies that may collide, rather than only about near ones.
    pub every_pair: bool,
    /// Folders of packages by name, for `package://NAME/…` and `model://NAME/…`.
    pub packages: Vec<(String, PathBuf)>,
    /// Whether links without collision shapes use their visual shapes.
    pub visual: bool,
    /// File of joint values for the first model with joints; each row becomes a frame. `None` without one.
    pub joints: Option<PathBuf>,
    /// Library of the types in a text; `None` to detect it from the text.
    pub library: Option<String>,
}
