//! Bodies from the facts of their records: one kind of shape with its sizes, at most one position and one rotation.

mod names;

use super::facts::{Fact, NOT_A_QUATERNION, Quaternion, Statement};
use super::fields::Order;
use super::order;
use super::rounds;
use crate::ask::Axis;
use crate::import::code;
use crate::import::draft::checked_length;
use crate::import::dump::shape::ShapeKind;
use crate::import::dump::token::Token;
use crate::import::dump::tree::{ErrorAt, Node, Value};
use crate::import::dump::{self, shape};
use crate::import::pose::{IDENTITY_ROTATION, Pose};
use crate::scene::model::Shape;
use names::without_article;

/// Body of a record.
#[derive(Debug)]
pub(super) struct Body<'a> {
    pub(super) name: String,
    /// Whether a field states the name, rather than a word next to the shape.
    pub(super) is_named: bool,
    pub(super) shape: Shape,
    /// Pose in the world; `None` if the record has none.
    pub(super) pose: Option<Pose>,
    /// Offset of the shape's kind, or else of the record, bytes.
    pub(super) offset: usize,
    pub(super) used: Vec<Token<'a>>,
}

/// Conventions of a whole text, by which its records are read.
pub(super) struct Context {
    /// Libraries that the text names.
    libraries: std::collections::BTreeSet<&'static str>,
    /// Whether the text gives positions of objects, in whose frames Unity's colliders have their centers.
    has_objects: bool,
    /// Order of the coordinates of quaternions whose fields do not state it.
    order: Order,
}

/// Error of a quaternion whose order is not known.
pub(super) const NO_ORDER: &str =
    "is this quaternion x, y, z, w or w, x, y, z? Name its field `quaternion_xyzw` or `quaternion_wxyz`";

/// Error of a box whose extents may be half or full.
const HALF_OR_FULL: &str =
    "are these half or full extents of the box? Name their field `half_extents` or `full_extents`, or name the library";

/// Minimum first coordinate at which a quaternion of a field called `rotation` may also be w, x, y, z. Below it, w
/// first would be a rotation by more than 145 degrees.
const MIN_FIRST: f64 = 0.3;

/// Libraries that print quaternions as x, y, z, w, in addition to those of code.
const W_LAST_PRINTERS: [&str; 5] = ["rapier", "parry", "bepu", "ncollide", "bevy_xpbd"];

