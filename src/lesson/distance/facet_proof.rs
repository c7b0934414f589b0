//! Beats (narrated sub-steps) of the proof of a depth by one facet: the nearest facet of a body, and the point of the
//! other body behind it. If no other point is deeper, the distance of the point from the facet is the depth.

use contact_lens_model::snapshot::distance::{Deep, FacetProof};
use contact_lens_picture::marks::surface::polygon_normal;
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::{CARD, depth_name};
use crate::context::pair_verdict::{answer_with_margins, length_in_unit_of};
use crate::gjk::simplex_view::add_witness_points;
use crate::{
    Beat, Detail, Event, PairContext, Pictures, Sentence, StopTest, Value, Verdict, WORLD, add_named_point, say, symbol,
};

/// Bodies of a facet proof: A is 0, B is 1.
struct FacetBodies {
    /// Body with the facet.
    faceted: usize,
    /// Body with the point behind the facet.
    other: usize,
}

impl FacetBodies {
    /// Bodies with the facet and with the point.
    fn of(facet_proof: &FacetProof) -> Self {
        if facet_proof.in_a { Self { faceted: 0, other: 1 } } else { Self { faceted: 1, other: 0 } }
    }
}

/// Mark id of the nearest facet.
const FACE: &str = "facet/face";

/// Cosine of the angle between two unit normals above which they count as equal: they differ by less than 5e-5 rad.
const SAME_NORMAL: f64 = 1.0 - 1e-9;

/// Length up to which a clearance or a depth is invisible and has no label, as a fraction of the bounding radius of
/// A − B.
const INVISIBLE_LENGTH: f64 = 1.0e-6;

/// Beat of the ending if a facet is the proof, with lengths in the unit of the answer.
pub(super) fn ending_beat(
    facet_proof: &FacetProof,
    deep: &Deep,
    (context, verdict): (&PairContext, &Verdict),
    detail: Detail,
) -> Beat {
    let event = Some(Event::Stop(CARD.ending_kind(verdict)));
    let distance = verdict.pair().and_then(|pair| pair.signed_distance).unwrap_or(0.0);
    let mut beat = Beat {
        line: "deep",
        event,
        stops: Vec::new(),
        ..beat_in_unit_of(distance, facet_proof, deep, (context, detail))
    };
    beat.say = answer_with_margins(verdict, reason_sentence(facet_proof, context), deep.epa.margin);
    let Some(pair) = verdict.finding.pair() else { return beat };
    if detail != Detail::Full {
        return beat;
    }
    let world = beat.pictures.edit(WORLD);
    world.marks.retain(|mark| !mark.key.0.starts_with("witness/"));
    add_witness_points(world, [pair.witness_a, pair.witness_b], context);
    beat
}

/// Sentence on why the facet proves the depth.
fn reason_sentence(facet_proof: &FacetProof, context: &PairContext) -> Sentence {
    let FacetBodies { faceted, other } = FacetBodies::of(facet_proof);
    let names = context.body_names();
    let facet = facet_name(facet_proof, context);
    if context.is_rounding(facet_proof.clearance) {
        return say!(
            "{} has a point on the {} of {} and none behind it, so EPA is not needed.",
            &names[other],
            facet,
            &names[faceted]
        );
    }
    say!("No point of {} lies deeper behind the {} of {}, so EPA is not needed.", &names[other], facet, &names[faceted])
}

/// Name of the nearest facet, which refers to its mark if the body is drawn with faces.
fn facet_name(facet_proof: &FacetProof, context: &PairContext) -> Sentence {
    let n = context.space.cso(facet_proof.normal);
    let polygon = if facet_proof.in_a { facet_polygon(context, 0, n) } else { facet_polygon(context, 1, -n) };
    match polygon {
        Some(_) => Sentence::mark("nearest facet", FACE),
        None => Sentence::from("nearest facet"),
    }
}

/// Beat of the facet, the point behind it, and the consequence for the depth.
pub(super) fn facet_beat(facet_proof: &FacetProof, deep: &Deep, context: &PairContext, detail: Detail) -> Beat {
    beat_in_unit_of(facet_proof.height, facet_proof, deep, (context, detail))
}

/// Beat of the facet, whose numbers have the unit in which the length `other_length`, meters, is shown.
fn beat_in_unit_of(
    other_length: f64,
    facet_proof: &FacetProof,
    deep: &Deep,
    (context, detail): (&PairContext, Detail),
) -> Beat {
    let proven = facet_proof.proven;
    let lower = Value::of(symbol::LOWER, length_in_unit_of(other_length, facet_proof.clearance), "clearance");
    let upper = Value::of(symbol::UPPER, length_in_unit_of(other_length, facet_proof.height), "depth");
    let point_clause = point_clause(facet_proof, &lower, context);
    Beat {
        line: "facet",
        say: say!("{}{}", point_clause, consequence_clause(facet_proof, deep, &upper, context)),
        pictures: detail.full(|| {
            let normal = context.space.cso(facet_proof.normal);
            Pictures::from(pictures(other_length, facet_proof, context))
                .from_side(normal)
                .naming(Role::Closest, "nearest facet")
                .naming(Role::Axis, "normal n of the facet")
        }),
        values: detail.full(|| if proven { vec![lower] } else { vec![upper, lower] }),
        stops: vec![StopTest::new("proven", "facet", "upper − lower ≤ rounding", facet_proof.test)],
        event: Some(if proven { Event::Bound } else { Event::Warning }),
        ..Beat::default()
    }
}

