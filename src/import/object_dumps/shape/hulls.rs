//! Hulls and surfaces of printed points, and the frame of these points.

use contact_lens_scene::model::Shape;

use super::{Built, Context, Facts, NO_SIZES, coordinates, exactly};
use crate::draft::Draft;
use crate::object_dumps::fields::Field;
use crate::object_dumps::record::{ErrorAt, unknown};
use crate::object_dumps::value::{List, Value};

impl Facts<'_> {
    /// Builds the hull of points, or a surface if the faces are printed.
    pub(super) fn hull(
        &mut self,
        context: &Context<'_>,
        built: &mut Built,
        draft: &mut Draft,
    ) -> Result<Shape, ErrorAt> {
        let is_declared = self.kind.is_some();
        let fact = self.take(Field::Points).ok_or_else(|| self.error(NO_SIZES))?;
        let error = (fact.start, unknown(&fact.name));
        built.is_in_world = has_key(&fact.value, "isInternal");
        let rows = fact.value.rows().ok_or_else(|| error.clone())?;
        let points: Option<Vec<Vec<f64>>> = rows.iter().map(|row| point(row)).collect();
        let points = points.filter(|points| points.len() >= 2).ok_or_else(|| error.clone())?;
        if points.iter().all(|point| point.len() == 2) {
            built.is_planar = true;
            if let Some(place) = context.body_position.filter(|_| !is_declared && !built.is_in_world) {
                let why = "are these points in the frame of the world or of the body? Print the type of the shape";
                built.is_in_world = are_in_world(&points, place).ok_or((fact.start, String::from(why)))?;
            }
            return Ok(Shape::Polygon { points: points.iter().map(|point| [point[0], point[1]]).collect() });
        }
        let points: Option<Vec<[f64; 3]>> = points.into_iter().map(exactly).collect();
        let points = points.ok_or_else(|| error.clone())?;
        if let Some(faces) = self.take(Field::Faces) {
            let error = (faces.start, unknown(&faces.name));
            let triangles: Option<Vec<[u32; 3]>> = faces
                .value
                .rows()
                .ok_or_else(|| error.clone())?
                .iter()
                .map(|row| triangle(row, points.len()))
                .collect();
            return draft.surface(points, triangles.ok_or(error)?, [1.0; 3]).map_err(|why| (fact.start, why));
        }
        if !is_declared {
            return Err((
                fact.start,
                String::from("are these points a hull or a mesh? Print the type of the shape or its faces"),
            ));
        }
        Ok(Shape::Polytope { points })
    }
}

/// Whether the vertices of a polygon are in the frame of the world, where their center of area is the position of the
/// body, and not in that of the body, where it is the origin; `None` if it is elsewhere.
fn are_in_world(points: &[Vec<f64>], place: [f64; 3]) -> Option<bool> {
    let mut area = 0.0;
    let mut moment = [0.0; 2];
    for (index, from) in points.iter().enumerate() {
        let to = &points[(index + 1) % points.len()];
        let cross = from[0] * to[1] - from[1] * to[0];
        area += cross;
        moment = [0, 1].map(|axis| moment[axis] + cross * (from[axis] + to[axis]));
    }
    let center = moment.map(|x| x / (3.0 * area));
    let size = points.iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
    let error = MAX_CENTER_ERROR * size;
    match (are_near(center, [0.0, 0.0], error), are_near(center, [place[0], place[1]], error)) {
        (true, _) => Some(false),
        (false, true) => Some(true),
        (false, false) => None,
    }
}

/// Whether the coordinates of two points differ by less than `error`.
fn are_near(a: [f64; 2], b: [f64; 2], error: f64) -> bool {
    (a[0] - b[0]).abs().max((a[1] - b[1]).abs()) < error
}

/// Error of a center of area, relative to the largest coordinate, that is rounding of a print.
const MAX_CENTER_ERROR: f64 = 1e-3;

/// Whether a point of a list has a field.
fn has_key(points: &Value, key: &str) -> bool {
    let Value::List(list) = points else { return false };
    list.items
        .iter()
        .any(|item| matches!(&item.value, Value::List(point) if point.items.iter().any(|item| item.key == key)))
}

/// Returns the coordinates of a point, whose other fields may be its index and a mark.
fn point(value: &Value) -> Option<Vec<f64>> {
    if let Value::List(list) = value.unwrapped()
        && list.items.iter().any(|item| item.key == "isInternal")
    {
        let bare: Vec<_> = list.items.iter().filter(|item| ["x", "y"].contains(&item.key.as_str())).cloned().collect();
        return Value::List(List { head: String::new(), items: bare }).named(&["x", "y"]);
    }
    coordinates(value).filter(|point| point.len() == 2 || point.len() == 3)
}

/// Whether a number is an index below a count.
fn is_index(number: f64, count: usize) -> bool {
    number.fract() == 0.0 && number >= 0.0 && (number as usize) < count
}

/// Returns the indices of a triangle, which are below the number of points.
fn triangle(value: &Value, count: usize) -> Option<[u32; 3]> {
    let indices: [f64; 3] = exactly(value.numbers()?)?;
    indices.iter().all(|index| is_index(*index, count)).then(|| indices.map(|index| index as u32))
}
