//! The engine against exact arithmetic, over the families that break others.

pub mod exact;
mod families;
pub mod random;

use exact::Exact;
use families::Pair;
pub use random::Random;

fn cube(half: f64, at: [f64; 3]) -> Vec<[f64; 3]> {
    let sign = |i: usize, bit: usize| if i >> bit & 1 == 1 { half } else { -half };
    (0..8).map(|i| [sign(i, 0) + at[0], sign(i, 1) + at[1], sign(i, 2) + at[2]]).collect()
}

#[test]
fn the_oracle_knows_what_can_be_told_by_hand() {
    let at = |x: f64, y: f64, z: f64| Exact::new(&cube(1.0, [0.0; 3]), &cube(1.0, [x, y, z])).signed_distance;
    assert_eq!(at(5.0, 0.0, 0.0), 3.0);
    assert_eq!(at(5.0, 6.0, 0.0), 5.0);
    assert_eq!(at(3.0, 4.0, 4.0), 3.0);
    assert_eq!(at(2.0, 0.5, 0.0), 0.0);
    assert_eq!(at(2.0, 2.0, 2.0), 0.0);
    assert_eq!(at(1.5, 0.25, 0.0), -0.5);
    assert_eq!(at(0.0, 0.0, 0.0), -2.0);
    assert_eq!(at(2.0 - f64::EPSILON, 0.0, 0.0), -f64::EPSILON, "one ulp is seen");
    assert_eq!(at(2.0 + 2.0 * f64::EPSILON, 1e-300, 0.0), 2.0 * f64::EPSILON);
    let (flat, line) = ([[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]], [[1.0, 1.0, -1.0], [1.0, 1.0, 3.0]]);
    assert_eq!(Exact::new(&flat, &line).signed_distance, -1.0);
    assert_eq!(Exact::new(&flat, &flat).signed_distance, 0.0, "flat bodies in one plane are not deep");
    assert_eq!(Exact::new(&flat, &[[1.0, 1.0, 2.0]]).signed_distance, 2.0);
    assert_eq!(Exact::new(&line, &line).signed_distance, 0.0);
    let exact = Exact::new(&cube(1.0, [0.0; 3]), &cube(1.0, [5.0, 0.0, 0.0]));
    assert_eq!((exact.gap([1.0, 0.0, 0.0]), exact.gap([-1.0, 0.0, 0.0])), (3.0, -7.0));
}

/// What an engine said of a pair, in `f64`.
struct Said {
    signed_distance: f64,
    normal: [f64; 3],
    lower: f64,
    upper: f64,
}

macro_rules! ask {
    ($name:ident, $precision:ident, $vector:ty, $quat:ty, $real:ty) => {
        #[allow(clippy::unnecessary_cast, reason = "one of the two precisions needs it")]
        fn $name(pair: &Pair) -> Said {
            use contact_lens::$precision::{dim3::distance, dim3::shape::Shape, pose::Pose};
            let vector = |p: &[f64; 3]| <$vector>::new(p[0] as $real, p[1] as $real, p[2] as $real);
            let [a, b] = [0, 1].map(|i| {
                let points: Vec<$vector> = pair.points[i].iter().map(vector).collect();
                (Shape::polytope(&points).unwrap(), Pose::new(vector(&pair.positions[i]), <$quat>::IDENTITY))
            });
            let answer = distance::signed_distance(&a.0, &a.1, &b.0, &b.1, &distance::Options::default());
            Said {
                signed_distance: answer.signed_distance.unwrap() as f64,
                normal: answer.normal.unwrap().to_array().map(|x| x as f64),
                lower: answer.lower as f64,
                upper: answer.upper as f64,
            }
        }
    };
}

ask!(wide, double, glam::DVec3, glam::DQuat, f64);
ask!(narrow, single, glam::Vec3A, glam::Quat, f32);

/// Everything that is wrong with what was said. The bars are those of the public suite.
fn faults(pair: &Pair, exact: &Exact, said: &Said, f32: bool) -> Vec<String> {
    let (sign, low, bar) = if f32 { (5e-6, 5e-3, 1e-3) } else { (1e-12, 1e-6, 1e-6) };
    let (d, r, size) = (said.signed_distance, exact.signed_distance, pair.size());
    let mut all = Vec::new();
    if r.abs() > sign * size && (d < 0.0) != (r < 0.0) {
        all.push(format!("sign: {d:e} for {r:e}"));
    }
    // Written so that NaN fails.
    if !((d - r).abs() <= bar * r.abs().max(low * size)) {
        all.push(format!("value: {d:e} for {r:e}"));
    }
    let length = said.normal.iter().map(|x| x * x).sum::<f64>().sqrt();
    if !((length - 1.0).abs() < 1e-3) {
        all.push(format!("the normal's length is {length}"));
    } else if !(r - exact.gap(said.normal.map(|x| x / length))
        <= 1e-3 * r.abs().max(if f32 { low } else { 1e-3 } * size))
    {
        all.push(format!("normal {:?}: gap {:e} for {r:e}", said.normal, exact.gap(said.normal)));
    }
    if !(said.lower <= r && r <= said.upper) {
        all.push(format!("bracket [{:e}, {:e}] misses {r:e}", said.lower, said.upper));
    }
    all
}

#[test]
fn the_engine_agrees_with_exact_arithmetic() {
    const PAIRS: u32 = 48;
    let (mut overlaps, mut wrong) = (0, Vec::new());
    for (name, make) in families::ALL {
        let mut random = Random(1 + name.len() as u64);
        for i in 0..PAIRS {
            let pair = make(&mut random, i);
            let [a, b] = pair.world();
            let exact = Exact::new(&a, &b);
            overlaps += u32::from(exact.signed_distance < 0.0);
            for (precision, said, f32) in [("f64", wide(&pair), false), ("f32", narrow(&pair), true)] {
                let faults = faults(&pair, &exact, &said, f32);
                wrong.extend(faults.into_iter().map(|fault| format!("{name} {i} {precision} {fault}")));
            }
        }
    }
    let all = PAIRS * families::ALL.len() as u32;
    println!("{overlaps} of {all} pairs overlap");
    assert!(overlaps * 10 >= all * 3 && overlaps * 10 <= all * 7, "{overlaps} of {all} pairs overlap");
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
}
