//! Timeline: playback, steps, jumps, scrubbing, speed. Steps are blocks with beats inside, events are marks, groups of
//! steps are bands above; a second scrubber is for the frames of a moving scene.

pub(super) mod event_mark;
pub(super) mod frame_strip;
pub(super) mod level_bands;

use std::ops::Range;

use egui::{Rect, RichText, Sense, Stroke, Ui, pos2, vec2};

use self::event_mark::event_mark;
use super::icons::{self, Icon};
use crate::app::actions::registry::{action_of, tooltip};
use crate::app::command::{Command, Jump, TimeCommand};
use crate::app::run::pace::SPEEDS;
use crate::app::run::recording::Recording;
use crate::app::state::State;
use crate::app::theme::Look;
use crate::lesson::{Event, FrameStrip, Level};
use crate::picture::font::unparted;

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

pub(in crate::app) fn show(ui: &mut Ui, state: &State) -> Vec<Command> {
    let mut out = Vec::new();
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        buttons(ui, state, &mut out);
        ui.add_space(8.0);
        let right = SPEED_WIDTH + counter_width(ui, state);
        let width = (ui.available_width() - right).max(MIN_TRACK_WIDTH);
        match &state.recording {
            Some(recording) => out.extend(track(ui, state, recording, width)),
            None => drop(ui.allocate_exact_size(vec2(width, 40.0), Sense::hover())),
        }
        ui.add_space(8.0);
        speed(ui, state, &mut out);
        counter(ui, state);
    });
    out
}

/// Draws the bar of the frames, for moving scenes only.
pub(in crate::app) fn frames(ui: &mut Ui, state: &State) -> Vec<Command> {
    let mut out = Vec::new();
    let strip = state.recording.as_ref().and_then(|recording| recording.lesson.strip());
    if strip.is_some() && state.hides_answers() {
        // The strip of frames would reveal the answers.
        let left = ui.horizontal(|ui| frame_scrubber(ui, state, None, &mut out)).inner;
        self::frame_strip::hidden(ui, left);
    } else if let Some(strip) = strip {
        let left = ui.horizontal(|ui| frame_scrubber(ui, state, Some(strip), &mut out)).inner;
        self::frame_strip::legend(ui, strip, left);
    } else {
        ui.horizontal_centered(|ui| frame_scrubber(ui, state, None, &mut out));
    }
    out
}

/// Height of the bar of frames, points; larger when it has a legend.
pub(in crate::app) fn frames_height(state: &State) -> f32 {
    let strip = state.recording.as_ref().and_then(|recording| recording.lesson.strip());
    FRAMES_HEIGHT + if strip.is_some() { self::frame_strip::LEGEND_HEIGHT } else { 0.0 }
}

/// Draws the buttons, the slider and the number of the frames. Returns the left end of the slider.
fn frame_scrubber(ui: &mut Ui, state: &State, strip: Option<&FrameStrip>, out: &mut Vec<Command>) -> f32 {
    let count = state.frames();
    ui.label(RichText::new("Frame").size(12.0).color(Look::get(ui).weak));
    let play = if state.head.frames_playing { Icon::Pause } else { Icon::Play };
    let button = icons::button(ui, play, "Play or pause frames", vec2(26.0, 22.0), true, state.head.frames_playing);
    if button.on_hover_text(tooltip(ui.ctx(), &Command::Time(TimeCommand::TogglePlayFrames))).clicked() {
        out.push(TimeCommand::TogglePlayFrames.into());
    }
    for (icon, by) in [(Icon::Back, -1), (Icon::Next, 1)] {
        let command = Command::Time(TimeCommand::StepFrames(by));
        let name = action_of(&command).map_or("", |action| action.title);
        let enabled = if by < 0 { state.focus.frame > 0 } else { state.focus.frame + 1 < count };
        let button = icons::button(ui, icon, name, vec2(24.0, 22.0), enabled, false);
        if button.on_hover_text(tooltip(ui.ctx(), &command)).clicked() {
            out.push(command);
        }
    }
    let now = state.frame_shown();
    let mut frame = now;
    ui.spacing_mut().slider_width = (ui.available_width() - FRAME_NUMBER_WIDTH).max(MIN_SLIDER_WIDTH);
    let slider = egui::Slider::new(&mut frame, 0..=count - 1).show_value(false);
    let slider = ui.add(slider).accessible_name("Frame");
    if slider.changed() {
        out.push(TimeCommand::SetFrame(frame).into());
    }
    if let Some(strip) = strip {
        self::frame_strip::show(ui, strip, &slider);
    }
    let time = state.doc.scene.time_of(state.query(), now);
    let time = time.map_or(String::new(), |time| format!("  {} s", crate::app::text::numbers::brief(time)));
    ui.monospace(format!("{now} / {}{time}", count - 1));
    slider.rect.left()
}