impl Context {
    /// Returns the context of a text with these facts.
    pub(super) fn new(text: &str, facts: &[&Fact<'_>]) -> Self {
        let libraries = code::named_libraries(text);
        let quaternions: Vec<[f64; 4]> = facts
            .iter()
            .filter_map(|fact| match fact.statement {
                Statement::Rotation(Quaternion { values, order: Order::Unknown | Order::Plain }) => Some(values),
                _ => None,
            })
            .collect();
        let is_last = quaternions.iter().any(|values| matches!(values, [0.0, 0.0, 0.0, w] if w.abs() == 1.0));
        let is_first = quaternions.iter().any(|values| matches!(values, [w, 0.0, 0.0, 0.0] if w.abs() == 1.0));
        let has_half = facts.iter().any(|fact| matches!(fact.statement, Statement::HalfExtent(..)));
        let by_library = if code::is_w_first(&libraries) {
            Some(Order::First)
        } else if code::is_w_last(&libraries) || W_LAST_PRINTERS.iter().any(|printer| libraries.contains(printer)) {
            Some(Order::Last)
        } else {
            None
        };
        let prefixed = facts.iter().any(|fact| match &fact.statement {
            Statement::Kind(kind) => {
                ["Px", "bt", "JPH", "e"].iter().any(|prefix| {
                    kind.text
                        .strip_prefix(prefix)
                        .is_some_and(|after| after.starts_with(|c: char| c.is_ascii_uppercase()))
                }) || kind.text.ends_with("Shape3D")
                    || kind.text.ends_with("Collider")
                    || kind.text == "Cuboid"
            }
            _ => false,
        });
        let order = match (by_library, is_last, is_first) {
            (_, true, true) => Order::Unknown,
            (Some(order), _, _) => order,
            (None, true, false) => Order::Last,
            (None, false, true) => Order::First,
            // `hx`, `p` and `q` are fields of PhysX.
            (None, false, false) if prefixed || has_half => Order::Last,
            (None, false, false) => Order::Unknown,
        };
        Self {
            has_objects: libraries.contains("unity") && text.to_lowercase().contains("object at "),
            libraries,
            order,
        }
    }

    /// Orders the coordinates of a quaternion as x, y, z, w.
    fn ordered(&self, quaternion: Quaternion) -> Result<[f64; 4], String> {
        let order = match quaternion.order {
            Order::Unknown => self.order,
            Order::Plain if self.order == Order::Unknown => match quaternion.values[0].abs() < MIN_FIRST {
                true => Order::Last,
                false => Order::Unknown,
            },
            Order::Plain => self.order,
            known @ (Order::Last | Order::First) => known,
        };
        let [a, b, c, d] = quaternion.values;
        let xyzw = match order {
            Order::Last => [a, b, c, d],
            Order::First => [b, c, d, a],
            Order::Unknown | Order::Plain => return Err(NO_ORDER.to_owned()),
        };
        let length = xyzw.iter().map(|x| x * x).sum::<f64>().sqrt();
        if (length - 1.0).abs() < 1e-3 {
            Ok(xyzw)
        } else {
            Err(format!("a quaternion must have length 1, but has length {length}"))
        }
    }

    /// Factor that converts the extents of a field to half extents; `None` if the field may have half or full ones.
    fn half_extent_factor(&self, field: &str, kind: Option<Token<'_>>) -> Option<f64> {
        let kind = kind.map_or("", |kind| kind.text);
        match (field, kind) {
            ("halfextents", _) | ("extents", "rp3d.BoxShape") => Some(1.0),
            ("fullextents", _) | ("size", "BoxCollider" | "BoxShape3D") => Some(0.5),
            ("size", kind) if kind.starts_with("mjGEOM") => Some(1.0),
            ("size", _) if self.libraries.len() == 1 && self.libraries.contains("unity") => Some(0.5),
            _ => None,
        }
    }
}

/// Sizes of a record, before its shape is built.
#[derive(Default)]
struct Sizes<'a> {
    fields: Vec<(&'static str, Vec<Token<'a>>)>,
    half_extents: [Option<Token<'a>>; 3],
}

/// Values of a record, before its shape and pose are built.
#[derive(Default)]
struct Parts<'a> {
    kind: Option<Token<'a>>,
    sizes: Sizes<'a>,
    position: Option<[f64; 3]>,
    center: Option<[f64; 3]>,
    coordinates: [Option<f64>; 3],
    rotation: Option<Quaternion>,
    rotation_coordinates: [Option<f64>; 4],
    axis: Option<Axis>,
    name: String,
    is_named: bool,
}

/// Words in the names of poses.
const POSES: [&str; 6] = ["pose", "trans", "iso", "tf", "xf", "pos"];

impl Parts<'_> {
    /// Whether the name of a pose may belong to the shape: `pose_a` to `shape_a`, and not to `shape_b`.
    fn is_of(&self, name: &str) -> bool {
        let lower = name.to_ascii_lowercase();
        let ending = dump::ending(self.name.trim());
        let other = dump::ending(name.trim());
        let is_pose = POSES.iter().any(|word| lower.contains(word));
        !is_pose || ending.is_empty() || other.is_empty() || ending == other
    }
}

/// Error of a field that a record has twice.
const TWICE: &str = "this record states a second value here; separate the records of bodies by an empty line";

/// Stores a value; an error if another value is stored already.
fn set_once<T: PartialEq>(slot: &mut Option<T>, value: T) -> Result<(), String> {
    match slot {
        Some(known) if *known != value => Err(TWICE.to_owned()),
        _ => {
            *slot = Some(value);
            Ok(())
        }
    }
}

