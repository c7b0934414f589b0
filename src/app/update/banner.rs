//! Adds banners, the messages over the window, and removes the outdated ones.

use crate::banner::{Banner, Cause, Severity};
use crate::state::State;

/// Shows a message and removes an older one with the same cause. An identical message stays, with its age reset to 0.
pub(super) fn show_banner(state: &mut State, severity: Severity, cause: Cause, text: String) {
    for banner in &mut state.banners {
        if banner.text == text && banner.severity == severity && banner.cause == cause {
            banner.age = 0.0;
            return;
        }
    }
    state.banners.retain(|banner| banner.cause != cause);
    state.banner_count += 1;
    state.banners.push(Banner { id: state.banner_count, severity, cause, text, age: 0.0 });
}

/// Removes the banners with this cause, which no longer holds.
pub(super) fn remove_banners(state: &mut State, cause: Cause) {
    state.banners.retain(|banner| banner.cause != cause);
}
