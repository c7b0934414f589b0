//! Labels of a pane, placed by the same rules as in figures and stable from step to step.

use std::collections::{BTreeMap, BTreeSet};

use egui::text::LayoutJob;
use egui::{Color32, FontId, Painter, Pos2, Rect, Vec2, vec2};
use glam::{DVec2, DVec3};

use super::pane_size;
use crate::app::theme::Look;
use crate::app::typeset;
use crate::picture::corners::{circle_points, links, plane_patch};
use crate::picture::label::{self, Memory, Pane, Want, arrange};
use crate::picture::theme::{BADGE, badge_ink, word_color};
use crate::picture::veil::Veils;
use crate::picture::{Form, Key, Lens, Mark, Role, Theme, layer, signs};

/// Font size, points.
const SIZE: f32 = 12.5;

/// Pane, camera and obstacles of a picture.
pub(super) struct Place<'a> {
    /// Rectangle of the pane.
    pub rect: Rect,
    /// Camera with its projection.
    pub lens: Lens,
    pub theme: Theme,
    /// Rectangles that labels avoid, such as the legend.
    pub taken: &'a [Rect],
    /// Center and radius of the magnifier; labels inside it are drawn by the magnifier.
    pub magnified: Option<(DVec2, f64)>,
}

impl Place<'_> {
    fn project(&self, point: DVec3) -> Option<DVec2> {
        self.lens.project(point, pane_size(self.rect))
    }
}

/// A placed label, relative to the pane's top left corner.
pub(super) struct Word {
    key: Key,
    job: LayoutJob,
    ink: Color32,
    rect: Rect,
    leader: Option<[Vec2; 2]>,
    /// Whether the label has no background, since its dot is one.
    bare: bool,
}

/// Places the labels of `marks`. `memory` holds their previous places.
pub(super) fn words<'a>(
    painter: &Painter,
    place: &Place<'_>,
    marks: impl Iterator<Item = &'a Mark> + Clone,
    memory: &mut Memory,
) -> Vec<Word> {
    let veils = Veils::of(marks.clone());
    let is_far = |mark: &Mark, at: DVec3| {
        !matches!(mark.role, Role::NewSupport | Role::Candidate | Role::Fault) && veils.hides(at, place.lens.camera())
    };
    let named = |mark: &'a Mark| match &mark.form {
        Form::Label { at, .. } => {
            let at = place.project(*at).filter(|_| !is_far(mark, *at))?;
            let there = place.magnified.is_some_and(|(middle, radius)| at.distance(middle) <= radius + 1.0);
            (!there).then_some((mark, at))
        }
        _ => None,
    };
    let (dots, lines) = obstacles(place, marks.clone());
    let is_read = |mark: &&Mark| !matches!(&mark.form, Form::Badge { at, .. } if is_far(mark, *at));
    let mut all = written(painter, place, marks.clone().filter(is_read));
    let covered = only_whole(&mut all);
    // A number whose dot is covered gets a label next to the dot.
    let beside = |mark: &Mark| match &mark.form {
        Form::Badge { at, text } if covered.contains(&mark.key) => {
            Some((Mark { form: Form::Label { at: *at, text: text.clone() }, ..mark.clone() }, place.project(*at)?))
        }
        _ => None,
    };
    let beside: Vec<(Mark, DVec2)> = marks.clone().filter_map(beside).collect();
    let pane = Rect::from_min_size(Pos2::ZERO, place.rect.size());
    all.retain(|word| pane.intersects(word.rect));
    let corner = |p: Pos2| DVec2::new(f64::from(p.x), f64::from(p.y));
    let boxes: Vec<[DVec2; 2]> = all.iter().map(|word| [corner(word.rect.min), corner(word.rect.max)]).collect();
    let bodies = silhouettes(place, marks.clone());
    let rect = place.rect;
    let theme = place.theme;
    let around = Around { rect, theme, dots: &dots, lines: &lines, boxes: &boxes, frames: &[], bodies: &bodies };
    let spots = beside.iter().map(|(mark, at)| (mark, *at)).chain(marks.filter_map(named));
    all.extend(arranged(painter, &around, place.taken, spots, memory));
    all
}

