//! Builds the shape and pose of a body from its noun and the attributes that a sentence states, or asks for
//! missing and contradictory ones.
//!
//! Each step removes the attributes that it uses; an attribute that remains at the end contradicts the shape.

use contact_lens_scene::model::Shape;

use super::attribute::Attribute;
use super::keys::{Caps, Kind};
use super::long;
use super::nouns::Noun;
use super::plane::{PlaneEquation, along_axis};
use crate::pose::Pose;

/// Attributes of a body, with lengths in meters.
pub(super) struct BodyAttributes {
    pub(super) noun: Noun,
    /// Attributes that are not used yet, each with the numbers of its value: lengths in meters, directions, or a
    /// quaternion x, y, z, w.
    pub(super) values: Vec<(Kind, Vec<f64>)>,
    /// Whether the scene is planar.
    pub(super) plane: bool,
    /// Index of the axis that points up, if the text names it.
    pub(super) up: Option<usize>,
}

/// Shape of a body with its pose.
pub(super) struct BuiltBody {
    pub(super) shape: Shape,
    pub(super) pose: Pose,
    /// Whether the text states a position.
    pub(super) is_placed: bool,
}

/// Unit of the lengths in a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Units {
    /// Units per meter of numbers without a unit, such as 1000 for millimeters.
    pub(super) per_meter: f64,
}

impl BodyAttributes {
    /// Converts the attributes of a body to numbers in meters; `units` are those of lengths without a unit.
    pub(super) fn new(noun: Noun, attributes: &[Attribute], plane: bool, up: Option<usize>, units: Units) -> Self {
        let mut values = Vec::with_capacity(attributes.len());
        for attribute in attributes {
            let is_length = !matches!(attribute.kind, Kind::Rotation | Kind::Axis | Kind::Normal);
            let measures = attribute.values.first().map(Vec::as_slice).unwrap_or_default();
            let numbers = measures.iter().map(|measure| match measure.per_meter {
                Some(per_meter) => measure.value / per_meter,
                None if is_length => measure.value / units.per_meter,
                None => measure.value,
            });
            values.push((attribute.kind, numbers.collect()));
        }
        Self { noun, values, plane, up }
    }

    /// Removes and returns the value of an attribute.
    pub(super) fn take(&mut self, kind: Kind) -> Option<Vec<f64>> {
        let index = self.values.iter().position(|(other, _)| *other == kind)?;
        let (_, value) = self.values.remove(index);
        Some(value)
    }

    /// Removes the value of an attribute, and returns its number; `None` if it is absent or has several numbers.
    pub(super) fn number(&mut self, kind: Kind) -> Option<f64> {
        match self.take(kind)?[..] {
            [number] => Some(number),
            _ => None,
        }
    }

    /// Removes and returns the point of an attribute; z = 0 in the plane.
    ///
    /// # Errors
    /// Fails if the point has another number of coordinates than the scene has dimensions.
    pub(super) fn point(&mut self, kind: Kind) -> Result<Option<[f64; 3]>, String> {
        self.take(kind).map(|value| self.coordinates(&value)).transpose()
    }

    /// Returns the coordinates of a point, with z = 0 in the plane; the origin may have none.
    ///
    /// # Errors
    /// Fails if the point has another number of coordinates than the scene has dimensions.
    fn coordinates(&self, value: &[f64]) -> Result<[f64; 3], String> {
        match (value, self.plane) {
            ([], _) => Ok([0.0; 3]),
            ([x, y], true) => Ok([*x, *y, 0.0]),
            ([x, y, z], false) => Ok([*x, *y, *z]),
            _ => Err("points with two and with three coordinates are mixed; use either".to_owned()),
        }
    }

    /// Removes and returns a list of points, or the two ends of a body; z = 0 in the plane.
    ///
    /// # Errors
    /// Fails if the points have another number of coordinates than the scene has dimensions.
    pub(super) fn points(&mut self) -> Result<Option<Vec<[f64; 3]>>, String> {
        let Some(value) = self.take(Kind::Points).or_else(|| self.take(Kind::Ends)) else { return Ok(None) };
        let width = if self.plane { 2 } else { 3 };
        if value.len() % width != 0 {
            return Err("points with two and with three coordinates are mixed; use either".to_owned());
        }
        let points = value.chunks(width).map(|point| self.coordinates(point)).collect::<Result<Vec<_>, _>>()?;
        Ok(Some(points))
    }

