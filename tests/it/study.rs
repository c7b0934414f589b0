//! Random pairs of all kinds of shapes, of sizes over six orders of magnitude, apart, grazing and deep: how many of them
//! does the engine leave without a narrow bracket, and is every bracket one?

/// A small generator with fixed seeds (SplitMix64).
pub struct Dice(pub u64);

impl Dice {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.bits() % n
    }

    /// In −1 … 1.
    pub fn real(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    /// From 0.001 to 1000, as many in each decade.
    fn size(&mut self) -> f64 {
        10f64.powf(3.0 * self.real())
    }
}

/// What came of a number of pairs.
#[derive(Clone, Debug, Default)]
pub struct Count {
    /// Pairs asked.
    pub pairs: u32,
    /// Of them, overlapping.
    pub overlapping: u32,
    /// Of them, not converged: number of the pair and why.
    pub open: Vec<(u32, String)>,
}

macro_rules! engine {
    ($module:ident, $precision:ident, $vec:ty, $mat:ty, $quat:ty, $real:ty) => {
        /// In one precision.
        pub mod $module {
            use super::{Count, Dice};
            use contact_lens::$precision::answer::{Answer, Status};
            use contact_lens::$precision::dim3::distance::{Options, Workspace};
            use contact_lens::$precision::{
                dim3::shape::{Axis, Shape},
                pose::Pose,
            };

            fn vector(dice: &mut Dice) -> $vec {
                <$vec>::new(dice.real() as $real, dice.real() as $real, dice.real() as $real)
            }

            fn points(dice: &mut Dice, size: $real) -> Vec<$vec> {
                (0..4 + dice.below(20)).map(|_| vector(dice) * size).collect()
            }

            /// A shape of the given kind and of about that size.
            fn shape(dice: &mut Dice, kind: u64, size: $real) -> (String, Shape) {
                let axis = [Axis::X, Axis::Y, Axis::Z][dice.below(3) as usize];
                let mut length = || size * (0.05 + 0.95 * dice.real().abs() as $real);
                let (name, shape) = match kind {
                    0 => ("sphere", Shape::sphere(length())),
                    1 => ("box", Shape::cuboid(<$vec>::new(length(), length(), length()))),
                    2 => ("cylinder", Shape::cylinder(length(), length(), axis)),
                    3 => ("cone", Shape::cone(length(), length(), axis)),
                    4 => ("capsule", Shape::capsule(length(), length(), axis)),
                    5 => ("ellipsoid", Shape::ellipsoid(<$vec>::new(length(), length(), length()))),
                    6 => ("segment", Shape::segment([vector(dice) * size, vector(dice) * size])),
                    7 => ("triangle", Shape::triangle([0; 3].map(|_| vector(dice) * size))),
                    8 => ("polytope", Shape::polytope(&points(dice, size))),
                    9 => {
                        let matrix = <$mat>::from_cols(vector(dice), vector(dice), vector(dice));
                        let kind = dice.below(9);
                        let (name, inner) = shape(dice, kind, size);
                        let made = Shape::affine(matrix, vector(dice) * size, inner).unwrap();
                        return (format!("affine {name}"), made);
                    }
                    _ => {
                        let (margin, kind) = (length(), dice.below(9));
                        let (name, inner) = shape(dice, kind, size);
                        return (format!("inflated {name}"), Shape::inflate(inner, margin).unwrap());
                    }
                };
                (String::from(name), shape.unwrap())
            }

            fn pose(dice: &mut Dice, position: $vec) -> Pose {
                let v = vector(dice);
                let w = dice.real() as $real;
                let turned = <$quat>::from_xyzw(v.x, v.y, v.z, if w == 0.0 { 1.0 } else { w });
                // Every fourth pair has parallel axes, where many features are nearest at once.
                Pose::new(position, if dice.below(4) == 0 { <$quat>::IDENTITY } else { turned })
            }

            /// A pair and what it is.
            pub struct Pair {
                /// The shapes and how they were placed.
                pub name: String,
                /// The first body.
                pub a: (Shape, Pose),
                /// The second.
                pub b: (Shape, Pose),
            }

            impl Pair {
                /// The answer.
                pub fn ask(&self, workspace: &mut Workspace) -> Answer {
                    workspace.signed_distance(&self.a.0, &self.a.1, &self.b.0, &self.b.1, &Options::default())
                }
            }

            /// The pair of that number, in a unit in which lengths are `unit` times as many.
            pub fn pair(number: u32, unit: $real, workspace: &mut Workspace) -> Pair {
                let dice = &mut Dice(u64::from(number).wrapping_mul(0x2545_f491_4f6c_dd1d));
                let [s, t] = [dice.size() as $real, dice.size() as $real];
                let [k, l] = [dice.below(11), dice.below(11)];
                let (a, b) = (shape(dice, k, s * unit), shape(dice, l, t * unit));
                let pose_a = pose(dice, <$vec>::ZERO);
                let aside = vector(dice) * (s + t);
                let (how, position) = match number % 3 {
                    0 => ("apart", aside.normalize() * (s + t) * (1.0 + 3.0 * dice.real().abs() as $real)),
                    1 => ("grazing", aside),
                    _ => ("deep", vector(dice) * (0.3 * s.max(t))),
                };
                let pose_b = pose(dice, position * unit);
                let name = format!("{} and {}, {how}", a.0, b.0);
                let mut pair = Pair { name, a: (a.1, pose_a), b: (b.1, pose_b) };
                if how == "grazing" && unit != 1.0 {
                    pair.b.1.position = self::pair(number, 1.0, workspace).b.1.position * unit;
                } else if how == "grazing" {
                    // Moved until they all but touch.
                    let answer = pair.ask(workspace);
                    let share = 1.0 + 10f64.powf(-8.0 + 7.0 * dice.real()) * dice.real().signum();
                    let depth = answer.signed_distance.unwrap() * share as $real;
                    pair.b.1.position -= answer.normal.unwrap() * depth;
                }
                pair
            }

            /// Asks the pairs of these numbers.
            pub fn count(numbers: impl Iterator<Item = u32>) -> Count {
                let (mut workspace, mut count) = (Workspace::default(), Count::default());
                for number in numbers {
                    let pair = pair(number, 1.0, &mut workspace);
                    let answer = pair.ask(&mut workspace);
                    let Answer { lower, upper, status, .. } = answer;
                    let signed_distance = answer.signed_distance.unwrap();
                    assert!(lower <= signed_distance && signed_distance <= upper, "{number}: {} {answer:?}", pair.name);
                    count.pairs += 1;
                    count.overlapping += u32::from(signed_distance < 0.0);
                    if let Status::NotConverged(why) = status {
                        let width = (upper - lower) / signed_distance.abs();
                        count
                            .open
                            .push((number, format!("{why:?}: {}, {lower:e} … {upper:e}, {width:.1e}", pair.name)));
                    }
                }
                count
            }
        }
    };
}

