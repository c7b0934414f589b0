//! Finds the shown values of a step that are inputs of the run, such as an option, a margin, a velocity or a point. The
//! user can drag these values, which changes the scene and runs the query again.
//!
//! A value is an input only if its symbol is listed in [`INPUT_VALUES`] and it equals the scene's number.

mod input;

use contact_lens_lesson::{Row, StopTest, Symbol, Value, symbol};
use contact_lens_model::answer::number::Exact;
use contact_lens_model::ask::Value as OptionValue;
use contact_lens_scene::model::{Body, Dimension, FieldValue, Query, Scene, Shape, Subjects};
use glam::{DQuat, DVec3};

use crate::state::State;
use input::InputPlace;
pub(crate) use input::{DragDistance, Input};

/// Index of the first body, A, in the queried pair.
const BODY_A: usize = 0;

/// Index of the second body, B, in the queried pair.
const BODY_B: usize = 1;

/// Symbols of values that may be inputs, with their source in the scene.
const INPUT_VALUES: &[(Symbol, InputSource)] = &[
    (symbol::DIRECTION, InputSource::FirstStepOption("direction")),
    (symbol::CONTACT_MARGIN, InputSource::Option("margin")),
    (symbol::END_TIME, InputSource::Option("t_max")),
    (symbol::TIME_AT_MOST, InputSource::Option("t_max")),
    (symbol::MARGIN_A, InputSource::Margin(BODY_A)),
    (symbol::MARGIN_B, InputSource::Margin(BODY_B)),
    (symbol::MARGINS, InputSource::Margins),
    (symbol::RELATIVE_VELOCITY, InputSource::Velocity(BODY_B)),
    (symbol::BODY_VELOCITY, InputSource::OtherBody(BodyProperty::Velocity)),
    (symbol::NORMAL, InputSource::HalfSpace(BodyProperty::Normal)),
    (symbol::NORMAL_A, InputSource::Plane(BODY_A, BodyProperty::Normal)),
    (symbol::NORMAL_B, InputSource::Plane(BODY_B, BodyProperty::Normal)),
    (symbol::OFFSET, InputSource::HalfSpace(BodyProperty::Offset)),
    (symbol::OFFSET_A, InputSource::Plane(BODY_A, BodyProperty::Offset)),
    (symbol::OFFSET_B, InputSource::Plane(BODY_B, BodyProperty::Offset)),
];

/// Symbols on the right side of stop tests, with the option that each one shows.
const STOP_TEST_OPTIONS: &[(&str, &str)] = &[("limit", "max_iterations"), ("t_max", "t_max"), ("margin", "margin")];

/// Relative distance up to which values count as equal, about eight times the machine epsilon of `f32`: the steps of an
/// `f32` run show rounded inputs.
const F32_TOLERANCE: f64 = 1e-6;

