//! Values and tables of the steps of a world.

use super::notation::{least_energy, points, rounding, shown, turns, with_unit};
use super::rows::row_count;
use super::shown_rows::ShownRows;
use super::work::Work;
use super::{WorldContext, colors, direct_rounds, has_rows};
use crate::answer::{Shown, number};
use crate::lesson::{Row, Table, Value};
use crate::snapshot::dynamics::{Bounds, Constraint, Energy, Iteration, Phase, World};

/// Values of a step, with the thresholds below which they are zero to rounding.
struct Numbers<'a> {
    context: &'a WorldContext,
    /// Rounding error of a velocity, m/s.
    least: f64,
    values: Vec<Value>,
}

impl Numbers<'_> {
    /// Adds a number with its symbol, caption and mark id.
    fn put(&mut self, symbol: &'static str, meaning: &'static str, x: f64, key: &'static str) {
        self.values.push(Value::new(symbol, meaning, self.shown(symbol, x), key));
    }

    fn put_count(&mut self, symbol: &'static str, meaning: &'static str, n: usize) {
        self.values.push(Value::new(symbol, meaning, number::count(n), "world"));
    }

    /// Text of a number; zero to rounding by the quantity that the symbol's first letter names.
    fn shown(&self, symbol: &str, x: f64) -> Shown {
        let least = match symbol.trim_start_matches('|').chars().next() {
            Some('w' | 'v' | 'a') => self.least,
            Some('C') => 1e-12 * self.context.scene.size,
            Some('λ' | 'r') => self.context.least_impulse(),
            Some('Δ') if symbol == "ΔE" => least_energy(self.context),
            Some('Δ') => self.context.least_impulse(),
            _ => 0.0,
        };
        let is_none = x != 0.0 && x.abs() <= least;
        let shown_number = shown(x);
        if is_none { Shown { text: String::from("0 within rounding"), ..shown_number } } else { shown_number }
    }
}

/// Adds the values of an iteration, as known at `beat`.
fn iterated(world: &World, iteration: Iteration, did: Option<Phase>, beat: usize, numbers: &mut Numbers<'_>) {
    let raw = beat >= 1;
    let clamped = beat >= 2;
    let applied = beat >= 3;
    let row = &world.constraints[iteration.at as usize];
    let turning = turns(row);
    let after = iteration.speed + row.effect(iteration.to - iteration.from);
    let two = row.rows == 2;
    numbers.put("w", with_unit!(speed of turning, "how the two move in this row before, "), iteration.speed.x, "row");
    if two {
        numbers.put("w₂", with_unit!(speed of turning, "likewise, of the second row, "), iteration.speed.y, "row");
        numbers.put("|w|", with_unit!(speed of turning, "of both rows together, "), iteration.speed.length(), "row");
    }
    numbers.put(
        "λ before",
        with_unit!(impulse of turning, "the impulse in this solve so far, "),
        iteration.from.x,
        "before",
    );
    if raw {
        numbers.put("raw", with_unit!(impulse of turning, "would solve the row alone, "), iteration.raw.x, "raw");
    }
    if clamped {
        numbers.put("λ", with_unit!(impulse of turning, "within its bounds, "), iteration.to.x, "row");
    }
    if applied {
        numbers.put(
            "Δλ",
            with_unit!(impulse of turning, "what is applied, "),
            iteration.to.x - iteration.from.x,
            "row",
        );
    }
    if let Bounds::Friction { normal, friction } = row.bounds
        && clamped
    {
        let held = world.constraints[normal as usize].impulse.x;
        numbers.put("λₙ", with_unit!(impulse of turning, "the push in this point so far, "), held, "row");
        numbers.put("μ λₙ", with_unit!(impulse of turning, "what friction may reach, "), friction * held, "cone");
    }
    if applied {
        numbers.put("w'", with_unit!(speed of turning, "how they move after, "), after.x, "row");
    }
    let relaxed = matches!(did, Some(Phase::Relax { .. })) && !row.is_joint();
    let bias = if relaxed { row.relaxed } else { row.bias.x };
    numbers.put("bias", with_unit!(speed of turning, "what is added to w: minus the target, "), bias, "row");
    numbers.put("C", with_unit!(error of turning, "the error of position, "), row.error.x, "row");
    numbers.put("K", with_unit!(inverse of turning, "J M⁻¹ Jᵀ, "), row.k[0], "row");
    if two {
        second_row(row, iteration, after.y, beat, numbers);
    }
    if applied {
        // The velocity that corrects positions is discarded, so it does not change the energy.
        let energy = if matches!(did, Some(Phase::Position { .. })) { 0.0 } else { row.energy(&iteration) };
        numbers.put("ΔE", "Δλ · ½ (w + w'), what the impulse does to the kinetic energy, J", energy, "row");
    }
}

/// Adds the values of the second row of a block; `speed_after` is its velocity after the iteration, m/s.
fn second_row(row: &Constraint, iteration: Iteration, speed_after: f64, beat: usize, numbers: &mut Numbers<'_>) {
    let turning = turns(row);
    numbers.put(
        "λ₂ before",
        with_unit!(impulse of turning, "likewise, of the second row, "),
        iteration.from.y,
        "before",
    );
    if beat >= 1 {
        numbers.put("raw₂", with_unit!(impulse of turning, "likewise, "), iteration.raw.y, "raw");
    }
    if beat >= 2 {
        numbers.put("λ₂", with_unit!(impulse of turning, "likewise, "), iteration.to.y, "row");
    }
    if beat >= 3 {
        numbers.put("Δλ₂", with_unit!(impulse of turning, "likewise, "), iteration.to.y - iteration.from.y, "row");
    }
    if beat >= 3 {
        numbers.put("w₂'", with_unit!(speed of turning, "after, "), speed_after, "row");
    }
    numbers.put("bias₂", with_unit!(speed of turning, "likewise, "), row.bias.y, "row");
}

