//! Methods that move a body or a pose from where it is: `rotate`, `translate`, `apply_transform`.
//!
//! **Frames.** A library either moves in the frame of the world or parent (the motion is multiplied from the left) or
//! in the frame of the body itself (from the right). Each method here is one whose frame its library documents;
//! everything else stays a change that is not understood.

use super::angles::{by_library, ordered};
pub use super::arguments::last_axis;
use super::arguments::{Z, numbers, only_number, turn};
use super::library_motions::{Motion, dyn4j, dyn4j_transform, godot, in_body, in_world, open3d, three};
use crate::code::evaluate::setters::point;
use crate::code::evaluate::value::{Data, NamedValue, Value, three_numbers};
use crate::code::join::store;
use crate::code::join::store::{Entity, Store};
use crate::code::libraries::calls;
use crate::code::libraries::calls::axis_and_angle;
use crate::names::normalized;
use crate::pose::{Pose, about};

/// Returns the pose that is the only argument; `None` for a point, which is not a whole pose.
fn whole_pose(arguments: &[NamedValue]) -> Option<Pose> {
    match arguments {
        [(_, Value { data: Data::Pose(pose), .. })] => Some(*pose),
        _ => None,
    }
}

/// Whether the path of the constructor of an entity has a planar type of Godot: `CircleShape2D`.
fn is_2d(entity: &Entity) -> bool {
    entity.path.iter().any(|name| name.ends_with("2D"))
}

/// Returns the motion of a mesh of trimesh in the world; `None` for any other method.
fn trimesh(method: &str, arguments: &[NamedValue]) -> Option<Motion> {
    match (method, arguments) {
        ("applytransform", [(_, pose)]) => Some(in_world(pose.pose()?)),
        ("applytranslation", _) => Some(in_world(Pose::at(point(arguments)?))),
        _ => None,
    }
}

/// Whether a name is in the path of the constructor of an entity.
fn has_in_path(entity: &Entity, kind: &str) -> bool {
    entity.path.iter().any(|name| name == kind)
}

impl Store {
    /// Whether the text names a library.
    pub fn uses(&self, library: &str) -> bool {
        self.named.libraries.contains(library)
    }

    /// Moves an entity by one of its methods. Returns whether the method is one whose motion is known.
    pub fn move_entity(&mut self, id: usize, names: &[&str], arguments: &[NamedValue]) -> bool {
        if self.move_in_hc(id, names.last().copied().unwrap_or_default(), arguments) {
            return true;
        }
        let last = normalized(names.last().copied().unwrap_or_default());
        let Some(motion) = self.motion(id, &last, names, arguments) else { return false };
        let entity = &mut self.entities[id];
        let pose = entity.pose();
        let moved = if motion.is_local { pose.then(motion.pose) } else { motion.pose.then(pose) };
        entity.place_at(moved);
        entity.angles = None;
        entity.used.extend(store::ranges_of(arguments));
        true
    }

    /// Returns the motion of a method, by the library of the entity; `None` if it is not known.
    fn motion(&self, id: usize, method: &str, names: &[&str], arguments: &[NamedValue]) -> Option<Motion> {
        let entity = &self.entities[id];
        if ["trimesh", "creation", "primitives"].iter().any(|kind| has_in_path(entity, kind)) {
            return trimesh(method, arguments);
        }
        if has_in_path(entity, "TriangleMesh") {
            return open3d(method, arguments);
        }
        if self.uses("dyn4j") {
            // The center of mass is known only if it is the origin of the body.
            if method == "rotateaboutcenter" && !self.is_centered(id) {
                return None;
            }
            return dyn4j(method, arguments);
        }
        if self.uses("three") && !entity.is_shape {
            return three(method, arguments);
        }
        if self.uses("godot") || self.uses("godot3") {
            let is_planar = has_in_path(entity, "Node2D") || self.is_planar(id);
            return godot(method, arguments, is_planar);
        }
        if self.uses("unity") && names.len() > 1 && names[names.len() - 2] == "transform" {
            return self.unity(names.last().copied().unwrap_or_default(), arguments);
        }
        if self.uses("playcanvas") {
            return self.playcanvas(method, arguments);
        }
        None
    }

