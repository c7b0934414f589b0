//! The two bars of the timeline. The bar of the steps has the playback buttons, the scrubber of the run's beats
//! (sub-steps), the speed and the step number. The bar of the frames, in moving scenes only, has a slider and a legend.

mod disagreements;
pub(super) mod event_mark;
pub(super) mod frame_strip;
pub(super) mod level_bands;
mod track;

use contact_lens_lesson::{FrameStrip, Level};
use egui::{RichText, Sense, Ui, Vec2, vec2};

use super::icons::{self, ButtonState, Icon};
use crate::actions::registry::{action_of, tooltip};
use crate::command::{Command, Jump, TimeCommand};
use crate::run::pace::SPEEDS;
use crate::state::State;
use crate::text::numbers::four_digits;
use crate::theme::Look;

/// Width of the choice of the speed with its gaps, points.
const SPEED_WIDTH: f32 = 104.0;

/// Minimum width of the scrubber of beats, points.
const MIN_TRACK_WIDTH: f32 = 120.0;

/// Minimum width of the counter of steps, points.
const MIN_COUNTER_WIDTH: f32 = 108.0;

/// Minimum width of the slider of frames, points.
const MIN_SLIDER_WIDTH: f32 = 100.0;

/// Width of the number and time of a frame next to the slider, points.
const FRAME_NUMBER_WIDTH: f32 = 150.0;

/// Height of the bar of frames without a legend, points.
const FRAMES_HEIGHT: f32 = 32.0;

/// Height of the bar of steps without levels, points.
const STEPS_HEIGHT: f32 = 58.0;

/// Height of the row of one level (a grouping of the steps) above the scrubber, points.
const BAND_HEIGHT: f32 = 13.0;

/// Maximum number of levels drawn; the keys for the next and previous group move in the finest one.
const MAX_LEVELS: usize = 3;

/// Height of the space for the scrubber while there is no recording, points.
const EMPTY_TRACK_HEIGHT: f32 = 40.0;

/// Gap on both sides of the scrubber, points.
const TRACK_GAP: f32 = 8.0;

/// Size of the play button, points.
const PLAY_SIZE: Vec2 = vec2(38.0, 32.0);

/// Size of the other buttons of the bar of steps, points.
const BUTTON_SIZE: Vec2 = vec2(26.0, 26.0);

/// Size of the play button of the frames, points.
const FRAME_PLAY_SIZE: Vec2 = vec2(26.0, 22.0);

/// Size of the buttons for the next and previous frame, points.
const FRAME_BUTTON_SIZE: Vec2 = vec2(24.0, 22.0);

/// Font size of the step number, points.
const COUNTER_SIZE: f32 = 15.0;

/// Height of the step number with its caption, points.
const COUNTER_HEIGHT: f32 = 30.0;

/// Space around the longest step number, both sides together, points.
const COUNTER_PADDING: f32 = 12.0;

/// Draws the bar of the steps.
pub(crate) fn draw_steps(ui: &mut Ui, state: &State) -> Vec<Command> {
    let mut out = Vec::new();
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        draw_buttons(ui, state, &mut out);
        ui.add_space(TRACK_GAP);
        let width_after_track = SPEED_WIDTH + counter_width(ui, state);
        let width = (ui.available_width() - width_after_track).max(MIN_TRACK_WIDTH);
        match &state.recording {
            Some(recording) => out.extend(track::show(ui, state, recording, width)),
            None => {
                ui.allocate_exact_size(vec2(width, EMPTY_TRACK_HEIGHT), Sense::hover());
            }
        }
        ui.add_space(TRACK_GAP);
        draw_speed(ui, state, &mut out);
        draw_counter(ui, state);
    });
    out
}

