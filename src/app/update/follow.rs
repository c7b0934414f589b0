//! Shows new frames of a followed capture, a file into which another program writes its frames while the window shows
//! them.

use contact_lens_import::Quote;
use contact_lens_import::follow::Grown;

use super::banner::show_banner;
use super::engine::drop_run;
use crate::background::effect::Effect;
use crate::banner::{Cause, Severity};
use crate::run::request::Reframe;
use crate::state::State;

/// Shows a capture that has grown: moves from the last frame to the new last one; any other frame stays. A capture that
/// was just opened or restarted is shown at its last frame. Edits are not overwritten.
pub(super) fn show_grown_capture(state: &mut State, grown: Grown) -> Vec<Effect> {
    if state.doc.follows.is_none() {
        return Vec::new();
    }
    report_skipped_lines(state, &grown.skipped);
    if state.doc.dirty {
        let text = "The capture has new frames. Undo the edits in this window to show them.";
        show_banner(state, Severity::Note, Cause::Disk, text.to_owned());
        return Vec::new();
    }
    if grown.scene.bodies.is_empty() {
        return Vec::new();
    }
    let is_first = state.doc.awaits();
    let follows_end = is_first || grown.is_restarted || state.focus.frame + 1 >= state.frames();
    state.doc.grow(grown.scene);
    if grown.is_restarted {
        show_banner(
            state,
            Severity::Note,
            Cause::Disk,
            String::from("The program began a new capture; the earlier frames were discarded."),
        );
    }
    if follows_end {
        state.focus.uses_default_frame = false;
        state.focus.frame = state.frames() - 1;
    }
    if is_first || grown.is_restarted {
        drop_run(state, Reframe::Opened);
    }
    Vec::new()
}

/// Reports the first line of the capture that was skipped, and the number of other skipped ones.
fn report_skipped_lines(state: &mut State, quotes: &[Quote]) {
    let Some(first) = quotes.first() else { return };
    let more = match quotes.len() - 1 {
        0 => String::new(),
        1 => String::from(" One more line was skipped."),
        count => format!(" {count} more lines were skipped."),
    };
    show_banner(state, Severity::Error, Cause::Disk, format!("{first}.{more}"));
}
