//! Shapes from the facts of a record, by the conventions of the library that prints them.

mod hulls;
mod rounds;

use std::collections::{BTreeMap, BTreeSet};

use contact_lens_scene::model::Shape;

use super::fields::Field;
use super::kinds::{self, Form, Kind};
use super::record::{ErrorAt, Fact, ShapeRecord, unknown};
use super::value::Value;
use crate::draft::{Draft, checked_length};
use crate::pose::{Pose, of_rows};

/// Shape in the frame of its body.
pub(super) struct Built {
    pub(super) shape: Shape,
    /// Pose in the frame of the body.
    pub(super) pose: Pose,
    /// Whether the facts of the shape place it.
    pub(super) is_placed: bool,
    /// Whether the points are given in the frame of the world.
    pub(super) is_in_world: bool,
    /// Whether the shape exists only in the plane.
    pub(super) is_planar: bool,
}

/// Error of a shape without the sizes of its kind.
const NO_SIZES: &str = "the sizes of this shape are not understood; print each size with the name of its field";

/// Facts of a shape that are not used yet.
struct Facts<'a> {
    kind: Option<Kind>,
    left: BTreeMap<Field, Fact>,
    libraries: &'a BTreeSet<&'static str>,
    start: usize,
}

/// Context of a text for its shapes.
pub(super) struct Context<'a> {
    pub(super) libraries: &'a BTreeSet<&'static str>,
    /// Scale of the body.
    pub(super) scale: [f64; 3],
    /// Whether the bodies are planar.
    pub(super) is_planar: bool,
    pub(super) start: usize,
    /// Position of the body in the world, if it is stated.
    pub(super) body_position: Option<[f64; 3]>,
    /// Whether the shape belongs to a named object.
    pub(super) is_owned: bool,
}

/// Builds a shape; its facts are all used.
///
/// # Errors
/// Fails if the facts do not define a shape, or one of them is not used.
pub(super) fn build(record: &ShapeRecord, context: &Context<'_>, draft: &mut Draft) -> Result<Built, ErrorAt> {
    let left = record.facts.clone();
    let start = left.values().map(|fact| fact.start).min().unwrap_or(context.start);
    let mut facts = Facts { kind: record.kind, left, libraries: context.libraries, start };
    let mut built = facts.shape(context, draft)?;
    if let Some(fact) = facts.left.values().next() {
        return Err((fact.start, unknown(&fact.name)));
    }
    if context.scale != [1.0; 3] {
        built.shape = scaled(built.shape, context.scale)
            .ok_or((start, String::from("the scale of this shape is not supported")))?;
        let [x, y, z] = built.pose.position;
        built.pose.position = [x * context.scale[0], y * context.scale[1], z * context.scale[2]];
    }
    if built.is_planar && is_solid(&built.shape) {
        return Err((start, String::from("this is a 3D shape among 2D shapes; give only one of the two kinds")));
    }
    check_sizes(&built.shape).map_err(|why| (start, why))?;
    Ok(built)
}

/// Whether a shape exists only in space.
fn is_solid(shape: &Shape) -> bool {
    !matches!(shape, Shape::Circle { .. } | Shape::Rectangle { .. } | Shape::Polygon { .. } | Shape::Inflate { .. })
}

/// Checks that the sizes of a shape are not negative and within the limits of scenes.
fn check_sizes(shape: &Shape) -> Result<(), String> {
    let sizes: Vec<f64> = match shape {
        Shape::Box { half_extents } => half_extents.to_vec(),
        Shape::Rectangle { half_extents } => half_extents.to_vec(),
        Shape::Sphere { radius } | Shape::Circle { radius } | Shape::Inflate { radius, .. } => vec![*radius],
        Shape::Cylinder { radius, half_height, .. }
        | Shape::Cone { radius, half_height, .. }
        | Shape::Capsule { radius, half_height, .. } => vec![*radius, *half_height],
        Shape::Ellipsoid { radii } => radii.to_vec(),
        _ => Vec::new(),
    };
    for size in sizes {
        if checked_length(size)? < 0.0 {
            return Err(format!("a size must not be negative, but is {size}"));
        }
    }
    Ok(())
}

