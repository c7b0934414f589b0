//! The fifteen lines of two boxes, three a step: A's face normals, B's, and then each edge of A with B's three.
//!
//! A row is computed in the lanes of one register. Each lane takes whole shadows, `|n|·h` and `|Rᵀn|·k` of the half extents h and
//! k, so that no gap rests on `R` being a rotation but for rounding, and none is weaker than that of a line tried alone. The rows
//! only choose: the line that is taken is tried once more alone, and all that is said of it is what that found.
//!
//! `cargo bench -p contact-lens-benches --bench axes`: less than half the time of fifteen single lines.

use super::super::prelude::*;
use super::Axis;

/// How many there are.
pub(super) const ROWS: usize = 5;

/// Where a component of an edge in the other box's frame is above this, it is nearly parallel to one of its edges, and their
/// product so short that it is made longer before it is squared.
const PARALLEL: Real = 0.999_999;

/// The rows so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rows {
    /// The half extents of A and of B.
    halves: [Vec3; 2],
    /// How many are done.
    pub(super) done: usize,
    /// The gaps on their lines; −∞ for parallel edges, which span no line. The last lane repeats the one before it.
    pub(super) gaps: [[Real; 4]; ROWS],
    /// Of the last three rows the sines of the angles between the edges.
    pub(super) sines: [[Real; 4]; 3],
    /// The line taken so far, as it is counted over the rows.
    pub(super) taken: Option<usize>,
}

/// The line at this place of the rows.
pub(super) fn axis(row: usize, lane: usize) -> Axis {
    match row {
        0 => Axis::FaceA(lane as u32),
        1 => Axis::FaceB(lane as u32),
        _ => Axis::Edges(row as u32 - 2, lane as u32),
    }
}

/// A vector a component, each in all lanes.
fn splat(v: Vec3) -> [Lanes; 3] {
    [v.x, v.y, v.z].map(Lanes::splat)
}

/// The components of a vector as lanes.
fn lanes(v: Vec3) -> Lanes {
    Lanes::new([v.x, v.y, v.z, v.z])
}

fn dot(a: [Lanes; 3], b: [Lanes; 3]) -> Lanes {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Vectors of a length above 0, a lane each, made unit vectors.
fn unit(n: [Lanes; 3]) -> [Lanes; 3] {
    let over = Lanes::splat(1.0) / dot(n, n).sqrt();
    n.map(|x| x * over)
}

impl Rows {
    pub(super) fn new(halves: [Vec3; 2]) -> Self {
        Self { halves, done: 0, gaps: [[0.0; 4]; ROWS], sines: [[0.0; 4]; 3], taken: None }
    }

    /// The next row, with B turned and moved so in the pair frame.
    #[inline(always)]
    pub(super) fn advance(&mut self, rotation: &Mat3, translation: Vec3) {
        let back = rotation.transpose();
        let of_a = [back.x_axis, back.y_axis, back.z_axis];
        let gaps = match self.done {
            0 => self.weigh([Vec3::NEG_X, Vec3::NEG_Y, Vec3::NEG_Z].map(lanes), rotation, translation),
            1 => self.weigh(unit(of_a.map(|row| -lanes(row))), rotation, translation),
            row => self.across(row - 2, of_a[row - 2], rotation, translation),
        };
        self.gaps[self.done] = gaps.to_array();
        self.done += 1;
    }

    /// The row of the products of A's edge `i`, in B's frame, with B's edges.
    #[inline(always)]
    fn across(&mut self, i: usize, a: Vec3, rotation: &Mat3, translation: Vec3) -> Lanes {
        let product = [[0.0, -a.z, a.y, a.y], [a.z, 0.0, -a.x, -a.x], [-a.y, a.x, 0.0, 0.0]].map(Lanes::new);
        self.sines[i] = dot(product, product).sqrt().to_array();
        let back = rotation.transpose();
        let n = [back.x_axis, back.y_axis, back.z_axis].map(|row| dot(product, splat(row)));
        if a.abs().max_element() <= PARALLEL {
            return self.weigh(unit(n), rotation, translation);
        }
        let largest = n[0].abs().max(n[1].abs()).max(n[2].abs());
        let none = largest.simd_lt(Lanes::splat(Real::MIN_POSITIVE));
        let safe = none.select(Lanes::splat(1.0), largest);
        let gaps = self.weigh(unit(n.map(|x| none.select(Lanes::splat(1.0), x / safe))), rotation, translation);
        none.select(Lanes::splat(Real::NEG_INFINITY), gaps) // @row-parallel
    }

    /// The larger of both gaps on the lines along `n`, unit vectors.
    #[inline(always)]
    fn weigh(&self, n: [Lanes; 3], rotation: &Mat3, translation: Vec3) -> Lanes {
        let [h, k] = self.halves.map(splat);
        let in_b = [rotation.x_axis, rotation.y_axis, rotation.z_axis].map(|axis| dot(n, splat(axis)));
        let (a, b) = (dot(n.map(Lanes::abs), h), dot(in_b.map(Lanes::abs), k));
        let along = dot(n, splat(translation));
        (along - b - a).fast_max(-a - (b + along)) // @row-gap
    }
}
