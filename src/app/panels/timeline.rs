//! The timeline: play, step, jump, scrub and speed; steps as blocks, beats within them, events as marks; and a second
//! scrubber over the frames of a moving scene.

use egui::{Rect, RichText, Sense, Stroke, Ui, pos2, vec2};

use super::icons::{self, Icon};
use crate::app::command::{Command, Jump};
use crate::app::recording::Recording;
use crate::app::registry::{action_of, tooltip};
use crate::app::state::State;
use crate::app::theme::Look;
use crate::app::update::SPEEDS;
use crate::lesson::{EndingKind, Event};
use crate::picture::Role;
use crate::picture::font::unparted;

/// The whole bar.
pub(in crate::app) fn show(ui: &mut Ui, state: &State) -> Vec<Command> {
    let mut out = Vec::new();
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        buttons(ui, state, &mut out);
        ui.add_space(8.0);
        let right = 190.0;
        let width = (ui.available_width() - right).max(120.0);
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

/// The bar over the frames; only for scenes that move.
pub(in crate::app) fn frames(ui: &mut Ui, state: &State) -> Vec<Command> {
    let mut out = Vec::new();
    let count = state.doc.scene.frame_count();
    ui.horizontal_centered(|ui| {
        ui.label(RichText::new("Frame").size(12.0).color(Look::get(ui).weak));
        let film = if state.head.film { Icon::Pause } else { Icon::Play };
        let button = icons::button(ui, film, "Play or pause frames", vec2(26.0, 22.0), true, state.head.film);
        if button.on_hover_text(tooltip(ui.ctx(), &Command::ToggleFilm)).clicked() {
            out.push(Command::ToggleFilm);
        }
        for (icon, by) in [(Icon::Back, -1), (Icon::Next, 1)] {
            let command = Command::TurnFrame(by);
            let name = action_of(&command).map_or("", |action| action.title);
            let enabled = if by < 0 { state.focus.frame > 0 } else { state.focus.frame + 1 < count };
            let button = icons::button(ui, icon, name, vec2(24.0, 22.0), enabled, false);
            if button.on_hover_text(tooltip(ui.ctx(), &command)).clicked() {
                out.push(command);
            }
        }
        let mut frame = state.focus.frame;
        ui.spacing_mut().slider_width = (ui.available_width() - 150.0).max(100.0);
        let slider = egui::Slider::new(&mut frame, 0..=count - 1).show_value(false);
        let slider = ui.add(slider).accessible_name("Frame");
        if slider.changed() {
            out.push(Command::SetFrame(frame));
        }
        if let Some(strip) = state.recording.as_ref().and_then(|recording| recording.lesson.strip()) {
            super::strip::show(ui, strip, &slider);
        }
        let time = state.doc.scene.frames.get(state.focus.frame).and_then(|frame| frame.time);
        let time = time.map_or(String::new(), |time| format!("  {} s", crate::app::numbers::brief(time)));
        ui.monospace(format!("{} / {count}{time}", state.focus.frame + 1));
    });
    out
}

fn buttons(ui: &mut Ui, state: &State, out: &mut Vec<Command>) {
    let play = if state.head.playing { Icon::Pause } else { Icon::Play };
    let all = [
        (Icon::First, Command::Jump(Jump::First)),
        (Icon::BackStep, Command::Jump(Jump::BackStep)),
        (Icon::Back, Command::Jump(Jump::Back)),
        (play, Command::TogglePlay),
        (Icon::Next, Command::Jump(Jump::Next)),
        (Icon::NextStep, Command::Jump(Jump::NextStep)),
        (Icon::Last, Command::Jump(Jump::Last)),
    ];
    for (icon, command) in all {
        let Some(action) = action_of(&command) else { continue };
        let main = command == Command::TogglePlay;
        let size = if main { vec2(38.0, 32.0) } else { vec2(26.0, 26.0) };
        let response = icons::button(ui, icon, action.title, size, (action.enabled)(state), main);
        if response.on_hover_text(tooltip(ui.ctx(), &command)).clicked() {
            out.push(command);
        }
    }
}

fn speed(ui: &mut Ui, state: &State, out: &mut Vec<Command>) {
    let text = |speed: f64| format!("{speed}×");
    let list =
        egui::ComboBox::from_id_salt("speed").width(58.0).selected_text(text(state.head.speed)).show_ui(ui, |ui| {
            for speed in SPEEDS {
                if ui.selectable_label(speed == state.head.speed, text(speed)).clicked() {
                    out.push(Command::SetSpeed(speed));
                }
            }
        });
    list.response.accessible_name("Speed").on_hover_text("Beats a second (J slower, L faster)");
}

fn counter(ui: &mut Ui, state: &State) {
    let look = Look::get(ui);
    let (step, _) = state.now();
    let steps = state.recording.as_ref().map_or(0, |recording| recording.steps());
    let shown = if steps == 0 { String::from("–") } else { format!("{} / {steps}", step + 1) };
    let (rect, _) = ui.allocate_exact_size(vec2(86.0, 30.0), Sense::hover());
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

/// The role whose ink an event has.
fn event_role(event: Event) -> Role {
    match event {
        Event::Support => Role::NewSupport,
        Event::Reduction => Role::Simplex,
        Event::Silhouette => Role::Rim,
        Event::Bound => Role::Bound,
        Event::Stop(kind) => kind.role(),
        Event::Warning => Role::Fault,
    }
}

/// Each event has a shape of its own beside its ink.
fn event_mark(painter: &egui::Painter, at: egui::Pos2, event: Event, look: Look) {
    let r = 3.6;
    let ink = look.ink(event_role(event));
    let rim = look.theme().ink(event_role(event)).casing.filter(|_| !look.dark);
    let rim = rim.map_or(Stroke::NONE, |rim| Stroke::new(0.8, Look::rgba(rim)));
    let shape = |points: &[(f32, f32)]| {
        let points = points.iter().map(|(x, y)| at + vec2(*x, *y) * r).collect();
        painter.add(egui::Shape::convex_polygon(points, ink, rim));
    };
    match event {
        Event::Support => drop(painter.circle(at, r * 0.9, ink, rim)),
        Event::Reduction => shape(&[(0.0, -1.1), (1.0, 0.8), (-1.0, 0.8)]),
        Event::Silhouette => drop(painter.circle_stroke(at, r * 0.8, Stroke::new(1.6, ink))),
        Event::Bound => shape(&[(0.0, -1.1), (1.1, 0.0), (0.0, 1.1), (-1.1, 0.0)]),
        Event::Stop(EndingKind::Success) => shape(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
        Event::Stop(EndingKind::NoAnswer) => {
            let open = Rect::from_center_size(at, vec2(1.8, 1.8) * r);
            painter.rect_stroke(open, 0.0, Stroke::new(1.6, ink), egui::StrokeKind::Inside);
        }
        Event::Stop(EndingKind::Failure) => {
            for (x, y) in [(0.9, 0.9), (0.9, -0.9)] {
                painter.line_segment([at - vec2(x, y) * r, at + vec2(x, y) * r], Stroke::new(1.8, ink));
            }
        }
        Event::Warning => shape(&[(0.0, 1.1), (1.0, -0.8), (-1.0, -0.8)]),
    }
}

/// The scrubber. A step is a block, its width the number of its beats.
fn track(ui: &mut Ui, state: &State, recording: &Recording, width: f32) -> Vec<Command> {
    let mut out = Vec::new();
    let look = Look::get(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(width, 42.0), Sense::click_and_drag());
    let (left, total) = (rect.left() + 7.0, recording.beats());
    let pace = (rect.width() - 14.0) / total.max(2).saturating_sub(1) as f32;
    let x = |position: usize| left + pace * position as f32;
    let rail = Rect::from_min_max(pos2(rect.left(), rect.top() + 20.0), pos2(rect.right(), rect.top() + 34.0));
    let painter = ui.painter_at(rect.expand(4.0));
    let now = state.head.position;
    for step in 0..recording.steps() {
        let (first, last) = (recording.position(step, 0), recording.position(step, usize::MAX));
        let start = if first == 0 { rect.left() } else { (x(first - 1) + x(first)) / 2.0 + 0.75 };
        let end = if last + 1 >= total { rect.right() } else { (x(last) + x(last + 1)) / 2.0 - 0.75 };
        let block = Rect::from_min_max(pos2(start, rail.top()), pos2(end.max(start + 0.5), rail.bottom()));
        let here = (first..=last).contains(&now);
        painter.rect_filled(block, 2.5, if here { look.accent_fill } else { look.raised });
        if block.width() > 22.0 && pace > 5.0 || here {
            let ink = if here { look.strong } else { look.weak };
            let at = pos2(block.center().x.clamp(rect.left() + 8.0, rect.right() - 8.0), rail.bottom() + 5.5);
            painter.text(at, egui::Align2::CENTER_CENTER, step + 1, egui::FontId::proportional(9.5), ink);
        }
    }
    if pace > 5.0 {
        for position in 0..total {
            painter.circle_filled(pos2(x(position), rail.center().y), 1.4, look.weak);
        }
    }
    for (position, event) in recording.events() {
        event_mark(&painter, pos2(x(position), rect.top() + 9.0), event, look);
    }
    for stop in &state.stops {
        let bar = Rect::from_center_size(pos2(x(*stop), rail.bottom() - 1.0), vec2(5.0, 4.0));
        painter.rect_filled(bar, 1.0, look.bad);
    }
    let head = pos2(x(now), rail.center().y);
    painter.line_segment(
        [pos2(head.x, rect.top() + 15.0), pos2(head.x, rail.bottom() + 1.0)],
        Stroke::new(2.0, look.accent),
    );
    painter.circle_filled(head, 6.0, look.accent);
    painter.circle_filled(head, 2.6, look.panel);
    scrub(recording, &response, |p| (((p.x - left) / pace).round().max(0.0) as usize).min(total - 1), now, &mut out);
    out
}

fn scrub(
    recording: &Recording,
    response: &egui::Response,
    at: impl Fn(egui::Pos2) -> usize,
    now: usize,
    out: &mut Vec<Command>,
) {
    if let Some(pointer) = response.interact_pointer_pos().filter(|_| response.dragged() || response.clicked()) {
        let to = at(pointer);
        if to != now {
            out.push(Command::Jump(Jump::To(to)));
        }
    }
    let last = recording.beats() - 1;
    response.widget_info(|| {
        let mut info = egui::WidgetInfo::slider(true, now as f64, "Timeline");
        info.label = Some(format!("Timeline, beat {} of {}", now + 1, last + 1));
        info
    });
    if let Some(pointer) = response.hover_pos().filter(|_| !response.dragged()) {
        let to = at(pointer);
        let (step, beat) = recording.at(to);
        let note = recording.note(to);
        let event = note.event.map_or(String::new(), |event| format!(" · {}", event.name()));
        let text = format!("Step {} · beat {}{event}\n{}", step + 1, beat + 1, unparted(&note.say));
        egui::Tooltip::for_widget(response).at_pointer().gap(14.0).show(|ui| {
            ui.set_max_width(300.0);
            ui.label(text);
        });
    }
}
