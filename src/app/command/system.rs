//! Commands about files, the clipboard and threads, and reports of their results.

use std::path::PathBuf;

use contact_lens_import::follow::Grown;
use contact_lens_play::Precision;
use contact_lens_scene::model::Scene;

use super::Command;
use crate::figures::animation_options::AnimationOptions;
use crate::files::disk::Stamp;
use crate::files::path_dialog::{Conflict, ExportFormat, PathPurpose};
use crate::files::recovery::FoundEdits;
use crate::run::progress::{AnimationProgress, ReadingProgress, RunProgress};
use crate::run::question::Answer;

/// Opening, importing and reloading scenes.
#[derive(Clone, Debug, PartialEq)]
pub enum FileCommand {
    /// Create a scene of two boxes.
    New,
    /// Open a dialog for the file to open.
    AskOpen,
    Open(PathBuf),
    /// Create a scene from these meshes.
    Import(Vec<PathBuf>),
    /// Open the shipped scene with this index.
    OpenShipped(usize),
    /// Open the next shipped scene of the catalog (+1) or the previous one (−1).
    OpenNeighbor(i32),
    /// Open the file named on the command line, as soon as it can be read.
    Launch(PathBuf),
    /// The file of [`FileCommand::Launch`] cannot be read yet, for this reason.
    Awaits(PathBuf, String),
    /// Show this capture and everything written to it from now on.
    Follow(PathBuf),
    /// The followed capture has grown.
    Grown(Box<Grown>),
    /// Open a scene that has no file.
    Show(Box<Scene>),
    /// A scene was read.
    Loaded {
        /// File that was read; `None` for scenes without a file, such as imported ones.
        path: Option<PathBuf>,
        /// Stamp of the file's content; `None` without a file.
        stamp: Option<Stamp>,
        /// Scene parsed from the file.
        scene: Box<Scene>,
    },
    /// The open file was read again.
    Reloaded {
        /// Stamp of the file's content.
        stamp: Stamp,
        /// Scene parsed from the file.
        scene: Box<Scene>,
        /// Whether the scene replaces unsaved edits.
        revert: bool,
    },
    /// The open file can no longer be read, for this reason.
    Broken(String),
    /// The open file was removed.
    Gone,
    /// Check the open file after a change in its folder.
    CheckFile,
    /// Read the open file again.
    Reload,
    /// Discard the edits and read the file again.
    Revert,
}

/// Saving the scene, with its confirmations.
#[derive(Clone, Debug, PartialEq)]
pub enum SaveCommand {
    /// Write the open file; without one, open a dialog for the path.
    Save,
    /// Open a dialog for the path.
    AskSaveAs,
    /// Write to this path, if no file exists there; to the open file, if it is unchanged on disk.
    SaveAs(PathBuf),
    /// Write to this path, over any existing file.
    SaveOver(PathBuf),
    /// The scene was written to this path.
    Saved(PathBuf, Stamp),
    /// The scene was not written, for this reason; the command that waited for it is discarded.
    NotSaved(String),
    /// An existing file was not overwritten: open a confirmation.
    ConfirmOverwrite(Conflict),
    /// Overwrite the file of the confirmation.
    Overwrite,
    /// The dialog for a path was closed without an answer.
    Unanswered,
    /// No system dialog is available: open a field for the path in the window, with this suggestion.
    AskPath(PathPurpose, String),
    /// Write the edits, then run the pending command.
    SaveFirst,
}

/// Writing figures and animations.
#[derive(Clone, Debug, PartialEq)]
pub enum FigureCommand {
    /// Open a dialog for the path of a figure of the current beat.
    AskExport(ExportFormat),
    /// Open the animation dialog.
    AskAnimation,
    /// Change the choices in the animation dialog, which stays open.
    SetAnimation(AnimationOptions),
    /// Open a dialog for the path of this animation.
    ExportAnimation(AnimationOptions),
    /// Write the figure taken when the dialog opened, or else the current one, if no file exists at the path. The
    /// extension selects the format.
    Export(PathBuf),
    /// Write the figure taken when the dialog opened, or else the current one, over any existing file.
    ExportOver(PathBuf),
    /// Progress of the animation that is being written.
    Progress(AnimationProgress),
    /// Cancel the animation that is being written.
    CancelDrawing,
}

/// Copying to the clipboard, and pasting from it.
#[derive(Clone, Debug, PartialEq)]
pub enum ClipboardCommand {
    /// Copy the answer with all its digits.
    CopyAnswer,
    /// Copy the values of this beat, one per line.
    CopyValues,
    /// Copy the tables of this beat, with tabs between the columns.
    CopyTables,
    /// Copy the picture of all views.
    CopyPicture,
    /// Copy the command line that opens the window at this beat.
    CopyCommand,
    /// Copy the query and its bodies, in the current frame, as a scene.
    CopyQuery,
    /// Copy the first text; the second text names it in the message to the user.
    Copy(String, &'static str),
    /// Request the clipboard's content, to open it.
    AskPaste,
    /// Open the clipboard's content: a scene, a path or a batch line.
    Paste(String),
}

/// Unsaved edits of earlier windows.
#[derive(Clone, Debug, PartialEq)]
pub enum RecoveryCommand {
    /// Unsaved edits of an earlier window were found.
    Found(Vec<FoundEdits>),
    /// Open the found edits with this index.
    Restore(usize),
    /// Delete the found edits with this index.
    Delete(usize),
    /// Offer the found edits again at the next start.
    Later,
}

/// Requests to the engine and to the thread that reads files, and reports of their results.
#[derive(Clone, Debug, PartialEq)]
pub enum RunCommand {
    Answered(Box<Answer>),
    /// Progress of the engine.
    Progress(RunProgress),
    /// The worker has compared all frames, so that the lesson can show its overview of them.
    Compared,
    /// Progress of a file being read; `None` when reading has ended.
    Reading(Option<ReadingProgress>),
    /// A file was read.
    FileRead {
        /// Command that shows the result.
        command: Box<Command>,
        /// Edition of the scene when reading was requested.
        edition: u64,
    },
    /// Cancel the current run, or the wait for a file.
    Cancel,
    /// Run the query again.
    Rerun,
    /// Compute in this precision.
    SetPrecision(Precision),
    /// Switch to the other precision.
    TogglePrecision,
}
