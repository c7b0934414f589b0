//! Bodies with a shape that collides and another one that is only drawn: in, pybullet's
//! `createMultiBody(mass, shape, visual, position)` or Drake's `RegisterVisualGeometry(…)`; out, a body with the shape
//! that collides, and one for each link.
//!
//! **Rule.** In a text with shapes that collide, a visual shape is neither a body nor a part of one; the text that
//! describes it has no effect. In a text with only visual shapes, these are the bodies.

use super::calls::{by_key, word};
use crate::code::evaluate::value::{Data, NamedValue, Order, Ranges, Value, mark};
use crate::code::join::store::{Entity, Store, ranges_of};
use crate::pose::{IDENTITY_ROTATION, Pose};

/// Parameters of pybullet's `createMultiBody`, in their order.
const PARAMETERS: [&str; 20] = [
    "baseMass",
    "baseCollisionShapeIndex",
    "baseVisualShapeIndex",
    "basePosition",
    "baseOrientation",
    "baseInertialFramePosition",
    "baseInertialFrameOrientation",
    "linkMasses",
    "linkCollisionShapeIndices",
    "linkVisualShapeIndices",
    "linkPositions",
    "linkOrientations",
    "linkInertialFramePositions",
    "linkInertialFrameOrientations",
    "linkParentIndices",
    "linkJointTypes",
    "linkJointAxis",
    "useMaximalCoordinates",
    "flags",
    "batchPositions",
];

/// Functions that make a visual shape, or an object without a collider.
const VISUAL_SHAPES: [&str; 6] =
    ["createVisualShape", "VisualCuboid", "VisualSphere", "VisualCylinder", "VisualCapsule", "VisualCone"];

/// Types of Godot's meshes, which are only drawn; shapes that collide have other types.
const GODOT_MESHES: [&str; 6] = ["BoxMesh", "CubeMesh", "SphereMesh", "CapsuleMesh", "CylinderMesh", "PrismMesh"];

/// Types of meshes of jMonkeyEngine.
const JME_MESHES: [&str; 5] = ["Box", "Sphere", "Cylinder", "Dome", "Quad"];

/// Functions that only draw the shapes in their arguments.
const VISUAL_CALLS: [&str; 2] = ["RegisterVisualGeometry", "VisualizationMarkersCfg"];

/// Functions that move a body of several links, or one of its joints.
const MOVES: [&str; 4] =
    ["resetBasePositionAndOrientation", "resetJointState", "resetJointStateMultiDof", "resetJointStatesMultiDof"];

/// Reason to refuse a body of several links.
const LINKS: &str = "the links of this body are not understood; write each link as a body";

/// Returns the argument of `createMultiBody` with this name, given by keyword or by position.
fn argument<'v>(arguments: &'v [NamedValue], name: &str) -> Option<&'v Value> {
    let index = PARAMETERS.iter().position(|parameter| *parameter == name)?;
    let positional = arguments.get(index).filter(|(key, _)| key.is_none()).map(|(_, value)| value);
    by_key(arguments, &[name]).or(positional)
}

/// Whether a value is -1, pybullet's index for no shape, or absent.
fn is_no_shape(value: Option<&Value>) -> bool {
    value.is_none_or(|value| value.number() == Some(-1.0))
}

/// Position of an argument, the origin if it is absent; `None` if it is not understood.
fn position(value: Option<&Value>) -> Option<[f64; 3]> {
    value.map_or(Some([0.0; 3]), |value| value.vector())
}

/// Rotation of an argument, the identity if it is absent; `None` if it is not understood.
fn rotation(value: Option<&Value>) -> Option<[f64; 4]> {
    value.map_or(Some(IDENTITY_ROTATION), |value| value.rotation(Some(Order::Last)))
}

/// Whether the inertial frames of the base and of the links are the identity, or absent. Otherwise, the position of the
/// base would be that of its center of mass.
fn have_identity_frames(arguments: &[NamedValue]) -> bool {
    let base_position = position(argument(arguments, "baseInertialFramePosition"));
    let base_rotation = rotation(argument(arguments, "baseInertialFrameOrientation"));
    let positions = argument(arguments, "linkInertialFramePositions").map_or(&[][..], Value::items);
    let rotations = argument(arguments, "linkInertialFrameOrientations").map_or(&[][..], Value::items);
    base_position == Some([0.0; 3])
        && base_rotation == Some(IDENTITY_ROTATION)
        && positions.iter().all(|(_, position)| position.vector() == Some([0.0; 3]))
        && rotations.iter().all(|(_, rotation)| rotation.rotation(Some(Order::Last)) == Some(IDENTITY_ROTATION))
}