/// Applies Unity's scale of a body; radii take the largest factor across their axes.
fn scaled(shape: Shape, scale: [f64; 3]) -> Option<Shape> {
    let scale = scale.map(f64::abs);
    Some(match shape {
        Shape::Box { half_extents: [x, y, z] } => {
            Shape::Box { half_extents: [x * scale[0], y * scale[1], z * scale[2]] }
        }
        Shape::Sphere { radius } => Shape::Sphere { radius: radius * scale.into_iter().fold(0.0, f64::max) },
        Shape::Capsule { radius, half_height, axis } => {
            let index = axis as usize;
            let across = scale[(index + 1) % 3].max(scale[(index + 2) % 3]);
            let total = (half_height + radius) * scale[index];
            Shape::Capsule { radius: radius * across, half_height: (total - radius * across).max(0.0), axis }
        }
        _ => return None,
    })
}

impl Facts<'_> {
    fn take(&mut self, field: Field) -> Option<Fact> {
        self.left.remove(&field)
    }

    fn has(&self, field: Field) -> bool {
        self.left.contains_key(&field)
    }

    fn error(&self, why: &str) -> ErrorAt {
        (self.start, why.to_owned())
    }

    /// Takes the number of a field.
    fn number(&mut self, field: Field) -> Result<f64, ErrorAt> {
        let fact = self.take(field).ok_or_else(|| self.error(NO_SIZES))?;
        fact.value.number().ok_or_else(|| (fact.start, unknown(&fact.name)))
    }

    /// Takes the coordinates of a vector.
    fn vector(&mut self, field: Field) -> Result<Vec<f64>, ErrorAt> {
        let fact = self.take(field).ok_or_else(|| self.error(NO_SIZES))?;
        coordinates(&fact.value).ok_or_else(|| (fact.start, unknown(&fact.name)))
    }

    /// Kind by the type of the shape, the number of its type, or its sizes.
    fn kind(&mut self, is_owned: bool) -> Result<Kind, ErrorAt> {
        let stated = self.take(Field::Kind);
        if let Some(kind) = self.kind {
            return Ok(kind);
        }
        let size = [(Field::HalfExtents, "halfextents"), (Field::HalfHeight, "halfheight"), (Field::Points, "points")];
        let size = size.iter().find(|(field, _)| self.has(*field)).map_or("radius", |(_, name)| *name);
        let number = stated.and_then(|fact| match fact.value.numbers().as_deref() {
            Some([only]) => Some(*only),
            _ => fact.value.number(),
        });
        if let Some(kind) = number.and_then(kinds::mujoco).filter(|_| self.libraries.contains("mujoco")) {
            return Ok(kind);
        }
        if let Some(number) = number.filter(|_| self.has(Field::Dimensions)) {
            let why = "the dimensions of this Bullet shape do not define it; print its points or its children";
            return kinds::bullet(number).ok_or_else(|| self.error(why));
        }
        if let Some(number) = number {
            let why = "the number of this type is not known; print the name of the shape";
            return kinds::numbered(number, size).ok_or_else(|| self.error(why));
        }
        let implied = match size {
            "halfextents" if is_owned => kinds::kind("box"),
            "points" => kinds::kind("hull"),
            _ if self.has(Field::Minimum) && self.has(Field::Maximum) => kinds::kind("aabb"),
            _ => None,
        };
        implied.ok_or_else(|| self.error("the kind of this shape is not printed; print it, as in `Box` or `Sphere`"))
    }

    /// Builds the shape with its pose in the body.
    fn shape(&mut self, context: &Context<'_>, draft: &mut Draft) -> Result<Built, ErrorAt> {
        let mut built = Built {
            shape: Shape::Sphere { radius: 0.0 },
            pose: Pose::default(),
            is_placed: false,
            is_in_world: false,
            is_planar: context.is_planar,
        };
        if let Some(fact) = self.take(Field::BulletShapes) {
            return self.pybullet(&fact, built);
        }
        if self.has(Field::CircleRadius) {
            let radius = self.number(Field::CircleRadius)?;
            if radius > 0.0 {
                // The points are those of a polygon that the engine draws in place of the circle.
                self.take(Field::Points);
                return Ok(Built { shape: Shape::Circle { radius }, is_planar: true, ..built });
            }
        }
        let kind = self.kind(context.is_owned)?;
        if kind.form != Form::Box && self.has(Field::Size) && !self.libraries.contains("mujoco") {
            return Err(self.error("is this size half or full? Name the library in the text"));
        }
        if self.left.get(&Field::HalfExtents).is_some_and(|fact| fact.name == "extent") && !self.has(Field::BoxAxis(0))
        {
            return Err(self.error("is this extent half or full? Name it `halfExtents` or `sides`"));
        }
        built.is_planar |= kind.is_planar;
        if let Some(fact) = self.take(Field::Center) {
            built.pose.position = position(&fact.value).ok_or((fact.start, unknown(&fact.name)))?;
            built.is_placed = true;
        }
        built.shape = match kind.form {
            Form::Box => self.cuboid(&mut built)?,
            Form::Sphere => self.sphere(built.is_planar)?,
            Form::Capsule | Form::Cylinder | Form::Cone => self.round(kind, &mut built)?,
            Form::Ellipsoid => {
                let radii = self.vector(if self.has(Field::Radii) { Field::Radii } else { Field::Size })?;
                Shape::Ellipsoid { radii: exactly(radii).ok_or_else(|| self.error(NO_SIZES))? }
            }
            Form::Hull => self.hull(context, &mut built, draft)?,
        };
        Ok(built)
    }

    fn sphere(&mut self, is_planar: bool) -> Result<Shape, ErrorAt> {
        let radius = match (self.has(Field::Dimensions), self.has(Field::Size)) {
            (true, _) => {
                self.take(Field::Margin);
                self.vector(Field::Dimensions)?[0]
            }
            // The sizes of MuJoCo's sphere end with zeros.
            (_, true) => self.vector(Field::Size)?[0],
            _ => self.number(Field::Radius)?,
        };
        Ok(if is_planar { Shape::Circle { radius } } else { Shape::Sphere { radius } })
    }

    /// Builds a box from half extents, full extents, sides, or the ends of its diagonal.
    fn cuboid(&mut self, built: &mut Built) -> Result<Shape, ErrorAt> {
        let start = self.start;
        if self.has(Field::BoxAxis(0)) {
            let mut columns = [[0.0; 3]; 3];
            for (index, column) in columns.iter_mut().enumerate() {
                *column = exactly(self.vector(Field::BoxAxis(index))?).ok_or((start, NO_SIZES.to_owned()))?;
            }
            let rows = [0, 1, 2].map(|row| [0, 1, 2].map(|column| columns[column][row]));
            built.pose.rotation =
                rotation_of_rows(rows).ok_or((start, String::from("these axes are not orthonormal")))?;
        }
        if self.has(Field::Minimum) {
            let low: Option<[f64; 3]> = exactly(self.vector(Field::Minimum)?);
            let high: Option<[f64; 3]> = exactly(self.vector(Field::Maximum)?);
            let low = low.ok_or((start, NO_SIZES.to_owned()))?;
            let high = high.ok_or((start, NO_SIZES.to_owned()))?;
            built.pose.position = [0, 1, 2].map(|axis| 0.5 * (low[axis] + high[axis]));
            built.is_placed = true;
            return Ok(Shape::Box { half_extents: [0, 1, 2].map(|axis| 0.5 * (high[axis] - low[axis])) });
        }
        let half: Vec<f64> = if self.has(Field::Dimensions) {
            let margin = self.number(Field::Margin)?;
            self.vector(Field::Dimensions)?.into_iter().take(3).map(|x| x + margin).collect()
        } else if self.has(Field::HalfExtents) {
            self.vector(Field::HalfExtents)?
        } else if self.has(Field::Sides) {
            self.vector(Field::Sides)?.into_iter().map(|x| 0.5 * x).collect()
        } else if self.has(Field::Size) {
            let fact = self.take(Field::Size).ok_or((start, NO_SIZES.to_owned()))?;
            let size = coordinates(&fact.value).ok_or((fact.start, unknown(&fact.name)))?;
            // MuJoCo's sizes are halves; those of Unity and Godot are full.
            let is_full = ["unity", "godot"].iter().any(|library| self.libraries.contains(library));
            match (self.libraries.contains("mujoco"), is_full) {
                (true, false) => size,
                (false, true) => size.into_iter().map(|x| 0.5 * x).collect(),
                _ => return Err((start, String::from("is this size half or full? Name the library in the text"))),
            }
        } else {
            self.sides()?
        };
        match half.as_slice() {
            [x, y] => {
                built.is_planar = true;
                Ok(Shape::Rectangle { half_extents: [*x, *y] })
            }
            [x, y, z] if !built.is_planar => Ok(Shape::Box { half_extents: [*x, *y, *z] }),
            [x, y, z, padding] if *padding == 0.0 => Ok(Shape::Box { half_extents: [*x, *y, *z] }),
            _ => Err((start, NO_SIZES.to_owned())),
        }
    }

    /// Half extents from the sides by their names: Drake's depth is along y, that of three.js along z.
    fn sides(&mut self) -> Result<Vec<f64>, ErrorAt> {
        let width = 0.5 * self.number(Field::Width)?;
        let height = 0.5 * self.number(Field::Height)?;
        if !self.has(Field::Depth) {
            return Ok(vec![width, height]);
        }
        let depth = 0.5 * self.number(Field::Depth)?;
        let is_drake = self.libraries.contains("drake");
        let is_up = ["three", "babylon", "babylonjs"].iter().any(|library| self.libraries.contains(library));
        match (is_drake, is_up) {
            (true, false) => Ok(vec![width, depth, height]),
            (false, true) => Ok(vec![width, height, depth]),
            _ => Err(self.error("along which axes are these sides? Name the library in the text")),
        }
    }
}

