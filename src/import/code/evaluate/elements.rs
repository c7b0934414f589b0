//! Assignments to single elements and blocks of matrices that are poses, of lists of points, and of fields that are
//! lists.
//!
//! **Rule.** An assignment that is not understood makes the value of its owner unknown, so that no shape or pose keeps
//! a value that the text changes.

use std::rc::Rc;

use super::setters::point;
use super::value::{Data, NamedValue, Value};
use crate::import::code::join::store;
use crate::import::code::join::store::{Problem, Store, slot};
use crate::import::code::parser::syntax::{Argument, Expr, Node, chain};
use crate::import::code::pose::rotations::normalized;

/// Methods that add an element to a list.
const ADDS: [&str; 7] = ["pushback", "emplaceback", "append", "push", "add", "addpoint", "addvertex"];

/// Methods that change a list in a way that is not evaluated.
const CHANGES: [&str; 18] = [
    "clear", "pop", "popback", "remove", "removeat", "erase", "reverse", "sort", "splice", "unshift", "shift",
    "resize", "assign", "extend", "insert", "swap", "addrange", "fill",
];

/// Maximum number of elements of a list that grows by single calls.
const MAX_ELEMENTS: usize = 1_000_000;

/// Limit for indices of a shape's field that is a list; no shape has more sizes or axes.
const MAX_FIELD_INDEX: f64 = 8.0;

/// Index of a matrix, for its rows or its columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MatrixIndex {
    One(usize),
    /// The first three rows or columns.
    Three,
    Other,
}

/// Element that an assignment targets: the variable and the indices, outermost first.
struct Element<'e, 'a> {
    name: &'a str,
    indices: Vec<&'e Expr<'a>>,
    /// Field after the last index, such as `x` in `points[0].x`.
    field: Option<&'a str>,
    /// Method before the indices, such as `block` in `T.block(0, 3)`.
    method: Option<&'a str>,
}

/// Parses the target of an assignment; `None` if it is not an element of a variable.
fn element<'e, 'a>(target: &'e Expr<'a>) -> Option<Element<'e, 'a>> {
    fn values<'e, 'a>(list: &'e [Argument<'a>]) -> Vec<&'e Expr<'a>> {
        list.iter().map(|one| &one.value).collect()
    }
    match &target.node {
        Node::Path(path) => match path.names.as_slice() {
            [name] => Some(Element { name, indices: Vec::new(), field: None, method: None }),
            _ => None,
        },
        Node::Call(path, arguments) => match path.names.as_slice() {
            [name] => Some(Element { name, indices: values(arguments), field: None, method: None }),
            [name, method] => Some(Element { name, indices: values(arguments), field: None, method: Some(method) }),
            _ => None,
        },
        Node::Index(of, index) => {
            let mut found = element(of).filter(|found| found.field.is_none())?;
            match &index.node {
                Node::List(list) => found.indices.extend(values(list)),
                _ => found.indices.push(index),
            }
            Some(found)
        }
        Node::Field(of, field) => {
            let found = element(of).filter(|found| found.field.is_none())?;
            Some(Element { field: Some(field), ..found })
        }
        _ => None,
    }
}

/// Returns the variable at the start of an expression.
fn root<'a>(target: &Expr<'a>) -> Option<&'a str> {
    match &target.node {
        Node::Path(path) | Node::Call(path, _) => path.names.first().copied(),
        Node::Index(of, _) | Node::Field(of, _) | Node::Method(of, ..) => root(of),
        _ => None,
    }
}

/// Reads one index of a matrix.
fn matrix_index(index: &Expr<'_>) -> MatrixIndex {
    match index.node {
        Node::Number(k) if (0.0..4.0).contains(&k) && k.fract() == 0.0 => MatrixIndex::One(k as usize),
        Node::Slice(None | Some(0), Some(3)) => MatrixIndex::Three,
        _ => MatrixIndex::Other,
    }
}

impl Store {
    /// Sets an element or a block: `T[:3, 3] = …`, `T(0, 3) = …`, `points[2].x = …`, `box.axis[0] = …`.
    pub fn set_element(&mut self, target: &Expr<'_>, value: Value) {
        if self.set_item(target, &value) || self.set_part(target, &value).is_some() {
            return;
        }
        if self.set_coordinate_of_entity(target, &value) {
            return;
        }
        let Some(name) = root(target) else { return };
        let Some(owner) = self.variables.get(name).cloned() else { return };
        match owner.data {
            Data::Entity(id) => {
                let part = self.field_of_entity(target, &value);
                if part.is_none() {
                    self.entities[id].problem = Some(Problem { range: target.at.clone(), part: "shape" });
                }
            }
            Data::Pose(_) | Data::Rotation(_) | Data::Vector(_) | Data::List(_) => self.forget(name, target),
            Data::Unknown | Data::Number(_) | Data::Word(_) => {}
        }
    }