/// Collects the parts of a record.
fn collect_values<'a>(facts: &[Fact<'a>]) -> Result<Parts<'a>, ErrorAt> {
    let mut parts = Parts::default();
    for Fact { statement, offset, .. } in facts {
        let result = match statement {
            Statement::Kind(kind) => {
                let is_same = parts.kind.is_none_or(|known| ShapeKind::of(known.text) == ShapeKind::of(kind.text));
                if let Some(known) = parts.kind.filter(|_| is_same && parts.name.is_empty()) {
                    parts.name = known.text.to_owned();
                }
                let says_more = parts.kind.is_none_or(|known| known.text.len() < kind.text.len());
                if !is_same && !parts.sizes.fields.is_empty() {
                    return Err((*offset, TWICE.to_owned()));
                }
                if says_more || !is_same {
                    parts.kind = Some(*kind);
                }
                Ok(())
            }
            Statement::Size(name, tokens) => {
                if parts.sizes.fields.iter().any(|(known, _)| known == name) {
                    return Err((*offset, TWICE.to_owned()));
                }
                parts.sizes.fields.push((*name, tokens.clone()));
                Ok(())
            }
            Statement::Time(_) => Ok(()),
            Statement::Axis(axis) => set_once(&mut parts.axis, *axis),
            Statement::Extent => Err(HALF_OR_FULL.to_owned()),
            Statement::HalfExtent(index, token) => set_once(&mut parts.sizes.half_extents[*index], *token),
            Statement::Position(position) => set_once(&mut parts.position, *position),
            Statement::Center(center) => set_once(&mut parts.center, *center),
            Statement::Coordinate(index, x) => set_once(&mut parts.coordinates[*index], *x),
            Statement::Rotation(quaternion) => set_once(&mut parts.rotation, *quaternion),
            Statement::RotationCoordinate(index, x) => set_once(&mut parts.rotation_coordinates[*index], *x),
            Statement::Name(name) if !parts.is_of(name) => Err(order::WHOSE.to_owned()),
            Statement::Name(name) => {
                let is_stated = !name.starts_with(' ');
                let bare_name = without_article(name);
                if (parts.name.is_empty() || is_stated && !parts.is_named) && !bare_name.is_empty() {
                    bare_name.clone_into(&mut parts.name);
                    parts.is_named = is_stated;
                }
                Ok(())
            }
            Statement::Refused(why) => Err(why.clone()),
            Statement::Foreign => Err(String::from("shapes of this type are not supported in records")),
        };
        result.map_err(|why| (*offset, why))?;
    }
    Ok(parts)
}

/// Builds the body of a record with one kind of shape.
pub(super) fn build<'a>(facts: &[Fact<'a>], context: &Context) -> Result<Body<'a>, ErrorAt> {
    let offset = facts.first().map_or(0, |fact| fact.offset);
    let offset =
        facts.iter().find(|fact| matches!(fact.statement, Statement::Kind(_))).map_or(offset, |fact| fact.offset);
    let parts = collect_values(facts)?;
    let pose = build_pose(&parts, context).map_err(|why| (offset, why))?;
    let shape = build_shape(&parts, context, offset)?;
    let used = facts.iter().flat_map(|fact| fact.used.iter().copied()).collect();
    Ok(Body { name: parts.name, is_named: parts.is_named, shape, pose, offset, used })
}

/// Builds the pose of a record; `None` without one.
fn build_pose(parts: &Parts<'_>, context: &Context) -> Result<Option<Pose>, String> {
    let is_collider = parts.kind.is_some_and(|kind| kind.text.ends_with("Collider"));
    let mut position = parts.position;
    match parts.coordinates {
        [Some(x), Some(y), Some(z)] if position.is_none() => position = Some([x, y, z]),
        [None, None, None] => {}
        _ => return Err(String::from("the position of this body needs all coordinates x, y and z, or one vector")),
    }
    let mut local = None;
    match (position, parts.center) {
        (_, Some([0.0, 0.0, 0.0])) | (_, None) => {}
        (Some(_), center) if is_collider && context.has_objects => local = center.map(Pose::at),
        (None, center) if !is_collider => position = center,
        _ => {
            return Err(String::from(
                "the center of a shape relative to its body is not supported; print its center in the world",
            ));
        }
    }
    let rotation = match (parts.rotation, parts.rotation_coordinates) {
        (rotation, [None, None, None, None]) => rotation,
        (None, [Some(x), Some(y), Some(z), Some(w)]) => Some(Quaternion { values: [x, y, z, w], order: Order::Last }),
        _ => return Err(NOT_A_QUATERNION.to_owned()),
    };
    let rotation = rotation.map(|quaternion| context.ordered(quaternion)).transpose()?;
    position.iter().flatten().try_for_each(|x| checked_length(*x).map(|_| ()))?;
    match (position, rotation) {
        (Some(position), rotation) => {
            let pose = Pose { position, rotation: rotation.unwrap_or(IDENTITY_ROTATION) };
            Ok(Some(pose.then(local.unwrap_or_default())))
        }
        (None, Some(_)) => Err(String::from(
            "this record has a rotation and no position; add `position=(0, 0, 0)` if it is at the origin",
        )),
        (None, None) => Ok(None),
    }
}

