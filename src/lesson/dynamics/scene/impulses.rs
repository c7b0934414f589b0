//! World marks of the impulses of all rows after a step, on one scale; the longest arrow has its number.

use glam::DVec2;

use super::{ImpulseAtPoint, MAX_ARROWS, MAX_DOTS, ROUNDING, Scene, act_at_same_point, flat, impulse_at};
use crate::answer::number;
use crate::lesson::dynamics::direct_rounds;
use crate::lesson::dynamics::notation::impulse_mark;
use crate::lesson::dynamics::shown_rows::ShownRows;
use crate::picture::{Picture, Role};
use crate::snapshot::dynamics::{Constraint, ConstraintSource, World};

/// Length of the longest arrow, in body sizes.
const LONGEST_ARROW: f64 = 1.6;

/// Impulse at one point of action.
struct Impulse {
    /// Source of the row.
    source: ConstraintSource,
    /// Point of action, meters.
    at: DVec2,
    /// Sum of the row impulses on the second body, N s.
    sum: DVec2,
}

impl Scene {
    /// Adds the impulses of all rows after a step that is about no single row.
    pub(super) fn add_impulses(&self, picture: &mut Picture, shows: &ShownRows<'_>, world: &World) {
        if shows.rows.is_empty() || world.bodies.len() >= MAX_ARROWS {
            return;
        }
        let world = &*direct_rounds::with_round_impulses(world);
        let named =
            direct_rounds::most_changed_row(shows).map(|change| world.constraints[change.constraint as usize].source);
        let rows = world.constraints.iter().take(shows.first_pending as usize);
        let impulses: Vec<Impulse> = rows.filter_map(|row| self.impulse_of(shows, world, row)).collect();
        let Some(longest) = impulses.iter().map(|impulse| impulse.sum.length()).reduce(f64::max) else { return };
        for impulse in impulses {
            // The row that the sentence names has its own arrow.
            if named.is_some_and(|source| act_at_same_point(source, impulse.source)) {
                continue;
            }
            let tip = impulse.at + impulse.sum * (LONGEST_ARROW * self.size / longest);
            picture.arrow(Role::Witness, impulse_mark(impulse.source), flat(impulse.at), flat(tip));
            if impulse.sum.length() == longest {
                picture.label(
                    Role::Witness,
                    impulse_mark(impulse.source),
                    flat(tip),
                    format!("{} N s", number::brief(longest)),
                );
            }
            // Between bodies that do not touch yet, a dot marks the point of action.
            if world.bodies.len() <= MAX_DOTS {
                picture.point(Role::Witness, impulse_mark(impulse.source), flat(impulse.at));
            }
        }
    }

    /// Sum of the impulses at the point of action of a row; `None` for friction, which its normal row includes, and
    /// below the rounding error.
    fn impulse_of(&self, shows: &ShownRows<'_>, world: &World, row: &Constraint) -> Option<Impulse> {
        if matches!(row.source, ConstraintSource::Friction { .. }) {
            return None;
        }
        let ImpulseAtPoint { point, sum } = impulse_at(world, row.source)?;
        let at = point + self.solve_displacement(shows.has_moved(), row, world);
        (sum.length() > ROUNDING * self.impulse()).then_some(Impulse { source: row.source, at, sum })
    }
}
