//! The window's views against the figures: the same pictures through the same cameras, pixel by pixel. The figures' order
//! of faces and lines is exact, so what the window loses or draws in patches shows as a difference.

use contact_lens::app::{Jump, Prefs, RunCommand, SelectCommand, State, TimeCommand, Window, open_in_engine};
use contact_lens::lesson::{PAIR, View};
use contact_lens::picture::{Figure, Form, Pane, Picture, Theme};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use image::{Rgba, RgbaImage};

use super::picture::screen;

const SIZE: [u32; 2] = [1280, 800];

/// Rims, fine meshes, faces that share planes, cased lines of short pieces, scenes in the plane.
const SCENES: [&str; 12] = [
    "gjk-capsule-cylinder-rims",
    "gjk-polytopes-200-vertices",
    "gjk-margins",
    "gjk-boxes-face-face-parallel",
    "epa-cylinder-corner",
    "epa-horizon-discs-out-of-order",
    "gjk-ellipsoids-ratio-100",
    "epa-box-box",
    "support-cylinder",
    "support-ellipsoid",
    "planar-gjk-polygons",
    "planar-epa-triangles",
];

fn window(scene: &str, dark: bool) -> Window {
    let scene = contact_lens::scene::shipped(scene).unwrap();
    let scene = contact_lens::scene::parse(scene.name, scene.text.as_bytes()).unwrap();
    // Words are set by others in other places.
    let prefs = Prefs { dark, labels: false, legend: false, ..Prefs::default() };
    let mut window = Window::new(State::new(scene, None, prefs, open_in_engine));
    window.send(RunCommand::Rerun);
    window.send(TimeCommand::Jump(Jump::Last));
    window.send(SelectCommand::SelectBody(None));
    window
}

/// Where the views stand in the window: left, top, width, height.
fn places(scene: &str) -> [[u32; 4]; 2] {
    // The harness keeps 8 points around what it shows.
    const AROUND: f32 = 8.0;
    let size = SIZE.map(|side| side as f32 + 2.0 * AROUND);
    let mut harness = Harness::builder()
        .with_size(size)
        .with_max_steps(40)
        .build_ui_state(|ui, window: &mut Window| window.ui(ui), window(scene, true));
    harness.run();
    [0, 1].map(|place| {
        let rect = harness.get_by_label(&format!("{} view", PAIR[place].heading())).rect();
        [rect.left() - AROUND, rect.top() - AROUND, rect.width(), rect.height()].map(|x| x.round() as u32)
    })
}

/// What a view shows, as a figure of the same size draws it.
fn figure(window: &Window, view: &View, [width, height]: [u32; 2]) -> RgbaImage {
    let state = &window.state;
    let backdrop = state.backdrop().unwrap();
    let still = backdrop.pictures.of(view.id);
    let bare = |picture: &Picture| picture.filtered(|mark| !matches!(mark.form, Form::Label { .. }));
    let pane = Pane::new("", &bare(still), &bare(state.picture(view.id).unwrap()), *state.camera(view.id));
    let theme = if state.prefs.dark { Theme::Dark } else { Theme::Light };
    let page = |size| Figure { panes: vec![pane.clone()], theme, size, legend: false, ..Figure::default() };
    let area = page([1000, 1000]).layout().panes[0];
    let around = 1000.0 - area.size;
    let size = [width + around.x.round() as u32, height + around.y.round() as u32];
    let page = page(size);
    let place = page.layout().panes[0];
    let png = page.png(1.0).unwrap();
    let image = image::load_from_memory(&png).unwrap().to_rgba8();
    image::imageops::crop_imm(&image, place.min.x.round() as u32, place.min.y.round() as u32, width, height).to_image()
}

fn off(a: &Rgba<u8>, b: &Rgba<u8>) -> u8 {
    (0..3).map(|i| a.0[i].abs_diff(b.0[i])).max().unwrap_or(0)
}

