//! Bodies of Drake whose collision geometries a text registers, and that it places later:
//! `plant.RegisterCollisionGeometry(pebble, X_BG, shape, …)`, `plant.SetDefaultFreeBodyPose(pebble, X_WB)`.

use crate::import::code::evaluate::value::{Data, NamedValue, Value};
use crate::import::code::join::store::{Store, ranges_of};
use crate::import::pose::Pose;

/// Returns the name of the body in an argument, without C++'s marks; `None` if it is no name.
fn body_name(argument: &Value) -> Option<&str> {
    match &argument.data {
        Data::Word(body) => Some(body.trim_start_matches(['*', '&'])),
        _ => None,
    }
}

impl Store {
    /// Records a placed shape as one of the body that a call of `RegisterCollisionGeometry` names.
    pub fn note_registered(&mut self, function: &str, arguments: &[NamedValue], placed: usize) {
        let body = arguments.first().filter(|_| function == "registercollisiongeometry");
        if let Some(body) = body.and_then(|(_, value)| body_name(value)) {
            self.registered.entry(body.to_owned()).or_default().push(placed);
        }
    }

    /// Moves the registered shapes of a body by the pose of the body. Returns whether a call sets this pose.
    pub fn place_registered(&mut self, function: &str, arguments: &[NamedValue], pose: Pose) -> bool {
        if !["setdefaultfreebodypose", "setfreebodypose"].contains(&function) {
            return false;
        }
        // The context may come before the body.
        let shapes = arguments.iter().take(2).find_map(|(_, value)| self.registered.remove(body_name(value)?));
        let Some(shapes) = shapes else { return false };
        for id in shapes {
            let entity = &mut self.entities[id];
            entity.place_at(pose.then(entity.pose()));
            entity.used.extend(ranges_of(arguments));
        }
        true
    }
}
