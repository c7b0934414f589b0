//! Construction of bodies from the facts of their records: one kind of shape with its sizes, at most one position and
//! one rotation. Sizes and poses whose meaning is ambiguous are errors.

mod names;

use contact_lens_model::ask::Axis;
use contact_lens_scene::model::Shape;

use super::context::Context;
use super::facts::{Fact, NOT_A_QUATERNION, Quaternion, Statement};
use super::fields::QuaternionOrder;
use super::order;
use super::rounds;
use crate::draft::checked_length;
use crate::dump::shape::ShapeKind;
use crate::dump::token::Token;
use crate::dump::tree::{ErrorAt, Node, Value};
use crate::dump::{self, shape};
use crate::pose::{IDENTITY_ROTATION, Pose};
use names::without_article;

/// Body of a record.
#[derive(Debug)]
pub(super) struct Body<'a> {
    /// Name; empty if the record has none.
    pub(super) name: String,
    /// Whether a field states the name, rather than a word next to the shape.
    pub(super) is_named: bool,
    pub(super) shape: Shape,
    /// Pose in the world; `None` if the record has none.
    pub(super) pose: Option<Pose>,
    /// Offset of the shape's kind, or else of the record, bytes.
    pub(super) offset: usize,
    /// Tokens that state the body.
    pub(super) used: Vec<Token<'a>>,
}

/// Error of a box whose extents may be half or full.
const HALF_OR_FULL: &str =
    "are these half or full extents of the box? Name their field `half_extents` or `full_extents`, or name the library";

/// Sizes of a record, before its shape is built.
#[derive(Default)]
struct Sizes<'a> {
    /// Names of the sizes that the reader of shapes knows, with their numbers.
    fields: Vec<(&'static str, Vec<Token<'a>>)>,
    /// Half extents of a box that are fields of their own, along x, y and z.
    half_extents: [Option<Token<'a>>; 3],
}

/// Values of a record, before its shape and pose are built; lengths are meters. `None` if the record has no such value.
#[derive(Default)]
struct RecordValues<'a> {
    /// Type of the shape.
    kind: Option<Token<'a>>,
    sizes: Sizes<'a>,
    /// Position in the world.
    position: Option<[f64; 3]>,
    /// Center of the shape, in the world or in its body.
    center: Option<[f64; 3]>,
    /// Coordinates of the position that are fields of their own.
    coordinates: [Option<f64>; 3],
    rotation: Option<Quaternion>,
    /// Coordinates x, y, z, w of the quaternion that are fields of their own.
    rotation_coordinates: [Option<f64>; 4],
    /// Axis of a round shape.
    axis: Option<Axis>,
    /// Name of the body; empty if none is known.
    name: String,
    /// Whether a field states the name.
    is_named: bool,
}

/// Parts of the names of poses.
const POSE_NAMES: [&str; 6] = ["pose", "trans", "iso", "tf", "xf", "pos"];

impl<'a> RecordValues<'a> {
    /// Stores a word for the kind of the shape. A second word for the same kind makes the first one the name, and
    /// replaces it if it is longer: `box BoxGeometry`. A word for another kind replaces the first one.
    fn set_kind(&mut self, kind: Token<'a>) -> Result<(), String> {
        let is_same = self.kind.is_none_or(|known| ShapeKind::of(known.text) == ShapeKind::of(kind.text));
        if !is_same && !self.sizes.fields.is_empty() {
            return Err(TWICE.to_owned());
        }
        if let Some(known) = self.kind.filter(|_| is_same && self.name.is_empty()) {
            self.name = known.text.to_owned();
        }
        let is_longer = self.kind.is_none_or(|known| known.text.len() < kind.text.len());
        if is_longer || !is_same {
            self.kind = Some(kind);
        }
        Ok(())
    }

    /// Stores a size; an error if the record has one with this name.
    fn add_size(&mut self, name: &'static str, tokens: &[Token<'a>]) -> Result<(), String> {
        if self.sizes.fields.iter().any(|(known, _)| *known == name) {
            return Err(TWICE.to_owned());
        }
        self.sizes.fields.push((name, tokens.to_vec()));
        Ok(())
    }

    /// Stores a name: the first one, or the first one that a field states. Words in front of a shape, which begin with
    /// a blank, are not stated by a field.
    fn set_name(&mut self, name: &str) -> Result<(), String> {
        if !self.may_have_name(name) {
            return Err(order::WHOSE.to_owned());
        }
        let is_stated = !name.starts_with(' ');
        let bare_name = without_article(name);
        let is_better = self.name.is_empty() || is_stated && !self.is_named;
        if is_better && !bare_name.is_empty() {
            bare_name.clone_into(&mut self.name);
            self.is_named = is_stated;
        }
        Ok(())
    }

    /// Whether a name may belong to the record. The name of a pose, such as `pose_a`, may belong to `shape_a` and not
    /// to `shape_b`.
    fn may_have_name(&self, name: &str) -> bool {
        let lower = name.to_ascii_lowercase();
        let ending = dump::ending(self.name.trim());
        let other = dump::ending(name.trim());
        let is_pose = POSE_NAMES.iter().any(|word| lower.contains(word));
        !is_pose || ending.is_empty() || other.is_empty() || ending == other
    }
}

