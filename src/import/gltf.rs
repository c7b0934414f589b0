//! Reader of glTF files with physics: colliders of nodes become bodies. Their shapes are implicit shapes, meshes and
//! hulls of meshes, by the extensions `KHR_physics_rigid_bodies` and `KHR_implicit_shapes`, or by earlier drafts of
//! these. Lengths are meters; y points up.

mod implicit_shape;
mod local_transform;

use std::collections::BTreeMap;

use contact_lens_scene::model::{Body, Recorded, Shape, Surface};
use contact_lens_scene::{SceneError, mesh};
use serde_json::Value;

use super::draft::{Draft, MOVING_BITS, Piece, STATIC_BITS, checked_length};
use super::embedded::contains_word;
use super::ledger::shown;
use super::pose::{IDENTITY_ROTATION, Pose, rotate_vector};
use super::{Quote, Source, json_of};
use implicit_shape::read_implicit_shape;
use local_transform::{LocalTransform, local_transform};

/// Names of the two extensions in one version of their drafts.
struct ExtensionNames {
    /// Name of the extension for the colliders and motions of nodes.
    bodies: &'static str,
    /// Name of the extension for implicit shapes.
    shapes: &'static str,
}

/// Names of the current extensions, then those of an earlier draft.
const EXTENSIONS: [ExtensionNames; 2] = [
    ExtensionNames { bodies: "KHR_physics_rigid_bodies", shapes: "KHR_implicit_shapes" },
    ExtensionNames { bodies: "KHR_rigid_bodies", shapes: "KHR_collision_shapes" },
];

/// Fields of a motion that are read.
const MOTION_FIELDS: [&str; 3] = ["mass", "linearVelocity", "angularVelocity"];

/// Maximum number of ancestors of a node; more are taken for a cycle.
const MAX_ANCESTORS: usize = 200;

/// Whether a file uses the physics extensions.
pub(super) fn recognizes(bytes: &[u8]) -> bool {
    let text = json(bytes).unwrap_or_default();
    text.trim_ascii_start().starts_with(b"{")
        && contains_word(text, b"\"asset\"")
        && EXTENSIONS.iter().any(|names| contains_word(text, names.bodies.as_bytes()))
}

/// Offset of the length of the JSON in a binary file, bytes, after the header of 12 bytes.
const JSON_LENGTH_START: usize = 12;

/// Offset of the JSON in a binary file, bytes, after its length and its type of 4 bytes each.
const JSON_START: usize = 20;

/// Returns the JSON of a file, which may be binary; `None` if it is truncated.
fn json(bytes: &[u8]) -> Option<&[u8]> {
    if !bytes.starts_with(b"glTF") {
        return Some(bytes);
    }
    let length = u32::from_le_bytes(bytes.get(JSON_LENGTH_START..JSON_LENGTH_START + 4)?.try_into().ok()?) as usize;
    bytes.get(JSON_START..JSON_START.checked_add(length)?)
}

/// Reads the colliders of a file into a draft.
pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let text = json(&source.bytes).ok_or_else(|| source.error("is truncated in its header"))?;
    let root: Value = json_of(source, text)?;
    let mut reader = GltfReader { source, root: &root, quotes: BTreeMap::new() };
    let nodes = list(&root["nodes"]);
    let parents = parents(nodes).map_err(|why| source.error(why))?;
    // Colliders of each moving node.
    let mut moving: BTreeMap<usize, Vec<Collider>> = BTreeMap::new();
    for (index, node) in nodes.iter().enumerate() {
        let collider = reader.read_collider(index, node, &parents, draft);
        let collider = collider.map_err(|why| source.error(format!("nodes[{index}]{why}")))?;
        let Some(collider) = collider else { continue };
        if let Some(mover) = collider.mover {
            moving.entry(mover).or_default().push(collider);
            continue;
        }
        let name = node_name(nodes, index);
        for (body, _) in draft.add_rigid_body(&name, vec![collider.piece], Pose::default(), STATIC_BODY) {
            draft.bodies[body].collision_bits = STATIC_BITS;
        }
    }
    let mut masses = BTreeMap::new();
    for (mover, colliders) in moving {
        let placement = reader.placement(mover, &parents);
        let pose = placement.map_err(|why| source.error(format!("nodes[{mover}]{why}")))?.pose;
        let is_single = colliders.len() == 1;
        // A single collider keeps its name and pose; several are in the frame of the node that moves them.
        let name = node_name(nodes, if is_single { colliders[0].node } else { mover });
        let frame = if is_single { Pose::default() } else { pose };
        let pieces = colliders.into_iter().map(|collider| collider.into_piece(mover, is_single, pose)).collect();
        for (body, _) in draft.add_rigid_body(&name, pieces, frame, mover) {
            let mass = reader.set_velocities(mover, pose, &mut draft.bodies[body].body);
            if let Some(mass) = mass.map_err(|why| source.error(format!("nodes[{mover}]{why}")))? {
                masses.insert(draft.bodies[body].body.name.clone(), mass);
            }
            draft.bodies[body].collision_bits = MOVING_BITS;
        }
    }
    if !masses.is_empty() {
        draft.recorded = Some(Recorded { masses, ..Recorded::default() });
    }
    draft.add_note("Colliders are placed by their nodes; the colliders of one moving node form one rigid body.");
    Ok(reader.quotes.into_values().collect())
}