/// Clause on the point of the other body behind the facet.
fn point_clause(facet_proof: &FacetProof, lower: &Value, context: &PairContext) -> Sentence {
    let FacetBodies { faceted, other } = FacetBodies::of(facet_proof);
    let point = Sentence::mark(["p_A", "p_B"][other], ["witness/a", "witness/b"][other]);
    let names = context.body_names();
    let facet = facet_name(facet_proof, context);
    if context.is_rounding(facet_proof.clearance) {
        return say!("{}, a point of {}, lies on the {} of {}", point, &names[other], facet, &names[faceted]);
    }
    say!("{}, a point of {}, lies {} behind the {} of {}", point, &names[other], lower, facet, &names[faceted])
}

/// Clause on the consequence for the depth, which ends the sentence on the point.
fn consequence_clause(facet_proof: &FacetProof, deep: &Deep, upper: &Value, context: &PairContext) -> Sentence {
    let [a, b] = context.body_names();
    let body = if facet_proof.in_a { b } else { a };
    let depth = depth_name(deep.epa.margin);
    let is_on_facet = context.is_rounding(facet_proof.clearance);
    match (facet_proof.proven, is_on_facet) {
        (true, true) => {
            say!(", and no point of {} lies behind that facet. So the {} is below rounding error.", body, depth)
        }
        (true, false) => say!(", and no point of {} lies deeper. So this distance is the {}.", body, depth),
        (false, _) => say!(
            ", but another point of {} lies {} behind that facet, so the bounds on the {} differ. {}",
            body,
            upper,
            depth,
            next_step_sentence(facet_proof, deep)
        ),
    }
}

/// Sentence on what the query does after a facet that proves nothing.
fn next_step_sentence(facet_proof: &FacetProof, deep: &Deep) -> &'static str {
    match deep.next_in_a {
        Some(next_in_a) if next_in_a == facet_proof.in_a => "The search continues from the deepest point.",
        Some(_) => "The facets of the other body come next.",
        None if deep.curved => "A plane is refined next.",
        None => "EPA builds a polytope next.",
    }
}

/// Vertices of the drawn face of a body (0 for A, 1 for B) with the outward unit normal `outward`, world; `None` for a
/// body that is drawn without faces.
fn facet_polygon(context: &PairContext, body: usize, outward: DVec3) -> Option<Vec<DVec3>> {
    let backdrop = context.backdrop();
    let role = [Role::ShapeA, Role::ShapeB][body & 1];
    for mark in backdrop.pictures.of(WORLD).marks.iter().filter(|mark| mark.role == role) {
        let Form::Solid(solid) = &mark.form else { continue };
        for face in &solid.faces {
            let points: Vec<DVec3> = face.iter().filter_map(|&i| solid.vertices.get(i as usize).copied()).collect();
            if polygon_normal(&points).is_some_and(|n| n.dot(outward) > SAME_NORMAL) {
                return Some(points);
            }
        }
    }
    None
}

/// Pictures of the facet with the point behind it in the world, and of the upper bound of the depth in the
/// configuration space. Numbers have the unit in which the length `other_length`, meters, is shown.
fn pictures(other_length: f64, facet_proof: &FacetProof, context: &PairContext) -> (Picture, Picture) {
    let in_a = facet_proof.in_a;
    let height = facet_proof.height;
    let clearance = facet_proof.clearance;
    let FacetBodies { faceted, other } = FacetBodies::of(facet_proof);
    let n = context.space.cso(facet_proof.normal);
    let outward = if in_a { n } else { -n };
    // The point behind the facet, and its projection on the facet.
    let below = context.space.world(facet_proof.point);
    let top = below + outward * clearance;
    let mut world = Picture::default();
    let mut cso = Picture::default();
    match facet_polygon(context, faceted, outward) {
        Some(points) => {
            world.add(Role::Closest, FACE, Form::Polygon(points.clone()));
            world.add(Role::Closest, FACE, Form::Polyline { points, closed: true });
        }
        None => context.add_plane(&mut world, faceted, "facet", top, outward),
    }
    world.segment(Role::Lower, "clearance", top, below);
    // Invisible lengths have no label; of an invisible depth, only the direction is shown.
    let least = INVISIBLE_LENGTH * context.bounding_radius();
    if clearance > least {
        world.label(Role::Lower, "clearance", (top + below) * 0.5, length_in_unit_of(other_length, clearance));
    }
    if height > least {
        cso.arrow(Role::Upper, "depth", DVec3::ZERO, n * height);
        cso.label(Role::Upper, "depth", n * height, length_in_unit_of(other_length, height));
    } else {
        context.add_named_direction(&mut world, "depth", below, n, "n");
        context.add_named_direction(&mut cso, "depth", DVec3::ZERO, n, "n");
    }
    let key = ["witness/a", "witness/b"][other];
    add_named_point(&mut world, Role::Witness, key, below, ["p_A", "p_B"][other]);
    context.magnify_world(&mut world, [top, below]);
    context.magnify(&mut cso, [DVec3::ZERO, n * height]);
    context.add_plane(&mut cso, 2, "facet", n * height, n);
    (world, cso)
}
