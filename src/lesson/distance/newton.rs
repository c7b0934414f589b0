//! Sub-steps (beats) of the phases that close the bracket of separate cores when GJK is slow or stalled: Newton's
//! method, a disc, a kink.

use glam::DVec3;

use super::PhaseStep;
use crate::answer::number::{count, length, vector};
use crate::lesson::{Beat, Event, PairContext, StopTest, Value, add_named_point, gjk};
use crate::picture::{Picture, Role};
use crate::snapshot::distance::{Closest, Phase};

/// Number with its noun: `1 step`, `3 steps`.
pub(super) fn steps(n: u32) -> String {
    if n == 1 { String::from("1 step") } else { format!("{n} steps") }
}

/// Beat of a candidate pair of closest points.
pub(super) fn beat(step: &PhaseStep<'_>) -> Beat {
    let PhaseStep { before, after, context, .. } = *step;
    let (line, found) = match before.phase {
        Phase::OverDisc => ("over-disc", after.closest),
        Phase::Kink => ("kink", after.tried),
        _ => ("newton", after.tried),
    };
    let mut stops = Vec::new();
    if let Some(found) = &found {
        if line != "over-disc" {
            let test = if line == "kink" { found.closes_at_kink } else { found.closes };
            stops.push(StopTest::new("closed", line, "||v| − μ| ≤ ε", test));
        }
        if !found.affords.holds() {
            stops.push(StopTest::new("closed", line, "k + steps ≤ limit", found.affords));
        }
    }
    let event = Some(if after.closest.is_some() { Event::Bound } else { Event::Warning });
    Beat {
        line,
        say: phase_sentence(step, line, found.as_ref()),
        pictures: step.detail.full(|| panes(step, found.as_ref(), context).into()),
        values: step.detail.full(|| values(after.gjk.k, found.as_ref(), context)),
        stops,
        event,
        ..Beat::default()
    }
}

fn values(iterations: u32, found: Option<&Closest>, context: &PairContext) -> Vec<Value> {
    let mut values = vec![Value::new("k", "GJK iterations", count(iterations as usize), "v")];
    if let Some(found) = found {
        let apart = found.v.length();
        let gap = length(found.gap);
        values.extend([
            Value::new("n", "of widest gap", vector(context.space.cso(found.normal)), "plane"),
            Value::new("μ", "at least so far", gap, "plane"),
            Value::new("|v|", "at most so far", length(apart), "v"),
            Value::new("steps", "by Newton", count(found.steps as usize), "plane"),
        ]);
    }
    values
}

fn phase_sentence(step: &PhaseStep<'_>, line: &'static str, found: Option<&Closest>) -> String {
    let PhaseStep { after, .. } = *step;
    let why = match after.curved {
        true => "The cores are curved, and GJK would only creep towards v.",
        false => "Rounding has stalled GJK, with its bounds still apart.",
    };
    let next = match (after.gjk_outcome.is_some(), line) {
        (false, _) => "GJK goes on.",
        (true, "newton") => "GJK can go no further either.",
        (true, _) => "GJK's own result is the answer.",
    };
    let Some(found) = found else {
        return match line {
            "over-disc" => String::from(
                "Are the cores nearest over a flat disc, of which GJK only knows points of the rim? No disc lies there.",
            ),
            _ => format!("{why} Newton's method on the support function finds no gap from GJK's normal. {next}"),
        };
    };
    let gap = length(found.gap);
    let apart = length(found.v.length());
    let taken = steps(found.steps);
    let how = match line {
        "over-disc" => String::from(
            "The cores are nearest over a flat disc, of which GJK only knows points of the rim. The disc's own normal is exact",
        ),
        "kink" => format!(
            "Newton's normal, after {taken}, is rounded, and at a kink the gap falls off to either side of the best normal. With that taken into account"
        ),
        _ => format!("{why} Newton's method on the support function takes {taken} from GJK's normal"),
    };
    match after.closest {
        Some(_) => format!(
            "{how}: the plane's gap is {gap}, and its two points are {apart} apart, so nothing is left to find."
        ),
        None => format!(
            "{how}: the plane's gap is {gap}, and its two points are {apart} apart. That does not close the bracket. {next}"
        ),
    }
}

/// Pictures of the two points, their planes, and the simplex from which they were found.
fn panes(step: &PhaseStep<'_>, found: Option<&Closest>, context: &PairContext) -> (Picture, Picture) {
    let (mut world, mut cso) = gjk::simplex(&step.after.gjk, step.numbers, context);
    let Some(found) = found else {
        context.direction(&mut cso, "n", DVec3::ZERO, context.space.cso(step.after.n));
        return (world, cso);
    };
    let a = context.space.world(found.a);
    let b = context.space.world(found.b);
    let n = context.space.cso(found.normal);
    let v = context.space.cso(found.v);
    world.segment(Role::Closest, "v", a, b);
    world.label(Role::Closest, "v", (a + b) * 0.5, context.length(a.distance(b)));
    add_named_point(&mut world, Role::Closest, "core/a", a, "a");
    add_named_point(&mut world, Role::Closest, "core/b", b, "b");
    context.plane(&mut world, 0, "plane/a", a, n);
    context.plane(&mut world, 1, "plane/b", b, -n);
    cso.segment(Role::Closest, "v", DVec3::ZERO, v);
    add_named_point(&mut cso, Role::Closest, "v", v, "v");
    context.magnify_world(&mut world, [a, b]);
    context.magnify(&mut cso, [DVec3::ZERO, v]);
    context.plane(&mut cso, 2, "plane", v, n);
    (world, cso)
}
