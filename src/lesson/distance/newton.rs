//! Beats (narrated sub-steps) of the phases that make the bounds of separate cores agree when GJK is slow or stalled:
//! Newton's method, a flat end (disc) of a body as a guess, and a vertex or edge (kink) of A − B.

use contact_lens_model::answer::number::{length, vector, with_noun};
use contact_lens_model::snapshot::distance::{Closest, Phase};
use contact_lens_picture::{Picture, Role};
use glam::DVec3;

use super::PhaseStep;
use crate::{Beat, Event, PairContext, Sentence, StopTest, Value, add_named_point, gjk, say, symbol};

/// Source of a candidate pair of closest points.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// Newton's method from GJK's normal.
    Newton,
    /// The normal of a flat end (disc) of a body.
    Disc,
    /// Newton's method, with the rounding error of a normal at a vertex or edge of A − B (kink).
    Kink,
}

impl Source {
    /// Source of the candidates in a phase; Newton's method in all phases but two.
    fn of(phase: Phase) -> Self {
        match phase {
            Phase::OverDisc => Self::Disc,
            Phase::Kink => Self::Kink,
            _ => Self::Newton,
        }
    }

    /// Label of the listing's line.
    fn line(self) -> &'static str {
        match self {
            Self::Newton => "newton",
            Self::Disc => "over-disc",
            Self::Kink => "kink",
        }
    }
}

/// Number of steps of Newton's method as a value: `1 step`, `3 steps`.
pub(super) fn steps_value(n: u32) -> Value {
    Value::number(symbol::NEWTON_STEPS, with_noun(u64::from(n), "step"))
}

/// Beat of a candidate pair of closest points, which Newton's method or a flat end gives, or of the absence of one.
pub(super) fn newton_beat(step: &PhaseStep<'_>) -> Beat {
    let PhaseStep { before, after, context, .. } = *step;
    let source = Source::of(before.phase);
    let line = source.line();
    let closest = if source == Source::Disc { after.closest } else { after.newton };
    let mut stops = Vec::new();
    if let Some(closest) = &closest {
        match source {
            Source::Disc => {}
            Source::Newton => stops.push(StopTest::new("closed", line, "||v| − μ| ≤ ε", closest.closes)),
            Source::Kink => stops.push(StopTest::new("closed", line, "||v| − μ| ≤ ε", closest.closes_at_kink)),
        }
        if !closest.within_limit.holds() {
            stops.push(StopTest::new("closed", line, "k + steps ≤ limit", closest.within_limit));
        }
    }
    let event = Some(if after.closest.is_some() { Event::Bound } else { Event::Warning });
    Beat {
        line,
        say: phase_sentence(step, source, closest.as_ref()),
        pictures: step.detail.full(|| pictures(step, closest.as_ref(), context).into()),
        values: step.detail.full(|| values(closest.as_ref(), context)),
        stops,
        event,
        ..Beat::default()
    }
}

/// Distance between the supporting planes through the candidate points, the lower bound, as a value.
fn gap_value(closest: &Closest) -> Value {
    Value::of(symbol::CORE_GAP, length(closest.gap), "plane")
}

/// Distance between the candidate points, the upper bound, as a value.
fn distance_value(closest: &Closest) -> Value {
    Value::of(symbol::LENGTH_OF_V, length(closest.v.length()), "v")
}

/// Values of a candidate pair of points; empty without one.
fn values(closest: Option<&Closest>, context: &PairContext) -> Vec<Value> {
    let Some(closest) = closest else { return Vec::new() };
    vec![
        Value::of(symbol::NORMAL, vector(context.space.cso(closest.normal)), "plane"),
        gap_value(closest),
        distance_value(closest),
        steps_value(closest.steps),
    ]
}