/// Collider of a node.
struct Collider {
    /// Index of the node.
    node: usize,
    /// Shape with its pose in the scene.
    piece: Piece,
    /// Index of the node that moves the collider; `None` for a static one.
    mover: Option<usize>,
}

impl Collider {
    /// Returns the shape in the frame of the node that moves it, whose pose in the scene is `pose`; a single collider
    /// stays in the frame of the scene.
    fn into_piece(self, mover: usize, is_single: bool, pose: Pose) -> Piece {
        if is_single {
            self.piece
        } else if self.node == mover {
            Piece { pose: Pose::default(), ..self.piece }
        } else {
            Piece { pose: pose.inverse().then(self.piece.pose), ..self.piece }
        }
    }
}

/// Index of the rigid body of all static colliders; no node has it.
const STATIC_BODY: usize = usize::MAX - 1;

/// Returns the name of a node; one with its index if the file states none.
fn node_name(nodes: &[Value], node_index: usize) -> String {
    nodes[node_index]["name"].as_str().map_or_else(|| format!("node {node_index}"), str::to_owned)
}

/// Whether a node is a rigid body that moves.
fn has_motion(node: &Value) -> bool {
    EXTENSIONS.iter().any(|names| node["extensions"][names.bodies].get("motion").is_some())
}

/// Returns the items of an array; empty for any other value.
fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Returns the index of each node's parent; `None` for a node without one.
///
/// # Errors
/// Fails when the nodes do not form a tree.
fn parents(nodes: &[Value]) -> Result<Vec<Option<usize>>, String> {
    let mut parents = vec![None; nodes.len()];
    for (node_index, node) in nodes.iter().enumerate() {
        for child in list(&node["children"]) {
            let child = child.as_u64().map(|child| child as usize).filter(|child| *child < nodes.len());
            let child =
                child.ok_or_else(|| format!("nodes[{node_index}].children names a node that does not exist"))?;
            if parents[child].replace(node_index).is_some() {
                return Err(format!("nodes[{child}] has two parents: nodes must form a tree"));
            }
        }
    }
    Ok(parents)
}

/// Reader of the nodes of one file.
struct GltfReader<'a> {
    source: &'a Source,
    root: &'a Value,
    /// Quotes of fields that are not read, by their reasons and field names.
    quotes: BTreeMap<String, Quote>,
}

