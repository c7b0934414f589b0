//! Exact comparison of the distance of two bodies with 0, or with another length.
//!
//! The numbers of a scene are dyadic fractions, and the matrix of a rotation by a quaternion `q`, divided by `|q|²`, is
//! rational. So the difference `A − B` of two bodies whose cores have vertices is known without rounding. The code
//! shares nothing with the engine; the judges' own geometry in `f64` is used only for guesses that exact arithmetic
//! verifies.
//!
//! - **Distance.** Wolfe's algorithm (1976) on the vertices of `A − B`; without rounding it terminates, and its last
//!   test is the proof.
//! - **Touching or overlapping.** If the origin is inside a simplex of vertices, only planes that contain the simplex
//!   can support `A − B` there. Projecting along the simplex removes at least one dimension; the test repeats until it
//!   finds a plane, or no dimension is left.
//! - **Shortcut.** Most pairs are clearly separate or clearly overlap. For these, an `f64` search guesses a direction
//!   or a simplex, and exact arithmetic verifies it (`shortcut.rs`); only pairs that neither decides take the full
//!   search.
//! - **Limits.** Shapes that are curved other than by a ball, half-spaces and bodies of several parts are not handled,
//!   nor differences of more than [`MAX_DIFFERENCE_VERTICES`] vertices.

mod nearest;
mod shortcut;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;
use std::collections::HashSet;

use contact_lens_scene::model::{RoundedHull, Shape};
use dashu::integer::IBig;
use dashu::rational::RBig;
use glam::{DQuat, DVec3};

use super::reference_geometry::Placed;
use nearest::{Vector, dot, nearest};

/// Maximum number of candidate vertices of `A − B` over the motion. The judges in `f64` handle larger pairs.
const MAX_DIFFERENCE_VERTICES: usize = 20_000;

/// Maximum number of vertices from which the faces near one direction are made: three of these span a candidate, so the
/// number of candidates grows with the cube.
const MAX_FACE_VERTICES: usize = 24;

/// Reciprocal of the fraction of the difference's extent along a direction within which vertices count as nearly the
/// farthest. A direction computed in `f64` is off by far less.
const NEARLY_FARTHEST_RATIO: u32 = 100_000;

/// Maximum number of points for which each is compared with the hull of the others.
const MAX_COMPARED_POINTS: usize = 150;

/// Point with exact rational coordinates.
type Point = [RBig; 3];

/// Difference of two bodies over a part of their motion, without rotation.
pub struct Pair {
    /// Vertices of A's core at time 0, multiplied by `scale`.
    vertices_a: Vec<Vector>,
    /// Vertices of B's core at time 0, multiplied by `scale`.
    vertices_b: Vec<Vector>,
    /// Displacements of B relative to A at the first and the last time, multiplied by `scale`; one if both are equal.
    displacements: Vec<Vector>,
    /// Positive factor that makes all coordinates integers.
    scale: RBig,
    /// Sum of the radii of the balls around the cores, meters.
    radius: RBig,
    /// Whether the bodies are in the plane z = 0.
    planar: bool,
}

impl Pair {
    /// Builds the difference `A − B` over all positions of the bodies between the times `from` and `to`, seconds, seen
    /// from A. `None` when a body is no polytope with a ball around it, when there are too many vertices, when a number
    /// is not finite, or when a rotation is 0.
    pub fn new(a: &Placed, b: &Placed, [from, to]: [f64; 2]) -> Option<Self> {
        let first = Core::of(a)?;
        let second = Core::of(b)?;
        let times = if from == to { vec![from] } else { vec![from, to] };
        if first.points.is_empty() || second.points.is_empty() {
            return None;
        }
        let pairs = first.points.len().saturating_mul(second.points.len());
        if pairs.saturating_mul(times.len()) > MAX_DIFFERENCE_VERTICES {
            return None;
        }
        let velocity_a = exact_point(a.velocity)?;
        let velocity_b = exact_point(b.velocity)?;
        let mut offsets: Vec<Point> = Vec::new();
        for time in times {
            let t = exact_number(time)?;
            offsets.push([0, 1, 2].map(|k| (&velocity_b[k] - &velocity_a[k]) * &t));
        }
        // Scaled to integers before the subtraction: there are many differences, and each fraction would need a gcd.
        let scaled = to_integers(&[&first.points[..], &second.points, &offsets].concat());
        let (first_points, others) = scaled.points.split_at(first.points.len());
        let (second_points, displacements) = others.split_at(second.points.len());
        Some(Self {
            vertices_a: first_points.to_vec(),
            vertices_b: second_points.to_vec(),
            displacements: displacements.to_vec(),
            scale: scaled.scale,
            radius: first.radius + second.radius,
            planar: a.is_planar() || b.is_planar(),
        })
    }

