//! Frustum culling of a million boxes along the axes, in f32: one by one with the first rejecting plane as the end, eight to a
//! block in plain code and with `wide`, beside the time to read the memory.
#![allow(clippy::print_stdout, reason = "a measurement that prints")]

mod random;

use std::hint::black_box;
use std::time::{Duration, Instant};

use contact_lens_engine::single::dim3::frustum::{
    Blocks, Body, Class, Frustum, Lens, Masks, OrientedBox, class_by_planes,
};
use contact_lens_engine::single::pose::Pose;
use criterion::{BenchmarkId, Criterion, Throughput};
use glam::{Quat, Vec3A as Vec3};
use random::Random;

const COUNT: usize = 1_000_000;

impl Random {
    fn vector(&mut self) -> Vec3 {
        Vec3::new(self.real(), self.real(), self.real())
    }
}

/// A body for each box, and the same boxes in blocks.
struct Crowd {
    frustum: Frustum,
    bodies: Vec<Body>,
    blocks: Blocks,
    /// As many numbers as the blocks hold, to be read.
    numbers: Vec<f32>,
}

fn crowd() -> Crowd {
    let mut random = Random(0x0123_4567_89ab);
    let boxes: Vec<(Vec3, Vec3)> =
        (0..COUNT).map(|_| (random.vector() * 100.0, random.vector().abs() * 2.0 + Vec3::splat(0.1))).collect();
    let body =
        |(center, half): &(Vec3, Vec3)| Body::Box(OrientedBox::new(*center, *half, Quat::IDENTITY).expect("a box"));
    let lens = Lens { fov_y: 1.2, aspect: 1.6, near: 0.1, far: Some(150.0) };
    let at = Pose::new(Vec3::new(0.0, 10.0, 80.0), Quat::from_xyzw(0.1, 0.2, 0.0, 1.0));
    Crowd {
        frustum: Frustum::perspective(&at, &lens).expect("a frustum"),
        bodies: boxes.iter().map(body).collect(),
        blocks: Blocks::new(boxes.iter().copied()).expect("boxes"),
        numbers: boxes.iter().flat_map(|(c, h)| [c.x, c.y, c.z, h.x, h.y, h.z]).collect(),
    }
}

impl Crowd {
    /// How many are outside: the way to answer that is natural for boxes that lie one by one.
    fn one_by_one(&self) -> usize {
        self.bodies.iter().filter(|body| class_by_planes(&self.frustum, body) == Class::Outside).count()
    }

    fn plain(&self, classes: &mut Vec<Masks>) -> usize {
        self.blocks.cull(&self.frustum, classes);
        classes.iter().map(|masks| masks.outside.count_ones() as usize).sum()
    }

    fn wide(&self, classes: &mut Vec<Masks>) -> usize {
        self.blocks.cull_wide(&self.frustum, classes);
        classes.iter().map(|masks| masks.outside.count_ones() as usize).sum()
    }

    /// A pass over the same numbers that does next to nothing with them.
    fn read(&self) -> u32 {
        let mut all = [0_u32; 16];
        for numbers in self.numbers.chunks_exact(16) {
            for (sum, number) in all.iter_mut().zip(numbers) {
                *sum ^= number.to_bits();
            }
        }
        all.iter().fold(0, |sum, x| sum ^ x)
    }
}

/// The least time of some passes, in nanoseconds a box.
fn least_ns<T>(mut pass: impl FnMut() -> T) -> f64 {
    let times = (0..15).map(|_| {
        let start = Instant::now();
        black_box(pass());
        start.elapsed()
    });
    times.min().unwrap_or_default().as_secs_f64() * 1.0e9 / COUNT as f64
}

fn main() {
    let (crowd, mut classes) = (crowd(), Vec::new());
    let outside = crowd.one_by_one();
    assert_eq!((crowd.plain(&mut classes), crowd.wide(&mut classes)), (outside, outside), "one answer");
    println!("{COUNT} boxes, {outside} of them outside; ns a box, the least of 15 passes:");
    println!("  one by one, early exit  {:6.2}", least_ns(|| crowd.one_by_one()));
    println!("  blocks, plain code      {:6.2}", least_ns(|| crowd.plain(&mut classes)));
    println!("  blocks, wide            {:6.2}", least_ns(|| crowd.wide(&mut classes)));
    println!("  reading the blocks      {:6.2}", least_ns(|| crowd.read()));

    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(600))
        .sample_size(10)
        .configure_from_args();
    let mut group = criterion.benchmark_group("cull");
    group.throughput(Throughput::Elements(COUNT as u64));
    group.bench_function(BenchmarkId::new("one by one", COUNT), |b| b.iter(|| crowd.one_by_one()));
    group.bench_function(BenchmarkId::new("blocks", COUNT), |b| b.iter(|| crowd.plain(&mut classes)));
    group.bench_function(BenchmarkId::new("wide", COUNT), |b| b.iter(|| crowd.wide(&mut classes)));
    group.bench_function(BenchmarkId::new("reading", COUNT), |b| b.iter(|| crowd.read()));
    group.finish();
}
