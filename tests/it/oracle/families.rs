//! Pairs of small polytopes that break others. All numbers are exact in `f32`, and so are sums of point and position.

use super::Random;

/// Two hulls, each by points about its own origin, and where the origins are in the world.
#[derive(Clone, Debug)]
pub struct Pair {
    pub points: [Vec<[f64; 3]>; 2],
    pub positions: [[f64; 3]; 2],
}

impl Pair {
    /// World points of A and of B.
    pub fn world(&self) -> [Vec<[f64; 3]>; 2] {
        [0, 1].map(|i| self.points[i].iter().map(|p| add(*p, self.positions[i])).collect())
    }

    /// The larger bounding radius, each about its own origin.
    pub fn size(&self) -> f64 {
        let radius = |p: &[f64; 3]| p.iter().map(|x| x * x).sum::<f64>().sqrt();
        self.points.iter().flatten().map(radius).fold(0.0, f64::max)
    }

    fn scaled(mut self, factor: f64) -> Self {
        self.points.iter_mut().flatten().chain(&mut self.positions).flatten().for_each(|x| *x *= factor);
        self
    }
}

pub fn add(p: [f64; 3], q: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|k| {
        assert_eq!((p[k] + q[k]) - q[k], p[k], "a world point must not be rounded");
        p[k] + q[k]
    })
}

/// A family's name, and how to make its `i`-th pair.
pub type Family = (&'static str, fn(&mut Random, u32) -> Pair);

pub const ALL: [Family; 9] = [
    ("random", |random, _| rocks(random, 0.75)),
    ("parallel", parallel),
    ("slivers", slivers),
    ("flat", flat),
    ("concentric", concentric),
    ("touching", touching),
    ("small", |random, _| rocks(random, 0.75).scaled((-20.0f64).exp2())),
    ("large", |random, _| rocks(random, 0.75).scaled(20f64.exp2())),
    ("far", far),
];

fn cloud(random: &mut Random, count: u32) -> Vec<[f64; 3]> {
    (0..count).map(|_| random.vector()).collect()
}

fn rocks(random: &mut Random, spread: f64) -> Pair {
    let (n, m) = (4 + random.below(4), 4 + random.below(4));
    let points = [cloud(random, n), cloud(random, m)];
    Pair { points, positions: [[0.0; 3], random.vector().map(|x| spread * x)] }
}

/// Half extents in sixteenths, so that faces meet exactly.
fn brick(random: &mut Random) -> Vec<[f64; 3]> {
    let half = [0, 1, 2].map(|_| f64::from(1 + random.below(16)) / 16.0);
    (0..8).map(|i| [0, 1, 2].map(|k| if i >> k & 1 == 1 { half[k] } else { -half[k] })).collect()
}

/// Bricks side by side, one above the other, one within the other.
fn parallel(random: &mut Random, _: u32) -> Pair {
    let points = [brick(random), brick(random)];
    let position = [0, 1, 2].map(|_| (f64::from(random.below(25)) - 12.0) / 16.0);
    Pair { points, positions: [[0.0; 3], position] }
}

/// Needles and plates of 1 to 10⁵.
fn slivers(random: &mut Random, i: u32) -> Pair {
    let mut pair = rocks(random, 0.0);
    let thin = (-17.0f64).exp2();
    for (points, which) in pair.points.iter_mut().zip([i % 4, i / 4 % 4]) {
        for p in points {
            (0..which as usize).for_each(|k| p[k] *= thin);
        }
    }
    let reach = if i.is_multiple_of(2) { thin } else { 0.5 };
    pair.positions[1] = random.vector().map(|x| f64::from((x * reach) as f32));
    pair
}

/// Points, segments and polygons, upright or lying, some in one plane.
fn flat(random: &mut Random, i: u32) -> Pair {
    let mut pair = rocks(random, 0.75);
    for (points, which) in pair.points.iter_mut().zip([i % 3, i / 3 % 3]) {
        points.truncate([3, 4, 2][i as usize % 3]);
        points.iter_mut().for_each(|p| p[which as usize] = 0.25);
    }
    if i.is_multiple_of(2) {
        pair.positions[1] = pair.positions[1].map(|x| (x * 4.0).round() / 4.0);
    }
    pair
}

/// Origins on a vertex, an edge, a face or in the middle of the difference.
fn concentric(random: &mut Random, i: u32) -> Pair {
    let mut pair = if i.is_multiple_of(2) { rocks(random, 0.0) } else { parallel(random, i) };
    for points in &mut pair.points {
        // Each point with its mirror image: the hull is symmetric about its origin.
        let mirrored: Vec<[f64; 3]> = points.iter().map(|p| p.map(|x| -x)).collect();
        points.truncate(6);
        points.extend(mirrored.into_iter().take(6));
    }
    pair.positions[1] = match i % 4 {
        0 | 1 => [0.0; 3],
        2 => [0, 1, 2].map(|k| pair.points[0][0][k] - pair.points[1][0][k]),
        _ => [0, 1, 2].map(|k| pair.points[0][1][k] - pair.points[1][0][k]),
    };
    pair.positions[1] = pair.positions[1].map(|x| f64::from(x as f32));
    pair
}

/// Bricks that touch in a face, an edge or a corner; one in four is a unit in the last place off.
fn touching(random: &mut Random, i: u32) -> Pair {
    let points = [brick(random), brick(random)];
    let reach = [0, 1, 2].map(|k| points[0][7][k] + points[1][7][k]);
    let mut position =
        [reach[0], reach[1] * [0.5, 1.0, 1.0][i as usize % 3], reach[2] * [0.25, 0.5, 1.0][i as usize % 3]];
    if i % 4 == 3 {
        position[0] += (f64::from(random.below(2)) * 2.0 - 1.0) * (-20.0f64).exp2();
    }
    Pair { points, positions: [[0.0; 3], position] }
}

/// A million meters from the world's origin, where an `f32` has steps of a sixteenth.
fn far(random: &mut Random, _: u32) -> Pair {
    let mut pair = rocks(random, 0.75);
    let place = random.vector().map(|x| (x * 1e6 * 16.0).round() / 16.0);
    let coarse = pair.positions[1].map(|x| (x * 16.0).round() / 16.0);
    pair.positions = [place, [0, 1, 2].map(|k| f64::from((place[k] + coarse[k]) as f32))];
    pair.positions[0] = place.map(|x| f64::from(x as f32));
    pair
}
