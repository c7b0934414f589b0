//! Reader of poses in printed text: a position and a quaternion, a position and a rotation matrix, or a homogeneous
//! matrix by rows or by columns. The functions get nodes of the tree, and return the pose with the tokens that state
//! it.

use super::quaternion::order_quaternion;
use super::token::Token;
use super::tree::{ErrorAt, Node, Value};
use super::vector::read_vector;
use crate::draft::checked_length;
use crate::pose::{IDENTITY_ROTATION, Pose, of_rows};

/// Pose in a printed text.
#[derive(Debug)]
pub(super) struct PrintedPose<'a> {
    pub(super) pose: Pose,
    /// Tokens that state the pose.
    pub(super) used: Vec<Token<'a>>,
    /// Sentence for the note of the scene.
    pub(super) note: Option<String>,
}

/// Pose, error of a malformed pose, or `None` if there is no pose.
type ReadResult<'a> = Option<Result<PrintedPose<'a>, ErrorAt>>;

/// Names of fields that state a rotation.
const ROTATIONS: [&str; 11] =
    ["rotation", "orientation", "quaternion", "quat", "rot", "basis", "q", "r", "quatwxyz", "quatxyzw", "matrix3"];
/// Names of fields that state a position.
const POSITIONS: [&str; 7] = ["translation", "position", "origin", "pos", "p", "t", "vector"];
/// Parts of the names of pose types.
const TYPES: [&str; 8] = ["isometry", "transform", "pose", "mat4", "mat44", "matrix4", "affine3", "rigidtransform"];

/// Error of a matrix that is not a rotation. Coordinates of points may look like such a matrix.
pub(super) const NOT_A_ROTATION: &str = "this matrix is not a rotation: its rows are not perpendicular unit vectors";

/// Bound of the deviation from a rotation, and from the length 1 of a quaternion, that rounding of printed numbers to
/// three decimals explains.
const PRINTED_ROUNDING: f64 = 1e-3;

/// Returns the name of a field in lower case, without underscores and the prefix `m` of members.
fn normalized(name: &str) -> String {
    let lower = name.to_ascii_lowercase().replace('_', "");
    match lower.strip_prefix('m') {
        Some(bare) if ROTATIONS.contains(&bare) || POSITIONS.contains(&bare) => bare.to_owned(),
        _ => lower,
    }
}

/// Returns the field with one of these names.
fn field<'n, 'a>(node: &'n Node<'a>, names: &[&str]) -> Option<&'n Node<'a>> {
    node.items().iter().find(|item| item.key.last().is_some_and(|key| names.contains(&normalized(key.text).as_str())))
}

/// Whether the type before the brackets is that of a pose.
fn is_pose(node: &Node<'_>) -> bool {
    node.head.iter().any(|token| {
        let name = token.text.to_ascii_lowercase();
        TYPES.iter().any(|kind| name.contains(kind))
    })
}

/// Reads a pose; `None` if the node is not one.
pub(super) fn read<'a>(node: &Node<'a>) -> ReadResult<'a> {
    let items = node.items();
    if let Some(placed) = read_named_axes(node) {
        return Some(placed);
    }
    // `GlobalTransform(Affine3A { … })`.
    if let [only] = items
        && only.key.is_empty()
        && !only.items().is_empty()
        && is_pose(node)
        && is_pose(only)
    {
        return read(only);
    }
    let rotation = field(node, &ROTATIONS);
    let position = field(node, &POSITIONS);
    if let Some(position) = position.filter(|_| rotation.is_some() || is_pose(node)) {
        return pose_of_fields(node, rotation, position);
    }
    let counts: Vec<usize> = items.iter().map(|item| item.numbers().len()).collect();
    let are_bracketed = items.iter().all(|item| !item.items().is_empty());
    if are_bracketed && matches!(counts[..], [4, 4, 4] | [4, 4, 4, 4]) {
        return read_matrix(node.numbers(), words_of(node));
    }
    if !is_pose(node) {
        return None;
    }
    if are_bracketed && matches!(counts[..], [3, 4 | 9]) {
        return pose_of_fields(node, Some(&items[1]), &items[0]);
    }
    if are_bracketed && matches!(counts[..], [4 | 9, 3]) {
        return pose_of_fields(node, Some(&items[0]), &items[1]);
    }
    let is_matrix = [12, 16].contains(&counts.iter().sum::<usize>());
    if is_matrix { read_matrix(node.numbers(), words_of(node)) } else { None }
}

