//! Quiz question of the hierarchy search: the farthest of the vertices that a level compares.

use super::HierarchyNarration;
use crate::answer::point_name;
use crate::lesson::quiz::choice::shortlist;
use crate::lesson::recorded::narrated::Step;
use crate::lesson::{Beat, Choice, WORLD};
use crate::snapshot::hierarchy::Compared;

/// Largest number of candidates.
const MAX_VERTICES: usize = 6;

/// Length of the arrow of d, in radii of the body.
const ARROW_LENGTH: f64 = 0.45;

/// Question of a step that compares vertices of a level; `None` in other steps.
pub(super) fn choices(step: &Step<'_, HierarchyNarration>, beats: &[Beat]) -> Option<Choice> {
    let before = step.before.query.as_ref()?;
    let after = step.after.query.as_ref()?;
    let context = step.context;
    let line = match after.compared {
        Compared::Nothing | Compared::Base => "base",
        Compared::Removed { .. } => "level",
        Compared::Hull { .. } => return None,
    };
    let walk = &context.searched.walk;
    let sources = &context.searched.hierarchy.sources;
    let mut points = walk.compared.get(walk.query_steps_done(step.number).checked_sub(1)?)?.clone();
    let current = (line == "level").then(|| sources.get(before.farthest as usize).copied()).flatten();
    points.extend(current.filter(|current| !points.contains(current)));
    points.sort_unstable();
    let best = *sources.get(after.farthest as usize)?;
    let question = match current {
        Some(current) => format!(
            "This level adds neighbors of {}. Which of these vertices is the farthest along d?",
            point_name(current)
        ),
        None => String::from("Which vertex of the coarsest level is the farthest along d?"),
    };
    let choice = Choice::at(beats, line, "farthest vertex", question)?;
    let mut choice = choice.with_pictures(super::pictures::pictures_before(context, before, step.number));
    let middle = context.middle();
    let reach = context.d * (ARROW_LENGTH * context.body.radius());
    choice.pictures.edit(WORLD).arrow(crate::picture::Role::Axis, "d/asked", middle, middle + reach);
    let listed = shortlist(points, context.body.radius(), MAX_VERTICES, |other| {
        context.d.dot(context.body.position(best)) - context.d.dot(context.body.position(*other))
    });
    listed
        .into_iter()
        .fold(choice, |choice, (other, is_right)| {
            choice.with_candidate_point(WORLD, context.body.position(other), point_name(other), is_right)
        })
        .if_answerable()
}