/// Draws the bar of the frames of a moving scene.
pub(crate) fn draw_frames(ui: &mut Ui, state: &State) -> Vec<Command> {
    let mut out = Vec::new();
    let strip = state.recording.as_ref().and_then(|recording| recording.lesson.strip());
    if strip.is_some() && state.hides_answers() {
        // The strip of frames would reveal the answers.
        let left = ui.horizontal(|ui| draw_frame_scrubber(ui, state, None, &mut out)).inner;
        frame_strip::draw_hidden_legend(ui, left);
    } else if let Some(strip) = strip {
        let left = ui.horizontal(|ui| draw_frame_scrubber(ui, state, Some(strip), &mut out)).inner;
        frame_strip::draw_legend(ui, strip, left);
    } else {
        ui.horizontal_centered(|ui| draw_frame_scrubber(ui, state, None, &mut out));
    }
    out
}

/// Height of the bar of steps, points. All frames of a query have the same height, that for their largest number of
/// levels, so that the views do not change their size when frames play.
pub(crate) fn steps_height(state: &State) -> f32 {
    let levels = state.recording.as_ref().map_or(0, |recording| recording.lesson.most_levels());
    STEPS_HEIGHT + BAND_HEIGHT * levels.min(MAX_LEVELS) as f32
}

/// Levels drawn above the scrubber, coarsest first.
fn shown_levels(state: &State) -> &[Level] {
    let levels = state.recording.as_ref().map_or(&[][..], |recording| recording.lesson.levels());
    &levels[..levels.len().min(MAX_LEVELS)]
}

/// Height of the bar of frames, points; larger when it has a legend.
pub(crate) fn frames_height(state: &State) -> f32 {
    let strip = state.recording.as_ref().and_then(|recording| recording.lesson.strip());
    if strip.is_some() { FRAMES_HEIGHT + frame_strip::LEGEND_HEIGHT } else { FRAMES_HEIGHT }
}

/// Draws the buttons, the slider and the number of the frames. Returns the x coordinate of the slider's left end,
/// points.
fn draw_frame_scrubber(ui: &mut Ui, state: &State, strip: Option<&FrameStrip>, out: &mut Vec<Command>) -> f32 {
    let count = state.frames();
    ui.label(RichText::new("Frame").size(12.0).color(Look::get(ui).weak));
    let play = if state.playhead.plays_frames { Icon::Pause } else { Icon::Play };
    let play_state = ButtonState::on(state.playhead.plays_frames);
    let button = icons::button(ui, play, "Play or pause frames", FRAME_PLAY_SIZE, play_state);
    if button.on_hover_text(tooltip(ui.ctx(), &Command::Time(TimeCommand::TogglePlayFrames))).clicked() {
        out.push(TimeCommand::TogglePlayFrames.into());
    }
    let has_previous = state.focus.frame > 0;
    let has_next = state.focus.frame + 1 < count;
    for (icon, step, enabled) in [(Icon::Previous, -1, has_previous), (Icon::Next, 1, has_next)] {
        let command = Command::Time(TimeCommand::StepFrames(step));
        let name = action_of(&command).map_or("", |action| action.title);
        let button = icons::button(ui, icon, name, FRAME_BUTTON_SIZE, ButtonState::enabled(enabled));
        if button.on_hover_text(tooltip(ui.ctx(), &command)).clicked() {
            out.push(command);
        }
    }
    let shown_frame = state.frame_shown();
    let mut selected_frame = shown_frame;
    ui.spacing_mut().slider_width = (ui.available_width() - FRAME_NUMBER_WIDTH).max(MIN_SLIDER_WIDTH);
    let slider = egui::Slider::new(&mut selected_frame, 0..=count - 1).show_value(false);
    let slider = ui.add(slider).accessible_name("Frame");
    if slider.changed() {
        out.push(TimeCommand::SetFrame(selected_frame).into());
    }
    if let Some(strip) = strip {
        frame_strip::show(ui, strip, &slider);
    }
    let agreement = state.captured_agreement.of_query(state.doc.edition, state.focus.query);
    if let Some(agreement) = agreement.filter(|_| !state.hides_answers()) {
        disagreements::show(ui, agreement, count, &slider);
    }
    let time = state.doc.scene.time_of(state.query(), shown_frame);
    let time = time.map_or(String::new(), |time| format!("  {} s", four_digits(time)));
    ui.monospace(format!("{shown_frame} / {}{time}", count - 1));
    slider.rect.left()
}

