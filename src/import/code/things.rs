//! Things of a text: shapes, bodies, definitions of bodies; and what they are made of.

use std::collections::HashMap;
use std::ops::Range;

use super::library::Named;
use super::reader::Arguments;
use super::rotations::{Given, plain};
use super::value::{Places, Value, What};
use crate::import::pose::{Pose, UNTURNED};

/// A shape or a body.
#[derive(Clone, Debug, Default)]
pub(super) struct Thing {
    /// The variable that holds it.
    pub(super) name: String,
    /// The byte where it is made.
    pub(super) at: usize,
    /// Its constructor.
    pub(super) path: Vec<String>,
    pub(super) given: Arguments,
    /// Whether it is a shape, not a body that holds some.
    pub(super) geometry: bool,
    pub(super) position: Option<[f64; 3]>,
    pub(super) rotation: Option<[f64; 4]>,
    pub(super) children: Vec<(usize, Pose)>,
    pub(super) used: Places,
    /// Text that changes it and is not understood, and what it would change.
    pub(super) problem: Option<(Range<usize>, &'static str)>,
    /// Radius of a ball that is added all around the shape.
    pub(super) round: Option<f64>,
    /// Factors along the axes of the shape.
    pub(super) scale: Option<[f64; 3]>,
    /// Whether another thing holds it.
    pub(super) attached: bool,
}

impl Thing {
    pub(super) fn pose(&self) -> Pose {
        Pose { position: self.position.unwrap_or_default(), rotation: self.rotation.unwrap_or(UNTURNED) }
    }

    pub(super) fn is_placed(&self) -> bool {
        self.position.is_some() || self.rotation.is_some()
    }

    pub(super) fn stand(&mut self, pose: Pose) {
        self.position = Some(pose.position);
        self.rotation = Some(pose.rotation);
    }
}

/// A pose, position or rotation that a variable holds.
#[derive(Clone, Debug)]
pub(super) struct Loose {
    pub(super) name: String,
    pub(super) value: Value,
    /// Place of the name, which the things that use it have among their places.
    pub(super) place: Range<usize>,
}

/// Everything that the statements so far have made.
#[derive(Debug, Default)]
pub(super) struct Store {
    pub(super) named: Named,
    pub(super) things: Vec<Thing>,
    /// Values by name; those of fields (`this.ball`) have all their names, with dots.
    pub(super) variables: HashMap<String, Value>,
    /// Most names of a variable that is a field; 0 without any.
    pub(super) longest: usize,
    pub(super) loose: Vec<Loose>,
    /// Places of constructors of poses.
    pub(super) made: Vec<Range<usize>>,
    /// Places of constructors of poses other than the identity.
    pub(super) moved: Vec<Range<usize>>,
    /// Places of poses whose value is not understood.
    pub(super) unread: Vec<Range<usize>>,
}

/// Part of a pose that a name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    Position,
    Rotation,
    Pose,
}

/// The part of a pose that a field or setter means.
pub(super) fn slot(name: &str) -> Option<Slot> {
    let name = plain(name);
    let name =
        ["setnextkinematic", "set", "with", "get"].iter().find_map(|start| name.strip_prefix(start)).unwrap_or(&name);
    let name = name.strip_prefix("local").unwrap_or(name);
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
        | "rotationdegrees"
        | "physicsrotation"
        | "hpr"
        | "collisionframeorientation"
        | "inrotation"
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
        "area3d",
        "node3d",
        "geometryinstance",
        "registeredgeometry",
        "bodycreate",
        "bodynew",
        "meshinstance3d",
    ];
    let ends = ["body", "mesh", "actor", "entity", "b2body"];
    path.iter().rev().take(2).any(|name| {
        let name = plain(name);
        if name.ends_with("cfg") || name.contains("properties") {
            return false;
        }
        let makes = ["create", "make", "new", "add", "spawn"].iter().any(|word| name.starts_with(word));
        words.iter().any(|word| name.contains(word)) || ends.contains(&name.as_str()) || makes && name.ends_with("body")
    })
}

impl Store {
    pub(super) fn add(&mut self, thing: Thing) -> usize {
        self.things.push(thing);
        self.things.len() - 1
    }

    /// A new body.
    pub(super) fn body(&mut self, path: &[&str], at: usize) -> usize {
        let path = path.iter().map(|name| (*name).to_owned()).collect();
        self.add(Thing { at, path, ..Thing::default() })
    }

    /// Puts a thing into another; itself it can never hold.
    pub(super) fn attach(&mut self, owner: usize, child: usize, local: Option<Pose>, used: &Places) {
        if owner == child || self.holds(child, owner, 0) || self.things[owner].children.len() > 100_000 {
            return;
        }
        self.things[child].attached = true;
        let owner = &mut self.things[owner];
        if !owner.children.iter().any(|(own, pose)| *own == child && Some(*pose) == local) {
            owner.children.push((child, local.unwrap_or_default()));
        }
        owner.used.extend(used.iter().cloned());
    }

    /// Whether a thing holds another, at any depth.
    pub(super) fn holds(&self, owner: usize, child: usize, depth: usize) -> bool {
        depth > 12
            || self.things[owner].children.iter().any(|(own, _)| *own == child || self.holds(*own, child, depth + 1))
    }

    /// A body that holds a thing at a pose; one that is already there is used again.
    pub(super) fn place(&mut self, child: usize, pose: Pose, used: &Places, path: &[&str], at: usize) -> usize {
        let same = |thing: &Thing| {
            thing.pose() == pose && thing.is_placed() && thing.children.len() == 1 && thing.children[0].0 == child
        };
        if let Some(known) = self.things.iter().rev().take(64).position(same) {
            return self.things.len() - 1 - known;
        }
        let body = self.body(path, at);
        self.things[body].name = self.things[child].name.clone();
        self.things[body].stand(pose);
        self.attach(body, child, None, used);
        body
    }

    /// All things in a value, in order.
    pub(super) fn things_in(value: &Value, into: &mut Vec<usize>) {
        match &value.what {
            What::Thing(id) => into.push(*id),
            What::List(items) => items.iter().for_each(|(_, item)| Self::things_in(item, into)),
            _ => {}
        }
    }

    /// All poses in a value, in order.
    pub(super) fn poses_in(value: &Value, into: &mut Vec<Pose>) {
        match &value.what {
            What::Pose(pose) => into.push(*pose),
            What::List(items) => items.iter().for_each(|(_, item)| Self::poses_in(item, into)),
            _ => {}
        }
    }
}

/// Words of calls that change a shape in a way that is not read.
const CHANGES: [&str; 20] = [
    "lookat",
    "matrix",
    "scal",
    "inflat",
    "minkowski",
    "mirror",
    "dilat",
    "offset",
    "rotat",
    "translat",
    "size",
    "radius",
    "extent",
    "height",
    "transform",
    "shear",
    "position",
    "orient",
    "dimension",
    "implicit",
];

/// Calls that sound so and change nothing.
const HARMLESS: [&str; 10] = [
    "resize",
    "updatematrix",
    "setmargin",
    "getlocal",
    "calculate",
    "setrotationlock",
    "lockrotations",
    "lockrotation",
    "enabledrotations",
    "restrictrotations",
];

/// Whether a name sounds like a change of a shape.
pub(super) fn changes(name: &str) -> bool {
    let name = plain(name);
    CHANGES.iter().any(|word| name.contains(word)) && !HARMLESS.iter().any(|word| name.contains(word))
}

/// The places of arguments.
pub(super) fn places(given: &Given) -> Places {
    given.iter().flat_map(|(_, value)| value.used.iter().cloned()).collect()
}
