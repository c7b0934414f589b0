//! Conversion of planar scenes and batch lines, as JSON trees, to the form of the model. Files may name planar shapes
//! by their spatial counterparts, write points with two or three coordinates, and rotations as cosine and sine; the
//! model has planar names, a fixed number of coordinates, and angles or quaternions. The schema check follows.

use super::error::{FieldError, TextError};
use super::path::Path;
use super::rules::{check_unit, length};
use super::tree::{Kind, Node};

/// Hint of errors about two coordinates where three are required.
pub(super) const PLANAR_HINT: &str = "; a planar case needs `\"dim\": 2` in its line";

/// Names of spatial shapes that are accepted for planar ones.
const RENAMED: [(&str, &str); 3] = [("sphere", "circle"), ("box", "rectangle"), ("polytope", "polygon")];

/// Converts a planar scene: renames shapes, adjusts the number of coordinates of poses and vectors, and replaces
/// rotations by cosine and sine. Other scenes stay unchanged.
pub(super) fn flatten_scene(root: &mut Node) -> Result<(), TextError> {
    if !root.field("dimension").is_some_and(|field| field.value.kind == Kind::Number(2.0)) {
        return Ok(());
    }
    // The schema check reports a scene without a list of bodies.
    let Some(bodies) = root.field_mut("bodies").and_then(Node::items_mut) else { return Ok(()) };
    let bodies_path = Path::Field(&Path::Top, "bodies");
    for (i, body) in bodies.iter_mut().enumerate() {
        flatten_scene_body(body, &bodies_path.item(i))?;
    }
    flatten_captured_answers(root)?;
    flatten_rays(root)?;
    flatten_field(root, "gravity", 2, &Path::Top)?;
    if let Some(recorded) = root.field_mut("recorded") {
        flatten_field(recorded, "gravity", 3, &Path::Field(&Path::Top, "recorded"))?;
    }
    let frames_path = Path::Field(&Path::Top, "frames");
    for (i, frame) in items_of(root, "frames").iter_mut().enumerate() {
        flatten_poses(frame, &frames_path.item(i))?;
    }
    Ok(())
}

/// Converts the rotation, shape, position and velocity of a body of a planar scene.
fn flatten_scene_body(body: &mut Node, path: &Path<'_>) -> Result<(), TextError> {
    replace_rotation_by_angle(body, path)?;
    if let Some(shape) = body.field_mut("shape") {
        flatten_shape(shape, &path.field("shape"))?;
    }
    flatten_field(body, "position", 3, path)?;
    flatten_field(body, "velocity", 3, path)
}

/// Appends z = 0 to the vectors of rays of a planar scene; an error if a z is not 0.
fn flatten_rays(root: &mut Node) -> Result<(), TextError> {
    let queries_path = Path::Field(&Path::Top, "queries");
    for (query_index, query) in items_of(root, "queries").iter_mut().enumerate() {
        if !query.field("algorithm").is_some_and(|field| field.value.kind == Kind::String(String::from("ray"))) {
            continue;
        }
        let query_path = queries_path.item(query_index);
        for name in ["origin", "direction"] {
            flatten_field(query, name, 3, &query_path)?;
        }
        if let Some(expect) = query.field_mut("expect") {
            flatten_field(expect, "normal", 3, &query_path.field("expect"))?;
        }
    }
    Ok(())
}

/// Appends z = 0 to the vectors, points and poses of all captured answers of a planar scene.
fn flatten_captured_answers(root: &mut Node) -> Result<(), TextError> {
    let queries_path = Path::Field(&Path::Top, "queries");
    for (query_index, query) in items_of(root, "queries").iter_mut().enumerate() {
        let query_path = queries_path.item(query_index);
        let answers_path = query_path.field("theirs");
        for (answer_index, answer) in items_of(query, "theirs").iter_mut().enumerate() {
            flatten_captured_answer(answer, &answers_path.item(answer_index))?;
        }
    }
    Ok(())
}

