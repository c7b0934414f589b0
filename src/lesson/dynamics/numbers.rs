//! Values and tables of the steps of a world.

use glam::DVec2;

use super::notation::{
    fastest_approach, fastest_body, least_energy, mark, measured, numbers, points, rounding, shown, units,
};
use super::rows::row_count;
use super::shown_rows::ShownRows;
use super::work::Work;
use super::{WorldContext, colors, direct_rounds};
use crate::answer::{Shown, number};
use crate::lesson::{Row, Table, Value, symbol};
use crate::snapshot::dynamics::{Bounds, Constraint, Energy, Iteration, Phase, World};

/// Text of a quantity with its unit, as in sentences and panes; in words if it is zero to rounding.
fn quantity(x: f64, least: f64, unit: &str) -> Shown {
    Shown { text: measured(x, least, unit), ..shown(x) }
}

/// Text of a row's quantity, or of both of a block.
fn row_quantity(row: &Constraint, of: DVec2, least: f64, unit: &str) -> Shown {
    match row.rows {
        2 => Shown { text: format!("{} {unit}", numbers(row, of, least)), ..number::vector(of.extend(0.0)) },
        _ => quantity(of.x, least, unit),
    }
}

/// Values of an iteration, as known at `beat`, which counts w, raw, clamp, apply.
fn iterated(
    context: &WorldContext,
    world: &World,
    iteration: Iteration,
    (did, beat): (Option<Phase>, usize),
) -> Vec<Value> {
    let row = &world.constraints[iteration.at as usize];
    let [impulse, speed] = units(row);
    let least = rounding(&context.setting, world);
    let least_impulse = context.least_impulse();
    let key = mark(row.of);
    let mut values = vec![
        Value::of(symbol::ROW_VELOCITY, row_quantity(row, iteration.speed, least, speed), key.clone()),
        Value::of(symbol::IMPULSE_BEFORE, row_quantity(row, iteration.from, least_impulse, impulse), "before"),
    ];
    if beat >= 1 {
        let raw = row_quantity(row, iteration.raw, least_impulse, impulse);
        values.push(Value::of(symbol::RAW_IMPULSE, raw, "raw"));
    }
    if beat >= 2 {
        let clamped = row_quantity(row, iteration.to, least_impulse, impulse);
        values.push(Value::of(symbol::IMPULSE, clamped, key.clone()));
    }
    if let (true, Bounds::Friction { normal, friction }) = (beat >= 2, row.bounds) {
        let limit = friction * world.constraints[normal as usize].impulse.x;
        values.push(Value::of(symbol::FRICTION_LIMIT, quantity(limit, least_impulse, "N s"), key.clone()));
    }
    if beat >= 3 {
        let added = iteration.to - iteration.from;
        let after = iteration.speed + row.effect(added);
        values.push(Value::of(symbol::IMPULSE_CHANGE, row_quantity(row, added, least_impulse, impulse), key.clone()));
        values.push(Value::of(symbol::ROW_VELOCITY_AFTER, row_quantity(row, after, least, speed), key));
        // The velocity that corrects positions is discarded, so it does not change the energy.
        let energy = if matches!(did, Some(Phase::Position { .. })) { 0.0 } else { row.energy(&iteration) };
        values.push(Value::number(symbol::KINETIC_CHANGE, quantity(energy, least_energy(context), "J")));
    }
    values
}

/// Values of the row that a round of a direct solve changes most.
fn most_changed(context: &WorldContext, world: &World, change: Iteration) -> Vec<Value> {
    let row = &world.constraints[change.at as usize];
    let [unit, _] = units(row);
    let least = context.least_impulse();
    vec![
        Value::of(symbol::IMPULSE_BEFORE, row_quantity(row, change.from, least, unit), "before"),
        Value::of(symbol::IMPULSE, row_quantity(row, change.to, least, unit), mark(row.of)),
    ]
}

