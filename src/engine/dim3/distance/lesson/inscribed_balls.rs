//! The two balls that prove a depth: one in A, one in B, and their difference in A − B.

use glam::DVec3;

use super::super::super::support::{Ball, Support};
use super::super::{Balls, Deep, Distance};
use super::{CARD, facet_proof, newton};
use crate::lesson::number::{length, number};
use crate::lesson::{Beat, Event, Stage, StopTest, Value, Verdict, Wide, named};
use crate::picture::{Form, Picture, Role};

/// The first step of the deep branch where it is not EPA's: a point is looked at below a wall, or GJK's best plane is
/// polished, and the balls are tried.
pub(super) fn dive<A: Support + Clone, B: Support + Clone>(
    before: &Deep<A, B>,
    run: &Distance<A, B>,
    after: &Deep<A, B>,
    stage: &Stage,
) -> Vec<Beat> {
    if let Some(sunk) = after.sunk.filter(|sunk| sunk.proven || !after.epa.cso.is_curved()) {
        return vec![facet_proof::sunk(&sunk, after, stage)];
    }
    let mut beats = vec![Beat { line: "dive", ..newton::deep(&before.epa, run, after, false, stage) }];
    if let Some(balls) = after.balls {
        let say = format!(
            "{} That leaves room for a shallower place: EPA must look at the other directions.",
            fit(&balls, after.epa.upper.wide(), &stage.names)
        );
        if !after.proven {
            beats.push(beat("dive", say, &balls, after, stage, Event::Warning));
        }
    }
    beats
}

/// The end, where the balls, or a wall, are the proof.
pub(super) fn proven<A: Support, B: Support>(deep: &Deep<A, B>, stage: &Stage, verdict: &Verdict) -> Option<Beat> {
    if let Some(sunk) = deep.sunk.filter(|sunk| sunk.proven) {
        return Some(facet_proof::proven(&sunk, deep, stage, verdict));
    }
    let balls = deep.balls.filter(|_| deep.proven)?;
    let say = format!("{} No way out is shorter. {}", fit(&balls, deep.epa.upper.wide(), &stage.names), verdict.say);
    let mut beat = beat("deep", say, &balls, deep, stage, Event::Stop(CARD.worth(verdict)));
    let (p, q) = (verdict.witness_a, verdict.witness_b);
    beat.world.segment(Role::Witness, "witness", p, q);
    named(&mut beat.world, Role::Witness, "witness/a", p, "p_A");
    named(&mut beat.world, Role::Witness, "witness/b", q, "p_B");
    Some(beat)
}

fn fit(balls: &Balls, upper: f64, [a, b]: &[String; 2]) -> String {
    let (r, s) = (balls.a.radius.wide(), balls.b.radius.wide());
    let off = (balls.a.centre - balls.b.centre).wide().length();
    let whose = |radius: f64, body: &str, point: &str| match radius > 0.0 {
        true => format!("{body} holds a ball of radius {} below {point}", length(radius)),
        false => format!("{body} has just the point {point} to offer"),
    };
    let centre = match off <= 1.0e-6 * upper {
        true => String::from("on the origin"),
        false => format!("{} from the origin", length(off)),
    };
    let proof = match balls.depth().wide() {
        least if least > 0.0 => format!("so the depth is {} at least.", length(least)),
        _ => String::from("which is not in it: that proves nothing."),
    };
    format!(
        "The depth of the cores is {} at most. Is it as much? {}, {}. Their difference is a ball in A − B of radius \
         r + s = {} with its centre {centre}, {proof}",
        length(upper),
        whose(r, a, "p_A"),
        whose(s, b, "p_B"),
        length(r + s),
    )
}

fn beat<A: Support, B: Support>(
    line: &'static str,
    say: String,
    balls: &Balls,
    deep: &Deep<A, B>,
    stage: &Stage,
    event: Event,
) -> Beat {
    let (upper, lower) = (deep.epa.upper.wide(), balls.depth().wide());
    let n = deep.epa.best.map_or(DVec3::ZERO, |best| stage.space.cso(best.normal));
    let (mut world, mut cso) = (Picture::default(), Picture::default());
    for (role, key, letter, ball) in [(Role::ShapeA, "ball/a", "r", balls.a), (Role::ShapeB, "ball/b", "s", balls.b)] {
        let center = stage.space.world(ball.centre);
        round(&mut world, role, key, center, ball.radius.wide());
        world.label(role, key, center, format!("{letter} = {}", length(ball.radius.wide())));
    }
    let Ball { centre, radius } = difference(balls);
    let center = stage.space.cso(centre);
    round(&mut cso, Role::Lower, "ball", center, radius.wide());
    // Off the great circles, and away from the normal.
    cso.label(Role::Lower, "ball", center - n * radius.wide(), "r + s");
    cso.arrow(Role::Upper, "depth", DVec3::ZERO, n * upper);
    cso.label(Role::Upper, "depth", n * upper, length(upper));
    stage.plane(&mut cso, 2, "plane", n * upper, n);
    let value = |symbol, meaning, x, key| Value::new(symbol, meaning, number(x), key);
    Beat {
        line,
        say,
        world,
        cso,
        values: vec![
            value("r", "radius of a ball in A's core", balls.a.radius.wide(), "ball/a"),
            value("s", "radius of a ball in B's core", balls.b.radius.wide(), "ball/b"),
            value("r + s", "radius of their difference, a ball in A − B", radius.wide(), "ball"),
            value("|x − y|", "from its centre to the origin", centre.wide().length(), "ball"),
            value("lower", "r + s − |x − y|: the cores' depth is at least this", lower, "ball"),
            value("upper", "h(n): it is at most this", upper, "depth"),
        ],
        stops: vec![StopTest {
            name: "proven",
            line,
            formula: "upper − (r + s − |x − y|) ≤ ε",
            left: (deep.epa.upper - balls.depth()).wide(),
            relation: "≤",
            right: deep.closed().wide(),
            fired: deep.proven,
        }],
        event: Some(event),
        ..Beat::default()
    }
}

fn difference(balls: &Balls) -> Ball {
    Ball { centre: balls.a.centre - balls.b.centre, radius: balls.a.radius + balls.b.radius }
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
