//! Capsules, cylinders and cones by the conventions of the libraries that print them.

use contact_lens_model::ask::Axis;
use contact_lens_scene::model::Shape;

use super::{Built, Facts, NO_SIZES, exactly, position};
use crate::object_dumps::fields::Field;
use crate::object_dumps::kinds::{self, CapsuleHeight, Form, Kind};
use crate::object_dumps::record::{ErrorAt, Fact};
use crate::object_dumps::value::Value;
use crate::pose::{Pose, z_onto};

/// Error of a collision shape of PyBullet that is not one of its simple shapes.
const NOT_ONE_SHAPE: &str = "this collision shape is not supported; give one box, sphere, capsule or cylinder";

impl Facts<'_> {
    /// Builds a capsule, a cylinder or a cone.
    pub(super) fn round(&mut self, kind: Kind, built: &mut Built) -> Result<Shape, ErrorAt> {
        if self.has(Field::Dimensions) {
            return self.bullet_round(kind);
        }
        if self.has(Field::Size) {
            let sizes = self.vector(Field::Size)?;
            let [radius, half_height, ..] = sizes[..] else { return Err(self.error(NO_SIZES)) };
            return Ok(round_shape(kind.form, radius, half_height, Axis::Z));
        }
        if kind.form == Form::Capsule && self.has(Field::CoreEnd(0)) {
            return self.swept_segment(built);
        }
        let radius = if self.has(Field::RadiusTop) || self.has(Field::RadiusBottom) {
            let top = self.number(Field::RadiusTop)?;
            let bottom = self.number(Field::RadiusBottom)?;
            if top != bottom {
                return Err(self.error("a cylinder whose ends have different radii is not supported; print its points"));
            }
            top
        } else {
            self.number(Field::Radius)?
        };
        let mut axis = kind.axis;
        let half_height = if self.has(Field::HalfHeight) {
            let fact = self.left.get(&Field::HalfHeight).map(|fact| fact.name == "halflength");
            axis = axis.or(fact.filter(|is_coal| *is_coal).map(|_| Axis::Z));
            self.number(Field::HalfHeight)?
        } else if self.has(Field::CoreLength) {
            let is_lz = self.left.get(&Field::CoreLength).is_some_and(|fact| fact.name == "lz");
            axis = axis.or(is_lz.then_some(Axis::Z));
            0.5 * self.number(Field::CoreLength)?
        } else {
            let height = self.number(Field::Height)?;
            match (kind.form, kind.capsule_height) {
                (Form::Capsule, Some(CapsuleHeight::Total)) => (0.5 * height - radius).max(0.0),
                (Form::Capsule, None) => {
                    return Err(self.error("is the height of this capsule with its caps? Name the library in the text"));
                }
                _ => 0.5 * height,
            }
        };
        if self.has(Field::AxisIndex) {
            axis = Some(self.axis_index()?);
        }
        if self.has(Field::AxisDirection) {
            let direction = self.vector(Field::AxisDirection)?;
            let direction: [f64; 3] = exactly(direction).ok_or_else(|| self.error(NO_SIZES))?;
            let origin = self.vector(Field::AxisOrigin)?;
            built.pose.position = exactly(origin).ok_or_else(|| self.error(NO_SIZES))?;
            built.pose.rotation = z_onto(direction).ok_or_else(|| self.error("the direction of this axis is zero"))?;
            built.is_placed = true;
            axis = Some(Axis::Z);
        }
        let axis = axis.or_else(|| kinds::common_axis(self.libraries));
        let axis = axis.ok_or_else(|| self.error("along which axis is this shape? Name the library in the text"))?;
        if built.is_planar {
            return self.stadium(kind, radius, half_height, axis);
        }
        Ok(round_shape(kind.form, radius, half_height, axis))
    }

    /// Builds a capsule from the ends of its core.
    fn swept_segment(&mut self, built: &mut Built) -> Result<Shape, ErrorAt> {
        let radius = self.number(Field::Radius)?;
        let ends = [self.vector(Field::CoreEnd(0))?, self.vector(Field::CoreEnd(1))?].map(exactly);
        let [Some(a), Some(b)] = ends else { return Err(self.error(NO_SIZES)) };
        built.is_placed = true;
        Ok(Shape::Inflate { radius, shape: Box::new(Shape::Segment { points: [a, b] }) })
    }

    /// Builds a capsule in the plane.
    fn stadium(&self, kind: Kind, radius: f64, half_height: f64, axis: Axis) -> Result<Shape, ErrorAt> {
        if kind.form != Form::Capsule || axis == Axis::Z {
            return Err(self.error("this shape is not supported in the plane"));
        }
        let end = if axis == Axis::X { [half_height, 0.0, 0.0] } else { [0.0, half_height, 0.0] };
        let core = Shape::Segment { points: [end.map(|x| 0.0 - x), end] };
        Ok(Shape::Inflate { radius, shape: Box::new(core) })
    }

    /// Takes the index of an axis: 0, 1 or 2.
    pub(super) fn axis_index(&mut self) -> Result<Axis, ErrorAt> {
        match self.number(Field::AxisIndex)? {
            0.0 => Ok(Axis::X),
            1.0 => Ok(Axis::Y),
            2.0 => Ok(Axis::Z),
            _ => Err(self.error("the index of an axis must be 0, 1 or 2")),
        }
    }

    /// Builds a round shape of Bullet from its dimensions.
    pub(super) fn bullet_round(&mut self, kind: Kind) -> Result<Shape, ErrorAt> {
        let dimensions = self.vector(Field::Dimensions)?;
        let margin = if self.has(Field::Margin) { Some(self.number(Field::Margin)?) } else { None };
        let axis = self.axis_index()?;
        let index = axis as usize;
        let margin = match (kind.form, margin) {
            (Form::Capsule, _) => 0.0,
            (Form::Cylinder, Some(margin)) => margin,
            _ => return Err(self.error("the radius of this shape needs its `m_collisionMargin`; print it too")),
        };
        let radius = dimensions.get((index + 2) % 3).copied().ok_or_else(|| self.error(NO_SIZES))?;
        let half_height = dimensions.get(index).copied().ok_or_else(|| self.error(NO_SIZES))?;
        Ok(round_shape(kind.form, radius + margin, half_height + margin, axis))
    }

    /// Builds a shape of PyBullet: `((id, link, type, sizes, file, position, rotation),)`.
    pub(super) fn pybullet(&mut self, fact: &Fact, mut built: Built) -> Result<Built, ErrorAt> {
        let error = (fact.start, String::from(NOT_ONE_SHAPE));
        let rows = fact.value.rows().filter(|rows| rows.len() == 1).ok_or_else(|| error.clone())?;
        let Some(Value::List(row)) = rows.first() else { return Err(error) };
        let values: Vec<&Value> = row.items.iter().map(|item| &item.value).collect();
        let [_, link, kind, sizes, Value::Word(file), position_value, rotation] = values[..] else {
            return Err(error);
        };
        let sizes = sizes.numbers().filter(|sizes| sizes.len() == 3).ok_or_else(|| error.clone())?;
        let kind = kind.number().and_then(kinds::pybullet).filter(|_| link.number() == Some(-1.0) && file.is_empty());
        let kind = kind.ok_or_else(|| error.clone())?;
        built.shape = match kind.form {
            Form::Box => Shape::Box { half_extents: [0, 1, 2].map(|axis| 0.5 * sizes[axis]) },
            Form::Sphere => Shape::Sphere { radius: sizes[0] },
            form => round_shape(form, sizes[1], 0.5 * sizes[0], Axis::Z),
        };
        let rotation = rotation.numbers().and_then(exactly).ok_or_else(|| error.clone())?;
        built.pose = Pose { position: position(position_value).ok_or_else(|| error.clone())?, rotation };
        Ok(built)
    }
}

/// Builds a capsule, a cylinder or a cone.
fn round_shape(form: Form, radius: f64, half_height: f64, axis: Axis) -> Shape {
    match form {
        Form::Cylinder => Shape::Cylinder { radius, half_height, axis },
        Form::Cone => Shape::Cone { radius, half_height, axis },
        _ => Shape::Capsule { radius, half_height, axis },
    }
}
