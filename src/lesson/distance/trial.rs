//! Beats (narrated sub-steps) of the search for a nearer supporting plane of A − B, whose distance from the origin is
//! an upper bound of the depth: a candidate plane, its refinement by Newton's method, and its *carriers*, the points of
//! A − B in the refined plane.

use contact_lens_model::answer::number::{count, length, vector, weight};
use contact_lens_model::snapshot::distance::{Deep, Phase, Purpose};
use contact_lens_model::snapshot::support::Vertex;
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::PhaseStep;
use super::newton::steps_value;
use crate::{Beat, Event, PairContext, Pictures, Row, Sentence, Table, Value, add_named_point, epa, gjk, say, symbol};

/// Mark id of the point that both bodies have in common, which GJK found.
const COMMON_POINT: &str = "witness/common";

/// Angle below which its number would be rounded to 0.00°, degrees.
const LEAST_SHOWN_ANGLE: f64 = 0.005;

/// Half side of the square of the previous plane, as a fraction of the bounding radius of A − B: less than that of the
/// new plane.
const PREVIOUS_PLANE_HALF_SIDE: f64 = 0.15;

/// Best supporting plane of A − B in a state, configuration space.
#[derive(Clone, Copy)]
struct BestPlane {
    /// Outward unit normal; zero without a plane.
    normal: DVec3,
    /// Distance from the origin, meters: the upper bound of the depth. Infinite without a plane.
    height: f64,
}

impl BestPlane {
    /// Best plane of a state.
    fn of(deep: &Deep, context: &PairContext) -> Self {
        let normal = deep.epa.best.map_or(DVec3::ZERO, |n| context.space.cso(n));
        Self { normal, height: deep.epa.upper }
    }

    /// Vector from the origin to its projection on the plane, meters; not finite without a plane.
    fn foot(self) -> DVec3 {
        self.normal * self.height
    }
}

/// Best planes before and after a phase.
struct Planes {
    before: BestPlane,
    after: BestPlane,
}

impl Planes {
    /// Whether the phase found a nearer plane.
    fn has_fallen(&self) -> bool {
        self.after.height < self.before.height
    }

    /// Upper bound of the depth after the phase, as a value.
    fn upper_value(&self) -> Value {
        Value::of(symbol::UPPER, length(self.after.height), "depth")
    }

    /// Upper bound of the depth before the phase, as a value.
    fn previous_upper_value(&self) -> Value {
        Value::of(symbol::PREVIOUS_UPPER, length(self.before.height), "former depth")
    }

