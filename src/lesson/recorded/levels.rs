//! Groups of consecutive steps for the timeline, such as the phases of a run and the iterations of a solver. [`Levels`]
//! collects them while a run is recorded; [`Level`] is the result.

use std::borrow::Cow;
use std::ops::Range;

/// One grouping of all steps of a run into consecutive steps. A run may have several levels, each finer than the one
/// before: the iterations of a solver, and the constraints in each iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// Name of one group: `iteration`.
    pub name: &'static str,
    /// Groups in order; the first begins at the first step.
    groups: Vec<Group>,
    /// Number of steps of the run.
    steps: usize,
}

/// Consecutive steps with one title.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Group {
    /// Index of the first step.
    start: usize,
    /// Title of the group: `iteration 3`.
    title: Cow<'static, str>,
}

impl Level {
    /// Number of groups; at least 1 in a run with steps.
    pub fn count(&self) -> usize {
        self.groups.len()
    }

    /// Index of the group that contains a step; the last group for steps past the end.
    pub fn at(&self, step: usize) -> usize {
        self.groups.partition_point(|group| group.start <= step).saturating_sub(1)
    }

    /// Indices of the steps of a group; empty past the last group.
    pub fn steps(&self, group: usize) -> Range<usize> {
        self.first_step(group)..self.first_step(group.saturating_add(1))
    }

    /// Index of the first step of a group; the number of steps of the run past the last group.
    fn first_step(&self, group: usize) -> usize {
        self.groups.get(group).map_or(self.steps, |group| group.start)
    }

    /// Title of a group: `GJK`, `iteration 3`.
    pub fn title(&self, group: usize) -> &str {
        self.groups.get(group).map_or("", |group| &group.title)
    }
}

/// Levels of a run that is being recorded, the coarsest first.
#[derive(Clone, Debug)]
pub struct Levels(Vec<Level>);

impl Levels {
    /// Starts with one level, whose groups are called `name`.
    pub fn of(name: &'static str) -> Self {
        Self(Vec::new()).and(name)
    }

    /// Adds a finer level, whose groups are called `name`.
    pub fn and(mut self, name: &'static str) -> Self {
        self.0.push(Level { name, groups: Vec::new(), steps: 0 });
        self
    }

    /// Adds a step to the coarsest level's group `title`; begins a new group if the last one has another title.
    pub fn add_step(&mut self, title: impl Into<Cow<'static, str>>) {
        self.add_step_in([title.into()]);
    }

    /// Adds a step, given the titles of its groups, the coarsest first; levels without a title continue their group. A
    /// new group also begins a group of all finer levels.
    pub fn add_step_in(&mut self, titles: impl IntoIterator<Item = Cow<'static, str>>) {
        let mut titles = titles.into_iter();
        let mut begins_group = false;
        for level in &mut self.0 {
            let last_title = level.groups.last().map(|group| group.title.clone());
            let title = titles.next().or_else(|| last_title.clone()).unwrap_or_default();
            // Also true for the first step, which has no last title.
            begins_group |= last_title.as_ref() != Some(&title);
            if begins_group {
                level.groups.push(Group { start: level.steps, title });
            }
            level.steps += 1;
        }
    }

    /// Returns the levels with more than one group; others say nothing about the run.
    pub fn finish(self) -> Vec<Level> {
        self.0.into_iter().filter(|level| level.groups.len() > 1).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_neighbors_of_one_title_within_the_groups_above() {
        let mut levels = Levels::of("iteration").and("constraint").and("never");
        for (iteration, constraint) in [(1, "a"), (1, "b"), (1, "b"), (2, "b"), (2, "c")] {
            levels.add_step_in([format!("iteration {iteration}").into(), constraint.into()]);
        }
        let levels = levels.finish();
        assert_eq!(levels.iter().map(|level| level.name).collect::<Vec<_>>(), ["iteration", "constraint", "never"]);
        let [iterations, constraints, _] = &levels[..] else { panic!("{levels:?}") };
        assert_eq!((iterations.count(), iterations.steps(0), iterations.steps(1)), (2, 0..3, 3..5));
        assert_eq!((constraints.count(), constraints.title(2), constraints.steps(2)), (4, "b", 3..4));
        let groups: Vec<usize> = (0..7).map(|step| constraints.at(step)).collect();
        assert_eq!(groups, [0, 1, 1, 2, 3, 3, 3]);
        assert!(constraints.steps(4).is_empty() && constraints.steps(9).is_empty());
        let mut single_group = Levels::of("part");
        (0..3).for_each(|_| single_group.add_step("GJK"));
        assert!(single_group.finish().is_empty(), "a level of one group is omitted");
    }
}
