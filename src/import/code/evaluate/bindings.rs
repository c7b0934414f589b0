//! Assignment of an element, or of its parts, to the variables that a pattern names.

use super::interpreter::Interpreter;
use super::statements::bind;
use super::value::{Data, Value, mark};
use crate::import::code::parser::patterns::Pattern;

/// Returns the parts of a value in order; `None` for a value without parts, and for a record.
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
            Pattern::Name(name) => {
                self.declare(name);
                // A body that uses the element has this range.
                let mut item = item;
                item.used.push(mark(at));
                // `for (const auto& p : points)`: a point, whose coordinates the loop may use one by one.
                if *name == "p" && !matches!(item.data, Data::Pose(_) | Data::Rotation(_) | Data::Entity(_)) {
                    self.store.variables.insert((*name).to_owned(), item);
                    return;
                }
                bind(self.store, name, item, mark(at));
            }
            Pattern::Parts { parts, may_have_more } => {
                let found = parts_of(&item).unwrap_or_default();
                let fits = found.len() == parts.len() || *may_have_more && found.len() > parts.len();
                for (k, part) in parts.iter().enumerate() {
                    let value = found.get(k).filter(|_| fits).cloned();
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
}
