//! Bodies that a text uses but does not make: the declaration of the body is outside of the pasted text, which gives it
//! shapes and poses. Each becomes an entity with the path `foreign`, so that the shapes have an owner.
//!
//! - **Chipmunk**: `cpCircleShapeNew(ballBody, 12, cpvzero)` and `cpBodySetPosition(ballBody, cpv(128, 47))`.
//! - **ODE**: `dGeomSetBody(ball, body)` and `dBodySetPosition(body, 0, 0, 1)`.
//! - **Bullet**: `drumObj->setCollisionShape(drum)` and `drumObj->getWorldTransform().setOrigin(…)`.
//! - **Box2D 3, Box3D**: `b2CreatePolygonShape(groundId, &def, &polygon)`, which place no body.

use crate::code::evaluate::value::{Data, NamedValue, Value, mark};
use crate::code::join::store;
use crate::code::join::store::{Slot, Store, entities_of, slot};
use crate::names::normalized;

/// Path of the constructor of a body that the text does not make; no program has it.
const FOREIGN: &str = "foreign";

/// Functions that place the body that is their first argument.
const PLACES: [&str; 6] = [
    "cpBodySetPosition",
    "cpBodySetAngle",
    "cpBodySetPos",
    "dBodySetPosition",
    "dBodySetQuaternion",
    "dBodySetRotation",
];

/// Methods that give their object its only shape, in lower case without underscores.
const SHAPE_SETTERS: [&str; 3] = ["setcollisionshape", "setshape", "setcollisiongeometry"];

/// Methods that add a shape, or its definition, to their object, in lower case without underscores.
const SHAPE_ADDERS: [&str; 3] = ["addshape", "createfixture", "createfixture2"];

/// Parts of the names of worlds, in lower case.
const WORLDS: [&str; 8] = ["space", "world", "scene", "simulation", "physics", "engine", "system", "manager"];

/// Whether a function, in lower case without underscores, puts a shape into the body that is its first argument.
fn puts_into_body(function: &str) -> bool {
    (function.starts_with("b2create") || function.starts_with("b3create")) && function.ends_with("shape")
}

impl Store {
    /// Records the name of the body that the text does not make, if a function, in lower case without underscores, puts
    /// the only one of `entities` into it: `b2CreatePolygonShape(groundId, &def, &polygon)`.
    pub fn note_foreign(&mut self, function: &str, arguments: &[NamedValue], entities: &[usize]) {
        let [shape] = *entities else { return };
        let Some((None, Value { data: Data::Word(owner), .. })) = arguments.first() else { return };
        if self.entities[shape].is_shape && puts_into_body(function) {
            self.foreign.push((owner.clone(), shape));
        }
    }

    /// Returns the name of the body that the text does not make and into which it puts the shape at an offset, bytes.
    pub fn foreign_owner(&self, at: usize) -> Option<&str> {
        let shape = self.entities.iter().position(|entity| entity.at == at)?;
        self.foreign.iter().find(|(_, id)| *id == shape).map(|(owner, _)| owner.as_str())
    }

    /// Whether the frame of an entity is not known: it is a body that the text does not make, or a shape in one of
    /// several such bodies. With one such body all shapes are in its frame.
    pub fn has_unknown_frame(&self, id: usize) -> bool {
        let mut owners = self.foreign.iter().filter(|(_, shape)| *shape == id).map(|(owner, _)| owner);
        let is_in_one_of_several =
            owners.next().is_some_and(|owner| self.foreign.iter().any(|(other, _)| other != owner));
        is_in_one_of_several || self.entities[id].path == [FOREIGN]
    }