/// Values of a step, as known at `beat`, which counts w, raw, clamp, apply.
pub(super) fn values(context: &WorldContext, step: usize, shows: &ShownRows<'_>, beat: usize) -> Vec<Value> {
    let Some(world) = shows.after else { return Vec::new() };
    let mut values = match (shows.iteration, direct_rounds::iteration(shows)) {
        (Some(iteration), _) => iterated(context, world, iteration, (shows.did, beat)),
        (None, Some(change)) if !shows.lit.is_empty() => most_changed(context, world, change),
        _ => Vec::new(),
    };
    let least = rounding(&context.setting, world);
    let all = points(world).count();
    match shows.did {
        Some(Phase::Detect) => {
            values.push(Value::number(symbol::TOUCHING_BODIES, number::count(world.contacts.len())));
            values.push(contact_points(all));
        }
        Some(Phase::Match) => {
            let new = points(world).filter(|point| point.is_new).count();
            values.push(Value::number(symbol::NEW_POINTS, number::count(new)));
        }
        Some(Phase::Approach) => {
            if let Some((_, speed)) = fastest_approach(world).filter(|(_, speed)| *speed > least) {
                values.push(Value::of(symbol::CLOSING_SPEED, quantity(speed, least, "m/s"), "approach"));
            }
        }
        Some(Phase::Kick) => {
            let change = context.history.work(step).map_or(0.0, |work| work.kick_of_solve);
            values.push(Value::number(symbol::KINETIC_CHANGE, quantity(change, least_energy(context), "J")));
        }
        Some(Phase::Prepare) => {
            let rows = row_count(world, false) + row_count(world, true);
            values.push(Value::number(symbol::CONSTRAINT_ROWS, number::count(rows)));
            values.extend(colors::count(world).map(|count| Value::number(symbol::COLORS, number::count(count))));
        }
        Some(Phase::Direct) => {
            values.extend(world.rounds.map(|rounds| Value::number(symbol::ROUNDS, number::count(rounds as usize))));
        }
        Some(Phase::Move) => {
            if let Some((_, speed)) = fastest_body(world).filter(|(_, speed)| *speed > least) {
                values.push(Value::of(symbol::BODY_SPEED, quantity(speed, least, "m/s"), "velocity"));
            }
        }
        None | Some(Phase::Record) => {
            let Energy { kinetic, potential } = world.energy(&context.setting);
            let least = least_energy(context);
            values.push(Value::number(symbol::TOTAL_ENERGY, quantity(kinetic + potential, least, "J")));
            values.push(Value::number(symbol::KINETIC_ENERGY, quantity(kinetic, least, "J")));
        }
        _ => {}
    }
    values
}

fn contact_points(count: usize) -> Value {
    match count {
        0 => Value::number(symbol::CONTACT_POINTS, number::count(0)),
        _ => Value::of(symbol::CONTACT_POINTS, number::count(count), "contact"),
    }
}

/// Tables of the rows and of the energy.
pub(super) fn tables(context: &WorldContext, step: usize, shows: &ShownRows<'_>) -> Vec<Table> {
    let Some(world) = shows.after else { return Vec::new() };
    let mut tables: Vec<Table> =
        context.history.work(step).map(|work| ledger(work, world.energy(&context.setting))).into_iter().collect();
    if let Some(direct) = world.direct {
        let cells = vec![
            count_text(direct.rows),
            count_text(direct.redundant),
            count_text(direct.rounds),
            count_text(direct.pivots),
            shown(direct.residual),
        ];
        let columns = vec!["rows", "redundant", "rounds", "pivots", "residual"];
        tables.push(Table { title: "Direct solve", columns, rows: vec![Row { cells, ..Row::default() }] });
    }
    if shows.rows.is_empty() {
        return tables;
    }
    let open = shows.rows.iter().enumerate().filter(|(_, row)| row.name.short != super::rows::CLOSED);
    let rows = open.map(|(i, row)| {
        let cells = vec![
            Shown::from(format!("{} {}", row.name.group, row.name.short)),
            bound_text(row.bounds[0]),
            shown(row.impulse),
            bound_text(row.bounds[1]),
            row.direct.map_or_else(|| Shown::from("–"), shown),
            shown(row.error),
            shown(row.bias),
            shown(row.k),
        ];
        Row { cells, key: None, chosen: shows.lit.contains(&i) }
    });
    let columns = vec!["row", "lower", "λ", "upper", "direct", "C", "bias", "K"];
    tables.push(Table { title: "Rows of this solve", columns, rows: rows.collect() });
    tables
}

fn bound_text(x: f64) -> Shown {
    number::number_or(x, if x > 0.0 { "∞" } else { "−∞" })
}

fn count_text(n: u32) -> Shown {
    number::count(n as usize)
}

fn ledger(work: &Work, now: Energy) -> Table {
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

fn energy_row(name: &str, x: f64) -> Row {
    Row { cells: vec![Shown::from(name), shown(x)], ..Row::default() }
}