fn buttons(ui: &mut Ui, state: &State, out: &mut Vec<Command>) {
    let play = if state.head.playing { Icon::Pause } else { Icon::Play };
    let all = [
        (Icon::First, Command::Time(TimeCommand::Jump(Jump::First))),
        (Icon::BackStep, Command::Time(TimeCommand::Jump(Jump::BackStep))),
        (Icon::Back, Command::Time(TimeCommand::Jump(Jump::Back))),
        (play, Command::Time(TimeCommand::TogglePlay)),
        (Icon::Next, Command::Time(TimeCommand::Jump(Jump::Next))),
        (Icon::NextStep, Command::Time(TimeCommand::Jump(Jump::NextStep))),
        (Icon::Last, Command::Time(TimeCommand::Jump(Jump::Last))),
    ];
    for (icon, command) in all {
        let Some(action) = action_of(&command) else { continue };
        let main = command == Command::Time(TimeCommand::TogglePlay);
        let size = if main { vec2(38.0, 32.0) } else { vec2(26.0, 26.0) };
        let response = icons::button(ui, icon, action.title, size, (action.enabled)(state), main);
        if response.on_hover_text(tooltip(ui.ctx(), &command)).clicked() {
            out.push(command);
        }
    }
}

fn speed(ui: &mut Ui, state: &State, out: &mut Vec<Command>) {
    let now = state.head.speed;
    let list = egui::ComboBox::from_id_salt("speed").width(58.0).selected_text(format!("{now}×"));
    let list = list.show_ui(ui, |ui| {
        for speed in SPEEDS {
            if ui.selectable_label(speed == now, format!("{speed}×")).clicked() {
                out.push(TimeCommand::SetSpeed(speed).into());
            }
        }
    });
    list.response.accessible_name("Speed").on_hover_text(
        "Playback speed. At 1×, each sub-step stays long enough to read its sentence (J slower, L faster)",
    );
}

/// Width of the counter with the largest step number, points, so that nothing moves.
fn counter_width(ui: &Ui, state: &State) -> f32 {
    let steps = state.recording.as_ref().map_or(0, |recording| recording.steps());
    let longest = format!("{steps} / {steps}");
    let width = ui.painter().layout_no_wrap(longest, egui::FontId::monospace(15.0), Look::get(ui).strong).size().x;
    (width + 12.0).max(MIN_COUNTER_WIDTH)
}

