//! Roles that decide the colors of a query's bodies in pictures.

use crate::lesson::gjk::simplex_view::simplex_name;
use crate::lesson::{Beat, Lesson};
use crate::picture::Role;
use crate::scene::model::{Ask, Subjects};

/// Subjects of a query by name, each with the role in which it is drawn. All other bodies are bystanders.
pub fn roles(ask: &Ask) -> Vec<(Role, String)> {
    match ask.subjects() {
        Subjects::Pair([a, b]) => vec![(Role::ShapeA, a.to_owned()), (Role::ShapeB, b.to_owned())],
        Subjects::Body(body) => vec![(Role::ShapeA, body.to_owned())],
        // Each step of a query about many bodies has other subjects.
        Subjects::Bodies(_) | Subjects::World => Vec::new(),
    }
}

/// Names of roles in the legend of a sub-step. Of several names of a role, the first one counts: those of the sub-step
/// come first, then those of the bodies and of the lesson.
pub fn role_names(ask: &Ask, lesson: &dyn Lesson, shown: Option<&Beat>) -> Vec<(Role, String)> {
    let own = shown.map(|beat| beat.pictures.role_names.clone()).unwrap_or_default();
    let simplex = shown.and_then(|beat| simplex_name(&beat.pictures)).map(|name| (Role::Simplex, name.to_owned()));
    own.into_iter().chain(simplex).chain(roles(ask)).chain(lesson.role_names()).collect()
}

/// Role of the body called `name`; [`Role::Bystander`] if the query does not name it.
pub fn role_of(ask: &Ask, name: &str) -> Role {
    roles(ask).into_iter().find(|(_, subject)| subject == name).map_or(Role::Bystander, |(role, _)| role)
}
