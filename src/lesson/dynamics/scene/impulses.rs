//! World marks of the impulses of all rows, as arrows on the second bodies, in steps that are about no single row. All
//! arrows have one scale; the longest one has its number.

use contact_lens_model::answer::number;
use contact_lens_model::snapshot::dynamics::{Constraint, ConstraintSource, World};
use contact_lens_picture::{Picture, Role};
use glam::DVec2;

use super::{MAX_ARROWS, MAX_DOTS, Scene, flat, impulse_position};
use crate::dynamics::direct_rounds;
use crate::dynamics::notation::{impulse_mark, is_angular};
use crate::dynamics::shown_rows::ShownRows;

/// Length of the longest arrow, in body sizes.
const LONGEST_ARROW: f64 = 1.6;

/// Impulse up to which it is zero to rounding, as a fraction of the unit impulse.
const ROUNDING: f64 = 1e-6;

/// Impulse at one point of action.
struct ImpulseAtPoint {
    /// Source of the row.
    source: ConstraintSource,
    /// Point of action, world, meters.
    point: DVec2,
    /// Sum of the impulses on the second body of all rows at the point, world, N s.
    sum: DVec2,
}

impl Scene {
    /// Adds the impulses of all rows after a step that is about no single row.
    pub(super) fn add_impulses(&self, picture: &mut Picture, shows: &ShownRows<'_>, world: &World) {
        if shows.rows.is_empty() || world.bodies.len() >= MAX_ARROWS {
            return;
        }
        let world = &*direct_rounds::with_round_impulses(world);
        let most_changed = direct_rounds::most_changed_row(shows);
        let most_changed_source = most_changed.map(|change| world.constraints[change.constraint as usize].source);
        let rows = world.constraints.iter().take(shows.first_pending as usize);
        let impulses: Vec<ImpulseAtPoint> = rows.filter_map(|row| self.impulse_of(shows, world, row)).collect();
        let Some(longest) = impulses.iter().map(|impulse| impulse.sum.length()).reduce(f64::max) else { return };
        for impulse in impulses {
            // The row that the sentence names has its own arrow.
            if most_changed_source.is_some_and(|source| act_at_same_point(source, impulse.source)) {
                continue;
            }
            let key = impulse_mark(impulse.source);
            let tip = impulse.point + impulse.sum * (LONGEST_ARROW * self.size / longest);
            picture.arrow(Role::Witness, key.clone(), flat(impulse.point), flat(tip));
            if impulse.sum.length() == longest {
                let text = format!("{} N s", number::brief(longest));
                picture.label(Role::Witness, key.clone(), flat(tip), text);
            }
            // Between bodies that do not touch yet, a dot marks the point of action.
            if world.bodies.len() <= MAX_DOTS {
                picture.point(Role::Witness, key, flat(impulse.point));
            }
        }
    }

    /// Sum of the impulses at the point of action of a row. `None` for friction, which its normal row includes, for
    /// rows of rotation, which have no direction in the plane, and below the rounding error.
    fn impulse_of(&self, shows: &ShownRows<'_>, world: &World, row: &Constraint) -> Option<ImpulseAtPoint> {
        if matches!(row.source, ConstraintSource::Friction { .. }) {
            return None;
        }
        let sum = sum_of_impulses(world, row.source)?;
        let point = impulse_position(world, row.source)? + self.solve_displacement(shows.has_moved(), row, world);
        let is_above_rounding = sum.length() > ROUNDING * self.impulse();
        is_above_rounding.then_some(ImpulseAtPoint { source: row.source, point, sum })
    }
}

/// Sum of the impulses on the second body, N s, of all rows that act at the point of the row `source`. `None` if the
/// first of these rows is angular, and if there is none.
fn sum_of_impulses(world: &World, source: ConstraintSource) -> Option<DVec2> {
    let mut rows = world.constraints.iter().filter(|row| act_at_same_point(source, row.source)).peekable();
    if is_angular(rows.peek()?) {
        return None;
    }
    let sum = rows.fold(DVec2::ZERO, |sum, row| {
        sum + row.jacobian[0].linear * row.impulse.x + row.jacobian[1].linear * row.impulse.y
    });
    Some(sum)
}

/// Whether two rows act at one position: they are the same row, or the normal and the friction of a contact point.
fn act_at_same_point(a: ConstraintSource, b: ConstraintSource) -> bool {
    a == b || contact_point(a).is_some() && contact_point(a) == contact_point(b)
}

/// Index of the contact of a row, and index of the point within it; `None` for rows of joints.
fn contact_point(source: ConstraintSource) -> Option<(u32, u8)> {
    match source {
        ConstraintSource::Normal { contact, point } | ConstraintSource::Friction { contact, point } => {
            Some((contact, point))
        }
        ConstraintSource::Equality { .. } | ConstraintSource::Lower { .. } | ConstraintSource::Upper { .. } => None,
    }
}
