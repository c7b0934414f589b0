//! Pose of an element relative to its parent: a position in meters, and an orientation in one of the five forms of MJCF
//! (quaternion, axis and angle, Euler angles, two axes, z axis).

use contact_lens_scene::SceneError;

use super::Compiler;
use super::files::{Documents, Element};
use crate::pose::{IDENTITY_ROTATION, Pose, ZERO_QUATERNION, about, normalized_unless_unit, of_axes, product, z_onto};

/// Attributes that state an orientation.
pub(super) const ORIENTATIONS: [&str; 5] = ["quat", "axisangle", "euler", "xyaxes", "zaxis"];

/// Returns the orientation of an element as a quaternion x, y, z, w; the identity if it states none.
///
/// # Errors
/// Fails when the element states several orientations, or one that is zero or degenerate.
pub(super) fn orientation(
    documents: &Documents<'_>,
    Element { document, node }: Element<'_>,
    compiler: &Compiler,
) -> Result<[f64; 4], SceneError> {
    let reader = documents.reader(document);
    let stated: Vec<&str> = ORIENTATIONS.into_iter().filter(|name| node.has_attribute(*name)).collect();
    let name = match stated.as_slice() {
        [] => return Ok(IDENTITY_ROTATION),
        [name] => *name,
        [first, second, ..] => {
            return Err(reader.wrong(node, second, format!("is a second orientation, next to `{first}`; keep one")));
        }
    };
    let number_count = match name {
        "xyaxes" => 6,
        "quat" | "axisangle" => 4,
        _ => 3,
    };
    let numbers = reader.numbers(node, name, number_count..=number_count)?.unwrap_or_default();
    let rotation = match (name, numbers.as_slice()) {
        ("quat", [w, x, y, z]) if [w, x, y, z].iter().any(|part| part.abs() > ZERO_QUATERNION) => {
            Some(normalized_unless_unit([*x, *y, *z, *w]))
        }
        ("axisangle", [x, y, z, angle]) => about([*x, *y, *z], compiler.radians(*angle)),
        ("euler", angles) => Some(euler(angles, compiler)),
        ("xyaxes", [x0, x1, x2, y0, y1, y2]) => of_axes([*x0, *x1, *x2], [*y0, *y1, *y2]),
        ("zaxis", [x, y, z]) => z_onto([*x, *y, *z]),
        _ => None,
    };
    rotation.ok_or_else(|| {
        let why =
            if name == "xyaxes" { "must be two axes that are neither zero nor parallel" } else { "must not be zero" };
        reader.wrong(node, name, why)
    })
}

/// Returns the rotation of an element's Euler angles multiplied by `factor`, as a quaternion x, y, z, w; replicas are
/// rotated by multiples of such angles.
pub(super) fn scaled_euler(
    documents: &Documents<'_>,
    Element { document, node }: Element<'_>,
    compiler: &Compiler,
    factor: f64,
) -> Result<[f64; 4], SceneError> {
    let angles =
        documents.reader(document).three_numbers(node, "euler")?.unwrap_or_default().map(|angle| factor * angle);
    Ok(euler(&angles, compiler))
}

/// Returns the rotation of Euler angles, in the unit of the model, about the axes of the compiler's sequence, as a
/// quaternion x, y, z, w.
fn euler(angles: &[f64], compiler: &Compiler) -> [f64; 4] {
    let mut rotation = IDENTITY_ROTATION;
    for (angle, axis) in angles.iter().zip(&compiler.euler_sequence) {
        let direction = match axis.to_ascii_lowercase() {
            b'x' => [1.0, 0.0, 0.0],
            b'y' => [0.0, 1.0, 0.0],
            _ => [0.0, 0.0, 1.0],
        };
        let step = about(direction, compiler.radians(*angle)).unwrap_or(IDENTITY_ROTATION);
        // A lower-case axis rotates along with the element; an upper-case one is fixed.
        rotation = if axis.is_ascii_lowercase() { product(rotation, step) } else { product(step, rotation) };
    }
    rotation
}

/// Returns the pose of a body or frame relative to its parent.
pub(super) fn pose(documents: &Documents<'_>, element: Element<'_>, compiler: &Compiler) -> Result<Pose, SceneError> {
    let position = documents.reader(element.document).three_numbers(element.node, "pos")?.unwrap_or_default();
    Ok(Pose { position, rotation: orientation(documents, element, compiler)? })
}
