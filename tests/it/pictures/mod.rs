//! Figures seen from outside: they are the same from run to run, their parts are where they belong, nothing panics.

pub(crate) mod demo;
mod framed;
mod hostile;
mod inks;
mod labels;
mod looks;
mod order;
pub(crate) mod sat;
mod sight;
mod views;

use contact_lens::picture::gif::{Animation, AnimationFormat, Pace, animate};
use contact_lens::picture::png::rasterize;
use contact_lens::picture::{Camera, Figure, FigureError, Form, Pane, Picture, Role, Theme, digits, dump};
use glam::DVec3;

/// A small generator with a fixed seed (xorshift64*).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// From 0 to 1.
    pub(crate) fn next(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// In the cube of ± `half`.
    pub(crate) fn cube(&mut self, half: f64) -> DVec3 {
        DVec3::new(self.next(), self.next(), self.next()) * (2.0 * half) - half
    }
}

/// Writes demo figures for a person to look at: `LOOK=/some/folder cargo test pictures::look -- --ignored`.
#[test]
#[ignore = "writes files for a person to look at"]
fn look() {
    let folder = std::env::var("LOOK").unwrap();
    for theme in Theme::ALL {
        for size in [[1280, 640], [800, 600]] {
            for (name, figure) in [
                ("boxes", demo::boxes(theme, size)),
                ("penetration", demo::penetration(theme, size)),
                ("sat", views::sat_figure(theme, size)),
                ("sweep", views::lanes_figure("lanes", views::sweep(14), theme, size)),
                ("crowd", views::lanes_figure("lanes", views::sweep(3_000), theme, size)),
                ("time", views::lanes_figure("time", views::time(), theme, size)),
            ] {
                let path = format!("{folder}/{name}-{}-{}", theme.name(), size[0]);
                let start = std::time::Instant::now();
                let svg = figure.svg();
                let drawn = start.elapsed();
                std::fs::write(format!("{path}.png"), figure.png(1.0).unwrap()).unwrap();
                println!("{path}: {} bytes of SVG in {drawn:?}, with PNG {:?}", svg.len(), start.elapsed());
                std::fs::write(format!("{path}.svg"), svg).unwrap();
            }
        }
    }
}

/// A triangle, a dot and words, in a flat scene.
fn small() -> Figure {
    let mut picture = Picture::default();
    let corners = vec![DVec3::ZERO, DVec3::new(2.0, 0.0, 0.0), DVec3::new(1.0, 2.0, 0.0)];
    picture.add(Role::ShapeA, "a", Form::Polygon(corners));
    picture.point(Role::Witness, "p", DVec3::new(1.0, 0.5, 0.0));
    picture.label(Role::Witness, "p", DVec3::new(1.0, 0.5, 0.0), "p < q & ‖v‖² ≤ μ");
    picture.arrow(Role::Normal, "n", DVec3::new(1.0, 0.5, 0.0), DVec3::new(2.0, 1.5, 0.0));
    let panes = vec![Pane::new("world", &picture, &Picture::default(), Camera::flat())];
    let metadata = vec![("step".to_owned(), "1".to_owned())];
    let (title, caption) = ("A \"small\" figure".into(), "One triangle.".into());
    let figure = Figure { title, caption, panes, metadata, size: [400, 300], theme: Theme::Print, ..Figure::default() };
    demo::framed(figure)
}

#[test]
fn a_small_figure_is_drawn_as_it_was_agreed() {
    insta::with_settings!({ snapshot_path => "../snapshots", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("picture-small.svg", small().svg());
    });
}

#[test]
fn the_same_figure_gives_the_same_bytes() {
    let figure = demo::boxes(Theme::Dark, [400, 260]);
    let again = demo::boxes(Theme::Dark, [400, 260]);
    assert_eq!(figure.svg(), again.svg());
    assert_eq!(figure.png(1.0).unwrap(), again.png(1.0).unwrap());
    let frames = [demo::boxes(Theme::Dark, [400, 260]), small_frame()];
    let gif = animate(&frames, 1.0, Pace::default()).unwrap();
    assert_eq!(gif, animate(&frames, 1.0, Pace::default()).unwrap());
}

fn small_frame() -> Figure {
    let mut figure = demo::boxes(Theme::Dark, [400, 260]);
    figure.caption = "Another caption.".into();
    figure.panes[0].picture.marks.truncate(3);
    figure
}

#[test]
fn marks_carry_their_keys_and_words_stay_words() {
    let svg = small().svg();
    assert!(svg.contains("data-role=\"Witness\" data-key=\"p\""), "{svg}");
    assert!(svg.contains("p &lt; q &amp; ‖v‖² ≤ μ</text>"), "{svg}");
    assert!(svg.contains("<title>A &quot;small&quot; figure</title>"), "{svg}");
    assert!(svg.contains("<data name=\"step\">1</data>"), "{svg}");
}

#[test]
fn a_png_is_the_svg_in_pixels() {
    let figure = small();
    let pixels = rasterize(&figure.svg(), 2.0).unwrap();
    assert_eq!((pixels.width, pixels.height), (800, 600));
    let file = figure.png(2.0).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(&file)).read_info().unwrap();
    let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut rgb).unwrap();
    assert_eq!(reader.info().utf8_text[0].keyword, "step");
    let expected: Vec<u8> = pixels.rgba.chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect();
    assert_eq!(rgb, expected, "the PNG holds other pixels than the SVG");
    let blue = pixels.rgba.chunks_exact(4).filter(|p| p[2] > p[0].saturating_add(30)).count();
    assert!(blue > 20_000, "the triangle is blue: {blue} pixels");
    assert!(figure.png(1000.0).is_err(), "a picture of 400000 pixels a side is refused");
}

