//! Numbers of a step that are inputs: what the scene says and the run takes over, an option, a margin, a velocity, a point.
//! They can be dragged where they are read. A number is an input only where the lesson calls it by the name of one, and it
//! equals what the scene says: none is taken for one because it happens to look alike.

use glam::{DQuat, DVec3};

use super::edit::Edit;
use super::state::State;
use crate::answer::number::Exact;
use crate::ask::Value as Said;
use crate::lesson::{Row, Value};
use crate::scene::model::{Dimension, Query, Scene, Shape, Subjects};

/// Where the scene says a number.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    /// An option of the query, by its name in files.
    Option(&'static str),
    /// The margin of a body.
    Margin(usize),
    /// The radius of a body that is a ball round something.
    Radius(usize),
    /// The velocity of a body.
    Velocity(usize),
    /// A point of the shape of a body.
    Point(usize, usize),
}

/// A number of the scene, or three of them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Input {
    place: Place,
    /// What it is called, in a few words.
    pub name: String,
    /// What a drag counts by: as large as the number is, or as the vector is long.
    pub size: f64,
    /// In what it is measured.
    pub unit: &'static str,
    /// How many coordinates can be dragged; 0 of a number that has none.
    pub axes: usize,
}

/// What lessons call inputs: the symbol of a value, what it says beside, and where the scene says it. A direction that leads to
/// others of the same name is an input in the first step alone.
const CALLED: &[(&str, &str, Called)] = &[
    ("d", "direction", Called::Option("direction")),
    ("d", "search direction", Called::First("direction")),
    ("−v/|v|", "the axis", Called::First("direction")),
    ("margin", "up to how far apart points count", Called::Option("margin")),
    ("μ_A", "A's margin", Called::Margin(0)),
    ("μ_B", "B's margin", Called::Margin(1)),
    ("r", "B's velocity from A, m/s", Called::Velocity),
];

