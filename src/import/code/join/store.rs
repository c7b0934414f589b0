//! State of the interpreter of program text: the variables, and the shapes, bodies and definitions of bodies that the
//! statements have made ("entities"). `ball = Sphere(0.5)` adds an entity, and a variable that holds its index.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

pub use super::slots::{Slot, is_body, slot};
use crate::code::evaluate::value::{Data, ErrorAt, NamedValue, Ranges, Value, mark};
use crate::code::libraries::detection::Named;
use crate::code::pose::quaternions::Components;
use crate::code::shape::own_types;
use crate::pose::{IDENTITY_ROTATION, Pose};

/// Maximum depth of entities in entities: bodies, compounds and their shapes need few levels.
pub const MAX_DEPTH: usize = 12;

/// Maximum number of entities that an entity holds.
const MAX_CHILDREN: usize = 100_000;

/// Number of latest entities among which a body with the same shape and pose is searched, so that long texts take
/// linear time.
const RECENT_ENTITIES: usize = 64;

/// Change of an entity that is not understood.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Range of the text that makes the change, bytes.
    pub range: Range<usize>,
    /// Changed part of the entity, such as `"pose"`, for the message.
    pub part: &'static str,
}

impl Problem {
    /// Creates a change of `part` that begins at an offset of the text, bytes.
    pub fn at(at: usize, part: &'static str) -> Self {
        Self { range: mark(at), part }
    }
}

/// Shape, body, or definition of a body.
#[derive(Clone, Debug, Default)]
pub struct Entity {
    /// Variable that holds the entity; empty if none does.
    pub name: String,
    /// Offset of the constructor in the text, bytes.
    pub at: usize,
    /// Names in the path of the constructor, such as `shapes`, `Sphere`; empty without a constructor.
    pub path: Vec<String>,
    /// Arguments of the constructor, and fields that were set later.
    pub arguments: Vec<NamedValue>,
    /// Whether the entity is a shape, not a body that holds shapes.
    pub is_shape: bool,
    /// Position in the owner or the world, meters; `None` if the text gives none.
    pub position: Option<[f64; 3]>,
    /// Rotation as a unit quaternion x, y, z, w; `None` if the text gives none.
    pub rotation: Option<[f64; 4]>,
    /// Indices of the entities that this one holds, with their poses in it.
    pub children: Vec<(usize, Pose)>,
    /// Ranges of the text that describe the entity, bytes.
    pub used: Ranges,
    /// Change that makes the entity an error; `None` if all changes are understood.
    pub problem: Option<Problem>,
    /// Radius of the ball that rounds the shape (Minkowski sum), meters.
    pub rounding: Option<f64>,
    /// Scale factors along the axes of the shape, or of the body for all its shapes.
    pub scale: Option<[f64; 3]>,
    /// Whether the scale of a body applies to its shapes by the rules of Unity.
    pub is_scaled_in_unity: bool,
    /// Angles about x, y and z that the text sets one by one, in the unit of the library.
    pub angles: Option<[f64; 3]>,
    /// Whether another entity holds this one.
    pub attached: bool,
    /// Index of the original, if the entity is a copy.
    pub copy_of: Option<usize>,
}

impl Entity {
    /// Returns the pose; the identity if the text gives none.
    pub fn pose(&self) -> Pose {
        Pose { position: self.position.unwrap_or_default(), rotation: self.rotation.unwrap_or(IDENTITY_ROTATION) }
    }

    /// Whether the text gives a pose.
    pub fn is_placed(&self) -> bool {
        self.position.is_some() || self.rotation.is_some()
    }

    /// Whether the text gives the entity this pose.
    fn is_placed_at(&self, pose: Pose) -> bool {
        self.is_placed() && self.pose() == pose
    }

    /// Whether the entity holds exactly one other, with this index.
    fn holds_only(&self, child: usize) -> bool {
        matches!(self.children[..], [(only, _)] if only == child)
    }

    /// Sets position and rotation.
    pub fn place_at(&mut self, pose: Pose) {
        self.position = Some(pose.position);
        self.rotation = Some(pose.rotation);
    }
}

/// Pose, position or rotation in a variable, or stated by an expression alone.
#[derive(Clone, Debug)]
pub struct LoosePose {
    pub name: String,
    pub value: Value,
    /// Range of the name in the text, bytes; entities that use the pose have it among their ranges.
    pub range: Range<usize>,
}

