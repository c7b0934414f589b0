//! Opens scenes made from the run of a world, such as one of two touching bodies, and returns to the world. The world
//! is kept meanwhile, with its edits, which are never discarded without a confirmation.

use contact_lens_scene::model::Scene;

use super::closes_scene;
use super::engine;
use super::files::show_document;
use crate::background::effect::Effect;
use crate::command::{Command, FileCommand, WorldCommand};
use crate::files::document::{Document, KeptWorld};
use crate::run::request::Reframe;
use crate::state::State;

/// Applies a command about the world shown, or about a scene made from it, and returns its effects.
pub(super) fn handle(state: &mut State, command: WorldCommand) -> Vec<Effect> {
    match command {
        WorldCommand::RecordRun => engine::question_about_frame(state).map(Effect::RecordRun).into_iter().collect(),
        WorldCommand::ClosestParts => {
            engine::question_about_frame(state).map(Effect::ClosestParts).into_iter().collect()
        }
        WorldCommand::OpenPair { bodies, algorithm } => {
            let question = engine::question_about_frame(state);
            question.map(|question| Effect::OpenPair { world: question, bodies, algorithm }).into_iter().collect()
        }
        WorldCommand::WhyNoContact(bodies) => {
            let question = engine::question_about_frame(state);
            question.map(|question| Effect::WhyNoContact { question, bodies }).into_iter().collect()
        }
        WorldCommand::OpenFromWorld(scene) => open_from_world(state, *scene),
        WorldCommand::BackToWorld => return_to_world(state),
    }
}

/// Opens a scene made from the world that is shown.
fn open_from_world(state: &mut State, scene: Scene) -> Vec<Effect> {
    state.playhead.plays_frames = false;
    state.doc.end_gesture();
    let kept = KeptWorld {
        doc: state.doc.clone(),
        focus: state.focus.clone(),
        recording: state.recording.clone(),
        other_precision: state.other_precision.clone(),
        position: state.playhead.position,
        view_cameras: state.view_cameras.clone(),
    };
    let mut doc = Document::new(scene, None);
    doc.world = Some(Box::new(kept));
    let frame = state.focus.frame;
    let effects = show_document(state, doc);
    // Restored after `show_document`, which resets the frame: a recorded run starts in the frame in which its world was
    // shown.
    state.focus.frame = frame;
    state.focus.uses_default_frame = false;
    effects
}

/// Returns to the world, at its frame, step and cameras.
fn return_to_world(state: &mut State) -> Vec<Effect> {
    let Some(world) = state.doc.world.take() else { return Vec::new() };
    let KeptWorld { doc, focus, recording, other_precision, position, view_cameras } = *world;
    let effects = show_document(state, doc);
    // Restored after `show_document`, which resets the focus and clears the run.
    state.focus = focus;
    state.view_cameras = view_cameras;
    state.other_precision = other_precision;
    state.recording = recording;
    state.playhead.position = position;
    state.beats =
        state.recording.as_ref().map_or_else(Vec::new, |recording| recording.build_beats(state.beat_index().step));
    state.request.reframe = Reframe::Keep;
    engine::show_lesson_views(state);
    effects
}

/// Returns to the kept world if it has unsaved edits that the command would discard, and lets the command wait for a
/// confirmation. The result is then `Ok` with the effects of showing the world. Otherwise the state is unchanged, and
/// the result is `Err` with the command, which the caller handles.
pub(super) fn return_to_unsaved_world(state: &mut State, command: Command) -> Result<Vec<Effect>, Command> {
    let would_lose_edits = state.doc.world.as_ref().is_some_and(|world| world.doc.unsaved());
    // `closes_scene` includes these two commands, but neither discards the world.
    let keeps_world = matches!(command, Command::World(WorldCommand::BackToWorld) | Command::File(FileCommand::Reload));
    if !would_lose_edits || keeps_world || !closes_scene(&command) {
        return Err(command);
    }
    let effects = return_to_world(state);
    state.pending_command = Some(Box::new(command));
    Ok(effects)
}
