//! Pairs in units so small that squares of their lengths vanish, and tiny bodies beside ordinary ones.

use contact_lens::answer::Proof;

use crate::study;

macro_rules! engine {
    ($module:ident, $precision:ident, $study:ident, $real:ty, $vec:ty, $units:expr) => {
        mod $module {
            use super::study;
            use contact_lens::$precision::answer::{Answer, Status};
            use contact_lens::$precision::dim3::distance::{Method, Motion, Options, Workspace, signed_distance};
            use contact_lens::$precision::dim3::isa_gjk::{self, Cache};
            use contact_lens::$precision::dim3::support::{Support, SupportPoint};
            use contact_lens::$precision::{
                dim3::{boolean_gjk, gjk, shape::Shape},
                pose::Pose,
            };
            use study::$study::{Pair, pair};

            /// Powers of two by which lengths are multiplied: coordinates stay normal numbers, their squares do not.
            const UNITS: [i32; 4] = $units;

            /// A shape of which nothing is known but the support points of its core and its margin.
            struct Foreign<'a>(&'a Shape);

            impl Support for Foreign<'_> {
                fn support(&self, d: $vec) -> SupportPoint {
                    self.0.support(d)
                }
                fn bounding_radius(&self) -> $real {
                    self.0.bounding_radius()
                }
                fn margin(&self) -> $real {
                    self.0.margin()
                }
            }

            /// Every way to ask about a pair.
            fn ask(Pair { a: (a, pose_a), b: (b, pose_b), .. }: &Pair) -> [Answer; 6] {
                let options = Options::default();
                let mut whole = options;
                whole.method = Method::Epa;
                let mut motion = Motion::default();
                motion.signed_distance(a, pose_a, b, pose_b, &options);
                [
                    signed_distance(a, pose_a, b, pose_b, &options),
                    motion.signed_distance(a, pose_a, b, pose_b, &options),
                    signed_distance(a, pose_a, b, pose_b, &whole),
                    gjk::distance(a, pose_a, b, pose_b, &gjk::Options::default()),
                    isa_gjk::intersect(a, pose_a, b, pose_b, &isa_gjk::Options::default(), &mut Cache::default()),
                    boolean_gjk::intersect(a, pose_a, b, pose_b, &boolean_gjk::Options::default()),
                ]
            }

            fn check(name: &str, way: usize, one: &Answer, tiny: &Answer, unit: $real, magnitude: $real) {
                let what = format!("{name}, way {way}, unit {unit:e}: {one:?} {tiny:?}");
                let Answer { signed_distance, lower, upper, witness_a, witness_b, .. } = *tiny;
                let within = |distance| lower <= distance && distance <= upper;
                assert!(lower <= upper && signed_distance.is_none_or(within), "{what}");
                // Where the smallest numbers are coarser than rounding, a small distance is none.
                let coarse = 32.0 * <$real>::MIN_POSITIVE / unit > <$real>::EPSILON * magnitude;
                assert!(coarse || tiny.status == one.status, "{what}");
                // The same numbers but for what the rounding of numbers near the smallest adds.
                let near = |x: $real, y: $real| {
                    x == y
                        || (x / unit - y).abs()
                            <= 256.0 * <$real>::EPSILON * magnitude + 64.0 * <$real>::MIN_POSITIVE / unit
                };
                assert!(coarse || signed_distance.is_some() == one.signed_distance.is_some(), "{what}");
                for (distance, expected) in signed_distance.into_iter().zip(one.signed_distance) {
                    assert!(near(distance, expected), "{what}");
                }
                assert!(near(lower, one.lower) && near(upper, one.upper), "{what}");
                for (p, q) in [(witness_a, one.witness_a), (witness_b, one.witness_b)] {
                    assert!((p / unit - q).length() <= 1.0e-3 * magnitude, "{what}");
                }
            }

            #[test]
            fn a_tiny_pair_is_answered_as_an_ordinary_one() {
                let mut workspace = Workspace::default();
                for number in 0..400 {
                    let ordinary = pair(number, 1.0, &mut workspace);
                    let expected = ask(&ordinary);
                    let [(a, _), (b, pose)] = [&ordinary.a, &ordinary.b];
                    let magnitude = a.radius() + b.radius() + pose.position.length();
                    for unit in UNITS.map(|power| (2.0 as $real).powi(power)) {
                        let tiny = pair(number, unit, &mut workspace);
                        for (way, (one, tiny)) in expected.iter().zip(&ask(&tiny)).enumerate() {
                            check(&ordinary.name, way, one, tiny, unit, magnitude);
                        }
                    }
                }
            }

            #[test]
            fn a_shape_of_ones_own_may_be_tiny_too() {
                let mut workspace = Workspace::default();
                for number in 0..200 {
                    let ask = |Pair { a: (a, pose_a), b: (b, pose_b), .. }: &Pair| {
                        signed_distance(&Foreign(a), pose_a, &Foreign(b), pose_b, &Options::default())
                    };
                    let ordinary = ask(&pair(number, 1.0, &mut workspace));
                    let unit = (2.0 as $real).powi(UNITS[1]);
                    let tiny = ask(&pair(number, unit, &mut workspace));
                    let [own, usual] = [tiny, ordinary].map(|answer| answer.signed_distance.unwrap());
                    assert!(tiny.lower <= own && own <= tiny.upper, "{tiny:?}");
                    let off = (own / unit - usual).abs();
                    assert!(off <= 1.0e-3 * (1.0e-3 + usual.abs()), "{number}: {ordinary:?} {tiny:?}");
                }
            }

            /// Beside a body of ordinary size a tiny one is a point.
            #[test]
            fn a_tiny_body_beside_an_ordinary_one_is_a_point() {
                let mut workspace = Workspace::default();
                let point = Shape::sphere(0.0).unwrap();
                for number in 0..400 {
                    let ordinary = pair(number, 1.0, &mut workspace);
                    for unit in UNITS.map(|power| (2.0 as $real).powi(power)) {
                        let tiny = pair(number, unit, &mut workspace);
                        let (a, b) = (&ordinary.a, (&tiny.b.0, &ordinary.b.1));
                        let options = Options::default();
                        for swap in [false, true] {
                            let ask = |shape: &Shape| match swap {
                                false => signed_distance(&a.0, &a.1, shape, b.1, &options),
                                true => signed_distance(shape, b.1, &a.0, &a.1, &options),
                            };
                            let (one, other) = (ask(b.0), ask(&point));
                            let magnitude = a.0.radius() + (b.1.position - a.1.position).length();
                            let what = format!("{}, {unit:e}: {one:?} {other:?}", ordinary.name);
                            let distance = one.signed_distance.unwrap();
                            assert!(one.lower <= distance && distance <= one.upper, "{what}");
                            // The brackets share the truth.
                            let rounding = 8.0 * <$real>::EPSILON * magnitude;
                            assert!(
                                one.lower <= other.upper + rounding && other.lower <= one.upper + rounding,
                                "{what}"
                            );
                            let open = |answer: &Answer| matches!(answer.status, Status::NotConverged(_));
                            assert!(!open(&one) || open(&other), "{what}");
                        }
                    }
                }
            }

            #[test]
            fn what_is_not_a_number_is_no_answer() {
                let ball = Shape::sphere(1.0).unwrap();
                let lost = Pose::new(<$vec>::splat(<$real>::NAN), Pose::IDENTITY.rotation());
                let pair = Pair { name: String::new(), a: (ball.clone(), Pose::IDENTITY), b: (ball, lost) };
                for answer in ask(&pair) {
                    assert!(matches!(answer.status, Status::NotConverged(_)), "{answer:?}");
                }
            }
        }
    };
}

engine!(wide, double, wide, f64, glam::DVec3, [-500, -560, -800, -1000]);
engine!(narrow, single, narrow, f32, glam::Vec3A, [-50, -75, -95, -110]);

#[test]
fn bounds_that_cross_hold_nothing() {
    let proof = |lower, upper| Proof { lower, upper, tolerance: 1.0 };
    assert!(proof(0.0, 0.0).holds() && proof(0.0, 1.0).holds());
    assert!(!proof(0.0, -9.0e-27).holds() && !proof(0.0, 1.5).holds());
    assert!(!proof(f64::NAN, 1.0).holds() && !proof(0.0, f64::NAN).holds());
    assert!(!Proof { lower: 0.0, upper: 1.0, tolerance: f64::NAN }.holds());
}
