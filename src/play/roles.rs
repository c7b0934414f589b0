//! Roles in which the bodies of a query are drawn.

use crate::lesson::Lesson;
use crate::picture::Role;
use crate::scene::model::{Ask, Subjects};

/// Subjects of a query by name, each with the role in which it is drawn. All other bodies are bystanders.
pub fn roles(ask: &Ask) -> Vec<(Role, String)> {
    match ask.subjects() {
        Subjects::Pair([a, b]) => vec![(Role::ShapeA, a.to_owned()), (Role::ShapeB, b.to_owned())],
        Subjects::Body(body) => vec![(Role::ShapeA, body.to_owned())],
        // Steps of a query about many bodies have subjects of their own.
        Subjects::Bodies(_) | Subjects::World => Vec::new(),
    }
}

/// Names of roles in the legend of a lesson: subjects by body name, then the names that the lesson overrides.
pub fn role_names(ask: &Ask, lesson: &dyn Lesson) -> Vec<(Role, String)> {
    roles(ask).into_iter().chain(lesson.role_names()).collect()
}

/// Role of the body called `name`.
pub fn role_of(ask: &Ask, name: &str) -> Role {
    roles(ask).into_iter().find(|(_, subject)| subject == name).map_or(Role::Bystander, |(role, _)| role)
}
