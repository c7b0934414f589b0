//! Sub-steps (beats) of the search for a nearer supporting plane of A − B, whose distance bounds the depth: a candidate
//! plane, its refinement by Newton's method, and its *carriers*, the points of A − B in the refined plane.

use glam::DVec3;

use super::PhaseStep;
use super::newton::steps_value;
use crate::answer::number::{count, length, vector, weight};
use crate::lesson::{
    Beat, Event, PairContext, Pictures, Row, Sentence, Table, Value, WORLD, add_named_point, epa, gjk, say, symbol,
};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::distance::{Deep, Phase, Purpose};
use crate::snapshot::support::Vertex;

/// Mark id of the point that both bodies have in common, which GJK found.
const COMMON_POINT: &str = "witness/common";

/// Angle below which its number would be rounded to 0.00°, degrees.
const LEAST_SHOWN_ANGLE: f64 = 0.005;

/// Half side of the square of the previous plane, as a fraction of the pair's size: less than that of the new plane.
const PREVIOUS_PLANE_HALF_SIDE: f64 = 0.15;

/// Best plane before and after a phase, configuration space.
struct Planes {
    /// Outward unit normals; zero without a plane.
    normals: [DVec3; 2],
    /// Distances from the origin, meters; infinite without a plane.
    heights: [f64; 2],
}

impl Planes {
    /// Best planes of two states.
    fn of(states: [&Deep; 2], context: &PairContext) -> Self {
        Self {
            normals: states.map(|deep| deep.epa.best.map_or(DVec3::ZERO, |n| context.space.cso(n))),
            heights: states.map(|deep| deep.epa.upper),
        }
    }

    /// Whether the phase found a nearer plane.
    fn has_fallen(&self) -> bool {
        self.heights[1] < self.heights[0]
    }

    /// Upper bound of the depth after the phase, as a value.
    fn upper_value(&self) -> Value {
        Value::of(symbol::UPPER, length(self.heights[1]), "depth")
    }

    /// Upper bound of the depth before the phase, as a value.
    fn previous_upper_value(&self) -> Value {
        Value::of(symbol::PREVIOUS_UPPER, length(self.heights[0]), "former depth")
    }

    /// Clause on the change of the upper bound.
    fn change_clause(&self) -> Sentence {
        match (self.has_fallen(), self.heights[0].is_finite()) {
            (true, true) => {
                say!(
                    "the upper bound on the depth falls from {} to {}",
                    self.previous_upper_value(),
                    self.upper_value()
                )
            }
            (true, false) => say!("the upper bound on the depth is {}", self.upper_value()),
            (false, _) => say!("the upper bound on the depth stays {}", self.upper_value()),
        }
    }
}

/// Result of Newton's method in a phase.
#[derive(Clone, Copy)]
struct Refinement {
    /// Angle by which the normal is rotated, degrees.
    degrees: f64,
    /// Number of steps.
    steps: u32,
}

/// Angle by which Newton's method rotates the normal, degrees, as a value.
fn rotation_value(degrees: f64) -> Value {
    let text = if degrees < LEAST_SHOWN_ANGLE { String::from("less than 0.01°") } else { format!("{degrees:.2}°") };
    Value::of(symbol::ROTATION_OF_NORMAL, text, "depth")
}

/// Beat of one candidate: GJK's plane (guess), the plane of a flat disc, a plane over the rim of the disc, the plane on
/// the opposite side (mirror), or the refinement of one of these.
pub(super) fn trial_beat(step: &PhaseStep<'_>, phase: Phase, old: &Deep, new: &Deep) -> Beat {
    let context = step.context;
    let planes = Planes::of([old, new], context);
    let uses_newton = matches!(phase, Phase::Rim { .. } | Phase::Refine);
    let refined = new.refined.as_ref().filter(|_| uses_newton && new.is_accepted);
    let carriers = refined.map_or(&[][..], |refined| &refined.carriers);
    let degrees = planes.normals[0].angle_between(planes.normals[1]).to_degrees();
    let refinement = refined.map(|refined| Refinement { degrees, steps: refined.steps });
    let line = match phase {
        Phase::Guess => "guess",
        Phase::Disc { .. } => "disc",
        Phase::Rim { .. } => "rim",
        Phase::Mirror => "mirror",
        _ => "refine",
    };
    let change = match phase {
        Phase::Guess => guess_sentence(new, &planes),
        Phase::Disc { of_a } => disc_sentence(of_a, new, &planes, context),
        Phase::Rim { .. } => rim_sentence(refinement, &planes),
        Phase::Mirror => mirror_sentence(&planes),
        _ => refinement_sentence(new, refinement, &planes),
    };
    let joined = match carriers.len() {
        0 => "",
        _ if new.epa.iterations == 0 => "",
        1 => " The point of A − B in this plane joins the polytope.",
        _ => " The points of A − B in this plane join the polytope.",
    };
    Beat {
        line,
        say: say!("{}{}", change, joined),
        pictures: step
            .detail
            .full(|| pictures(carriers, [0, 1].map(|i| planes.normals[i] * planes.heights[i]), step, new)),
        values: step.detail.full(|| values(&planes, refinement, new)),
        tables: step.detail.full(|| if carriers.is_empty() { Vec::new() } else { vec![table(carriers, context)] }),
        event: planes.has_fallen().then_some(Event::Bound),
        ..Beat::default()
    }
}

