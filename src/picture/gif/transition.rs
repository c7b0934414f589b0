//! Motion of the cameras between two figures of an animation: the second figure, seen from cameras on their way to
//! its own.

use crate::picture::{Camera, CameraMotion, Figure};

/// Number of figures of a motion; with [`FRAME`], it takes 0.3 s.
const COUNT: usize = 5;

/// Duration of each of them, hundredths of a second.
pub(super) const FRAME: u16 = 6;

/// Camera of each pane, by the pane's title.
pub(super) fn cameras(figure: &Figure) -> Vec<(String, Camera)> {
    figure.panes.iter().map(|pane| (pane.title.clone(), pane.camera)).collect()
}

/// Figures between one with the cameras `before` and `after`; none if no camera moves.
pub(super) fn between(before: &[(String, Camera)], after: &Figure) -> Vec<Figure> {
    let start = |title: &str| before.iter().find(|(of, _)| of == title).map(|(_, camera)| *camera);
    if after.panes.iter().all(|pane| start(&pane.title).is_none_or(|camera| camera == pane.camera)) {
        return Vec::new();
    }
    (1..=COUNT)
        .map(|number| {
            let fraction = number as f64 / (COUNT + 1) as f64;
            let mut figure = after.clone();
            for pane in &mut figure.panes {
                if let Some(from) = start(&pane.title) {
                    pane.camera = CameraMotion { from, to: pane.camera, fraction }.camera();
                }
            }
            figure
        })
        .collect()
}
