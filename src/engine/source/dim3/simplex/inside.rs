//! Proofs that the origin is inside a tetrahedron, or in the plane inside a triangle: the radius of a ball around the
//! origin that the simplex contains, and the barycentric weights of the origin.
//!
//! - **Ball.** A simplex that contains the ball of radius `ρ` around the origin still contains the origin if each
//!   vertex moves by less than `ρ`: in every direction the farthest point of the simplex is at least `ρ` from the
//!   origin, and this distance decreases by at most the movement of the vertices. If `ρ` is above the error of the
//!   vertices of a simplex in `A − B`, the exact bodies share a point.
//! - **Method.** For a vertex `p` of a face, the face's edges `e` and `f` at `p` and `n = e × f`, the origin is at the
//!   distance `n·p / |n|` from the face. The rounding errors of `n·p` and of `|n|`, together at most [`ROUNDING`]
//!   `EPS · |e| |f| |p|`, are subtracted.

use robust::{Coord3D, orient3d};

use super::solve::solved_weights;
use crate::dim3::prelude::*;
use crate::dim3::rounding::PRODUCT_ROUNDING;

/// Bound of the rounding error of `n·p / |n|`, in units of `EPS · |e| |f| |p| / |n|`: [`PRODUCT_ROUNDING`] for the
/// product and again for its divisor.
const ROUNDING: Real = 2.0 * PRODUCT_ROUNDING;

/// Bound of the rounding error of a triple product of a point and two edges, in `EPS` times the sum of the absolute
/// values of its six terms: a component of an edge is off by 0.5, a term of two edges and a point by 2.5, and the sum
/// by 1 more, together 3.5. The value 8 leaves a margin.
const TERMS_ROUNDING: Real = 8.0;

/// The face opposite to each vertex, all with the same orientation.
const FACES: [[usize; 3]; 4] = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]];

/// Radius of a ball around the origin that the tetrahedron certainly contains, in the unit of its vertices, whose size
/// should be about 1; 0 if no ball is proven.
pub(in crate::dim3) fn depth(points: &[Vec3; 4]) -> Real {
    let faces = [[0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2], [1, 3, 2, 0]];
    least_depth(faces.map(|[i, j, k, opposite]| {
        let p = points[i];
        let e = points[j] - points[i];
        let f = points[k] - points[i];
        let n = e.cross(f);
        // Rounding error of the product of `n` and a vector, divided by the vector's length.
        let error_per_length = ROUNDING * EPS * e.length() * f.length();
        let to_apex = points[opposite] - p;
        let apex_height = n.dot(to_apex);
        // The side of the face on which the tetrahedron is must be certain.
        let is_certain = apex_height.abs() > error_per_length * to_apex.length();
        let height = if apex_height > 0.0 { -n.dot(p) } else { n.dot(p) };
        if is_certain { (height - error_per_length * p.length()) / n.length() } else { 0.0 }
    }))
}

/// Six times the signed volumes that the origin spans with the [`FACES`]; 0 for those whose signs are not certain.
///
/// The error bound of a volume is the sum of the absolute values of its terms, times a constant. Stretching the
/// tetrahedron along a coordinate axis multiplies a volume and its bound by the same factor, so flatness along an axis
/// costs no certainty. A bound by the lengths of the edges, as the signed volumes method uses in every iteration,
/// cannot decide for needles thinner than about the cube root of `EPS`.
fn certain_volumes(points: &[Vec3; 4]) -> [Real; 4] {
    FACES.map(|[i, j, k]| certain_volume(points[i], points[j] - points[i], points[k] - points[i]))
}

/// Whether all volumes have the same sign and none is 0.
fn have_one_sign<T: PartialOrd + Default>(volumes: &[T; 4]) -> bool {
    let zero = T::default();
    volumes.iter().all(|x| *x > zero) || volumes.iter().all(|x| *x < zero)
}

/// Barycentric weights of the origin; `None` unless floating-point signs prove that the tetrahedron contains it.
pub(super) fn certain_weights_of_origin(points: &[Vec3; 4]) -> Option<[Real; 4]> {
    let volumes = certain_volumes(points);
    let sum: Real = volumes.iter().sum();
    (have_one_sign(&volumes) && sum.is_finite()).then(|| volumes.map(|volume| volume / sum))
}

/// Barycentric weights of the origin; `None` if the origin is not in the interior of the tetrahedron.
///
/// If the signs of the computed volumes are uncertain, as for a tetrahedron with two short opposite edges, exact
/// volumes decide. The weights are computed from the edges. Also `None` for a tetrahedron so flat that no accurate
/// weights are found; the caller then uses the nearest point of the faces, whose distance from the origin is 0 to
/// rounding.
pub(super) fn weights_of_origin(points: &[Vec3; 4]) -> Option<[Real; 4]> {
    let volumes = certain_volumes(points);
    let has_positive = volumes.iter().any(|volume| *volume > 0.0);
    let has_negative = volumes.iter().any(|volume| *volume < 0.0);
    if has_positive && has_negative {
        return None;
    }
    if !have_one_sign(&volumes) {
        let exact_volumes = FACES.map(|face| exact_volume(face.map(|i| points[i])));
        if !have_one_sign(&exact_volumes) {
            return None;
        }
    }
    solved_weights(points).or_else(|| certain_weights_of_origin(points))
}

/// Triple product of three points with the exact sign: six times the volume that they span with the origin.
#[cold]
fn exact_volume(points: [Vec3; 3]) -> f64 {
    let [a, b, c] = points.map(|p| Coord3D { x: p.x as f64, y: p.y as f64, z: p.z as f64 });
    orient3d(a, b, c, Coord3D { x: 0.0, y: 0.0, z: 0.0 })
}

/// Triple product of a point and two edges; 0 if its sign is not certain.
fn certain_volume(p: Vec3, e: Vec3, f: Vec3) -> Real {
    let volume = p.dot(e.cross(f));
    let p = p.abs();
    let e = e.abs();
    let f = f.abs();
    let terms = p.x * (e.y * f.z + e.z * f.y) + p.y * (e.z * f.x + e.x * f.z) + p.z * (e.x * f.y + e.y * f.x);
    // Terms below the smallest normal number have an absolute error instead of a relative one.
    if volume.abs() > TERMS_ROUNDING * EPS * terms + Real::MIN_POSITIVE { volume } else { 0.0 }
}

/// Radius of a disc around the origin that the triangle certainly contains, in the unit of its vertices, whose size
/// should be about 1; 0 if no disc is proven.
pub(crate) fn depth_in_plane(points: &[Vec2; 3]) -> Real {
    least_depth([[0, 1, 2], [1, 2, 0], [2, 0, 1]].map(|[i, j, opposite]| {
        let p = points[i];
        let e = points[j] - points[i];
        let to_apex = points[opposite] - p;
        let apex_height = e.perp_dot(to_apex);
        let error_per_length = ROUNDING * EPS * e.length();
        let is_certain = apex_height.abs() > error_per_length * to_apex.length();
        let height = if apex_height > 0.0 { -e.perp_dot(p) } else { e.perp_dot(p) };
        if is_certain { (height - error_per_length * p.length()) / e.length() } else { 0.0 }
    }))
}

/// The least of the depths below the faces; 0 if one of them is not positive, or NaN.
fn least_depth<const N: usize>(depths: [Real; N]) -> Real {
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
