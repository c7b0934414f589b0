//! Labels of a pane, placed by the same rules as in figures and stable from step to step.

use std::collections::{BTreeMap, BTreeSet};

use egui::text::LayoutJob;
use egui::{Color32, FontId, Painter, Pos2, Rect, Vec2, vec2};
use glam::{DVec2, DVec3};

use super::pane_size;
use crate::app::text::typeset;
use crate::app::theme::Look;
use crate::picture::marks::curve_points::{circle_points, links, plane_patch};
use crate::picture::marks::theme::{BADGE_RADIUS, badge_ink, word_color};
use crate::picture::page::label::{self, Memory, Pane, Want, arrange};
use crate::picture::space::veil::Veils;
use crate::picture::{Form, Key, Lens, Mark, Theme, layer, signs};

/// Font size of labels, points.
const SIZE: f32 = 12.5;

/// Pane and camera that labels are placed for, and the space that is taken.
pub(super) struct LabelScene<'a> {
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

impl LabelScene<'_> {
    fn project(&self, point: DVec3) -> Option<DVec2> {
        self.lens.project(point, pane_size(self.rect))
    }

    fn project_segment(&self, [a, b]: [DVec3; 2]) -> Option<[DVec2; 2]> {
        Some([self.project(a)?, self.project(b)?])
    }

    /// Whether bodies hide a mark at this point; the subject of a step is never hidden.
    fn hides(&self, veils: &Veils, mark: &Mark, at: DVec3) -> bool {
        !mark.role.is_subject_of_step() && veils.hides(at, self.lens.camera())
    }

    /// Anchor point of a label mark; `None` for other marks, and for labels that are hidden or drawn by the magnifier.
    fn label_anchor(&self, veils: &Veils, mark: &Mark) -> Option<DVec2> {
        let Form::Label { at, .. } = &mark.form else { return None };
        let anchor = self.project(*at).filter(|_| !self.hides(veils, mark, *at))?;
        let is_magnified = self.magnified.is_some_and(|(middle, radius)| anchor.distance(middle) <= radius + 1.0);
        (!is_magnified).then_some(anchor)
    }
}

fn to_point(p: Pos2) -> DVec2 {
    DVec2::new(f64::from(p.x), f64::from(p.y))
}

fn to_vec2(p: DVec2) -> Vec2 {
    vec2(p.x as f32, p.y as f32)
}

/// A placed label, relative to the pane's top left corner.
pub(super) struct PlacedLabel {
    key: Key,
    job: LayoutJob,
    ink: Color32,
    rect: Rect,
    leader: Option<[Vec2; 2]>,
    /// Whether the label is the number of a dot, which serves as its background.
    is_in_dot: bool,
}

impl PlacedLabel {
    /// Text centered at a point of the pane, with a background and without a leader.
    fn centered(painter: &Painter, key: &Key, text: &str, at: DVec2, ink: Color32) -> Self {
        let job = text_layout(text, SIZE, true, ink);
        let size = painter.layout_job(job.clone()).size() + vec2(4.0, 0.0);
        let rect = Rect::from_center_size(to_vec2(at).to_pos2(), size);
        Self { key: key.clone(), job, ink, rect, leader: None, is_in_dot: false }
    }
}

/// Places the labels of `marks`. `memory` holds their previous places.
pub(super) fn words<'a>(
    painter: &Painter,
    scene: &LabelScene<'_>,
    marks: impl Iterator<Item = &'a Mark> + Clone,
    memory: &mut Memory,
) -> Vec<PlacedLabel> {
    let veils = Veils::of(marks.clone());
    let (dots, lines) = obstacles(scene, marks.clone());
    let legible =
        marks.clone().filter(|mark| !matches!(&mark.form, Form::Badge { at, .. } if scene.hides(&veils, mark, *at)));
    let mut all = signs_and_numbers(painter, scene, legible);
    let covered = remove_covered_numbers(&mut all);
    // A number whose dot is covered gets a label next to the dot.
    let with_covered_dot = marks.clone().filter(|mark| covered.contains(&mark.key));
    let replaced: Vec<(Mark, DVec2)> = with_covered_dot.filter_map(|mark| label_of_badge(scene, mark)).collect();
    let pane = Rect::from_min_size(Pos2::ZERO, scene.rect.size());
    all.retain(|word| pane.intersects(word.rect));
    let boxes: Vec<[DVec2; 2]> = all.iter().map(|word| [word.rect.min, word.rect.max].map(to_point)).collect();
    let bodies = silhouettes(scene, marks.clone());
    let rect = scene.rect;
    let theme = scene.theme;
    let around =
        LabelObstacles { rect, theme, dots: &dots, lines: &lines, boxes: &boxes, frames: &[], bodies: &bodies };
    let anchors = marks.filter_map(|mark| Some((mark, scene.label_anchor(&veils, mark)?)));
    let spots = replaced.iter().map(|(mark, at)| (mark, *at)).chain(anchors);
    all.extend(place_labels(painter, &around, scene.taken, spots, memory));
    all
}

