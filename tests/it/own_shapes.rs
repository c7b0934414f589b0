//! A user's own shape with the three methods that make one, held against the same body made of the engine's shapes.

use crate::study::Dice;

macro_rules! engine {
    ($module:ident, $precision:ident, $real:ty, $vec:ty, $quat:ty) => {
        mod $module {
            use super::Dice;
            use contact_lens::$precision::answer::{Answer, Status};
            use contact_lens::$precision::dim3::distance::{Method, Options, signed_distance};
            use contact_lens::$precision::dim3::support::{Feature, Support, SupportPoint};
            use contact_lens::$precision::dim3::{boolean_gjk, gjk};
            use contact_lens::$precision::{Pose, Shape, distance, intersects};

            /// The hull of a few points, rounded by a ball.
            struct Rounded {
                points: Vec<$vec>,
                radius: $real,
            }

            impl Support for Rounded {
                fn support(&self, d: $vec) -> SupportPoint {
                    let higher = |i: usize, j: usize| if d.dot(self.points[j]) > d.dot(self.points[i]) { j } else { i };
                    let best = (0..self.points.len()).reduce(higher).expect("a point");
                    SupportPoint { point: self.points[best], feature: Feature(best as u32) }
                }
                fn bounding_radius(&self) -> $real {
                    self.points.iter().map(|p| p.length()).fold(0.0, <$real>::max)
                }
                fn margin(&self) -> $real {
                    self.radius
                }
            }

            fn vector(dice: &mut Dice) -> $vec {
                <$vec>::new(dice.real() as $real, dice.real() as $real, dice.real() as $real)
            }

            /// A sphere, a capsule, a rounded triangle, tetrahedron or polytope, or the bare one: the user's and ours.
            fn body(dice: &mut Dice, number: usize) -> (Rounded, Shape) {
                let points: Vec<_> = (0..[1, 2, 3, 4, 12][number % 5]).map(|_| vector(dice)).collect();
                let radius = if number % 3 == 0 { 0.0 } else { 0.5 * dice.real().abs() as $real };
                let ours = Shape::inflate(Shape::polytope(&points).unwrap(), radius).unwrap();
                (Rounded { points, radius }, ours)
            }

            /// Every way to ask about a pair.
            fn ask<A: Support, B: Support>(a: &A, b: &B, pose_b: &Pose) -> [Answer; 5] {
                let (at, full) = (&Pose::IDENTITY, Options::default());
                let (mut surface, mut whole) = (gjk::Options::default(), full);
                (surface.surface, whole.method) = (true, Method::Epa);
                [
                    distance(a, at, b, pose_b),
                    signed_distance(a, at, b, pose_b, &whole),
                    gjk::distance(a, at, b, pose_b, &gjk::Options::default()),
                    gjk::distance(a, at, b, pose_b, &surface),
                    boolean_gjk::intersect(a, at, b, pose_b, &boolean_gjk::Options::default()),
                ]
            }

            #[test]
            fn a_shape_of_ones_own_is_answered_as_ours() {
                let mut dice = Dice(41);
                let (mut apart, mut overlapping) = (0, 0);
                for number in 0..600 {
                    let ((own_a, a), (own_b, b)) = (body(&mut dice, number), body(&mut dice, number / 5));
                    let turn = vector(&mut dice);
                    let rotation = <$quat>::from_xyzw(turn.x, turn.y, turn.z, 0.5).normalize();
                    let pose_b = Pose::new(vector(&mut dice) * [1.5, 0.4][number % 2], rotation);
                    let (own, ours) = (ask(&own_a, &own_b, &pose_b), ask(&a, &b, &pose_b));
                    let what = || format!("{number}: {a:?} {b:?} {pose_b:?}\n{own:#?}\n{ours:#?}");
                    let truth = &ours[0];
                    for answer in &own {
                        assert!(answer.lower <= truth.upper && truth.lower <= answer.upper, "{}", what());
                        let claims = [answer, truth].map(|answer| answer.status);
                        assert!(claims != [Status::Penetrating, Status::Separated], "{}", what());
                        assert!(claims != [Status::Separated, Status::Penetrating], "{}", what());
                    }
                    let [one, other] = [own[0], ours[0]].map(|answer| answer.signed_distance.unwrap());
                    let near = |x: $real, y: $real| (x - y).abs() <= 512.0 * <$real>::EPSILON;
                    assert_eq!(own[0].status, truth.status, "{}", what());
                    assert!(near(one, other), "{}", what());
                    let shift = own[0].witness_b - own[0].witness_a;
                    assert!(near(shift.dot(own[0].normal.unwrap()), other), "{}", what());
                    assert_eq!(
                        intersects(&own_a, &Pose::IDENTITY, &own_b, &pose_b),
                        intersects(&a, &Pose::IDENTITY, &b, &pose_b),
                        "{}",
                        what()
                    );
                    apart += usize::from(truth.status == Status::Separated);
                    overlapping += usize::from(truth.status == Status::Penetrating);
                }
                assert!(apart > 180 && overlapping > 180, "{apart} apart, {overlapping} overlap: not a fair mix");
            }
        }
    };
}

engine!(wide, double, f64, glam::DVec3, glam::DQuat);
engine!(narrow, single, f32, glam::Vec3A, glam::Quat);
