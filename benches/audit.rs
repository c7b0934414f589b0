//! Time of the audit of a large captured step: stacks of resting boxes with 10 000 constraint rows, for each model of
//! the solve.
#![allow(clippy::print_stdout, reason = "a measurement that prints")]

use std::time::{Duration, Instant};

use contact_lens_audit::{Options, Step, Verdict, audit, read_step};
use glam::DVec3;
use serde_json::{Value, json};

/// Number of stacks.
const STACKS: usize = 84;

/// Number of boxes of a stack. Each rests on four contacts with three rows.
const HEIGHT: usize = 10;

/// Duration of the step, seconds.
const TIME_STEP: f64 = 1.0 / 64.0;

/// Acceleration of gravity, m/s², downwards.
const GRAVITY: f64 = 8.0;

/// Coefficient of friction of all contacts.
const FRICTION: f64 = 0.5;

/// Largest acceptable time, milliseconds.
const LIMIT: f64 = 50.0;

/// Name of a box.
fn box_name(stack: usize, level: usize) -> String {
    format!("box {stack}.{level}")
}

/// Center of a cube with an edge of 1 m in its stack, meters.
fn center(stack: usize, level: usize) -> DVec3 {
    DVec3::new(2.0 * (stack % 12) as f64, 0.5 + level as f64, 2.0 * (stack / 12) as f64)
}

/// A resting cube of 1 kg.
fn body(stack: usize, level: usize) -> Value {
    let state = json!({
        "position": center(stack, level).to_array(), "velocity": [0, 0, 0], "angular_velocity": [0, 0, 0],
    });
    json!({
        "name": box_name(stack, level), "kind": "dynamic", "mass": 1, "friction": FRICTION,
        "inertia": [1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0],
        "shapes": [{"shape": {"type": "box", "half_extents": [0.5, 0.5, 0.5]}}],
        "before": state, "after": state,
    })
}

/// Adds a contact below a cube, and its three rows.
fn add_contact(stack: usize, level: usize, corner: DVec3, contacts: &mut Vec<Value>, rows: &mut Vec<Value>) {
    let at = center(stack, level) + corner;
    let below = if level == 0 { String::from("floor") } else { box_name(stack, level - 1) };
    let weight = (HEIGHT - level) as f64 * GRAVITY * TIME_STEP / 4.0;
    let arm_below = if level == 0 { at } else { at - center(stack, level - 1) };
    let contact = contacts.len();
    let normal_row = rows.len();
    contacts.push(json!({
        "a": below, "b": box_name(stack, level), "position": at.to_array(), "normal": [0, 1, 0], "gap": 0,
        "friction": FRICTION, "impulse": weight, "friction_impulse": [0, 0, 0],
    }));
    for (k, direction) in [DVec3::Y, DVec3::X, DVec3::Z].into_iter().enumerate() {
        let parts = [-direction, -arm_below.cross(direction), direction, corner.cross(direction)];
        let jacobian: Vec<f64> = parts.iter().flat_map(|part| part.to_array()).collect();
        let part = ["normal", "friction 1", "friction 2"][k];
        let impulse = if k == 0 { weight } else { 0.0 };
        let mut row = json!({"contact": contact, "part": part, "jacobian": jacobian, "impulse": impulse});
        if k == 0 {
            row["lower"] = json!(0);
        } else {
            row["friction_of"] = json!(normal_row);
            row["coefficient"] = json!(FRICTION);
        }
        rows.push(row);
    }
}

/// Stacks of boxes that rest.
fn stacks() -> Step {
    let floor = json!({"normal": [0, 1, 0], "type": "halfspace"});
    let rest = json!({"position": [0, 0, 0]});
    let mut bodies = vec![json!({
        "name": "floor", "kind": "static", "friction": FRICTION, "shapes": [{"shape": floor}], "before": rest,
    })];
    let mut contacts = Vec::new();
    let mut rows = Vec::new();
    for stack in 0..STACKS {
        for level in 0..HEIGHT {
            bodies.push(body(stack, level));
            for [x, z] in [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]] {
                add_contact(stack, level, DVec3::new(x, -0.5, z), &mut contacts, &mut rows);
            }
        }
    }
    let step = json!({
        "version": 1, "precision": "f64", "time_step": TIME_STEP, "gravity": [0, -GRAVITY, 0],
        "model": {"solve": "coulomb", "friction": "box", "tolerance": 1e-9},
        "bodies": bodies, "contacts": contacts, "rows": rows,
    });
    read_step(&step.to_string()).expect("a captured step")
}

/// Least time of an audit, milliseconds.
fn least_time(step: &Step) -> f64 {
    let begin = Instant::now();
    let mut least = f64::INFINITY;
    while begin.elapsed() < Duration::from_secs(3) {
        let start = Instant::now();
        audit(step, &Options::default()).expect("an audit");
        least = least.min(start.elapsed().as_secs_f64() * 1e3);
    }
    least
}

fn main() {
    let mut step = stacks();
    let rows = step.rows.as_ref().map_or(0, Vec::len);
    for (name, solve, friction) in [
        ("boxes of friction", "coulomb", "box"),
        ("cones of friction", "coulomb", "cone"),
        ("convex model", "convex", "cone"),
        ("nothing is claimed", "unknown", "box"),
    ] {
        step.model.solve = Some(solve.to_owned());
        step.model.friction = Some(friction.to_owned());
        let report = audit(&step, &Options::default()).expect("an audit");
        assert_eq!(report.verdict, Verdict::Holds, "{:?}", report.first);
        let time = least_time(&step);
        let verdict = if time <= LIMIT { "holds" } else { "MISSED" };
        println!("{rows} rows, {name:20} {time:8.1} ms  {LIMIT:5.1}  {verdict}");
    }
}
