//! Reader of shapes in the tree of a printed text, which are recognized by the names of their types and fields.
//! [`read`] gets the node of a shape with brackets, [`read_run`] the nodes of one without. Lengths are meters.

use contact_lens_model::ask::Axis;
use contact_lens_scene::model::Shape;

use super::fields::{axis, godot_half_height, half_extents_by_type, kind_field};
use super::makers::{FULL_LENGTHS, capsule, cone, cuboid, cylinder, half_space_below, swept_ball};
pub(super) use super::shape_kind::{ShapeKind, is_kind, is_type, last_segment};
use super::token::Token;
use super::tree::{ErrorAt, Node, Value};
use super::vector::{points, read_number, read_vector, vector_of};
use crate::draft::checked_length;

/// Error of a round shape whose axis is not known.
pub(super) const NO_AXIS: &str =
    "along which axis is this shape, and is its height half or whole? Name the library in the text";

/// Shape in a printed text.
#[derive(Debug)]
pub(super) struct PrintedShape<'a> {
    pub(super) shape: Shape,
    /// Tokens that state the shape.
    pub(super) used: Vec<Token<'a>>,
    /// Sentence for the note of the scene.
    pub(super) note: Option<&'static str>,
}

/// Checks that the sizes of a shape are valid; `offset` is that of the error in the text, bytes.
pub(super) fn check_sizes(shape: &Shape, offset: usize) -> Result<(), ErrorAt> {
    let no_node = Node { key: Vec::new(), head: Vec::new(), value: Value::Nothing };
    check_lengths(&no_node, shape).map_err(|(_, why)| (offset, why))
}

/// Reads a shape; `None` if the node is not one.
///
/// # Errors
/// Returns `Some(Err)` for a malformed or ambiguous shape.
pub(super) fn read<'a>(node: &Node<'a>) -> Option<Result<PrintedShape<'a>, ErrorAt>> {
    let items = node.items();
    if items.is_empty() {
        return None;
    }
    let printed = read_fcl_constructor(node).or_else(|| read_record(node))?;
    Some(printed.and_then(|printed| check_lengths(node, &printed.shape).map(|()| printed)))
}

/// Reads a shape of an FCL reproduction: `Cylinder<double>(0.3, 1);`. Lengths are full lengths, along z.
fn read_fcl_constructor<'a>(node: &Node<'a>) -> Option<Result<PrintedShape<'a>, ErrorAt>> {
    let [.., name, scalar] = node.head.as_slice() else { return None };
    let numbers = node.numbers();
    if !["double", "float", "S"].contains(&scalar.text) || node.items().iter().any(|item| !item.key.is_empty()) {
        return None;
    }
    let n: Vec<f64> = numbers.iter().filter_map(|token| Some(token.number()?.value)).collect();
    let shape = match (name.text.rsplit("::").next().unwrap_or_default(), n.as_slice()) {
        ("Box", [x, y, z]) => cuboid(&[0.5 * x, 0.5 * y, 0.5 * z]),
        ("Sphere", [radius]) => Shape::Sphere { radius: *radius },
        ("Ellipsoid", [x, y, z]) => Shape::Ellipsoid { radii: [*x, *y, *z] },
        ("Capsule", [radius, length]) => capsule(*radius, 0.5 * length, Axis::Z),
        ("Cylinder", [radius, length]) => cylinder(*radius, 0.5 * length, Axis::Z),
        ("Cone", [radius, length]) => cone(*radius, 0.5 * length, Axis::Z),
        ("Halfspace", [_, _, _, _]) => half_space_below(&n),
        _ => return None,
    };
    Some(Ok(PrintedShape { shape, used: with_names(node, numbers), note: FULL_LENGTHS }))
}

/// Reads a shape whose sizes have no brackets. Also returns the number of nodes that it uses.
pub(super) fn read_run<'a>(nodes: &[Node<'a>]) -> Option<(Result<PrintedShape<'a>, ErrorAt>, usize)> {
    keyed_record(nodes).or_else(|| open_record(nodes)).or_else(|| open_box(nodes))
}

