//! Reads the geometries of SDF (`box`, `cylinder`, `mesh`, …) as shapes of scenes. Lengths are in meters; full lengths
//! are halved, which is exact.

use contact_lens_model::ask::Axis;
use contact_lens_scene::SceneError;
use contact_lens_scene::model::Shape;
use roxmltree::Node;

use super::super::draft::Draft;
use super::super::urdf;
use super::super::xml::XmlReader;
use super::elements;

/// Reads the shape of an element inside `geometry`. The inner error is the reason why scenes have no such shape, the
/// outer one a mistake in the file.
pub(super) fn shape(
    reader: &XmlReader<'_>,
    form: Node<'_, '_>,
    draft: &Draft,
) -> Result<Result<Shape, String>, SceneError> {
    let shape = match form.tag_name().name() {
        "sphere" => Shape::Sphere { radius: read_length(reader, form, "radius")? },
        "cylinder" => Shape::Cylinder {
            radius: read_length(reader, form, "radius")?,
            half_height: 0.5 * read_length(reader, form, "length")?,
            axis: Axis::Z,
        },
        "capsule" => Shape::Capsule {
            radius: read_length(reader, form, "radius")?,
            half_height: 0.5 * read_length(reader, form, "length")?,
            axis: Axis::Z,
        },
        "cone" => Shape::Cone {
            radius: read_length(reader, form, "radius")?,
            half_height: 0.5 * read_length(reader, form, "length")?,
            axis: Axis::Z,
        },
        "ellipsoid" => Shape::Ellipsoid { radii: read_vector(reader, form, "radii", Sign::NotNegative)? },
        "box" => {
            Shape::Box { half_extents: read_vector(reader, form, "size", Sign::NotNegative)?.map(|side| 0.5 * side) }
        }
        "plane" => {
            let normal = match elements(form, "normal").next() {
                Some(_) => read_vector(reader, form, "normal", Sign::Any)?,
                None => [0.0, 0.0, 1.0],
            };
            if normal == [0.0; 3] {
                return Err(reader.wrong(form, "normal", "must not be zero"));
            }
            for size in elements(form, "size") {
                reader.report_skipped(
                    size,
                    "the size of a plane is ignored: planes are imported as infinite half-spaces",
                );
            }
            Shape::HalfSpace { normal, offset: 0.0 }
        }
        "mesh" => return read_mesh(reader, form, draft),
        other => return Ok(Err(format!("scenes have no shape `{other}`"))),
    };
    Ok(Ok(shape))
}

/// Allowed signs of the numbers in an element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Any,
    NotNegative,
}

/// Returns the first child element with a tag, or the error that it is missing.
fn required_child<'n>(
    reader: &XmlReader<'_>,
    form: Node<'n, 'n>,
    tag: &'static str,
) -> Result<Node<'n, 'n>, SceneError> {
    elements(form, tag).next().ok_or_else(|| reader.wrong(form, tag, "is missing"))
}

/// Reads the length in a child element, meters, not negative.
fn read_length(reader: &XmlReader<'_>, form: Node<'_, '_>, tag: &'static str) -> Result<f64, SceneError> {
    let node = required_child(reader, form, tag)?;
    let value = reader.inner_numbers(node, 1..=1)?[0];
    if value >= 0.0 {
        return Ok(value);
    }
    Err(reader.wrong(node, "", format!("must not be negative, but is {value}")))
}

/// Reads the three numbers in a child element.
fn read_vector(
    reader: &XmlReader<'_>,
    form: Node<'_, '_>,
    tag: &'static str,
    sign: Sign,
) -> Result<[f64; 3], SceneError> {
    let node = required_child(reader, form, tag)?;
    let values = reader.inner_numbers(node, 3..=3)?;
    let negative = values.iter().find(|value| **value < 0.0);
    if let Some(value) = negative.filter(|_| sign == Sign::NotNegative) {
        return Err(reader.wrong(node, "", format!("must not be negative, but is {value}")));
    }
    Ok([values[0], values[1], values[2]])
}

/// Returns the convex hull of a scaled mesh file. The inner error is the reason why the file is not read, the outer one
/// a mistake in the element.
fn read_mesh(reader: &XmlReader<'_>, form: Node<'_, '_>, draft: &Draft) -> Result<Result<Shape, String>, SceneError> {
    let scale = match elements(form, "scale").next() {
        Some(_) => read_vector(reader, form, "scale", Sign::Any)?,
        None => [1.0; 3],
    };
    if scale.contains(&0.0) {
        return Err(reader.wrong(form, "scale", "must not be 0"));
    }
    if elements(form, "submesh").next().is_some() {
        return Ok(Err(String::from("single objects of mesh files (`submesh`) are not supported")));
    }
    let address = reader.text(required_child(reader, form, "uri")?).to_owned();
    Ok(urdf::mesh_hull(reader, &address, scale, draft))
}
