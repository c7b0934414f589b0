//! Measures of a polyhedron: volume, area, center, radius, Euler characteristic.

use super::{Dimension, Polyhedron};
use crate::dim3::prelude::*;
use crate::dim3::rounding::unit_scale;

/// Sums over the faces, relative to vertex 0 and in a unit in which no coordinate is larger than about 1. Common
/// divisors are factored out, so that integer input gives integer sums.
struct Sums {
    /// Twice the area of all faces.
    area: Real,
    /// Twice the area times its center.
    area_moment: Vec3,
    /// Six times the volume.
    volume: Real,
    /// Six times the volume times its center.
    volume_moment: Vec3,
}

impl Polyhedron {
    /// The greatest distance of a vertex from the origin of the frame.
    pub fn max_radius(&self) -> Real {
        self.max_radius
    }

    /// `V − E + F`: 2 for every polyhedron, flat ones included, as the constructors have checked.
    pub fn euler_characteristic(&self) -> i64 {
        self.vertices.len() as i64 - self.edge_count() as i64 + self.faces.len() as i64
    }

    /// Enclosed volume, by the divergence theorem; 0 for a flat polyhedron. Its error is about `EPS` times area times
    /// diameter. Infinite or 0 if the number type overflows or underflows.
    pub fn volume(&self) -> Real {
        let unit = 1.0 / self.scale();
        self.sums().volume / 6.0 * unit * unit * unit
    }

    /// Area of all faces, both sides of a flat polyhedron. Infinite or 0 if the number type overflows or underflows.
    pub fn area(&self) -> Real {
        let unit = 1.0 / self.scale();
        self.sums().area / 2.0 * unit * unit
    }

    /// Center of volume, or of a flat polyhedron's area; the mean of the vertices if the computed center is outside the
    /// box of the vertices, as for volumes and areas below rounding error.
    pub fn centroid(&self) -> Vec3 {
        let scale = self.scale();
        let sums = self.sums();
        let center = match self.dimension {
            Dimension::Solid => sums.volume_moment / sums.volume,
            Dimension::Polygon | Dimension::Segment | Dimension::Point => sums.area_moment / sums.area,
        };
        // The center of a body is in the box of its vertices; otherwise it is a quotient of rounding errors.
        let from_first = self.vertices.iter().map(|&v| (v - self.vertices[0]) * scale);
        let low = from_first.clone().fold(Vec3::ZERO, Vec3::min);
        let high = from_first.clone().fold(Vec3::ZERO, Vec3::max);
        let is_inside = center.cmpge(low).all() && center.cmple(high).all();
        let mean = from_first.sum::<Vec3>() / self.vertices.len() as Real;
        let scaled_centroid = if is_inside { center } else { mean };
        self.vertices[0] + scaled_centroid / scale
    }

    /// Power of two that scales the largest coordinate relative to vertex 0 to about 1.
    fn scale(&self) -> Real {
        let coordinates = self.vertices.iter().map(|&v| (v - self.vertices[0]).abs().max_element());
        unit_scale(coordinates.fold(0.0, Real::max))
    }

    /// Sums over the triangles of all faces, each face divided from its first vertex.
    fn sums(&self) -> Sums {
        let scale = self.scale();
        let mut sums = Sums { area: 0.0, area_moment: Vec3::ZERO, volume: 0.0, volume_moment: Vec3::ZERO };
        for (index, face) in (0..).zip(&self.faces) {
            let vertices = self.face_vertices(index).map(|vertex| self.vertices[vertex as usize]);
            let mut corners = vertices.map(|v| (v - self.vertices[0]) * scale);
            let Some(a) = corners.next() else { continue };
            let mut b = a;
            for c in corners {
                let vector = (b - a).cross(c - a);
                let area = face.plane.normal.dot(vector);
                let volume = a.dot(vector);
                sums.area += area;
                sums.area_moment += (a + b + c) * (area / 3.0);
                sums.volume += volume;
                sums.volume_moment += (a + b + c) * (volume / 4.0);
                b = c;
            }
        }
        sums
    }
}
