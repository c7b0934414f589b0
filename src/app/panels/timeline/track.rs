//! Scrubber of the timeline: steps are blocks with a dot for each beat (sub-step), events are marks above them, and
//! groups of steps are bands at the top.

use std::ops::Range;

use contact_lens_lesson::{BeatIndex, Event};
use contact_lens_picture::font::with_hard_spaces;
use egui::{Rect, Sense, Stroke, Ui, pos2, vec2};

use super::event_mark::draw_event;
use super::{BAND_HEIGHT, level_bands};
use crate::command::{Command, Jump, TimeCommand};
use crate::run::recording::Recording;
use crate::state::State;
use crate::theme::Look;

/// Space left of the first beat and right of the last one, points: the playhead fits there.
const TRACK_MARGIN: f32 = 7.0;

/// Distance of beats above which each has a dot, points.
const MIN_DOT_DISTANCE: f32 = 5.0;

/// Corner radius of blocks, points.
const ROUNDING: f32 = 2.5;

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

/// Distance of marks below which even endings and warnings are not drawn, points: they would cover each other.
const MIN_MARK_DISTANCE: f32 = 0.2;

/// Mean width of a step below which all steps are drawn as one block, and distance of marks below which other events
/// than endings and warnings are not drawn, points.
const MIN_STEP_WIDTH: f32 = 1.5;

/// Half the gap between two blocks, points.
const HALF_GAP: f32 = 0.75;

/// Minimum width of a block, points.
const MIN_BLOCK_WIDTH: f32 = 0.5;

/// Maximum width that the last revealed beat takes in its block, points; half of the width is right of the beat.
const MAX_LAST_WIDTH: f32 = 14.0;

/// Minimum distance of the center of a step number from the ends of the scrubber, points.
const NUMBER_INSET: f32 = 8.0;

/// Distance of the center of a step number from the bottom of the blocks, points.
const NUMBER_OFFSET: f32 = 5.5;

/// Radius of the dot of a beat, points.
const DOT_RADIUS: f32 = 1.4;

/// Width and height of the bar where a breakpoint matches, points.
const STOP_SIZE: egui::Vec2 = vec2(5.0, 4.0);

/// Distance of the upper end of the playhead from the top of the scrubber, points.
const HEAD_TOP: f32 = 15.0;

/// Radius of the disc of the playhead, points.
const HEAD_RADIUS: f32 = 6.0;

/// Radius of the hole in that disc, points.
const HEAD_HOLE_RADIUS: f32 = 2.6;

/// Scrubber on the screen, which maps positions of beats (counted over the whole run, from 0) to points.
struct Track<'a> {
    recording: &'a Recording,
    rect: Rect,
    /// Distance between beats, points.
    beat_distance: f32,
}

impl Track<'_> {
    /// Horizontal coordinate of a beat on the screen, points.
    fn x(&self, position: usize) -> f32 {
        self.rect.left() + TRACK_MARGIN + self.beat_distance * position as f32
    }

    /// Position of the beat nearest to a horizontal coordinate on the screen, points.
    fn position_at(&self, x: f32) -> usize {
        let nearest = ((x - self.x(0)) / self.beat_distance).round().max(0.0) as usize;
        nearest.min(self.recording.beats() - 1)
    }

    /// Left and right end of the block of a range of steps on the screen, points. Between blocks there is a gap.
    fn span(&self, steps: Range<usize>) -> [f32; 2] {
        let recording = self.recording;
        let first = recording.position(steps.start, 0);
        let last = recording.position(steps.end.max(1) - 1, usize::MAX);
        let start = if first == 0 { self.rect.left() } else { (self.x(first - 1) + self.x(first)) / 2.0 + HALF_GAP };
        let is_last = last + 1 >= recording.beats();
        let end = if is_last { self.rect.right() } else { (self.x(last) + self.x(last + 1)) / 2.0 - HALF_GAP };
        [start, end.max(start + MIN_BLOCK_WIDTH)]
    }

    /// Draws each step as a block as wide as its beats, with the block of the current `step` highlighted. The steps of
    /// a run with too many steps are one block. Steps that prediction mode hides are one block too, since their numbers
    /// of beats would reveal the answers. `revealed` is the number of revealed beats.
    fn draw_blocks(&self, painter: &egui::Painter, block_row: Rect, step: usize, revealed: usize, look: Look) {
        let is_one_block = self.rect.width() < MIN_STEP_WIDTH * self.recording.steps() as f32;
        let steps = if is_one_block { step..step + 1 } else { 0..self.recording.steps() };
        if is_one_block {
            painter.rect_filled(block_row, ROUNDING, look.raised);
        }
        let is_partly_hidden = revealed < self.recording.beats();
        let revealed_end = if is_partly_hidden {
            self.x(revealed.max(1) - 1) + 0.5 * self.beat_distance.min(MAX_LAST_WIDTH)
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
            let has_space = block.width() > MIN_NUMBERED_WIDTH && self.beat_distance > MIN_DOT_DISTANCE;
            if has_space || is_current {
                let ink = if is_current { look.strong } else { look.weak };
                let x = block.center().x.clamp(block_row.left() + NUMBER_INSET, block_row.right() - NUMBER_INSET);
                let center = pos2(x, block_row.bottom() + NUMBER_OFFSET);
                painter.text(center, egui::Align2::CENTER_CENTER, index + 1, egui::FontId::proportional(9.5), ink);
            }
        }
    }

    /// Draws the events of the first `revealed` beats. An event is skipped if it is within [`MIN_STEP_WIDTH`] of the
    /// last one drawn; an ending or a warning, only if it is within [`MIN_MARK_DISTANCE`].
    fn draw_events(&self, painter: &egui::Painter, y: f32, look: Look, revealed: usize) {
        let mut last = f32::NEG_INFINITY;
        for (position, event) in self.recording.events().take_while(|(position, _)| *position < revealed) {
            let x = self.x(position);
            let is_important = matches!(event, Event::Stop(_) | Event::Warning);
            let min_distance = if is_important { MIN_MARK_DISTANCE } else { MIN_STEP_WIDTH };
            if x - last > min_distance {
                draw_event(painter, pos2(x, y), event, look);
                last = x;
            }
        }
    }
}

