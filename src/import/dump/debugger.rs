//! Output of debuggers (gdb, lldb): printed variables, indices before values, and shapes of Bullet by their internal
//! fields.
//!
//! - **Source**: `btBoxShape` and `btCylinderShape` store their half extents without the collision margin,
//!   `btSphereShape` and `btCapsuleShape` their radius and half height (Bullet 3, `BulletCollision/CollisionShapes`).
//! - **Names**: `$1` and `$0` get the name of the variable in the command before them.

use std::ops::Range;

use super::makers::{capsule, cuboid, cylinder};
use super::shape::{Made, check_sizes};
use super::token::{Kind, Token};
use super::tree::{ErrorAt, Node};
use super::vector::three;
use crate::ask::Axis;
use crate::scene::model::Shape;

/// Beginnings of lines in which a user types a command.
const PROMPTS: [&str; 4] = ["(gdb)", "(lldb)", "gdb>", "lldb>"];

/// Commands that print a variable.
const COMMANDS: [&str; 8] = ["p", "print", "po", "expr", "expression", "v", "inspect", "call"];

/// Name of the field with the dimensions of a shape of Bullet.
const DIMENSIONS: &str = "m_implicitShapeDimensions";

/// Command of a debugger.
struct Command<'a> {
    /// Line of the command in the text, bytes.
    at: Range<usize>,
    /// Last name of the printed expression, and its offset.
    name: &'a str,
    start: usize,
}

/// Returns the commands of a text.
fn commands(text: &str) -> Vec<Command<'_>> {
    let mut start = 0;
    let mut all = Vec::new();
    for line in text.split_inclusive('\n') {
        let at = start..start + line.len();
        start += line.len();
        let bare = line.trim();
        let typed = PROMPTS.iter().find_map(|prompt| bare.strip_prefix(prompt)).map(str::trim_start);
        let is_command = typed.unwrap_or(bare).split([' ', '/']).next().is_some_and(|word| COMMANDS.contains(&word));
        let is_sentence = typed.is_none() && (bare.contains(['=', ':', '{', ',']) || bare.split(' ').count() > 2);
        if !is_command || is_sentence {
            continue;
        }
        let end = bare.trim_end_matches([')', ';', ' ']);
        let from = end.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |k| k + 1);
        let name = &end[from..];
        all.push(Command { start: at.start + (name.as_ptr() as usize - line.as_ptr() as usize), at, name });
    }
    all
}

/// Whether an offset is in one of these commands, which are in order.
fn is_typed(commands: &[Command<'_>], at: usize) -> bool {
    let before = commands.partition_point(|command| command.at.start <= at);
    before.checked_sub(1).is_some_and(|last| commands[last].at.contains(&at))
}

/// Returns the tokens of a debugger's output without its commands and indices; the result numbers `$1`, `$2`, … are
/// replaced by the names of the printed variables.
pub(super) fn named<'a>(text: &'a str, tokens: Vec<Token<'a>>) -> Vec<Token<'a>> {
    let commands = commands(text);
    let has_results = tokens.windows(2).any(|two| two[0].is('$') && two[1].number().is_some());
    if !has_results {
        return without_indices(&tokens);
    }
    let kept: Vec<Token<'a>> = tokens.into_iter().filter(|token| !is_typed(&commands, token.start)).collect();
    let mut out: Vec<Token<'a>> = Vec::with_capacity(kept.len());
    let mut k = 0;
    while k < kept.len() {
        let is_result = matches!(&kept[k..], [dollar, number, equals, ..]
            if dollar.is('$') && number.number().is_some() && equals.is('='));
        if !is_result {
            out.push(kept[k]);
            k += 1;
            continue;
        }
        // The type that lldb prints before the name: `(btTransform) $1 = …`.
        let kind = match &out[..] {
            [.., open, kind, close] if open.is('(') && kind.kind == Kind::Name && close.is(')') => Some(*kind),
            _ => None,
        };
        if kind.is_some() {
            out.truncate(out.len() - 3);
        }
        let before = commands.partition_point(|command| command.at.end <= kept[k].start);
        let command = before.checked_sub(1).map(|last| &commands[last]);
        if let Some(Command { name, start, .. }) = command {
            out.push(Token { kind: Kind::Name, text: name, start: *start, end: start + name.len() });
            out.push(kept[k + 2]);
        }
        out.extend(kind);
        k += 3;
    }
    without_indices(&out)
}

/// Removes the indices of lldb before values: `[0] = 1`.
pub(super) fn without_indices<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let mut out = Vec::with_capacity(tokens.len());
    let mut k = 0;
    while k < tokens.len() {
        let is_index = matches!(&tokens[k..], [open, index, close, equals, ..]
            if open.is('[') && close.is(']') && equals.is('=') && index.text.bytes().all(|byte| byte.is_ascii_digit()));
        if is_index {
            k += 4;
            continue;
        }
        out.push(tokens[k]);
        k += 1;
    }
    out
}

