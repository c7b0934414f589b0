//! Reader of the scene graphs of Webots, VRML and X3D: in, a transform with a shape,
//! `Transform { translation 0 0 1 children Shape { geometry Box { size 1 2 3 } } }`; out, a box with these full sizes
//! at this position in the store.
//!
//! **Axes.** Cylinders, cones and capsules are along y, in Webots since R2022a along z. A text of Webots without its
//! header does not state the version, so its round shapes are refused.
//!
//! **Bodies.** In a text of Webots, only bounding objects collide: each is the shape of the solid around it. In VRML
//! and X3D, each shape is a body.

mod vrml;
mod x3d;

use std::ops::Range;

use crate::code::evaluate::value::{Data, Value};
use crate::code::join::store::Store;
use crate::pose::{IDENTITY_ROTATION, Pose, about};

/// Maximum depth of nodes in nodes.
const MAX_DEPTH: usize = 60;

/// Maximum number of nodes in a text.
const MAX_NODES: usize = 100_000;

/// Node of a scene graph.
#[derive(Clone, Debug, Default)]
pub struct Node {
    kind: String,
    /// Offset of the node in the text, bytes.
    at: usize,
    fields: Vec<(String, FieldValue)>,
}

/// Value of a field.
#[derive(Clone, Debug)]
enum FieldValue {
    Numbers(Vec<f64>),
    Nodes(Vec<Node>),
    /// A string, a truth value, or nothing.
    Other,
}

impl Node {
    /// Returns the numbers of a field; `None` if it is absent or has other values.
    fn numbers(&self, name: &str) -> Option<&[f64]> {
        self.fields.iter().find_map(|(field, value)| match value {
            FieldValue::Numbers(numbers) if field == name => Some(&numbers[..]),
            FieldValue::Numbers(_) | FieldValue::Nodes(_) | FieldValue::Other => None,
        })
    }

    fn has(&self, name: &str) -> bool {
        self.fields.iter().any(|(field, _)| field == name)
    }

    /// Returns the nodes in fields with one of these names; in all fields for an empty list.
    fn nodes(&self, names: &[&str]) -> Vec<&Node> {
        let mut found = Vec::new();
        for (field, value) in &self.fields {
            if let FieldValue::Nodes(nodes) = value
                && (names.is_empty() || names.contains(&field.as_str()))
            {
                found.extend(nodes);
            }
        }
        found
    }
}

/// Scene graph in a text.
#[derive(Debug, Default)]
pub struct Graph {
    /// Range of the nodes in the text, bytes.
    pub at: Range<usize>,
    nodes: Vec<Node>,
    /// Index of the axis of round shapes, 0 to 2; `None` if the text does not state the version that decides it.
    axis: Option<usize>,
    has_bounding_objects: bool,
}

/// Returns the scene graph of a text; empty if there is none.
pub fn graph(text: &str) -> Graph {
    let is_vrml = ["boundingObject", "geometry Box", "geometry Sphere", "geometry Cylinder", "geometry Cone"]
        .iter()
        .any(|word| text.contains(word));
    if is_vrml && text.contains('{') {
        return vrml::graph(text);
    }
    let is_x3d =
        text.contains("<Shape") && ["<Box", "<Sphere", "<Cylinder", "<Cone"].iter().any(|tag| text.contains(tag));
    if is_x3d { x3d::graph(text) } else { Graph::default() }
}

/// Nodes that neither collide nor hold shapes.
const OTHER_NODES: [&str; 24] = [
    "WorldInfo",
    "Viewpoint",
    "Background",
    "TexturedBackground",
    "TexturedBackgroundLight",
    "DirectionalLight",
    "PointLight",
    "SpotLight",
    "NavigationInfo",
    "Physics",
    "Appearance",
    "PBRAppearance",
    "Material",
    "ImageTexture",
    "TextureTransform",
    "Fog",
    "ContactProperties",
    "HingeJointParameters",
    "JointParameters",
    "RotationalMotor",
    "PositionSensor",
    "Coordinate",
    "ProximitySensor",
    "head",
];

/// Nodes that contain others.
const HOLDERS: [&str; 14] = [
    "Solid",
    "Robot",
    "Transform",
    "Pose",
    "Group",
    "Shape",
    "HingeJoint",
    "SliderJoint",
    "BallJoint",
    "Scene",
    "X3D",
    "Collision",
    "Anchor",
    "Switch",
];

/// Frame in which a node is visited: the effects of the nodes around it.
#[derive(Clone, Copy)]
struct Frame {
    /// Pose of the frame of the node in the world.
    pose: Pose,
    /// Index in the store of the body of the solid around the node, and its pose in the world.
    body: Option<(usize, Pose)>,
    /// Whether the node belongs to a bounding object.
    is_bounding: bool,
    /// Scale factors along x, y and z for the shapes in the frame; `None` for 1.
    scale: Option<[f64; 3]>,
    /// Number of nodes around the node.
    depth: usize,
}

