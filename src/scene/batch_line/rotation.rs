//! Rotations and angular velocities of bodies in batch requests: the forms in which a line may state a rotation
//! (quaternion, cosine and sine, matrix), and the checks of each form.

use glam::{DMat3, DQuat};

use crate::error::FieldError;
use crate::limits::UNIT_ROUNDING;
use crate::rules::{self, check_unit, length};
use crate::tree::{Kind, Node};

/// Rotation from the body's frame to the world, with the numbers as the line has them: not normalized.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rotation {
    /// Quaternion x, y, z, w.
    Quaternion([f64; 4]),
    /// Cosine and sine of a planar rotation.
    CosSin([f64; 2]),
    /// Rotation matrix by rows.
    Matrix([[f64; 3]; 3]),
}

impl Rotation {
    /// Converts to a quaternion x, y, z, w. A quaternion of the line keeps its numbers and may differ from unit length.
    pub fn quaternion(&self) -> [f64; 4] {
        match *self {
            Self::Quaternion(q) => q,
            Self::CosSin([cos, sin]) => DQuat::from_rotation_z(sin.atan2(cos)).to_array(),
            Self::Matrix(rows) => DQuat::from_mat3(&matrix_from_rows(rows)).to_array(),
        }
    }

    /// Converts a rotation about z to its cosine and sine. Those of a quaternion are scaled by its squared length,
    /// which differs from 1 by rounding.
    pub fn cosine_and_sine(&self) -> [f64; 2] {
        match *self {
            Self::CosSin(cos_sin) => cos_sin,
            // Double-angle formulas: w and z are the cosine and sine of half the angle.
            Self::Quaternion([_, _, z, w]) => [w * w - z * z, 2.0 * w * z],
            Self::Matrix([[cos, _, _], [sin, _, _], _]) => [cos, sin],
        }
    }

    /// Converts to a matrix. Quaternions are normalized first.
    fn matrix(&self) -> DMat3 {
        match *self {
            Self::Matrix(rows) => matrix_from_rows(rows),
            Self::Quaternion(_) | Self::CosSin(_) => DMat3::from_quat(DQuat::from_array(self.quaternion()).normalize()),
        }
    }
}

/// Converts rows to a matrix of `glam`, which is stored by columns.
fn matrix_from_rows(rows: [[f64; 3]; 3]) -> DMat3 {
    DMat3::from_cols_array_2d(&rows).transpose()
}

/// Largest difference between entries of `rotation` and `rotation_matrix` that are the same rotation. Each form may be
/// off unit length, and the rows off right angles, by [`UNIT_ROUNDING`]; the factor leaves space for the sum of these
/// errors.
const MATRIX_AGREEMENT: f64 = 4.0 * UNIT_ROUNDING;

/// Reads the rotation of a body from the field `rotation`, a list of numbers, or `rotation_matrix`, the rows of a
/// matrix. If a body has both, they must agree, and the matrix is used; the identity if it has neither.
pub(super) fn read_rotation(
    list: Option<&[f64]>,
    matrix: Option<[[f64; 3]; 3]>,
    dim: u8,
) -> Result<Rotation, FieldError> {
    let from_list = list.map(|numbers| rotation_from_list(numbers, dim)).transpose()?;
    let Some(rows) = matrix else { return Ok(from_list.unwrap_or(Rotation::Quaternion(rules::IDENTITY))) };
    let from_matrix = rotation_from_rows(rows, dim)?;
    if let Some(from_list) = from_list {
        let differences = (from_list.matrix() - from_matrix.matrix()).to_cols_array();
        let largest = differences.into_iter().map(f64::abs).fold(0.0, f64::max);
        if largest > MATRIX_AGREEMENT {
            let message = format!("must be the same rotation as `rotation`, but an entry differs by {largest:.6}");
            return Err(FieldError::new("rotation_matrix", message));
        }
    }
    Ok(from_matrix)
}

