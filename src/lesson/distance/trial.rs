//! Sub-steps (beats) of trial normals for a shallower plane: the plane before and after, and its carriers, the points
//! of A − B in it.

use glam::DVec3;

use super::PhaseStep;
use super::newton::steps;
use crate::answer::number::{count, length, vector, weight};
use crate::lesson::{
    Beat, Event, PairContext, Pictures, Row, Sentence, Table, Value, WORLD, add_named_point, epa, gjk, say, symbol,
};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::distance::{Deep, Phase, Purpose};
use crate::snapshot::support::Vertex;

/// Mark id of the point of both bodies that GJK found.
const COMMON_POINT: &str = "witness/common";

/// Best plane before and after a phase, in the coordinates of the panes.
struct Planes {
    normals: [DVec3; 2],
    heights: [f64; 2],
}

impl Planes {
    fn of(states: [&Deep; 2], context: &PairContext) -> Self {
        Self {
            normals: states.map(|deep| deep.epa.best.map_or(DVec3::ZERO, |n| context.space.cso(n))),
            heights: states.map(|deep| deep.epa.upper),
        }
    }

    fn fell(&self) -> bool {
        self.heights[1] < self.heights[0]
    }

    /// Upper bound of the depth.
    fn upper(&self) -> Value {
        Value::of(symbol::UPPER, length(self.heights[1]), "depth")
    }

    /// Previous upper bound of the depth.
    fn upper_before(&self) -> Value {
        Value::of(symbol::PREVIOUS_UPPER, length(self.heights[0]), "former depth")
    }

    /// Clause on the change of the upper bound.
    fn in_words(&self) -> Sentence {
        match (self.fell(), self.heights[0].is_finite()) {
            (true, true) => {
                say!("the upper bound on the depth falls from {} to {}", self.upper_before(), self.upper())
            }
            (true, false) => say!("the upper bound on the depth is {}", self.upper()),
            (false, _) => say!("the upper bound on the depth stays {}", self.upper()),
        }
    }
}

/// Angle by which the normal is rotated, degrees.
fn rotation(turned: f64) -> Value {
    let text = if turned < 0.005 { String::from("less than 0.01°") } else { format!("{turned:.2}°") };
    Value::of(symbol::ROTATION_OF_NORMAL, text, "depth")
}

/// Beat of a guess, a disc, its rim, a refinement, or the opposite side.
pub(super) fn beat(step: &PhaseStep<'_>, phase: Phase, old: &Deep, new: &Deep) -> Beat {
    let context = step.context;
    let planes = Planes::of([old, new], context);
    let newton = matches!(phase, Phase::Rim { .. } | Phase::Refine);
    let refined = new.refined.as_ref().filter(|_| newton && new.is_accepted);
    let carriers = refined.map_or(&[][..], |refined| &refined.carriers);
    let turned = planes.normals[0].angle_between(planes.normals[1]).to_degrees();
    let line = match phase {
        Phase::Guess => "guess",
        Phase::Disc { .. } => "disc",
        Phase::Rim { .. } => "rim",
        Phase::Mirror => "mirror",
        _ => "refine",
    };
    let change = match phase {
        Phase::Guess => guess(new, &planes),
        Phase::Disc { of_a } => disc(of_a, new, &planes, context),
        Phase::Rim { .. } => rim(refined.map(|found| found.steps), &planes),
        Phase::Mirror => mirror(&planes),
        _ => refinement(new, refined.map(|found| (found.steps, turned)), &planes),
    };
    let joins = match carriers.len() {
        0 => "",
        _ if new.epa.iterations == 0 => "",
        1 => " The point of A − B in this plane joins the polytope.",
        _ => " The points of A − B in this plane join the polytope.",
    };
    let newton = refined.map(|refined| (turned, refined.steps));
    Beat {
        line,
        say: say!("{}{}", change, joins),
        pictures: step
            .detail
            .full(|| pictures(carriers, [0, 1].map(|i| planes.normals[i] * planes.heights[i]), step, new)),
        values: step.detail.full(|| values(&planes, newton, new)),
        tables: step.detail.full(|| if carriers.is_empty() { Vec::new() } else { vec![table(carriers, context)] }),
        event: planes.fell().then_some(Event::Bound),
        ..Beat::default()
    }
}

fn guess(new: &Deep, planes: &Planes) -> Sentence {
    if !new.epa.from_tetrahedron {
        return say!("The best supporting plane that GJK found is the first candidate: {}.", planes.in_words());
    }
    match planes.fell() {
        true => say!(
            "The supporting plane parallel to the nearest face of GJK's tetrahedron is the first candidate: {}.",
            planes.in_words()
        ),
        false => say!(
            "GJK ended with a tetrahedron around the origin. The best supporting plane so far is the first candidate: {}.",
            planes.in_words()
        ),
    }
}