/// Draws the buttons of playback and of steps.
fn draw_buttons(ui: &mut Ui, state: &State, out: &mut Vec<Command>) {
    let play = if state.playhead.is_playing { Icon::Pause } else { Icon::Play };
    let buttons = [
        (Icon::First, Command::Time(TimeCommand::Jump(Jump::First))),
        (Icon::PreviousStep, Command::Time(TimeCommand::Jump(Jump::PreviousStep))),
        (Icon::Previous, Command::Time(TimeCommand::Jump(Jump::Previous))),
        (play, Command::Time(TimeCommand::TogglePlay)),
        (Icon::Next, Command::Time(TimeCommand::Jump(Jump::Next))),
        (Icon::NextStep, Command::Time(TimeCommand::Jump(Jump::NextStep))),
        (Icon::Last, Command::Time(TimeCommand::Jump(Jump::Last))),
    ];
    for (icon, command) in buttons {
        let Some(action) = action_of(&command) else { continue };
        let is_play = command == Command::Time(TimeCommand::TogglePlay);
        let size = if is_play { PLAY_SIZE } else { BUTTON_SIZE };
        let button_state = ButtonState { enabled: (action.enabled)(state), on: is_play };
        let response = icons::button(ui, icon, action.title, size, button_state);
        if response.on_hover_text(tooltip(ui.ctx(), &command)).clicked() {
            out.push(command);
        }
    }
}

/// Draws the choice of the playback speed.
fn draw_speed(ui: &mut Ui, state: &State, out: &mut Vec<Command>) {
    let current = state.playhead.speed;
    let list = egui::ComboBox::from_id_salt("speed").width(58.0).selected_text(format!("{current}×"));
    let list = list.show_ui(ui, |ui| {
        for speed in SPEEDS {
            if ui.selectable_label(speed == current, format!("{speed}×")).clicked() {
                out.push(TimeCommand::SetSpeed(speed).into());
            }
        }
    });
    list.response.accessible_name("Speed").on_hover_text(
        "Playback speed. At 1×, each sub-step stays long enough to read its sentence (J slower, L faster)",
    );
}

/// Width of the counter, points, for the last step number, so that the scrubber keeps its width while the number grows.
fn counter_width(ui: &Ui, state: &State) -> f32 {
    let steps = state.recording.as_ref().map_or(0, |recording| recording.steps());
    let longest = format!("{steps} / {steps}");
    let font = egui::FontId::monospace(COUNTER_SIZE);
    let width = ui.painter().layout_no_wrap(longest, font, Look::get(ui).strong).size().x;
    (width + COUNTER_PADDING).max(MIN_COUNTER_WIDTH)
}

/// Draws the number of the current step and of all steps, with the caption "step" below.
fn draw_counter(ui: &mut Ui, state: &State) {
    let look = Look::get(ui);
    let step = state.beat_index().step;
    let steps = state.recording.as_ref().map_or(0, |recording| recording.steps());
    let shown = if steps == 0 { String::from("–") } else { format!("{} / {steps}", step + 1) };
    let (rect, _) = ui.allocate_exact_size(vec2(counter_width(ui, state), COUNTER_HEIGHT), Sense::hover());
    ui.painter().text(
        rect.right_center() - vec2(2.0, 6.0),
        egui::Align2::RIGHT_CENTER,
        shown,
        egui::FontId::monospace(COUNTER_SIZE),
        look.strong,
    );
    ui.painter().text(
        rect.right_center() + vec2(-2.0, 9.0),
        egui::Align2::RIGHT_CENTER,
        "step",
        egui::FontId::proportional(10.5),
        look.weak,
    );
}
