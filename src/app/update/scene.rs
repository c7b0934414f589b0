//! Handles [`SceneCommand`]s and [`SelectCommand`]s.

use std::sync::Arc;

use super::banner::show_banner;
use super::current_beat::{hover, seek};
use super::engine;
use crate::app::banner::{Cause, Severity};
use crate::app::command::{SceneCommand, SelectCommand};
use crate::app::files::edit::{Edit, words};
use crate::app::run::request::Reframe;
use crate::app::state::State;
use crate::scene::model::Scene;

pub(super) fn handle(state: &mut State, command: SceneCommand) {
    match command {
        SceneCommand::Edit(edit) => apply(state, &edit),
        SceneCommand::EndGesture => state.doc.end_gesture(),
        SceneCommand::CancelGesture => state.doc.cancel_gesture(),
        SceneCommand::DeleteSelected => on_selected(state, Edit::RemoveBody, Edit::RemoveFrustum),
        SceneCommand::DuplicateSelected => {
            on_selected(state, |i| Edit::AddBody(Some(i)), |i| Edit::AddFrustum(Some(i)));
        }
        SceneCommand::Undo => {
            let what = state.doc.undo();
            report_edit(state, "Undone", what);
        }
        SceneCommand::Redo => {
            let what = state.doc.redo();
            report_edit(state, "Redone", what);
        }
    }
}

/// Reports the edit that was undone or redone.
fn report_edit(state: &mut State, verb: &str, what: Option<String>) {
    if let Some(what) = what {
        show_banner(state, Severity::Note, Cause::Edit, format!("{verb}: {what}."));
    }
}

fn apply(state: &mut State, edit: &Edit) {
    let before = Arc::clone(&state.doc.scene);
    let bodies = before.bodies.len();
    let frusta = before.frusta.len();
    if edit.stands_alone() {
        state.doc.end_gesture();
    }
    state.doc.change(edit.field(), words(edit, &before), edit.apply(&state.doc.scene));
    match edit {
        Edit::AddBody(_) if state.doc.scene.bodies.len() > bodies => {
            state.focus.body = Some(bodies);
            state.focus.frustum = None;
        }
        Edit::AddJoint(_) => state.focus.joint = state.doc.scene.joints.len().checked_sub(1),
        Edit::AddFrustum(_) => {
            state.focus.frustum = Some(frusta);
            state.focus.body = None;
        }
        Edit::AddQuery(_) => state.focus.query = state.doc.scene.queries.len().saturating_sub(1),
        Edit::RemoveBody(_) | Edit::RemoveFrustum(_) | Edit::RemoveQuery(_) => {
            keep_query_after_removal(state, &before, edit)
        }
        _ => {}
    }
}

/// Keeps the query shown after a removal, or shows another one from its first step. Reports other removed queries.
fn keep_query_after_removal(state: &mut State, before: &Scene, edit: &Edit) {
    let name = match edit {
        Edit::RemoveBody(i) => before.bodies.get(*i).map(|body| &body.name),
        Edit::RemoveFrustum(i) => before.frusta.get(*i).map(|frustum| &frustum.name),
        _ => None,
    };
    if state.doc.scene.bodies.len() == before.bodies.len() && matches!(edit, Edit::RemoveBody(_)) {
        let text = String::from("The last body stays: a scene has at least one.");
        return show_banner(state, Severity::Note, Cause::Edit, text);
    }
    let left = &state.doc.scene.queries;
    let shown = before.queries.get(state.focus.query).map(|query| query.name.clone());
    let index = left.iter().position(|query| Some(&query.name) == shown.as_ref());
    let names = before.queries.iter().map(|query| &query.name);
    let removed: Vec<String> = names.filter(|name| !left.iter().any(|query| query.name == **name)).cloned().collect();
    match edit {
        Edit::RemoveBody(i) => state.focus.body = index_after_removal(state.focus.body, *i),
        Edit::RemoveFrustum(i) => state.focus.frustum = index_after_removal(state.focus.frustum, *i),
        _ => {}
    }
    match index {
        Some(index) => state.focus.query = index,
        None => engine::drop_run(state, Reframe::Views),
    }
    if let Some(name) = name {
        let queries = match removed.as_slice() {
            [] => String::new(),
            [query] => format!(", and the query “{query}” with it"),
            queries => format!(", and {} queries with it: {}", queries.len(), quoted_names(queries)),
        };
        show_banner(state, Severity::Note, Cause::Edit, format!("Deleted “{name}”{queries}."));
    }
}

