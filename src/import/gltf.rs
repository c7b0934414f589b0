//! glTF with physics: colliders of nodes with implicit shapes, meshes and hulls of meshes, by
//! `KHR_physics_rigid_bodies` and `KHR_implicit_shapes`, or under the names of earlier drafts.

use std::collections::BTreeMap;

use glam::{DMat3, DMat4, DQuat, DVec3};
use serde_json::Value;

use super::draft::{Draft, MOVING_BITS, Piece, STATIC_BITS, checked_length};
use super::embedded::has;
use super::ledger::shown;
use super::pose::{Pose, rotate_vector};
use super::{Quote, Source, json_of};
use crate::ask::Axis;
use crate::scene::model::{Body, Recorded, Shape, Surface};
use crate::scene::{SceneError, mesh};

/// Names of the extensions for nodes and for shapes; then those of earlier drafts.
const EXTENSIONS: [[&str; 2]; 2] =
    [["KHR_physics_rigid_bodies", "KHR_implicit_shapes"], ["KHR_rigid_bodies", "KHR_collision_shapes"]];

/// Fields of a motion that are read.
const MOTION_FIELDS: [&str; 3] = ["mass", "linearVelocity", "angularVelocity"];

/// Maximum number of ancestors of a node.
const MAX_ANCESTORS: usize = 200;

/// Whether a file uses the physics extensions.
pub(super) fn looks(bytes: &[u8]) -> bool {
    let text = json(bytes).unwrap_or_default();
    text.trim_ascii_start().starts_with(b"{")
        && has(text, b"\"asset\"")
        && EXTENSIONS.iter().any(|[bodies, _]| has(text, bodies.as_bytes()))
}

/// Offset of the JSON in a binary file, bytes.
const JSON_START: usize = 20;

/// Returns the JSON of a file, which may be binary; `None` if it is truncated.
fn json(bytes: &[u8]) -> Option<&[u8]> {
    if !bytes.starts_with(b"glTF") {
        return Some(bytes);
    }
    // Header of 12 bytes, then length and type of the first chunk, which contains the JSON.
    let length = u32::from_le_bytes(bytes.get(12..16)?.try_into().ok()?) as usize;
    bytes.get(JSON_START..JSON_START.checked_add(length)?)
}

/// Reads the colliders of a file into a draft.
pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let text = json(&source.bytes).ok_or_else(|| source.error("is truncated in its header"))?;
    let root: Value = json_of(source, text)?;
    let mut reading = Reading { source, root: &root, left: BTreeMap::new() };
    let nodes = list(&root["nodes"]);
    let parents = parents(nodes).map_err(|why| source.error(why))?;
    let mut rigid: BTreeMap<usize, Vec<(usize, Piece)>> = BTreeMap::new();
    for (i, node) in nodes.iter().enumerate() {
        let made = reading.node(i, node, &parents, draft).map_err(|why| source.error(format!("nodes[{i}]{why}")))?;
        let Some((piece, of)) = made else { continue };
        match of {
            Some(of) => rigid.entry(of).or_default().push((i, piece)),
            None => {
                let made = draft.add_rigid_body(&node_name(nodes, i), vec![piece], Pose::default(), STATIC_BODY);
                made.iter().for_each(|(part, _)| draft.bodies[*part].collision_bits = STATIC_BITS);
            }
        }
    }
    let mut masses = BTreeMap::new();
    for (of, pieces) in rigid {
        let (pose, ..) = reading.placement(of, &parents).map_err(|why| source.error(format!("nodes[{of}]{why}")))?;
        let first = pieces.first().map_or(of, |(i, _)| *i);
        // A single collider keeps its name and pose; several are in the frame of the node that moves them.
        let name = node_name(nodes, if pieces.len() == 1 { first } else { of });
        let alone = pieces.len() == 1;
        let pieces = pieces
            .into_iter()
            .map(|(i, piece)| match (alone, i == of) {
                (true, _) => piece,
                (_, true) => Piece { pose: Pose::default(), ..piece },
                _ => Piece { pose: pose.inverse().then(piece.pose), ..piece },
            })
            .collect();
        let outer = if alone { Pose::default() } else { pose };
        for (part, _) in draft.add_rigid_body(&name, pieces, outer, of) {
            let moved = reading.set_velocities(of, pose, &mut draft.bodies[part].body);
            moved
                .map_err(|why| source.error(format!("nodes[{of}]{why}")))?
                .map(|mass| masses.insert(draft.bodies[part].body.name.clone(), mass));
            draft.bodies[part].collision_bits = MOVING_BITS;
        }
    }
    if !masses.is_empty() {
        draft.recorded = Some(Recorded { masses, ..Recorded::default() });
    }
    draft.add_note("Colliders are placed by their nodes; the colliders of one moving node form one rigid body.");
    Ok(reading.left.into_values().collect())
}

