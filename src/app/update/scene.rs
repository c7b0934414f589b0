//! Changes of the scene, and what of it is chosen.

use std::sync::Arc;

use super::engine;
use super::shown::{hover, seek};
use crate::app::command::{SceneCommand, SelectCommand};
use crate::app::edit::Edit;
use crate::app::state::{Reframe, State};

/// The commands that change the scene.
pub(super) fn scene(state: &mut State, command: SceneCommand) {
    match command {
        SceneCommand::Edit(edit) => apply(state, &edit),
        SceneCommand::EndGesture => state.doc.end_gesture(),
        SceneCommand::Undo => drop(state.doc.undo()),
        SceneCommand::Redo => drop(state.doc.redo()),
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

/// The commands that choose.
pub(super) fn select(state: &mut State, command: SelectCommand) {
    match command {
        SelectCommand::SelectQuery(index) => select_query(state, index),
        SelectCommand::SelectBody(body) => {
            (state.focus.body, state.focus.frustum) = (body, None);
            show_step_about(state, body);
        }
        SelectCommand::SelectFrustum(frustum) => (state.focus.frustum, state.focus.body) = (frustum, None),
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

/// Goes to the end of the step that is about a body, where each step is about one: what is told is told of what is chosen.
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

/// Shows another query, if there is one with this index.
fn select_query(state: &mut State, index: usize) {
    if index < state.doc.scene.queries.len() && index != state.focus.query {
        state.focus.query = index;
        engine::leave(state, Reframe::Views);
    }
}