    /// Stores an entity in an element of an array, or sets a field of such an entity: `bodies[0] = …`, `bodies[0].x =
    /// …`. Returns whether the target is one of these.
    fn set_item(&mut self, target: &Expr<'_>, value: &Value) -> bool {
        if let Some((array, name)) = self.item_name(target) {
            let known = self.variables.get(array).is_some_and(|owner| !matches!(owner.data, Data::Unknown));
            if known || !value.is_entity() {
                return false;
            }
            self.variables.insert(name, value.clone());
            return true;
        }
        let Node::Field(of, field) = &target.node else { return false };
        let Some(Data::Entity(id)) = self.item(of).map(|item| item.data) else { return false };
        self.set_entity(id, &[field], &[(None, value.clone())], target.at.clone());
        true
    }

    /// Returns the entity that an element of an array holds.
    pub fn item(&mut self, expr: &Expr<'_>) -> Option<Value> {
        let (_, name) = self.item_name(expr)?;
        self.variables.get(&name).filter(|value| value.is_entity()).cloned()
    }

    /// Returns the name of an array and that of its element, which is stored as a variable; `None` if the index is not
    /// known.
    fn item_name<'a>(&mut self, expr: &Expr<'a>) -> Option<(&'a str, String)> {
        let Node::Index(of, index) = &expr.node else { return None };
        let Node::Path(path) = &of.node else { return None };
        let [name] = path.names[..] else { return None };
        let index = self.value(index).number()?;
        Some((name, format!("{name}[{index}]")))
    }

    /// Sets one coordinate of the position or the angles of an entity by its index: `object.location[2] = 1`. Returns
    /// whether the target is an element of such a field.
    fn set_coordinate_of_entity(&mut self, target: &Expr<'_>, value: &Value) -> bool {
        let Node::Index(of, index) = &target.node else { return false };
        let Some(names) = chain(of) else { return false };
        let Some((known, owner)) = self.lookup(&names).filter(|(known, _)| *known < names.len()) else { return false };
        let Data::Entity(id) = owner.data else { return false };
        let has_ends = ["Capsule3", "Segment3"].iter().any(|kind| self.entities[id].path.iter().any(|own| own == kind));
        let is_part = !has_ends && names.last().is_some_and(|name| slot(name).is_some());
        let axis = match index.node {
            Node::Number(k) if is_part && [0.0, 1.0, 2.0].contains(&k) => ["x", "y", "z"][k as usize],
            _ if is_part => {
                self.entities[id].problem = Some(Problem { range: target.at.clone(), part: "pose" });
                return true;
            }
            _ => return false,
        };
        let names = [&names[known..], &[axis]].concat();
        self.set_entity(id, &names, &[(None, value.clone())], target.at.clone());
        true
    }

    /// Makes the value of a variable unknown after a change that is not understood.
    fn forget(&mut self, name: &str, target: &Expr<'_>) {
        if self.variables.get(name).is_some_and(|owner| matches!(owner.data, Data::Pose(_) | Data::Rotation(_))) {
            self.unread_poses.push(target.at.clone());
        }
        self.rebind(name, Value::unknown(target.at.start));
    }

    /// Sets an element or a block of a variable; `None` if the target is not understood.
    fn set_part(&mut self, target: &Expr<'_>, value: &Value) -> Option<()> {
        let found = element(target)?;
        let mut owner = self.variables.get(found.name)?.clone();
        let changed = match (&mut owner.data, found.indices.as_slice()) {
            (Data::Pose(_) | Data::Rotation(_), _) if found.field.is_some() => None,
            (Data::Pose(pose), [row, column]) => {
                let indices = match found.method.map(normalized).as_deref() {
                    None => (matrix_index(row), matrix_index(column)),
                    Some("block") => match (matrix_index(row), matrix_index(column), value.vector().is_some()) {
                        (MatrixIndex::One(0), MatrixIndex::One(3), true) => (MatrixIndex::Three, MatrixIndex::One(3)),
                        (MatrixIndex::One(0), MatrixIndex::One(0), false) => (MatrixIndex::Three, MatrixIndex::Three),
                        _ => (MatrixIndex::Other, MatrixIndex::Other),
                    },
                    Some(_) => (MatrixIndex::Other, MatrixIndex::Other),
                };
                match indices {
                    (MatrixIndex::Three, MatrixIndex::One(3)) => pose.position = value.vector()?,
                    (MatrixIndex::One(row @ 0..3), MatrixIndex::One(3)) => pose.position[row] = value.number()?,
                    (MatrixIndex::Three, MatrixIndex::Three) => pose.rotation = value.rotation(None)?,
                    _ => return None,
                }
                Some(())
            }
            (Data::Vector(all), [index]) if found.field.is_none() && found.method.is_none() => {
                let MatrixIndex::One(k) = matrix_index(index) else { return None };
                *all.get_mut(k)? = value.number()?;
                Some(())
            }
            (Data::List(items), [index]) if found.method.is_none() => {
                set_item(Rc::make_mut(items), index, found.field, value, self.counts_from_one)
            }
            _ => None,
        };
        changed?;
        owner.used.extend(value.used.iter().cloned());
        self.rebind(found.name, owner);
        Some(())
    }

    /// Sets an element of a shape's field that is a list: `box.axis[0] = …`.
    fn field_of_entity(&mut self, target: &Expr<'_>, value: &Value) -> Option<()> {
        let Node::Index(of, index) = &target.node else { return None };
        let names = chain(of)?;
        let k = &match &index.node {
            Node::Number(k) => *k,
            Node::Path(path) => dimension(path.last())? as f64,
            _ => return None,
        };
        // The ends of the segment of GTE's capsule: `capsule.segment.p[0]`.
        let ([owner, field] | [owner, "segment", field]) = names[..] else { return None };
        let Data::Entity(id) = self.variables.get(owner)?.data else { return None };
        let entity = &mut self.entities[id];
        if !entity.is_shape || !(0.0..MAX_FIELD_INDEX).contains(k) {
            return None;
        }
        let key = format!("{field}{k}");
        entity.arguments.retain(|(own, _)| own.as_deref() != Some(key.as_str()));
        entity.arguments.push((Some(key), value.clone()));
        entity.used.extend(value.used.iter().cloned());
        Some(())
    }

    /// Evaluates `points.push_back(…)`; `None` if the variable is not a list, or the method does not add to it.
    pub fn add_to_list(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<Value> {
        let [name, method] = names else { return None };
        let mut owner = self.variables.get(*name)?.clone();
        let Data::List(items) = &mut owner.data else { return None };
        if CHANGES.contains(&normalized(method).as_str()) {
            self.rebind(name, Value::unknown(at));
            return Some(Value::unknown(at));
        }
        if !ADDS.contains(&normalized(method).as_str()) || arguments.is_empty() || items.len() >= MAX_ELEMENTS {
            return None;
        }
        let item = match arguments {
            [(None, one)] => one.clone(),
            // `emplace_back(x, y, z)`.
            many => Value { data: Data::Vector(point(many)?[..many.len()].to_vec()), used: store::ranges_of(many), at },
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
        let Data::List(items) = &list.data else { return None };
        let mut all = items.to_vec();
        for (_, value) in arguments.iter().filter(|_| known == owner.len()) {
            match &value.data {
                Data::List(more) => all.extend(more.iter().cloned()),
                _ => all.push((None, value.clone())),
            }
        }
        let used = [&list.used[..], &store::ranges_of(arguments)[..]].concat();
        (known == owner.len()).then(|| Value { data: Data::List(Rc::new(all)), used, at })
    }

    /// Evaluates `points[0].Set(x, y)`; `None` for any other method.
    pub fn set_of_list(&mut self, of: &Expr<'_>, name: &str, arguments: &[NamedValue]) -> Option<Value> {
        if !matches!(of.node, Node::Index(..)) || !["set", "setvalue"].contains(&normalized(name).as_str()) {
            return None;
        }
        let point = point(arguments)?;
        let all = point[..arguments.len().clamp(2, 3)].to_vec();
        let value = Value { data: Data::Vector(all), used: store::ranges_of(arguments), at: of.at.start };
        self.set_part(of, &value).map(|()| value)
    }
}

/// Index of a size in MoveIt's `SolidPrimitive`, by the name of its constant.
fn dimension(name: &str) -> Option<usize> {
    Some(match name {
        "BOX_X" | "SPHERE_RADIUS" | "CYLINDER_HEIGHT" | "CONE_HEIGHT" => 0,
        "BOX_Y" | "CYLINDER_RADIUS" | "CONE_RADIUS" => 1,
        "BOX_Z" => 2,
        _ => return None,
    })
}

/// Sets an element of a list, or one coordinate of the element. A new element must follow the last one.
fn set_item(
    items: &mut Vec<NamedValue>,
    index: &Expr<'_>,
    field: Option<&str>,
    value: &Value,
    counts_from_one: bool,
) -> Option<()> {
    let Node::Number(k) = index.node else { return None };
    let k = if counts_from_one { k - 1.0 } else { k };
    if !(0.0..MAX_ELEMENTS as f64).contains(&k) || k.fract() != 0.0 {
        return None;
    }
    let k = k as usize;
    let Some(field) = field else {
        if k == items.len() {
            items.push((None, value.clone()));
        } else {
            items.get_mut(k)?.1 = value.clone();
        }
        return Some(());
    };
    let axis = ["x", "y", "z"].iter().position(|own| *own == field)?;
    let number = value.number()?;
    if k == items.len() && axis == 0 {
        items.push((None, Value { data: Data::Vector(vec![number]), ..value.clone() }));
        return Some(());
    }
    let (_, item) = items.get_mut(k)?;
    let Data::Vector(all) = &mut item.data else { return None };
    if axis == all.len() {
        all.push(number);
    } else {
        *all.get_mut(axis)? = number;
    }
    item.used.extend(value.used.iter().cloned());
    Some(())
}
