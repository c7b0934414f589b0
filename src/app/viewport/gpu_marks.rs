//! Marks of a view in space: vertex arrays of its static marks and of the current beat, cached by their inputs, and the
//! paint callback with which the GPU draws them. Shadows are drawn below them with egui's painter.

use std::sync::Arc;

use contact_lens_lesson::View;
use contact_lens_picture::{Batches, Camera, Key, PatchPlacement, place_patches, resize_patches};
use egui::{Rect, Ui, Vec2};
use glam::DVec3;

use super::arrays::{self, Arrays, Layer, Matrices};
use super::axes_and_grid;
use super::backdrop_cache::{BackdropCache, visible_beat_marks};
use super::cached::Cached;
use super::gl::GpuPicture;
use super::gpu_callback::{SharedGpu, draw_on_gpu};
use super::inks::PaneContext;
use super::{pane_size, patch_top};
use crate::state::State;
use crate::theme::Look;
use crate::view::hover::is_highlighted;

/// Least radius of the drawn marks, meters, so that the near and far planes differ.
const MIN_RADIUS: f64 = 1e-12;

/// Factor on the radius of the drawn marks, so that the near and far planes clip nothing.
const RADIUS_FACTOR: f64 = 1.05;

/// Caches of the arrays of one view, and its GPU resources.
#[derive(Default)]
pub(super) struct GpuMarks {
    /// Marks of the beat.
    beat: Cached<BeatInputs, BeatBatches>,
    /// Arrays of the static marks; their version is the edition of the backdrop.
    backdrop_layer: Cached<LayerInputs, Layer>,
    /// Arrays of all marks; their version is the revision of the state.
    arrays: Cached<LayerInputs, Arc<Arrays>>,
    /// Resources of the GPU, created at the first paint.
    gpu: SharedGpu,
}

/// Everything that the marks of a beat depend on.
#[derive(PartialEq)]
struct BeatInputs {
    /// Revision of the state.
    revision: u64,
    /// Placed patches of planes.
    patches: Vec<PatchPlacement>,
}

/// Marks of a beat as vertex arrays.
struct BeatBatches {
    batches: Batches,
    /// Radius around the batches' origin that contains them, meters.
    bounding_radius: f64,
    /// Shadows of the beat's bodies on the ground: polygons, world, meters.
    shadows: Vec<Vec<DVec3>>,
}

/// Everything that the arrays of some marks depend on.
#[derive(PartialEq)]
struct LayerInputs {
    /// Version of the marks. Equal versions have equal marks.
    version: u64,
    look: LookInputs,
}

/// Everything that a picture's arrays depend on, except its marks.
#[derive(Clone, PartialEq)]
struct LookInputs {
    /// Whether the theme is dark.
    dark: bool,
    /// Key of the mark under the pointer, which is highlighted; `None` if there is none.
    hover: Option<Key>,
    camera: Camera,
    /// Pixels per point of the screen.
    scale: f32,
    /// Size of the pane, points.
    size: Vec2,
}

impl GpuMarks {
    /// Frees all GPU resources. The GL context must be current.
    pub fn destroy(&self) {
        if let Ok(mut gpu) = self.gpu.lock() {
            gpu.take();
        }
    }

    /// Error message of the GPU; `None` while it can draw, and before the first paint.
    pub fn gpu_error(&self) -> Option<String> {
        self.gpu.lock().ok()?.as_ref()?.as_ref().err().cloned()
    }

    /// Draws the shadows, and adds the paint callback that draws the marks in the pane `rect`.
    pub fn draw(&mut self, ui: &Ui, rect: Rect, state: &State, view: &View, backdrop: &BackdropCache, look: Look) {
        let camera = state.camera(view.id);
        let patches = place_patches(visible_beat_marks(state, view.id), camera, pane_size(rect), patch_top(state));
        let beat = self.beat.get(BeatInputs { revision: state.revision, patches }, |inputs| {
            let marks = resize_patches(visible_beat_marks(state, view.id), &inputs.patches);
            let batches = Batches::over(&backdrop.batches, &marks);
            let shadows =
                axes_and_grid::shadows_on_ground(visible_beat_marks(state, view.id), camera.up, backdrop.ground, false);
            BeatBatches { bounding_radius: batches.bounding_radius(), shadows, batches }
        });
        let lens = camera.lens();
        let ink = Look::to_egui_color(look.theme().paper().shadow);
        for shadows in [&backdrop.shadows, &beat.shadows] {
            axes_and_grid::draw_shadows(&ui.painter_at(rect), rect, &lens, shadows, ink);
        }
        let scale = ui.pixels_per_point();
        let look_inputs =
            LookInputs { dark: look.dark, hover: state.hover.clone(), camera: *camera, scale, size: rect.size() };
        let pane = PaneContext {
            camera,
            size: pane_size(rect),
            theme: look.theme(),
            pixels_per_point: scale,
            is_highlighted: &|key| is_highlighted(state.hover.as_ref(), key),
        };
        let arrays = self.arrays.get(LayerInputs { version: state.revision, look: look_inputs }, |inputs| {
            let backdrop_inputs = LayerInputs { version: backdrop.edition, look: inputs.look.clone() };
            let backdrop_layer =
                self.backdrop_layer.get(backdrop_inputs, |_| arrays::build_layer(&backdrop.batches, &pane));
            Arc::new(Arrays::merge(backdrop_layer, &arrays::build_layer(&beat.batches, &pane)))
        });
        let bounding_radius = backdrop.bounding_radius.max(beat.bounding_radius).max(MIN_RADIUS);
        let picture = gpu_picture(arrays, camera, backdrop.batches.origin, bounding_radius, rect, look);
        let callback = draw_on_gpu(self.gpu.clone(), picture);
        ui.painter().add(egui::PaintCallback { rect, callback: Arc::new(callback) });
    }
}

/// Arrays with the matrices and the shading for the pane `rect`. The arrays are relative to `origin`, world, and within
/// `bounding_radius` of it, meters.
fn gpu_picture(
    arrays: &Arc<Arrays>,
    camera: &Camera,
    origin: DVec3,
    bounding_radius: f64,
    rect: Rect,
    look: Look,
) -> GpuPicture {
    let aspect = f64::from(rect.width() / rect.height().max(1.0));
    let from_target = (origin - camera.target).length();
    let Matrices { view, projection, near } =
        arrays::matrices(camera, origin, aspect, (bounding_radius + from_target) * RADIUS_FACTOR);
    GpuPicture {
        arrays: arrays.clone(),
        view,
        projection,
        near,
        distance: camera.distance as f32,
        parallel: camera.orthographic,
        shading: look.theme().paper().shading,
    }
}