/// How two pictures of one thing differ.
#[derive(Debug)]
struct Difference {
    /// Share of the pixels that are covered in `theirs`, as are those around, and in `ours` are less than half as far from
    /// the paper's color as any of those.
    lost: f64,
    /// Mean difference of the colors of blocks of 8 by 8 pixels, of 255.
    mean: f64,
    /// Share of the blocks that differ by more than 24 of 255.
    wrong: f64,
}

fn compare(ours: &RgbaImage, theirs: &RgbaImage, paper: [u8; 4]) -> Difference {
    let (width, height) = ours.dimensions();
    let paper = Rgba(paper);
    let (mut covered, mut lost) = (0, 0);
    for (x, y) in (2..height - 2).flat_map(|y| (2..width - 2).map(move |x| (x, y))) {
        let around = (0..25).map(|k| off(theirs.get_pixel(x + k % 5 - 2, y + k / 5 - 2), &paper));
        if let Some(least) = around.min().filter(|least| *least > 12) {
            covered += 1;
            lost += usize::from(off(ours.get_pixel(x, y), &paper) < least / 2);
        }
    }
    const BLOCK: u32 = 8;
    let mean_of = |image: &RgbaImage, x: u32, y: u32| {
        let mut sum = [0u32; 3];
        for k in 0..BLOCK * BLOCK {
            let p = image.get_pixel(x * BLOCK + k % BLOCK, y * BLOCK + k / BLOCK);
            (0..3).for_each(|i| sum[i] += u32::from(p.0[i]));
        }
        sum.map(|s| f64::from(s) / f64::from(BLOCK * BLOCK))
    };
    let blocks = (0..height / BLOCK).flat_map(|y| (0..width / BLOCK).map(move |x| (x, y)));
    let all: Vec<f64> = blocks
        .map(|(x, y)| {
            let (a, b) = (mean_of(ours, x, y), mean_of(theirs, x, y));
            (0..3).map(|i| (a[i] - b[i]).abs()).fold(0.0, f64::max)
        })
        .collect();
    Difference {
        lost: lost as f64 / f64::max(f64::from(covered), 1.0),
        mean: all.iter().sum::<f64>() / all.len() as f64,
        wrong: all.iter().filter(|d| **d > 24.0).count() as f64 / all.len() as f64,
    }
}

#[test]
fn the_window_draws_what_the_figures_draw() {
    let Some(mut screen) = screen() else { return };
    let mut bad = Vec::new();
    for scene in SCENES {
        let places = places(scene);
        for dark in [true, false] {
            let mut window = window(scene, dark);
            let picture = screen.draw(&mut window, SIZE, 1.0).unwrap();
            let paper = if dark { Theme::Dark } else { Theme::Light }.paper().pane;
            // The first rows of a view say whether keys act on it.
            const ROWS: u32 = 4;
            for (view, [x, y, width, height]) in PAIR.iter().zip(places) {
                let below = |image: &RgbaImage, x: u32, y: u32| {
                    image::imageops::crop_imm(image, x, y + ROWS, width, height - ROWS).to_image()
                };
                let ours = below(&picture, x, y);
                let theirs = below(&figure(&window, view, [width, height]), 0, 0);
                let difference = compare(&ours, &theirs, paper);
                let name = format!("{scene}-{}-{}", view.title.replace(' ', "-"), if dark { "dark" } else { "light" });
                if let Some(folder) = std::env::var_os("CONTACT_LENS_KEEP") {
                    let mut both = RgbaImage::new(2 * width, height - ROWS);
                    image::imageops::replace(&mut both, &ours, 0, 0);
                    image::imageops::replace(&mut both, &theirs, i64::from(width), 0);
                    both.save(std::path::Path::new(&folder).join(format!("{name}.png"))).unwrap();
                }
                println!("{name}: {difference:?}");
                // A lens holds little but lines, whose edges are smoothed in two ways.
                if difference.lost > 0.01 || difference.mean > 3.8 || difference.wrong > 0.03 {
                    bad.push(format!("{name}: {difference:?}"));
                }
            }
            window.destroy();
        }
    }
    assert!(bad.is_empty(), "the window does not look like the figures:\n  {}", bad.join("\n  "));
}
