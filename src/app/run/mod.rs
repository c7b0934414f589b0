//! Runs of the engine behind the window: questions, recordings, playback, comparisons.

pub(super) mod breakpoint;
pub(super) mod captured_agreement;
pub(super) mod comparison;
pub(super) mod derivation;
pub(super) mod expectation_results;
pub(super) mod explanation;
pub(super) mod pace;
pub(super) mod playhead;
pub(super) mod prediction;
pub(super) mod progress;
pub(super) mod query_opener;
pub(super) mod question;
pub(super) mod receive;
pub(super) mod recording;
pub(super) mod request;
pub(super) mod survey;
pub(super) mod worker;