/// Adds the shapes and bodies of a scene graph to the store.
pub fn run(store: &mut Store, graph: &Graph) {
    let around = Frame { pose: Pose::default(), body: None, is_bounding: false, scale: None, depth: 0 };
    for node in &graph.nodes {
        visit(store, graph, node, around);
    }
}

/// Visits a node and those in it.
fn visit(store: &mut Store, graph: &Graph, node: &Node, around: Frame) {
    if around.depth > MAX_DEPTH || OTHER_NODES.contains(&node.kind.as_str()) {
        return;
    }
    if !HOLDERS.contains(&node.kind.as_str()) {
        if around.is_bounding || !graph.has_bounding_objects || around.depth == 0 {
            add_shape(store, graph, node, around);
        }
        return;
    }
    let mut inner = Frame { depth: around.depth + 1, ..around };
    if ["Solid", "Robot", "Transform", "Pose"].contains(&node.kind.as_str()) {
        let scale = node.numbers("scale").filter(|scale| scale.iter().any(|factor| *factor != 1.0));
        let scale: Option<[f64; 3]> = scale.and_then(|scale| scale.try_into().ok());
        let local = pose(node);
        // A frame that is already scaled may not be moved or scaled again: its axes would differ from those of the
        // scale.
        let may_move = around.scale.is_none() || local == Some(Pose::default()) && scale.is_none();
        let Some(local) = local.filter(|_| may_move) else {
            let unread = store.shape(&["vrml", "Unread"], &[], node.at);
            store.mark_unread(unread, "pose", node.at);
            return;
        };
        inner.pose = around.pose.then(local);
        inner.scale = around.scale.or(scale);
    }
    if ["Solid", "Robot"].contains(&node.kind.as_str()) && node.has("boundingObject") {
        let body = store.body(&["vrml", "solid"], node.at);
        store.entities[body].place_at(inner.pose);
        inner.body = Some((body, inner.pose));
        let bounding = Frame { is_bounding: true, ..inner };
        for child in node.nodes(&["boundingObject"]) {
            visit(store, graph, child, bounding);
        }
    }
    for child in node.nodes(&["children", "geometry", "endPoint", "device"]) {
        visit(store, graph, child, inner);
    }
}

/// Returns the pose of a node in the frame around it; `None` if a scale factor is not positive, or if the node rotates
/// about a center other than the origin.
fn pose(node: &Node) -> Option<Pose> {
    let scaled = node.numbers("scale").is_some_and(|scale| scale.len() != 3 || scale.iter().any(|x| *x <= 0.0));
    let centered = node.numbers("center").is_some_and(|center| center.iter().any(|x| *x != 0.0));
    if scaled || centered {
        return None;
    }
    let position = match node.numbers("translation") {
        None => [0.0; 3],
        Some(all) => all.try_into().ok()?,
    };
    let rotation = match node.numbers("rotation") {
        None => IDENTITY_ROTATION,
        Some([_, _, _, angle]) if *angle == 0.0 => IDENTITY_ROTATION,
        Some([x, y, z, angle]) => about([*x, *y, *z], *angle)?,
        Some(_) => return None,
    };
    Some(Pose { position, rotation })
}

/// Fields that only state how a geometry is drawn.
const DRAWING_FIELDS: [&str; 5] = ["subdivision", "side", "solid", "creaseAngle", "resolution"];

/// Adds the shape of a geometry; a geometry that is not read is a problem.
fn add_shape(store: &mut Store, graph: &Graph, node: &Node, around: Frame) {
    let mut arguments = Vec::new();
    for (name, value) in &node.fields {
        let FieldValue::Numbers(numbers) = value else { continue };
        if DRAWING_FIELDS.contains(&name.as_str()) {
            continue;
        }
        let data = if let [number] = numbers[..] { Data::Number(number) } else { Data::Vector(numbers.clone()) };
        arguments.push((Some(name.clone()), Value::new(data, node.at)));
    }
    // The paths of the types in the dictionary.
    let kind = match (node.kind.as_str(), graph.axis) {
        (kind @ ("Box" | "Sphere"), _) => format!("{kind}Node"),
        (kind @ ("Cylinder" | "Cone" | "Capsule"), Some(axis)) => format!("{kind}{}", ["X", "Y", "Z"][axis]),
        _ => String::from("Unread"),
    };
    let id = store.shape(&["vrml", &kind], &arguments, node.at);
    if kind == "Unread" {
        store.mark_unread(id, "shape", node.at);
    }
    store.entities[id].scale = around.scale;
    match around.body {
        Some((body, outer)) => store.attach(body, id, Some(outer.inverse().then(around.pose)), &Vec::new()),
        None => store.entities[id].place_at(around.pose),
    }
}
