//! Output of debuggers (gdb, lldb): printed variables, indices before values, and shapes of Bullet by their internal
//! fields.
//!
//! - **Source**: `btBoxShape` and `btCylinderShape` store their half extents without the collision margin,
//!   `btSphereShape` and `btCapsuleShape` their radius and half height (Bullet 3, `BulletCollision/CollisionShapes`).
//! - **Names**: `$1` and `$0` get the name of the variable in the command before them.

use std::ops::Range;

use super::makers::{capsule, cuboid, cylinder};
use super::shape::{PrintedShape, check_sizes};
use super::token::{Token, TokenKind};
use super::tree::{ErrorAt, Node};
use super::vector::read_vector;
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
    /// Range of its line in the text, bytes.
    range: Range<usize>,
    /// Last name of the printed expression.
    name: &'a str,
    /// Offset of the name in the text, bytes.
    name_start: usize,
}

/// Returns the commands of a text.
fn commands(text: &str) -> Vec<Command<'_>> {
    let mut start = 0;
    let mut commands = Vec::new();
    for line in text.split_inclusive('\n') {
        let range = start..start + line.len();
        start += line.len();
        let bare = line.trim();
        let typed = PROMPTS.iter().find_map(|prompt| bare.strip_prefix(prompt)).map(str::trim_start);
        let is_command = typed.unwrap_or(bare).split([' ', '/']).next().is_some_and(|word| COMMANDS.contains(&word));
        let is_sentence = typed.is_none() && (bare.contains(['=', ':', '{', ',']) || bare.split(' ').count() > 2);
        if !is_command || is_sentence {
            continue;
        }
        let end = bare.trim_end_matches([')', ';', ' ']);
        let from = end.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |index| index + 1);
        let name = &end[from..];
        let name_start = range.start + (name.as_ptr() as usize - line.as_ptr() as usize);
        commands.push(Command { range, name, name_start });
    }
    commands
}

/// Whether an offset is in one of these commands, which are in order.
fn is_typed(commands: &[Command<'_>], offset: usize) -> bool {
    let count = commands.partition_point(|command| command.range.start <= offset);
    count.checked_sub(1).is_some_and(|last| commands[last].range.contains(&offset))
}

/// Returns the tokens of a debugger's output without its commands and indices; the result numbers `$1`, `$2`, … are
/// replaced by the names of the printed variables.
pub(super) fn named<'a>(text: &'a str, tokens: Vec<Token<'a>>) -> Vec<Token<'a>> {
    let commands = commands(text);
    let has_results = tokens.windows(2).any(|two| two[0].is('$') && two[1].number().is_some());
    if !has_results {
        return without_indices(&tokens);
    }
    let printed: Vec<Token<'a>> = tokens.into_iter().filter(|token| !is_typed(&commands, token.start)).collect();
    let mut out: Vec<Token<'a>> = Vec::with_capacity(printed.len());
    let mut index = 0;
    while index < printed.len() {
        let is_result = matches!(&printed[index..], [dollar, number, equals, ..]
            if dollar.is('$') && number.number().is_some() && equals.is('='));
        if !is_result {
            out.push(printed[index]);
            index += 1;
            continue;
        }
        // The type that lldb prints before the name: `(btTransform) $1 = …`.
        let kind = match &out[..] {
            [.., open, kind, close] if open.is('(') && kind.kind == TokenKind::Name && close.is(')') => Some(*kind),
            _ => None,
        };
        if kind.is_some() {
            out.truncate(out.len() - 3);
        }
        let before = commands.partition_point(|command| command.range.end <= printed[index].start);
        let command = before.checked_sub(1).map(|last| &commands[last]);
        if let Some(Command { name, name_start, .. }) = command {
            let end = name_start + name.len();
            out.push(Token { kind: TokenKind::Name, text: name, start: *name_start, end });
            out.push(printed[index + 2]);
        }
        out.extend(kind);
        index += 3;
    }
    without_indices(&out)
}

/// Whether a text consists of digits.
fn is_whole_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Removes the indices of lldb before values: `[0] = 1`.
pub(super) fn without_indices<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let mut out = Vec::with_capacity(tokens.len());
    let mut index = 0;
    while index < tokens.len() {
        let is_index = matches!(&tokens[index..], [open, number, close, equals, ..]
            if open.is('[') && close.is(']') && equals.is('=') && is_whole_number(number.text));
        if is_index {
            index += 4;
            continue;
        }
        out.push(tokens[index]);
        index += 1;
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
fn class_name(node: &Node<'_>, names: &[Token<'_>]) -> Option<&'static str> {
    let kinds = [(0.0, "btBoxShape"), (8.0, "btSphereShape"), (10.0, "btCapsuleShape"), (13.0, "btCylinderShape")];
    if let Some(value) = number(node, "m_shapeType") {
        return kinds.iter().find(|(shape_type, _)| *shape_type == value).map(|(_, name)| *name);
    }
    let mut named = kinds.iter().filter(|(_, name)| names.iter().any(|token| token.text.starts_with(name)));
    named.next().map(|(_, name)| *name).filter(|_| named.next().is_none())
}