/// Reads `cylinder: radius = 0.015, lz = 0.11` and `box: side = 0.4 0.3 0.02`, where the type is before the name of the
/// first field.
fn keyed_record<'a>(nodes: &[Node<'a>]) -> Option<(Result<PrintedShape<'a>, ErrorAt>, usize)> {
    let first = nodes.first().filter(|first| first.head.is_empty() && matches!(first.value, Value::Number(_)))?;
    let [.., kind, field] = &first.key[..] else { return None };
    ShapeKind::of(kind.text)?;
    let first_field = Node { key: vec![*field], head: Vec::new(), value: first.value.clone() };
    // `side` states full sizes; three numbers of a `size` are ambiguous.
    if field.text == "side" || field.text == "size" {
        let sides = [first_field.number()?, bare_number(nodes.get(1))?, bare_number(nodes.get(2))?];
        let [x, y, z] = vector_of(&sides)?;
        if !["box", "cuboid"].contains(&kind.text.to_ascii_lowercase().as_str()) || field.text == "size" {
            return None;
        }
        let shape = cuboid(&[0.5 * x, 0.5 * y, 0.5 * z]);
        let used = first.key.iter().copied().chain(sides).collect();
        return Some((check_lengths(first, &shape).map(|()| PrintedShape { shape, used, note: FULL_LENGTHS }), 3));
    }
    let mut fields = vec![first_field];
    for node in nodes[1..].iter().take(MAX_FIELDS - 1) {
        let is_size = node.key.len() == 1 && ROUND_SIZES.contains(&node.key[0].text.to_ascii_lowercase().as_str());
        if !is_size || !node.head.is_empty() || !matches!(node.value, Value::Number(_)) {
            break;
        }
        fields.push(node.clone());
    }
    // Only the library defines the axis of a shape with a half height.
    let is_round = ["capsule", "cylinder", "cone"].contains(&kind.text.to_ascii_lowercase().as_str());
    let mut names = fields.iter().flat_map(|item| &item.key);
    if is_round && names.any(|name| name.text.to_ascii_lowercase().starts_with("half")) {
        return Some((Err((first.start(), NO_AXIS.to_owned())), fields.len()));
    }
    // Fields after the shape may belong to something else: the longest list of fields that is a shape decides.
    (1..=fields.len()).rev().find_map(|count| {
        let value = Value::Group(fields[..count].to_vec());
        let printed = read_record(&Node { key: Vec::new(), head: vec![*kind], value })?;
        Some((printed.and_then(|printed| check_lengths(first, &printed.shape).map(|()| printed)), count))
    })
}

/// Maximum number of fields of a shape without brackets.
const MAX_FIELDS: usize = 8;

/// Names of the sizes of round shapes, in lower case.
const ROUND_SIZES: [&str; 8] = ["radius", "r", "rad", "lz", "length", "halfheight", "half_height", "half_length"];

/// Returns the number of a node without a name.
fn bare_number<'a>(node: Option<&Node<'a>>) -> Option<Token<'a>> {
    node.filter(|node| node.key.is_empty() && node.head.is_empty()).and_then(Node::number)
}

/// Whether a node is a number with a name, and without a type.
fn is_named_number(node: &Node<'_>) -> bool {
    !node.key.is_empty() && node.head.is_empty() && matches!(node.value, Value::Number(_))
}

/// Reads `CapsuleShape, mRadius = 0.25, mHalfHeightOfCylinder = 0.5`.
fn open_record<'a>(nodes: &[Node<'a>]) -> Option<(Result<PrintedShape<'a>, ErrorAt>, usize)> {
    let first = nodes.first().filter(|first| first.value == Value::Nothing)?;
    let following = nodes[1..].iter().take_while(|node| is_named_number(node)).take(MAX_FIELDS);
    let fields: Vec<Node<'a>> = following.cloned().collect();
    // The shortest list of fields that is a shape decides.
    (1..=fields.len()).find_map(|count| {
        let value = Value::Group(fields[..count].to_vec());
        let printed = read_record(&Node { key: first.key.clone(), head: first.head.clone(), value })?;
        Some((printed.and_then(|printed| check_lengths(first, &printed.shape).map(|()| printed)), count + 1))
    })
}

