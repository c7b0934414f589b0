//! Calls of single libraries that make a body or a shape at once: in, Unity's `CreatePrimitive(PrimitiveType.Cube)`,
//! Isaac Lab's configurations, MoveIt's planning objects, Ursina's entities, Blender's operators; out, the index of the
//! entity.

use super::calls::{ACTOR_BUILDER, by_key, word};
use crate::code::evaluate::value::{Data, NamedValue, Value};
use crate::code::join::store::{Problem, Store, entities_of, ranges_of};
use crate::pose::Pose;

/// Functions and types that make a body without shapes: of SpriteKit, DART, Babylon.js, Panda3D and SAPIEN.
const BODIES: [&str; 8] = [
    "SKSpriteNode",
    "SKShapeNode",
    "SKNode",
    "createJointAndBodyNodePair",
    "TransformNode",
    "CollisionNode",
    "PhysicsShapeContainer",
    ACTOR_BUILDER,
];

/// Arguments of Ursina's entities whose effect on the pose is not read.
const UNREAD_URSINA_KEYS: [&str; 7] =
    ["rotation", "rotation_x", "rotation_y", "rotation_z", "parent", "origin", "world_position"];

impl Store {
    /// Makes the shape or body of a call by the rules of its library; `None` for any other call.
    pub fn object_call(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<usize> {
        if let Some(body) = self.matter_compound(names, arguments, at) {
            return Some(body);
        }
        let last = *names.last()?;
        if BODIES.contains(&last) {
            return Some(self.body_with_size(names, arguments, at));
        }
        // Isaac Lab: `RigidObjectCfg(spawn=CuboidCfg(…), init_state=…)`.
        if last.ends_with("Cfg") && by_key(arguments, &["spawn"]).is_some_and(Value::is_entity) {
            return Some(self.configured(names, arguments, at));
        }
        // Blender: `bpy.ops.mesh.primitive_cube_add(…)`.
        if last.starts_with("primitive_") && last.ends_with("_add") {
            return Some(self.blender(names, arguments, at));
        }
        match (last, arguments) {
            // Unity: `GameObject.CreatePrimitive(PrimitiveType.Cube)`.
            ("CreatePrimitive", [(None, kind)]) => Some(self.unity_primitive(word(kind)?.to_owned(), at)),
            // Roblox: `Instance.new("Part")`.
            ("new", [(None, class), ..]) if names.contains(&"Instance") && word(class) == Some("Part") => {
                Some(self.shape(&["roblox", "Part"], &[], at))
            }
            // MoveIt: `scene.add_box(name, pose, size)`.
            (
                "add_box" | "add_sphere" | "add_cylinder" | "add_cone" | "add_plane" | "add_mesh",
                [_, (_, Value { data: Data::Entity(pose), .. }), sizes @ ..],
            ) if self.uses("moveit") && !self.entities[*pose].is_shape => {
                Some(self.planning_object(last, *pose, sizes, at))
            }
            // Ursina: `Entity(model="cube", collider="box")`.
            ("Entity", _) if self.uses("ursina") && by_key(arguments, &["model"]).is_some() => {
                Some(self.ursina(arguments, at))
            }
            _ => None,
        }
    }

    /// Makes a body without shapes; its argument `size`, as of SpriteKit's nodes, is kept.
    fn body_with_size(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> usize {
        let body = self.body(names, at);
        let size = arguments.iter().filter(|(key, _)| key.as_deref() == Some("size"));
        self.entities[body].arguments.extend(size.cloned());
        body
    }

    /// Makes the object of Unity with the collider that its primitive has; returns the index of the object.
    fn unity_primitive(&mut self, kind: String, at: usize) -> usize {
        let shape = match kind.as_str() {
            "Cube" => self.shape(&["BoxCollider"], &[], at),
            "Sphere" => self.shape(&["SphereCollider"], &[], at),
            // A capsule is 2 m high with its caps.
            "Capsule" => {
                let height = (Some(String::from("height")), Value::new(Data::Number(2.0), at));
                self.shape(&["CapsuleCollider"], &[height], at)
            }
            // A cylinder has the collider of a capsule, a plane that of a mesh.
            _ => self.shape(&["CreatePrimitive"], &[], at),
        };
        self.named.libraries.insert("unity");
        let body = self.body(&["GameObject", "CreatePrimitive"], at);
        self.attach(body, shape, None, &Vec::new());
        body
    }

    /// Makes the body of a configuration of Isaac Lab, `RigidObjectCfg(spawn=…, init_state=…)`.
    fn configured(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> usize {
        let body = self.body(names, at);
        for shape in entities_of(arguments) {
            self.attach(body, shape, None, &ranges_of(arguments));
        }
        match by_key(arguments, &["init_state"]) {
            Some(Value { data: Data::Pose(pose), .. }) => self.entities[body].place_at(*pose),
            Some(state) => self.mark_unread(body, "pose", state.at),
            None => self.entities[body].place_at(Pose::default()),
        }
        body
    }

    /// Makes an object of MoveIt's `PlanningSceneInterface` at a pose, which the text may change and use again.
    fn planning_object(&mut self, kind: &str, pose: usize, sizes: &[NamedValue], at: usize) -> usize {
        let shape = self.shape(&["moveit", kind], sizes, at);
        let body = self.add_copy(pose, at);
        self.entities[pose].attached = true;
        self.attach(body, shape, None, &ranges_of(sizes));
        body
    }

    /// Makes an entity of Ursina, whose models have size 1, with its position and scale. A rotation, a parent or
    /// another origin is a problem.
    fn ursina(&mut self, arguments: &[NamedValue], at: usize) -> usize {
        let model = by_key(arguments, &["model"]).and_then(word).unwrap_or_default().to_owned();
        let collider = by_key(arguments, &["collider"]).and_then(word).unwrap_or_default();
        let kind = match (model.as_str(), collider) {
            ("cube", "box") => "cube",
            ("sphere", "sphere") => "sphere",
            _ => "other",
        };
        let id = self.shape(&["ursina", kind], &[], at);
        let has_unread_pose = by_key(arguments, &UNREAD_URSINA_KEYS).is_some();
        let position = by_key(arguments, &["position"]).map_or(Some([0.0; 3]), Value::vector);
        let position = position.and_then(|start| with_coordinates(arguments, ["x", "y", "z"], start));
        let scale = by_key(arguments, &["scale"]).map_or(Some([1.0; 3]), scale_factors);
        let scale = scale.and_then(|start| with_coordinates(arguments, ["scale_x", "scale_y", "scale_z"], start));
        let entity = &mut self.entities[id];
        entity.used.extend(ranges_of(arguments));
        entity.position = position;
        entity.scale = scale;
        if position.is_none() || scale.is_none() || has_unread_pose {
            entity.problem = Some(Problem::at(at, "pose"));
        }
        id
    }

    /// Makes the mesh of an operator of Blender, and stores it as the active object.
    fn blender(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> usize {
        self.named.libraries.insert("blender");
        let id = self.shape(names, arguments, at);
        for owner in ["bpy.context", "context", "C"] {
            for field in ["object", "active_object"] {
                let name = format!("{owner}.{field}");
                self.max_names = self.max_names.max(name.split('.').count());
                self.variables.insert(name, Value::new(Data::Entity(id), at));
            }
        }
        id
    }
}

/// Returns the factors of a scale, which is one number or a vector.
fn scale_factors(scale: &Value) -> Option<[f64; 3]> {
    scale.number().map(|factor| [factor; 3]).or_else(|| scale.vector())
}

/// Replaces the coordinates of a vector that have arguments of their own; `None` if one of these is not a number.
fn with_coordinates(arguments: &[NamedValue], keys: [&str; 3], start: [f64; 3]) -> Option<[f64; 3]> {
    let mut vector = start;
    for (x, key) in vector.iter_mut().zip(keys) {
        if let Some(value) = by_key(arguments, &[key]) {
            *x = value.number()?;
        }
    }
    Some(vector)
}