fn counter(ui: &mut Ui, state: &State) {
    let look = Look::get(ui);
    let (step, _) = state.now();
    let steps = state.recording.as_ref().map_or(0, |recording| recording.steps());
    let shown = if steps == 0 { String::from("–") } else { format!("{} / {steps}", step + 1) };
    let (rect, _) = ui.allocate_exact_size(vec2(counter_width(ui, state), 30.0), Sense::hover());
    ui.painter().text(
        rect.right_center() - vec2(2.0, 6.0),
        egui::Align2::RIGHT_CENTER,
        shown,
        egui::FontId::monospace(15.0),
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

/// Space left of the first beat and right of the last one, points: the playhead fits there.
const TRACK_MARGIN: f32 = 7.0;

/// Distance of beats above which each has a dot, points.
const MIN_DOT_DISTANCE: f32 = 5.0;

/// Corner radius of blocks, points.
const ROUNDING: f32 = 2.5;

/// Height of the bar without levels, points.
const BAR_HEIGHT: f32 = 58.0;

/// Height of the scrubber without levels, points.
const TRACK_HEIGHT: f32 = 42.0;

/// Distance of the events from the top of the scrubber, points.
const EVENT_Y: f32 = 9.0;

/// Distance of the top of the blocks from that of the scrubber, points.
const BLOCK_TOP: f32 = 20.0;

/// Distance of the bottom of the blocks from the top of the scrubber, points; step numbers are below it.
const BLOCK_BOTTOM: f32 = 34.0;

/// Width of a block above which its step number is drawn, points.
const MIN_NUMBERED_WIDTH: f32 = 22.0;

/// Gap below the bands of a level, points.
const BAND_GAP: f32 = 2.0;

/// Height of one level above the scrubber, points.
const BAND_HEIGHT: f32 = 13.0;

/// Maximum number of levels shown; finer ones are reached by keys.
const MAX_LEVELS: usize = 3;

/// Distance of marks below which even endings and warnings are left out, points: they would cover each other.
const MIN_MARK_DISTANCE: f32 = 0.2;

/// Mean width of a step below which all steps are drawn as one block, and distance of marks below which most events are
/// left out, points.
const MIN_STEP_WIDTH: f32 = 1.5;

/// Levels that have bands, coarsest first.
fn shown_levels(state: &State) -> &[Level] {
    let levels = state.recording.as_ref().map_or(&[][..], |recording| recording.lesson.levels());
    &levels[..levels.len().min(MAX_LEVELS)]
}

/// Height of the bar, points, the same in all frames of a query.
pub(in crate::app) fn height(state: &State) -> f32 {
    let levels = state.recording.as_ref().map_or(0, |recording| recording.lesson.most_levels());
    BAR_HEIGHT + BAND_HEIGHT * levels.min(MAX_LEVELS) as f32
}

/// Half the gap between two blocks, points.
const HALF_GAP: f32 = 0.75;

/// Positions of beats and steps along the scrubber.
struct Track<'a> {
    recording: &'a Recording,
    rect: Rect,
    /// Distance between beats, points.
    beat_distance: f32,
}

impl Track<'_> {
    /// Horizontal place of a beat, points.
    fn x(&self, position: usize) -> f32 {
        self.rect.left() + TRACK_MARGIN + self.beat_distance * position as f32
    }

    /// Position of the beat nearest to a horizontal place.
    fn position(&self, x: f32) -> usize {
        (((x - self.x(0)) / self.beat_distance).round().max(0.0) as usize).min(self.recording.beats() - 1)
    }

    /// Left and right end of a range of steps, without half a gap on each side, points.
    fn span(&self, steps: Range<usize>) -> [f32; 2] {
        let recording = self.recording;
        let first = recording.position(steps.start, 0);
        let last = recording.position(steps.end.max(1) - 1, usize::MAX);
        let start = if first == 0 { self.rect.left() } else { (self.x(first - 1) + self.x(first)) / 2.0 + HALF_GAP };
        let end = match last + 1 {
            next if next >= recording.beats() => self.rect.right(),
            next => (self.x(last) + self.x(next)) / 2.0 - HALF_GAP,
        };
        [start, end.max(start + 0.5)]
    }

    /// Draws the steps as blocks as wide as their beats, the current `step` highlighted; a long run is one block.
    /// Hidden steps are one block too, since their numbers of beats would reveal the answers. `revealed` is the number
    /// of revealed beats.
    fn blocks(&self, painter: &egui::Painter, block_row: Rect, step: usize, revealed: usize, look: Look) {
        let narrow = self.rect.width() < MIN_STEP_WIDTH * self.recording.steps() as f32;
        let steps = if narrow { step..step + 1 } else { 0..self.recording.steps() };
        if narrow {
            painter.rect_filled(block_row, ROUNDING, look.raised);
        }
        let is_partly_hidden = revealed < self.recording.beats();
        let revealed_end = if is_partly_hidden {
            self.x(revealed.max(1) - 1) + 0.5 * self.beat_distance.min(14.0)
        } else {
            block_row.right()
        };
        if is_partly_hidden {
            painter.rect_filled(block_row.with_min_x(revealed_end), ROUNDING, look.raised);
        }
        for index in steps.filter(|index| self.recording.position(*index, 0) < revealed) {
            let [start, end] = self.span(index..index + 1).map(|x| x.min(revealed_end));
            let block = Rect::from_min_max(pos2(start, block_row.top()), pos2(end, block_row.bottom()));
            let is_current = index == step;
            painter.rect_filled(block, ROUNDING, if is_current { look.accent_fill } else { look.raised });
            if block.width() > MIN_NUMBERED_WIDTH && self.beat_distance > MIN_DOT_DISTANCE || is_current {
                let ink = if is_current { look.strong } else { look.weak };
                let at = pos2(
                    block.center().x.clamp(block_row.left() + 8.0, block_row.right() - 8.0),
                    block_row.bottom() + 5.5,
                );
                painter.text(at, egui::Align2::CENTER_CENTER, index + 1, egui::FontId::proportional(9.5), ink);
            }
        }
    }

    /// Draws the events of revealed beats: the first one where several are too close, but endings and warnings as far
    /// as they do not cover each other. `revealed` is the number of revealed beats.
    fn events(&self, painter: &egui::Painter, y: f32, look: Look, revealed: usize) {
        let mut last = f32::NEG_INFINITY;
        for (position, event) in self.recording.events().take_while(|(position, _)| *position < revealed) {
            let x = self.x(position);
            if x - last > MIN_STEP_WIDTH
                || matches!(event, Event::Stop(_) | Event::Warning) && x - last > MIN_MARK_DISTANCE
            {
                event_mark(painter, pos2(x, y), event, look);
                last = x;
            }
        }
    }
}

