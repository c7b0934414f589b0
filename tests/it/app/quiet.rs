//! The window draws when something changes, and at no other time.

use contact_lens::app::{ClipboardCommand, TimeCommand, Window};
use egui::{Context, Event, RawInput, ViewportId};

/// A window on a screen of sixty pictures a second, with a clock of its own.
struct Desk {
    ctx: Context,
    window: Window,
    time: f64,
    /// When the window wants to be drawn next; never, while nothing happens.
    next: f64,
    /// Who asked for the frames.
    causes: Vec<String>,
}

impl Desk {
    fn new() -> Self {
        let mut desk = Self {
            ctx: Context::default(),
            window: Window::new(super::state()),
            time: 0.0,
            next: 0.0,
            causes: Vec::new(),
        };
        desk.wait(2.0);
        desk
    }

    fn draw(&mut self, events: Vec<Event>) {
        let input = RawInput {
            screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(1280.0, 800.0))),
            time: Some(self.time),
            events,
            ..Default::default()
        };
        self.causes.extend(self.ctx.repaint_causes().iter().map(|cause| format!("{:.3}: {cause}", self.time)));
        let mut output = self.ctx.run_ui(input, |ui| self.window.ui(ui));
        output.textures_delta.clear();
        let delay = output.viewport_output[&ViewportId::ROOT].repaint_delay.as_secs_f64();
        self.next = self.time + delay.max(1.0 / 60.0);
    }

    /// Lets time pass. Returns how many frames were drawn.
    fn wait(&mut self, seconds: f64) -> usize {
        let end = self.time + seconds;
        let mut frames = 0;
        while self.next <= end {
            self.time = self.next;
            self.draw(Vec::new());
            frames += 1;
        }
        self.time = end;
        frames
    }

    fn does(&mut self, events: Vec<Event>) {
        self.draw(events);
    }
}

#[test]
fn at_rest_nothing_is_drawn() {
    let mut desk = Desk::new();
    assert_eq!(desk.wait(60.0), 0);
    // Wherever the pointer rests: over the views, values, tables, the plot, the timeline.
    for (x, y) in (0..12).flat_map(|x| (0..10).map(move |y| (x, y))) {
        let at = egui::pos2(50.0 + 107.0 * x as f32, 15.0 + 83.0 * y as f32);
        desk.does(vec![Event::PointerMoved(at)]);
        desk.wait(3.0);
        assert_eq!(desk.wait(60.0), 0, "the pointer rests at {at}");
    }
}

#[test]
fn playing_draws_a_few_frames_a_beat() {
    let mut desk = Desk::new();
    desk.window.send(TimeCommand::SetSpeed(1.0));
    desk.window.send(TimeCommand::TogglePlay);
    desk.does(Vec::new());
    let before = desk.window.state.playhead.position;
    desk.causes.clear();
    let frames = desk.wait(10.0);
    let beats = desk.window.state.playhead.position - before;
    assert!((3..=6).contains(&beats), "{beats} beats in ten seconds, each for 1.5 to 3");
    assert!(frames <= 3 * beats, "{frames} frames for {beats} beats: {:#?}", desk.causes);
    // To the end, and then rest.
    desk.wait(120.0);
    assert!(!desk.window.state.playhead.is_playing);
    assert_eq!(desk.wait(60.0), 0);
}

#[test]
fn slow_beats_are_not_late() {
    let mut desk = Desk::new();
    desk.window.send(TimeCommand::SetSpeed(0.25));
    desk.window.send(TimeCommand::TogglePlay);
    desk.does(Vec::new());
    let reading = desk.window.state.recording.as_ref().unwrap().reading_time(0);
    desk.wait(4.0 * reading - 0.1);
    assert_eq!(desk.window.state.playhead.position, 0);
    desk.wait(0.2);
    assert_eq!(desk.window.state.playhead.position, 1);
}

#[test]
fn a_note_goes_and_leaves_rest_behind() {
    let mut desk = Desk::new();
    desk.window.send(ClipboardCommand::CopyAnswer);
    desk.does(Vec::new());
    let frames = desk.wait(10.0);
    assert!(desk.window.state.banners.is_empty() && frames <= 30, "{frames} frames for a note");
    assert_eq!(desk.wait(60.0), 0);
}
