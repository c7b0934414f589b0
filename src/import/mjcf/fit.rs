//! Geoms fitted to a mesh: their sizes and frame follow from its inertia.
//!
//! - **Source**: `mjCMesh::FitGeom` of MuJoCo 4. The frame is the inertial frame of the mesh; sizes are those of the
//!   box with the same inertia, or of the vertices with the compiler option `fitaabb`.
//! - **Departures**: a geom whose axes depend on rounding is refused. Faces with more than three vertices count as fans
//!   of triangles.

use glam::{DMat3, DQuat, DVec3};

use super::inertia;
use super::mesh_asset::MeshAsset;
use super::solid::{MESH_TOLERANCE, Solid};
use crate::ask::Axis;
use crate::import::pose::Pose;
use crate::scene::model::Shape;

/// Relative change of the inertia that must not change the axes of a geom: far above rounding of the inertia.
const NOISE: f64 = 1e-11;

/// Fraction of the largest size below which a size is zero to rounding, such as the half length of a capsule that is
/// fitted to a hemisphere.
const ZERO_SIZE: f64 = 1e-9;

/// Sine of the angle up to which two axes count as parallel.
const PARALLEL: f64 = 1e-7;

/// Returns the shape of a fitted geom and its pose in the frame of the mesh, or the reason why it cannot be fitted.
pub(super) fn fitted(kind: &str, mesh: &MeshAsset, by_vertices: bool, scale: f64) -> Result<(Shape, Pose), String> {
    let surface = mesh.surface().map_err(|why| format!("the {kind} is fitted to its mesh, and {why}"))?;
    let solid =
        Solid::of(&surface, mesh.inertia).map_err(|why| format!("the {kind} is fitted to its mesh, and {why}"))?;
    let uses_axes = by_vertices || kind != "sphere";
    if uses_axes && !has_stable_axes(kind, &solid) {
        return Err(format!(
            "the {kind} is fitted to a mesh with equal moments of inertia, which do not determine its axes"
        ));
    }
    let rotation = DQuat::from_array(solid.rotation).normalize();
    let (size, middle) = if by_vertices {
        let local: Vec<DVec3> =
            surface.vertices.iter().map(|p| rotation.inverse() * (DVec3::from(*p) - solid.center)).collect();
        sizes_from_box(kind, &local)
    } else {
        (sizes_from_inertia(kind, solid.half_sides), DVec3::ZERO)
    };
    let [a, b, c] = size.map(|length| length * scale);
    let pose = Pose { position: (solid.center + rotation * middle).to_array(), rotation: solid.rotation };
    let needed = match kind {
        "sphere" => 1,
        "capsule" | "cylinder" => 2,
        _ => 3,
    };
    let least = ZERO_SIZE * a.max(b).max(c);
    if [a, b, c].iter().take(needed).any(|length| !(*length > least && length.is_finite())) {
        return Err(format!("the {kind} that is fitted to its mesh has a size that is not positive"));
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
fn sizes_from_inertia(kind: &str, [x, y, z]: [f64; 3]) -> [f64; 3] {
    let radius = 0.5 * (x + y);
    match kind {
        "sphere" => [(x + y + z) / 3.0, 0.0, 0.0],
        "capsule" => [radius, z - 0.5 * radius, 0.0],
        "cylinder" => [radius, z, 0.0],
        _ => [x, y, z],
    }
}

/// Sizes of a geom from the box around the vertices in the inertial frame, and its center, as in MuJoCo 4.0.
fn sizes_from_box(kind: &str, points: &[DVec3]) -> ([f64; 3], DVec3) {
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

/// Whether the axes that a kind of geom uses do not depend on rounding of the inertia.
fn has_stable_axes(kind: &str, solid: &Solid) -> bool {
    let size = solid.matrix.to_cols_array().into_iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
    let axes = DMat3::from_quat(DQuat::from_array(solid.rotation).normalize());
    // The inertia is changed by noise with each combination of signs of its three products.
    (0..8).all(|signs| {
        let [xy, xz, yz] = [0, 1, 2].map(|bit| if signs >> bit & 1 == 0 { NOISE * size } else { -NOISE * size });
        let noise = DMat3::from_cols(DVec3::new(yz, xy, xz), DVec3::new(xy, xz, yz), DVec3::new(xz, yz, xy));
        let changed = inertia::axes_within(solid.matrix + noise, MESH_TOLERANCE);
        let changed = DMat3::from_quat(DQuat::from_array(changed).normalize());
        match kind {
            "capsule" | "cylinder" => axes.z_axis.cross(changed.z_axis).length() < PARALLEL,
            _ => {
                let cosines = axes.transpose() * changed;
                cosines.to_cols_array().into_iter().all(|x| x.abs() < PARALLEL || x.abs() > 1.0 - PARALLEL)
            }
        }
    })
}