engine!(wide, double, glam::DVec3, glam::DMat3, glam::DQuat, f64);
engine!(narrow, single, glam::Vec3A, glam::Mat3A, glam::Quat, f32);

/// What is left, and why: pairs of segments and triangles of very different lengths that all but touch, whose difference is
/// nearly flat and has its corners rounded as the long one is; and rims whose distance only EPA found, near rounding.
#[test]
fn random_pairs_of_all_kinds_and_sizes_converge() {
    let (wide, narrow) = (wide::count(0..12_000), narrow::count(0..12_000));
    for count in [&wide, &narrow] {
        let share = 100 * count.overlapping / count.pairs;
        assert!((30..=70).contains(&share), "{share} % of the pairs overlap: not a fair mix");
    }
    let of = |count: &Count| count.open.iter().map(|(number, why)| format!("{number}: {why}")).collect::<Vec<_>>();
    assert!(wide.open.len() <= WIDE_LEFT, "{:#?}", of(&wide));
    assert!(narrow.open.len() <= NARROW_LEFT, "{:#?}", of(&narrow));
}

/// Pairs that may be left without a narrow bracket, in `f64` and in `f32`: no more than today.
const WIDE_LEFT: usize = 3;
const NARROW_LEFT: usize = 2;

#[test]
#[ignore = "a measurement"]
fn sixty_thousand_random_pairs() {
    for (precision, count) in [("f64", wide::count(0..60_000)), ("f32", narrow::count(0..60_000))] {
        println!("{precision}: {} of {} pairs are not converged", count.open.len(), count.pairs);
        for (number, why) in &count.open {
            println!("  {number}: {why}");
        }
    }
}