/// Index of the rigid body of all static colliders; no node has it.
const STATIC_BODY: usize = usize::MAX - 1;

/// Returns the name of a node.
fn node_name(nodes: &[Value], i: usize) -> String {
    nodes[i]["name"].as_str().map_or_else(|| format!("node {i}"), str::to_owned)
}

/// Whether a node is a rigid body that moves.
fn has_motion(node: &Value) -> bool {
    EXTENSIONS.iter().any(|[bodies, _]| node["extensions"][bodies].get("motion").is_some())
}

/// Returns the items of an array; empty for any other value.
fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Returns the parent of each node.
///
/// # Errors
/// Fails when the nodes do not form a tree.
fn parents(nodes: &[Value]) -> Result<Vec<Option<usize>>, String> {
    let mut parents = vec![None; nodes.len()];
    for (i, node) in nodes.iter().enumerate() {
        for child in list(&node["children"]) {
            let child = child.as_u64().map(|child| child as usize).filter(|child| *child < nodes.len());
            let child = child.ok_or_else(|| format!("nodes[{i}].children names a node that does not exist"))?;
            if parents[child].replace(i).is_some() {
                return Err(format!("nodes[{child}] has two parents: nodes must form a tree"));
            }
        }
    }
    Ok(parents)
}

/// File while it is being read.
struct Reading<'a> {
    source: &'a Source,
    root: &'a Value,
    /// Quotes by their reasons.
    left: BTreeMap<String, Quote>,
}

