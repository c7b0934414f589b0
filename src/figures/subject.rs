//! Adaptation of a still figure to the subject of its sub-step: omits bodies that the sub-step does not use, and
//! rotates cameras so that they show the side and the length that it is about.

use contact_lens_lesson::{Pictures, ViewKind};
use contact_lens_picture::Figure;

/// Removes from a figure the bodies that the sub-step does not use.
pub(super) fn omit_unused_bodies(figure: &mut Figure, pictures: &Pictures) {
    for pane in &mut figure.panes {
        pane.picture.marks.retain(|mark| !pictures.hidden_roles.contains(&mark.role));
    }
}

/// Rotates the 3D cameras of a figure, which the reader cannot rotate. Cameras of space and of spheres see the side
/// that the sub-step is about neither edge-on nor from behind; cameras of space see a length along its measured
/// direction without strong foreshortening. Cameras that already do so stay.
pub(super) fn turn_to_subject(figure: &mut Figure, pictures: &Pictures) {
    for pane in &mut figure.panes {
        if let (Some(side), ViewKind::Space | ViewKind::Sphere) = (pictures.subject_side, pane.kind) {
            pane.camera = if pictures.is_subject_thin {
                pane.camera.showing_thin_face(side)
            } else {
                pane.camera.showing_side(side)
            };
        }
        if let (Some(along), ViewKind::Space) = (pictures.measured_direction, pane.kind) {
            pane.camera = pane.camera.showing_length_along(along);
        }
    }
}
