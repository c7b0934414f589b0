//! Table of the objects of a PhysX recording: the classes and attributes that the stream registers, and the current
//! value of every attribute of every object. Reading a value marks it as used; the unused ones are quoted at the end.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::stream::{Command, ValueKind};
use crate::{Quote, ledger};

/// Attribute of a class of objects, as the stream registered it.
struct Attribute {
    /// Name of the class.
    class: String,
    name: String,
    kind: ValueKind,
    /// Number of times that a value was set.
    set_count: usize,
}

/// Object that the stream created.
struct Object {
    class: String,
    name: String,
    /// Bytes of the last value of each attribute, by the attribute's handle.
    values: BTreeMap<u32, Vec<u8>>,
    /// Handles or integers in each list attribute, by the attribute's handle.
    lists: BTreeMap<u32, Vec<u64>>,
}

/// All objects that a stream created. A handle may refer to another object after the first was destroyed, so that
/// objects are identified by their index in the order of creation.
#[derive(Default)]
pub(super) struct ObjectTable {
    /// Names of the classes by handle.
    classes: HashMap<u32, String>,
    /// Attributes of all objects, by handle.
    attributes: BTreeMap<u32, Attribute>,
    /// Objects in the order of creation.
    objects: Vec<Object>,
    /// Index of the latest object of each handle.
    handles: HashMap<u64, usize>,
    /// Record of the uses; in a cell, since reading an attribute through `&self` counts as its use.
    used: RefCell<Used>,
}

/// Attributes and objects that were used for the scene.
#[derive(Default)]
struct Used {
    /// Handles of attributes whose values were read.
    attributes: BTreeSet<u32>,
    /// Indices of objects that are part of the scene.
    objects: BTreeSet<usize>,
}

/// Attributes of a class that were not used.
#[derive(Default)]
struct UnusedAttributes<'a> {
    names: Vec<&'a str>,
    /// Number of commands that set them.
    set_count: usize,
}

/// Numbers of objects of a class.
#[derive(Default)]
struct ObjectCounts {
    unused: usize,
    total: usize,
}

impl ObjectTable {
    /// Applies a command; returns the index of the object that it creates, changes or destroys. `None` for commands
    /// about no object or an unknown one.
    pub(super) fn apply(&mut self, command: &Command<'_>) -> Option<usize> {
        match *command {
            Command::Class { class, name } => {
                self.classes.insert(class, text(name));
                None
            }
            Command::Attribute { class, attribute, kind, name } => {
                let class = self.classes.get(&class).cloned().unwrap_or_else(|| format!("class {class}"));
                self.attributes.insert(attribute, Attribute { class, name: text(name), kind, set_count: 0 });
                None
            }
            Command::Create { class, object, name } => {
                let class = self.classes.get(&class).cloned().unwrap_or_else(|| format!("class {class}"));
                let new_object = Object { class, name: text(name), values: BTreeMap::new(), lists: BTreeMap::new() };
                self.objects.push(new_object);
                self.handles.insert(object, self.objects.len() - 1);
                Some(self.objects.len() - 1)
            }
            Command::Set { object, attribute, value } => {
                let (object, _) = self.count_set(object, attribute)?;
                self.objects[object].values.insert(attribute, value.to_vec());
                Some(object)
            }
            Command::Add { object, attribute, value } => {
                let (object, kind) = self.count_set(object, attribute)?;
                self.objects[object].lists.entry(attribute).or_default().extend(kind.integers(value));
                Some(object)
            }
            Command::Remove { object, attribute, value } => {
                let (object, kind) = self.count_set(object, attribute)?;
                let gone = kind.integers(value);
                self.objects[object].lists.entry(attribute).or_default().retain(|handle| !gone.contains(handle));
                Some(object)
            }
            Command::Destroy { object } => self.handles.get(&object).copied(),
            Command::Start | Command::Stop | Command::Message { .. } => None,
        }
    }

    /// Counts a command that sets an attribute, even an unregistered one. Returns the index of the object and the kind
    /// of the attribute; `None` for an unknown object.
    fn count_set(&mut self, object: u64, attribute: u32) -> Option<(usize, ValueKind)> {
        let entry = self.attributes.entry(attribute).or_insert_with(|| Attribute {
            class: String::new(),
            name: format!("{attribute}"),
            kind: ValueKind::Other,
            set_count: 0,
        });
        entry.set_count += 1;
        Some((*self.handles.get(&object)?, entry.kind))
    }

