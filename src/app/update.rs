//! The only writer of [`State`]. Needs no window, no clock and no disk: what it wants of the world outside, it returns.

use std::path::PathBuf;
use std::sync::Arc;

use super::command::{Command, Jump, Pane};
use super::document::Document;
use super::edit::Edit;
use super::effect::{Effect, ExportFormat};
use super::framing::{first_cameras, frame_all, frame_selection};
use super::player::Precision;
use super::reel::Reel;
use super::state::{Banner, Focus, PathBox, RECENT, Severity, State};
use crate::scene;
use crate::scene::model::Scene;

/// The speeds that the keys walk through, beats a second.
pub(super) const SPEEDS: [f64; 7] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0];

/// Frames of a moving scene that are shown in a second.
pub(super) const FRAME_RATE: f64 = 12.0;

/// How long a note stays, seconds.
const NOTE_TIME: f64 = 4.0;

/// Lets `command` happen and returns what is asked of the world outside.
pub fn update(state: &mut State, command: Command) -> Vec<Effect> {
    let leaves = matches!(command, Command::Open(_) | Command::OpenShipped(_) | Command::Paste(_) | Command::Quit);
    if leaves && state.doc.dirty {
        state.path_box = None;
        state.pending = Some(Box::new(command));
        return Vec::new();
    }
    match command {
        Command::Discard => {
            state.doc.dirty = false;
            return state.pending.take().map(|command| update(state, *command)).unwrap_or_default();
        }
        Command::AskPath(purpose, suggestion) => state.path_box = Some(PathBox { purpose, suggestion }),
        Command::AskOpen => return vec![Effect::PickOpen],
        Command::Open(path) => {
            state.path_box = None;
            return vec![Effect::Read { path, again: false }];
        }
        Command::OpenShipped(index) => return open_shipped(state, index),
        Command::Paste(text) => match scene::parse("pasted text", text.as_bytes()) {
            Ok(scene) => return load(state, None, scene),
            Err(error) => banner(state, Severity::Error, error.to_string()),
        },
        Command::Loaded { path, scene } => return load(state, path, *scene),
        Command::Reloaded(scene) => reload(state, *scene),
        Command::Reload => {
            return state.doc.path.clone().map(|path| Effect::Read { path, again: true }).into_iter().collect();
        }
        Command::Save => return save(state),
        Command::AskSaveAs => return vec![Effect::PickSave(file_stem(state) + ".scene.json")],
        Command::SaveAs(path) => {
            state.path_box = None;
            return vec![Effect::Write(path)];
        }
        Command::Saved(path) => return saved(state, path),
        Command::AskExport(format) => return vec![Effect::PickExport(figure_name(state, format), format)],
        Command::Export(path) => {
            state.path_box = None;
            return vec![Effect::Figure(path)];
        }
        Command::CopyAnswer => return state.verdict().map(|v| Effect::Copy(v.say.clone())).into_iter().collect(),
        Command::Quit => return vec![Effect::Quit],
        Command::ResetLayout => return vec![Effect::ResetLayout],
        Command::Failed(text) => banner(state, Severity::Error, text),
        Command::Note(text) => banner(state, Severity::Note, text),
        other => change(state, other),
    }
    Vec::new()
}

/// The commands that ask nothing of the world outside.
fn change(state: &mut State, command: Command) {
    match command {
        Command::Edit(edit) => apply(state, &edit),
        Command::EndGesture => state.doc.end_gesture(),
        Command::Undo if state.doc.undo() => settle(state),
        Command::Redo if state.doc.redo() => settle(state),
        Command::SelectQuery(_)
        | Command::SelectBody(_)
        | Command::ToggleBody(_)
        | Command::SetFrame(_)
        | Command::TurnFrame(_)
        | Command::SetPrecision(_)
        | Command::TogglePrecision => select(state, command),
        Command::ToggleFilm => {
            (state.head.film, state.head.film_carry) = (!state.head.film && state.doc.scene.frame_count() > 1, 0.0);
        }
        Command::TogglePlay | Command::Jump(_) | Command::SetSpeed(_) | Command::TurnSpeed(_) | Command::Tick(_) => {
            time(state, command);
        }
        Command::Camera(pane, camera) => {
            state.cameras[pane as usize] = camera;
            state.framed[pane as usize] = false;
            state.pane = pane;
        }
        Command::Aspect(pane, aspect) => {
            state.aspects[pane as usize] = aspect;
            if state.framed[pane as usize] {
                frame_all(state, pane);
            }
        }
        Command::Focus(pane) => state.pane = pane,
        Command::SetTool(tool) => state.tool = tool,
        Command::FrameSelection => frame_selection(state),
        Command::FrameAll => Pane::ALL.into_iter().for_each(|pane| frame_all(state, pane)),
        Command::View(view) => {
            let camera = &mut state.cameras[state.pane as usize];
            *camera = camera.looking(view);
        }
        Command::ToggleProjection => {
            let camera = &mut state.cameras[state.pane as usize];
            camera.orthographic = !camera.orthographic;
        }
        Command::Hover(key) => state.hover = key,
        Command::ToggleTheme => state.prefs.dark = !state.prefs.dark,
        Command::ToggleLabels => state.prefs.labels = !state.prefs.labels,
        Command::ToggleLegend => state.prefs.legend = !state.prefs.legend,
        Command::ToggleCode => state.prefs.code = !state.prefs.code,
        Command::TogglePalette => (state.palette, state.help) = (!state.palette, false),
        Command::ToggleHelp => (state.help, state.palette) = (!state.help, false),
        Command::Dismiss => dismiss(state),
        Command::DismissBanner(id) => state.banners.retain(|banner| banner.id != id),
        _ => {}
    }
}

