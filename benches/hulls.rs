//! Convex hulls in space against parry3d's, f64, on the same points in one run: points in a ball, on a sphere, in a cube, of a
//! normal distribution, and on a lattice.
//!
//! Sizes go up to `CONTACT_LENS_MOST` points, 1e5 where it is not set; with `1000000` parry's takes half a minute on the sphere.
#![allow(clippy::print_stdout, missing_docs, reason = "a measurement that prints")]

mod random;

use std::hint::black_box;
use std::time::{Duration, Instant};

use contact_lens::double::dim3::hull;
use criterion::{BenchmarkId, Criterion, Throughput};
use glam::DVec3;
use parry3d_f64::math;
use parry3d_f64::transformation::try_convex_hull;
use random::Random;

/// Point number so many of so many.
type Cloud = fn(&mut Random, usize, usize) -> DVec3;

/// How points lie.
const CLOUDS: [(&str, Cloud); 5] =
    [("ball", ball), ("sphere", sphere), ("cube", cube), ("gaussian", gaussian), ("grid", grid)];

/// The shortest time that a measurement takes.
const LEAST: Duration = Duration::from_millis(300);

impl Random {
    fn vector(&mut self) -> DVec3 {
        DVec3::new(f64::from(self.real()), f64::from(self.real()), f64::from(self.real()))
    }
}

fn ball(random: &mut Random, _: usize, _: usize) -> DVec3 {
    loop {
        let p = random.vector();
        if p.length_squared() <= 1.0 {
            return p;
        }
    }
}

fn sphere(random: &mut Random, i: usize, n: usize) -> DVec3 {
    loop {
        let p = ball(random, i, n);
        if p.length_squared() > 1e-4 {
            return p.normalize();
        }
    }
}

fn cube(random: &mut Random, _: usize, _: usize) -> DVec3 {
    random.vector()
}

/// Sums of twelve even ones are nearly normal.
fn gaussian(random: &mut Random, _: usize, _: usize) -> DVec3 {
    (0..12).map(|_| random.vector()).sum::<DVec3>() * 0.5
}

fn grid(_: &mut Random, i: usize, n: usize) -> DVec3 {
    let side = ((n as f64).cbrt().round() as usize).max(1);
    DVec3::new((i % side) as f64, (i / side % side) as f64, (i / (side * side)) as f64)
}

/// The shortest of some runs, in milliseconds.
fn time<T>(mut run: impl FnMut() -> T) -> f64 {
    let (begun, mut best) = (Instant::now(), f64::INFINITY);
    loop {
        let start = Instant::now();
        black_box(run());
        best = best.min(start.elapsed().as_secs_f64() * 1e3);
        if begun.elapsed() > LEAST {
            return best;
        }
    }
}

fn main() {
    let most = std::env::var("CONTACT_LENS_MOST").ok().and_then(|most| most.parse().ok()).unwrap_or(100_000);
    let sizes: Vec<usize> = [1_000, 10_000, 100_000, 1_000_000].into_iter().filter(|n| *n <= most).collect();
    println!("{:>10} {:>8} {:>9} {:>11} {:>11} {:>6}", "cloud", "points", "corners", "ours ms", "parry ms", "ratio");
    let mut criterion = Criterion::default().configure_from_args();
    for (name, point) in CLOUDS {
        for &n in &sizes {
            let mut random = Random(0x0123_4567_89ab);
            let points: Vec<DVec3> = (0..n).map(|i| point(&mut random, i, n)).collect();
            let theirs: Vec<math::Vector> = points.iter().map(|p| math::Vector::new(p.x, p.y, p.z)).collect();
            let corners = hull::hull(&points).map_or(0, |hull| hull.vertices.len());
            let (mine, other) = (time(|| hull::hull(&points)), time(|| try_convex_hull(&theirs)));
            println!("{name:>10} {n:>8} {corners:>9} {mine:>11.3} {other:>11.3} {:>6.2}", mine / other);
            if n <= 10_000 {
                let mut group = criterion.benchmark_group("hulls");
                group.throughput(Throughput::Elements(n as u64));
                let id = |who: &str| BenchmarkId::new(format!("{who}/{name}"), n);
                group.bench_function(id("ours"), |b| b.iter(|| black_box(hull::hull(&points))));
                group.bench_function(id("parry3d"), |b| b.iter(|| black_box(try_convex_hull(&theirs))));
            }
        }
    }
    criterion.final_summary();
}
