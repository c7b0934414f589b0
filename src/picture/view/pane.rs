//! A pane of a figure: one view and its camera.

use crate::picture::{Bounds, Camera, Form, Picture, Up, ViewKind};

/// Mark id of notes that say when a view has content, and of frames without it.
pub const NOTE_KEY: &str = "none";

/// One view of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Pane {
    /// Title at its top left: `world`.
    pub title: String,
    /// Meaning of the coordinates.
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
    /// A pane of a space, with a grid below all bodies of `backdrop`.
    pub fn new(title: impl Into<String>, backdrop: &Picture, beat: &Picture, camera: Camera) -> Self {
        Self::of_kind(ViewKind::Space, title, backdrop, beat, camera)
    }

    /// A pane of any kind; kinds that show bodies have a grid below all those of `backdrop`.
    pub fn of_kind(
        kind: ViewKind,
        title: impl Into<String>,
        backdrop: &Picture,
        beat: &Picture,
        camera: Camera,
    ) -> Self {
        let marks = backdrop.marks.iter().chain(&beat.marks).cloned().collect();
        let ground = kind.has_ground().then(|| ground_of(backdrop, camera.up));
        let has_content = beat.marks.iter().any(|mark| mark.key.0 != NOTE_KEY && is_content(kind, &mark.form));
        Self { title: title.into(), kind, picture: Picture { marks }, camera, ground, below: false, has_content }
    }
}

/// Whether a mark of the step gives a pane of this kind content: rows, axes and frames alone do not.
fn is_content(kind: ViewKind, form: &Form) -> bool {
    let is_request = matches!(form, Form::Magnifier { .. } | Form::ReservedSpace(_));
    let is_empty = match kind {
        ViewKind::Space | ViewKind::Plane | ViewKind::Sphere => false,
        ViewKind::Lanes => matches!(form, Form::Lane { .. } | Form::Scale { .. } | Form::Columns { .. }),
        ViewKind::Chart => matches!(form, Form::Axis { .. } | Form::Label { .. }),
        ViewKind::Tiles => matches!(form, Form::Tile { .. } | Form::Label { .. }),
    };
    !is_request && !is_empty
}

/// Height of the lowest body, meters; 0 without bodies.
pub fn ground_of(backdrop: &Picture, up: Up) -> f64 {
    let bodies =
        Picture { marks: backdrop.marks.iter().filter(|m| matches!(m.form, Form::Solid(_))).cloned().collect() };
    Bounds::of(&bodies).corners().map_or(0.0, |[low, _]| low.dot(up.direction()))
}
