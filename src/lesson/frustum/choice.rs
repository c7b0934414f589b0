//! Quiz question of culling: the class of a body, before its planes are tested.

use super::shown_bodies::ShownBodies;
use super::{CAMERA, Class, Culling, PLANES, Step, camera, planes, world};
use crate::{Beat, Choice, Pictures, WORLD};

/// Question for the class of a step's body; `None` for a step without a body.
pub(super) fn class_question(step: &Step<'_, Culling>, beats: &[Beat]) -> Option<Choice> {
    let result = step.after.last_result.as_ref().filter(|_| step.after.next > step.before.next)?;
    // The answer is in the first beat.
    beats.first()?;
    let context = step.context;
    let record = &result.record;
    let name = context.name(record.body);
    let question = format!("Which class does {name} have: does a plane reject it, or cut it?");
    let mut choice = Choice::new(0, "class", question);
    let shows = ShownBodies::after_tests(result, 0);
    let mut pictures = Pictures::default();
    world::add_step_marks(context, shows, pictures.edit(WORLD));
    if context.has_sides {
        camera::add_step_marks(context, shows, pictures.edit(CAMERA.id));
    }
    planes::add_rows(context, shows, pictures.edit(PLANES.id));
    choice.pictures = pictures;
    choice.why = Some(super::beats::class_sentence(context, record).text());
    choice
        .with_candidate("outside: one plane rejects it", record.class == Class::Outside)
        .with_candidate("crossing: it is cut by a plane, and none rejects it", record.class == Class::Crossing)
        .with_candidate("inside: it is on the inner side of all planes", record.class == Class::Inside)
        .validated()
}
