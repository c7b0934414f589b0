//! Sub-steps (beats) between EPA and the end: points that join the polytope, other minima, and the proof.

use glam::DVec3;

use super::{CARD, PhaseStep, balls, facet_proof, trial};
use crate::answer::number::{count, length, length_or_none_yet};
use crate::lesson::context::pair_verdict::with_margins;
use crate::lesson::{Beat, Event, PairContext, Value, Verdict, add_named_point};
use crate::picture::Role;
use crate::snapshot::distance::{Deep, Outcome};
use crate::snapshot::epa;

/// Values of the bounds of the cores' depth.
fn bounds(deep: &Deep) -> Vec<Value> {
    let upper = deep.epa.upper;
    let lower = deep.epa.lower;
    vec![
        Value::new("upper", "depth at most", length_or_none_yet(upper), "depth"),
        Value::new("lower", "depth at least", length_or_none_yet(lower), "depth"),
    ]
}

/// Vector from the origin to the best plane.
fn depth(deep: &Deep, context: &PairContext) -> DVec3 {
    deep.epa.best.map_or(DVec3::ZERO, |n| context.space.cso(n)) * deep.epa.upper
}

/// Beat of the points of A − B in the best plane, which join the polytope.
pub(super) fn join(step: &PhaseStep<'_>, new: &Deep) -> Beat {
    let vertices = new.epa.vertices.len();
    let faces = new.epa.faces.len();
    Beat {
        line: "join",
        say: format!(
            "The refined plane touches A − B in points that lie outside of the polytope. They are added to it: it has \
             {vertices} vertices and {faces} faces now."
        ),
        pictures: step.detail.full(|| trial::panes(&[], [depth(new, step.context); 2], step, new).into()),
        values: step.detail.full(|| {
            let mut values = bounds(new);
            values.push(Value::new("|V|", "vertices", count(vertices), "depth"));
            values.push(Value::new("|P|", "faces", count(faces), "depth"));
            values
        }),
        ..Beat::default()
    }
}

/// Beat of the face from which another minimum is searched.
pub(super) fn minimum(step: &PhaseStep<'_>, new: &Deep) -> Beat {
    let context = step.context;
    let face = new.trial.and_then(|trial| new.epa.face(trial.face?));
    let pictures = step.detail.full(|| {
        let (mut world, mut cso) = trial::panes(&[], [depth(new, context); 2], step, new);
        if let Some(face) = face {
            let n = context.space.cso(face.normal);
            cso.segment(Role::Lower, "v", DVec3::ZERO, n * face.distance);
            context.direction(&mut world, "n", context.space.world(step.after.answer.witness_a), n);
        }
        (world, cso).into()
    });
    let say = match face {
        Some(face) => format!(
            "The bounds are as close as was asked for, but the exact depth is wanted. Away from all known minima the nearest \
             face is {} from the origin, nearer than the best plane: another minimum may be smaller.",
            length(face.distance)
        ),
        None => String::from(
            "The bounds are as close as was asked for, and no face away from the known minima is left to try: the smallest \
             of them is the depth.",
        ),
    };
    let values = step.detail.full(|| {
        let mut values = bounds(new);
        values.extend(face.map(|face| {
            let distance = length(face.distance);
            Value::new("distance", "to another face", distance, "v")
        }));
        values
    });
    Beat { line: "minimum", say, pictures, values, event: face.is_some().then_some(Event::Warning), ..Beat::default() }
}

/// Beat of the ending and its proof.
pub(super) fn conclusion(step: &PhaseStep<'_>, deep: &Deep, outcome: Option<Outcome>, verdict: &Verdict) -> Beat {
    let mut beat = concluded(step, deep, outcome, verdict);
    // The bounds are those of the cores, the answer that of the bodies.
    if step.after.margin > 0.0 && !beat.values.is_empty() {
        beat.values.push(Value::new("μ_A + μ_B", "both margins", length(step.after.margin), "depth"));
        beat.values.extend(with_margins(verdict, "depth"));
    }
    beat
}

fn concluded(step: &PhaseStep<'_>, deep: &Deep, outcome: Option<Outcome>, verdict: &Verdict) -> Beat {
    if let Some(found) = deep.facet_proof.filter(|found| found.proven) {
        return facet_proof::proven(&found, deep, (step.context, verdict), step.detail);
    }
    if let Some(found) = deep.balls.filter(|_| deep.proven) {
        return balls::ending(&found, deep, step.context, verdict, step.detail);
    }
    let why = match outcome {
        Some(Outcome::Deep(epa::Outcome::Flat(_))) => "A − B has no volume, so the cores have no depth.",
        Some(Outcome::Deep(epa::Outcome::Apart)) => "The cores are apart after all, by less than GJK could tell.",
        Some(Outcome::Deep(epa::Outcome::IterationLimit)) => "The bounds are still apart.",
        Some(Outcome::Deep(epa::Outcome::Converged)) => "The polytope proves it: no way out is shorter.",
        _ => "Only rounding is left to improve, and the bounds are still apart.",
    };
    Beat {
        line: "deep",
        say: format!("{why} {}", verdict.say),
        pictures: step.detail.full(|| {
            let depth = depth(deep, step.context);
            let (mut world, cso) = trial::panes(&[], [depth; 2], step, deep);
            if let Some(found) = verdict.finding.pair() {
                add_named_point(&mut world, Role::Witness, "witness/a", found.witness_a, "p_A");
                add_named_point(&mut world, Role::Witness, "witness/b", found.witness_b, "p_B");
            }
            step.context.supporting_planes(&mut world, &verdict.finding);
            (world, cso).into()
        }),
        values: step.detail.full(|| bounds(deep)),
        event: Some(Event::Stop(CARD.ending_kind(verdict))),
        ..Beat::default()
    }
}