fn disc(of_a: bool, new: &Deep, planes: &Planes, context: &PairContext) -> Sentence {
    let [a, b] = context.body_names();
    let beyond = match new.over_rim {
        true => " The nearest boundary point lies beyond the rim of the disc.",
        false => "",
    };
    let body = if of_a { a } else { b };
    say!("The plane of a flat disc of {} is the next candidate: {}.{}", body, planes.in_words(), beyond)
}

fn rim(steps_taken: Option<u32>, planes: &Planes) -> Sentence {
    match steps_taken {
        Some(n) => say!(
            "Newton's method starts from the disc's normal, tilted over the rim, and takes {}: {}.",
            steps(n),
            planes.in_words()
        ),
        None => say!(
            "Newton's method starts from the disc's normal, tilted over the rim, and finds no nearer plane: {}.",
            planes.in_words()
        ),
    }
}

fn mirror(planes: &Planes) -> Sentence {
    match planes.fell() {
        true => say!("The plane on the opposite side of A − B is nearer: {}.", planes.in_words()),
        false => say!("The plane on the opposite side of A − B is no nearer: {}.", planes.in_words()),
    }
}

/// Sentence on Newton's method from the trial's normal: reason, result and number of steps.
fn refinement(new: &Deep, taken: Option<(u32, f64)>, planes: &Planes) -> Sentence {
    let purpose = new.trial.map(|trial| trial.purpose);
    let why = match purpose {
        Some(Purpose::First) => "GJK's best plane only approximates a curved body.",
        Some(Purpose::Mirror) => "The plane on the opposite side is approximate.",
        Some(Purpose::Converged) => "EPA's bounds agree, but its face only approximates the body.",
        Some(Purpose::Separate) => "The plane between the separate cores is approximate.",
        Some(Purpose::Minimum) => "The other face may lead to a smaller minimum.",
        _ => "A face of the polytope only approximates a curved body.",
    };
    let Some((n, turned)) = taken else {
        return say!("{} Newton's method finds no better plane: {}.", why, planes.in_words());
    };
    let resumed = match purpose {
        Some(Purpose::Minimum) if new.shallower => " EPA continues, since this minimum is smaller.",
        _ => "",
    };
    say!(
        "{} Newton's method rotates the plane by {} in {}: {}.{}",
        why,
        rotation(turned),
        steps(n),
        planes.in_words(),
        resumed
    )
}

/// Values of the normal and the upper bound; `newton` is the rotation of the normal, degrees, and the number of steps.
fn values(planes: &Planes, newton: Option<(f64, u32)>, new: &Deep) -> Vec<Value> {
    let mut values = Vec::new();
    if planes.heights[1].is_finite() {
        values.push(planes.upper());
        values.push(Value::of(symbol::NORMAL, vector(planes.normals[1]), "depth"));
    }
    if planes.fell() && planes.heights[0].is_finite() {
        values.push(planes.upper_before());
    }
    if let Some((turned, taken)) = newton {
        values.push(rotation(turned));
        values.push(steps(taken));
    }
    if new.epa.iterations > 0 {
        values.push(Value::number(symbol::LOWER, length(new.epa.lower)));
    }
    values
}

/// Pictures of a trial, with the name of the point that both bodies share while no plane has witness points.
pub(super) fn pictures(carriers: &[(Vertex, f64)], planes: [DVec3; 2], step: &PhaseStep<'_>, after: &Deep) -> Pictures {
    let pictures = Pictures::from(panes(carriers, planes, step, after)).from_side(planes[1]);
    let pictures = pictures.naming(Role::NewSupport, "point in the plane");
    match pictures.of(WORLD).marks.iter().any(|mark| mark.key.0 == COMMON_POINT) {
        true => pictures.naming(Role::Witness, "common point"),
        false => pictures,
    }
}

/// Pictures of the polytope with the carriers and of both planes; in the world, of the carriers' points and the depth.
pub(super) fn panes(
    carriers: &[(Vertex, f64)],
    [old, new]: [DVec3; 2],
    step: &PhaseStep<'_>,
    after: &Deep,
) -> (Picture, Picture) {
    let PhaseStep { after: run, context, .. } = *step;
    let mut world = Picture::default();
    // Before EPA has a polytope, the simplex at the end of GJK is drawn.
    let mut cso = match after.epa.faces.is_empty() {
        true => gjk::simplex(&run.gjk, step.numbers, context).1,
        false => epa::polytope(&after.epa, context),
    };
    if old.is_finite() && old != new {
        cso.segment(Role::Removed, "former depth", DVec3::ZERO, old);
        cso.label(Role::Removed, "former depth", old, length(old.length()));
        // The plane before, smaller than the new one.
        let half_size = 0.15 * context.bounding_radius();
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

/// Adds contact points of one body, numbered from 0; a point that belongs to several contact points has all their
/// names.
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
