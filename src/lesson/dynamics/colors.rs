//! Graph coloring of contacts: the colors, their pictures, and the reason for the order.

use glam::DVec3;

use super::notation::mark;
use super::shown_rows::ShownRows;
use crate::answer::number::{self, with_noun};
use crate::lesson::{Beat, Sentence, Value, say, symbol};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::dynamics::{ConstraintSource, Phase, World};

/// Largest number of drawn contacts.
const MOST: usize = 300;

/// Number of colors; `None` where contacts are not solved by colors.
pub(super) fn count(world: &World) -> Option<usize> {
    world.colors.len().checked_sub(1).filter(|count| *count > 0)
}

/// Contacts of a color, each with its first row.
fn of_color(world: &World, color: usize) -> impl Iterator<Item = (u32, u32)> {
    (world.colors[color]..world.colors[color + 1]).filter_map(|at| match world.constraints[at as usize].source {
        ConstraintSource::Normal { contact, point: 0 } => Some((at, contact)),
        _ => None,
    })
}

/// Color of the current row, from 0, and the number of its contacts.
pub(super) fn here(world: &World) -> Option<(usize, usize)> {
    let color = world.color(world.iteration?.at)?;
    Some((color, of_color(world, color).count()))
}

/// Beat after the rows are made: the colors of the contacts, and their purpose.
pub(super) fn colored(world: &World) -> Option<Beat> {
    let count = count(world)?;
    let contacts = (0..count).flat_map(|color| of_color(world, color)).count();
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

/// Sentence at the first row of a color.
pub(super) fn begun(world: &World) -> Option<Sentence> {
    let (color, contacts) = here(world)?;
    let first = world.colors[color] == world.iteration?.at;
    let count = count(world).filter(|count| first && *count > 1)?;
    let share = match contacts {
        1 => Sentence::from("it has one pair of bodies"),
        _ => say!(
            "its {} share no moving body",
            Value::number(symbol::CONTACTS_OF_COLOR, with_noun(contacts as u64, "pair"))
        ),
    };
    Some(say!(
        " Color {} of {} begins: {}.",
        Value::number(symbol::COLOR, number::count(color + 1)),
        Value::number(symbol::COLORS, number::count(count)),
        share
    ))
}

/// Adds the contact points by color: all colors after the coloring, and the current color during its rows.
pub(super) fn picture(picture: &mut Picture, shows: &ShownRows<'_>, world: &World) {
    let Some(count) = count(world) else { return };
    let shown = match shows.did {
        Some(Phase::Prepare) if shows.colored => 0..count,
        Some(Phase::Iterate { .. } | Phase::Relax { .. }) => here(world).map_or(0..0, |(color, _)| color..color + 1),
        _ => 0..0,
    };
    for (color, (at, contact)) in shown.flat_map(|color| of_color(world, color).map(move |it| (color, it))).take(MOST) {
        let role = Role::group(color as u32);
        let key = mark(world.constraints[at as usize].source);
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
