//! Sub-steps (beats) of trial normals for a shallower plane: the plane before and after, and its carriers, the points
//! of A − B in it.

use glam::DVec3;

use super::PhaseStep;
use super::newton::steps;
use crate::answer::number::{count, length, length_or_none_yet, vector, weight};
use crate::lesson::{Beat, Event, PairContext, Row, Table, Value, add_named_point, epa, symbol};
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
            (true, true) => format!("the upper bound falls from {high} to {low}"),
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
        1 => " Its contact point with A − B joins the polytope.",
        _ => " Its contact points with A − B join the polytope.",
    };
    let newton = refined.map(|refined| (turned, refined.steps));
    Beat {
        line,
        say: say.into(),
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
        return format!("GJK's best plane is the first candidate: {}.", planes.in_words());
    }
    format!(
        "The plane of the tetrahedron's nearest face is the first candidate, better than GJK's best plane: {}.",
        planes.in_words()
    )
}

fn disc(of_a: bool, new: &Deep, planes: &Planes, context: &PairContext) -> String {
    let body = &context.names[usize::from(!of_a)];
    let beyond = match new.over_rim {
        true => " The nearest boundary point lies beyond the rim of the disc.",
        false => "",
    };
    format!("The plane of a flat disc of {body} is the next candidate: {}.{beyond}", planes.in_words())
}

fn rim(steps_taken: Option<u32>, planes: &Planes) -> String {
    match steps_taken {
        Some(n) => format!(
            "Newton's method, from the disc's normal tilted over the rim, takes {}: {}.",
            steps(n),
            planes.in_words()
        ),
        None => format!(
            "Newton's method, from the disc's normal tilted over the rim, finds no lower plane: {}.",
            planes.in_words()
        ),
    }
}

fn mirror(planes: &Planes) -> String {
    match planes.fell() {
        true => format!("The plane on the opposite side, along −n, is better: {}.", planes.in_words()),
        false => format!("The plane on the opposite side, along −n, is not better: {}.", planes.in_words()),
    }
}

/// Sentence on Newton's method from the trial's normal: reason, result and number of steps.
fn refinement(new: &Deep, taken: Option<(u32, f64)>, planes: &Planes) -> String {
    let purpose = new.trial.map(|trial| trial.purpose);
    let why = match purpose {
        Some(Purpose::First) => "GJK's best plane only approximates a curved body.",
        Some(Purpose::Mirror) => "The plane on the opposite side is approximate.",
        Some(Purpose::Met) => "EPA's bounds agree, but its face only approximates the body.",
        Some(Purpose::Apart) => "The plane between the separate cores is approximate.",
        Some(Purpose::Minimum) => "The other face may lead to a smaller minimum.",
        _ => "A face of the polytope only approximates a curved body.",
    };
    let Some((n, turned)) = taken else {
        return format!("{why} Newton's method finds no better plane: {}.", planes.in_words());
    };
    let resumed = match purpose {
        Some(Purpose::Minimum) if new.shallower => " EPA continues, since this minimum is smaller.",
        _ => "",
    };
    let turned = if turned < 0.005 { String::from("less than 0.01°") } else { format!("{turned:.2}°") };
    format!("{why} Newton's method rotates the plane by {turned} in {}: {}.{resumed}", steps(n), planes.in_words())
}

/// Values of the normal and the upper bound; `newton` is the rotation of the normal, degrees, and the number of steps.
fn values(planes: &Planes, newton: Option<(f64, u32)>, new: &Deep) -> Vec<Value> {
    let [high, low] = planes.heights;
    let mut values = vec![
        Value::of(symbol::UPPER, length_or_none_yet(low), "depth"),
        Value::of(symbol::NORMAL, vector(planes.normals[1]), "depth"),
    ];
    if planes.fell() && high.is_finite() {
        values.push(Value::of(symbol::PREVIOUS_UPPER, length(high), "depth/before"));
    }
    if let Some((turned, steps)) = newton {
        let text = if turned < 0.005 { String::from("< 0.01°") } else { format!("{turned:.2}°") };
        values.push(Value::number(symbol::ROTATION_OF_NORMAL, text));
        values.push(Value::number(symbol::NEWTON_STEPS, count(steps as usize)));
    }
    if new.epa.iterations > 0 {
        values.push(Value::number(symbol::LOWER, length(new.epa.lower)));
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
        if new.is_finite() {
            let translation = new + new.normalize_or_zero() * run.margin;
            context.at_most(&mut world, b, translation, run.margin > 0.0);
        }
        context.magnify_world(&mut world, [a, b]);
    }
    (world, cso)
}

fn table(carriers: &[(Vertex, f64)], context: &PairContext) -> Table {
    Table {
        title: "Contact points of the plane",
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
