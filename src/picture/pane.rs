//! A pane of a figure: one view, from where it is looked at.

use super::{Bounds, Camera, Form, Picture, Up, ViewKind};

/// One view.
#[derive(Clone, Debug, PartialEq)]
pub struct Pane {
    /// At its top left: `world`.
    pub title: String,
    /// What its coordinates mean.
    pub kind: ViewKind,
    /// Backdrop and beat, merged.
    pub picture: Picture,
    /// From where.
    pub camera: Camera,
    /// Height of the ground grid, meters; `None` draws no grid.
    pub ground: Option<f64>,
    /// Whether it stands below the pane before it instead of beside it.
    pub below: bool,
}

impl Pane {
    /// A pane of a space, with a grid below all bodies of `backdrop`.
    pub fn new(title: impl Into<String>, backdrop: &Picture, beat: &Picture, camera: Camera) -> Self {
        Self::of_kind(ViewKind::Space, title, backdrop, beat, camera)
    }

    /// A pane of any kind; one that may hold bodies has a grid below all those of `backdrop`.
    pub fn of_kind(
        kind: ViewKind,
        title: impl Into<String>,
        backdrop: &Picture,
        beat: &Picture,
        camera: Camera,
    ) -> Self {
        let marks = backdrop.marks.iter().chain(&beat.marks).cloned().collect();
        let ground = kind.has_ground().then(|| ground_of(backdrop, camera.up));
        Self { title: title.into(), kind, picture: Picture { marks }, camera, ground, below: false }
    }
}

/// The height of the lowest body, meters; 0 where there is none.
pub fn ground_of(backdrop: &Picture, up: Up) -> f64 {
    let bodies =
        Picture { marks: backdrop.marks.iter().filter(|m| matches!(m.form, Form::Solid(_))).cloned().collect() };
    Bounds::of(&bodies).corners().map_or(0.0, |[low, _]| low.dot(up.direction()))
}
