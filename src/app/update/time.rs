//! Handles [`TimeCommand`]s: playback, jumps, scrubbing, frames.

use contact_lens_lesson::{BeatIndex, Level};
use contact_lens_scene::model::Query;

use super::banner::show_banner;
use super::current_beat::{seek, set_moment};
use super::frames::{self, Side};
use crate::banner::{Cause, NOTE_TIME, Severity};
use crate::command::{Jump, TimeCommand};
use crate::run::breakpoint::Condition;
use crate::run::pace::{SPEEDS, frame_rate};
use crate::run::recording::Recording;
use crate::state::State;

/// Maximum number of frames by which one update advances a world: each one has to be simulated.
const MAX_WORLD_FRAMES: f64 = 4.0;

/// Applies a command about playback, jumps or frames.
pub(super) fn handle(state: &mut State, command: TimeCommand) {
    match command {
        TimeCommand::SetFrame(frame) => {
            state.focus.uses_default_frame = false;
            state.focus.frame = frame;
        }
        TimeCommand::StepFrames(count) => step_frames(state, count),
        TimeCommand::ToNextChange => frames::go_to_change(state, Side::Later),
        TimeCommand::ToPreviousChange => frames::go_to_change(state, Side::Earlier),
        TimeCommand::ToDeepest => frames::go_to_deepest(state),
        TimeCommand::Surveyed(curves) => super::survey::show_curves(state, curves),
        // The caller handles these, since they return effects.
        TimeCommand::Survey
        | TimeCommand::ToLargestImpulse
        | TimeCommand::AgreementMeasured { .. }
        | TimeCommand::ToWorstDisagreement
        | TimeCommand::ToNextDisagreement => {}
        TimeCommand::TogglePlayFrames => toggle_play_frames(state),
        TimeCommand::TogglePlay => toggle_play(state),
        TimeCommand::ToggleTime => {
            if state.frames() > 1 && !state.playhead.is_playing {
                toggle_play_frames(state);
            } else {
                toggle_play(state);
            }
        }
        TimeCommand::Jump(Jump::Beat(index)) => super::go_to::go_to_beat(state, index),
        TimeCommand::Jump(jump) => jump_or_report(state, jump),
        TimeCommand::RunTo(condition) => {
            state.playhead.is_playing = false;
            run_to(state, &condition);
        }
        TimeCommand::SetSpeed(speed) => set_speed(state, speed),
        TimeCommand::ChangeSpeed(steps) => change_speed(state, steps),
        TimeCommand::SetMoment(seconds) => set_moment(state, seconds),
        TimeCommand::Tick(seconds) => tick(state, seconds),
    }
}

/// Starts or pauses playback of beats. At the last beat, playback starts again from the first one.
fn toggle_play(state: &mut State) {
    let at_end = state.recording.as_ref().is_none_or(|recording| state.playhead.position + 1 >= recording.beats());
    if at_end && !state.playhead.is_playing {
        seek(state, 0);
    }
    state.playhead.is_playing = !state.playhead.is_playing && state.recording.is_some();
    state.playhead.beat_fraction = 0.0;
}

/// Starts or pauses playback of frames. A pause selects the frame shown; while a body is dragged, the requested frame
/// stays selected, since the drag has stored targets up to it.
fn toggle_play_frames(state: &mut State) {
    if state.body_drag.is_none() {
        state.focus.frame = state.frame_shown();
    }
    if state.playhead.plays_frames {
        // The answer of a pending frame would replace the one shown.
        state.request.oldest_accepted = state.request.newest_id + 1;
    }
    state.focus.uses_default_frame = false;
    state.playhead.plays_frames = !state.playhead.plays_frames && state.frames() > 1;
    state.playhead.frame_fraction = 0.0;
}

/// Moves forward by `count` frames, or backward if that is negative; stops at the first and the last one.
fn step_frames(state: &mut State, count: i32) {
    state.focus.uses_default_frame = false;
    if count > 0 {
        advance_frames(state, count as usize);
    } else {
        state.focus.frame = state.focus.frame.saturating_add_signed(count as isize);
    }
}

