//! Where in a scene somebody looks: what the command line wants of a window, which it does not know.

use std::path::PathBuf;

use super::Precision;
use crate::lesson::{Beat, Lesson, View, ViewKind};
use crate::picture::{Bounds, Camera, Picture, Role, Up};
use crate::scene::model::{Scene, Upward};

/// The axis of a scene that points up, as pictures call it.
pub fn up(scene: &Scene) -> Up {
    match scene.up {
        Upward::Y => Up::Y,
        Upward::Z => Up::Z,
    }
}

/// From where a view is looked at first, unless the scene says it: as the lesson wants it, with the axis up that points up.
pub fn first_camera(scene: &Scene, lesson: &dyn Lesson, view: &View) -> Camera {
    let camera = lesson.camera(view);
    if matches!(view.kind, ViewKind::Space | ViewKind::Sphere) { camera.upright(up(scene)) } else { camera }
}

/// Adds what a beat shows in a view. A plane's patch may hang over the edge of the pane.
pub fn widen(bounds: &mut Bounds, beat: &Beat, view: &View) {
    let marks = beat.pictures.of(view.id).marks.iter().filter(|mark| mark.role != Role::Bound);
    bounds.add(&Picture { marks: marks.cloned().collect() });
}

/// About as many steps of a run of `count` as `most`, the last among them: next to each other they show much the same.
pub fn spread(count: usize, most: usize) -> impl Iterator<Item = usize> + use<> {
    (0..count).step_by(count.div_ceil(most).max(1)).chain(count.checked_sub(1))
}

/// What a window shows first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Opened {
    /// A scene file, or the name of a shipped scene; none shows the first shipped one.
    pub scene: Option<PathBuf>,
    /// Whether that file is a capture that is still being written.
    pub follow: bool,
    /// Name of the query; none shows the first one.
    pub query: Option<String>,
    /// Frame of a moving scene, from 0; none is the first with something to see.
    pub frame: Option<usize>,
    /// Step, from 0; none is the first.
    pub step: Option<usize>,
    /// Beat within the step, from 0; none is the first.
    pub beat: Option<usize>,
    /// In which precision the engine computes.
    pub precision: Precision,
}

/// What a picture of a window shows.
#[derive(Clone, Debug, PartialEq)]
pub struct WindowOptions {
    /// Index of the query.
    pub query: usize,
    /// Step, from 0; none is the last.
    pub step: Option<usize>,
    /// Beat within the step, from 0; none is the last.
    pub beat: Option<usize>,
    /// Frame of a moving scene, from 0.
    pub frame: usize,
    /// In which precision the engine computes.
    pub precision: Precision,
    /// Width and height in points.
    pub size: [u32; 2],
    /// Pixels a point.
    pub scale: f32,
    /// Dark or light theme.
    pub dark: bool,
    /// With the real code beside the listing.
    pub code: bool,
    /// With the browser of scenes open.
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
