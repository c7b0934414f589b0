//! Point of a triangle nearest to a point, `[Ericson05]` 5.1.5.
//!
//! The regions of the corners are tested first, then those of the edges, by the signs of six products: of the vectors
//! from each corner to the point with two edges. Points outside of these regions lie over the face.

use super::{ClosedForm, Formula, Region};
use crate::dim3::prelude::*;

/// Closest points of a triangle and a point, pair frame; the triangle belongs to A if `of_a`, otherwise to B.
#[inline(always)]
pub(super) fn closest(corners: [Vec3; 3], point: Vec3, of_a: bool) -> Option<ClosedForm> {
    let Nearest { region, point: nearest } = nearest_of_triangle(corners, point); // @region
    let formula = Formula::PointAndTriangle { of_a, corners, region };
    if of_a {
        ClosedForm::new(formula, [nearest, point], |normal| normal.dot(point) - greatest(corners, normal))
    } else {
        ClosedForm::new(formula, [point, nearest], |normal| -greatest(corners, -normal) - normal.dot(point))
    }
}

/// Greatest coordinate of the corners along a vector.
#[inline(always)]
fn greatest(corners: [Vec3; 3], along: Vec3) -> Real {
    let [a, b, c] = corners.map(|corner| along.dot(corner));
    a.max(b).max(c)
}

/// Point of a triangle nearest to another point.
pub(in crate::dim3) struct Nearest {
    /// Part of the triangle that contains the point.
    region: Region,
    /// Nearest point of the triangle.
    pub point: Vec3,
}

/// Point of the triangle with the corners `a`, `b`, `c` that is nearest to `p`.
#[inline(always)]
pub(in crate::dim3) fn nearest_of_triangle([a, b, c]: [Vec3; 3], p: Vec3) -> Nearest {
    let ab = b - a;
    let ac = c - a;
    // Ericson's d₁ to d₆.
    let a_ab = ab.dot(p - a);
    let a_ac = ac.dot(p - a);
    if a_ab <= 0.0 && a_ac <= 0.0 {
        return Nearest { region: Region::Vertex(0), point: a };
    }
    let b_ab = ab.dot(p - b);
    let b_ac = ac.dot(p - b);
    if b_ab >= 0.0 && b_ac <= b_ab {
        return Nearest { region: Region::Vertex(1), point: b };
    }
    let c_ab = ab.dot(p - c);
    let c_ac = ac.dot(p - c);
    if c_ac >= 0.0 && c_ab <= c_ac {
        return Nearest { region: Region::Vertex(2), point: c };
    }
    // Areas of the triangles that the foot of `p` forms with the edges, times twice the area of the triangle.
    let over_ab = a_ab * b_ac - b_ab * a_ac;
    if over_ab <= 0.0 && a_ab >= 0.0 && b_ab <= 0.0 {
        return Nearest { region: Region::Edge(0), point: a + ab * (a_ab / (a_ab - b_ab)) };
    }
    let over_ca = c_ab * a_ac - a_ab * c_ac;
    if over_ca <= 0.0 && a_ac >= 0.0 && c_ac <= 0.0 {
        return Nearest { region: Region::Edge(2), point: a + ac * (a_ac / (a_ac - c_ac)) };
    }
    let over_bc = b_ab * c_ac - c_ab * b_ac;
    let from_b = b_ac - b_ab;
    let from_c = c_ab - c_ac;
    if over_bc <= 0.0 && from_b >= 0.0 && from_c >= 0.0 {
        return Nearest { region: Region::Edge(1), point: b + (c - b) * (from_b / (from_b + from_c)) };
    }
    let total = over_ab + over_bc + over_ca;
    Nearest { region: Region::Face, point: a + ab * (over_ca / total) + ac * (over_ab / total) }
}
