//! Layout of the window, that is a filled pane or presentation mode, and the size of its type.

use egui::{Context, Event, MouseWheelUnit};

use super::command::Slot;

/// Layout of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PaneLayout {
    /// Pane that fills the window; `None` for the docked layout.
    pub filled: Option<Slot>,
    /// Presentation mode: full screen, large type; only views, sentence and listing.
    pub presenting: bool,
}

/// Type sizes, as factors of the default size.
const SIZES: [f32; 12] = [0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0];

/// Height of the screen in presentation mode in zoomed points, as far as the limits of the zoom allow, so that type
/// covers the same fraction of every screen.
const PRESENTATION_HEIGHT: f32 = 620.0;

/// Limits of the additional zoom factor in presentation mode.
const PRESENTATION_ZOOM: [f32; 2] = [1.2, 3.0];

/// Steps of that zoom per unit: rounding keeps it steady while a window is resized.
const ZOOM_STEPS: f32 = 20.0;

/// Points of smooth scrolling that count as one notch.
const NOTCH: f32 = 50.0;

/// Returns the type size `by` entries of [`SIZES`] away from `size`.
pub(super) fn resized(size: f32, by: i32) -> f32 {
    let differences = SIZES.map(|other| (other - size).abs());
    let nearest = (0..SIZES.len()).min_by(|a, b| differences[*a].total_cmp(&differences[*b])).unwrap_or_default();
    SIZES[nearest.saturating_add_signed(by as isize).min(SIZES.len() - 1)]
}

/// Sets the zoom factor of the window to the type size `size`, larger in presentation mode. egui's own zoom keys are
/// off, since the registry of actions has them.
pub(super) fn apply_type_size(ctx: &Context, size: f32, layout: PaneLayout) {
    ctx.options_mut(|options| options.zoom_with_keyboard = false);
    let mut size = resized(size, 0);
    if layout.presenting {
        let screen = ctx.content_rect().height() * ctx.zoom_factor();
        size *= ((screen / PRESENTATION_HEIGHT * ZOOM_STEPS).round() / ZOOM_STEPS)
            .clamp(PRESENTATION_ZOOM[0], PRESENTATION_ZOOM[1]);
    }
    if ctx.zoom_factor() != size {
        ctx.set_zoom_factor(size);
    }
}

/// Returns the whole notches that the wheel has turned while Ctrl was held; `remainder` keeps the fraction.
pub(super) fn notches(ctx: &Context, remainder: &mut f32) -> i32 {
    let scrolled: f32 = ctx.input(|input| input.events.iter().map(notches_of_event).sum());
    *remainder += scrolled;
    let whole = remainder.trunc();
    *remainder -= whole;
    whole as i32
}

/// Notches of the wheel in an event with Ctrl held; 0 for other events.
fn notches_of_event(event: &Event) -> f32 {
    match event {
        Event::MouseWheel { unit, delta, modifiers, .. } if modifiers.command => match unit {
            MouseWheelUnit::Point => delta.y / NOTCH,
            MouseWheelUnit::Line => delta.y,
            MouseWheelUnit::Page => delta.y.signum(),
        },
        _ => 0.0,
    }
}
