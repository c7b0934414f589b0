//! Records of bodies from the entries of a dump.
//!
//! - **Owner**: the object at the start of an expression. Objects with a general name, such as `body`, and values
//!   without a name belong to one record until a field repeats, which begins the next record.
//! - **Strict**: an unknown field with numbers is an error.

use std::collections::{HashMap, HashSet};

use super::checks::{check_full_sweep, check_one, check_zero, describes_mesh, has_local_scale, is_ambiguous};
use super::entries::Entry;
use super::expression::{Path, kind_of_name};
use super::fields::{Field, field, is_generic, posed_body};
use super::kinds::{self, Form, Kind};
use super::record::{ErrorAt, Fact, Record, ShapeRecord, unknown};
use super::value::{Item, List, Value, plain};

/// Part of an object that a field belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Body,
    /// Shape with this index in a body, whose poses are in the frame of the body.
    Shape(usize),
}

/// Records of a text while they are collected.
#[derive(Debug, Default)]
pub(super) struct Collector {
    pub(super) records: Vec<Record>,
    /// Index of the last record of each object.
    last: HashMap<String, usize>,
    /// Names of bodies at the start of lines.
    names: HashSet<String>,
    /// Number of the records that brackets delimit.
    enclosed: usize,
    /// Time that the dump states.
    time: Option<Value>,
}

/// Beginning of the owner of a record that has only the pose of a body, before the name of the body.
pub(super) const POSE_OF: &str = "pose of ";

/// Error of a field with a second value.
fn repeated(name: &str) -> String {
    format!("`{name}` has two different values; give one state of each body")
}

/// Collects the records of entries.
///
/// # Errors
/// Fails for a field that is not understood or has two values.
pub(super) fn records(entries: &[Entry]) -> Result<Vec<Record>, ErrorAt> {
    let mut collector = Collector::default();
    for entry in entries {
        collector.entry(entry)?;
    }
    Ok(collector.records)
}

impl Collector {
    fn entry(&mut self, entry: &Entry) -> Result<(), ErrorAt> {
        let at = entry.start;
        let Entry { path, value, line, .. } = entry;
        if path.is_empty() {
            let owner = match line {
                Some((name, _)) if !name.is_empty() && !self.names.insert(name.clone()) => {
                    return Err((at, repeated(name)));
                }
                Some((name, index)) => {
                    let owner = format!("{name}#{index}");
                    let record = self.record(&owner, at);
                    record.name = name.clone();
                    owner
                }
                None => String::new(),
            };
            return self.value(&owner, Part::Body, value, at);
        }
        let Path { owner, kind, fields } = Path::new(path).ok_or_else(|| (at, unknown(path)))?;
        let lower = plain(&owner);
        let own = if is_generic(&lower) { String::new() } else { owner.clone() };
        if let Some(kind) = kind.or(kind_of_name(&owner)) {
            self.note_kind(&own, kind, at);
        }
        let mut part = Part::Body;
        let mut fields = fields.as_slice();
        while let [(name, index), rest @ ..] = fields
            && !rest.is_empty()
        {
            match field(name) {
                Some(Field::Shape) => part = Part::Shape(index.unwrap_or_default()),
                Some(Field::Group | Field::Transform) => {}
                _ if plain(name) == "segment" => {}
                _ => return Err((at, unknown(name))),
            }
            fields = rest;
        }
        match fields {
            [] => self.value(&own, part, value, at),
            [(name, None)] => {
                let is_axis = path.contains("axis.");
                match plain(name).as_str() {
                    "origin" if is_axis => self.put(&own, Part::Body, Field::AxisOrigin, name, value, at),
                    "direction" if is_axis => self.put(&own, Part::Body, Field::AxisDirection, name, value, at),
                    _ => self.field(&own, part, name, value, at),
                }
            }
            [(name, Some(index @ 0..=2))] if plain(name) == "axis" => {
                self.put(&own, Part::Body, Field::BoxAxis(*index), name, value, at)
            }
            [(name, Some(index @ 0..=1))] if plain(name) == "p" && path.contains("segment.") => {
                self.put(&own, Part::Body, Field::CoreEnd(*index), name, value, at)
            }
            [(name, Some(index)), ..] if field(name) == Some(Field::Shape) => {
                self.value(&own, Part::Shape(*index), value, at)
            }
            [(name, _), ..] => Err((at, unknown(name))),
        }
    }

    /// Notes the kind of the shape of an object that its expression names.
    fn note_kind(&mut self, owner: &str, kind: Kind, at: usize) {
        let record = self.record(owner, at);
        if record.shapes.is_empty() {
            record.shapes.push(ShapeRecord { kind: Some(kind), ..ShapeRecord::default() });
            record.order.push(None);
        } else if let Some(shape) = record.shapes.first_mut() {
            shape.kind = shape.kind.or(Some(kind));
        }
    }

