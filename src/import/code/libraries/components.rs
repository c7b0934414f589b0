//! Shapes that no constructor describes: in, records such as PlayCanvas's `addComponent("collision", { type: "box" })`,
//! MoveIt's `object.primitives.push_back(shape)`, libccd's macro `CCD_BOX(box)`, and C functions that write through
//! their first argument; out, shapes, bodies and values in the store.

use std::ops::Range;

use super::calls::word;
use crate::code::evaluate::statements::bind;
use crate::code::evaluate::value::{Data, NamedValue, Order, Value, mark};
use crate::code::join::store::{Problem, Store, entities_of, poses_of, ranges_of};
use crate::code::parser::syntax::{Expr, Node, chain};
use crate::pose::{IDENTITY_ROTATION, about};

/// Macros of libccd that declare an object, each with the type of the object.
const MACROS: [(&str, &str); 3] = [("CCD_BOX", "ccd_box_t"), ("CCD_SPHERE", "ccd_sphere_t"), ("CCD_CYL", "ccd_cyl_t")];

impl Store {
    /// Evaluates a call with a record that has the kind of a shape as a field; `None` for any other call. Examples:
    /// PlayCanvas's `entity.addComponent("collision", { type: "box", … })`, Oimo's `world.add({ type: "box", … })`.
    pub fn record_call(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<Value> {
        let id = match (*names.last()?, arguments) {
            ("addComponent", [(None, component), (None, record)]) if word(component) == Some("collision") => {
                let id = self.playcanvas_collision(record, at)?;
                if let [owner, _] = names {
                    let owner = self.owner(owner, at);
                    self.attach(owner, id, None, &ranges_of(arguments));
                }
                id
            }
            ("add", [(None, record)]) if self.named.libraries.contains("oimo") => {
                let id = self.oimo_body(record, at)?;
                self.entities[id].used.extend(ranges_of(arguments));
                id
            }
            _ => return None,
        };
        Some(Value { data: Data::Entity(id), used: vec![mark(at)], at })
    }

    /// Adds the shape of a collision component of PlayCanvas, a box without a type; `None` if the type is not a word.
    fn playcanvas_collision(&mut self, record: &Value, at: usize) -> Option<usize> {
        let kind = record.field(&["type"]).map_or(Some("box"), word)?;
        Some(self.add_kind(&["pc", "collision", kind], record.items().to_vec(), at))
    }

    /// Adds the shape of a body of Oimo, a box if it has a size but no type; `None` for a record with neither.
    fn oimo_body(&mut self, record: &Value, at: usize) -> Option<usize> {
        let kind = match record.field(&["type"]) {
            Some(kind) => word(kind)?,
            None => record.field(&["size"]).map(|_| "box")?,
        };
        let fields = record.items().iter().filter(|(key, value)| is_oimo_field(key.as_deref(), value));
        Some(self.add_kind(&["oimo", kind], fields.cloned().collect(), at))
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

    /// Removes the shapes in the arguments, which are only drawn, from the bodies of the scene.
    pub fn discard_drawn(&mut self, arguments: &[NamedValue]) {
        for shape in entities_of(arguments) {
            self.entities[shape].attached = true;
        }
    }

    /// Sets shapes and poses of MoveIt's collision objects: `object.primitives = [shape]`,
    /// `object.primitive_poses.push_back(pose)`. Returns whether the names are those of such a field.
    pub fn set_primitives(&mut self, id: usize, names: &[&str], arguments: &[NamedValue], at: &Range<usize>) -> bool {
        let methods = &names[1..];
        let is_setter = methods.iter().all(|name| ["push_back", "emplace_back", "append", "resize"].contains(name));
        if self.entities[id].is_shape || !is_setter {
            return false;
        }
        match names[0] {
            "primitives" => {
                // C++ copies the message, which the text may change and use again.
                let copies = methods.iter().any(|name| ["push_back", "emplace_back"].contains(name));
                for shape in entities_of(arguments) {
                    let child = if copies { self.add_copy(shape, at.start) } else { shape };
                    self.entities[shape].attached = true;
                    self.attach(id, child, None, &ranges_of(arguments));
                }
            }
            "primitive_poses" => {
                let poses = poses_of(arguments);
                let entity = &mut self.entities[id];
                entity.used.extend(ranges_of(arguments));
                match poses[..] {
                    [pose] if !entity.is_placed() => entity.place_at(pose),
                    // `resize(1)`.
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
        let (_, kind) = MACROS.iter().find(|(macro_name, _)| macro_name == name)?;
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
        if !OUTPUT_FUNCTIONS.contains(&path.last()) {
            return false;
        }
        let arguments = self.arguments(rest);
        let data = output(path.last(), &arguments);
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

/// Functions of libccd and ODE that write a vector or a rotation through their first argument.
const OUTPUT_FUNCTIONS: [&str; 15] = [
    "ccdVec3Set",
    "ccdVec3Copy",
    "ccdQuatSet",
    "ccdQuatSetAngleAxis",
    "ccdQuatCopy",
    "dRFromAxisAndAngle",
    "dQFromAxisAndAngle",
    "dRSetIdentity",
    "dQSetIdentity",
    "dRFromEulerAngles",
    "dRFrom2Axes",
    "dRFromZAxis",
    "dRfromQ",
    "dQfromR",
    "dQMultiply0",
];

/// Returns the vector or rotation that an output function computes from the arguments after its first; `None` for
/// functions that are not evaluated, and for arguments that are not understood.
fn output(function: &str, arguments: &[NamedValue]) -> Option<Data> {
    let numbers: Option<Vec<f64>> = arguments.iter().map(|(_, value)| value.number()).collect();
    match (function, arguments) {
        ("ccdVec3Set", _) => {
            let vector: [f64; 3] = numbers?.try_into().ok()?;
            Some(Data::Vector(vector.to_vec()))
        }
        ("ccdQuatSet", _) => Order::Last.quaternion(numbers?.try_into().ok()?).map(Data::Rotation),
        ("ccdQuatSetAngleAxis", [(_, angle), (_, axis)]) => {
            let angle = angle.number()?;
            about(axis.vector()?, angle).map(Data::Rotation)
        }
        ("ccdVec3Copy" | "ccdQuatCopy", [(_, value)]) => Some(value.data.clone()),
        ("dRSetIdentity" | "dQSetIdentity", _) => Some(Data::Rotation(IDENTITY_ROTATION)),
        ("dRFromAxisAndAngle" | "dQFromAxisAndAngle", _) => {
            let [x, y, z, angle]: [f64; 4] = numbers?.try_into().ok()?;
            about([x, y, z], angle).map(Data::Rotation)
        }
        _ => None,
    }
}

/// Whether a field of a body of Oimo describes its shape or its pose.
fn is_oimo_field(key: Option<&str>, value: &Value) -> bool {
    match key {
        Some("size" | "pos" | "posShape" | "rotShape") => true,
        // A rotation by 0 states nothing.
        Some("rot") => value.vector() != Some([0.0; 3]),
        _ => false,
    }
}
