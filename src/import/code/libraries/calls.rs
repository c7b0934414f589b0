//! Calls with a meaning of a single library that no row of the dictionary can state: primitives with components,
//! configurations with a pose, templates that make an object, instances by the name of their class.

use crate::import::code::evaluate::calls::looks_like_shape;
use crate::import::code::evaluate::value;
use crate::import::code::evaluate::value::three_numbers;
use crate::import::code::evaluate::value::{Data, NamedValue, Order, Value, mark};
use crate::import::code::join::store::{Problem, Store, entities_of, ranges_of};
use crate::import::code::parser::syntax::Path;
use crate::import::code::pose::angles;
use crate::import::code::pose::angles::by_function;
use crate::import::code::pose::functions::pose_by_function;
use crate::import::code::pose::motions::last_axis;
use crate::import::code::pose::rotations::{normalized, scaled_axis};
use crate::import::code::shape::dictionary;
use crate::import::pose::{IDENTITY_ROTATION, Pose, about};

/// Templates whose argument in angle brackets is the type of the object that they make.
const TEMPLATES: [&str; 4] = ["vtkNew", "vtkSmartPointer", "CreateDefaultSubobject", "NewObject"];

/// Methods of Unreal's components that state their sizes.
pub const COMPONENT_SETTERS: [&str; 6] =
    ["InitBoxExtent", "SetBoxExtent", "InitCapsuleSize", "SetCapsuleSize", "InitSphereRadius", "SetSphereRadius"];

/// Method of SAPIEN that makes a builder of bodies.
pub const ACTOR_BUILDER: &str = "create_actor_builder";

/// Functions that make bodies or collision meshes from other files.
const FILES: [&str; 9] = [
    "loadURDF",
    "loadSDF",
    "loadMJCF",
    "load_mesh",
    "read_triangle_mesh",
    "load_urdf",
    "AddModelFromFile",
    "AddModelsFromUrl",
    "load_asset",
];

/// Parts of the names of functions that write files, or only name them.
const WRITERS: [&str; 8] = ["write", "export", "save", "dump", "filename", "print", "log", "exists"];

/// File name extensions of models.
const ENDINGS: [&str; 11] =
    [".urdf", ".sdf", ".glb", ".gltf", ".obj", ".stl", ".fbx", ".dae", ".usd", ".usda", ".mjcf"];

/// Whether a value is the name of a file of a model.
fn names_model(value: &Value) -> bool {
    word(value).is_some_and(|word| {
        let word = word.trim_matches(['"', '\'']).to_ascii_lowercase();
        ENDINGS.iter().any(|ending| word.ends_with(ending))
    })
}

/// Parts of the names of functions that return numbers although their names look like shapes: `box_inertia`.
const NUMERIC: [&str; 5] = ["moment", "inertia", "volume", "mass", "area"];

/// Returns the text of a string or of a constant.
pub fn word(value: &Value) -> Option<&str> {
    if let Data::Word(word) = &value.data { Some(word) } else { None }
}

/// Returns the value of an argument by its key.
pub fn by_key<'v>(arguments: &'v [NamedValue], keys: &[&str]) -> Option<&'v Value> {
    arguments.iter().find(|(key, _)| key.as_deref().is_some_and(|key| keys.contains(&key))).map(|(_, value)| value)
}

