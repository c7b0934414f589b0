//! Modes of the window's layout (one pane that fills the window, presentation mode), and the type size, which scales
//! all panels by egui's zoom factor.

use egui::{Context, Event, MouseWheelUnit};

use super::command::Slot;

/// Mode of the window's layout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PaneLayout {
    /// Pane that fills the window; `None` for the docked layout.
    pub filled: Option<Slot>,
    /// Presentation mode: full screen, large type; only views, sentence and listing.
    pub is_presenting: bool,
}

/// Type sizes, as factors of the default size.
const TYPE_SIZES: [f32; 12] = [0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0];

/// Height of the screen in presentation mode, in points after zooming. The zoom factor is chosen for this height,
/// within its limits, so that type covers the same fraction of every screen.
const PRESENTATION_HEIGHT: f32 = 620.0;

/// Smallest additional zoom factor in presentation mode.
const MIN_PRESENTATION_ZOOM: f32 = 1.2;

/// Largest additional zoom factor in presentation mode.
const MAX_PRESENTATION_ZOOM: f32 = 3.0;

/// Number of steps per unit to which the additional zoom factor is rounded, so that it stays the same while a window is
/// resized by a few points.
const ZOOM_STEPS: f32 = 20.0;

/// Points of smooth scrolling that count as one notch of the mouse wheel.
const POINTS_PER_NOTCH: f32 = 50.0;

/// Returns the entry of [`TYPE_SIZES`] that is `steps` entries after the one nearest to `size`, before it if `steps` is
/// negative; at most the first or the last entry.
pub(super) fn step_type_size(size: f32, steps: i32) -> f32 {
    let differences = TYPE_SIZES.map(|other| (other - size).abs());
    let nearest = (0..TYPE_SIZES.len()).min_by(|a, b| differences[*a].total_cmp(&differences[*b])).unwrap_or_default();
    let index = nearest.saturating_add_signed(steps as isize);
    TYPE_SIZES[index.min(TYPE_SIZES.len() - 1)]
}

/// Sets egui's zoom factor to the type size `size`, a factor of the default; in presentation mode, to a larger one.
/// Turns off egui's own zoom keys, since the registry of actions defines them.
pub(super) fn apply_type_size(ctx: &Context, size: f32, layout: PaneLayout) {
    ctx.options_mut(|options| options.zoom_with_keyboard = false);
    let mut zoom = step_type_size(size, 0);
    if layout.is_presenting {
        let unzoomed_height = ctx.content_rect().height() * ctx.zoom_factor();
        let presentation_zoom = (unzoomed_height / PRESENTATION_HEIGHT * ZOOM_STEPS).round() / ZOOM_STEPS;
        zoom *= presentation_zoom.clamp(MIN_PRESENTATION_ZOOM, MAX_PRESENTATION_ZOOM);
    }
    if ctx.zoom_factor() != zoom {
        ctx.set_zoom_factor(zoom);
    }
}

/// Returns the number of whole notches that the mouse wheel was moved in this frame while Ctrl was held, positive away
/// from the user. `remainder` keeps the fraction of a notch for the next frame.
pub(super) fn take_wheel_notches(ctx: &Context, remainder: &mut f32) -> i32 {
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
            MouseWheelUnit::Point => delta.y / POINTS_PER_NOTCH,
            MouseWheelUnit::Line => delta.y,
            MouseWheelUnit::Page => delta.y.signum(),
        },
        _ => 0.0,
    }
}
