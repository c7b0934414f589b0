//! Shapes, bodies and definitions of bodies that the statements of a text make ("things"), and the variables that hold
//! them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use super::library::Named;
use super::quaternions::Components;
use super::rotations::normalized;
use super::value::{Data, ErrorAt, NamedValue, Ranges, Value, mark};
use crate::import::pose::{IDENTITY_ROTATION, Pose};

/// Maximum depth of things in things: bodies, compounds and their shapes need few levels.
pub(super) const MAX_DEPTH: usize = 12;

/// Maximum number of things that a thing holds.
const MAX_CHILDREN: usize = 100_000;

/// Number of latest things among which a body with the same shape and pose is searched, so that long texts take linear
/// time.
const RECENT_THINGS: usize = 64;

/// Change of a thing that is not understood.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    /// Range of the text that makes the change, bytes.
    pub(super) range: Range<usize>,
    /// Changed part of the thing, such as `"pose"`, for the message.
    pub(super) part: &'static str,
}

impl Problem {
    /// A change of `part` that begins at an offset of the text, bytes.
    pub(super) fn at(at: usize, part: &'static str) -> Self {
        Self { range: mark(at), part }
    }
}

/// Shape, body, or definition of a body.
#[derive(Clone, Debug, Default)]
pub(super) struct Thing {
    /// Variable that holds the thing; empty if none does.
    pub(super) name: String,
    /// Offset of the constructor in the text, bytes.
    pub(super) at: usize,
    /// Names in the path of the constructor.
    pub(super) path: Vec<String>,
    /// Arguments of the constructor, and fields that were set later.
    pub(super) arguments: Vec<NamedValue>,
    /// Whether the thing is a shape, not a body that holds shapes.
    pub(super) is_shape: bool,
    /// Position in the owner or the world, meters; `None` if the text gives none.
    pub(super) position: Option<[f64; 3]>,
    /// Rotation as a unit quaternion x, y, z, w; `None` if the text gives none.
    pub(super) rotation: Option<[f64; 4]>,
    /// Indices of the things that this one holds, with their poses in it.
    pub(super) children: Vec<(usize, Pose)>,
    /// Ranges of the text that describe the thing, bytes.
    pub(super) used: Ranges,
    /// Change that makes the thing an error; `None` if all changes are understood.
    pub(super) problem: Option<Problem>,
    /// Radius of the ball that rounds the shape (Minkowski sum), meters.
    pub(super) rounding: Option<f64>,
    /// Scale factors along the axes of the shape, or of the body for all its shapes.
    pub(super) scale: Option<[f64; 3]>,
    /// Whether the scale of a body applies to its shapes by the rules of Unity.
    pub(super) is_scaled_in_unity: bool,
    /// Angles about x, y and z that the text sets one by one, in the unit of the library.
    pub(super) angles: Option<[f64; 3]>,
    /// Whether another thing holds this one.
    pub(super) attached: bool,
    /// Index of the original, if the thing is a copy.
    pub(super) copy_of: Option<usize>,
}

impl Thing {
    /// Returns the pose; the identity if the text gives none.
    pub(super) fn pose(&self) -> Pose {
        Pose { position: self.position.unwrap_or_default(), rotation: self.rotation.unwrap_or(IDENTITY_ROTATION) }
    }

    /// Whether the text gives a pose.
    pub(super) fn is_placed(&self) -> bool {
        self.position.is_some() || self.rotation.is_some()
    }

    /// Whether the text gives the thing this pose.
    fn is_placed_at(&self, pose: Pose) -> bool {
        self.is_placed() && self.pose() == pose
    }

    /// Whether the thing holds exactly one other, with this index.
    fn holds_only(&self, child: usize) -> bool {
        matches!(self.children[..], [(only, _)] if only == child)
    }

    /// Sets position and rotation.
    pub(super) fn place_at(&mut self, pose: Pose) {
        self.position = Some(pose.position);
        self.rotation = Some(pose.rotation);
    }
}

/// Pose, position or rotation in a variable, or stated by an expression alone.
#[derive(Clone, Debug)]
pub(super) struct LoosePose {
    pub(super) name: String,
    pub(super) value: Value,
    /// Range of the name in the text, bytes; things that use the pose have it among their ranges.
    pub(super) range: Range<usize>,
}

