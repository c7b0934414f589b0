//! Assignment of a list's element, or of its parts, to the variables of a pattern: `for (name, [x, y]) in items` gives
//! values to `name`, `x` and `y`. Loops and comprehensions do this for each element that they visit.

use super::interpreter::Interpreter;
use super::statements::bind;
use super::value::{Data, Value, mark};
use crate::code::parser::patterns::Pattern;

/// Returns the coordinates of a vector or the elements of a list, in order; `None` for a record and for a value without
/// parts.
fn parts_of(value: &Value) -> Option<Vec<Value>> {
    match &value.data {
        Data::Vector(all) => Some(all.iter().map(|x| Value { data: Data::Number(*x), ..value.clone() }).collect()),
        Data::List(items) if items.iter().all(|(key, _)| key.is_none()) => {
            Some(items.iter().map(|(_, part)| part.clone()).collect())
        }
        _ => None,
    }
}

impl<'a> Interpreter<'_, 'a> {
    /// Assigns an element, or its parts, to the variables of a pattern. A part that is not known makes its variable
    /// unknown.
    pub fn bind_pattern(&mut self, pattern: &Pattern<'a>, item: Value) {
        let at = item.at;
        match pattern {
            Pattern::Name(name) => self.bind_element(name, item),
            Pattern::Parts { parts, may_have_more } => {
                let values = parts_of(&item).unwrap_or_default();
                let fits = values.len() == parts.len() || *may_have_more && values.len() > parts.len();
                for (k, part) in parts.iter().enumerate() {
                    let value = values.get(k).filter(|_| fits).cloned();
                    self.bind_pattern(part, value.unwrap_or_else(|| Value::unknown(at)));
                }
            }
            Pattern::Fields(fields) => {
                for (key, part) in fields {
                    let value = self.store.field_of(&item, key);
                    self.bind_pattern(part, value.unwrap_or_else(|| Value::unknown(at)));
                }
            }
            Pattern::Unknown(names) => {
                for name in names {
                    self.declare(name);
                    self.store.variables.insert((*name).to_owned(), Value::unknown(at));
                }
            }
        }
    }

    /// Assigns an element to one variable.
    fn bind_element(&mut self, name: &str, mut item: Value) {
        let range = mark(item.at);
        self.declare(name);
        // The range of a body that uses the element.
        item.used.push(range.clone());
        // A vector with the name `p` would count as a position of a body. In `for (const auto& p : points)` it is a
        // vertex, whose coordinates the loop may use one by one.
        let is_vertex = name == "p" && !matches!(item.data, Data::Pose(_) | Data::Rotation(_) | Data::Entity(_));
        if is_vertex {
            self.store.variables.insert(name.to_owned(), item);
        } else {
            bind(self.store, name, item, range);
        }
    }
}
