//! Beats (narrated sub-steps) at the end of the deep branch: points that join EPA's polytope, the search for other
//! minima of the depth, and the conclusion.

use contact_lens_model::answer::number::{count, length};
use contact_lens_model::snapshot::distance::{Deep, Outcome};
use contact_lens_model::snapshot::epa;
use contact_lens_picture::Role;
use glam::DVec3;

use super::{CARD, PhaseStep, balls, facet_proof, trial};
use crate::context::pair_verdict::{answer_with_margins, values_with_margins};
use crate::{Beat, CSO, Detail, Event, PairContext, Sentence, Value, Verdict, WORLD, add_named_point, say, symbol};

/// Values of the upper and the lower bound of the cores' depth, as far as they are finite.
fn bound_values(deep: &Deep) -> Vec<Value> {
    let mut values = Vec::new();
    if deep.epa.upper.is_finite() {
        values.push(Value::of(symbol::UPPER, length(deep.epa.upper), "depth"));
    }
    if deep.epa.lower.is_finite() {
        values.push(Value::of(symbol::LOWER, length(deep.epa.lower), "v"));
    }
    values
}

/// Vector from the origin to its projection on the best plane, configuration space, meters; not finite without a plane.
fn depth_vector(deep: &Deep, context: &PairContext) -> DVec3 {
    let normal = deep.epa.best.map_or(DVec3::ZERO, |n| context.space.cso(n));
    normal * deep.epa.upper
}

/// Beat of the points of A − B in the refined plane, which join the polytope.
pub(super) fn join_beat(step: &PhaseStep<'_>, new: &Deep) -> Beat {
    let vertices = new.epa.vertices.len();
    let faces = new.epa.faces.len();
    Beat {
        line: "join",
        say: say!(
            "The refined plane touches A − B outside the polytope. So the points of A − B in this plane join the \
             polytope, which now has {} vertices and {} faces.",
            Value::number(symbol::VERTICES, count(vertices)),
            Value::number(symbol::FACES, count(faces))
        ),
        pictures: step.detail.full(|| trial::pictures(&[], [depth_vector(new, step.context); 2], step, new)),
        values: step.detail.full(|| bound_values(new)),
        ..Beat::default()
    }
}

/// Beat of the search for another minimum of the depth: the face of the polytope from which Newton's method starts, or
/// the absence of such a face, which ends the search.
pub(super) fn minimum_beat(step: &PhaseStep<'_>, new: &Deep) -> Beat {
    let context = step.context;
    let face = new.trial.and_then(|trial| new.epa.face(trial.face?));
    let pictures = step.detail.full(|| {
        let mut pictures = trial::pictures(&[], [depth_vector(new, context); 2], step, new);
        if let Some(face) = face {
            let n = context.space.cso(face.normal);
            let cso = pictures.edit(CSO);
            cso.segment(Role::Lower, "v", DVec3::ZERO, n * face.distance);
            cso.label(Role::Lower, "v", n * face.distance, length(face.distance));
            let start = context.space.world(step.after.answer.witness_a);
            context.add_named_direction(pictures.edit(WORLD), "n", start, n, "n");
        }
        pictures
    });
    let say = match face {
        Some(face) => say!(
            "The nearest face away from all planes tried so far is {} from the origin, nearer than the best plane. A \
             supporting plane near this face may be nearer than the best plane, too.",
            Value::of(symbol::FACE_DISTANCE, length(face.distance), "v")
        ),
        None => Sentence::from(
            "No face away from the planes tried so far is nearer than the best plane, so the best plane gives the \
             depth.",
        ),
    };
    let values = step.detail.full(|| {
        let mut values = bound_values(new);
        values.extend(face.map(|face| Value::of(symbol::FACE_DISTANCE, length(face.distance), "v")));
        values
    });
    Beat { line: "minimum", say, pictures, values, event: face.is_some().then_some(Event::Warning), ..Beat::default() }
}

/// Beat of the ending: the proof of the depth, and the answer.
pub(super) fn conclusion_beat(step: &PhaseStep<'_>, deep: &Deep, outcome: Option<Outcome>, verdict: &Verdict) -> Beat {
    let mut beat = beat_with_bounds(step, deep, outcome, verdict);
    // The other values are about the cores; the margins lead from these to the depth of the bodies.
    if step.detail == Detail::Full {
        beat.values.extend(values_with_margins(verdict, step.after.margin, "witness"));
    }
    beat
}

/// Beat of the ending without the values of the margins.
fn beat_with_bounds(step: &PhaseStep<'_>, deep: &Deep, outcome: Option<Outcome>, verdict: &Verdict) -> Beat {
    if let Some(proof) = &deep.facet_proof
        && proof.proven
    {
        return facet_proof::ending_beat(proof, deep, (step.context, verdict), step.detail);
    }
    if let Some(inscribed) = &deep.balls
        && deep.proven
    {
        return balls::ending_beat(inscribed, deep, step.context, verdict, step.detail);
    }
    let reason = match outcome {
        Some(Outcome::Deep(epa::Outcome::Flat(_))) => "A − B has no volume, and contains the origin.",
        Some(Outcome::Deep(epa::Outcome::Apart)) => {
            "The refined plane separates the cores by less than GJK could resolve."
        }
        Some(Outcome::Deep(epa::Outcome::IterationLimit)) => "The iteration limit is reached before the bounds agree.",
        Some(Outcome::Deep(epa::Outcome::Converged)) => {
            "The nearest face of the polytope is as far as the best plane: the bounds agree."
        }
        Some(Outcome::Deep(epa::Outcome::Stalled | epa::Outcome::BrokenHorizon))
        | Some(Outcome::Separated(_) | Outcome::Shallow(_))
        | None => "The bounds differ, but no further step exceeds the rounding error.",
    };
    let bounds_agree = !matches!(outcome, Some(Outcome::Deep(epa::Outcome::IterationLimit | epa::Outcome::Stalled)));
    Beat {
        line: "deep",
        say: answer_with_margins(verdict, Sentence::from(reason), step.after.margin),
        pictures: step.detail.full(|| {
            let depth = depth_vector(deep, step.context);
            let mut pictures = trial::pictures(&[], [depth; 2], step, deep);
            let world = pictures.edit(WORLD);
            world.marks.retain(|mark| !mark.key.0.starts_with("witness"));
            if let Some(answer) = verdict.finding.pair() {
                add_named_point(world, Role::Witness, "witness/a", answer.witness_a, "p_A");
                add_named_point(world, Role::Witness, "witness/b", answer.witness_b, "p_B");
                step.context.add_distance(world, [answer.witness_a, answer.witness_b], true);
            }
            step.context.add_supporting_planes(world, &verdict.finding);
            pictures
        }),
        values: step.detail.full(|| if bounds_agree { Vec::new() } else { bound_values(deep) }),
        event: Some(Event::Stop(CARD.ending_kind(verdict))),
        ..Beat::default()
    }
}
