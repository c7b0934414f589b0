//! Tests every method against distance queries in double precision: the bodies are separate just before the first
//! contact, in contact just after, and on a miss never.

use std::ops::ControlFlow;

use super::*;
use crate::dim3::prelude::*;
use crate::dim3::sat::{self, Sat, Solid};
use crate::dim3::shape::{Axis, Shape};
use crate::dim3::simplex::cases::Dice;
use crate::dim3::support::Cso;
use contact_lens_engine::double;

use crate::dim3::pose::{Pose, matrix};

mod far;
mod misses;
mod narrow;
mod starts;
mod thin;

/// Description of a shape from which it can be made in both precisions.
#[derive(Clone, Debug)]
enum Recipe {
    Box(Vec3),
    Points(Vec<Vec3>),
    Ball(Real),
    Capsule(Real, Real),
    Cylinder(Real, Real),
    Cone(Real, Real),
    Ellipsoid(Vec3),
}

fn to_f64(v: Vec3) -> glam::DVec3 {
    glam::DVec3::new(f64::from(v.x), f64::from(v.y), f64::from(v.z))
}

impl Recipe {
    fn shape(&self) -> Shape {
        match self {
            Self::Box(half) => Shape::cuboid(*half),
            Self::Points(points) => Shape::polytope(points),
            Self::Ball(radius) => Shape::sphere(*radius),
            Self::Capsule(r, h) => Shape::capsule(*r, *h, Axis::Y),
            Self::Cylinder(r, h) => Shape::cylinder(*r, *h, Axis::Y),
            Self::Cone(r, h) => Shape::cone(*r, *h, Axis::Y),
            Self::Ellipsoid(radii) => Shape::ellipsoid(*radii),
        }
        .unwrap()
    }

    fn to_f64(&self) -> double::Shape {
        use double::dim3::shape::{Axis, Shape};
        let f = |x: &Real| f64::from(*x);
        match self {
            Self::Box(half) => Shape::cuboid(to_f64(*half)),
            Self::Points(points) => Shape::polytope(&points.iter().map(|p| to_f64(*p)).collect::<Vec<_>>()),
            Self::Ball(radius) => Shape::sphere(f(radius)),
            Self::Capsule(r, h) => Shape::capsule(f(r), f(h), Axis::Y),
            Self::Cylinder(r, h) => Shape::cylinder(f(r), f(h), Axis::Y),
            Self::Cone(r, h) => Shape::cone(f(r), f(h), Axis::Y),
            Self::Ellipsoid(radii) => Shape::ellipsoid(to_f64(*radii)),
        }
        .unwrap()
    }

    fn solid(&self) -> Option<Solid> {
        match self {
            Self::Box(half) => Solid::cuboid(*half).ok(),
            Self::Points(points) => Solid::hull(points).ok(),
            _ => None,
        }
    }

    fn scaled(self, k: Real) -> Self {
        match self {
            Self::Box(half) => Self::Box(half * k),
            Self::Points(points) => Self::Points(points.iter().map(|p| *p * k).collect()),
            Self::Ball(radius) => Self::Ball(radius * k),
            Self::Capsule(r, h) => Self::Capsule(r * k, h * k),
            Self::Cylinder(r, h) => Self::Cylinder(r * k, h * k),
            Self::Cone(r, h) => Self::Cone(r * k, h * k),
            Self::Ellipsoid(radii) => Self::Ellipsoid(radii * k),
        }
    }
}

/// Two moving bodies.
#[derive(Clone, Debug)]
struct Scene {
    bodies: [Recipe; 2],
    poses: [Pose; 2],
    velocities: [Vec3; 2],
    t_max: Real,
}

fn pose_to_f64(pose: &Pose) -> double::Pose {
    let [x, y, z, w] = pose.rotation.to_array();
    double::Pose::new(to_f64(pose.position), glam::DQuat::from_xyzw(x.into(), y.into(), z.into(), w.into()))
}

