//! Assignments to elements: `T[:3, 3] = position` of a matrix that is a pose, `points[2].x = 1` of a list of points,
//! `bodies[0] = box` of an array of bodies, `box.axis[0] = …` of a shape's field that is a list.
//!
//! **Rule.** An assignment that is not understood makes the value of its owner unknown, so that no shape or pose keeps
//! a value that the text changes.

use std::rc::Rc;

use super::value::{Data, NamedValue, Value};
use crate::code::join::store::{Problem, Store, slot};
use crate::code::parser::syntax::{Argument, Expr, Node, chain};
use crate::names::normalized;
use crate::pose::Pose;

/// Maximum number of elements of a list that grows by single calls; keeps a loop of the text from filling the memory.
pub const MAX_ELEMENTS: usize = 1_000_000;

/// Limit for indices of a shape's field that is a list; no shape has more sizes or axes.
const MAX_FIELD_INDEX: f64 = 8.0;

/// Index of a matrix, for its rows or its columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MatrixIndex {
    /// A single row or column, 0 to 3.
    One(usize),
    /// Slice of the first three rows or columns: `:3`, `0:3`.
    FirstThree,
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
        Node::Index(owner, index) => {
            let mut element = element(owner).filter(|element| element.field.is_none())?;
            match &index.node {
                Node::List(list) => element.indices.extend(values(list)),
                _ => element.indices.push(index),
            }
            Some(element)
        }
        Node::Field(owner, field) => {
            let element = element(owner).filter(|element| element.field.is_none())?;
            Some(Element { field: Some(field), ..element })
        }
        _ => None,
    }
}

/// Returns the variable at the start of an expression: `a` in `a[0].b.c()`; `None` if it begins with no name.
fn first_name<'a>(target: &Expr<'a>) -> Option<&'a str> {
    match &target.node {
        Node::Path(path) | Node::Call(path, _) => path.names.first().copied(),
        Node::Index(of, _) | Node::Field(of, _) | Node::Method(of, ..) => first_name(of),
        _ => None,
    }
}

/// Reads one index of a matrix.
fn matrix_index(index: &Expr<'_>) -> MatrixIndex {
    match index.node {
        Node::Number(k) if (0.0..4.0).contains(&k) && k.fract() == 0.0 => MatrixIndex::One(k as usize),
        Node::Slice(None | Some(0), Some(3)) => MatrixIndex::FirstThree,
        _ => MatrixIndex::Other,
    }
}

impl Store {
    /// Sets an element or a block: `T[:3, 3] = …`, `T(0, 3) = …`, `points[2].x = …`, `box.axis[0] = …`.
    pub fn set_element(&mut self, target: &Expr<'_>, value: Value) {
        if self.set_array_entity(target, &value) || self.set_part(target, &value).is_some() {
            return;
        }
        if self.set_coordinate_of_entity(target, &value) {
            return;
        }
        let Some(name) = first_name(target) else { return };
        let Some(owner) = self.variables.get(name).cloned() else { return };
        match owner.data {
            Data::Entity(id) => {
                if self.set_element_of_field(target, &value).is_none() {
                    self.entities[id].problem = Some(Problem { range: target.at.clone(), part: "shape" });
                }
            }
            Data::Pose(_) | Data::Rotation(_) | Data::Vector(_) | Data::List(_) => self.forget(name, target),
            Data::Unknown | Data::Number(_) | Data::Word(_) => {}
        }
    }

    /// Stores an entity in an element of an array, `bodies[0] = …`, or sets a field of such an entity, `bodies[0].x =
    /// …`. Returns whether the target is one of these.
    fn set_array_entity(&mut self, target: &Expr<'_>, value: &Value) -> bool {
        if let Some(element) = self.array_element(target) {
            let is_known_array =
                self.variables.get(element.array).is_some_and(|owner| !matches!(owner.data, Data::Unknown));
            if is_known_array || !value.is_entity() {
                return false;
            }
            self.variables.insert(element.variable, value.clone());
            return true;
        }
        let Node::Field(owner, field) = &target.node else { return false };
        let Some(Data::Entity(id)) = self.array_entity(owner).map(|entity| entity.data) else { return false };
        self.set_entity(id, &[field], &[(None, value.clone())], target.at.clone());
        true
    }

    /// Returns the entity that an element of an array holds; `None` for any other expression.
    pub fn array_entity(&mut self, expr: &Expr<'_>) -> Option<Value> {
        let element = self.array_element(expr)?;
        self.variables.get(&element.variable).filter(|value| value.is_entity()).cloned()
    }

