//! Handles [`FileCommand`]s, [`SaveCommand`]s and [`FigureCommand`]s: opening, saving, exporting.

use std::path::{Path, PathBuf};

use contact_lens_scene::model::Scene;
use contact_lens_scene::{catalog, meshes};

use super::banner::{remove_banners, show_banner};
use super::engine::drop_run;
use super::follow;
use super::scene::reselect;
use crate::background::effect::{Effect, Reading, shipped};
use crate::banner::{Cause, Severity};
use crate::command::{FigureCommand, FileCommand, SaveCommand};
use crate::figures::animation_options::AnimationOptions;
use crate::figures::shot::Shot;
use crate::files::disk::{Guard, Stamp};
use crate::files::document::{Disk, Document};
use crate::files::path_dialog::{Conflict, ExportFormat, PathDialog};
use crate::run::request::Reframe;
use crate::state::{MAX_RECENT_FILES, State};
use crate::view::selection::Focus;

/// Applies a command about reading files, and returns its effects.
pub(super) fn handle(state: &mut State, command: FileCommand) -> Vec<Effect> {
    match command {
        FileCommand::New => show_document(state, Document::new(Document::blank(), None)),
        FileCommand::AskOpen => vec![Effect::PickOpen],
        FileCommand::Open(path) => {
            state.path_dialog = None;
            read(&path, Reading::Open)
        }
        FileCommand::Import(files) => vec![Effect::Import(files)],
        FileCommand::OpenShipped(index) => open_shipped(state, index),
        FileCommand::OpenNeighbor(offset) => match neighbor_scene(state, offset) {
            Some(index) => open_shipped(state, index),
            None => Vec::new(),
        },
        FileCommand::Launch(path) => read(&path, Reading::Launch),
        FileCommand::Awaits(path, why) => wait_for_file(state, &path, &why),
        FileCommand::Follow(path) => {
            show_document(state, Document::following(path.clone()));
            vec![Effect::Follow(path)]
        }
        FileCommand::Grown(grown) => follow::show_grown_capture(state, *grown),
        FileCommand::Show(scene) => show_document(state, Document::new(*scene, None)),
        FileCommand::Loaded { path, stamp, scene } => {
            add_recent_file(state, path.as_deref());
            show_document(state, Document::of_file(*scene, path, stamp))
        }
        FileCommand::Reloaded { stamp, scene, revert } => reload(state, stamp, &scene, revert),
        FileCommand::CheckFile => check_file(state),
        FileCommand::Broken(why) => report_unreadable_file(state, why),
        FileCommand::Gone => report_missing_file(state),
        FileCommand::Reload => read_again(state),
        FileCommand::Revert => {
            state.conflict = None;
            state.after_save = None;
            read_again(state)
        }
    }
}

/// Applies a command about saving, and returns its effects.
pub(super) fn handle_saving(state: &mut State, command: SaveCommand) -> Vec<Effect> {
    match command {
        SaveCommand::Save => return save(state),
        SaveCommand::AskSaveAs => {
            state.conflict = None;
            return vec![Effect::PickSave(file_stem(state) + ".scene.json")];
        }
        SaveCommand::SaveAs(path) => return write(state, &path, state.doc.guard(&path)),
        SaveCommand::SaveOver(path) => return write(state, &path, Guard::Anything),
        SaveCommand::SaveFirst => {
            state.after_save = state.pending_command.take();
            return save(state);
        }
        SaveCommand::Saved(path, stamp) => return finish_saving(state, &path, stamp),
        SaveCommand::NotSaved(why) => {
            state.after_save = None;
            show_banner(state, Severity::Error, Cause::Save, why);
        }
        SaveCommand::Unanswered => {
            state.after_save = None;
            state.pending_figure = None;
        }
        SaveCommand::ConfirmOverwrite(conflict) => state.conflict = Some(conflict),
        SaveCommand::Overwrite => match state.conflict.take() {
            Some(Conflict { path, figure: Some(shot), .. }) => {
                return vec![Effect::Figure { path, shot, overwrite: true }];
            }
            Some(Conflict { path, .. }) => return vec![Effect::Write { path, guard: Guard::Anything }],
            None => {}
        },
        SaveCommand::AskPath(purpose, suggestion) => state.path_dialog = Some(PathDialog { purpose, suggestion }),
    }
    Vec::new()
}

/// Applies a command about figures and animations, and returns its effects.
pub(super) fn handle_figures(state: &mut State, command: FigureCommand) -> Vec<Effect> {
    match command {
        FigureCommand::Progress(drawing) => {
            state.animation_progress = Some(drawing);
            Vec::new()
        }
        FigureCommand::CancelDrawing => cancel_drawing(state),
        FigureCommand::AskExport(format) => pick_export_path(state, format, AnimationOptions::WHOLE),
        FigureCommand::AskAnimation => {
            state.animation_dialog = state
                .animation_length()
                .map(|length| AnimationOptions { last: length.count - 1, ..AnimationOptions::WHOLE });
            Vec::new()
        }
        FigureCommand::SetAnimation(options) => {
            state.animation_dialog = Some(options);
            Vec::new()
        }
        FigureCommand::ExportAnimation(options) => {
            state.animation_dialog = None;
            pick_export_path(state, ExportFormat::Gif, options)
        }
        FigureCommand::Export(path) => export(state, path, false),
        FigureCommand::ExportOver(path) => export(state, path, true),
    }
}

