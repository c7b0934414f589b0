//! Table of the velocity changes of a solve: a line of cells per constraint row, a cell per iteration, whose shade is
//! the size of the change. The view of the impulses ([`super::lanes`]) shows the table next to the lanes of the rows;
//! with very many rows, it shows only the table, in strips of rows at about one height.

use std::ops::Range;

use contact_lens_model::answer::number::Unit;
use contact_lens_model::snapshot::dynamics::{ConstraintSource, Phase, World};
use contact_lens_picture::{Form, Picture, Role, shade_of};

use super::iteration_beat::IterationBeat;
use super::shown_rows::{ShownRows, SolvePosition, row_mark, unit_names};
use super::solve::Solve;

/// Number of powers of ten that the shades of velocity changes distinguish.
const DECADES: i32 = 4;

/// Distance of the upper edge of a cell from the top of its row, in rows.
const CELL_START: f64 = 0.03;

/// Distance of the lower edge of a cell from the top of its row, in rows.
const CELL_END: f64 = 0.97;

/// Number of strips of the table of very many rows; all strips have equally many rows.
const STRIPS: usize = 48;

/// Number of strips per name of the table of strips, so that the names do not touch.
const STRIPS_PER_NAME: usize = 8;

/// Mapping from velocity changes to the shades of the cells in the table of changes.
pub(super) struct Shades {
    /// Power of ten with the darkest shade: the decimal logarithm of a velocity change in m/s or rad/s.
    top: i32,
    /// Range of the iterations with a column.
    columns: Range<u32>,
    /// Place of the current change; `None` outside of the iterations and rounds.
    now: Option<SolvePosition>,
    /// Whether all iterations are in the future.
    is_future: bool,
}

impl Shades {
    /// Returns the shades of a solve; `None` with at most one iteration, since changes are compared between iterations.
    /// `rounding` is the rounding error of velocities, m/s.
    pub fn of(shows: &ShownRows<'_>, solve: &Solve, rounding: f64) -> Option<Self> {
        let columns = shows.shown_iterations.clone();
        let largest = f64::from(solve.changes.iter().copied().fold(0.0, f32::max));
        let top = largest.max(rounding).log10().ceil() as i32;
        let now = shows.position();
        let is_future = matches!(shows.phase, Some(Phase::Prepare | Phase::WarmStart { .. }));
        if columns.len() > 1 { Some(Self { top, columns, now, is_future }) } else { None }
    }

    /// Adds the heading of the columns: the numbers of the iterations, from 1, and the meaning of the shades.
    pub fn add_columns(&self, picture: &mut Picture, shows: &ShownRows<'_>, solve: &Solve) {
        let unit = unit_names(shows, |units| units.velocity);
        let range = [self.columns.start + 1, self.columns.end];
        let decades = [self.top - DECADES, self.top];
        let name = format!("shade: velocity change per {}", solve.pass_noun());
        picture.add(Role::Grid, "columns", Form::Columns { range, decades, unit, name });
    }

    /// Adds the cells of all visible lanes. The change of a collapsed lane is the largest one of its rows.
    pub fn add_rows(&self, picture: &mut Picture, shows: &ShownRows<'_>, solve: &Solve, beat: IterationBeat) {
        for (i, row) in shows.rows.iter().enumerate() {
            let edges = [i as f64 + CELL_START, i as f64 + CELL_END];
            self.add_row(picture, &row_mark(shows, row), edges, row.name.constraint, beat, |iteration| {
                row.members.clone().filter_map(|constraint| solve.change(iteration, constraint)).reduce(f64::max)
            });
        }
    }

