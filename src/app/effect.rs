//! What [`super::update`] asks of the world outside: files, dialogs, the clipboard.

use std::path::{Path, PathBuf};

use super::command::{Command, ExportFormat, Slot};
use super::question::{Question, answer};
use super::state::State;
use crate::picture::{Figure, Pane, Role, Theme};
use crate::scene::{self, model::Scene};

/// A wish to the world outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Show an open dialog.
    PickOpen,
    /// Show a save dialog with this name in it.
    PickSave(String),
    /// Show an export dialog.
    PickExport(String, ExportFormat),
    /// Read a scene file; `again` when it is the one that is open.
    Read {
        /// The file.
        path: PathBuf,
        /// Keep step, selection and cameras.
        again: bool,
    },
    /// Write the scene.
    Write(PathBuf),
    /// Write a figure of what is shown.
    Figure(PathBuf),
    /// Watch this file, and no other, for changes.
    Watch(Option<PathBuf>),
    /// To the clipboard.
    Copy(String),
    /// Ask the engine.
    Ask(Box<Question>),
    /// End the run at work.
    Cancel,
    /// Bring a docked panel to the front.
    Reveal(Slot),
    /// Put the panels back.
    ResetLayout,
    /// Close the window.
    Quit,
}

/// Does the effects that need no window: reading and writing files, and asking the engine, in place. Anything else is for
/// the shell.
pub fn perform(effect: &Effect, state: &State) -> Option<Command> {
    match effect {
        Effect::Read { path, again } => Some(match (read(path), again) {
            (Ok(scene), false) => Command::Loaded { path: Some(path.clone()), scene: Box::new(scene) },
            (Ok(scene), true) => Command::Reloaded(Box::new(scene)),
            (Err(message), _) => Command::Failed(message),
        }),
        Effect::Write(path) => Some(match write(path, &state.doc.scene) {
            Ok(()) => Command::Saved(path.clone()),
            Err(message) => Command::NotSaved(message),
        }),
        Effect::Ask(question) => Some(Command::Answered(answer(state.player, question))),
        Effect::Figure(path) => Some(match figure(path, state) {
            Ok(()) => Command::Note(format!("Wrote {}", path.display())),
            Err(message) => Command::Failed(message),
        }),
        _ => None,
    }
}

/// Reads a scene; the error names the file, the line and the field.
fn read(path: &Path) -> Result<Scene, String> {
    scene::Document::open(path).map(|document| document.scene).map_err(|error| error.to_string())
}

fn write(path: &Path, scene: &Scene) -> Result<(), String> {
    scene::save::to_file(scene, path).map_err(|error| error.to_string())
}

/// The names of the shipped scenes, in order.
pub(super) fn shipped_names() -> impl Iterator<Item = &'static str> {
    scene::SHIPPED.iter().map(|shipped| shipped.name)
}

/// The shipped scene with this index.
pub(super) fn shipped(index: usize) -> Option<Result<Scene, String>> {
    let shipped = scene::SHIPPED.get(index)?;
    Some(scene::parse(shipped.name, shipped.text.as_bytes()).map_err(|error| error.to_string()))
}

/// Writes a figure of both views as they are looked at now; the ending says which kind.
fn figure(path: &Path, state: &State) -> Result<(), String> {
    let wrong = |error: String| format!("{}: {error}", path.display());
    let figure = drawn(state).ok_or_else(|| wrong(String::from("there is nothing to draw")))?;
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    let bytes = match ending.as_str() {
        "svg" => figure.svg().into_bytes(),
        "png" => figure.png(2.0).map_err(|error| wrong(error.to_string()))?,
        _ => return Err(wrong(String::from("a figure ends in .png or .svg"))),
    };
    std::fs::write(path, bytes).map_err(|error| wrong(error.to_string()))
}

/// The figure of this beat, through the window's cameras.
fn drawn(state: &State) -> Option<Figure> {
    let (reel, beat, backdrop, query) = (state.reel.as_ref()?, state.beat()?, state.backdrop()?, state.query()?);
    let (step, number) = state.now();
    let titles = ["world", "configuration space A − B"];
    let pictures = [(&backdrop.world, &beat.world), (&backdrop.cso, &beat.cso)];
    let panes = titles.into_iter().zip(pictures).zip(state.cameras);
    let card = reel.lesson.card();
    let of = |n: usize, all: usize| format!("{} of {all}", n + 1);
    let metadata = [
        ("Software", format!("Contact Lens {}", env!("CARGO_PKG_VERSION"))),
        ("Scene", state.doc.scene.name.clone()),
        ("Query", query.name.clone()),
        ("Precision", state.focus.precision.name().to_owned()),
        ("Step", format!("{}.{}", step + 1, number + 1)),
    ];
    Some(Figure {
        title: state.doc.scene.name.clone(),
        step: format!("{}, step {}, {}", card.title, of(step, reel.steps()), of(number, reel.beats_of(step))),
        caption: beat.say.clone(),
        panes: panes.map(|((title, (still, moving)), camera)| Pane::new(title, still, moving, camera)).collect(),
        names: vec![(Role::ShapeA, query.a.clone()), (Role::ShapeB, query.b.clone())],
        theme: if state.prefs.dark { Theme::Dark } else { Theme::Light },
        metadata: metadata.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        ..Figure::default()
    })
}