    /// Returns the motion of a method of PlayCanvas' `Entity`, whose angles are degrees.
    fn playcanvas(&self, method: &str, arguments: &[NamedValue]) -> Option<Motion> {
        let vector = point(arguments)?;
        match method {
            "rotatelocal" => Some(in_body(turn(by_library(&self.named.libraries, vector, None)?))),
            "translate" => Some(in_world(Pose::at(vector))),
            "translatelocal" => Some(in_body(Pose::at(vector))),
            _ => None,
        }
    }

    /// Whether the center of mass of a body of dyn4j is its origin for any masses: all its shapes are symmetric about
    /// the origin.
    fn is_centered(&self, id: usize) -> bool {
        let symmetric =
            ["createRectangle", "createSquare", "createCircle", "createCapsule", "Rectangle", "Circle", "Capsule"];
        self.entities[id].children.iter().all(|(child, local)| {
            let shape = &self.entities[*child];
            let is_symmetric = shape.path.last().is_some_and(|name| symmetric.contains(&name.as_str()));
            let is_shifted = local.position != [0.0; 3] || shape.pose().position != [0.0; 3];
            is_symmetric && !is_shifted && shape.children.is_empty()
        })
    }

    /// Whether an entity is planar or holds a planar shape, by the names of their types: `RectangleShape2D`.
    fn is_planar(&self, id: usize) -> bool {
        let entity = &self.entities[id];
        is_2d(entity) || entity.children.iter().any(|(child, _)| is_2d(&self.entities[*child]))
    }

    /// Returns the motion of a method of Unity's `Transform`, in the frame of the body unless the last argument is
    /// `Space.World`. Angles are degrees. `None` for a rotation in the world, which does not move the body.
    fn unity(&self, method: &str, arguments: &[NamedValue]) -> Option<Motion> {
        let space = arguments.last().and_then(|(_, value)| calls::word(value));
        let arguments = if space.is_some() { &arguments[..arguments.len() - 1] } else { arguments };
        let is_in_world = space == Some("World");
        match method {
            "Rotate" => {
                let rotation = match axis_and_angle(arguments) {
                    Some((axis, angle)) => about(axis, angle.to_radians())?,
                    None => by_library(&self.named.libraries, point(arguments)?, None)?,
                };
                if is_in_world { None } else { Some(in_body(turn(rotation))) }
            }
            "Translate" => {
                let translation = Pose::at(point(arguments)?);
                Some(if is_in_world { in_world(translation) } else { in_body(translation) })
            }
            _ => None,
        }
    }

    /// Returns a pose after one of its methods has moved or set it, `pose.rotate(axis, angle)`; `None` for a method
    /// that is not known.
    pub fn moved_pose(&self, pose: Pose, last: &str, arguments: &[NamedValue]) -> Option<Pose> {
        let method = normalized(last);
        match method.as_str() {
            "rotate" | "translate" if self.uses("dyn4j") => Some(dyn4j_transform(&method, arguments)?.then(pose)),
            "rotate" | "translate" | "settorotation" | "trn" | "rotaterad" | "mul" => {
                self.moved_in_libgdx_or_eigen(pose, &method, arguments)
            }
            "premultiply" | "multiply" | "compose" => {
                if !self.uses("three") {
                    return None;
                }
                match method.as_str() {
                    "premultiply" => Some(arguments.first()?.1.pose()?.then(pose)),
                    "multiply" => Some(pose.then(arguments.first()?.1.pose()?)),
                    _ => composed(arguments),
                }
            }
            "idt" if arguments.is_empty() => Some(Pose::default()),
            "set" => set_whole(arguments),
            // PhysX's product of two transforms.
            "transform" => Some(pose.then(whole_pose(arguments)?)),
            "transforminv" => Some(pose.inverse().then(whole_pose(arguments)?)),
            "getinverse" if arguments.is_empty() => Some(pose.inverse()),
            "settotranslation" | "maketranslation" => point(arguments).map(Pose::at),
            // Eigen's translation and rotation in the frame of the parent.
            "pretranslate" => Some(Pose::at(point(arguments)?).then(pose)),
            "prerotate" => Some(turn(rotation_of_arguments(arguments, 1.0)?).then(pose)),
            _ => rotation_of_three(&method, arguments).map(turn),
        }
    }