/// Error of a value that a record states twice.
const TWICE: &str = "this record states a second value here; separate the records of bodies by an empty line";

/// Stores a value; an error if a different value is stored already.
fn set_once<T: PartialEq>(slot: &mut Option<T>, value: T) -> Result<(), String> {
    match slot {
        Some(known) if *known != value => Err(TWICE.to_owned()),
        _ => {
            *slot = Some(value);
            Ok(())
        }
    }
}

/// Collects the values of a record.
///
/// # Errors
/// Fails at a second value of one kind, and at a statement that cannot be read.
fn collect_values<'a>(facts: &[Fact<'a>]) -> Result<RecordValues<'a>, ErrorAt> {
    let mut values = RecordValues::default();
    for Fact { statement, offset, .. } in facts {
        let result = match statement {
            Statement::Kind(kind) => values.set_kind(*kind),
            Statement::Size(name, tokens) => values.add_size(name, tokens),
            Statement::Time(_) => Ok(()),
            Statement::Axis(axis) => set_once(&mut values.axis, *axis),
            Statement::Extent => Err(HALF_OR_FULL.to_owned()),
            Statement::HalfExtent(index, token) => set_once(&mut values.sizes.half_extents[*index], *token),
            Statement::Position(position) => set_once(&mut values.position, *position),
            Statement::Center(center) => set_once(&mut values.center, *center),
            Statement::Coordinate(index, x) => set_once(&mut values.coordinates[*index], *x),
            Statement::Rotation(quaternion) => set_once(&mut values.rotation, *quaternion),
            Statement::RotationCoordinate(index, x) => set_once(&mut values.rotation_coordinates[*index], *x),
            Statement::Name(name) => values.set_name(name),
            Statement::Refused(why) => Err(why.clone()),
            Statement::Foreign => Err(String::from("shapes of this type are not supported in records")),
        };
        result.map_err(|why| (*offset, why))?;
    }
    Ok(values)
}

/// Builds the body of a record with one kind of shape.
///
/// # Errors
/// Fails if a value is missing, ambiguous or stated twice.
pub(super) fn build<'a>(facts: &[Fact<'a>], context: &Context) -> Result<Body<'a>, ErrorAt> {
    let kind = facts.iter().find(|fact| matches!(fact.statement, Statement::Kind(_)));
    let offset = kind.or(facts.first()).map_or(0, |fact| fact.offset);
    let values = collect_values(facts)?;
    let pose = build_pose(&values, context).map_err(|why| (offset, why))?;
    let shape = build_shape(&values, context, offset)?;
    let used = facts.iter().flat_map(|fact| fact.used.iter().copied()).collect();
    Ok(Body { name: values.name, is_named: values.is_named, shape, pose, offset, used })
}

/// Builds the pose of a record in the world; `None` if it has neither a position nor a rotation.
///
/// # Errors
/// Fails if the pose is incomplete, is relative to a body, or has an unknown order of its quaternion.
fn build_pose(values: &RecordValues<'_>, context: &Context) -> Result<Option<Pose>, String> {
    let is_collider = values.kind.is_some_and(|kind| kind.text.ends_with("Collider"));
    let mut position = values.position;
    match values.coordinates {
        [None, None, None] => {}
        [Some(x), Some(y), Some(z)] if position.is_none() => position = Some([x, y, z]),
        _ => return Err(String::from("the position of this body needs all coordinates x, y and z, or one vector")),
    }
    // Pose of a shape in the frame of its body.
    let mut local = Pose::default();
    match (position, values.center) {
        (_, Some([0.0, 0.0, 0.0]) | None) => {}
        (Some(_), Some(center)) if is_collider && context.has_objects => local = Pose::at(center),
        // Without a position, the center is one, except in Unity, whose colliders have centers in their bodies.
        (None, center) if !is_collider => position = center,
        _ => {
            return Err(String::from(
                "the center of a shape relative to its body is not supported; print its center in the world",
            ));
        }
    }
    let rotation = match (values.rotation, values.rotation_coordinates) {
        (rotation, [None, None, None, None]) => rotation,
        (None, [Some(x), Some(y), Some(z), Some(w)]) => {
            Some(Quaternion { values: [x, y, z, w], order: QuaternionOrder::WLast })
        }
        _ => return Err(NOT_A_QUATERNION.to_owned()),
    };
    let rotation = rotation.map(|quaternion| context.ordered(quaternion)).transpose()?;
    position.iter().flatten().try_for_each(|x| checked_length(*x).map(|_| ()))?;
    match (position, rotation) {
        (Some(position), rotation) => {
            let pose = Pose { position, rotation: rotation.unwrap_or(IDENTITY_ROTATION) };
            Ok(Some(pose.then(local)))
        }
        (None, Some(_)) => Err(String::from(
            "this record has a rotation and no position; add `position=(0, 0, 0)` if it is at the origin",
        )),
        (None, None) => Ok(None),
    }
}