/// Opens a dialog for a figure's path. The figure is captured now, since playback continues meanwhile.
fn pick_export_path(state: &mut State, format: ExportFormat, options: AnimationOptions) -> Vec<Effect> {
    state.conflict = None;
    state.pending_figure = state.current_figure().map(|shot| Box::new(Shot { animation: options, ..shot }));
    vec![Effect::PickExport(figure_name(state, format), format)]
}

/// Cancels the animation that is being written, if there is one.
fn cancel_drawing(state: &mut State) -> Vec<Effect> {
    let Some(drawing) = state.animation_progress.take() else { return Vec::new() };
    let text = format!("{} was not written: the animation was canceled.", drawing.path.display());
    show_banner(state, Severity::Note, Cause::Export, text);
    vec![Effect::CancelDrawing]
}

/// Returns the effect that writes the figure captured when the dialog opened, or the current one.
fn export(state: &mut State, path: PathBuf, overwrite: bool) -> Vec<Effect> {
    state.path_dialog = None;
    let Some(shot) = state.pending_figure.take().or_else(|| state.current_figure().map(Box::new)) else {
        let text = format!("{}: there is nothing to draw", path.display());
        return notify(state, Severity::Error, Cause::Export, text);
    };
    vec![Effect::Figure { path, shot, overwrite }]
}

/// Returns the effect that reads a file for the reason `how`.
fn read(path: &Path, how: Reading) -> Vec<Effect> {
    vec![Effect::Read { path: path.to_owned(), how }]
}

/// Returns the effect that reads the open file again, replacing unsaved edits; no effect without a file.
fn read_again(state: &State) -> Vec<Effect> {
    state.doc.path.as_ref().map_or_else(Vec::new, |path| read(path, Reading::Revert))
}

/// Opens the shipped scene with this index.
fn open_shipped(state: &mut State, index: usize) -> Vec<Effect> {
    match shipped(index) {
        Some(Ok(scene)) => {
            state.is_palette_open = false;
            state.prefs.seen.extend(catalog::entry_of(index).map(|entry| entry.name.to_owned()));
            show_document(state, Document::of_shipped(scene, index))
        }
        Some(Err(text)) => notify(state, Severity::Error, Cause::Open, text),
        None => Vec::new(),
    }
}

/// Index of the shipped scene `offset` entries after the open one in the catalog, cyclically. From a scene that is not
/// in the catalog, 1 is the first entry and −1 the last. `None` for an empty catalog.
fn neighbor_scene(state: &State, offset: i32) -> Option<usize> {
    let entries = catalog::catalog();
    let open_entry = state.doc.shipped.and_then(|index| entries.iter().position(|entry| entry.index == index));
    let offset = i64::from(offset);
    let neighbor = if let Some(position) = open_entry {
        position as i64 + offset
    } else if offset > 0 {
        offset - 1
    } else {
        offset
    };
    // The divisor must not be 0.
    let neighbor = neighbor.rem_euclid(entries.len().max(1) as i64) as usize;
    entries.get(neighbor).map(|entry| entry.index)
}

/// Adds a file to the front of the recent files, or moves it there; `None` changes nothing.
fn add_recent_file(state: &mut State, path: Option<&Path>) {
    if let Some(path) = path {
        state.prefs.recent.retain(|recent| recent != path);
        state.prefs.recent.insert(0, path.to_owned());
        state.prefs.recent.truncate(MAX_RECENT_FILES);
    }
}

/// Shows another document from its start. Removes error messages and closes the first screen and the browser. The
/// precision and prediction mode stay.
pub(super) fn show_document(state: &mut State, doc: Document) -> Vec<Effect> {
    state.banners.retain(|banner| banner.severity == Severity::Note);
    state.doc = doc;
    state.is_first_screen_open = false;
    state.is_browser_open = false;
    if let Some(prediction) = &mut state.prediction {
        prediction.seed = None;
    }
    state.focus = Focus { precision: state.focus.precision, uses_default_frame: true, ..Focus::default() };
    state.hover = None;
    state.playhead.plays_frames = false;
    state.after_save = None;
    state.conflict = None;
    drop_run(state, Reframe::Opened);
    vec![Effect::Watch(state.doc.path.clone())]
}

/// Shows an empty document that waits for the file of the command line.
fn wait_for_file(state: &mut State, path: &Path, why: &str) -> Vec<Effect> {
    let is_waiting = state.doc.awaits() && state.doc.path.as_deref() == Some(path);
    let effects = if is_waiting { Vec::new() } else { show_document(state, Document::awaiting(path.to_owned())) };
    show_banner(state, Severity::Error, Cause::Open, why.to_owned());
    effects
}

