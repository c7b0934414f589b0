//! Heights of child shapes above a half-space, and the selection of those that can decide a query.

use contact_lens_scene::model::{Ask, Body, CastMethod, Shape};
use glam::{DMat3, DQuat, DVec3};

use super::super::parts::bounds_of;
use super::super::{QueryError, misdirected};

/// Maximum number of child shapes evaluated where the lowest one decides: those of the same height, to rounding.
const MAX_LOWEST_CHILDREN: usize = 64;

/// Maximum number of child shapes of a rotating body; each is cast on its own.
const MAX_ROTATING_CHILDREN: usize = 4096;

/// Rounding error of heights in `f32`, relative to the largest coordinate, with a factor of about 80 to spare.
const HEIGHT_ROUNDING: f64 = 1.0e-5;

/// A child shape and its height above the half-space.
pub struct PartHeight {
    /// Path of the child shape, outermost index first.
    pub path: Vec<u32>,
    /// Signed distance of the lowest point from the surface, margins included, meters; negative below the surface. −∞
    /// for a shape that is invalid in this precision: it is evaluated first and rejected there.
    height: f64,
}

/// Child shapes that can decide the result, lowest first.
pub struct LowestChildren {
    pub heights: Vec<PartHeight>,
    /// Number of all child shapes.
    pub parts: usize,
    /// Number of one-sided triangles skipped because they face away from the half-space.
    pub skipped: usize,
}

/// Selects the child shapes of `body` that can decide the query `ask` about it and the half-space `plane`, both at
/// their world poses.
///
/// # Errors
/// `plane` is not a half-space, or `body` rotates and has too many child shapes.
pub fn lowest_children(ask: &Ask, plane: &Body, body: &Body) -> Result<LowestChildren, QueryError> {
    let Shape::HalfSpace { normal, offset } = &plane.shape else { return Err(misdirected()) };
    let normal = plane.unit_rotation() * DVec3::from_array(*normal).normalize_or_zero();
    let surface = normal.dot(DVec3::from(plane.position)) + offset + plane.margin;
    let away = match ask {
        Ask::Cast { .. } => velocity(plane) - velocity(body),
        _ => normal,
    };
    let mut measured =
        MeasuredHeights { normal, surface, away, heights: Vec::new(), size: surface.abs(), parts: 0, skipped: 0 };
    for piece in body.shape.pieces() {
        let position = DVec3::from(body.position) + body.unit_rotation() * piece.position;
        let rotation = body.unit_rotation() * piece.rotation;
        if let Some((vertices, triangles)) = piece.shape.surface() {
            let one_sided = matches!(piece.shape, Shape::TriangleMesh { one_sided: true, .. });
            let corners: Vec<DVec3> = vertices.iter().map(|p| position + rotation * DVec3::from_array(*p)).collect();
            measured.add_triangles(&piece.path, &corners, &triangles, one_sided, body.margin);
        } else {
            let mut child = Body { margin: body.margin, ..Body::new(String::new(), piece.shape.clone()) };
            child.set_pose(position.to_array(), rotation.to_array());
            measured.add_convex(piece.path, &child);
        }
    }
    let MeasuredHeights { heights, size, parts, skipped, .. } = measured;
    Ok(LowestChildren { heights: keep_deciding(ask, heights, HEIGHT_ROUNDING * size, body)?, parts, skipped })
}

/// Heights of the child shapes that have been measured so far.
struct MeasuredHeights {
    /// Outward unit normal of the half-space, world frame.
    normal: DVec3,
    /// Coordinate of the half-space's surface along `normal`, margin included, meters.
    surface: f64,
    /// Direction away from the half-space, world frame, of any length: the half-space's normal, or in a cast its
    /// velocity relative to the body. A one-sided triangle whose normal has a positive component along it faces away.
    away: DVec3,
    heights: Vec<PartHeight>,
    /// Largest magnitude of a coordinate along `normal`, meters.
    size: f64,
    /// Number of child shapes, skipped ones included.
    parts: usize,
    /// Number of one-sided triangles skipped because they face away from the half-space.
    skipped: usize,
}

impl MeasuredHeights {
    /// Measures a convex child shape at its world pose.
    fn add_convex(&mut self, path: Vec<u32>, child: &Body) {
        let [low, _] = bounds_of(child, rotation_with_x_axis(self.normal));
        self.parts += 1;
        if low.x.is_finite() {
            self.size = self.size.max(low.x.abs());
        }
        self.heights.push(PartHeight { path, height: low.x - self.surface });
    }

    /// Measures each triangle of a surface; `corners` are the vertices of the surface in the world frame.
    fn add_triangles(&mut self, path: &[u32], corners: &[DVec3], triangles: &[[u32; 3]], one_sided: bool, margin: f64) {
        let normal = self.normal;
        self.size = corners.iter().fold(self.size, |size, p| size.max(normal.dot(*p).abs()));
        for (i, triangle) in triangles.iter().enumerate() {
            let [a, b, c] = triangle.map(|corner| corners[corner as usize]);
            self.parts += 1;
            if one_sided && (b - a).cross(c - a).dot(self.away) > 0.0 {
                self.skipped += 1;
                continue;
            }
            let low = normal.dot(a).min(normal.dot(b)).min(normal.dot(c)) - margin;
            let path = path.iter().copied().chain([i as u32]).collect();
            self.heights.push(PartHeight { path, height: low - self.surface });
        }
    }
}

/// Keeps those of `children` that can decide the query, lowest first. Heights have the rounding error `slack`, meters.
///
/// - Contacts: all child shapes within the contact margin, and always the lowest ones.
/// - Casts of a rotating body: all child shapes, since a rotation can bring any of them down first.
/// - Other queries: the lowest child shapes, equal to rounding.
///
/// # Errors
/// A rotating body has more than [`MAX_ROTATING_CHILDREN`] child shapes.
fn keep_deciding(
    ask: &Ask,
    mut children: Vec<PartHeight>,
    slack: f64,
    body: &Body,
) -> Result<Vec<PartHeight>, QueryError> {
    children.sort_by(|p, q| p.height.total_cmp(&q.height));
    let lowest = children.first().map_or(0.0, |lowest| lowest.height) + slack;
    if let Ask::Manifold { options, .. } = ask {
        let highest_contact = (options.margin() + slack).max(lowest);
        children.retain(|child| child.height <= highest_contact);
        return Ok(children);
    }
    if let Ask::Cast { options, .. } = ask
        && options.method == CastMethod::Advance
        && body.angular_velocity() != [0.0; 3]
    {
        if children.len() > MAX_ROTATING_CHILDREN {
            let message = format!(
                "The rotating body has {} child shapes; over a half-space it may have at most \
                 {MAX_ROTATING_CHILDREN}.",
                children.len()
            );
            return Err(QueryError::new("", message));
        }
        return Ok(children);
    }
    children.retain(|child| child.height <= lowest);
    children.truncate(MAX_LOWEST_CHILDREN);
    Ok(children)
}

/// Rotation that maps the x axis to the unit vector `n`; the other axes are arbitrary.
fn rotation_with_x_axis(n: DVec3) -> DQuat {
    let (y, z) = n.any_orthonormal_pair();
    let axes = DMat3::from_cols(n, y, z);
    // A rotation needs right-handed axes.
    let right_handed = if axes.determinant() > 0.0 { axes } else { DMat3::from_cols(n, z, y) };
    DQuat::from_mat3(&right_handed)
}

/// Velocity of a body, world frame, m/s.
fn velocity(body: &Body) -> DVec3 {
    DVec3::from(body.velocity.unwrap_or_default())
}