/// Reads the list `rotation`: a quaternion x, y, z, w, which in the plane must be about z, or in the plane cosine and
/// sine.
fn rotation_from_list(numbers: &[f64], dim: u8) -> Result<Rotation, FieldError> {
    const PATH: &str = "rotation";
    match (numbers, dim) {
        ([cos, sin], 2) => {
            check_unit(length([*cos, *sin]), PATH, "a unit vector [cos, sin]")?;
            Ok(Rotation::CosSin([*cos, *sin]))
        }
        ([x, y, z, w], _) => {
            rules::check_rotation([*x, *y, *z, *w], PATH)?;
            if dim == 2 && (*x != 0.0 || *y != 0.0) {
                return Err(FieldError::new(PATH, "must be a rotation about z in 2D: x and y must be 0"));
            }
            Ok(Rotation::Quaternion([*x, *y, *z, *w]))
        }
        _ => {
            let entries =
                if dim == 2 { "2 entries [cos, sin] or 4 entries [x, y, z, w]" } else { "4 entries [x, y, z, w]" };
            Err(FieldError::new(PATH, format!("must have {entries}, but has {}", numbers.len())))
        }
    }
}

/// Reads the rows of `rotation_matrix`, which must be perpendicular unit vectors to [`UNIT_ROUNDING`], and no
/// reflection. In the plane the rotation must be about z.
fn rotation_from_rows(rows: [[f64; 3]; 3], dim: u8) -> Result<Rotation, FieldError> {
    const PATH: &str = "rotation_matrix";
    for (i, row) in rows.into_iter().enumerate() {
        check_unit(length(row), &format!("{PATH}[{i}]"), "a unit vector")?;
    }
    for (first, second) in [(0, 1), (0, 2), (1, 2)] {
        let product: f64 = rows[first].iter().zip(rows[second]).map(|(x, y)| x * y).sum();
        if product.abs() > UNIT_ROUNDING {
            let message = format!(
                "must be a rotation, but rows {first} and {second} are not perpendicular: their product is {product:.6}"
            );
            return Err(FieldError::new(PATH, message));
        }
    }
    if matrix_from_rows(rows).determinant() < 0.0 {
        return Err(FieldError::new(PATH, "must be a rotation, but is a reflection: its determinant is -1"));
    }
    // The lengths of the rows were checked, so the last entry is near 1 or −1.
    let entries_outside_plane = [rows[0][2], rows[1][2], rows[2][0], rows[2][1]];
    let is_about_z = entries_outside_plane == [0.0; 4] && rows[2][2] >= 0.0;
    if dim == 2 && !is_about_z {
        let message = "must be a rotation about z in 2D: its last row and column must be 0, 0, 1";
        return Err(FieldError::new(PATH, message));
    }
    Ok(Rotation::Matrix(rows))
}

/// Reads the angular velocity of a body about its origin, rad/s, world axes: one number about z in the plane, three in
/// space; zero if the field is absent.
pub(super) fn read_angular_velocity(body: &Node, dim: u8, is_half_space: bool) -> Result<[f64; 3], FieldError> {
    let Some(field) = body.field("angular_velocity") else { return Ok([0.0; 3]) };
    if is_half_space {
        return Err(FieldError::new(&field.name, "a half-space must not rotate"));
    }
    let angular_velocity =
        if dim == 2 { planar_angular_velocity(&field.value) } else { spatial_angular_velocity(&field.value) };
    angular_velocity.map_err(|message| FieldError::new(&field.name, message))
}

/// Converts the angular velocity of a planar body, a number, to a vector along z; or returns the error's message.
fn planar_angular_velocity(value: &Node) -> Result<[f64; 3], String> {
    match value.kind {
        Kind::Number(about_z) => Ok([0.0, 0.0, about_z]),
        _ => Err(format!("must be a number in 2D, but is {}", value.described())),
    }
}

/// Converts the angular velocity of a body in space, a list of three numbers, to a vector; or returns the error's
/// message.
fn spatial_angular_velocity(value: &Node) -> Result<[f64; 3], String> {
    const RULE: &str = "must be a list of three numbers in 3D";
    let Kind::Array(items) = &value.kind else { return Err(format!("{RULE}, but is {}", value.described())) };
    let [x, y, z] = &items[..] else { return Err(format!("{RULE}, but has {}", items.len())) };
    match (&x.kind, &y.kind, &z.kind) {
        (Kind::Number(x), Kind::Number(y), Kind::Number(z)) => Ok([*x, *y, *z]),
        _ => Err(format!("{RULE}, but has other entries")),
    }
}