/// Returns the effect that reads the open file after a change in its folder, keeping edits.
fn check_file(state: &State) -> Vec<Effect> {
    let how = if state.doc.awaits() { Reading::Launch } else { Reading::Follow };
    state.doc.path.as_ref().map_or_else(Vec::new, |path| read(path, how))
}

/// Replaces the scene after its file was read again; step, selection and cameras stay. Unsaved edits are discarded only
/// if `revert`, which the user has confirmed.
fn reload(state: &mut State, stamp: Stamp, scene: &Scene, revert: bool) -> Vec<Effect> {
    let Some(path) = state.doc.path.clone() else { return Vec::new() };
    for cause in [Cause::Open, Cause::Disk] {
        remove_banners(state, cause);
    }
    if *scene == *state.doc.scene {
        state.doc.mark_saved(path, stamp);
    } else if state.doc.dirty && !revert {
        // With an equal stamp, the edits were made on this content.
        let is_unchanged = state.doc.stamp == Some(stamp);
        state.doc.disk = if is_unchanged { Disk::Same } else { Disk::Changed };
        if !is_unchanged {
            let text =
                "The file changed on disk, and this window has unsaved edits. Saving asks which version to keep.";
            show_banner(state, Severity::Error, Cause::Disk, text.to_owned());
        }
    } else {
        let meshes = meshes::files(&state.doc.scene);
        let old_doc = std::mem::replace(&mut state.doc, Document::of_file(scene.clone(), Some(path), Some(stamp)));
        state.request.inputs = None;
        reselect(state, &old_doc.scene);
        show_banner(state, Severity::Note, Cause::Disk, String::from("The file was read again."));
        // The scene may refer to other meshes now.
        if meshes::files(scene) != meshes {
            return vec![Effect::Watch(state.doc.path.clone())];
        }
    }
    Vec::new()
}

/// Reports that the open file can no longer be read.
fn report_unreadable_file(state: &mut State, why: String) -> Vec<Effect> {
    state.doc.disk = Disk::Changed;
    notify(state, Severity::Error, Cause::Disk, why)
}

/// Reports that the open file was removed; a file that was never there is awaited without a message.
fn report_missing_file(state: &mut State) -> Vec<Effect> {
    if state.doc.disk == Disk::Awaited {
        return Vec::new();
    }
    state.doc.disk = Disk::Gone;
    let text = format!("{} was deleted or moved. Saving writes it again.", state.doc.title());
    notify(state, Severity::Error, Cause::Disk, text)
}

/// Writes the open file; without one, opens a dialog for the path.
fn save(state: &mut State) -> Vec<Effect> {
    match state.doc.path.clone() {
        Some(path) => write(state, &path, state.doc.guard(&path)),
        None => vec![Effect::PickSave(file_stem(state) + ".scene.json")],
    }
}

/// Writes the scene to `path`, if `guard` allows it.
fn write(state: &mut State, path: &Path, guard: Guard) -> Vec<Effect> {
    state.path_dialog = None;
    state.conflict = None;
    vec![Effect::Write { path: path.to_owned(), guard }]
}

/// Records the saved scene, then runs the command that waited for the file to be written.
fn finish_saving(state: &mut State, path: &Path, stamp: Stamp) -> Vec<Effect> {
    state.doc.mark_saved(path.to_owned(), stamp);
    for cause in [Cause::Open, Cause::Disk] {
        remove_banners(state, cause);
    }
    add_recent_file(state, Some(path));
    show_banner(state, Severity::Note, Cause::Save, format!("Saved {}", path.display()));
    let mut effects = vec![Effect::Watch(Some(path.to_owned()))];
    if let Some(next) = state.after_save.take() {
        effects.extend(super::confirm_or_handle(state, *next));
    }
    effects
}

/// Shows a message. Returns no effects, for handlers that end with it.
fn notify(state: &mut State, severity: Severity, cause: Cause, text: String) -> Vec<Effect> {
    show_banner(state, severity, cause, text);
    Vec::new()
}

/// File name from the scene's title, in letters that every file system accepts.
pub(super) fn file_stem(state: &State) -> String {
    let name = state.doc.scene.name.to_ascii_lowercase();
    let words: Vec<&str> = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    if words.is_empty() { String::from("scene") } else { words.join("-") }
}

/// Suggested file name of a figure: the scene's title, and for a picture of one step its number, from 1.
fn figure_name(state: &State, format: ExportFormat) -> String {
    match format {
        ExportFormat::Gif | ExportFormat::Page => format!("{}.{}", file_stem(state), format.extension()),
        ExportFormat::Svg | ExportFormat::Png => {
            format!("{}-step-{}.{}", file_stem(state), state.beat_index().step + 1, format.extension())
        }
    }
}
