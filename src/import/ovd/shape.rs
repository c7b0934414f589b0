//! Geometries of a stream as shapes of scenes. PhysX's round shapes are along x; convex cores have full lengths.

use super::objects::Book;
use crate::ask::Axis;
use crate::import::draft::{Draft, checked_length};
use crate::import::pose::Pose;
use crate::scene::model::Shape;

/// Largest deviation of a quaternion's length from 1.
const UNIT_TOLERANCE: f64 = 1e-3;

/// Returns the shape of a geometry, or the reason why there is none.
pub(super) fn of(book: &Book, geometry: usize, draft: &mut Draft) -> Result<Shape, String> {
    let class = book.class(geometry).to_owned();
    match class.as_str() {
        "PxSphereGeometry" => Ok(Shape::Sphere { radius: size_of(book, geometry, "radius")? }),
        "PxCapsuleGeometry" => Ok(Shape::Capsule {
            radius: size_of(book, geometry, "radius")?,
            half_height: size_of(book, geometry, "halfHeight")?,
            axis: Axis::X,
        }),
        "PxBoxGeometry" => {
            let half = book.exactly::<3>(geometry, "halfExtents").ok_or("its box has no valid `halfExtents`")?;
            Ok(Shape::Box { half_extents: sizes(half)? })
        }
        "PxPlaneGeometry" => {
            draft.add_note("A plane is a half-space: as in PhysX, it fills the side x < 0 of its own frame.");
            Ok(Shape::HalfSpace { normal: [1.0, 0.0, 0.0], offset: 0.0 })
        }
        "PxConvexCoreGeometry" => core(book, geometry),
        "PxConvexMeshGeometry" => {
            let mesh = book.other(geometry, "convexMesh").ok_or("its convex mesh is not in the file")?;
            book.class(mesh);
            // The triangles of a convex mesh are those of the hull of its points; reading them marks them as used.
            let _ = book.wholes(mesh, "tris");
            Ok(Shape::Polytope { points: vertices(book, mesh, scale(book, geometry)?)? })
        }
        "PxTriangleMeshGeometry" => surface(book, geometry, "triangleMesh", draft),
        "PxHeightFieldGeometry" => surface(book, geometry, "heightField", draft),
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
fn size_of(book: &Book, object: usize, name: &str) -> Result<f64, String> {
    size(book.one(object, name).ok_or_else(|| format!("its {} has no valid `{name}`", book.class(object)))?)
}

/// Reads three sizes from an attribute.
fn sizes_of(book: &Book, object: usize, name: &str) -> Result<[f64; 3], String> {
    sizes(book.exactly::<3>(object, name).ok_or_else(|| format!("its {} has no valid `{name}`", book.class(object)))?)
}

/// Returns a convex core inflated by a ball.
fn core(book: &Book, geometry: usize) -> Result<Shape, String> {
    let core = book.other(geometry, "core").ok_or("its core is not in the file")?;
    let margin = size(book.one(geometry, "margin").unwrap_or_default())?;
    let class = book.class(core).to_owned();
    let shape = match class.as_str() {
        "PxConvexCorePoint" => return Ok(Shape::Sphere { radius: margin }),
        "PxConvexCoreSegment" => {
            return Ok(Shape::Capsule {
                radius: margin,
                half_height: 0.5 * size_of(book, core, "length")?,
                axis: Axis::X,
            });
        }
        "PxConvexCoreBox" => Shape::Box { half_extents: sizes_of(book, core, "extents")?.map(|side| 0.5 * side) },
        "PxConvexCoreEllipsoid" => Shape::Ellipsoid { radii: sizes_of(book, core, "radii")? },
        "PxConvexCoreCylinder" => Shape::Cylinder {
            radius: size_of(book, core, "radius")?,
            half_height: 0.5 * size_of(book, core, "height")?,
            axis: Axis::X,
        },
        "PxConvexCoreCone" => Shape::Cone {
            radius: size_of(book, core, "radius")?,
            half_height: 0.5 * size_of(book, core, "height")?,
            axis: Axis::X,
        },
        other => return Err(format!("shapes of class {other} are not supported")),
    };
    Ok(if margin > 0.0 { Shape::Inflate { radius: margin, shape: Box::new(shape) } } else { shape })
}

/// Returns the scale of a mesh.
fn scale(book: &Book, geometry: usize) -> Result<[f64; 3], String> {
    match book.numbers(geometry, "scale") {
        None => Ok([1.0; 3]),
        Some(_) => book
            .exactly::<3>(geometry, "scale")
            .ok_or_else(|| String::from("the scale of its mesh must be three numbers")),
    }
}

/// Returns the scaled vertices of a mesh.
fn vertices(book: &Book, mesh: usize, scale: [f64; 3]) -> Result<Vec<[f64; 3]>, String> {
    let numbers = book.numbers(mesh, "verts").ok_or("its mesh has no vertices")?;
    let points: Vec<[f64; 3]> =
        numbers.as_chunks().0.iter().map(|p: &[f64; 3]| [0, 1, 2].map(|k| p[k] * scale[k])).collect();
    points.iter().flatten().try_for_each(|x| checked_length(*x).map(drop))?;
    if points.is_empty() { Err(String::from("its mesh has no vertices")) } else { Ok(points) }
}

/// Returns a triangle mesh, or a height field as one.
fn surface(book: &Book, geometry: usize, field: &str, draft: &mut Draft) -> Result<Shape, String> {
    let mesh = book.other(geometry, field).ok_or("its mesh is not in the file")?;
    book.class(mesh);
    let scale = scale(book, geometry)?;
    let vertices = vertices(book, mesh, scale)?;
    let indices = book.wholes(mesh, "tris").ok_or("its mesh has no triangles")?;
    let indices: Option<Vec<u32>> = indices
        .iter()
        .map(|index| u32::try_from(*index).ok().filter(|index| (*index as usize) < vertices.len()))
        .collect();
    let indices = indices.ok_or("a triangle of its mesh names a vertex that does not exist")?;
    draft.surface(vertices, indices.as_chunks().0.to_vec(), scale)
}

/// Returns the pose of an object: seven numbers, the quaternion first, or the two attributes of older streams.
pub(super) fn pose(book: &Book, object: usize, field: &str) -> Result<Pose, String> {
    let pose = match book.numbers(object, field) {
        Some(_) => book.exactly::<7>(object, field).map(|[x, y, z, w, a, b, c]| ([a, b, c], [x, y, z, w])),
        None => book.exactly::<3>(object, "translation").zip(book.exactly::<4>(object, "rotation")),
    };
    let (position, rotation) = pose.ok_or("it has no pose, or one that is not finite")?;
    position.iter().try_for_each(|x| checked_length(*x).map(drop))?;
    let size = rotation.iter().map(|x| x * x).sum::<f64>().sqrt();
    if (size - 1.0).abs() > UNIT_TOLERANCE {
        return Err(format!("its quaternion must have length 1, but has length {size}"));
    }
    Ok(Pose { position, rotation })
}