    /// Returns the index of the object that a handle currently refers to; `None` for an unknown handle.
    pub(super) fn object(&self, handle: u64) -> Option<usize> {
        self.handles.get(&handle).copied()
    }

    /// Returns the class of an object, and marks the object as used.
    pub(super) fn class(&self, object: usize) -> &str {
        self.used.borrow_mut().objects.insert(object);
        &self.objects[object].class
    }

    /// Whether an object was used.
    pub(super) fn is_used(&self, object: usize) -> bool {
        self.used.borrow().objects.contains(&object)
    }

    /// Returns all objects of a class, and marks them as used.
    pub(super) fn objects_of_class(&self, class: &str) -> Vec<usize> {
        let indices: Vec<usize> = (0..self.objects.len()).filter(|index| self.objects[*index].class == class).collect();
        self.used.borrow_mut().objects.extend(&indices);
        indices
    }

    /// Returns all objects that have an attribute.
    pub(super) fn with_attribute(&self, name: &str) -> Vec<usize> {
        let objects = self.objects.iter().enumerate();
        objects
            .filter(|(_, object)| object.values.keys().any(|attribute| self.attribute_name(*attribute) == name))
            .map(|(index, _)| index)
            .collect()
    }

    /// Whether an object is of one of the classes, without marking it as used.
    pub(super) fn is_of_class(&self, object: usize, classes: &[&str]) -> bool {
        classes.contains(&self.objects[object].class.as_str())
    }

    /// Returns the name of an object: the one that was set, or else the one that it was created with; `None` if both
    /// are blank. Set names end with a zero byte.
    pub(super) fn name(&self, object: usize) -> Option<String> {
        let set_name = self
            .value(object, "name")
            .map(|(_, value)| text(value.split(|byte| *byte == 0).next().unwrap_or_default()));
        let created_name = self.objects[object].name.clone();
        set_name.into_iter().chain([created_name]).find(|name| !name.trim().is_empty())
    }

    /// Returns the name of an attribute; empty for an unknown one.
    pub(super) fn attribute_name(&self, attribute: u32) -> &str {
        self.attributes.get(&attribute).map_or("", |attribute| &attribute.name)
    }

    /// Returns the value of an attribute, and marks the attribute as used; `None` if it was not set.
    fn value(&self, object: usize, name: &str) -> Option<(ValueKind, &[u8])> {
        let entry = self.objects[object].values.iter().find(|(attribute, _)| self.attribute_name(**attribute) == name);
        let (attribute, value) = entry?;
        self.used.borrow_mut().attributes.insert(*attribute);
        Some((self.attributes.get(attribute)?.kind, value))
    }

    /// Returns the numbers of an attribute; `None` if it was not set.
    pub(super) fn numbers(&self, object: usize, name: &str) -> Option<Vec<f64>> {
        self.value(object, name).map(|(kind, value)| kind.numbers(value))
    }

    /// Returns the numbers of an attribute; `None` unless they are exactly `N` and finite.
    pub(super) fn exactly<const N: usize>(&self, object: usize, name: &str) -> Option<[f64; N]> {
        let numbers: [f64; N] = self.numbers(object, name)?.try_into().ok()?;
        numbers.iter().all(|number| number.is_finite()).then_some(numbers)
    }

    /// Returns the number of an attribute; `None` unless it is a single finite one.
    pub(super) fn number(&self, object: usize, name: &str) -> Option<f64> {
        self.exactly::<1>(object, name).map(|[number]| number)
    }

    /// Returns the handles or integers of an attribute, or the contents of its list; `None` if it was not set.
    pub(super) fn integers(&self, object: usize, name: &str) -> Option<Vec<u64>> {
        if let Some((kind, value)) = self.value(object, name) {
            return Some(kind.integers(value));
        }
        let (attribute, list) =
            self.objects[object].lists.iter().find(|(attribute, _)| self.attribute_name(**attribute) == name)?;
        self.used.borrow_mut().attributes.insert(*attribute);
        Some(list.clone())
    }

    /// Returns the numbers of an attribute; an empty list if it was not set.
    pub(super) fn numbers_or_empty(&self, object: usize, name: &str) -> Vec<f64> {
        self.numbers(object, name).unwrap_or_default()
    }

    /// Returns the handles or integers of an attribute; an empty list if it was not set.
    pub(super) fn integers_or_empty(&self, object: usize, name: &str) -> Vec<u64> {
        self.integers(object, name).unwrap_or_default()
    }

