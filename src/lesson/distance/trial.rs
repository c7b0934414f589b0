//! Sub-steps (beats) of trial normals for a shallower plane: the plane before and after, and its carriers, the points
//! of A − B in it.

use glam::DVec3;

use super::PhaseStep;
use super::newton::steps;
use crate::answer::number::{count, length, length_or_none_yet, vector, weight};
use crate::lesson::{Beat, Event, PairContext, Row, Table, Value, add_named_point, epa};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::distance::{Deep, Phase, Purpose};
use crate::snapshot::support::Vertex;

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

    /// Clause on the change of the upper bound.
    fn in_words(&self) -> String {
        let [high, low] = self.heights.map(length);
        match (self.fell(), self.heights[0].is_finite()) {
            (true, true) => format!("the upper bound goes from {high} to {low}"),
            (true, false) => format!("the upper bound is {low}"),
            (false, _) => format!("the upper bound stays {low}"),
        }
    }
}

/// Beat of a guess, a disc, its rim, a refinement, or the opposite side.
pub(super) fn beat(step: &PhaseStep<'_>, phase: Phase, old: &Deep, new: &Deep) -> Beat {
    let context = step.context;
    let planes = Planes::of([old, new], context);
    let newton = matches!(phase, Phase::Rim { .. } | Phase::Refine);
    let refined = new.refined.as_ref().filter(|_| newton && new.taken);
    let carriers = refined.map_or(&[][..], |refined| &refined.carriers);
    let turned = planes.normals[0].angle_between(planes.normals[1]).to_degrees();
    let (line, mut say) = match phase {
        Phase::Guess => ("guess", guess(new, &planes)),
        Phase::Disc { of_a } => ("disc", disc(of_a, new, &planes, context)),
        Phase::Rim { .. } => ("rim", rim(refined.map(|found| found.steps), &planes)),
        Phase::Mirror => ("mirror", mirror(&planes)),
        _ => ("refine", refinement(new, refined.map(|found| (found.steps, turned)), &planes)),
    };
    say += match carriers.len() {
        0 => "",
        _ if new.epa.iterations == 0 => "",
        1 => " The point where this plane touches A − B joins the polytope.",
        _ => " The points where this plane touches A − B join the polytope.",
    };
    let newton = refined.map(|refined| (turned, refined.steps));
    Beat {
        line,
        say,
        pictures: step
            .detail
            .full(|| panes(carriers, [0, 1].map(|i| planes.normals[i] * planes.heights[i]), step, new).into()),
        values: step.detail.full(|| values(&planes, newton, new)),
        tables: step.detail.full(|| if carriers.is_empty() { Vec::new() } else { vec![table(carriers, context)] }),
        event: planes.fell().then_some(Event::Bound),
        ..Beat::default()
    }
}

fn guess(new: &Deep, planes: &Planes) -> String {
    if !new.epa.from_tetrahedron {
        return format!("GJK's best plane is where the search for the depth begins: {}.", planes.in_words());
    }
    format!(
        "The search for the depth begins with the better of two planes: GJK's best, and that of the face of its tetrahedron \
         nearest the origin. With the face's, {}.",
        planes.in_words()
    )
}

fn disc(of_a: bool, new: &Deep, planes: &Planes, context: &PairContext) -> String {
    let body = &context.names[usize::from(!of_a)];
    let found =
        format!("A flat disc of {body} nearly faces along the normal, and the disc's own normal is known exactly:");
    let beyond = match new.over_rim {
        true => " But the nearest point of the boundary lies over the disc's rim.",
        false => "",
    };
    format!("{found} {}.{beyond}", planes.in_words())
}

fn rim(steps_taken: Option<u32>, planes: &Planes) -> String {
    match steps_taken {
        Some(n) => format!(
            "From the disc's normal, tilted over the rim, Newton's method on the support function takes {}: {}.",
            steps(n),
            planes.in_words()
        ),
        None => format!(
            "From the disc's normal, tilted over the rim, Newton's method finds nothing lower: {}.",
            planes.in_words()
        ),
    }
}

fn mirror(planes: &Planes) -> String {
    let what = "Bodies with a center of symmetry overlap about as little on the other side. Along −n";
    match planes.fell() {
        true => format!("{what} they overlap less: {}.", planes.in_words()),
        false => format!("{what} they do not overlap less: {}.", planes.in_words()),
    }
}

