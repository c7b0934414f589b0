//! Drawable form of the frustum: the polygon of each of its planes, clipped to a box around the bodies and the eye.

use contact_lens_model::snapshot::frustum::HalfSpace;
use contact_lens_picture::Solid;
use glam::DVec3;

use super::{CullContext, Problem, Side};

/// Frustum in world coordinates, as it is drawn.
pub(super) struct Region {
    /// Planes of the problem, world.
    planes: [Option<HalfSpace>; 6],
    /// Polygon of each plane, counter-clockwise from outside.
    pub faces: [Vec<DVec3>; 6],
    /// Half the diagonal of the enlarged box around the bodies and the eye, meters; lengths of marks are scaled by it.
    pub size: f64,
}

/// Factor by which the scene's box is enlarged before the frustum is clipped behind it.
const BOX_SCALE: f64 = 1.15;

/// Distance of the walls that clip the frustum from the middle of the scene, in sizes of the scene.
const WALL_DISTANCE: f64 = 2.5;

/// Half the side of a plane's square before it is clipped, in sizes of the scene: beyond all walls.
const PLANE_HALF_SIDE: f64 = 8.0;

/// Distance below which points coincide or lie on a plane, in sizes of the scene.
const COINCIDENT: f64 = 1e-6;

/// Least size of a scene, meters, so that the polygons of a scene that is a single point are not empty.
const LEAST_SIZE: f64 = 1e-9;

/// Ball around points.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoundingBall {
    /// Center, world, meters.
    pub center: DVec3,
    /// Radius, meters.
    pub radius: f64,
}

impl BoundingBall {
    /// Whether a smaller ball is inside this one.
    pub fn contains(&self, other: &Self) -> bool {
        other.radius < self.radius && self.center.distance(other.center) < self.radius - other.radius
    }
}

impl Region {
    /// Computes the polygons of the planes of a problem, which are in the frame of the engine.
    pub fn new(problem: &Problem, context: &CullContext) -> Self {
        let planes = problem.planes.map(|plane| {
            let HalfSpace { normal, offset } = plane?;
            Some(HalfSpace { normal, offset: offset - normal.dot(context.home) })
        });
        let points = context.solids.iter().flat_map(|solid| &solid.vertices).chain([&context.viewer.at]);
        let low = points.clone().copied().reduce(DVec3::min).unwrap_or_default();
        let high = points.copied().reduce(DVec3::max).unwrap_or_default();
        let middle = 0.5 * (low + high);
        let half = 0.5 * (high - low) * BOX_SCALE;
        let size = half.length().max(LEAST_SIZE);
        // A distant far plane would make the scene tiny, so the frustum is clipped behind the bodies and open there.
        let walls = [DVec3::X, DVec3::Y, DVec3::Z].into_iter().flat_map(|axis| {
            [axis, -axis].map(|n| HalfSpace { normal: n, offset: WALL_DISTANCE * size - n.dot(middle) })
        });
        let walls: Vec<HalfSpace> = walls.chain(context.viewer.far_plane(middle, half)).collect();
        let faces = Side::ALL.map(|side| {
            let Some(plane) = planes[side.index()] else { return Vec::new() };
            let others = planes.iter().flatten().copied().filter(|other| *other != plane);
            plane_polygon(&plane, others.chain(walls.iter().copied()), middle, PLANE_HALF_SIDE * size)
        });
        Self { planes, faces, size }
    }

    /// Plane of a side, world; `None` if the frustum has none.
    pub fn plane(&self, side: Side) -> Option<HalfSpace> {
        self.planes[side.index()]
    }

    /// Ball around the drawn frustum.
    pub fn ball(&self) -> BoundingBall {
        ball(self.faces.iter().flatten().copied())
    }

    /// Surface of the frustum; open where it is clipped, without an edge there.
    pub fn solid(&self) -> Solid {
        let mut solid = Solid::default();
        for face in self.faces.iter().filter(|face| face.len() >= 3) {
            let mut corners: Vec<u32> = Vec::new();
            for p in face {
                let index = self.vertex_index(&mut solid.vertices, *p);
                if corners.last() != Some(&index) && corners.first() != Some(&index) {
                    corners.push(index);
                }
            }
            if corners.len() >= 3 {
                solid.faces.push(corners);
            }
        }
        self.add_creases(&mut solid);
        solid
    }

    /// Index of the first vertex that coincides with `p`, which is added if there is none.
    fn vertex_index(&self, vertices: &mut Vec<DVec3>, p: DVec3) -> u32 {
        let existing = vertices.iter().position(|v| v.distance(p) < COINCIDENT * self.size);
        let index = existing.unwrap_or_else(|| {
            vertices.push(p);
            vertices.len() - 1
        });
        index as u32
    }

    /// Adds the edges in which two planes of the frustum intersect; an edge where the frustum is clipped is none.
    fn add_creases(&self, solid: &mut Solid) {
        for face in &solid.faces {
            for (k, &i) in face.iter().enumerate() {
                let j = face[(k + 1) % face.len()];
                let ends = [i, j].map(|end| solid.vertices[end as usize]);
                let contains_both =
                    |plane: &HalfSpace| ends.iter().all(|p| plane.signed_distance(*p).abs() < COINCIDENT * self.size);
                let plane_count = self.planes.iter().flatten().filter(|plane| contains_both(plane)).count();
                let edge = [i.min(j), i.max(j)];
                if plane_count >= 2 && !solid.creases.contains(&edge) {
                    solid.creases.push(edge);
                }
            }
        }
    }
}

/// Ball around the bounding box of points; a point at the origin without points.
pub(super) fn ball(points: impl Iterator<Item = DVec3> + Clone) -> BoundingBall {
    let low = points.clone().reduce(DVec3::min).unwrap_or_default();
    let high = points.reduce(DVec3::max).unwrap_or_default();
    BoundingBall { center: 0.5 * (low + high), radius: 0.5 * (high - low).length() }
}

/// Part of a plane inside all other half-spaces, as a polygon, counter-clockwise from outside: a square around the
/// projection of `middle` with sides of twice `half_side`, meters, clipped by the half-spaces.
fn plane_polygon(
    plane: &HalfSpace,
    others: impl Iterator<Item = HalfSpace>,
    middle: DVec3,
    half_side: f64,
) -> Vec<DVec3> {
    let center = middle - plane.normal * plane.signed_distance(middle);
    let (u, v) = plane.normal.any_orthonormal_pair();
    // The order is clockwise around the inward normal.
    let start = [(-1.0, -1.0), (-1.0, 1.0), (1.0, 1.0), (1.0, -1.0)];
    let mut polygon: Vec<DVec3> = start.map(|(x, y)| center + (u * x + v * y) * half_side).to_vec();
    for other in others {
        polygon = clip(&polygon, &|p| other.signed_distance(p));
    }
    polygon
}

/// Clips a convex polygon to the side of a line or plane where the linear function `inside` is not negative.
pub(super) fn clip(polygon: &[DVec3], inside: &dyn Fn(DVec3) -> f64) -> Vec<DVec3> {
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    for (k, &a) in polygon.iter().enumerate() {
        let b = polygon[(k + 1) % polygon.len()];
        let p = inside(a);
        let q = inside(b);
        if p >= 0.0 {
            kept.push(a);
        }
        if (p < 0.0) != (q < 0.0) && p != q {
            kept.push(a.lerp(b, p / (p - q)));
        }
    }
    kept
}