    /// Returns the array and the element of an expression such as `bodies[i]`; `None` if the index is not known.
    fn array_element<'a>(&mut self, expr: &Expr<'a>) -> Option<ArrayElement<'a>> {
        let Node::Index(owner, index) = &expr.node else { return None };
        let Node::Path(path) = &owner.node else { return None };
        let [array] = path.names[..] else { return None };
        let index = self.value(index).number()?;
        Some(ArrayElement { array, variable: format!("{array}[{index}]") })
    }

    /// Sets one coordinate of the position or the angles of an entity by its index: `object.location[2] = 1`. Returns
    /// whether the target is an element of such a field; an index other than 0, 1 and 2 makes the pose a problem.
    fn set_coordinate_of_entity(&mut self, target: &Expr<'_>, value: &Value) -> bool {
        let Node::Index(field, index) = &target.node else { return false };
        let Some(names) = chain(field) else { return false };
        let Some((known, owner)) = self.lookup(&names).filter(|(known, _)| *known < names.len()) else { return false };
        let Data::Entity(id) = owner.data else { return false };
        let is_part_of_pose = names.last().is_some_and(|name| slot(name).is_some());
        if !is_part_of_pose || self.has_segment(id) {
            return false;
        }
        let axis = match index.node {
            Node::Number(0.0) => "x",
            Node::Number(1.0) => "y",
            Node::Number(2.0) => "z",
            _ => {
                self.entities[id].problem = Some(Problem { range: target.at.clone(), part: "pose" });
                return true;
            }
        };
        let names = [&names[known..], &[axis]].concat();
        self.set_entity(id, &names, &[(None, value.clone())], target.at.clone());
        true
    }

    /// Whether an entity is a segment or capsule of GTE: their field `p` is the list of both ends, not a position.
    fn has_segment(&self, id: usize) -> bool {
        self.entities[id].path.iter().any(|name| name == "Capsule3" || name == "Segment3")
    }

    /// Makes the value of a variable unknown after a change that is not understood.
    fn forget(&mut self, name: &str, target: &Expr<'_>) {
        if self.variables.get(name).is_some_and(|owner| matches!(owner.data, Data::Pose(_) | Data::Rotation(_))) {
            self.unread_poses.push(target.at.clone());
        }
        self.rebind(name, Value::unknown(target.at.start));
    }

    /// Sets an element or a block of a variable; `None` if the target is not understood.
    pub fn set_part(&mut self, target: &Expr<'_>, value: &Value) -> Option<()> {
        let element = element(target)?;
        let mut owner = self.variables.get(element.name)?.clone();
        match &mut owner.data {
            Data::Pose(pose) => set_part_of_pose(pose, &element, value)?,
            Data::Vector(coordinates) => set_coordinate(coordinates, &element, value)?,
            Data::List(items) => set_list_item(Rc::make_mut(items), &element, value, self.counts_from_one)?,
            _ => return None,
        }
        owner.used.extend(value.used.iter().cloned());
        self.rebind(element.name, owner);
        Some(())
    }

    /// Sets an element of a shape's field that is a list, `box.axis[0] = …`, as the argument `axis0` of the shape.
    /// `None` if the target is no such element.
    fn set_element_of_field(&mut self, target: &Expr<'_>, value: &Value) -> Option<()> {
        let Node::Index(list, index) = &target.node else { return None };
        let names = chain(list)?;
        let index = match &index.node {
            Node::Number(index) => *index,
            Node::Path(path) => size_index(path.last())? as f64,
            _ => return None,
        };
        // The ends of the segment of GTE's capsule: `capsule.segment.p[0]`.
        let ([owner, field] | [owner, "segment", field]) = names[..] else { return None };
        let Data::Entity(id) = self.variables.get(owner)?.data else { return None };
        let entity = &mut self.entities[id];
        if !entity.is_shape || !(0.0..MAX_FIELD_INDEX).contains(&index) {
            return None;
        }
        let argument = format!("{field}{index}");
        entity.arguments.retain(|(key, _)| key.as_deref() != Some(argument.as_str()));
        entity.arguments.push((Some(argument), value.clone()));
        entity.used.extend(value.used.iter().cloned());
        Some(())
    }
}

/// Element of an array of bodies: `bodies[0]`.
struct ArrayElement<'a> {
    array: &'a str,
    /// Name of the variable that stores the element.
    variable: String,
}

