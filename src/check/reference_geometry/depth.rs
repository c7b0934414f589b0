//! Bounds of the penetration depth of two bodies, proven but for rounding, from a polytope that grows inside `A − B`.
//!
//! - **Certificate.** Every vertex of the polytope is a support point of `A − B`, so its triangles are part of the
//!   difference. Its surface is closed: new triangles join one point to the horizon of those that were removed. If that
//!   surface winds around the origin and no triangle comes nearer than `r`, the ball of radius `r` lies inside `A − B`:
//!   the bodies overlap by at least `r`. The proof assumes neither convexity nor the orientation of a single triangle.
//!   The upper bound is the least height of a support point along its direction.
//! - **Limits.** The lower bound is 0 for bodies whose difference is nearly flat.

use std::collections::HashSet;
use std::f64::consts::PI;

use glam::DVec3;

use super::Placed;

/// Maximum number of support points that are added.
const MAX_SUPPORT_POINTS: usize = 300;

/// Six times the volume of the first tetrahedron, as a fraction of the cube of its first edge, below which a difference
/// counts as flat: its lower bound is 0.
const MIN_RELATIVE_VOLUME: f64 = 1e-12;

/// Rounding error of a height, as a fraction of the point's distance from the origin.
const ROUNDING: f64 = 1e-15;

/// Lower and upper bound of the penetration depth, meters; the lower one is 0 when the bodies do not overlap. The
/// search ends once the bounds decide whether the depth is above `enough`; without `enough`, once the bounds agree. In
/// both cases it ends after [`MAX_SUPPORT_POINTS`] support points.
pub fn depth_between(a: &Placed, b: &Placed, enough: Option<f64>) -> [f64; 2] {
    let is_planar = a.is_planar() || b.is_planar();
    // The difference of two planar bodies becomes a prism whose lids are farther away than its sides.
    let lid = 2.0 * (a.radius() + b.radius());
    let [lower, upper] = inscribed_ball_bounds(
        &|d: DVec3| {
            let along = if is_planar { d.with_z(0.0).normalize_or(DVec3::X) } else { d };
            let point = a.farthest(along, a.position) - b.farthest(-along, a.position);
            if is_planar { point.with_z(lid.copysign(d.z)) } else { point }
        },
        enough,
    );
    let upper = upper.max(0.0);
    [lower.clamp(0.0, upper), upper]
}

/// Bounds of the radius of the largest ball around the origin inside the convex set with this support mapping. The
/// upper one is negative when the origin is found to be outside.
fn inscribed_ball_bounds(support: &impl Fn(DVec3) -> DVec3, enough: Option<f64>) -> [f64; 2] {
    let axes = DVec3::AXES.into_iter().flat_map(|axis| [axis, -axis]);
    let mut upper = axes.map(|n| n.dot(support(n))).fold(f64::INFINITY, f64::min);
    let Some(mut polytope) = Polytope::start(support) else { return [0.0, upper] };
    for _ in 0..MAX_SUPPORT_POINTS {
        let Some(face) = polytope.nearest() else { break };
        if enough.is_some_and(|enough| !(face.height <= enough)) {
            break;
        }
        let w = support(face.normal);
        let height = face.normal.dot(w);
        upper = upper.min(height);
        // A face with no point beyond it is a face of the set itself, and the nearest one to the origin.
        if enough.is_some_and(|enough| upper <= enough) || height - face.height <= ROUNDING * w.length() {
            break;
        }
        polytope.grow(face, w);
    }
    [polytope.clearance(), upper]
}

/// Oriented triangle of the surface.
#[derive(Clone, Copy)]
struct Face {
    /// Indices of the vertices, counter-clockwise from outside.
    vertices: [usize; 3],
    /// Outward unit normal; zero for a triangle without area, which closes the surface between collinear points.
    normal: DVec3,
    /// Least height of the three vertices along the normal; negative when the origin is beyond the triangle. For a
    /// triangle without area, the distance of its longest side from the origin.
    height: f64,
}

/// Closed surface of triangles between support points.
struct Polytope {
    /// Support points, the vertices.
    points: Vec<DVec3>,
    faces: Vec<Face>,
}

