//! Table of the times of Contact Lens divided by those of parry, rapier and Box3D, over all benchmarks that have a peer
//! library, with the number of ratios that keep their limit. Takes about a minute.
//!
//! With words as arguments, as in `-- casts worlds`, only the sections run whose title contains one of the words.

// Each precision includes the same files.
#![allow(clippy::duplicate_mod)]
#![allow(
    clippy::print_stdout,
    dead_code,
    reason = "a measurement that prints; the benchmarks also have programs of their own"
)]

#[path = "axes.rs"]
mod axes;
#[path = "box3d.rs"]
mod box3d;
#[path = "cast.rs"]
mod cast;
#[path = "closed_forms.rs"]
mod closed_forms;
#[path = "gjk.rs"]
mod gjk;
#[path = "hulls.rs"]
mod hulls;
#[path = "manifold.rs"]
mod manifold;
#[path = "memory.rs"]
mod memory;
#[path = "meshes.rs"]
mod meshes;
#[path = "pairs.rs"]
mod pairs;
mod random;
#[path = "suite/main.rs"]
mod suite;
#[path = "world.rs"]
mod world;

use std::time::Instant;

use contact_lens_benches::ratio::Ratio;

/// Largest number of points of a hull in the table.
const MAX_POINTS: usize = 100_000;

/// Section of the table.
struct Section {
    title: &'static str,
    measure: fn() -> Vec<Ratio>,
}

/// All sections, in the order of the table.
const SECTIONS: [Section; 12] = [
    Section { title: "narrow phase, all public cases, versus parry", measure: suite::ratios },
    Section { title: "closed forms, f64, versus parry3d", measure: closed_forms::ratios },
    Section { title: "distances, depths and manifolds, f32, versus Box3D", measure: box3d::ratios },
    Section { title: "distance by GJK, f32, versus parry3d", measure: gjk::ratios },
    Section { title: "separating axes, f64, versus parry3d", measure: axes::ratios },
    Section { title: "contact manifolds, f64, versus parry3d", measure: manifold::ratios },
    Section { title: "casts, f64, versus parry3d", measure: cast::ratios },
    Section { title: "hulls, f64, versus parry3d", measure: || hulls::ratios(MAX_POINTS) },
    Section { title: "distances of hulls, f64, versus parry3d", measure: || hulls::distance_ratios(MAX_POINTS) },
    Section { title: "meshes of a million triangles, f64, versus parry3d", measure: meshes::ratios },
    Section { title: "pairs of boxes, a frame, f32, versus parry3d", measure: pairs::ratios },
    Section { title: "worlds, a frame, f32, versus rapier2d", measure: world::ratios },
];

#[global_allocator]
static ALLOCATOR: memory::CountingAllocator = memory::CountingAllocator;

/// Packages of the peer libraries.
const PEERS: [&str; 5] = ["parry2d-f64", "parry3d", "parry3d-f64", "rapier2d", "boxddd-sys"];

/// Version of a package in the lock file of the workspace.
fn locked_version(package: &str) -> &'static str {
    let lock = include_str!("../Cargo.lock");
    let entry = lock.split("[[package]]").find(|entry| entry.contains(&format!("name = \"{package}\"\n")));
    let version = entry.and_then(|entry| entry.split("version = \"").nth(1)?.split('"').next());
    version.unwrap_or("unknown")
}

/// Name of the processor; `None` where the system does not tell it.
fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// Prints the hardware and the versions of the peer libraries.
fn print_setting() {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    println!("{}, {cores} cores", processor().as_deref().unwrap_or("unknown processor"));
    let peers = PEERS.map(|peer| format!("{peer} {}", locked_version(peer)));
    println!("{}", peers.join(", "));
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let begin = Instant::now();
    let mut kept = 0;
    let mut limited = 0;
    print_setting();
    println!("{}", Ratio::header());
    for Section { title, measure } in SECTIONS {
        if !words.is_empty() && !words.iter().any(|word| title.contains(word.as_str())) {
            continue;
        }
        println!("\n{title}");
        for ratio in measure() {
            println!("{ratio}");
            kept += usize::from(ratio.is_within_limit() == Some(true));
            limited += usize::from(ratio.is_within_limit().is_some());
        }
    }
    if words.is_empty() || words.iter().any(|word| "memory".contains(word.as_str())) {
        println!("\nmemory, f64\n{}", memory::report());
    }
    println!("\n{kept} of {limited} bars hold; {:.0} s", begin.elapsed().as_secs_f64());
}
