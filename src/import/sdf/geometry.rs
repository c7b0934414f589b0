//! Shapes of SDF, with full lengths that are halved without rounding.

use roxmltree::Node;

use super::super::draft::Draft;
use super::super::urdf;
use super::super::xml::Reading;
use super::elements;
use crate::ask::Axis;
use crate::scene::SceneError;
use crate::scene::model::Shape;

/// Reads a shape, or returns the reason why scenes have no such shape; the outer error is a mistake in the file.
pub(super) fn shape(
    reading: &Reading<'_>,
    form: Node<'_, '_>,
    draft: &Draft,
) -> Result<Result<Shape, String>, SceneError> {
    Ok(Ok(match form.tag_name().name() {
        "sphere" => Shape::Sphere { radius: length(reading, form, "radius")? },
        "cylinder" => Shape::Cylinder {
            radius: length(reading, form, "radius")?,
            half_height: 0.5 * length(reading, form, "length")?,
            axis: Axis::Z,
        },
        "capsule" => Shape::Capsule {
            radius: length(reading, form, "radius")?,
            half_height: 0.5 * length(reading, form, "length")?,
            axis: Axis::Z,
        },
        "cone" => Shape::Cone {
            radius: length(reading, form, "radius")?,
            half_height: 0.5 * length(reading, form, "length")?,
            axis: Axis::Z,
        },
        "ellipsoid" => Shape::Ellipsoid { radii: three(reading, form, "radii", Sign::NotNegative)? },
        "box" => Shape::Box { half_extents: three(reading, form, "size", Sign::NotNegative)?.map(|side| 0.5 * side) },
        "plane" => {
            let normal = match elements(form, "normal").next() {
                Some(_) => three(reading, form, "normal", Sign::Any)?,
                None => [0.0, 0.0, 1.0],
            };
            if normal == [0.0; 3] {
                return Err(reading.wrong(form, "normal", "must not be zero"));
            }
            for size in elements(form, "size") {
                reading.leave(size, "the size of a plane is ignored: planes are imported as infinite half-spaces");
            }
            Shape::HalfSpace { normal, offset: 0.0 }
        }
        "mesh" => return mesh(reading, form, draft),
        other => return Ok(Err(format!("scenes have no shape `{other}`"))),
    }))
}

/// Allowed signs of numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Any,
    NotNegative,
}

/// Returns the child element with a tag, and marks it as understood.
fn child<'n>(reading: &Reading<'_>, form: Node<'n, 'n>, tag: &'static str) -> Result<Node<'n, 'n>, SceneError> {
    elements(form, tag).next().ok_or_else(|| reading.wrong(form, tag, "is missing"))
}

/// Reads the length in a child element.
fn length(reading: &Reading<'_>, form: Node<'_, '_>, tag: &'static str) -> Result<f64, SceneError> {
    let node = child(reading, form, tag)?;
    let value = reading.inner_numbers(node, 1..=1)?[0];
    if value >= 0.0 {
        return Ok(value);
    }
    Err(reading.wrong(node, "", format!("must not be negative, but is {value}")))
}

/// Reads the three numbers in a child element.
fn three(reading: &Reading<'_>, form: Node<'_, '_>, tag: &'static str, sign: Sign) -> Result<[f64; 3], SceneError> {
    let node = child(reading, form, tag)?;
    let values = reading.inner_numbers(node, 3..=3)?;
    if let Some(value) = values.iter().find(|value| sign == Sign::NotNegative && **value < 0.0) {
        return Err(reading.wrong(node, "", format!("must not be negative, but is {value}")));
    }
    Ok([values[0], values[1], values[2]])
}

/// Returns the hull of a mesh file.
fn mesh(reading: &Reading<'_>, form: Node<'_, '_>, draft: &Draft) -> Result<Result<Shape, String>, SceneError> {
    let scale = match elements(form, "scale").next() {
        Some(_) => three(reading, form, "scale", Sign::Any)?,
        None => [1.0; 3],
    };
    if scale.contains(&0.0) {
        return Err(reading.wrong(form, "scale", "must not be 0"));
    }
    if elements(form, "submesh").next().is_some() {
        return Ok(Err(String::from("single objects of mesh files (`submesh`) are not supported")));
    }
    let address = reading.text(child(reading, form, "uri")?).to_owned();
    Ok(urdf::of_file(reading, &address, scale, draft))
}