/// Values of a step, as known at `beat`, which counts w, raw, clamp, apply.
pub(super) fn values(context: &WorldContext, step: usize, shows: &ShownRows<'_>, beat: usize) -> Vec<Value> {
    let Some(world) = shows.after else { return Vec::new() };
    let mut values = Vec::new();
    if let Some(row) = shows.rows.get(shows.lit.start).filter(|_| shows.iteration.is_some()) {
        let name = Shown::from(format!("{} {}", row.name.group, row.name.short));
        values.push(Value::new("row", "the one that is solved now", name, "row"));
    }
    let setting = &context.setting;
    let mut numbers = Numbers { context, least: rounding(setting, world), values };
    if let Some(iteration) = shows.iteration {
        iterated(world, iteration, shows.did, beat, &mut numbers);
    } else if let Some(change) = direct_rounds::iteration(shows) {
        let row = &world.constraints[change.at as usize];
        let turning = turns(row);
        numbers.put("λ before", with_unit!(impulse of turning, "of the round before, "), change.from.x, "before");
        numbers.put("λ", with_unit!(impulse of turning, "of this round, "), change.to.x, "row");
        if row.rows == 2 {
            numbers.put(
                "λ₂ before",
                with_unit!(impulse of turning, "likewise, of the second row, "),
                change.from.y,
                "before",
            );
            numbers.put("λ₂", with_unit!(impulse of turning, "likewise, "), change.to.y, "row");
        }
    }
    if let (Some(Phase::Kick), Some(work)) = (shows.did, context.history.work(step)) {
        numbers.put(
            "ΔE",
            "what gravity and forces add to the kinetic energy in this solve, J",
            work.kick_of_solve,
            "world",
        );
    }
    numbers.put("h", "a solve, s", setting.h, "world");
    let fastest = world.bodies.iter().fold(0.0, |most: f64, body| most.max(body.velocity.length()));
    numbers.put("v", "the fastest body, m/s", fastest, "world");
    numbers.put(
        "approach",
        "the fastest in a point, m/s",
        points(world).fold(0.0, |most: f64, p| most.max(p.approach)),
        "world",
    );
    numbers.put("threshold", "slower approaches do not bounce, m/s", setting.restitution_threshold, "world");
    let energy = world.energy(setting);
    numbers.put("E", "kinetic and potential, J", energy.kinetic + energy.potential, "world");
    numbers.put("t", "since the start, s", f64::from(world.frames) * setting.time_step, "world");
    counts(context, shows, world, &mut numbers);
    numbers.values
}

/// Adds the numbers of solves, pairs, points and rows.
fn counts(context: &WorldContext, shows: &ShownRows<'_>, world: &World, numbers: &mut Numbers<'_>) {
    let moved = shows.has_moved();
    let solves = context.setting.substeps as usize;
    let done = matches!(shows.did, Some(Phase::Record)) as usize;
    numbers.put_count("solve", "which of this frame", (world.substep as usize + 1 - done).clamp(1, solves));
    numbers.put_count("solves", "that a frame has", solves);
    numbers.put_count("pairs", if moved { "that touched before the move" } else { "that touch" }, world.contacts.len());
    numbers.put_count("points", if moved { "in which they did" } else { "in which they do" }, points(world).count());
    numbers.put_count(
        "new points",
        "without a name in the solve before",
        points(world).filter(|point| point.is_new).count(),
    );
    if has_rows(shows.did) {
        let [of_joints, of_contacts] = [true, false].map(|joints| row_count(world, joints));
        numbers.put_count("rows", "of joints and contacts", of_joints + of_contacts);
        numbers.put_count("rows of joints", "among them", of_joints);
        numbers.put_count("rows of contacts", "among them", of_contacts);
        numbers.put_count("constraints", "solved one after the other", world.constraints.len());
        numbers.put_count("of joints", "among them", world.constraints.iter().filter(|row| row.is_joint()).count());
    }
    if let Some(count) = colors::count(world).filter(|_| has_rows(shows.did)) {
        numbers.put_count("contacts", "in all colors", world.contacts.len());
        numbers.put_count("colors", "of contacts that share no moving body", count);
    }
    if let Some((color, contacts)) = colors::here(world) {
        numbers.put_count("color", "of this contact, from 1", color + 1);
        numbers.put_count("of this color", "contacts", contacts);
    }
    if let Some(rounds) = world.rounds {
        numbers.put_count("rounds", "in which bounds of friction were held", rounds as usize);
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
    let columns = vec!["row", "low", "λ", "high", "direct", "C", "bias", "K"];
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
        energy_row("kinetic, at the start of the frame", work.start.kinetic),
        energy_row("by gravity and forces", work.kick),
        energy_row("by joints", work.joints),
        energy_row("by normals", work.normals),
        energy_row("by friction", work.frictions),
        energy_row("kinetic, by these", work.start.kinetic + gained),
        energy_row("kinetic, now", now.kinetic),
        energy_row("potential, at the start of the frame", work.start.potential),
        energy_row("potential, now", now.potential),
    ];
    Table { title: "Energy of this frame", columns: vec!["what", "J"], rows }
}

fn energy_row(name: &str, x: f64) -> Row {
    Row { cells: vec![Shown::from(name), shown(x)], ..Row::default() }
}
