//! Base of the window's plots: pan, zoom and the readout of coordinates are off, so that clicks can select steps.

use egui_plot::Plot;

use crate::theme::Look;

/// Plot without pan, zoom, background and the readout of coordinates. `id` makes its id unique.
pub(super) fn still_plot(id: &str, look: Look) -> Plot<'static> {
    Plot::new(id)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .show_background(false)
        .grid_color(look.line)
        .show_x(false)
        .show_y(false)
}
