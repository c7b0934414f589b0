//! Paint callback that draws a pane on the GPU.

use std::sync::{Arc, Mutex};

use egui_glow::CallbackFn;

use super::gl::{Gpu, GpuPicture};

/// GPU resources of a view. `None` until the first paint creates them; an error message if that failed.
pub(super) type SharedGpu = Arc<Mutex<Option<Result<Gpu, String>>>>;

/// Returns the paint callback that draws a picture in its pane.
pub(super) fn draw_on_gpu(gpu: SharedGpu, picture: GpuPicture) -> CallbackFn {
    CallbackFn::new(move |info, painter| {
        let Ok(mut slot) = gpu.lock() else { return };
        let created = slot.get_or_insert_with(|| {
            Gpu::new(painter.gl().clone()).map_err(|error| format!("The view cannot be drawn: {error}"))
        });
        let Ok(gpu) = created else { return };
        let pane = info.viewport_in_pixels();
        let clip = info.clip_rect_in_pixels();
        let viewport = three_d::Viewport {
            x: pane.left_px,
            y: pane.from_bottom_px,
            width: pane.width_px.max(0) as u32,
            height: pane.height_px.max(0) as u32,
        };
        let scissor = three_d::ScissorBox {
            x: clip.left_px,
            y: clip.from_bottom_px,
            width: clip.width_px.max(0) as u32,
            height: clip.height_px.max(0) as u32,
        };
        gpu.draw(painter.gl(), &picture, viewport, scissor, info.screen_size_px);
    })
}
