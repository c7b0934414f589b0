//! Sub-steps (beats) of the two inscribed balls that prove a depth.
//!
//! A ball in A's core with the center x and the radius r, and a ball in B's core with the center y and the radius s,
//! differ by a ball in A − B: its center is x − y, and its radius r + s. The origin is r + s − |x − y| below the
//! surface of that ball, so the cores overlap by at least as much. The best plane limits the depth from above.

use glam::DVec3;

use super::CARD;
use crate::answer::number::length;
use crate::lesson::{Beat, Detail, Event, PairContext, StopTest, Value, Verdict, WORLD, add_named_point, epa};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::distance::{Ball, Deep, InscribedBalls};

/// Radius, relative to the depth, up to which a ball counts as a point.
const ZERO_RADIUS: f64 = 1e-12;

/// Distance from the origin, relative to the depth, up to which a center counts as being on it.
const ON_ORIGIN: f64 = 1e-6;

/// Sub-step of the balls that touch the best plane from inside, if such balls are known.
pub(super) fn beat(deep: &Deep, context: &PairContext, detail: Detail) -> Beat {
    let Some(balls) = &deep.balls else { return beat_without_balls(deep, context, detail) };
    let proof = sentence_of_proof(balls, deep.epa.upper, &context.names);
    let view = BallsView { balls, deep, context, detail };
    if deep.proven {
        view.beat("balls", format!("{proof} No way out is shorter."), Event::Bound)
    } else {
        let say = format!("{proof} In another direction a shorter way out is still possible.");
        view.beat("balls", say, Event::Warning)
    }
}

fn beat_without_balls(deep: &Deep, context: &PairContext, detail: Detail) -> Beat {
    let upper = deep.epa.upper;
    Beat {
        line: "balls",
        say: format!(
            "The best plane says that the cores overlap by at most {}. No point where it touches A − B is known, so no \
             ball can prove that they overlap as much.",
            length(upper)
        ),
        pictures: detail.full(|| {
            let mut cso = epa::polytope(&deep.epa, context);
            let n = best_normal(deep, context);
            cso.arrow(Role::Upper, "depth", DVec3::ZERO, n * upper);
            context.plane(&mut cso, 2, "plane", n * upper, n);
            (Picture::default(), cso).into()
        }),
        values: detail.full(|| vec![Value::new("upper", "depth at most", length(upper), "depth")]),
        event: Some(Event::Warning),
        ..Beat::default()
    }
}

/// Sub-step of the ending, where the balls are the proof.
pub(super) fn ending(
    balls: &InscribedBalls,
    deep: &Deep,
    context: &PairContext,
    verdict: &Verdict,
    detail: Detail,
) -> Beat {
    let say =
        format!("The two balls prove that the depth is no less, and the plane that it is no more. {}", verdict.say);
    let view = BallsView { balls, deep, context, detail };
    let mut beat = view.beat("deep", say, Event::Stop(CARD.ending_kind(verdict)));
    beat.stops.clear();
    if let Some(found) = verdict.finding.pair().filter(|_| detail == Detail::Full) {
        let world = beat.pictures.edit(WORLD);
        context.between(world, [found.witness_a, found.witness_b], true);
        add_named_point(world, Role::Witness, "witness/a", found.witness_a, "p_A");
        add_named_point(world, Role::Witness, "witness/b", found.witness_b, "p_B");
        context.supporting_planes(world, &verdict.finding);
    }
    beat
}

/// Sentence on the balls and the lower bound that they prove; `upper` is the upper bound of the depth, meters.
fn sentence_of_proof(balls: &InscribedBalls, upper: f64, [a, b]: &[String; 2]) -> String {
    let r = balls.a.radius;
    let s = balls.b.radius;
    let distance = balls.difference.center.length();
    let center = if distance <= ON_ORIGIN * upper {
        String::from("on the origin")
    } else {
        format!("{} from the origin", length(distance))
    };
    let proof = if balls.depth > 0.0 {
        format!("so the depth is at least {}.", length(balls.depth))
    } else {
        String::from("and the origin is outside of it: that proves nothing.")
    };
    format!(
        "The best plane says that the cores overlap by at most {}. Is it as much? {}; {}. Their difference is a ball in \
         A − B, of radius r + s = {} and with its center {center}, {proof}",
        length(upper),
        clause_on_ball(upper, r, a, "p_A"),
        clause_on_ball(upper, s, b, "p_B"),
        length(r + s),
    )
}