    /// Returns all candidate vertices of the difference `A − B` of the cores, multiplied by `scale`.
    fn points(&self) -> Vec<Vector> {
        let count = self.vertices_a.len() * self.vertices_b.len() * self.displacements.len();
        let mut points = Vec::with_capacity(count);
        for displacement in &self.displacements {
            for p in self.vertices_a.iter().map(|p| nearest::minus(p, displacement)) {
                points.extend(self.vertices_b.iter().map(|q| nearest::minus(&p, q)));
            }
        }
        points
    }

    /// Sign of the signed distance: `Less` for an overlap, `Equal` for bodies that only touch.
    pub fn sign(&self) -> Ordering {
        self.compare_distance(0.0)
    }

    /// Compares the least distance over the motion with a length ≥ 0, meters. Overlapping bodies compare as less, and a
    /// length that is not finite counts as 0.
    pub fn compare_distance(&self, length: f64) -> Ordering {
        let least = &self.radius + exact_number(length).unwrap_or(RBig::ZERO);
        self.shortcut(&least).unwrap_or_else(|| self.full_search(least))
    }

    /// Compares the distance of the cores with `least`, meters, by a search over all vertices of the difference.
    fn full_search(&self, least: RBig) -> Ordering {
        let points = self.points();
        let found = nearest(&points);
        let square = dot(&found.numerator, &found.numerator);
        if square == IBig::ZERO && least == RBig::ZERO {
            return if self.is_solid(points) { Ordering::Less } else { Ordering::Equal };
        }
        let bound = least * &self.scale * RBig::from(found.denominator);
        RBig::from(square).cmp(&(&bound * &bound))
    }

    /// Whether the bodies are shown to overlap by at most `depth`, meters, by a direction along which a translation by
    /// `depth` separates them: `n`, or the normal of a face of the difference whose vertices are nearly the farthest
    /// along `n`.
    pub fn is_no_deeper(&self, depth: f64, n: DVec3) -> bool {
        let Some(n) = exact_point(n) else { return false };
        let Some(depth) = exact_number(depth) else { return false };
        // With `far` for the largest dot product of a vertex and n: far / (scale |n|) + radius ≤ depth.
        let largest = (depth - &self.radius) * &self.scale;
        let directions = to_integers(&[n]).points;
        let points = self.points();
        is_support_at_most(&points, &largest, &directions[0])
            || self.face_normals(&points, &directions[0]).any(|normal| is_support_at_most(&points, &largest, &normal))
    }

    /// Returns the normals, on the side of `direction`, of all planes (in the plane, lines) through vertices that are
    /// nearly the farthest along it.
    fn face_normals(&self, points: &[Vector], direction: &Vector) -> impl Iterator<Item = Vector> {
        let heights: Vec<IBig> = points.iter().map(|p| dot(direction, p)).collect();
        let top = heights.iter().max().cloned().unwrap_or_default();
        let span = &top - heights.iter().min().cloned().unwrap_or_default();
        let mut high: Vec<Vector> = Vec::new();
        for (p, height) in points.iter().zip(&heights) {
            // Multiplied instead of divided, which would not be exact.
            let is_high = (&top - height) * IBig::from(NEARLY_FARTHEST_RATIO) <= span;
            if high.len() < MAX_FACE_VERTICES && is_high && !high.contains(p) {
                high.push(p.clone());
            }
        }
        let normals: Vec<Vector> = if self.planar {
            let z_axis = [IBig::ZERO, IBig::ZERO, IBig::ONE];
            nearest::pairs(&high).map(|[p, q]| nearest::cross(&nearest::minus(q, p), &z_axis)).collect()
        } else {
            nearest::triples(&high).map(|[p, q, r]| nearest::normal(p, q, r)).collect()
        };
        let direction = direction.clone();
        let nonzero = normals.into_iter().filter(|n| n.iter().any(|x| *x != IBig::ZERO));
        nonzero.map(move |n| if dot(&n, &direction) < IBig::ZERO { n.map(|x| -x) } else { n })
    }

