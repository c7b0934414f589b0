//! Bodies of Drake whose collision geometries a text registers, and that it places later:
//! `plant.RegisterCollisionGeometry(pebble, X_BG, shape, …)`, `plant.SetDefaultFreeBodyPose(pebble, X_WB)`.

use super::things::{Store, ranges_of, things_of};
use super::value::{Data, NamedValue, Value};
use crate::import::pose::Pose;

/// Key of the variable that holds the geometries of the body that an argument names; `None` if it is no name.
fn key_of(argument: &Value) -> Option<String> {
    match &argument.data {
        Data::Word(body) => Some(format!("{}.registered", body.trim_start_matches(['*', '&']))),
        _ => None,
    }
}

impl Store {
    /// Records a placed shape as one of the body that a call of `RegisterCollisionGeometry` names.
    pub(super) fn note_registered(&mut self, function: &str, given: &[NamedValue], placed: usize, at: usize) {
        let body = given.first().filter(|_| function == "registercollisiongeometry");
        let Some(key) = body.and_then(|(_, value)| key_of(value)) else { return };
        let mut all: Vec<NamedValue> = self.variables.get(&key).map_or_else(Vec::new, |list| list.items().to_vec());
        all.push((None, Value::new(Data::Thing(placed), at)));
        self.variables.insert(key, Value::list(all, at));
    }

    /// Moves the registered shapes of a body by the pose of the body. Returns whether a call sets this pose.
    pub(super) fn place_registered(&mut self, function: &str, given: &[NamedValue], pose: Pose) -> bool {
        if !["setdefaultfreebodypose", "setfreebodypose"].contains(&function) {
            return false;
        }
        // The context may come before the body.
        let list = given.iter().take(2).find_map(|(_, value)| self.variables.remove(&key_of(value)?));
        let Some(list) = list else { return false };
        for id in things_of(list.items()) {
            let thing = &mut self.things[id];
            thing.place_at(pose.then(thing.pose()));
            thing.used.extend(ranges_of(given));
        }
        true
    }
}
