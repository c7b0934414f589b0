//! Sentences of the Dobkin–Kirkpatrick hierarchy: of its construction and of the query's steps.

use contact_lens_model::answer::number::{count, length};
use contact_lens_model::snapshot::hierarchy::{Compared, Query};

use super::{HierarchyView, MAX_NAMED, pictures};
use crate::{Sentence, Value, say, symbol};

/// Value of a number `n` of vertices or neighbors.
fn vertex_count(symbol: symbol::Symbol, n: u32) -> Value {
    Value::number(symbol, count(n as usize))
}

impl HierarchyView<'_> {
    /// Name of a vertex, by its index in the hierarchy, which refers to the vertex's mark.
    fn mark(&self, vertex: u32) -> Sentence {
        self.step.context.body.point_mark(self.hierarchy.sources[vertex as usize])
    }

    /// Value of the number of a level, from 1 for the finest.
    fn level_number(&self, level: usize) -> Value {
        Value::number(symbol::LEVEL, count(self.level_number_from_finest(level)))
    }

    /// Name of a level with the number of levels: `level 2 of 5`.
    fn level_name(&self, level: usize) -> Sentence {
        let levels = Value::number(symbol::LEVELS, count(self.hierarchy.levels.len()));
        say!("level {} of {}", self.level_number(level), levels)
    }

    /// Sentence on the vertices that are removed from the level `fine`.
    pub(super) fn removed_sentence(&self, fine: usize) -> Sentence {
        let remaining = self.hierarchy.levels[fine - 1];
        let all = self.hierarchy.levels[fine];
        let mut removed: Vec<u32> = (remaining..all).map(|vertex| self.hierarchy.sources[vertex as usize]).collect();
        removed.sort_unstable();
        let removed_marks = removed.iter().map(|&point| self.step.context.body.point_mark(point));
        let is_body = fine + 1 == self.hierarchy.levels.len();
        let level = if is_body { say!("{} (the body itself)", self.level_name(fine)) } else { self.level_name(fine) };
        let all_vertices = vertex_count(symbol::LEVEL_VERTICES, all);
        let neighbors = self.neighbor_phrase(fine);
        match removed.len() {
            1 => say!(
                "{} is removed from {}, which has {} vertices. The removed vertex has {}.",
                removed_marks.sum::<Sentence>(),
                level,
                all_vertices,
                neighbors
            ),
            2..=MAX_NAMED => say!(
                "{} are removed from {}, which has {} vertices. Each removed vertex has {}, and no two are adjacent.",
                Sentence::list(removed_marks),
                level,
                all_vertices,
                neighbors
            ),
            _ => say!(
                "{} of the {} vertices of {} are removed. Each removed vertex has {}, and no two are adjacent.",
                vertex_count(symbol::REMOVED_VERTICES, all - remaining),
                all_vertices,
                level,
                neighbors
            ),
        }
    }

    /// Phrase on the number of neighbors of the vertices that are removed from the level `fine`.
    fn neighbor_phrase(&self, fine: usize) -> Sentence {
        match pictures::most_neighbors(self.step.context, fine) {
            // The neighbors in a level that is not drawn are not counted.
            0 => Sentence::from("few neighbors"),
            1 => Sentence::from("only one neighbor"),
            n => say!("at most {} neighbors", Value::number(symbol::NEIGHBORS, count(n))),
        }
    }

    /// Sentence on the level that remains without the vertices removed from the level `fine`.
    pub(super) fn remaining_sentence(&self, fine: usize) -> Sentence {
        say!(
            "The hull of the {} remaining vertices is the next coarser level, {}.",
            vertex_count(symbol::REMAINING_VERTICES, self.hierarchy.levels[fine - 1]),
            self.level_name(fine - 1)
        )
    }

    /// Sentence on the coarsest level.
    pub(super) fn coarsest_sentence(&self) -> Sentence {
        let base = self.hierarchy.levels[0];
        let vertices = vertex_count(symbol::LEVEL_VERTICES, base);
        let has_one_level = self.hierarchy.levels.len() == 1;
        let has_one_vertex = base == 1;
        if has_one_level && has_one_vertex {
            say!("{} is the only vertex, so there is a single level.", self.mark(0))
        } else if has_one_level {
            say!("The {} vertices are few enough to compare one by one, so there is a single level.", vertices)
        } else if has_one_vertex {
            say!("Level {} is the coarsest: {} is its only vertex.", self.level_number(0), self.mark(0))
        } else {
            say!(
                "Level {} is the coarsest: its {} vertices are few enough to compare one by one.",
                self.level_number(0),
                vertices
            )
        }
    }

    /// Line of the listing and sentence of a query step.
    pub(super) fn describe_query_step(&self, before: &Query, after: &Query) -> (&'static str, Sentence) {
        let compared = after.visited - before.visited;
        match after.compared {
            Compared::Nothing | Compared::Base => ("base", self.base_sentence(after, compared)),
            Compared::Removed { of, .. } => ("level", self.level_sentence(before, after, of)),
            // The proof failed: a neighbor is farther, so the search climbs to it.
            Compared::Hull { of } if after.farthest != before.farthest => {
                let say = say!(
                    "{} is {} farther along d than {}, which rounding had favored.",
                    self.mark(after.farthest),
                    rise(after),
                    self.mark(of)
                );
                ("climb", say)
            }
            Compared::Hull { of } => ("proof", self.proof_sentence(of, compared)),
        }
    }

    /// Sentence on the new neighbors of `vertex` on a level.
    fn level_sentence(&self, before: &Query, after: &Query, vertex: u32) -> Sentence {
        let compared = after.visited - before.visited;
        if after.farthest != before.farthest {
            self.move_sentence(after, vertex, compared)
        } else {
            self.stay_sentence(after, vertex, compared)
        }
    }

    /// Sentence on a search that moves from `vertex` to the farthest of its `compared` new neighbors on a level.
    fn move_sentence(&self, after: &Query, vertex: u32, compared: u32) -> Sentence {
        let farthest = self.mark(after.farthest);
        let vertex = self.mark(vertex);
        let level = self.level_name(after.level);
        if compared == 1 {
            return say!(
                "{}, the only new neighbor of {} on {}, is {} farther along d: the search moves to {}.",
                &farthest,
                vertex,
                level,
                rise(after),
                &farthest
            );
        }
        say!(
            "Of the {} new neighbors of {} on {}, {} is the {} along d, {} farther than {}: the search moves there.",
            vertex_count(symbol::NEIGHBORS, compared),
            &vertex,
            level,
            farthest,
            if compared == 2 { "farther one" } else { "farthest" },
            rise(after),
            &vertex
        )
    }

    /// Sentence on a `vertex` that is farther than its `compared` new neighbors on a level.
    fn stay_sentence(&self, after: &Query, vertex: u32, compared: u32) -> Sentence {
        let vertex = self.mark(vertex);
        let level = self.level_name(after.level);
        match compared {
            0 => say!("{} has no new neighbor on {}, so it stays the farthest vertex along d.", vertex, level),
            1 => say!(
                "{} stays the farthest vertex along d: {}, its new neighbor on {}, is not farther.",
                vertex,
                self.compared_marks(),
                level
            ),
            _ => say!(
                "{} stays the farthest vertex along d: none of its {} new neighbors on {} is farther.",
                vertex,
                vertex_count(symbol::NEIGHBORS, compared),
                level
            ),
        }
    }

    /// Sentence on the `compared` neighbors of `vertex` on the hull, which prove that it is the farthest.
    fn proof_sentence(&self, vertex: u32, compared: u32) -> Sentence {
        let vertex = self.mark(vertex);
        match compared {
            0 => say!("{} has no neighbors, so it is the farthest vertex along d.", vertex),
            1 => say!(
                "{} is the farthest vertex along d: {}, its only neighbor, is not farther.",
                vertex,
                self.compared_marks()
            ),
            _ => say!(
                "{} is the farthest vertex along d: none of its {} neighbors on the hull is farther, and on a convex body \
                 no other vertex can be.",
                vertex,
                vertex_count(symbol::NEIGHBORS, compared)
            ),
        }
    }

    /// Names of the vertices that the step compares.
    fn compared_marks(&self) -> Sentence {
        let context = self.step.context;
        let walk = &context.searched.walk;
        let compared = walk.compared[..walk.query_steps_done(self.step.number)].last();
        Sentence::list(compared.into_iter().flatten().map(|&point| context.body.point_mark(point)))
    }

    /// Sentence on the coarsest level, whose vertices are all compared. Equally far ones are counted.
    fn base_sentence(&self, after: &Query, compared: u32) -> Sentence {
        let ties = self.step.context.count_ties(after.farthest, compared);
        let farthest = self.mark(after.farthest);
        let vertices = vertex_count(symbol::LEVEL_VERTICES, compared);
        let has_one_level = self.hierarchy.levels.len() == 1;
        let level =
            if has_one_level { Sentence::default() } else { say!(" of level {}, the coarsest", self.level_number(0)) };
        if compared == 1 {
            say!("{} is the only vertex{}, so it is the farthest along the direction d.", farthest, level)
        } else if ties == 1 {
            say!("{} is the farthest along the direction d of the {} vertices{}.", farthest, vertices, level)
        } else if compared == 2 {
            say!("Both vertices{} are equally far along the direction d. The search starts from {}.", level, farthest)
        } else if ties == compared {
            say!(
                "All {} vertices{} are equally far along the direction d. The search starts from {}.",
                vertices,
                level,
                farthest
            )
        } else {
            say!(
                "{} of the {} vertices{} are farthest along the direction d. The search starts from one of them, {}.",
                vertex_count(symbol::TIES, ties),
                vertices,
                level,
                farthest
            )
        }
    }
}

/// Progress of a step along d, meters, as a value that refers to its mark.
fn rise(after: &Query) -> Value {
    Value::of(symbol::RISE, length(after.rise), "rise")
}