/// Reads a box in an old format of FCL: `Box0.3 0.3 0.3`.
fn open_box<'a>(nodes: &[Node<'a>]) -> Option<(Result<PrintedShape<'a>, ErrorAt>, usize)> {
    let [first, y, z] = nodes.get(..3)? else { return None };
    let is_box = first.key.last().is_some_and(|key| key.text == "Box");
    let sides = [first.number()?, y.number()?, z.number()?];
    if !is_box || !y.key.is_empty() || !z.key.is_empty() {
        return None;
    }
    let [x, y, z] = vector_of(&sides)?;
    let shape = cuboid(&[0.5 * x, 0.5 * y, 0.5 * z]);
    let used = first.key.iter().copied().chain(sides).collect();
    Some((check_lengths(first, &shape).map(|()| PrintedShape { shape, used, note: FULL_LENGTHS }), 3))
}

/// Returns the first field with one of these names, in lower case and without underscores; a prefix `m` of members in
/// the text does not count.
pub(super) fn field<'n, 'a>(node: &'n Node<'a>, names: &[&str]) -> Option<&'n Node<'a>> {
    node.items().iter().find(|item| {
        let Some(last) = item.key.last() else { return false };
        let key = last.plain_name();
        names.contains(&key.as_str()) || key.strip_prefix('m').is_some_and(|bare| names.contains(&bare))
    })
}

/// Reads a shape whose type `kind` defines the meaning of its sizes: a geom of MuJoCo. A round shape whose type is the
/// value of a field, without a library that defines its axis, is an error. `None` for any other shape.
fn read_tagged<'a>(node: &Node<'a>, kind: Option<Token<'a>>) -> Option<Result<PrintedShape<'a>, ErrorAt>> {
    if let Some(kind) = kind
        && ["capsule", "cylinder", "cone"].contains(&kind.text.to_ascii_lowercase().as_str())
    {
        return Some(Err((node.start(), NO_AXIS.to_owned())));
    }
    let mut used: Vec<Token<'a>> = kind.into_iter().collect();
    let shape = super::makers::mujoco_geom(node, kind, &mut used)?;
    Some(Ok(PrintedShape { shape, used: with_names(node, used), note: None }))
}

/// Reads a record of fields; `None` if they do not state a shape. A bare `height` is not read, because its meaning
/// differs between libraries.
fn read_record<'a>(node: &Node<'a>) -> Option<Result<PrintedShape<'a>, ErrorAt>> {
    let named = node.head.iter().rev().chain(node.key.iter().rev()).find_map(|token| ShapeKind::of(token.text));
    let kind = kind_field(node).filter(|_| named.is_none());
    let named = named.or_else(|| ShapeKind::of(kind?.text));
    if let Some(printed) = read_tagged(node, kind) {
        return Some(printed);
    }
    let mut used: Vec<Token<'a>> = kind.into_iter().collect();
    let radius = field(node, &["radius", "r", "rad"]).and_then(|item| read_number(item, &mut used));
    let half_height = field(node, &["halfheight", "halfheightofcylinder", "halflength"]);
    let half_height = half_height.and_then(|item| read_number(item, &mut used));
    let full_length = field(node, &["lz", "length"]).and_then(|item| read_number(item, &mut used));
    let extents = field(node, &["halfextents", "halfextent"]).and_then(|item| read_vector(item, &mut used));
    let extents = extents.or_else(|| half_extents_by_type(node, &mut used));
    let axis = axis(node, kind, full_length.is_some());
    let half_height =
        half_height.or(full_length.map(|length| 0.5 * length)).or_else(|| godot_half_height(node, radius, &mut used));
    if may_be(named, ShapeKind::Rounded) && field(node, &["innershape", "baseshape"]).is_some() {
        return read_rounded(node);
    }
    let shape = if let Some(half_extents) = extents.filter(|_| may_be(named, ShapeKind::Box)) {
        Shape::Box { half_extents }
    } else if let Some(radius) = radius
        && may_be(named, ShapeKind::Capsule)
        && let Some(segment) = field(node, &["segment"])
    {
        let a = field(segment, &["a"]).and_then(|item| read_vector(item, &mut used))?;
        let b = field(segment, &["b"]).and_then(|item| read_vector(item, &mut used))?;
        used.extend(segment.key.iter().chain(&segment.head));
        swept_ball([a, b], radius)
    } else if let Some(shape) = round_shape(node, named, RoundSizes { radius, half_height, axis }) {
        shape
    } else {
        read_unsized_record(node, named, &mut used)?
    };
    Some(Ok(PrintedShape { shape, used: with_names(node, used), note: None }))
}

