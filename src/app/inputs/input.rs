//! An input, and what dragging it makes of the scene.

use glam::{DQuat, DVec3};

use crate::app::edit::Edit;
use crate::ask::{About, Range, Value as Said};
use crate::scene::model::{Scene, Shape};

/// Part of its size by which a number changes for a point of drag.
const PACE: f64 = 0.005;

/// Where the scene says a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Place {
    /// An option of the query, by its name in files.
    Option(&'static str),
    /// The margin of a body.
    Margin(usize),
    /// The radius of a body that is a ball round something.
    Radius(usize),
    /// The velocity of a body.
    Velocity(usize),
    /// The outward normal of a half-space.
    Normal(usize),
    /// How far the plane of a half-space lies from its body's origin.
    Offset(usize),
    /// A point of the shape of a body.
    Point(usize, usize),
}

/// A number of the scene, or three of them.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) struct Input {
    pub(super) place: Place,
    /// What it is called, in a few words.
    pub name: String,
    /// What a drag counts by: as large as the number is, or as the vector is long.
    pub size: f64,
    /// In what it is measured.
    pub unit: &'static str,
    /// How many coordinates can be dragged; 0 of a number that has none.
    pub axes: usize,
    /// Whether it is a whole number.
    pub(super) whole: bool,
    /// By how much the scene's number changes where the one shown changes by 1.
    pub(super) scale: f64,
}

/// Keeps a number in its range; what must be above a limit stays a little above.
fn within(about: &About, number: f64) -> f64 {
    let Range { least, open, most } = about.range;
    let least = if open && least.is_finite() { least + 1e-3 * about.first.max(1e-9) } else { least };
    number.clamp(least, most)
}

impl Input {
    /// The edit that makes the number `by` greater than it was in the scene `before`, along this axis where it has several; with
    /// `snap` to a round number. None where the scene would not be allowed to say so.
    pub fn dragged(
        &self,
        before: &Scene,
        (query, frame): (usize, usize),
        axis: usize,
        (by, snap): (f64, bool),
    ) -> Option<Edit> {
        let snapped = |x: f64| if snap { (x / self.step()).round() * self.step() } else { x };
        let along = |mut vector: [f64; 3]| {
            vector[axis] = snapped(vector[axis] + by);
            vector
        };
        // A direction is not dragged down to nothing.
        let stays = |vector: &[f64; 3]| DVec3::from(*vector).length() >= 0.02 * self.size;
        match self.place {
            Place::Option(name) => {
                let mut changed = before.queries.get(query)?.clone();
                let options = changed.ask.options_mut()?;
                let about = options.fields().into_iter().find(|about| about.name == name)?;
                let slot = options.slot_mut(name)?;
                let said = match slot.get().or(about.default)? {
                    Said::Number(number) => Said::Number(within(about, self.scale * snapped(number / self.scale + by))),
                    // Slots of counts take whole numbers.
                    Said::Count(count) => Said::Number(within(about, (f64::from(count) + by).round())),
                    Said::Vector(vector) => Said::Vector(Some(along(vector)).filter(stays)?),
                    _ => return None,
                };
                slot.set(Some(said)).then(|| Edit::Query(query, Box::new(changed)))
            }
            Place::Margin(index) => Some(Edit::Margin(index, snapped(before.bodies.get(index)?.margin + by).max(0.0))),
            Place::Velocity(index) => {
                let body = before.bodies.get(index)?;
                let velocity = along(body.velocity.unwrap_or_default());
                Some(Edit::Dynamics(index, Some(velocity), Box::new(body.dynamics.clone())))
            }
            Place::Radius(index) | Place::Normal(index) | Place::Offset(index) | Place::Point(index, _) => {
                let body = before.bodies.get(index)?;
                let shape =
                    self.reshaped(&body.shape, before.pose(body, frame), &along, &stays, &|x| snapped(x + by))?;
                Some(Edit::Shape(index, shape))
            }
        }
    }

    /// The shape of a body with this pose, with another number or vector in place of this one, given in the world.
    fn reshaped(
        &self,
        shape: &Shape,
        (position, rotation): ([f64; 3], [f64; 4]),
        along: &dyn Fn([f64; 3]) -> [f64; 3],
        stays: &dyn Fn(&[f64; 3]) -> bool,
        changed: &dyn Fn(f64) -> f64,
    ) -> Option<Shape> {
        let (home, turn) = (DVec3::from(position), DQuat::from_array(rotation).normalize());
        let mut shape = shape.clone();
        match (self.place, &mut shape) {
            (Place::Radius(_), Shape::Sphere { radius } | Shape::Circle { radius } | Shape::Capsule { radius, .. }) => {
                *radius = changed(*radius).max(0.0)
            }
            (Place::Offset(_), Shape::HalfSpace { offset, .. }) => *offset = changed(*offset),
            (Place::Normal(_), Shape::HalfSpace { normal, .. }) => {
                let world = Some(along((turn * DVec3::from(*normal)).to_array())).filter(stays)?;
                *normal = (turn.inverse() * DVec3::from(world)).to_array();
            }
            (Place::Point(_, k), shape) => {
                let world = along((home + turn * DVec3::from(*shape.points()?.get(k)?)).to_array());
                let local = (turn.inverse() * (DVec3::from(world) - home)).to_array();
                match shape {
                    Shape::Polygon { points } => *points.get_mut(k)? = [local[0], local[1]],
                    Shape::Polytope { points } => *points.get_mut(k)? = local,
                    _ => return None,
                }
            }
            _ => return None,
        }
        Some(shape)
    }

    /// By how much it changes for a point of drag.
    pub fn pace(&self) -> f64 {
        let by_size = PACE * if self.size > 0.0 { self.size } else { 1.0 };
        // A whole number turns to the next one within a few points.
        if self.whole { by_size.max(0.05) } else { by_size }
    }

    /// The direction that it is, as the scene says it, of whatever length; none of anything else.
    pub fn direction(&self, scene: &Scene, query: usize) -> Option<DVec3> {
        let Place::Option(name) = self.place else { return None };
        match scene.queries.get(query)?.ask.options()?.slot(name)?.get()? {
            Said::Vector(said) => Some(DVec3::from(said)),
            _ => None,
        }
    }

    /// The edit that turns the direction to `along`, a unit vector; its length stays. None where nothing would change.
    pub fn turned(&self, scene: &Scene, query: usize, along: DVec3) -> Option<Edit> {
        let Place::Option(name) = self.place else { return None };
        let length = self.direction(scene, query)?.length();
        // As many digits as a hand can mean.
        let digit = 10f64.powf(length.log10().floor() - 4.0);
        let said = (along * length).to_array().map(|x| (x / digit).round() * digit + 0.0);
        let mut changed = scene.queries.get(query)?.clone();
        let slot = changed.ask.options_mut()?.slot_mut(name)?;
        let turns = slot.get() != Some(Said::Vector(said)) && said != [0.0; 3];
        (turns && slot.set(Some(Said::Vector(said)))).then(|| Edit::Query(query, Box::new(changed)))
    }

    /// Round numbers lie so far apart: a tenth of its size, or less.
    fn step(&self) -> f64 {
        10f64.powf(self.size.max(1e-9).log10().floor() - 1.0) * 0.5
    }
}
