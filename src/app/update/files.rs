//! Opening, saving, leaving, and the messages about it.

use std::path::PathBuf;

use super::banner::banner;
use super::engine::leave;
use crate::app::command::{Command, ExportFormat};
use crate::app::document::Document;
use crate::app::effect::{Effect, shipped};
use crate::app::state::{Focus, PathBox, RECENT, Reframe, Severity, State};
use crate::scene::{self, model::Scene};

/// The commands about files, and what else asks something of the world outside; `None` for all others.
pub(super) fn files(state: &mut State, command: &Command) -> Option<Vec<Effect>> {
    let effects = match command {
        Command::New => load(state, None, Document::blank()),
        Command::AskOpen => vec![Effect::PickOpen],
        Command::Open(path) => {
            state.path_box = None;
            vec![Effect::Read { path: path.clone(), again: false }]
        }
        Command::OpenShipped(index) => open_shipped(state, *index),
        Command::Paste(text) => match scene::parse("pasted text", text.as_bytes()) {
            Ok(scene) => load(state, None, scene),
            Err(error) => told(state, Severity::Error, error.to_string()),
        },
        Command::Loaded { path, scene } => load(state, path.clone(), scene.as_ref().clone()),
        Command::Reloaded(scene) => {
            reload(state, scene);
            Vec::new()
        }
        Command::Reload => state.doc.path.clone().map(|path| Effect::Read { path, again: true }).into_iter().collect(),
        Command::Save => save(state),
        Command::AskSaveAs => vec![Effect::PickSave(file_stem(state) + ".scene.json")],
        Command::SaveAs(path) => {
            state.path_box = None;
            vec![Effect::Write(path.clone())]
        }
        Command::SaveFirst => {
            state.after_save = state.pending.take();
            save(state)
        }
        Command::Saved(path) => saved(state, path.clone()),
        Command::NotSaved(why) => {
            state.after_save = None;
            told(state, Severity::Error, why.clone())
        }
        Command::Unanswered => {
            state.after_save = None;
            Vec::new()
        }
        Command::AskExport(format) => vec![Effect::PickExport(figure_name(state, *format), *format)],
        Command::Export(path) => {
            state.path_box = None;
            vec![Effect::Figure(path.clone())]
        }
        Command::AskPath(purpose, suggestion) => {
            state.path_box = Some(PathBox { purpose: *purpose, suggestion: suggestion.clone() });
            Vec::new()
        }
        Command::CopyAnswer => state.verdict().map(|v| Effect::Copy(v.say.clone())).into_iter().collect(),
        Command::Quit => vec![Effect::Quit],
        Command::ResetLayout => vec![Effect::ResetLayout],
        Command::Reveal(slot) => vec![Effect::Reveal(*slot)],
        Command::Failed(text) => told(state, Severity::Error, text.clone()),
        Command::Note(text) => told(state, Severity::Note, text.clone()),
        _ => return None,
    };
    Some(effects)
}

fn open_shipped(state: &mut State, index: usize) -> Vec<Effect> {
    match shipped(index) {
        Some(Ok(scene)) => load(state, None, scene),
        Some(Err(text)) => told(state, Severity::Error, text),
        None => Vec::new(),
    }
}

fn load(state: &mut State, path: Option<PathBuf>, scene: Scene) -> Vec<Effect> {
    if let Some(path) = &path {
        state.prefs.recent.retain(|recent| recent != path);
        state.prefs.recent.insert(0, path.clone());
        state.prefs.recent.truncate(RECENT);
    }
    state.banners.retain(|banner| banner.severity == Severity::Note);
    state.doc = Document::new(scene, path.clone());
    state.focus = Focus { precision: state.focus.precision, ..Focus::default() };
    (state.hover, state.head.film, state.after_save) = (None, false, None);
    leave(state, Reframe::Opened);
    vec![Effect::Watch(path)]
}

/// The file changed on disk: step, selection and cameras stay; edits that were not saved are never thrown away.
fn reload(state: &mut State, scene: &Scene) {
    state.banners.retain(|banner| banner.severity == Severity::Note);
    if *scene == state.doc.scene {
        return;
    }
    if state.doc.dirty {
        let text = "The file changed on disk, but this window has edits that are not saved. Save them elsewhere, or undo them and reload.";
        return banner(state, Severity::Error, text.to_owned());
    }
    state.doc = Document::new(scene.clone(), state.doc.path.clone());
    state.asked.inputs = None;
    banner(state, Severity::Note, String::from("Reloaded: the file changed on disk."));
}

fn save(state: &State) -> Vec<Effect> {
    match &state.doc.path {
        Some(path) => vec![Effect::Write(path.clone())],
        None => vec![Effect::PickSave(file_stem(state) + ".scene.json")],
    }
}

/// The scene was written: now comes what waited for it.
fn saved(state: &mut State, path: PathBuf) -> Vec<Effect> {
    state.doc.mark_saved(path.clone());
    banner(state, Severity::Note, format!("Saved {}", path.display()));
    let mut effects = vec![Effect::Watch(Some(path))];
    if let Some(next) = state.after_save.take() {
        effects.extend(super::react(state, *next));
    }
    effects
}

fn told(state: &mut State, severity: Severity, text: String) -> Vec<Effect> {
    banner(state, severity, text);
    Vec::new()
}

/// The scene's title in letters that every file system takes.
fn file_stem(state: &State) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let name: String = state.doc.scene.name.chars().map(plain).collect();
    let words: Vec<&str> = name.split('-').filter(|word| !word.is_empty()).collect();
    if words.is_empty() { String::from("scene") } else { words.join("-") }
}

fn figure_name(state: &State, format: ExportFormat) -> String {
    format!("{}-step-{}.{}", file_stem(state), state.now().0 + 1, format.ending())
}