    /// Adds the table of very many rows: strips of equally many rows, sorted by height, the lowest first. The cells of
    /// a strip show its largest change.
    pub fn add_strips(&self, picture: &mut Picture, shows: &ShownRows<'_>, solve: &Solve, beat: IterationBeat) {
        let Some(world) = shows.after else { return };
        let sorted = constraints_by_height(world);
        add_heights_of_strips(picture, &sorted);
        let current = self.now.map(|now| now.constraint);
        for i in 0..STRIPS {
            let strip = i * sorted.len() / STRIPS..(i + 1) * sorted.len() / STRIPS;
            let members: Vec<u32> = sorted[strip].iter().map(|row| row.constraint).collect();
            let Some(first) = members.first() else { continue };
            // A strip that contains the current constraint is shown as that constraint.
            let representative = current.filter(|constraint| members.contains(constraint)).unwrap_or(*first);
            let edges = [i as f64, i as f64 + 1.0];
            self.add_row(picture, "strip", edges, representative, beat, |iteration| {
                members.iter().filter_map(|constraint| solve.change(iteration, *constraint)).reduce(f64::max)
            });
        }
        let name = format!("{} rows sorted by height: largest change per strip", solve.row_names.len());
        let row = STRIPS as f64 + 1.5;
        picture.add(Role::Ghost, "crowd", Form::Entry { row, name, note: String::new(), dot: false });
    }

    /// Adds the cells of a row or strip between the upper and lower edges `rows`: those of future changes are empty,
    /// and the current one is framed. `change_in` returns the velocity change in an iteration, m/s or rad/s, which
    /// happens when `constraint` is solved.
    fn add_row(
        &self,
        picture: &mut Picture,
        key: &str,
        rows: [f64; 2],
        constraint: u32,
        beat: IterationBeat,
        change_in: impl Fn(u32) -> Option<f64>,
    ) {
        for iteration in self.columns.clone() {
            let Some(change) = change_in(iteration) else { continue };
            let position = SolvePosition { iteration, constraint };
            let framed = self.now == Some(position);
            let is_pending = match self.now {
                // The last beat applies the change.
                Some(now) => position > now || framed && beat < IterationBeat::Apply,
                None => self.is_future,
            };
            // 1 for the largest change, 0 for changes that are too small for a shade.
            let height = 1.0 + (change.log10() - f64::from(self.top)) / f64::from(DECADES);
            let has_shade = change > 0.0 && height > 0.0 && !is_pending;
            let shade = if has_shade { shade_of(height) } else { 0.0 };
            let column = f64::from(iteration) + 1.0;
            let cell = Form::Cell { ends: [column - 0.5, column + 0.5], rows, shade, framed };
            picture.add(Role::Bound, key.to_owned(), cell);
        }
    }
}

/// Coordinate y of the point at which a constraint acts, meters.
fn height_of_action(world: &World, source: ConstraintSource) -> f64 {
    match source {
        ConstraintSource::Normal { contact, point } | ConstraintSource::Friction { contact, point } => {
            world.contacts[contact as usize].points[usize::from(point)].position.y
        }
        ConstraintSource::Equality { joint }
        | ConstraintSource::Lower { joint }
        | ConstraintSource::Upper { joint } => world.joints[joint as usize].points[1].y,
    }
}

/// Constraint with the height at which it acts.
struct ConstraintAtHeight {
    /// Coordinate y of the point of action, meters.
    height: f64,
    /// Index of the constraint.
    constraint: u32,
}

/// Constraints of a world, sorted by the height at which they act; those of one height keep their order.
fn constraints_by_height(world: &World) -> Vec<ConstraintAtHeight> {
    let constraints = world.constraints.iter().enumerate();
    let mut sorted: Vec<ConstraintAtHeight> = constraints
        .map(|(i, row)| ConstraintAtHeight { height: height_of_action(world, row.source), constraint: i as u32 })
        .collect();
    sorted.sort_by(|a, b| a.height.total_cmp(&b.height).then(a.constraint.cmp(&b.constraint)));
    sorted
}

/// Adds a name to every [`STRIPS_PER_NAME`] strips: the height of the constraint in their middle.
fn add_heights_of_strips(picture: &mut Picture, sorted: &[ConstraintAtHeight]) {
    let unit = Unit::of(sorted.iter().map(|row| row.height));
    for first in (0..STRIPS).step_by(STRIPS_PER_NAME) {
        let middle = (2 * first + STRIPS_PER_NAME) * sorted.len() / (2 * STRIPS);
        let Some(ConstraintAtHeight { height, .. }) = sorted.get(middle) else { continue };
        let rows = [first as f64, (first + STRIPS_PER_NAME) as f64];
        let name = format!("{} {}", unit.bare(*height, 2), unit.name);
        picture.add(Role::Grid, "height", Form::Lane { rows, name, note: String::new() });
    }
}
