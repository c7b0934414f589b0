//! Newton's method on the support function as people see it: the plane before and after, and the points that carry it.

use glam::DVec3;

use super::super::super::epa::{self, Epa};
use super::super::super::prelude::*;
use super::super::super::support::{Support, Vertex};
use super::super::{Closest, Deep, Distance};
use crate::lesson::number::{count, length, number, vector, weight};
use crate::lesson::{Beat, Event, PairContext, Pictures, Row, Table, ToF64, Value, named};
use crate::picture::{Form, Picture, Role};

/// `1 step`, `3 steps`.
fn steps(n: u32) -> String {
    if n == 1 { String::from("1 step") } else { format!("{n} steps") }
}

/// The closest points of curved cores that are apart.
pub(super) fn newton<A: Support + Clone, B: Support + Clone>(
    run: &Distance<A, B>,
    closest: &Closest,
    before: &[Beat],
    context: &PairContext,
) -> Beat {
    let (a, b) = (context.space.world(closest.a), context.space.world(closest.b));
    let (n, v) = (context.space.cso(closest.normal), context.space.cso(closest.a - closest.b));
    let (gap, apart) = (closest.gap.to_f64(), a.distance(b));
    let mut world = Picture::default();
    world.segment(Role::Closest, "v", a, b);
    world.label(Role::Closest, "v", (a + b) * 0.5, length(apart));
    named(&mut world, Role::Closest, "core/a", a, "a");
    named(&mut world, Role::Closest, "core/b", b, "b");
    context.plane(&mut world, 0, "plane/a", a, n);
    context.plane(&mut world, 1, "plane/b", b, -n);
    let mut cso = super::branch::simplex(before);
    cso.segment(Role::Closest, "v", DVec3::ZERO, v);
    named(&mut cso, Role::Closest, "v", v, "v");
    context.plane(&mut cso, 2, "plane", v, n);
    let why = match run.gjk.cso.is_curved() {
        true => "The cores are curved, and GJK would only creep towards v.",
        false => "Rounding has stalled GJK, with its bounds still apart.",
    };
    let how = match closest.steps {
        0 => String::from(
            "The cores are nearest over a flat disc, of which GJK knows points of the rim alone. The disc's own normal is exact",
        ),
        taken => format!("{why} Newton's method on the support function takes {} from GJK's normal", steps(taken)),
    };
    Beat {
        line: "newton",
        say: format!(
            "{how}: the plane's gap is {}, and its two points are {} apart, so nothing is left to find.",
            length(gap),
            length(apart)
        ),
        pictures: Pictures::pair(world, cso),
        values: vec![
            Value::new("n", "the normal that makes the gap widest", vector(n), "plane"),
            Value::new("μ", "the gap along n: the cores are at least that far apart", number(gap), "plane"),
            Value::new("|v|", "between the two points: at most that far", number(apart), "v"),
            Value::new("k", "iterations of GJK so far", count(run.gjk.k as usize), "v"),
            Value::new("steps", "of Newton's method", count(closest.steps as usize), "plane"),
        ],
        event: Some(Event::Bound),
        ..Beat::default()
    }
}

/// The best plane of EPA (before its first step, of GJK), refined, in state `after`; `before` is EPA when the expansion
/// was done. `resumed` says that EPA had ended, and goes on because of what was found.
pub(super) fn deep<A: Support + Clone, B: Support + Clone>(
    before: &Epa<A, B>,
    run: &Distance<A, B>,
    after: &Deep<A, B>,
    resumed: bool,
    context: &PairContext,
) -> Beat {
    let normal = |epa: &Epa<A, B>| epa.best.map_or(DVec3::ZERO, |best| context.space.cso(best.normal));
    let (old, new) = (normal(before), normal(&after.epa));
    let (high, low) = (before.upper.to_f64(), after.epa.upper.to_f64());
    let turned = old.angle_between(new).to_degrees();
    let refined = after.refined.filter(|_| after.refined_now);
    let diving = after.epa.iterations == 0;
    let rough = if diving { "GJK's best plane is only near" } else { "a face's normal is never quite right" };
    let mut say = match &refined {
        Some(refined) => format!(
            "The bodies are curved, so {rough}. Newton's method on the support function, {} from there, turns it by {}°: the upper bound goes from {} to {}.",
            steps(refined.steps),
            format_args!("{turned:.2}"),
            length(high),
            length(low)
        ),
        None => format!(
            "The best plane nearly is that of a flat disc of a body, whose normal is known exactly: with it the upper \
             bound goes from {} to {}.",
            length(high),
            length(low)
        ),
    };
    say += match refined.map_or(0, |refined| refined.count) {
        0 => "",
        _ if diving => "",
        1 => " The point that carries the plane joins the polytope.",
        _ => " The points that carry the plane join the polytope.",
    };
    if resumed {
        say += " EPA's bounds had met, but this place is shallower: it goes on.";
    }
    let carriers: Vec<(Vertex, Real)> =
        refined.iter().flat_map(|p| p.carriers.into_iter().zip(p.weights).take(p.count)).collect();
    let (world, cso) = panes(&carriers, [old * high, new * low], run, after, context);
    let newton = refined.map(|refined| (turned, refined.steps));
    let mut values = values(new, [high, low], newton);
    if !diving {
        let lower = number(after.epa.lower.to_f64());
        values.push(Value::new("lower", "the nearest face: it is at least this", lower, "v"));
    }
    Beat {
        line: "expand",
        say,
        pictures: Pictures::pair(world, cso),
        values,
        tables: vec![table(&carriers, context)],
        event: Some(Event::Bound),
        ..Beat::default()
    }
}