impl Store {
    /// Evaluates a call by the rules of its library; `None` for any other call.
    pub fn library_call(&mut self, path: &Path<'_>, arguments: &[NamedValue], at: usize) -> Option<Value> {
        if let Some(aliased) = self.aliased(path) {
            let names: Vec<&str> = aliased.split('.').collect();
            return Some(self.call(&Path { names, generic: path.generic.clone() }, arguments, at));
        }
        if path.names.iter().any(|name| TEMPLATES.contains(name)) && !dictionary::rows(&path.generic).is_empty() {
            let id = self.shape(&path.generic, &[], at);
            return Some(Value { data: Data::Entity(id), used: vec![mark(at)], at });
        }
        let names = &path.names[..];
        if let Some(value) = self.unreal_call(path, arguments, at).or_else(|| self.aether_call(names, arguments, at)) {
            return Some(value);
        }
        if let Some(value) = self.call_of_tools(names, arguments, at) {
            return Some(value);
        }
        if let Some(value) = self.shapely_call(names, arguments, at).or_else(|| self.entity(names, arguments, at)) {
            return Some(value);
        }
        if let [variable, method] = names
            && COMPONENT_SETTERS.contains(method)
            && let Some(owner) = self.variables.get(*variable).cloned().filter(Value::is_entity)
        {
            return Some(self.call_on_variable(names, owner, arguments, at));
        }
        // Components of RealityKit that have no shapes.
        let component = names.last().filter(|name| name.ends_with("Component") && **name != "CollisionComponent");
        if let Some(name) = component.filter(|_| entities_of(arguments).is_empty() && self.uses("realitykit")) {
            return Some(Value::new(Data::Word((*name).to_owned()), at));
        }
        // Prose: "localScale (2, 1, 1)".
        if let (["localScale" | "localPosition" | "eulerAngles" | "euler" | "scale"], true) =
            (names, self.uses("unity"))
        {
            let is_unit = arguments.iter().all(|(_, value)| value.number() == Some(1.0)) && names[0].ends_with("cale");
            self.unread_poses.extend((!is_unit).then(|| mark(at)));
            return Some(Value::unknown(at));
        }
        let writes = WRITERS.iter().any(|word| normalized(path.last()).contains(word));
        let named = !writes && arguments.iter().any(|(_, value)| names_model(value));
        let is_visual = normalized(path.last()).contains("visual");
        if (FILES.contains(&path.last()) && !arguments.is_empty() || named) && !is_visual {
            self.loaded_files.push(at);
        }
        if let Some(value) =
            self.multi_body_call(names, arguments, at).or_else(|| self.array_call(names, arguments, at))
        {
            return Some(value);
        }
        if let Some(data) = self.library_value(names, arguments) {
            self.record_pose(&data, at);
            let used = ranges_of(arguments).into_iter().chain([mark(at)]).collect();
            return Some(Value { data, used, at });
        }
        let id = self.object_call(names, arguments, at)?;
        Some(Value { data: Data::Entity(id), used: vec![mark(at)], at })
    }

    /// Records the offset of a call that makes a pose or a rotation.
    fn record_pose(&mut self, data: &Data, at: usize) {
        let is_moved = match data {
            Data::Pose(pose) => *pose != Pose::default(),
            Data::Rotation(rotation) => *rotation != IDENTITY_ROTATION,
            _ => false,
        };
        self.pose_calls.extend(matches!(data, Data::Pose(_)).then_some(mark(at)));
        self.nonidentity_poses.extend(is_moved.then_some(mark(at)));
    }