/// Label with the number of a dot, and its anchor point; `None` for other marks.
fn label_of_badge(scene: &LabelScene<'_>, mark: &Mark) -> Option<(Mark, DVec2)> {
    let Form::Badge { at, text } = &mark.form else { return None };
    Some((Mark { form: Form::Label { at: *at, text: text.clone() }, ..mark.clone() }, scene.project(*at)?))
}

/// Silhouettes of the bodies that have labels, by key of the mark.
fn silhouettes<'a>(scene: &LabelScene<'_>, marks: impl Iterator<Item = &'a Mark> + Clone) -> BTreeMap<Key, Vec<DVec2>> {
    let named: BTreeSet<&Key> =
        marks.clone().filter(|mark| matches!(mark.form, Form::Label { .. })).map(|mark| &mark.key).collect();
    let bodies = marks.filter(|mark| label::is_body(mark) && named.contains(&mark.key));
    bodies.filter_map(|mark| Some((mark.key.clone(), silhouette(scene, mark)?))).collect()
}

/// Outline of a solid or polygon as the camera sees it, points of the pane; `None` for other marks.
fn silhouette(scene: &LabelScene<'_>, mark: &Mark) -> Option<Vec<DVec2>> {
    let vertices = match &mark.form {
        Form::Solid(solid) => &solid.vertices,
        Form::Polygon(vertices) => vertices,
        _ => return None,
    };
    Some(label::silhouette(vertices.iter().filter_map(|p| scene.project(*p))))
}

/// Labels with fixed places: signs on faces, and numbers in dots.
fn signs_and_numbers<'a>(
    painter: &Painter,
    scene: &LabelScene<'_>,
    marks: impl Iterator<Item = &'a Mark>,
) -> Vec<PlacedLabel> {
    let mut words = Vec::new();
    for mark in marks {
        match &mark.form {
            Form::Solid(solid) => {
                for (part, at) in signs(solid, scene.lens.camera(), pane_size(scene.rect)) {
                    let ink = Look::rgba(word_color(scene.theme, part.role));
                    words.push(PlacedLabel::centered(painter, &part.key, part.sign, at, ink));
                }
            }
            Form::Badge { at, text } => {
                let ink = Look::rgba(badge_ink(&scene.theme.ink(mark.role), scene.theme));
                let word = scene.project(*at).map(|at| PlacedLabel::centered(painter, &mark.key, text, at, ink));
                words.extend(word.map(|word| PlacedLabel { is_in_dot: true, ..word }));
            }
            _ => {}
        }
    }
    words
}

/// Removes the numbers that a later dot partly covers. Returns the keys of their marks.
fn remove_covered_numbers(words: &mut Vec<PlacedLabel>) -> BTreeSet<Key> {
    let radius = BADGE_RADIUS + 0.35 * SIZE;
    let dots: Vec<Option<Pos2>> = words.iter().map(|word| word.is_in_dot.then(|| word.rect.center())).collect();
    let mut index = 0..dots.len();
    let mut covered = BTreeSet::new();
    words.retain(|word| {
        let Some(at) = index.next() else { return true };
        let mut later = dots[at + 1..].iter().flatten();
        let is_whole = dots[at].is_none_or(|dot| !later.any(|other| dot.distance(*other) < radius));
        if !is_whole {
            covered.insert(word.key.clone());
        }
        is_whole
    });
    covered
}

/// Obstacles around labels.
pub(super) struct LabelObstacles<'a> {
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
pub(super) fn place_labels<'a>(
    painter: &Painter,
    around: &LabelObstacles<'_>,
    taken: &[Rect],
    spots: impl Iterator<Item = (&'a Mark, DVec2)>,
    memory: &mut Memory,
) -> Vec<PlacedLabel> {
    let mut named = Vec::new();
    for (mark, at) in spots {
        let (Form::Label { text, .. } | Form::Badge { text, .. }) = &mark.form else { continue };
        let color = word_color(around.theme, mark.role);
        let ink = Look::rgba(color);
        let job = text_layout(text, SIZE, true, ink);
        let room = painter.layout_job(job.clone()).size();
        let size = DVec2::new(f64::from(room.x) + 4.0, f64::from(room.y));
        let body = around.bodies.get(&mark.key).cloned().unwrap_or_default();
        named.push((job, ink, Want { key: mark.key.clone(), at, size, rank: layer(mark.role), ink: color, body }));
    }
    let named =
        label::without_duplicates(named, |(job, _, want): &(LayoutJob, Color32, Want)| (job.text.as_str(), want));
    let named = label::thinned(named, |(_, _, want): &(LayoutJob, Color32, Want)| want);
    let in_pane = taken.iter().map(|rect| rect.translate(-around.rect.min.to_vec2()));
    let mut boxes: Vec<[DVec2; 2]> = in_pane.map(|rect| [rect.min, rect.max].map(to_point)).collect();
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
    let mut words = Vec::new();
    for ((job, ink, want), found) in named.into_iter().zip(places) {
        let Some(found) = found else { continue };
        let rect = Rect::from_min_max(to_vec2(found.min).to_pos2(), to_vec2(found.max).to_pos2());
        let leader = found.leader.map(|ends| ends.map(to_vec2));
        words.push(PlacedLabel { key: want.key, job, ink, rect, leader, is_in_dot: false });
    }
    words
}

