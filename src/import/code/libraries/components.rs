//! Shapes that no constructor describes: records of components and of collision objects, macros, and C functions that
//! write through their first argument.

use std::ops::Range;

use super::calls::word;
use crate::import::code::evaluate::statements::bind;
use crate::import::code::evaluate::value::{Data, NamedValue, Order, Value, mark};
use crate::import::code::join::store::{Problem, Store, entities_of, poses_of, ranges_of};
use crate::import::code::parser::syntax::{Expr, Node, chain};
use crate::import::pose::{IDENTITY_ROTATION, about};

/// Macros of libccd that declare an object, with its type.
const MACROS: [(&str, &str); 3] = [("CCD_BOX", "ccd_box_t"), ("CCD_SPHERE", "ccd_sphere_t"), ("CCD_CYL", "ccd_cyl_t")];

impl Store {
    /// Evaluates a call with a record that has the kind of a shape as a field; `None` for any other call. Examples:
    /// PlayCanvas's `entity.addComponent("collision", { type: "box", … })`, Oimo's `world.add({ type: "box", … })`.
    pub fn record_call(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<Value> {
        let made = match (*names.last()?, arguments) {
            ("addComponent", [(None, component), (None, record)]) if word(component) == Some("collision") => {
                let fields: Vec<_> = record.items().to_vec();
                let kind = record.field(&["type"]).map_or(Some("box"), word)?.to_owned();
                let id = self.add_kind(&["pc", "collision", &kind], fields, at);
                if let [owner, _] = names {
                    let owner = self.owner(owner, at);
                    self.attach(owner, id, None, &ranges_of(arguments));
                }
                id
            }
            ("add", [(None, record)]) if self.named.libraries.contains("oimo") => {
                let kind = match record.field(&["type"]) {
                    Some(kind) => word(kind)?.to_owned(),
                    None => record.field(&["size"]).map(|_| String::from("box"))?,
                };
                let items = record.items().iter();
                let fields: Vec<_> =
                    items.filter(|(key, value)| is_oimo_field(key.as_deref(), value)).cloned().collect();
                let id = self.add_kind(&["oimo", &kind], fields, at);
                self.entities[id].used.extend(ranges_of(arguments));
                id
            }
            _ => return None,
        };
        Some(Value { data: Data::Entity(made), used: vec![mark(at)], at })
    }

    /// Adds a shape with these fields, except the field of its kind; returns its index.
    fn add_kind(&mut self, path: &[&str], mut fields: Vec<NamedValue>, at: usize) -> usize {
        fields.retain(|(key, _)| key.as_deref() != Some("type"));
        self.shape(path, &fields, at)
    }

    /// Whether the text names a library whose colliders are components of Bevy.
    pub fn has_colliders(&self) -> bool {
        ["avian", "bevy_xpbd", "bevy_rapier"].iter().any(|library| self.named.libraries.contains(library))
    }

    /// Removes shapes that are only drawn from the bodies of the scene.
    pub fn discard_drawn(&mut self, arguments: &[NamedValue]) {
        let shapes = entities_of(arguments);
        shapes.into_iter().for_each(|shape| self.entities[shape].attached = true);
    }

    /// Sets shapes and poses of MoveIt's collision objects: `object.primitives = [shape]`,
    /// `object.primitive_poses.push_back(pose)`. Returns whether the names are those of such a field.
    pub fn set_primitives(&mut self, id: usize, names: &[&str], arguments: &[NamedValue], at: &Range<usize>) -> bool {
        let set = names[1..].iter().all(|name| ["push_back", "emplace_back", "append", "resize"].contains(name));
        if self.entities[id].is_shape || !set {
            return false;
        }
        match names[0] {
            "primitives" => {
                // C++ copies the message, which the text may change and use again.
                let copies = names[1..].iter().any(|name| ["push_back", "emplace_back"].contains(name));
                for shape in entities_of(arguments) {
                    let own = if copies { self.add_copy(shape, at.start) } else { shape };
                    self.entities[shape].attached = true;
                    self.attach(id, own, None, &ranges_of(arguments));
                }
            }
            "primitive_poses" => {
                let poses = poses_of(arguments);
                let entity = &mut self.entities[id];
                entity.used.extend(ranges_of(arguments));
                match poses[..] {
                    [pose] if !entity.is_placed() => entity.place_at(pose),
                    [] if arguments.iter().all(|(_, value)| value.number().is_some()) => {}
                    _ => entity.problem = Some(Problem { range: at.clone(), part: "pose" }),
                }
            }
            _ => return false,
        }
        true
    }

    /// Adds a primitive or its pose to a collision object of MoveIt that the text does not declare; `None` for any
    /// other call.
    pub fn primitive_of_object(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<Value> {
        let [owner, "primitives" | "primitive_poses", "push_back" | "emplace_back" | "append"] = names else {
            return None;
        };
        if self.variables.contains_key(*owner) || arguments.len() != 1 {
            return None;
        }
        let id = self.owner(owner, at);
        self.set_primitives(id, &names[1..], arguments, &(at..at + 1)).then(|| Value::unknown(at))
    }

    /// Sets the arguments of a shape that is declared without any, from the initializer of a constructor:
    /// `: m_shape(0.5)`. Returns whether the name is that of such a shape.
    pub fn constructs_member(&mut self, names: &[&str], arguments: &[NamedValue]) -> bool {
        let [name] = names else { return false };
        let Some(Value { data: Data::Entity(id), .. }) = self.variables.get(*name) else { return false };
        let entity = &mut self.entities[*id];
        if !entity.is_shape || !entity.arguments.is_empty() || arguments.is_empty() {
            return false;
        }
        entity.arguments = arguments.to_vec();
        entity.used.extend(ranges_of(arguments));
        true
    }

    /// Evaluates the declaration `CCD_BOX(name)`; `None` for any other call.
    pub fn declared_by_macro(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<Value> {
        let [name] = names else { return None };
        let [(None, value)] = arguments else { return None };
        let (_, kind) = MACROS.iter().find(|(own, _)| own == name)?;
        let variable = word(value)?.to_owned();
        let id = self.shape(&[kind], &[], at);
        variable.clone_into(&mut self.entities[id].name);
        // The macro initializes the position with zeros.
        self.entities[id].position = Some([0.0; 3]);
        let value = Value { data: Data::Entity(id), used: vec![mark(at)], at };
        self.variables.insert(variable, value.clone());
        Some(value)
    }

    /// Evaluates a C function that writes a vector or a rotation through its first argument:
    /// `ccdVec3Set(&box.pos, x, y, z)`, `dRFromAxisAndAngle(R, x, y, z, angle)`. Returns whether the expression is one.
    pub fn run_output_call(&mut self, expr: &Expr<'_>) -> bool {
        let Node::Call(path, list) = &expr.node else { return false };
        let Some((target, rest)) = list.split_first() else { return false };
        let Some(names) = chain(&target.value).filter(|names| !names.is_empty()) else { return false };
        let turns = ["dRFromAxisAndAngle", "dQFromAxisAndAngle", "dRSetIdentity", "dQSetIdentity"];
        let unread = ["dRFromEulerAngles", "dRFrom2Axes", "dRFromZAxis", "dRfromQ", "dQfromR", "dQMultiply0"];
        let ccd = ["ccdVec3Set", "ccdQuatSet", "ccdQuatSetAngleAxis", "ccdVec3Copy", "ccdQuatCopy"];
        if !turns.iter().chain(&unread).chain(&ccd).any(|name| path.last() == *name) {
            return false;
        }
        let arguments = self.arguments(rest);
        let numbers: Option<Vec<f64>> = arguments.iter().map(|(_, value)| value.number()).collect();
        let data = match (path.last(), numbers.as_deref(), &arguments[..]) {
            ("ccdVec3Set", Some([x, y, z]), _) => Some(Data::Vector(vec![*x, *y, *z])),
            ("ccdQuatSet", Some([x, y, z, w]), _) => Order::Last.quaternion([*x, *y, *z, *w]).map(Data::Rotation),
            ("ccdQuatSetAngleAxis", _, [(_, angle), (_, axis)]) => {
                angle.number().zip(axis.vector()).and_then(|(angle, axis)| about(axis, angle)).map(Data::Rotation)
            }
            ("ccdVec3Copy" | "ccdQuatCopy", _, [(_, value)]) => Some(value.data.clone()),
            ("dRSetIdentity" | "dQSetIdentity", ..) => Some(Data::Rotation(IDENTITY_ROTATION)),
            (name, Some([x, y, z, angle]), _) if turns.contains(&name) => {
                about([*x, *y, *z], *angle).map(Data::Rotation)
            }
            _ => None,
        };
        let at = target.value.at.clone();
        if data.is_none() {
            self.unread_poses.push(at.clone());
        }
        let mut value = Value { data: data.unwrap_or(Data::Unknown), used: ranges_of(&arguments), at: at.start };
        match names[..] {
            [name] => {
                value.used.push(at.clone());
                bind(self, name, value, at);
            }
            _ => self.set(&names, &[(None, value)], at),
        }
        true
    }
}

/// Whether a field of a body of Oimo describes its shape or its pose.
fn is_oimo_field(key: Option<&str>, value: &Value) -> bool {
    match key {
        Some("size" | "pos" | "posShape" | "rotShape") => true,
        Some("rot") => value.vector() != Some([0.0; 3]),
        _ => false,
    }
}