/// Returns the columns of a basis by the names of its axes, as Godot and glam print them; `None` if a column is missing
/// or has not three numbers.
fn named_columns<'n, 'a>(node: &'n Node<'a>) -> Option<[&'n Node<'a>; 3]> {
    let mut inner = node;
    while let [only] = inner.items() {
        inner = only;
    }
    let columns = [["X", "x_axis"], ["Y", "y_axis"], ["Z", "z_axis"]].map(|names| {
        let column = inner.items().iter().find(|item| item.key.last().is_some_and(|key| names.contains(&key.text)));
        column.filter(|column| column.numbers().len() == 3)
    });
    match columns {
        [Some(x), Some(y), Some(z)] => Some([x, y, z]),
        _ => None,
    }
}

/// Returns the rows of the matrix with these columns; `None` if a value is not a number.
fn rows_of_columns(columns: [&Node<'_>; 3]) -> Option<[[f64; 3]; 3]> {
    let mut rows = [[0.0; 3]; 3];
    for (index, column) in columns.into_iter().enumerate() {
        for (row, token) in rows.iter_mut().zip(column.numbers()) {
            row[index] = token.number()?.value;
        }
    }
    Some(rows)
}

/// Reads a pose of Godot, `[X: (1, 0, 0), Y: (0, 1, 0), Z: (0, 0, 1), O: (2, 0, 0)]`: columns of the basis and the
/// origin.
fn read_named_axes<'a>(node: &Node<'a>) -> ReadResult<'a> {
    let origin = node.items().iter().find(|item| item.key.last().is_some_and(|key| key.text == "O"))?;
    let rows = rows_of_columns(named_columns(node)?)?;
    let mut used: Vec<Token<'a>> = Vec::new();
    let position = read_vector(origin, &mut used)?;
    if let Some(why) = position.into_iter().find_map(|x| checked_length(x).err()) {
        return Some(Err((origin.start(), why)));
    }
    node.append_tokens(&mut used);
    Some(rigid_pose(rows, position, node.start()).map(|(pose, note)| PrintedPose { pose, used, note }))
}

/// Reads a position and a rotation that are fields next to each other, in either order, or a position alone. Also
/// returns the number of nodes that it uses.
pub(super) fn read_pair<'a>(nodes: &[Node<'a>]) -> Option<(Result<PrintedPose<'a>, ErrorAt>, usize)> {
    let first = nodes.first()?;
    if let Some(second) = nodes.get(1) {
        let pair = match (pose_field(first), pose_field(second)) {
            (Some(PoseField::Position), Some(PoseField::Rotation)) => Some((first, second)),
            (Some(PoseField::Rotation), Some(PoseField::Position)) => Some((second, first)),
            _ => None,
        };
        if let Some((position, rotation)) = pair {
            let both =
                Node { key: Vec::new(), head: Vec::new(), value: Value::Group(vec![first.clone(), second.clone()]) };
            return Some((pose_of_fields(&both, Some(rotation), position)?, 2));
        }
    }
    // Names of one or two letters, such as `p`, may be those of other values.
    let is_word = first.key.last().is_some_and(|key| key.text.len() > 2);
    if pose_field(first) != Some(PoseField::Position) || !is_word || first.key.len() > 2 {
        return None;
    }
    let whole = Node { key: Vec::new(), head: Vec::new(), value: Value::Group(vec![first.clone()]) };
    Some((pose_of_fields(&whole, None, first)?, 1))
}

/// Reads the pose among the fields of a shape: a position, with a quaternion or without a rotation.
pub(super) fn read_within<'a>(node: &Node<'a>) -> ReadResult<'a> {
    let position = node.items().iter().find(|item| {
        let has_word = item.key.last().is_some_and(|key| key.text.len() > 2);
        has_word && pose_field(item) == Some(PoseField::Position)
    })?;
    let rotation = node.items().iter().find(|item| pose_field(item) == Some(PoseField::Rotation));
    let whole = Node { key: Vec::new(), head: Vec::new(), value: node.value.clone() };
    pose_of_fields(&whole, rotation, position)
}

/// Words before a position that belongs to something other than a body.
const OTHER_POSITIONS: [&str; 14] = [
    "contact", "hit", "ray", "camera", "cam", "eye", "light", "target", "com", "mass", "point", "witness", "impact",
    "local",
];

/// Whether a node is the position of a body: its last word names a position with more than two letters, and no word
/// before names something other than a body.
pub(super) fn is_position(node: &Node<'_>) -> bool {
    let [before @ .., last] = &node.key[..] else { return false };
    let is_other = before.iter().any(|word| OTHER_POSITIONS.contains(&word.text.to_ascii_lowercase().as_str()));
    pose_field(node) == Some(PoseField::Position) && last.text.len() > 2 && !is_other
}

