//! Converts a tree of USD prims to bodies: each shape is a body, placed and scaled by its own transform and those of
//! the prims around it.

use contact_lens_model::ask::Axis;
use contact_lens_scene::model::Shape;

use super::PrimBody;
use super::tree::{ErrorAt, Node, PlacedPrim};
use crate::code::euler;
use crate::pose::{IDENTITY_ROTATION, Pose, product, unit};

/// Types of prims that have no shapes.
const TYPES_WITHOUT_SHAPES: [&str; 12] = [
    "Material",
    "Shader",
    "Camera",
    "PhysicsScene",
    "DistantLight",
    "DomeLight",
    "SphereLight",
    "RectLight",
    "NodeGraph",
    "PhysicsCollisionGroup",
    "GeomSubset",
    "DiskLight",
];

/// Returns the bodies of prims and their descendants, with poses in the world.
///
/// # Errors
/// Fails at a prim, field or transform that is not supported.
pub(super) fn bodies(nodes: &[Node<'_>]) -> Result<Vec<PrimBody>, ErrorAt> {
    let mut bodies = Vec::new();
    for node in nodes {
        add_bodies(node, PlacedPrim::default(), &mut bodies)?;
    }
    Ok(bodies)
}

/// Adds the bodies of a prim and its descendants; `parent` is the pose and scale of the prim around it.
fn add_bodies(node: &Node<'_>, parent: PlacedPrim, bodies: &mut Vec<PrimBody>) -> Result<(), ErrorAt> {
    if TYPES_WITHOUT_SHAPES.contains(&node.kind) {
        return Ok(());
    }
    if let Some(field) = node.field("visibility").or_else(|| node.field("purpose")) {
        return Err((field.offset, format!("`{}` of a prim is not supported", field.key)));
    }
    let (pose, scale) = read_transform(node)?;
    let Some(placed) = parent.then(pose, scale) else {
        return Err(node.error("a rotation inside a scale that differs per axis is not supported"));
    };
    if let Some(shape) = read_shape(node)? {
        bodies.push(PrimBody { name: node.name.to_owned(), shape: placed.scaled(node, shape)?, pose: placed.pose });
    }
    node.children().try_for_each(|child| add_bodies(child, placed, bodies))
}

/// Reads the axis of a round prim, z without one.
fn read_axis(node: &Node<'_>) -> Result<Axis, ErrorAt> {
    match node.field("axis").and_then(|field| field.words.first().copied()) {
        Some("X") => Ok(Axis::X),
        Some("Y") => Ok(Axis::Y),
        Some("Z") | None => Ok(Axis::Z),
        Some(other) => Err(node.error(format!("`axis` must be X, Y or Z, but is {other}"))),
    }
}

/// Reads the shape of a prim before its scale; `None` for a prim that only contains others. Sizes that the text does
/// not state are the defaults of USD's schemas.
fn read_shape(node: &Node<'_>) -> Result<Option<Shape>, ErrorAt> {
    Ok(Some(match node.kind {
        "" | "Xform" | "Scope" => return Ok(None),
        "Cube" => Shape::Box { half_extents: [0.5 * node.size("size", Some(2.0))?; 3] },
        "Sphere" => Shape::Sphere { radius: node.size("radius", Some(1.0))? },
        "Cylinder" => Shape::Cylinder {
            radius: node.size("radius", Some(1.0))?,
            half_height: 0.5 * node.size("height", Some(2.0))?,
            axis: read_axis(node)?,
        },
        "Capsule" => Shape::Capsule {
            radius: node.size("radius", Some(0.5))?,
            half_height: 0.5 * node.size("height", Some(1.0))?,
            axis: read_axis(node)?,
        },
        "Cone" => Shape::Cone {
            radius: node.size("radius", Some(1.0))?,
            half_height: 0.5 * node.size("height", Some(2.0))?,
            axis: read_axis(node)?,
        },
        kind => {
            return Err(
                node.error(format!("prims of type `{kind}` are not supported; export this one as glTF, OBJ or STL"))
            );
        }
    }))
}

/// Operation of a transform; the variants are in the only order that is supported.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Operation {
    Translation,
    /// Rotation about an axis or by a quaternion; an object may have several rotations.
    Rotation,
    Scale,
}

/// Reads the pose and the scale of a prim in its parent: a translation, then rotations, then a scale.
///
/// # Errors
/// Fails if the operations have another order, because their product may be sheared, or if one is not supported.
fn read_transform(node: &Node<'_>) -> Result<(Pose, [f64; 3]), ErrorAt> {
    let mut pose = Pose::default();
    let mut scale = [1.0; 3];
    let order: Vec<&str> = node.field("xformOpOrder").map(|field| field.words.clone()).unwrap_or_default();
    let unordered = node.fields.iter().find(|field| field.key.starts_with("xformOp:") && !order.contains(&field.key));
    if let Some(field) = unordered {
        return Err((
            field.offset,
            format!("`{}` is not in `xformOpOrder`, so it has no effect; add it or remove it", field.key),
        ));
    }
    let mut last_operation: Option<Operation> = None;
    for op in order {
        let kind = op.strip_prefix("xformOp:").unwrap_or(op).split(':').next().unwrap_or_default();
        let operation = match kind {
            "translate" => Operation::Translation,
            "scale" => Operation::Scale,
            _ => Operation::Rotation,
        };
        let is_repeated = last_operation == Some(operation) && operation != Operation::Rotation;
        if is_repeated || last_operation.is_some_and(|last| operation < last) {
            return Err(node.error("`xformOpOrder` must be a translation, then rotations, then a scale"));
        }
        last_operation = Some(operation);
        let rotation = match kind {
            "translate" => {
                pose.position = node.vector(op, None)?;
                IDENTITY_ROTATION
            }
            "scale" => {
                scale = node.vector(op, None)?;
                IDENTITY_ROTATION
            }
            "orient" => {
                let [w, x, y, z] = node.vector(op, None)?;
                unit([x, y, z, w])
            }
            "rotateX" | "rotateY" | "rotateZ" | "rotateXYZ" => read_rotation(node, op, kind)?,
            _ => return Err(node.error(format!("`{op}` is not supported"))),
        };
        pose.rotation = product(pose.rotation, rotation);
    }
    if let Some(factor) = scale.iter().find(|factor| **factor <= 0.0) {
        return Err(node.error(format!("a scale must be positive, but is {factor}")));
    }
    Ok((pose, scale))
}

/// Reads the rotation of the operation `op`, in degrees about one axis, or about x, y and z in this order; `kind` is
/// its name without prefix and suffix.
fn read_rotation(node: &Node<'_>, op: &str, kind: &str) -> Result<[f64; 4], ErrorAt> {
    let rotation = match kind.trim_start_matches("rotate") {
        "XYZ" => {
            let [x, y, z] = node.vector::<3>(op, None)?.map(f64::to_radians);
            euler("zyx", &[z, y, x])
        }
        letter => {
            let [angle] = node.vector::<1>(op, None)?;
            euler(&letter.to_lowercase(), &[angle.to_radians()])
        }
    };
    rotation.ok_or_else(|| node.error(format!("`{op}` is not a rotation")))
}
