//! Sub-steps (beats) of the proof by one facet: a point of one body below the nearest facet of the other.

use glam::DVec3;

use super::{CARD, depth_name};
use crate::lesson::context::pair_verdict::{answer_with_margins, length_in_unit_of};
use crate::lesson::{
    Beat, Detail, Event, PairContext, Pictures, Sentence, StopTest, Value, Verdict, WORLD, add_named_point, say, symbol,
};
use crate::picture::{Picture, Role};
use crate::snapshot::distance::{Deep, FacetProof};

/// Beat of the ending, where a facet is the proof.
pub(super) fn proven(
    found: &FacetProof,
    deep: &Deep,
    (context, verdict): (&PairContext, &Verdict),
    detail: Detail,
) -> Beat {
    let event = Some(Event::Stop(CARD.ending_kind(verdict)));
    let distance = verdict.pair().and_then(|pair| pair.signed_distance).unwrap_or(0.0);
    let mut beat =
        Beat { line: "deep", event, stops: Vec::new(), ..beat_in_unit_of(distance, found, deep, (context, detail)) };
    let why = Sentence::from("One facet gives both bounds of the depth, so EPA is not needed.");
    beat.say = answer_with_margins(verdict, why, deep.epa.margin);
    let Some(pair) = verdict.finding.pair() else { return beat };
    let (key, at, name) = match found.in_a {
        true => ("witness/a", pair.witness_a, "p_A"),
        false => ("witness/b", pair.witness_b, "p_B"),
    };
    if detail == Detail::Full {
        add_named_point(beat.pictures.edit(WORLD), Role::Witness, key, at, name);
    }
    beat
}

/// Beat of the facet, the point below it, and the consequence for the depth.
pub(super) fn beat(facet_proof: &FacetProof, deep: &Deep, context: &PairContext, detail: Detail) -> Beat {
    beat_in_unit_of(facet_proof.height, facet_proof, deep, (context, detail))
}

/// Beat of the facet with its lengths in the unit of `other_length`, meters.
fn beat_in_unit_of(
    other_length: f64,
    facet_proof: &FacetProof,
    deep: &Deep,
    (context, detail): (&PairContext, Detail),
) -> Beat {
    let FacetProof { in_a, proven, .. } = *facet_proof;
    let height = facet_proof.height;
    let clearance = facet_proof.clearance;
    let [faceted, other] = if in_a { [0, 1] } else { [1, 0] };
    let point = ["p_A", "p_B"][other];
    let key = ["witness/a", "witness/b"][other];
    let names = context.body_names();
    let body = &names[other];
    let of = &names[faceted];
    let depth = depth_name(deep.epa.margin);
    let is_on_facet = context.is_rounding(clearance);
    let lower = Value::of(symbol::LOWER, length_in_unit_of(other_length, clearance), "clearance");
    let upper = Value::of(symbol::UPPER, length_in_unit_of(other_length, height), "depth");
    let point = Sentence::mark(point, key);
    let found = match is_on_facet {
        true => say!("{} of {} lies on the nearest facet of {}", point, body, of),
        false => say!("{} of {} is {} below the nearest facet of {}", point, body, &lower, of),
    };
    let say = match (proven, is_on_facet) {
        (true, true) => {
            say!("{}, and no point of {} is below it. So the {} is below rounding error.", found, body, depth)
        }
        (true, false) => say!("{}, and no point of {} is deeper. So this distance is the {}.", found, body, depth),
        (false, _) => say!(
            "{}, but {} reaches {} below it, so the bounds of the {} differ. {}",
            found,
            body,
            &upper,
            depth,
            match deep.next_in_a {
                Some(next) if next == in_a => "The search continues from the deepest point.",
                Some(_) => "The facets of the other body come next.",
                None if deep.curved => "A plane is refined next.",
                None => "EPA builds a polytope next.",
            }
        ),
    };
    Beat {
        line: "facet",
        say,
        pictures: detail.full(|| {
            let normal = context.space.cso(facet_proof.normal);
            Pictures::from(panes(other_length, facet_proof, context)).from_side(normal)
        }),
        values: detail.full(|| if proven { vec![lower] } else { vec![upper, lower] }),
        stops: vec![StopTest::new("proven", "facet", "upper − lower ≤ rounding", facet_proof.test)],
        event: Some(if proven { Event::Bound } else { Event::Warning }),
        ..Beat::default()
    }
}

/// Pictures of the facet with the point below it, and of the depth in the configuration space.
fn panes(other_length: f64, facet_proof: &FacetProof, context: &PairContext) -> (Picture, Picture) {
    let in_a = facet_proof.in_a;
    let height = facet_proof.height;
    let clearance = facet_proof.clearance;
    let [faceted, other] = if in_a { [0, 1] } else { [1, 0] };
    let point = ["p_A", "p_B"][other];
    let n = context.space.cso(facet_proof.normal);
    let out = if in_a { n } else { -n };
    let below = context.space.world(facet_proof.point);
    let top = below + out * clearance;
    let mut world = Picture::default();
    let mut cso = Picture::default();
    context.plane(&mut world, faceted, "facet", top, out);
    world.segment(Role::Lower, "clearance", top, below);
    // Invisible lengths have no label; only the direction of the depth is shown.
    let least = 1.0e-6 * context.bounding_radius();
    if clearance > least {
        world.label(Role::Lower, "clearance", (top + below) * 0.5, length_in_unit_of(other_length, clearance));
    }
    if height > least {
        cso.arrow(Role::Upper, "depth", DVec3::ZERO, n * height);
        cso.label(Role::Upper, "depth", n * height, length_in_unit_of(other_length, height));
    } else {
        context.direction(&mut world, "depth", below, n);
        context.direction(&mut cso, "depth", DVec3::ZERO, n);
    }
    let key = ["witness/a", "witness/b"][other];
    add_named_point(&mut world, Role::Witness, key, below, point);
    context.magnify_world(&mut world, [top, below]);
    context.magnify(&mut cso, [DVec3::ZERO, n * height]);
    context.plane(&mut cso, 2, "facet", n * height, n);
    (world, cso)
}