impl Scene {
    /// Answer of the distance query at `t`, in double precision.
    fn distance_at(&self, t: f64) -> double::Answer {
        let [a, b] = [0, 1].map(|i| {
            let mut pose = pose_to_f64(&self.poses[i]);
            pose.position += to_f64(self.velocities[i]) * t;
            (self.bodies[i].to_f64(), pose)
        });
        double::distance(&a.0, &a.1, &b.0, &b.1)
    }

    fn size(&self) -> f64 {
        let radii: Real = self.bodies.iter().map(|body| body.shape().radius()).sum();
        f64::from(radii + (self.poses[1].position - self.poses[0].position).length())
    }

    /// Least distance during the motion, by ternary search: the distance is convex over time.
    fn least_distance(&self) -> f64 {
        let distance = |t: f64| self.distance_at(t).signed_distance.unwrap();
        let speed = f64::from((self.velocities[1] - self.velocities[0]).length());
        let mut from = 0.0;
        let mut to = f64::from(self.t_max).min(3.0 * self.size() / speed.max(1e-300));
        for _ in 0..90 {
            let p = from + (to - from) / 3.0;
            let q = to - (to - from) / 3.0;
            if distance(p) <= distance(q) { to = q } else { from = p }
        }
        distance(0.5 * (from + to)).min(distance(0.0))
    }

    fn answers(&self) -> Vec<(&'static str, Answer)> {
        self.answers_to(Options::default())
    }

    fn answers_to(&self, options: Options) -> Vec<(&'static str, Answer)> {
        let options = Options { t_max: self.t_max, ..options };
        let shapes = self.bodies.clone().map(|body| body.shape());
        let moving = |i: usize| MovingBody { shape: &shapes[i], pose: &self.poses[i], velocity: self.velocities[i] };
        let mut answers = vec![
            ("ray", ray_cast(moving(0), moving(1), &options)),
            ("advance", advance(moving(0), moving(1), &options)),
        ];
        if let [Some(a), Some(b)] = [self.bodies[0].solid(), self.bodies[1].solid()] {
            let solids = [a, b];
            let moving =
                |i: usize| MovingBody { shape: &solids[i], pose: &self.poses[i], velocity: self.velocities[i] };
            answers.push(("sweep", sweep(moving(0), moving(1), &options)));
        }
        answers
    }

    /// Checks an answer against distance queries. Returns the width of its bracket as a length along the path, in units
    /// of the size; 0 without a hit.
    fn check(&self, (method, answer): &(&str, Answer)) -> f64 {
        let context = || format!("{method}: {answer:?}\n{self:?}");
        let rounding = f64::from(256.0 * EPS) * self.size();
        let speed = f64::from((self.velocities[1] - self.velocities[0]).length());
        match answer.outcome.hit() {
            Some(true) => {
                let lower = f64::from(answer.lower);
                let upper = f64::from(answer.upper.unwrap());
                let t = f64::from(answer.t_first.unwrap());
                assert!(lower <= t && t <= upper, "{}", context());
                let late = self.distance_at(upper);
                assert!(late.lower <= 1.0e-12 * self.size(), "apart at the upper bound: {late:?} {}", context());
                if !answer.outcome.is_at_start() {
                    let soon = self.distance_at(lower);
                    assert!(soon.upper >= -1.0e-12 * self.size(), "together before: {soon:?} {}", context());
                    self.check_contact(t, answer, rounding, &context);
                }
                (upper - lower) * speed / self.size()
            }
            Some(false) => {
                let least = self.least_distance();
                assert!(least > -1.0e-12 * self.size(), "a miss, at {least}: {}", context());
                let gap = f64::from(answer.gap.unwrap());
                assert!((gap - least).abs() <= rounding + 1.0e-6 * least, "gap {gap} of {least}: {}", context());
                0.0
            }
            None => {
                assert_eq!(answer.outcome, Outcome::Grazing, "{}", context());
                let least = self.least_distance();
                assert!(least.abs() <= rounding, "no grazing, at {least}: {}", context());
                0.0
            }
        }
    }