/// Reads a shape of Bullet by its internal fields; `None` for any other node, an error for a shape that they do not
/// state.
pub(super) fn read<'a>(node: &Node<'a>) -> Option<Result<PrintedShape<'a>, ErrorAt>> {
    let offset = node.start();
    let dimensions = field(node, DIMENSIONS)?;
    if let Some(number) = dimensions.numbers().iter().find(|number| number.text.starts_with("0x")) {
        return Some(Err((
            number.start,
            String::from("these dimensions are printed as integers, which drops fractions; print them without `/x`"),
        )));
    }
    let mut used = Vec::new();
    node.append_tokens(&mut used);
    let names: Vec<Token<'a>> = used.iter().filter(|token| token.kind == TokenKind::Name).copied().collect();
    let dimensions = read_vector(dimensions, &mut Vec::new())?;
    let shape = match shape(node, class_name(node, &names), dimensions) {
        Ok(shape) => shape,
        Err(why) => return Some(Err((offset, why))),
    };
    let note = Some("Half extents of Bullet's boxes and cylinders are their dimensions plus the collision margin.");
    let note = note.filter(|_| matches!(shape, Shape::Box { .. } | Shape::Cylinder { .. }));
    Some(check_sizes(&shape, offset).map(|()| PrintedShape { shape, used, note }))
}

/// Builds a shape of Bullet from its dimensions, meters.
fn shape(node: &Node<'_>, kind: Option<&'static str>, dimensions: [f64; 3]) -> Result<Shape, String> {
    let kind = kind.ok_or("the dimensions of this Bullet shape do not define it; print its points or its children")?;
    if kind == "btSphereShape" {
        let scaling = field(node, "m_localScaling").and_then(|scaling| read_vector(scaling, &mut Vec::new()));
        return Ok(Shape::Sphere { radius: dimensions[0] * scaling.map_or(1.0, |[x, ..]| x) });
    }
    let margin = number(node, "m_collisionMargin");
    if kind == "btBoxShape" {
        let margin = margin.ok_or("the half extents of this box need its `m_collisionMargin`; print it too")?;
        return Ok(cuboid(&dimensions.map(|x| x + margin)));
    }
    let up = number(node, "m_upAxis").ok_or("the axis of this shape needs its `m_upAxis`; print it too")?;
    let axes = [Axis::X, Axis::Y, Axis::Z];
    let index =
        (0..3).find(|index| *index as f64 == up).ok_or_else(|| format!("`m_upAxis` must be 0, 1 or 2, but is {up}"))?;
    if kind == "btCapsuleShape" {
        return Ok(capsule(dimensions[(index + 2) % 3], dimensions[index], axes[index]));
    }
    let margin = margin.ok_or("the radius of this cylinder needs its `m_collisionMargin`; print it too")?;
    Ok(cylinder(dimensions[(index + 2) % 3] + margin, dimensions[index] + margin, axes[index]))
}
