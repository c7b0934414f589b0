//! Sentences of the Dobkin–Kirkpatrick hierarchy: of its construction and of the query's steps.

use super::{HierarchyView, MAX_NAMED, pictures};
use crate::answer::number::{count, length};
use crate::lesson::{Sentence, Value, say, symbol};
use crate::snapshot::hierarchy::{Compared, Query};

/// Value of a number `n` of vertices or neighbors.
fn vertex_count(symbol: symbol::Symbol, n: u32) -> Value {
    Value::number(symbol, count(n as usize))
}

impl HierarchyView<'_> {
    /// Name of a vertex, by its rank in the hierarchy.
    pub(super) fn mark(&self, vertex: u32) -> Sentence {
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
        let [remaining, all] = [fine - 1, fine].map(|level| self.hierarchy.levels[level]);
        let mut removed: Vec<u32> = (remaining..all).map(|vertex| self.hierarchy.sources[vertex as usize]).collect();
        removed.sort_unstable();
        let removed = removed.into_iter().map(|point| self.step.context.body.point_mark(point));
        let level = if fine + 1 == self.hierarchy.levels.len() {
            say!("{} (the body itself)", self.level_name(fine))
        } else {
            self.level_name(fine)
        };
        let all_vertices = vertex_count(symbol::LEVEL_VERTICES, all);
        let neighbors = match pictures::most_neighbors(self.step.context, fine) {
            0 => Sentence::from("few neighbors"),
            1 => Sentence::from("only one neighbor"),
            n => say!("at most {} neighbors", Value::number(symbol::NEIGHBORS, count(n))),
        };
        match removed.len() {
            1 => say!(
                "{} is removed from {}, which has {} vertices. The removed vertex has {}.",
                removed.sum::<Sentence>(),
                level,
                all_vertices,
                neighbors
            ),
            2..=MAX_NAMED => say!(
                "{} are removed from {}, which has {} vertices. Each removed vertex has {}, and no two are adjacent.",
                Sentence::list(removed),
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
        match (self.hierarchy.levels.len(), base) {
            (1, 1) => say!("{} is the only vertex, so there is a single level.", self.mark(0)),
            (1, _) => {
                say!("The {} vertices are few enough to compare one by one, so there is a single level.", vertices)
            }
            (_, 1) => say!("Level {} is the coarsest: {} is its only vertex.", self.level_number(0), self.mark(0)),
            _ => say!(
                "Level {} is the coarsest: its {} vertices are few enough to compare one by one.",
                self.level_number(0),
                vertices
            ),
        }
    }

    /// Line of the listing and sentence of a query step.
    pub(super) fn describe_query_step(&self, before: &Query, after: &Query) -> (&'static str, Sentence) {
        let compared = after.visited - before.visited;
        match after.compared {
            Compared::Nothing | Compared::Base => ("base", self.base_sentence(after, compared)),
            Compared::Removed { of, .. } => ("level", self.level_sentence(before, after, of)),
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
        let now = self.mark(after.farthest);
        let of = self.mark(vertex);
        let level = self.level_name(after.level);
        let number = vertex_count(symbol::NEIGHBORS, compared);
        match (after.farthest != before.farthest, compared) {
            (true, 1) => say!(
                "{}, the only new neighbor of {} on {}, is {} farther along d: the search moves to {}.",
                &now,
                of,
                level,
                rise(after),
                &now
            ),
            (true, _) => say!(
                "Of the {} new neighbors of {} on {}, {} is the {} along d, {} farther than {}: the search moves \
                 there.",
                number,
                &of,
                level,
                now,
                if compared == 2 { "farther one" } else { "farthest" },
                rise(after),
                &of
            ),
            (false, 0) => {
                say!("{} has no new neighbor on {}, so it stays the farthest vertex along d.", of, level)
            }
            (false, 1) => say!(
                "{} stays the farthest vertex along d: {}, its new neighbor on {}, is not farther.",
                of,
                self.compared_marks(),
                level
            ),
            (false, _) => say!(
                "{} stays the farthest vertex along d: none of its {} new neighbors on {} is farther.",
                of,
                number,
                level
            ),
        }
    }

    /// Sentence on the neighbors of `vertex` on the hull, which prove that it is the farthest.
    fn proof_sentence(&self, vertex: u32, compared: u32) -> Sentence {
        let of = self.mark(vertex);
        match compared {
            0 => say!("{} has no neighbors, so it is the farthest vertex along d.", of),
            1 => say!(
                "{} is the farthest vertex along d: {}, its only neighbor, is not farther.",
                of,
                self.compared_marks()
            ),
            _ => say!(
                "{} is the farthest vertex along d: none of its {} neighbors on the hull is farther, and on a convex body \
                 no other vertex can be.",
                of,
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
        let ties = self.step.context.ties(after.farthest, compared);
        let now = self.mark(after.farthest);
        let vertices = vertex_count(symbol::LEVEL_VERTICES, compared);
        let level = match self.hierarchy.levels.len() {
            1 => Sentence::default(),
            _ => say!(" of level {}, the coarsest", self.level_number(0)),
        };
        match (compared, ties) {
            (1, _) => say!("{} is the only vertex{}, so it is the farthest along the direction d.", now, level),
            (_, 1) => say!("{} is the farthest along the direction d of the {} vertices{}.", now, vertices, level),
            (2, _) => {
                say!("Both vertices{} are equally far along the direction d. The search starts from {}.", level, now)
            }
            _ if ties == compared => say!(
                "All {} vertices{} are equally far along the direction d. The search starts from {}.",
                vertices,
                level,
                now
            ),
            _ => say!(
                "{} of the {} vertices{} are farthest along the direction d. The search starts from one of them, {}.",
                vertex_count(symbol::TIES, ties),
                vertices,
                level,
                now
            ),
        }
    }
}

/// Progress of a step along d, which the picture shows.
fn rise(after: &Query) -> Value {
    Value::of(symbol::RISE, length(after.rise), "rise")
}
