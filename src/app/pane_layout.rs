//! Layout of the window: one pane alone, or presentation mode with views, sentence and listing.

use egui::{Context, Event, MouseWheelUnit};

use super::command::Slot;

/// Layout of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PaneLayout {
    /// Pane that fills the window.
    pub filled: Option<Slot>,
    /// Presentation mode: full screen, large type; only views, sentence and listing.
    pub presenting: bool,
}

/// Type sizes, as factors of the default size.
const SIZES: [f32; 12] = [0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0];

/// Height of the screen in presentation mode, points, so that type covers the same share of every screen.
const STAGE: f32 = 620.0;

/// Points of smooth scrolling that count as one notch.
const NOTCH: f32 = 50.0;

/// Returns the type size `by` entries of [`SIZES`] away from `size`.
pub(super) fn resized(size: f32, by: i32) -> f32 {
    let differences = SIZES.map(|other| (other - size).abs());
    let nearest = (0..SIZES.len()).min_by(|a, b| differences[*a].total_cmp(&differences[*b])).unwrap_or_default();
    SIZES[nearest.saturating_add_signed(by as isize).min(SIZES.len() - 1)]
}

/// Sets the zoom factor of the window, larger in presentation mode. The registry has the keys for it, so egui's are
/// off.
pub(super) fn size_type(ctx: &Context, size: f32, room: PaneLayout) {
    ctx.options_mut(|options| options.zoom_with_keyboard = false);
    let mut size = resized(size, 0);
    if room.presenting {
        let screen = ctx.content_rect().height() * ctx.zoom_factor();
        size *= ((screen / STAGE * 20.0).round() / 20.0).clamp(1.2, 3.0);
    }
    if ctx.zoom_factor() != size {
        ctx.set_zoom_factor(size);
    }
}

/// Returns the whole notches of the wheel while Ctrl is held; the fraction is added to `rest`.
pub(super) fn notches(ctx: &Context, rest: &mut f32) -> i32 {
    let scrolled: f32 = ctx.input(|input| input.events.iter().map(notches_of_event).sum());
    *rest += scrolled;
    let whole = rest.trunc();
    *rest -= whole;
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
