//! Values and tables of a step of a world: the numbers next to a beat's sentence, and the tables of the constraint
//! rows, of the direct solve and of the energy.

use contact_lens_model::answer::{Shown, number};
use contact_lens_model::snapshot::dynamics::{Direct, Energy, Phase};

use super::iteration_beat::IterationBeat;
use super::notation::{closing_speed, fastest_approach, least_energy, number_text, quantity, rounding};
use super::row_view::RowView;
use super::scene::displacement::Displacement;
use super::shown_rows::ShownRows;
use super::work::Work;
use super::{WorldContext, direct_rounds};
use crate::{Row, Table, Value, symbol};

/// Values of an iteration of a constraint that a beat computes or compares.
fn iteration_values(view: &RowView<'_>, phase: Option<Phase>, beat: IterationBeat) -> Vec<Value> {
    match phase {
        Some(Phase::WarmStart { .. }) => return vec![view.impulse_value()],
        Some(Phase::Position { .. }) => {
            return vec![view.velocity_value(), view.impulse_before_value(), view.impulse_value()];
        }
        _ => {}
    }
    match beat {
        IterationBeat::Velocity => vec![view.velocity_value()],
        IterationBeat::RawImpulse => vec![view.impulse_before_value(), view.raw_impulse_value()],
        IterationBeat::Clamp => {
            let mut values = vec![view.impulse_value(), view.raw_impulse_value()];
            values.extend(view.friction_limit_value());
            values
        }
        IterationBeat::Apply => {
            let mut values = vec![view.impulse_change_value()];
            if view.has_change() {
                values.extend([view.impulse_value(), view.velocity_after_value()]);
                if view.energy_change().abs() > least_energy(view.context) {
                    values.push(view.energy_change_value());
                }
            }
            values
        }
    }
}

/// Values of a beat of the row step of index `step`. `beat` only matters for the iteration of a constraint.
pub(super) fn values(context: &WorldContext, step: usize, shows: &ShownRows<'_>, beat: IterationBeat) -> Vec<Value> {
    let Some(world) = shows.after else { return Vec::new() };
    if let Some(iteration) = shows.iteration {
        return iteration_values(&RowView::of(context, world, iteration, shows.phase), shows.phase, beat);
    }
    let least = rounding(&context.setting, world);
    match shows.phase {
        Some(Phase::Approach) => {
            fastest_approach(world).map(|point| closing_speed(point.approach, least)).into_iter().collect()
        }
        Some(Phase::Kick) => {
            let change = context.history.work(step).map_or(0.0, |work| work.kick_of_solve);
            vec![Value::number(symbol::KINETIC_CHANGE, quantity(change, least_energy(context), "J"))]
        }
        Some(Phase::Direct) => {
            // After the last round, its impulses are applied to all rows, and no row is emphasized.
            if world.round.is_none() || shows.current.is_empty() {
                return Vec::new();
            }
            let Some(change) = direct_rounds::most_changed_row(shows) else { return Vec::new() };
            let view = RowView::of(context, world, change, shows.phase);
            vec![view.impulse_before_value(), view.impulse_value()]
        }
        Some(Phase::Move) => {
            let moved = shows.before.and_then(|before| Displacement::largest(context, before, world));
            moved.map_or_else(Vec::new, |moved| moved.values(context, world))
        }
        None | Some(Phase::Record) => energy_values(world.energy(&context.setting), least_energy(context)),
        Some(
            Phase::Detect
            | Phase::Match
            | Phase::Prepare
            | Phase::WarmStart { .. }
            | Phase::Iterate { .. }
            | Phase::Position { .. }
            | Phase::DirectPosition
            | Phase::Relax { .. },
        ) => Vec::new(),
    }
}

/// Values of an energy: the total energy, and the kinetic one if it exceeds the rounding error `least`, J.
fn energy_values(Energy { kinetic, potential }: Energy, least: f64) -> Vec<Value> {
    let mut values = vec![Value::number(symbol::TOTAL_ENERGY, quantity(kinetic + potential, least, "J"))];
    if kinetic > least {
        values.push(Value::number(symbol::KINETIC_ENERGY, quantity(kinetic, least, "J")));
    }
    values
}

/// Tables of the row step of index `step`: energy, direct solve and rows, as far as they are known.
pub(super) fn tables(context: &WorldContext, step: usize, shows: &ShownRows<'_>) -> Vec<Table> {
    let Some(world) = shows.after else { return Vec::new() };
    let mut tables = Vec::new();
    if let Some(work) = context.history.work(step) {
        tables.push(energy_table(work, world.energy(&context.setting)));
    }
    if let Some(direct) = &world.direct {
        tables.push(direct_table(direct));
    }
    if !shows.rows.is_empty() {
        tables.push(row_table(shows));
    }
    tables
}

/// Table of the statistics of a direct solve.
fn direct_table(direct: &Direct) -> Table {
    let cells = vec![
        count_text(direct.rows),
        count_text(direct.redundant),
        count_text(direct.rounds),
        count_text(direct.pivots),
        number_text(direct.residual),
    ];
    let columns = vec!["rows", "redundant", "rounds", "pivots", "residual"];
    Table { title: "Direct solve", columns, rows: vec![Row { cells, ..Row::default() }] }
}

/// Table of the visible rows with their bounds, impulses and errors. A collapsed lane, which merges several rows,
/// has no entry.
fn row_table(shows: &ShownRows<'_>) -> Table {
    let expanded = shows.rows.iter().enumerate().filter(|(_, row)| row.name.short != super::rows::COLLAPSED);
    let rows = expanded.map(|(i, row)| {
        let cells = vec![
            Shown::from(format!("{} {}", row.name.group, row.name.short)),
            bound_text(row.bounds[0]),
            number_text(row.impulse),
            bound_text(row.bounds[1]),
            row.direct.map_or_else(|| Shown::from("–"), number_text),
            number_text(row.error),
            number_text(row.bias),
            number_text(row.inverse_mass),
        ];
        Row { cells, key: None, chosen: shows.current.contains(&i) }
    });
    let columns = vec!["row", "lower", "λ", "upper", "direct", "C", "bias", "K"];
    Table { title: "Rows of this solve", columns, rows: rows.collect() }
}

/// Text of a bound; infinite bounds as `∞` and `−∞`.
fn bound_text(bound: f64) -> Shown {
    number::number_or(bound, if bound > 0.0 { "∞" } else { "−∞" })
}

fn count_text(n: u32) -> Shown {
    number::count(n as usize)
}

/// Table of the energy of a frame: the energy at the frame's start, the part added by each kind of work, and the energy
/// `now`.
fn energy_table(work: &Work, now: Energy) -> Table {
    let gained = work.kick + work.joints + work.normals + work.frictions;
    let rows = vec![
        energy_row("kinetic at frame start", work.start.kinetic),
        energy_row("added by gravity, forces", work.kick),
        energy_row("added by joints", work.joints),
        energy_row("added by normal impulses", work.normals),
        energy_row("added by friction", work.frictions),
        energy_row("kinetic, sum of these", work.start.kinetic + gained),
        energy_row("kinetic, now", now.kinetic),
        energy_row("potential at frame start", work.start.potential),
        energy_row("potential, now", now.potential),
    ];
    Table { title: "Energy of this frame", columns: vec!["energy", "J"], rows }
}

/// Row of the energy table, whose energy is in joules.
fn energy_row(name: &str, energy: f64) -> Row {
    Row { cells: vec![Shown::from(name), number_text(energy)], ..Row::default() }
}
