//! Output of debuggers (gdb, lldb). [`with_variable_names`] replaces the numbers of printed results by the names of the
//! variables, so that the readers of shapes and poses see `name = value`; [`read`] reads shapes of Bullet, which are
//! printed with their internal fields.
//!
//! - **Source**: `btBoxShape` and `btCylinderShape` store their half extents without the collision margin,
//!   `btSphereShape` and `btCapsuleShape` their radius and half height (Bullet 3, `BulletCollision/CollisionShapes`).
//! - **Names**: a result, such as `$1` of gdb or `$0` of lldb, gets the name of the variable in the command before it.

use std::ops::Range;

use contact_lens_model::ask::Axis;
use contact_lens_scene::model::Shape;

use super::makers::{capsule, cuboid, cylinder};
use super::shape::{PrintedShape, check_sizes};
use super::token::{Token, TokenKind};
use super::tree::{ErrorAt, Node};
use super::vector::read_vector;

/// Prompts at the starts of lines in which the user types a command.
pub(super) const PROMPTS: [&str; 4] = ["(gdb)", "(lldb)", "gdb>", "lldb>"];

/// Names and abbreviations of the commands that print a variable.
const COMMANDS: [&str; 8] = ["p", "print", "po", "expr", "expression", "v", "inspect", "call"];

/// Name of the field with the dimensions of a shape of Bullet.
const DIMENSIONS: &str = "m_implicitShapeDimensions";

/// Command that the user typed to print a variable.
struct Command<'a> {
    /// Range of its line in the text, bytes.
    range: Range<usize>,
    /// Last name of the printed expression: `transform` of `p body->transform`.
    name: &'a str,
    /// Offset of the name in the text, bytes.
    name_start: usize,
}

/// Returns the commands of a text, in order. Without a prompt, a line with more than two words or with punctuation of
/// values is a sentence, not a command.
fn typed_commands(text: &str) -> Vec<Command<'_>> {
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
        let expression = bare.trim_end_matches([')', ';', ' ']);
        let name_start_in_line =
            expression.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |index| index + 1);
        let name = &expression[name_start_in_line..];
        let name_start = range.start + (name.as_ptr() as usize - line.as_ptr() as usize);
        commands.push(Command { range, name, name_start });
    }
    commands
}

/// Whether an offset of the text is in one of its commands, which are in order.
fn is_typed(commands: &[Command<'_>], offset: usize) -> bool {
    let count = commands.partition_point(|command| command.range.start <= offset);
    count.checked_sub(1).is_some_and(|last| commands[last].range.contains(&offset))
}

/// Returns the tokens of a debugger's output without its commands and indices; the result numbers `$1`, `$2`, … are
/// replaced by the names of the printed variables.
pub(super) fn with_variable_names<'a>(text: &'a str, tokens: Vec<Token<'a>>) -> Vec<Token<'a>> {
    let commands = typed_commands(text);
    let has_results = tokens.windows(2).any(|pair| pair[0].is('$') && pair[1].number().is_some());
    if !has_results {
        return without_indices(&tokens);
    }
    let printed: Vec<Token<'a>> = tokens.into_iter().filter(|token| !is_typed(&commands, token.start)).collect();
    let mut out: Vec<Token<'a>> = Vec::with_capacity(printed.len());
    let mut index = 0;
    while index < printed.len() {
        let Some(equals) = equals_of_result(&printed[index..]) else {
            out.push(printed[index]);
            index += 1;
            continue;
        };
        let kind = remove_type_in_brackets(&mut out);
        let before = commands.partition_point(|command| command.range.end <= printed[index].start);
        let command = before.checked_sub(1).map(|last| &commands[last]);
        if let Some(Command { name, name_start, .. }) = command {
            let end = name_start + name.len();
            out.push(Token { kind: TokenKind::Name, text: name, start: *name_start, end });
            out.push(equals);
        }
        out.extend(kind);
        index += RESULT_TOKENS;
    }
    without_indices(&out)
}

/// Number of tokens of `$1 =`.
const RESULT_TOKENS: usize = 3;

/// Returns the sign `=` if tokens begin with the number of a result, `$1 =`.
fn equals_of_result<'a>(tokens: &[Token<'a>]) -> Option<Token<'a>> {
    match tokens {
        [dollar, number, equals, ..] if dollar.is('$') && number.number().is_some() && equals.is('=') => Some(*equals),
        _ => None,
    }
}

