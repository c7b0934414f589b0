//! Quiz questions of support mappings: which vertex of A and which of B is farthest, and whether the plane through
//! their difference separates the bodies.

use contact_lens_picture::Role;
use glam::DVec3;

use super::{Mapping, Outcome};
use crate::quiz::farthest::{SupportSearch, farthest_vertex_question, separating_plane_question};
use crate::{Beat, CSO, Choice, PairContext, WORLD, add_named_point};

/// Returns the questions of a step that ended with `end`, attached to its `beats`; none for a direction of zero, along
/// which all points are equally far.
pub(super) fn choices(after: &Mapping, end: Option<Outcome>, context: &PairContext, beats: &[Beat]) -> Vec<Choice> {
    if end != Some(Outcome::Farthest) {
        return Vec::new();
    }
    let mut choices = Vec::new();
    choices.extend(vertex_of_a_choice(after, context, beats));
    choices.extend(vertex_of_b_choice(after, context, beats));
    choices.extend(separating_plane_choice(after, context, beats));
    choices
}

/// Question for the farthest vertex of A along `d`; `None` for a round body.
fn vertex_of_a_choice(after: &Mapping, context: &PairContext, beats: &[Beat]) -> Option<Choice> {
    let d = context.space.cso(after.d);
    let a = context.space.world(after.w.a);
    let question = format!("Which vertex of {} is farthest along d?", context.names[0]);
    let mut choice = Choice::at(beats, "on-a", "support point", question)?;
    context.add_direction(choice.pictures.edit(CSO), "d", DVec3::ZERO, d);
    farthest_vertex_question(context, choice, SupportSearch { body: 0, along: d, found: a })
}

/// Question for the farthest vertex of B along `−d`, when that of A is known; `None` for a round body.
fn vertex_of_b_choice(after: &Mapping, context: &PairContext, beats: &[Beat]) -> Option<Choice> {
    let d = context.space.cso(after.d);
    let a = context.space.world(after.w.a);
    let b = context.space.world(after.w.b);
    let name = &context.names[1];
    let question = format!("Which vertex of {name} is farthest along −d, so that a − b is farthest along d?");
    let mut choice = Choice::at(beats, "on-b", "support point", question)?;
    context.add_direction(choice.pictures.edit(CSO), "d", DVec3::ZERO, d);
    add_named_point(choice.pictures.edit(WORLD), Role::NewSupport, "a/0", a, "a");
    farthest_vertex_question(context, choice, SupportSearch { body: 1, along: -d, found: b })
}

/// Question for whether the plane through `w` separates the bodies.
fn separating_plane_choice(after: &Mapping, context: &PairContext, beats: &[Beat]) -> Option<Choice> {
    let d = context.space.cso(after.d);
    // Signed distance of the origin from the plane, meters; positive where the plane separates.
    let gap = -after.value / d.length();
    let question = "Does the plane through w perpendicular to d separate the bodies?";
    let choice = Choice::at(beats, "value", "separating plane", question)?;
    separating_plane_question(choice, gap, after.rounding)
}
