//! The two balls that prove a depth: one in A, one in B, and their difference in A − B.

use glam::DVec3;

use super::super::super::support::{Ball, Support};
use super::super::{Deep, Distance, InscribedBalls};
use super::{CARD, facet_proof, newton};
use crate::lesson::number::{length, number};
use crate::lesson::{Beat, Event, PairContext, Pictures, StopTest, ToF64, Value, Verdict, WORLD, named};
use crate::picture::{Form, Picture, Role};

/// The first step of the deep branch where it is not EPA's: a point is looked at below a facet, or GJK's best plane is
/// refined, and the balls are tried.
pub(super) fn prove_directly<A: Support + Clone, B: Support + Clone>(
    before: &Deep<A, B>,
    run: &Distance<A, B>,
    after: &Deep<A, B>,
    context: &PairContext,
) -> Vec<Beat> {
    if let Some(facet_proof) = after.facet_proof.filter(|facet_proof| facet_proof.proven || !after.epa.cso.is_curved())
    {
        return vec![facet_proof::facet_proof(&facet_proof, after, context)];
    }
    let mut beats = vec![Beat { line: "direct-proof", ..newton::deep(&before.epa, run, after, false, context) }];
    if let Some(balls) = after.balls {
        let say = format!(
            "{} That leaves room for a shallower place: EPA must look at the other directions.",
            fit(&balls, after.epa.upper.to_f64(), &context.names)
        );
        if !after.proven {
            beats.push(beat("direct-proof", say, &balls, after, context, Event::Warning));
        }
    }
    beats
}

/// The end, where the balls, or a facet, are the proof.
pub(super) fn proven<A: Support, B: Support>(
    deep: &Deep<A, B>,
    context: &PairContext,
    verdict: &Verdict,
) -> Option<Beat> {
    if let Some(facet_proof) = deep.facet_proof.filter(|facet_proof| facet_proof.proven) {
        return Some(facet_proof::proven(&facet_proof, deep, context, verdict));
    }
    let balls = deep.balls.filter(|_| deep.proven)?;
    let say =
        format!("{} No way out is shorter. {}", fit(&balls, deep.epa.upper.to_f64(), &context.names), verdict.say);
    let mut beat = beat("deep", say, &balls, deep, context, Event::Stop(CARD.worth(verdict)));
    let (p, q) = (verdict.witness_a, verdict.witness_b);
    beat.pictures.edit(WORLD).segment(Role::Witness, "witness", p, q);
    named(beat.pictures.edit(WORLD), Role::Witness, "witness/a", p, "p_A");
    named(beat.pictures.edit(WORLD), Role::Witness, "witness/b", q, "p_B");
    Some(beat)
}

fn fit(balls: &InscribedBalls, upper: f64, [a, b]: &[String; 2]) -> String {
    let (r, s) = (balls.a.radius.to_f64(), balls.b.radius.to_f64());
    let off = (balls.a.center - balls.b.center).to_f64().length();
    let whose = |radius: f64, body: &str, point: &str| match radius > 0.0 {
        true => format!("{body} holds a ball of radius {} below {point}", length(radius)),
        false => format!("{body} has just the point {point} to offer"),
    };
    let center = match off <= 1.0e-6 * upper {
        true => String::from("on the origin"),
        false => format!("{} from the origin", length(off)),
    };
    let proof = match balls.depth().to_f64() {
        least if least > 0.0 => format!("so the depth is {} at least.", length(least)),
        _ => String::from("which is not in it: that proves nothing."),
    };
    format!(
        "The depth of the cores is {} at most. Is it as much? {}, {}. Their difference is a ball in A − B of radius \
         r + s = {} with its center {center}, {proof}",
        length(upper),
        whose(r, a, "p_A"),
        whose(s, b, "p_B"),
        length(r + s),
    )
}

fn beat<A: Support, B: Support>(
    line: &'static str,
    say: String,
    balls: &InscribedBalls,
    deep: &Deep<A, B>,
    context: &PairContext,
    event: Event,
) -> Beat {
    let (upper, lower) = (deep.epa.upper.to_f64(), balls.depth().to_f64());
    let n = deep.epa.best.map_or(DVec3::ZERO, |best| context.space.cso(best.normal));
    let (mut world, mut cso) = (Picture::default(), Picture::default());
    for (role, key, letter, ball) in [(Role::ShapeA, "ball/a", "r", balls.a), (Role::ShapeB, "ball/b", "s", balls.b)] {
        let center = context.space.world(ball.center);
        round(&mut world, role, key, center, ball.radius.to_f64());
        world.label(role, key, center, format!("{letter} = {}", length(ball.radius.to_f64())));
    }
    let Ball { center, radius } = difference(balls);
    let center = context.space.cso(center);
    round(&mut cso, Role::Lower, "ball", center, radius.to_f64());
    // Off the great circles, and away from the normal.
    cso.label(Role::Lower, "ball", center - n * radius.to_f64(), "r + s");
    cso.arrow(Role::Upper, "depth", DVec3::ZERO, n * upper);
    cso.label(Role::Upper, "depth", n * upper, length(upper));
    context.plane(&mut cso, 2, "plane", n * upper, n);
    let value = |symbol, meaning, x, key| Value::new(symbol, meaning, number(x), key);
    Beat {
        line,
        say,
        pictures: Pictures::pair(world, cso),
        values: vec![
            value("r", "radius of a ball in A's core", balls.a.radius.to_f64(), "ball/a"),
            value("s", "radius of a ball in B's core", balls.b.radius.to_f64(), "ball/b"),
            value("r + s", "radius of their difference, a ball in A − B", radius.to_f64(), "ball"),
            value("|x − y|", "from its center to the origin", center.to_f64().length(), "ball"),
            value("lower", "r + s − |x − y|: the cores' depth is at least this", lower, "ball"),
            value("upper", "h(n): it is at most this", upper, "depth"),
        ],
        stops: vec![StopTest {
            name: "proven",
            line,
            formula: "upper − (r + s − |x − y|) ≤ ε",
            left: (deep.epa.upper - balls.depth()).to_f64(),
            relation: "≤",
            right: deep.closed().to_f64(),
            fired: deep.proven,
        }],
        event: Some(event),
        ..Beat::default()
    }
}

fn difference(balls: &InscribedBalls) -> Ball {
    Ball { center: balls.a.center - balls.b.center, radius: balls.a.radius + balls.b.radius }
}

/// A ball: its outline, and three great circles that make it round.
fn round(picture: &mut Picture, role: Role, key: &'static str, center: DVec3, radius: f64) {
    picture.point(role, key, center);
    if radius > 0.0 {
        for (i, normal) in [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z].into_iter().enumerate() {
            picture.add(role, format!("{key}/{i}"), Form::Circle { center, normal, radius });
        }
    }
}
