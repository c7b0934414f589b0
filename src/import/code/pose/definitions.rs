//! Poses of bodies from the arguments of their constructors, `createBody(Vec2(0, 1), 0.5)`, and of free functions that
//! move them, `dBodySetPosition(body, x, y, z)`.
//!
//! **Rule.** A pose among the arguments whose meaning is not known marks the pose of the body as unread, which
//! refuses the text.
//! `at` is the offset of a call in the text, bytes; angles are radians.

use crate::code::evaluate::value;
use crate::code::evaluate::value::{Data, NamedValue, Order, Value, mark};
use crate::code::join::placements;
use crate::code::join::store::{Store, ranges_of, slot};
use crate::names::normalized;
use crate::pose::{IDENTITY_ROTATION, Pose, about};

/// Returns the rotation of a value: a rotation, or a 3 × 3 matrix; `None` for other values.
fn rotation_of(value: &Value) -> Option<[f64; 4]> {
    match &value.data {
        Data::Rotation(rotation) => Some(*rotation),
        _ => value::rotation_of_rows(&value.rows(3)?),
    }
}

/// Returns the argument with the index `k`, if it is a number.
fn number(arguments: &[NamedValue], k: usize) -> Option<f64> {
    arguments.get(k).and_then(|(_, value)| value.number())
}

/// Flattens arguments: the fields of a record, and a position and a rotation in one list, become separate arguments.
fn flat(arguments: &[NamedValue]) -> Vec<NamedValue> {
    let mut flat: Vec<NamedValue> = Vec::new();
    for (key, value) in arguments {
        if key.is_none() && contains_arguments(value.items()) {
            flat.extend(value.items().iter().cloned());
        } else {
            flat.push((key.clone(), value.clone()));
        }
    }
    flat
}

/// Whether the items of a list or record are arguments of the call around it.
fn contains_arguments(items: &[NamedValue]) -> bool {
    // ReactPhysics3D's `{{x, y, z}, Quaternion::identity()}`.
    if let [(None, position), (None, rotation)] = items
        && position.vector().is_some()
        && matches!(rotation.data, Data::Rotation(_))
    {
        return true;
    }
    let is_record = !items.is_empty() && items.iter().all(|(key, _)| key.is_some());
    // Bevy's tuples of components.
    let has_pose = items.iter().any(|(_, item)| matches!(item.data, Data::Pose(_)));
    is_record || has_pose
}

/// Removes the constants after a pose, a rotation, or a position with a rotation, such as Jolt's
/// `EActivation::Activate`; other arguments stay.
pub fn without_words(arguments: &[NamedValue]) -> &[NamedValue] {
    let count = arguments.iter().rposition(|(_, value)| !matches!(value.data, Data::Word(_))).map_or(0, |k| k + 1);
    match (arguments.first().map(|(_, value)| &value.data), count) {
        (Some(Data::Rotation(_) | Data::Pose(_)), 1) => &arguments[..1],
        (Some(Data::Vector(_)), 2) if matches!(arguments[1].1.data, Data::Rotation(_)) => &arguments[..2],
        _ => arguments,
    }
}

/// Functions that set the same part of a pose.
struct PoseSetters {
    /// Field that they set.
    field: &'static str,
    /// Parts of their names, in lower case without underscores.
    words: &'static [&'static str],
}

/// Free functions that set a pose, in the order in which they are tried: `setPositionAndRotation` before `setPosition`.
const SETTERS: [PoseSetters; 3] = [
    PoseSetters { field: "pose", words: &["resetbaseposition", "settransform", "setqtransform", "setpositionand"] },
    PoseSetters { field: "position", words: &["setposition", "setpos", "settranslation"] },
    PoseSetters { field: "rotation", words: &["setquaternion", "setrotation", "setorientation"] },
];

impl Store {
    /// Reads the pose of a body from its constructor's arguments.
    pub fn place_by_arguments(&mut self, body: usize, names: &[&str], arguments: &[NamedValue]) {
        let last = normalized(names.last().copied().unwrap_or_default());
        self.entities[body].used.extend(ranges_of(arguments));
        let flat = flat(arguments);
        for (key, value) in &flat {
            match (key.as_deref(), &value.data) {
                (Some(key), _) => self.place_by_key(body, key, value),
                (None, Data::Pose(pose)) => self.place_by_unnamed_pose(body, *pose, value),
                (None, _) => {}
            }
        }
        self.place_by_position_and_angle(body, &last, arguments);
        if let Some((_, value)) = arguments.iter().find(|(_, value)| self.is_unread_pose(value)) {
            self.mark_unread(body, "pose", value.at);
        }
        if last == "newbody" && names.contains(&"physics") {
            return self.place_as_in_love(body, arguments);
        }
        // Positions without a key count only for libraries that have them as arguments.
        let position_index = if last.contains("bodycreationsettings") {
            // Jolt's `BodyCreationSettings(shape, position, rotation, …)`.
            1
        } else if last == "createmultibody" {
            // PyBullet's `createMultiBody(mass, collision, visual, position, rotation)`.
            3
        } else {
            return self.place_by_unnamed_arguments(body, &last, &flat);
        };
        for (field, argument) in ["position", "rotation"].iter().zip(&arguments[position_index.min(arguments.len())..])
        {
            if let (None, value) = argument {
                self.set_entity(body, &[field], &[(None, value.clone())], mark(value.at));
            }
        }
    }