    /// Removes and returns the radius, from the radius, the diameter or the word `unit`, meters.
    pub(super) fn radius(&mut self) -> Result<f64, String> {
        let radius = self.number(Kind::Radius);
        let half_diameter = self.number(Kind::Diameter).map(|diameter| 0.5 * diameter);
        match (radius, half_diameter) {
            (Some(radius), Some(half)) if radius != half => {
                Err(format!("the radius is {radius} and the diameter is {}; which one is right?", 2.0 * half))
            }
            (Some(radius), _) | (None, Some(radius)) => positive(radius),
            (None, None) if self.take(Kind::Unit).is_some() => Ok(1.0),
            (None, None) => Err("what is the radius of this body?".to_owned()),
        }
    }

    /// Removes and returns the rotation, a quaternion x, y, z, w.
    pub(super) fn rotation(&mut self) -> Option<[f64; 4]> {
        self.take(Kind::Rotation).and_then(|value| value.try_into().ok())
    }

    /// Builds the shape at its pose.
    ///
    /// # Errors
    /// Fails if an attribute is missing, contradicts another one, or does not belong to the shape.
    pub(super) fn build(mut self) -> Result<BuiltBody, String> {
        let built = match self.noun {
            Noun::Sphere | Noun::Circle => self.sphere(),
            Noun::Box | Noun::Cube | Noun::Rectangle | Noun::Square => self.cuboid(),
            Noun::Capsule => long::capsule(&mut self),
            Noun::Cylinder => long::cylinder(&mut self),
            Noun::Cone => long::cone(&mut self),
            Noun::Ellipsoid => self.ellipsoid(),
            Noun::Segment | Noun::Triangle | Noun::Tetrahedron | Noun::Hull | Noun::Polygon => self.hull(),
            Noun::Point => self.single_point(),
            Noun::Plane | Noun::Ground => self.half_space(),
            Noun::Other => Err("shapes of this kind are not supported in sentences".to_owned()),
        }?;
        match self.values.first() {
            Some((kind, _)) => {
                Err(format!("the {} of this body is not understood with its other attributes", attribute_name(*kind)))
            }
            None => Ok(built),
        }
    }

    /// Removes the position and the rotation, and returns the shape at them.
    pub(super) fn placed(&mut self, shape: Shape) -> Result<BuiltBody, String> {
        let position = self.point(Kind::Position)?;
        let is_placed = position.is_some();
        let rotation = self.rotation().unwrap_or(Pose::default().rotation);
        Ok(BuiltBody { shape, pose: Pose { position: position.unwrap_or_default(), rotation }, is_placed })
    }

    /// Builds a sphere, or a circle of the plane.
    fn sphere(&mut self) -> Result<BuiltBody, String> {
        let radius = self.radius()?;
        if self.noun == Noun::Circle && !self.plane {
            return Err("circles are not supported in 3D; is it a sphere, or is the text 2D?".to_owned());
        }
        self.placed(if self.plane { Shape::Circle { radius } } else { Shape::Sphere { radius } })
    }

    /// Builds an ellipsoid from its semi-axes or its diameters.
    fn ellipsoid(&mut self) -> Result<BuiltBody, String> {
        let radii = self.take(Kind::SemiAxes);
        let half_diameters = self.take(Kind::Diameters).map(halved);
        let radii: Option<[f64; 3]> = radii.or(half_diameters).and_then(|radii| radii.try_into().ok());
        let question = "what are the three semi-axes of this ellipsoid? Write `radii (a, b, c)`";
        let radii = radii.filter(|_| !self.plane).ok_or(question)?;
        radii.into_iter().try_for_each(|radius| positive(radius).map(|_| ()))?;
        self.placed(Shape::Ellipsoid { radii })
    }

