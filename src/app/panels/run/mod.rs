//! Panels about the run: listing, step, tables, plots, breakpoints, verdict, answers, predictions and explanations.

pub(in crate::app) mod answers;
pub(in crate::app) mod breakpoints;
pub(in crate::app) mod explanation;
pub(in crate::app) mod go_to;
pub(in crate::app) mod listing;
pub(in crate::app) mod plot;
pub(super) mod plot_over_frames;
pub(in crate::app) mod prediction;
pub(in crate::app) mod presentation;
pub(in crate::app) mod step;
pub(in crate::app) mod tables;
pub(in crate::app) mod verdict;
