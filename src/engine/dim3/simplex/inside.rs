//! How deep the origin lies inside of a simplex: the proof of an overlap.
//!
//! A tetrahedron, or in the plane a triangle, that holds the ball of radius `ρ` around the origin still holds the origin when
//! each of its corners moves by less than `ρ`: in every direction its farthest point is at least `ρ` away, and it comes
//! nearer by no more than the corners move. So a `ρ` above the error of the corners proves that the exact bodies share a point.
//!
//! With `p` a corner of a face, `e` and `f` its edges there and `n = e × f`, the origin is `n·p / |n|` away from the face. The
//! rounding of `n·p` and of `|n|` is taken off: no more than [`ROUNDING`] `EPS · |e| |f| |p|` together.

use super::super::prelude::*;
use super::super::rounding::PRODUCT_ROUNDING;

/// Of a product of three lengths and of the length that divides it, each as [`PRODUCT_ROUNDING`] derives it.
const ROUNDING: Real = 2.0 * PRODUCT_ROUNDING;

/// The radius of a ball around the origin that the tetrahedron surely holds, in the unit of its corners, whose size should be
/// about 1; 0 or less where none is proven.
pub(in super::super) fn depth(points: &[Vec3; 4]) -> Real {
    let faces = [[0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2], [1, 3, 2, 0]];
    let of = |[i, j, k, opposite]: [usize; 4]| {
        let p = points[i];
        let e = points[j] - points[i];
        let f = points[k] - points[i];
        let n = e.cross(f);
        let size = ROUNDING * EPS * e.length() * f.length();
        let across = points[opposite] - p;
        let apex = n.dot(across);
        // On which side of the face the tetrahedron lies must be sure.
        let sure = apex.abs() > size * across.length();
        let height = if apex > 0.0 { -n.dot(p) } else { n.dot(p) };
        if sure { (height - size * p.length()) / n.length() } else { 0.0 }
    };
    least(faces.map(of))
}

/// Rounding error of a triple product of a point and two edges, in units of `EPS` and of the sum of the absolute values of its six
/// terms: an edge's component is off by 0.5, a term of two edges and a point by 2.5, and the sum by 1 more.
const TERMS_ROUNDING: Real = 8.0;

/// Barycentric weights of the origin, if the tetrahedron surely holds it; `None` where that cannot be decided.
///
/// Each volume is compared with the rounding of its own terms, which scale as it does where one axis is stretched. Bounds by lengths,
/// as signed volumes use them in every iteration, cannot decide for needles thinner than about the cube root of `EPS`.
pub(super) fn weights_of_origin(points: &[Vec3; 4]) -> Option<[Real; 4]> {
    // The face across from each vertex, all with the same orientation.
    let faces = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]];
    let volumes = faces.map(|[i, j, k]| certain_volume(points[i], points[j] - points[i], points[k] - points[i]));
    let is_inside = volumes.iter().all(|x| *x > 0.0) || volumes.iter().all(|x| *x < 0.0);
    let sum: Real = volumes.iter().sum();
    (is_inside && sum.is_finite()).then(|| volumes.map(|volume| volume / sum))
}

/// The triple product of a point and two edges, 0 where its sign may be rounding.
fn certain_volume(p: Vec3, e: Vec3, f: Vec3) -> Real {
    let volume = p.dot(e.cross(f));
    let p = p.abs();
    let e = e.abs();
    let f = f.abs();
    let terms = p.x * (e.y * f.z + e.z * f.y) + p.y * (e.z * f.x + e.x * f.z) + p.z * (e.x * f.y + e.y * f.x);
    if volume.abs() > TERMS_ROUNDING * EPS * terms + Real::MIN_POSITIVE { volume } else { 0.0 }
}

/// The same for a triangle of the plane.
pub(crate) fn depth_in_plane(points: &[Vec2; 3]) -> Real {
    let of = |[i, j, opposite]: [usize; 3]| {
        let p = points[i];
        let e = points[j] - points[i];
        let across = points[opposite] - p;
        let apex = e.perp_dot(across);
        let size = ROUNDING * EPS * e.length();
        let height = if apex > 0.0 { -e.perp_dot(p) } else { e.perp_dot(p) };
        if apex.abs() > size * across.length() { (height - size * p.length()) / e.length() } else { 0.0 }
    };
    least([[0, 1, 2], [1, 2, 0], [2, 0, 1]].map(of))
}

/// The least, where what is not a number proves nothing.
fn least<const N: usize>(depths: [Real; N]) -> Real {
    depths.into_iter().fold(Real::MAX, |least, depth| if depth > 0.0 { least.min(depth) } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_regular_simplex_holds_its_inscribed_ball() {
        let corners = [Vec3::ONE, Vec3::new(1.0, -1.0, -1.0), Vec3::new(-1.0, 1.0, -1.0), Vec3::new(-1.0, -1.0, 1.0)];
        assert!((depth(&corners) - (1.0 as Real / 3.0).sqrt()).abs() < 64.0 * EPS);
        let moved = corners.map(|corner| corner + Vec3::ONE * 0.3);
        assert!((depth(&moved) - (1.0 as Real / 3.0).sqrt() + 0.3 * (3.0 as Real).sqrt()).abs() < 64.0 * EPS);
        let triangle = [Vec2::new(-1.0, -1.0), Vec2::new(3.0, -1.0), Vec2::new(-1.0, 2.0)];
        assert!((depth_in_plane(&triangle) - 1.0).abs() < 64.0 * EPS);
    }

    #[test]
    fn outside_on_the_boundary_or_in_a_flat_one_nothing_is_proven() {
        let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
        assert_eq!(depth(&corners), 0.0);
        assert_eq!(depth(&corners.map(|corner| corner + Vec3::ONE)), 0.0);
        assert_eq!(depth(&[Vec3::X, Vec3::Y, -Vec3::X - Vec3::Y, -Vec3::Y]), 0.0);
        assert_eq!(depth(&[Vec3::NAN; 4]), 0.0);
        assert_eq!(depth_in_plane(&[Vec2::X, -Vec2::X, Vec2::Y]), 0.0);
        assert_eq!(depth_in_plane(&[Vec2::X, -Vec2::X, Vec2::X * 0.5]), 0.0);
    }
}
