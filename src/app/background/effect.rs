//! Effects: requests that [`update`](crate::update()) returns, for files, dialogs, threads, panels and the
//! clipboard. [`perform`] runs those that need only files or the engine.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use contact_lens_lesson::{BeatIndex, Value};
use contact_lens_picture::Key;
use contact_lens_play::{self as play, QueryError};
use contact_lens_scene as scene;
use contact_lens_scene::model::{Algorithm, Scene};

use crate::banner::Cause;
use crate::command::{
    Command, ComparisonCommand, FileCommand, PredictionCommand, RunCommand, SaveCommand, Slot, WindowCommand,
    WorldCommand,
};
use crate::figures::shot::Shot;
use crate::files::disk::{self, Guard, Stamp, Unreadable, Written};
use crate::files::path_dialog::{Conflict, ExportFormat, Obstacle};
use crate::files::recovery::StoredEdits;
use crate::run::query_opener::QueryOpener;
use crate::run::question::{Question, open_and_answer, open_and_answer_in_one_precision};
use crate::run::recording::Recording;
use crate::state::State;

/// Reason for reading a scene file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Open the scene; report an error.
    Open,
    /// Open the scene as soon as the file can be read.
    Launch,
    /// Update the open scene; step, selection, cameras and edits stay.
    Follow,
    /// Replace the open scene and its edits.
    Revert,
}

/// Request of the window to the outside world: files, dialogs, threads, panels or the clipboard.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Show an open dialog.
    PickOpen,
    /// Show a save dialog with this suggested name.
    PickSave(String),
    /// Show an export dialog with this suggested name.
    PickExport(String, ExportFormat),
    /// Read a scene file.
    Read {
        path: PathBuf,
        /// Reason for reading the file, which determines how the result is shown.
        how: Reading,
    },
    /// Read meshes and make a scene of them.
    Import(Vec<PathBuf>),
    /// Write the open scene.
    Write {
        path: PathBuf,
        /// Content that may be overwritten.
        guard: Guard,
    },
    /// Write a figure or an animation.
    Figure {
        /// Path of the file; the extension selects the format.
        path: PathBuf,
        /// Content of the figure.
        shot: Box<Shot>,
        /// Whether an existing file may be overwritten.
        overwrite: bool,
    },
    /// Show a dialog for the file of the score, with this suggested name.
    PickScore(String),
    /// Write a text file.
    WriteText {
        path: PathBuf,
        text: String,
        /// Whether an existing file may be overwritten.
        overwrite: bool,
    },
    /// Make an exercise similar to the question's scene; equal seeds give equal exercises.
    Exercise(Box<Question>, u64),
    /// Compute the answer of every frame.
    Survey(Box<Question>),
    /// Check the expectations of all queries of a scene. The number is the scene's edition, which shows whether the
    /// result is still current.
    CheckExpectations(Arc<Scene>, u64),
    /// Compare all captured answers of a scene, whose edition is the number, with the answers computed here.
    MeasureAgreement(Arc<Scene>, u64),
    /// Watch only this file for changes, with the meshes of its scene; `None` watches nothing.
    Watch(Option<PathBuf>),
    /// Follow this capture, and watch no other file.
    Follow(PathBuf),
    /// Copy text to the clipboard.
    Copy(String),
    /// Copy a picture to the clipboard.
    CopyPicture(Box<Shot>),
    /// Request the text of the clipboard.
    AskPaste,
    /// Store these edits for recovery, in the place of those stored before.
    StoreEdits(Box<StoredEdits>),
    /// Delete the stored edits of this window.
    DeleteStoredEdits,
    /// Delete the stored edits of another window, in this file.
    DeleteFoundEdits(PathBuf),
    /// Run a question in the engine.
    Ask(Box<Question>),
    /// Run the question of the second run of a comparison.
    AskSecondRun(Box<Question>),
    /// Find the beats that change the mark with this id, around the beat shown at this index.
    Explain(Arc<Recording>, Key, BeatIndex),
    /// Find the numbers from which a value of the beat at this index was computed.
    Derive(Arc<Recording>, Value, BeatIndex),
    /// Find the divergence of two runs.
    FindDivergence([Arc<Recording>; 2]),
    /// Play a world to its end, and show the run as a scene with frames.
    RecordRun(Box<Question>),
    /// Show the two child shapes that decide a distance as a scene of their own.
    ClosestParts(Box<Question>),
    /// Show two bodies of a world in their poses of the frame, with a query about them.
    OpenPair {
        /// Question about the world, with the frame.
        world: Box<Question>,
        /// Indices of the bodies in the scene.
        bodies: [usize; 2],
        /// Algorithm of the query.
        algorithm: Algorithm,
    },
    /// Say why two bodies have no contact in the question's frame.
    WhyNoContact {
        /// Question about the scene, with the frame.
        question: Box<Question>,
        /// Indices of the bodies in the scene.
        bodies: [usize; 2],
    },
    /// Cancel the current run.
    Cancel,
    /// Cancel the animation that is being written.
    CancelDrawing,
    /// Cancel the reading of a file.
    CancelReading,
    /// Bring a docked panel to the front.
    Reveal(Slot),
    /// Restore the default layout.
    ResetLayout,
    /// Enter or leave full screen.
    FullScreen(bool),
    /// Close the main window.
    Quit,
}