/// Shapes, bodies, variables and notes that the evaluated statements have made.
#[derive(Clone, Debug, Default)]
pub(super) struct Store {
    pub(super) named: Named,
    pub(super) things: Vec<Thing>,
    /// Values by name; names of fields contain dots (`this.ball`).
    pub(super) variables: HashMap<String, Value>,
    /// Values of the names that a text declares outside of its functions, such as constants of a class; empty in a text
    /// without classes.
    pub(super) class_values: HashMap<String, Value>,
    /// Whether the text assigns a value to a field of the object that a method belongs to.
    pub(super) has_fields: bool,
    /// Largest number of names of a variable that is a field; 0 without any.
    pub(super) max_names: usize,
    pub(super) loose_poses: Vec<LoosePose>,
    /// Ranges of constructors of poses.
    pub(super) pose_calls: Vec<Range<usize>>,
    /// Ranges of constructors of poses other than the identity.
    pub(super) nonidentity_poses: Vec<Range<usize>>,
    /// Ranges of poses whose value is not understood.
    pub(super) unread_poses: Vec<Range<usize>>,
    /// Ranges of the text that readers of other syntax have read, bytes.
    pub(super) read: Ranges,
    /// Ranges of tags, blocks and fields that readers of other syntax judge.
    pub(super) judged: Ranges,
    /// Quaternions that are set component by component, by the name of their variable or the index of their thing.
    pub(super) components: BTreeMap<String, Components>,
    /// Variables that are declared as matrices of Bullet.
    pub(super) matrices: BTreeSet<String>,
    /// Offsets of calls that load bodies from other files, bytes.
    pub(super) loaded_files: Vec<usize>,
    /// Libraries that have all types of shapes of the text; empty if there are none.
    pub(super) agreed: BTreeSet<&'static str>,
    /// Names of the classes that the text defines.
    pub(super) classes: Vec<String>,
    /// Types of shapes that the text defines.
    pub(super) records: Vec<super::own::Record>,
    /// Names of the variables that the text declares as objects of its classes.
    pub(super) objects: Vec<String>,
    /// Results of the calls of functions that the text defines.
    pub(super) results: Vec<Value>,
    /// Reasons to refuse the text, with their offsets.
    pub(super) refusals: Vec<ErrorAt>,
    /// Names of the bodies that the text does not make, each with the index of a shape that the text puts into it.
    pub(super) foreign: Vec<(String, usize)>,
    /// Indices of the shapes that Drake's bodies without a declaration register, by the name of the body.
    pub(super) registered: HashMap<String, Vec<usize>>,
    /// Names of the objects without a declaration, each with the offset of a shape that a method puts into it, bytes.
    pub(super) owners: Vec<(String, usize)>,
    /// Whether the current statements may run or not.
    pub(super) is_uncertain: bool,
    /// Indices of the shapes that are only drawn.
    pub(super) visuals: BTreeSet<usize>,
    /// Indices of the bases of bodies with several links.
    pub(super) linked: BTreeSet<usize>,
    /// Ranges of the text that describe visual shapes, bytes.
    pub(super) drawn: Ranges,
    /// Number of times that each assignment ran, by the offset of its statement, with its last value.
    pub(super) evaluated: HashMap<usize, (usize, Value)>,
    /// Offset of the first argument of a query whose points are computed and not known, bytes.
    pub(super) lost_argument: Option<usize>,
    /// Whether the first element of a list has the index 1.
    pub(super) counts_from_one: bool,
    /// Points that the text computes inside the arguments of queries, with the offsets of the arguments, bytes.
    pub(super) passed: Vec<(usize, Value)>,
    /// Ranges of the comments of the text, bytes.
    pub(super) comments: Ranges,
    /// Number of changes of shapes and bodies.
    pub(super) changes: usize,
    /// Indices of the frames that are in other frames, each with its parent.
    pub(super) frames: Vec<(usize, usize)>,
    /// Offset of the expression that is the current statement, bytes.
    pub(super) statement_at: Option<usize>,
}

/// Part of a pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    Position,
    Rotation,
    Pose,
}

/// Beginnings of the names of setters and getters, in lower case; the longest first.
const SETTERS: [&str; 5] = ["setnextkinematic", "setinitial", "set", "with", "get"];

/// Returns the part of a pose that a field or setter means.
pub(super) fn slot(name: &str) -> Option<Slot> {
    let name = normalized(name);
    let name = SETTERS.iter().find_map(|start| name.strip_prefix(start)).unwrap_or(&name);
    let name = ["local", "relative"].iter().find_map(|start| name.strip_prefix(start)).unwrap_or(name);
    Some(match name {
        "position"
        | "translation"
        | "origin"
        | "pos"
        | "location"
        | "globalposition"
        | "baseposition"
        | "translate"
        | "applytranslation"
        | "p"
        | "worldposition"
        | "physicslocation"
        | "collisionframeposition"
        | "inposition"
        | "mposition"
        | "mposit"
        | "centerposition" => Slot::Position,
        "rotation"
        | "orientation"
        | "quaternion"
        | "quat"
        | "angle"
        | "baseorientation"
        | "basis"
        | "rotationquaternion"
        | "q"
        | "linear"
        | "eulerangles"
        | "rotationeuler"
        | "rot"
        | "rotationdegrees"
        | "physicsrotation"
        | "hpr"
        | "collisionframeorientation"
        | "inrotation"
        | "mrotation"
        | "rotationquat"
        | "quatrotation" => Slot::Rotation,
        "transform"
        | "worldtransform"
        | "pose"
        | "globalpose"
        | "isometry"
        | "centerofmasstransform"
        | "applytransform"
        | "globaltransform"
        | "positionandrotation"
        | "motionstate"
        | "transformmatrix"
        | "placement"
        | "xform"
        | "poshpr"
        | "tf" => Slot::Pose,
        _ => return None,
    })
}

