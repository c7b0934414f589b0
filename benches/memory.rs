//! Memory: sizes of the types of the hot paths, allocations per query with reused memory, and the size of the stripped
//! program.
#![allow(unsafe_code, reason = "an allocator that counts")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::fmt::Write as _;
use std::hint::black_box;
use std::process::Command;
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

/// Adds the line of a mean number of allocations.
fn add_count(text: &mut String, name: &str, count: f64) {
    _ = writeln!(text, "{name:46} {count:10.2} allocations a query");
}

/// Lines on the allocations of the queries of a solver.
fn allocation_lines(text: &mut String) {
    let hull = hull();
    let capsule = Shape::capsule(0.3, 0.5, Axis::Y).expect("a capsule");
    let cylinder = Shape::cylinder(0.5, 0.5, Axis::Y).expect("a cylinder");
    let mut workspace = distance::Workspace::default();
    let options = distance::Options::default();
    for (name, other) in [("hulls", &hull), ("hull and capsule", &capsule), ("hull and cylinder", &cylinder)] {
        let count = allocations(|pose| {
            black_box(workspace.signed_distance(&hull, &Pose::IDENTITY, other, pose, &options));
        });
        add_count(text, &format!("distance, {name}"), count);
    }
    let body = manifold::Body::new(&hull).expect("a body");
    let mut manifolds = manifold::Workspace::default();
    let options = manifold::Options::default();
    let count = allocations(|pose| {
        black_box(manifolds.manifold(&body, &Pose::IDENTITY, &body, pose, &options));
    });
    add_count(text, "manifold, hulls", count);
    let level = Collider::cuboid(DVec3::ONE).expect("a box");
    let ball = Collider::ball(0.5).expect("a ball");
    let mut colliders = collider::Workspace::default();
    let count = allocations(|pose| {
        _ = black_box(colliders.distance(&level, &Pose::IDENTITY, &ball, pose));
        _ = black_box(colliders.intersects(&level, &Pose::IDENTITY, &ball, pose));
    });
    add_count(text, "distance and overlap, colliders", count);
}

/// Size of the built program without symbols, bytes; `None` if it was not built or the tool `strip` is missing.
fn stripped_size() -> Option<u64> {
    let here = std::env::current_exe().ok()?;
    let program = here.parent()?.parent()?.join("contact-lens");
    let stripped = std::env::temp_dir().join(format!("contact-lens-stripped-{}", std::process::id()));
    let status = Command::new("strip").arg("-o").arg(&stripped).arg(program).status().ok()?;
    let size = std::fs::metadata(&stripped).ok().filter(|_| status.success()).map(|file| file.len());
    _ = std::fs::remove_file(stripped);
    size
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
        _ = writeln!(text, "{name:46} {bytes:10} bytes");
    }
    allocation_lines(&mut text);
    match stripped_size() {
        Some(bytes) => _ = writeln!(text, "{:46} {:10.1} MB", "program, stripped", bytes as f64 * 1.0e-6),
        None => text.push_str("program: not built in this profile, or it cannot be stripped\n"),
    }
    text
}
