//! Motion of the cameras between two figures of an animation: the second figure is shown through cameras that move from
//! those of the first figure to its own.

use crate::{Camera, CameraMotion, Figure, Pane};

/// Number of additional figures of a motion; with [`FRAME_DURATION`], they take 0.3 s.
const COUNT: usize = 5;

/// Duration of each additional figure, hundredths of a second.
pub(super) const FRAME_DURATION: u16 = 6;

/// Camera of a pane.
pub(super) struct PaneCamera {
    /// Title of the pane, which identifies it in both figures.
    title: String,
    camera: Camera,
}

/// Cameras of the panes of a figure.
pub(super) fn cameras_of(figure: &Figure) -> Vec<PaneCamera> {
    figure.panes.iter().map(|pane| PaneCamera { title: pane.title.clone(), camera: pane.camera }).collect()
}

/// Figures between one with the cameras `before` and the figure `after`; none if no camera moves.
pub(super) fn figures_between(before: &[PaneCamera], after: &Figure) -> Vec<Figure> {
    if after.panes.iter().all(|pane| earlier_camera(before, pane).is_none_or(|camera| camera == pane.camera)) {
        return Vec::new();
    }
    let mut figures = Vec::with_capacity(COUNT);
    for number in 1..=COUNT {
        let fraction = number as f64 / (COUNT + 1) as f64;
        let mut figure = after.clone();
        for pane in &mut figure.panes {
            if let Some(from) = earlier_camera(before, pane) {
                pane.camera = CameraMotion { from, to: pane.camera, fraction }.camera();
            }
        }
        figures.push(figure);
    }
    figures
}

/// Earlier camera of a pane; `None` for a new pane.
fn earlier_camera(before: &[PaneCamera], pane: &Pane) -> Option<Camera> {
    before.iter().find(|earlier| earlier.title == pane.title).map(|earlier| earlier.camera)
}
