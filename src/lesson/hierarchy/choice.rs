//! Quiz question of the hierarchy search: the farthest of the vertices that a level compares.

use contact_lens_model::answer::point_name;
use contact_lens_model::snapshot::hierarchy::Compared;
use contact_lens_picture::Role;

use super::HierarchyNarration;
use crate::quiz::choice::shortlist;
use crate::recorded::narrated::Step;
use crate::{Beat, Choice, WORLD};

/// Largest number of vertices that are candidates.
const MAX_VERTICES: usize = 6;

/// Length of the arrow of d, in radii of the body.
const ARROW_LENGTH: f64 = 0.45;

/// Question of a step that compares vertices of a level; `None` in other steps.
pub(super) fn farthest_vertex_question(step: &Step<'_, HierarchyNarration>, beats: &[Beat]) -> Option<Choice> {
    let before = step.before.query.as_ref()?;
    let after = step.after.query.as_ref()?;
    let context = step.context;
    let sources = &context.searched.hierarchy.sources;
    // On a finer level, the farthest vertex so far is a candidate, too.
    let (line, current) = match after.compared {
        Compared::Nothing | Compared::Base => ("base", None),
        Compared::Removed { .. } => ("level", sources.get(before.farthest as usize).copied()),
        Compared::Hull { .. } => return None,
    };
    let walk = &context.searched.walk;
    let last_query_step = walk.query_steps_done(step.number).checked_sub(1)?;
    let mut points = walk.compared.get(last_query_step)?.clone();
    if let Some(current) = current
        && !points.contains(&current)
    {
        points.push(current);
    }
    points.sort_unstable();
    let farthest = *sources.get(after.farthest as usize)?;
    let question = match current {
        Some(current) => format!(
            "This level adds neighbors of {}. Which of these vertices is the farthest along d?",
            point_name(current)
        ),
        None => String::from("Which vertex of the coarsest level is the farthest along d?"),
    };
    let mut choice = Choice::at(beats, line, "farthest vertex", question)?;
    choice = choice.with_pictures(super::pictures::pictures_before(context, before, step.number));
    let middle = context.middle();
    let tip = middle + context.d * (ARROW_LENGTH * context.body.radius());
    choice.pictures.edit(WORLD).arrow(Role::Axis, "d/asked", middle, tip);
    let height = |point: u32| context.d.dot(context.body.position(point));
    let candidates = shortlist(points, context.body.radius(), MAX_VERTICES, |point| height(farthest) - height(*point));
    for (point, is_right) in candidates {
        let position = context.body.position(point);
        choice = choice.with_candidate_point(WORLD, position, point_name(point), is_right);
    }
    choice.validated()
}