/// Returns the coordinates of a vector, by their order or their names.
pub(super) fn coordinates(value: &Value) -> Option<Vec<f64>> {
    value
        .numbers()
        .or_else(|| value.named(&["x", "y", "z"]))
        .or_else(|| value.named(&["x", "y"]))
        .filter(|all| all.len() >= 2)
}

/// Returns the coordinates of a position: three, two in the plane, or four whose last is padding.
pub(super) fn position(value: &Value) -> Option<[f64; 3]> {
    match coordinates(value)?[..] {
        [x, y] => Some([x, y, 0.0]),
        [x, y, z] => Some([x, y, z]),
        [x, y, z, 0.0] => Some([x, y, z]),
        _ => None,
    }
}

/// Converts to an array of this length.
pub(super) fn exactly<const N: usize>(numbers: Vec<f64>) -> Option<[f64; N]> {
    numbers.try_into().ok()
}

/// Rotation with these rows, which must be orthonormal up to their printed digits.
pub(super) fn rotation_of_rows(rows: [[f64; 3]; 3]) -> Option<[f64; 4]> {
    of_rows(rows).filter(|(_, deviation)| *deviation < MAX_DEVIATION).map(|(rotation, _)| rotation)
}

/// Deviation from orthonormality up to which a printed matrix is a rotation.
const MAX_DEVIATION: f64 = 5e-3;
