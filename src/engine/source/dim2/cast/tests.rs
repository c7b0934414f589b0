//! Casts by all three methods, compared with signed distances just before the contact, just after it, and on a miss.

use super::*;
use crate::dim2::distance;
use crate::dim2::prelude::*;
use contact_lens_engine::double;
use contact_lens_engine::double::dim2 as double_plane;

use crate::dim2::dim3::simplex::cases::Dice;

fn real(dice: &mut Dice) -> Real {
    dice.real()
}

/// A moving body: the points of its core, its margin, its pose at the start and its velocity.
#[derive(Clone, Debug)]
struct Body {
    corners: Vec<Vec2>,
    ball: Real,
    pose: Pose,
    velocity: Vec2,
}

fn to_f64(v: Vec2) -> glam::DVec2 {
    glam::DVec2::new(f64::from(v.x), f64::from(v.y))
}

impl Body {
    fn shape(&self) -> Shape {
        Shape::inflate(&Shape::polygon(&self.corners).unwrap(), self.ball).unwrap()
    }

    fn to_f64(&self, t: f64) -> (double_plane::shape::Shape, double_plane::support::Pose) {
        let corners: Vec<_> = self.corners.iter().map(|p| to_f64(*p)).collect();
        let core = double_plane::shape::Shape::polygon(&corners).unwrap();
        let position = to_f64(self.pose.position) + to_f64(self.velocity) * t;
        let pose = double_plane::support::Pose::new(position, to_f64(self.pose.rotation));
        (double_plane::shape::Shape::inflate(&core, f64::from(self.ball)).unwrap(), pose)
    }
}

fn truth([a, b]: &[Body; 2], t: f64) -> double::dim2::answer::Answer {
    let ((a, pose_a), (b, pose_b)) = (a.to_f64(t), b.to_f64(t));
    double::dim2::distance::signed_distance(&a, &pose_a, &b, &pose_b, &Default::default())
}

fn moving<'a>(body: &'a Body, shape: &'a Shape) -> MovingBody<'a> {
    MovingBody { shape, pose: &body.pose, velocity: body.velocity }
}

fn answers(bodies: &[Body; 2], t_max: Real) -> Vec<(&'static str, Answer)> {
    let options = Options { t_max, ..Options::default() };
    let [a, b] = [bodies[0].shape(), bodies[1].shape()];
    let ask = |by: fn(MovingBody<'_>, MovingBody<'_>, &Options) -> Answer| {
        by(moving(&bodies[0], &a), moving(&bodies[1], &b), &options)
    };
    let mut found = vec![("ray", ask(ray_cast)), ("advance", ask(advance))];
    if bodies.iter().all(|body| body.ball == 0.0) {
        found.push(("sweep", ask(sweep)));
    }
    found
}

fn least(bodies: &[Body; 2], [mut from, mut to]: [f64; 2]) -> f64 {
    let distance = |t: f64| truth(bodies, t).signed_distance.unwrap();
    for _ in 0..90 {
        let (p, q) = (from + (to - from) / 3.0, to - (to - from) / 3.0);
        if distance(p) <= distance(q) { to = q } else { from = p }
    }
    distance(from)
}

