//! Calls with a meaning of a single library that no row of the dictionary can state: in, a call such as
//! `vtkNew<vtkCubeSource>()` or `GameObject.CreatePrimitive(PrimitiveType.Cube)`; out, its value, a shape or a body.
//!
//! [`Store::library_call`] tries the rules of one library after the other; each returns `None` for calls of others.

use crate::code::evaluate::value::{Data, NamedValue, Value, mark};
use crate::code::join::store::{Store, entities_of, ranges_of};
use crate::code::parser::syntax::Path;
use crate::code::pose::arguments::last_axis;
use crate::code::shape::dictionary;
use crate::names::normalized;
use crate::pose::{IDENTITY_ROTATION, Pose};

/// Templates whose argument in angle brackets is the type of the object that they make.
const TEMPLATES: [&str; 4] = ["vtkNew", "vtkSmartPointer", "CreateDefaultSubobject", "NewObject"];

/// Methods of Unreal's components that state their sizes.
pub const COMPONENT_SETTERS: [&str; 6] =
    ["InitBoxExtent", "SetBoxExtent", "InitCapsuleSize", "SetCapsuleSize", "InitSphereRadius", "SetSphereRadius"];

/// Method of SAPIEN that makes a builder of bodies.
pub const ACTOR_BUILDER: &str = "create_actor_builder";

/// Functions that make bodies or collision meshes from other files, which are not in the text.
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

/// Whether a call loads a body or a collision mesh from a file.
fn loads_model(function: &str, arguments: &[NamedValue]) -> bool {
    let name = normalized(function);
    if name.contains("visual") {
        return false;
    }
    let is_writer = WRITERS.iter().any(|word| name.contains(word));
    FILES.contains(&function) && !arguments.is_empty()
        || !is_writer && arguments.iter().any(|(_, value)| names_model(value))
}

/// Whether a value is the name of a file of a model.
fn names_model(value: &Value) -> bool {
    word(value).is_some_and(|word| {
        let word = word.trim_matches(['"', '\'']).to_ascii_lowercase();
        ENDINGS.iter().any(|ending| word.ends_with(ending))
    })
}

/// Returns the text of a string with its quotes, or the name of a constant; `None` for any other value.
pub fn word(value: &Value) -> Option<&str> {
    if let Data::Word(word) = &value.data { Some(word) } else { None }
}

/// Returns the value of the first argument with one of these keys; `None` without one.
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
        if let Some(value) = self.template_call(path, at) {
            return Some(value);
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
        if let Some(name) = names.last()
            && name.ends_with("Component")
            && *name != "CollisionComponent"
            && entities_of(arguments).is_empty()
            && self.uses("realitykit")
        {
            return Some(Value::new(Data::Word((*name).to_owned()), at));
        }
        // Prose about Unity: "localScale (2, 1, 1)". A scale of 1 changes nothing.
        if let ["localScale" | "localPosition" | "eulerAngles" | "euler" | "scale"] = names
            && self.uses("unity")
        {
            let is_unit_scale =
                names[0].ends_with("cale") && arguments.iter().all(|(_, value)| value.number() == Some(1.0));
            if !is_unit_scale {
                self.unread_poses.push(mark(at));
            }
            return Some(Value::unknown(at));
        }
        if loads_model(path.last(), arguments) {
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

    /// Makes the shape of a template, `vtkNew<vtkCubeSource> cube`; `None` for any other call.
    fn template_call(&mut self, path: &Path<'_>, at: usize) -> Option<Value> {
        let is_template = path.names.iter().any(|name| TEMPLATES.contains(name));
        if !is_template || dictionary::rows(&path.generic).is_empty() {
            return None;
        }
        let id = self.shape(&path.generic, &[], at);
        Some(Value { data: Data::Entity(id), used: vec![mark(at)], at })
    }

    /// Records a call that makes a pose, and one that makes a pose or a rotation other than the identity.
    fn record_pose(&mut self, data: &Data, at: usize) {
        let is_identity = match data {
            Data::Pose(pose) => *pose == Pose::default(),
            Data::Rotation(rotation) => *rotation == IDENTITY_ROTATION,
            _ => true,
        };
        if matches!(data, Data::Pose(_)) {
            self.pose_calls.push(mark(at));
        }
        if !is_identity {
            self.nonidentity_poses.push(mark(at));
        }
    }
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
