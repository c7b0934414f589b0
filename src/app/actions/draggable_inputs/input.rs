//! An [`Input`] of the run is a number or vector of the scene that the user can drag. From a drag, this module makes
//! the edit of the scene.

use contact_lens_model::ask::{FieldInfo, Range, Value as OptionValue};
use contact_lens_scene::model::{FieldValue, Scene, Shape};
use glam::{DQuat, DVec3};

use crate::files::edit::Edit;

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
    /// Margin of a body. The number is the body's index in the scene, as in the variants below.
    Margin(usize),
    /// Radius of a sphere, circle or capsule.
    Radius(usize),
    /// Velocity in the world frame.
    Velocity(usize),
    /// Outward normal of a half-space.
    Normal(usize),
    /// Offset of a half-space's plane from its body's origin.
    Offset(usize),
    /// Point of a polygon or polytope.
    Point {
        /// Index of the body in the scene.
        body: usize,
        /// Index of the point in the shape.
        point: usize,
    },
}

/// A number or vector of the scene that the shown run depends on.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Input {
    pub(super) place: InputPlace,
    /// Description for the tooltip, such as “Margin of crate”.
    pub name: String,
    /// Magnitude of the number or length of the vector, in its unit. It determines the change per point of drag.
    pub size: f64,
    /// Symbol of the unit; empty for numbers without one.
    pub unit: &'static str,
    /// Number of draggable coordinates; 0 for a scalar.
    pub axes: usize,
    /// Whether the number is a count.
    pub(super) is_count: bool,
}

/// Distance by which an input is dragged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DragDistance {
    /// Index of the dragged coordinate of a vector; 0 for a scalar.
    pub axis: usize,
    /// Change, in the unit of the input.
    pub change: f64,
    /// Whether the result is rounded to a round number.
    pub snaps: bool,
}

/// A drag of an input, with the limits that follow from the input's size.
struct Drag {
    /// Index of the dragged coordinate of a vector.
    axis: usize,
    /// Change, in the unit of the input.
    change: f64,
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
        self.snapped(x + self.change)
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

/// Edit of the query with the index `query` that drags its option `name`, starting from the option's default if it is
/// not set. `None` if the query has no such option or the option cannot be dragged.
fn edit_of_option_drag(before: &Scene, query: usize, name: &str, drag: &Drag) -> Option<Edit> {
    let mut changed = before.queries.get(query)?.clone();
    let options = changed.ask.options_mut()?;
    let about = options.fields().into_iter().find(|about| about.name == name)?;
    let slot = options.slot_mut(name)?;
    let value = match slot.get().or(about.default)? {
        OptionValue::Number(number) => OptionValue::Number(clamp_to_range(about, drag.drag_number(number))),
        OptionValue::Count(count) => {
            let rounded = (f64::from(count) + drag.change).round();
            OptionValue::Number(clamp_to_range(about, rounded))
        }
        OptionValue::Vector(vector) => OptionValue::Vector(drag.drag_direction(vector)?),
        _ => return None,
    };
    slot.set(Some(value)).then(|| Edit::Query(query, Box::new(changed)))
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
        let DragDistance { axis, change, snaps } = distance;
        let step = snaps.then(|| self.snap_distance());
        let drag = Drag { axis, change, step, min_length: MIN_LENGTH * self.size };
        match self.place {
            InputPlace::Option(name) => edit_of_option_drag(before, query, name, &drag),
            InputPlace::Margin(index) => {
                let margin = drag.drag_number(before.bodies.get(index)?.margin);
                Some(Edit::Margin(index, margin.max(0.0)))
            }
            InputPlace::Velocity(index) => {
                let body = before.bodies.get(index)?;
                let velocity = drag.drag_vector(body.velocity.unwrap_or_default());
                Some(Edit::Dynamics(index, Some(velocity), Box::new(body.dynamics.clone())))
            }
            InputPlace::Radius(index)
            | InputPlace::Normal(index)
            | InputPlace::Offset(index)
            | InputPlace::Point { body: index, .. } => {
                let body = before.bodies.get(index)?;
                let shape = self.reshaped(&body.shape, before.pose(body, frame), &drag)?;
                Some(Edit::Shape(index, shape))
            }
        }
    }

    /// Shape after the drag, of a body with this position (world, meters) and rotation (quaternion x y z w, body to
    /// world). Vectors are dragged along the axes of the world. `None` if the shape does not have the input.
    fn reshaped(&self, shape: &Shape, (position, rotation): ([f64; 3], [f64; 4]), drag: &Drag) -> Option<Shape> {
        let origin = DVec3::from(position);
        let rotation = DQuat::from_array(rotation).normalize();
        let mut shape = shape.clone();
        let mut is_changed = false;
        for field in shape.fields_mut() {
            match (self.place, field.value) {
                (InputPlace::Radius(_), FieldValue::BallRadius(radius)) => {
                    *radius = drag.drag_number(*radius).max(0.0);
                }
                (InputPlace::Offset(_), FieldValue::PlaneOffset(offset)) => *offset = drag.drag_number(*offset),
                (InputPlace::Normal(_), FieldValue::Normal(normal)) => {
                    let world = drag.drag_direction((rotation * DVec3::from(*normal)).to_array())?;
                    *normal = (rotation.inverse() * DVec3::from(world)).to_array();
                }
                (InputPlace::Point { point, .. }, FieldValue::PlanarPointList(points)) => {
                    let point = points.get_mut(point)?;
                    let world = drag.drag_vector((origin + rotation * DVec3::new(point[0], point[1], 0.0)).to_array());
                    let local = rotation.inverse() * (DVec3::from(world) - origin);
                    *point = [local.x, local.y];
                }
                (InputPlace::Point { point, .. }, FieldValue::PointList(points)) => {
                    let point = points.get_mut(point)?;
                    let world = drag.drag_vector((origin + rotation * DVec3::from(*point)).to_array());
                    *point = (rotation.inverse() * (DVec3::from(world) - origin)).to_array();
                }
                _ => continue,
            }
            is_changed = true;
        }
        is_changed.then_some(shape)
    }

    /// Change per point of drag, in the unit of the input.
    pub fn change_per_point(&self) -> f64 {
        // An input of zero is dragged as if its size were 1.
        let size = if self.size > 0.0 { self.size } else { 1.0 };
        let change = CHANGE_PER_POINT * size;
        if self.is_count { change.max(MIN_COUNT_CHANGE) } else { change }
    }

    /// Direction as stored in the query with the index `query`, not normalized; `None` for inputs that are no direction
    /// and for a query that uses the default direction.
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
        // Coordinates are rounded to the fifth significant digit of the length, which keeps the scene file readable.
        // Adding 0 turns −0 into 0.
        let digit = 10f64.powf(length.log10().floor() - 4.0);
        let rounded = (along * length).to_array().map(|x| (x / digit).round() * digit + 0.0);
        let mut changed = scene.queries.get(query)?.clone();
        let slot = changed.ask.options_mut()?.slot_mut(name)?;
        let value = OptionValue::Vector(rounded);
        if rounded == [0.0; 3] || slot.get() == Some(value) {
            return None;
        }
        slot.set(Some(value)).then(|| Edit::Query(query, Box::new(changed)))
    }

    /// Distance between the numbers that a drag snaps to: half a unit of the second significant digit of the size.
    fn snap_distance(&self) -> f64 {
        10f64.powf(self.size.max(MIN_SIZE).log10().floor() - 1.0) * 0.5
    }
}