/// Clause on the ball in `body` that touches the plane at the witness point `point`.
fn clause_on_ball(upper: f64, radius: f64, body: &str, point: &str) -> String {
    if radius > ZERO_RADIUS * upper {
        format!("{body} holds a ball of radius {} that touches it at {point}", length(radius))
    } else {
        format!("{body} has nothing but the point {point} there")
    }
}

/// Outward unit normal of the best plane, configuration space; zero if it is unknown.
fn best_normal(deep: &Deep, context: &PairContext) -> DVec3 {
    deep.epa.best.map_or(DVec3::ZERO, |n| context.space.cso(n))
}

/// Balls with the state that they prove.
struct BallsView<'a> {
    balls: &'a InscribedBalls,
    deep: &'a Deep,
    context: &'a PairContext,
    detail: Detail,
}

impl BallsView<'_> {
    /// Sub-step with the balls, their values and the stop test.
    fn beat(&self, line: &'static str, say: String, event: Event) -> Beat {
        Beat {
            line,
            say,
            pictures: self.detail.full(|| self.pictures().into()),
            values: self.detail.full(|| self.values()),
            stops: vec![StopTest::new("proven", line, "upper − (r + s − |x − y|) ≤ ε", self.balls.test)],
            event: Some(event),
            ..Beat::default()
        }
    }

    /// Pictures in the world and in configuration space.
    fn pictures(&self) -> (Picture, Picture) {
        let Self { balls, deep, context, .. } = *self;
        let upper = deep.epa.upper;
        let n = best_normal(deep, context);
        let mut world = Picture::default();
        let mut cso = Picture::default();
        self.add_named_ball(&mut world, Role::ShapeA, "ball/a", "r", balls.a);
        self.add_named_ball(&mut world, Role::ShapeB, "ball/b", "s", balls.b);
        let Ball { center, radius } = balls.difference;
        let center = context.space.cso(center);
        add_ball(&mut cso, Role::Lower, "ball", center, radius);
        // The label is off the great circles, and away from the normal.
        cso.label(Role::Lower, "ball", center - n * radius, "r + s");
        cso.arrow(Role::Upper, "depth", DVec3::ZERO, n * upper);
        cso.label(Role::Upper, "depth", n * upper, context.length(upper));
        context.plane(&mut cso, 2, "plane", n * upper, n);
        // The inset is on the whole ball; a large ball needs none.
        context.magnify(&mut cso, [center - n * radius, n * upper]);
        (world, cso)
    }

    /// Adds a ball of the pair frame to the world, with its radius as `symbol`.
    fn add_named_ball(&self, world: &mut Picture, role: Role, key: &'static str, symbol: &str, ball: Ball) {
        let center = self.context.space.world(ball.center);
        add_ball(world, role, key, center, ball.radius);
        world.label(role, key, center, format!("{symbol} = {}", length(ball.radius)));
    }

    fn values(&self) -> Vec<Value> {
        let Self { balls, deep, context, .. } = *self;
        let Ball { center, radius } = balls.difference;
        let distance = context.space.cso(center).length();
        vec![
            Value::new("r", "ball in A's core", context.length(balls.a.radius), "ball/a"),
            Value::new("s", "ball in B's core", context.length(balls.b.radius), "ball/b"),
            Value::new("r + s", "ball in A − B", context.length(radius), "ball"),
            Value::new("|x − y|", "center from 0", context.length(distance), "ball"),
            Value::new("lower", "depth at least", context.length(balls.depth), "ball"),
            Value::new("upper", "depth at most", context.length(deep.epa.upper), "depth"),
        ]
    }
}

/// Adds a ball: its center, its outline and three great circles.
fn add_ball(picture: &mut Picture, role: Role, key: &'static str, center: DVec3, radius: f64) {
    picture.point(role, key, center);
    if radius > 0.0 {
        // A circle with a zero normal is drawn facing the camera.
        for (i, normal) in [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z].into_iter().enumerate() {
            picture.add(role, format!("{key}/{i}"), Form::Circle { center, normal, radius });
        }
    }
}
