//! Beats (narrated sub-steps) of the proof of a depth by two inscribed balls.
//!
//! A ball in A's core with the center x and the radius r, and a ball in B's core with the center y and the radius s,
//! differ by a ball in A − B: its center is x − y, and its radius r + s. The origin is r + s − |x − y| below the
//! surface of that ball, so the cores overlap by at least as much. The best supporting plane of A − B limits the depth
//! from above.

use contact_lens_model::answer::number::length;
use contact_lens_model::snapshot::distance::{Ball, Deep, InscribedBalls};
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::{CARD, depth_name};
use crate::context::pair_verdict::answer_with_margins;
use crate::{
    Beat, Detail, Event, PairContext, Sentence, StopTest, Value, Verdict, WORLD, add_named_point, epa, say, symbol,
};

/// Radius up to which a ball counts as a point, as a fraction of the depth: far below any drawn length.
const ZERO_RADIUS: f64 = 1e-12;

/// Beat of the balls that touch the best plane from inside, or of their absence if no such balls are known.
pub(super) fn balls_beat(deep: &Deep, context: &PairContext, detail: Detail) -> Beat {
    let Some(balls) = &deep.balls else { return beat_without_balls(deep, context, detail) };
    let say = proof_sentence(balls, deep, context);
    let view = BallsView { balls, deep, context, detail };
    view.beat("balls", say, if deep.proven { Event::Bound } else { Event::Warning })
}

/// Beat of a run that knows no balls below the best plane, and so only an upper bound.
fn beat_without_balls(deep: &Deep, context: &PairContext, detail: Detail) -> Beat {
    let upper = deep.epa.upper;
    Beat {
        line: "balls",
        say: say!(
            "By the best plane, the {} is at most {}. The point where this plane touches A − B is not known, so no \
             ball gives a lower bound.",
            depth_name(deep.epa.margin),
            Value::of(symbol::UPPER, length(upper), "depth")
        ),
        pictures: detail.full(|| {
            let mut cso = epa::polytope_picture(&deep.epa, context);
            let n = best_normal(deep, context);
            cso.arrow(Role::Upper, "depth", DVec3::ZERO, n * upper);
            cso.label(Role::Upper, "depth", n * upper, length(upper));
            context.add_plane(&mut cso, 2, "plane", n * upper, n);
            (Picture::default(), cso).into()
        }),
        values: detail.full(|| vec![Value::of(symbol::UPPER, length(upper), "depth")]),
        event: Some(Event::Warning),
        ..Beat::default()
    }
}

/// Beat of the ending, where the balls are the proof.
pub(super) fn ending_beat(
    balls: &InscribedBalls,
    deep: &Deep,
    context: &PairContext,
    verdict: &Verdict,
    detail: Detail,
) -> Beat {
    let reason = Sentence::from("The balls prove the lower bound, and the best plane the upper bound.");
    let say = answer_with_margins(verdict, reason, deep.epa.margin);
    let view = BallsView { balls, deep, context, detail };
    let mut beat = view.beat("deep", say, Event::Stop(CARD.ending_kind(verdict)));
    beat.stops.clear();
    if let Some(answer) = verdict.finding.pair()
        && detail == Detail::Full
    {
        let world = beat.pictures.edit(WORLD);
        context.add_distance(world, [answer.witness_a, answer.witness_b], true);
        add_named_point(world, Role::Witness, "witness/a", answer.witness_a, "p_A");
        add_named_point(world, Role::Witness, "witness/b", answer.witness_b, "p_B");
        context.add_supporting_planes(world, &verdict.finding);
    }
    beat
}

/// Sentences on the balls and the lower bound that they prove.
fn proof_sentence(balls: &InscribedBalls, deep: &Deep, context: &PairContext) -> Sentence {
    say!("{} {}", contact_sentence(balls, deep, context), bound_sentence(balls, deep, context))
}