impl GltfReader<'_> {
    /// Quotes a field that is not read, once per field name and reason. `what` is the path of the field.
    fn report_skipped(&mut self, what: &str, value: &Value, why: &str) {
        let text = shown(&format!("{what}: {value}"));
        let key = format!("{why} {}", what.rsplit('.').next().unwrap_or_default());
        let quote = Quote { file: self.source.name.clone(), lines: Vec::new(), text, why: why.to_owned() };
        self.quotes.entry(key).or_insert(quote);
    }

    /// Returns the collider of a node; `None` if it has none, or one of a shape that scenes do not have. An error
    /// begins with the field below the node.
    fn read_collider(
        &mut self,
        node_index: usize,
        node: &Value,
        parents: &[Option<usize>],
        draft: &mut Draft,
    ) -> Result<Option<Collider>, String> {
        let extension = EXTENSIONS.iter().find_map(|names| Some((node["extensions"].get(names.bodies)?, names.shapes)));
        let Some((physics, shapes)) = extension else { return Ok(None) };
        self.report_unread_properties(node_index, physics);
        let Some(collider) = physics.get("collider") else { return Ok(None) };
        let geometry = collider.get("geometry").unwrap_or(collider);
        let Placement { pose, scale, mover } = self.placement(node_index, parents)?;
        draft.shape_counts.count_found(["collider", "colliders"]);
        let shape = match geometry.get("shape") {
            Some(index) => self.implicit_shape(node_index, index, shapes, draft)?.map(|shape| scaled(shape, scale)),
            None => self.mesh_shape(node_index, geometry, scale, draft),
        };
        let name = Some(node_name(list(&self.root["nodes"]), node_index));
        Ok(shape.map(|shape| Collider { node: node_index, piece: Piece { name, shape, pose }, mover }))
    }

    /// Quotes the properties of a node's physics that are not read: of the node, of its motion, and of its collider.
    fn report_unread_properties(&mut self, node_index: usize, physics: &Value) {
        for (name, value) in physics.as_object().into_iter().flatten() {
            let why = match name.as_str() {
                "collider" | "motion" => continue,
                "joint" => "joints are not imported",
                "trigger" => "triggers do not collide",
                _ => "properties of this kind are not imported",
            };
            self.report_skipped(&format!("nodes[{node_index}].{name}"), value, why);
        }
        for (name, value) in physics["motion"].as_object().into_iter().flatten() {
            if !MOTION_FIELDS.contains(&name.as_str()) {
                let why = "only the mass and velocities of a motion are imported";
                self.report_skipped(&format!("nodes[{node_index}].motion.{name}"), value, why);
            }
        }
        for (name, value) in physics["collider"].as_object().into_iter().flatten() {
            if !["geometry", "shape"].contains(&name.as_str()) {
                let why = "contact parameters are not imported";
                self.report_skipped(&format!("nodes[{node_index}].collider.{name}"), value, why);
            }
        }
    }

    /// Sets the velocities of a body, m/s and rad/s, from those in the frame of its node with the pose `pose`. Returns
    /// its mass, kilograms, if the file has one.
    fn set_velocities(&mut self, node_index: usize, pose: Pose, body: &mut Body) -> Result<Option<f64>, String> {
        let extensions = &list(&self.root["nodes"])[node_index]["extensions"];
        let Some(motion) = EXTENSIONS.iter().find_map(|names| extensions[names.bodies].get("motion")) else {
            return Ok(None);
        };
        for (target, field) in [(&mut body.velocity, "linearVelocity"), (&mut body.spin, "angularVelocity")] {
            let local = numbers::<3>(&motion[field], &format!(".motion.{field}"))?;
            *target = local.filter(|local| *local != [0.0; 3]).map(|local| rotate_vector(pose.rotation, local));
        }
        Ok(motion["mass"].as_f64().filter(|mass| *mass > 0.0 && *mass < MAX_MASS))
    }

    /// Returns the implicit shape with an index in the file's list; `shapes` is the name of the extension with the
    /// list. `None` for a kind that scenes do not have. An error begins with the field below the node.
    fn implicit_shape(
        &mut self,
        node_index: usize,
        index: &Value,
        shapes: &str,
        draft: &mut Draft,
    ) -> Result<Option<Shape>, String> {
        let shape =
            index.as_u64().and_then(|index| list(&self.root["extensions"][shapes]["shapes"]).get(index as usize));
        let shape = shape.ok_or_else(|| format!(".collider: there is no shape {index}"))?;
        let built = read_implicit_shape(shape).map_err(|why| format!(".collider: shape {index}: {why}"))?;
        if built.is_none() {
            self.report_skipped(
                &format!("nodes[{node_index}].collider, shape {index}"),
                shape,
                "this program has no shape of this type",
            );
            draft.shape_counts.count_missing(1, 0, "scenes have no such shape");
        }
        Ok(built)
    }

    /// Returns a mesh of the file, or its hull, with scaled vertices; `None`, with a quote, if the collider has no mesh
    /// or the mesh cannot be read.
    fn mesh_shape(&mut self, node_index: usize, geometry: &Value, scale: [f64; 3], draft: &mut Draft) -> Option<Shape> {
        let named_node = geometry["node"].as_u64();
        let named_mesh = named_node.and_then(|node| list(&self.root["nodes"]).get(node as usize)?.get("mesh"));
        if named_mesh.is_some() && named_node != Some(node_index as u64) {
            draft.add_note("A mesh collider that names another node has that node's mesh at the pose of its own node.");
        }
        let index = geometry.get("mesh").or(named_mesh).and_then(Value::as_u64);
        let Some(index) = index else {
            let why = "the collider has neither an implicit shape nor a node with a mesh";
            self.report_skipped(&format!("nodes[{node_index}].collider"), geometry, why);
            draft.shape_counts.count_missing(1, 0, why);
            return None;
        };
        let folder = self.source.folder.clone().unwrap_or_default();
        let surface = mesh::triangles_of_gltf(&self.source.bytes, &folder, index as usize);
        let shape = surface.and_then(|surface| shape_of_mesh(surface, geometry, scale, draft));
        match shape {
            Ok(shape) => Some(shape),
            Err(why) => {
                self.report_skipped(&format!("nodes[{node_index}].collider"), geometry, &why);
                draft.shape_counts.count_missing(1, 0, &why);
                None
            }
        }
    }

    /// Returns the placement of a node in the scene, composed of the transforms of its ancestors. An error begins with
    /// the field below the node.
    fn placement(&self, node_index: usize, parents: &[Option<usize>]) -> Result<Placement, String> {
        let nodes = list(&self.root["nodes"]);
        let mut path = vec![node_index];
        let mut mover = has_motion(&nodes[node_index]).then_some(node_index);
        let mut current = node_index;
        while let Some(parent) = parents[current] {
            if path.len() > MAX_ANCESTORS {
                return Err(format!(": has more than {MAX_ANCESTORS} ancestors, or its ancestors form a cycle"));
            }
            path.push(parent);
            mover = mover.or(has_motion(&nodes[parent]).then_some(parent));
            current = parent;
        }
        let mut pose = Pose::default();
        let mut scale = [1.0; 3];
        for node in path.into_iter().rev() {
            let LocalTransform { pose: local, scale: local_scale } = local_transform(&nodes[node])?;
            let is_uniform = scale.iter().all(|x| *x == scale[0]);
            if !is_uniform && local.rotation != IDENTITY_ROTATION {
                return Err(String::from(
                    ": is rotated below a node whose scales differ per axis; such shears of shapes are not supported",
                ));
            }
            let position = [0, 1, 2].map(|axis| local.position[axis] * scale[axis]);
            pose = pose.then(Pose { position, ..local });
            scale = [0, 1, 2].map(|axis| scale[axis] * local_scale[axis]);
        }
        for value in pose.position.into_iter().chain(scale) {
            checked_length(value).map_err(|why| format!(": {why}"))?;
        }
        Ok(Placement { pose, scale, mover })
    }
}

