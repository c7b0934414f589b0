//! A pane of a figure: one view and its camera.

use glam::DVec3;

use crate::{Bounds, Camera, Form, Picture, Up, ViewKind};

/// Cosine of the angle between a half-space's normal and the up axis above which its surface counts as horizontal.
const MIN_VERTICAL_COSINE: f64 = 0.9999;

/// Key of marks that are shown where a view has no content yet: empty frames, and notes that say when there will be
/// some. They do not count as content.
pub const NOTE_KEY: &str = "none";

/// One view of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Pane {
    /// Title at its top left: `world`.
    pub title: String,
    /// Meaning of the picture's coordinates.
    pub kind: ViewKind,
    /// Marks of the backdrop and of the step.
    pub picture: Picture,
    pub camera: Camera,
    /// Height of the ground grid, meters; `None` draws no grid.
    pub ground: Option<f64>,
    /// Whether it is below the previous pane instead of next to it.
    pub below: bool,
    /// Whether it shows marks of the step, beyond bodies, empty rows and axes.
    pub has_content: bool,
}

impl Pane {
    /// A pane of a space with the marks of `backdrop` (the same in all steps) and of `beat`, and a grid below all
    /// bodies of `backdrop`.
    pub fn new(title: impl Into<String>, backdrop: &Picture, beat: &Picture, camera: Camera) -> Self {
        Self::of_kind(ViewKind::Space, title, backdrop, beat, camera)
    }

    /// A pane of any kind with the marks of `backdrop` (the same in all steps) and of `beat`. Kinds that show bodies
    /// have a grid below all bodies of `backdrop`.
    pub fn of_kind(
        kind: ViewKind,
        title: impl Into<String>,
        backdrop: &Picture,
        beat: &Picture,
        camera: Camera,
    ) -> Self {
        let mut picture = backdrop.clone();
        picture.append(beat);
        let ground = kind.has_ground().then(|| ground_of(backdrop, camera.up));
        let has_content = beat.marks.iter().any(|mark| mark.key.0 != NOTE_KEY && is_content(kind, &mark.form));
        Self { title: title.into(), kind, picture, camera, ground, below: false, has_content }
    }
}

/// Panes that a figure shows, with their numbers from 0: the first one, and those that satisfy `is_shown`. A pane below
/// omitted ones stays in its column, as the column's first.
pub fn shown_panes(panes: Vec<Pane>, is_shown: impl Fn(usize, &Pane) -> bool) -> Vec<(usize, Pane)> {
    let mut shown = Vec::new();
    let mut has_column_begun = false;
    for (i, mut pane) in panes.into_iter().enumerate() {
        has_column_begun &= pane.below;
        if i == 0 || is_shown(i, &pane) {
            pane.below = has_column_begun;
            has_column_begun = true;
            shown.push((i, pane));
        }
    }
    shown
}

/// Whether a mark of the step with this form is content of a pane of this kind. Rows, axes, frames, labels of plots and
/// tiles, and chains of fewer than two points are not.
fn is_content(kind: ViewKind, form: &Form) -> bool {
    let is_empty = match kind {
        ViewKind::Space | ViewKind::Plane | ViewKind::Sphere => false,
        ViewKind::Lanes => matches!(form, Form::Lane { .. } | Form::Scale { .. } | Form::Columns { .. }),
        ViewKind::Chart => matches!(form, Form::Axis { .. } | Form::Label { .. }),
        ViewKind::Tiles => matches!(form, Form::Tile { .. } | Form::Label { .. }),
    };
    let is_invisible = matches!(form, Form::Polyline { points, .. } if points.len() < 2);
    !is_empty && !is_invisible
}

/// Height of the ground along the up axis, meters: that of a horizontal half-space, else of the lowest point of all
/// bodies; 0 without bodies.
pub fn ground_of(backdrop: &Picture, up: Up) -> f64 {
    for mark in &backdrop.marks {
        if let Form::HalfSpace { point, normal, .. } = mark.form
            && is_vertical(normal, up)
        {
            return point.dot(up.direction());
        }
    }
    let bodies = backdrop.marks.iter().filter(|m| matches!(m.form, Form::Solid(_)));
    Bounds::of(&bodies.cloned().collect()).corners().map_or(0.0, |[low, _]| low.dot(up.direction()))
}

/// Whether a normal of any length points up, to rounding.
fn is_vertical(normal: DVec3, up: Up) -> bool {
    normal.normalize_or_zero().dot(up.direction()) > MIN_VERTICAL_COSINE
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pane(title: &str, below: bool, has_content: bool) -> Pane {
        let empty = Picture::default();
        Pane { below, has_content, ..Pane::new(title, &empty, &empty, Camera::default()) }
    }

    #[test]
    fn a_pane_below_an_omitted_one_begins_their_column() {
        let panes = vec![pane("world", false, true), pane("row", false, false), pane("chart", true, true)];
        let shown = shown_panes(panes, |_, pane| pane.has_content);
        let places: Vec<_> = shown.iter().map(|(i, pane)| (*i, pane.title.as_str(), pane.below)).collect();
        assert_eq!(places, [(0, "world", false), (2, "chart", false)]);
    }

    #[test]
    fn panes_of_a_column_stay_below_each_other() {
        let panes = vec![pane("world", false, false), pane("row", false, true), pane("chart", true, true)];
        let shown = shown_panes(panes, |_, pane| pane.has_content);
        let below: Vec<bool> = shown.iter().map(|(_, pane)| pane.below).collect();
        assert_eq!(below, [false, false, true], "the first pane is always shown");
    }
}
