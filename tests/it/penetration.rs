//! The full answer over the public case files, against the bars that the project has set itself; what it allocates;
//! and what a change of unit does to it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::collections::BTreeMap;

use crate::cases::{Case, Placed, cases};
use contact_lens::scene::model;

/// Counts this thread's allocations.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

#[expect(unsafe_code, reason = "an allocator is unsafe by contract; this one counts and passes on")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|n| n.set(n.get() + 1));
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|n| n.set(n.get() + 1));
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// How often this thread allocates while it does `work`.
pub fn allocations(work: impl FnOnce()) -> usize {
    let before = ALLOCATIONS.with(Cell::get);
    work();
    ALLOCATIONS.with(Cell::get) - before
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Counts of the error columns of the public score, and of answers that say they have not converged.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Errors {
    cases: u32,
    sign: u32,
    off_1e3: u32,
    off_1e6: u32,
    normal: u32,
    fail: u32,
    bracket: u32,
    open: u32,
}

/// An answer, as `f64`.
struct Said {
    distance: f64,
    lower: f64,
    upper: f64,
    normal: f64,
    /// The gap along the normal, measured in `f64`.
    slab: f64,
    open: bool,
}

fn judge(case: &Case, said: &Said, f32: bool, errors: &mut Errors) {
    let (truth, tolerance, size) = (case.reference.signed_distance, case.reference.tolerance, case.size);
    let off = (said.distance - truth).abs();
    let (eps, low, floor) = if f32 { (5e-6, 5e-3, 1.0) } else { (1e-12, 1e-3, 1e-6) };
    let allowed = 1e-3 * truth.abs().max(low * size) + tolerance;
    let finite = said.distance.is_finite() && (said.normal - 1.0).abs() < 1e-3;
    let wrong = truth.abs() > tolerance + eps * size && (said.distance < 0.0) != (truth < 0.0);
    let hits = [
        (&mut errors.cases, true),
        (&mut errors.sign, wrong),
        (&mut errors.off_1e3, off > allowed),
        (&mut errors.off_1e6, off > 1e-6 * truth.abs().max(floor * size) + tolerance),
        (&mut errors.normal, truth - said.slab > allowed),
        (&mut errors.fail, !finite),
        (&mut errors.bracket, said.lower - tolerance > truth || truth > said.upper + tolerance),
        (&mut errors.open, said.open),
    ];
    for (count, hit) in hits {
        *count += u32::from(hit);
    }
}

macro_rules! in_precision {
    ($name:ident, $engine:path, $real:ty, $vec:ty, $quat:ty) => {
        mod $name {
            use super::*;
            use engine::answer::{Answer, Status};
            use engine::dim3::distance::{Motion, Options, Workspace};
            use $engine as engine;

            use crate::cases::$name::placed;

            fn said(case: &Case, answer: &Answer) -> Said {
                let n = answer.normal.unwrap();
                Said {
                    slab: slab(case, glam::DVec3::new(n.x as f64, n.y as f64, n.z as f64)),
                    distance: answer.signed_distance.unwrap() as f64,
                    lower: answer.lower as f64,
                    upper: answer.upper as f64,
                    normal: n.length() as f64,
                    open: matches!(answer.status, Status::NotConverged(_)),
                }
            }

            /// By family, and the worst distance of the witness points from what they are to prove, over the size.
            pub(super) fn score() -> (BTreeMap<String, Errors>, f64) {
                let mut table: BTreeMap<String, Errors> = BTreeMap::new();
                let mut worst: f64 = 0.0;
                let mut workspace = Workspace::default();
                for case in cases() {
                    let ((a, pose_a), (b, pose_b)) = (placed(&case.a), placed(&case.b));
                    let answer = workspace.signed_distance(&a, &pose_a, &b, &pose_b, &Options::default());
                    let errors = table.entry(case.family.clone()).or_default();
                    let f32 = size_of::<$real>() == 4;
                    judge(&case, &said(&case, &answer), f32, errors);
                    let between = answer.witness_b - answer.witness_a;
                    let off = (between - answer.normal.unwrap() * answer.signed_distance.unwrap()).length() as f64;
                    // Far from the world's origin a point has fewer digits than the pair.
                    if case.family != "far_offset" {
                        worst = worst.max(off / case.size.max(answer.signed_distance.unwrap().abs() as f64));
                    }
                }
                (table, worst)
            }

            #[test]
            fn nothing_is_allocated_once_the_buffers_are_warm() {
                let cases = cases();
                let pairs: Vec<_> = cases.iter().map(|case| (placed(&case.a), placed(&case.b))).collect();
                let mut workspace = Workspace::default();
                let mut overlapping = 0;
                for warm in [false, true] {
                    let before = ALLOCATIONS.with(Cell::get);
                    for ((a, pose_a), (b, pose_b)) in &pairs {
                        let answer = workspace.signed_distance(a, pose_a, b, pose_b, &Options::default());
                        overlapping += usize::from(answer.upper < 0.0);
                    }
                    let made = ALLOCATIONS.with(Cell::get) - before;
                    assert!(made == 0 || !warm, "{made} allocations with warm buffers");
                }
                assert!(pairs.is_empty() || overlapping > pairs.len() / 2, "the mix holds enough overlaps");
            }

            #[test]
            fn frames_that_start_from_the_last_are_as_good_as_cold_ones() {
                let mut motion = Motion::default();
                let (mut warm, mut cold, mut errors) = (0, 0, Errors::default());
                for case in cases().iter().filter(|case| case.sequence.is_some()) {
                    let ((a, pose_a), (b, pose_b)) = (placed(&case.a), placed(&case.b));
                    let answer = motion.signed_distance(&a, &pose_a, &b, &pose_b, &Options::default());
                    judge(case, &said(case, &answer), size_of::<$real>() == 4, &mut errors);
                    warm += answer.iterations;
                    cold +=
                        Workspace::default().signed_distance(&a, &pose_a, &b, &pose_b, &Options::default()).iterations;
                }
                assert_eq!((errors.sign, errors.off_1e3, errors.fail, errors.bracket), (0, 0, 0, 0), "{errors:?}");
                assert_eq!((errors.normal, errors.open), (0, 0), "{errors:?}");
                assert!(2 * warm <= cold, "{warm} iterations from frame to frame, {cold} cold");
            }

            /// A power of two changes exponents only, so nothing may change but the scale, to the last bit.
            #[test]
            fn a_change_of_unit_changes_nothing_but_the_scale() {
                let scale = (2.0 as $real).powi(-20);
                let scaled = |body: &Placed| -> Placed {
                    let mut shape = body.shape.clone();
                    stretch(&mut shape, scale as f64);
                    let position = body.position.iter().map(|x| x * scale as f64).collect();
                    Placed { shape, position, rotation: body.rotation.clone() }
                };
                for case in cases().into_iter().filter(|case| case.family != "scaled") {
                    let ask = |a: &Placed, b: &Placed| {
                        let ((a, pose_a), (b, pose_b)) = (placed(a), placed(b));
                        Workspace::default().signed_distance(&a, &pose_a, &b, &pose_b, &Options::default())
                    };
                    let large = ask(&case.a, &case.b);
                    let small = ask(&scaled(&case.a), &scaled(&case.b));
                    assert_eq!(large.status, small.status, "{}", case.id);
                    let allowed = 1.0e-3 * (large.signed_distance.unwrap().abs() as f64).max(1e-3 * case.size);
                    let off = (large.signed_distance.unwrap() - small.signed_distance.unwrap() / scale).abs() as f64;
                    assert!(
                        off <= allowed,
                        "{}: {} and {}",
                        case.id,
                        large.signed_distance.unwrap(),
                        small.signed_distance.unwrap() / scale
                    );
                }
            }
        }
    };
}

/// `g(n)`: how far apart the bodies' supporting planes with this normal are.
fn slab(case: &Case, n: glam::DVec3) -> f64 {
    use contact_lens::double::{dim3::support::farthest, pose::Pose};
    let reach = |body: &Placed, n: glam::DVec3| {
        let shape: model::Shape = serde_json::from_value(body.shape.clone()).unwrap();
        let (p, q) = (&body.position, &body.rotation);
        let pose = Pose::new(glam::DVec3::new(p[0], p[1], p[2]), glam::DQuat::from_xyzw(q[0], q[1], q[2], q[3]));
        let local = pose.rotation().conjugate() * n;
        (
            n.dot(pose.position),
            farthest(&contact_lens::play::double::engine_shape(&shape).unwrap(), local).point.dot(local),
        )
    };
    let n = n.normalize_or_zero();
    let ((at_a, a), (at_b, b)) = (reach(&case.a, n), reach(&case.b, -n));
    -at_b - at_a - a - b
}

/// Every length of a shape, scaled.
fn stretch(value: &mut serde_json::Value, scale: f64) {
    match value {
        serde_json::Value::Number(n) => *value = serde_json::json!(n.as_f64().unwrap() * scale),
        serde_json::Value::Array(list) => list.iter_mut().for_each(|item| stretch(item, scale)),
        serde_json::Value::Object(map) => map.iter_mut().for_each(|(_, item)| stretch(item, scale)),
        _ => {}
    }
}

in_precision!(f32, contact_lens::single, f32, glam::Vec3A, glam::Quat);
in_precision!(f64, contact_lens::double, f64, glam::DVec3, glam::DQuat);

fn total(table: &BTreeMap<String, Errors>) -> Errors {
    let mut all = Errors::default();
    for (family, e) in table {
        eprintln!("{family:24} {e:?}");
        all.cases += e.cases;
        all.sign += e.sign;
        all.off_1e3 += e.off_1e3;
        all.off_1e6 += e.off_1e6;
        all.normal += e.normal;
        all.fail += e.fail;
        all.bracket += e.bracket;
        all.open += e.open;
    }
    all
}

#[test]
fn in_f64_every_error_column_is_zero() {
    let (table, worst) = f64::score();
    let all = total(&table);
    assert_eq!(all, Errors { cases: all.cases, ..Errors::default() });
    assert!(worst < 1e-7, "witness points off by {worst:e} of the size");
}

#[test]
fn in_f32_no_sign_is_wrong_and_nothing_fails() {
    let (table, worst) = f32::score();
    let all = total(&table);
    assert_eq!((all.sign, all.fail, all.bracket), (0, 0, 0), "{all:?}");
    assert!(all.off_1e3 <= 4 && all.normal <= 10 && all.open <= 4, "{all:?}");
    assert!(worst < 1e-3, "witness points off by {worst:e} of the size");
}
