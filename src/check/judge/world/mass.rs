//! Mass properties of 2D bodies as the judge computes them: area, center and second moment of a uniform shape, by line
//! integrals around its outline. The outline is divided into segments and short arcs, each integrated by Gauss
//! quadrature.

use std::f64::consts::TAU;

use contact_lens_scene::model::{Axis, Body, Motion, RoundedHull, Shape, ShapeSpace};
use glam::DVec2;

/// Mass properties of a body; static and kinematic bodies have neither mass nor inertia.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mass {
    /// Mass, kilograms; 0 for a body that is not dynamic.
    pub mass: f64,
    /// Moment of inertia about the center of mass, kg m²; 0 for a body that is not dynamic.
    pub inertia: f64,
    /// Center of mass, body frame, meters.
    pub center: DVec2,
    /// Upper bound of the bounding radius around the body's origin, meters, for rounding errors; of a half-space the
    /// distance of its plane.
    pub bounding_radius: f64,
}

/// Integrals over the inside of a shape: of 1, of (x, y), and of x² + y².
#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    /// Area of the shape, m².
    area: f64,
    /// Integral of (x, y), m³.
    first: DVec2,
    /// Integral of x² + y², m⁴.
    second: f64,
}

/// Nodes and weights (in this order) of Gauss-Legendre quadrature on [−1, 1]: exact for polynomials of degree 9 or
/// less.
const GAUSS: [(f64, f64); 5] = [
    (0.0, 0.568_888_888_888_888_9),
    (0.538_469_310_105_683_1, 0.478_628_670_499_366_47),
    (-0.538_469_310_105_683_1, 0.478_628_670_499_366_47),
    (0.906_179_845_938_664, 0.236_926_885_056_189_08),
    (-0.906_179_845_938_664, 0.236_926_885_056_189_08),
];

/// Maximum angle of an arc piece, radians; its integrals are then exact to rounding.
const MAX_ARC: f64 = 0.1;

impl Moments {
    /// Adds the line integrals along a part of the outline with this position and derivative, for t from 0 to 1. By
    /// Green's theorem, the integral of (x dy − y dx) / 2 around the outline is the area, and the other moments have
    /// similar integrals.
    fn add_line_integral(&mut self, position: impl Fn(f64) -> DVec2, derivative: impl Fn(f64) -> DVec2) {
        for (node, weight) in GAUSS {
            let t = 0.5 * (node + 1.0);
            let weight = 0.5 * weight;
            let p = position(t);
            let d = derivative(t) * weight;
            self.area += 0.5 * (p.x * d.y - p.y * d.x);
            self.first += DVec2::new(0.5 * p.x * p.x * d.y, -0.5 * p.y * p.y * d.x);
            self.second += (p.x.powi(3) * d.y - p.y.powi(3) * d.x) / 3.0;
        }
    }
}

/// Planar shape as the hull of points, extended by a disk.
struct RoundedPolygon {
    /// Points, shape frame, meters.
    points: Vec<DVec2>,
    /// Radius of the disk, meters.
    radius: f64,
}

/// Returns a shape as a rounded polygon; `None` for shapes without a planar form.
fn rounded_polygon(shape: &Shape) -> Option<RoundedPolygon> {
    if shape.kind().space == ShapeSpace::Space {
        return None;
    }
    if let Shape::Capsule { radius, half_height, axis } = shape {
        let end = match axis {
            Axis::X => DVec2::X,
            Axis::Y => DVec2::Y,
            Axis::Z => return None,
        } * *half_height;
        return Some(RoundedPolygon { points: vec![-end, end], radius: *radius });
    }
    if let Shape::Inflate { radius, shape } = shape {
        let inner = rounded_polygon(shape)?;
        return Some(RoundedPolygon { radius: inner.radius + radius, ..inner });
    }
    let RoundedHull { points, radius } = shape.rounded_hull()?;
    Some(RoundedPolygon { points: in_plane(&points), radius })
}

/// Convex hull, counter-clockwise, by Andrew's monotone chains; collinear vertices are dropped.
fn hull(mut points: Vec<DVec2>) -> Vec<DVec2> {
    points.sort_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let mut vertices = half_hull(points.iter().copied());
    vertices.extend(half_hull(points.iter().rev().copied()));
    vertices
}

/// Arc of directions, counter-clockwise.
struct DirectionArc {
    /// Angle of the first direction, radians.
    start: f64,
    /// Angle from the first direction to the last one, radians, ≥ 0.
    extent: f64,
}

/// Outward normals at the vertex after side `i` of a hull: from the normal of this side to that of the next one; all
/// directions for a single point.
fn normals_at_vertex(hull: &[DVec2], i: usize) -> DirectionArc {
    if hull.len() == 1 {
        return DirectionArc { start: 0.0, extent: TAU };
    }
    let from = outward_normal(hull, i);
    let to = outward_normal(hull, (i + 1) % hull.len());
    let angle = from.perp_dot(to).atan2(from.dot(to));
    DirectionArc { start: from.to_angle(), extent: if angle < 0.0 { angle + TAU } else { angle } }
}