/// Moves the speed of playback by `steps` in the list of [`SPEEDS`], up to its ends. A speed between two listed ones
/// counts as the higher one.
fn change_speed(state: &mut State, steps: i32) {
    let last = SPEEDS.len() - 1;
    let current = SPEEDS.iter().position(|speed| *speed >= state.playhead.speed).unwrap_or(last);
    let next = current.saturating_add_signed(steps as isize).min(last);
    set_speed(state, SPEEDS[next]);
}

/// Sets the speed of playback, also for the next start; values that are not positive change nothing.
fn set_speed(state: &mut State, speed: f64) {
    if speed.is_finite() && speed > 0.0 {
        state.playhead.speed = speed;
        state.prefs.speed = speed;
    }
}

/// Advances messages, the delay of recovery, cameras and playback by `seconds`.
fn tick(state: &mut State, seconds: f64) {
    for banner in &mut state.banners {
        banner.age += seconds;
    }
    state.banners.retain(|banner| banner.severity == Severity::Error || banner.age < NOTE_TIME);
    state.recovery_status.wait(seconds);
    super::focus_camera::continue_motions(state, seconds);
    if state.playhead.plays_frames {
        play_frames(state, seconds);
    }
    if state.playhead.is_playing {
        play_beats(state, seconds);
    }
}

/// Advances the beats, each shown for the time to read its sentence, up to a breakpoint or the last one.
fn play_beats(state: &mut State, mut seconds: f64) {
    let Some(recording) = &state.recording else { return };
    let last = recording.beats() - 1;
    let stop = next_stop(state).unwrap_or(last);
    let mut position = state.playhead.position;
    while position < stop {
        let duration = recording.reading_time(position) / state.playhead.speed;
        let time_left = duration * (1.0 - state.playhead.beat_fraction);
        if seconds < time_left {
            state.playhead.beat_fraction += seconds / duration;
            break;
        }
        seconds -= time_left;
        state.playhead.beat_fraction = 0.0;
        position += 1;
    }
    state.playhead.is_playing = position < stop;
    if position != state.playhead.position {
        let is_playing = state.playhead.is_playing;
        seek(state, position);
        state.playhead.is_playing = is_playing;
    }
}

/// Advances the frames at a steady pace; the first one follows the last. A world advances only after the frame shown
/// was computed, and stops at its last frame while a body is dragged.
fn play_frames(state: &mut State, seconds: f64) {
    let is_world = state.query().is_some_and(Query::is_of_a_world);
    if is_world && state.request.newest_answered < state.request.newest_id {
        return;
    }
    state.playhead.frame_fraction += seconds * frame_rate(state.query());
    let mut frames = state.playhead.frame_fraction.floor();
    state.playhead.frame_fraction -= frames;
    if is_world {
        frames = frames.min(MAX_WORLD_FRAMES);
    }
    if frames >= 1.0 {
        let target = state.focus.frame + frames as usize;
        if state.body_drag.is_some() || target < state.frames() {
            advance_frames(state, frames as usize);
        } else {
            state.focus.frame = target % state.frames();
        }
    }
}

/// Advances by `count` frames, up to the last one. While a body is dragged, stores the pointer's target for each frame.
fn advance_frames(state: &mut State, count: usize) {
    let target = (state.focus.frame + count).min(state.frames() - 1);
    for frame in state.focus.frame..target {
        super::body_drag::store_target(state, frame);
    }
    state.focus.frame = target;
}

/// Pauses the beats and goes to the target of a jump. Reports a jump to a breakpoint or an event that finds none.
fn jump_or_report(state: &mut State, jump: Jump) {
    state.playhead.is_playing = false;
    if let Some(position) = jump_target(state, jump) {
        seek(state, position);
    } else if matches!(jump, Jump::NextBreak | Jump::PreviousBreak) {
        report_no_stop(state, jump);
    } else if matches!(jump, Jump::NextEvent | Jump::PreviousEvent) {
        report_no_event(state, jump);
    }
}

