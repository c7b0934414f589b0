//! Primitive geoms that MuJoCo fits to a mesh: their sizes and frame follow from the inertia of the mesh.
//!
//! - **Source**: `mjCMesh::FitGeom` of MuJoCo 4. The frame is the inertial frame of the mesh; sizes are those of the
//!   box with the same inertia, or of the vertices with the compiler option `fitaabb`.
//! - **Departures**: a geom whose axes depend on rounding is refused. Faces with more than three vertices count as fans
//!   of triangles.

use contact_lens_model::ask::Axis;
use contact_lens_scene::model::Shape;
use glam::{DMat3, DQuat, DVec3};

use super::inertia;
use super::mesh_asset::MeshAsset;
use super::solid::{MESH_TOLERANCE, Solid};
use crate::pose::Pose;

/// Relative change of the inertia that must not change the axes of a geom: far above rounding of the inertia.
const INERTIA_NOISE: f64 = 1e-11;

/// Fraction of the largest size below which a size is zero to rounding, such as the half length of a capsule that is
/// fitted to a hemisphere.
const ZERO_SIZE: f64 = 1e-9;

/// Sine of the angle up to which two axes count as parallel.
const PARALLEL: f64 = 1e-7;

/// Returns the shape of a fitted geom and its pose in the frame of the mesh, or the reason why it cannot be fitted.
/// `by_vertices` is the compiler option `fitaabb`; the sizes are multiplied by `scale`.
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
    let fit = if by_vertices {
        // Vertices in the inertial frame of the mesh.
        let local: Vec<DVec3> =
            surface.vertices.iter().map(|vertex| rotation.inverse() * (DVec3::from(*vertex) - solid.center)).collect();
        fit_to_box(kind, &local)
    } else {
        Fit { sizes: sizes_from_inertia(kind, solid.half_sides), center: DVec3::ZERO }
    };
    let sizes = fit.sizes.map(|length| length * scale);
    let shape = shape_with_sizes(kind, sizes)?;
    let position = (solid.center + rotation * fit.center).to_array();
    Ok((shape, Pose { position, rotation: solid.rotation }))
}

/// Returns the shape with these sizes, meters: a radius, a radius and a half length along z, radii, or half sides.
///
/// # Errors
/// Fails if a size is not positive, to rounding, or not finite.
fn shape_with_sizes(kind: &str, sizes: [f64; 3]) -> Result<Shape, String> {
    let used_count = match kind {
        "sphere" => 1,
        "capsule" | "cylinder" => 2,
        _ => 3,
    };
    let [a, b, c] = sizes;
    let least = ZERO_SIZE * a.max(b).max(c);
    if sizes[..used_count].iter().any(|length| !(*length > least && length.is_finite())) {
        return Err(format!("the {kind} that is fitted to its mesh has a size that is not positive"));
    }
    Ok(match kind {
        "sphere" => Shape::Sphere { radius: a },
        "capsule" => Shape::Capsule { radius: a, half_height: b, axis: Axis::Z },
        "cylinder" => Shape::Cylinder { radius: a, half_height: b, axis: Axis::Z },
        "ellipsoid" => Shape::Ellipsoid { radii: [a, b, c] },
        _ => Shape::Box { half_extents: [a, b, c] },
    })
}

/// Returns the sizes of a geom from the half sides of the box with the same inertia, along the principal axes, meters.
fn sizes_from_inertia(kind: &str, [x, y, z]: [f64; 3]) -> [f64; 3] {
    let radius = 0.5 * (x + y);
    match kind {
        "sphere" => [(x + y + z) / 3.0, 0.0, 0.0],
        "capsule" => [radius, z - 0.5 * radius, 0.0],
        "cylinder" => [radius, z, 0.0],
        _ => [x, y, z],
    }
}

/// Sizes of a fitted geom, and its center in the inertial frame of the mesh, meters. Unused sizes are 0.
struct Fit {
    sizes: [f64; 3],
    center: DVec3,
}

/// Fits a geom to the box around the vertices of a mesh in its inertial frame, as in MuJoCo 4.0.
fn fit_to_box(kind: &str, points: &[DVec3]) -> Fit {
    let low = points.iter().fold(DVec3::INFINITY, |low, point| low.min(*point));
    let high = points.iter().fold(DVec3::NEG_INFINITY, |high, point| high.max(*point));
    let center = 0.5 * (low + high);
    let half = high - center;
    let radius = half.x.max(half.y);
    let sizes = match kind {
        "sphere" => [half.max_element(), 0.0, 0.0],
        "cylinder" => [radius, half.z, 0.0],
        "capsule" => [radius, half.z - radius, 0.0],
        _ => half.to_array(),
    };
    Fit { sizes, center }
}

/// Whether the axes that a kind of geom uses do not depend on rounding errors of the inertia: only z for a shape with
/// rotational symmetry, all three axes for others. The inertia is changed by small noise, and the axes are compared.
fn has_stable_axes(kind: &str, solid: &Solid) -> bool {
    let size = solid.matrix.to_cols_array().into_iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
    let axes = DMat3::from_quat(DQuat::from_array(solid.rotation).normalize());
    // Each combination of signs of the noise in the three products of inertia is tested. A permutation of the axes or a
    // reversed axis describes the same geom, so that the cosines may be ±1 in any place.
    (0..8).all(|sign_bits| {
        let [xy, xz, yz] = [0, 1, 2].map(|product| {
            let is_positive = sign_bits >> product & 1 == 0;
            if is_positive { INERTIA_NOISE * size } else { -INERTIA_NOISE * size }
        });
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
