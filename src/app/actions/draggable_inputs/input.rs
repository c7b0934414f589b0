//! An input of the run (a number or vector of the scene), and the edits that drags of the input make.

use glam::{DQuat, DVec3};

use crate::app::files::edit::Edit;
use crate::ask::{FieldInfo, Range, Value as OptionValue};
use crate::scene::model::{Scene, Shape};

/// Change of an input per point of drag, relative to [`Input::size`].
const CHANGE_PER_POINT: f64 = 0.005;

/// Smallest change of a count per point of drag, so that the count changes within 20 points.
const MIN_COUNT_CHANGE: f64 = 0.05;

/// Smallest length of a dragged direction, relative to its length before the drag. A direction must not become zero.
const MIN_LENGTH: f64 = 0.02;

/// Size that is used for smaller inputs, so that the logarithm of the size is finite.
const MIN_SIZE: f64 = 1e-9;

/// Source of a number in the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum InputPlace {
    /// Option of the query, by its name in files.
    Option(&'static str),
    /// Margin of the body with this index, as in the following variants.
    Margin(usize),
    /// Radius of a sphere, circle or capsule.
    Radius(usize),
    Velocity(usize),
    /// Outward normal of a half-space.
    Normal(usize),
    /// Offset of a half-space's plane from its body's origin.
    Offset(usize),
    /// Point of a shape, by the indices of body and point.
    Point(usize, usize),
}

/// A number or vector of the scene that the shown run depends on.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) struct Input {
    pub(super) place: InputPlace,
    /// Description for the tooltip, such as “Margin of crate”.
    pub name: String,
    /// Magnitude of the number or length of the vector, in its unit. It determines the change per point of drag.
    pub size: f64,
    /// Unit of the number.
    pub unit: &'static str,
    /// Number of draggable coordinates; 0 for a scalar.
    pub axes: usize,
    /// Whether the number is a count.
    pub(super) is_count: bool,
}

/// Distance by which an input is dragged.
#[derive(Clone, Copy, Debug)]
pub(in crate::app) struct DragDistance {
    /// Index of the dragged coordinate of a vector; 0 for a scalar.
    pub axis: usize,
    /// Change, in the unit of the input.
    pub by: f64,
    /// Whether the result is rounded to a round number.
    pub snaps: bool,
}

/// A drag of an input, with the limits that follow from the input's size.
struct Drag {
    /// Index of the dragged coordinate of a vector.
    axis: usize,
    /// Change, in the unit of the input.
    by: f64,
    /// Distance between the round numbers to snap to; `None` without snapping.
    step: Option<f64>,
    /// Smallest length of a dragged direction.
    min_length: f64,
}

impl Drag {
    /// Nearest multiple of the snap distance, or `x` without snapping.
    fn snapped(&self, x: f64) -> f64 {
        self.step.map_or(x, |step| (x / step).round() * step)
    }

    /// Number after the drag.
    fn drag_number(&self, x: f64) -> f64 {
        self.snapped(x + self.by)
    }

    /// Vector after the drag of one of its coordinates.
    fn drag_vector(&self, mut vector: [f64; 3]) -> [f64; 3] {
        vector[self.axis] = self.drag_number(vector[self.axis]);
        vector
    }

    /// Direction after the drag of one of its coordinates; `None` where it would be almost zero.
    fn drag_direction(&self, direction: [f64; 3]) -> Option<[f64; 3]> {
        Some(self.drag_vector(direction)).filter(|dragged| DVec3::from(*dragged).length() >= self.min_length)
    }
}

/// Clamps a number to its range; an exclusive lower limit is raised by a thousandth of the option's initial number.
fn clamp_to_range(about: &FieldInfo, number: f64) -> f64 {
    let Range { least, open, most } = about.range;
    let least = if open && least.is_finite() { least + 1e-3 * about.initial.max(MIN_SIZE) } else { least };
    number.clamp(least, most)
}