/// Returns the values of three numbers; `None` for any other count.
fn vector_of(tokens: &[Token<'_>]) -> Option<[f64; 3]> {
    let [x, y, z] = tokens else { return None };
    Some([x.number()?.value, y.number()?.value, z.number()?.value])
}

/// Builds the shape of a record; `offset` is that of its errors in the text, bytes.
///
/// # Errors
/// Fails if sizes are missing or ambiguous.
fn build_shape(values: &RecordValues<'_>, context: &Context, offset: usize) -> Result<Shape, ErrorAt> {
    let missing =
        String::from("the sizes of this shape are not understood; write them as `half_extents=(…)` or `radius=…`");
    let mut fields = values.sizes.fields.clone();
    if let [Some(x), Some(y), Some(z)] = values.sizes.half_extents {
        fields.push(("halfextents", vec![x, y, z]));
    } else if values.sizes.half_extents.iter().any(Option::is_some) {
        return Err((offset, missing));
    }
    let kind = values.kind;
    let is_box = kind.is_none_or(|kind| ShapeKind::of(kind.text) == Some(ShapeKind::Box));
    let shape = match &fields[..] {
        [] => return Err((offset, missing)),
        [(name, tokens)] if is_box && tokens.len() == 3 => {
            let factor = context.half_extent_factor(name, kind).ok_or_else(|| (offset, HALF_OR_FULL.to_owned()))?;
            let extents = vector_of(tokens).ok_or((offset, missing))?;
            Shape::Box { half_extents: extents.map(|x| factor * x) }
        }
        [("diameter", tokens)] if kind.is_some_and(|kind| ShapeKind::of(kind.text) == Some(ShapeKind::Ball)) => {
            let diameter = tokens.first().and_then(Token::number).map_or(f64::NAN, |number| number.value);
            Shape::Sphere { radius: 0.5 * diameter }
        }
        _ => {
            let Some(kind) = kind else { return Err((offset, missing)) };
            if let Some(axis) = values.axis {
                let round = rounds::build_round_shape(kind, &fields, axis)
                    .ok_or_else(|| (offset, shape::NO_AXIS.to_owned()))?;
                return shape::check_sizes(&round, offset).map(|()| round);
            }
            check_axis(kind, &fields, offset)?;
            return build_with_shape_reader(kind, &fields, offset, missing);
        }
    };
    shape::check_sizes(&shape, offset).map(|()| shape)
}

/// Checks that the type of a round shape defines its axis, and that its height is not a whole one, which may or may not
/// include caps. Godot's types, which end with `Shape3D`, define both.
fn check_axis(kind: Token<'_>, fields: &[(&str, Vec<Token<'_>>)], offset: usize) -> Result<(), ErrorAt> {
    let lower = kind.text.to_ascii_lowercase();
    let is_round = ["capsule", "cylinder", "cone"].iter().any(|word| lower.contains(word));
    let has_axis = ["px", "y_", "z_", "mjgeom"].iter().any(|start| lower.starts_with(start))
        || ["shape3d", "capsuleshape", "cylindershape"].iter().any(|end| lower.ends_with(end));
    let has_whole_height =
        fields.iter().any(|(name, _)| ["height", "length"].contains(name)) && !lower.ends_with("shape3d");
    if is_round && (!has_axis || has_whole_height) { Err((offset, shape::NO_AXIS.to_owned())) } else { Ok(()) }
}

/// Returns the node of a number without a name.
fn number_node(number: Token<'_>) -> Node<'_> {
    Node { key: Vec::new(), head: Vec::new(), value: Value::Number(number) }
}

/// Returns the node of a field with a number or a vector, for the reader of printed shapes.
fn field_node<'a>(name: Token<'a>, numbers: &[Token<'a>]) -> Node<'a> {
    let value = match numbers {
        [only] => Value::Number(*only),
        _ => Value::Group(numbers.iter().map(|number| number_node(*number)).collect()),
    };
    Node { key: vec![name], head: Vec::new(), value }
}

/// Builds a shape with the reader of printed shapes; fails with `missing` if a field is not one of the shape's.
fn build_with_shape_reader(
    kind: Token<'_>,
    fields: &[(&'static str, Vec<Token<'_>>)],
    offset: usize,
    missing: String,
) -> Result<Shape, ErrorAt> {
    let allowed: &[&str] = if ShapeKind::of(kind.text) == Some(ShapeKind::Ball) {
        &["radius"]
    } else if kind.text.starts_with("mjGEOM") {
        &["size"]
    } else {
        &["radius", "halfheight", "height", "length", "radii"]
    };
    if fields.iter().any(|(name, _)| !allowed.contains(name)) {
        return Err((offset, missing));
    }
    let items = fields.iter().map(|(name, tokens)| field_node(Token { text: name, ..kind }, tokens)).collect();
    let node = Node { key: Vec::new(), head: vec![kind], value: Value::Group(items) };
    match shape::read(&node) {
        Some(result) => result.map(|printed| printed.shape).map_err(|(_, why)| (offset, why)),
        None => Err((offset, missing)),
    }
}