/// Returns the three numbers of a field; `None` for any other count.
fn vector_of(tokens: &[Token<'_>]) -> Option<[f64; 3]> {
    let [x, y, z] = tokens else { return None };
    Some([x.number()?.value, y.number()?.value, z.number()?.value])
}

/// Builds the shape of a record.
fn build_shape(parts: &Parts<'_>, context: &Context, offset: usize) -> Result<Shape, ErrorAt> {
    let missing =
        String::from("the sizes of this shape are not understood; write them as `half_extents=(…)` or `radius=…`");
    let mut fields = parts.sizes.fields.clone();
    if let [Some(x), Some(y), Some(z)] = parts.sizes.half_extents {
        fields.push(("halfextents", vec![x, y, z]));
    } else if parts.sizes.half_extents.iter().any(Option::is_some) {
        return Err((offset, missing));
    }
    let kind = parts.kind;
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
            if let Some(axis) = parts.axis {
                let round = rounds::build(kind, &fields, axis).ok_or_else(|| (offset, shape::NO_AXIS.to_owned()))?;
                return shape::check_sizes(&round, offset).map(|()| round);
            }
            check_axis(kind, &fields, offset)?;
            return build_with_shape_reader(kind, &fields, offset, missing);
        }
    };
    shape::check_sizes(&shape, offset).map(|()| shape)
}

/// Checks that the axis and the height of a round shape are known.
fn check_axis(kind: Token<'_>, fields: &[(&str, Vec<Token<'_>>)], offset: usize) -> Result<(), ErrorAt> {
    let lower = kind.text.to_ascii_lowercase();
    let is_round = ["capsule", "cylinder", "cone"].iter().any(|word| lower.contains(word));
    let is_known = ["px", "y_", "z_", "mjgeom"].iter().any(|start| lower.starts_with(start))
        || ["shape3d", "capsuleshape", "cylindershape"].iter().any(|end| lower.ends_with(end));
    let has_whole = fields.iter().any(|(name, _)| ["height", "length"].contains(name)) && !lower.ends_with("shape3d");
    if is_round && (!is_known || has_whole) { Err((offset, shape::NO_AXIS.to_owned())) } else { Ok(()) }
}

/// Builds a shape with the reader of printed shapes; fails with `missing` if a field is not one of the shape's.
fn build_with_shape_reader(
    kind: Token<'_>,
    fields: &[(&'static str, Vec<Token<'_>>)],
    offset: usize,
    missing: String,
) -> Result<Shape, ErrorAt> {
    let items = fields
        .iter()
        .map(|(name, tokens)| {
            let key = vec![Token { text: name, ..kind }];
            let value = match tokens[..] {
                [only] => Value::Number(only),
                _ => Value::Group(
                    tokens
                        .iter()
                        .map(|token| Node { key: Vec::new(), head: Vec::new(), value: Value::Number(*token) })
                        .collect(),
                ),
            };
            Node { key, head: Vec::new(), value }
        })
        .collect();
    let node = Node { key: Vec::new(), head: vec![kind], value: Value::Group(items) };
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
    match shape::read(&node) {
        Some(result) => result.map(|made| made.shape).map_err(|(_, why)| (offset, why)),
        None => Err((offset, missing)),
    }
}