impl Reading<'_> {
    /// Quotes a field that is not read, once per field and reason.
    fn leave(&mut self, what: &str, value: &Value, why: &str) {
        let text = shown(&format!("{what}: {value}"));
        let key = format!("{why} {}", what.rsplit('.').next().unwrap_or_default());
        let quote = Quote { file: self.source.name.clone(), lines: Vec::new(), text, why: why.to_owned() };
        self.left.entry(key).or_insert(quote);
    }

    /// Returns the collider of a node, and the node that moves it. An error begins with the field below the node.
    fn node(
        &mut self,
        i: usize,
        node: &Value,
        parents: &[Option<usize>],
        draft: &mut Draft,
    ) -> Result<Option<(Piece, Option<usize>)>, String> {
        let found = EXTENSIONS.iter().find_map(|[bodies, shapes]| Some((node["extensions"].get(bodies)?, *shapes)));
        let Some((physics, shapes)) = found else { return Ok(None) };
        let known = ["collider", "motion"];
        for (name, value) in
            physics.as_object().into_iter().flatten().filter(|(name, _)| !known.contains(&name.as_str()))
        {
            let why = match name.as_str() {
                "joint" => "joints are not imported",
                "trigger" => "triggers do not collide",
                _ => "properties of this kind are not imported",
            };
            self.leave(&format!("nodes[{i}].{name}"), value, why);
        }
        for (name, value) in physics["motion"]
            .as_object()
            .into_iter()
            .flatten()
            .filter(|(name, _)| !MOTION_FIELDS.contains(&name.as_str()))
        {
            self.leave(
                &format!("nodes[{i}].motion.{name}"),
                value,
                "only the mass and velocities of a motion are imported",
            );
        }
        let Some(collider) = physics.get("collider") else { return Ok(None) };
        let geometry = collider.get("geometry").unwrap_or(collider);
        for (name, value) in collider.as_object().into_iter().flatten() {
            if !["geometry", "shape"].contains(&name.as_str()) {
                self.leave(&format!("nodes[{i}].collider.{name}"), value, "contact parameters are not imported");
            }
        }
        let (pose, scale, rigid) = self.placement(i, parents)?;
        draft.tally.find(["collider", "colliders"]);
        let made = match geometry.get("shape") {
            Some(index) => self.implicit(i, index, shapes, draft)?.map(|made| scaled(made, scale)),
            None => self.mesh(i, geometry, scale, draft),
        };
        let name = Some(node_name(list(&self.root["nodes"]), i));
        Ok(made.map(|shape| (Piece { name, shape, pose }, rigid)))
    }

    /// Sets the velocities of a body; returns its mass, if the file has one.
    fn set_velocities(&mut self, i: usize, pose: Pose, body: &mut Body) -> Result<Option<f64>, String> {
        let extensions = &list(&self.root["nodes"])[i]["extensions"];
        let Some(motion) = EXTENSIONS.iter().find_map(|[bodies, _]| extensions[*bodies].get("motion")) else {
            return Ok(None);
        };
        for v in [&mut body.velocity, &mut body.spin].into_iter().zip(["linearVelocity", "angularVelocity"]) {
            let (slot, field) = v;
            let own = numbers::<3>(&motion[field], &format!(".motion.{field}"))?;
            *slot = own.filter(|own| *own != [0.0; 3]).map(|own| rotate_vector(pose.rotation, own));
        }
        Ok(motion["mass"].as_f64().filter(|mass| *mass > 0.0 && *mass < MAX_MASS))
    }

    /// Returns one of the file's implicit shapes.
    fn implicit(&mut self, i: usize, index: &Value, shapes: &str, draft: &mut Draft) -> Result<Option<Shape>, String> {
        let shape =
            index.as_u64().and_then(|index| list(&self.root["extensions"][shapes]["shapes"]).get(index as usize));
        let shape = shape.ok_or_else(|| format!(".collider: there is no shape {index}"))?;
        let made = implicit(shape).map_err(|why| format!(".collider: shape {index}: {why}"))?;
        if made.is_none() {
            self.leave(&format!("nodes[{i}].collider, shape {index}"), shape, "this program has no shape of this type");
            draft.tally.lose(1, 0, "scenes have no such shape");
        }
        Ok(made)
    }

    /// Returns a mesh of the file, or its hull, with scaled vertices.
    fn mesh(&mut self, i: usize, geometry: &Value, scale: [f64; 3], draft: &mut Draft) -> Option<Shape> {
        let named = geometry["node"].as_u64();
        let named = named.and_then(|of| Some((of, list(&self.root["nodes"]).get(of as usize)?.get("mesh")?)));
        if named.is_some_and(|(of, _)| of != i as u64) {
            draft.add_note("A mesh collider that names another node has that node's mesh at the pose of its own node.");
        }
        let index = geometry.get("mesh").or(named.map(|(_, mesh)| mesh)).and_then(Value::as_u64);
        let Some(index) = index else {
            let why = "the collider has neither an implicit shape nor a node with a mesh";
            self.leave(&format!("nodes[{i}].collider"), geometry, why);
            draft.tally.lose(1, 0, why);
            return None;
        };
        let folder = self.source.folder.clone().unwrap_or_default();
        let read = mesh::triangles_of_gltf(&self.source.bytes, &folder, index as usize);
        let made = read.and_then(|mesh| of_mesh(mesh, geometry, scale, draft));
        match made {
            Ok(shape) => Some(shape),
            Err(why) => {
                self.leave(&format!("nodes[{i}].collider"), geometry, &why);
                draft.tally.lose(1, 0, &why);
                None
            }
        }
    }

    /// Returns the pose of a node, the scale of its shape, and the node that moves it: the nearest one with a motion.
    fn placement(&self, i: usize, parents: &[Option<usize>]) -> Result<(Pose, [f64; 3], Option<usize>), String> {
        let nodes = list(&self.root["nodes"]);
        let mut path = vec![i];
        let mut rigid = has_motion(&nodes[i]).then_some(i);
        let mut at = i;
        while let Some(parent) = parents[at] {
            if path.len() > MAX_ANCESTORS {
                return Err(format!(": has more than {MAX_ANCESTORS} ancestors, or its ancestors form a cycle"));
            }
            path.push(parent);
            rigid = rigid.or(has_motion(&nodes[parent]).then_some(parent));
            at = parent;
        }
        let mut pose = Pose::default();
        let mut scale = [1.0; 3];
        for node in path.into_iter().rev() {
            let (own, sized) = local_transform(&nodes[node])?;
            let is_uniform = scale.iter().all(|x| *x == scale[0]);
            if !is_uniform && own.rotation != super::pose::IDENTITY_ROTATION {
                return Err(String::from(
                    ": is rotated below a node whose scales differ per axis; such shears of shapes are not supported",
                ));
            }
            let moved = Pose { position: [0, 1, 2].map(|k| own.position[k] * scale[k]), ..own };
            pose = pose.then(moved);
            scale = [0, 1, 2].map(|k| scale[k] * sized[k]);
        }
        for value in pose.position.into_iter().chain(scale) {
            checked_length(value).map_err(|why| format!(": {why}"))?;
        }
        Ok((pose, scale, rigid))
    }
}

/// Builds a mesh or its hull, with the scale of its node.
fn of_mesh(
    (mut vertices, triangles): Surface,
    geometry: &Value,
    scale: [f64; 3],
    draft: &mut Draft,
) -> Result<Shape, String> {
    vertices.iter_mut().for_each(|p| *p = [0, 1, 2].map(|k| p[k] * scale[k]));
    vertices.iter().flatten().try_for_each(|x| checked_length(*x).map(drop))?;
    if geometry["convexHull"] == true {
        return Ok(Shape::Polytope { points: vertices });
    }
    draft.surface(vertices, triangles, scale)
}

