//! Which body of a question is drawn as what.

use crate::lesson::Lesson;
use crate::picture::Role;
use crate::scene::model::{Ask, Subjects};

/// The bodies that a question is about, by name, each with the role in which it is drawn. All others are bystanders.
pub fn roles(ask: &Ask) -> Vec<(Role, String)> {
    match ask.subjects() {
        Subjects::Pair([a, b]) => vec![(Role::ShapeA, a.to_owned()), (Role::ShapeB, b.to_owned())],
        Subjects::Body(body) => vec![(Role::ShapeA, body.to_owned())],
        // Of a crowd every step may look at others.
        Subjects::Crowd(_) | Subjects::World => Vec::new(),
    }
}

/// What legends call roles in a lesson: bodies by their names, and what has another name there than elsewhere.
pub fn role_names(ask: &Ask, lesson: &dyn Lesson) -> Vec<(Role, String)> {
    roles(ask).into_iter().chain(lesson.role_names()).collect()
}

/// The role of the body called `name`.
pub fn role_of(ask: &Ask, name: &str) -> Role {
    roles(ask).into_iter().find(|(_, subject)| subject == name).map_or(Role::Bystander, |(role, _)| role)
}
