//! Calls of libraries whose functions have common names or take names of objects as strings: in, Yade's `box(…)`,
//! Meshcat's `SetTransform("can", pose)`, Geant4's `G4PVPlacement(rotation, position, volume, …)`; out, shapes, bodies
//! and poses in the store.

use std::collections::BTreeSet;

use super::calls::word;
use crate::code::evaluate::fallbacks;
use crate::code::evaluate::value::{Data, NamedValue, Order, Ranges, Value, mark, three_numbers};
use crate::code::join::store::{Store, entities_of, poses_of, ranges_of};
use crate::code::matrix::matrices;
use crate::code::parser::token;
use crate::code::parser::token::{Kind, Token};
use crate::code::pose::angles;
use crate::code::pose::arguments::last_axis;
use crate::code::pose::rotations::scaled_axis;
use crate::names::normalized;
use crate::pose::{IDENTITY_ROTATION, Pose, about};

/// Functions with common names, by the library, in whose rows of the dictionary they are `library.name`.
const COMMON: [(&str, &[&str]); 3] = [
    ("build123d", &["Box", "Sphere", "Cylinder", "Cone"]),
    ("yade", &["box", "sphere", "facet", "wall", "polyhedra", "chainedCylinder"]),
    ("mathematica", &["Cuboid", "Ball", "Sphere", "Cylinder", "CapsuleShape", "Cone", "Ellipsoid"]),
];

/// Functions of build123d that change solids and are not evaluated.
const UNREAD: [&str; 12] = [
    "BuildPart",
    "BuildSketch",
    "fillet",
    "chamfer",
    "extrude",
    "revolve",
    "loft",
    "sweep",
    "mirror",
    "split",
    "offset",
    "Locations",
];

/// Constants of Geant4's units, in meters and radians.
const UNITS: [(&str, f64); 6] =
    [("mm", 0.001), ("cm", 0.01), ("m", 1.0), ("um", 1e-6), ("deg", std::f64::consts::PI / 180.0), ("rad", 1.0)];

/// Converts the brackets of Mathematica's calls, `Ball[{0, 0, 0}, 1]`, to parentheses.
pub fn with_parentheses<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let closing = token::closing(tokens);
    let mut replaced = tokens.to_vec();
    for k in 1..tokens.len() {
        let is_call = tokens[k].is("[") && tokens[k - 1].kind == Kind::Name && tokens[k - 1].end == tokens[k].start;
        if is_call && closing[k] > k {
            replaced[k].text = "(";
            replaced[closing[k]].text = ")";
        }
    }
    replaced
}

/// Returns the variables that a library defines before the program begins.
pub fn defined_values(libraries: &BTreeSet<&'static str>) -> Vec<(String, Value)> {
    let units = UNITS.iter().filter(|_| libraries.contains("geant4"));
    units.map(|(name, value)| ((*name).to_owned(), Value::new(Data::Number(*value), 0))).collect()
}

/// Returns the ranges of the text that a call and its arguments use, bytes.
pub fn used_by(arguments: &[NamedValue], at: usize) -> Ranges {
    ranges_of(arguments).into_iter().chain([mark(at)]).collect()
}