/// Appends z = 0 to the vectors, points and poses of a captured answer.
fn flatten_captured_answer(answer: &mut Node, path: &Path<'_>) -> Result<(), TextError> {
    for name in ["normal", "friction"] {
        flatten_field(answer, name, 3, path)?;
    }
    let points_path = path.field("points");
    for (i, point) in items_of(answer, "points").iter_mut().enumerate() {
        let point_path = points_path.item(i);
        for name in ["position", "on_a", "on_b"] {
            flatten_field(point, name, 3, &point_path)?;
        }
    }
    flatten_poses(answer, path)
}

/// Converts the poses in the list `poses` of a frame or of a captured answer.
fn flatten_poses(object: &mut Node, path: &Path<'_>) -> Result<(), TextError> {
    let poses_path = path.field("poses");
    for (i, pose) in items_of(object, "poses").iter_mut().enumerate() {
        flatten_pose(pose, &poses_path.item(i))?;
    }
    Ok(())
}

/// The items of the list in the field `name` of an object, mutable; empty if there is no such list.
fn items_of<'a>(object: &'a mut Node, name: &str) -> &'a mut [Node] {
    match object.field_mut(name).and_then(Node::items_mut) {
        Some(items) => items,
        None => &mut [],
    }
}

/// Converts the point or vector in the field `name` of an object to 2 or 3 coordinates; nothing if the field is absent.
/// `path` is the path of the object.
fn flatten_field(object: &mut Node, name: &str, coordinates: usize, path: &Path<'_>) -> Result<(), TextError> {
    match object.field_mut(name) {
        Some(point) => flatten_point(point, coordinates, &path.field(name)),
        None => Ok(()),
    }
}

/// Appends z = 0 to the position of a pose in a frame, in a captured answer or of a child shape, and converts a cosine
/// and sine to a quaternion.
fn flatten_pose(pose: &mut Node, path: &Path<'_>) -> Result<(), TextError> {
    if let Some(position) = pose.field_mut("position")
        && let Kind::Array(numbers) = &mut position.kind
        && numbers.len() == 2
    {
        numbers.push(Node { start: position.start, end: position.start, kind: Kind::Number(0.0) });
    }
    if let Some(rotation) = pose.field_mut("rotation")
        && let Some(angle) = angle_of_cosine_and_sine(rotation, &path.field("rotation"))?
    {
        let quaternion = [0.0, 0.0, (0.5 * angle).sin(), (0.5 * angle).cos()];
        rotation.kind = Kind::Array(
            quaternion
                .map(|number| Node { start: rotation.start, end: rotation.end, kind: Kind::Number(number) })
                .into(),
        );
    }
    Ok(())
}

/// Replaces a body's rotation, given as cosine and sine, by its angle.
fn replace_rotation_by_angle(body: &mut Node, path: &Path<'_>) -> Result<(), TextError> {
    if let Some(field) = body.field("angle")
        && body.field("rotation").is_some()
    {
        return Err(TextError::new(
            field.start,
            &path.field("angle"),
            "cannot be combined with `rotation`: both give the body's rotation",
        ));
    }
    let Some(rotation) = body.field_mut("rotation") else { return Ok(()) };
    let Some(angle) = angle_of_cosine_and_sine(rotation, &path.field("rotation"))? else { return Ok(()) };
    rotation.kind = Kind::Number(angle);
    if let Kind::Object(fields) = &mut body.kind {
        fields.iter_mut().filter(|field| field.name == "rotation").for_each(|field| field.name = String::from("angle"));
    }
    Ok(())
}

/// The angle of a rotation that is a list of a cosine and a sine, radians in (−π, π]; `None` for any other value, which
/// the schema check accepts or reports.
fn angle_of_cosine_and_sine(rotation: &Node, path: &Path<'_>) -> Result<Option<f64>, TextError> {
    let Kind::Array(numbers) = &rotation.kind else { return Ok(None) };
    let [Node { kind: Kind::Number(cos), .. }, Node { kind: Kind::Number(sin), .. }] = numbers[..] else {
        return Ok(None);
    };
    check_unit(length([cos, sin]), &path.to_string(), "a unit vector [cos, sin]")
        .map_err(|error| TextError::new(rotation.start, error.path, error.message))?;
    // Adding 0 removes the sign of a zero, so that half a revolution is π and not −π.
    Ok(Some((sin + 0.0).atan2(cos)))
}

