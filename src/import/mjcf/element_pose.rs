//! Pose of an element: position, and an orientation in one of five forms.

use super::Compiler;
use super::files::{Book, Element};
use crate::import::pose::{IDENTITY_ROTATION, Pose, about, of_axes, product, z_onto};
use crate::scene::SceneError;

/// Magnitude of the coordinates of a quaternion up to which it counts as zero.
pub(super) const ZERO_QUATERNION: f64 = 1e-9;

/// Deviation from 1 up to which scenes accept the length of a quaternion.
pub(super) const UNIT_TOLERANCE: f64 = 1e-6;

/// Attributes that state an orientation.
pub(super) const ORIENTATIONS: [&str; 5] = ["quat", "axisangle", "euler", "xyaxes", "zaxis"];

/// Returns the orientation of an element as a quaternion x, y, z, w.
pub(super) fn orientation(
    book: &Book<'_>,
    (page, node): Element<'_>,
    compiler: &Compiler,
) -> Result<[f64; 4], SceneError> {
    let reading = book.reading(page);
    let stated: Vec<&str> = ORIENTATIONS.into_iter().filter(|name| node.has_attribute(*name)).collect();
    let name = match stated.as_slice() {
        [] => return Ok(IDENTITY_ROTATION),
        [name] => *name,
        [first, second, ..] => {
            return Err(reading.wrong(node, second, format!("is a second orientation, next to `{first}`; keep one")));
        }
    };
    let count = if name == "xyaxes" {
        6
    } else if name == "quat" || name == "axisangle" {
        4
    } else {
        3
    };
    let numbers = reading.numbers(node, name, count..=count)?.unwrap_or_default();
    let rotation = match (name, numbers.as_slice()) {
        ("quat", [w, x, y, z]) if [w, x, y, z].iter().any(|part| part.abs() > ZERO_QUATERNION) => {
            Some(quaternion([*x, *y, *z, *w]))
        }
        ("axisangle", [x, y, z, angle]) => about([*x, *y, *z], compiler.radians(*angle)),
        ("euler", angles) => Some(euler(angles, compiler)),
        ("xyaxes", [a, b, c, d, e, f]) => of_axes([*a, *b, *c], [*d, *e, *f]),
        ("zaxis", [x, y, z]) => z_onto([*x, *y, *z]),
        _ => None,
    };
    rotation.ok_or_else(|| {
        let is_axes = name == "xyaxes";
        let why = if is_axes { "must be two axes that are neither zero nor parallel" } else { "must not be zero" };
        reading.wrong(node, name, why)
    })
}

/// Normalizes a quaternion as MuJoCo does; one whose length is 1 to a scene's tolerance stays as written.
fn quaternion(written: [f64; 4]) -> [f64; 4] {
    let length = written.iter().map(|x| x * x).sum::<f64>().sqrt();
    if (length - 1.0).abs() < UNIT_TOLERANCE { written } else { written.map(|x| x / length) }
}

/// Returns the rotation of an element's Euler angles multiplied by `factor`.
pub(super) fn scaled_euler(
    book: &Book<'_>,
    (page, node): Element<'_>,
    compiler: &Compiler,
    factor: f64,
) -> Result<[f64; 4], SceneError> {
    let angles = book.reading(page).three(node, "euler")?.unwrap_or_default().map(|angle| factor * angle);
    Ok(euler(&angles, compiler))
}

/// Rotation of Euler angles about the axes of the compiler's sequence.
fn euler(angles: &[f64], compiler: &Compiler) -> [f64; 4] {
    let mut rotation = IDENTITY_ROTATION;
    for (angle, axis) in angles.iter().zip(&compiler.sequence) {
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

/// Returns the position and orientation of a body or frame.
pub(super) fn pose(book: &Book<'_>, element: Element<'_>, compiler: &Compiler) -> Result<Pose, SceneError> {
    let position = book.reading(element.0).three(element.1, "pos")?.unwrap_or_default();
    Ok(Pose { position, rotation: orientation(book, element, compiler)? })
}
