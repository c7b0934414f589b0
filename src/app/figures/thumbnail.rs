//! Thumbnail of a shipped scene: the first view of its first query, without labels, at the end of the run in the frame
//! that opens by default.

use std::io::Cursor;

use contact_lens_lesson::{Lesson, ViewKind};
use contact_lens_picture::{Bounds, Figure, Form, Pane, Picture, Role, Theme};
use contact_lens_play::{self as play, Precision};
use contact_lens_scene::model::Scene;
use contact_lens_scene::{self as scene, Shipped};
use image::ImageFormat;

use super::png_image::decode;
use crate::run::query_opener::QueryOpener;

/// Width and height of the page that the thumbnail is cropped from, points.
const PAGE: [u32; 2] = [288, 198];

/// Pixels per point of the page, on both axes.
const SCALE: f32 = 2.0;

/// Margin on each side, relative to the size of the picture.
const MARGIN: f64 = 0.08;

/// Draws the thumbnail as a PNG.
///
/// # Errors
/// One sentence, for a scene that cannot be read or played, or has no view.
pub(crate) fn draw(shipped: &Shipped, dark: bool, open_query: QueryOpener) -> Result<Vec<u8>, String> {
    let scene = scene::parse(shipped.name, shipped.text.as_bytes()).map_err(|error| error.to_string())?;
    let query = scene.queries.first().ok_or("the scene has no query")?;
    let run = open_query(&scene, query, Precision::F64).map_err(|error| error.to_string())?;
    let frame = run.opening().map_err(|error| error.to_string())?;
    let lesson = run.lesson(frame).map_err(|error| error.to_string())?;
    let mut figure = Figure {
        panes: vec![pane(&scene, lesson.as_ref()).ok_or("the lesson has no view")?],
        theme: if dark { Theme::Dark } else { Theme::Light },
        size: PAGE,
        legend: false,
        corners: false,
        ..Figure::default()
    };
    let area = figure.layout().panes.swap_remove(0);
    for pane in &mut figure.panes {
        let bounds = framed_bounds(&pane.picture);
        pane.camera = pane.kind.framing(pane.camera, &bounds, area.aspect(), MARGIN);
    }
    let page = figure.png(SCALE).map_err(|error| error.to_string())?;
    let [x, y] = [area.min.x, area.min.y].map(to_pixels);
    let [width, height] = [area.size.x, area.size.y].map(to_pixels);
    let cropped = decode(&page)?.crop_imm(x, y, width, height);
    let mut png = Cursor::new(Vec::new());
    cropped.write_to(&mut png, ImageFormat::Png).map_err(|error| error.to_string())?;
    Ok(png.into_inner())
}

/// Length in pixels, rounded down, of a length in points.
fn to_pixels(points: f64) -> u32 {
    (points * f64::from(SCALE)) as u32
}

/// Pane of the first view at the end of the run. Labels would be too small to read. `None` for a lesson without views
/// or beats.
fn pane(scene: &Scene, lesson: &dyn Lesson) -> Option<Pane> {
    let view = lesson.card().views.first()?;
    let backdrop = lesson.backdrop();
    let beats = lesson.beats(lesson.steps().checked_sub(1)?);
    let static_picture = without_labels(backdrop.pictures.of(view.id));
    let beat_picture = without_labels(beats.last()?.pictures.of(view.id));
    let pane = Pane::of_kind(view.kind, "", &static_picture, &beat_picture, play::first_camera(scene, lesson, view));
    Some(Pane { ground: pane.ground.filter(|_| view.kind == ViewKind::Space), ..pane })
}

/// The picture without its labels.
fn without_labels(picture: &Picture) -> Picture {
    picture.filtered(|mark| !matches!(mark.form, Form::Label { .. }))
}

/// Bounds that the camera frames. Marks with the role [`Role::Bound`], such as patches of planes, are left out: they
/// may extend beyond the edge.
fn framed_bounds(picture: &Picture) -> Bounds {
    Bounds::of(&picture.filtered(|mark| mark.role != Role::Bound))
}
