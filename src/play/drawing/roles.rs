//! Roles that decide the colors of a query's bodies in pictures.

use crate::lesson::Lesson;
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

/// Legend of a lesson: each role with its name. The names of the lesson come last and override those of the bodies.
pub fn role_names(ask: &Ask, lesson: &dyn Lesson) -> Vec<(Role, String)> {
    roles(ask).into_iter().chain(lesson.role_names()).collect()
}

/// Role of the body called `name`; [`Role::Bystander`] if the query does not name it.
pub fn role_of(ask: &Ask, name: &str) -> Role {
    roles(ask).into_iter().find(|(_, subject)| subject == name).map_or(Role::Bystander, |(role, _)| role)
}