    /// Makes the body of a method that gives its shape to an object without a declaration, or places such an object
    /// through the pose that it returns. Returns whether the method is one of these.
    pub fn set_foreign(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> bool {
        let [owner, .., last] = names else { return false };
        // A capital begins the name of a type, whose methods place no object.
        if !owner.starts_with(|c: char| c.is_lowercase() || c == '_') || self.variables.contains_key(*owner) {
            return false;
        }
        match entities_of(arguments)[..] {
            // Bullet's `drumObj->setCollisionShape(drum)`.
            [one] if names.len() == 2 && arguments.len() == 1 && self.entities[one].is_shape => {
                if !SHAPE_SETTERS.contains(&normalized(last).as_str()) {
                    return false;
                }
                self.set(&[*owner, "shape"], arguments, at..at + 1);
                true
            }
            // Bullet's `drumObj->getWorldTransform().setOrigin(…)`.
            [] if names.len() > 2 => {
                let is_pose = normalized(names[1]).starts_with("get") && slot(names[1]) == Some(Slot::Pose);
                let places = is_pose && slot(last).is_some() && self.sets_undeclared_pose(names, arguments);
                if places {
                    self.set(names, arguments, at..at + 1);
                }
                places
            }
            _ => false,
        }
    }

    /// Puts a shape into a body without a declaration, by a method that adds one of several shapes:
    /// `hero.createFixture(shape)`. Returns the body; `None` for any other call.
    pub fn add_to_foreign(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<Value> {
        let [owner, method] = names else { return None };
        let is_name = owner.starts_with(|c: char| c.is_lowercase() || c == '_');
        let first = arguments.first().map(|(_, value)| value.field(&["shape"]).unwrap_or(value));
        let Some(Data::Entity(shape)) = first.map(|value| &value.data) else { return None };
        let entity = &self.entities[*shape];
        let shape_name = entity.name.clone();
        let shape_at = entity.at;
        // Chipmunk's `space.addShape(shape)`: the shape already has its body.
        let is_world = WORLDS.iter().any(|word| normalized(owner).contains(word));
        if is_world || entity.attached || entity.is_placed() || !is_name {
            return None;
        }
        if !SHAPE_ADDERS.contains(&normalized(method).as_str()) || self.lookup(names).is_some() {
            return None;
        }
        let body = self.body(&[FOREIGN], shape_at);
        self.entities[body].name = if shape_name.is_empty() { (*owner).to_owned() } else { shape_name };
        let value = Value::new(Data::Entity(body), at);
        self.variables.insert((*owner).to_owned(), value.clone());
        Some(self.call_on_variable(names, value, arguments, at))
    }

    /// Records the objects without a declaration that may take a shape: the object of a method, and its arguments.
    pub fn note_owner(&mut self, names: &[&str], arguments: &[NamedValue], entities: &[usize]) {
        let [one] = entities else { return };
        let at = self.entities[*one].at;
        // Box2D's `body->CreateFixture(&shape, density)`.
        if ["createfixture", "createfixture2"].contains(&normalized(names[names.len() - 1]).as_str()) {
            self.entities[*one].used.extend(store::ranges_of(arguments));
        }
        if let [owner, _] = names
            && !self.variables.contains_key(*owner)
        {
            self.owners.push(((*owner).to_owned(), at));
        }
        for (_, value) in arguments {
            if let Data::Word(owner) = &value.data {
                self.owners.push((owner.trim_start_matches(['*', '&']).to_owned(), at));
            }
        }
    }

    /// Declares the body that is an argument of a function of Chipmunk or ODE and has no declaration. Returns the
    /// arguments with this body; `None` for any other call.
    pub fn declare_body(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<Vec<NamedValue>> {
        let [function] = names else { return None };
        let body_index = body_argument(function)?;
        let Some((None, Value { data: Data::Word(name), .. })) = arguments.get(body_index) else { return None };
        if !names_body(name) {
            return None;
        }
        // The text does not say where this body is until it moves it.
        let body = self.body(&[FOREIGN], at);
        self.entities[body].name.clone_from(name);
        let value = Value { data: Data::Entity(body), used: vec![mark(at)], at };
        self.variables.insert(name.clone(), value.clone());
        let mut with_body = arguments.to_vec();
        with_body[body_index].1 = value;
        Some(with_body)
    }
}

/// Returns the index of the argument that is a body, of a function of Chipmunk or ODE; `None` for any other function.
fn body_argument(function: &str) -> Option<usize> {
    if function == "dGeomSetBody" {
        return Some(1);
    }
    // Chipmunk's `cpCircleShapeNew(body, radius, offset)`.
    let makes_shape = function.starts_with("cp") && function.contains("ShapeNew");
    (makes_shape || PLACES.contains(&function)).then_some(0)
}

/// Whether a word is the name of a body that can move, rather than of the static body of a space, a null pointer or an
/// expression.
fn names_body(word: &str) -> bool {
    let is_static = ["static", "null", "none", "nil"].iter().any(|part| normalized(word).contains(part));
    let is_name = word.chars().all(|c| c.is_alphanumeric() || c == '_');
    !is_static && is_name && !word.starts_with(|c: char| c.is_ascii_digit())
}
