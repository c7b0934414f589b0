//! Sentences of the query steps.

use super::HierarchyView;
use crate::snapshot::hierarchy::{Compared, Query};

impl HierarchyView<'_> {
    /// Line of the listing and sentence of a query step.
    pub(super) fn describe_query_step(&self, before: &Query, after: &Query, risen: &str) -> (&'static str, String) {
        let compared = after.visited - before.visited;
        let moved = after.at != before.at;
        let now = self.name(after.at);
        match after.weighed {
            Compared::Nothing | Compared::Base => ("base", self.base_sentence(after, compared)),
            Compared::Removed { of, .. } => {
                let of = self.name(of);
                let level = self.finest(after.level);
                let say = match (moved, compared) {
                    (true, 1) => format!(
                        "{now} is the only new neighbor of {of} on level {level}, and {risen} farther along d: the search moves to {now}."
                    ),
                    (true, _) => format!(
                        "{now} is the farthest of the {compared} new neighbors of {of} on level {level}, by {risen} along d: the search moves to {now}."
                    ),
                    (false, 0) => {
                        format!("{of} has no new neighbor on level {level}, so it stays the farthest vertex.")
                    }
                    (false, 1) => {
                        format!("{of} stays the farthest vertex: its new neighbor on level {level} is not farther.")
                    }
                    (false, _) => format!(
                        "{of} stays the farthest vertex: none of its {compared} new neighbors on level {level} is farther."
                    ),
                };
                ("level", say)
            }
            Compared::Hull { of } => {
                let of = self.name(of);
                match (moved, compared) {
                    (true, _) => {
                        ("climb", format!("{now} is {risen} farther along d than {of}, which rounding had favored."))
                    }
                    (false, 0) => ("proof", format!("{of} has no neighbors, so it is the farthest vertex.")),
                    (false, _) => (
                        "proof",
                        format!(
                            "{of} is the farthest vertex: none of its {compared} neighbors on the hull is farther. On a convex body this proves it."
                        ),
                    ),
                }
            }
        }
    }

    /// Sentence on the coarsest level, whose vertices are all compared. Equally far ones are counted.
    fn base_sentence(&self, after: &Query, compared: u32) -> String {
        let context = self.step.context;
        let level = self.finest(0);
        let now = self.name(after.at);
        let ties = context.ties(after.at, compared);
        match (compared, ties) {
            (1, _) => format!("{now} is the only vertex of level {level}, so it is the farthest."),
            (_, 1) => {
                format!("{now} is the farthest along d of all {compared} vertices of level {level}, the coarsest.")
            }
            _ if ties == compared => {
                format!(
                    "{now} is as far along d as every one of the {compared} vertices of level {level}, the coarsest."
                )
            }
            _ => format!(
                "{now} is one of {ties} vertices that are farthest along d, of the {compared} vertices of level {level}, the coarsest."
            ),
        }
    }
}