/// Draws the scrubber, with the levels of the run above it.
fn track(ui: &mut Ui, state: &State, recording: &Recording, width: f32) -> Vec<Command> {
    let mut out = Vec::new();
    let look = Look::get(ui);
    let levels = shown_levels(state);
    let (area, response) =
        ui.allocate_exact_size(vec2(width, TRACK_HEIGHT + BAND_HEIGHT * levels.len() as f32), Sense::click_and_drag());
    let rect = area.with_min_y(area.bottom() - TRACK_HEIGHT);
    let beat_distance = (rect.width() - 2.0 * TRACK_MARGIN) / recording.beats().max(2).saturating_sub(1) as f32;
    let track = Track { recording, rect, beat_distance };
    let painter = ui.painter_at(area.expand(4.0));
    let now = state.head.position;
    let (step, _) = state.now();
    let block_row = Rect::from_x_y_ranges(rect.x_range(), rect.top() + BLOCK_TOP..=rect.top() + BLOCK_BOTTOM);
    for (i, level) in levels.iter().enumerate() {
        let top = area.top() + BAND_HEIGHT * i as f32;
        let lane = Rect::from_min_max(pos2(rect.left(), top), pos2(rect.right(), top + BAND_HEIGHT - BAND_GAP));
        level_bands::show(&painter, level, lane, step, &|steps| track.span(steps), look);
    }
    track.blocks(&painter, block_row, step, state.revealed_beats(), look);
    if beat_distance > MIN_DOT_DISTANCE {
        for position in 0..recording.beats().min(state.revealed_beats()) {
            painter.circle_filled(pos2(track.x(position), block_row.center().y), 1.4, look.weak);
        }
    }
    track.events(&painter, rect.top() + EVENT_Y, look, state.revealed_beats());
    for stop in &state.stops {
        let bar = Rect::from_center_size(pos2(track.x(*stop), block_row.bottom() - 1.0), vec2(5.0, 4.0));
        painter.rect_filled(bar, 1.0, look.bad);
    }
    let head = pos2(track.x(now), block_row.center().y);
    let ends = [pos2(head.x, rect.top() + 15.0), pos2(head.x, block_row.bottom() + 1.0)];
    painter.line_segment(ends, Stroke::new(2.0, look.accent));
    painter.circle_filled(head, 6.0, look.accent);
    painter.circle_filled(head, 2.6, look.panel);
    scrub(recording, &response, |p| track.position(p.x), state, &mut out);
    out
}

/// Handles clicks and drags on the scrubber, and draws its tooltip. `at` maps a point of the screen to a position.
fn scrub(
    recording: &Recording,
    response: &egui::Response,
    at: impl Fn(egui::Pos2) -> usize,
    state: &State,
    out: &mut Vec<Command>,
) {
    let now = state.head.position;
    let revealed = state.revealed_beats();
    if let Some(pointer) = response.interact_pointer_pos().filter(|_| response.dragged() || response.clicked()) {
        let to = at(pointer);
        if to != now {
            out.push(TimeCommand::Jump(Jump::To(to)).into());
        }
    }
    let last = recording.beats() - 1;
    response.widget_info(|| {
        let mut info = egui::WidgetInfo::slider(true, now as f64, "Timeline");
        info.label = Some(format!("Timeline, sub-step {} of {}", now + 1, last + 1));
        info
    });
    if let Some(pointer) = response.hover_pos().filter(|_| !response.dragged()) {
        let to = at(pointer);
        let (step, beat) = recording.at(to);
        let note = recording.note(to);
        let event = note.event.filter(|_| to < revealed).map_or(String::new(), |event| format!(" · {}", event.name()));
        let say = if to < revealed { &note.say } else { "Shown after the question about this step is answered." };
        let levels = recording.lesson.levels().iter();
        let groups: String = levels.map(|level| format!("{} · ", level.title(level.at(step)))).collect();
        let text = format!("{groups}step {} · sub-step {}{event}\n{}", step + 1, beat + 1, unparted(say));
        egui::Tooltip::for_widget(response).at_pointer().gap(14.0).show(|ui| {
            ui.set_max_width(300.0);
            ui.label(text);
        });
    }
}