/// Selected index after the removal of the item at `removed`; `None` when that was selected.
fn index_after_removal(selected: Option<usize>, removed: usize) -> Option<usize> {
    selected.filter(|index| *index != removed).map(|index| index - usize::from(index > removed))
}

/// Names in quotes, at most four.
fn quoted_names(names: &[String]) -> String {
    const MAX_NAMES: usize = 4;
    let shown: Vec<String> = names.iter().take(MAX_NAMES).map(|name| format!("“{name}”")).collect();
    shown.join(", ") + if names.len() > MAX_NAMES { ", …" } else { "" }
}

/// Deletes or copies the selected body or frustum.
fn on_selected(state: &mut State, body: fn(usize) -> Edit, frustum: fn(usize) -> Edit) {
    let edit = state.focus.body.map(body).or_else(|| state.focus.frustum.map(frustum));
    edit.into_iter().for_each(|edit| apply(state, &edit));
}

pub(super) fn handle_selection(state: &mut State, command: SelectCommand) {
    match command {
        SelectCommand::SelectQuery(index) => select_query(state, index),
        SelectCommand::SelectBody(body) => {
            state.focus.body = body;
            state.focus.frustum = None;
            show_step_about(state, body);
        }
        SelectCommand::SelectFrustum(frustum) => {
            state.focus.frustum = frustum;
            state.focus.body = None;
        }
        SelectCommand::SelectJoint(joint) => state.focus.joint = joint,
        SelectCommand::ToggleBody(index) => {
            if let Some(body) = state.doc.scene.bodies.get(index) {
                let name = body.name.clone();
                if !state.focus.hidden.remove(&name) {
                    state.focus.hidden.insert(name);
                }
                state.revision += 1;
            }
        }
        SelectCommand::SetTool(tool) => state.tool = tool,
        SelectCommand::Hover(key) => hover(state, key),
    }
}

/// Goes to the end of the step about the selected body, in lessons that have such steps.
fn show_step_about(state: &mut State, body: Option<usize>) {
    let name = body.and_then(|body| Some(&state.doc.scene.bodies.get(body)?.name));
    let place = state.recording.as_ref().zip(name).and_then(|(recording, name)| {
        let step = recording.lesson.step_about(&format!("body/{name}"))?;
        Some(recording.position(step, recording.beats_of(step).saturating_sub(1)))
    });
    if let Some(place) = place.filter(|place| state.now().0 != state.recording.as_ref().map_or(0, |r| r.at(*place).0)) {
        state.head.playing = false;
        seek(state, place);
    }
}

/// Shows the query with this index, if it exists.
fn select_query(state: &mut State, index: usize) {
    if index < state.doc.scene.queries.len() && index != state.focus.query {
        state.focus.query = index;
        engine::drop_run(state, Reframe::Views);
    }
}

/// Keeps the selected body by name after a reload.
pub(super) fn reselect(state: &mut State, before: &Scene) {
    let Some(name) = state.focus.body.and_then(|index| before.bodies.get(index)).map(|body| body.name.clone()) else {
        return;
    };
    state.focus.body = state.doc.scene.body(&name).map(|(index, _)| index);
    if state.focus.body.is_none() {
        let text = format!("“{name}” was selected and is no longer in the file.");
        show_banner(state, Severity::Note, Cause::Edit, text);
    }
}
