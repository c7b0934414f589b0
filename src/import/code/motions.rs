//! Methods that move a body or a pose from where it is: `rotate`, `translate`, `apply_transform`.
//!
//! **Frames.** A library either moves in the frame of the world or parent (the motion is multiplied from the left) or
//! in the frame of the body itself (from the right). Each method here is one whose frame its library documents;
//! everything else stays a change that is not understood.

use super::angles::{by_library, ordered};
use super::library_calls::{axis_and_angle, three_numbers};
use super::rotations::normalized;
use super::setters::point;
use super::things::{Store, Thing};
use super::value::{Data, NamedValue, Value};
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
pub(super) fn turn(rotation: [f64; 4]) -> Pose {
    Pose { position: [0.0; 3], rotation }
}

/// Direction of the coordinate axis whose letter is the last of a name.
pub(super) fn last_axis(name: &str) -> Option<[f64; 3]> {
    Some(match name.chars().last()? {
        'x' => [1.0, 0.0, 0.0],
        'y' => [0.0, 1.0, 0.0],
        'z' => [0.0, 0.0, 1.0],
        _ => return None,
    })
}

/// Returns the numbers of arguments that are all numbers.
pub(super) fn numbers(given: &[NamedValue]) -> Option<Vec<f64>> {
    given.iter().map(|(_, value)| value.number()).collect()
}

/// Returns the pose that is the only argument; `None` for a point, which is not a whole pose.
fn whole_pose(given: &[NamedValue]) -> Option<Pose> {
    match given {
        [(_, Value { data: Data::Pose(pose), .. })] => Some(*pose),
        _ => None,
    }
}

/// Whether a name is in the path of the constructor of a thing.
fn has_in_path(thing: &Thing, kind: &str) -> bool {
    thing.path.iter().any(|name| name == kind)
}

impl Store {
    /// Whether the text names a library.
    pub(super) fn uses(&self, library: &str) -> bool {
        self.named.libraries.contains(library)
    }

    /// Moves a thing by one of its methods. Returns whether the method is one whose motion is known.
    pub(super) fn move_thing(&mut self, id: usize, names: &[&str], given: &[NamedValue]) -> bool {
        if self.move_in_hc(id, names.last().copied().unwrap_or_default(), given) {
            return true;
        }
        let last = normalized(names.last().copied().unwrap_or_default());
        let Some(motion) = self.motion(id, &last, names, given) else { return false };
        let thing = &mut self.things[id];
        let pose = thing.pose();
        let moved = if motion.is_local { pose.then(motion.pose) } else { motion.pose.then(pose) };
        thing.place_at(moved);
        thing.angles = None;
        thing.used.extend(super::things::ranges_of(given));
        true
    }

