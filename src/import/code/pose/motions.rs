//! Methods that move a body or a pose from where it is: `rotate`, `translate`, `apply_transform`.
//!
//! **Frames.** A library either moves in the frame of the world or parent (the motion is multiplied from the left) or
//! in the frame of the body itself (from the right). Each method here is one whose frame its library documents;
//! everything else stays a change that is not understood.

use super::angles::{by_library, ordered};
use super::rotations::normalized;
use crate::import::code::evaluate::setters::point;
use crate::import::code::evaluate::value::three_numbers;
use crate::import::code::evaluate::value::{Data, NamedValue, Value};
use crate::import::code::join::store;
use crate::import::code::join::store::{Entity, Store};
use crate::import::code::libraries::calls;
use crate::import::code::libraries::calls::axis_and_angle;
use crate::import::pose::{Pose, about};

/// Motion of a body.
struct Motion {
    pose: Pose,
    /// Whether the motion is in the frame of the body itself.
    is_local: bool,
}

/// Creates a motion in the frame of the world or parent.
fn in_world(pose: Pose) -> Motion {
    Motion { pose, is_local: false }
}

/// Creates a motion in the frame of the body.
fn in_body(pose: Pose) -> Motion {
    Motion { pose, is_local: true }
}

/// Pose of a rotation about the origin.
pub fn turn(rotation: [f64; 4]) -> Pose {
    Pose { position: [0.0; 3], rotation }
}

/// Direction of the coordinate axis whose letter is the last of a name.
pub fn last_axis(name: &str) -> Option<[f64; 3]> {
    Some(match name.chars().last()? {
        'x' => [1.0, 0.0, 0.0],
        'y' => [0.0, 1.0, 0.0],
        'z' => [0.0, 0.0, 1.0],
        _ => return None,
    })
}

/// Returns the numbers of arguments that are all numbers.
pub fn numbers(arguments: &[NamedValue]) -> Option<Vec<f64>> {
    arguments.iter().map(|(_, value)| value.number()).collect()
}

