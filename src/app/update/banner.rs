//! Adds and removes banners.

use crate::app::banner::{Banner, Cause, Severity};
use crate::app::state::State;

/// Shows a message in the place of the last one with the same cause. An identical one restarts.
pub(super) fn banner(state: &mut State, severity: Severity, cause: Cause, text: String) {
    let same = |old: &&mut Banner| old.severity == severity && old.cause == cause && old.text == text;
    if let Some(old) = state.banners.iter_mut().find(same) {
        old.age = 0.0;
        return;
    }
    state.banners.retain(|banner| banner.cause != cause);
    state.banner_count += 1;
    state.banners.push(Banner { id: state.banner_count, severity, cause, text, age: 0.0 });
}

/// Removes the banners with this cause, which no longer holds.
pub(super) fn settled(state: &mut State, cause: Cause) {
    state.banners.retain(|banner| banner.cause != cause);
}
