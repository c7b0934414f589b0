//! Who has the room in the window: one pane alone, or the views, the sentence and the listing before a class.

use egui::{Context, Event, MouseWheelUnit};

use super::command::Slot;

/// Who has the room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Room {
    /// The pane that fills the window.
    pub filled: Option<Slot>,
    /// Full screen, in large type: views, sentence and listing alone.
    pub presenting: bool,
}

/// How large type can be, as shares of the size on the first day.
const SIZES: [f32; 12] = [0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0];

/// So many points are the height of the screen in a presentation: type is the same share of any projector's picture.
const STAGE: f32 = 620.0;

/// Points of a smooth wheel that make one notch.
const NOTCH: f32 = 50.0;

/// The size of type so many sizes larger, or smaller.
pub(super) fn resized(size: f32, by: i32) -> f32 {
    let off = |other: f32| (other - size).abs();
    let nearest = (0..SIZES.len()).min_by(|a, b| off(SIZES[*a]).total_cmp(&off(SIZES[*b]))).unwrap_or_default();
    SIZES[nearest.saturating_add_signed(by as isize).min(SIZES.len() - 1)]
}

/// Sets the size of all type: larger still in a presentation. Its keys are those of the registry, so egui's own are off.
pub(super) fn size_type(ctx: &Context, size: f32, room: Room) {
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

/// Whole notches that the wheel was turned with Ctrl held; what is left of one is added to `rest`.
pub(super) fn notches(ctx: &Context, rest: &mut f32) -> i32 {
    let turned: f32 = ctx.input(|input| {
        let notch = |event: &Event| match event {
            Event::MouseWheel { unit, delta, modifiers, .. } if modifiers.command => match unit {
                MouseWheelUnit::Point => delta.y / NOTCH,
                MouseWheelUnit::Line => delta.y,
                MouseWheelUnit::Page => delta.y.signum(),
            },
            _ => 0.0,
        };
        input.events.iter().map(notch).sum()
    });
    *rest += turned;
    let whole = rest.trunc();
    *rest -= whole;
    whole as i32
}
