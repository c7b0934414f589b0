//! Functions of Unreal's actors: in, `SetRootComponent(Capsule)`, `SetActorLocation(position)` or
//! `SpawnActor<AMyActor>(position, rotation)`; out, the root component at its new pose, or a body at the pose.

use super::calls::COMPONENT_SETTERS;
use crate::code::evaluate::value::{Data, NamedValue, Value, mark};
use crate::code::join::store::{Store, entities_of, poses_of, ranges_of};
use crate::code::parser::syntax::Path;
use crate::pose::{IDENTITY_ROTATION, Pose};

/// Variable that holds the root component of an actor.
const ROOT: &str = "RootComponent";

/// Functions that set the pose of an actor.
const MOVERS: [&str; 4] = ["SetActorLocation", "SetActorRotation", "SetActorLocationAndRotation", "SetActorTransform"];

impl Store {
    /// Evaluates a call that sets the root component of an actor, moves an actor, sizes a component that the text does
    /// not declare, or spawns an actor; `None` for any other call.
    pub fn unreal_call(&mut self, path: &Path<'_>, arguments: &[NamedValue], at: usize) -> Option<Value> {
        if path.last() == "SpawnActor" && self.uses("unreal") {
            return self.spawn_actor(arguments, at);
        }
        // A component that the text does not declare.
        if let [variable, method] = &path.names[..]
            && self.uses("unreal")
            && COMPONENT_SETTERS.contains(method)
            && !self.variables.contains_key(*variable)
        {
            let id = self.shape(&[method], arguments, at);
            (*variable).clone_into(&mut self.entities[id].name);
            let value = Value { data: Data::Entity(id), used: vec![mark(at)], at };
            self.variables.insert((*variable).to_owned(), value.clone());
            return Some(value);
        }
        let name = match path.names[..] {
            [name] | ["this", name] => name,
            // An actor that the text does not make.
            [actor, name] if MOVERS.contains(&name) && self.uses("unreal") && !self.variables.contains_key(actor) => {
                let body = self.body(&[], at);
                (*actor).clone_into(&mut self.entities[body].name);
                self.variables.insert((*actor).to_owned(), Value::entity(body, &Vec::new(), at));
                self.set_entity(body, &[name], arguments, at..at + 1);
                return Some(Value { used: ranges_of(arguments), ..Value::unknown(at) });
            }
            _ => return None,
        };
        if name == "SetRootComponent" && self.uses("unreal") {
            let [(_, component)] = arguments else { return None };
            self.variables.insert(ROOT.to_owned(), component.clone());
            return Some(component.clone());
        }
        if !MOVERS.contains(&name) || !self.uses("unreal") {
            return None;
        }
        match self.variables.get(ROOT).map(|root| entities_of(&[(None, root.clone())])) {
            Some(root) if root.len() == 1 => self.set_entity(root[0], &[name], arguments, at..at + 1),
            // The component that the actor moves is not known.
            _ => self.unread_poses.push(mark(at)),
        }
        Some(Value { used: ranges_of(arguments), ..Value::unknown(at) })
    }

    /// Places an actor whose root component is the only shape of the text; `None` for any other actor.
    fn spawn_actor(&mut self, arguments: &[NamedValue], at: usize) -> Option<Value> {
        let root = self.variables.get(ROOT).map(|root| entities_of(&[(None, root.clone())]))?;
        let [root] = root[..] else { return None };
        let entity = &self.entities[root];
        let is_moved = entity.position.is_some() || entity.rotation.is_some();
        if !entity.is_shape || is_moved || self.entities.iter().filter(|entity| entity.is_shape).count() != 1 {
            return None;
        }
        let body = self.body(&["SpawnActor"], at);
        self.attach(body, root, None, &ranges_of(arguments));
        // The rotation is the argument after the location.
        let location = arguments.iter().position(|(_, value)| value.vector().is_some());
        let position = location.and_then(|index| arguments[index].1.vector());
        let next = location.and_then(|index| arguments.get(index + 1));
        let rotation = next.map_or(Some(IDENTITY_ROTATION), |(_, value)| value.rotation(None));
        match (&poses_of(arguments)[..], position, rotation) {
            ([pose], None, _) => self.entities[body].place_at(*pose),
            ([], Some(position), Some(rotation)) => self.entities[body].place_at(Pose { position, rotation }),
            _ => self.mark_unread(body, "pose", at),
        }
        Some(Value { data: Data::Entity(body), used: ranges_of(arguments), at })
    }
}
