//! What paths are asked for, and what is asked before a file is overwritten.

use std::path::PathBuf;

use super::shot::Shot;

/// How a figure is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// Lines and text that stay sharp.
    Svg,
    /// Pixels.
    Png,
    /// Pixels that move: all frames, or all beats.
    Gif,
}

impl ExportFormat {
    /// The file name's ending.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Gif => "gif",
        }
    }
}

/// What a path is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathPurpose {
    /// A scene to open.
    Open,
    /// Where the scene is written.
    Save,
    /// Where a figure is written.
    Export(ExportFormat),
    /// Where the score of predictions is written.
    Score,
}

impl PathPurpose {
    /// Over the field.
    pub fn title(self) -> &'static str {
        match self {
            Self::Open => "Open a scene",
            Self::Save => "Save the scene",
            Self::Export(_) => "Export a figure",
            Self::Score => "Save the score",
        }
    }

    /// On the button.
    pub fn verb(self) -> &'static str {
        match self {
            Self::Open => "Open",
            Self::Save => "Save",
            Self::Export(_) => "Export",
            Self::Score => "Save",
        }
    }
}

/// A question for a path, asked in the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathBox {
    /// What for.
    pub purpose: PathPurpose,
    /// What stands in the field at first.
    pub suggestion: String,
}

/// Why a file was not overwritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// It is the open file, and somebody else changed it since it was read.
    Changed,
    /// There is a file of that name.
    Exists,
}

/// A file that was not overwritten; the window asks what becomes of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict {
    /// The file.
    pub path: PathBuf,
    /// What is in the way.
    pub obstacle: Obstacle,
    /// The figure that was to be written; none for the scene.
    pub figure: Option<Box<Shot>>,
}

impl Conflict {
    /// What is the matter, in one sentence.
    pub fn says(&self) -> String {
        let name = self.path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        match self.obstacle {
            Obstacle::Changed => format!("{name} changed on disk since it was read."),
            Obstacle::Exists => format!("{name} is there already."),
        }
    }
}