/// Whether a function or type makes bodies.
pub(super) fn is_body(path: &[&str]) -> bool {
    let words = [
        "rigidbody",
        "collisionobject",
        "bodydef",
        "bodycreationsettings",
        "constructioninfo",
        "object3d",
        "gameobject",
        "rigiddynamic",
        "rigidstatic",
        "multibody",
        "collisionshape3d",
        "collisionshape2d",
        "spawn",
        "addbody",
        "createbody",
        "staticbody",
        "newbody",
        "bodyoptions",
        "dynamicbody",
        "kinematicbody",
        "characterbody",
        "animatablebody",
        "simpleframe",
        "area3d",
        "area2d",
        "node3d",
        "node2d",
        "geometryinstance",
        "shapeinstance",
        "registeredgeometry",
        "bodycreate",
        "bodynew",
        "meshinstance3d",
    ];
    let ends = ["body", "mesh", "actor", "entity", "b2body", "scnnode"];
    path.iter().rev().take(2).any(|name| {
        let name = normalized(name);
        let is_world = name.contains("multibodyplant") || name.contains("multibodysystem");
        // Rapier's `RigidBodySet::new()`.
        let is_set = ["set", "list", "map", "array", "pool"].iter().any(|end| name.ends_with(end));
        if name.ends_with("cfg") || name.contains("properties") || is_world || is_set {
            return false;
        }
        let makes = ["create", "make", "new", "add", "spawn"].iter().any(|word| name.starts_with(word));
        words.iter().any(|word| name.contains(word)) || ends.contains(&name.as_str()) || makes && name.ends_with("body")
    })
}

impl Store {
    /// Adds a thing; returns its index.
    pub(super) fn add(&mut self, thing: Thing) -> usize {
        self.changes += usize::from(thing.is_shape);
        self.things.push(thing);
        self.things.len() - 1
    }

    /// Marks a part of a thing, such as `"pose"`, as not understood at an offset of the text, bytes.
    pub(super) fn doubt(&mut self, id: usize, part: &'static str, at: usize) {
        self.things[id].problem = Some(Problem::at(at, part));
    }

    /// Adds a body without shapes; returns its index.
    pub(super) fn body(&mut self, path: &[&str], at: usize) -> usize {
        let path = path.iter().map(|name| (*name).to_owned()).collect();
        self.add(Thing { at, path, ..Thing::default() })
    }

    /// Puts a thing into another, unless that would make a cycle.
    pub(super) fn attach(&mut self, owner: usize, child: usize, local: Option<Pose>, used: &Ranges) {
        if owner == child || self.holds(child, owner, 0) || self.things[owner].children.len() > MAX_CHILDREN {
            return;
        }
        self.changes += 1;
        self.things[child].attached = true;
        let owner = &mut self.things[owner];
        let local = local.unwrap_or_default();
        if !owner.children.contains(&(child, local)) {
            owner.children.push((child, local));
        }
        owner.used.extend(used.iter().cloned());
    }

    /// Whether a thing holds another, at any depth; also true beyond [`MAX_DEPTH`], so that cycles are never made.
    pub(super) fn holds(&self, owner: usize, child: usize, depth: usize) -> bool {
        depth > MAX_DEPTH
            || self.things[owner].children.iter().any(|(own, _)| *own == child || self.holds(*own, child, depth + 1))
    }

    /// Returns a body that holds only this thing, at this pose: one of the latest if there is one, else a new one.
    pub(super) fn place(&mut self, child: usize, pose: Pose, used: &Ranges, path: &[&str], at: usize) -> usize {
        let mut recent = self.things.iter().enumerate().rev().take(RECENT_THINGS);
        if let Some((known, _)) = recent.find(|(_, thing)| thing.holds_only(child) && thing.is_placed_at(pose)) {
            return known;
        }
        let body = self.body(path, at);
        self.things[body].name = self.things[child].name.clone();
        self.things[body].place_at(pose);
        self.attach(body, child, None, used);
        body
    }
}

/// Returns all things in the arguments, in order, at any depth of lists.
pub(super) fn things_of(arguments: &[NamedValue]) -> Vec<usize> {
    let mut things = Vec::new();
    for (_, value) in arguments {
        match &value.data {
            Data::Thing(id) => things.push(*id),
            Data::List(items) => things.extend(things_of(items)),
            _ => {}
        }
    }
    things
}

/// Returns all poses in the arguments, in order, at any depth of lists.
pub(super) fn poses_of(arguments: &[NamedValue]) -> Vec<Pose> {
    let mut poses = Vec::new();
    for (_, value) in arguments {
        match &value.data {
            Data::Pose(pose) => poses.push(*pose),
            Data::List(items) => poses.extend(poses_of(items)),
            _ => {}
        }
    }
    poses
}

/// Returns the ranges in the text of all arguments.
pub(super) fn ranges_of(given: &[NamedValue]) -> Ranges {
    given.iter().flat_map(|(_, value)| value.used.iter().cloned()).collect()
}