/// Returns the pose that is the only argument; `None` for a point, which is not a whole pose.
fn whole_pose(arguments: &[NamedValue]) -> Option<Pose> {
    match arguments {
        [(_, Value { data: Data::Pose(pose), .. })] => Some(*pose),
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
    fn motion(&self, id: usize, last: &str, names: &[&str], arguments: &[NamedValue]) -> Option<Motion> {
        let entity = &self.entities[id];
        if ["trimesh", "creation", "primitives"].iter().any(|kind| has_in_path(entity, kind)) {
            return match last {
                "applytransform" => Some(in_world(arguments.first().filter(|_| arguments.len() == 1)?.1.pose()?)),
                "applytranslation" => Some(in_world(Pose::at(point(arguments)?))),
                _ => None,
            };
        }
        if has_in_path(entity, "TriangleMesh") {
            return open3d(last, arguments);
        }
        if self.uses("dyn4j") {
            return dyn4j(last, arguments).filter(|_| last != "rotateaboutcenter" || self.is_centered(id));
        }
        if self.uses("three") && !entity.is_shape {
            return three(last, arguments);
        }
        if self.uses("godot") || self.uses("godot3") {
            return godot(last, arguments, has_in_path(entity, "Node2D") || self.is_planar(id));
        }
        if self.uses("unity") && names.len() > 1 && names[names.len() - 2] == "transform" {
            return self.unity(names.last().copied().unwrap_or_default(), arguments);
        }
        if self.uses("playcanvas") {
            let angles = point(arguments);
            return match last {
                "rotatelocal" => Some(in_body(turn(by_library(&self.named.libraries, angles?, None)?))),
                "translate" => Some(in_world(Pose::at(angles?))),
                "translatelocal" => Some(in_body(Pose::at(angles?))),
                _ => None,
            };
        }
        None
    }

    /// Whether the center of mass of a body of dyn4j is its origin for any masses: all its shapes are symmetric about
    /// the origin.
    fn is_centered(&self, id: usize) -> bool {
        let round =
            ["createRectangle", "createSquare", "createCircle", "createCapsule", "Rectangle", "Circle", "Capsule"];
        self.entities[id].children.iter().all(|(child, local)| {
            let shape = &self.entities[*child];
            let is_symmetric = shape.path.last().is_some_and(|name| round.contains(&name.as_str()));
            let is_shifted = local.position != [0.0; 3] || shape.pose().position != [0.0; 3];
            is_symmetric && !is_shifted && shape.children.is_empty()
        })
    }

    /// Whether an entity holds a planar shape.
    fn is_planar(&self, id: usize) -> bool {
        let entity = &self.entities[id];
        let mut own = entity.path.iter();
        own.any(|name| name.ends_with("2D"))
            || entity
                .children
                .iter()
                .any(|(child, _)| self.entities[*child].path.iter().any(|name| name.ends_with("2D")))
    }

    /// Returns the motion of a method of Unity's `Transform`, in the frame of the body unless it names the world.
    fn unity(&self, last: &str, arguments: &[NamedValue]) -> Option<Motion> {
        let (arguments, space) = match arguments.split_last() {
            Some(((_, value), rest)) if calls::word(value).is_some() => (rest, Some(value)),
            _ => (arguments, None),
        };
        let world = matches!(space.map(|value| &value.data), Some(Data::Word(word)) if word == "World");
        let pose = match (last, axis_and_angle(arguments)) {
            ("Rotate", Some((axis, angle))) => turn(about(axis, angle.to_radians())?),
            ("Rotate", None) => turn(by_library(&self.named.libraries, point(arguments)?, None)?),
            ("Translate", _) => Pose::at(point(arguments)?),
            _ => return None,
        };
        match (last, world) {
            ("Rotate", true) => None,
            (_, true) => Some(in_world(pose)),
            (_, false) => Some(in_body(pose)),
        }
    }

    /// Returns a pose after one of its methods has moved it; `None` for a method that is not known.
    pub fn moved_pose(&self, pose: Pose, last: &str, arguments: &[NamedValue]) -> Option<Pose> {
        let name = normalized(last);
        let gdx = self.uses("libgdx");
        let degrees = if gdx { std::f64::consts::PI / 180.0 } else { 1.0 };
        if self.uses("dyn4j") && (name == "rotate" || name == "translate") {
            return Some(dyn4j_about(&name, arguments)?.then(pose));
        }
        match name.as_str() {
            "idt" if arguments.is_empty() => Some(Pose::default()),
            "set" => set_whole(arguments),
            // PhysX's product of two transforms.
            "transform" => Some(pose.then(whole_pose(arguments)?)),
            "transforminv" => Some(pose.inverse().then(whole_pose(arguments)?)),
            "getinverse" if arguments.is_empty() => Some(pose.inverse()),
            "settotranslation" | "maketranslation" => point(arguments).map(Pose::at),
            "settorotation" if gdx => {
                let (axis, angle) = axis_and_angle(arguments)?;
                about(axis, degrees * angle).map(turn)
            }
            "translate" if gdx || self.is_eigen() => Some(pose.then(Pose::at(point(arguments)?))),
            "trn" if gdx => Some(Pose::at(point(arguments)?).then(pose)),
            "rotate" if gdx || self.is_eigen() => Some(pose.then(turn(self.turn_of(arguments, degrees)?))),
            "rotaterad" if gdx => Some(pose.then(turn(self.turn_of(arguments, 1.0)?))),
            "pretranslate" => Some(Pose::at(point(arguments)?).then(pose)),
            "prerotate" => Some(turn(self.turn_of(arguments, 1.0)?).then(pose)),
            "mul" if gdx => Some(pose.then(arguments.first()?.1.pose()?)),
            "makerotationx" | "makerotationy" | "makerotationz" => {
                about(last_axis(&name)?, numbers(arguments)?.first().copied()?).map(turn)
            }
            "makerotationaxis" => {
                let (axis, angle) = axis_and_angle(arguments)?;
                about(axis, angle).map(turn)
            }
            "makerotationfromquaternion" | "makerotationfromeuler" => match arguments.first()?.1.data {
                Data::Rotation(rotation) => Some(turn(rotation)),
                _ => None,
            },
            "premultiply" if self.uses("three") => Some(arguments.first()?.1.pose()?.then(pose)),
            "multiply" if self.uses("three") => Some(pose.then(arguments.first()?.1.pose()?)),
            "compose" if self.uses("three") => composed(arguments),
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

    /// Returns the rotation that arguments state: a rotation, or an axis and an angle in units of `unit` radians.
    fn turn_of(&self, arguments: &[NamedValue], unit: f64) -> Option<[f64; 4]> {
        match arguments {
            [(_, Value { data: Data::Rotation(rotation), .. })] => Some(*rotation),
            [(_, x), (_, y), (_, z), (_, angle)] => {
                about([x.number()?, y.number()?, z.number()?], unit * angle.number()?)
            }
            _ => {
                let (axis, angle) = axis_and_angle(arguments)?;
                about(axis, unit * angle)
            }
        }
    }
}

/// Whether the name of a method of a pose changes the pose in place, in the libraries of this module.
pub fn changes_pose(last: &str) -> bool {
    let names = [
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
    names.contains(&normalized(last).as_str())
}

/// Pose of `compose(position, quaternion, scale)` of three.js, whose scale must be 1.
pub fn composed(arguments: &[NamedValue]) -> Option<Pose> {
    let [(_, position), (_, rotation), (_, scale)] = arguments else { return None };
    let Data::Rotation(rotation) = rotation.data else { return None };
    (scale.vector()? == [1.0; 3]).then_some(Pose { position: position.vector()?, rotation })
}

/// Pose of `set(…)`: a matrix by rows, or a position with a rotation or a planar angle.
pub fn set_whole(arguments: &[NamedValue]) -> Option<Pose> {
    match arguments {
        [(_, one)] => one.pose(),
        [(_, position), (_, turn)] => {
            let rotation = match turn.number() {
                Some(angle) => about([0.0, 0.0, 1.0], angle)?,
                None => turn.rotation(None)?,
            };
            Some(Pose { position: position.vector()?, rotation })
        }
        _ if arguments.len() == 16 => Value::new(Data::List(std::rc::Rc::new(arguments.to_vec())), 0).pose(),
        _ => None,
    }
}

/// Motion of a mesh of Open3D in the world: a translation, a rotation about a center among the arguments, or a pose.
fn open3d(last: &str, arguments: &[NamedValue]) -> Option<Motion> {
    match (last, arguments) {
        ("translate", [_] | [_, (Some(_), _)]) => {
            let relative = arguments.get(1).is_none_or(|(key, value)| {
                key.as_deref() == Some("relative") && matches!(&value.data, Data::Word(word) if word == "True")
            });
            relative.then_some(in_world(Pose::at(arguments[0].1.vector()?)))
        }
        ("rotate", [(_, rotation), (_, center)]) => {
            Some(in_world(turned_about(center.vector()?, rotation.rotation(None)?)))
        }
        ("transform", [(_, pose)]) => Some(in_world(pose.pose()?)),
        _ => None,
    }
}

/// Motion of a transform of dyn4j, in the frame of the world: a translation, or a rotation about a point.
fn dyn4j_about(name: &str, arguments: &[NamedValue]) -> Option<Pose> {
    let axis = [0.0, 0.0, 1.0];
    match (name, numbers(arguments).as_deref(), arguments) {
        ("translate", ..) => point(arguments).map(Pose::at),
        (_, Some([angle]), _) => about(axis, *angle).map(turn),
        (_, Some([angle, x, y]), _) => Some(turned_about([*x, *y, 0.0], about(axis, *angle)?)),
        (_, None, [(_, angle), (_, center)]) => Some(turned_about(center.vector()?, about(axis, angle.number()?)?)),
        _ => None,
    }
}

/// Motion of a rotation about a point.
fn turned_about(center: [f64; 3], rotation: [f64; 4]) -> Pose {
    Pose::at(center).then(turn(rotation)).then(Pose::at(center.map(|x| -x)))
}

/// Motion of a body or shape of dyn4j: a rotation about the origin of the world or about the body's center, or a
/// translation in the world.
fn dyn4j(last: &str, arguments: &[NamedValue]) -> Option<Motion> {
    match (last, numbers(arguments).as_deref()) {
        ("rotate", Some([angle])) => Some(in_world(turn(about([0.0, 0.0, 1.0], *angle)?))),
        ("rotateaboutcenter", Some([angle])) => Some(in_body(turn(about([0.0, 0.0, 1.0], *angle)?))),
        ("translate", _) => Some(in_world(Pose::at(point(arguments)?))),
        _ => None,
    }
}

/// Motion of an object of three.js in its own frame. [`Store::turn_entity`] rotates about axes of the world.
fn three(last: &str, arguments: &[NamedValue]) -> Option<Motion> {
    let only = numbers(arguments).filter(|all| all.len() == 1).map(|all| all[0]);
    match (last, only, axis_and_angle(arguments)) {
        ("rotatex" | "rotatey" | "rotatez", Some(angle), _) => Some(in_body(turn(about(last_axis(last)?, angle)?))),
        ("translatex" | "translatey" | "translatez", Some(distance), _) => {
            Some(in_body(Pose::at(last_axis(last)?.map(|x| distance * x))))
        }
        ("rotateonaxis", _, Some((axis, angle))) => Some(in_body(turn(about(axis, angle)?))),
        _ => None,
    }
}

/// Motion of a node of Godot about or along its own axes; a planar node is translated along the axes of its parent.
/// [`Store::turn_entity`] rotates about axes of the parent.
fn godot(last: &str, arguments: &[NamedValue], is_planar: bool) -> Option<Motion> {
    let only = numbers(arguments).filter(|all| all.len() == 1).map(|all| all[0]);
    match (last, only, axis_and_angle(arguments)) {
        ("rotate", Some(angle), _) if is_planar => Some(in_body(turn(about([0.0, 0.0, 1.0], angle)?))),
        ("rotateobjectlocal", _, Some((axis, angle))) => Some(in_body(turn(about(axis, angle)?))),
        ("translate", ..) if is_planar => Some(in_world(Pose::at(point(arguments)?))),
        ("translateobjectlocal" | "translate", ..) => Some(in_body(Pose::at(point(arguments)?))),
        _ => None,
    }
}

/// Rotates a body about axes through its own origin, as Godot's `rotate_y` and three's `rotateOnWorldAxis` do.
fn turned_in_place(pose: Pose, rotation: [f64; 4]) -> Pose {
    Pose { position: pose.position, rotation: turn(rotation).then(turn(pose.rotation)).rotation }
}

impl Store {
    /// Rotates an entity in place about an axis of its parent. Returns whether the method is one of these.
    pub fn turn_entity(&mut self, id: usize, names: &[&str], arguments: &[NamedValue]) -> bool {
        let last = normalized(names.last().copied().unwrap_or_default());
        let only = numbers(arguments).filter(|all| all.len() == 1).map(|all| all[0]);
        let is_godot = self.uses("godot") || self.uses("godot3");
        let rotation = match (last.as_str(), only, axis_and_angle(arguments)) {
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