    /// Whether the origin is strictly inside the difference of the cores, given that the difference contains it.
    fn is_solid(&self, mut points: Vec<Vector>) -> bool {
        let mut dimensions = if self.planar { 2 } else { 3 };
        loop {
            // Points at the origin exclude no plane.
            points.retain(|p| p.iter().any(|x| *x != IBig::ZERO));
            if points.is_empty() {
                return dimensions == 0;
            }
            let found = nearest(&points);
            if found.numerator.iter().any(|x| *x != IBig::ZERO) {
                return false;
            }
            // The origin is inside the simplex: project along the directions that its vertices span. The last vertex is
            // left out, since it is a combination of the others.
            let mut span = found.simplex;
            span.pop();
            while let Some(along) = span.pop() {
                span = span.iter().map(|p| nearest::reject(p, &along)).collect();
                points = points.iter().map(|p| nearest::reject(p, &along)).collect();
                dimensions -= 1;
            }
        }
    }
}

/// Whether no point is farther along a direction than a length, in the unit of the points; false without points. The
/// direction `d` has no unit length, and a square root would not be exact: `far ≤ length |d|` is decided by the signs
/// of both sides and, when the signs agree, by their squares.
fn is_support_at_most(points: &[Vector], length: &RBig, direction: &Vector) -> bool {
    let Some(far) = points.iter().map(|p| dot(direction, p)).max() else { return false };
    let far = RBig::from(far);
    let size = RBig::from(dot(direction, direction));
    let is_far_positive = far > RBig::ZERO;
    let is_length_negative = *length < RBig::ZERO;
    if is_far_positive && is_length_negative {
        return false;
    }
    if !is_far_positive && !is_length_negative {
        return true;
    }
    let far_square = &far * &far;
    let length_square = length * length * size;
    // The larger square belongs to the smaller one of two negative sides.
    if is_far_positive { far_square <= length_square } else { far_square >= length_square }
}

/// Counts the vertices of the convex hull of points; equal points count once. `None` when there are more than
/// [`MAX_COMPARED_POINTS`] points, or one is not finite.
pub fn count_hull_vertices(points: &[[f64; 3]]) -> Option<u32> {
    if points.len() > MAX_COMPARED_POINTS {
        return None;
    }
    let exact: Vec<Point> = points.iter().map(|p| exact_point(DVec3::from_array(*p))).collect::<Option<_>>()?;
    let mut all = to_integers(&exact).points;
    let mut seen = HashSet::new();
    all.retain(|p| seen.insert(p.clone()));
    Some((0..all.len()).filter(|i| is_hull_vertex(*i, &all)).count() as u32)
}

/// Whether the point with the index `i` is outside the hull of the other ones.
fn is_hull_vertex(i: usize, all: &[Vector]) -> bool {
    let others = all.iter().enumerate().filter(|(j, _)| *j != i);
    let others: Vec<Vector> = others.map(|(_, q)| nearest::minus(q, &all[i])).collect();
    others.is_empty() || nearest(&others).numerator.iter().any(|x| *x != IBig::ZERO)
}

/// Convex body as the hull of points, inflated by a ball.
struct Core {
    /// Points, in the frame of the body or of the world, meters.
    points: Vec<Point>,
    /// Radius of the ball, meters.
    radius: RBig,
}

impl Core {
    /// Core in the world frame; `None` as for [`Core::local`], and when a number is not finite or the rotation is 0.
    fn of(body: &Placed) -> Option<Self> {
        let local = Self::local(body.shape)?;
        let rotation = rotation(body.quaternion)?;
        let position = exact_point(body.position)?;
        let points = local.points.iter().map(|p| {
            let rotated = product(&rotation, p);
            [0, 1, 2].map(|k| &rotated[k] + &position[k])
        });
        Some(Self { points: points.collect(), radius: local.radius + exact_number(body.margin)? })
    }

