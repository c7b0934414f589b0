//! Functions of Unreal's actors without an object, which move the root component: `SetActorLocation(…)` after
//! `SetRootComponent(Capsule)`.

use super::syntax::Path;
use super::things::{Store, ranges_of, things_of};
use super::value::{NamedValue, Value, mark};

/// Variable that holds the root component of an actor.
const ROOT: &str = "RootComponent";

/// Functions that set the pose of an actor.
const MOVERS: [&str; 4] = ["SetActorLocation", "SetActorRotation", "SetActorLocationAndRotation", "SetActorTransform"];

impl Store {
    /// Sets the root component, or moves it; `None` for any other call.
    pub(super) fn unreal_call(&mut self, path: &Path<'_>, given: &[NamedValue], at: usize) -> Option<Value> {
        let name = match path.names[..] {
            [name] | ["this", name] => name,
            _ => return None,
        };
        if name == "SetRootComponent" && self.uses("unreal") {
            let [(_, component)] = given else { return None };
            self.variables.insert(ROOT.to_owned(), component.clone());
            return Some(component.clone());
        }
        if !MOVERS.contains(&name) || !self.uses("unreal") {
            return None;
        }
        match self.variables.get(ROOT).map(|root| things_of(&[(None, root.clone())])) {
            Some(root) if root.len() == 1 => self.set_thing(root[0], &[name], given, at..at + 1),
            // The component that the actor moves is not known.
            _ => self.unread_poses.push(mark(at)),
        }
        Some(Value { used: ranges_of(given), ..Value::unknown(at) })
    }
}