/// Integrals over a hull inflated by a disk, with coordinates relative to `origin`.
fn moments(hull: &[DVec2], radius: f64, origin: DVec2) -> Moments {
    let mut sum = Moments::default();
    let count = hull.len();
    for i in 0..count {
        if count > 1 {
            let from = hull[i] + outward_normal(hull, i) * radius - origin;
            let along = hull[(i + 1) % count] - hull[i];
            sum.add_line_integral(|t| from + along * t, |_| along);
        }
        if radius > 0.0 {
            let corner = hull[(i + 1) % count] - origin;
            let DirectionArc { start, extent } = normals_at_vertex(hull, i);
            let pieces = (extent / MAX_ARC).ceil().max(1.0);
            let step = extent / pieces;
            for piece in 0..pieces as u32 {
                let piece = f64::from(piece);
                sum.add_line_integral(
                    |t| corner + DVec2::from_angle(start + step * (piece + t)) * radius,
                    |t| DVec2::from_angle(start + step * (piece + t)).perp() * (radius * step),
                );
            }
        }
    }
    sum
}

impl Mass {
    /// Computes the mass properties of a scene's body; `None` when it has no planar form, when its mass is undefined,
    /// and for a half-space that is not static.
    pub fn of(body: &Body) -> Option<Self> {
        if let Shape::HalfSpace { offset, .. } = &body.shape {
            let massless = Self { mass: 0.0, inertia: 0.0, center: DVec2::ZERO, bounding_radius: offset.abs() };
            return (body.dynamics.motion == Motion::Static).then_some(massless);
        }
        let rounded = rounded_polygon(&body.shape)?;
        let hull = hull(rounded.points);
        let radius = rounded.radius + body.margin;
        let origin = *hull.first()?;
        let sum = moments(&hull, radius, origin);
        let has_area = hull.len() > 2 || radius > 0.0;
        // A shape without area is a rod between the first and the last vertex, or a point.
        let rod = *hull.last()? - origin;
        let offset = if has_area { sum.first / sum.area } else { 0.5 * rod };
        // Moment of inertia about the center of mass, per mass.
        let spread =
            if has_area { sum.second / sum.area - offset.length_squared() } else { rod.length_squared() / 12.0 };
        let center = origin + offset;
        let bounding_radius = radius + hull.iter().map(|corner| corner.length()).fold(0.0, f64::max);
        if body.dynamics.motion != Motion::Dynamic {
            return Some(Self { mass: 0.0, inertia: 0.0, center, bounding_radius });
        }
        let mass = match body.dynamics.mass {
            Some(mass) => mass,
            None if has_area => body.dynamics.density.unwrap_or(1.0) * sum.area,
            // A rod has no area, so its density defines no mass.
            None => return None,
        };
        Some(Self { mass, inertia: body.dynamics.inertia.unwrap_or(mass * spread), center, bounding_radius })
    }
}

/// Drops the third coordinate of points.
fn in_plane(points: &[[f64; 3]]) -> Vec<DVec2> {
    points.iter().map(|[x, y, _]| DVec2::new(*x, *y)).collect()
}

/// Lower half of the hull of sorted points, without the last vertex; the upper half for points in reverse.
fn half_hull(points: impl Iterator<Item = DVec2>) -> Vec<DVec2> {
    let mut chain: Vec<DVec2> = Vec::new();
    for p in points {
        while let [.., a, b] = chain[..]
            && (b - a).perp_dot(p - b) <= 0.0
        {
            chain.pop();
        }
        chain.push(p);
    }
    chain.pop();
    chain
}

/// Outward unit normal of side `i` of a counter-clockwise hull.
fn outward_normal(hull: &[DVec2], i: usize) -> DVec2 {
    -(hull[(i + 1) % hull.len()] - hull[i]).normalize_or_zero().perp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(shape: Shape, margin: f64) -> Mass {
        Mass::of(&Body { margin, ..Body::new("x", shape) }).unwrap()
    }

    #[test]
    fn masses_of_known_shapes() {
        let near = |found: Mass, mass: f64, inertia: f64, center: DVec2| {
            assert!((found.mass - mass).abs() < 1e-12 * mass, "{found:?}, {mass}");
            assert!((found.inertia - inertia).abs() < 1e-12 * inertia, "{found:?}, {inertia}");
            assert!((found.center - center).length() < 1e-12, "{found:?}, {center}");
        };
        let pi = std::f64::consts::PI;
        near(of(Shape::Circle { radius: 2.0 }, 0.0), 4.0 * pi, 8.0 * pi, DVec2::ZERO);
        near(of(Shape::Rectangle { half_extents: [1.0, 2.0] }, 0.0), 8.0, 8.0 * (4.0 + 16.0) / 12.0, DVec2::ZERO);
        let triangle = Shape::Polygon { points: vec![[5.0, 5.0], [8.0, 5.0], [5.0, 9.0]] };
        near(of(triangle, 0.0), 6.0, 6.0 * (9.0 + 16.0) / 18.0, DVec2::new(6.0, 19.0 / 3.0));
        // A strip and two half discs, each about the middle of the whole.
        let r = 0.5;
        let l = 3.0;
        let strip = 2.0 * r * l;
        let discs = pi * r * r;
        let half = 4.0 * r / (3.0 * pi);
        let disc = discs * (0.5 * r * r - half * half + (0.5 * l + half) * (0.5 * l + half));
        let inertia = strip * (l * l + 4.0 * r * r) / 12.0 + disc;
        near(
            of(Shape::Capsule { radius: r, half_height: 0.5 * l, axis: Axis::X }, 0.0),
            strip + discs,
            inertia,
            DVec2::ZERO,
        );
        let square = of(Shape::Rectangle { half_extents: [1.0, 1.0] }, 0.25);
        assert!((square.mass - (4.0 + 8.0 * 0.25 + pi * 0.0625)).abs() < 1e-12, "{square:?}");
    }
}
