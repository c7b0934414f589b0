//! Motion of the cameras between two figures of an animation: the second figure is shown through cameras that move from
//! those of the first figure to its own.

use crate::picture::{Camera, CameraMotion, Figure, Pane};

/// Number of additional figures of a motion; with [`FRAME_DURATION`], they take 0.3 s.
const COUNT: usize = 5;

/// Duration of each additional figure, hundredths of a second.
pub(super) const FRAME_DURATION: u16 = 6;

/// Camera of each pane, with the pane's title.
pub(super) fn cameras_of(figure: &Figure) -> Vec<(String, Camera)> {
    figure.panes.iter().map(|pane| (pane.title.clone(), pane.camera)).collect()
}

/// Figures between one with the cameras `before` and the figure `after`; none if no camera moves.
pub(super) fn figures_between(before: &[(String, Camera)], after: &Figure) -> Vec<Figure> {
    if after.panes.iter().all(|pane| camera_of(before, pane).is_none_or(|camera| camera == pane.camera)) {
        return Vec::new();
    }
    (1..=COUNT)
        .map(|number| {
            let fraction = number as f64 / (COUNT + 1) as f64;
            let mut figure = after.clone();
            for pane in &mut figure.panes {
                if let Some(from) = camera_of(before, pane) {
                    pane.camera = CameraMotion { from, to: pane.camera, fraction }.camera();
                }
            }
            figure
        })
        .collect()
}

/// Earlier camera of a pane; `None` for a new pane.
fn camera_of(before: &[(String, Camera)], pane: &Pane) -> Option<Camera> {
    before.iter().find(|(title, _)| *title == pane.title).map(|(_, camera)| *camera)
}
