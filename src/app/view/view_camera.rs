//! Camera and pane size of each view of a lesson. Cameras are kept while another lesson is shown.

use contact_lens_lesson::{PAIR, View};
use contact_lens_picture::{Camera, CameraMotion};
use glam::DVec2;

/// Size of a view until its pane is drawn for the first time, points: an estimate for a window of usual size.
const ESTIMATED_SIZE: DVec2 = DVec2::new(380.0, 420.0);

/// Camera and size of one view.
#[derive(Clone, Copy, Debug)]
pub struct ViewCamera {
    pub view: View,
    /// Position, direction and projection of the eye.
    pub camera: Camera,
    /// Whether the camera was set to show everything and the user has not moved it since.
    pub framed: bool,
    /// Whether the camera moves to the focus of each beat; the user switches it off by moving the camera.
    pub follows: bool,
    /// Whether the view had no marks when it was framed; it is then framed again when it has some.
    pub was_empty: bool,
    /// Width and height of the view's pane, points.
    pub size: DVec2,
    /// Motion of the camera that is in progress; `None` at rest.
    pub motion: Option<CameraMotion>,
}

impl ViewCamera {
    /// View with its default camera, which frames everything and follows the focus.
    fn new(view: View) -> Self {
        Self {
            view,
            camera: view.camera(glam::DVec3::ZERO),
            framed: true,
            follows: true,
            was_empty: false,
            motion: None,
            size: ESTIMATED_SIZE,
        }
    }
}

/// Views of the current lesson, with the cameras of these and of all earlier views.
#[derive(Clone, Debug)]
pub struct ViewCameras {
    /// The views of the lesson shown last, in order.
    shown: &'static [View],
    /// One entry per view ever shown. Views with one id and different kinds have separate entries.
    entries: Vec<ViewCamera>,
    /// Entry that [`ViewCameras::view_camera`] returns for a view that is not shown.
    placeholder: ViewCamera,
}

impl Default for ViewCameras {
    fn default() -> Self {
        let mut view_cameras =
            Self { shown: &[], entries: Vec::new(), placeholder: ViewCamera::new(View::space("", "")) };
        view_cameras.show(PAIR);
        view_cameras
    }
}

impl ViewCameras {
    /// Views of the lesson shown last.
    pub fn shown(&self) -> &'static [View] {
        self.shown
    }

    /// Shows the views of another lesson. Returns the views that had no camera yet.
    pub fn show(&mut self, views: &'static [View]) -> Vec<View> {
        self.shown = views;
        let new: Vec<View> = views.iter().filter(|view| !self.has_camera(view)).copied().collect();
        self.entries.extend(new.iter().copied().map(ViewCamera::new));
        new
    }

    /// Removes the entries of views that are not shown, at a change of the scene.
    pub fn forget_others(&mut self) {
        let shown = self.shown;
        self.entries.retain(|view_camera| shown.iter().any(|view| is_same_view(view, &view_camera.view)));
    }

    /// Camera and size of the view with this id; a default one for a view that is not shown.
    pub fn view_camera(&self, id: &str) -> &ViewCamera {
        self.index(id).map_or(&self.placeholder, |index| &self.entries[index])
    }

    /// Mutable camera and size of the view with this id; `None` when it is not shown.
    pub fn edit(&mut self, id: &str) -> Option<&mut ViewCamera> {
        self.index(id).map(|index| &mut self.entries[index])
    }

    /// Index in `entries` of the shown view with this id; `None` for a view that is not shown.
    fn index(&self, id: &str) -> Option<usize> {
        let view = self.shown.iter().find(|view| view.id == id)?;
        self.entries.iter().position(|view_camera| is_same_view(&view_camera.view, view))
    }

    /// Whether a camera is stored for the view.
    fn has_camera(&self, view: &View) -> bool {
        self.entries.iter().any(|view_camera| is_same_view(&view_camera.view, view))
    }
}

/// Whether two views share a camera: both have the same id and kind.
fn is_same_view(one: &View, other: &View) -> bool {
    one.id == other.id && one.kind == other.kind
}
