//! What [`super::update`] asks of the world outside: files, dialogs, the clipboard.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::asking::{Conflict, ExportFormat, Obstacle};
use super::banner::Cause;
use super::command::{
    BesideCommand, Command, FileCommand, PredictCommand, RunCommand, SaveCommand, Slot, WindowCommand, WorldCommand,
};
use super::disk::{self, Guard, Unreadable, Written};
use super::question::{Question, answer, answer_alone};
use super::recording::Recording;
use super::recovery::Kept;
use super::shot::Shot;
use super::state::State;
use crate::picture::Key;
use crate::play::{self, QueryError};
use crate::scene;
use crate::scene::model::{Algorithm, Scene};

/// Why a scene file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// To open it.
    Open,
    /// To open it, now or when it can be read.
    Launch,
    /// It is open, and may have changed: step, selection and cameras stay, and so do edits.
    Follow,
    /// It is open, and takes the place of edits.
    Revert,
}

/// A wish to the world outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Show an open dialog.
    PickOpen,
    /// Show a save dialog with this name in it.
    PickSave(String),
    /// Show an export dialog.
    PickExport(String, ExportFormat),
    /// Read a scene file.
    Read {
        /// The file.
        path: PathBuf,
        /// What for.
        how: Reading,
    },
    /// Read meshes, and make a scene of them.
    Import(Vec<PathBuf>),
    /// Write the scene.
    Write {
        /// The file.
        path: PathBuf,
        /// What of it may be overwritten.
        guard: Guard,
    },
    /// Write a figure.
    Figure {
        /// The file; its ending says which kind.
        path: PathBuf,
        /// What it shows.
        shot: Box<Shot>,
        /// Whether a file that is there may be overwritten.
        over: bool,
    },
    /// Ask where the score is written, with this name in it.
    PickScore(String),
    /// Write a text file.
    WriteText {
        /// The file.
        path: PathBuf,
        /// What it is to hold.
        text: String,
        /// Whether a file that is there may be overwritten.
        over: bool,
    },
    /// Make another scene like that of the question, from this seed.
    Exercise(Box<Question>, u64),
    /// Find out the answer of every frame.
    Survey(Box<Question>),
    /// Judge all queries of a scene, which has this edition.
    Judge(Arc<Scene>, u64),
    /// Watch this file, and no other, for changes.
    Watch(Option<PathBuf>),
    /// Tell what is written to this capture, and watch no other file.
    Follow(PathBuf),
    /// Text to the clipboard.
    Copy(String),
    /// A picture to the clipboard.
    CopyPicture(Box<Shot>),
    /// Bring what is in the clipboard.
    AskPaste,
    /// Keep these edits, in the place of those kept before.
    Keep(Box<Kept>),
    /// Forget what is kept of this window's edits.
    Unkeep,
    /// Forget the edits of another window that are kept in this file.
    Forget(PathBuf),
    /// Ask the engine.
    Ask(Box<Question>),
    /// Ask it for the run that stands beside the one that is shown.
    AskBeside(Box<Question>),
    /// Find the beats of this run that tell of what has this key, around the step and beat that are shown.
    Why(Arc<Recording>, Key, (usize, usize)),
    /// Find out where these two part.
    Part([Arc<Recording>; 2]),
    /// Play a world to its end, and show the run as a scene with frames.
    RecordRun(Box<Question>),
    /// Show the two parts that decide a distance as a scene of their own.
    ClosestParts(Box<Question>),
    /// Show two bodies of a world as they met, by index, with a question about them.
    AskAboutPair(Box<Question>, [usize; 2], Algorithm),
    /// End the run at work.
    Cancel,
    /// End the animation that is being written.
    CancelDrawing,
    /// Wait no more for the file that is being read.
    CancelReading,
    /// Bring a docked panel to the front.
    Reveal(Slot),
    /// Put the panels back.
    ResetLayout,
    /// Take the whole screen, or give it back.
    FullScreen(bool),
    /// Close the window.
    Quit,
}

/// Does the effects that need no window: reading and writing files, and asking the engine, in place. Anything else is for
/// the shell.
pub fn perform(effect: &Effect, state: &State) -> Option<Command> {
    match effect {
        Effect::Read { .. } | Effect::Import(_) => read_files(effect),
        Effect::Write { path, guard } => Some(match disk::write(path, &state.doc.scene, *guard) {
            Written::Done(stamp) => Command::Save(SaveCommand::Saved(whole(path), stamp)),
            Written::Refused(obstacle) => {
                Command::Save(SaveCommand::InTheWay(Conflict { path: path.clone(), obstacle, figure: None }))
            }
            Written::Failed(why) => Command::Save(SaveCommand::NotSaved(why)),
        }),
        Effect::Ask(question) => Some(Command::Run(RunCommand::Answered(Box::new(answer(state.player, question))))),
        Effect::AskBeside(question) => {
            Some(Command::Beside(BesideCommand::Answered(Box::new(answer_alone(state.player, question)))))
        }
        Effect::Why(run, key, now) => Some(super::referee::told(run.clone(), key.clone(), *now)),
        Effect::Part(runs) => Some(super::referee::parted(runs.clone())),
        Effect::RecordRun(asked) => Some(shown(play::recorded(asked.precision, &asked.scene, &asked.query))),
        Effect::ClosestParts(asked) => Some(closest_parts(asked)),
        Effect::AskAboutPair(asked, pair, algorithm) => {
            let (precision, frame) = (asked.precision, asked.frame);
            Some(shown(play::pair_in_frame(precision, &asked.scene, &asked.query, frame, *pair, *algorithm)))
        }
        Effect::Figure { path, shot, over: false } if path.exists() => {
            let (path, figure) = (path.clone(), Some(shot.clone()));
            Some(Command::Save(SaveCommand::InTheWay(Conflict { path, obstacle: Obstacle::Exists, figure })))
        }
        Effect::Figure { path, shot, .. } if Shot::moves(path) => {
            Some(exported(path, shot.write_animation(path, state.player, &|_, _| {})))
        }
        Effect::Figure { path, shot, .. } => Some(exported(path, shot.write(path))),
        Effect::WriteText { path, text, over } => Some(written(path, text, *over)),
        Effect::Exercise(asked, seed) => Some(exercise(asked, *seed)),
        Effect::Survey(asked) => Some(super::referee::surveyed(asked)),
        Effect::Judge(scene, edition) => Some(super::referee::judged(scene, *edition)),
        // Done by the window, or by the shell around it.
        Effect::PickOpen
        | Effect::PickSave(_)
        | Effect::PickExport(..)
        | Effect::PickScore(_)
        | Effect::Watch(_)
        | Effect::Follow(_)
        | Effect::Copy(_)
        | Effect::CopyPicture(_)
        | Effect::AskPaste
        | Effect::Keep(_)
        | Effect::Unkeep
        | Effect::Forget(_)
        | Effect::Cancel
        | Effect::CancelDrawing
        | Effect::CancelReading
        | Effect::Reveal(_)
        | Effect::ResetLayout
        | Effect::FullScreen(_)
        | Effect::Quit => None,
    }
}