    /// Returns the object that an attribute refers to; `None` if it was not set or the object is unknown.
    pub(super) fn referenced_object(&self, object: usize, name: &str) -> Option<usize> {
        self.object(*self.integers(object, name)?.first()?)
    }

    /// Returns the lowest byte of the flag word in an attribute; `None` if it was not set. All flags that are used here
    /// are in that byte.
    pub(super) fn flags(&self, object: usize, name: &str) -> Option<u8> {
        self.value(object, name)?.1.first().copied()
    }

    /// Returns quotes of the attributes and objects that were not used, by class.
    pub(super) fn quotes(&self, file: &str) -> Vec<Quote> {
        let used = self.used.borrow();
        let mut unused_attributes: BTreeMap<&str, UnusedAttributes<'_>> = BTreeMap::new();
        for (handle, attribute) in &self.attributes {
            if attribute.set_count > 0 && !used.attributes.contains(handle) {
                let unused = unused_attributes.entry(&attribute.class).or_default();
                unused.names.push(&attribute.name);
                unused.set_count += attribute.set_count;
            }
        }
        let mut quotes: Vec<Quote> = unused_attributes
            .iter()
            .map(|(class, unused)| {
                let class = if class.is_empty() { "an unknown class" } else { class };
                let text = format!("{class}: {} ({})", listed(&unused.names), describe_count(unused.set_count));
                quote(file, text, reason_unread(class))
            })
            .collect();
        let mut counts: BTreeMap<&str, ObjectCounts> = BTreeMap::new();
        for (index, object) in self.objects.iter().enumerate() {
            let of_class = counts.entry(&object.class).or_default();
            of_class.unused += usize::from(!used.objects.contains(&index));
            of_class.total += 1;
        }
        for (class, ObjectCounts { unused, total }) in counts {
            if unused > 0 && !unused_attributes.contains_key(class) {
                quotes.push(quote(file, format!("{class}: {unused} of {total}"), reason_unused(class)));
            }
        }
        quotes
    }
}

/// Maximum number of names listed for a class.
const MAX_LISTED_NAMES: usize = 6;

/// Lists the first [`MAX_LISTED_NAMES`] names, and counts the others.
fn listed(names: &[&str]) -> String {
    let first = names[..names.len().min(MAX_LISTED_NAMES)].join(", ");
    if names.len() > MAX_LISTED_NAMES { format!("{first} and {} more", names.len() - MAX_LISTED_NAMES) } else { first }
}

/// Describes how often an attribute was set.
fn describe_count(set_count: usize) -> String {
    if set_count == 1 { String::from("set once") } else { format!("set {set_count} times") }
}

/// Creates a quote for a file without lines.
pub(super) fn quote(file: &str, text: String, why: impl Into<String>) -> Quote {
    Quote { file: file.to_owned(), lines: Vec::new(), text, why: why.into() }
}

/// Converts the bytes of a name to text on one line.
pub(super) fn text(bytes: &[u8]) -> String {
    ledger::shown(&String::from_utf8_lossy(bytes))
}

/// Returns the reason why objects of a class are not used.
fn reason_unused(class: &str) -> &'static str {
    let is_geometry = ["Mesh", "HeightField", "Geometry", "ConvexCore"].iter().any(|part| class.contains(part));
    if is_geometry || class == "PxShape" { "no imported body uses it" } else { reason_unread(class) }
}

/// Parts of the names of classes, with the reason why such objects are not read; the first row that fits applies.
const REASONS: [(&[&str], &str); 5] = [
    (
        &["Deformable", "Particle", "Tetrahedron", "SoftBody", "FEM", "PBD", "Cloth", "Hair"],
        "only rigid bodies are imported",
    ),
    (&["Joint", "Constraint", "Articulation", "Tendon"], "joints are not imported"),
    (&["Material"], "only the friction of a material is imported"),
    (
        &["Scene", "PxPhysics", "Memory", "MetaData", "Aggregate", "PxBVH"],
        "the settings of the engine are not imported",
    ),
    (&["Rigid", "Actor", "Shape"], "only the name, shapes, poses and mass of a body are imported"),
];

/// Returns the reason why attributes of a class are not read.
fn reason_unread(class: &str) -> &'static str {
    let row = REASONS.iter().find(|(parts, _)| parts.iter().any(|part| class.contains(part)));
    row.map_or("objects of this class are not imported", |(_, why)| why)
}
