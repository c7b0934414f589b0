//! What the window has to tell, above the panes.

use crate::app::state::{Banner, Severity, State};

/// Adds a message, unless it stands there already; at most three stay.
pub(super) fn banner(state: &mut State, severity: Severity, text: String) {
    if state.banners.iter().any(|banner| banner.text == text && banner.severity == severity) {
        return;
    }
    state.banner_count += 1;
    state.banners.push(Banner { id: state.banner_count, severity, text, age: 0.0 });
    let extra = state.banners.len().saturating_sub(3);
    state.banners.drain(..extra);
}