/// Whether a record is of a kind, or names none.
fn may_be(named: Option<ShapeKind>, kind: ShapeKind) -> bool {
    named.is_none_or(|named| named == kind)
}

/// Sizes of a record that may be a round shape, meters; `None` if the record has no such field.
struct RoundSizes {
    radius: Option<f64>,
    /// Half height without caps.
    half_height: Option<f64>,
    axis: Axis,
}

/// Builds a sphere, capsule, cylinder or cone; `None` for any other kind, or if a size is missing. Without a kind, only
/// Jolt's `mHalfHeightOfCylinder` means a capsule, and only a lone radius means a sphere.
fn round_shape(node: &Node<'_>, named: Option<ShapeKind>, sizes: RoundSizes) -> Option<Shape> {
    let RoundSizes { radius, half_height, axis } = sizes;
    let radius = radius?;
    let Some(half_height) = half_height else {
        let is_lone_radius = node.items().len() == 1 && node.key.is_empty() && !has_kind(node);
        let is_ball = named == Some(ShapeKind::Ball) || named.is_none() && is_lone_radius;
        return if is_ball { Some(Shape::Sphere { radius }) } else { None };
    };
    match named {
        Some(ShapeKind::Capsule) => Some(capsule(radius, half_height, axis)),
        Some(ShapeKind::Cylinder) => Some(cylinder(radius, half_height, axis)),
        Some(ShapeKind::Cone) => Some(cone(radius, half_height, axis)),
        None if field(node, &["halfheightofcylinder"]).is_some() => Some(capsule(radius, half_height, Axis::Y)),
        _ => None,
    }
}

/// Reads a record of a shape without a radius or half extents, and adds its tokens to `used`: a half-space, an
/// ellipsoid, a hull, a triangle or a segment; `None` for any other record.
fn read_unsized_record<'a>(node: &Node<'a>, named: Option<ShapeKind>, used: &mut Vec<Token<'a>>) -> Option<Shape> {
    if named == Some(ShapeKind::HalfSpace) {
        let [x, y, z] = field(node, &["normal", "n", "planenormal"]).and_then(|item| read_vector(item, used))?;
        let offset = field(node, &["d", "planeconstant", "offset"]).and_then(|item| read_number(item, used));
        return Some(half_space_below(&[x, y, z, offset.unwrap_or(0.0)]));
    }
    if named == Some(ShapeKind::Ellipsoid) {
        let radii = field(node, &["radii"]).and_then(|item| read_vector(item, used))?;
        return Some(Shape::Ellipsoid { radii });
    }
    if may_be(named, ShapeKind::Hull)
        && let Some(list) = field(node, &["points"])
    {
        let (points, tokens) = points(list)?;
        used.extend(tokens);
        return Some(Shape::Polytope { points });
    }
    if may_be(named, ShapeKind::Triangle) && node.items().len() == 3 {
        let [a, b, c] = ["a", "b", "c"].map(|name| read_vector(field(node, &[name])?, used));
        return Some(Shape::Triangle { points: [a?, b?, c?] });
    }
    if may_be(named, ShapeKind::Segment) && node.items().len() == 2 {
        let [a, b] = ["a", "b"].map(|name| read_vector(field(node, &[name])?, used));
        return Some(Shape::Segment { points: [a?, b?] });
    }
    None
}