/// Position that a jump leads to; it may be past the end. `None` when there is none, and without a recording.
fn jump_target(state: &State, jump: Jump) -> Option<usize> {
    let recording = state.recording.as_ref()?;
    let now = state.playhead.position;
    let BeatIndex { step, beat } = recording.beat_index(now);
    Some(match jump {
        Jump::First => 0,
        Jump::Last => recording.beats() - 1,
        Jump::Next => now + 1,
        Jump::Previous => now.saturating_sub(1),
        Jump::NextStep => {
            let is_last_step = step + 1 >= recording.steps();
            if is_last_step { recording.beats() - 1 } else { recording.position(step + 1, 0) }
        }
        Jump::PreviousStep => {
            let is_at_start = beat == 0;
            let target = if is_at_start { step.saturating_sub(1) } else { step };
            recording.position(target, 0)
        }
        Jump::NextGroup => next_group(recording, recording.lesson.levels().last()?, now),
        Jump::PreviousGroup => start_of_group(recording, recording.lesson.levels().last()?, now),
        Jump::NextOuterGroup => next_group(recording, recording.lesson.levels().first()?, now),
        Jump::PreviousOuterGroup => start_of_group(recording, recording.lesson.levels().first()?, now),
        Jump::NextEvent => recording.events().map(|(position, _)| position).find(|position| *position > now)?,
        Jump::PreviousEvent => {
            recording.events().map(|(position, _)| position).filter(|position| *position < now).last()?
        }
        Jump::To(position) => position,
        Jump::Beat(index) => recording.position(index.step, index.beat),
        Jump::Line(label) => next_at_line(recording, label, now)?,
        Jump::NextBreak => next_stop(state)?,
        Jump::PreviousBreak => state.breakpoint_positions.iter().rfind(|stop| **stop < now).copied()?,
    })
}

/// Position of the next beat at this line of the listing; after the last one, of the first. `None` if no beat is at it.
fn next_at_line(recording: &Recording, label: &str, now: usize) -> Option<usize> {
    let at_line = recording.summaries().iter().enumerate().filter(|(_, summary)| summary.is_at_line(label));
    let positions: Vec<usize> = at_line.map(|(position, _)| position).collect();
    positions.iter().find(|position| **position > now).or(positions.first()).copied()
}

/// First beat of the next group of steps, or the end.
fn next_group(recording: &Recording, level: &Level, now: usize) -> usize {
    let next = level.at(recording.beat_index(now).step) + 1;
    if next < level.count() { recording.position(level.steps(next).start, 0) } else { recording.beats() - 1 }
}

/// First beat of this group of steps, or of the previous one if `now` is there already.
fn start_of_group(recording: &Recording, level: &Level, now: usize) -> usize {
    let group = level.at(recording.beat_index(now.saturating_sub(1)).step);
    recording.position(level.steps(group).start, 0)
}

/// Position of the next beat at which a breakpoint matches; `None` if there is none after the current beat.
fn next_stop(state: &State) -> Option<usize> {
    state.breakpoint_positions.iter().find(|stop| **stop > state.playhead.position).copied()
}

/// Reports that no breakpoint matches before or after the current beat, the direction of the `jump`.
fn report_no_stop(state: &mut State, jump: Jump) {
    let side = if jump == Jump::NextBreak { "after" } else { "before" };
    let text = if state.breakpoints.iter().any(|breakpoint| breakpoint.is_enabled) {
        format!("No breakpoint matches {side} this sub-step.")
    } else {
        String::from("No breakpoint is set: set one with F9 or in the panel “Breakpoints”.")
    };
    show_banner(state, Severity::Note, Cause::Time, text);
}

/// Reports that the timeline has no event before or after the current beat, the direction of the `jump`.
fn report_no_event(state: &mut State, jump: Jump) {
    let side = if jump == Jump::NextEvent { "after" } else { "before" };
    show_banner(state, Severity::Note, Cause::Time, format!("The timeline has no event {side} this sub-step."));
}

/// Goes to the next position at which the condition holds, or reports that there is none.
fn run_to(state: &mut State, condition: &Condition) {
    let Some(recording) = &state.recording else { return };
    let hits = condition.hits(recording, state.divergence_position());
    match hits.iter().find(|hit| **hit > state.playhead.position) {
        Some(hit) => seek(state, *hit),
        None if hits.is_empty() => {
            show_banner(state, Severity::Note, Cause::Time, format!("No sub-step of this run matches “{condition}”."))
        }
        None => show_banner(state, Severity::Note, Cause::Time, format!("No later sub-step matches “{condition}”.")),
    }
}
