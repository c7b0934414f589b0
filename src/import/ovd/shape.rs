//! Geometries of a stream as shapes of scenes. PhysX's round shapes are along x; convex cores have full lengths.

use super::objects::ObjectTable;
use crate::ask::Axis;
use crate::import::draft::{Draft, checked_length};
use crate::import::pose::Pose;
use crate::scene::model::Shape;

/// Largest deviation of a quaternion's length from 1.
const UNIT_TOLERANCE: f64 = 1e-3;

/// Returns the shape of a geometry, or the reason why there is none.
pub(super) fn of(objects: &ObjectTable, geometry: usize, draft: &mut Draft) -> Result<Shape, String> {
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
            Ok(Shape::Box { half_extents: sizes(half)? })
        }
        "PxPlaneGeometry" => {
            draft.add_note("A plane is a half-space: as in PhysX, it fills the side x < 0 of its own frame.");
            Ok(Shape::HalfSpace { normal: [1.0, 0.0, 0.0], offset: 0.0 })
        }
        "PxConvexCoreGeometry" => core(objects, geometry),
        "PxConvexMeshGeometry" => {
            let mesh = objects.referenced_object(geometry, "convexMesh").ok_or("its convex mesh is not in the file")?;
            objects.class(mesh);
            // The triangles of a convex mesh are those of the hull of its points; reading them marks them as used.
            let _ = objects.integers(mesh, "tris");
            Ok(Shape::Polytope { points: vertices(objects, mesh, scale(objects, geometry)?)? })
        }
        "PxTriangleMeshGeometry" => surface(objects, geometry, "triangleMesh", draft),
        "PxHeightFieldGeometry" => surface(objects, geometry, "heightField", draft),
        other => Err(format!("shapes of class {other} are not supported")),
    }
}

/// Checks that scenes allow a size.
fn size(value: f64) -> Result<f64, String> {
    if value < 0.0 {
        return Err(format!("a size must not be negative, but is {value}"));
    }
    checked_length(value)
}

/// Checks that scenes allow three sizes.
fn sizes(values: [f64; 3]) -> Result<[f64; 3], String> {
    values.iter().try_for_each(|value| size(*value).map(drop))?;
    Ok(values)
}

/// Reads a size from an attribute.
fn size_of(objects: &ObjectTable, object: usize, name: &str) -> Result<f64, String> {
    size(objects.number(object, name).ok_or_else(|| format!("its {} has no valid `{name}`", objects.class(object)))?)
}

/// Reads three sizes from an attribute.
fn sizes_of(objects: &ObjectTable, object: usize, name: &str) -> Result<[f64; 3], String> {
    sizes(
        objects
            .exactly::<3>(object, name)
            .ok_or_else(|| format!("its {} has no valid `{name}`", objects.class(object)))?,
    )
}

/// Returns a convex core inflated by a ball.
fn core(objects: &ObjectTable, geometry: usize) -> Result<Shape, String> {
    let core = objects.referenced_object(geometry, "core").ok_or("its core is not in the file")?;
    let margin = size(objects.number(geometry, "margin").unwrap_or_default())?;
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

/// Returns the scale of a mesh.
fn scale(objects: &ObjectTable, geometry: usize) -> Result<[f64; 3], String> {
    match objects.numbers(geometry, "scale") {
        None => Ok([1.0; 3]),
        Some(_) => objects
            .exactly::<3>(geometry, "scale")
            .ok_or_else(|| String::from("the scale of its mesh must be three numbers")),
    }
}

/// Returns the scaled vertices of a mesh.
fn vertices(objects: &ObjectTable, mesh: usize, scale: [f64; 3]) -> Result<Vec<[f64; 3]>, String> {
    let numbers = objects.numbers(mesh, "verts").ok_or("its mesh has no vertices")?;
    let points: Vec<[f64; 3]> =
        numbers.as_chunks().0.iter().map(|point: &[f64; 3]| [0, 1, 2].map(|axis| point[axis] * scale[axis])).collect();
    points.iter().flatten().try_for_each(|x| checked_length(*x).map(drop))?;
    if points.is_empty() { Err(String::from("its mesh has no vertices")) } else { Ok(points) }
}

/// Returns a triangle mesh, or a height field as one.
fn surface(objects: &ObjectTable, geometry: usize, field: &str, draft: &mut Draft) -> Result<Shape, String> {
    let mesh = objects.referenced_object(geometry, field).ok_or("its mesh is not in the file")?;
    objects.class(mesh);
    let scale = scale(objects, geometry)?;
    let vertices = vertices(objects, mesh, scale)?;
    let indices = objects.integers(mesh, "tris").ok_or("its mesh has no triangles")?;
    let indices: Option<Vec<u32>> = indices
        .iter()
        .map(|index| u32::try_from(*index).ok().filter(|index| (*index as usize) < vertices.len()))
        .collect();
    let indices = indices.ok_or("a triangle of its mesh names a vertex that does not exist")?;
    draft.surface(vertices, indices.as_chunks().0.to_vec(), scale)
}

/// Returns the pose of an object: seven numbers, the quaternion first, or the two attributes of older streams.
pub(super) fn pose(objects: &ObjectTable, object: usize, field: &str) -> Result<Pose, String> {
    let pose = match objects.numbers(object, field) {
        Some(_) => objects.exactly::<7>(object, field).map(|[x, y, z, w, a, b, c]| ([a, b, c], [x, y, z, w])),
        None => objects.exactly::<3>(object, "translation").zip(objects.exactly::<4>(object, "rotation")),
    };
    let (position, rotation) = pose.ok_or("it has no pose, or one that is not finite")?;
    position.iter().try_for_each(|x| checked_length(*x).map(drop))?;
    let size = rotation.iter().map(|x| x * x).sum::<f64>().sqrt();
    if (size - 1.0).abs() > UNIT_TOLERANCE {
        return Err(format!("its quaternion must have length 1, but has length {size}"));
    }
    Ok(Pose { position, rotation })
}
