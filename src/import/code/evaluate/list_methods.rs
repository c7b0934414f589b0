//! Methods that change a list in a variable or join lists: `points.push_back(p)`, `list.concat(other)`,
//! `points[0].Set(x, y)`.
//!
//! **Rule.** A method that changes a list in a way that is not evaluated makes the value of its variable unknown.

use std::rc::Rc;

use super::elements::MAX_ELEMENTS;
use super::setters::point;
use super::value::{Data, NamedValue, Value};
use crate::code::join::store;
use crate::code::join::store::Store;
use crate::code::parser::syntax::{Expr, Node};
use crate::names::normalized;

/// Methods that add an element to a list, in lower case without underscores.
const APPENDING_METHODS: [&str; 7] = ["pushback", "emplaceback", "append", "push", "add", "addpoint", "addvertex"];

/// Methods that change a list in a way that is not evaluated, in lower case without underscores.
const UNEVALUATED_METHODS: [&str; 18] = [
    "clear", "pop", "popback", "remove", "removeat", "erase", "reverse", "sort", "splice", "unshift", "shift",
    "resize", "assign", "extend", "insert", "swap", "addrange", "fill",
];

impl Store {
    /// Evaluates `points.push_back(…)`; `None` if the variable is not a list, or the method does not change it. `at` is
    /// the offset of the call, bytes.
    pub fn add_to_list(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<Value> {
        let [name, method] = names else { return None };
        let method = normalized(method);
        let mut owner = self.variables.get(*name)?.clone();
        let Data::List(items) = &mut owner.data else { return None };
        if UNEVALUATED_METHODS.contains(&method.as_str()) {
            self.rebind(name, Value::unknown(at));
            return Some(Value::unknown(at));
        }
        let appends = APPENDING_METHODS.contains(&method.as_str());
        if !appends || arguments.is_empty() || items.len() >= MAX_ELEMENTS {
            return None;
        }
        let item = match arguments {
            [(None, one)] => one.clone(),
            // `emplace_back(x, y, z)`.
            coordinates => {
                let point = point(coordinates)?;
                let data = Data::Vector(point[..coordinates.len()].to_vec());
                Value { data, used: store::ranges_of(coordinates), at }
            }
        };
        owner.used.extend(item.used.iter().cloned());
        Rc::make_mut(items).push((None, item));
        self.variables.insert((*name).to_owned(), owner);
        Some(Value::unknown(at))
    }

    /// Evaluates `list.concat(one, [two, three])`, which leaves the list as it is; `None` for any other call.
    pub fn concatenated(&self, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<Value> {
        let [owner @ .., "concat"] = names else { return None };
        let (known, list) = self.lookup(owner)?;
        if known != owner.len() {
            return None;
        }
        let Data::List(items) = &list.data else { return None };
        let mut joined = items.to_vec();
        for (_, value) in arguments {
            match &value.data {
                Data::List(more) => joined.extend(more.iter().cloned()),
                _ => joined.push((None, value.clone())),
            }
        }
        let used = [&list.used[..], &store::ranges_of(arguments)[..]].concat();
        Some(Value { data: Data::List(Rc::new(joined)), used, at })
    }

    /// Evaluates `points[0].Set(x, y)`, where `owner` is `points[0]`; `None` for any other method, and for arguments
    /// that are no point.
    pub fn set_of_list(&mut self, owner: &Expr<'_>, name: &str, arguments: &[NamedValue]) -> Option<Value> {
        if !matches!(owner.node, Node::Index(..)) || !["set", "setvalue"].contains(&normalized(name).as_str()) {
            return None;
        }
        let point = point(arguments)?;
        let coordinates = point[..arguments.len().clamp(2, 3)].to_vec();
        let value = Value { data: Data::Vector(coordinates), used: store::ranges_of(arguments), at: owner.at.start };
        self.set_part(owner, &value).map(|()| value)
    }
}