/// Draws labels in a pane.
pub(super) fn draw(
    painter: &Painter,
    pane: Rect,
    words: &[PlacedLabel],
    theme: Theme,
    is_highlighted: &dyn Fn(&Key) -> bool,
) {
    let halo = Look::rgba(theme.paper().halo);
    for word in words {
        let rect = word.rect.translate(pane.min.to_vec2());
        if let Some(leader) = word.leader {
            painter.line_segment(leader.map(|end| pane.min + end), (1.0, word.ink.gamma_multiply(0.6)));
        }
        if !word.is_in_dot {
            painter.rect_filled(rect, 3.0, halo);
        }
        if is_highlighted(&word.key) {
            painter.rect_stroke(rect, 3.0, (1.2, word.ink), egui::StrokeKind::Outside);
        }
        let galley = painter.layout_job(word.job.clone());
        painter.galley(rect.min + vec2(2.0, 0.0), galley, Color32::PLACEHOLDER);
    }
}

/// A line of letters, with the subscripts of symbols set low as in the figures.
pub(super) fn text_layout(text: &str, height: f32, strong: bool, ink: Color32) -> LayoutJob {
    let family = if strong { Look::strong_family() } else { egui::FontFamily::Proportional };
    typeset::line(text, &FontId::new(height, family), ink)
}

/// Radius of an arrow head as an obstacle, points.
const HEAD_RADIUS: f64 = 4.0;

/// Maximum number of vertices of a body whose outline is an obstacle.
const MOST_OUTLINED_VERTICES: usize = 400;

/// Dots and lines that labels should not cover.
fn obstacles<'a>(
    scene: &LabelScene<'_>,
    marks: impl Iterator<Item = &'a Mark>,
) -> (Vec<(DVec2, f64)>, Vec<[DVec2; 2]>) {
    let mut dots = Vec::new();
    let mut lines = Vec::new();
    for mark in marks {
        match &mark.form {
            Form::Point(at) | Form::Badge { at, .. } => {
                let radius = f64::from(scene.theme.ink(mark.role).dot_radius(mark.form.dot_size())) + 1.5;
                dots.extend(scene.project(*at).map(|p| (p, radius)));
            }
            Form::Arrow { from, to } => {
                let line = scene.project_segment([*from, *to]);
                lines.extend(line);
                dots.extend(line.map(|[from, to]| (to - HEAD_RADIUS * (to - from).normalize_or_zero(), HEAD_RADIUS)));
            }
            Form::Segment(ends) | Form::Link(ends) => lines.extend(scene.project_segment(*ends)),
            Form::Plane { point, normal, half_size } => {
                let corners = plane_patch(*point, *normal, *half_size).unwrap_or_default();
                lines.extend(links(&corners, true).filter_map(|ends| scene.project_segment(ends)));
            }
            Form::Polygon(corners) => {
                lines.extend(links(corners, true).filter_map(|ends| scene.project_segment(ends)));
            }
            // Labels do not cross the outline of a body.
            Form::Solid(solid) if !solid.is_dots() && solid.vertices.len() <= MOST_OUTLINED_VERTICES => {
                let around = label::silhouette(solid.vertices.iter().filter_map(|p| scene.project(*p)));
                lines.extend(around.iter().zip(around.iter().cycle().skip(1)).map(|(a, b)| [*a, *b]));
            }
            Form::Polyline { points, closed } => {
                lines.extend(links(points, *closed).filter_map(|ends| scene.project_segment(ends)));
            }
            Form::Circle { center, normal, radius } => {
                let normal = normal.try_normalize().unwrap_or(scene.lens.axes().back);
                let points = circle_points(*center, normal, *radius);
                lines.extend(links(&points, true).filter_map(|ends| scene.project_segment(ends)));
            }
            _ => {}
        }
    }
    (dots, lines)
}