impl Polytope {
    /// Builds a tetrahedron of support points in the 26 directions to the faces, edges and vertices of a cube. `None`
    /// when all these points are nearly in one plane.
    fn start(support: &impl Fn(DVec3) -> DVec3) -> Option<Self> {
        let coordinates = [-1.0, 0.0, 1.0];
        let mut points: Vec<DVec3> = Vec::new();
        for x in coordinates {
            for y in coordinates {
                for z in coordinates {
                    points.extend(DVec3::new(x, y, z).try_normalize().map(support));
                }
            }
        }
        // Each further vertex is the point farthest from the previous ones: from p, from the line pq, from the plane
        // pqr.
        let p = *points.first()?;
        let q = largest(&points, |x| x.distance(p))?;
        let along = q - p;
        let r = largest(&points, |x| along.cross(x - p).length())?;
        let normal = along.cross(r - p);
        let s = largest(&points, |x| normal.dot(x - p).abs())?;
        let volume = normal.dot(s - p);
        if !(volume.abs() > MIN_RELATIVE_VOLUME * along.length().powi(3)) {
            return None;
        }
        // Ordered so that the faces are counter-clockwise from outside.
        let vertices = if volume < 0.0 { vec![p, q, r, s] } else { vec![p, r, q, s] };
        let mut polytope = Self { points: vertices, faces: Vec::new() };
        for vertices in [[0, 1, 2], [1, 0, 3], [2, 1, 3], [0, 2, 3]] {
            polytope.add(vertices);
        }
        Some(polytope)
    }

    /// Adds a triangle, with its normal and height.
    fn add(&mut self, vertices: [usize; 3]) {
        let [a, b, c] = vertices.map(|vertex| self.points[vertex]);
        // The cross product of the two shorter sides has the smallest error.
        let ab = b - a;
        let bc = c - b;
        let ca = a - c;
        let longest = ab.length_squared().max(bc.length_squared()).max(ca.length_squared());
        let across = if longest == ab.length_squared() {
            bc.cross(ca)
        } else if longest == bc.length_squared() {
            ca.cross(ab)
        } else {
            ab.cross(bc)
        };
        let normal = across.normalize_or_zero();
        let height = if normal == DVec3::ZERO {
            distance_to_side([a, b, c], longest)
        } else {
            [a, b, c].into_iter().map(|p| normal.dot(p)).fold(f64::INFINITY, f64::min)
        };
        self.faces.push(Face { vertices, normal, height });
    }

    /// Returns the face of least height among those with an area: the nearest to the origin or, if the origin is beyond
    /// faces, the one farthest on the wrong side. `None` without such a face.
    fn nearest(&self) -> Option<Face> {
        let faces = self.faces.iter().copied().filter(|face| face.normal != DVec3::ZERO);
        faces.min_by(|f, g| f.height.total_cmp(&g.height))
    }

    /// Replaces `nearest` and all other faces that see the point `w` by triangles from their horizon to `w`.
    fn grow(&mut self, nearest: Face, w: DVec3) {
        let slack = ROUNDING * w.length();
        let (seen, kept): (Vec<Face>, Vec<Face>) = self
            .faces
            .iter()
            .copied()
            .partition(|face| face.vertices == nearest.vertices || face.normal.dot(w) > face.height + slack);
        let seen_edges: HashSet<[usize; 2]> = seen.iter().flat_map(|face| edges(face.vertices)).collect();
        self.faces = kept;
        self.points.push(w);
        let apex = self.points.len() - 1;
        // The horizon: edges of seen faces whose face on the other side stays.
        for [p, q] in seen.iter().flat_map(|face| edges(face.vertices)) {
            if !seen_edges.contains(&[q, p]) {
                self.add([p, q, apex]);
            }
        }
    }

    /// Radius of the largest ball around the origin that the surface encloses, to rounding; 0 unless the surface winds
    /// around the origin.
    fn clearance(&self) -> f64 {
        let height = self.faces.iter().map(|face| face.height).fold(f64::INFINITY, f64::min);
        if height.is_finite() && height > 0.0 && self.winding() > 0.5 { height } else { 0.0 }
    }