    /// Returns a pose after a method of libGDX's `Matrix4` or of Eigen's transforms; `None` if the text names neither.
    /// libGDX's angles are degrees, except those of `rotateRad`.
    fn moved_in_libgdx_or_eigen(&self, pose: Pose, method: &str, arguments: &[NamedValue]) -> Option<Pose> {
        let is_libgdx = self.uses("libgdx");
        let angle_unit = if is_libgdx { std::f64::consts::PI / 180.0 } else { 1.0 };
        match method {
            "translate" if is_libgdx || self.is_eigen() => Some(pose.then(Pose::at(point(arguments)?))),
            "rotate" if is_libgdx || self.is_eigen() => {
                Some(pose.then(turn(rotation_of_arguments(arguments, angle_unit)?)))
            }
            _ if !is_libgdx => None,
            "trn" => Some(Pose::at(point(arguments)?).then(pose)),
            "rotaterad" => Some(pose.then(turn(rotation_of_arguments(arguments, 1.0)?))),
            "mul" => Some(pose.then(arguments.first()?.1.pose()?)),
            "settorotation" => {
                let (axis, angle) = axis_and_angle(arguments)?;
                about(axis, angle_unit * angle).map(turn)
            }
            _ => None,
        }
    }

    /// Returns a matrix of Bullet after `setEulerZYX(x, y, z)` or `setEulerYPR(yaw, pitch, roll)`; `None` for any other
    /// call. Bullet's quaternions have a `setEulerZYX` with the angles in another order.
    pub fn turned_matrix(&self, owner: &Value, names: &[&str], arguments: &[NamedValue]) -> Option<Value> {
        let [name, method] = names else { return None };
        let angles = three_numbers(arguments).filter(|_| self.matrices.contains(*name))?;
        let angles = match *method {
            "setEulerZYX" => angles,
            "setEulerYPR" => [angles[2], angles[1], angles[0]],
            _ => return None,
        };
        let used = [&owner.used[..], &store::ranges_of(arguments)[..]].concat();
        Some(Value { data: Data::Rotation(ordered("zyx", angles)?), used, at: owner.at })
    }

    /// Whether transforms of Eigen are in use: no other library of the text has methods of these names.
    fn is_eigen(&self) -> bool {
        ["fcl", "coal", "hpp-fcl", "drake", "dart", "tesseract", "moveit"].iter().any(|library| self.uses(library))
    }
}

/// Returns the rotation that arguments state: a rotation, or an axis and an angle in units of `angle_unit` radians;
/// `None` for other arguments.
fn rotation_of_arguments(arguments: &[NamedValue], angle_unit: f64) -> Option<[f64; 4]> {
    match arguments {
        [(_, Value { data: Data::Rotation(rotation), .. })] => Some(*rotation),
        [(_, x), (_, y), (_, z), (_, angle)] => {
            about([x.number()?, y.number()?, z.number()?], angle_unit * angle.number()?)
        }
        _ => {
            let (axis, angle) = axis_and_angle(arguments)?;
            about(axis, angle_unit * angle)
        }
    }
}