    /// Clause on the change of the upper bound.
    fn change_clause(&self) -> Sentence {
        if !self.has_fallen() {
            return say!("the upper bound on the depth stays {}", self.upper_value());
        }
        if !self.before.height.is_finite() {
            return say!("the upper bound on the depth is {}", self.upper_value());
        }
        say!("the upper bound on the depth falls from {} to {}", self.previous_upper_value(), self.upper_value())
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
/// the opposite side (mirror), or the refinement of one of these. `old` and `new` are the states before and after it.
pub(super) fn trial_beat(step: &PhaseStep<'_>, phase: Phase, old: &Deep, new: &Deep) -> Beat {
    let context = step.context;
    let planes = Planes { before: BestPlane::of(old, context), after: BestPlane::of(new, context) };
    let uses_newton = matches!(phase, Phase::Rim { .. } | Phase::Refine);
    let refined = if uses_newton && new.is_accepted { new.refined.as_ref() } else { None };
    let carriers = refined.map_or(&[][..], |refined| &refined.carriers);
    let degrees = planes.before.normal.angle_between(planes.after.normal).to_degrees();
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
    // Before EPA's first step, there is no polytope that carriers could join.
    let has_polytope = new.epa.iterations > 0;
    let joining_sentence = match (has_polytope, carriers.len()) {
        (false, _) | (true, 0) => "",
        (true, 1) => " The point of A − B in this plane joins the polytope.",
        (true, _) => " The points of A − B in this plane join the polytope.",
    };
    Beat {
        line,
        say: say!("{}{}", change, joining_sentence),
        pictures: step.detail.full(|| pictures(carriers, [planes.before.foot(), planes.after.foot()], step, new)),
        values: step.detail.full(|| values(&planes, refinement, new)),
        tables: step.detail.full(|| if carriers.is_empty() { Vec::new() } else { vec![table(carriers, context)] }),
        event: planes.has_fallen().then_some(Event::Bound),
        ..Beat::default()
    }
}

/// Sentence on the first candidate: GJK's best plane, or the plane parallel to the nearest face of its tetrahedron if
/// that is nearer.
fn guess_sentence(new: &Deep, planes: &Planes) -> Sentence {
    if !new.epa.from_tetrahedron {
        return say!("The best supporting plane that GJK found is the first candidate: {}.", planes.change_clause());
    }
    if planes.has_fallen() {
        return say!(
            "The supporting plane parallel to the nearest face of GJK's tetrahedron is the first candidate: {}.",
            planes.change_clause()
        );
    }
    say!(
        "GJK ended with a tetrahedron around the origin. The best supporting plane so far is the first candidate: {}.",
        planes.change_clause()
    )
}

/// Sentence on the plane of a flat disc of A, if `of_a`, or of B.
fn disc_sentence(of_a: bool, new: &Deep, planes: &Planes, context: &PairContext) -> Sentence {
    let [a, b] = context.body_names();
    let rim_sentence = if new.over_rim { " The nearest boundary point lies beyond the rim of the disc." } else { "" };
    let body = if of_a { a } else { b };
    say!("The plane of a flat disc of {} is the next candidate: {}.{}", body, planes.change_clause(), rim_sentence)
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
    let comparison = if planes.has_fallen() { "nearer" } else { "no nearer" };
    say!("The plane on the opposite side of A − B is {}: {}.", comparison, planes.change_clause())
}

/// Sentence on Newton's method from the normal of a candidate: reason, result and number of steps.
fn refinement_sentence(new: &Deep, refinement: Option<Refinement>, planes: &Planes) -> Sentence {
    let purpose = new.trial.map(|trial| trial.purpose);
    let reason = match purpose {
        Some(Purpose::First) => "GJK's best plane only approximates a curved body.",
        Some(Purpose::Mirror) => "The plane on the opposite side is approximate.",
        Some(Purpose::Converged) => "EPA's bounds agree, but its face only approximates the body.",
        Some(Purpose::Separate) => "The plane between the separate cores is approximate.",
        Some(Purpose::Minimum) => "The other face may lead to a smaller minimum.",
        _ => "A face of the polytope only approximates a curved body.",
    };
    let Some(Refinement { degrees, steps }) = refinement else {
        return say!("{} Newton's method finds no better plane: {}.", reason, planes.change_clause());
    };
    let is_smaller_minimum = purpose == Some(Purpose::Minimum) && new.shallower;
    let continuation = if is_smaller_minimum { " EPA continues, since this minimum is smaller." } else { "" };
    say!(
        "{} Newton's method rotates the plane by {} in {}: {}.{}",
        reason,
        rotation_value(degrees),
        steps_value(steps),
        planes.change_clause(),
        continuation
    )
}

/// Values of the upper bound, the normal and its refinement, and of EPA's lower bound.
fn values(planes: &Planes, refinement: Option<Refinement>, new: &Deep) -> Vec<Value> {
    let mut values = Vec::new();
    if planes.after.height.is_finite() {
        values.push(planes.upper_value());
        values.push(Value::of(symbol::NORMAL, vector(planes.after.normal), "depth"));
    }
    if planes.has_fallen() && planes.before.height.is_finite() {
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

/// Pictures of a candidate plane. `carriers` are the points of A − B in the plane with their barycentric weights;
/// `feet` are the vectors from the origin to its projections on the previous and on the new plane, configuration space,
/// meters, not finite without a plane.
pub(super) fn pictures(carriers: &[(Vertex, f64)], feet: [DVec3; 2], step: &PhaseStep<'_>, after: &Deep) -> Pictures {
    let new_foot = feet[1];
    let world = world_picture(carriers, new_foot, step);
    let has_common_point = world.marks.iter().any(|mark| mark.key.0 == COMMON_POINT);
    let cso = cso_picture(carriers, feet, step, after);
    let pictures = Pictures::from((world, cso)).from_side(new_foot).naming(Role::NewSupport, "point in the plane");
    if has_common_point { pictures.naming(Role::Witness, "common point") } else { pictures }
}

/// Picture of the configuration space: the polytope or simplex, the carriers, and both planes.
fn cso_picture(carriers: &[(Vertex, f64)], [old, new]: [DVec3; 2], step: &PhaseStep<'_>, after: &Deep) -> Picture {
    let PhaseStep { after: run, context, .. } = *step;
    // Before EPA has a polytope, the picture shows the simplex at the end of GJK.
    let mut cso = if after.epa.faces.is_empty() {
        gjk::simplex_pictures(&run.gjk, step.numbers, context).1
    } else {
        epa::polytope_picture(&after.epa, context)
    };
    if old.is_finite() && old != new {
        cso.segment(Role::Removed, "former depth", DVec3::ZERO, old);
        cso.label(Role::Removed, "former depth", old, length(old.length()));
        let half_size = PREVIOUS_PLANE_HALF_SIDE * context.bounding_radius();
        if let Some(normal) = old.try_normalize()
            && half_size > 0.0
        {
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
    if points.len() > 1 {
        cso.add(Role::NewSupport, "carriers", Form::Polyline { points, closed: true });
    }
    cso
}

/// Picture of the world: the points of the bodies whose differences are the carriers, and the translation that
/// separates the bodies along the new plane's normal. `new` is the vector from the origin to its projection on this
/// plane.
fn world_picture(carriers: &[(Vertex, f64)], new: DVec3, step: &PhaseStep<'_>) -> Picture {
    let PhaseStep { after: run, context, .. } = *step;
    let mut world = Picture::default();
    let points_on_a: Vec<DVec3> = carriers.iter().map(|(vertex, _)| context.space.world(vertex.a)).collect();
    let points_on_b: Vec<DVec3> = carriers.iter().map(|(vertex, _)| context.space.world(vertex.b)).collect();
    add_points_with_names(&mut world, "a", &points_on_a);
    add_points_with_names(&mut world, "b", &points_on_b);
    let a = context.space.world(run.answer.witness_a);
    let b = context.space.world(run.answer.witness_b);
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
    world
}

/// Adds the points of one body that belong to the carriers, numbered from 0; a point that belongs to several carriers
/// has the names of all.
fn add_points_with_names(world: &mut Picture, letter: &str, points: &[DVec3]) {
    for (i, at) in points.iter().enumerate() {
        let key = format!("carrier/{i}/{letter}");
        world.point(Role::NewSupport, key.clone(), *at);
        if !points[..i].contains(at) {
            let coincident = (0..points.len()).filter(|j| points[*j] == *at);
            let names: Vec<String> = coincident.map(|j| format!("{letter}{j}")).collect();
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