/// The normal found, the upper bound before and after, and how far Newton's method turned the normal in how many steps.
fn values(normal: DVec3, [high, low]: [f64; 2], newton: Option<(f64, u32)>) -> Vec<Value> {
    let mut values = vec![
        Value::new("n", "the refined normal", vector(normal), "depth"),
        Value::new("upper", "h(n): the cores' depth is at most this", number(low), "depth"),
        Value::new("upper before", "the best plane before this step", number(high), "depth/before"),
    ];
    if let Some((turned, steps)) = newton {
        values.push(Value::new("turned", "by how much the normal moved", format!("{turned:.2}°"), "depth"));
        values.push(Value::new("steps", "of Newton's method", count(steps as usize), "depth"));
    }
    values
}

/// The polytope with the carriers in it, the plane before and after; in the world the carriers' partners and the depth.
fn panes<A: Support + Clone, B: Support + Clone>(
    carriers: &[(Vertex, Real)],
    [old, new]: [DVec3; 2],
    run: &Distance<A, B>,
    after: &Deep<A, B>,
    context: &PairContext,
) -> (Picture, Picture) {
    let (mut world, mut cso) = (Picture::default(), epa::lesson::polytope(&after.epa, context));
    if old.is_finite() {
        cso.segment(Role::Ghost, "depth/before", DVec3::ZERO, old);
    }
    cso.arrow(Role::Upper, "depth", DVec3::ZERO, new);
    cso.label(Role::Upper, "depth", new, length(new.length()));
    context.plane(&mut cso, 2, "plane", new, new);
    let points: Vec<DVec3> = carriers.iter().map(|(vertex, _)| context.space.cso(vertex.w)).collect();
    for (i, (vertex, _)) in carriers.iter().enumerate() {
        named(&mut cso, Role::NewSupport, &format!("carrier/{i}"), points[i], format!("c{i}"));
        for (letter, point) in [("a", vertex.a), ("b", vertex.b)] {
            let key = format!("carrier/{i}/{letter}");
            named(&mut world, Role::NewSupport, &key, context.space.world(point), format!("{letter}{i}"));
        }
    }
    if points.len() > 1 {
        cso.add(Role::NewSupport, "carriers", Form::Polyline { points, closed: true });
    }
    let answer = run.answer();
    let [a, b] = [answer.witness_a, answer.witness_b].map(|p| context.space.world(p));
    world.point(Role::Witness, "witness/a", a);
    world.point(Role::Witness, "witness/b", b);
    world.segment(Role::Witness, "witness", a, b);
    world.label(Role::Witness, "witness", (a + b) * 0.5, length(a.distance(b)));
    (world, cso)
}

fn table(carriers: &[(Vertex, Real)], context: &PairContext) -> Table {
    let row = |(i, (vertex, lambda)): (usize, &(Vertex, Real))| Row {
        cells: vec![
            format!("c{i}").into(),
            vector(context.space.cso(vertex.w)),
            count(vertex.feature_a.0 as usize),
            count(vertex.feature_b.0 as usize),
            weight(lambda.to_f64()),
        ],
        key: Some(format!("carrier/{i}").into()),
        chosen: false,
    };
    Table {
        title: "carriers",
        columns: vec!["", "a − b", "on A", "on B", "λ"],
        rows: carriers.iter().enumerate().map(row).collect(),
    }
}