/// Returns the field of a shape with a name, in the shape itself or in its base classes.
fn field<'n, 'a>(node: &'n Node<'a>, name: &str) -> Option<&'n Node<'a>> {
    node.items().iter().find_map(|item| {
        let key = item.key.last()?.text;
        if key == name {
            return Some(item);
        }
        let is_base = key.starts_with("bt") || ["m_convexInternalShapeData", "m_collisionShapeData"].contains(&key);
        if is_base { field(item, name) } else { None }
    })
}

/// Returns the number of a field.
fn number(node: &Node<'_>, name: &str) -> Option<f64> {
    Some(field(node, name)?.number()?.number()?.value)
}

/// Kind of a shape of Bullet, by the values of `BroadphaseNativeTypes` or the name of its class.
fn kind(node: &Node<'_>, names: &[Token<'_>]) -> Option<&'static str> {
    let kinds = [(0.0, "btBoxShape"), (8.0, "btSphereShape"), (10.0, "btCapsuleShape"), (13.0, "btCylinderShape")];
    if let Some(value) = number(node, "m_shapeType") {
        return kinds.iter().find(|(own, _)| *own == value).map(|(_, name)| *name);
    }
    let mut named = kinds.iter().filter(|(_, name)| names.iter().any(|token| token.text.starts_with(name)));
    named.next().map(|(_, name)| *name).filter(|_| named.next().is_none())
}

/// Reads a shape of Bullet by its internal fields; `None` for any other node, an error for a shape that they do not
/// state.
pub(super) fn read<'a>(node: &Node<'a>) -> Option<Result<Made<'a>, ErrorAt>> {
    let at = node.start();
    let dimensions = field(node, DIMENSIONS)?;
    if let Some(number) = dimensions.numbers().iter().find(|number| number.text.starts_with("0x")) {
        return Some(Err((
            number.start,
            String::from("these dimensions are printed as integers, which drops fractions; print them without `/x`"),
        )));
    }
    let mut used = Vec::new();
    node.all(&mut used);
    let names: Vec<Token<'a>> = used.iter().filter(|token| token.kind == Kind::Name).copied().collect();
    let own = three(dimensions, &mut Vec::new())?;
    let shape = match shape(node, kind(node, &names), own) {
        Ok(shape) => shape,
        Err(why) => return Some(Err((at, why))),
    };
    let note = Some("Half extents of Bullet's boxes and cylinders are their dimensions plus the collision margin.");
    let note = note.filter(|_| matches!(shape, Shape::Box { .. } | Shape::Cylinder { .. }));
    Some(check_sizes(&shape, at).map(|()| Made { shape, used, note }))
}

/// Builds a shape of Bullet from its dimensions, meters.
fn shape(node: &Node<'_>, kind: Option<&'static str>, own: [f64; 3]) -> Result<Shape, String> {
    let kind = kind.ok_or("the dimensions of this Bullet shape do not define it; print its points or its children")?;
    if kind == "btSphereShape" {
        let scaling = field(node, "m_localScaling").and_then(|scaling| three(scaling, &mut Vec::new()));
        return Ok(Shape::Sphere { radius: own[0] * scaling.map_or(1.0, |[x, ..]| x) });
    }
    let margin = number(node, "m_collisionMargin");
    if kind == "btBoxShape" {
        let margin = margin.ok_or("the half extents of this box need its `m_collisionMargin`; print it too")?;
        return Ok(cuboid(&own.map(|x| x + margin)));
    }
    let up = number(node, "m_upAxis").ok_or("the axis of this shape needs its `m_upAxis`; print it too")?;
    let axes = [Axis::X, Axis::Y, Axis::Z];
    let k = (0..3).find(|k| *k as f64 == up).ok_or_else(|| format!("`m_upAxis` must be 0, 1 or 2, but is {up}"))?;
    if kind == "btCapsuleShape" {
        return Ok(capsule(own[(k + 2) % 3], own[k], axes[k]));
    }
    let margin = margin.ok_or("the radius of this cylinder needs its `m_collisionMargin`; print it too")?;
    Ok(cylinder(own[(k + 2) % 3] + margin, own[k] + margin, axes[k]))
}
