//! Sub-steps (beats) of the phases that make the bounds of separate cores agree when GJK is slow or stalled: Newton's
//! method, a flat end (disc) of a body as a guess, and a vertex or edge (kink) of A − B.

use glam::DVec3;

use super::PhaseStep;
use crate::answer::number::{length, vector, with_noun};
use crate::lesson::{Beat, Event, PairContext, Sentence, StopTest, Value, add_named_point, gjk, say, symbol};
use crate::picture::{Picture, Role};
use crate::snapshot::distance::{Closest, Phase};

/// Number of steps of Newton's method as a value: `1 step`, `3 steps`.
pub(super) fn steps_value(n: u32) -> Value {
    Value::number(symbol::NEWTON_STEPS, with_noun(u64::from(n), "step"))
}

/// Beat of a candidate pair of closest points, which Newton's method or a flat end gives.
pub(super) fn newton_beat(step: &PhaseStep<'_>) -> Beat {
    let PhaseStep { before, after, context, .. } = *step;
    let (line, found) = match before.phase {
        Phase::OverDisc => ("over-disc", after.closest),
        Phase::Kink => ("kink", after.newton),
        _ => ("newton", after.newton),
    };
    let mut stops = Vec::new();
    if let Some(found) = &found {
        if line != "over-disc" {
            let test = if line == "kink" { found.closes_at_kink } else { found.closes };
            stops.push(StopTest::new("closed", line, "||v| − μ| ≤ ε", test));
        }
        if !found.within_limit.holds() {
            stops.push(StopTest::new("closed", line, "k + steps ≤ limit", found.within_limit));
        }
    }
    let event = Some(if after.closest.is_some() { Event::Bound } else { Event::Warning });
    Beat {
        line,
        say: phase_sentence(step, line, found.as_ref()),
        pictures: step.detail.full(|| pictures(step, found.as_ref(), context).into()),
        values: step.detail.full(|| values(found.as_ref(), context)),
        stops,
        event,
        ..Beat::default()
    }
}

/// Distance of the supporting planes through the candidate points, as a value.
fn gap_value(found: &Closest) -> Value {
    Value::of(symbol::CORE_GAP, length(found.gap), "plane")
}

/// Distance of the candidate points, as a value.
fn distance_value(found: &Closest) -> Value {
    Value::of(symbol::LENGTH_OF_V, length(found.v.length()), "v")
}

/// Values of a candidate pair of points; empty without one.
fn values(found: Option<&Closest>, context: &PairContext) -> Vec<Value> {
    let Some(found) = found else { return Vec::new() };
    vec![
        Value::of(symbol::NORMAL, vector(context.space.cso(found.normal)), "plane"),
        gap_value(found),
        distance_value(found),
        steps_value(found.steps),
    ]
}

/// Sentence on why the phase is needed, on the points that it found, and on what follows.
fn phase_sentence(step: &PhaseStep<'_>, line: &'static str, found: Option<&Closest>) -> Sentence {
    let PhaseStep { after, .. } = *step;
    let why = match (after.curved, after.margin > 0.0) {
        (true, true) => "A core, a body without its margin, is curved; there GJK may converge slowly.",
        (true, false) => "A body is curved; there GJK may converge slowly.",
        (false, _) => "Rounding has stalled GJK.",
    };
    let next = match (after.gjk_outcome.is_some(), line) {
        (false, _) => "GJK continues.",
        (true, "newton") => "GJK cannot continue either.",
        (true, _) => "GJK's result is the answer.",
    };
    let Some(found) = found else {
        return match line {
            "over-disc" => Sentence::from(
                "The closest points do not lie over a flat end of a body, so no flat end gives a normal.",
            ),
            _ => say!("{} Newton's method finds no separating plane from GJK's normal n. {}", why, next),
        };
    };
    let taken = steps_value(found.steps);
    let method = match line {
        "over-disc" if after.margin > 0.0 => Sentence::from(
            "The closest points of the cores, the bodies without their margins, lie over a flat end, whose normal is exact.",
        ),
        "over-disc" => Sentence::from("The closest points lie over a flat end of a body, whose normal is exact."),
        "kink" => say!(
            "After {} of Newton's method n points at a vertex or edge of A − B, where a rounding error of n widens the bracket.",
            taken
        ),
        _ => say!("{} Newton's method takes {} from GJK's normal.", why, taken),
    };
    let [a, b] = [Sentence::mark("a", "core/a"), Sentence::mark("b", "core/b")];
    match after.closest {
        Some(_) => say!(
            "{} {} and {} are {} apart, as are the supporting planes through them{}.",
            method,
            a,
            b,
            distance_value(found),
            margins_clause(step, found)
        ),
        None => say!(
            "{} {} and {} are {} apart, but the supporting planes through them {}: the bounds differ. {}",
            method,
            a,
            b,
            distance_value(found),
            gap_value(found),
            next
        ),
    }
}

/// Clause that compares the distance of the points with the sum of the margins; empty without margins, and if the
/// difference is below rounding error.
fn margins_clause(step: &PhaseStep<'_>, found: &Closest) -> Sentence {
    let margin = step.after.margin;
    let difference = found.v.length() - margin;
    if margin <= 0.0 || step.context.is_rounding(difference) {
        return Sentence::default();
    }
    let comparison = if difference > 0.0 { "more" } else { "less" };
    let difference = Value::number(symbol::GAP, length(difference.abs()));
    say!(": {} {} than the sum of the margins", difference, comparison)
}

/// Pictures of the two points, their planes, and the simplex from which they were found.
fn pictures(step: &PhaseStep<'_>, found: Option<&Closest>, context: &PairContext) -> (Picture, Picture) {
    let (mut world, mut cso) = gjk::simplex_pictures(&step.after.gjk, step.numbers, context);
    let Some(found) = found else {
        context.add_direction(&mut cso, "n", DVec3::ZERO, context.space.cso(step.after.n));
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
    context.add_plane(&mut world, 0, "plane/a", a, n);
    context.add_plane(&mut world, 1, "plane/b", b, -n);
    cso.segment(Role::Closest, "v", DVec3::ZERO, v);
    add_named_point(&mut cso, Role::Closest, "v", v, "v");
    context.magnify_world(&mut world, [a, b]);
    context.magnify(&mut cso, [DVec3::ZERO, v]);
    context.add_plane(&mut cso, 2, "plane", v, n);
    (world, cso)
}
