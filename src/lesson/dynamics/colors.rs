//! Beats, sentences and marks of the graph coloring of contacts. Contacts of one color share no moving body, so the
//! solver computes the impulses of up to four of them at the same time.

use contact_lens_model::answer::number::{self, with_noun};
use contact_lens_model::snapshot::dynamics::{ConstraintSource, Phase, World};
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::notation::impulse_mark;
use super::shown_rows::ShownRows;
use crate::{Beat, Sentence, Value, say, symbol};

/// Largest number of contacts that are drawn in their colors; more are unreadable.
const MAX_CONTACTS: usize = 300;

/// Number of colors; `None` if contacts are not solved by colors.
pub(super) fn color_count(world: &World) -> Option<usize> {
    world.colors.len().checked_sub(1).filter(|count| *count > 0)
}

/// Contact of two bodies, with the place of its constraints.
#[derive(Clone, Copy)]
struct ColoredContact {
    /// Index of the contact's first constraint in the world.
    first_row: u32,
    /// Index of the contact in the world.
    contact: u32,
}

/// Color of the contact whose row the step solves.
pub(super) struct CurrentColor {
    /// Index of the color, from 0.
    pub color: usize,
    /// Number of contacts with this color.
    pub contact_count: usize,
}

/// Contacts of a color, in the order of their rows.
fn contacts_of_color(world: &World, color: usize) -> impl Iterator<Item = ColoredContact> {
    let rows = world.colors[color]..world.colors[color + 1];
    // Each contact is listed once, at the normal row of its first point.
    rows.filter_map(|row| match world.constraints[row as usize].source {
        ConstraintSource::Normal { contact, point: 0 } => Some(ColoredContact { first_row: row, contact }),
        ConstraintSource::Normal { .. }
        | ConstraintSource::Friction { .. }
        | ConstraintSource::Equality { .. }
        | ConstraintSource::Lower { .. }
        | ConstraintSource::Upper { .. } => None,
    })
}

/// Color of the current row; `None` without colors, without a current row, and for the row of a joint.
pub(super) fn current_color(world: &World) -> Option<CurrentColor> {
    let color = world.color(world.iteration?.constraint)?;
    Some(CurrentColor { color, contact_count: contacts_of_color(world, color).count() })
}

/// Beat on the number of colors and their purpose, which follows the beat that makes the rows; `None` without colors.
pub(super) fn coloring_beat(world: &World) -> Option<Beat> {
    let count = color_count(world)?;
    let contacts = (0..count).flat_map(|color| contacts_of_color(world, color)).count();
    let pairs = Value::number(symbol::TOUCHING_BODIES, with_noun(contacts as u64, "pair"));
    let colors = Value::number(symbol::COLORS, with_noun(count as u64, "color"));
    let say = if contacts == 1 {
        Sentence::from("The only touching pair needs only one color.")
    } else if count == 1 {
        say!("All {} get one color: no two of them share a moving body, so up to four are solved at once.", pairs)
    } else {
        say!(
            "{} of touching bodies get {}. Pairs of one color share no moving body, so up to four are solved at once.",
            pairs,
            colors
        )
    };
    Some(Beat { line: "color", say, ..Beat::default() })
}

/// Sentence that announces a color at its first row; `None` at other rows, and with a single color.
pub(super) fn color_start_sentence(world: &World) -> Option<Sentence> {
    let CurrentColor { color, contact_count } = current_color(world)?;
    let count = color_count(world)?;
    let is_first_row = world.colors[color] == world.iteration?.constraint;
    if !is_first_row || count == 1 {
        return None;
    }
    let pairs = if contact_count == 1 {
        Sentence::from("it has one pair of bodies")
    } else {
        let counted_pairs = Value::number(symbol::CONTACTS_OF_COLOR, with_noun(contact_count as u64, "pair"));
        say!("its {} share no moving body", counted_pairs)
    };
    Some(say!(
        " Color {} of {} begins: {}.",
        Value::number(symbol::COLOR, number::count(color + 1)),
        Value::number(symbol::COLORS, number::count(count)),
        pairs
    ))
}

/// Adds the contact points by color: those of all colors in the beat of the coloring, and those of the current color
/// during its rows.
pub(super) fn add_colored_contacts(picture: &mut Picture, shows: &ShownRows<'_>, world: &World) {
    let Some(count) = color_count(world) else { return };
    let colors = match shows.phase {
        Some(Phase::Prepare) if shows.colored => 0..count,
        Some(Phase::Iterate { .. } | Phase::Relax { .. }) => match current_color(world) {
            Some(current) => current.color..current.color + 1,
            None => return,
        },
        _ => return,
    };
    let contacts = colors.flat_map(|color| contacts_of_color(world, color).map(move |contact| (color, contact)));
    for (color, contact) in contacts.take(MAX_CONTACTS) {
        add_colored_contact(picture, world, color, contact, shows.colored);
    }
}

/// Adds the points of a contact in the color of index `color`, the line between two points, and, if `is_numbered`, the
/// number of the color, from 1, at their middle.
fn add_colored_contact(
    picture: &mut Picture,
    world: &World,
    color: usize,
    ColoredContact { first_row, contact }: ColoredContact,
    is_numbered: bool,
) {
    let role = Role::group(color as u32);
    let key = impulse_mark(world.constraints[first_row as usize].source);
    let contact_points = &world.contacts[contact as usize].points;
    let positions: Vec<DVec3> = contact_points.iter().map(|point| point.position.extend(0.0)).collect();
    for position in &positions {
        picture.point(role, key.clone(), *position);
    }
    if let [first, second] = positions[..] {
        picture.add(role, key.clone(), Form::Polyline { points: vec![first, second], closed: false });
    }
    if is_numbered {
        let middle = positions.iter().sum::<DVec3>() / positions.len().max(1) as f64;
        picture.label(role, key, middle, (color + 1).to_string());
    }
}