    /// Checks that the normal's slab separates the bodies at `t`, and that both contact points coincide.
    fn check_contact(&self, t: f64, answer: &Answer, rounding: f64, context: &dyn Fn() -> String) {
        let n = to_f64(answer.normal.unwrap());
        assert!((n.length() - 1.0).abs() < 1.0e-5, "{}", context());
        let far = |i: usize, d: glam::DVec3| {
            let pose = pose_to_f64(&self.poses[i]);
            let own = double::dim3::support::farthest(&self.bodies[i].to_f64(), pose.rotation().conjugate() * d).point;
            pose.rotation() * own + pose.position + to_f64(self.velocities[i]) * t
        };
        let gap = (far(1, -n) - far(0, n)).dot(n);
        assert!(gap >= -4.0 * rounding, "the normal's slab is {gap}: {}", context());
        let [a, b] = answer.witness.unwrap().map(to_f64);
        let off = (a - b).length();
        assert!(off <= 16.0 * rounding.max(1.0e-7 * self.size()), "the points are {off} apart: {}", context());
    }
}

fn rotation(dice: &mut Dice) -> Quat {
    Quat::from_xyzw(dice.real(), dice.real(), dice.real(), dice.real() + 1.5).normalize()
}

fn size(dice: &mut Dice) -> Real {
    0.2 + 0.6 * dice.real().abs()
}

fn polytope(dice: &mut Dice) -> Recipe {
    match dice.below(2) {
        0 => Recipe::Box(Vec3::new(size(dice), size(dice), size(dice))),
        _ => Recipe::Points((0..4 + dice.below(12)).map(|_| dice.vector()).collect()),
    }
}

fn curved(dice: &mut Dice) -> Recipe {
    let r = size(dice);
    let h = size(dice);
    match dice.below(5) {
        0 => Recipe::Ball(r),
        1 => Recipe::Capsule(r, h),
        2 => Recipe::Cylinder(r, h),
        3 => Recipe::Cone(r, h),
        _ => Recipe::Ellipsoid(Vec3::new(r, h, size(dice))),
    }
}

/// Scene of these bodies at random poses; B moves roughly towards A.
fn scene(dice: &mut Dice, bodies: [Recipe; 2]) -> Scene {
    let poses = [Pose::new(dice.vector(), rotation(dice)), Pose::new(dice.vector() * 4.0, rotation(dice))];
    let aim = poses[0].position + dice.vector() * 2.5 - poses[1].position;
    let shared = dice.vector();
    let velocities = [shared, shared + aim * (0.5 + dice.real().abs())];
    Scene { bodies, poses, velocities, t_max: 1.5 }
}

/// Checks all answers of `rounds` scenes; returns the numbers of hits, misses and undecided casts.
fn count_outcomes(dice: &mut Dice, rounds: usize, mut make: impl FnMut(&mut Dice) -> Scene) -> [usize; 3] {
    let mut counts = [0; 3];
    for _ in 0..rounds {
        let scene = make(dice);
        let answers = scene.answers();
        for answer in &answers {
            scene.check(answer);
            counts[match answer.1.outcome.hit() {
                Some(true) => 0,
                Some(false) => 1,
                None => 2,
            }] += 1;
        }
    }
    counts
}

#[test]
fn casts_of_polytopes_agree_with_distance_queries() {
    let mut dice = Dice::new(71);
    let counts = count_outcomes(&mut dice, 400, |dice| {
        let bodies = [polytope(dice), polytope(dice)];
        scene(dice, bodies)
    });
    assert!(counts[0] > 300 && counts[1] > 300 && counts[2] < 5, "{counts:?}");
}

