//! Triangle meshes of FCL: in, `model.addSubModel(vertices, triangles)` or `model.addTriangle(a, b, c)`; out, the
//! vertices and the indices as arguments of the model's shape.

use crate::code::evaluate::value::{Data, NamedValue, Value};
use crate::code::join::store::{Problem, Store, ranges_of};

/// Appends elements to the list in the argument with this key, which is created if necessary.
fn append(arguments: &mut Vec<NamedValue>, key: &str, elements: Vec<NamedValue>, at: usize) {
    let mut items = Vec::new();
    if let Some(k) = arguments.iter().position(|(name, _)| name.as_deref() == Some(key)) {
        let (_, list) = arguments.remove(k);
        items.extend_from_slice(list.items());
    }
    items.extend(elements);
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
                append(&mut entity.arguments, "vertices", vec![a.clone(), b.clone(), c.clone()], at);
                append(&mut entity.arguments, "indices", indices, at);
            }
            // A second mesh would need indices that count from the end of the first.
            ("addSubModel", _) => entity.problem = Some(Problem::at(at, "shape")),
            _ => return false,
        }
        entity.used.extend(ranges_of(arguments));
        true
    }
}
