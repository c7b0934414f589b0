//! Tree of USD prims: nodes with fields, readers of the numbers in fields, and poses and scales of nodes in the world.

use std::ops::Range;

use contact_lens_model::ask::Axis;
use contact_lens_scene::model::Shape;

use crate::draft::checked_length;
use crate::ledger::shown;
use crate::number::{self, Number};
use crate::pose::Pose;

/// Offset of an error in the text, bytes, and its message.
pub(super) type ErrorAt = (usize, String);

/// Maximum depth of nested nodes.
pub(super) const MAX_DEPTH: usize = 64;

/// Prim with its fields and its child prims.
#[derive(Clone, Debug)]
pub(super) struct Node<'a> {
    /// Type of the prim, such as `Cube`; empty without one.
    pub(super) kind: &'a str,
    /// Name that the text defines; empty without one.
    pub(super) name: &'a str,
    /// Range in the text, bytes.
    pub(super) range: Range<usize>,
    /// Fields and child prims in the order of the text.
    pub(super) fields: Vec<Field<'a>>,
}

/// Field of a prim, or a child prim.
#[derive(Clone, Debug)]
pub(super) struct Field<'a> {
    /// Name of the field; `children` for a child prim.
    pub(super) key: &'a str,
    /// Offset of the value, bytes.
    pub(super) offset: usize,
    /// Words and numbers of the value, without brackets and quotes.
    pub(super) words: Vec<&'a str>,
    /// Child prim, the only element; empty for a field with a value.
    pub(super) nodes: Vec<Node<'a>>,
}

impl<'a> Node<'a> {
    /// Returns the first field with a name; `None` without one.
    pub(super) fn field(&self, key: &str) -> Option<&Field<'a>> {
        self.fields.iter().find(|field| field.key == key)
    }

    /// Iterates over the child prims, in the order of the text.
    pub(super) fn children(&self) -> impl Iterator<Item = &Node<'a>> {
        self.fields.iter().flat_map(|field| &field.nodes)
    }

    /// Creates an error about the node.
    pub(super) fn error(&self, why: impl Into<String>) -> ErrorAt {
        (self.range.start, why.into())
    }

    /// Returns the `N` numbers of a field, or the default without such a field.
    ///
    /// # Errors
    /// Fails if the field has anything else, or is missing and there is no default.
    pub(super) fn vector<const N: usize>(&self, key: &str, default: Option<[f64; N]>) -> Result<[f64; N], ErrorAt> {
        let Some(field) = self.field(key) else {
            return default.ok_or_else(|| self.error(format!("`{}` needs the field `{key}`", self.kind)));
        };
        let numbers: Option<Vec<f64>> = field.words.iter().map(|word| Some(number::number(word)?.value)).collect();
        let numbers: Option<[f64; N]> = numbers.and_then(|numbers| numbers.try_into().ok());
        let numbers = numbers.ok_or_else(|| {
            let required = if N == 1 { String::from("a number") } else { format!("{N} numbers") };
            (field.offset, format!("`{key}` must be {required}, but is `{}`", shown(&field.words.join(" "))))
        })?;
        for value in numbers {
            checked_length(value).map_err(|why| (field.offset, why))?;
        }
        Ok(numbers)
    }

    /// Returns the number of a field, which must be positive, or the default without such a field.
    pub(super) fn size(&self, key: &str, default: Option<f64>) -> Result<f64, ErrorAt> {
        let [value] = self.vector(key, default.map(|value| [value]))?;
        if value > 0.0 { Ok(value) } else { Err(self.error(format!("`{key}` must be positive, but is {value}"))) }
    }

    /// Passes all numbers of the node and its descendants to a function.
    pub(super) fn numbers(&self, add: &mut dyn FnMut(Number)) {
        for field in &self.fields {
            field.words.iter().filter_map(|word| number::number(word)).for_each(&mut *add);
            field.nodes.iter().for_each(|node| node.numbers(add));
        }
    }
}

/// Pose and scale of a node in the world; the scale applies before the pose.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedPrim {
    /// Pose of the node's frame in the world.
    pub(super) pose: Pose,
    /// Factors along the axes of the node's frame.
    pub(super) scale: [f64; 3],
}

impl Default for PlacedPrim {
    fn default() -> Self {
        Self { pose: Pose::default(), scale: [1.0; 3] }
    }
}

impl PlacedPrim {
    /// Whether all factors are equal.
    fn is_uniform(&self) -> bool {
        self.scale == [self.scale[0]; 3]
    }

    /// Returns the pose and scale in the world of a child with a pose and a scale in this frame; `None` if the child
    /// would be sheared, because it is rotated inside a scale that differs per axis.
    pub(super) fn then(self, inner: Pose, scale: [f64; 3]) -> Option<Self> {
        if !self.is_uniform() && inner.rotation != Pose::default().rotation {
            return None;
        }
        let position = [0, 1, 2].map(|axis| self.scale[axis] * inner.position[axis]);
        Some(Self {
            pose: self.pose.then(Pose { position, ..inner }),
            scale: [0, 1, 2].map(|axis| self.scale[axis] * scale[axis]),
        })
    }

    /// Scales the shape of a node.
    ///
    /// # Errors
    /// Fails at the node if scenes have no such shape.
    pub(super) fn scaled(self, node: &Node<'_>, shape: Shape) -> Result<Shape, ErrorAt> {
        if self.scale == [1.0; 3] {
            return Ok(shape);
        }
        let scaled = stretched(shape, self.scale);
        scaled.ok_or_else(|| {
            node.error("a shape of this kind with this scale is not supported; write its scaled sizes instead")
        })
    }
}

/// Scales a shape along its axes; `None` if scenes have no such shape, or a factor is not positive and finite.
fn stretched(shape: Shape, factors: [f64; 3]) -> Option<Shape> {
    if factors.iter().any(|factor| *factor <= 0.0 || !factor.is_finite()) {
        return None;
    }
    let is_uniform = factors == [factors[0]; 3];
    Some(match shape {
        Shape::Box { half_extents } => {
            Shape::Box { half_extents: [0, 1, 2].map(|axis| factors[axis] * half_extents[axis]) }
        }
        Shape::Sphere { radius } if is_uniform => Shape::Sphere { radius: factors[0] * radius },
        Shape::Sphere { radius } => Shape::Ellipsoid { radii: factors.map(|factor| factor * radius) },
        Shape::Capsule { radius, half_height, axis } if is_uniform => {
            Shape::Capsule { radius: factors[0] * radius, half_height: factors[0] * half_height, axis }
        }
        Shape::Cylinder { radius, half_height, axis } => {
            let RoundFactors { across, along } = round_factors(factors, axis)?;
            Shape::Cylinder { radius: across * radius, half_height: along * half_height, axis }
        }
        Shape::Cone { radius, half_height, axis } => {
            let RoundFactors { across, along } = round_factors(factors, axis)?;
            Shape::Cone { radius: across * radius, half_height: along * half_height, axis }
        }
        _ => return None,
    })
}

/// Scale factors of a round shape.
struct RoundFactors {
    /// Factor of the radius.
    across: f64,
    /// Factor of the height.
    along: f64,
}

/// Returns the factors across and along an axis; `None` if those across differ.
fn round_factors(factors: [f64; 3], axis: Axis) -> Option<RoundFactors> {
    let [x, y, z] = factors;
    let (along, across) = match axis {
        Axis::X => (x, [y, z]),
        Axis::Y => (y, [x, z]),
        Axis::Z => (z, [x, y]),
    };
    if across[0] == across[1] { Some(RoundFactors { across: across[0], along }) } else { None }
}