/// See [`CALLED`].
#[derive(Clone, Copy)]
enum Called {
    Option(&'static str),
    First(&'static str),
    Margin(usize),
    Velocity,
}

/// The input that a value of the beat shows, if it shows one.
pub(super) fn behind(state: &State, value: &Value) -> Option<Input> {
    let (scene, query) = (&state.doc.scene, state.query()?);
    let (_, _, called) = CALLED.iter().find(|(symbol, says, _)| *symbol == value.symbol && *says == value.meaning)?;
    let exact = value.text.exact?;
    match *called {
        Called::First(_) if state.now().0 > 0 => None,
        Called::Option(name) | Called::First(name) => of_option(query, scene.dimension, name, exact),
        Called::Margin(side) => of_margin(scene, body(scene, query, side)?, exact),
        Called::Velocity => of_velocity(scene, query, exact),
    }
}

/// The point of the body asked about that this row of a table is about, and the column that says where it is.
pub(super) fn point(state: &State, columns: &[&str], row: &Row) -> Option<(usize, Input)> {
    let (scene, Subjects::Body(name)) = (&state.doc.scene, state.query()?.ask.subjects()) else { return None };
    let column = columns.iter().position(|column| *column == "where")?;
    let Some(Exact::Vector(at)) = row.cells.get(column)?.exact else { return None };
    let (index, body) = scene.body(name)?;
    if !matches!(body.shape, Shape::Polygon { .. } | Shape::Polytope { .. }) {
        return None;
    }
    let (position, rotation) = scene.pose(body, state.frame_shown());
    let turn = DQuat::from_array(rotation).normalize();
    let points = body.shape.points()?;
    let place = |point: &[f64; 3]| DVec3::from(position) + turn * DVec3::from(*point);
    let (k, _) = points.iter().enumerate().find(|(_, point)| near(place(point), at))?;
    let size = points.iter().flatten().fold(0.0, |size: f64, x| size.max(x.abs()));
    let axes = if scene.dimension == Dimension::Two { 2 } else { 3 };
    let name = format!("Point p{k} of {name}");
    Some((column, Input { place: Place::Point(index, k), name, size, unit: "m", axes }))
}

/// What is equal but for rounding of single precision.
fn near(one: DVec3, other: DVec3) -> bool {
    (one - other).length() <= 1e-6 * one.length().max(other.length()).max(f64::MIN_POSITIVE)
}

/// The body with this place in the pair asked about.
fn body(scene: &Scene, query: &Query, side: usize) -> Option<usize> {
    let Subjects::Pair(pair) = query.ask.subjects() else { return None };
    scene.body(pair[side]).map(|(index, _)| index)
}

fn of_option(query: &Query, dimension: Dimension, name: &'static str, exact: Exact) -> Option<Input> {
    let options = query.ask.options()?;
    let about = options.fields().into_iter().find(|about| about.name == name)?;
    let unit = about.unit.map_or("", |unit| unit.symbol);
    let input = |size, axes| Input {
        place: Place::Option(name),
        name: format!("{} of the query", about.label),
        size,
        unit,
        axes,
    };
    match (options.slot(name)?.get()?, exact) {
        // A direction is shown as a unit vector.
        (Said::Vector(said), Exact::Vector(shown)) => {
            let said = DVec3::from(said);
            let axes = if dimension == Dimension::Two { 2 } else { 3 };
            near(said.normalize_or_zero(), shown.normalize_or_zero()).then(|| input(said.length(), axes))
        }
        (Said::Number(said), Exact::Number(shown)) => {
            near(DVec3::X * said, DVec3::X * shown).then(|| input(said.abs(), 0))
        }
        _ => None,
    }
}

fn of_margin(scene: &Scene, index: usize, exact: Exact) -> Option<Input> {
    let (Exact::Number(shown), body) = (exact, scene.bodies.get(index)?) else { return None };
    let input = |place, what| {
        let name = format!("{what} of {}", body.name);
        Input { place, name, size: shown.abs(), unit: "m", axes: 0 }
    };
    let same = |said: f64| said > 0.0 && near(DVec3::X * said, DVec3::X * shown);
    match &body.shape {
        Shape::Sphere { radius } | Shape::Circle { radius } | Shape::Capsule { radius, .. } if body.margin == 0.0 => {
            same(*radius).then(|| input(Place::Radius(index), "Radius"))
        }
        _ => same(body.margin).then(|| input(Place::Margin(index), "Margin")),
    }
}

/// The velocity of B from A: who changes it changes that of B.
fn of_velocity(scene: &Scene, query: &Query, exact: Exact) -> Option<Input> {
    let Exact::Vector(shown) = exact else { return None };
    let [a, b] = [body(scene, query, 0)?, body(scene, query, 1)?];
    let velocity = |index: usize| scene.bodies.get(index).map(|body| DVec3::from(body.velocity.unwrap_or_default()));
    let axes = if scene.dimension == Dimension::Two { 2 } else { 3 };
    near(velocity(b)? - velocity(a)?, shown).then(|| Input {
        place: Place::Velocity(b),
        name: format!("Velocity of {}", scene.bodies[b].name),
        size: shown.length(),
        unit: "m/s",
        axes,
    })
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
        match self.place {
            Place::Option(name) => {
                let mut changed = before.queries.get(query)?.clone();
                let options = changed.ask.options_mut()?;
                let range = options.fields().into_iter().find(|about| about.name == name)?.range;
                let slot = options.slot_mut(name)?;
                let said = match slot.get()? {
                    Said::Number(number) => Said::Number(snapped(number + by).clamp(range.least, range.most)),
                    Said::Vector(vector) => Said::Vector(along(vector)),
                    _ => return None,
                };
                let kept = !matches!(said, Said::Vector(vector) if DVec3::from(vector).length() < 0.02 * self.size);
                (kept && slot.set(Some(said))).then(|| Edit::Query(query, Box::new(changed)))
            }
            Place::Margin(index) => Some(Edit::Margin(index, snapped(before.bodies.get(index)?.margin + by).max(0.0))),
            Place::Radius(index) => {
                let mut shape = before.bodies.get(index)?.shape.clone();
                let (Shape::Sphere { radius } | Shape::Circle { radius } | Shape::Capsule { radius, .. }) = &mut shape
                else {
                    return None;
                };
                *radius = snapped(*radius + by).max(0.0);
                Some(Edit::Shape(index, shape))
            }
            Place::Velocity(index) => {
                let body = before.bodies.get(index)?;
                let velocity = along(body.velocity.unwrap_or_default());
                Some(Edit::Dynamics(index, Some(velocity), Box::new(body.dynamics.clone())))
            }
            Place::Point(index, k) => {
                let body = before.bodies.get(index)?;
                let (position, rotation) = before.pose(body, frame);
                let turn = DQuat::from_array(rotation).normalize();
                let world = DVec3::from(position) + turn * DVec3::from(*body.shape.points()?.get(k)?);
                let local =
                    (turn.inverse() * (DVec3::from(along(world.to_array())) - DVec3::from(position))).to_array();
                let mut shape = body.shape.clone();
                match &mut shape {
                    Shape::Polygon { points } => *points.get_mut(k)? = [local[0], local[1]],
                    Shape::Polytope { points } => *points.get_mut(k)? = local,
                    _ => return None,
                }
                Some(Edit::Shape(index, shape))
            }
        }
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