/// Sentence on the first candidate, which GJK gives.
fn guess_sentence(new: &Deep, planes: &Planes) -> Sentence {
    if !new.epa.from_tetrahedron {
        return say!("The best supporting plane that GJK found is the first candidate: {}.", planes.change_clause());
    }
    match planes.has_fallen() {
        true => say!(
            "The supporting plane parallel to the nearest face of GJK's tetrahedron is the first candidate: {}.",
            planes.change_clause()
        ),
        false => say!(
            "GJK ended with a tetrahedron around the origin. The best supporting plane so far is the first candidate: {}.",
            planes.change_clause()
        ),
    }
}

/// Sentence on the plane of a flat disc of A, if `of_a`, or of B.
fn disc_sentence(of_a: bool, new: &Deep, planes: &Planes, context: &PairContext) -> Sentence {
    let [a, b] = context.body_names();
    let beyond = match new.over_rim {
        true => " The nearest boundary point lies beyond the rim of the disc.",
        false => "",
    };
    let body = if of_a { a } else { b };
    say!("The plane of a flat disc of {} is the next candidate: {}.{}", body, planes.change_clause(), beyond)
}

/// Sentence on Newton's method from a normal over the rim of a disc.
fn rim_sentence(refinement: Option<Refinement>, planes: &Planes) -> Sentence {
    match refinement {
        Some(Refinement { steps, .. }) => say!(
            "Newton's method starts from the disc's normal, tilted over the rim, and takes {}: {}.",
            steps_value(steps),
            planes.change_clause()
        ),
        None => say!(
            "Newton's method starts from the disc's normal, tilted over the rim, and finds no nearer plane: {}.",
            planes.change_clause()
        ),
    }
}

/// Sentence on the plane on the opposite side of A − B.
fn mirror_sentence(planes: &Planes) -> Sentence {
    match planes.has_fallen() {
        true => say!("The plane on the opposite side of A − B is nearer: {}.", planes.change_clause()),
        false => say!("The plane on the opposite side of A − B is no nearer: {}.", planes.change_clause()),
    }
}

/// Sentence on Newton's method from the normal of a candidate: reason, result and number of steps.
fn refinement_sentence(new: &Deep, refinement: Option<Refinement>, planes: &Planes) -> Sentence {
    let purpose = new.trial.map(|trial| trial.purpose);
    let why = match purpose {
        Some(Purpose::First) => "GJK's best plane only approximates a curved body.",
        Some(Purpose::Mirror) => "The plane on the opposite side is approximate.",
        Some(Purpose::Converged) => "EPA's bounds agree, but its face only approximates the body.",
        Some(Purpose::Separate) => "The plane between the separate cores is approximate.",
        Some(Purpose::Minimum) => "The other face may lead to a smaller minimum.",
        _ => "A face of the polytope only approximates a curved body.",
    };
    let Some(Refinement { degrees, steps }) = refinement else {
        return say!("{} Newton's method finds no better plane: {}.", why, planes.change_clause());
    };
    let resumed = match purpose {
        Some(Purpose::Minimum) if new.shallower => " EPA continues, since this minimum is smaller.",
        _ => "",
    };
    say!(
        "{} Newton's method rotates the plane by {} in {}: {}.{}",
        why,
        rotation_value(degrees),
        steps_value(steps),
        planes.change_clause(),
        resumed
    )
}

/// Values of the upper bound, the normal and its refinement, and of EPA's lower bound.
fn values(planes: &Planes, refinement: Option<Refinement>, new: &Deep) -> Vec<Value> {
    let mut values = Vec::new();
    if planes.heights[1].is_finite() {
        values.push(planes.upper_value());
        values.push(Value::of(symbol::NORMAL, vector(planes.normals[1]), "depth"));
    }
    if planes.has_fallen() && planes.heights[0].is_finite() {
        values.push(planes.previous_upper_value());
    }
    if let Some(Refinement { degrees, steps }) = refinement {
        values.push(rotation_value(degrees));
        values.push(steps_value(steps));
    }
    if new.epa.iterations > 0 {
        values.push(Value::number(symbol::LOWER, length(new.epa.lower)));
    }
    values
}

