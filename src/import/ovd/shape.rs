//! Converts the geometry objects of a PhysX recording to shapes of scenes, and reads the poses of objects. PhysX's
//! round shapes are along x; convex cores state full lengths, all other geometries half lengths.

use contact_lens_model::ask::Axis;
use contact_lens_scene::model::Shape;

use super::objects::ObjectTable;
use crate::draft::{Draft, checked_length};
use crate::pose::Pose;

/// Largest deviation of a quaternion's length from 1; PhysX writes single precision.
const UNIT_TOLERANCE: f64 = 1e-3;

/// Builds the shape of a geometry; the error is the reason why it is not supported or not valid.
pub(super) fn build(objects: &ObjectTable, geometry: usize, draft: &mut Draft) -> Result<Shape, String> {
    let class = objects.class(geometry).to_owned();
    match class.as_str() {
        "PxSphereGeometry" => Ok(Shape::Sphere { radius: size_of(objects, geometry, "radius")? }),
        "PxCapsuleGeometry" => Ok(Shape::Capsule {
            radius: size_of(objects, geometry, "radius")?,
            half_height: size_of(objects, geometry, "halfHeight")?,
            axis: Axis::X,
        }),
        "PxBoxGeometry" => {
            let half = objects.exactly::<3>(geometry, "halfExtents").ok_or("its box has no valid `halfExtents`")?;
            Ok(Shape::Box { half_extents: checked_sizes(half)? })
        }
        "PxPlaneGeometry" => {
            draft.add_note("A plane is a half-space: as in PhysX, it fills the side x < 0 of its own frame.");
            Ok(Shape::HalfSpace { normal: [1.0, 0.0, 0.0], offset: 0.0 })
        }
        "PxConvexCoreGeometry" => convex_core(objects, geometry),
        "PxConvexMeshGeometry" => {
            let mesh = objects.referenced_object(geometry, "convexMesh").ok_or("its convex mesh is not in the file")?;
            // Marks the mesh as used.
            objects.class(mesh);
            // The triangles of a convex mesh are those of the hull of its points; reading them marks them as used.
            let _ = objects.integers(mesh, "tris");
            Ok(Shape::Polytope { points: vertices(objects, mesh, mesh_scale(objects, geometry)?)? })
        }
        "PxTriangleMeshGeometry" => surface(objects, geometry, "triangleMesh", draft),
        "PxHeightFieldGeometry" => surface(objects, geometry, "heightField", draft),
        other => Err(format!("shapes of class {other} are not supported")),
    }
}

/// Returns a size in meters if scenes allow it: it is not negative, finite and not too large.
fn checked_size(value: f64) -> Result<f64, String> {
    if value < 0.0 {
        return Err(format!("a size must not be negative, but is {value}"));
    }
    checked_length(value)
}

/// Returns three sizes in meters if scenes allow them.
fn checked_sizes(values: [f64; 3]) -> Result<[f64; 3], String> {
    values.iter().try_for_each(|value| checked_size(*value).map(drop))?;
    Ok(values)
}

/// Reads a size from an attribute, meters.
fn size_of(objects: &ObjectTable, object: usize, name: &str) -> Result<f64, String> {
    let value = objects.number(object, name);
    checked_size(value.ok_or_else(|| format!("its {} has no valid `{name}`", objects.class(object)))?)
}

/// Reads three sizes from an attribute, meters.
fn sizes_of(objects: &ObjectTable, object: usize, name: &str) -> Result<[f64; 3], String> {
    let values = objects.exactly::<3>(object, name);
    checked_sizes(values.ok_or_else(|| format!("its {} has no valid `{name}`", objects.class(object)))?)
}