    /// Builds a box, a cube, a rectangle or a square.
    fn cuboid(&mut self) -> Result<BuiltBody, String> {
        if matches!(self.noun, Noun::Rectangle | Noun::Square) && !self.plane {
            return Err("rectangles exist only in 2D: write `box`, or say that the text is 2D".to_owned());
        }
        // Half extents from every attribute that states them; all must agree.
        let mut halves: Vec<Vec<f64>> = Vec::new();
        halves.extend(self.take(Kind::HalfExtents).map(|half| self.uniform(half)).transpose()?);
        halves.extend(self.take(Kind::Size).map(|size| self.uniform(halved(size))).transpose()?);
        let count = if self.plane { 2 } else { 3 };
        halves.extend(self.number(Kind::Side).map(|side| vec![0.5 * side; count]));
        halves.extend(self.number(Kind::HalfSide).map(|half| vec![half; count]));
        let is_cube = matches!(self.noun, Noun::Cube | Noun::Square);
        if is_cube && self.take(Kind::Unit).is_some() {
            halves.push(vec![0.5; count]);
        }
        halves.extend(self.width_and_height()?);
        let corners = self.corners()?;
        if let Some([low, high]) = corners {
            halves.push((0..count).map(|axis| 0.5 * (high[axis] - low[axis])).collect());
        }
        let Some(half) = halves.first() else { return Err(NO_SIZE.to_owned()) };
        if halves.iter().any(|other| other != half) {
            return Err("the sizes of this box contradict each other; keep one of them".to_owned());
        }
        if half.len() != count {
            return Err(format!("the size of this box has {} numbers, but a {count}D box has {count}", half.len()));
        }
        if is_cube && half.iter().any(|side| *side != half[0]) {
            return Err("the sides of this cube differ; call it a box".to_owned());
        }
        half.iter().try_for_each(|side| positive(*side).map(|_| ()))?;
        let shape = match half[..] {
            [x, y] => Shape::Rectangle { half_extents: [x, y] },
            _ => Shape::Box { half_extents: [half[0], half[1], half[2]] },
        };
        let mut built = self.placed(shape)?;
        if let Some([low, high]) = corners {
            let middle = [0, 1, 2].map(|axis| 0.5 * (low[axis] + high[axis]));
            if built.is_placed && built.pose.position != middle || built.pose.rotation != Pose::default().rotation {
                return Err("the corners and the pose of this box contradict each other; keep one of them".to_owned());
            }
            built.pose.position = middle;
            built.is_placed = true;
        }
        Ok(built)
    }

    /// Returns the sizes of a box along each axis; one number is the size of all sides of a cube.
    fn uniform(&self, sizes: Vec<f64>) -> Result<Vec<f64>, String> {
        match (sizes.as_slice(), self.noun) {
            ([one], Noun::Cube | Noun::Square) => Ok(vec![*one; if self.plane { 2 } else { 3 }]),
            ([_], _) => {
                Err("one number is given for the sides of a box; write all of them, or call it a cube".to_owned())
            }
            _ => Ok(sizes),
        }
    }

    /// Removes and returns half the width and half the height of a rectangle.
    fn width_and_height(&mut self) -> Result<Option<Vec<f64>>, String> {
        let width = self.number(Kind::Width).map(|x| 0.5 * x).or_else(|| self.number(Kind::HalfWidth));
        let height = self.number(Kind::Height(Caps::Unsaid)).map(|x| 0.5 * x);
        let height = height.or_else(|| self.number(Kind::HalfHeight(Caps::Unsaid)));
        match (width, height) {
            (None, None) => Ok(None),
            (Some(width), Some(height)) if self.plane => Ok(Some(vec![width, height])),
            (Some(_), Some(_)) => {
                Err("along which axes are width, height and depth? Write `full size (x, y, z)`".to_owned())
            }
            _ => Err("what is the full size of this box along each axis?".to_owned()),
        }
    }

    /// Removes and returns the lower and the upper corner of a box, from its minimum and maximum or from any two
    /// opposite corners.
    fn corners(&mut self) -> Result<Option<[[f64; 3]; 2]>, String> {
        let low = self.point(Kind::Min)?;
        let high = self.point(Kind::Max)?;
        if let Some(value) = self.take(Kind::Corners) {
            let (a, b) = value.split_at(value.len() / 2);
            let a = self.coordinates(a)?;
            let b = self.coordinates(b)?;
            let low = [0, 1, 2].map(|axis| a[axis].min(b[axis]));
            let high = [0, 1, 2].map(|axis| a[axis].max(b[axis]));
            return Ok(Some([low, high]));
        }
        match (low, high) {
            (Some(low), Some(high)) if (0..3).all(|axis| low[axis] <= high[axis]) => Ok(Some([low, high])),
            (Some(_), Some(_)) => Err("the minimum of this box is above its maximum".to_owned()),
            (None, None) => Ok(None),
            _ => Err("what are the minimum and the maximum of this box? Give both".to_owned()),
        }
    }

    /// Builds a segment, a triangle or the hull of points.
    fn hull(&mut self) -> Result<BuiltBody, String> {
        let points = self.points()?.ok_or("what are the points of this shape?")?;
        let count = self.noun.points().unwrap_or_default();
        if count > 0 && points.len() != count {
            return Err(format!("this shape must have {count} points, but has {}", points.len()));
        }
        let shape = match (points.as_slice(), self.plane) {
            ([a, b], _) if self.noun == Noun::Segment => Shape::Segment { points: [*a, *b] },
            (_, true) => Shape::Polygon { points: points.iter().map(|[x, y, _]| [*x, *y]).collect() },
            ([a, b, c], _) if self.noun == Noun::Triangle => Shape::Triangle { points: [*a, *b, *c] },
            (_, false) if self.noun == Noun::Polygon => {
                return Err("polygons are not supported in 3D; call it a hull".to_owned());
            }
            (_, false) => Shape::Polytope { points },
        };
        let built = self.placed(shape)?;
        if built.pose != Pose::default() {
            let question = "are these points given before or after the pose? Write them in their final places";
            return Err(question.to_owned());
        }
        Ok(BuiltBody { is_placed: true, ..built })
    }

