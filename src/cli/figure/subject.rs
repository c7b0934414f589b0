//! Cameras of a still figure, turned to the subject of its sub-step.

use crate::lesson::{Pictures, ViewKind};
use crate::picture::Figure;

/// Turns the cameras of space, and of spheres, so that they see the side that the sub-step is about, and lengths along
/// the direction in which it measures.
pub(super) fn turn_to_subject(figure: &mut Figure, pictures: &Pictures) {
    for pane in &mut figure.panes {
        if let (Some(side), ViewKind::Space | ViewKind::Sphere) = (pictures.subject_side, pane.kind) {
            pane.camera = pane.camera.showing_side(side);
        }
        if let (Some(along), ViewKind::Space) = (pictures.measured_direction, pane.kind) {
            pane.camera = pane.camera.showing_length_along(along);
        }
    }
}
