//! Bodies from prims of USD: each shape is a body, placed by the transforms of the prims around it.

use super::Found;
use super::tree::{ErrorAt, Node, Placed};
use crate::ask::Axis;
use crate::import::code::euler;
use crate::import::pose::{IDENTITY_ROTATION, Pose, product, unit};
use crate::scene::model::Shape;

/// Prims that have no shapes.
const ASIDE: [&str; 12] = [
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

/// Returns the bodies of prims.
pub(super) fn bodies(nodes: &[Node<'_>]) -> Result<Vec<Found>, ErrorAt> {
    let mut found = Vec::new();
    for node in nodes {
        walk(node, Placed::default(), &mut found)?;
    }
    Ok(found)
}

/// Adds the bodies of a prim and of the prims in it.
fn walk(node: &Node<'_>, placed: Placed, found: &mut Vec<Found>) -> Result<(), ErrorAt> {
    if ASIDE.contains(&node.kind) {
        return Ok(());
    }
    if let Some(field) = node.field("visibility").or_else(|| node.field("purpose")) {
        return Err((field.at, format!("`{}` of a prim is not supported", field.key)));
    }
    let (pose, scale) = transform(node)?;
    let placed = placed
        .then(pose, scale)
        .ok_or_else(|| node.error("a rotation inside a scale that differs per axis is not supported"))?;
    if let Some(shape) = geometry(node)? {
        found.push(Found { name: node.name.to_owned(), shape: placed.scaled(node, shape)?, pose: placed.pose });
    }
    node.children().try_for_each(|child| walk(child, placed, found))
}

/// Reads the axis of a round prim, z without one.
fn axis(node: &Node<'_>) -> Result<Axis, ErrorAt> {
    match node.field("axis").and_then(|field| field.words.first().copied()) {
        Some("X") => Ok(Axis::X),
        Some("Y") => Ok(Axis::Y),
        Some("Z") | None => Ok(Axis::Z),
        Some(other) => Err(node.error(format!("`axis` must be X, Y or Z, but is {other}"))),
    }
}

/// Reads the shape of a prim; `None` for a prim that only contains others.
fn geometry(node: &Node<'_>) -> Result<Option<Shape>, ErrorAt> {
    Ok(Some(match node.kind {
        "" | "Xform" | "Scope" => return Ok(None),
        "Cube" => Shape::Box { half_extents: [0.5 * node.size("size", Some(2.0))?; 3] },
        "Sphere" => Shape::Sphere { radius: node.size("radius", Some(1.0))? },
        "Cylinder" => Shape::Cylinder {
            radius: node.size("radius", Some(1.0))?,
            half_height: 0.5 * node.size("height", Some(2.0))?,
            axis: axis(node)?,
        },
        "Capsule" => Shape::Capsule {
            radius: node.size("radius", Some(0.5))?,
            half_height: 0.5 * node.size("height", Some(1.0))?,
            axis: axis(node)?,
        },
        "Cone" => Shape::Cone {
            radius: node.size("radius", Some(1.0))?,
            half_height: 0.5 * node.size("height", Some(2.0))?,
            axis: axis(node)?,
        },
        kind => {
            return Err(
                node.error(format!("prims of type `{kind}` are not supported; export this one as glTF, OBJ or STL"))
            );
        }
    }))
}

/// Reads the transform of a prim: a translation, then rotations, then a scale.
fn transform(node: &Node<'_>) -> Result<(Pose, [f64; 3]), ErrorAt> {
    let mut pose = Pose::default();
    let mut scale = [1.0; 3];
    let order: Vec<&str> = node.field("xformOpOrder").map(|field| field.words.clone()).unwrap_or_default();
    let unordered = node.fields.iter().find(|field| field.key.starts_with("xformOp:") && !order.contains(&field.key));
    if let Some(field) = unordered {
        return Err((
            field.at,
            format!("`{}` is not in `xformOpOrder`, so it has no effect; add it or remove it", field.key),
        ));
    }
    let mut stage = 0;
    for op in order {
        let kind = op.strip_prefix("xformOp:").unwrap_or(op).split(':').next().unwrap_or_default();
        let next = match kind {
            "translate" => 1,
            "scale" => 3,
            _ => 2,
        };
        if next < stage || next == stage && next != 2 {
            return Err(node.error("`xformOpOrder` must be a translation, then rotations, then a scale"));
        }
        stage = next;
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
            "rotateX" | "rotateY" | "rotateZ" | "rotateXYZ" => rotation(node, op, kind)?,
            _ => return Err(node.error(format!("`{op}` is not supported"))),
        };
        pose.rotation = product(pose.rotation, rotation);
    }
    if let Some(factor) = scale.iter().find(|factor| **factor <= 0.0) {
        return Err(node.error(format!("a scale must be positive, but is {factor}")));
    }
    Ok((pose, scale))
}

/// Reads a rotation in degrees about one axis, or about x, y and z in this order.
fn rotation(node: &Node<'_>, op: &str, kind: &str) -> Result<[f64; 4], ErrorAt> {
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