/// Runs an effect that needs only files or the engine, on the calling thread. Returns `None` for the other effects,
/// which the window or the shell runs.
pub fn perform(effect: &Effect, state: &State) -> Option<Command> {
    match effect {
        Effect::Read { .. } | Effect::Import(_) => read_files(effect),
        Effect::Write { path, guard } => Some(write_scene(path, &state.doc.scene, *guard)),
        Effect::Ask(question) => {
            Some(Command::Run(RunCommand::Answered(Box::new(open_and_answer(state.open_query, question)))))
        }
        Effect::AskSecondRun(question) => Some(Command::Comparison(ComparisonCommand::Answered(Box::new(
            open_and_answer_in_one_precision(state.open_query, question),
        )))),
        Effect::Derive(run, value, now) => Some(super::long_task::derive_value(run.clone(), value.clone(), *now)),
        Effect::Explain(run, key, now) => Some(super::long_task::explain(run.clone(), key.clone(), *now)),
        Effect::FindDivergence(runs) => Some(super::long_task::find_divergence(runs.clone())),
        Effect::RecordRun(question) => Some(record_run(question)),
        Effect::ClosestParts(question) => Some(closest_parts(question)),
        Effect::OpenPair { world, bodies, algorithm } => Some(open_pair(world, *bodies, *algorithm)),
        Effect::WhyNoContact { question, bodies } => Some(why_no_contact(question, *bodies)),
        Effect::Figure { path, shot, overwrite } => Some(write_figure(path, shot, *overwrite, state.open_query)),
        Effect::WriteText { path, text, overwrite } => Some(write_text(path, text, *overwrite)),
        Effect::Exercise(question, seed) => Some(generate_exercise(question, *seed)),
        Effect::Survey(question) => Some(super::long_task::survey_frames(question)),
        Effect::MeasureAgreement(scene, edition) => Some(super::long_task::measure_agreement(scene, *edition)),
        Effect::CheckExpectations(scene, edition) => Some(super::long_task::check_expectations(scene, *edition)),
        Effect::PickOpen
        | Effect::PickSave(_)
        | Effect::PickExport(..)
        | Effect::PickScore(_)
        | Effect::Watch(_)
        | Effect::Follow(_)
        | Effect::Copy(_)
        | Effect::CopyPicture(_)
        | Effect::AskPaste
        | Effect::StoreEdits(_)
        | Effect::DeleteStoredEdits
        | Effect::DeleteFoundEdits(_)
        | Effect::Cancel
        | Effect::CancelDrawing
        | Effect::CancelReading
        | Effect::Reveal(_)
        | Effect::ResetLayout
        | Effect::FullScreen(_)
        | Effect::Quit => None,
    }
}

/// Writes the open scene, if `guard` allows it.
fn write_scene(path: &Path, scene: &Scene, guard: Guard) -> Command {
    Command::Save(match disk::write(path, scene, guard) {
        Written::Done(stamp) => SaveCommand::Saved(absolute_path(path), stamp),
        Written::Refused(obstacle) => {
            SaveCommand::ConfirmOverwrite(Conflict { path: path.to_owned(), obstacle, figure: None })
        }
        Written::Failed(why) => SaveCommand::NotSaved(why),
    })
}

/// Writes a figure or an animation. An existing file needs a confirmation unless `overwrite`.
fn write_figure(path: &Path, shot: &Shot, overwrite: bool, open_query: QueryOpener) -> Command {
    if path.exists() && !overwrite {
        let figure = Some(Box::new(shot.clone()));
        let conflict = Conflict { path: path.to_owned(), obstacle: Obstacle::Exists, figure };
        return Command::Save(SaveCommand::ConfirmOverwrite(conflict));
    }
    let written = if Shot::is_animation(path) {
        // The calling thread waits for the file, so its progress is not reported.
        shot.write_animation(path, open_query, &|_, _| {})
    } else {
        shot.write(path)
    };
    report_export(path, written)
}

/// Plays a world to its end, and opens the run as a scene with frames.
fn record_run(question: &Question) -> Command {
    open_made_scene(play::record_as_scene(question.precision, &question.scene, &question.query))
}

/// Opens two bodies of a world, in their poses of the question's frame, with a query by `algorithm`.
fn open_pair(question: &Question, pair: [usize; 2], algorithm: Algorithm) -> Command {
    let Question { scene, query, frame, precision, .. } = question;
    open_made_scene(play::pair_in_frame(*precision, scene, query, *frame, pair, algorithm))
}

/// Returns the command that shows why two bodies have no contact.
fn why_no_contact(question: &Question, bodies: [usize; 2]) -> Command {
    let Question { scene, query, frame, precision, .. } = question;
    match play::why_no_contact(*precision, scene, query, *frame, bodies) {
        Ok(reason) => WindowCommand::Note(Cause::Time, reason.sentence).into(),
        Err(error) => WindowCommand::Failed(Cause::Time, error.to_string()).into(),
    }
}