/// Scales a shape by its node's scale.
fn scaled(shape: Shape, scale: [f64; 3]) -> Shape {
    if scale == [1.0; 3] {
        return shape;
    }
    let [x, y, z] = scale;
    let matrix = [[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]];
    Shape::Affine { matrix, offset: [0.0; 3], shape: Box::new(shape) }
}

/// Largest entry of a node's matrix, relative to its scale, that rotation and scale do not explain; allows for the
/// rounding of single precision.
const MAX_SHEAR: f64 = 1e-6;

/// Largest deviation of a quaternion's length from 1; allows for the rounding of printed numbers.
const MAX_LENGTH_ERROR: f64 = 1e-3;

/// Largest mass that is read, kilograms; engines write larger ones for bodies that do not move.
const MAX_MASS: f64 = 1e12;

/// Returns the pose of a node in its parent, and its scale.
fn local_transform(node: &Value) -> Result<(Pose, [f64; 3]), String> {
    if let Some(matrix) = numbers::<16>(&node["matrix"], ".matrix")? {
        let matrix = DMat4::from_cols_array(&matrix);
        let (scale, rotation, translation) = matrix.to_scale_rotation_translation();
        let again = DMat3::from_quat(rotation) * DMat3::from_diagonal(scale);
        let deviation =
            (DMat3::from_mat4(matrix) - again).to_cols_array().into_iter().fold(0.0, |all: f64, x| all.max(x.abs()));
        if !(deviation <= MAX_SHEAR * scale.abs().max_element()) {
            return Err(String::from(".matrix: must be a product of translation, rotation and scale"));
        }
        return Ok((Pose { position: translation.to_array(), rotation: rotation.to_array() }, scale.to_array()));
    }
    let rotation = numbers::<4>(&node["rotation"], ".rotation")?.unwrap_or(super::pose::IDENTITY_ROTATION);
    let size = DQuat::from_array(rotation).length();
    if !((size - 1.0).abs() < MAX_LENGTH_ERROR) {
        return Err(format!(".rotation: must be a unit quaternion, but its length is {size}"));
    }
    let position = numbers::<3>(&node["translation"], ".translation")?.unwrap_or_default();
    let scale = numbers::<3>(&node["scale"], ".scale")?.unwrap_or(DVec3::ONE.to_array());
    if scale.contains(&0.0) {
        return Err(String::from(".scale: must not be 0"));
    }
    Ok((Pose { position, rotation }, scale))
}

/// Reads exactly `N` numbers; `None` if the value is null.
fn numbers<const N: usize>(value: &Value, field: &str) -> Result<Option<[f64; N]>, String> {
    if value.is_null() {
        return Ok(None);
    }
    let all: Option<Vec<f64>> = list(value).iter().map(Value::as_f64).collect();
    let all = all.and_then(|all| <[f64; N]>::try_from(all).ok());
    all.map(Some).ok_or_else(|| format!("{field}: must be a list of {N} numbers, but is {}", shown(&value.to_string())))
}

/// Builds a shape from full lengths, meters, which are halved without rounding; `None` for kinds that scenes do not
/// have.
fn implicit(shape: &Value) -> Result<Option<Shape>, String> {
    let kind = shape["type"].as_str().unwrap_or_default();
    let fields = &shape[kind];
    Ok(Some(match kind {
        "sphere" => Shape::Sphere { radius: size(fields, "radius", 0.5)? },
        "box" => {
            let sides = numbers::<3>(&fields["size"], "size")?.unwrap_or([1.0; 3]);
            if let Some(side) = sides.iter().find(|side| **side < 0.0) {
                return Err(format!("a side must not be negative, but is {side}"));
            }
            sides.iter().try_for_each(|side| checked_length(*side).map(drop))?;
            Shape::Box { half_extents: sides.map(|side| 0.5 * side) }
        }
        "capsule" | "cylinder" => {
            let bottom = size(fields, "radiusBottom", 0.25)?;
            let top = size(fields, "radiusTop", 0.25)?;
            let half_height = 0.5 * size(fields, "height", 0.5)?;
            match (kind, bottom == top, top == 0.0) {
                ("capsule", true, _) => Shape::Capsule { radius: top, half_height, axis: Axis::Y },
                ("cylinder", true, _) => Shape::Cylinder { radius: top, half_height, axis: Axis::Y },
                ("cylinder", _, true) => Shape::Cone { radius: bottom, half_height, axis: Axis::Y },
                _ => return Ok(None),
            }
        }
        _ => return Ok(None),
    }))
}

/// Reads a length of a shape; `usual` is the default of the extension.
fn size(fields: &Value, name: &str, usual: f64) -> Result<f64, String> {
    match fields.get(name).map_or(Some(usual), Value::as_f64) {
        Some(value) if value >= 0.0 => checked_length(value),
        _ => Err(format!("{name} must be a number that is not negative, but is {}", fields[name])),
    }
}