    /// Returns the open record of an object, which may be new.
    fn record(&mut self, owner: &str, at: usize) -> &mut Record {
        let found = self.last.get(owner).copied();
        let index = found.unwrap_or_else(|| self.open(owner, at));
        &mut self.records[index]
    }

    /// Opens a record, and returns its index.
    fn open(&mut self, owner: &str, at: usize) -> usize {
        self.records.push(Record { owner: owner.to_owned(), name: owner.to_owned(), start: at, ..Record::default() });
        let index = self.records.len() - 1;
        self.last.insert(owner.to_owned(), index);
        index
    }

    /// Adds a value of a whole object.
    fn value(&mut self, owner: &str, part: Part, value: &Value, at: usize) -> Result<(), ErrorAt> {
        match value {
            Value::Omitted => Ok(()),
            Value::List(list) if describes_mesh(list) => Ok(()),
            Value::List(list) if list.items.iter().all(|item| item.key.is_empty()) && list.head.is_empty() => {
                for item in &list.items {
                    if !matches!(item.value, Value::List(_)) {
                        return Err((at, String::from("this value has no name; print it with the name of its field")));
                    }
                    self.enclosed += 1;
                    let own = format!("#{}", self.enclosed);
                    self.value(&own, Part::Body, &item.value, item.start.max(at))?;
                }
                Ok(())
            }
            Value::List(list) => self.object(owner, part, list, at),
            Value::Number(_) | Value::Word(_) => {
                Err((at, String::from("this value has no name; print it with the name of its field")))
            }
        }
    }

    /// Adds the fields of an object.
    fn object(&mut self, owner: &str, part: Part, list: &List, at: usize) -> Result<(), ErrorAt> {
        if let Some(kind) = kinds::kind(&list.head) {
            self.open_shape(owner, part, kind, at)?;
        } else if kinds::is_foreign(&list.head) {
            return Err((at, format!("the shape `{}` is not supported in dumps of objects", list.head)));
        }
        let ellipsoid = kinds::kind(&list.head).is_some_and(|kind| kind.form == Form::Ellipsoid);
        if let Some(radii) = Value::List(list.clone()).named(&["a", "b", "c"]).filter(|_| ellipsoid) {
            let radii =
                radii.into_iter().map(|radius| Item { key: String::new(), value: Value::Number(radius), start: at });
            let radii = Value::List(List { head: String::new(), items: radii.collect() });
            return self.put(owner, part, Field::Radii, "radii", &radii, at);
        }
        for Item { key, value, start } in &list.items {
            if key.is_empty() {
                match value {
                    Value::Omitted => continue,
                    _ if !value.has_numbers() => continue,
                    _ => return Err((*start, String::from("a value without a name is not understood"))),
                }
            }
            self.field(owner, part, key, value, *start)?;
        }
        Ok(())
    }

    /// Begins a shape whose type is printed.
    fn open_shape(&mut self, owner: &str, part: Part, kind: Kind, at: usize) -> Result<(), ErrorAt> {
        let record = self.record(owner, at);
        let index = if let Part::Shape(index) = part { index } else { 0 };
        let is_open = record.shapes.get(index).is_none_or(|shape| shape.kind.is_none_or(|kind| !kind.is_declared));
        if !is_open {
            if !owner.is_empty() {
                return Err((at, repeated("shape")));
            }
            self.open(owner, at);
        }
        let record = self.record(owner, at);
        if record.shapes.len() < index {
            return Err((at, String::from("print the shapes of a body in order")));
        }
        if record.shapes.len() == index {
            record.shapes.push(ShapeRecord::default());
        }
        if !record.order.contains(&None) {
            record.order.push(None);
        }
        record.shapes[index].kind = Some(kind);
        Ok(())
    }

    /// Adds a field by its name.
    fn field(&mut self, owner: &str, part: Part, name: &str, value: &Value, at: usize) -> Result<(), ErrorAt> {
        let Some(field) = field(name) else { return self.unknown_field(owner, part, name, value, at) };
        match (field, value) {
            (Field::Noise | Field::Group | Field::Name, Value::Omitted) => Ok(()),
            (Field::Noise, _) => self.check_time(name, value, at),
            _ if is_ambiguous(name, value) => Err((at, unknown(name))),
            // The console has folded the object.
            (Field::Position | Field::Rotation | Field::HalfExtents | Field::Points, Value::Word(word))
                if word.starts_with(char::is_uppercase) =>
            {
                Ok(())
            }
            (Field::Name, Value::Word(word)) => {
                let record = self.record(owner, at);
                record.name.clone_from(word);
                Ok(())
            }
            (Field::Name, _) => Ok(()),
            (Field::Zero, _) => check_zero(name, value, at),
            (Field::One, _) => check_one(value, at),
            (Field::Sweep, _) => {
                let shape = self.record(owner, at).shapes.last();
                let is_sphere = shape.and_then(|shape| shape.kind).is_some_and(|kind| kind.form == Form::Sphere);
                check_full_sweep(value, is_sphere && plain(name) == "thetalength", at)
            }
            (Field::Group, Value::List(list)) => self.object(owner, part, list, at),
            (Field::Transform, Value::List(list)) if plain(name) == "transform" && has_local_scale(list) => {
                self.object(owner, part, list, at)
            }
            (Field::Group | Field::Shape, Value::Word(word)) => match kinds::kind(word) {
                Some(kind) => self.open_shape(owner, part, kind, at),
                None => Err((at, unknown(name))),
            },
            (Field::Shape, Value::List(list)) => self.shapes(owner, part, list, at),
            (Field::Bodies, Value::List(list)) => {
                let bodies = Value::List(List { head: String::new(), items: list.items.clone() });
                self.value(owner, part, &bodies, at)
            }
            (Field::Kind, Value::Word(word))
                if ["static", "dynamic", "kinematic", "body", "fixed"].contains(&word.as_str()) =>
            {
                Ok(())
            }
            (Field::Kind, Value::Word(word)) => match kinds::kind(word) {
                Some(kind) => self.open_shape(owner, part, kind, at),
                None => Err((at, unknown(&format!("{name}: {word}")))),
            },
            (Field::Group | Field::Shape | Field::Bodies, _) => Err((at, unknown(name))),
            _ => self.put(owner, part, field, name, value, at),
        }
    }

