//! What the window asks of the world outside, and what comes back: files, the clipboard, threads.

use std::path::PathBuf;

use super::Command;
use crate::app::asking::{Conflict, ExportFormat, PathPurpose};
use crate::app::disk::Stamp;
use crate::app::film::Film;
use crate::app::progress::{AnimationProgress, ReadingProgress, RunProgress};
use crate::app::question::Answer;
use crate::app::recovery::Found;
use crate::import::follow::Grown;
use crate::play::Precision;
use crate::scene::model::Scene;

/// Opening a scene, and what becomes of the file that is open.
#[derive(Clone, Debug, PartialEq)]
pub enum FileCommand {
    /// A scene of two boxes, to begin with.
    New,
    /// Ask for a file to open.
    AskOpen,
    /// Open this file.
    Open(PathBuf),
    /// Make a scene of these meshes.
    Import(Vec<PathBuf>),
    /// Open the shipped scene with this index.
    OpenShipped(usize),
    /// Open the next shipped scene of the catalog (+1) or the one before (−1).
    OpenNeighbor(i32),
    /// Open the file that was named when the program was started, now or as soon as it can be read.
    Launch(PathBuf),
    /// The file of [`FileCommand::Launch`] cannot be read yet, for this reason.
    Awaits(PathBuf, String),
    /// Show this capture, and all that is written to it from now on.
    Follow(PathBuf),
    /// The capture that is followed has grown.
    Grown(Box<Grown>),
    /// Open a scene that lies in no file.
    Show(Box<Scene>),
    /// A scene was read; none of `path` and `stamp` for text that lies in no file.
    Loaded {
        /// The file.
        path: Option<PathBuf>,
        /// What it held.
        stamp: Option<Stamp>,
        /// What that means.
        scene: Box<Scene>,
    },
    /// The open file was read again.
    Reloaded {
        /// What it holds.
        stamp: Stamp,
        /// What that means.
        scene: Box<Scene>,
        /// Whether it takes the place of edits that are not saved.
        revert: bool,
    },
    /// The open file cannot be read any more, for this reason: somebody broke it.
    Broken(String),
    /// The open file is not there any more.
    Gone,
    /// The folder of the open file has changed: look at the file.
    Look,
    /// Read the open file again.
    Reload,
    /// Throw the edits away and take what is in the file.
    Revert,
}

/// Writing the scene, and what is asked before that.
#[derive(Clone, Debug, PartialEq)]
pub enum SaveCommand {
    /// Write the open file, or ask where.
    Save,
    /// Ask where to write.
    AskSaveAs,
    /// Write there, if nothing is there.
    SaveAs(PathBuf),
    /// Write there, whatever is there.
    SaveOver(PathBuf),
    /// The scene was written there.
    Saved(PathBuf, Stamp),
    /// The scene was not written, for this reason: what was to come after is forgotten.
    NotSaved(String),
    /// A file was not overwritten: ask.
    InTheWay(Conflict),
    /// Overwrite that file.
    Overwrite,
    /// Nobody answered a question for a path.
    Unanswered,
    /// There is no file dialog: ask for a path in the window, with this suggestion.
    AskPath(PathPurpose, String),
    /// Write the edits and do what was asked before, once they are written.
    SaveFirst,
}

/// Writing a figure of what is shown.
#[derive(Clone, Debug, PartialEq)]
pub enum FigureCommand {
    /// Ask where to write a figure of the current beat.
    AskExport(ExportFormat),
    /// Ask what an animation is to show.
    AskFilm,
    /// It is to show this; the question stays open.
    SetFilm(Film),
    /// Ask where to write an animation of this.
    ExportFilm(Film),
    /// Write a figure of the beat that was shown when it was asked for, if nothing is there. The ending says which kind.
    Export(PathBuf),
    /// The same, whatever is there.
    ExportOver(PathBuf),
    /// An animation is being written.
    Progress(AnimationProgress),
    /// End the animation that is being written.
    CancelDrawing,
}

/// Copy and paste.
#[derive(Clone, Debug, PartialEq)]
pub enum ClipboardCommand {
    /// Copy the answer with all its digits.
    CopyAnswer,
    /// Copy the values of this beat, one a line.
    CopyValues,
    /// Copy the tables of this beat, tabs between the columns.
    CopyTables,
    /// Copy the picture of all views.
    CopyPicture,
    /// Copy what opens the window at this beat.
    CopyCommand,
    /// Copy the query and its bodies as a scene.
    CopyQuery,
    /// Copy this text; the second one says what it is.
    Copy(String, &'static str),
    /// Get what is in the clipboard.
    AskPaste,
    /// Open what is in the clipboard: a scene, a path or a batch line.
    Paste(String),
}

/// Edits of earlier windows that nobody saved.
#[derive(Clone, Debug, PartialEq)]
pub enum RecoveryCommand {
    /// Edits of an earlier window were found that nobody saved.
    Found(Vec<Found>),
    /// Take up the found edits with this index.
    Restore(usize),
    /// Delete the found edits with this index.
    Forget(usize),
    /// Ask about the found edits again at the next start.
    Later,
}

/// What is asked of threads, the engine first, and what they answer.
#[derive(Clone, Debug, PartialEq)]
pub enum RunCommand {
    /// The engine answered.
    Answered(Box<Answer>),
    /// The engine is still at work.
    Progress(RunProgress),
    /// How all frames went is known now: it stands beside the lesson that is shown.
    Compared,
    /// A file is still being read, or is not any more.
    Reading(Option<ReadingProgress>),
    /// What came of a file that was asked for when the scene had this edition.
    Arrived(Box<Command>, u64),
    /// End the run at work, or the wait for a file.
    Cancel,
    /// Run the query again.
    Rerun,
    /// Compute in this precision.
    SetPrecision(Precision),
    /// The other precision.
    TogglePrecision,
}
