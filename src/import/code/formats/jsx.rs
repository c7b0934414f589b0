//! Reader of JSX: in, `<RigidBody position={[0, 1, 0]}><CuboidCollider args={[1, 2, 3]} /></RigidBody>` of
//! react-three-rapier, meshes of react-three-fiber, or hooks of use-cannon; out, shapes and bodies in the store.
//!
//! **Sources.** `args` of a collider of react-three-rapier are those of Rapier's own constructor (half extents); `args`
//! of a geometry are those of three's class (whole extents); hooks of use-cannon take whole extents.
//!
//! **Nesting.** Shapes inside an element with a pose belong to that element. If the text has colliders or hooks, its
//! geometries are only drawn, and are skipped.

use std::ops::Range;

use crate::code::evaluate::value;
use crate::code::evaluate::value::{Data, NamedValue, Value};
use crate::code::join::store::{Problem, Store, slot};
use crate::code::parser::expressions::{Parser, no_type};
use crate::code::parser::syntax::{Argument, Node};
use crate::code::parser::token::{Kind, Token, Tokens, closing, tokens};
use crate::names::normalized;

/// Name in JSX, and the path of the constructor that takes the same arguments.
type ConstructorName = (&'static str, [&'static str; 2]);

/// Elements that are shapes.
const SHAPES: [ConstructorName; 14] = [
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

/// Hooks of use-cannon.
const HOOKS: [ConstructorName; 4] = [
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
    while let Some(offset) = text[from..].find('<') {
        if found.len() >= MAX_TAGS {
            break;
        }
        let at = from + offset;
        from = at + 1;
        let is_closing = text[from..].starts_with('/');
        let name = name(&text[from + usize::from(is_closing)..]);
        // `<` without a name is a comparison; `</>` closes a fragment.
        if name.is_empty() && !is_closing {
            continue;
        }
        let Some(end) = tag_end(&text[at..]) else { continue };
        found.push(Tag { name, at: at..at + end, is_closing, is_self_closing: text[..at + end].ends_with("/>") });
        from = at + end;
    }
    found
}

/// Whether an offset in bytes is inside one of the tags, which are in the order of the text.
pub fn is_inside(tags: &[Tag<'_>], at: usize) -> bool {
    let k = tags.partition_point(|tag| tag.at.start <= at);
    k.checked_sub(1).is_some_and(|k| tags[k].at.contains(&at))
}

/// Returns the name at the start of a tag; empty if the text does not begin with a letter.
fn name(rest: &str) -> &str {
    let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.')).unwrap_or(rest.len());
    if rest.starts_with(|c: char| c.is_ascii_alphabetic()) { &rest[..end] } else { "" }
}

/// Length of a tag up to the `>` that is outside of braces, bytes; `None` without one before the next tag.
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

/// Element whose closing tag comes later.
struct OpenElement<'a> {
    name: &'a str,
    /// Index in the store; `None` for an element without a pose.
    entity: Option<usize>,
}

/// Adds the bodies and shapes of the tags to the store; `all` is the text as tokens, for the hooks.
pub fn run(store: &mut Store, text: &str, tags: &[Tag<'_>], all: &Tokens<'_>) {
    let hooks = hooks(store, all);
    let has_colliders = hooks > 0 || tags.iter().any(|tag| tag.name.ends_with("Collider"));
    let mut open: Vec<OpenElement<'_>> = Vec::new();
    for tag in tags {
        if tag.is_closing {
            if let Some(k) = open.iter().rposition(|element| element.name == tag.name) {
                open.truncate(k);
            }
            continue;
        }
        let is_body = ["mesh", "RigidBody"].contains(&tag.name);
        let kind = SHAPES.iter().find(|(element, _)| *element == tag.name).map(|(_, path)| *path);
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
            None if !is_body && !is_placed(&arguments) => {
                if !tag.is_self_closing {
                    open.push(OpenElement { name: tag.name, entity: None });
                }
                continue;
            }
            None => store.body(&["jsx", "element"], tag.at.start),
        };
        place(store, id, &arguments);
        // Any other element with a pose, such as a component of the program, is not understood.
        if kind.is_none() && !is_body {
            store.entities[id].problem = Some(Problem { range: tag.at.clone(), part: "pose" });
        }
        if let Some(owner) = open.iter().rev().find_map(|element| element.entity) {
            store.attach(owner, id, None, &Vec::new());
        }
        if !tag.is_self_closing {
            open.push(OpenElement { name: tag.name, entity: Some(id) });
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
    let arguments: Vec<NamedValue> = match args.map(|args| &args.data) {
        None => Vec::new(),
        Some(Data::List(items)) => inner_items(items),
        Some(_) => vec![(None, Value::unknown(at))],
    };
    let id = store.shape(path, &arguments, at);
    if args.is_none() && path[0] == "ColliderDesc" {
        store.mark_unread(id, "size", at);
    }
    id
}

/// Returns the elements of the list in `{[…]}`, which is a list of one list.
fn inner_items(items: &[NamedValue]) -> Vec<NamedValue> {
    match items {
        [(None, only)] if !only.items().is_empty() => inner_items(only.items()),
        many => many.to_vec(),
    }
}

/// Sets the pose of an entity from its attributes.
fn place(store: &mut Store, id: usize, arguments: &[NamedValue]) {
    for (key, value) in arguments {
        let Some(key) = key.as_deref() else {
            // `{...props}` may contain a pose.
            if store.entities[id].is_shape {
                store.mark_unread(id, "shape", value.at);
            }
            continue;
        };
        let items = inner_items(value.items());
        let at = value.at..value.at + 1;
        let numbers: Option<Vec<f64>> = items.iter().map(|(_, item)| item.number()).collect();
        let numbers = numbers.filter(|numbers| !numbers.is_empty());
        match (normalized(key).as_str(), numbers.as_deref()) {
            ("position", Some([x, y, z])) => store.entities[id].position = Some([*x, *y, *z]),
            ("rotation", Some(angles @ [_, _, _])) => store.entities[id].rotation = value::euler("xyz", angles),
            ("quaternion", Some([x, y, z, w])) => {
                store.entities[id].rotation = value::quaternion([*x, *y, *z, *w]);
                if store.entities[id].rotation.is_none() {
                    store.entities[id].problem = Some(Problem { range: at, part: "pose" });
                }
            }
            ("scale", Some(factors)) if factors.iter().all(|factor| *factor == 1.0) => {}
            ("scale", _) => store.entities[id].problem = Some(Problem { range: at, part: "scale" }),
            // Attributes that begin like those of poses, but are none.
            ("args" | "rotationspeed" | "positions", _) => {}
            // A pose that is not three numbers, or one coordinate of it, `rotation-y`.
            (name, _) if slot(name.split('-').next().unwrap_or(name)).is_some() || name.starts_with("scale-") => {
                store.entities[id].problem = Some(Problem { range: at, part: "pose" });
            }
            _ => continue,
        }
        store.entities[id].used.extend(value.used.iter().cloned());
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
            if let Some(key) = token_before_equals(&all.all[..k])
                && token.kind == Kind::Text
            {
                found.push((Some(key.text.to_owned()), Value::unknown(tag.at.start + token.start)));
            }
            k += 1;
            continue;
        }
        let key = attribute_name(&all.all[..k]);
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

/// Returns the token before the `=` at the end of these tokens; `None` without an `=`.
fn token_before_equals<'t, 'a>(before: &'t [Token<'a>]) -> Option<&'t Token<'a>> {
    let [.., key, equals] = before else { return None };
    equals.is("=").then_some(key)
}

/// Returns the name of an attribute, `rotation` or `rotation-y`, from the tokens before its value; `None` if no name
/// and `=` are there.
fn attribute_name(before: &[Token<'_>]) -> Option<String> {
    let key = token_before_equals(before).filter(|key| key.kind == Kind::Name)?;
    if let [.., first, dash, _, _] = before
        && dash.is("-")
        && dash.start == first.end
    {
        return Some(format!("{}-{}", first.text, key.text));
    }
    Some(key.text.to_owned())
}

/// Shifts the ranges of a value, and of its elements, by the offset of its tag in the text, bytes.
fn shift(value: &mut Value, by: usize) {
    for range in &mut value.used {
        *range = range.start + by..range.end + by;
    }
    if let Data::List(items) = &mut value.data {
        for (_, item) in std::rc::Rc::make_mut(items) {
            shift(item, by);
        }
    }
}

/// Returns the path of the constructor for the shape of a hook; `None` for any other token.
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
        let has_other_entries =
            list.iter().any(|entry| entry.key.is_none() || matches!(entry.value.node, Node::Unknown));
        if has_other_entries || list.is_empty() {
            store.entities[id].problem = Some(Problem { range: token.start..token.end, part: "shape" });
        }
        count += 1;
    }
    count
}