/// Pictures of a candidate plane. `carriers` are the points of A − B in it with their weights, `planes` the vectors
/// from the origin to the previous and to the new plane, configuration space; not finite without a plane.
pub(super) fn pictures(carriers: &[(Vertex, f64)], planes: [DVec3; 2], step: &PhaseStep<'_>, after: &Deep) -> Pictures {
    let pictures = Pictures::from(pictures_by_view(carriers, planes, step, after)).from_side(planes[1]);
    let pictures = pictures.naming(Role::NewSupport, "point in the plane");
    match pictures.of(WORLD).marks.iter().any(|mark| mark.key.0 == COMMON_POINT) {
        true => pictures.naming(Role::Witness, "common point"),
        false => pictures,
    }
}

/// Pictures of the world, with the points of the bodies whose differences are the carriers, and the translation that
/// separates the bodies; and of the configuration space, with the polytope or simplex, the carriers, and both planes.
pub(super) fn pictures_by_view(
    carriers: &[(Vertex, f64)],
    [old, new]: [DVec3; 2],
    step: &PhaseStep<'_>,
    after: &Deep,
) -> (Picture, Picture) {
    let PhaseStep { after: run, context, .. } = *step;
    let mut world = Picture::default();
    // Before EPA has a polytope, the picture shows the simplex at the end of GJK.
    let mut cso = match after.epa.faces.is_empty() {
        true => gjk::simplex_pictures(&run.gjk, step.numbers, context).1,
        false => epa::polytope_picture(&after.epa, context),
    };
    if old.is_finite() && old != new {
        cso.segment(Role::Removed, "former depth", DVec3::ZERO, old);
        cso.label(Role::Removed, "former depth", old, length(old.length()));
        let half_size = PREVIOUS_PLANE_HALF_SIDE * context.bounding_radius();
        if let (Some(normal), true) = (old.try_normalize(), half_size > 0.0) {
            cso.add(Role::Removed, "former plane", Form::Plane { point: old, normal, half_size });
        }
    }
    if new.is_finite() {
        cso.arrow(Role::Upper, "depth", DVec3::ZERO, new);
        cso.label(Role::Upper, "depth", new, length(new.length()));
        context.add_plane(&mut cso, 2, "plane", new, new);
        context.magnify(&mut cso, [DVec3::ZERO, new]);
    }
    let points: Vec<DVec3> = carriers.iter().map(|(vertex, _)| context.space.cso(vertex.w)).collect();
    for (i, point) in points.iter().enumerate() {
        add_named_point(&mut cso, Role::NewSupport, &format!("carrier/{i}"), *point, format!("c{i}"));
    }
    for (letter, body) in [("a", 0), ("b", 1)] {
        let on_body: Vec<DVec3> =
            carriers.iter().map(|(vertex, _)| context.space.world([vertex.a, vertex.b][body])).collect();
        add_points_with_names(&mut world, letter, &on_body);
    }
    if points.len() > 1 {
        cso.add(Role::NewSupport, "carriers", Form::Polyline { points, closed: true });
    }
    let [a, b] = [run.answer.witness_a, run.answer.witness_b].map(|p| context.space.world(p));
    if context.is_rounding(a.distance(b)) {
        // No plane has points of its own yet, so the picture shows the common point that GJK found.
        add_named_point(&mut world, Role::Witness, COMMON_POINT, a, "common point");
    } else {
        add_named_point(&mut world, Role::Witness, "witness/a", a, "p_A");
        add_named_point(&mut world, Role::Witness, "witness/b", b, "p_B");
        if new.is_finite() {
            let translation = new + new.normalize_or_zero() * run.margin;
            context.add_depth_bound(&mut world, b, translation, run.margin > 0.0);
        }
        context.magnify_world(&mut world, [a, b]);
    }
    (world, cso)
}

/// Adds the points of one body that belong to the carriers, numbered from 0; a point that belongs to several carriers
/// has the names of all.
fn add_points_with_names(world: &mut Picture, letter: &str, points: &[DVec3]) {
    for (i, at) in points.iter().enumerate() {
        let key = format!("carrier/{i}/{letter}");
        world.point(Role::NewSupport, key.clone(), *at);
        if !points[..i].contains(at) {
            let same = (0..points.len()).filter(|k| points[*k] == *at);
            let names: Vec<String> = same.map(|k| format!("{letter}{k}")).collect();
            world.label(Role::NewSupport, key, *at, names.join(" "));
        }
    }
}

/// Table of the carriers with their barycentric weights.
fn table(carriers: &[(Vertex, f64)], context: &PairContext) -> Table {
    Table {
        title: "Points of A − B in the plane",
        columns: vec!["", "a − b", "on A", "on B", "λ"],
        rows: carriers
            .iter()
            .enumerate()
            .map(|(i, (vertex, lambda))| Row {
                cells: vec![
                    format!("c{i}").into(),
                    vector(context.space.cso(vertex.w)),
                    count(vertex.features[0] as usize),
                    count(vertex.features[1] as usize),
                    weight(*lambda),
                ],
                key: Some(format!("carrier/{i}").into()),
                chosen: false,
            })
            .collect(),
    }
}
