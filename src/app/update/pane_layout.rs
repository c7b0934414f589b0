//! Filled panes, presentation mode and type size.

use crate::app::background::effect::Effect;
use crate::app::command::Slot;
use crate::app::pane_layout::step_type_size;
use crate::app::state::State;

/// Lets a pane fill the window, or restores it if it does. `None` restores any filled pane, or else fills the window
/// with the view that keys act on.
pub(super) fn toggle_filled(state: &mut State, slot: Option<Slot>) {
    let filled = state.pane_layout.filled;
    state.pane_layout.filled = match (filled, slot) {
        (Some(_), None) => None,
        (Some(filled), Some(slot)) if filled == slot => None,
        (_, slot) => slot.or_else(|| {
            let index = state.views().iter().position(|view| view.id == state.active_view)?;
            Some(Slot::View(index))
        }),
    };
}

/// Enters or leaves presentation mode. In this mode only a view may stay filled.
pub(super) fn toggle_presentation(state: &mut State) -> Vec<Effect> {
    let on = !state.pane_layout.is_presenting;
    state.pane_layout.is_presenting = on;
    if on && !matches!(state.pane_layout.filled, Some(Slot::View(_))) {
        state.pane_layout.filled = None;
    }
    vec![Effect::FullScreen(on)]
}

/// Brings a panel to the front, and restores a filled pane that would hide it.
pub(super) fn reveal(state: &mut State, slot: Slot) -> Vec<Effect> {
    if state.pane_layout.filled != Some(slot) {
        state.pane_layout.filled = None;
    }
    vec![Effect::Reveal(slot)]
}

/// Changes the type size by `by` steps; 0 restores the default.
pub(super) fn change_type_size(state: &mut State, by: i32) {
    state.prefs.type_size = if by == 0 { 1.0 } else { step_type_size(state.prefs.type_size, by) };
}