    /// Checks that all times of a dump are equal.
    fn check_time(&mut self, name: &str, value: &Value, at: usize) -> Result<(), ErrorAt> {
        if !super::fields::TIMES.contains(&plain(name).as_str()) {
            return Ok(());
        }
        let known = self.time.get_or_insert_with(|| value.clone());
        if known == value {
            Ok(())
        } else {
            Err((at, String::from("the dump has several time steps; keep one of them")))
        }
    }

    /// Adds a field that is not in the table: a kind of collider, a pose by its name, or words.
    fn unknown_field(&mut self, owner: &str, part: Part, name: &str, value: &Value, at: usize) -> Result<(), ErrorAt> {
        if let (Some(kind), Value::List(list)) = (kinds::kind(name), value) {
            self.open_shape(owner, part, kind, at)?;
            return self.object(owner, part, list, at);
        }
        if kinds::is_foreign(name) {
            return Err((at, format!("the shape `{name}` is not supported in dumps of objects")));
        }
        if let Some(body) = posed_body(name) {
            return self.put(&format!("{POSE_OF}{body}"), Part::Body, Field::Transform, name, value, at);
        }
        Err((at, unknown(name)))
    }

    /// Adds the shapes of a body: one object, or a list of them.
    fn shapes(&mut self, owner: &str, part: Part, list: &List, at: usize) -> Result<(), ErrorAt> {
        let is_list =
            list.items.iter().all(|item| item.key.is_empty()) && !list.items.is_empty() && list.head.is_empty();
        let inner = if let Part::Shape(index) = part { index } else { 0 };
        // The shape of a collider, whose pose is that of the world.
        if !is_list {
            return self.object(owner, Part::Shape(inner), list, at);
        }
        for (index, item) in list.items.iter().enumerate() {
            let Value::List(shape) = &item.value else { return Err((at, unknown("shapes"))) };
            self.object(owner, Part::Shape(inner + index), shape, item.start)?;
        }
        Ok(())
    }

    /// Stores the value of a field.
    fn put(
        &mut self,
        owner: &str,
        part: Part,
        field: Field,
        name: &str,
        value: &Value,
        at: usize,
    ) -> Result<(), ErrorAt> {
        let is_pose = matches!(
            field,
            Field::Position
                | Field::Rotation
                | Field::Angle
                | Field::Transform
                | Field::ColumnMatrix
                | Field::Scale
                | Field::PosePair
        );
        let fact = Fact { value: value.clone(), name: plain(name), start: at };
        let index = if let Part::Shape(index) = part { index } else { 0 };
        let record = self.record(owner, at);
        let known = match (is_pose, part) {
            (true, Part::Body) => record.pose.get(&field),
            (true, Part::Shape(_)) => record.shapes.get(index).and_then(|shape| shape.local.get(&field)),
            (false, _) => record.shapes.get(index).and_then(|shape| shape.facts.get(&field)),
        };
        match known {
            Some(known) if known.value == fact.value && !owner.is_empty() => return Ok(()),
            Some(_) if !owner.is_empty() => return Err((at, repeated(name))),
            Some(_) => {
                self.open(owner, at);
            }
            None => {}
        }
        let record = self.record(owner, at);
        if is_pose && part == Part::Body {
            record.order.push(Some(field));
            record.pose.insert(field, fact);
            return Ok(());
        }
        if record.shapes.len() < index {
            return Err((at, String::from("print the shapes of a body in order")));
        }
        if record.shapes.len() == index {
            record.shapes.push(ShapeRecord::default());
        }
        if !record.order.contains(&None) {
            record.order.push(None);
        }
        let shape = &mut record.shapes[index];
        if is_pose {
            shape.local.insert(field, fact)
        } else {
            shape.facts.insert(field, fact)
        };
        Ok(())
    }
}