/// Closes what lies on top: palette, help, or the newest banner.
fn dismiss(state: &mut State) {
    if state.palette || state.help || state.path_box.is_some() || state.pending.is_some() {
        (state.palette, state.help) = (false, false);
        (state.path_box, state.pending) = (None, None);
    } else {
        state.banners.pop();
    }
}

fn apply(state: &mut State, edit: &Edit) {
    let bodies = state.doc.scene.bodies.len();
    if edit.stands_alone() {
        state.doc.end_gesture();
    }
    state.doc.change(edit.field(), edit.apply(&state.doc.scene));
    match edit {
        Edit::AddBody(_) if state.doc.scene.bodies.len() > bodies => state.focus.body = Some(bodies),
        Edit::AddQuery(_) => state.focus.query = state.doc.scene.queries.len().saturating_sub(1),
        _ => {}
    }
    settle(state);
}

fn select(state: &mut State, command: Command) {
    match command {
        Command::SelectQuery(index) if index < state.doc.scene.queries.len() => {
            state.focus.query = index;
            (state.head.position, state.head.playing) = (0, false);
            settle(state);
            Pane::ALL.into_iter().for_each(|pane| frame_all(state, pane));
        }
        Command::SelectBody(body) => state.focus.body = body,
        Command::ToggleBody(index) => {
            if let Some(body) = state.doc.scene.bodies.get(index) {
                let name = body.name.clone();
                if !state.focus.hidden.remove(&name) {
                    state.focus.hidden.insert(name);
                }
                state.revision += 1;
            }
        }
        Command::SetFrame(frame) => {
            state.focus.frame = frame;
            settle(state);
        }
        Command::TurnFrame(by) => {
            state.focus.frame = state.focus.frame.saturating_add_signed(by as isize);
            settle(state);
        }
        Command::SetPrecision(precision) => compute_in(state, precision),
        Command::TogglePrecision => compute_in(state, state.focus.precision.other()),
        _ => {}
    }
}

fn compute_in(state: &mut State, precision: Precision) {
    state.focus.precision = precision;
    settle(state);
}

fn time(state: &mut State, command: Command) {
    match command {
        Command::TogglePlay => {
            let at_end = state.reel.as_ref().is_none_or(|reel| state.head.position + 1 >= reel.beats());
            if at_end && !state.head.playing {
                seek(state, 0);
            }
            (state.head.playing, state.head.carry) = (!state.head.playing && state.reel.is_some(), 0.0);
        }
        Command::Jump(jump) => {
            state.head.playing = false;
            if let Some(to) = target(state, jump) {
                seek(state, to);
            }
        }
        Command::SetSpeed(speed) if speed.is_finite() && speed > 0.0 => set_speed(state, speed),
        Command::TurnSpeed(by) => {
            let now = SPEEDS.iter().position(|speed| *speed >= state.head.speed).unwrap_or(SPEEDS.len() - 1);
            let next = now.saturating_add_signed(by as isize).min(SPEEDS.len() - 1);
            set_speed(state, SPEEDS[next]);
        }
        Command::Tick(seconds) => tick(state, seconds),
        _ => {}
    }
}

fn set_speed(state: &mut State, speed: f64) {
    state.head.speed = speed;
    state.prefs.speed = speed;
}

fn tick(state: &mut State, seconds: f64) {
    for banner in &mut state.banners {
        banner.age += seconds;
    }
    state.banners.retain(|banner| banner.severity == Severity::Error || banner.age < NOTE_TIME);
    if state.head.film {
        roll(state, seconds);
    }
    let Some(last) = state.reel.as_ref().map(|reel| reel.beats() - 1) else { return };
    if !state.head.playing {
        return;
    }
    state.head.carry += seconds * state.head.speed;
    let whole = state.head.carry.floor();
    state.head.carry -= whole;
    if whole >= 1.0 {
        seek(state, (state.head.position + whole as usize).min(last));
    }
    state.head.playing = state.head.position < last;
}

/// Frames run at a steady pace, round the end.
fn roll(state: &mut State, seconds: f64) {
    state.head.film_carry += seconds * FRAME_RATE;
    let whole = state.head.film_carry.floor();
    state.head.film_carry -= whole;
    if whole >= 1.0 {
        state.focus.frame = (state.focus.frame + whole as usize) % state.doc.scene.frame_count();
        settle(state);
    }
}

