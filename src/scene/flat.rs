//! Conversion of planar scenes and batch lines to the form of the model: shapes under their planar names, points with
//! the number of coordinates that the model has, and rotations by cosine and sine as angles or quaternions.

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
    let Some(Kind::Array(bodies)) = root.field_mut("bodies").map(|bodies| &mut bodies.kind) else { return Ok(()) };
    let list = Path::Field(&Path::Top, "bodies");
    for (i, body) in bodies.iter_mut().enumerate() {
        replace_rotation_by_angle(body, &list.item(i))?;
        if let Some(shape) = body.field_mut("shape") {
            flatten_shape(shape, &list.item(i).field("shape"))?;
        }
        for vector in ["position", "velocity"] {
            if let Some(value) = body.field_mut(vector) {
                flatten_point(value, 3, &list.item(i).field(vector))?;
            }
        }
    }
    flatten_theirs(root)?;
    let gravity = Path::Field(&Path::Top, "gravity");
    root.field_mut("gravity").map_or(Ok(()), |vector| flatten_point(vector, 2, &gravity))?;
    let recorded = root.field_mut("recorded");
    let top = Path::Field(&Path::Top, "recorded");
    if let Some(vector) = recorded.and_then(|recorded| recorded.field_mut("gravity")) {
        flatten_point(vector, 3, &top.field("gravity"))?;
    }
    let frames = Path::Field(&Path::Top, "frames");
    let frame_items = root.field_mut("frames").and_then(|frames| frames.items_mut());
    for (i, frame) in frame_items.into_iter().flatten().enumerate() {
        let frames = frames.item(i);
        let poses = frame.field_mut("poses").and_then(|poses| poses.items_mut());
        for (pose_index, pose) in poses.into_iter().flatten().enumerate() {
            let list = frames.field("poses");
            flatten_pose(pose, &list.item(pose_index))?;
        }
    }
    Ok(())
}

/// Appends z = 0 to the vectors, points and poses of captured answers.
fn flatten_theirs(root: &mut Node) -> Result<(), TextError> {
    let list = Path::Field(&Path::Top, "queries");
    let queries = root.field_mut("queries").and_then(|queries| queries.items_mut());
    for (i, query) in queries.into_iter().flatten().enumerate() {
        let query_path = list.item(i);
        let answers = query.field_mut("theirs").and_then(|theirs| theirs.items_mut());
        let answers_path = query_path.field("theirs");
        for (answer_index, answer) in answers.into_iter().flatten().enumerate() {
            let answer_path = answers_path.item(answer_index);
            for name in ["normal", "friction"] {
                answer.field_mut(name).map_or(Ok(()), |vector| flatten_point(vector, 3, &answer_path.field(name)))?;
            }
            let points = answer.field_mut("points").and_then(|points| points.items_mut());
            let list = answer_path.field("points");
            for (point_index, point) in points.into_iter().flatten().enumerate() {
                for name in ["position", "on_a", "on_b"] {
                    let point_path = list.item(point_index);
                    point.field_mut(name).map_or(Ok(()), |value| flatten_point(value, 3, &point_path.field(name)))?;
                }
            }
            let list = answer_path.field("poses");
            let poses = answer.field_mut("poses").and_then(|poses| poses.items_mut());
            for (pose_index, pose) in poses.into_iter().flatten().enumerate() {
                flatten_pose(pose, &list.item(pose_index))?;
            }
        }
    }
    Ok(())
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

/// The angle of a cosine and a sine, radians in (−π, π]; `None` for any other value, which the schema checks.
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
        let points = root.field_mut(name).and_then(|points| points.items_mut());
        points.into_iter().flatten().enumerate().try_for_each(|(i, point)| flatten_point(point, 2, &list.item(i)))?;
    }
    let query = Path::Field(&Path::Top, "query");
    root.field_mut("query").map_or(Ok(()), |point| flatten_point(point, 2, &query))
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
    if let Some(Kind::Array(points)) = shape.field_mut("points").map(|points| &mut points.kind) {
        let list = path.field("points");
        for (i, point) in points.iter_mut().enumerate() {
            flatten_point(point, coordinates, &list.item(i))?;
        }
    }
    if let Some(normal) = shape.field_mut("normal") {
        flatten_point(normal, 3, &path.field("normal"))?;
    }
    let parts = path.field("parts");
    let part_items = shape.field_mut("parts").and_then(|parts| parts.items_mut());
    for (i, part) in part_items.into_iter().flatten().enumerate() {
        flatten_pose(part, &parts.item(i))?;
        if let Some(inner) = part.field_mut("shape") {
            flatten_shape(inner, &parts.item(i).field("shape"))?;
        }
    }
    match shape.field_mut("shape") {
        Some(inner) => flatten_shape(inner, &path.field("shape")),
        None => Ok(()),
    }
}

/// Converts a point to 2 or 3 coordinates; an error if its z is not 0. Lists of other lengths are left to the schema.
fn flatten_point(point: &mut Node, coordinates: usize, path: &Path<'_>) -> Result<(), TextError> {
    let start = point.start;
    let Kind::Array(numbers) = &mut point.kind else { return Ok(()) };
    match (numbers.len(), coordinates) {
        (2, 3) => numbers.push(Node { start, end: start, kind: Kind::Number(0.0) }),
        (3, _) => {
            let z = &numbers[2];
            if let Kind::Number(number) = &z.kind
                && *number != 0.0
            {
                return Err(TextError::new(z.start, &path.item(2), format!("must be 0 in 2D, but is {number}")));
            }
            if matches!(z.kind, Kind::Number(_)) {
                numbers.truncate(coordinates);
            }
        }
        _ => {}
    }
    Ok(())
}

/// Converts the numbers of the field `field` to a vector: in space three numbers, in the plane two, or three with z =
/// 0.
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
