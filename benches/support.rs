//! The farthest corner along a direction: all looked through, climbed to from 26 directions, climbed to from the corner before,
//! and by the Dobkin-Kirkpatrick hierarchy. f64, corners on a sphere, random directions; ns and corners weighed against n.
//!
//! At the end a fit: weighed corners of the hierarchy as a line over log₁₀ n, with what it leaves out.
#![allow(clippy::print_stdout, reason = "a measurement that prints")]

mod random;

use std::hint::black_box;
use std::time::{Duration, Instant};

use contact_lens_engine::double::dim3::hierarchy::{Climb, Graph, Hierarchy};
use contact_lens_engine::double::dim3::hull;
use contact_lens_engine::step::Stepper;
use criterion::{BenchmarkId, Criterion};
use glam::DVec3;
use random::Random;

/// Directions of a measurement.
const DIRECTIONS: usize = 1_000;

/// The angle between one direction and the next of a warm climb, radians.
const TURN: f64 = 0.01;

/// The shortest time that a measurement takes.
const LEAST: Duration = Duration::from_millis(200);

impl Random {
    fn direction(&mut self) -> DVec3 {
        loop {
            let p = DVec3::new(f64::from(self.real()), f64::from(self.real()), f64::from(self.real()));
            if (1e-2..=1.0).contains(&p.length_squared()) {
                return p.normalize();
            }
        }
    }
}

/// The shortest time of a direction, in nanoseconds.
fn time(directions: &[DVec3], mut find: impl FnMut(DVec3) -> u32) -> f64 {
    let (begun, mut best) = (Instant::now(), f64::INFINITY);
    loop {
        let start = Instant::now();
        for d in directions {
            black_box(find(*d));
        }
        best = best.min(start.elapsed().as_secs_f64() * 1e9 / directions.len() as f64);
        if begun.elapsed() > LEAST {
            return best;
        }
    }
}

/// Slope and height at 0 of the line nearest to all points.
fn line(points: &[(f64, f64)]) -> (f64, f64) {
    let n = points.len() as f64;
    let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), p| (x + p.0 / n, y + p.1 / n));
    let (up, across) =
        points.iter().fold((0.0, 0.0), |(up, across), p| (up + (p.0 - x) * (p.1 - y), across + (p.0 - x).powi(2)));
    let slope = up / across;
    (slope, y - slope * x)
}

fn climbed(graph: &Graph, d: DVec3, from: Option<u32>) -> Climb<'_> {
    let mut climb = from.map_or_else(|| Climb::new(graph, d), |at| Climb::from(graph, d, at));
    climb.run();
    climb
}

fn main() {
    let most = std::env::var("CONTACT_LENS_MOST").ok().and_then(|most| most.parse().ok()).unwrap_or(100_000);
    let mut criterion = Criterion::default().configure_from_args();
    let mut weighed = Vec::new();
    println!("{:>8} | ns: brute, climb, warm climb, hierarchy | weighed: climb, hierarchy | levels", "n");
    for n in [10_usize, 32, 100, 316, 1_000, 3_162, 10_000, 100_000, 1_000_000].into_iter().filter(|n| *n <= most) {
        let mut random = Random(0x0123_4567_89ab);
        let points: Vec<DVec3> = (0..n).map(|_| random.direction()).collect();
        let hull = hull::hull(&points).expect("points on a sphere");
        let (graph, hierarchy) = (Graph::new(&points, &hull), Hierarchy::of(&points, &hull));
        let directions: Vec<DVec3> = (0..DIRECTIONS).map(|_| random.direction()).collect();
        let walk: Vec<DVec3> = (0..DIRECTIONS)
            .scan(DVec3::Y, |d, _| {
                *d = (*d + random.direction() * TURN).normalize();
                Some(*d)
            })
            .collect();
        let brute = time(&directions, |d| graph.farthest_by_brute_force(d));
        let climb = time(&directions, |d| climbed(&graph, d, None).at);
        let mut last = 0;
        let warm = time(&walk, |d| {
            last = climbed(&graph, d, Some(last)).at;
            last
        });
        let levels = time(&directions, |d| hierarchy.farthest(d).point);
        let mean = |count: &dyn Fn(DVec3) -> u32| {
            directions.iter().map(|d| f64::from(count(*d))).sum::<f64>() / DIRECTIONS as f64
        };
        let visits = [mean(&|d| climbed(&graph, d, None).visited), mean(&|d| hierarchy.farthest(d).visited)];
        println!(
            "{n:>8} | {brute:>9.0} {climb:>8.0} {warm:>8.0} {levels:>8.0} | {:>8.1} {:>8.1} | {}",
            visits[0],
            visits[1],
            hierarchy.levels.len()
        );
        weighed.push(((n as f64).log10(), visits[1]));
        let mut group = criterion.benchmark_group("support");
        let find = |b: &mut criterion::Bencher<'_>, d: &DVec3| b.iter(|| black_box(hierarchy.farthest(*d)));
        group.bench_with_input(BenchmarkId::new("hierarchy", n), &directions[0], find);
    }
    let (slope, height) = line(&weighed);
    let off = weighed.iter().map(|(x, y)| (y - slope * x - height).abs()).fold(0.0, f64::max);
    println!("weighed by the hierarchy: {slope:.1} log₁₀ n + {height:.1}, off by at most {off:.1}");
    criterion.final_summary();
}
