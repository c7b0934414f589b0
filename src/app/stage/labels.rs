//! Words in a pane: where the figures would put them, so that both look alike, and in the same place from step to step.

use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Align, Color32, FontId, Painter, Pos2, Rect, vec2};
use glam::DVec2;

use super::pane_size;
use crate::app::theme::Look;
use crate::picture::font::runs;
use crate::picture::label::{Memory, Pane, Want, arrange};
use crate::picture::theme::word_colour;
use crate::picture::{Camera, Form, Key, Picture, Role, Theme};

/// Height of letters, points.
const SIZE: f32 = 12.5;

/// Where the picture is drawn and looked at from.
pub(super) struct Place<'a> {
    /// The pane.
    pub rect: Rect,
    /// From where.
    pub camera: &'a Camera,
    /// Inks.
    pub theme: Theme,
    /// What is taken: the legend, for one.
    pub taken: Vec<Rect>,
}

impl Place<'_> {
    fn project(&self, point: glam::DVec3) -> Option<DVec2> {
        self.camera.project(point, pane_size(self.rect))
    }

    fn screen(&self, p: DVec2) -> Pos2 {
        self.rect.min + vec2(p.x as f32, p.y as f32)
    }
}

/// Draws the labels of a picture; `memory` holds the places of the last time.
pub(super) fn draw(
    painter: &Painter,
    place: &Place<'_>,
    picture: &Picture,
    memory: &mut Memory,
    glows: &dyn Fn(&Key) -> bool,
) {
    let size = pane_size(place.rect);
    let mut words = Vec::new();
    for mark in &picture.marks {
        let Form::Label { at, text } = &mark.form else { continue };
        let Some(at) = place.project(*at) else { continue };
        let ink = Look::rgba(word_colour(place.theme, mark.role));
        let galley = painter.layout_job(words_of(text, ink));
        let size = DVec2::new(f64::from(galley.size().x) + 4.0, f64::from(galley.size().y));
        words.push((mark, galley, Want { key: mark.key.clone(), at, size, rank: rank(mark.role) }));
    }
    let (dots, lines) = obstacles(place, picture);
    let corner = |p: Pos2| DVec2::new(f64::from(p.x - place.rect.left()), f64::from(p.y - place.rect.top()));
    let taken: Vec<[DVec2; 2]> = place.taken.iter().map(|rect| [corner(rect.min), corner(rect.max)]).collect();
    let (min, max) = (DVec2::splat(4.0), size - 4.0);
    let wants: Vec<Want> = words.iter().map(|(_, _, want)| want.clone()).collect();
    let places = arrange(&wants, &Pane { min, max, dots: &dots, lines: &lines, taken: &taken }, memory);
    let halo = Look::rgba(place.theme.paper().halo);
    for ((mark, galley, _), found) in words.into_iter().zip(places) {
        let Some(found) = found else { continue };
        let rect = Rect::from_min_max(place.screen(found.min), place.screen(found.max));
        let ink = Look::rgba(word_colour(place.theme, mark.role));
        if let Some(leader) = found.leader {
            painter.line_segment(leader.map(|p| place.screen(p)), (1.0, ink.gamma_multiply(0.6)));
        }
        painter.rect_filled(rect, 3.0, halo);
        if glows(&mark.key) {
            painter.rect_stroke(rect, 3.0, (1.2, ink), egui::StrokeKind::Outside);
        }
        painter.galley(rect.min + vec2(2.0, 0.0), galley, Color32::PLACEHOLDER);
    }
}

/// A label's letters, with the subscripts of symbols set low as in the figures.
fn words_of(text: &str, ink: Color32) -> LayoutJob {
    let mut job = LayoutJob { wrap: TextWrapping::no_max_width(), ..LayoutJob::default() };
    for (run, low) in runs(text) {
        let size = if low { SIZE * 0.76 } else { SIZE };
        let format =
            TextFormat { valign: Align::BOTTOM, ..TextFormat::simple(FontId::new(size, Look::strong_family()), ink) };
        job.append(run, 0.0, format);
    }
    job
}

/// Who chooses a place first: what is new before what stands.
fn rank(role: Role) -> u8 {
    match role {
        Role::Fault => 4,
        Role::NewSupport | Role::Closest | Role::Witness => 3,
        Role::Simplex | Role::Added | Role::Normal | Role::Axis => 2,
        Role::ShapeA | Role::ShapeB | Role::Difference | Role::Origin => 1,
        _ => 0,
    }
}

/// Dots and lines that words should not cover.
fn obstacles(place: &Place<'_>, picture: &Picture) -> (Vec<(DVec2, f64)>, Vec<[DVec2; 2]>) {
    let (mut dots, mut lines) = (Vec::new(), Vec::new());
    for mark in &picture.marks {
        match &mark.form {
            Form::Point(at) => {
                let radius = f64::from(place.theme.ink(mark.role).size);
                dots.extend(place.project(*at).map(|p| (p, radius)));
            }
            Form::Segment([from, to]) | Form::Arrow { from, to } => {
                lines.extend(place.project(*from).zip(place.project(*to)).map(|(a, b)| [a, b]));
            }
            _ => {}
        }
    }
    (dots, lines)
}