/// The pair of parts that decided an answer, as a scene of its own.
fn closest_parts(asked: &Question) -> Command {
    let (scene, query, frame) = (&asked.scene, &asked.query, asked.frame);
    let answered = play::answer(asked.precision, scene, query, frame);
    shown(answered.and_then(|verdict| play::deciding_pair(scene, query, frame, &verdict.finding)))
}

/// Another scene like that of the question.
fn exercise(asked: &Question, seed: u64) -> Command {
    match play::another(asked.precision, &asked.scene, &asked.query, seed) {
        Ok(scene) => Command::Predict(PredictCommand::Exercise(Box::new(scene), seed)),
        Err(why) => Command::Window(WindowCommand::Failed(Cause::Open, why.to_string())),
    }
}

/// Writes a text file, over one that is there only where that was said.
fn written(path: &Path, text: &str, over: bool) -> Command {
    let done = match path.exists() && !over {
        true => Err(format!("{} is there already: choose another name.", path.display())),
        false => scene::replace::replace(path, text.as_bytes())
            .map_err(|error| format!("{}: {}", path.display(), scene::plain_io(&error))),
    };
    exported(path, done)
}

/// What is told of a figure that was written, or not.
pub(super) fn exported(path: &Path, done: Result<(), String>) -> Command {
    match done {
        Ok(()) => Command::Window(WindowCommand::Note(Cause::Export, format!("Wrote {}", path.display()))),
        Err(message) => Command::Window(WindowCommand::Failed(Cause::Export, message)),
    }
}

/// Does the effects that read files, for which no state is needed; nothing of any other.
pub(super) fn read_files(effect: &Effect) -> Option<Command> {
    match effect {
        Effect::Read { path, how } => Some(read(path, *how)),
        Effect::Import(files) => Some(imported(files)),
        _ => None,
    }
}

/// A scene of what is no scene file. It is in no file until it is saved, below the folder of which its meshes must lie.
fn imported(files: &[PathBuf]) -> Command {
    match disk::import(files) {
        Ok(scene) => Command::File(FileCommand::Loaded { path: None, stamp: None, scene: Box::new(scene) }),
        Err(why) => Command::Window(WindowCommand::Failed(Cause::Open, why)),
    }
}

/// Opens what came of a run, or says why nothing did.
fn shown(made: Result<Scene, QueryError>) -> Command {
    match made {
        Ok(scene) => Command::World(WorldCommand::ShowOfWorld(Box::new(scene))),
        Err(why) => Command::Window(WindowCommand::Failed(Cause::Open, why.to_string())),
    }
}

fn read(path: &Path, how: Reading) -> Command {
    if disk::is_imported(path) && matches!(how, Reading::Open | Reading::Launch) {
        return imported(&[path.to_owned()]);
    }
    match (disk::read(path), how) {
        (Ok((scene, stamp)), Reading::Open | Reading::Launch) => {
            // Standard input is no file to save to or to watch.
            let file = Some(path).filter(|path| *path != Path::new("-")).map(whole);
            Command::File(FileCommand::Loaded {
                stamp: file.is_some().then_some(stamp),
                path: file,
                scene: Box::new(scene),
            })
        }
        (Ok((scene, stamp)), how) => {
            Command::File(FileCommand::Reloaded { stamp, scene: Box::new(scene), revert: how == Reading::Revert })
        }
        (Err(Unreadable::Gone(why) | Unreadable::Broken(why)), Reading::Launch) => {
            Command::File(FileCommand::Awaits(path.to_owned(), why))
        }
        (Err(Unreadable::Gone(why) | Unreadable::Broken(why)), Reading::Open) => {
            Command::Window(WindowCommand::Failed(Cause::Open, why))
        }
        (Err(Unreadable::Gone(_)), _) => Command::File(FileCommand::Gone),
        (Err(Unreadable::Broken(why)), _) => Command::File(FileCommand::Broken(why)),
    }
}

/// The path from the root on: it is remembered, and read again by programs that were started elsewhere.
fn whole(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// The shipped scene with this index.
pub(super) fn shipped(index: usize) -> Option<Result<Scene, String>> {
    let shipped = scene::SHIPPED.get(index)?;
    Some(scene::parse(shipped.name, shipped.text.as_bytes()).map_err(|error| error.to_string()))
}