/// Source of an input in the scene; see [`INPUT_VALUES`].
#[derive(Clone, Copy)]
enum InputSource {
    /// Option of the query, by its name in files.
    Option(&'static str),
    /// Option of the query whose symbol means the option in the first step only; later steps reuse the symbol.
    FirstStepOption(&'static str),
    /// Margin plus radius of [`BODY_A`] or [`BODY_B`].
    Margin(usize),
    /// Sum of the margins and radii of both bodies.
    Margins,
    /// Velocity of [`BODY_A`] or [`BODY_B`] relative to the other body of the pair.
    Velocity(usize),
    /// Property of the half-space of the pair.
    HalfSpace(BodyProperty),
    /// Property of the body that is paired with a half-space.
    OtherBody(BodyProperty),
    /// Property of [`BODY_A`] or [`BODY_B`], which is a half-space.
    Plane(usize, BodyProperty),
}

/// Property of a body that is shown as a value.
#[derive(Clone, Copy)]
enum BodyProperty {
    Margin,
    Velocity,
    Normal,
    Offset,
}

/// Returns the input that a value of the shown sub-step shows; `None` if the value is computed.
pub(crate) fn input_of_value(state: &State, value: &Value) -> Option<Input> {
    let scene = &state.doc.scene;
    let query = state.query()?;
    let (_, source) = INPUT_VALUES.iter().find(|(symbol, _)| symbol.notation == value.symbol)?;
    let exact = value.text.exact?;
    let (side, property) = match *source {
        InputSource::Option(name) => return input_of_option(query, scene.dimension, name, exact),
        InputSource::FirstStepOption(name) => {
            let is_first_step = state.beat_index().step == 0;
            return if is_first_step { input_of_option(query, scene.dimension, name, exact) } else { None };
        }
        InputSource::Margins => {
            let a = body_index(scene, query, BODY_A)?;
            let b = body_index(scene, query, BODY_B)?;
            return input_of_margins(scene, &[a, b], exact);
        }
        InputSource::Margin(side) => (side, BodyProperty::Margin),
        InputSource::Velocity(side) => (side, BodyProperty::Velocity),
        InputSource::HalfSpace(property) => (side_of_half_space(scene, query)?, property),
        InputSource::OtherBody(property) => (1 - side_of_half_space(scene, query)?, property),
        InputSource::Plane(side, property) => (side, property),
    };
    let body = body_index(scene, query, side)?;
    let other = body_index(scene, query, 1 - side)?;
    match property {
        BodyProperty::Margin => input_of_margins(scene, &[body], exact),
        BodyProperty::Velocity => input_of_velocity(scene, body, other, exact),
        BodyProperty::Normal | BodyProperty::Offset => input_of_half_space(scene, body, state.frame_shown(), exact),
    }
}

/// Returns the option on the right side of a stop test; `None` if the right side is computed.
pub(crate) fn input_of_stop_test(state: &State, test: &StopTest) -> Option<Input> {
    let (_, right) = test.formula.rsplit_once(test.relation)?;
    let (_, name) = STOP_TEST_OPTIONS.iter().find(|(symbol, _)| *symbol == right.trim())?;
    input_of_option(state.query()?, state.doc.scene.dimension, name, Exact::Number(test.right))
}

/// Returns the point of the queried polygon or polytope whose world position a row of a table shows, with the index of
/// the column that shows it; `None` for other rows and shapes.
pub(crate) fn input_of_point_row(state: &State, columns: &[&str], row: &Row) -> Option<(usize, Input)> {
    let scene = &state.doc.scene;
    let Subjects::Body(name) = state.query()?.ask.subjects() else { return None };
    let column = columns.iter().position(|column| *column == "where")?;
    let Some(Exact::Vector(shown)) = row.cells.get(column)?.exact else { return None };
    let (index, body) = scene.body(name)?;
    if !matches!(body.shape, Shape::Polygon { .. } | Shape::Polytope { .. }) {
        return None;
    }
    let (position, rotation) = scene.pose(body, state.frame_shown());
    let rotation = DQuat::from_array(rotation).normalize();
    let points = body.shape.points()?;
    let mut world_points = points.iter().map(|point| DVec3::from(position) + rotation * DVec3::from(*point));
    let point = world_points.position(|point| are_near(point, shown))?;
    let size = points.iter().flatten().fold(0.0, |size: f64, x| size.max(x.abs()));
    let input = Input {
        place: InputPlace::Point { body: index, point },
        name: format!("Point p{point} of {name}"),
        size,
        unit: "m",
        axes: coordinate_count(scene.dimension),
        is_count: false,
    };
    Some((column, input))
}

/// Whether the distance of two vectors is at most [`F32_TOLERANCE`] times the length of the longer one.
fn are_near(one: DVec3, other: DVec3) -> bool {
    // The smallest normal number keeps the tolerance of two zero vectors positive.
    let longer = one.length().max(other.length()).max(f64::MIN_POSITIVE);
    (one - other).length() <= F32_TOLERANCE * longer
}

/// Whether the difference of two numbers is at most [`F32_TOLERANCE`] times the larger magnitude.
fn are_equal(one: f64, other: f64) -> bool {
    are_near(DVec3::X * one, DVec3::X * other)
}

/// Number of coordinates of a vector in a scene of this dimension.
fn coordinate_count(dimension: Dimension) -> usize {
    if dimension == Dimension::Two { 2 } else { 3 }
}

/// Index in the scene of one body of the queried pair; `side` is [`BODY_A`] or [`BODY_B`]. `None` if the query is not
/// about a pair.
fn body_index(scene: &Scene, query: &Query, side: usize) -> Option<usize> {
    let Subjects::Pair(pair) = query.ask.subjects() else { return None };
    scene.body(pair[side]).map(|(index, _)| index)
}

/// [`BODY_A`] or [`BODY_B`], the first of them that is a half-space; `None` if neither is.
fn side_of_half_space(scene: &Scene, query: &Query) -> Option<usize> {
    [BODY_A, BODY_B].into_iter().find(|side| {
        let index = body_index(scene, query, *side);
        index.is_some_and(|index| scene.bodies[index].shape.is_half_space())
    })
}

/// Value of an option in the query, or else its default; `None` when the query has no such option, or when the option
/// is not set and has no default.
fn option_value(query: &Query, name: &str) -> Option<OptionValue> {
    let options = query.ask.options()?;
    let about = options.fields().into_iter().find(|about| about.name == name)?;
    options.slot(name)?.get().or(about.default)
}

/// Returns the input of an option whose value is the one shown; `None` if no value fits.
fn input_of_option(query: &Query, dimension: Dimension, name: &'static str, exact: Exact) -> Option<Input> {
    let options = query.ask.options()?;
    let about = options.fields().into_iter().find(|about| about.name == name)?;
    let unit = about.unit.map_or("", |unit| unit.symbol);
    let value = option_value(query, name)?;
    let mut axes = 0;
    let (is_same, size) = match (value, exact) {
        // A direction is shown as a unit vector.
        (OptionValue::Vector(value), Exact::Vector(shown)) => {
            let value = DVec3::from(value);
            axes = coordinate_count(dimension);
            (are_near(value.normalize_or_zero(), shown.normalize_or_zero()), value.length())
        }
        (OptionValue::Number(value), Exact::Number(shown)) => (are_equal(value, shown), shown.abs()),
        (OptionValue::Count(value), Exact::Number(shown)) => (are_equal(f64::from(value), shown), shown),
        (OptionValue::Count(value), Exact::Count(shown)) => (value as usize == shown, shown as f64),
        _ => return None,
    };
    is_same.then(|| Input {
        place: InputPlace::Option(name),
        name: format!("Option “{}”", about.label),
        size,
        unit,
        axes,
        is_count: matches!(value, OptionValue::Count(_)),
    })
}

/// Radius of a sphere, circle or capsule; `None` for other shapes.
fn radius(body: &Body) -> Option<f64> {
    let mut fields = body.shape.fields().into_iter();
    fields.find_map(|field| if let FieldValue::BallRadius(radius) = field.value { Some(*radius) } else { None })
}

/// Margin plus radius, where the body has a radius, meters.
fn inflation(body: &Body) -> f64 {
    body.margin + radius(body).unwrap_or(0.0)
}

/// Velocity of a body, m/s; zero if it has none.
fn velocity(body: &Body) -> DVec3 {
    DVec3::from(body.velocity.unwrap_or_default())
}

/// Returns the input of a margin plus radius, or of the sum for two bodies, if that is the value shown. The input
/// changes the last body for which margin plus radius is not zero: its radius if it has one and no margin, else its
/// margin.
fn input_of_margins(scene: &Scene, bodies: &[usize], exact: Exact) -> Option<Input> {
    let Exact::Number(shown) = exact else { return None };
    let sum: f64 = bodies.iter().map(|index| inflation(&scene.bodies[*index])).sum();
    if !are_equal(sum, shown) {
        return None;
    }
    let last_inflated = bodies.iter().rev().find(|index| inflation(&scene.bodies[**index]) > 0.0);
    let index = *last_inflated.or(bodies.last())?;
    let body = &scene.bodies[index];
    let (place, what) = match radius(body) {
        Some(_) if body.margin == 0.0 => (InputPlace::Radius(index), "Radius"),
        _ => (InputPlace::Margin(index), "Margin"),
    };
    Some(Input { place, name: format!("{what} of {}", body.name), size: shown, unit: "m", axes: 0, is_count: false })
}

/// Returns the input of the velocity of `body` relative to `other`, indices in the scene, if that is the value shown. A
/// drag changes the velocity of `body`.
fn input_of_velocity(scene: &Scene, body: usize, other: usize, exact: Exact) -> Option<Input> {
    let Exact::Vector(shown) = exact else { return None };
    let relative = velocity(&scene.bodies[body]) - velocity(&scene.bodies[other]);
    are_near(relative, shown).then(|| Input {
        place: InputPlace::Velocity(body),
        name: format!("Velocity of {}", scene.bodies[body].name),
        size: shown.length(),
        unit: "m/s",
        axes: coordinate_count(scene.dimension),
        is_count: false,
    })
}

/// Returns the input of a half-space's normal, in the world at this frame, or of its offset from the world's or the
/// body's origin.
fn input_of_half_space(scene: &Scene, index: usize, frame: usize, exact: Exact) -> Option<Input> {
    let body = &scene.bodies[index];
    let Shape::HalfSpace { normal, offset } = body.shape else { return None };
    let (position, rotation) = scene.pose(body, frame);
    let body_normal = DVec3::from(normal);
    let world_normal = DQuat::from_array(rotation).normalize() * body_normal.normalize_or_zero();
    match exact {
        Exact::Vector(shown) => are_near(world_normal, shown).then(|| Input {
            place: InputPlace::Normal(index),
            name: format!("Normal of {}", body.name),
            size: body_normal.length(),
            unit: "",
            axes: coordinate_count(scene.dimension),
            is_count: false,
        }),
        Exact::Number(shown) => {
            let offset_from_body = offset + body.margin;
            let offset_from_world = offset_from_body + world_normal.dot(DVec3::from(position));
            let is_shown = are_equal(offset_from_body, shown) || are_equal(offset_from_world, shown);
            is_shown.then(|| Input {
                place: InputPlace::Offset(index),
                name: format!("Offset of {}", body.name),
                size: shown.abs(),
                unit: "m",
                axes: 0,
                is_count: false,
            })
        }
        Exact::Count(_) => None,
    }
}