/// Silhouettes of the bodies that have labels, by mark id.
fn silhouettes<'a>(place: &Place<'_>, marks: impl Iterator<Item = &'a Mark> + Clone) -> BTreeMap<Key, Vec<DVec2>> {
    let named: BTreeSet<&Key> =
        marks.clone().filter(|mark| matches!(mark.form, Form::Label { .. })).map(|mark| &mark.key).collect();
    let body = |mark: &'a Mark| {
        let corners = match &mark.form {
            Form::Solid(solid) => &solid.vertices,
            Form::Polygon(corners) => corners,
            _ => return None,
        };
        let is_named = label::is_body(mark) && named.contains(&mark.key);
        is_named.then(|| (mark.key.clone(), label::silhouette(corners.iter().filter_map(|p| place.project(*p)))))
    };
    marks.filter_map(body).collect()
}

/// Signs on faces and numbers in dots.
fn written<'a>(painter: &Painter, place: &Place<'_>, marks: impl Iterator<Item = &'a Mark>) -> Vec<Word> {
    let mut words = Vec::new();
    for mark in marks {
        let mut write = |key: &Key, text: &str, at: DVec2, ink: Color32, bare: bool| {
            let job = words_of(text, SIZE, true, ink);
            let size = painter.layout_job(job.clone()).size() + vec2(4.0, 0.0);
            let rect = Rect::from_center_size(Pos2::new(at.x as f32, at.y as f32), size);
            words.push(Word { key: key.clone(), job, ink, rect, leader: None, bare });
        };
        match &mark.form {
            Form::Solid(solid) => {
                for (part, at) in signs(solid, place.lens.camera(), pane_size(place.rect)) {
                    write(&part.key, part.sign, at, Look::rgba(word_color(place.theme, part.role)), false);
                }
            }
            Form::Badge { at, text } => {
                let ink = badge_ink(&place.theme.ink(mark.role), place.theme);
                if let Some(at) = place.project(*at) {
                    write(&mark.key, text, at, Look::rgba(ink), true);
                }
            }
            _ => {}
        }
    }
    words
}

/// Removes the numbers of dots that a later dot partly covers. Returns the ids of the removed ones.
fn only_whole(words: &mut Vec<Word>) -> BTreeSet<Key> {
    let radius = BADGE + 0.35 * SIZE;
    let dots: Vec<Option<Pos2>> = words.iter().map(|word| word.bare.then(|| word.rect.center())).collect();
    let mut index = 0..dots.len();
    let mut covered = BTreeSet::new();
    words.retain(|word| {
        let Some(at) = index.next() else { return true };
        let covers = |other: &Pos2| dots[at].is_some_and(|dot| dot.distance(*other) < radius);
        let is_whole = !dots[at + 1..].iter().flatten().any(covers);
        if !is_whole {
            covered.insert(word.key.clone());
        }
        is_whole
    });
    covered
}

/// Obstacles around labels.
pub(super) struct Around<'a> {
    /// Rectangle of the pane.
    pub rect: Rect,
    pub theme: Theme,
    /// Dots: center and radius.
    pub dots: &'a [(DVec2, f64)],
    pub lines: &'a [[DVec2; 2]],
    /// Boxes: top left and bottom right.
    pub boxes: &'a [[DVec2; 2]],
    /// Frames that the labels inside them stay in.
    pub frames: &'a [[DVec2; 2]],
    /// Silhouettes of bodies that have labels.
    pub bodies: &'a BTreeMap<Key, Vec<DVec2>>,
}

/// Places labels at their anchor points among the obstacles.
pub(super) fn arranged<'a>(
    painter: &Painter,
    around: &Around<'_>,
    taken: &[Rect],
    spots: impl Iterator<Item = (&'a Mark, DVec2)>,
    memory: &mut Memory,
) -> Vec<Word> {
    let mut named = Vec::new();
    for (mark, at) in spots {
        let (Form::Label { text, .. } | Form::Badge { text, .. }) = &mark.form else { continue };
        let color = word_color(around.theme, mark.role);
        let ink = Look::rgba(color);
        let job = words_of(text, SIZE, true, ink);
        let room = painter.layout_job(job.clone()).size();
        let size = DVec2::new(f64::from(room.x) + 4.0, f64::from(room.y));
        let body = around.bodies.get(&mark.key).cloned().unwrap_or_default();
        named.push((job, ink, Want { key: mark.key.clone(), at, size, rank: layer(mark.role), ink: color, body }));
    }
    let named = label::once(named, |(job, _, want): &(LayoutJob, Color32, Want)| (job.text.as_str(), want));
    let named = label::thinned(named, |(_, _, want): &(LayoutJob, Color32, Want)| want);
    let corner = |p: Pos2| DVec2::new(f64::from(p.x - around.rect.left()), f64::from(p.y - around.rect.top()));
    let mut boxes: Vec<[DVec2; 2]> = taken.iter().map(|rect| [corner(rect.min), corner(rect.max)]).collect();
    boxes.extend(around.boxes);
    let min = DVec2::splat(4.0);
    let max = pane_size(around.rect) - 4.0;
    let wants: Vec<Want> = named.iter().map(|(_, _, want)| want.clone()).collect();
    let places = arrange(
        &wants,
        // Labels have a background here.
        &Pane { min, max, dots: around.dots, lines: around.lines, taken: &boxes, frames: around.frames, backing: None },
        memory,
    );
    let point = |p: DVec2| vec2(p.x as f32, p.y as f32);
    let word = |((job, ink, want), found): ((LayoutJob, Color32, Want), Option<label::Place>)| {
        let found = found?;
        let rect = Rect::from_min_max(point(found.min).to_pos2(), point(found.max).to_pos2());
        Some(Word { key: want.key, job, ink, rect, leader: found.leader.map(|ends| ends.map(point)), bare: false })
    };
    named.into_iter().zip(places).filter_map(word).collect()
}

