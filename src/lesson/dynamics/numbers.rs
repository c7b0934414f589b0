//! Values and tables of the steps of a world.

use super::notation::{closing_speed, fastest_approach, least_energy, number_text, quantity, rounding};
use super::row_view::RowView;
use super::scene::displacement::Displacement;
use super::shown_rows::ShownRows;
use super::work::Work;
use super::{WorldContext, direct_rounds};
use crate::answer::{Shown, number};
use crate::lesson::{Row, Table, Value, symbol};
use crate::snapshot::dynamics::{Energy, Phase};

/// Values of an iteration of a constraint that are known at a beat: the beats 0 to 3 compute the velocity w, compute
/// the raw impulse, clamp it, and apply it.
fn iteration_values(view: &RowView<'_>, phase: Option<Phase>, beat: usize) -> Vec<Value> {
    match (phase, beat) {
        (Some(Phase::WarmStart { .. }), _) => vec![view.impulse_value()],
        (Some(Phase::Position { .. }), _) => {
            vec![view.velocity_value(), view.impulse_before_value(), view.impulse_value()]
        }
        (_, 0) => vec![view.velocity_value()],
        (_, 1) => vec![view.impulse_before_value(), view.raw_impulse_value()],
        (_, 2) => {
            [view.impulse_value(), view.raw_impulse_value()].into_iter().chain(view.friction_limit_value()).collect()
        }
        _ if !view.has_change() => vec![view.impulse_change_value()],
        _ => {
            let has_energy = view.energy_change().abs() > least_energy(view.context);
            let known = [view.impulse_change_value(), view.impulse_value(), view.velocity_after_value()].into_iter();
            known.chain(has_energy.then(|| view.energy_change_value())).collect()
        }
    }
}

/// Values of a step that are known at a beat; see [`iteration_values`] for the beats of an iteration.
pub(super) fn values(context: &WorldContext, step: usize, shows: &ShownRows<'_>, beat: usize) -> Vec<Value> {
    let Some(world) = shows.after else { return Vec::new() };
    if let Some(iteration) = shows.iteration {
        return iteration_values(&RowView::of(context, world, iteration, shows.phase), shows.phase, beat);
    }
    let least = rounding(&context.setting, world);
    match shows.phase {
        Some(Phase::Approach) => {
            fastest_approach(world).map(|(_, speed)| closing_speed(speed, least)).into_iter().collect()
        }
        Some(Phase::Kick) => {
            let change = context.history.work(step).map_or(0.0, |work| work.kick_of_solve);
            vec![Value::number(symbol::KINETIC_CHANGE, quantity(change, least_energy(context), "J"))]
        }
        Some(Phase::Direct) => {
            let change =
                direct_rounds::most_changed_row(shows).filter(|_| world.round.is_some() && !shows.current.is_empty());
            let view = change.map(|change| RowView::of(context, world, change, shows.phase));
            view.map_or_else(Vec::new, |view| vec![view.impulse_before_value(), view.impulse_value()])
        }
        Some(Phase::Move) => {
            let moved = shows.before.and_then(|before| Displacement::largest(context, before, world));
            moved.map_or_else(Vec::new, |moved| moved.values(context, world))
        }
        None | Some(Phase::Record) => {
            let Energy { kinetic, potential } = world.energy(&context.setting);
            let least = least_energy(context);
            let moving = (kinetic > least).then(|| quantity(kinetic, least, "J"));
            let total = Value::number(symbol::TOTAL_ENERGY, quantity(kinetic + potential, least, "J"));
            [total].into_iter().chain(moving.map(|text| Value::number(symbol::KINETIC_ENERGY, text))).collect()
        }
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

/// Tables of the rows and of the energy.
pub(super) fn tables(context: &WorldContext, step: usize, shows: &ShownRows<'_>) -> Vec<Table> {
    let Some(world) = shows.after else { return Vec::new() };
    let mut tables: Vec<Table> =
        context.history.work(step).map(|work| energy_table(work, world.energy(&context.setting))).into_iter().collect();
    if let Some(direct) = world.direct {
        let cells = vec![
            count_text(direct.rows),
            count_text(direct.redundant),
            count_text(direct.rounds),
            count_text(direct.pivots),
            number_text(direct.residual),
        ];
        let columns = vec!["rows", "redundant", "rounds", "pivots", "residual"];
        tables.push(Table { title: "Direct solve", columns, rows: vec![Row { cells, ..Row::default() }] });
    }
    if shows.rows.is_empty() {
        return tables;
    }
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
    tables.push(Table { title: "Rows of this solve", columns, rows: rows.collect() });
    tables
}

/// Text of a bound; infinite bounds as `∞` and `−∞`.
fn bound_text(x: f64) -> Shown {
    number::number_or(x, if x > 0.0 { "∞" } else { "−∞" })
}

/// Text of a count.
fn count_text(n: u32) -> Shown {
    number::count(n as usize)
}

/// Table of the energy of a frame: at its start, added by each kind of work, and `now`.
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

/// Row of an energy, J.
fn energy_row(name: &str, x: f64) -> Row {
    Row { cells: vec![Shown::from(name), number_text(x)], ..Row::default() }
}
