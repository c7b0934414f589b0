//! Bodies of Drake that get their shapes and their pose by separate calls: in,
//! `plant.RegisterCollisionGeometry(pebble, X_BG, shape, …)`, then `plant.SetDefaultFreeBodyPose(pebble, X_WB)`; out,
//! the shapes moved by the pose of the body.

use crate::code::evaluate::value::{Data, NamedValue, Value};
use crate::code::join::store::{Store, ranges_of};
use crate::pose::Pose;

/// Returns the name of the body in an argument, without C++'s `*` and `&`; `None` if it is no name.
fn body_name(argument: &Value) -> Option<&str> {
    match &argument.data {
        Data::Word(body) => Some(body.trim_start_matches(['*', '&'])),
        _ => None,
    }
}

impl Store {
    /// Records the entity `placed` as a shape of the body that the first argument of `RegisterCollisionGeometry` names;
    /// other functions, whose names are in lower case, record nothing.
    pub fn note_registered(&mut self, function: &str, arguments: &[NamedValue], placed: usize) {
        if function == "registercollisiongeometry"
            && let Some((_, body)) = arguments.first()
            && let Some(body) = body_name(body)
        {
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