/// Renames the shapes of the bodies `a` and `b` of a batch line to the names and coordinates of planar scenes.
pub(super) fn flatten_bodies(root: &mut Node) -> Result<(), TextError> {
    for name in ["a", "b"] {
        let body = Path::Field(&Path::Top, name);
        if let Some(shape) = root.field_mut(name).and_then(|body| body.field_mut("shape")) {
            flatten_shape(shape, &body.field("shape"))?;
        }
    }
    Ok(())
}

/// Drops z, which must be 0, of the points, directions and query point of a planar batch line.
pub(super) fn flatten_points(root: &mut Node) -> Result<(), TextError> {
    for name in ["points", "directions"] {
        let list = Path::Field(&Path::Top, name);
        for (i, point) in items_of(root, name).iter_mut().enumerate() {
            flatten_point(point, 2, &list.item(i))?;
        }
    }
    flatten_field(root, "query", 2, &Path::Top)
}

/// Renames a shape and its child shapes to their planar names, and adjusts the coordinates of their points, normals and
/// poses.
pub(super) fn flatten_shape(shape: &mut Node, path: &Path<'_>) -> Result<(), TextError> {
    let kind = match shape.field_mut("type").map(|kind| &mut kind.kind) {
        Some(Kind::String(kind)) => kind,
        _ => return Ok(()),
    };
    if let Some((_, planar)) = RENAMED.iter().find(|(name, _)| name == kind) {
        *kind = String::from(*planar);
    }
    // A scene's segment and triangle have points with three coordinates.
    let coordinates = if kind == "polygon" { 2 } else { 3 };
    let points_path = path.field("points");
    for (i, point) in items_of(shape, "points").iter_mut().enumerate() {
        flatten_point(point, coordinates, &points_path.item(i))?;
    }
    flatten_field(shape, "normal", 3, path)?;
    let parts_path = path.field("parts");
    for (i, part) in items_of(shape, "parts").iter_mut().enumerate() {
        let part_path = parts_path.item(i);
        flatten_pose(part, &part_path)?;
        if let Some(inner) = part.field_mut("shape") {
            flatten_shape(inner, &part_path.field("shape"))?;
        }
    }
    // The shape inside `affine` or `inflate`.
    match shape.field_mut("shape") {
        Some(inner) => flatten_shape(inner, &path.field("shape")),
        None => Ok(()),
    }
}

/// Converts a point of two or three coordinates to `coordinates` ones, 2 or 3; an error if its z is not 0. The schema
/// check reports any other value.
fn flatten_point(point: &mut Node, coordinates: usize, path: &Path<'_>) -> Result<(), TextError> {
    let start = point.start;
    let Kind::Array(numbers) = &mut point.kind else { return Ok(()) };
    if numbers.len() == 2 && coordinates == 3 {
        numbers.push(Node { start, end: start, kind: Kind::Number(0.0) });
        return Ok(());
    }
    if numbers.len() != 3 {
        return Ok(());
    }
    let Kind::Number(z) = numbers[2].kind else { return Ok(()) };
    if z != 0.0 {
        return Err(TextError::new(numbers[2].start, &path.item(2), format!("must be 0 in 2D, but is {z}")));
    }
    numbers.truncate(coordinates);
    Ok(())
}

/// Converts the numbers of the field `field` to a vector. In space there must be three, in the plane two, or three with
/// z = 0.
pub(super) fn vector(numbers: &[f64], dim: u8, field: &str) -> Result<[f64; 3], FieldError> {
    match (numbers, dim) {
        ([x, y], 2) => Ok([*x, *y, 0.0]),
        ([x, y, z], 3) => Ok([*x, *y, *z]),
        ([x, y, z], _) if *z == 0.0 => Ok([*x, *y, *z]),
        ([_, _, z], _) => Err(FieldError::new(format!("{field}[2]"), format!("must be 0 in 2D, but is {z}"))),
        _ => {
            let hint = if (dim, numbers.len()) == (3, 2) { PLANAR_HINT } else { "" };
            Err(FieldError::new(field, format!("must have {dim} entries, but has {}{hint}", numbers.len())))
        }
    }
}