/// Whether the text sets an argument to false or 0.
fn is_disabled(entity: &Entity, key: &str) -> bool {
    by_key(&entity.arguments, &[key]).is_some_and(|value| {
        value.number() == Some(0.0) || word(value).is_some_and(|word| word.eq_ignore_ascii_case("false"))
    })
}

impl Store {
    /// Evaluates a call that makes bodies with visual shapes, or visual shapes alone; `None` for any other.
    pub fn multi_body_call(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<Value> {
        let last = *names.last()?;
        if last == "createMultiBody" {
            return Some(self.multi_body(arguments, at));
        }
        if MOVES.contains(&last)
            && let Some((_, Value { data: Data::Entity(base), .. })) = arguments.first()
            && self.linked.contains(base)
        {
            self.refusals.push((at, LINKS.to_owned()));
            return Some(Value::unknown(at));
        }
        if last == "createVisualShapeArray" || last.starts_with("addUserDebug") {
            self.drawn.extend(ranges_of(arguments));
            return Some(Value::unknown(at));
        }
        if !VISUAL_CALLS.contains(&last) {
            return None;
        }
        let copied = self.visual_copies(arguments, at)?;
        self.body_call(names, &copied, at)
    }

    /// Replaces the shapes of arguments by visual copies; `None` without a shape.
    fn visual_copies(&mut self, arguments: &[NamedValue], at: usize) -> Option<Vec<NamedValue>> {
        let mut copied = arguments.to_vec();
        let mut has_shape = false;
        for (_, value) in &mut copied {
            match &mut value.data {
                Data::Entity(id) if self.entities[*id].is_shape => {
                    has_shape = true;
                    let copy = self.add_copy(*id, at);
                    self.entities[*id].attached = true;
                    self.visuals.insert(copy);
                    *id = copy;
                }
                Data::List(items) => {
                    if let Some(inner) = self.visual_copies(items, at) {
                        has_shape = true;
                        value.data = Data::List(std::rc::Rc::new(inner));
                    }
                }
                _ => {}
            }
        }
        has_shape.then_some(copied)
    }

    /// Makes the bodies of `createMultiBody`: one for the base, or for each position of a batch, and one for each link.
    fn multi_body(&mut self, arguments: &[NamedValue], at: usize) -> Value {
        let used = [ranges_of(arguments), vec![mark(at)]].concat();
        let Some(batch) = argument(arguments, "batchPositions") else {
            return self.body_of_base(position(argument(arguments, "basePosition")), arguments, &used, at);
        };
        let mut bodies = Vec::with_capacity(batch.items().len());
        for (_, base_position) in batch.items() {
            bodies.push((None, self.body_of_base(base_position.vector(), arguments, &used, at)));
        }
        Value::list(bodies, at)
    }

    /// Makes the body of the base of `createMultiBody` at a position, and the bodies of its links. A pose that is not
    /// understood is a problem.
    fn body_of_base(
        &mut self,
        base_position: Option<[f64; 3]>,
        arguments: &[NamedValue],
        used: &Ranges,
        at: usize,
    ) -> Value {
        let body = self.base(arguments, used, at);
        let base_rotation = rotation(argument(arguments, "baseOrientation"));
        match (base_position, base_rotation) {
            (Some(position), Some(rotation)) if have_identity_frames(arguments) => {
                let pose = Pose { position, rotation };
                self.entities[body].place_at(pose);
                self.links(body, pose, arguments, at);
            }
            _ => self.mark_unread(body, "pose", at),
        }
        Value::entity(body, used, at)
    }

    /// Makes the base of `createMultiBody`, with the shape that collides; without one, with the visual shape.
    fn base(&mut self, arguments: &[NamedValue], used: &Ranges, at: usize) -> usize {
        let body = self.body(&["createMultiBody"], at);
        self.entities[body].used.extend(used.iter().cloned());
        let shape = argument(arguments, "baseCollisionShapeIndex");
        let visual = argument(arguments, "baseVisualShapeIndex");
        if let Some(Value { data: Data::Entity(visual), .. }) = visual {
            self.entities[*visual].attached = true;
        }
        if let Some(Value { data: Data::Entity(shape), .. }) = shape {
            self.attach(body, *shape, None, used);
        } else if !is_no_shape(shape) {
            let why = "the collision shape of this body is not known; write it out";
            self.refusals.push((at, why.to_owned()));
        } else if let Some(Value { data: Data::Entity(visual), .. }) = visual {
            self.attach(body, *visual, None, used);
        }
        body
    }

    /// Makes a body for each link of `createMultiBody` that has a shape, with all joints at 0.
    fn links(&mut self, base: usize, pose: Pose, arguments: &[NamedValue], at: usize) {
        let has_links = ["linkMasses", "linkCollisionShapeIndices", "linkPositions"].iter().any(|name| {
            argument(arguments, name).is_some_and(|list| !matches!(&list.data, Data::List(items) if items.is_empty()))
        });
        if !has_links {
            return;
        }
        self.linked.insert(base);
        if self.place_links(pose, arguments, at).is_none() {
            self.refusals.push((at, LINKS.to_owned()));
        }
    }

    /// Makes the bodies of the links, each at its pose in the frame of its parent, where index 0 is the base; `None` if
    /// an argument is not understood.
    fn place_links(&mut self, base: Pose, arguments: &[NamedValue], at: usize) -> Option<()> {
        let shapes = argument(arguments, "linkCollisionShapeIndices")?.items().to_vec();
        let positions = argument(arguments, "linkPositions")?.items().to_vec();
        let parents = argument(arguments, "linkParentIndices")?.items().to_vec();
        let rotations = argument(arguments, "linkOrientations").map(|rotations| rotations.items().to_vec());
        let count = shapes.len();
        let is_complete = positions.len() == count
            && parents.len() == count
            && rotations.as_ref().is_none_or(|rotations| rotations.len() == count);
        if count == 0 || !is_complete {
            return None;
        }
        let mut poses = vec![base];
        for (k, (_, shape)) in shapes.iter().enumerate() {
            let parent = parents[k].1.number().filter(|parent| parent.fract() == 0.0 && *parent >= 0.0)?;
            let link_rotation = rotation(rotations.as_ref().map(|rotations| &rotations[k].1))?;
            let local = Pose { position: positions[k].1.vector()?, rotation: link_rotation };
            let pose = poses.get(parent as usize)?.then(local);
            poses.push(pose);
            match shape.data {
                Data::Entity(shape) => {
                    let body = self.body(&["createMultiBody", "link"], at);
                    self.entities[body].place_at(pose);
                    self.attach(body, shape, None, &ranges_of(arguments));
                }
                _ if is_no_shape(Some(shape)) => {}
                _ => return None,
            }
        }
        Some(())
    }

    /// Whether a shape is only drawn: its constructor or its flags say so.
    fn is_visual(&self, id: usize) -> bool {
        let entity = &self.entities[id];
        let last = entity.path.last().map_or("", String::as_str);
        let first = entity.path.first().map_or("", String::as_str);
        let is_mesh = self.uses("godot") && GODOT_MESHES.contains(&first)
            || self.uses("jme") && entity.path.len() == 1 && JME_MESHES.contains(&first)
            // SFML only draws.
            || first == "sf";
        let is_morph = entity.path.iter().any(|name| name == "morphs");
        let is_geom = ["add_geom", "addGeom", "add"].contains(&last);
        entity.is_shape
            && (self.visuals.contains(&id)
                || VISUAL_SHAPES.contains(&last)
                || is_mesh
                || is_morph && is_disabled(entity, "collision")
                || is_geom && is_disabled(entity, "contype") && is_disabled(entity, "conaffinity"))
    }

    /// Removes the visual shapes from their bodies, in a text with shapes that collide.
    pub fn separate_visuals(&mut self) {
        let visuals: Vec<bool> = (0..self.entities.len()).map(|id| self.is_visual(id)).collect();
        let collides = (0..self.entities.len()).any(|id| self.entities[id].is_shape && !visuals[id]);
        if !collides || !visuals.contains(&true) {
            return;
        }
        for (id, is_visual) in visuals.iter().enumerate() {
            let entity = &mut self.entities[id];
            let has_shapes = !entity.children.is_empty();
            entity.children.retain(|(child, _)| !visuals[*child]);
            let is_drawn = *is_visual || has_shapes && entity.children.is_empty() && !entity.is_shape;
            if is_drawn {
                entity.attached = true;
                self.drawn
                    .extend(entity.used.iter().cloned().chain(ranges_of(&entity.arguments)).chain([mark(entity.at)]));
            }
        }
    }
}
