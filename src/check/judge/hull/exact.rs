//! Exact predicates on points, scaled by a power of two so that Shewchuk's predicates neither overflow nor underflow.

use robust::{Coord, Coord3D};

/// Point for the predicates in space.
fn coord([x, y, z]: [f64; 3]) -> Coord3D<f64> {
    Coord3D { x, y, z }
}

/// Points for exact predicates, by their index in the list.
pub(super) struct ExactPoints {
    points: Vec<[f64; 3]>,
    /// Power of two that the points were multiplied by.
    scale: f64,
}

impl ExactPoints {
    /// Scales the points by a power of two, which is exact, except that coordinates more than 10³⁸⁰ times smaller than
    /// the largest may underflow.
    pub fn new(points: &[[f64; 3]]) -> Self {
        let largest = points.iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
        // To about 2²⁵⁰: products of three factors stay finite, and coordinates 10¹⁵⁰ times smaller keep their digits.
        // The clamp keeps the factor itself finite and normal.
        let exponent = if largest > 0.0 { 250 - largest.log2().floor() as i32 } else { 0 };
        let scale = 2.0_f64.powi(exponent.clamp(-1000, 1000));
        Self { points: points.iter().map(|p| p.map(|x| x * scale)).collect(), scale }
    }

    /// Largest extent of the points along a coordinate axis, in the unit of the input.
    pub fn extent(&self) -> f64 {
        let extents = (0..3).map(|k| {
            let values = self.points.iter().map(|p| p[k]);
            values.clone().fold(f64::MIN, f64::max) - values.fold(f64::MAX, f64::min)
        });
        extents.fold(0.0, f64::max) / self.scale
    }

    /// Returns a scaled point.
    pub fn at(&self, i: u32) -> [f64; 3] {
        self.points[i as usize]
    }

    /// Returns the mean of points with these indices, scaled and rounded; the origin without points.
    pub fn mean(&self, points: &[u32]) -> [f64; 3] {
        let first = points.first().map_or([0.0; 3], |&i| self.at(i));
        let weight = 1.0 / points.len().max(1) as f64;
        let offsets = [0, 1, 2].map(|k| points.iter().map(|&i| (self.at(i)[k] - first[k]) * weight).sum::<f64>());
        [0, 1, 2].map(|k| first[k] + offsets[k])
    }

    /// Returns a number that is positive when a scaled position is on the side of the plane of three points from which
    /// they run counter-clockwise, 0 in the plane, and else negative. The sign is exact; the magnitude is not a length.
    pub fn side_of_plane(&self, corners: [u32; 3], position: [f64; 3]) -> f64 {
        let [a, b, c] = corners.map(|i| coord(self.at(i)));
        -robust::orient3d(a, b, c, coord(position))
    }

    /// Returns a number that is positive when `p` is on the side of the plane of the scaled position `position` and two
    /// points from which `position`, `a`, `b` run counter-clockwise, 0 in the plane, and else negative. The sign is
    /// exact; the magnitude is not a length.
    pub fn side_of_cone_face(&self, position: [f64; 3], [a, b]: [u32; 2], p: u32) -> f64 {
        -robust::orient3d(coord(position), coord(self.at(a)), coord(self.at(b)), coord(self.at(p)))
    }

    /// Returns [`Self::side_of_plane`] of the point `p`.
    pub fn point_side_of_plane(&self, corners: [u32; 3], p: u32) -> f64 {
        self.side_of_plane(corners, self.at(p))
    }

    /// Returns a number that is positive when `a`, `b`, `c` run counter-clockwise, seen against the coordinate axis
    /// `axis`, 0 when the projections along it are collinear, and else negative. The sign is exact; the magnitude is
    /// not an area.
    pub fn orientation(&self, axis: usize, [a, b, c]: [u32; 3]) -> f64 {
        let points = [a, b, c].map(|i| self.at(i));
        let [a, b, c] = points.map(|p| Coord { x: p[(axis + 1) % 3], y: p[(axis + 2) % 3] });
        robust::orient2d(a, b, c)
    }

    /// Whether three points are collinear.
    fn are_collinear(&self, corners: [u32; 3]) -> bool {
        (0..3).all(|axis| self.orientation(axis, corners) == 0.0)
    }

    /// Whether `p` lies on the segment from `a` to `b`, endpoints included.
    pub fn is_between(&self, a: u32, b: u32, p: u32) -> bool {
        let [from, to, position] = [a, b, p].map(|i| self.at(i));
        let is_in_box = (0..3).all(|k| (from[k].min(to[k])..=from[k].max(to[k])).contains(&position[k]));
        is_in_box && self.are_collinear([a, b, p])
    }

    /// Returns the affine dimension of all points, 0 to 3.
    pub fn dimension(&self) -> u8 {
        let count = self.points.len() as u32;
        let Some(b) = (1..count).find(|&i| self.at(i) != self.at(0)) else { return 0 };
        let Some(c) = (1..count).find(|&i| !self.are_collinear([0, b, i])) else { return 1 };
        if (1..count).any(|i| self.point_side_of_plane([0, b, c], i) != 0.0) { 3 } else { 2 }
    }

    /// Returns a coordinate axis along which the projection of a triangle has a nonzero area; `None` for collinear
    /// vertices.
    pub fn axis(&self, corners: [u32; 3]) -> Option<usize> {
        (0..3).find(|&axis| self.orientation(axis, corners) != 0.0)
    }
}
