//! Quiz questions of support mappings: the farthest vertex of A, that of B, and the consequence of their difference.

use super::{Mapping, Outcome};
use crate::lesson::quiz::farthest::{SupportSearch, farthest_vertex_question, separating_plane_question};
use crate::lesson::{Beat, CSO, Choice, PairContext, WORLD, add_named_point};
use crate::picture::Role;

/// Returns the questions of a step; none for a direction of zero, along which all points are equally far.
pub(super) fn choices(after: &Mapping, end: Option<Outcome>, context: &PairContext, beats: &[Beat]) -> Vec<Choice> {
    if end != Some(Outcome::Farthest) {
        return Vec::new();
    }
    let d = context.space.cso(after.d);
    let space = &context.space;
    let [name_a, name_b] = &context.names;
    let a = space.world(after.w.a);
    let b = space.world(after.w.b);
    let on_a = Choice::at(beats, "on-a", "support point", format!("Which vertex of {name_a} is farthest along d?"));
    let on_a = on_a.and_then(|mut choice| {
        context.add_direction(choice.pictures.edit(CSO), "d", Default::default(), d);
        farthest_vertex_question(context, choice, SupportSearch { body: 0, along: d, found: a })
    });
    let question = format!("Which vertex of {name_b} is farthest along −d, so that a − b is farthest along d?");
    let on_b = Choice::at(beats, "on-b", "support point", question).and_then(|mut choice| {
        context.add_direction(choice.pictures.edit(CSO), "d", Default::default(), d);
        add_named_point(choice.pictures.edit(WORLD), Role::NewSupport, "a/0", a, "a");
        farthest_vertex_question(context, choice, SupportSearch { body: 1, along: -d, found: b })
    });
    let question = "Does the plane through w perpendicular to d separate the bodies?";
    let gap = -after.value / d.length();
    let value = Choice::at(beats, "value", "separating plane", question)
        .and_then(|c| separating_plane_question(c, gap, after.rounding));
    [on_a, on_b, value].into_iter().flatten().collect()
}
