//! Elements of JSX that make shapes and bodies: react-three-fiber, react-three-rapier, and the hooks of use-cannon.
//!
//! **Sources.** `args` of a collider of react-three-rapier are those of Rapier's own constructor (half extents); `args`
//! of a geometry are those of three's class (whole extents); hooks of use-cannon take whole extents.
//!
//! **Nesting.** Shapes inside an element with a pose belong to that element. If the text has colliders or hooks, its
//! geometries are only drawn, and are skipped.

use std::ops::Range;

use crate::import::code::evaluate::value;
use crate::import::code::evaluate::value::{Data, NamedValue, Value};
use crate::import::code::join::store::{Problem, Store, slot};
use crate::import::code::parser::expressions::{Parser, no_type};
use crate::import::code::parser::syntax::{Argument, Node};
use crate::import::code::parser::token::{Kind, Token, Tokens, closing, tokens};
use crate::import::code::pose::rotations::normalized;

/// Elements that are shapes, with the path of the constructor that takes the same arguments.
const SHAPES: [(&str, [&str; 2]); 14] = [
    ("CuboidCollider", ["ColliderDesc", "cuboid"]),
    ("RoundCuboidCollider", ["ColliderDesc", "roundCuboid"]),
    ("BallCollider", ["ColliderDesc", "ball"]),
    ("CapsuleCollider", ["ColliderDesc", "capsule"]),
    ("CylinderCollider", ["ColliderDesc", "cylinder"]),
    ("RoundCylinderCollider", ["ColliderDesc", "roundCylinder"]),
    ("ConeCollider", ["ColliderDesc", "cone"]),
    ("RoundConeCollider", ["ColliderDesc", "roundCone"]),
    ("boxGeometry", ["THREE", "BoxGeometry"]),
    ("boxBufferGeometry", ["THREE", "BoxGeometry"]),
    ("sphereGeometry", ["THREE", "SphereGeometry"]),
    ("cylinderGeometry", ["THREE", "CylinderGeometry"]),
    ("coneGeometry", ["THREE", "ConeGeometry"]),
    ("capsuleGeometry", ["THREE", "CapsuleGeometry"]),
];

/// Hooks of use-cannon, with the path of the constructor that takes the same arguments.
const HOOKS: [(&str, [&str; 2]); 4] = [
    ("useBox", ["THREE", "BoxGeometry"]),
    ("useSphere", ["THREE", "SphereGeometry"]),
    ("useCylinder", ["CANNON", "Cylinder"]),
    ("usePlane", ["CANNON", "Plane"]),
];

/// Maximum number of elements that are read from a text.
const MAX_TAGS: usize = 20_000;

/// Tag of an element: `<mesh position={[1, 2, 3]}>`, `</mesh>`, `<boxGeometry />`.
#[derive(Debug)]
pub struct Tag<'a> {
    name: &'a str,
    pub at: Range<usize>,
    is_closing: bool,
    is_self_closing: bool,
}

/// Returns the tags of a text; empty if none of them is a shape.
pub fn tags(text: &str) -> Vec<Tag<'_>> {
    if !text.match_indices('<').take(MAX_TAGS).any(|(at, _)| begins_shape(&text[at + 1..])) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = text[from..].find('<').map(|k| from + k).filter(|_| found.len() < MAX_TAGS) {
        from = at + 1;
        let is_closing = text[from..].starts_with('/');
        let name = name(&text[from + usize::from(is_closing)..]);
        let Some(end) = tag_end(&text[at..]).filter(|_| !name.is_empty() || is_closing) else { continue };
        found.push(Tag { name, at: at..at + end, is_closing, is_self_closing: text[..at + end].ends_with("/>") });
        from = at + end;
    }
    found
}

/// Whether an offset is inside a tag.
pub fn is_inside(tags: &[Tag<'_>], at: usize) -> bool {
    let k = tags.partition_point(|tag| tag.at.start <= at);
    k.checked_sub(1).is_some_and(|k| tags[k].at.contains(&at))
}

/// Returns the name at the start of a tag.
fn name(rest: &str) -> &str {
    let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.')).unwrap_or(rest.len());
    if rest.starts_with(|c: char| c.is_ascii_alphabetic()) { &rest[..end] } else { "" }
}

/// Length of a tag up to the `>` that is outside of braces.
fn tag_end(rest: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (k, c) in rest.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            '>' if depth == 0 => return Some(k + 1),
            '<' if depth == 0 && k > 0 => return None,
            _ => {}
        }
    }
    None
}