/// Sentence on how the balls touch the supporting planes of A and B. A ball of radius 0 is a vertex of its body.
fn contact_sentence(balls: &InscribedBalls, deep: &Deep, context: &PairContext) -> Sentence {
    let r = Value::of(symbol::BALL_RADIUS_A, context.length(balls.a.radius), "ball/a");
    let s = Value::of(symbol::BALL_RADIUS_B, context.length(balls.b.radius), "ball/b");
    let [a, b] = context.body_names();
    let least_radius = ZERO_RADIUS * deep.epa.upper;
    let has_ball_in_a = balls.a.radius > least_radius;
    let has_ball_in_b = balls.b.radius > least_radius;
    match (has_ball_in_a, has_ball_in_b) {
        (true, true) => {
            say!("Balls of radius {} in {} and {} in {} touch the supporting planes from inside.", r, a, s, b)
        }
        (true, false) => {
            say!("A ball of radius {} in {} touches the supporting plane from inside; {} has a vertex there.", r, a, b)
        }
        (false, true) => {
            say!("A ball of radius {} in {} touches the supporting plane from inside; {} has a vertex there.", s, b, a)
        }
        (false, false) => {
            say!("The supporting planes touch {} and {} at single points, so both balls have radius 0.", a, b)
        }
    }
}

/// Sentence on the lower bound that the difference of the balls gives, compared with the upper bound.
fn bound_sentence(balls: &InscribedBalls, deep: &Deep, context: &PairContext) -> Sentence {
    let gives_bound = balls.depth > 0.0;
    if !gives_bound {
        return Sentence::from("The origin lies outside their difference, so they give no lower bound.");
    }
    let lower = Value::of(symbol::LOWER, context.length(balls.depth), "ball");
    if deep.proven {
        return say!(
            "Their difference, a ball in A − B, proves that the {} is at least {}, which is also the upper bound.",
            depth_name(deep.epa.margin),
            lower
        );
    }
    let upper = Value::of(symbol::UPPER, context.length(deep.epa.upper), "depth");
    say!("Their difference, a ball in A − B, proves {}, less than the upper bound {}.", lower, upper)
}

/// Outward unit normal of the best plane, configuration space; zero if it is unknown.
fn best_normal(deep: &Deep, context: &PairContext) -> DVec3 {
    deep.epa.best.map_or(DVec3::ZERO, |n| context.space.cso(n))
}

/// Balls with the state of the run, from which their beats are made.
struct BallsView<'a> {
    balls: &'a InscribedBalls,
    deep: &'a Deep,
    context: &'a PairContext,
    detail: Detail,
}

impl BallsView<'_> {
    /// Beat with the balls, their values and the stop test.
    fn beat(&self, line: &'static str, say: Sentence, event: Event) -> Beat {
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

    /// Pictures of the world, with both balls, and of the configuration space, with their difference and the best
    /// plane.
    fn pictures(&self) -> (Picture, Picture) {
        let Self { balls, deep, context, .. } = *self;
        let upper = deep.epa.upper;
        let n = best_normal(deep, context);
        let mut world = Picture::default();
        let mut cso = Picture::default();
        self.add_named_ball(&mut world, Role::ShapeA, "ball/a", "r_A", balls.a);
        self.add_named_ball(&mut world, Role::ShapeB, "ball/b", "r_B", balls.b);
        let Ball { center, radius } = balls.difference;
        let center = context.space.cso(center);
        add_ball(&mut cso, Role::Lower, "ball", center, radius);
        // The label is off the great circles, and away from the normal.
        cso.label(Role::Lower, "ball", center - n * radius, "r_A + r_B");
        cso.arrow(Role::Upper, "depth", DVec3::ZERO, n * upper);
        cso.label(Role::Upper, "depth", n * upper, context.length(upper));
        context.add_plane(&mut cso, 2, "plane", n * upper, n);
        // The inset shows the whole ball of the difference, up to the best plane.
        context.magnify(&mut cso, [center - n * radius, n * upper]);
        (world, cso)
    }

    /// Adds a ball, which is in the pair frame, to the world, with `symbol` as the name of its radius.
    fn add_named_ball(&self, world: &mut Picture, role: Role, key: &'static str, symbol: &str, ball: Ball) {
        let center = self.context.space.world(ball.center);
        add_ball(world, role, key, center, ball.radius);
        world.label(role, key, center, format!("{symbol} = {}", self.context.length(ball.radius)));
    }

    /// Values of the radii and of both bounds of the depth.
    fn values(&self) -> Vec<Value> {
        let Self { balls, deep, context, .. } = *self;
        let Ball { radius, .. } = balls.difference;
        vec![
            Value::of(symbol::BALL_RADIUS_A, context.length(balls.a.radius), "ball/a"),
            Value::of(symbol::BALL_RADIUS_B, context.length(balls.b.radius), "ball/b"),
            Value::of(symbol::BALL_RADIUS_SUM, context.length(radius), "ball"),
            Value::of(symbol::LOWER, context.length(balls.depth), "ball"),
            Value::of(symbol::UPPER, context.length(deep.epa.upper), "depth"),
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