    /// Makes the shape or body of a call by the rules of its library; `None` for any other call.
    fn object_call(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<usize> {
        if let Some(body) = self.matter_compound(names, arguments, at) {
            return Some(body);
        }
        Some(match (names.last().copied()?, arguments) {
            ("CreatePrimitive", [(None, kind)]) => self.unity_primitive(word(kind)?.to_owned(), at),
            ("new", [(None, class), ..]) if names.contains(&"Instance") && word(class) == Some("Part") => {
                self.shape(&["roblox", "Part"], &[], at)
            }
            (
                "SKSpriteNode"
                | "SKShapeNode"
                | "SKNode"
                | "createJointAndBodyNodePair"
                | "TransformNode"
                | "CollisionNode"
                | "PhysicsShapeContainer"
                | ACTOR_BUILDER,
                _,
            ) => {
                let body = self.body(names, at);
                let size = arguments.iter().filter(|(key, _)| key.as_deref() == Some("size"));
                self.entities[body].arguments.extend(size.cloned());
                body
            }
            (last, _) if last.ends_with("Cfg") && by_key(arguments, &["spawn"]).is_some_and(Value::is_entity) => {
                self.configured(names, arguments, at)
            }
            (
                last @ ("add_box" | "add_sphere" | "add_cylinder" | "add_cone" | "add_plane" | "add_mesh"),
                [_, (_, Value { data: Data::Entity(pose), .. }), sizes @ ..],
            ) if self.uses("moveit") && !self.entities[*pose].is_shape => self.planning_object(last, *pose, sizes, at),
            ("Entity", _) if self.uses("ursina") && by_key(arguments, &["model"]).is_some() => {
                self.ursina(arguments, at)
            }
            (last, _) if last.starts_with("primitive_") && last.ends_with("_add") => self.blender(names, arguments, at),
            _ => return None,
        })
    }

    /// Evaluates a function that makes a pose, rotation, vector or number in a library; `None` for any other.
    fn library_value(&self, names: &[&str], arguments: &[NamedValue]) -> Option<Data> {
        let last = normalized(names.last()?);
        let kind = names.len().checked_sub(2).map_or(String::new(), |k| normalized(names[k]));
        if looks_like_shape(&last) && NUMERIC.iter().any(|part| last.contains(part)) {
            return Some(Data::Unknown);
        }
        if let Some(pose) = pose_by_function(names, arguments, self.uses("trimesh") && !self.uses("ros")) {
            return Some(pose.map_or(Data::Unknown, Data::Pose));
        }
        if last == "initialstatecfg" {
            return initial_state(arguments).map(Data::Pose);
        }
        if kind == "cframe" {
            return Some(cframe(&last, arguments).map_or(Data::Unknown, Data::Pose));
        }
        if last.starts_with("getrotationmatrixfrom") {
            let rotation = match last.as_str() {
                "getrotationmatrixfromaxisangle" => three_numbers(arguments).and_then(scaled_axis),
                "getrotationmatrixfromquaternion" => {
                    arguments.first().and_then(|(_, value)| value.rotation(Some(Order::First)))
                }
                _ => three_numbers(arguments).and_then(|angles| by_function("", &last, angles)),
            };
            return Some(rotation.map_or(Data::Unknown, Data::Rotation));
        }
        // A method of a variable moves the variable.
        let is_method = names.len() > 1
            && self.lookup(&names[..1]).is_some_and(|(_, owner)| !matches!(owner.data, Data::Word(_) | Data::Unknown));
        if is_method { None } else { self.rotation_by_function(&kind, &last, arguments).map(Data::Rotation) }
    }

    /// Returns the rotation of a function of a library; `None` for any other function.
    fn rotation_by_function(&self, kind: &str, last: &str, arguments: &[NamedValue]) -> Option<[f64; 4]> {
        let numbers: Option<Vec<f64>> = arguments.iter().map(|(_, value)| value.number()).collect();
        let angles = three_numbers(arguments);
        let own = if last == kind || kind.is_empty() { last } else { kind };
        if let Some(rotation) = angles.and_then(|angles| by_function(own, last, angles)) {
            return Some(rotation);
        }
        let axis = axis_and_angle(arguments);
        match (last, axis, numbers.as_deref()) {
            (
                "createfromaxisangle" | "quatfromaxisangle" | "rotationaxis" | "fromangleaxis" | "fromanglenormalaxis",
                ..,
            )
            | (
                "qfromangaxis" | "quatfromangleaxis" | "qangaxis" | "getquaternionfromaxisangle" | "axisangletoquat",
                ..,
            ) => axis.and_then(|(axis, angle)| about(axis, angle)),
            (_, _, Some([angle])) if is_axis_rotation(kind, last) => about(last_axis(last)?, *angle),
            ("quaternion" | "basis" | "fquat", Some((axis, angle)), _) if self.uses("godot") || last == "fquat" => {
                about(axis, angle)
            }
            ("quaternion", Some((axis, angle)), _) if self.uses("libgdx") => about(axis, angle.to_radians()),
            ("quat" | "dquat", _, Some([w, x, y, z])) if kind == "glm" => Order::First.quaternion([*w, *x, *y, *z]),
            ("fromeuler", ..) if ["basis", "quaternion"].contains(&kind) && self.uses("godot") => {
                angles::by_library(&self.named.libraries, angles?, Some(false))
            }
            ("fromeulerangles", ..) if self.uses("babylon") => angles::ordered("yxz", angles?),
            ("new", ..) if ["unitquaternion", "rotation3"].contains(&kind) && arguments.len() == 1 => {
                scaled_axis(angles?)
            }
            _ => None,
        }
    }

    /// Makes the collider that a primitive of Unity has.
    fn unity_primitive(&mut self, kind: String, at: usize) -> usize {
        let shape = match kind.as_str() {
            "Cube" => self.shape(&["BoxCollider"], &[], at),
            "Sphere" => self.shape(&["SphereCollider"], &[], at),
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
        let shapes = entities_of(arguments);
        shapes.into_iter().for_each(|shape| self.attach(body, shape, None, &ranges_of(arguments)));
        match by_key(arguments, &["init_state"]) {
            Some(Value { data: Data::Pose(pose), .. }) => self.entities[body].place_at(*pose),
            Some(state) => {
                self.doubt(body, "pose", state.at);
            }
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

    /// Makes an entity of Ursina, whose models have size 1.
    fn ursina(&mut self, arguments: &[NamedValue], at: usize) -> usize {
        let model = by_key(arguments, &["model"]).and_then(word).unwrap_or_default().to_owned();
        let collider = by_key(arguments, &["collider"]).and_then(word).unwrap_or_default();
        let kind = match (model.as_str(), collider) {
            ("cube", "box") => "cube",
            ("sphere", "sphere") => "sphere",
            _ => "other",
        };
        let id = self.shape(&["ursina", kind], &[], at);
        let turned = by_key(
            arguments,
            &["rotation", "rotation_x", "rotation_y", "rotation_z", "parent", "origin", "world_position"],
        );
        let position = by_key(arguments, &["position"]).map_or(Some([0.0; 3]), Value::vector);
        let scale = by_key(arguments, &["scale"])
            .map_or(Some([1.0; 3]), |scale| scale.number().map(|factor| [factor; 3]).or_else(|| scale.vector()));
        let position = position.and_then(|start| by_coordinates(arguments, ["x", "y", "z"], start));
        let scale = scale.and_then(|start| by_coordinates(arguments, ["scale_x", "scale_y", "scale_z"], start));
        let entity = &mut self.entities[id];
        entity.used.extend(ranges_of(arguments));
        entity.position = position;
        entity.scale = scale;
        if position.is_none() || scale.is_none() || turned.is_some() {
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

/// Replaces the coordinates of a vector that have arguments of their own; `None` if one of these is not a number.
fn by_coordinates(arguments: &[NamedValue], keys: [&str; 3], start: [f64; 3]) -> Option<[f64; 3]> {
    let mut vector = start;
    for (x, key) in vector.iter_mut().zip(keys) {
        if let Some(value) = by_key(arguments, &[key]) {
            *x = value.number()?;
        }
    }
    Some(vector)
}

/// Whether a function rotates about the coordinate axis whose letter is the last of its name.
fn is_axis_rotation(kind: &str, name: &str) -> bool {
    let own = name.trim_end_matches(['x', 'y', 'z']);
    ["createrotation", "quatfromangle", "qfromangle"].contains(&own) || own == "rotate" && kind == "quaternion"
}

/// Returns the axis and the angle that two arguments state, in either order; `None` for a zero axis.
pub fn axis_and_angle(arguments: &[NamedValue]) -> Option<([f64; 3], f64)> {
    let [(_, first), (_, second)] = arguments else { return None };
    let pair = axis_of(first).zip(second.number()).or_else(|| axis_of(second).zip(first.number()));
    pair.filter(|(axis, _)| *axis != [0.0; 3])
}

/// Returns the vector of an axis, or the direction of a constant such as Babylon.js's `Axis.Z`.
fn axis_of(value: &Value) -> Option<[f64; 3]> {
    value.vector().or_else(|| word(value).filter(|word| ["X", "Y", "Z"].contains(word)).and_then(axis_by_letter))
}

/// Direction of a coordinate axis by its capital letter.
fn axis_by_letter(letter: &str) -> Option<[f64; 3]> {
    last_axis(&letter.to_lowercase())
}

/// Pose of Isaac Lab's `InitialStateCfg(pos=…, rot=…)`, whose quaternions begin with w.
fn initial_state(arguments: &[NamedValue]) -> Option<Pose> {
    let position = by_key(arguments, &["pos"]).map_or(Some([0.0; 3]), Value::vector)?;
    let rotation =
        by_key(arguments, &["rot"]).map_or(Some(IDENTITY_ROTATION), |turn| turn.rotation(Some(Order::First)))?;
    Some(Pose { position, rotation })
}

/// Pose of a constructor of Roblox's `CFrame`.
fn cframe(last: &str, arguments: &[NamedValue]) -> Option<Pose> {
    let numbers: Option<Vec<f64>> = arguments.iter().map(|(_, value)| value.number()).collect();
    match (last, numbers.as_deref(), arguments) {
        ("new", Some([]), _) => Some(Pose::default()),
        ("new", Some([x, y, z]), _) => Some(Pose::at([*x, *y, *z])),
        ("new", Some([x, y, z, a, b, c, d]), _) => {
            Some(Pose { position: [*x, *y, *z], rotation: Order::Last.quaternion([*a, *b, *c, *d])? })
        }
        ("new", Some([x, y, z, rows @ ..]), _) if rows.len() == 9 => {
            let rows: Vec<Vec<f64>> = rows.chunks(3).map(<[f64]>::to_vec).collect();
            Some(Pose { position: [*x, *y, *z], rotation: value::rotation_of_rows(&rows)? })
        }
        ("new", _, [(_, position)]) => position.vector().map(Pose::at),
        ("fromaxisangle", ..) => {
            let (axis, angle) = axis_and_angle(arguments)?;
            Some(Pose { position: [0.0; 3], rotation: about(axis, angle)? })
        }
        (_, Some([x, y, z]), _) => {
            Some(Pose { position: [0.0; 3], rotation: by_function("cframe", last, [*x, *y, *z])? })
        }
        _ => None,
    }
}