/// Builds a convex core inflated by the geometry's margin. A point and a segment with a margin are a sphere and a
/// capsule.
fn convex_core(objects: &ObjectTable, geometry: usize) -> Result<Shape, String> {
    let core = objects.referenced_object(geometry, "core").ok_or("its core is not in the file")?;
    let margin = checked_size(objects.number(geometry, "margin").unwrap_or_default())?;
    let class = objects.class(core).to_owned();
    let shape = match class.as_str() {
        "PxConvexCorePoint" => return Ok(Shape::Sphere { radius: margin }),
        "PxConvexCoreSegment" => {
            return Ok(Shape::Capsule {
                radius: margin,
                half_height: 0.5 * size_of(objects, core, "length")?,
                axis: Axis::X,
            });
        }
        "PxConvexCoreBox" => Shape::Box { half_extents: sizes_of(objects, core, "extents")?.map(|side| 0.5 * side) },
        "PxConvexCoreEllipsoid" => Shape::Ellipsoid { radii: sizes_of(objects, core, "radii")? },
        "PxConvexCoreCylinder" => Shape::Cylinder {
            radius: size_of(objects, core, "radius")?,
            half_height: 0.5 * size_of(objects, core, "height")?,
            axis: Axis::X,
        },
        "PxConvexCoreCone" => Shape::Cone {
            radius: size_of(objects, core, "radius")?,
            half_height: 0.5 * size_of(objects, core, "height")?,
            axis: Axis::X,
        },
        other => return Err(format!("shapes of class {other} are not supported")),
    };
    Ok(if margin > 0.0 { Shape::Inflate { radius: margin, shape: Box::new(shape) } } else { shape })
}

/// Returns the scale of a mesh along its axes; 1 if the geometry states none.
fn mesh_scale(objects: &ObjectTable, geometry: usize) -> Result<[f64; 3], String> {
    match objects.numbers(geometry, "scale") {
        None => Ok([1.0; 3]),
        Some(_) => objects
            .exactly::<3>(geometry, "scale")
            .ok_or_else(|| String::from("the scale of its mesh must be three numbers")),
    }
}

/// Returns the vertices of a mesh in its own frame, scaled, meters.
fn vertices(objects: &ObjectTable, mesh: usize, scale: [f64; 3]) -> Result<Vec<[f64; 3]>, String> {
    let numbers = objects.numbers(mesh, "verts").ok_or("its mesh has no vertices")?;
    let (unscaled, _) = numbers.as_chunks::<3>();
    let points: Vec<[f64; 3]> = unscaled.iter().map(|point| [0, 1, 2].map(|axis| point[axis] * scale[axis])).collect();
    points.iter().flatten().try_for_each(|x| checked_length(*x).map(drop))?;
    if points.is_empty() { Err(String::from("its mesh has no vertices")) } else { Ok(points) }
}

/// Builds a triangle mesh, or a height field as one; `field` is the attribute that refers to the mesh.
fn surface(objects: &ObjectTable, geometry: usize, field: &str, draft: &mut Draft) -> Result<Shape, String> {
    let mesh = objects.referenced_object(geometry, field).ok_or("its mesh is not in the file")?;
    objects.class(mesh);
    let scale = mesh_scale(objects, geometry)?;
    let vertices = vertices(objects, mesh, scale)?;
    let indices = objects.integers(mesh, "tris").ok_or("its mesh has no triangles")?;
    let mut checked_indices = Vec::with_capacity(indices.len());
    for index in indices {
        let index = u32::try_from(index).ok().filter(|index| (*index as usize) < vertices.len());
        checked_indices.push(index.ok_or("a triangle of its mesh names a vertex that does not exist")?);
    }
    let (triangles, _) = checked_indices.as_chunks::<3>();
    draft.surface(vertices, triangles.to_vec(), scale)
}

/// Returns the pose of an object: its attribute `field` with a quaternion x, y, z, w and a position, or the attributes
/// `translation` and `rotation` of older streams. The error is the reason why the pose is not valid.
pub(super) fn pose(objects: &ObjectTable, object: usize, field: &str) -> Result<Pose, String> {
    let pose = if objects.numbers(object, field).is_some() {
        let numbers = objects.exactly::<7>(object, field);
        numbers.map(|[qx, qy, qz, qw, x, y, z]| Pose { position: [x, y, z], rotation: [qx, qy, qz, qw] })
    } else {
        let position = objects.exactly::<3>(object, "translation");
        let rotation = objects.exactly::<4>(object, "rotation");
        position.zip(rotation).map(|(position, rotation)| Pose { position, rotation })
    };
    let pose = pose.ok_or("it has no pose, or one that is not finite")?;
    let Pose { position, rotation } = pose;
    position.iter().try_for_each(|x| checked_length(*x).map(drop))?;
    let length = rotation.iter().map(|x| x * x).sum::<f64>().sqrt();
    if (length - 1.0).abs() > UNIT_TOLERANCE {
        return Err(format!("its quaternion must have length 1, but has length {length}"));
    }
    Ok(pose)
}