/// Sets an element or a block of a 4 × 4 matrix that is a pose; `None` if it is not the position, one coordinate of it,
/// or the rotation.
fn set_part_of_pose(pose: &mut Pose, element: &Element<'_, '_>, value: &Value) -> Option<()> {
    if element.field.is_some() {
        return None;
    }
    let [row, column] = element.indices[..] else { return None };
    let row = matrix_index(row);
    let column = matrix_index(column);
    match element.method.map(normalized).as_deref() {
        None => set_block(pose, row, column, value),
        Some("block") => set_block_at(pose, row, column, value),
        Some(_) => None,
    }
}

/// Sets the element or block of a pose in some rows and columns: `T[:3, 3] = position`, `T[0, 3] = x`, `T[:3, :3] =
/// rotation`.
fn set_block(pose: &mut Pose, row: MatrixIndex, column: MatrixIndex, value: &Value) -> Option<()> {
    match (row, column) {
        (MatrixIndex::FirstThree, MatrixIndex::One(3)) => pose.position = value.vector()?,
        (MatrixIndex::One(row @ 0..3), MatrixIndex::One(3)) => pose.position[row] = value.number()?,
        (MatrixIndex::FirstThree, MatrixIndex::FirstThree) => pose.rotation = value.rotation(None)?,
        _ => return None,
    }
    Some(())
}

/// Sets the block of a pose whose first row and column a call of Eigen states; its size is that of the value:
/// `T.block<3, 1>(0, 3) = position`, `T.block<3, 3>(0, 0) = rotation`.
fn set_block_at(pose: &mut Pose, row: MatrixIndex, column: MatrixIndex, value: &Value) -> Option<()> {
    let position = value.vector();
    match (row, column) {
        (MatrixIndex::One(0), MatrixIndex::One(3)) => pose.position = position?,
        (MatrixIndex::One(0), MatrixIndex::One(0)) if position.is_none() => pose.rotation = value.rotation(None)?,
        _ => return None,
    }
    Some(())
}

/// Sets one coordinate of a vector: `v[0] = 1`, `v(0) = 1`; `None` if the target is anything else.
fn set_coordinate(coordinates: &mut [f64], element: &Element<'_, '_>, value: &Value) -> Option<()> {
    if element.field.is_some() || element.method.is_some() {
        return None;
    }
    let [index] = element.indices[..] else { return None };
    let MatrixIndex::One(k) = matrix_index(index) else { return None };
    *coordinates.get_mut(k)? = value.number()?;
    Some(())
}

/// Returns the index of a size in MoveIt's `SolidPrimitive` by the name of its constant; `None` for any other name.
fn size_index(name: &str) -> Option<usize> {
    Some(match name {
        "BOX_X" | "SPHERE_RADIUS" | "CYLINDER_HEIGHT" | "CONE_HEIGHT" => 0,
        "BOX_Y" | "CYLINDER_RADIUS" | "CONE_RADIUS" => 1,
        "BOX_Z" => 2,
        _ => return None,
    })
}

/// Sets an element of a list, or one coordinate of the element. A new element must follow the last one. `None` if the
/// target is not understood. `counts_from_one` states that the first index is 1, as in Lua.
fn set_list_item(
    items: &mut Vec<NamedValue>,
    element: &Element<'_, '_>,
    value: &Value,
    counts_from_one: bool,
) -> Option<()> {
    if element.method.is_some() {
        return None;
    }
    let [index] = element.indices[..] else { return None };
    let Node::Number(index) = index.node else { return None };
    let index = if counts_from_one { index - 1.0 } else { index };
    if !(0.0..MAX_ELEMENTS as f64).contains(&index) || index.fract() != 0.0 {
        return None;
    }
    let k = index as usize;
    if let Some(field) = element.field {
        return set_coordinate_of_item(items, k, field, value);
    }
    if k == items.len() {
        items.push((None, value.clone()));
    } else {
        items.get_mut(k)?.1 = value.clone();
    }
    Some(())
}

/// Sets the coordinate `field` of the point with the index `k`: `points[k].x = 1`. The first coordinate may begin a new
/// point, and each further one may extend the last point, in the order x, y, z.
fn set_coordinate_of_item(items: &mut Vec<NamedValue>, k: usize, field: &str, value: &Value) -> Option<()> {
    let axis = ["x", "y", "z"].iter().position(|name| *name == field)?;
    let number = value.number()?;
    if k == items.len() && axis == 0 {
        items.push((None, Value { data: Data::Vector(vec![number]), ..value.clone() }));
        return Some(());
    }
    let (_, item) = items.get_mut(k)?;
    let Data::Vector(coordinates) = &mut item.data else { return None };
    if axis == coordinates.len() {
        coordinates.push(number);
    } else {
        *coordinates.get_mut(axis)? = number;
    }
    item.used.extend(value.used.iter().cloned());
    Some(())
}
