//! Handles [`SceneCommand`]s, which edit the scene, and [`SelectCommand`]s, which select its queries and bodies.

use std::cmp::Ordering;
use std::sync::Arc;

use contact_lens_scene::model::Scene;

use super::banner::show_banner;
use super::current_beat::{hover, seek};
use super::engine;
use crate::banner::{Cause, Severity};
use crate::command::{SceneCommand, SelectCommand};
use crate::files::edit::{Edit, undo_name};
use crate::run::request::Reframe;
use crate::state::State;

/// Maximum number of removed queries that a message names, so that it stays short.
const MAX_NAMES: usize = 4;

/// Applies a change of the scene.
pub(super) fn handle(state: &mut State, command: SceneCommand) {
    match command {
        SceneCommand::Edit(edit) => apply_edit(state, &edit),
        SceneCommand::EndGesture => {
            state.doc.end_gesture();
            engine::forget_drag(state);
        }
        SceneCommand::CancelGesture => state.doc.cancel_gesture(),
        SceneCommand::DeleteSelected => edit_selected(state, Edit::RemoveBody, Edit::RemoveFrustum),
        SceneCommand::DuplicateSelected => {
            edit_selected(state, |body| Edit::AddBody(Some(body)), |frustum| Edit::AddFrustum(Some(frustum)));
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

/// Applies an edit, and updates the selection after items were added or removed.
fn apply_edit(state: &mut State, edit: &Edit) {
    let before = Arc::clone(&state.doc.scene);
    if edit.is_never_merged() {
        state.doc.end_gesture();
    }
    state.doc.change(edit.field(), undo_name(edit, &before), edit.apply(&before));
    let scene = Arc::clone(&state.doc.scene);
    match edit {
        Edit::AddBody(_) if scene.bodies.len() > before.bodies.len() => {
            state.focus.body = Some(before.bodies.len());
            state.focus.frustum = None;
        }
        Edit::AddJoint(_) => state.focus.joint = scene.joints.len().checked_sub(1),
        Edit::AddFrustum(_) => {
            state.focus.frustum = Some(before.frusta.len());
            state.focus.body = None;
        }
        Edit::AddQuery(_) => state.focus.query = scene.queries.len().saturating_sub(1),
        Edit::RemoveBody(_) if scene.bodies.len() == before.bodies.len() => {
            let text = String::from("The last body stays: a scene has at least one.");
            show_banner(state, Severity::Note, Cause::Edit, text);
        }
        Edit::RemoveBody(body) => {
            state.focus.body = index_after_removal(state.focus.body, *body);
            follow_query_after_removal(state, &before);
            report_removal(state, &before, before.bodies.get(*body).map(|body| body.name.as_str()));
        }
        Edit::RemoveFrustum(frustum) => {
            state.focus.frustum = index_after_removal(state.focus.frustum, *frustum);
            follow_query_after_removal(state, &before);
            report_removal(state, &before, before.frusta.get(*frustum).map(|frustum| frustum.name.as_str()));
        }
        Edit::RemoveQuery(_) => follow_query_after_removal(state, &before),
        _ => {}
    }
}

/// Keeps showing the query shown in the scene `before` a removal. If it was removed, drops its run; the query that now
/// has its index, or the last one, is shown next.
fn follow_query_after_removal(state: &mut State, before: &Scene) {
    let shown = before.queries.get(state.focus.query).map(|query| &query.name);
    match state.doc.scene.queries.iter().position(|query| Some(&query.name) == shown) {
        Some(index) => state.focus.query = index,
        None => engine::drop_run(state, Reframe::Views),
    }
}

/// Reports the removal of a body or frustum called `name`, with the queries of `before` that were removed with it.
fn report_removal(state: &mut State, before: &Scene, name: Option<&str>) {
    let Some(name) = name else { return };
    let remaining = &state.doc.scene.queries;
    let names = before.queries.iter().map(|query| &query.name);
    let removed: Vec<String> =
        names.filter(|name| !remaining.iter().any(|query| query.name == **name)).cloned().collect();
    let queries = match removed.as_slice() {
        [] => String::new(),
        [query] => format!(", and the query “{query}” with it"),
        queries => format!(", and {} queries with it: {}", queries.len(), quoted_names(queries)),
    };
    show_banner(state, Severity::Note, Cause::Edit, format!("Deleted “{name}”{queries}."));
}

/// Selected index after the removal of the item with the index `removed`; `None` when that item, or none, was selected.
fn index_after_removal(selected: Option<usize>, removed: usize) -> Option<usize> {
    match selected?.cmp(&removed) {
        Ordering::Less => selected,
        Ordering::Equal => None,
        Ordering::Greater => selected.map(|index| index - 1),
    }
}

/// Returns the first [`MAX_NAMES`] names in quotes; an ellipsis replaces the others.
fn quoted_names(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(MAX_NAMES).map(|name| format!("“{name}”")).collect();
    shown.join(", ") + if names.len() > MAX_NAMES { ", …" } else { "" }
}

/// Applies an edit of the selected body, or else of the selected frustum. The functions return the edit of the body or
/// frustum with an index.
fn edit_selected(state: &mut State, edit_of_body: fn(usize) -> Edit, edit_of_frustum: fn(usize) -> Edit) {
    let edit = state.focus.body.map(edit_of_body).or_else(|| state.focus.frustum.map(edit_of_frustum));
    if let Some(edit) = edit {
        apply_edit(state, &edit);
    }
}

/// Applies a change of the selection.
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
    let Some(name) = body.and_then(|body| Some(&state.doc.scene.bodies.get(body)?.name)) else { return };
    let Some(recording) = &state.recording else { return };
    let Some(step) = recording.lesson.step_about(&format!("body/{name}")) else { return };
    // A step already shown keeps its beat.
    let step_shown = state.beat_index().step;
    if step_shown != step {
        let end = recording.position(step, recording.beats_of(step).saturating_sub(1));
        state.playhead.is_playing = false;
        seek(state, end);
    }
}

/// Shows the query with this index, if it exists.
fn select_query(state: &mut State, index: usize) {
    if index < state.doc.scene.queries.len() && index != state.focus.query {
        state.focus.query = index;
        engine::drop_run(state, Reframe::Views);
    }
}

/// Selects the body that has the name of the selected body of the scene `before` a reload, or reports that there is
/// none.
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
