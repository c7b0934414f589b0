//! Sub-steps (beats) of the two inscribed balls that prove a depth: one in A, one in B, and their difference in A − B.

use glam::DVec3;

use super::CARD;
use crate::answer::number::length;
use crate::lesson::{Beat, Detail, Event, PairContext, StopTest, Value, Verdict, WORLD, add_named_point, epa};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::distance::{Ball, Deep, InscribedBalls};

/// Share of the depth below which the radius of a ball is zero to rounding.
const NOTHING: f64 = 1e-12;

/// Beat of the balls that touch the best plane from inside, if such balls are known.
pub(super) fn beat(deep: &Deep, context: &PairContext, detail: Detail) -> Beat {
    let upper = deep.epa.upper;
    let Some(balls) = &deep.balls else {
        return Beat {
            line: "balls",
            say: format!(
                "The best plane says that the cores overlap by at most {}. No point where it touches A − B is known, so no \
                 ball can prove that they overlap as much.",
                length(upper)
            ),
            pictures: detail.full(|| {
                let mut cso = epa::polytope(&deep.epa, context);
                let n = deep.epa.best.map_or(DVec3::ZERO, |n| context.space.cso(n));
                cso.arrow(Role::Upper, "depth", DVec3::ZERO, n * upper);
                context.plane(&mut cso, 2, "plane", n * upper, n);
                (Picture::default(), cso).into()
            }),
            values: detail.full(|| vec![Value::new("upper", "depth at most", length(upper), "depth")]),
            event: Some(Event::Warning),
            ..Beat::default()
        };
    };
    let fit = fit(balls, upper, &context.names);
    let (say, event) = match deep.proven {
        true => (format!("{fit} No way out is shorter."), Event::Bound),
        false => (format!("{fit} In another direction a shorter way out is still possible."), Event::Warning),
    };
    shown("balls", say, balls, deep, context, event, detail)
}

/// Beat of the ending, where the balls are the proof.
pub(super) fn proven(
    balls: &InscribedBalls,
    deep: &Deep,
    (context, verdict): (&PairContext, &Verdict),
    detail: Detail,
) -> Beat {
    let say =
        format!("The two balls prove that the depth is no less, and the plane that it is no more. {}", verdict.say);
    let mut beat = shown("deep", say, balls, deep, context, Event::Stop(CARD.worth(verdict)), detail);
    beat.stops.clear();
    if let Some(found) = verdict.finding.pair().filter(|_| detail == Detail::Full) {
        let p = found.witness_a;
        let q = found.witness_b;
        let world = beat.pictures.edit(WORLD);
        context.between(world, [p, q], true);
        add_named_point(world, Role::Witness, "witness/a", p, "p_A");
        add_named_point(world, Role::Witness, "witness/b", q, "p_B");
        context.supporting_planes(world, &verdict.finding);
    }
    beat
}

fn fit(balls: &InscribedBalls, upper: f64, [a, b]: &[String; 2]) -> String {
    let r = balls.a.radius;
    let s = balls.b.radius;
    let off = balls.difference.center.length();
    let center = match off <= 1.0e-6 * upper {
        true => String::from("on the origin"),
        false => format!("{} from the origin", length(off)),
    };
    let proof = match balls.depth {
        least if least > 0.0 => format!("so the depth is at least {}.", length(least)),
        _ => String::from("and the origin is outside of it: that proves nothing."),
    };
    format!(
        "The best plane says that the cores overlap by at most {}. Is it as much? {}; {}. Their difference is a ball in \
         A − B, of radius r + s = {} and with its center {center}, {proof}",
        length(upper),
        fit_of_ball(upper, r, a, "p_A"),
        fit_of_ball(upper, s, b, "p_B"),
        length(r + s),
    )
}

fn fit_of_ball(upper: f64, radius: f64, body: &str, point: &str) -> String {
    match radius > NOTHING * upper {
        true => format!("{body} holds a ball of radius {} that touches it at {point}", length(radius)),
        false => format!("{body} has nothing but the point {point} there"),
    }
}

fn shown(
    line: &'static str,
    say: String,
    balls: &InscribedBalls,
    deep: &Deep,
    context: &PairContext,
    event: Event,
    detail: Detail,
) -> Beat {
    Beat {
        line,
        say,
        pictures: detail.full(|| panes(balls, deep, context).into()),
        values: detail.full(|| values(balls, deep, context)),
        stops: vec![StopTest::new("proven", line, "upper − (r + s − |x − y|) ≤ ε", balls.test)],
        event: Some(event),
        ..Beat::default()
    }
}

fn panes(balls: &InscribedBalls, deep: &Deep, context: &PairContext) -> (Picture, Picture) {
    let upper = deep.epa.upper;
    let n = deep.epa.best.map_or(DVec3::ZERO, |n| context.space.cso(n));
    let mut world = Picture::default();
    let mut cso = Picture::default();
    for (role, key, letter, ball) in [(Role::ShapeA, "ball/a", "r", balls.a), (Role::ShapeB, "ball/b", "s", balls.b)] {
        let center = context.space.world(ball.center);
        round(&mut world, role, key, center, ball.radius);
        world.label(role, key, center, format!("{letter} = {}", length(ball.radius)));
    }
    let Ball { center, radius } = balls.difference;
    let center = context.space.cso(center);
    round(&mut cso, Role::Lower, "ball", center, radius);
    // The label is off the great circles, and away from the normal.
    cso.label(Role::Lower, "ball", center - n * radius, "r + s");
    cso.arrow(Role::Upper, "depth", DVec3::ZERO, n * upper);
    cso.label(Role::Upper, "depth", n * upper, context.length(upper));
    context.plane(&mut cso, 2, "plane", n * upper, n);
    // The inset is on the whole ball; a large ball needs none.
    context.magnify(&mut cso, [center - n * radius, n * upper]);
    (world, cso)
}

fn values(balls: &InscribedBalls, deep: &Deep, context: &PairContext) -> Vec<Value> {
    let upper = deep.epa.upper;
    let lower = balls.depth;
    let Ball { center, radius } = balls.difference;
    let center = context.space.cso(center);
    [
        ("r", "ball in A's core", balls.a.radius, "ball/a"),
        ("s", "ball in B's core", balls.b.radius, "ball/b"),
        ("r + s", "ball in A − B", radius, "ball"),
        ("|x − y|", "center from 0", center.length(), "ball"),
        ("lower", "depth at least", lower, "ball"),
        ("upper", "depth at most", upper, "depth"),
    ]
    .map(|(symbol, meaning, x, key)| Value::new(symbol, meaning, context.length(x), key))
    .to_vec()
}

/// Adds a ball: its outline, and three great circles.
fn round(picture: &mut Picture, role: Role, key: &'static str, center: DVec3, radius: f64) {
    picture.point(role, key, center);
    if radius > 0.0 {
        for (i, normal) in [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z].into_iter().enumerate() {
            picture.add(role, format!("{key}/{i}"), Form::Circle { center, normal, radius });
        }
    }
}
