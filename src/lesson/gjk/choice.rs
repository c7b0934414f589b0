//! Quiz questions of GJK: which vertex is the support point (for round bodies, whether the plane through it separates
//! the bodies), and which vertex the reduction removes. The callers pass the beats of the step, to whose listing lines
//! the questions belong.

use contact_lens_picture::{Picture, Role};
use glam::DVec3;

use super::simplex_view::{PairPictures, SimplexVertex, add_connected_points_on_bodies, add_search_arrow, add_simplex};
use super::view::GjkView;
use crate::quiz::farthest::{
    RemovableVertex, SupportSearch, farthest_vertex_question, removed_vertex_question, separating_plane_question,
};
use crate::{Beat, CSO, Choice, PairContext};

/// Questions of iteration `number`, from 0, whose `beats` they are attached to.
pub(super) fn choices(number: usize, view: &GjkView, context: &PairContext, beats: &[Beat]) -> Vec<Choice> {
    let mut choices = Vec::new();
    if let Some(w) = &view.w {
        let support_or_plane =
            support_question(number, view, w, context, beats).or_else(|| separating_plane_choice(view, beats));
        choices.extend(support_or_plane);
    }
    choices.extend(removed_vertex_choice(view, beats));
    choices
}

/// Question for the support point on one body: on A in even iterations and on B in odd ones, or on the other body where
/// the first one is round, which has no vertices to choose from. `None` if both are round.
fn support_question(
    number: usize,
    view: &GjkView,
    w: &SimplexVertex,
    context: &PairContext,
    beats: &[Beat],
) -> Option<Choice> {
    let searches = [
        SupportSearch { body: 0, along: view.direction, found: w.a },
        SupportSearch { body: 1, along: -view.direction, found: w.b },
    ];
    [number % 2, (number + 1) % 2].into_iter().find_map(|body| {
        let name = &context.names[body];
        let direction = ["d", "−d"][body];
        let question = format!("Which vertex of {name} is farthest along {direction}?");
        let choice = Choice::at(beats, "support", "support point", question)?;
        farthest_vertex_question(context, choice.with_pictures(pictures_before(view, context)), searches[body])
    })
}

/// Question for whether the plane through the support point separates the bodies; `None` without a beat of the bound.
fn separating_plane_choice(view: &GjkView, beats: &[Beat]) -> Option<Choice> {
    let choice = Choice::at(beats, "bound", "separating plane", "Does the plane through w separate the bodies?")?;
    // The plane's distance from the origin counts as exact.
    separating_plane_question(choice, view.plane, 0.0)
}

/// Question for the removed vertex; `None` in a step without a reduction.
fn removed_vertex_choice(view: &GjkView, beats: &[Beat]) -> Option<Choice> {
    if view.used_backup || view.joined.is_empty() {
        return None;
    }
    let choice =
        Choice::at(beats, "reduce", "removed vertex", REMOVED_VERTEX_QUESTION)?.with_pictures(joined_pictures(view));
    let vertices: Vec<RemovableVertex> = view
        .joined
        .iter()
        .map(|vertex| RemovableVertex { name: vertex.name("w"), at: vertex.w, is_removed: vertex.lambda.is_none() })
        .collect();
    removed_vertex_question(choice, CSO, &vertices)
}

/// Text of the question for the removed vertex.
pub(super) const REMOVED_VERTEX_QUESTION: &str = "Which vertex has no weight in the point of W nearest the origin?";

/// Pictures of the simplex before the step and of the search direction, without the support point that they lead to.
fn pictures_before(view: &GjkView, context: &PairContext) -> PairPictures {
    let mut world = Picture::default();
    let mut cso = Picture::default();
    add_connected_points_on_bodies(&mut world, &view.before, Role::Simplex);
    add_simplex(&mut cso, &view.before, Role::Simplex);
    if view.before.is_empty() {
        context.add_direction(&mut cso, "d", DVec3::ZERO, view.direction);
    } else {
        add_search_arrow(&mut cso, view.v, view.direction, context);
    }
    (world, cso)
}

/// Pictures of the simplex with the new vertex, before its reduction.
fn joined_pictures(view: &GjkView) -> PairPictures {
    let mut world = Picture::default();
    let mut cso = Picture::default();
    add_connected_points_on_bodies(&mut world, &view.joined, Role::Simplex);
    add_simplex(&mut cso, &view.joined, Role::Simplex);
    (world, cso)
}
