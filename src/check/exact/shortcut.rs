//! Fast decision whether two bodies are farther apart than a length or overlap, for pairs in which this is clear.
//!
//! A search in `f64` guesses a separating direction, or a simplex of vertices of `A − B` around the origin. Exact
//! arithmetic verifies the guess with one dot product per vertex of A and of B, or with a few determinants. A guess
//! that cannot be verified decides nothing, so the answer never depends on `f64`.

use std::cell::RefCell;
use std::cmp::Ordering;

use dashu::base::BitTest;
use dashu::integer::IBig;
use dashu::rational::RBig;
use glam::DVec3;

use super::nearest::{Vector, cross, dot, minus};
use super::{Pair, to_integers};
use crate::reference_geometry::nearest_simplex;

/// Number of leading bits of the largest coordinate that the guess uses; f64 keeps 53 of them.
const GUESS_BITS: usize = 60;

/// Vertex of `A − B`, as the indices of the three vectors whose difference it is.
#[derive(Clone, Copy)]
struct Support {
    /// Index of a vertex of A.
    a: usize,
    /// Index of a vertex of B.
    b: usize,
    /// Index of a displacement of B relative to A.
    displacement: usize,
}

impl Pair {
    /// Compares the distance of the cores with `least` ≥ 0, meters: `Greater`, or `Less` when the cores overlap. `None`
    /// when the guess cannot be verified.
    pub(super) fn shortcut(&self, least: &RBig) -> Option<Ordering> {
        let guess = Guess::of(self);
        if self.is_beyond(least, guess.nearest) {
            return Some(Ordering::Greater);
        }
        let vertices: Vec<Vector> = guess.simplex.iter().map(|support| self.vertex(*support)).collect();
        let is_inside = if self.planar { is_inside_triangle(&vertices) } else { is_inside_tetrahedron(&vertices) };
        is_inside.then_some(Ordering::Less)
    }

    /// Vertex of the difference `A − B`, multiplied by `scale`.
    fn vertex(&self, Support { a, b, displacement }: Support) -> Vector {
        minus(&minus(&self.vertices_a[a], &self.displacements[displacement]), &self.vertices_b[b])
    }

    /// Whether all of `A − B` is farther along `direction` than `least`, meters, which proves a larger distance of the
    /// cores.
    fn is_beyond(&self, least: &RBig, direction: DVec3) -> bool {
        let Some(direction) = super::exact_point(direction) else { return false };
        let directions = to_integers(&[direction]).points;
        let direction = &directions[0];
        let Some(lowest) = self.vertices_a.iter().map(|p| dot(direction, p)).min() else { return false };
        let highest =
            [&self.vertices_b, &self.displacements].map(|points| points.iter().map(|p| dot(direction, p)).max());
        let [Some(highest_b), Some(highest_displacement)] = highest else { return false };
        let gap = lowest - highest_b - highest_displacement;
        // gap / (|direction| scale) > least, without the root.
        let bound = least * &self.scale;
        gap > IBig::ZERO && RBig::from(&gap * &gap) > &bound * &bound * RBig::from(dot(direction, direction))
    }
}

/// Guess of the point of `A − B` nearest the origin.
struct Guess {
    /// Nearest point, rounded and scaled by an unknown positive factor; used as a direction.
    nearest: DVec3,
    /// Vertices of the simplex that contains the point.
    simplex: Vec<Support>,
}

impl Guess {
    /// Searches for the nearest point with rounded vertices, in f64.
    fn of(pair: &Pair) -> Self {
        let sets = [&pair.vertices_a, &pair.vertices_b, &pair.displacements];
        let bits = sets.into_iter().flatten().flatten().map(BitTest::bit_len).max().unwrap_or(0);
        let shift = bits.saturating_sub(GUESS_BITS);
        let [vertices_a, vertices_b, displacements] = sets.map(|points| rounded(points, shift));
        // Support points so far, rounded, each with its indices: the search returns the points alone.
        let seen: RefCell<Vec<(DVec3, Support)>> = RefCell::new(Vec::new());
        let found = nearest_simplex(|direction: DVec3| {
            let support = Support {
                a: farthest(&vertices_a, direction),
                b: farthest(&vertices_b, -direction),
                displacement: farthest(&displacements, -direction),
            };
            let point = vertices_a[support.a] - displacements[support.displacement] - vertices_b[support.b];
            seen.borrow_mut().push((point, support));
            point
        });
        let seen = seen.borrow();
        let supports = found.vertices.iter().filter_map(|p| seen.iter().find(|(point, _)| point == p));
        Self { nearest: found.point, simplex: supports.map(|(_, support)| *support).collect() }
    }
}

/// Index of the point farthest along `direction`, the last one of equals; 0 without points.
fn farthest(points: &[DVec3], direction: DVec3) -> usize {
    let heights = points.iter().map(|p| p.dot(direction)).enumerate();
    heights.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(index, _)| index)
}

/// Whether the origin is strictly inside a tetrahedron; false for any other number of vertices.
fn is_inside_tetrahedron(vertices: &[Vector]) -> bool {
    let [a, b, c, d] = vertices else { return false };
    // Volumes of the tetrahedra of the origin and each face, and of the whole, with one orientation.
    have_one_sign(&[volume(b, c, d), -volume(a, c, d), volume(a, b, d), -volume(a, b, c)])
}

/// Whether the origin is strictly inside a triangle of the plane z = 0; false for any other number of vertices.
fn is_inside_triangle(vertices: &[Vector]) -> bool {
    let [a, b, c] = vertices else { return false };
    have_one_sign(&[cross(a, b)[2].clone(), cross(b, c)[2].clone(), cross(c, a)[2].clone()])
}

/// Whether all numbers are above 0, or all are below.
fn have_one_sign(numbers: &[IBig]) -> bool {
    numbers.iter().all(|x| *x > IBig::ZERO) || numbers.iter().all(|x| *x < IBig::ZERO)
}

/// Six times the signed volume of the tetrahedron of the origin and three points.
fn volume(p: &Vector, q: &Vector, r: &Vector) -> IBig {
    dot(p, &cross(q, r))
}

/// Points divided by 2^`shift`, rounded down before their conversion to f64.
fn rounded(points: &[Vector], shift: usize) -> Vec<DVec3> {
    points.iter().map(|p| DVec3::from_array(p.each_ref().map(|x| (x >> shift).to_f64().value()))).collect()
}
