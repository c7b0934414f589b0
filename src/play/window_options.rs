//! Types and functions that the command line and the window share, kept here so that neither depends on the other: the
//! initial content of a window, the content of a picture of a window, and the first cameras of views.

use std::path::PathBuf;

use contact_lens_lesson::{Beat, Lesson, View, ViewKind};
use contact_lens_picture::{Bounds, Camera, Role, Up};
use contact_lens_scene::model::{Scene, Upward};

use super::Precision;

/// Returns the up axis of a scene in the type that cameras use.
pub fn up_axis(scene: &Scene) -> Up {
    match scene.up {
        Upward::Y => Up::Y,
        Upward::Z => Up::Z,
    }
}

/// Returns the first camera of a view unless the scene states one: the lesson's, rotated to the scene's up axis in 3D
/// views.
pub fn first_camera(scene: &Scene, lesson: &dyn Lesson, view: &View) -> Camera {
    let camera = lesson.camera(view);
    if matches!(view.kind, ViewKind::Space | ViewKind::Sphere) { camera.upright(up_axis(scene)) } else { camera }
}

/// Adds the marks of a sub-step in a view to `bounds`. Patches of planes are skipped: they may extend beyond the pane.
pub fn add_beat_marks(bounds: &mut Bounds, beat: &Beat, view: &View) {
    bounds.add(&beat.pictures.of(view.id).filtered(|mark| mark.role != Role::Bound));
}

/// Returns at most `target` evenly spaced indices below `count`, from 0, then the last index, which may be among them
/// already. `target` must not be 0.
pub fn evenly_spaced_indices(count: usize, target: usize) -> impl Iterator<Item = usize> + use<> {
    (0..count).step_by(count.div_ceil(target).max(1)).chain(count.checked_sub(1))
}

/// Initial content of a window that the user then operates. Names and numbers come from the command line and may not
/// exist in the scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WindowStart {
    /// Scene file, or name of a shipped scene; `None` for the first shipped one.
    pub scene: Option<PathBuf>,
    /// Whether the file is a capture that is still being written.
    pub follow: bool,
    /// Name of the query; `None` for the first one.
    pub query: Option<String>,
    /// Frame of a moving scene, from 0; `None` for the first with something to see.
    pub frame: Option<usize>,
    /// Step, from 0; `None` for the first.
    pub step: Option<usize>,
    /// Sub-step within the step, from 0; `None` for the first.
    pub beat: Option<usize>,
    /// Precision of the engine.
    pub precision: Precision,
}

/// Content of a picture of the window, drawn without opening one. Indices refer to a scene that is already read.
#[derive(Clone, Debug, PartialEq)]
pub struct WindowOptions {
    /// Index of the query.
    pub query: usize,
    /// Step, from 0; `None` for the last.
    pub step: Option<usize>,
    /// Sub-step within the step, from 0; `None` for the last.
    pub beat: Option<usize>,
    /// Frame of a moving scene, from 0.
    pub frame: usize,
    /// Precision of the engine.
    pub precision: Precision,
    /// Width and height of the window, points.
    pub size: [u32; 2],
    /// Pixels of the window per point.
    pub scale: f32,
    /// Whether the theme is dark.
    pub dark: bool,
    /// Whether the source code is shown next to the listing.
    pub code: bool,
    /// Whether the browser of scenes is open.
    pub browser: bool,
}

impl Default for WindowOptions {
    fn default() -> Self {
        Self {
            query: 0,
            step: None,
            beat: None,
            frame: 0,
            precision: Precision::default(),
            size: [1280, 800],
            scale: 1.0,
            dark: true,
            code: false,
            browser: false,
        }
    }
}