#[test]
fn an_animation_has_all_frames_and_the_inks_exactly() {
    let frames = [demo::boxes(Theme::Light, [400, 260]), small_frame_light(), demo::boxes(Theme::Light, [400, 260])];
    let file = animate(&frames, 1.0, Pace::Steady { frame: 50.0, last: 300 }).unwrap();
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::Indexed);
    let mut decoder = options.read_info(&file[..]).unwrap();
    let palette = decoder.global_palette().unwrap().to_vec();
    let ink = Theme::Light.ink(Role::Witness).stroke;
    assert!(palette.chunks_exact(3).any(|c| c == &ink[..3]), "the witness's ink is not in the palette");
    let mut delays = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        delays.push(frame.delay);
        assert!(frame.palette.is_none(), "one palette for all");
    }
    assert_eq!(delays, [50, 50, 300]);
    assert!(animate(&[], 1.0, Pace::default()).is_err(), "no frames, no animation");
}

#[test]
fn figures_of_an_animation_are_made_one_after_another_and_let_go() {
    let frames = [demo::boxes(Theme::Light, [400, 260]), small_frame_light()];
    let figures: Vec<Figure> = (0..20).map(|i| frames[i % 2].clone()).collect();
    let reserve = Figure::reserve_for(&figures);
    let (asked, drawn) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    let figure = |i: usize| {
        assert_eq!(i, asked.replace(i + 1), "each once, in order");
        assert!(i < drawn.get() + 8, "figure {i} is made when {} are drawn", drawn.get());
        Ok::<_, FigureError>(Figure { reserve: reserve.clone(), ..figures[i].clone() })
    };
    let animation = || Animation {
        format: AnimationFormat::Gif,
        scale: 1.0,
        pace: Pace::default(),
        count: 20,
        kept: tempfile::tempfile().unwrap(),
    };
    let mut file = Vec::new();
    animation().write(&mut file, figure, |count| assert!(drawn.replace(count) < count)).unwrap();
    assert_eq!((asked.get(), drawn.get()), (20, 20));
    assert!(file == animate(&figures, 1.0, Pace::default()).unwrap(), "as if all were there at once");
    let broken = |i: usize| if i < 9 { Ok(figures[i].clone()) } else { Err(FigureError::Frames("enough")) };
    assert_eq!(animation().write(Vec::new(), broken, |_| {}), Err(FigureError::Frames("enough")));
}

#[test]
fn an_animated_png_holds_every_frame_as_it_is_drawn() {
    let frames = [demo::boxes(Theme::Light, [400, 260]), small_frame_light(), demo::boxes(Theme::Light, [400, 260])];
    let reserve = Figure::reserve_for(&frames);
    let figure = |i: usize| Ok::<_, FigureError>(Figure { reserve: reserve.clone(), ..frames[i].clone() });
    let (pace, kept) = (Pace::Steady { frame: 50.0, last: 300 }, std::io::Cursor::new(Vec::new()));
    let mut file = Vec::new();
    let animation = Animation { format: AnimationFormat::Apng, scale: 1.0, pace, count: 3, kept };
    animation.write(&mut file, figure, |_| {}).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(&file)).read_info().unwrap();
    assert_eq!(reader.info().animation_control().unwrap().num_frames, 3);
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    let (mut shown, mut memories) = (vec![0; width * height * 3], Vec::new());
    for (i, delay) in [50, 50, 300].into_iter().enumerate() {
        let mut part = vec![0; width * height * 3];
        let info = reader.next_frame(&mut part).unwrap();
        let control = *reader.info().frame_control().unwrap();
        assert_eq!((control.delay_num, control.delay_den), (delay, 100));
        let (left, wide) = (control.x_offset as usize, info.width as usize);
        for y in 0..info.height as usize {
            let at = ((control.y_offset as usize + y) * width + left) * 3;
            shown[at..at + wide * 3].copy_from_slice(&part[y * wide * 3..(y + 1) * wide * 3]);
        }
        let drawn = rasterize(&figure(i).unwrap().svg_after(&mut memories), 1.0).unwrap();
        let drawn: Vec<u8> = drawn.rgba.chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect();
        assert!(drawn == shown, "frame {i}");
    }
    let gif = AnimationFormat::of(std::path::Path::new("a.GIF"));
    assert_eq!((gif, AnimationFormat::of(std::path::Path::new("a.png"))), (Some(AnimationFormat::Gif), None));
}

fn small_frame_light() -> Figure {
    Figure { theme: Theme::Light, ..small_frame() }
}

#[test]
fn dumps_are_sorted_and_rounded() {
    let mut picture = Picture::default();
    picture.point(Role::Simplex, "b", DVec3::new(-0.0, 1.0 / 3.0, -2e-17));
    picture.segment(Role::Axis, "a", DVec3::new(1e-9, 0.0, 0.0), DVec3::new(123_456.0, 0.999_96, 1.0));
    picture.label(Role::Text, "b", DVec3::ZERO, "w");
    insta::assert_snapshot!(dump(&picture), @r#"
    a                        Axis        segment (1e-9, 0, 0) – (123500, 1, 1)
    b                        Simplex     point (0, 0.3333, 0)
    b                        Text        label "w" at (0, 0, 0)
    "#);
    assert_eq!(digits(-0.0), "0");
    assert_eq!(digits(0.1 + 0.2), "0.3");
    assert_eq!(digits(9.9996), "10");
    assert_eq!(digits(-1234.56), "-1235");
    assert_eq!(digits(1.23456e-7), "1.235e-7");
    assert_eq!(digits(9.99996e5), "1e6");
}
