//! Pose of an element: position, and an orientation in one of five forms.

use super::Compiler;
use super::files::{Book, Element};
use crate::import::pose::{Pose, UNTURNED, about, of_axes, product, z_onto};
use crate::scene::SceneError;

/// Attributes that state an orientation.
pub(super) const ORIENTATIONS: [&str; 5] = ["quat", "axisangle", "euler", "xyaxes", "zaxis"];

/// Returns the orientation of an element as a quaternion x, y, z, w.
pub(super) fn orientation(
    book: &Book<'_>,
    (page, node): Element<'_>,
    compiler: &Compiler,
) -> Result<[f64; 4], SceneError> {
    let reading = book.reading(page);
    let said: Vec<&str> = ORIENTATIONS.into_iter().filter(|name| node.has_attribute(*name)).collect();
    let name = match said.as_slice() {
        [] => return Ok(UNTURNED),
        [name] => *name,
        [first, second, ..] => {
            return Err(reading.wrong(node, second, format!("is an orientation, and so is `{first}`")));
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
    let none = || reading.wrong(node, name, "has no direction");
    let radians = |angle: f64| if compiler.degrees { angle.to_radians() } else { angle };
    match (name, numbers.as_slice()) {
        ("quat", [w, x, y, z]) if [w, x, y, z].iter().any(|part| part.abs() > 1e-9) => Ok(quaternion([*x, *y, *z, *w])),
        ("axisangle", [x, y, z, angle]) => about([*x, *y, *z], radians(*angle)).ok_or_else(none),
        ("euler", angles) => Ok(euler(angles, &compiler.sequence, radians)),
        ("xyaxes", [a, b, c, d, e, f]) => of_axes([*a, *b, *c], [*d, *e, *f]).ok_or_else(none),
        ("zaxis", [x, y, z]) => z_onto([*x, *y, *z]).ok_or_else(none),
        _ => Err(none()),
    }
}

/// Normalizes a quaternion as MuJoCo does; one whose length is 1 to a scene's tolerance stays as written.
fn quaternion(written: [f64; 4]) -> [f64; 4] {
    let length = written.iter().map(|x| x * x).sum::<f64>().sqrt();
    if (length - 1.0).abs() < 1e-6 { written } else { written.map(|x| x / length) }
}

/// Returns the rotation of an element's Euler angles multiplied by `factor`.
pub(super) fn scaled_euler(
    book: &Book<'_>,
    (page, node): Element<'_>,
    compiler: &Compiler,
    factor: f64,
) -> Result<[f64; 4], SceneError> {
    let angles = book.reading(page).three(node, "euler")?.unwrap_or_default().map(|angle| factor * angle);
    Ok(euler(&angles, &compiler.sequence, |angle| if compiler.degrees { angle.to_radians() } else { angle }))
}

fn euler(angles: &[f64], sequence: &[u8], radians: impl Fn(f64) -> f64) -> [f64; 4] {
    let mut whole = UNTURNED;
    for (angle, axis) in angles.iter().zip(sequence) {
        let direction = match axis.to_ascii_lowercase() {
            b'x' => [1.0, 0.0, 0.0],
            b'y' => [0.0, 1.0, 0.0],
            _ => [0.0, 0.0, 1.0],
        };
        let turn = about(direction, radians(*angle)).unwrap_or(UNTURNED);
        whole = if axis.is_ascii_lowercase() { product(whole, turn) } else { product(turn, whole) };
    }
    whole
}

/// Returns the position and orientation of a body or frame.
pub(super) fn pose(book: &Book<'_>, element: Element<'_>, compiler: &Compiler) -> Result<Pose, SceneError> {
    let position = book.reading(element.0).three(element.1, "pos")?.unwrap_or_default();
    Ok(Pose { position, rotation: orientation(book, element, compiler)? })
}
