//! What is remembered from one session to the next.

use std::collections::BTreeSet;
use std::path::PathBuf;

/// What is remembered from one session to the next.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Prefs {
    /// Dark theme, or light.
    pub dark: bool,
    /// The real code beside the listing.
    pub code: bool,
    /// Words in the views.
    pub labels: bool,
    /// What the colors mean, in the views.
    pub legend: bool,
    /// The views that a lesson shows on demand alone.
    pub all_views: bool,
    /// How large type is, as a share of the size on the first day.
    pub type_size: f32,
    /// Beats a second.
    pub speed: f64,
    /// Files opened last, the newest first.
    pub recent: Vec<PathBuf>,
    /// Names of the shipped scenes that were opened.
    pub seen: BTreeSet<String>,
    /// Whether the browser of scenes is open at the start.
    pub start_page: bool,
}

impl Default for Prefs {
    fn default() -> Self {
        Self {
            dark: true,
            code: false,
            labels: true,
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
