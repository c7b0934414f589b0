//! The public case files: every bracket holds the reference, in both precisions, and the answers score.

use contact_lens::scene::model;

pub use crate::case_files::{Case, Placed};

/// All cases in space; none, with a note, where the folder is absent.
pub fn cases() -> Vec<Case> {
    crate::case_files::read().into_iter().filter(|case| case.dim == 3).collect()
}

macro_rules! in_precision {
    ($name:ident, $engine:path, $play:path, $real:ty, $vec:ty, $quat:ty) => {
        pub mod $name {
            use super::*;
            use engine::{answer::Answer, dim3::gjk, dim3::shape::Shape, pose::Pose};
            use $engine as engine;
            use $play as play;

            /// A body as a case places it.
            pub fn placed(body: &Placed) -> (Shape, Pose) {
                let shape: model::Shape = serde_json::from_value(body.shape.clone()).unwrap();
                let p: Vec<$real> = body.position.iter().map(|x| *x as $real).collect();
                let q: Vec<$real> = body.rotation.iter().map(|x| *x as $real).collect();
                let pose = Pose::new(<$vec>::new(p[0], p[1], p[2]), <$quat>::from_xyzw(q[0], q[1], q[2], q[3]));
                (play::engine_shape(&shape).unwrap(), pose)
            }

            pub(super) fn answer(case: &Case) -> Answer {
                let ((a, pose_a), (b, pose_b)) = (placed(&case.a), placed(&case.b));
                gjk::distance(&a, &pose_a, &b, &pose_b, &gjk::Options::default())
            }

            #[test]
            fn every_bracket_holds_the_reference() {
                let mut worst: f64 = 0.0;
                for case in cases() {
                    let answer = answer(&case);
                    let (value, tolerance) = (case.reference.signed_distance, case.reference.tolerance);
                    let (lower, upper) = (answer.lower as f64, answer.upper as f64);
                    assert!(
                        lower - tolerance <= value && value <= upper + tolerance,
                        "{}: {value:e} is not in [{lower:e}, {upper:e}]: {answer:?}",
                        case.id
                    );
                    let out = (lower - value).max(value - upper) / case.size;
                    worst = if value > 0.0 { worst.max(out) } else { worst };
                }
                eprintln!("closest to the edge of its bracket: {worst:e} of the size");
            }
        }
    };
}

in_precision!(f32, contact_lens::single, contact_lens::play::single, f32, glam::Vec3A, glam::Quat);
in_precision!(f64, contact_lens::double, contact_lens::play::double, f64, glam::DVec3, glam::DQuat);

/// Prints what went wrong by family, separated and touching pairs only.
#[test]
#[ignore = "a measurement"]
fn score() {
    use std::collections::BTreeMap;
    for (name, f32) in [("f64", false), ("f32", true)] {
        let mut table: BTreeMap<String, [u32; 8]> = BTreeMap::new();
        for case in cases() {
            let (value, tol, size) = (case.reference.signed_distance, case.reference.tolerance, case.size);
            if value < 0.0 {
                continue;
            }
            let (d, lower, upper, status, iterations, normal) = if f32 {
                let a = self::f32::answer(&case);
                (
                    a.signed_distance.unwrap_or(a.upper) as f64,
                    a.lower as f64,
                    a.upper as f64,
                    format!("{:?}", a.status),
                    a.iterations,
                    a.normal.unwrap().as_dvec3(),
                )
            } else {
                let a = self::f64::answer(&case);
                let distance = a.signed_distance.unwrap_or(a.upper);
                (distance, a.lower, a.upper, format!("{:?}", a.status), a.iterations, a.normal.unwrap())
            };
            let low = if f32 { 5e-3 } else { 1e-3 } * size;
            let eps = if f32 { 5e-6 } else { 1e-12 } * size;
            let floor = if f32 { size } else { 1e-6 * size };
            let sign = value.abs() > tol + eps && d <= 0.0;
            let (e3, e6) = (
                (d - value).abs() > 1e-3 * value.abs().max(low) + tol,
                (d - value).abs() > 1e-6 * value.abs().max(floor) + tol,
            );
            // The lower bound is the slab along the normal.
            let bad = !normal.is_finite() || value - lower > 1e-3 * value.abs().max(low) + tol;
            let open = status.contains("NotConverged");
            let row = table.entry(case.family.clone()).or_default();
            for (cell, hit) in row.iter_mut().zip([true, sign, e3, e6, bad, open, iterations > 40, iterations > 100]) {
                *cell += u32::from(hit);
            }
            if std::env::var_os("LOUD").is_some() && (sign || e3 || (e6 && !f32) || bad || (open && value > 0.0)) {
                eprintln!(
                    "{name} {}: ref {value:e} got {d:e} [{lower:e}, {upper:e}] {status} iterations {iterations} size {size}",
                    case.id
                );
            }
        }
        eprintln!("{name}: n sign e3 e6 normal open >40 >100");
        for (family, row) in table {
            eprintln!("  {family:24} {row:?}");
        }
    }
}