/// Sentence on Newton's method from the trial's normal: reason, result and number of steps.
fn refinement(new: &Deep, taken: Option<(u32, f64)>, planes: &Planes) -> String {
    let purpose = new.trial.map(|trial| trial.purpose);
    let why = match purpose {
        Some(Purpose::First) => "The bodies are curved, so GJK's best plane is only approximate.",
        Some(Purpose::Mirror) => "The plane on the other side is only approximate, too.",
        Some(Purpose::Met) => "EPA's bounds have met, on the plane of a face that is only close to the body's own.",
        Some(Purpose::Apart) => "The cores are apart, and the plane between them is only close to the best.",
        Some(Purpose::Minimum) => "From the other face's normal another minimum may be found.",
        _ => "The bodies are curved, so a face's normal is never quite right.",
    };
    let Some((n, turned)) = taken else {
        return format!(
            "{why} Newton's method on the support function finds nothing better from there: {}.",
            planes.in_words()
        );
    };
    let resumed = match purpose {
        Some(Purpose::Minimum) if new.shallower => {
            " EPA's bounds had met, but this minimum is smaller, so EPA goes on."
        }
        _ => "",
    };
    let turned = if turned < 0.005 { String::from("less than 0.01°") } else { format!("{turned:.2}°") };
    format!(
        "{why} Newton's method on the support function, {} from there, turns the best plane by {turned}: {}.{resumed}",
        steps(n),
        planes.in_words()
    )
}

/// Values of the normal and the upper bound; `newton` is the rotation of the normal, degrees, and the number of steps.
fn values(planes: &Planes, newton: Option<(f64, u32)>, new: &Deep) -> Vec<Value> {
    let [high, low] = planes.heights;
    let mut values = vec![
        Value::new("n", "best plane's", vector(planes.normals[1]), "depth"),
        Value::new("upper", "depth at most", length_or_none_yet(low), "depth"),
        Value::new("upper before", "depth, before", length_or_none_yet(high), "depth"),
    ];
    if let Some((turned, steps)) = newton {
        values.push(Value::new(
            "turned",
            "of the normal",
            if turned < 0.005 { String::from("< 0.01°") } else { format!("{turned:.2}°") },
            "depth",
        ));
        values.push(Value::new("steps", "by Newton", count(steps as usize), "depth"));
    }
    if new.epa.iterations > 0 {
        let lower = length(new.epa.lower);
        values.push(Value::new("lower", "depth at least", lower, "depth"));
    }
    values
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
    let mut cso = epa::polytope(&after.epa, context);
    if old.is_finite() && old != new {
        cso.segment(Role::Removed, "depth/before", DVec3::ZERO, old);
    }
    if new.is_finite() {
        cso.arrow(Role::Upper, "depth", DVec3::ZERO, new);
        cso.label(Role::Upper, "depth", new, length(new.length()));
        context.plane(&mut cso, 2, "plane", new, new);
        context.magnify(&mut cso, [DVec3::ZERO, new]);
    }
    let points: Vec<DVec3> = carriers.iter().map(|(vertex, _)| context.space.cso(vertex.w)).collect();
    for (i, (vertex, _)) in carriers.iter().enumerate() {
        add_named_point(&mut cso, Role::NewSupport, &format!("carrier/{i}"), points[i], format!("c{i}"));
        for (letter, point) in [("a", vertex.a), ("b", vertex.b)] {
            let key = format!("carrier/{i}/{letter}");
            add_named_point(&mut world, Role::NewSupport, &key, context.space.world(point), format!("{letter}{i}"));
        }
    }
    if points.len() > 1 {
        cso.add(Role::NewSupport, "carriers", Form::Polyline { points, closed: true });
    }
    let [a, b] = [run.answer.witness_a, run.answer.witness_b].map(|p| context.space.world(p));
    if context.is_rounding(a.distance(b)) {
        // No plane has points of its own yet, so the picture shows the common point that GJK found.
        add_named_point(&mut world, Role::Witness, "witness", a, "shared point");
    } else {
        world.point(Role::Witness, "witness/a", a);
        world.point(Role::Witness, "witness/b", b);
        context.between(&mut world, [a, b], true);
        context.magnify_world(&mut world, [a, b]);
    }
    (world, cso)
}

fn table(carriers: &[(Vertex, f64)], context: &PairContext) -> Table {
    Table {
        title: "carriers",
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