/// Placement of a node in the scene.
struct Placement {
    /// Pose in the world.
    pose: Pose,
    /// Scale of its shape along the axes of the node.
    scale: [f64; 3],
    /// Index of the node that moves it, the nearest ancestor with a motion or itself; `None` for a static node.
    mover: Option<usize>,
}

/// Builds a triangle mesh or its convex hull from vertices, meters, to which the scale of the node is applied.
fn shape_of_mesh(
    (mut vertices, triangles): Surface,
    geometry: &Value,
    scale: [f64; 3],
    draft: &mut Draft,
) -> Result<Shape, String> {
    vertices.iter_mut().for_each(|p| *p = [0, 1, 2].map(|axis| p[axis] * scale[axis]));
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

/// Largest mass that is read, kilograms; engines write larger ones for bodies that do not move.
const MAX_MASS: f64 = 1e12;

/// Reads exactly `N` numbers; `None` if the value is null.
fn numbers<const N: usize>(value: &Value, field: &str) -> Result<Option<[f64; N]>, String> {
    if value.is_null() {
        return Ok(None);
    }
    let numbers: Option<Vec<f64>> = list(value).iter().map(Value::as_f64).collect();
    let numbers = numbers.and_then(|numbers| <[f64; N]>::try_from(numbers).ok());
    numbers
        .map(Some)
        .ok_or_else(|| format!("{field}: must be a list of {N} numbers, but is {}", shown(&value.to_string())))
}