    /// Winding number of the surface around the origin, from its solid angle (Van Oosterom and Strackee 1983): 0 or
    /// about a whole number.
    fn winding(&self) -> f64 {
        let angles = self.faces.iter().map(|face| {
            let [a, b, c] = face.vertices.map(|vertex| self.points[vertex].normalize_or_zero());
            2.0 * a.dot(b.cross(c)).atan2(1.0 + a.dot(b) + b.dot(c) + c.dot(a))
        });
        angles.sum::<f64>() / (4.0 * PI)
    }
}

/// Distance from the origin to the longest side of a triangle; `longest` is the square of its length.
fn distance_to_side([a, b, c]: [DVec3; 3], longest: f64) -> f64 {
    let [p, q] =
        [[a, b], [b, c], [c, a]].into_iter().find(|[p, q]| (*q - *p).length_squared() == longest).unwrap_or([a, b]);
    let side = q - p;
    let fraction = if longest > 0.0 { (-p.dot(side) / longest).clamp(0.0, 1.0) } else { 0.0 };
    (p + side * fraction).length()
}

/// Returns the directed edges of a triangle.
fn edges([a, b, c]: [usize; 3]) -> [[usize; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

/// Point with the largest `size`, the last one of equals; `None` without points.
fn largest(points: &[DVec3], size: impl Fn(DVec3) -> f64) -> Option<DVec3> {
    points.iter().copied().max_by(|p, q| size(*p).total_cmp(&size(*q)))
}

#[cfg(test)]
mod tests {
    use glam::{DMat3, DQuat};

    use super::*;
    use contact_lens_scene::model::Shape;

    fn placed(shape: &Shape, x: f64, turn: DQuat) -> Placed<'_> {
        Placed {
            rotation: DMat3::from_quat(turn),
            quaternion: turn,
            position: DVec3::new(x, 0.0, 0.0),
            ..Placed::of_shape(shape)
        }
    }

    #[test]
    fn depths_that_are_known_lie_between_the_bounds() {
        let cube = Shape::Box { half_extents: [1.0; 3] };
        let ball = Shape::Sphere { radius: 1.0 };
        let square = Shape::Rectangle { half_extents: [1.0, 1.0] };
        let disc = Shape::Circle { radius: 1.0 };
        let flat = Shape::Triangle { points: [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]] };
        let cases = [
            (&cube, &cube, 1.75, 0.25, 1e-14),
            (&cube, &cube, 0.0, 2.0, 1e-14),
            (&ball, &ball, 1.5, 0.5, 1e-4),
            (&ball, &ball, 2.0 - 1e-6, 1e-6, 1e-8),
            (&cube, &ball, 1.5, 0.5, 1e-6),
            (&square, &square, 1.5, 0.5, 1e-14),
            (&disc, &square, 1.5, 0.5, 1e-9),
            (&disc, &disc, 0.0, 2.0, 1e-2),
            (&cube, &cube, 2.5, 0.0, 1e-14),
            (&cube, &cube, 2.0, 0.0, 1e-14),
            (&flat, &flat, 0.1, 0.0, 1e-14),
        ];
        for (a, b, x, depth, width) in cases {
            let [least, most] = depth_between(&placed(a, 0.0, DQuat::IDENTITY), &placed(b, x, DQuat::IDENTITY), None);
            assert!(least <= depth + 1e-14 && depth <= most + 1e-14, "{least:e} to {most:e} is not {depth:e}");
            assert!(most - least <= width, "{depth:e}: {:e} wide", most - least);
        }
    }

    #[test]
    fn a_search_ends_where_the_side_of_a_depth_is_known() {
        let cube = Shape::Box { half_extents: [1.0; 3] };
        for turn in [DQuat::IDENTITY, DQuat::from_rotation_z(0.3), DQuat::from_rotation_y(0.7)] {
            let a = placed(&cube, 0.0, DQuat::IDENTITY);
            let b = placed(&cube, 1.2, turn);
            let [least, most] = depth_between(&a, &b, None);
            assert!(most - least < 1e-12);
            assert!(depth_between(&a, &b, Some(0.9 * least))[0] > 0.9 * least);
            assert!(depth_between(&a, &b, Some(1.1 * most))[1] <= 1.1 * most);
        }
    }
}
