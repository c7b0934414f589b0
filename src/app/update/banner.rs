//! What the window has to tell, above the panes.

use crate::app::banner::{Banner, Cause, Severity};
use crate::app::state::State;

/// Shows a message in the place of the last one about the same cause. One that stands there already begins anew.
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

/// Takes back what was said about a cause: it is so no longer.
pub(super) fn settled(state: &mut State, cause: Cause) {
    state.banners.retain(|banner| banner.cause != cause);
}
