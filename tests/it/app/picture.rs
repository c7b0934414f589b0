//! One picture of the whole window, drawn without a window.

use contact_lens::app::{
    Jump, Offscreen, Prefs, RunCommand, State, TimeCommand, Window, WindowCommand, open_in_engine, render_window,
};
use contact_lens::play::WindowOptions;

use super::state;

/// EGL, or none where it may be missing: machines with `CONTACT_LENS_REQUIRE_GL` must have it.
pub fn screen() -> Option<Offscreen> {
    match Offscreen::new() {
        Ok(screen) => Some(screen),
        Err(why) if std::env::var_os("CONTACT_LENS_REQUIRE_GL").is_some() => panic!("{why}"),
        Err(why) => {
            eprintln!("skipped, as there is no EGL here: {why}");
            None
        }
    }
}

/// Colors of the pictures' roles in a rectangle of shares of the window.
fn distinct_colors(picture: &image::RgbaImage, x: std::ops::Range<f32>, y: std::ops::Range<f32>) -> usize {
    let (w, h) = (picture.width() as f32, picture.height() as f32);
    let mut seen = std::collections::HashSet::new();
    for row in (y.start * h) as u32..(y.end * h) as u32 {
        for column in (x.start * w) as u32..(x.end * w) as u32 {
            seen.insert(picture.get_pixel(column, row).0);
        }
    }
    seen.len()
}

#[test]
fn the_whole_window_is_drawn_offscreen() {
    let Some(mut screen) = screen() else { return };
    for dark in [true, false] {
        let mut window = Window::new(state());
        window.state.prefs.dark = dark;
        let picture = screen.draw(&mut window, [1280, 800], 1.0).unwrap();
        assert_eq!(window.gpu_error(), None, "the shaders compile");
        window.destroy();
        assert_eq!((picture.width(), picture.height()), (1280, 800));
        if let Some(folder) = std::env::var_os("CONTACT_LENS_KEEP") {
            picture.save(std::path::Path::new(&folder).join(format!("window-{dark}.png"))).unwrap();
        }
        // The panels alone would be a few greys: the views have shaded faces.
        assert!(distinct_colors(&picture, 0.25..0.45, 0.15..0.5) > 40, "the world view shows bodies");
        assert!(distinct_colors(&picture, 0.50..0.70, 0.15..0.5) > 40, "the other view shows the difference");
    }
}

#[test]
fn drawing_twice_gives_the_same_bytes() {
    let Some(mut screen) = screen() else { return };
    let mut draw = || {
        let mut window = Window::new(state());
        let picture = screen.draw(&mut window, [900, 600], 1.0).unwrap();
        window.destroy();
        picture
    };
    assert!(draw() == draw(), "the window's picture is not the same from run to run");
}

#[test]
fn a_scene_without_an_answer_is_drawn_too() {
    if screen().is_none() {
        return;
    }
    let mut scene = super::two_boxes();
    scene.queries.clear();
    let picture = render_window(&scene, &WindowOptions { size: [1000, 700], ..WindowOptions::default() }).unwrap();
    assert_eq!(picture.width(), 1000);
}

#[test]
fn presentation_mode_is_drawn_in_small_and_large_windows() {
    let Some(mut screen) = screen() else { return };
    for size in [[820, 520], [1920, 1080]] {
        let shipped = contact_lens::scene::shipped("gjk-box-octahedron").unwrap();
        let scene = contact_lens::scene::parse(shipped.name, shipped.text.as_bytes()).unwrap();
        let state = State::new(scene, None, Prefs { dark: false, ..Prefs::default() }, open_in_engine);
        let mut window = Window::new(state);
        window.send(RunCommand::Rerun);
        window.send(TimeCommand::Jump(Jump::NextStep));
        window.send(WindowCommand::TogglePresentation);
        let picture = screen.draw(&mut window, size, 1.0).unwrap();
        assert_eq!(window.gpu_error(), None);
        window.destroy();
        if let Some(folder) = std::env::var_os("CONTACT_LENS_KEEP") {
            picture.save(std::path::Path::new(&folder).join(format!("presentation-{}.png", size[0]))).unwrap();
        }
        assert!(distinct_colors(&picture, 0.02..0.48, 0.1..0.5) > 40, "the views are above the sentence");
    }
}
