//! Triangle meshes that methods fill: FCL's `BVHModel`.

use crate::import::code::evaluate::value::{Data, NamedValue, Value};
use crate::import::code::join::store::{Problem, Store, ranges_of};

/// Replaces an argument by a list that contains its elements and more.
fn extend(arguments: &mut Vec<NamedValue>, key: &str, more: Vec<NamedValue>, at: usize) {
    let old = arguments.iter().position(|(own, _)| own.as_deref() == Some(key)).map(|k| arguments.remove(k).1);
    let mut items = old.as_ref().map_or_else(Vec::new, |old| old.items().to_vec());
    items.extend(more);
    arguments.push((Some(key.to_owned()), Value::list(items, at)));
}

impl Store {
    /// Adds vertices and triangles to a model of FCL by one of its methods. Returns whether the method is one of them.
    pub fn add_to_model(&mut self, id: usize, last: &str, arguments: &[NamedValue], at: usize) -> bool {
        let entity = &mut self.entities[id];
        if entity.path.last().is_none_or(|kind| !kind.starts_with("BVHModel")) {
            return false;
        }
        let is_empty = entity.arguments.is_empty();
        match (last, arguments) {
            ("beginModel", _) => {}
            ("addSubModel", [(_, vertices), (_, triangles)]) if is_empty => {
                entity.arguments.push((Some(String::from("vertices")), vertices.clone()));
                entity.arguments.push((Some(String::from("indices")), triangles.clone()));
            }
            ("addTriangle", [a, b, c]) => {
                let first = entity.arguments.first().map_or(0, |(_, vertices)| vertices.items().len());
                let indices = (first..first + 3).map(|k| (None, Value::new(Data::Number(k as f64), at))).collect();
                extend(&mut entity.arguments, "vertices", vec![a.clone(), b.clone(), c.clone()], at);
                extend(&mut entity.arguments, "indices", indices, at);
            }
            ("addSubModel", _) => entity.problem = Some(Problem::at(at, "shape")),
            _ => return false,
        }
        entity.used.extend(ranges_of(arguments));
        true
    }
}