/// Whether the name of a field contains the type of a shape: `cylinder: radius`.
fn has_kind(node: &Node<'_>) -> bool {
    node.items().iter().flat_map(|item| &item.key).any(|token| ShapeKind::of(token.text).is_some())
}

/// Maximum number of words of a name; a longer key is a sentence.
pub(super) const MAX_NAME_WORDS: usize = 4;

/// Adds the names before the brackets of a node to the tokens that state its shape. A sentence remains quoted.
pub(super) fn with_names<'a>(node: &Node<'a>, mut used: Vec<Token<'a>>) -> Vec<Token<'a>> {
    if node.key.len() <= MAX_NAME_WORDS {
        used.extend(&node.key);
    }
    used.extend(&node.head);
    used
}

/// Reads a shape inflated by a ball, as parry's round shapes; `None` without a radius or an inner shape.
fn read_rounded<'a>(node: &Node<'a>) -> Option<Result<PrintedShape<'a>, ErrorAt>> {
    let mut used = Vec::new();
    let radius = field(node, &["borderradius"]).and_then(|item| read_number(item, &mut used))?;
    let inner = field(node, &["innershape", "baseshape"])?;
    let PrintedShape { shape, used: inner_tokens, note } = match read(inner)? {
        Ok(printed) => printed,
        Err(wrong) => return Some(Err(wrong)),
    };
    used.extend(inner_tokens);
    let shape = Shape::Inflate { radius, shape: Box::new(shape) };
    Some(Ok(PrintedShape { shape, used: with_names(node, used), note }))
}

/// Checks that all lengths of a shape and all numbers of its node are valid.
///
/// # Errors
/// Fails at a number that is not finite, a negative size, a length beyond the limits, or a half-space without a normal.
fn check_lengths(node: &Node<'_>, shape: &Shape) -> Result<(), ErrorAt> {
    let start = node.start();
    for token in node.numbers() {
        let value = token.number().map_or(0.0, |number| number.value);
        // Unrelated fields may contain any number: only the shape's own sizes are checked below.
        if !value.is_finite() && !has_other_fields(node) {
            return Err((token.start, format!("a length must be a finite number, but is {value}")));
        }
    }
    let sizes = match shape {
        Shape::Sphere { radius } | Shape::Inflate { radius, .. } => vec![*radius],
        Shape::Box { half_extents } => half_extents.to_vec(),
        Shape::Ellipsoid { radii } => radii.to_vec(),
        Shape::Capsule { radius, half_height, .. }
        | Shape::Cylinder { radius, half_height, .. }
        | Shape::Cone { radius, half_height, .. } => vec![*radius, *half_height],
        Shape::Segment { .. }
        | Shape::Triangle { .. }
        | Shape::Polytope { .. }
        | Shape::Mesh { .. }
        | Shape::Circle { .. }
        | Shape::Rectangle { .. }
        | Shape::Polygon { .. }
        | Shape::HalfSpace { .. }
        | Shape::Affine { .. }
        | Shape::Compound { .. }
        | Shape::TriangleMesh { .. }
        | Shape::HeightField { .. } => Vec::new(),
    };
    if let Shape::HalfSpace { normal, offset } = shape {
        if *normal == [0.0; 3] {
            return Err((start, String::from("the normal of a half-space must not be 0")));
        }
        checked_length(*offset).map_err(|why| (start, why))?;
    }
    for size in sizes {
        checked_length(size).map_err(|why| (start, why))?;
        if size < 0.0 {
            return Err((start, format!("a size must not be negative, but is {size}")));
        }
    }
    for point in shape.points().into_iter().flatten().flatten() {
        checked_length(point).map_err(|why| (start, why))?;
    }
    Ok(())
}

/// Whether a record has more fields than any shape, so that some belong to something else.
fn has_other_fields(node: &Node<'_>) -> bool {
    node.items().len() > 4
}
