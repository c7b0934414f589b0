//! Changes of the window's layout: panes that fill the window, presentation mode and type size.

use crate::background::effect::Effect;
use crate::command::Slot;
use crate::pane_layout::step_type_size;
use crate::state::State;

/// Lets a pane fill the window, or restores it if it does. `None` restores any filled pane, or else fills the window
/// with the view that keys act on.
pub(super) fn toggle_filled(state: &mut State, slot: Option<Slot>) {
    let restores = state.pane_layout.filled.is_some_and(|filled| slot.is_none_or(|slot| slot == filled));
    state.pane_layout.filled = if restores { None } else { slot.or_else(|| slot_of_active_view(state)) };
}

/// Slot of the view that keys act on; `None` without views.
fn slot_of_active_view(state: &State) -> Option<Slot> {
    let index = state.views().iter().position(|view| view.id == state.active_view)?;
    Some(Slot::View(index))
}

/// Enters or leaves presentation mode. In this mode only a view may stay filled.
pub(super) fn toggle_presentation(state: &mut State) -> Vec<Effect> {
    let enters = !state.pane_layout.is_presenting;
    state.pane_layout.is_presenting = enters;
    if enters && !matches!(state.pane_layout.filled, Some(Slot::View(_))) {
        state.pane_layout.filled = None;
    }
    vec![Effect::FullScreen(enters)]
}

/// Brings a panel to the front, and restores a filled pane that would hide it.
pub(super) fn reveal(state: &mut State, slot: Slot) -> Vec<Effect> {
    if state.pane_layout.filled != Some(slot) {
        state.pane_layout.filled = None;
    }
    vec![Effect::Reveal(slot)]
}

/// Changes the type size by this number of steps; 0 restores the default size.
pub(super) fn change_type_size(state: &mut State, steps: i32) {
    state.prefs.type_size = if steps == 0 { 1.0 } else { step_type_size(state.prefs.type_size, steps) };
}