fn check_answer(bodies: &[Body; 2], t_max: Real, (method, answer): &(&str, Answer)) {
    let context = || format!("{method}: {answer:?}\n{bodies:?}");
    let size = 10.0;
    match answer.outcome.hit() {
        Some(true) => {
            // Segments and points have passed each other a moment later.
            let met = least(bodies, [answer.lower.into(), answer.upper.unwrap().into()]);
            assert!(met <= 1.0e-9 * size, "apart up to the upper bound, by {met}: {}", context());
            let soon = truth(bodies, answer.lower.into());
            assert!(answer.outcome.is_at_start() || soon.upper >= -1.0e-12 * size, "before: {soon:?} {}", context());
            let ([a, b], upper) = (answer.witness.unwrap(), answer.upper.unwrap());
            let asked = Options::default().relative * upper;
            let way = (bodies[1].velocity - bodies[0].velocity).length() * asked;
            let apart = 4096.0 * EPS * 10.0 + way;
            assert!(answer.outcome.is_at_start() || (a - b).length() <= apart, "points: {}", context());
            assert!(upper - answer.lower <= (1.0e6 * EPS).max(asked), "{}", context());
        }
        Some(false) => {
            let (least, gap) = (least(bodies, [0.0, t_max.into()]), f64::from(answer.gap.unwrap()));
            assert!((gap - least).abs() <= f64::from(256.0 * EPS) * size + 1.0e-6 * least, "{least} {}", context());
        }
        None => assert!(least(bodies, [0.0, t_max.into()]).abs() <= f64::from(256.0 * EPS) * size, "{}", context()),
    }
}

#[test]
fn planar_bodies_meet_when_the_full_answer_says_so() {
    let mut dice = Dice::new(41);
    let mut seen = [0; 2];
    for _ in 0..600 {
        let bodies = [0, 1].map(|i| {
            let point = |dice: &mut Dice| Vec2::new(real(dice), real(dice));
            let corners = (0..1 + dice.below(7)).map(|_| point(&mut dice)).collect();
            let ball = if dice.below(2) == 0 { 0.0 } else { 0.5 * real(&mut dice).abs() };
            let turn = Vec2::from_angle(3.0 * real(&mut dice));
            let pose = Pose::new(Vec2::new(4.0 * i as Real + real(&mut dice), 2.0 * real(&mut dice)), turn);
            Body { corners, ball, pose, velocity: Vec2::new(real(&mut dice) - 2.0 * i as Real, real(&mut dice)) }
        });
        for answer in answers(&bodies, 3.0) {
            check_answer(&bodies, 3.0, &answer);
            seen[usize::from(answer.1.outcome.hit() == Some(true))] += 1;
        }
    }
    assert!(seen[0] > 300 && seen[1] > 300, "{seen:?}");
}

fn square(at: Vec2, velocity: Vec2) -> Body {
    let corners = vec![Vec2::new(-1.0, -1.0), Vec2::new(1.0, -1.0), Vec2::new(1.0, 1.0), Vec2::new(-1.0, 1.0)];
    Body { corners, ball: 0.0, pose: Pose::new(at, Vec2::X), velocity }
}

#[test]
fn every_ending_is_reached_in_the_plane() {
    let apart = Vec2::new(5.0, 0.25);
    let cases: [(Vec2, Vec2, Real, Outcome); 9] = [
        (apart, -Vec2::X, 5.0, Outcome::Hit),
        (apart, -Vec2::X, 2.5, Outcome::TooLate),
        (apart, Vec2::X, 5.0, Outcome::MovesApart),
        (apart, Vec2::new(-1.0, 1.0), 5.0, Outcome::PassesBy),
        (Vec2::new(5.0, 2.0), -Vec2::X, 50.0, Outcome::Grazing),
        (apart, Vec2::ZERO, 1.0, Outcome::NoRelativeMotion),
        (Vec2::new(2.0, 0.5), Vec2::X, 1.0, Outcome::Touching),
        (Vec2::new(1.5, 0.5), Vec2::X, 1.0, Outcome::Overlapping),
        (apart, Vec2::new(Real::NAN, 0.0), 1.0, Outcome::NotFinite),
    ];
    for (at, velocity, t_max, wanted) in cases {
        let bodies = [square(Vec2::ZERO, Vec2::ZERO), square(at, velocity)];
        for (method, answer) in answers(&bodies, t_max) {
            assert_eq!(answer.outcome, wanted, "{method}: {answer:?}");
            let still = matches!(wanted, Outcome::NotFinite | Outcome::NoRelativeMotion);
            if !still {
                check_answer(&bodies, t_max.min(10.0), &(method, answer));
            }
        }
    }
}

