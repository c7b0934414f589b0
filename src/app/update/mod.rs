//! The only writer of [`State`]. Needs no window, no clock, no disk and no engine: what it wants of the world outside, it
//! returns.

mod banner;
mod clipboard;
mod engine;
mod files;
mod hand;
mod origin;
mod recovery;
mod time;

use std::sync::Arc;

use super::command::Command;
use super::edit::Edit;
use super::effect::Effect;
use super::framing::{frame_all, frame_selection};
use super::state::{Reframe, State};
use crate::lesson::ViewKind;
use crate::picture::Camera;
use crate::scene::model::{Ask, Query};

/// The speeds that the keys walk through, beats a second.
pub(super) const SPEEDS: [f64; 7] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0];

/// Frames of a moving scene that are shown in a second.
const FRAME_RATE: f64 = 12.0;

/// Frames of a world are shown in its own time, if that is not faster than this.
const FASTEST: f64 = 60.0;

/// Frames that are shown in a second.
pub(super) fn frame_rate(query: Option<&Query>) -> f64 {
    match query.map(|query| &query.ask) {
        Some(Ask::World { options, .. }) => (1.0 / options.time_step()).clamp(1.0, FASTEST),
        _ => FRAME_RATE,
    }
}

/// How long a note stays, seconds.
pub(super) const NOTE_TIME: f64 = 4.0;

/// Lets `command` happen and returns what is asked of the world outside.
pub fn update(state: &mut State, command: Command) -> Vec<Effect> {
    let mut effects = ask_or_react(state, command);
    effects.extend(recovery::attend(state));
    effects.extend(engine::ask(state));
    effects
}

/// Asks first about edits that would be lost: they are only where somebody said so.
fn ask_or_react(state: &mut State, command: Command) -> Vec<Effect> {
    if leaves(&command) && state.doc.unsaved() {
        (state.path_box, state.after_save, state.conflict) = (None, None, None);
        state.pending = Some(Box::new(command));
        return Vec::new();
    }
    origin::first(state, command).unwrap_or_else(|command| react(state, command))
}

/// Whether the edits of the open scene would be gone after this.
fn leaves(command: &Command) -> bool {
    use Command::{BackToWorld, New, Open, OpenShipped, Quit, Reload, Restore, Show};
    matches!(command, New | Open(_) | OpenShipped(_) | Show(_) | Reload | Restore(_) | Quit | BackToWorld)
}

fn react(state: &mut State, command: Command) -> Vec<Effect> {
    match command {
        // The edits go when what takes their place has come, not before: it may not come.
        Command::Discard => {
            let Some(command) = state.pending.take() else { return Vec::new() };
            origin::first(state, *command).unwrap_or_else(|command| react(state, command))
        }
        Command::Cancel if state.underway.is_some() => {
            state.underway = None;
            vec![Effect::CancelReading]
        }
        Command::Cancel => engine::cancel(state),
        Command::Arrived(command, edition) => arrived(state, command, edition),
        Command::RecordRun => engine::question(state).map(Effect::RecordRun).into_iter().collect(),
        Command::AskAboutPair(pair, algorithm) => {
            let question = engine::question(state);
            question.map(|question| Effect::AskAboutPair(question, pair, algorithm)).into_iter().collect()
        }
        command => {
            let effects = files::files(state, &command)
                .or_else(|| clipboard::clipboard(state, &command))
                .or_else(|| recovery::found(state, &command));
            effects.unwrap_or_else(|| {
                change(state, command);
                Vec::new()
            })
        }
    }
}

/// A file has come. Edits that were made while it was read are not thrown away unasked.
fn arrived(state: &mut State, command: Box<Command>, edition: u64) -> Vec<Effect> {
    state.underway = None;
    let replaces = matches!(*command, Command::Loaded { .. });
    if replaces && state.doc.edition != edition && state.doc.unsaved() {
        state.pending = Some(command);
        return Vec::new();
    }
    react(state, *command)
}

/// The commands that ask nothing of the world outside.
fn change(state: &mut State, command: Command) {
    match command {
        Command::Edit(edit) => apply(state, &edit),
        Command::EndGesture => state.doc.end_gesture(),
        Command::Undo => drop(state.doc.undo()),
        Command::Redo => drop(state.doc.redo()),
        Command::Answered(answer) => engine::answered(state, *answer),
        Command::Working(working) => state.working = Some(working),
        Command::Compared => engine::compared(state),
        Command::Underway(underway) => state.underway = underway,
        Command::Rerun => engine::rerun(state),
        Command::SelectQuery(_)
        | Command::SelectBody(_)
        | Command::SelectFrustum(_)
        | Command::SelectJoint(_)
        | Command::ToggleBody(_) => select(state, command),
        Command::SetMoment(t) => engine::set_moment(state, t),
        Command::Grab(..) | Command::Pull(_) | Command::LetGo => hand::hand(state, &command),
        Command::SetFrame(_) | Command::TurnFrame(_) => time::frame(state, &command),
        Command::SetPrecision(precision) => state.focus.precision = precision,
        Command::TogglePrecision => state.focus.precision = state.focus.precision.other(),
        Command::ToggleBreak(_)
        | Command::BreakHere(_)
        | Command::SwitchBreak(_)
        | Command::RemoveBreak(_)
        | Command::ClearBreaks => time::breakpoints(state, command),
        Command::Camera(..)
        | Command::Size(..)
        | Command::Focus(_)
        | Command::FrameSelection
        | Command::FrameAll
        | Command::View(_)
        | Command::ToggleProjection => look(state, command),
        Command::SetTool(tool) => state.tool = tool,
        Command::Hover(key) => time::hover(state, key),
        Command::ToggleTheme => state.prefs.dark = !state.prefs.dark,
        Command::ToggleLabels => state.prefs.labels = !state.prefs.labels,
        Command::ToggleLegend => state.prefs.legend = !state.prefs.legend,
        Command::ToggleAllViews => {
            state.prefs.all_views = !state.prefs.all_views;
            engine::lay_out(state);
        }
        Command::ToggleCode => state.prefs.code = !state.prefs.code,
        Command::TogglePalette => (state.palette, state.help) = (!state.palette, false),
        Command::ToggleHelp => (state.help, state.palette) = (!state.help, false),
        Command::Dismiss => dismiss(state),
        Command::DismissBanner(id) => state.banners.retain(|banner| banner.id != id),
        other => time::time(state, other),
    }
}

