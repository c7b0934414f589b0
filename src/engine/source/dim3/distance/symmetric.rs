//! Test: spheres and boxes on a coarse grid, some concentric and symmetric, with depths known in closed form: every
//! bracket contains the true value with either method, and every normal is a unit vector that proves its bound.

use super::*;
use crate::dim3::shape::Shape;
use crate::dim3::simplex::cases::Dice;
use crate::dim3::support::farthest;

/// A body at rest in its frame: a sphere by its radius or a box by its half extents.
#[derive(Clone, Copy, Debug)]
enum Body {
    Sphere(Real),
    Cuboid(Vec3),
}

impl Body {
    fn random(dice: &mut Dice) -> Self {
        let [x, y, z] = [(); 3].map(|()| [0.25, 0.5, 1.0, 1.0, 2.0][dice.below(5)]);
        let half = Vec3::new(x, y, z);
        if dice.below(2) == 0 { Self::Sphere(half.x) } else { Self::Cuboid(half) }
    }

    fn shape(self) -> Shape {
        match self {
            Self::Sphere(radius) => Shape::sphere(radius).unwrap(),
            Self::Cuboid(half) => Shape::cuboid(half).unwrap(),
        }
    }

    /// Half extents of the box and radius of the ball whose Minkowski sum is the body.
    fn box_and_ball(self) -> (Vec3, Real) {
        match self {
            Self::Sphere(radius) => (Vec3::ZERO, radius),
            Self::Cuboid(half) => (half, 0.0),
        }
    }
}

/// Signed distance of two bodies, the second at `at`: their difference is a box with a ball around it.
fn truth(a: Body, b: Body, at: Vec3) -> Real {
    let (half_a, ball_a) = a.box_and_ball();
    let (half_b, ball_b) = b.box_and_ball();
    let beyond = at.abs() - half_a - half_b;
    let outside = beyond.max(Vec3::ZERO).length();
    let inside = beyond.max_element().min(0.0);
    outside + inside - ball_a - ball_b
}

/// Gap of two bodies along `n`, a unit vector from A to B.
fn gap_along(a: &Shape, b: &Shape, at: Vec3, n: Vec3) -> Real {
    (farthest(b, -n).point + at - farthest(a, n).point).dot(n)
}

fn check_brackets(rounds: usize, method: Method) {
    let mut dice = Dice::new(24);
    let grid = [-1.0, -0.5, -0.25, 0.0, 0.0, 0.25, 0.5, 1.0];
    let mut deep = 0;
    let mut concentric = 0;
    for _ in 0..rounds {
        let a = Body::random(&mut dice);
        let b = Body::random(&mut dice);
        let at = Vec3::new(grid[dice.below(8)], grid[dice.below(8)], grid[dice.below(8)]);
        let one = a.shape();
        let other = b.shape();
        let options = Options { method, ..Options::default() };
        let pose = Pose::new(at, Quat::IDENTITY);
        let answer = signed_distance(&one, &Pose::IDENTITY, &other, &pose, &options);
        let known = truth(a, b, at);
        let context = || format!("{a:?} {b:?} {at}: {known} but {answer:?}");
        assert!(answer.lower <= known && known <= answer.upper, "{}", context());
        let normal = answer.normal.unwrap();
        assert!((normal.length() - 1.0).abs() < 64.0 * EPS, "{}", context());
        assert!(gap_along(&one, &other, at, normal) >= answer.lower, "{}", context());
        deep += usize::from(known < 0.0);
        concentric += usize::from(at == Vec3::ZERO);
    }
    assert!(deep * 2 > rounds && concentric > 0, "{deep} {concentric}");
}

#[test]
fn brackets_of_the_hybrid_method_contain_the_depth() {
    check_brackets(20_000, Method::Hybrid);
}

#[test]
fn brackets_of_epa_alone_contain_the_depth() {
    check_brackets(5_000, Method::Epa);
}
