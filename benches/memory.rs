//! Memory: sizes of the types of the hot paths, allocations per query with reused memory, and the size of the stripped
//! program.
#![allow(unsafe_code, reason = "an allocator that counts")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::fmt::Write as _;
use std::hint::black_box;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use contact_lens_engine::double::collider::{self, Collider};
use contact_lens_engine::double::dim3::shape::Axis;
use contact_lens_engine::double::dim3::{distance, epa, gjk, manifold, sat};
use contact_lens_engine::double::{Answer, Pose, Shape};
use glam::{DQuat, DVec3};

use super::random::Random;

/// The system's allocator, which counts the calls.
pub struct CountingAllocator;

/// Number of allocations since the program began.
static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: all calls go to the system's allocator unchanged.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the pointer is from `alloc`, which calls the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// Number of queries before the allocations are counted, and of those that are counted.
const QUERIES: usize = 500;

/// Mean number of allocations of a query, after as many queries with the same memory.
fn allocations(mut query: impl FnMut(&Pose)) -> f64 {
    let mut random = Random(0x0b0e_8000);
    let mut poses = Vec::new();
    for _ in 0..QUERIES {
        let position = DVec3::new(f64::from(random.real()), f64::from(random.real()), f64::from(random.real())) * 1.2;
        let [x, y, z] = [f64::from(random.real()), f64::from(random.real()), f64::from(random.real())];
        poses.push(Pose::new(position, DQuat::from_xyzw(x, y, z, 1.5)));
    }
    poses.iter().for_each(&mut query);
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    poses.iter().for_each(&mut query);
    (ALLOCATIONS.load(Ordering::Relaxed) - before) as f64 / QUERIES as f64
}

/// Hull of 20 random points.
fn hull() -> Shape {
    let mut random = Random(0x0b0e_9000);
    let mut points = Vec::new();
    for _ in 0..20 {
        points.push(DVec3::new(f64::from(random.real()), f64::from(random.real()), f64::from(random.real())));
    }
    Shape::polytope(&points).expect("a hull")
}

/// Lines on the allocations of the queries of a solver.
fn allocation_lines(text: &mut String) {
    let hull = hull();
    let capsule = Shape::capsule(0.3, 0.5, Axis::Y).expect("a capsule");
    let cylinder = Shape::cylinder(0.5, 0.5, Axis::Y).expect("a cylinder");
    let mut workspace = distance::Workspace::default();
    let options = distance::Options::default();
    for (name, other) in [("hull", &hull), ("capsule", &capsule), ("cylinder", &cylinder)] {
        let count = allocations(|pose| {
            black_box(workspace.signed_distance(&hull, &Pose::IDENTITY, other, pose, &options));
        });
        _ = writeln!(text, "distance of a hull and a {name:27} {count:8.2} allocations a query");
    }
    let body = manifold::Body::new(&hull).expect("a body");
    let mut manifolds = manifold::Workspace::default();
    let options = manifold::Options::default();
    let count = allocations(|pose| {
        black_box(manifolds.manifold(&body, &Pose::IDENTITY, &body, pose, &options));
    });
    _ = writeln!(text, "manifold of two hulls {:24} {count:8.2} allocations a query", "");
    let level = Collider::cuboid(DVec3::ONE).expect("a box");
    let ball = Collider::ball(0.5).expect("a ball");
    let mut colliders = collider::Workspace::default();
    let count = allocations(|pose| {
        _ = black_box(colliders.distance(&level, &Pose::IDENTITY, &ball, pose));
        _ = black_box(colliders.intersects(&level, &Pose::IDENTITY, &ball, pose));
    });
    _ = writeln!(text, "distance and overlap of two colliders {:8} {count:8.2} allocations a query", "");
}

/// Path of the built program, stripped or not; `None` if it was not built.
fn program() -> Option<PathBuf> {
    let here = std::env::current_exe().ok()?;
    let path = here.parent()?.parent()?.join("contact-lens");
    path.is_file().then_some(path)
}

/// Text on the memory of the engine, and the size of the program if it was built.
pub fn report() -> String {
    let mut text = String::new();
    let sizes = [
        ("Shape", size_of::<Shape>()),
        ("Pose", size_of::<Pose>()),
        ("Answer", size_of::<Answer>()),
        ("state of GJK", size_of::<gjk::Gjk<&Shape, &Shape>>()),
        ("state of EPA", size_of::<epa::Epa<&Shape, &Shape>>()),
        ("state of the distance query", size_of::<distance::Distance<&Shape, &Shape>>()),
        ("state of the separating-axis test", size_of::<sat::Sat<&sat::Solid>>()),
    ];
    for (name, bytes) in sizes {
        _ = writeln!(text, "{name:46} {bytes:8} bytes");
    }
    allocation_lines(&mut text);
    match program().and_then(|path| std::fs::metadata(path).ok()) {
        Some(file) => {
            _ = writeln!(text, "program contact-lens, as built {:15} {:8.1} MB", "", file.len() as f64 * 1.0e-6);
        }
        None => text.push_str("program contact-lens: not built in this profile\n"),
    }
    text
}
