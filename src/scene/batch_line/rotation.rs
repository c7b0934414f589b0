//! Rotations of bodies in batch requests: the forms in which JSON gives them, and the checks of each form.

use glam::{DMat3, DQuat};

use crate::scene::error::FieldError;
use crate::scene::limits::UNIT_ROUNDING;
use crate::scene::rules::{self, check_unit, length};
use crate::scene::tree::{Kind, Node};

/// Rotation from the body's frame to the world, with the numbers as written: not normalized.
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
    /// Converts to a quaternion x, y, z, w; one that is given as such stays as written.
    pub fn quaternion(&self) -> [f64; 4] {
        match *self {
            Self::Quaternion(q) => q,
            Self::CosSin([cos, sin]) => DQuat::from_rotation_z(sin.atan2(cos)).to_array(),
            Self::Matrix(rows) => DQuat::from_mat3(&by_rows(rows)).to_array(),
        }
    }

    /// Converts a rotation about z to its cosine and sine; those of a quaternion are scaled by its squared length.
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
            Self::Matrix(rows) => by_rows(rows),
            Self::Quaternion(_) | Self::CosSin(_) => DMat3::from_quat(DQuat::from_array(self.quaternion()).normalize()),
        }
    }
}

/// Converts rows to a matrix of `glam`, which is stored by columns.
fn by_rows(rows: [[f64; 3]; 3]) -> DMat3 {
    DMat3::from_cols_array_2d(&rows).transpose()
}

/// Largest difference between entries of `rotation` and `rotation_matrix` that are the same rotation. Each form may be
/// off unit length, and the rows off right angles, by [`UNIT_ROUNDING`]; the factor leaves space for the sum of these
/// errors.
const MATRIX_AGREEMENT: f64 = 4.0 * UNIT_ROUNDING;

/// Reads a rotation given as a list of numbers, as a matrix, or as both if they agree.
pub(super) fn read_rotation(
    list: Option<&[f64]>,
    matrix: Option<[[f64; 3]; 3]>,
    dim: u8,
) -> Result<Rotation, FieldError> {
    let listed = list.map(|numbers| from_list(numbers, dim)).transpose()?;
    let Some(rows) = matrix else { return Ok(listed.unwrap_or(Rotation::Quaternion(rules::IDENTITY))) };
    let written = from_rows(rows, dim)?;
    if let Some(listed) = listed {
        let differences = (listed.matrix() - written.matrix()).to_cols_array();
        let largest = differences.into_iter().map(f64::abs).fold(0.0, f64::max);
        if largest > MATRIX_AGREEMENT {
            let message = format!("must be the same rotation as `rotation`, but an entry differs by {largest:.6}");
            return Err(FieldError::new("rotation_matrix", message));
        }
    }
    Ok(written)
}

/// Reads the list `rotation`: a quaternion, in the plane about z, or in the plane cosine and sine.
fn from_list(numbers: &[f64], dim: u8) -> Result<Rotation, FieldError> {
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
/// reflection.
fn from_rows(rows: [[f64; 3]; 3], dim: u8) -> Result<Rotation, FieldError> {
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
    if by_rows(rows).determinant() < 0.0 {
        return Err(FieldError::new(PATH, "must be a rotation, but is a reflection: its determinant is -1"));
    }
    let tilted = [rows[0][2], rows[1][2], rows[2][0], rows[2][1]].into_iter().any(|x| x != 0.0) || rows[2][2] < 0.0;
    if dim == 2 && tilted {
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
    let numbers = match &field.value.kind {
        Kind::Number(w) => vec![*w],
        Kind::Array(items) => {
            items.iter().filter_map(|item| if let Kind::Number(w) = item.kind { Some(w) } else { None }).collect()
        }
        _ => Vec::new(),
    };
    match (&numbers[..], &field.value.kind, dim) {
        ([w], Kind::Number(_), 2) => Ok([0.0, 0.0, *w]),
        ([x, y, z], Kind::Array(items), 3) if items.len() == 3 => Ok([*x, *y, *z]),
        _ => {
            let form = if dim == 2 { "a number in 2D" } else { "a list of three numbers in 3D" };
            let actual = match &field.value.kind {
                Kind::Array(items) if dim == 3 && items.len() != 3 => format!("has {}", items.len()),
                Kind::Array(_) if dim == 3 => String::from("has other entries"),
                _ => format!("is {}", field.value.described()),
            };
            Err(FieldError::new(&field.name, format!("must be {form}, but {actual}")))
        }
    }
}
