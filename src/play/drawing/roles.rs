//! Roles that decide the colors of a query's bodies in pictures.

use contact_lens_lesson::gjk::simplex_view::simplex_name;
use contact_lens_lesson::{Beat, Lesson};
use contact_lens_picture::Role;
use contact_lens_scene::model::{Ask, Subjects};

/// Subjects of a query by name, each with the role in which it is drawn. All other bodies are bystanders.
pub fn roles(ask: &Ask) -> Vec<(Role, String)> {
    match ask.subjects() {
        Subjects::Pair([a, b]) => vec![(Role::ShapeA, a.to_owned()), (Role::ShapeB, b.to_owned())],
        Subjects::Body(body) => vec![(Role::ShapeA, body.to_owned())],
        // Each step of a query about many bodies has other subjects.
        Subjects::Bodies(_) | Subjects::World => Vec::new(),
    }
}

/// Names of roles in the legend of a sub-step; `shown` is the sub-step, `None` before the first. A role may have
/// several names, and the first one counts: names of the sub-step come before those of the bodies and of the lesson.
pub fn role_names(ask: &Ask, lesson: &dyn Lesson, shown: Option<&Beat>) -> Vec<(Role, String)> {
    let mut names = Vec::new();
    if let Some(beat) = shown {
        names.extend(beat.pictures.role_names.iter().cloned());
        names.extend(simplex_name(&beat.pictures).map(|name| (Role::Simplex, name.to_owned())));
    }
    names.extend(roles(ask));
    names.extend(lesson.role_names());
    names
}

/// Role of the body called `name`; [`Role::Bystander`] if the query does not name it.
pub fn role_of(ask: &Ask, name: &str) -> Role {
    let subject = roles(ask).into_iter().find(|(_, subject)| subject == name);
    subject.map_or(Role::Bystander, |(role, _)| role)
}