/// Returns the rotation of a method of three.js's `Matrix4`, `makeRotationX(angle)`; `None` for any other method.
fn rotation_of_three(method: &str, arguments: &[NamedValue]) -> Option<[f64; 4]> {
    match method {
        "makerotationx" | "makerotationy" | "makerotationz" => {
            about(last_axis(method)?, numbers(arguments)?.first().copied()?)
        }
        "makerotationaxis" => {
            let (axis, angle) = axis_and_angle(arguments)?;
            about(axis, angle)
        }
        "makerotationfromquaternion" | "makerotationfromeuler" => match arguments.first()?.1.data {
            Data::Rotation(rotation) => Some(rotation),
            _ => None,
        },
        _ => None,
    }
}

/// Whether the name of a method of a pose changes the pose in place, in the libraries of this module.
pub fn changes_pose(last: &str) -> bool {
    const METHODS: [&str; 20] = [
        "idt",
        "settotranslation",
        "maketranslation",
        "settorotation",
        "translate",
        "trn",
        "rotate",
        "rotaterad",
        "pretranslate",
        "prerotate",
        "mul",
        "makerotationx",
        "makerotationy",
        "makerotationz",
        "makerotationaxis",
        "makerotationfromquaternion",
        "makerotationfromeuler",
        "premultiply",
        "multiply",
        "compose",
    ];
    METHODS.contains(&normalized(last).as_str())
}

/// Pose of `compose(position, quaternion, scale)` of three.js; `None` if the scale is not 1.
pub fn composed(arguments: &[NamedValue]) -> Option<Pose> {
    let [(_, position), (_, rotation), (_, scale)] = arguments else { return None };
    let Data::Rotation(rotation) = rotation.data else { return None };
    (scale.vector()? == [1.0; 3]).then_some(Pose { position: position.vector()?, rotation })
}

/// Pose of `set(…)`: a matrix by rows, or a position with a rotation or a planar angle, radians. `None` for other
/// arguments.
pub fn set_whole(arguments: &[NamedValue]) -> Option<Pose> {
    match arguments {
        [(_, one)] => one.pose(),
        [(_, position), (_, rotation)] => {
            let rotation = match rotation.number() {
                Some(angle) => about(Z, angle)?,
                None => rotation.rotation(None)?,
            };
            Some(Pose { position: position.vector()?, rotation })
        }
        _ if arguments.len() == 16 => Value::new(Data::List(std::rc::Rc::new(arguments.to_vec())), 0).pose(),
        _ => None,
    }
}

/// Returns the pose of a body after a rotation about an axis of its parent through its own origin, as Godot's
/// `rotate_y` and three.js's `rotateOnWorldAxis` do.
fn turned_in_place(pose: Pose, rotation: [f64; 4]) -> Pose {
    Pose { position: pose.position, rotation: turn(rotation).then(turn(pose.rotation)).rotation }
}

impl Store {
    /// Rotates an entity in place about an axis of its parent. Returns whether the method is one of these.
    pub fn turn_entity(&mut self, id: usize, names: &[&str], arguments: &[NamedValue]) -> bool {
        let last = normalized(names.last().copied().unwrap_or_default());
        let angle = only_number(arguments);
        let is_godot = self.uses("godot") || self.uses("godot3");
        let rotation = match (last.as_str(), angle, axis_and_angle(arguments)) {
            ("rotatex" | "rotatey" | "rotatez", Some(angle), _) if is_godot => {
                last_axis(&last).and_then(|axis| about(axis, angle))
            }
            ("rotate" | "globalrotate", _, Some((axis, angle))) if is_godot => about(axis, angle),
            ("rotateonworldaxis", _, Some((axis, angle))) if self.uses("three") => about(axis, angle),
            _ => None,
        };
        let Some(rotation) = rotation.filter(|_| !self.entities[id].is_shape) else { return false };
        let entity = &mut self.entities[id];
        entity.place_at(turned_in_place(entity.pose(), rotation));
        entity.angles = None;
        entity.used.extend(store::ranges_of(arguments));
        true
    }
}
