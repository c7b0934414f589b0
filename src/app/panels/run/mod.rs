//! Panels about the run: listing, step, tables, plots, breakpoints, verdict, answers, predictions and explanations.

pub(crate) mod answers;
pub(crate) mod breakpoints;
pub(crate) mod derivation;
pub(crate) mod explanation;
pub(crate) mod go_to;
pub(crate) mod listing;
pub(crate) mod plot;
pub(super) mod plot_over_frames;
pub(crate) mod prediction;
pub(crate) mod presentation;
pub(crate) mod step;
pub(crate) mod tables;
mod velocity_changes;
pub(crate) mod verdict;