/// Makes a scene of the two child shapes that decide the answer, and opens it.
fn closest_parts(question: &Question) -> Command {
    let scene = &question.scene;
    let query = &question.query;
    let frame = question.frame;
    let answered = play::answer(question.precision, scene, query, frame);
    open_made_scene(answered.and_then(|verdict| play::deciding_pair(scene, query, frame, &verdict.finding)))
}

/// Makes an exercise like the question's scene, and opens it.
fn generate_exercise(question: &Question, seed: u64) -> Command {
    match play::exercise(question.precision, &question.scene, &question.query, seed) {
        Ok(scene) => Command::Prediction(PredictionCommand::Exercise { scene: Box::new(scene), seed }),
        Err(why) => Command::Window(WindowCommand::Failed(Cause::Open, why.to_string())),
    }
}

/// Writes a text file. An existing one is replaced only if `overwrite`.
fn write_text(path: &Path, text: &str, overwrite: bool) -> Command {
    let done = if path.exists() && !overwrite {
        Err(format!("{} already exists. Choose another name.", path.display()))
    } else {
        scene::atomic_write::replace(path, text.as_bytes())
            .map_err(|error| format!("{}: {}", path.display(), scene::io_message(&error)))
    };
    report_export(path, done)
}

/// Command that reports whether a figure, an animation or a score was written.
pub(crate) fn report_export(path: &Path, done: Result<(), String>) -> Command {
    match done {
        Ok(()) => Command::Window(WindowCommand::Note(Cause::Export, format!("Wrote {}", path.display()))),
        Err(message) => Command::Window(WindowCommand::Failed(Cause::Export, message)),
    }
}

/// Runs the effects that read files and need no state; returns `None` for all others.
pub(crate) fn read_files(effect: &Effect) -> Option<Command> {
    match effect {
        Effect::Read { path, how } => Some(read_scene(path, *how)),
        Effect::Import(files) => Some(import_scene(files)),
        _ => None,
    }
}

/// Imports meshes or another program's file as a scene without a file. A scene with meshes can be saved only in a
/// folder that contains them.
fn import_scene(files: &[PathBuf]) -> Command {
    match disk::import(files) {
        Ok(scene) => Command::File(FileCommand::Loaded { path: None, stamp: None, scene: Box::new(scene) }),
        Err(why) => Command::Window(WindowCommand::Failed(Cause::Open, why)),
    }
}

/// Command that opens a scene made from a run, or reports the error.
fn open_made_scene(made: Result<Scene, QueryError>) -> Command {
    match made {
        Ok(scene) => Command::World(WorldCommand::OpenFromWorld(Box::new(scene))),
        Err(why) => Command::Window(WindowCommand::Failed(Cause::Open, why.to_string())),
    }
}

/// Reads a scene file or imports another program's file. Imported files cannot be read again, as the scene made from
/// them has no file.
fn read_scene(path: &Path, how: Reading) -> Command {
    if disk::is_imported(path) && matches!(how, Reading::Open | Reading::Launch) {
        return import_scene(&[path.to_owned()]);
    }
    match disk::read(path) {
        Ok((scene, stamp)) => show_read_scene(path, scene, stamp, how),
        Err(error) => report_unreadable(path, error, how),
    }
}

/// Command that shows a scene read from `path`.
fn show_read_scene(path: &Path, scene: Scene, stamp: Stamp, how: Reading) -> Command {
    let scene = Box::new(scene);
    match how {
        Reading::Open | Reading::Launch => {
            // Standard input, "-", cannot be saved to or watched: its scene has no file.
            let file = (path != Path::new("-")).then(|| absolute_path(path));
            let stamp = file.is_some().then_some(stamp);
            Command::File(FileCommand::Loaded { path: file, stamp, scene })
        }
        Reading::Follow => Command::File(FileCommand::Reloaded { stamp, scene, revert: false }),
        Reading::Revert => Command::File(FileCommand::Reloaded { stamp, scene, revert: true }),
    }
}

/// Command that reports why the scene file at `path` could not be read.
fn report_unreadable(path: &Path, error: Unreadable, how: Reading) -> Command {
    match (how, error) {
        (Reading::Launch, Unreadable::Gone(why) | Unreadable::Broken(why)) => {
            Command::File(FileCommand::Awaits(path.to_owned(), why))
        }
        (Reading::Open, Unreadable::Gone(why) | Unreadable::Broken(why)) => {
            Command::Window(WindowCommand::Failed(Cause::Open, why))
        }
        (Reading::Follow | Reading::Revert, Unreadable::Gone(_)) => Command::File(FileCommand::Gone),
        (Reading::Follow | Reading::Revert, Unreadable::Broken(why)) => Command::File(FileCommand::Broken(why)),
    }
}

/// Absolute path, for preferences and for programs with another working directory.
fn absolute_path(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Parses the shipped scene with this index; `None` when the index is out of range.
pub(crate) fn shipped(index: usize) -> Option<Result<Scene, String>> {
    let shipped = scene::SHIPPED.get(index)?;
    Some(scene::parse(shipped.name, shipped.text.as_bytes()).map_err(|error| error.to_string()))
}
