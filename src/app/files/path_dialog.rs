//! Data of the dialogs for paths (purpose, format, suggested name) and of the confirmation before a file is
//! overwritten.

use std::path::PathBuf;

use crate::figures::shot::Shot;

/// Format of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    Svg,
    Png,
    /// Animation of the frames, or of the beats of a query with one frame.
    Gif,
    /// HTML page with every sub-step of the run.
    Page,
}

impl ExportFormat {
    /// Extension of the file name.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Gif => "gif",
            Self::Page => "html",
        }
    }
}

/// Purpose of a path that the user chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathPurpose {
    Open,
    /// File to write the scene to.
    Save,
    /// File to write a figure to.
    Export(ExportFormat),
    /// File to write the score of predictions to.
    Score,
}

impl PathPurpose {
    /// Title of the dialog.
    pub fn title(self) -> &'static str {
        match self {
            Self::Open => "Open a scene",
            Self::Save => "Save the scene",
            Self::Export(_) => "Export a figure",
            Self::Score => "Save the score",
        }
    }

    /// Label of the button.
    pub fn verb(self) -> &'static str {
        match self {
            Self::Open => "Open",
            Self::Save => "Save",
            Self::Export(_) => "Export",
            Self::Score => "Save",
        }
    }
}

/// Dialog for a path, drawn by the window where the system has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathDialog {
    /// Purpose of the path.
    pub purpose: PathPurpose,
    /// Initial text of the field.
    pub suggestion: String,
}

/// Reason why a file was not overwritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The file is the open one, and another program changed it.
    Changed,
    /// A file with this name exists.
    Exists,
}

/// A file that needs a confirmation before it is overwritten.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict {
    /// Path of the file.
    pub path: PathBuf,
    /// Reason for the confirmation.
    pub obstacle: Obstacle,
    /// Figure to write; `None` for the scene.
    pub figure: Option<Box<Shot>>,
}

impl Conflict {
    /// One sentence about the conflict.
    pub fn message(&self) -> String {
        let name = self.path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        match self.obstacle {
            Obstacle::Changed => format!("{name} changed on disk since it was read."),
            Obstacle::Exists => format!("{name} already exists."),
        }
    }
}