/// Field of a pose, by its name and the number of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PoseField {
    Position,
    /// Quaternion or rotation matrix.
    Rotation,
}

/// Returns the field of a pose that a node is; `None` for any other field.
fn pose_field(node: &Node<'_>) -> Option<PoseField> {
    let name = normalized(node.key.last()?.text);
    let is_position = POSITIONS.contains(&name.as_str());
    if !is_position && !ROTATIONS.contains(&name.as_str()) {
        return None;
    }
    match numbers_of(node).len() {
        4 if is_position && is_padded(node) => Some(PoseField::Position),
        3 if is_position => Some(PoseField::Position),
        4 | 9 if !is_position => Some(PoseField::Rotation),
        _ => None,
    }
}

/// Returns the numbers of a field, without the fourth floats of the rows of Bullet's matrices.
fn numbers_of<'a>(node: &Node<'a>) -> Vec<Token<'a>> {
    let numbers = node.numbers();
    if is_padded(node) && numbers.len() == 12 {
        numbers.chunks(4).flat_map(|row| row[..3].to_vec()).collect()
    } else {
        numbers
    }
}

/// Whether the vectors of a node have the four floats of Bullet.
fn is_padded(node: &Node<'_>) -> bool {
    words_of(node).iter().any(|name| name.text == "m_floats")
}

/// Returns the tokens of a node that are not numbers.
fn words_of<'a>(node: &Node<'a>) -> Vec<Token<'a>> {
    let mut tokens = Vec::new();
    node.append_tokens(&mut tokens);
    tokens.retain(|token| token.number().is_none());
    tokens
}

/// Builds a pose from the fields of a node; `rotation` is `None` for a body that is not rotated. `None` if the position
/// is not a vector, or if the rotation has neither four numbers nor nine.
///
/// # Errors
/// Returns `Some(Err)` for a scale other than 1, a length beyond the limits, or a rotation that is not one.
fn pose_of_fields<'a>(node: &Node<'a>, rotation: Option<&Node<'a>>, position: &Node<'a>) -> ReadResult<'a> {
    let mut used: Vec<Token<'a>> = node.key.iter().chain(&node.head).copied().collect();
    let coordinates = read_vector(position, &mut used)?;
    for value in coordinates {
        if let Err(why) = checked_length(value) {
            return Some(Err((position.start(), why)));
        }
    }
    let scale = node.items().iter().find(|item| item.key.last().is_some_and(|key| normalized(key.text) == "scale"));
    if let Some(scale) = scale {
        if !has_only(scale, 1.0) {
            return Some(Err((
                scale.start(),
                String::from("a printed pose with a scale other than 1 is not supported"),
            )));
        }
        scale.append_tokens(&mut used);
    }
    let Some(rotation) = rotation else {
        return Some(Ok(PrintedPose { pose: Pose::at(coordinates), used, note: None }));
    };
    used.extend(rotation.numbers());
    used.extend(words_of(rotation));
    used.extend(numbers_of(rotation));
    // glam pads its poses with zeros.
    for item in node.items() {
        let is_padding = item.key.last().is_some_and(|key| key.text == "padding");
        if is_padding && has_only(item, 0.0) {
            item.append_tokens(&mut used);
        }
    }
    Some(rotated_pose(rotation, coordinates)?.map(|(pose, note)| PrintedPose { pose, used, note }))
}

/// Whether all numbers of a node have this value.
fn has_only(node: &Node<'_>, value: f64) -> bool {
    node.numbers().iter().all(|token| token.number().is_some_and(|number| number.value == value))
}

/// Pose with a sentence for the note of the scene, or the error of a rotation that is not one.
type NotedPose = Result<(Pose, Option<String>), ErrorAt>;

/// Builds a pose from the field of its rotation, a quaternion or a matrix, and its position, meters; `None` if the
/// field has neither four numbers nor nine.
fn rotated_pose(rotation: &Node<'_>, position: [f64; 3]) -> Option<NotedPose> {
    let values: Vec<f64> = numbers_of(rotation).iter().filter_map(|token| Some(token.number()?.value)).collect();
    match values[..] {
        [_, _, _, _] => {
            let (quaternion_xyzw, note) = order_quaternion(rotation, &values);
            let length = quaternion_xyzw.iter().map(|x| x * x).sum::<f64>().sqrt();
            // Negated, so that a length that is not a number fails.
            if !((length - 1.0).abs() < PRINTED_ROUNDING) {
                let why = format!("a quaternion must have length 1, but has length {length}");
                return Some(Err((rotation.start(), why)));
            }
            Some(Ok((Pose { position, rotation: quaternion_xyzw }, note)))
        }
        [a, b, c, d, e, f, g, h, i] => {
            let rows = named_columns(rotation).and_then(rows_of_columns).unwrap_or([[a, b, c], [d, e, f], [g, h, i]]);
            Some(rigid_pose(rows, position, rotation.start()))
        }
        _ => None,
    }
}