    /// Returns the motion of a method, by the library of the thing; `None` if it is not known.
    fn motion(&self, id: usize, last: &str, names: &[&str], given: &[NamedValue]) -> Option<Motion> {
        let thing = &self.things[id];
        if ["trimesh", "creation", "primitives"].iter().any(|kind| has_in_path(thing, kind)) {
            return match last {
                "applytransform" => Some(in_world(given.first().filter(|_| given.len() == 1)?.1.pose()?)),
                "applytranslation" => Some(in_world(Pose::at(point(given)?))),
                _ => None,
            };
        }
        if has_in_path(thing, "TriangleMesh") {
            return open3d(last, given);
        }
        if self.uses("dyn4j") {
            return dyn4j(last, given).filter(|_| last != "rotateaboutcenter" || self.is_centered(id));
        }
        if self.uses("three") && !thing.is_shape {
            return three(last, given);
        }
        if self.uses("godot") || self.uses("godot3") {
            return godot(last, given, has_in_path(thing, "Node2D") || self.is_planar(id));
        }
        if self.uses("unity") && names.len() > 1 && names[names.len() - 2] == "transform" {
            return self.unity(names.last().copied().unwrap_or_default(), given);
        }
        if self.uses("playcanvas") {
            let angles = point(given);
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
        self.things[id].children.iter().all(|(child, local)| {
            let shape = &self.things[*child];
            let is_symmetric = shape.path.last().is_some_and(|name| round.contains(&name.as_str()));
            let is_shifted = local.position != [0.0; 3] || shape.pose().position != [0.0; 3];
            is_symmetric && !is_shifted && shape.children.is_empty()
        })
    }

    /// Whether a thing holds a planar shape.
    fn is_planar(&self, id: usize) -> bool {
        let thing = &self.things[id];
        let mut own = thing.path.iter();
        own.any(|name| name.ends_with("2D"))
            || thing.children.iter().any(|(child, _)| self.things[*child].path.iter().any(|name| name.ends_with("2D")))
    }

    /// Returns the motion of a method of Unity's `Transform`, in the frame of the body unless it names the world.
    fn unity(&self, last: &str, given: &[NamedValue]) -> Option<Motion> {
        let (given, space) = match given.split_last() {
            Some(((_, value), rest)) if super::library_calls::word(value).is_some() => (rest, Some(value)),
            _ => (given, None),
        };
        let world = matches!(space.map(|value| &value.data), Some(Data::Word(word)) if word == "World");
        let pose = match (last, axis_and_angle(given)) {
            ("Rotate", Some((axis, angle))) => turn(about(axis, angle.to_radians())?),
            ("Rotate", None) => turn(by_library(&self.named.libraries, point(given)?, None)?),
            ("Translate", _) => Pose::at(point(given)?),
            _ => return None,
        };
        match (last, world) {
            ("Rotate", true) => None,
            (_, true) => Some(in_world(pose)),
            (_, false) => Some(in_body(pose)),
        }
    }

    /// Returns a pose after one of its methods has moved it; `None` for a method that is not known.
    pub(super) fn moved_pose(&self, pose: Pose, last: &str, given: &[NamedValue]) -> Option<Pose> {
        let name = normalized(last);
        let gdx = self.uses("libgdx");
        let degrees = if gdx { std::f64::consts::PI / 180.0 } else { 1.0 };
        if self.uses("dyn4j") && (name == "rotate" || name == "translate") {
            return Some(dyn4j_about(&name, given)?.then(pose));
        }
        match name.as_str() {
            "idt" if given.is_empty() => Some(Pose::default()),
            "set" => set_whole(given),
            // PhysX's product of two transforms.
            "transform" => Some(pose.then(whole_pose(given)?)),
            "transforminv" => Some(pose.inverse().then(whole_pose(given)?)),
            "getinverse" if given.is_empty() => Some(pose.inverse()),
            "settotranslation" | "maketranslation" => point(given).map(Pose::at),
            "settorotation" if gdx => {
                let (axis, angle) = axis_and_angle(given)?;
                about(axis, degrees * angle).map(turn)
            }
            "translate" if gdx || self.is_eigen() => Some(pose.then(Pose::at(point(given)?))),
            "trn" if gdx => Some(Pose::at(point(given)?).then(pose)),
            "rotate" if gdx || self.is_eigen() => Some(pose.then(turn(self.turn_of(given, degrees)?))),
            "rotaterad" if gdx => Some(pose.then(turn(self.turn_of(given, 1.0)?))),
            "pretranslate" => Some(Pose::at(point(given)?).then(pose)),
            "prerotate" => Some(turn(self.turn_of(given, 1.0)?).then(pose)),
            "mul" if gdx => Some(pose.then(given.first()?.1.pose()?)),
            "makerotationx" | "makerotationy" | "makerotationz" => {
                about(last_axis(&name)?, numbers(given)?.first().copied()?).map(turn)
            }
            "makerotationaxis" => {
                let (axis, angle) = axis_and_angle(given)?;
                about(axis, angle).map(turn)
            }
            "makerotationfromquaternion" | "makerotationfromeuler" => match given.first()?.1.data {
                Data::Rotation(rotation) => Some(turn(rotation)),
                _ => None,
            },
            "premultiply" if self.uses("three") => Some(given.first()?.1.pose()?.then(pose)),
            "multiply" if self.uses("three") => Some(pose.then(given.first()?.1.pose()?)),
            "compose" if self.uses("three") => composed(given),
            _ => None,
        }
    }

    /// Returns a matrix of Bullet after `setEulerZYX(x, y, z)` or `setEulerYPR(yaw, pitch, roll)`; `None` for any other
    /// call. Bullet's quaternions have a `setEulerZYX` with the angles in another order.
    pub(super) fn turned_matrix(&self, owner: &Value, names: &[&str], given: &[NamedValue]) -> Option<Value> {
        let [name, method] = names else { return None };
        let angles = three_numbers(given).filter(|_| self.matrices.contains(*name))?;
        let angles = match *method {
            "setEulerZYX" => angles,
            "setEulerYPR" => [angles[2], angles[1], angles[0]],
            _ => return None,
        };
        let used = [&owner.used[..], &super::things::ranges_of(given)[..]].concat();
        Some(Value { data: Data::Rotation(ordered("zyx", angles)?), used, at: owner.at })
    }

    /// Whether transforms of Eigen are in use: no other library of the text has methods of these names.
    fn is_eigen(&self) -> bool {
        ["fcl", "coal", "hpp-fcl", "drake", "dart", "tesseract", "moveit"].iter().any(|library| self.uses(library))
    }

    /// Returns the rotation that arguments state: a rotation, or an axis and an angle in units of `unit` radians.
    fn turn_of(&self, given: &[NamedValue], unit: f64) -> Option<[f64; 4]> {
        match given {
            [(_, Value { data: Data::Rotation(rotation), .. })] => Some(*rotation),
            [(_, x), (_, y), (_, z), (_, angle)] => {
                about([x.number()?, y.number()?, z.number()?], unit * angle.number()?)
            }
            _ => {
                let (axis, angle) = axis_and_angle(given)?;
                about(axis, unit * angle)
            }
        }
    }
}

/// Whether the name of a method of a pose changes the pose in place, in the libraries of this module.
pub(super) fn changes_pose(last: &str) -> bool {
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
pub(super) fn composed(given: &[NamedValue]) -> Option<Pose> {
    let [(_, position), (_, rotation), (_, scale)] = given else { return None };
    let Data::Rotation(rotation) = rotation.data else { return None };
    (scale.vector()? == [1.0; 3]).then_some(Pose { position: position.vector()?, rotation })
}

/// Pose of `set(…)`: a matrix by rows, or a position with a rotation or a planar angle.
pub(super) fn set_whole(given: &[NamedValue]) -> Option<Pose> {
    match given {
        [(_, one)] => one.pose(),
        [(_, position), (_, turn)] => {
            let rotation = match turn.number() {
                Some(angle) => about([0.0, 0.0, 1.0], angle)?,
                None => turn.rotation(None)?,
            };
            Some(Pose { position: position.vector()?, rotation })
        }
        _ if given.len() == 16 => Value::new(Data::List(std::rc::Rc::new(given.to_vec())), 0).pose(),
        _ => None,
    }
}

/// Motion of a mesh of Open3D in the world: a translation, a rotation about a center among the arguments, or a pose.
fn open3d(last: &str, given: &[NamedValue]) -> Option<Motion> {
    match (last, given) {
        ("translate", [_] | [_, (Some(_), _)]) => {
            let relative = given.get(1).is_none_or(|(key, value)| {
                key.as_deref() == Some("relative") && matches!(&value.data, Data::Word(word) if word == "True")
            });
            relative.then_some(in_world(Pose::at(given[0].1.vector()?)))
        }
        ("rotate", [(_, rotation), (_, center)]) => {
            Some(in_world(turned_about(center.vector()?, rotation.rotation(None)?)))
        }
        ("transform", [(_, pose)]) => Some(in_world(pose.pose()?)),
        _ => None,
    }
}

/// Motion of a transform of dyn4j, in the frame of the world: a translation, or a rotation about a point.
fn dyn4j_about(name: &str, given: &[NamedValue]) -> Option<Pose> {
    let axis = [0.0, 0.0, 1.0];
    match (name, numbers(given).as_deref(), given) {
        ("translate", ..) => point(given).map(Pose::at),
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
fn dyn4j(last: &str, given: &[NamedValue]) -> Option<Motion> {
    match (last, numbers(given).as_deref()) {
        ("rotate", Some([angle])) => Some(in_world(turn(about([0.0, 0.0, 1.0], *angle)?))),
        ("rotateaboutcenter", Some([angle])) => Some(in_body(turn(about([0.0, 0.0, 1.0], *angle)?))),
        ("translate", _) => Some(in_world(Pose::at(point(given)?))),
        _ => None,
    }
}

/// Motion of an object of three.js in its own frame. [`Store::turn_thing`] rotates about axes of the world.
fn three(last: &str, given: &[NamedValue]) -> Option<Motion> {
    let only = numbers(given).filter(|all| all.len() == 1).map(|all| all[0]);
    match (last, only, axis_and_angle(given)) {
        ("rotatex" | "rotatey" | "rotatez", Some(angle), _) => Some(in_body(turn(about(last_axis(last)?, angle)?))),
        ("translatex" | "translatey" | "translatez", Some(distance), _) => {
            Some(in_body(Pose::at(last_axis(last)?.map(|x| distance * x))))
        }
        ("rotateonaxis", _, Some((axis, angle))) => Some(in_body(turn(about(axis, angle)?))),
        _ => None,
    }
}

/// Motion of a node of Godot about or along its own axes; a planar node is translated along the axes of its parent.
/// [`Store::turn_thing`] rotates about axes of the parent.
fn godot(last: &str, given: &[NamedValue], is_planar: bool) -> Option<Motion> {
    let only = numbers(given).filter(|all| all.len() == 1).map(|all| all[0]);
    match (last, only, axis_and_angle(given)) {
        ("rotate", Some(angle), _) if is_planar => Some(in_body(turn(about([0.0, 0.0, 1.0], angle)?))),
        ("rotateobjectlocal", _, Some((axis, angle))) => Some(in_body(turn(about(axis, angle)?))),
        ("translate", ..) if is_planar => Some(in_world(Pose::at(point(given)?))),
        ("translateobjectlocal" | "translate", ..) => Some(in_body(Pose::at(point(given)?))),
        _ => None,
    }
}

/// Rotates a body about axes through its own origin, as Godot's `rotate_y` and three's `rotateOnWorldAxis` do.
fn turned_in_place(pose: Pose, rotation: [f64; 4]) -> Pose {
    Pose { position: pose.position, rotation: turn(rotation).then(turn(pose.rotation)).rotation }
}

impl Store {
    /// Rotates a thing in place about an axis of its parent. Returns whether the method is one of these.
    pub(super) fn turn_thing(&mut self, id: usize, names: &[&str], given: &[NamedValue]) -> bool {
        let last = normalized(names.last().copied().unwrap_or_default());
        let only = numbers(given).filter(|all| all.len() == 1).map(|all| all[0]);
        let is_godot = self.uses("godot") || self.uses("godot3");
        let rotation = match (last.as_str(), only, axis_and_angle(given)) {
            ("rotatex" | "rotatey" | "rotatez", Some(angle), _) if is_godot => {
                last_axis(&last).and_then(|axis| about(axis, angle))
            }
            ("rotate" | "globalrotate", _, Some((axis, angle))) if is_godot => about(axis, angle),
            ("rotateonworldaxis", _, Some((axis, angle))) if self.uses("three") => about(axis, angle),
            _ => None,
        };
        let Some(rotation) = rotation.filter(|_| !self.things[id].is_shape) else { return false };
        let thing = &mut self.things[id];
        thing.place_at(turned_in_place(thing.pose(), rotation));
        thing.angles = None;
        thing.used.extend(super::things::ranges_of(given));
        true
    }
}
