//! Answer to `--why-moved`: the changes of a body's velocity in a frame of a world, by cause.

use contact_lens_lesson::{PlanarMotion, VelocityChanges};
use contact_lens_model::answer::number;

use super::{Failure, Report, Result};
use crate::terminal_text::{Style, Table};

/// Returns the lines about the body with this name.
///
/// # Errors
/// Fails if the query simulates no world, or the body is not dynamic.
pub(super) fn lines(report: &Report<'_>, body: &str, style: Style) -> Result<Vec<String>> {
    let Some(changes) = report.lesson.velocity_changes(body) else {
        let names: Vec<&str> = report.document.scene.bodies.iter().map(|body| body.name.as_str()).collect();
        let reason = if !report.query.is_of_a_world() {
            format!("--why-moved: the query `{}` does not simulate a world", report.query.name)
        } else if names.contains(&body) {
            format!("--why-moved: no contact or force changes the velocity of `{body}`, which is not dynamic")
        } else {
            format!("--why-moved: there is no body `{body}`; the bodies are {}", names.join(", "))
        };
        return Err(Failure::Message(reason));
    };
    let mut lines = vec![String::new(), style.strong(&format!("Why {body} moved in frame {}", report.frame))];
    lines.extend(table(&changes).format_lines(2, style));
    if changes.correction != [0.0; 3] {
        let [x, y, angle] = changes.correction.map(number::brief);
        lines.push(format!("  Position correction, not part of the velocity: {x} m, {y} m, {angle} rad."));
    }
    Ok(lines)
}

/// Returns the table of the causes, with the velocities before and after.
fn table(changes: &VelocityChanges) -> Table {
    let least = changes.rounding();
    let mut table = Table::new(["cause", "vx, m/s", "vy, m/s", "ω, rad/s", ""]);
    table.add_row(row("velocity before", changes.before, least));
    for cause in &changes.causes {
        table.add_row(row(&cause.name, cause.change, least));
    }
    table.add_row(row("sum of the causes", changes.total(), least));
    table.add_row(row("velocity after", changes.after, least));
    table
}

/// Returns a row of the table, with numbers up to `least` as 0; the last column is empty, so that the numbers are
/// aligned.
fn row(name: &str, motion: PlanarMotion, least: f64) -> Vec<String> {
    let numbers = motion.into_iter().map(|value| number::brief(if value.abs() <= least { 0.0 } else { value }));
    std::iter::once(name.to_owned()).chain(numbers).chain([String::new()]).collect()
}