#[test]
fn casts_of_curved_bodies_agree_with_distance_queries() {
    let mut dice = Dice::new(72);
    let counts = count_outcomes(&mut dice, 400, |dice| {
        let other = if dice.below(2) == 0 { polytope(dice) } else { curved(dice) };
        let bodies = [curved(dice), other];
        scene(dice, bodies)
    });
    assert!(counts[0] > 200 && counts[1] > 200 && counts[2] < 5, "{counts:?}");
}

#[test]
fn scale_offset_and_speed_change_no_answer() {
    let mut dice = Dice::new(73);
    for scale in [1.0e-6, 1.0e-3, 1.0e6] as [Real; 3] {
        let counts = count_outcomes(&mut dice, 60, |dice| {
            let bodies = [polytope(dice), curved(dice)].map(|body| body.scaled(scale));
            let mut scene = scene(dice, bodies);
            scene.poses.iter_mut().for_each(|pose| pose.position *= scale);
            let speed: Real = [1.0e-6, 1.0, 1.0e6][dice.below(3)];
            scene.velocities = scene.velocities.map(|v| v * scale * speed);
            scene.t_max /= speed;
            scene
        });
        assert!(counts[0] > 20 && counts[1] > 20, "{counts:?}");
    }
}

/// Scene in which A rests at the origin and B moves.
fn scene_at_rest(bodies: [Recipe; 2], at: Vec3, velocity: Vec3, t_max: Real) -> Scene {
    let poses = [Pose::IDENTITY, Pose::new(at, Quat::IDENTITY)];
    Scene { bodies, poses, velocities: [Vec3::ZERO, velocity], t_max }
}

fn cubes() -> [Recipe; 2] {
    [Recipe::Box(Vec3::ONE), Recipe::Box(Vec3::ONE)]
}

#[test]
fn every_ending_is_reached_by_every_method() {
    let apart = Vec3::new(5.0, 0.25, 0.0);
    let cases: [(&str, Vec3, Vec3, Real, Outcome); 11] = [
        ("head on", apart, -Vec3::X, 5.0, Outcome::Hit),
        ("too late", apart, -Vec3::X, 2.5, Outcome::TooLate),
        ("away", apart, Vec3::X, 5.0, Outcome::MovesApart),
        ("past", apart, Vec3::new(-1.0, 1.0, 0.0), 50.0, Outcome::PassesBy),
        ("grazing", Vec3::new(5.0, 2.0, 0.0), -Vec3::X, 50.0, Outcome::Grazing),
        ("still", apart, Vec3::ZERO, 1.0, Outcome::NoRelativeMotion),
        ("touching, receding", Vec3::new(2.0, 0.5, 0.0), Vec3::X, 1.0, Outcome::Touching),
        ("touching, sliding", Vec3::new(2.0, 0.5, 0.0), Vec3::Y, 1.0, Outcome::Touching),
        ("overlapping", Vec3::new(1.5, 0.5, 0.0), Vec3::X, 1.0, Outcome::Overlapping),
        ("overlapping, still", Vec3::new(1.5, 0.5, 0.0), Vec3::ZERO, 1.0, Outcome::Overlapping),
        ("infinite", apart, Vec3::new(Real::INFINITY, 0.0, 0.0), 1.0, Outcome::NotFinite),
    ];
    for (name, at, velocity, t_max, expected) in cases {
        let scene = scene_at_rest(cubes(), at, velocity, t_max);
        for (method, answer) in scene.answers() {
            assert_eq!(answer.outcome, expected, "{name}, {method}: {answer:?}");
            if expected != Outcome::NotFinite {
                scene.check(&(method, answer));
            }
            if answer.outcome.is_at_start() {
                assert_eq!((answer.t_first, answer.normal), (Some(0.0), Some(Vec3::X)), "{name}, {method}");
            }
        }
    }
}

