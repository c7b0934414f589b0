//! Geoms fitted to a mesh: their sizes and frame follow from its inertia.
//!
//! - **Source**: `mjCMesh::FitGeom` of MuJoCo 4. The frame is the inertial frame of the mesh; sizes are those of the
//!   box with the same inertia, or of the vertices with the compiler option `fitaabb`.
//! - **Departures**: only the inertia of convex hulls is computed. A geom whose axes the inertia does not determine is
//!   refused.

use glam::{DMat3, DQuat, DVec3};

use super::inertia;
use crate::ask::Axis;
use crate::double::dim3::hull;
use crate::import::pose::Pose;
use crate::scene::model::Shape;

/// Relative difference below which two moments count as equal.
const DISTINCT: f64 = 1e-6;

/// Reason for refusing a mesh without volume.
const FLAT: &str = "a geom is fitted to a mesh without volume";

/// Returns the shape of a fitted geom and its pose in the frame of the mesh, or the reason why it cannot be fitted.
pub(super) fn fitted(kind: &str, points: &[[f64; 3]], by_vertices: bool, scale: f64) -> Result<(Shape, Pose), String> {
    let solid = solid(points)?;
    let [x, y, z] = solid.moments;
    let tolerance = DISTINCT * x;
    let open = match kind {
        "sphere" if !by_vertices => false,
        "capsule" | "cylinder" if !by_vertices => (y - z).abs() <= tolerance,
        _ => (x - y).abs() <= tolerance || (y - z).abs() <= tolerance,
    };
    if open {
        return Err(format!(
            "a {kind} is fitted to a mesh with equal moments of inertia, which do not determine its axes"
        ));
    }
    let turn = DQuat::from_array(solid.rotation).normalize();
    let local: Vec<DVec3> = points.iter().map(|p| turn.inverse() * (DVec3::from(*p) - solid.center)).collect();
    let (size, middle) =
        if by_vertices { around(kind, &local) } else { (of_inertia(kind, solid.half_sides), DVec3::ZERO) };
    let [a, b, c] = size.map(|length| length * scale);
    let pose = Pose { position: (solid.center + turn * middle).to_array(), rotation: solid.rotation };
    let needed = match kind {
        "sphere" => 1,
        "capsule" | "cylinder" => 2,
        _ => 3,
    };
    if [a, b, c].iter().take(needed).any(|length| !(*length > 0.0 && length.is_finite())) {
        return Err(format!("a {kind} that is fitted to its mesh has a size that is not positive"));
    }
    Ok((
        match kind {
            "sphere" => Shape::Sphere { radius: a },
            "capsule" => Shape::Capsule { radius: a, half_height: b, axis: Axis::Z },
            "cylinder" => Shape::Cylinder { radius: a, half_height: b, axis: Axis::Z },
            "ellipsoid" => Shape::Ellipsoid { radii: [a, b, c] },
            _ => Shape::Box { half_extents: [a, b, c] },
        },
        pose,
    ))
}

/// Sizes of a geom from the box with the same inertia.
fn of_inertia(kind: &str, [x, y, z]: [f64; 3]) -> [f64; 3] {
    let radius = 0.5 * (x + y);
    match kind {
        "sphere" => [(x + y + z) / 3.0, 0.0, 0.0],
        "capsule" => [radius, z - 0.5 * radius, 0.0],
        "cylinder" => [radius, z, 0.0],
        _ => [x, y, z],
    }
}

/// Sizes of a geom from the box around the vertices in the inertial frame, and its center, as in MuJoCo 4.0.
fn around(kind: &str, points: &[DVec3]) -> ([f64; 3], DVec3) {
    let low = points.iter().fold(DVec3::INFINITY, |low, point| low.min(*point));
    let high = points.iter().fold(DVec3::NEG_INFINITY, |high, point| high.max(*point));
    let middle = 0.5 * (low + high);
    let half = high - middle;
    let radius = half.x.max(half.y);
    let size = match kind {
        "sphere" => [half.max_element(), 0.0, 0.0],
        "cylinder" => [radius, half.z, 0.0],
        "capsule" => [radius, half.z - radius, 0.0],
        _ => half.to_array(),
    };
    (size, middle)
}

/// Inertia of a convex hull of density 1.
struct Solid {
    /// Center of mass, meters.
    center: DVec3,
    /// Rotation from the inertial frame, quaternion x, y, z, w.
    rotation: [f64; 4],
    /// Principal moments of inertia, decreasing.
    moments: [f64; 3],
    /// Half sides of the box with the same moments per volume.
    half_sides: [f64; 3],
}

/// Computes the inertia of the convex hull of these points.
fn solid(points: &[[f64; 3]]) -> Result<Solid, String> {
    let hull = hull::hull_wide(points.to_vec()).map_err(|_| FLAT)?;
    let triangles: Vec<[DVec3; 3]> = hull
        .faces()
        .flat_map(|face| (2..face.len()).map(move |k| [face[0], face[k - 1], face[k]]))
        .map(|corners| corners.map(|corner| DVec3::from(points[hull.vertices[corner as usize] as usize])))
        .collect();
    let Some(origin) = triangles.first().map(|triangle| triangle[0]) else { return Err(FLAT.to_owned()) };
    let mut volume = 0.0;
    let mut center = DVec3::ZERO;
    for triangle in &triangles {
        let [a, b, c] = triangle.map(|corner| corner - origin);
        let part = a.dot(b.cross(c)) / 6.0;
        volume += part;
        center += part * (a + b + c) / 4.0;
    }
    if !(volume > 1e-15 && volume.is_finite()) {
        return Err(FLAT.to_owned());
    }
    let center = origin + center / volume;
    let mut products = DMat3::ZERO;
    for triangle in &triangles {
        let [a, b, c] = triangle.map(|corner| corner - center);
        let sum = a + b + c;
        products +=
            (outer_product(a) + outer_product(b) + outer_product(c) + outer_product(sum)) * (a.dot(b.cross(c)) / 120.0);
    }
    let trace = products.x_axis.x + products.y_axis.y + products.z_axis.z;
    let matrix = DMat3::IDENTITY * trace - products;
    let rotation = inertia::axes(matrix);
    let turn = DMat3::from_quat(DQuat::from_array(rotation).normalize());
    let own = turn.transpose() * matrix * turn;
    let [x, y, z] = [own.x_axis.x, own.y_axis.y, own.z_axis.z];
    let half_sides = [y + z - x, x + z - y, x + y - z].map(|sum| 0.5 * (6.0 * sum / volume).max(0.0).sqrt());
    Ok(Solid { center, rotation, moments: [x, y, z], half_sides })
}

/// Matrix v vᵀ.
fn outer_product(v: DVec3) -> DMat3 {
    DMat3::from_cols(v * v.x, v * v.y, v * v.z)
}