    /// Builds a point as a circle or sphere of radius 0.
    fn single_point(&mut self) -> Result<BuiltBody, String> {
        if let Some(points) = self.points()? {
            let [point] = points[..] else { return Err("describe each point in a sentence of its own".to_owned()) };
            self.values.push((Kind::Position, if self.plane { point[..2].to_vec() } else { point.to_vec() }));
        }
        self.placed(if self.plane { Shape::Circle { radius: 0.0 } } else { Shape::Sphere { radius: 0.0 } })
    }

    /// Removes and returns the equation of a plane along an axis, such as `z <= 1`.
    fn take_equation(&mut self) -> Option<PlaneEquation> {
        for (index, (kind, value)) in self.values.iter().enumerate() {
            if let Kind::Equation { axis, side } = *kind {
                let coordinate = value.first().copied().unwrap_or_default();
                self.values.remove(index);
                return Some(PlaneEquation { axis, side, coordinate });
            }
        }
        None
    }

    /// Builds a half-space from its normal and a point, or from a coordinate.
    fn half_space(&mut self) -> Result<BuiltBody, String> {
        if self.plane {
            return Err("half-planes are not supported in 2D; give a large rectangle".to_owned());
        }
        let normal: Option<[f64; 3]> = self.take(Kind::Normal).and_then(|value| value.try_into().ok());
        let equation = self.take_equation();
        // Outward direction from the equation or the word "ground"; `None` if neither says the solid side.
        let direction = match &equation {
            Some(equation) => equation.outward_direction(self.noun == Noun::Ground),
            None => self.up.filter(|_| self.noun == Noun::Ground).map(|up| along_axis(up, 1.0)),
        };
        let normal = match (normal, direction) {
            (Some(normal), Some(direction)) if normal != direction => {
                return Err("the normal and the side of this plane contradict each other; keep one of them".to_owned());
            }
            (Some(normal), _) => normal,
            (None, Some(direction)) => direction,
            (None, None) => return Err("which side of the plane is solid? Give its outward normal".to_owned()),
        };
        if normal == [0.0; 3] {
            return Err("the normal of this plane must not be zero".to_owned());
        }
        let point = equation.map(|equation| along_axis(equation.axis, equation.coordinate));
        let mut built = self.placed(Shape::HalfSpace { normal, offset: 0.0 })?;
        match (point, built.is_placed) {
            (Some(_), true) => {
                let message = "the equation (such as `z = 0`) and the position of this plane contradict each other; \
                               keep one of them";
                return Err(message.to_owned());
            }
            (Some(point), false) => built.pose.position = point,
            (None, true) => {}
            (None, false) => {
                return Err("through which point does the plane pass? Write `through (x, y, z)`".to_owned());
            }
        }
        Ok(BuiltBody { is_placed: true, ..built })
    }
}

/// Error of a box without a size.
const NO_SIZE: &str = "what are the half extents or the full size of this box?";

/// Checks that a size is positive and finite.
pub(super) fn positive(size: f64) -> Result<f64, String> {
    if size > 0.0 && size.is_finite() { Ok(size) } else { Err(format!("a size must be positive, but is {size}")) }
}

/// Returns the halves of some sizes.
fn halved(sizes: Vec<f64>) -> Vec<f64> {
    sizes.into_iter().map(|size| 0.5 * size).collect()
}

/// Returns the name of an attribute for a message.
fn attribute_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Position | Kind::Apex | Kind::Base | Kind::Ends | Kind::Points | Kind::Corners => "place",
        Kind::Min | Kind::Max => "minimum or maximum",
        Kind::Radius | Kind::Diameter | Kind::SemiAxes | Kind::Diameters => "radius",
        Kind::HalfExtents | Kind::Size | Kind::Extents | Kind::HalfSide | Kind::Side | Kind::Unit => "size",
        Kind::Width | Kind::Depth | Kind::HalfWidth => "width",
        Kind::Height(_) | Kind::HalfHeight(_) => "height",
        Kind::Axis | Kind::Upright => "axis",
        Kind::Rotation => "rotation",
        Kind::Normal | Kind::Equation { .. } => "normal",
    }
}