impl Input {
    /// Edit that changes the input by `distance` from its value in the scene `before`. `query` and `frame` are the
    /// indices of those shown. `None` where the scene format forbids the result.
    pub fn edit_of_drag(&self, before: &Scene, query: usize, frame: usize, distance: DragDistance) -> Option<Edit> {
        let DragDistance { axis, by, snaps } = distance;
        let step = snaps.then(|| self.snap_distance());
        let drag = Drag { axis, by, step, min_length: MIN_LENGTH * self.size };
        match self.place {
            InputPlace::Option(name) => {
                let mut changed = before.queries.get(query)?.clone();
                let options = changed.ask.options_mut()?;
                let about = options.fields().into_iter().find(|about| about.name == name)?;
                let slot = options.slot_mut(name)?;
                let value = match slot.get().or(about.default)? {
                    OptionValue::Number(number) => OptionValue::Number(clamp_to_range(about, drag.drag_number(number))),
                    // Counts are rounded.
                    OptionValue::Count(count) => {
                        OptionValue::Number(clamp_to_range(about, (f64::from(count) + by).round()))
                    }
                    OptionValue::Vector(vector) => OptionValue::Vector(drag.drag_direction(vector)?),
                    _ => return None,
                };
                slot.set(Some(value)).then(|| Edit::Query(query, Box::new(changed)))
            }
            InputPlace::Margin(index) => {
                Some(Edit::Margin(index, drag.drag_number(before.bodies.get(index)?.margin).max(0.0)))
            }
            InputPlace::Velocity(index) => {
                let body = before.bodies.get(index)?;
                let velocity = drag.drag_vector(body.velocity.unwrap_or_default());
                Some(Edit::Dynamics(index, Some(velocity), Box::new(body.dynamics.clone())))
            }
            InputPlace::Radius(index)
            | InputPlace::Normal(index)
            | InputPlace::Offset(index)
            | InputPlace::Point(index, _) => {
                let body = before.bodies.get(index)?;
                let shape = self.reshaped(&body.shape, before.pose(body, frame), &drag)?;
                Some(Edit::Shape(index, shape))
            }
        }
    }

    /// Shape after the drag, of a body with this position and rotation. Vectors are dragged along the axes of the
    /// world.
    fn reshaped(&self, shape: &Shape, (position, rotation): ([f64; 3], [f64; 4]), drag: &Drag) -> Option<Shape> {
        let origin = DVec3::from(position);
        let rotation = DQuat::from_array(rotation).normalize();
        let mut shape = shape.clone();
        match (self.place, &mut shape) {
            (
                InputPlace::Radius(_),
                Shape::Sphere { radius } | Shape::Circle { radius } | Shape::Capsule { radius, .. },
            ) => *radius = drag.drag_number(*radius).max(0.0),
            (InputPlace::Offset(_), Shape::HalfSpace { offset, .. }) => *offset = drag.drag_number(*offset),
            (InputPlace::Normal(_), Shape::HalfSpace { normal, .. }) => {
                let world = drag.drag_direction((rotation * DVec3::from(*normal)).to_array())?;
                *normal = (rotation.inverse() * DVec3::from(world)).to_array();
            }
            (InputPlace::Point(_, k), Shape::Polygon { points }) => {
                let point = points.get_mut(k)?;
                let world = drag.drag_vector((origin + rotation * DVec3::new(point[0], point[1], 0.0)).to_array());
                let local = rotation.inverse() * (DVec3::from(world) - origin);
                *point = [local.x, local.y];
            }
            (InputPlace::Point(_, k), Shape::Polytope { points }) => {
                let point = points.get_mut(k)?;
                let world = drag.drag_vector((origin + rotation * DVec3::from(*point)).to_array());
                *point = (rotation.inverse() * (DVec3::from(world) - origin)).to_array();
            }
            _ => return None,
        }
        Some(shape)
    }

    /// Change per point of drag, in the unit of the input.
    pub fn change_per_point(&self) -> f64 {
        let by_size = CHANGE_PER_POINT * if self.size > 0.0 { self.size } else { 1.0 };
        if self.is_count { by_size.max(MIN_COUNT_CHANGE) } else { by_size }
    }

    /// Direction as stored in the scene, not normalized; `None` for other inputs, and where the query uses the default
    /// direction.
    pub fn direction(&self, scene: &Scene, query: usize) -> Option<DVec3> {
        let InputPlace::Option(name) = self.place else { return None };
        match scene.queries.get(query)?.ask.options()?.slot(name)?.get()? {
            OptionValue::Vector(value) => Some(DVec3::from(value)),
            _ => None,
        }
    }

    /// Edit that rotates the direction to the unit vector `along` and keeps its length. `None` where nothing changes,
    /// and for inputs that are no direction.
    pub fn edit_of_rotation(&self, scene: &Scene, query: usize, along: DVec3) -> Option<Edit> {
        let InputPlace::Option(name) = self.place else { return None };
        let length = self.direction(scene, query)?.length();
        // Five significant digits of the longest coordinates keep the scene file readable.
        let digit = 10f64.powf(length.log10().floor() - 4.0);
        let value = (along * length).to_array().map(|x| (x / digit).round() * digit + 0.0);
        let mut changed = scene.queries.get(query)?.clone();
        let slot = changed.ask.options_mut()?.slot_mut(name)?;
        let changes = slot.get() != Some(OptionValue::Vector(value)) && value != [0.0; 3];
        (changes && slot.set(Some(OptionValue::Vector(value)))).then(|| Edit::Query(query, Box::new(changed)))
    }

    /// Distance between the numbers that a drag snaps to: half a unit of the second significant digit of the size.
    fn snap_distance(&self) -> f64 {
        10f64.powf(self.size.max(MIN_SIZE).log10().floor() - 1.0) * 0.5
    }
}
