//! Preferences of the user: theme, labels, playback speed, recent files. The desktop shell stores them between
//! sessions.

use std::collections::BTreeSet;
use std::path::PathBuf;

/// Preferences that menus and panels change. Fields that a stored file lacks have their defaults.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Prefs {
    /// Whether the theme is dark.
    pub dark: bool,
    /// Whether source code is shown next to the listing.
    pub code: bool,
    /// Whether the views show labels.
    pub labels: bool,
    /// Whether the views show insets, which magnify details too small to see.
    pub insets: bool,
    /// Whether the views show legends.
    pub legend: bool,
    /// Whether the optional views of a lesson are shown.
    pub all_views: bool,
    /// Type size, as a factor of the default.
    pub type_size: f32,
    /// Speed of playback: 1 shows each beat (sub-step of a run) for the time to read its sentence.
    pub speed: f64,
    /// Paths of the files opened or saved last, newest first.
    pub recent: Vec<PathBuf>,
    /// Names of shipped scenes that were opened before.
    pub seen: BTreeSet<String>,
    /// Whether the window opens with the first screen, instead of the welcome scene.
    pub start_page: bool,
}

impl Default for Prefs {
    fn default() -> Self {
        Self {
            dark: true,
            code: false,
            labels: true,
            insets: true,
            legend: true,
            all_views: false,
            type_size: 1.0,
            speed: 1.0,
            recent: Vec::new(),
            seen: BTreeSet::new(),
            start_page: true,
        }
    }
}