/// The commands that move cameras.
fn look(state: &mut State, command: Command) {
    let active = state.view;
    match command {
        Command::Camera(view, camera) => {
            if let Some(outlook) = state.outlooks.edit(view) {
                (outlook.camera, outlook.framed) = (camera, false);
                state.view = view;
            }
        }
        Command::Size(view, size) => {
            if let Some(outlook) = state.outlooks.edit(view) {
                outlook.size = size;
                if outlook.framed {
                    frame_all(state, view);
                }
            }
        }
        Command::Focus(view) => state.view = view,
        Command::FrameSelection => frame_selection(state),
        Command::FrameAll => state.views().iter().for_each(|view| frame_all(state, view.id)),
        Command::View(from) => turn(state, active, |camera| camera.looking(from)),
        Command::ToggleProjection => {
            turn(state, active, |camera| Camera { orthographic: !camera.orthographic, ..camera });
        }
        _ => {}
    }
}

/// Turns the camera of a view about; number lines and plots are read, not looked at, so theirs stays.
fn turn(state: &mut State, view: &str, how: impl Fn(Camera) -> Camera) {
    let read = |kind: ViewKind| matches!(kind, ViewKind::Lanes | ViewKind::Chart | ViewKind::Tiles);
    if let Some(outlook) = state.outlooks.edit(view).filter(|outlook| !read(outlook.view.kind)) {
        outlook.camera = how(outlook.camera);
    }
}

/// Closes what lies on top: palette, help, or the newest banner.
fn dismiss(state: &mut State) {
    if state.palette || state.help || state.asks() {
        (state.palette, state.help) = (false, false);
        (state.path_box, state.pending, state.after_save, state.conflict) = (None, None, None, None);
        (state.shot, state.found) = (None, Vec::new());
    } else {
        state.banners.pop();
    }
}

fn apply(state: &mut State, edit: &Edit) {
    let before = Arc::clone(&state.doc.scene);
    let (bodies, frusta, queries) = (before.bodies.len(), before.frusta.len(), before.queries.len());
    if edit.stands_alone() {
        state.doc.end_gesture();
    }
    state.doc.change(edit.field(), edit.apply(&state.doc.scene));
    let shown = before.queries.get(state.focus.query).map(|query| &query.name);
    match edit {
        Edit::AddBody(_) if state.doc.scene.bodies.len() > bodies => {
            (state.focus.body, state.focus.frustum) = (Some(bodies), None);
        }
        Edit::AddJoint(_) => state.focus.joint = state.doc.scene.joints.len().checked_sub(1),
        Edit::AddFrustum(_) => (state.focus.frustum, state.focus.body) = (Some(frusta), None),
        // Another query is shown then, from its first step.
        Edit::RemoveFrustum(_) if state.query().map(|query| &query.name) != shown => {
            engine::leave(state, Reframe::Views)
        }
        Edit::AddQuery(_) => state.focus.query = state.doc.scene.queries.len().saturating_sub(1),
        // Another query is shown then, from its first step.
        Edit::RemoveQuery(i) if *i == state.focus.query && state.doc.scene.queries.len() < queries => {
            engine::leave(state, Reframe::Views);
        }
        _ => {}
    }
}

fn select(state: &mut State, command: Command) {
    match command {
        Command::SelectQuery(index) if index < state.doc.scene.queries.len() && index != state.focus.query => {
            state.focus.query = index;
            engine::leave(state, Reframe::Views);
        }
        Command::SelectBody(body) => (state.focus.body, state.focus.frustum) = (body, None),
        Command::SelectFrustum(frustum) => (state.focus.frustum, state.focus.body) = (frustum, None),
        Command::SelectJoint(joint) => state.focus.joint = joint,
        Command::ToggleBody(index) => {
            if let Some(body) = state.doc.scene.bodies.get(index) {
                let name = body.name.clone();
                if !state.focus.hidden.remove(&name) {
                    state.focus.hidden.insert(name);
                }
                state.revision += 1;
            }
        }
        _ => {}
    }
}