impl Store {
    /// Evaluates a call by the rules of a library with common names; `None` for any other call.
    fn further_call(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<Value> {
        let last = *names.last()?;
        if let Some((library, _)) =
            COMMON.iter().find(|(library, functions)| self.uses(library) && functions.contains(&last))
        {
            let id = self.shape(&[library, last], arguments, at);
            return Some(Value { data: Data::Entity(id), used: vec![mark(at)], at });
        }
        if let Some(pose) = pose_of_tools(last, arguments) {
            self.pose_calls.push(mark(at));
            if pose.is_some_and(|pose| pose != Pose::default()) {
                self.nonidentity_poses.push(mark(at));
            }
            return Some(Value { data: pose.map_or(Data::Unknown, Data::Pose), used: used_by(arguments, at), at });
        }
        if let Some(rotation) = rotation_of_tools(last, arguments) {
            let data = rotation.map_or(Data::Unknown, Data::Rotation);
            return Some(Value { data, used: used_by(arguments, at), at });
        }
        if self.uses("build123d") && UNREAD.contains(&last) {
            let why = "this changes solids in a manner that is not read; write the final solids with their poses";
            self.refusals.push((at, why.to_owned()));
        }
        self.solid_call(last, names, arguments, at)
            .or_else(|| self.viewer_call(last, names, arguments, at))
            .or_else(|| self.object_in_frame(last, names, arguments, at))
            .or_else(|| self.call_of_hc(last, names, arguments, at))
    }

    /// Evaluates a call that makes a solid or a pose of build123d, boxes of OpenRAVE, a polygon of Box2D without a
    /// declaration, or a volume of Geant4; `None` for any other call.
    fn solid_call(&mut self, last: &str, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<Value> {
        match (last, arguments) {
            // build123d: `Pos(x, y, z)` in meters, `Rot(x, y, z)` in degrees.
            ("Pos" | "Rot" | "Location", _) if self.uses("build123d") => {
                let numbers = three_numbers(arguments)?;
                let pose = if last == "Rot" {
                    Pose { position: [0.0; 3], rotation: angles::ordered("xyz", numbers.map(f64::to_radians))? }
                } else {
                    Pose::at(numbers)
                };
                Some(Value { data: Data::Pose(pose), used: used_by(arguments, at), at })
            }
            // OpenRAVE: `body.InitFromBoxes(rows)`, each with a center and half extents.
            ("InitFromBoxes", [(_, rows), ..]) if self.uses("openrave") && names.len() == 2 => {
                let owner = self.owner(names[0], at);
                for (_, row) in rows.items().to_vec() {
                    let numbers = matrices::numbers_of(&row).filter(|numbers| numbers.len() == 6)?;
                    let (center, half_extents) = numbers.split_at(3);
                    let vectors = [center, half_extents];
                    let sizes = vectors.map(|vector| (None, Value::new(Data::Vector(vector.to_vec()), at)));
                    let id = self.shape(&["openrave", "box"], &sizes, at);
                    self.attach(owner, id, None, &ranges_of(arguments));
                }
                Some(Value::unknown(at))
            }
            // Box2D: a shape whose declaration is not in the text.
            ("SetAsBox", _) if names.len() == 2 && !self.variables.contains_key(names[0]) => {
                let id = self.shape(&["b2PolygonShape", "SetAsBox"], arguments, at);
                names[0].clone_into(&mut self.entities[id].name);
                let value = Value { data: Data::Entity(id), used: vec![mark(at)], at };
                self.variables.insert(names[0].to_owned(), value.clone());
                Some(value)
            }
            // Geant4: a logical volume is its solid with a material.
            ("G4LogicalVolume", [(_, solid), ..]) if solid.is_entity() => Some(solid.clone()),
            ("G4PVPlacement", [_, _, (_, volume), ..]) if volume.is_entity() => self.geant_placement(arguments, at),
            _ => None,
        }
    }

    /// Evaluates a call that shows or moves an object of Meshcat by its name; `None` for any other call.
    fn viewer_call(&mut self, last: &str, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<Value> {
        match (last, arguments) {
            ("SetObject", [(_, name), (_, shape), ..]) if names.len() == 2 => {
                self.named_object(word(name)?.to_owned(), shape, at)
            }
            ("SetTransform", [(_, name), (_, pose), ..]) if names.len() == 2 => {
                let key = format!("\"{}\"", word(name)?.trim_matches(['"', '\'']));
                let Some(Value { data: Data::Entity(id), .. }) = self.variables.get(&key).cloned() else { return None };
                self.entities[id].used.extend(ranges_of(arguments));
                match &pose.data {
                    Data::Pose(pose) => self.entities[id].place_at(*pose),
                    _ => self.mark_unread(id, "pose", at),
                }
                Some(Value::unknown(at))
            }
            _ => None,
        }
    }

    /// Makes an entity of RealityKit, or a frame of DART in another frame; `None` for any other call.
    fn object_in_frame(&mut self, last: &str, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<Value> {
        let body = match (last, arguments) {
            ("ModelEntity" | "Entity", _) if self.uses("realitykit") => {
                let body = self.body(&["ModelEntity"], at);
                for argument in arguments {
                    for shape in entities_of(std::slice::from_ref(argument)) {
                        self.attach(body, shape, None, &ranges_of(arguments));
                        if argument.0.as_deref() == Some("mesh") {
                            self.entities[body].arguments.push((None, Value::new(Data::Entity(shape), at)));
                        }
                    }
                }
                body
            }
            ("createShared" | "SimpleFrame", [(_, parent), ..]) if names.contains(&"SimpleFrame") => {
                let body = self.body(&["SimpleFrame"], at);
                if let [parent] = entities_of(&[(None, parent.clone())])[..] {
                    self.frames.push((body, parent));
                    self.entities[body].place_at(Pose::default());
                }
                body
            }
            _ => return None,
        };
        Some(Value { data: Data::Entity(body), used: vec![mark(at)], at })
    }

    /// Evaluates a call of raylib, MoveIt, FreeCAD or a library of this module; `None` for any other call.
    pub fn call_of_tools(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<Value> {
        self.raylib_call(names, arguments, at)
            .or_else(|| self.primitive_of_object(names, arguments, at))
            .or_else(|| self.freecad_call(names, arguments, at))
            .or_else(|| self.further_call(names, arguments, at))
    }

    /// Moves the frames that are in other frames to the world, in the order of the text, and removes drawn meshes.
    pub fn compose_frames(&mut self) {
        for (child, parent) in std::mem::take(&mut self.frames) {
            let pose = self.entities[parent].pose().then(self.entities[child].pose());
            self.entities[child].place_at(pose);
        }
        // A mesh of RealityKit only draws an entity with a collision component.
        for id in 0..self.entities.len() {
            let entity = &self.entities[id];
            if entity.path != ["ModelEntity"] || entity.children.len() <= entity.arguments.len() {
                continue;
            }
            let meshes = entities_of(&entity.arguments);
            let mut used = Ranges::new();
            for mesh in meshes.iter().map(|mesh| &self.entities[*mesh]) {
                used.extend(mesh.used.iter().cloned());
                used.extend(ranges_of(&mesh.arguments));
            }
            self.entities[id].children.retain(|(child, _)| !meshes.contains(child));
            self.entities[id].used.extend(used);
        }
    }

    /// Places the solid of build123d's `pose * solid`; the union or the difference of two solids is not read. `None`
    /// for other operands.
    pub fn solid_product(&mut self, sign: char, left: &Value, right: &Value, at: usize) -> Option<Value> {
        match (sign, &left.data, &right.data) {
            ('*', Data::Pose(pose), Data::Entity(id)) if self.uses("build123d") => {
                let body = self.place(*id, *pose, &left.used, &["build123d"], at);
                Some(Value::entity(body, &left.used, at))
            }
            (_, Data::Entity(a), Data::Entity(b)) => {
                self.mark_unread(*a, "shape", at);
                self.mark_unread(*b, "shape", at);
                None
            }
            _ => None,
        }
    }

    /// Makes the object that a viewer shows under a name; its pose is the identity until it is set.
    fn named_object(&mut self, name: String, shape: &Value, at: usize) -> Option<Value> {
        let [shape] = entities_of(&[(None, shape.clone())])[..] else { return None };
        let name = name.trim_matches(['"', '\'']).to_owned();
        let body = self.body(&["Object3D"], at);
        self.attach(body, shape, None, &Vec::new());
        self.entities[body].name.clone_from(&name);
        let value = Value { data: Data::Entity(body), used: vec![mark(at)], at };
        self.variables.insert(format!("\"{name}\""), value.clone());
        Some(value)
    }

    /// Places the volume of Geant4's `G4PVPlacement(rotation, position, volume, …)`; a rotation is a problem. `None` if
    /// the volume is not one shape.
    fn geant_placement(&mut self, arguments: &[NamedValue], at: usize) -> Option<Value> {
        let [(_, rotation), (_, position), (_, volume), ..] = arguments else { return None };
        let [shape] = entities_of(&[(None, volume.clone())])[..] else { return None };
        let is_unrotated = word(rotation).is_some_and(|word| ["nullptr", "0", "NULL"].contains(&word))
            || rotation.number() == Some(0.0)
            || fallbacks::is_nothing(rotation);
        let position = position.vector().filter(|_| is_unrotated && poses_of(arguments).is_empty());
        match position {
            Some(position) => {
                let body = self.place(shape, Pose::at(position), &ranges_of(arguments), &["G4PVPlacement"], at);
                Some(Value { data: Data::Entity(body), used: vec![mark(at)], at })
            }
            None => {
                self.mark_unread(shape, "pose", at);
                Some(Value::unknown(at))
            }
        }
    }

    /// Places an entity of PlayCanvas by `entity.rigidbody.teleport(position, angles)`, in degrees. Returns whether the
    /// method is this one.
    pub fn teleport(&mut self, id: usize, method: &str, arguments: &[NamedValue], at: usize) -> bool {
        if method != "teleport" || !self.uses("playcanvas") {
            return false;
        }
        let numbers: Option<Vec<f64>> = arguments.iter().map(|(_, value)| value.number()).collect();
        let vectors: Vec<[f64; 3]> = arguments.iter().filter_map(|(_, value)| value.vector()).collect();
        let (position, angles) = match (numbers.as_deref(), &vectors[..], arguments.len()) {
            (Some([x, y, z]), ..) => (Some([*x, *y, *z]), None),
            (Some([x, y, z, a, b, c]), ..) => (Some([*x, *y, *z]), Some([*a, *b, *c])),
            (_, [position], 1) => (Some(*position), None),
            (_, [position, angles], 2) => (Some(*position), Some(*angles)),
            _ => (None, None),
        };
        // Without angles, the entity keeps its rotation.
        let rotation = match angles {
            Some(angles) => angles::by_library(&self.named.libraries, angles, None),
            None => Some(self.entities[id].rotation.unwrap_or(IDENTITY_ROTATION)),
        };
        self.entities[id].used.extend(ranges_of(arguments));
        match (position, rotation) {
            (Some(position), Some(rotation)) => self.entities[id].place_at(Pose { position, rotation }),
            _ => self.mark_unread(id, "pose", at),
        }
        true
    }

    /// Sets the center of a circle of cute_c2, `circle.p = c2V(x, y)`. Returns whether the field is this one.
    pub fn set_c2_center(&mut self, id: usize, names: &[&str], arguments: &[NamedValue]) -> bool {
        let entity = &mut self.entities[id];
        if names != ["p"] || entity.path.last().is_none_or(|kind| kind != "c2Circle") {
            return false;
        }
        entity.used.extend(ranges_of(arguments));
        entity.arguments.retain(|(key, _)| key.as_deref() != Some("p"));
        entity.arguments.extend(arguments.iter().map(|(_, value)| (Some(String::from("p")), value.clone())));
        true
    }

    /// Sets the sizes of a marker of ROS as a vector. Returns whether the field is this one.
    pub fn set_marker_sizes(&mut self, id: usize, names: &[&str], arguments: &[NamedValue]) -> bool {
        let [(_, value)] = arguments else { return false };
        let entity = &mut self.entities[id];
        if names != ["scale"] || entity.path.last().is_none_or(|kind| kind != "Marker") {
            return false;
        }
        entity.arguments.retain(|(key, _)| key.as_deref() != Some("scale"));
        entity.arguments.push((Some(String::from("scale")), value.clone()));
        true
    }
}

/// Returns the argument with this key, else the positional argument with this index.
fn argument<'v>(arguments: &'v [NamedValue], key: &str, index: usize) -> Option<&'v Value> {
    let named = arguments.iter().find(|(name, _)| name.as_deref() == Some(key));
    named.or_else(|| arguments.get(index).filter(|(name, _)| name.is_none())).map(|(_, value)| value)
}

/// Returns the `N` numbers of the list in the first argument; `None` for another number of elements.
fn numbers_of<const N: usize>(arguments: &[NamedValue]) -> Option<[f64; N]> {
    matrices::numbers_of(&arguments.first()?.1)?.try_into().ok()
}

/// Returns the pose of a function of pytransform3d or Pinocchio; the outer `None` for any other function, the inner one
/// for arguments that are not understood.
fn pose_of_tools(name: &str, arguments: &[NamedValue]) -> Option<Option<Pose>> {
    Some(match name {
        "transform_from" => transform_from(arguments),
        "XYZQUATToSE3" => numbers_of(arguments).and_then(|[x, y, z, a, b, c, d]| {
            Some(Pose { position: [x, y, z], rotation: Order::Last.quaternion([a, b, c, d])? })
        }),
        "transform_from_pq" => numbers_of(arguments).and_then(|[x, y, z, a, b, c, d]| {
            Some(Pose { position: [x, y, z], rotation: Order::First.quaternion([a, b, c, d])? })
        }),
        _ => return None,
    })
}

/// Pose of pytransform3d's `transform_from(R, p)`.
fn transform_from(arguments: &[NamedValue]) -> Option<Pose> {
    let rotation = argument(arguments, "R", 0)?.rotation(None)?;
    Some(Pose { position: argument(arguments, "p", 1)?.vector()?, rotation })
}

/// Returns the rotation of a function of pytransform3d or Chrono, as [`pose_of_tools`] does.
fn rotation_of_tools(name: &str, arguments: &[NamedValue]) -> Option<Option<[f64; 4]>> {
    Some(match name {
        "matrix_from_axis_angle" => numbers_of(arguments).and_then(|[x, y, z, angle]| about([x, y, z], angle)),
        "matrix_from_compact_axis_angle" => arguments.first().and_then(|(_, value)| scaled_axis(value.vector()?)),
        "matrix_from_quaternion" => numbers_of(arguments).and_then(|four| Order::First.quaternion(four)),
        _ if normalized(name).starts_with("qfromang") && arguments.len() == 1 => {
            let axis = last_axis(&normalized(name))?;
            arguments[0].1.number().and_then(|angle| about(axis, angle))
        }
        _ => return None,
    })
}