/// Shapes, bodies, variables and notes that the evaluated statements have made.
#[derive(Clone, Debug, Default)]
pub struct Store {
    pub named: Named,
    pub entities: Vec<Entity>,
    /// Values by name; names of fields contain dots (`this.ball`).
    pub variables: HashMap<String, Value>,
    /// Values of the names that a text declares outside of its functions, such as constants of a class; empty in a text
    /// without classes.
    pub class_values: HashMap<String, Value>,
    /// Whether the text assigns a value to a field of the object that a method belongs to, `this.radius = 1`.
    pub has_fields: bool,
    /// Largest number of names of a variable that is a field; 0 without any.
    pub max_names: usize,
    pub loose_poses: Vec<LoosePose>,
    /// Ranges of constructors of poses.
    pub pose_calls: Vec<Range<usize>>,
    /// Ranges of constructors of poses other than the identity.
    pub nonidentity_poses: Vec<Range<usize>>,
    /// Ranges of poses whose value is not understood.
    pub unread_poses: Vec<Range<usize>>,
    /// Ranges of the text that readers of other syntax have read, bytes.
    pub read: Ranges,
    /// Ranges of tags, blocks and fields that readers of other syntax judge.
    pub judged: Ranges,
    /// Quaternions that are set component by component, by the name of their variable or the index of their entity.
    pub components: BTreeMap<String, Components>,
    /// Variables that are declared as matrices of Bullet.
    pub matrices: BTreeSet<String>,
    /// Offsets of calls that load bodies from other files, bytes.
    pub loaded_files: Vec<usize>,
    /// Libraries that have all types of shapes of the text; empty if there are none.
    pub agreed: BTreeSet<&'static str>,
    /// Names of the classes that the text defines.
    pub classes: Vec<String>,
    /// Types of shapes that the text defines.
    pub records: Vec<own_types::Record>,
    /// Names of the variables that the text declares as objects of its classes.
    pub objects: Vec<String>,
    /// Results of the calls of functions that the text defines.
    pub results: Vec<Value>,
    /// Reasons to refuse the text, with their offsets.
    pub refusals: Vec<ErrorAt>,
    /// Names of the bodies that the text does not make, each with the index of a shape that the text puts into it.
    pub foreign: Vec<(String, usize)>,
    /// Indices of the shapes that Drake's bodies without a declaration register, by the name of the body.
    pub registered: HashMap<String, Vec<usize>>,
    /// Names of the objects without a declaration, each with the offset of a shape that a method puts into it, bytes.
    pub owners: Vec<(String, usize)>,
    /// Whether the current statements may run or not.
    pub is_uncertain: bool,
    /// Indices of the shapes that are only drawn.
    pub visuals: BTreeSet<usize>,
    /// Indices of the bases of bodies with several links.
    pub linked: BTreeSet<usize>,
    /// Ranges of the text that describe visual shapes, bytes.
    pub drawn: Ranges,
    /// Number of times that each assignment ran, by the offset of its statement, with its last value.
    pub evaluated: HashMap<usize, (usize, Value)>,
    /// Offset of the first argument of a query whose points are computed and not known, bytes.
    pub lost_argument: Option<usize>,
    /// Whether the first element of a list has the index 1.
    pub counts_from_one: bool,
    /// Points that the text computes inside the arguments of queries, with the offsets of the arguments, bytes.
    pub passed: Vec<(usize, Value)>,
    /// Ranges of the comments of the text, bytes.
    pub comments: Ranges,
    /// Number of changes of shapes and bodies.
    pub changes: usize,
    /// Indices of the frames that are in other frames, each with its parent.
    pub frames: Vec<(usize, usize)>,
    /// Offset of the expression that is the current statement, bytes.
    pub statement_at: Option<usize>,
}

impl Store {
    /// Adds an entity; returns its index.
    pub fn add(&mut self, entity: Entity) -> usize {
        self.changes += usize::from(entity.is_shape);
        self.entities.push(entity);
        self.entities.len() - 1
    }

    /// Marks a part of an entity, such as `"pose"`, as not understood at an offset of the text, bytes: a text with such
    /// a body is refused.
    pub fn mark_unread(&mut self, id: usize, part: &'static str, at: usize) {
        self.entities[id].problem = Some(Problem::at(at, part));
    }

    /// Adds a body without shapes; returns its index.
    pub fn body(&mut self, path: &[&str], at: usize) -> usize {
        let path = path.iter().map(|name| (*name).to_owned()).collect();
        self.add(Entity { at, path, ..Entity::default() })
    }

    /// Puts the entity `child` into `owner` at the pose `local` in it (`None`: the identity), unless that would make a
    /// cycle. `used` has the ranges of the text that do so, bytes.
    pub fn attach(&mut self, owner: usize, child: usize, local: Option<Pose>, used: &Ranges) {
        if owner == child || self.holds(child, owner, 0) || self.entities[owner].children.len() > MAX_CHILDREN {
            return;
        }
        self.changes += 1;
        self.entities[child].attached = true;
        let owner = &mut self.entities[owner];
        let local = local.unwrap_or_default();
        if !owner.children.contains(&(child, local)) {
            owner.children.push((child, local));
        }
        owner.used.extend(used.iter().cloned());
    }

    /// Whether an entity holds another, at any depth; also true beyond [`MAX_DEPTH`], so that cycles are never made.
    pub fn holds(&self, owner: usize, child: usize, depth: usize) -> bool {
        depth > MAX_DEPTH
            || self.entities[owner].children.iter().any(|(own, _)| *own == child || self.holds(*own, child, depth + 1))
    }

    /// Returns the index of a body that holds only the entity `child`, at a pose in the world: one of the latest if
    /// there is one, else a new one with the path of its constructor and the offset `at`, bytes.
    pub fn place(&mut self, child: usize, pose: Pose, used: &Ranges, path: &[&str], at: usize) -> usize {
        let mut recent = self.entities.iter().enumerate().rev().take(RECENT_ENTITIES);
        if let Some((known, _)) = recent.find(|(_, entity)| entity.holds_only(child) && entity.is_placed_at(pose)) {
            return known;
        }
        let body = self.body(path, at);
        self.entities[body].name = self.entities[child].name.clone();
        self.entities[body].place_at(pose);
        self.attach(body, child, None, used);
        body
    }
}

/// Returns all entities in the arguments, in order, at any depth of lists.
pub fn entities_of(arguments: &[NamedValue]) -> Vec<usize> {
    let mut entities = Vec::new();
    for (_, value) in arguments {
        match &value.data {
            Data::Entity(id) => entities.push(*id),
            Data::List(items) => entities.extend(entities_of(items)),
            _ => {}
        }
    }
    entities
}

/// Returns all poses in the arguments, in order, at any depth of lists.
pub fn poses_of(arguments: &[NamedValue]) -> Vec<Pose> {
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
pub fn ranges_of(arguments: &[NamedValue]) -> Ranges {
    arguments.iter().flat_map(|(_, value)| value.used.iter().cloned()).collect()
}
