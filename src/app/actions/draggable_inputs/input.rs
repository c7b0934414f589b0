//! An input of the run, and the edits that a drag of it makes.

use glam::{DQuat, DVec3};

use crate::app::files::edit::Edit;
use crate::ask::{FieldInfo, Range, Value as OptionValue};
use crate::scene::model::{Scene, Shape};

/// Change per point of drag, relative to the size.
const PACE: f64 = 0.005;

/// Smallest change of a count per point of drag, so that it changes within 20 points.
const COUNT_PACE: f64 = 0.05;

/// Smallest length of a dragged direction, relative to its length before: it must not vanish.
const LEAST_LENGTH: f64 = 0.02;

/// Size assumed for smaller numbers, whose logarithm would be of no use.
const LEAST_SIZE: f64 = 1e-9;

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

/// A number or vector of the scene.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) struct Input {
    pub(super) place: InputPlace,
    /// Description in a few words.
    pub name: String,
    /// Scale of a drag: magnitude of the number or length of the vector.
    pub size: f64,
    /// Unit of the number.
    pub unit: &'static str,
    /// Number of draggable coordinates; 0 for a scalar.
    pub axes: usize,
    /// Whether the number is whole.
    pub(super) whole: bool,
}

/// A drag of an input by a distance, along one axis for vectors.
struct Drag {
    axis: usize,
    /// Change, in the unit of the input.
    by: f64,
    /// Distance of the round numbers to snap to; `None` without snapping.
    step: Option<f64>,
    /// Smallest length of a dragged direction.
    least: f64,
}

impl Drag {
    /// Nearest multiple of the snap distance, or `x` without snapping.
    fn snapped(&self, x: f64) -> f64 {
        self.step.map_or(x, |step| (x / step).round() * step)
    }

    fn number(&self, x: f64) -> f64 {
        self.snapped(x + self.by)
    }

    fn vector(&self, mut vector: [f64; 3]) -> [f64; 3] {
        vector[self.axis] = self.number(vector[self.axis]);
        vector
    }

    /// Dragged direction; `None` where it would be almost zero.
    fn direction(&self, direction: [f64; 3]) -> Option<[f64; 3]> {
        Some(self.vector(direction)).filter(|dragged| DVec3::from(*dragged).length() >= self.least)
    }
}

/// Clamps a number to its range; an exclusive lower limit is raised by a thousandth of the option's initial number.
fn clamp_to_range(about: &FieldInfo, number: f64) -> f64 {
    let Range { least, open, most } = about.range;
    let least = if open && least.is_finite() { least + 1e-3 * about.initial.max(LEAST_SIZE) } else { least };
    number.clamp(least, most)
}

impl Input {
    /// Edit that increases the number in the scene `before` by `by`, along one axis for vectors; with `snap` to a round
    /// number. `query` and `frame` are the indices of those shown. `None` where the scene format forbids the result.
    pub fn dragged(
        &self,
        before: &Scene,
        query: usize,
        frame: usize,
        axis: usize,
        by: f64,
        snap: bool,
    ) -> Option<Edit> {
        let drag = Drag { axis, by, step: snap.then(|| self.step()), least: LEAST_LENGTH * self.size };
        match self.place {
            InputPlace::Option(name) => {
                let mut changed = before.queries.get(query)?.clone();
                let options = changed.ask.options_mut()?;
                let about = options.fields().into_iter().find(|about| about.name == name)?;
                let slot = options.slot_mut(name)?;
                let value = match slot.get().or(about.default)? {
                    OptionValue::Number(number) => OptionValue::Number(clamp_to_range(about, drag.number(number))),
                    // Counts are rounded.
                    OptionValue::Count(count) => {
                        OptionValue::Number(clamp_to_range(about, (f64::from(count) + by).round()))
                    }
                    OptionValue::Vector(vector) => OptionValue::Vector(drag.direction(vector)?),
                    _ => return None,
                };
                slot.set(Some(value)).then(|| Edit::Query(query, Box::new(changed)))
            }
            InputPlace::Margin(index) => {
                Some(Edit::Margin(index, drag.number(before.bodies.get(index)?.margin).max(0.0)))
            }
            InputPlace::Velocity(index) => {
                let body = before.bodies.get(index)?;
                let velocity = drag.vector(body.velocity.unwrap_or_default());
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

    /// Shape of a body with this pose after the drag; vectors are dragged along the axes of the world.
    fn reshaped(&self, shape: &Shape, (position, rotation): ([f64; 3], [f64; 4]), drag: &Drag) -> Option<Shape> {
        let origin = DVec3::from(position);
        let rotation = DQuat::from_array(rotation).normalize();
        let mut shape = shape.clone();
        match (self.place, &mut shape) {
            (
                InputPlace::Radius(_),
                Shape::Sphere { radius } | Shape::Circle { radius } | Shape::Capsule { radius, .. },
            ) => *radius = drag.number(*radius).max(0.0),
            (InputPlace::Offset(_), Shape::HalfSpace { offset, .. }) => *offset = drag.number(*offset),
            (InputPlace::Normal(_), Shape::HalfSpace { normal, .. }) => {
                let world = drag.direction((rotation * DVec3::from(*normal)).to_array())?;
                *normal = (rotation.inverse() * DVec3::from(world)).to_array();
            }
            (InputPlace::Point(_, k), Shape::Polygon { points }) => {
                let point = points.get_mut(k)?;
                let world = drag.vector((origin + rotation * DVec3::new(point[0], point[1], 0.0)).to_array());
                let local = rotation.inverse() * (DVec3::from(world) - origin);
                *point = [local.x, local.y];
            }
            (InputPlace::Point(_, k), Shape::Polytope { points }) => {
                let point = points.get_mut(k)?;
                let world = drag.vector((origin + rotation * DVec3::from(*point)).to_array());
                *point = (rotation.inverse() * (DVec3::from(world) - origin)).to_array();
            }
            _ => return None,
        }
        Some(shape)
    }

    /// Change per point of drag, in the unit of the input.
    pub fn pace(&self) -> f64 {
        let by_size = PACE * if self.size > 0.0 { self.size } else { 1.0 };
        if self.whole { by_size.max(COUNT_PACE) } else { by_size }
    }

    /// Direction as stored in the scene, of any length; `None` for other inputs and for the default direction.
    pub fn direction(&self, scene: &Scene, query: usize) -> Option<DVec3> {
        let InputPlace::Option(name) = self.place else { return None };
        match scene.queries.get(query)?.ask.options()?.slot(name)?.get()? {
            OptionValue::Vector(value) => Some(DVec3::from(value)),
            _ => None,
        }
    }

    /// Edit that rotates the direction to `along`, a unit vector; its length stays. `None` where nothing changes.
    pub fn rotated(&self, scene: &Scene, query: usize, along: DVec3) -> Option<Edit> {
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

    /// Distance of the numbers that a drag snaps to: half a unit of the second significant digit.
    fn step(&self) -> f64 {
        10f64.powf(self.size.max(LEAST_SIZE).log10().floor() - 1.0) * 0.5
    }
}