/// Whether a node is a column of a 4 × 4 matrix, by its name.
fn is_column(node: &Node<'_>, index: usize) -> bool {
    node.key.last().is_some_and(|key| key.text == format!("col{index}")) && node.numbers().len() == 4
}

/// Reads a matrix whose numbers follow one another without brackets, or column by column by their names. Also returns
/// the number of nodes that it uses.
pub(super) fn read_run<'a>(nodes: &[Node<'a>]) -> Option<(Result<PrintedPose<'a>, ErrorAt>, usize)> {
    if let Value::Number(first) = nodes.first()?.value {
        let later_numbers = nodes[1..].iter().take_while(|node| node.key.is_empty()).map_while(Node::number);
        // One number more than the largest matrix has shows that the numbers are something else.
        let numbers: Vec<Token<'a>> = std::iter::once(first).chain(later_numbers).take(17).collect();
        let count = numbers.len();
        if count != 12 && count != 16 {
            return None;
        }
        return Some((read_matrix(numbers, nodes[0].key.clone())?, count));
    }
    let columns = nodes.get(..4)?;
    if !columns.iter().enumerate().all(|(index, node)| is_column(node, index)) {
        return None;
    }
    let numbers = columns.iter().flat_map(Node::numbers).collect();
    Some((read_matrix(numbers, columns.iter().flat_map(words_of).collect())?, 4))
}

/// Reads twelve numbers as three rows, or sixteen by rows or by columns, whichever has 0, 0, 0, 1 as its last row.
/// `names` are further tokens of the matrix. `None` for any other numbers.
fn read_matrix<'a>(numbers: Vec<Token<'a>>, names: Vec<Token<'a>>) -> ReadResult<'a> {
    let n: Vec<f64> = numbers.iter().filter_map(|token| Some(token.number()?.value)).collect();
    let by_rows = n.len() == 12 || n.len() == 16 && n[12..] == [0.0, 0.0, 0.0, 1.0];
    let by_columns = n.len() == 16 && [n[3], n[7], n[11], n[15]] == [0.0, 0.0, 0.0, 1.0];
    let offset = numbers.first()?.start;
    let rows;
    let position;
    if by_rows {
        rows = [0, 4, 8].map(|start| [n[start], n[start + 1], n[start + 2]]);
        position = [n[3], n[7], n[11]];
    } else if by_columns {
        rows = [0, 1, 2].map(|row| [n[row], n[row + 4], n[row + 8]]);
        position = [n[12], n[13], n[14]];
    } else {
        return None;
    }
    let mut used = numbers;
    used.extend(names);
    for value in position {
        if let Err(why) = checked_length(value) {
            return Some(Err((offset, why)));
        }
    }
    match rigid_pose(rows, position, offset) {
        Ok((pose, note)) => Some(Ok(PrintedPose { pose, used, note })),
        // The numbers only looked like a matrix.
        Err(_) if !by_rows => None,
        Err(wrong) => Some(Err(wrong)),
    }
}

/// Builds a pose from the rows of a rotation matrix, with a sentence about the conversion; `offset` is that of the
/// error in the text, bytes.
///
/// # Errors
/// Fails if the matrix deviates from a rotation by [`PRINTED_ROUNDING`] or more.
fn rigid_pose(rows: [[f64; 3]; 3], position: [f64; 3], offset: usize) -> NotedPose {
    if rows == [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] {
        return Ok((Pose { position, rotation: IDENTITY_ROTATION }, None));
    }
    match of_rows(rows) {
        Some((rotation, deviation)) if deviation < PRINTED_ROUNDING => {
            let note = "A rotation matrix was converted to a quaternion";
            let change = if deviation > 0.0 {
                format!("; the matrix differed from a rotation by {deviation:.1e}")
            } else {
                String::new()
            };
            Ok((Pose { position, rotation }, Some(format!("{note}{change}."))))
        }
        _ => Err((offset, NOT_A_ROTATION.to_owned())),
    }
}