fn seek(state: &mut State, position: usize) {
    let last = state.reel.as_ref().map_or(0, |reel| reel.beats() - 1);
    let position = position.min(last);
    if position != state.head.position {
        state.head.position = position;
        state.revision += 1;
    }
}

/// Where a jump goes; none when there is nothing there.
fn target(state: &State, jump: Jump) -> Option<usize> {
    let reel = state.reel.as_ref()?;
    let now = state.head.position;
    let (step, beat) = reel.at(now);
    Some(match jump {
        Jump::First => 0,
        Jump::Last => reel.beats() - 1,
        Jump::Next => now + 1,
        Jump::Back => now.saturating_sub(1),
        Jump::NextStep if step + 1 < reel.steps() => reel.position(step + 1, 0),
        Jump::NextStep => reel.beats() - 1,
        Jump::BackStep if beat > 0 => reel.position(step, 0),
        Jump::BackStep => reel.position(step.saturating_sub(1), 0),
        Jump::NextEvent => reel.events().map(|(at, _)| at).find(|at| *at > now).unwrap_or(reel.beats() - 1),
        Jump::BackEvent => reel.events().map(|(at, _)| at).filter(|at| *at < now).last().unwrap_or(0),
        Jump::To(position) => position,
        Jump::Line(label) => {
            let hits = || reel.iter().filter(|(_, beat)| beat.line == label).map(|(at, _)| at);
            hits().find(|at| *at > now).or_else(|| hits().next())?
        }
    })
}

/// Runs the query again after any of its inputs changed, at the same step and beat as far as they still exist.
pub(super) fn settle(state: &mut State) {
    let scene = &state.doc.scene;
    state.focus.query = state.focus.query.min(scene.queries.len().saturating_sub(1));
    state.focus.body = state.focus.body.filter(|body| *body < scene.bodies.len());
    state.focus.frame = state.focus.frame.min(scene.frame_count() - 1);
    let (step, beat) = state.now();
    let first_time = state.reel.is_none() && state.refusal.is_none();
    let focus = &state.focus;
    let played = state.query().map(|query| {
        let play = |precision| (state.player)(scene, query, focus.frame, precision);
        (play(focus.precision), play(focus.precision.other()))
    });
    (state.reel, state.refusal, state.second) = match played {
        None => (None, None, None),
        Some((Ok(lesson), second)) => {
            (Some(Arc::new(Reel::new(lesson))), None, second.ok().map(|lesson| lesson.verdict().clone()))
        }
        Some((Err(refusal), _)) => (None, Some(refusal), None),
    };
    state.head.position = state.reel.as_ref().map_or(0, |reel| reel.position(step, beat));
    state.head.playing &= state.reel.is_some();
    state.revision += 1;
    if first_time {
        first_cameras(state);
    }
}

fn open_shipped(state: &mut State, index: usize) -> Vec<Effect> {
    let Some(scene) = super::effect::shipped(index) else { return Vec::new() };
    match scene {
        Ok(scene) => load(state, None, scene),
        Err(text) => {
            banner(state, Severity::Error, text);
            Vec::new()
        }
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
    (state.reel, state.refusal, state.hover) = (None, None, None);
    (state.head.position, state.head.playing, state.head.film) = (0, false, false);
    settle(state);
    vec![Effect::Watch(path)]
}

/// The file changed on disk: step, selection and cameras stay; edits that were not saved are never thrown away.
fn reload(state: &mut State, scene: Scene) {
    state.banners.retain(|banner| banner.severity == Severity::Note);
    if scene == state.doc.scene {
        return;
    }
    if state.doc.dirty {
        let text = "The file changed on disk, but this window has edits that are not saved. Save them elsewhere, or undo them and reload.";
        return banner(state, Severity::Error, text.to_owned());
    }
    state.doc = Document::new(scene, state.doc.path.clone());
    settle(state);
    banner(state, Severity::Note, String::from("Reloaded: the file changed on disk."));
}

fn save(state: &State) -> Vec<Effect> {
    match &state.doc.path {
        Some(path) => vec![Effect::Write(path.clone())],
        None => vec![Effect::PickSave(file_stem(state) + ".scene.json")],
    }
}

fn saved(state: &mut State, path: PathBuf) -> Vec<Effect> {
    state.doc.mark_saved(path.clone());
    banner(state, Severity::Note, format!("Saved {}", path.display()));
    vec![Effect::Watch(Some(path))]
}

pub(super) fn banner(state: &mut State, severity: Severity, text: String) {
    if state.banners.iter().any(|banner| banner.text == text && banner.severity == severity) {
        return;
    }
    state.banner_count += 1;
    state.banners.push(Banner { id: state.banner_count, severity, text, age: 0.0 });
    let extra = state.banners.len().saturating_sub(3);
    state.banners.drain(..extra);
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
