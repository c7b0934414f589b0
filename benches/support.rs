//! Search for the vertex farthest along a direction, by four methods: testing all vertices, climbing along the hull's
//! edges from the best of 26 directions, climbing from the result for the previous direction, and descending the
//! Dobkin-Kirkpatrick hierarchy. `f64`, vertices on a sphere, random directions.
//!
//! Prints time and number of compared vertices against the number of vertices n, and at the end a fit: the vertices
//! compared by the hierarchy as a linear function of log₁₀ n, with its largest error. The environment variable
//! `CONTACT_LENS_MOST` limits n; 100 000 by default.
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

/// Numbers of vertices that are measured, up to the limit.
const SIZES: [usize; 9] = [10, 32, 100, 316, 1_000, 3_162, 10_000, 100_000, 1_000_000];

/// Number of directions per measurement.
const DIRECTIONS: usize = 1_000;

/// Largest angle between successive directions of the climb from the previous result, radians.
const MAX_ANGLE: f64 = 0.01;

/// Minimum duration of a measurement.
const MIN_DURATION: Duration = Duration::from_millis(200);

impl Random {
    /// Returns a uniformly distributed unit vector.
    fn direction(&mut self) -> DVec3 {
        loop {
            let p = DVec3::new(f64::from(self.real()), f64::from(self.real()), f64::from(self.real()));
            if (1e-2..=1.0).contains(&p.length_squared()) {
                return p.normalize();
            }
        }
    }

    /// Returns directions of which each differs from the previous one by at most about [`MAX_ANGLE`].
    fn gradual_directions(&mut self) -> Vec<DVec3> {
        let mut directions = Vec::new();
        let mut d = DVec3::Y;
        for _ in 0..DIRECTIONS {
            d = (d + self.direction() * MAX_ANGLE).normalize();
            directions.push(d);
        }
        directions
    }
}

/// Time of a search, nanoseconds: the minimum over repetitions of the mean over all directions.
fn time_per_direction(directions: &[DVec3], mut find: impl FnMut(DVec3) -> u32) -> f64 {
    let begin = Instant::now();
    let mut minimum = f64::INFINITY;
    loop {
        let start = Instant::now();
        for d in directions {
            black_box(find(*d));
        }
        minimum = minimum.min(start.elapsed().as_secs_f64() * 1e9 / directions.len() as f64);
        if begin.elapsed() > MIN_DURATION {
            return minimum;
        }
    }
}

/// Mean of a count over all directions.
fn mean(directions: &[DVec3], count: impl Fn(DVec3) -> u32) -> f64 {
    directions.iter().map(|d| f64::from(count(*d))).sum::<f64>() / directions.len() as f64
}

/// Line y = slope · x + height.
struct Line {
    slope: f64,
    height: f64,
}

impl Line {
    /// Fits a line to points (x, y) by least squares.
    fn fit(points: &[(f64, f64)]) -> Self {
        let n = points.len() as f64;
        let mean_x = points.iter().map(|(x, _)| x / n).sum::<f64>();
        let mean_y = points.iter().map(|(_, y)| y / n).sum::<f64>();
        let covariance: f64 = points.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
        let variance: f64 = points.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
        let slope = covariance / variance;
        Self { slope, height: mean_y - slope * mean_x }
    }

    /// Largest distance of a point from the line along y.
    fn largest_error(&self, points: &[(f64, f64)]) -> f64 {
        points.iter().map(|(x, y)| (y - self.slope * x - self.height).abs()).fold(0.0, f64::max)
    }
}

/// Climbs to the farthest vertex from the vertex `start`; for `None` from the best of 26 directions.
fn climb(graph: &Graph, d: DVec3, start: Option<u32>) -> Climb<'_> {
    let mut climb = start.map_or_else(|| Climb::new(graph, d), |vertex| Climb::from(graph, d, vertex));
    climb.run();
    climb
}

/// Measures all methods on a hull of `n` vertices and prints a row of the table. Returns the mean number of vertices
/// that the hierarchy compares.
fn measure(n: usize, criterion: &mut Criterion) -> f64 {
    let mut random = Random(0x0123_4567_89ab);
    let points: Vec<DVec3> = (0..n).map(|_| random.direction()).collect();
    let hull = hull::hull(&points).expect("points on a sphere");
    let graph = Graph::new(&points, &hull);
    let hierarchy = Hierarchy::from_hull(&points, &hull);
    let directions: Vec<DVec3> = (0..DIRECTIONS).map(|_| random.direction()).collect();
    let gradual = random.gradual_directions();
    let brute_force = time_per_direction(&directions, |d| graph.farthest_by_brute_force(d));
    let cold_climb = time_per_direction(&directions, |d| climb(&graph, d, None).at);
    let mut last = 0;
    let warm_climb = time_per_direction(&gradual, |d| {
        last = climb(&graph, d, Some(last)).at;
        last
    });
    let by_hierarchy = time_per_direction(&directions, |d| hierarchy.farthest(d).point);
    let compared_by_climb = mean(&directions, |d| climb(&graph, d, None).visited);
    let compared_by_hierarchy = mean(&directions, |d| hierarchy.farthest(d).visited);
    println!(
        "{n:>8} | {brute_force:>9.0} {cold_climb:>8.0} {warm_climb:>8.0} {by_hierarchy:>8.0} | \
         {compared_by_climb:>8.1} {compared_by_hierarchy:>8.1} | {}",
        hierarchy.levels.len()
    );
    let mut group = criterion.benchmark_group("support");
    group.bench_with_input(BenchmarkId::new("hierarchy", n), &directions[0], |b, d| {
        b.iter(|| black_box(hierarchy.farthest(*d)));
    });
    compared_by_hierarchy
}

fn main() {
    let limit = std::env::var("CONTACT_LENS_MOST").ok().and_then(|limit| limit.parse().ok()).unwrap_or(100_000);
    let mut criterion = Criterion::default().configure_from_args();
    println!("{:>8} | ns: brute, climb, warm climb, hierarchy | compared: climb, hierarchy | levels", "n");
    let mut compared = Vec::new();
    for n in SIZES.into_iter().filter(|n| *n <= limit) {
        compared.push(((n as f64).log10(), measure(n, &mut criterion)));
    }
    let line = Line::fit(&compared);
    let Line { slope, height } = line;
    let error = line.largest_error(&compared);
    println!("compared by the hierarchy: {slope:.1} log₁₀ n + {height:.1}, off by at most {error:.1}");
    criterion.final_summary();
}
