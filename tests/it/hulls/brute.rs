//! The hull of few points by trying all planes and lines through them, in exact integers. It shares no line with the engine.

use std::collections::BTreeSet;

use dashu::integer::IBig;

use crate::oracle::exact::{float, integer, parts};

type Vector = [IBig; 3];

/// What is known of the hull of some points.
pub struct Brute {
    points: Vec<Vector>,
    shift: i32,
    /// 0 to 3.
    pub dimension: u8,
    /// Of equal points the first.
    pub vertices: BTreeSet<u32>,
    /// The corners of each face of a solid, in no order.
    pub faces: BTreeSet<BTreeSet<u32>>,
}

fn minus(a: &Vector, b: &Vector) -> Vector {
    [0, 1, 2].map(|k| &a[k] - &b[k])
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    [0, 1, 2].map(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        &a[i] * &b[j] - &a[j] * &b[i]
    })
}

fn dot(a: &Vector, b: &Vector) -> IBig {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

fn is_zero(a: &Vector) -> bool {
    a.iter().all(|x| *x == IBig::ZERO)
}

impl Brute {
    pub fn new(points: &[[f64; 3]]) -> Self {
        let shift = points.iter().flatten().filter(|x| **x != 0.0).map(|x| parts(*x).1).min().unwrap_or(0);
        let points: Vec<Vector> = points.iter().map(|p| p.map(|x| integer(x, shift))).collect();
        let mut this = Self { points, shift, dimension: 0, vertices: BTreeSet::new(), faces: BTreeSet::new() };
        let first = |i: usize| this.points[..i].iter().all(|p| *p != this.points[i]);
        let distinct: Vec<usize> = (0..this.points.len()).filter(|&i| first(i)).collect();
        this.dimension = this.span(&distinct);
        match this.dimension {
            0 => this.vertices = BTreeSet::from([distinct[0] as u32]),
            1 => this.vertices = this.ends(&distinct),
            2 => this.vertices = this.corners(&distinct),
            _ => this.solid(&distinct),
        }
        this
    }

    fn between(&self, i: usize, j: usize) -> Vector {
        minus(&self.points[j], &self.points[i])
    }

    fn span(&self, all: &[usize]) -> u8 {
        let o = all[0];
        let Some(&a) = all.get(1) else { return 0 };
        let line = self.between(o, a);
        let Some(normal) = all.iter().map(|&i| cross(&line, &self.between(o, i))).find(|n| !is_zero(n)) else {
            return 1;
        };
        if all.iter().any(|&i| dot(&normal, &self.between(o, i)) != IBig::ZERO) { 3 } else { 2 }
    }

    /// The two points of a line that have all others between them.
    fn ends(&self, all: &[usize]) -> BTreeSet<u32> {
        let end = |i: &usize| {
            let others: Vec<Vector> = all.iter().filter(|j| *j != i).map(|&j| self.between(*i, j)).collect();
            others.iter().all(|v| dot(v, &others[0]) > IBig::ZERO)
        };
        all.iter().filter(|i| end(i)).map(|&i| i as u32).collect()
    }

    /// The points of a plane that lie on two lines with all others on one side.
    fn corners(&self, all: &[usize]) -> BTreeSet<u32> {
        let o = all[0];
        let normals = || all.iter().flat_map(|&i| all.iter().map(move |&j| (i, j)));
        let normal =
            normals().map(|(i, j)| cross(&self.between(o, i), &self.between(o, j))).find(|n| !is_zero(n)).unwrap();
        let mut lines: BTreeSet<BTreeSet<usize>> = BTreeSet::new();
        for (i, j) in normals().filter(|(i, j)| i != j) {
            let side = cross(&normal, &self.between(i, j));
            let heights: Vec<IBig> = all.iter().map(|&k| dot(&side, &self.between(i, k))).collect();
            if heights.iter().all(|h| *h >= IBig::ZERO) {
                lines.insert(all.iter().zip(&heights).filter(|(_, h)| **h == IBig::ZERO).map(|(k, _)| *k).collect());
            }
        }
        let on = |i: &usize| lines.iter().filter(|line| line.contains(i)).count();
        all.iter().filter(|i| on(i) >= 2).map(|&i| i as u32).collect()
    }

    /// The planes with all points on one side; a corner lies on three of them.
    fn solid(&mut self, all: &[usize]) {
        let mut planes: BTreeSet<BTreeSet<usize>> = BTreeSet::new();
        for (a, &i) in all.iter().enumerate() {
            for (b, &j) in all.iter().enumerate().skip(a + 1) {
                for &k in &all[b + 1..] {
                    let normal = cross(&self.between(i, j), &self.between(i, k));
                    if is_zero(&normal) {
                        continue;
                    }
                    let heights: Vec<IBig> = all.iter().map(|&p| dot(&normal, &self.between(i, p))).collect();
                    let zero = IBig::ZERO;
                    if heights.iter().all(|h| *h >= zero) || heights.iter().all(|h| *h <= zero) {
                        planes.insert(all.iter().zip(&heights).filter(|(_, h)| **h == zero).map(|(p, _)| *p).collect());
                    }
                }
            }
        }
        let on = |i: &usize| planes.iter().filter(|plane| plane.contains(i)).count();
        self.vertices = all.iter().filter(|i| on(i) >= 3).map(|&i| i as u32).collect();
        let corners = |plane: &BTreeSet<usize>| -> BTreeSet<u32> {
            plane.iter().map(|&i| i as u32).filter(|i| self.vertices.contains(i)).collect()
        };
        self.faces = planes.iter().map(corners).collect();
    }

    /// What these faces enclose, exact and rounded once.
    pub fn volume(&self, faces: &[Vec<u32>]) -> f64 {
        let Some(o) = faces.first().map(|face| face[0] as usize) else { return 0.0 };
        let mut six = IBig::ZERO;
        for face in faces {
            for k in 2..face.len() {
                let [a, b, c] = [face[0], face[k - 1], face[k]].map(|i| self.between(o, i as usize));
                six += dot(&a, &cross(&b, &c));
            }
        }
        float(&six) / 6.0 * f64::from(self.shift).exp2().powi(3)
    }
}