/// Adds the bodies and shapes of the tags to the store.
pub fn run(store: &mut Store, text: &str, tags: &[Tag<'_>], all: &Tokens<'_>) {
    let hooks = hooks(store, all);
    let has_colliders = hooks > 0 || tags.iter().any(|tag| tag.name.ends_with("Collider"));
    let mut open: Vec<(&str, Option<usize>)> = Vec::new();
    for tag in tags {
        if tag.is_closing {
            if let Some(k) = open.iter().rposition(|(name, _)| *name == tag.name) {
                open.truncate(k);
            }
            continue;
        }
        let kind = SHAPES.iter().find(|(own, _)| *own == tag.name).map(|(_, path)| *path);
        if kind.is_some_and(|path| path[0] == "THREE" && has_colliders) {
            continue;
        }
        let arguments = attributes(store, text, tag);
        let id = match kind {
            Some(path) => {
                let args = arguments.iter().find(|(key, _)| key.as_deref() == Some("args")).map(|(_, value)| value);
                element_shape(store, &path, args, tag.at.start)
            }
            // An element without a pose, such as `Canvas`, does not move its children.
            None if !["mesh", "RigidBody"].contains(&tag.name) && !is_placed(&arguments) => {
                open.extend((!tag.is_self_closing).then_some((tag.name, None)));
                continue;
            }
            None => store.body(&["jsx", "element"], tag.at.start),
        };
        place(store, id, &arguments);
        if kind.is_none() && !["mesh", "RigidBody"].contains(&tag.name) {
            store.entities[id].problem = Some(Problem { range: tag.at.clone(), part: "pose" });
        }
        if let Some(owner) = open.iter().rev().find_map(|(_, owner)| *owner) {
            store.attach(owner, id, None, &Vec::new());
        }
        if !tag.is_self_closing {
            open.push((tag.name, Some(id)));
        }
    }
}

/// Whether the attributes state a pose or a scale.
fn is_placed(arguments: &[NamedValue]) -> bool {
    arguments.iter().any(|(key, _)| key.as_deref().is_some_and(sets_pose))
}

/// Whether an attribute states a pose or a scale.
fn sets_pose(key: &str) -> bool {
    slot(key.split('-').next().unwrap_or(key)).is_some() || key.starts_with("scale")
}

/// Adds a shape with the elements of `args` as its arguments; returns its index.
fn element_shape(store: &mut Store, path: &[&str], args: Option<&Value>, at: usize) -> usize {
    let arguments: Vec<NamedValue> = match args {
        None => Vec::new(),
        Some(value) => match (&value.data, value.coordinates()) {
            (Data::List(items), _) => flat(items),
            _ => vec![(None, Value::unknown(at))],
        },
    };
    let id = store.shape(path, &arguments, at);
    if args.is_none() && path[0] == "ColliderDesc" {
        store.doubt(id, "size", at);
    }
    id
}

/// Returns the elements of `{[…]}`, which is a list of one list.
fn flat(items: &[NamedValue]) -> Vec<NamedValue> {
    match items {
        [(None, only)] if !only.items().is_empty() => flat(only.items()),
        many => many.to_vec(),
    }
}

/// Sets the pose of an entity from its attributes.
fn place(store: &mut Store, id: usize, arguments: &[NamedValue]) {
    for (key, value) in arguments {
        let Some(key) = key.as_deref() else {
            // `{...props}` may contain a pose.
            if store.entities[id].is_shape {
                store.doubt(id, "shape", value.at);
            }
            continue;
        };
        let items = flat(value.items());
        let at = value.at..value.at + 1;
        let numbers: Option<Vec<f64>> = items.iter().map(|(_, item)| item.number()).collect();
        let numbers = numbers.filter(|all| !all.is_empty());
        let used = value.used.iter().cloned();
        match (normalized(key).as_str(), numbers.as_deref()) {
            ("position", Some([x, y, z])) => store.entities[id].position = Some([*x, *y, *z]),
            ("rotation", Some(angles @ [_, _, _])) => store.entities[id].rotation = value::euler("xyz", angles),
            ("quaternion", Some([x, y, z, w])) => {
                store.entities[id].rotation = value::quaternion([*x, *y, *z, *w]);
                if store.entities[id].rotation.is_none() {
                    store.entities[id].problem = Some(Problem { range: at, part: "pose" });
                }
            }
            ("scale", Some(all)) if all.iter().all(|x| *x == 1.0) => {}
            ("scale", _) => store.entities[id].problem = Some(Problem { range: at, part: "scale" }),
            ("args" | "rotationspeed" | "positions", _) => {}
            (name, _) if slot(name.split('-').next().unwrap_or(name)).is_some() || name.starts_with("scale-") => {
                store.entities[id].problem = Some(Problem { range: at, part: "pose" });
            }
            _ => continue,
        }
        store.entities[id].used.extend(used);
    }
}

/// Whether the text after a `<` begins with the name of a shape.
fn begins_shape(text: &str) -> bool {
    let name = name(text);
    let after = text[name.len()..].chars().next();
    SHAPES.iter().any(|(own, _)| *own == name) && after.is_some_and(|c| c.is_whitespace() || c == '/')
}

/// Evaluates the attributes in braces; the value of an attribute in quotes is unknown.
fn attributes(store: &mut Store, text: &str, tag: &Tag<'_>) -> Vec<NamedValue> {
    let inside = text.get(tag.at.clone()).unwrap_or_default();
    let all = tokens(inside);
    let closed = closing(&all.all);
    let mut found = Vec::new();
    let mut k = 0;
    while let Some(token) = all.all.get(k) {
        if !token.is("{") {
            // An attribute in quotes, `position="1 2 3"`, is not evaluated.
            let before = k.checked_sub(2).and_then(|back| all.all.get(back)).filter(|_| all.all[k - 1].is("="));
            if let Some(key) = before.filter(|_| token.kind == Kind::Text) {
                found.push((Some(key.text.to_owned()), Value::unknown(tag.at.start + token.start)));
            }
            k += 1;
            continue;
        }
        let key = k.checked_sub(2).and_then(|back| all.all.get(back)).filter(|_| all.all[k - 1].is("="));
        let key =
            key.filter(|key| key.kind == Kind::Name).map(|key| match k.checked_sub(4).map(|back| &all.all[back..]) {
                // `rotation-y` sets one coordinate.
                Some([first, dash, ..]) if dash.is("-") && dash.start == first.end => {
                    format!("{}-{}", first.text, key.text)
                }
                _ => key.text.to_owned(),
            });
        let mut parser = Parser::new(&all.all, &no_type);
        parser.at = k;
        let list = parser.inside(*token).unwrap_or_default();
        let mut value = store.list_of(&list, tag.at.start + token.start);
        shift(&mut value, tag.at.start);
        found.push((key, value));
        k = closed[k].max(k) + 1;
    }
    found
}

/// Shifts the ranges of a value, and of its elements, by the offset of its tag in the text, bytes.
fn shift(value: &mut Value, by: usize) {
    value.used.iter_mut().for_each(|range| *range = range.start + by..range.end + by);
    if let Data::List(items) = &mut value.data {
        std::rc::Rc::make_mut(items).iter_mut().for_each(|(_, item)| shift(item, by));
    }
}

/// Returns the path of the shape that a hook makes.
fn hook(token: &Token<'_>) -> Option<&'static [&'static str; 2]> {
    HOOKS.iter().find(|(own, _)| token.kind == Kind::Name && *own == token.text).map(|(_, path)| path)
}

/// Adds the bodies of hooks to the store: `useBox(() => ({ args: [1, 2, 3], position: [0, 1, 0] }))`. Returns their
/// number.
fn hooks(store: &mut Store, all: &Tokens<'_>) -> usize {
    if !all.all.iter().any(|token| hook(token).is_some()) {
        return 0;
    }
    let closed = closing(&all.all);
    let whole = Parser::new(&all.all, &no_type);
    let mut count = 0;
    for (k, token) in all.all.iter().enumerate() {
        let Some(path) = hook(token) else { continue };
        let Some(end) = closed.get(k + 1).copied().filter(|end| *end > 0 && all.all[k + 1].is("(")) else { continue };
        let Some(brace) = (k + 1..end).find(|k| all.all[*k].is("{")) else { continue };
        let list: Vec<Argument<'_>> = whole.within(brace, all.all.len()).inside(all.all[brace]).unwrap_or_default();
        let arguments = store.arguments(&list);
        let args = arguments.iter().find(|(key, _)| key.as_deref() == Some("args")).map(|(_, value)| value);
        let id = element_shape(store, path, args, token.start);
        place(store, id, &arguments);
        // Statements between the braces are not a record of fields.
        let spread = list.iter().any(|one| one.key.is_none() || matches!(one.value.node, Node::Unknown));
        if spread || list.is_empty() {
            store.entities[id].problem = Some(Problem { range: token.start..token.end, part: "shape" });
        }
        count += 1;
    }
    count
}