    /// Core in the body's own frame; `None` for shapes that are curved other than by a ball, for half-spaces, for
    /// bodies of several parts, and for meshes that were not read.
    fn local(shape: &Shape) -> Option<Self> {
        if let Shape::Affine { matrix, offset, shape } = shape {
            return Self::local(shape)?.mapped(matrix, offset);
        }
        if let Shape::Inflate { radius, shape } = shape {
            let core = Self::local(shape)?;
            return Some(Self { radius: core.radius + exact_number(*radius)?, ..core });
        }
        let RoundedHull { points, radius } = shape.rounded_hull()?;
        let points = points.into_iter().map(|p| exact_point(DVec3::from_array(p))).collect::<Option<_>>()?;
        Some(Self { points, radius: exact_number(radius)? })
    }

    /// Core after the affine map `matrix · p + offset`, `matrix` by rows; `None` with a ball, which would become an
    /// ellipsoid, and for numbers that are not finite.
    fn mapped(self, matrix: &[[f64; 3]; 3], offset: &[f64; 3]) -> Option<Self> {
        if self.radius != RBig::ZERO {
            return None;
        }
        let offset = exact_point(DVec3::from_array(*offset))?;
        let rows = matrix.iter().map(|row| exact_point(DVec3::from_array(*row))).collect::<Option<Vec<_>>>()?;
        let rows: [Point; 3] = rows.try_into().ok()?;
        let mapped = self.points.iter().map(|p| product(&rows, p));
        let points = mapped.map(|p| [0, 1, 2].map(|k| &p[k] + &offset[k])).collect();
        Some(Self { points, radius: RBig::ZERO })
    }
}

/// Exact value of a number; `None` unless finite.
fn exact_number(x: f64) -> Option<RBig> {
    RBig::try_from(x).ok()
}

/// Exact coordinates of a point; `None` unless finite.
fn exact_point(v: DVec3) -> Option<Point> {
    Some([exact_number(v.x)?, exact_number(v.y)?, exact_number(v.z)?])
}

/// Product of a matrix, as its rows, and a vector.
fn product(rows: &[Point; 3], p: &Point) -> Point {
    [0, 1, 2].map(|k| &rows[k][0] * &p[0] + &rows[k][1] * &p[1] + &rows[k][2] * &p[2])
}

/// Rows of the rotation matrix of `q / |q|`; `None` for q = 0 and unless finite.
fn rotation(q: DQuat) -> Option<[Point; 3]> {
    let [x, y, z, w] = [exact_number(q.x)?, exact_number(q.y)?, exact_number(q.z)?, exact_number(q.w)?];
    let square = &x * &x + &y * &y + &z * &z + &w * &w;
    if square == RBig::ZERO {
        return None;
    }
    let one = RBig::ONE;
    let twice = RBig::from(2) / square;
    // Products of two components, times 2 / |q|².
    let [xx, xy, xz, xw] = [&x, &y, &z, &w].map(|a| &twice * (&x * a));
    let [yy, yz, yw] = [&y, &z, &w].map(|a| &twice * (&y * a));
    let [zz, zw] = [&z, &w].map(|a| &twice * (&z * a));
    Some([
        [&one - (&yy + &zz), &xy - &zw, &xz + &yw],
        [&xy + &zw, &one - (&xx + &zz), &yz - &xw],
        [&xz - &yw, &yz + &xw, &one - (&xx + &yy)],
    ])
}

/// Points multiplied by a common factor.
struct ScaledPoints {
    points: Vec<Vector>,
    /// Positive factor of all coordinates.
    scale: RBig,
}

/// Scales points by a positive factor that makes all coordinates integers.
fn to_integers(points: &[Point]) -> ScaledPoints {
    let mut scale = RBig::ONE;
    for x in points.iter().flatten() {
        let scaled = x * &scale;
        scale *= RBig::from(scaled.denominator().clone());
    }
    let scaled = points.iter().map(|p| p.each_ref().map(|x| (x * &scale).numerator().clone()));
    ScaledPoints { points: scaled.collect(), scale }
}