    /// Reads an argument with a key: a part of the pose. A pose or angles with an unknown meaning mark the pose as
    /// unread.
    fn place_by_key(&mut self, body: usize, key: &str, value: &Value) {
        if slot(key).is_some() {
            self.set_entity(body, &[key], &[(None, value.clone())], mark(value.at));
            return;
        }
        let is_pose = matches!(value.data, Data::Pose(pose) if pose != Pose::default());
        if is_pose || placements::states_angles(key, value) {
            self.mark_unread(body, "pose", value.at);
        }
    }

    /// Reads a pose without a key. A second pose of a tuple, such as Bevy's `GlobalTransform`, must be the identity or
    /// equal the first.
    fn place_by_unnamed_pose(&mut self, body: usize, pose: Pose, value: &Value) {
        if !self.entities[body].is_placed() {
            self.set_entity(body, &["pose"], &[(None, value.clone())], mark(value.at));
        } else if pose != self.entities[body].pose() && pose != Pose::default() {
            self.mark_unread(body, "pose", value.at);
        }
    }

    /// Reads planck's `createBody(position, angle)` and `createDynamicBody(position)`. If another argument follows the
    /// position, the pose is not understood.
    fn place_by_position_and_angle(&mut self, body: usize, last: &str, arguments: &[NamedValue]) {
        let kinds = ["createbody", "dynamicbody", "createkinematicbody", "createstaticbody"];
        let count = arguments.iter().rposition(|(_, value)| !matches!(value.data, Data::Word(_))).map_or(0, |k| k + 1);
        let arguments = if self.uses("aether") { &arguments[..count] } else { arguments };
        let [(None, first), rest @ ..] = arguments else { return };
        let Some(position) = first.vector().filter(|_| kinds.iter().any(|kind| last.ends_with(kind))) else { return };
        let rotation = match rest {
            [] => Some(IDENTITY_ROTATION),
            [(None, angle)] => angle.number().and_then(|angle| about([0.0, 0.0, 1.0], angle)),
            _ => None,
        };
        match rotation {
            Some(rotation) if rest.is_empty() || self.uses("planck") || self.uses("aether") => {
                self.entities[body].place_at(Pose { position, rotation });
            }
            _ => self.mark_unread(body, "pose", first.at),
        }
    }

    /// Reads the position from LÖVE's `newBody(world, x, y, type)`.
    fn place_as_in_love(&mut self, body: usize, arguments: &[NamedValue]) {
        match (number(arguments, 1), number(arguments, 2)) {
            (Some(x), Some(y)) => self.entities[body].position = Some([x, y, 0.0]),
            _ => match arguments.get(1) {
                Some((_, value)) => self.mark_unread(body, "pose", value.at),
                None => self.entities[body].position = Some([0.0; 3]),
            },
        }
    }

    /// Whether a value is a pose that is not understood.
    fn is_unread_pose(&self, value: &Value) -> bool {
        matches!(value.data, Data::Unknown) && self.unread_poses.iter().any(|range| range.start == value.at)
            || value.items().iter().any(|(key, item)| key.is_none() && self.is_unread_pose(item))
    }

    /// Evaluates a free function that moves its first argument: `dBodySetPosition(body, x, y, z)`. Returns whether it
    /// is one.
    pub fn sets(&mut self, one: usize, names: &[&str], arguments: &[NamedValue], at: usize) -> bool {
        let last = normalized(names.last().copied().unwrap_or_default());
        let Some((None, Value { data: Data::Entity(_), .. })) = arguments.first() else { return false };
        // The end of a definition: joltc's `JPH_BodyCreationSettings_Destroy(settings)`.
        if last.ends_with("settingsdestroy") {
            return true;
        }
        if self.place_handle(one, &last, &arguments[1..], at)
            || self.change_matter_body(one, names, &arguments[1..], at)
        {
            return true;
        }
        let setters = SETTERS.iter().find(|setters| setters.words.iter().any(|word| last.contains(word)));
        let field = match setters {
            Some(setters) => setters.field,
            None if last.ends_with("setangle") => "rotation",
            None => return false,
        };
        let mut arguments = arguments[1..].to_vec();
        // ODE's quaternions begin with w, whatever other libraries the text mentions.
        if ["dgeomsetquaternion", "dbodysetquaternion"].contains(&last.as_str())
            && let [(None, value)] = &mut arguments[..]
            && let Some(rotation) = value.rotation(Some(Order::First))
        {
            value.data = Data::Rotation(rotation);
        }
        self.set_entity(one, &[field], &arguments, mark(at));
        true
    }

    /// Reads a position and a rotation from the arguments without a key. A rotation whose meaning is not known makes
    /// the body an error.
    fn place_by_unnamed_arguments(&mut self, body: usize, last: &str, arguments: &[NamedValue]) {
        let bare: Vec<&Value> = arguments.iter().filter(|(key, _)| key.is_none()).map(|(_, value)| value).collect();
        if self.entities[body].is_placed() || bare.iter().any(|value| matches!(value.data, Data::Pose(_))) {
            return;
        }
        let rotations: Vec<[f64; 4]> = bare.iter().filter_map(|value| rotation_of(value)).collect();
        let positions: Vec<[f64; 3]> = bare.iter().filter_map(|value| value.vector()).collect();
        let at = bare.iter().find(|value| rotation_of(value).is_some()).map_or(0, |value| value.at);
        // FCL's `CollisionObject(geometry, rotation, translation)`, ReactPhysics3D's `createRigidBody`.
        let takes_pose = last.contains("collisionobject") || last.contains("rigidbody");
        match (positions.as_slice(), rotations.as_slice()) {
            ([position], [rotation]) if takes_pose => {
                self.entities[body].place_at(Pose { position: *position, rotation: *rotation });
            }
            (_, [_, ..]) => self.mark_unread(body, "pose", at),
            _ => self.mark_added_unread(body, last, arguments, at),
        }
    }
}
