//! Graph coloring of contacts: contacts of one color share no moving body, so they can be solved at the same time.
//! Beats, sentences and marks of the colors.

use glam::DVec3;

use super::notation::impulse_mark;
use super::shown_rows::ShownRows;
use crate::answer::number::{self, with_noun};
use crate::lesson::{Beat, Sentence, Value, say, symbol};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::dynamics::{ConstraintSource, Phase, World};

/// Largest number of drawn contacts.
const MAX_CONTACTS: usize = 300;

/// Number of colors; `None` if contacts are not solved by colors.
pub(super) fn color_count(world: &World) -> Option<usize> {
    world.colors.len().checked_sub(1).filter(|count| *count > 0)
}

/// Contact with its first row.
#[derive(Clone, Copy)]
struct ColoredContact {
    /// Index of the contact's first constraint.
    first_row: u32,
    /// Index of the contact.
    contact: u32,
}

/// Color of the current row.
pub(super) struct CurrentColor {
    /// Index of the color.
    pub color: usize,
    /// Number of contacts with this color.
    pub contact_count: usize,
}

/// Contacts of a color, in the order of their rows.
fn contacts_of_color(world: &World, color: usize) -> impl Iterator<Item = ColoredContact> {
    (world.colors[color]..world.colors[color + 1]).filter_map(|at| match world.constraints[at as usize].source {
        ConstraintSource::Normal { contact, point: 0 } => Some(ColoredContact { first_row: at, contact }),
        _ => None,
    })
}

/// Color of the current row; `None` without colors, and without a current row.
pub(super) fn current_color(world: &World) -> Option<CurrentColor> {
    let color = world.color(world.iteration?.constraint)?;
    Some(CurrentColor { color, contact_count: contacts_of_color(world, color).count() })
}

/// Beat on the colors of the contacts and their purpose, after the rows are made; `None` without colors.
pub(super) fn coloring_beat(world: &World) -> Option<Beat> {
    let count = color_count(world)?;
    let contacts = (0..count).flat_map(|color| contacts_of_color(world, color)).count();
    let pairs = Value::number(symbol::TOUCHING_BODIES, with_noun(contacts as u64, "pair"));
    let colors = Value::number(symbol::COLORS, with_noun(count as u64, "color"));
    let say = match (contacts, count) {
        (1, _) => Sentence::from("The only touching pair needs only one color."),
        (_, 1) => {
            say!("All {} get one color: no two of them share a moving body, so up to four are solved at once.", pairs)
        }
        _ => say!(
            "{} of touching bodies get {}. Pairs of one color share no moving body, so up to four are solved at once.",
            pairs,
            colors
        ),
    };
    Some(Beat { line: "color", say, ..Beat::default() })
}

/// Sentence on a color at its first row; `None` at other rows, and with a single color.
pub(super) fn color_start_sentence(world: &World) -> Option<Sentence> {
    let CurrentColor { color, contact_count } = current_color(world)?;
    let is_first_row = world.colors[color] == world.iteration?.constraint;
    let count = color_count(world).filter(|count| is_first_row && *count > 1)?;
    let pairs = match contact_count {
        1 => Sentence::from("it has one pair of bodies"),
        _ => say!(
            "its {} share no moving body",
            Value::number(symbol::CONTACTS_OF_COLOR, with_noun(contact_count as u64, "pair"))
        ),
    };
    Some(say!(
        " Color {} of {} begins: {}.",
        Value::number(symbol::COLOR, number::count(color + 1)),
        Value::number(symbol::COLORS, number::count(count)),
        pairs
    ))
}

/// Adds the contact points by color: all colors after the coloring, and the current color during its rows.
pub(super) fn add_colored_contacts(picture: &mut Picture, shows: &ShownRows<'_>, world: &World) {
    let Some(count) = color_count(world) else { return };
    let shown = match shows.phase {
        Some(Phase::Prepare) if shows.colored => 0..count,
        Some(Phase::Iterate { .. } | Phase::Relax { .. }) => {
            current_color(world).map_or(0..0, |current| current.color..current.color + 1)
        }
        _ => 0..0,
    };
    let colored = shown.flat_map(|color| contacts_of_color(world, color).map(move |contact| (color, contact)));
    for (color, ColoredContact { first_row, contact }) in colored.take(MAX_CONTACTS) {
        let role = Role::group(color as u32);
        let key = impulse_mark(world.constraints[first_row as usize].source);
        let points = world.contacts[contact as usize].points.iter().map(|point| point.position.extend(0.0));
        let points: Vec<DVec3> = points.collect();
        points.iter().for_each(|point| picture.point(role, key.clone(), *point));
        if let [p, q] = points[..] {
            picture.add(role, key.clone(), Form::Polyline { points: vec![p, q], closed: false });
        }
        if shows.colored {
            let middle = points.iter().sum::<DVec3>() / points.len().max(1) as f64;
            picture.label(role, key, middle, (color + 1).to_string());
        }
    }
}