/// Removes the type that lldb prints before the number of a result, `(btTransform) $1 = …`, from the end of the tokens.
/// Returns the type; `None` if the tokens do not end with a name in brackets.
fn remove_type_in_brackets<'a>(tokens: &mut Vec<Token<'a>>) -> Option<Token<'a>> {
    let kind = match &tokens[..] {
        [.., open, kind, close] if open.is('(') && kind.kind == TokenKind::Name && close.is(')') => *kind,
        _ => return None,
    };
    tokens.truncate(tokens.len() - 3);
    Some(kind)
}

/// Whether a text has no character but digits.
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

/// Returns the field with this name in a shape or in its base classes, which debuggers print as nested records.
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

/// Returns the number in a field of a shape or of its base classes; `None` if the field is missing or no number.
fn number_of_field(node: &Node<'_>, name: &str) -> Option<f64> {
    Some(field(node, name)?.number()?.number()?.value)
}

/// Class of Bullet's shapes.
struct BulletClass {
    /// Value of `m_shapeType`, a `BroadphaseNativeTypes` of Bullet.
    shape_type: f64,
    name: &'static str,
}

/// Classes whose shapes are defined by their dimensions.
const CLASSES: [BulletClass; 4] = [
    BulletClass { shape_type: 0.0, name: "btBoxShape" },
    BulletClass { shape_type: 8.0, name: "btSphereShape" },
    BulletClass { shape_type: 10.0, name: "btCapsuleShape" },
    BulletClass { shape_type: 13.0, name: "btCylinderShape" },
];

/// Returns the class of a shape of Bullet by its field `m_shapeType`, else by the names in the printed text; `None` if
/// the type is another, or if the text has the names of no class or of several.
fn class_name(node: &Node<'_>, names: &[Token<'_>]) -> Option<&'static str> {
    if let Some(value) = number_of_field(node, "m_shapeType") {
        return CLASSES.iter().find(|class| class.shape_type == value).map(|class| class.name);
    }
    let mut named = CLASSES.iter().filter(|class| names.iter().any(|token| token.text.starts_with(class.name)));
    match (named.next(), named.next()) {
        (Some(only), None) => Some(only.name),
        _ => None,
    }
}

/// Reads a shape of Bullet by its internal fields; `None` for any other node.
///
/// # Errors
/// Returns `Some(Err)` if the printed fields do not define the shape.
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
    let shape = match shape_of_class(node, class_name(node, &names), dimensions) {
        Ok(shape) => shape,
        Err(why) => return Some(Err((offset, why))),
    };
    let has_margin = matches!(shape, Shape::Box { .. } | Shape::Cylinder { .. });
    let note = has_margin.then_some(MARGIN_NOTE);
    Some(check_sizes(&shape, offset).map(|()| PrintedShape { shape, used, note }))
}

/// Sentence for the note about Bullet's boxes and cylinders.
const MARGIN_NOTE: &str =
    "Half extents of Bullet's boxes and cylinders are their dimensions plus the collision margin.";

/// Builds a shape of Bullet from its class and its dimensions, meters.
///
/// # Errors
/// Fails if the class is not known, or if a field that the class needs is not printed.
fn shape_of_class(node: &Node<'_>, class: Option<&'static str>, dimensions: [f64; 3]) -> Result<Shape, String> {
    let class =
        class.ok_or("the dimensions of this Bullet shape do not define it; print its points or its children")?;
    if class == "btSphereShape" {
        // Bullet stores the radius of a sphere before the scaling.
        let scaling = field(node, "m_localScaling").and_then(|scaling| read_vector(scaling, &mut Vec::new()));
        return Ok(Shape::Sphere { radius: dimensions[0] * scaling.map_or(1.0, |[x, ..]| x) });
    }
    let margin = number_of_field(node, "m_collisionMargin");
    if class == "btBoxShape" {
        let margin = margin.ok_or("the half extents of this box need its `m_collisionMargin`; print it too")?;
        return Ok(cuboid(&dimensions.map(|x| x + margin)));
    }
    let up = number_of_field(node, "m_upAxis").ok_or("the axis of this shape needs its `m_upAxis`; print it too")?;
    let index =
        (0..3).find(|index| *index as f64 == up).ok_or_else(|| format!("`m_upAxis` must be 0, 1 or 2, but is {up}"))?;
    let axis = [Axis::X, Axis::Y, Axis::Z][index];
    let half_height = dimensions[index];
    // Both dimensions across the axis are the radius.
    let radius = dimensions[(index + 2) % 3];
    if class == "btCapsuleShape" {
        return Ok(capsule(radius, half_height, axis));
    }
    let margin = margin.ok_or("the radius of this cylinder needs its `m_collisionMargin`; print it too")?;
    Ok(cylinder(radius + margin, half_height + margin, axis))
}
