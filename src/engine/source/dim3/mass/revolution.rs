//! Moments of a solid of revolution with a ball of radius `r` around it, relative to the middle of the axis y. Its half
//! profile is that of the solid (a triangle for a cone, a rectangle for a cylinder) at the axis, with a strip along
//! every side and a sector of a disc at every vertex, all rotated around y.
//!
//! A piece of the half plane of `(ρ, y)`, with the distance `ρ` from the axis, has after the rotation the volume
//! `2π ∫ρ`, the first moment `2π ∫ρ y` along y, the second moments `2π ∫ρ y²` along y and `π ∫ρ³` along each of x and
//! z.

use super::moments::{Moments, Vector};
use crate::dim3::trig::angle_of;
use crate::double_double::DoubleDouble;

/// A point or vector `(ρ, y)` of the half plane.
type Point = [DoubleDouble; 2];

/// Integrals of a piece: `∫ρ`, `∫ρ y`, `∫ρ y²`, `∫ρ³`.
type Integrals = [DoubleDouble; 4];

/// The half profile: vertices counter-clockwise with ρ to the right and y up, and the outward unit normals of the sides
/// between consecutive vertices, without the side on the axis.
pub(super) struct Profile {
    /// Vertices, from the lower end of the axis to the upper one.
    pub corners: Vec<Point>,
    /// Normals of the sides; side `i` runs from vertex `i` to the next.
    pub normals: Vec<Point>,
}

/// Converts a number to 106 bits.
fn number(x: f64) -> DoubleDouble {
    DoubleDouble::from(x)
}

/// The unit vector of the same direction.
fn unit([x, y]: Point) -> Point {
    let Vector([x, y, _]) = Vector([x, y, DoubleDouble::ZERO]).unit();
    [x, y]
}

impl Profile {
    /// The profile of a cylinder with this radius and half height: bottom, side and top.
    pub fn cylinder(radius: f64, half: f64) -> Self {
        let corners = [[0.0, -half], [radius, -half], [radius, half], [0.0, half]];
        let normals = [[0.0, -1.0], [1.0, 0.0], [0.0, 1.0]];
        Self { corners: corners.map(|p| p.map(number)).into(), normals: normals.map(|n| n.map(number)).into() }
    }

    /// The profile of a cone with this radius and half height: bottom and side.
    pub fn cone(radius: f64, half: f64) -> Self {
        let corners = [[0.0, -half], [radius, -half], [0.0, half]].map(|p| p.map(number));
        let has_side = radius > 0.0 || half > 0.0;
        let side = if has_side { unit([number(half) * 2.0, number(radius)]) } else { [1.0, 0.0].map(number) };
        Self { corners: corners.into(), normals: vec![[0.0, -1.0].map(number), side] }
    }

    /// Moments of the rotated profile with a ball of radius `r` around it, in the profile's unit.
    pub fn moments_with_ball(&self, r: f64) -> Moments {
        let r = number(r);
        let c = &self.corners;
        let mut sum = Integrals::default();
        // The profile itself, as a fan of triangles.
        for i in 2..c.len() {
            add(&mut sum, triangle([c[0], c[i - 1], c[i]]));
        }
        for (i, n) in self.normals.iter().enumerate() {
            // The strip along the side from `p` to `q`, as two triangles.
            let [p, q] = [c[i], c[i + 1]];
            let [above_p, above_q] = [p, q].map(|p: Point| [p[0] + n[0] * r, p[1] + n[1] * r]);
            add(&mut sum, triangle([p, above_p, above_q]));
            add(&mut sum, triangle([p, above_q, q]));
            // The sector ends at the normal of the next side; the last one ends at the axis.
            let next = self.normals.get(i + 1).copied().unwrap_or([0.0, 1.0].map(number));
            add(&mut sum, sector(q, r, *n, next));
        }
        let [rho, rho_y, rho_y_y, rho_cubed] = sum.map(|x| x * DoubleDouble::PI);
        let mut moments = Moments::symmetric(rho * 2.0, [rho_cubed, rho_y_y * 2.0, rho_cubed]);
        moments.first.0[1] = rho_y * 2.0;
        moments
    }
}

/// Adds the integrals of another piece.
fn add(sum: &mut Integrals, other: Integrals) {
    for (sum, x) in sum.iter_mut().zip(other) {
        *sum = *sum + x;
    }
}

/// Integrals over a triangle, by products of barycentric coordinates: `2 A a! b! c! / (a + b + c + 2)!`.
fn triangle([p, q, r]: [Point; 3]) -> Integrals {
    let area = ((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])) * 0.5;
    let rho = [p[0], q[0], r[0]];
    let y = [p[1], q[1], r[1]];
    let one = [number(1.0); 3];
    [[rho, one, one], [rho, y, one], [rho, y, y], [rho, rho, rho]]
        .map(|[f, g, h]| weighted_products(f, g, h) * area / 60.0)
}

/// 60 times the mean over a triangle of the product of three linear functions, given at its vertices.
fn weighted_products(f: [DoubleDouble; 3], g: [DoubleDouble; 3], h: [DoubleDouble; 3]) -> DoubleDouble {
    let mut sum = DoubleDouble::ZERO;
    for (i, f) in f.into_iter().enumerate() {
        for (j, g) in g.into_iter().enumerate() {
            for (k, h) in h.into_iter().enumerate() {
                // `a! b! c!` for the exponents of the barycentric coordinates.
                let equal_pairs = [i == j, j == k, i == k].into_iter().filter(|is_equal| *is_equal).count();
                let weight = match equal_pairs {
                    0 => 1.0,
                    1 => 2.0,
                    _ => 6.0,
                };
                sum = sum + f * g * h * weight;
            }
        }
    }
    sum
}

/// Third power of a number.
fn cube(x: DoubleDouble) -> DoubleDouble {
    x * x * x
}

/// Integrals over a sector of the disc of radius `r` around `c`, counter-clockwise from one unit vector to another.
fn sector([x, y]: Point, r: DoubleDouble, from: Point, to: Point) -> Integrals {
    let cos = from[0] * to[0] + from[1] * to[1];
    let sin = from[0] * to[1] - from[1] * to[0];
    let angle = number(angle_of(cos.to_f64(), sin.to_f64().max(0.0)));
    // A point of the sector is `c + s (cos φ, sin φ)`. `tij` is ∫ cosⁱ sinʲ over the angle `φ`.
    let t10 = to[1] - from[1];
    let t01 = from[0] - to[0];
    let t11 = (to[1] * to[1] - from[1] * from[1]) * 0.5;
    let t20 = (angle + (to[0] * to[1] - from[0] * from[1])) * 0.5;
    let t02 = angle - t20;
    let t12 = (cube(to[1]) - cube(from[1])) / 3.0;
    let t30 = t10 - t12;
    // ∫ sᵏ ds from 0 to r, for k = 1 to 4.
    let [s1, s2, s3, s4] = [r * r / 2.0, cube(r) / 3.0, cube(r) * r / 4.0, cube(r) * r * r / 5.0];
    [
        x * s1 * angle + s2 * t10,
        x * y * s1 * angle + s2 * (x * t01 + y * t10) + s3 * t11,
        x * y * y * s1 * angle + s2 * (x * y * t01 * 2.0 + y * y * t10) + s3 * (x * t02 + y * t11 * 2.0) + s4 * t12,
        cube(x) * s1 * angle + x * x * s2 * t10 * 3.0 + x * s3 * t20 * 3.0 + s4 * t30,
    ]
}
