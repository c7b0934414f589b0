//! Time of the window's own code for a frame, in every shipped scene. A measurement for people: run it alone, in
//! release, with `--ignored --nocapture frame_time`.

use std::time::Instant;

use contact_lens::app::{Jump, Prefs, RunCommand, State, TimeCommand, Window, open_in_engine};
use contact_lens::scene::model::Scene;
use contact_lens::scene::{SHIPPED, parse};
use egui::{Context, RawInput};

/// Number of steps taken in each scene.
const STEPS: usize = 12;

/// Time that a frame may take, milliseconds.
const BAR: f64 = 2.0;

/// Times of frames in which the window takes a step, milliseconds.
fn frame_times(scene: Scene) -> Vec<f64> {
    let mut state = State::new(scene, None, Prefs::default(), open_in_engine);
    super::act(&mut state, RunCommand::Rerun);
    let ctx = Context::default();
    let mut window = Window::new(state);
    let draw = |window: &mut Window| {
        let screen_rect = Some(egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(1600.0, 1000.0)));
        let input = RawInput { screen_rect, ..RawInput::default() };
        let start = Instant::now();
        let output = ctx.run_ui(input, |ui| window.ui(ui));
        let time = start.elapsed().as_secs_f64() * 1e3;
        std::hint::black_box(output);
        time
    };
    // The first frames lay out the window and its fonts.
    (0..4).for_each(|_| _ = draw(&mut window));
    let mut times = Vec::new();
    for _ in 0..STEPS {
        super::act(&mut window.state, TimeCommand::Jump(Jump::NextStep));
        times.push(draw(&mut window));
    }
    times
}

#[test]
#[ignore = "a measurement"]
fn frame_time_of_every_shipped_scene() {
    let mut worst: Vec<(f64, &str)> = Vec::new();
    for shipped in SHIPPED.iter() {
        let scene = parse(shipped.name, shipped.text.as_bytes()).unwrap();
        let mut times = frame_times(scene);
        times.sort_by(f64::total_cmp);
        worst.push((times[STEPS / 2], shipped.name));
    }
    worst.sort_by(|a, b| b.0.total_cmp(&a.0));
    let above = worst.iter().filter(|(time, _)| *time > BAR).count();
    println!("{above} of {} scenes take more than {BAR} ms a frame, as the median of {STEPS} steps", worst.len());
    for (time, name) in worst.iter().take(20) {
        println!("{time:8.2} ms  {name}");
    }
    println!("{:8.2} ms  median of all scenes", worst[worst.len() / 2].0);
}