/// A distance query answers in the pair frame, a cast in the world frame.
#[test]
fn vectors_are_of_the_world() {
    let mut bodies = [square(Vec2::new(100.0, 50.0), Vec2::Y), square(Vec2::new(100.0, 54.0), Vec2::new(0.0, -1.0))];
    bodies[0].pose.rotation = Vec2::Y;
    let shapes = [bodies[0].shape(), bodies[1].shape()];
    let at_start =
        distance::signed_distance(&shapes[0], &bodies[0].pose, &shapes[1], &bodies[1].pose, &Default::default());
    assert_eq!(at_start.signed_distance, Some(2.0));
    for (method, answer) in answers(&bodies, 3.0) {
        assert!((answer.normal.unwrap() - Vec2::Y).length() < 64.0 * EPS, "{method} {answer:?}");
        assert!((answer.witness.unwrap()[0].y - 52.0).abs() < 1.0e4 * EPS, "{method} {answer:?}");
    }
}

#[test]
fn a_point_meets_a_segment_that_it_crosses() {
    let mut dice = Dice::new(47);
    for _ in 0..40 {
        let still = |corners: Vec<Vec2>, at: Vec2, velocity: Vec2| Body {
            corners,
            ball: 0.0,
            pose: Pose::new(at, Vec2::X),
            velocity,
        };
        let segment = still(vec![Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0)], Vec2::ZERO, Vec2::ZERO);
        let velocity = Vec2::new(real(&mut dice) * 0.5, -1.0);
        let point = still(vec![Vec2::ZERO], Vec2::new(real(&mut dice) * 0.5, 0.5), velocity);
        let bodies = [segment, point];
        let answers = answers(&bodies, 2.0);
        assert_eq!(answers.len(), 3);
        for (method, answer) in answers {
            assert_eq!(answer.outcome, Outcome::Hit, "{method}: {answer:?}\n{bodies:?}");
            let off = 64.0 * EPS;
            assert!((answer.t_first.unwrap() - 0.5).abs() <= off, "{method}: {answer:?}\n{bodies:?}");
            assert!(answer.lower <= 0.5 && 0.5 <= answer.upper.unwrap(), "{method}: {answer:?}\n{bodies:?}");
        }
    }
}

#[test]
fn far_bodies_touch_within_a_bracket_of_a_few_last_digits() {
    let mut dice = Dice::new(42);
    let mut hits = 0;
    for _ in 0..300 {
        let mut body = |position: Vec2, velocity: Vec2| {
            let corners = (0..5).map(|_| Vec2::new(dice.real(), dice.real())).collect();
            let rotation = Vec2::new(dice.real() + 1.5, dice.real()).normalize();
            let ball = [0.0, 0.25][dice.below(2)];
            Body { corners, ball, pose: Pose { position, rotation }, velocity }
        };
        let far = Vec2::new(8_000.0, 6_000.0);
        let bodies = [body(Vec2::ZERO, Vec2::ZERO), body(far, far * -0.5)];
        for (method, answer) in answers(&bodies, 4.0) {
            let context = || format!("{method}: {answer:?}\n{bodies:?}");
            let (Outcome::Hit, Some(upper)) = (answer.outcome, answer.upper) else { continue };
            hits += 1;
            let before = truth(&bodies, f64::from(answer.lower)).signed_distance.unwrap();
            let after = truth(&bodies, f64::from(upper)).signed_distance.unwrap();
            assert!(before >= -1.0e-9 && after <= 1.0e-9, "{before:e} {after:e}: {}", context());
            let width = upper - answer.lower;
            // In `f32`, 4 last digits of a time of about 2 seconds. In `f64` the requested width is far above rounding.
            let most = if EPS > 1.0e-10 { 8.0 } else { 1.0e9 };
            assert!(width <= most * EPS, "{width:e} s wide: {}", context());
        }
    }
    assert!(hits > 300, "{hits}");
}
