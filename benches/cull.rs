//! Frustum culling of a million axis-aligned boxes, in `f32`: one by one up to the first plane that rejects a box, and
//! in blocks of eight boxes, by plain code and by the crate `wide`. A pass that only reads the same memory shows the
//! lower limit.
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

/// Number of boxes.
const COUNT: usize = 1_000_000;

/// Number of passes; the fastest one counts.
const PASSES: usize = 15;

impl Random {
    /// Returns a point in the cube [−1, 1)³.
    fn vector(&mut self) -> Vec3 {
        Vec3::new(self.real(), self.real(), self.real())
    }
}

/// Axis-aligned box.
#[derive(Clone, Copy)]
struct AxisAlignedBox {
    center: Vec3,
    half_extents: Vec3,
}

/// Boxes in each form that is measured, and the frustum.
struct Scene {
    frustum: Frustum,
    /// The boxes one by one.
    bodies: Vec<Body>,
    /// The boxes in blocks of eight.
    blocks: Blocks,
    /// Centers and half extents of all boxes: as many numbers as the blocks hold.
    numbers: Vec<f32>,
}

impl Scene {
    /// Creates random boxes around a camera.
    fn new() -> Self {
        let mut random = Random(0x0123_4567_89ab);
        let boxes: Vec<AxisAlignedBox> = (0..COUNT)
            .map(|_| AxisAlignedBox {
                center: random.vector() * 100.0,
                half_extents: random.vector().abs() * 2.0 + Vec3::splat(0.1),
            })
            .collect();
        let lens = Lens { fov_y: 1.2, aspect: 1.6, near: 0.1, far: Some(150.0) };
        let camera = Pose::new(Vec3::new(0.0, 10.0, 80.0), Quat::from_xyzw(0.1, 0.2, 0.0, 1.0));
        Self {
            frustum: Frustum::perspective(&camera, &lens).expect("a frustum"),
            bodies: boxes
                .iter()
                .map(|b| Body::Box(OrientedBox::new(b.center, b.half_extents, Quat::IDENTITY).expect("a box")))
                .collect(),
            blocks: Blocks::new(boxes.iter().map(|b| (b.center, b.half_extents))).expect("boxes"),
            numbers: boxes.iter().flat_map(|b| [b.center.to_array(), b.half_extents.to_array()]).flatten().collect(),
        }
    }

    /// Counts the boxes outside of the frustum one by one.
    fn count_one_by_one(&self) -> usize {
        self.bodies.iter().filter(|body| class_by_planes(&self.frustum, body) == Class::Outside).count()
    }

    /// Counts the boxes outside in blocks, by plain code that the compiler vectorizes.
    fn count_by_plain_code(&self, classes: &mut Vec<Masks>) -> usize {
        self.blocks.cull(&self.frustum, classes);
        count_outside(classes)
    }

    /// Counts the boxes outside in blocks, by the vector types of `wide`.
    fn count_by_wide(&self, classes: &mut Vec<Masks>) -> usize {
        self.blocks.cull_wide(&self.frustum, classes);
        count_outside(classes)
    }

    /// Reads all numbers; the sum of their bits by XOR costs next to nothing.
    fn read_numbers(&self) -> u32 {
        let mut sums = [0_u32; 16];
        for numbers in self.numbers.chunks_exact(16) {
            for (sum, number) in sums.iter_mut().zip(numbers) {
                *sum ^= number.to_bits();
            }
        }
        sums.iter().fold(0, |total, sum| total ^ sum)
    }
}

fn count_outside(classes: &[Masks]) -> usize {
    classes.iter().map(|masks| masks.outside.count_ones() as usize).sum()
}

/// Time of the fastest of [`PASSES`] passes, nanoseconds per box.
fn time_per_box<T>(mut pass: impl FnMut() -> T) -> f64 {
    let times = (0..PASSES).map(|_| {
        let start = Instant::now();
        black_box(pass());
        start.elapsed()
    });
    times.min().unwrap_or_default().as_secs_f64() * 1.0e9 / COUNT as f64
}

fn main() {
    let scene = Scene::new();
    let mut classes = Vec::new();
    let outside = scene.count_one_by_one();
    assert_eq!(scene.count_by_plain_code(&mut classes), outside, "plain code");
    assert_eq!(scene.count_by_wide(&mut classes), outside, "wide");
    println!("{COUNT} boxes, {outside} of them outside; ns a box, the least of {PASSES} passes:");
    println!("  one by one, early exit  {:6.2}", time_per_box(|| scene.count_one_by_one()));
    println!("  blocks, plain code      {:6.2}", time_per_box(|| scene.count_by_plain_code(&mut classes)));
    println!("  blocks, wide            {:6.2}", time_per_box(|| scene.count_by_wide(&mut classes)));
    println!("  reading the blocks      {:6.2}", time_per_box(|| scene.read_numbers()));

    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(600))
        .sample_size(10)
        .configure_from_args();
    let mut group = criterion.benchmark_group("cull");
    group.throughput(Throughput::Elements(COUNT as u64));
    group.bench_function(BenchmarkId::new("one by one", COUNT), |b| b.iter(|| scene.count_one_by_one()));
    group.bench_function(BenchmarkId::new("blocks", COUNT), |b| b.iter(|| scene.count_by_plain_code(&mut classes)));
    group.bench_function(BenchmarkId::new("wide", COUNT), |b| b.iter(|| scene.count_by_wide(&mut classes)));
    group.bench_function(BenchmarkId::new("reading", COUNT), |b| b.iter(|| scene.read_numbers()));
    group.finish();
}