/// Draws labels in a pane.
pub(super) fn draw(painter: &Painter, pane: Rect, words: &[Word], theme: Theme, glows: &dyn Fn(&Key) -> bool) {
    let halo = Look::rgba(theme.paper().halo);
    for word in words {
        let rect = word.rect.translate(pane.min.to_vec2());
        if let Some(leader) = word.leader {
            painter.line_segment(leader.map(|end| pane.min + end), (1.0, word.ink.gamma_multiply(0.6)));
        }
        if !word.bare {
            painter.rect_filled(rect, 3.0, halo);
        }
        if glows(&word.key) {
            painter.rect_stroke(rect, 3.0, (1.2, word.ink), egui::StrokeKind::Outside);
        }
        let galley = painter.layout_job(word.job.clone());
        painter.galley(rect.min + vec2(2.0, 0.0), galley, Color32::PLACEHOLDER);
    }
}

/// A line of letters, with the subscripts of symbols set low as in the figures.
pub(super) fn words_of(text: &str, height: f32, strong: bool, ink: Color32) -> LayoutJob {
    let family = if strong { Look::strong_family() } else { egui::FontFamily::Proportional };
    typeset::line(text, &FontId::new(height, family), ink)
}

/// Radius of an arrowhead as an obstacle, points.
const HEAD: f64 = 4.0;

/// Maximum number of vertices of a body whose outline is an obstacle.
const OUTLINED: usize = 400;

/// Dots and lines that labels should not cover.
fn obstacles<'a>(place: &Place<'_>, marks: impl Iterator<Item = &'a Mark>) -> (Vec<(DVec2, f64)>, Vec<[DVec2; 2]>) {
    let mut dots = Vec::new();
    let mut lines = Vec::new();
    let ends = |[a, b]: [DVec3; 2]| place.project(a).zip(place.project(b)).map(|(a, b)| [a, b]);
    for mark in marks {
        match &mark.form {
            Form::Point(at) | Form::Badge { at, .. } => {
                let radius = f64::from(place.theme.ink(mark.role).dot_radius(mark.form.dot_share() as f32)) + 1.5;
                dots.extend(place.project(*at).map(|p| (p, radius)));
            }
            Form::Arrow { from, to } => {
                let line = ends([*from, *to]);
                lines.extend(line);
                dots.extend(line.map(|[from, to]| (to - HEAD * (to - from).normalize_or_zero(), HEAD)));
            }
            Form::Segment([from, to]) | Form::Link([from, to]) => lines.extend(ends([*from, *to])),
            Form::Plane { point, normal, half_size } => {
                let corners = plane_patch(*point, *normal, *half_size).unwrap_or_default();
                lines.extend(links(&corners, true).filter_map(ends));
            }
            Form::Polygon(corners) => lines.extend(links(corners, true).filter_map(ends)),
            // Labels do not cross the outline of a body.
            Form::Solid(solid) if !solid.is_dots() && solid.vertices.len() <= OUTLINED => {
                let around = label::silhouette(solid.vertices.iter().filter_map(|p| place.project(*p)));
                lines.extend(around.iter().zip(around.iter().cycle().skip(1)).map(|(a, b)| [*a, *b]));
            }
            Form::Polyline { points, closed } => lines.extend(links(points, *closed).filter_map(ends)),
            Form::Circle { center, normal, radius } => {
                let normal = normal.try_normalize().unwrap_or(place.lens.axes().back);
                lines.extend(links(&circle_points(*center, normal, *radius), true).filter_map(ends));
            }
            _ => {}
        }
    }
    (dots, lines)
}
