//! Bodies that a text uses but does not make, in functions of Chipmunk: `cpCircleShapeNew(ballBody, 12, cpvzero)` and
//! `cpBodySetPosition(ballBody, cpv(128, 47))`.

use super::rotations::normalized;
use super::things::Store;
use super::value::{Data, NamedValue, Value, mark};

impl Store {
    /// Declares the body that is the first argument of a function of Chipmunk and has no declaration. Returns the
    /// arguments with this body; `None` for any other call.
    pub(super) fn declare_body(&mut self, names: &[&str], given: &[NamedValue], at: usize) -> Option<Vec<NamedValue>> {
        let [function] = names else { return None };
        let rest = function.strip_prefix("cp")?;
        let attaches = rest.contains("ShapeNew");
        let places = ["BodySetPosition", "BodySetAngle", "BodySetPos"].contains(&rest);
        let Some((None, Value { data: Data::Word(name), .. })) = given.first() else { return None };
        let is_static = ["static", "null", "none", "nil"].iter().any(|word| normalized(name).contains(word));
        let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !(attaches || places) || is_static || !is_name {
            return None;
        }
        // The text does not say where this body is until it moves it.
        let body = self.body(&["foreign"], at);
        self.things[body].name.clone_from(name);
        let value = Value { data: Data::Thing(body), used: vec![mark(at)], at };
        self.variables.insert(name.clone(), value.clone());
        let mut all = given.to_vec();
        all[0].1 = value;
        Some(all)
    }
}