/// Draws the scrubber in `width` points, with the levels of the run above it.
pub(super) fn show(ui: &mut Ui, state: &State, recording: &Recording, width: f32) -> Vec<Command> {
    let mut out = Vec::new();
    let look = Look::get(ui);
    let levels = super::shown_levels(state);
    let height = TRACK_HEIGHT + BAND_HEIGHT * levels.len() as f32;
    let (area, response) = ui.allocate_exact_size(vec2(width, height), Sense::click_and_drag());
    let rect = area.with_min_y(area.bottom() - TRACK_HEIGHT);
    let beat_distance = (rect.width() - 2.0 * TRACK_MARGIN) / recording.beats().max(2).saturating_sub(1) as f32;
    let track = Track { recording, rect, beat_distance };
    let painter = ui.painter_at(area.expand(4.0));
    let step = state.beat_index().step;
    let block_row = Rect::from_x_y_ranges(rect.x_range(), rect.top() + BLOCK_TOP..=rect.top() + BLOCK_BOTTOM);
    for (i, level) in levels.iter().enumerate() {
        let top = area.top() + BAND_HEIGHT * i as f32;
        let lane = Rect::from_min_max(pos2(rect.left(), top), pos2(rect.right(), top + BAND_HEIGHT - BAND_GAP));
        level_bands::show(&painter, level, lane, step, &|steps| track.span(steps), look);
    }
    track.draw_blocks(&painter, block_row, step, state.revealed_beats(), look);
    if beat_distance > MIN_DOT_DISTANCE {
        for position in 0..recording.beats().min(state.revealed_beats()) {
            painter.circle_filled(pos2(track.x(position), block_row.center().y), DOT_RADIUS, look.weak);
        }
    }
    track.draw_events(&painter, rect.top() + EVENT_Y, look, state.revealed_beats());
    for stop in &state.breakpoint_positions {
        let bar = Rect::from_center_size(pos2(track.x(*stop), block_row.bottom() - 1.0), STOP_SIZE);
        painter.rect_filled(bar, 1.0, look.bad);
    }
    let head = pos2(track.x(state.playhead.position), block_row.center().y);
    let ends = [pos2(head.x, rect.top() + HEAD_TOP), pos2(head.x, block_row.bottom() + 1.0)];
    painter.line_segment(ends, Stroke::new(2.0, look.accent));
    painter.circle_filled(head, HEAD_RADIUS, look.accent);
    painter.circle_filled(head, HEAD_HOLE_RADIUS, look.panel);
    handle_pointer(&track, &response, state, &mut out);
    out
}

/// Handles clicks and drags on the scrubber, which go to the nearest beat, and draws the tooltip of the beat under the
/// pointer.
fn handle_pointer(track: &Track<'_>, response: &egui::Response, state: &State, out: &mut Vec<Command>) {
    let recording = track.recording;
    let current = state.playhead.position;
    let revealed = state.revealed_beats();
    if let Some(pointer) = response.interact_pointer_pos()
        && (response.dragged() || response.clicked())
    {
        let position = track.position_at(pointer.x);
        if position != current {
            out.push(TimeCommand::Jump(Jump::To(position)).into());
        }
    }
    let last = recording.beats() - 1;
    response.widget_info(|| {
        let mut info = egui::WidgetInfo::slider(true, current as f64, "Timeline");
        info.label = Some(format!("Timeline, sub-step {} of {}", current + 1, last + 1));
        info
    });
    if let Some(pointer) = response.hover_pos().filter(|_| !response.dragged()) {
        let position = track.position_at(pointer.x);
        let is_revealed = position < revealed;
        let BeatIndex { step, beat } = recording.beat_index(position);
        let summary = recording.summary(position);
        let event = match summary.event {
            Some(event) if is_revealed => format!(" · {}", event.name()),
            _ => String::new(),
        };
        let say = if is_revealed { &summary.say } else { "Shown after the question about this step is answered." };
        let levels = recording.lesson.levels().iter();
        let groups: String = levels.map(|level| format!("{} · ", level.title(level.at(step)))).collect();
        let text = format!("{groups}step {} · sub-step {}{event}\n{}", step + 1, beat + 1, with_hard_spaces(say));
        egui::Tooltip::for_widget(response).at_pointer().gap(14.0).show(|ui| {
            ui.set_max_width(300.0);
            ui.label(text);
        });
    }
}