#[test]
fn long_walls_extreme_speeds_and_endless_motions_are_exact() {
    // Cases that other engines answer wrongly: a wall 500 m long, the smallest speeds, a motion that never ends.
    let wall = [Recipe::Box(Vec3::new(500.0, 1.0, 500.0)), Recipe::Ball(0.25)];
    let scene = scene_at_rest(wall, Vec3::new(300.0, 9.25, -417.0), Vec3::new(0.5, -2.0, 0.25), 10.0);
    for (method, answer) in scene.answers() {
        scene.check(&(method, answer));
        assert!((answer.t_first.unwrap() - 4.0).abs() <= 512.0 * EPS * 600.0, "{method}: {answer:?}");
    }
    for speed in [Real::MIN_POSITIVE, 1.0e-30, 1.0e30] as [Real; 3] {
        let scene = scene_at_rest(cubes(), Vec3::new(5.0, 0.25, 0.0), -Vec3::X * speed, Real::MAX);
        for (method, answer) in scene.answers() {
            assert_eq!(answer.outcome, Outcome::Hit, "{speed} {method}: {answer:?}");
            assert!((answer.t_first.unwrap() * speed - 3.0).abs() < 1.0e-5, "{speed} {method}: {answer:?}");
        }
    }
    let scene = scene_at_rest(cubes(), Vec3::new(5.0, 0.25, 0.0), -Vec3::X, Real::INFINITY);
    for (method, answer) in scene.answers() {
        assert!((answer.t_first.unwrap() - 3.0).abs() <= 64.0 * EPS, "{method}: {answer:?}");
    }
    // An endless motion that grazes has no finite upper bound, so it is no hit.
    let grazing = scene_at_rest(cubes(), Vec3::new(5.0, 2.0, 0.0), -Vec3::X, Real::INFINITY);
    for (method, answer) in grazing.answers() {
        assert_eq!(answer.outcome, Outcome::Grazing, "{method}: {answer:?}");
    }
}

/// `lower` never falls, `upper` never rises, and they never cross.
#[test]
fn the_bracket_narrows_step_by_step() {
    fn watch<P: Pair>(bounds: &mut [Real; 2], state: &CastState<P>) {
        assert!(state.lower >= bounds[0] && state.upper <= bounds[1], "{bounds:?} {:?}", state.phase);
        assert!(state.lower <= state.upper && state.s >= state.s_before, "{bounds:?}");
        *bounds = [state.lower, state.upper];
    }
    let mut dice = Dice::new(75);
    for _ in 0..300 {
        let bodies = if dice.below(2) == 0 {
            [polytope(&mut dice), polytope(&mut dice)]
        } else {
            [curved(&mut dice), polytope(&mut dice)]
        };
        let scene = scene(&mut dice, bodies);
        let shapes = scene.bodies.clone().map(|body| body.shape());
        let cso = Cso::new(&shapes[0], &scene.poses[0], &shapes[1], &scene.poses[1]);
        let r = matrix(scene.poses[0].rotation.conjugate()) * (scene.velocities[1] - scene.velocities[0]);
        let options = Options { t_max: scene.t_max, ..Options::default() };
        let mut ray = RayCast::new(cso.clone(), r, options);
        let mut bounds = [0.0, Real::INFINITY];
        while let ControlFlow::Continue(()) = ray.step() {
            watch(&mut bounds, &ray.state);
        }
        let mut advance = Advance::new(cso, r, options);
        let mut bounds = [0.0, Real::INFINITY];
        while let ControlFlow::Continue(()) = advance.step() {
            watch(&mut bounds, &advance.state);
        }
        assert_eq!(
            ray.state.answer(ray.state.outcome().unwrap()).outcome.hit(),
            advance.state.outcome().unwrap().hit()
        );
        let [Some(a), Some(b)] = [scene.bodies[0].solid(), scene.bodies[1].solid()] else { continue };
        let axes = Sat::new(&a, &scene.poses[0], &b, &scene.poses[1], sat::Options::default());
        let mut swept = Sweep::new(axes, r, options);
        let mut outer = swept.outer;
        while let ControlFlow::Continue(()) = swept.step() {
            assert!(swept.outer[0] >= outer[0] && swept.outer[1] <= outer[1]);
            outer = swept.outer;
        }
    }
}
