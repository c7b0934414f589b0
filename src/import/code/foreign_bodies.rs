//! Bodies that a text uses but does not make.
//!
//! - **Chipmunk**: `cpCircleShapeNew(ballBody, 12, cpvzero)` and `cpBodySetPosition(ballBody, cpv(128, 47))`.
//! - **ODE**: `dGeomSetBody(ball, body)` and `dBodySetPosition(body, 0, 0, 1)`.
//! - **Bullet**: `drumObj->setCollisionShape(drum)` and `drumObj->getWorldTransform().setOrigin(…)`.
//! - **Box2D 3, Box3D**: `b2CreatePolygonShape(groundId, &def, &polygon)`, which place no body.

use super::rotations::normalized;
use super::things::{Slot, Store, slot, things_of};
use super::value::{Data, NamedValue, Value, mark};

/// Path of a body that the text does not make.
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

/// Whether a function, in lower case without underscores, puts a shape into the body that is its first argument.
fn puts_into_body(function: &str) -> bool {
    (function.starts_with("b2create") || function.starts_with("b3create")) && function.ends_with("shape")
}

impl Store {
    /// Records the name of the body that the text does not make, if a function puts the only one of `things` into it.
    pub(super) fn note_foreign(&mut self, function: &str, given: &[NamedValue], things: &[usize]) {
        if let ([one], Some((None, Value { data: Data::Word(owner), .. }))) = (things, given.first())
            && self.things[*one].is_shape
            && puts_into_body(function)
        {
            self.foreign.push((owner.clone(), *one));
        }
    }

    /// Returns the name of the body that the text does not make and into which it puts the shape at an offset, bytes.
    pub(super) fn foreign_owner(&self, at: usize) -> Option<&str> {
        let shape = self.things.iter().position(|thing| thing.at == at)?;
        self.foreign.iter().find(|(_, id)| *id == shape).map(|(owner, _)| owner.as_str())
    }

    /// Whether the frame of a thing is not known: it is a body that the text does not make, or a shape in one of
    /// several such bodies.
    pub(super) fn has_unknown_frame(&self, id: usize) -> bool {
        let mut owners = self.foreign.iter().filter(|(_, shape)| *shape == id).map(|(owner, _)| owner);
        let is_in_one_of_several =
            owners.next().is_some_and(|owner| self.foreign.iter().any(|(other, _)| other != owner));
        is_in_one_of_several || self.things[id].path == [FOREIGN]
    }

    /// Makes the body of a method that gives its shape to an object without a declaration, or places such an object
    /// through the pose that it returns. Returns whether the method is one of these.
    pub(super) fn set_foreign(&mut self, names: &[&str], given: &[NamedValue], at: usize) -> bool {
        let [owner, .., last] = names else { return false };
        if !owner.starts_with(|c: char| c.is_lowercase() || c == '_') || self.variables.contains_key(*owner) {
            return false;
        }
        match things_of(given)[..] {
            [one] if names.len() == 2 && given.len() == 1 && self.things[one].is_shape => {
                if !SHAPE_SETTERS.contains(&normalized(last).as_str()) {
                    return false;
                }
                self.set(&[*owner, "shape"], given, at..at + 1);
                true
            }
            [] if names.len() > 2 => {
                let is_pose = normalized(names[1]).starts_with("get") && slot(names[1]) == Some(Slot::Pose);
                let places = is_pose && slot(last).is_some() && self.sets_undeclared_pose(names, given);
                if places {
                    self.set(names, given, at..at + 1);
                }
                places
            }
            _ => false,
        }
    }

    /// Records the objects without a declaration that may take a shape: the object of a method, and its arguments.
    pub(super) fn note_owner(&mut self, names: &[&str], given: &[NamedValue], things: &[usize]) {
        let [one] = things else { return };
        let at = self.things[*one].at;
        // Box2D's `body->CreateFixture(&shape, density)`.
        if ["createfixture", "createfixture2"].contains(&normalized(names[names.len() - 1]).as_str()) {
            self.things[*one].used.extend(super::things::ranges_of(given));
        }
        if let [owner, _] = names
            && !self.variables.contains_key(*owner)
        {
            self.owners.push(((*owner).to_owned(), at));
        }
        for (_, value) in given {
            if let Data::Word(owner) = &value.data {
                self.owners.push((owner.trim_start_matches(['*', '&']).to_owned(), at));
            }
        }
    }

    /// Declares the body that is an argument of a function of Chipmunk or ODE and has no declaration. Returns the
    /// arguments with this body; `None` for any other call.
    pub(super) fn declare_body(&mut self, names: &[&str], given: &[NamedValue], at: usize) -> Option<Vec<NamedValue>> {
        let [function] = names else { return None };
        let is_chipmunk = function.starts_with("cp") && function.contains("ShapeNew") || PLACES.contains(function);
        let k = if *function == "dGeomSetBody" { 1 } else { 0 };
        if !is_chipmunk && k == 0 {
            return None;
        }
        let Some((None, Value { data: Data::Word(name), .. })) = given.get(k) else { return None };
        let is_static = ["static", "null", "none", "nil"].iter().any(|word| normalized(name).contains(word));
        let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if is_static || !is_name || name.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        // The text does not say where this body is until it moves it.
        let body = self.body(&[FOREIGN], at);
        self.things[body].name.clone_from(name);
        let value = Value { data: Data::Thing(body), used: vec![mark(at)], at };
        self.variables.insert(name.clone(), value.clone());
        let mut all = given.to_vec();
        all[k].1 = value;
        Some(all)
    }
}