/// Sentence on why Newton's method runs.
fn reason_for_newton(step: &PhaseStep<'_>) -> &'static str {
    match (step.after.curved, step.after.margin > 0.0) {
        (true, true) => "A core, a body without its margin, is curved; there GJK may converge slowly.",
        (true, false) => "A body is curved; there GJK may converge slowly.",
        (false, _) => "Rounding has stalled GJK.",
    }
}

/// Sentence on what follows if the bounds still differ.
fn next_step_sentence(step: &PhaseStep<'_>, source: Source) -> &'static str {
    let has_gjk_ended = step.after.gjk_outcome.is_some();
    if !has_gjk_ended {
        return "GJK continues.";
    }
    match source {
        Source::Newton => "GJK cannot continue either.",
        Source::Disc | Source::Kink => "GJK's result is the answer.",
    }
}

/// Sentence on how a candidate pair of points was found.
fn method_sentence(step: &PhaseStep<'_>, source: Source, closest: &Closest) -> Sentence {
    let steps = steps_value(closest.steps);
    match source {
        Source::Disc if step.after.margin > 0.0 => Sentence::from(
            "The closest points of the cores, the bodies without their margins, lie over a flat end, whose normal is \
             exact.",
        ),
        Source::Disc => Sentence::from("The closest points lie over a flat end of a body, whose normal is exact."),
        Source::Kink => say!(
            "After {} of Newton's method n points at a vertex or edge of A − B, where a rounding error of n widens the \
             bracket.",
            steps
        ),
        Source::Newton => say!("{} Newton's method takes {} from GJK's normal.", reason_for_newton(step), steps),
    }
}

/// Sentence on why the phase is needed, on the points that it found, and on what follows.
fn phase_sentence(step: &PhaseStep<'_>, source: Source, closest: Option<&Closest>) -> Sentence {
    let next = next_step_sentence(step, source);
    let Some(closest) = closest else {
        return match source {
            Source::Disc => Sentence::from(
                "The closest points do not lie over a flat end of a body, so no flat end gives a normal.",
            ),
            Source::Newton | Source::Kink => say!(
                "{} Newton's method finds no separating plane from GJK's normal n. {}",
                reason_for_newton(step),
                next
            ),
        };
    };
    let method = method_sentence(step, source, closest);
    let a = Sentence::mark("a", "core/a");
    let b = Sentence::mark("b", "core/b");
    match step.after.closest {
        Some(_) => say!(
            "{} {} and {} are {} apart, as are the supporting planes through them{}.",
            method,
            a,
            b,
            distance_value(closest),
            margins_clause(step, closest)
        ),
        None => say!(
            "{} {} and {} are {} apart, but the supporting planes through them {}: the bounds differ. {}",
            method,
            a,
            b,
            distance_value(closest),
            gap_value(closest),
            next
        ),
    }
}

/// Clause that compares the distance of the points with the sum of the margins; empty without margins, and if the
/// difference is below rounding error.
fn margins_clause(step: &PhaseStep<'_>, closest: &Closest) -> Sentence {
    let margin = step.after.margin;
    let difference = closest.v.length() - margin;
    if margin <= 0.0 || step.context.is_rounding(difference) {
        return Sentence::default();
    }
    let comparison = if difference > 0.0 { "more" } else { "less" };
    let difference = Value::number(symbol::GAP, length(difference.abs()));
    say!(": {} {} than the sum of the margins", difference, comparison)
}

/// Pictures of the two points, their planes, and the simplex from which they were found; without points, of the simplex
/// and GJK's normal.
fn pictures(step: &PhaseStep<'_>, closest: Option<&Closest>, context: &PairContext) -> (Picture, Picture) {
    let (mut world, mut cso) = gjk::simplex_pictures(&step.after.gjk, step.numbers, context);
    let Some(closest) = closest else {
        context.add_direction(&mut cso, "n", DVec3::ZERO, context.space.cso(step.after.n));
        return (world, cso);
    };
    let a = context.space.world(closest.a);
    let b = context.space.world(closest.b);
    let n = context.space.cso(closest.normal);
    let v = context.space.cso(closest.v);
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
