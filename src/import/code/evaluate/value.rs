//! Values of expressions: numbers, vectors, rotations, poses, lists and shapes; each with the ranges of the text that
//! state it, by which the importer finds the numbers that no body uses.
//!
//! Conversions such as [`Value::vector`] return `None` if the value is of another kind or has another size. Angles are
//! radians, quaternions x, y, z, w.

use std::ops::Range;
use std::rc::Rc;

use glam::DQuat;

use crate::pose::{Pose, of_rows};

/// Offset of an error in the text, bytes, and its message.
pub type ErrorAt = (usize, String);

/// Ranges of the text, bytes.
pub type Ranges = Vec<Range<usize>>;

/// Field or attribute of another syntax, such as XML, as it is in the text.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    pub key: &'a str,
    /// Text of the value.
    pub text: &'a str,
    /// Offset of the value in the whole text, bytes.
    pub at: usize,
}

impl Field<'_> {
    /// Returns the range of the value in the whole text, bytes.
    pub fn range(&self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }
}

/// Range of the first byte of an expression, which marks the expression as used.
pub fn mark(at: usize) -> Range<usize> {
    at..at + 1
}

/// Argument of a call, or element of a list: its name, if it has one, and its value.
pub type NamedValue = (Option<String>, Value);

/// Fields of a record or elements of a list.
pub type Items = Rc<Vec<NamedValue>>;

/// Value with the ranges of the text that state it.
#[derive(Clone, Debug)]
pub struct Value {
    pub data: Data,
    /// Ranges of the numbers and names that the value was computed from.
    pub used: Ranges,
    /// Offset of its expression in the text, bytes.
    pub at: usize,
}

/// Maximum number of ranges of the result of an operator; bounds the cost of long chains of definitions.
const MAX_OPERAND_RANGES: usize = 256;

/// Maximum number of ranges of the names that hold a value which is not known.
const MAX_UNKNOWN_RANGES: usize = 16;

/// Maximum number of values in a list, with those in the lists inside it.
const MAX_LEAVES: usize = 1_000_000;

/// Whether a list contains too many values: a chain of definitions, each twice the list before, grows without bound.
pub fn is_too_large(items: &[NamedValue]) -> bool {
    fn exhausts(items: &[NamedValue], remaining: &mut usize) -> bool {
        *remaining = remaining.saturating_sub(items.len());
        *remaining == 0 || items.iter().any(|(_, value)| exhausts(value.items(), remaining))
    }
    let mut remaining = MAX_LEAVES;
    exhausts(items, &mut remaining)
}

/// Content of a value.
#[derive(Clone, Debug)]
pub enum Data {
    Unknown,
    Number(f64),
    /// A string, or a constant that is known by its name alone.
    Word(String),
    /// Numbers in a fixed order: coordinates of a point, or a row of a matrix.
    Vector(Vec<f64>),
    /// Unit quaternion x, y, z, w.
    Rotation([f64; 4]),
    Pose(Pose),
    /// Several values of any kind.
    List(Items),
    /// A shape or body, by its index in the store.
    Entity(usize),
}

impl Value {
    pub fn new(data: Data, at: usize) -> Self {
        Self { data, used: Vec::new(), at }
    }

    /// Creates the value of a call that returns a shape or body.
    pub fn entity(id: usize, used: &Ranges, at: usize) -> Self {
        Self { data: Data::Entity(id), used: used.clone(), at }
    }

    /// Creates a list, whose ranges are those of its elements.
    pub fn list(items: Vec<NamedValue>, at: usize) -> Self {
        let used = items.iter().flat_map(|(_, value)| value.used.iter().cloned()).collect();
        Self { data: Data::List(Rc::new(items)), used, at }
    }

    /// Whether the value is a shape or body.
    pub fn is_entity(&self) -> bool {
        matches!(self.data, Data::Entity(_))
    }

    pub fn unknown(at: usize) -> Self {
        Self::new(Data::Unknown, at)
    }

    /// Adds the ranges of other values.
    pub fn with(mut self, others: &[&Self]) -> Self {
        self.used.extend(others.iter().flat_map(|other| other.used.iter().cloned()));
        // Chains of definitions double their ranges with every step.
        if self.used.len() > MAX_OPERAND_RANGES {
            self.used.sort_unstable_by_key(|range| (range.start, range.end));
            self.used.dedup();
            self.used.truncate(MAX_OPERAND_RANGES);
        }
        self
    }

    /// Adds the range of a name that holds the value. Long chains of names keep only their first ranges.
    pub fn use_name(&mut self, range: Range<usize>) {
        let limit = if matches!(self.data, Data::Unknown) { MAX_UNKNOWN_RANGES } else { MAX_OPERAND_RANGES };
        let is_below = self.used.len() < limit
            || self.used.len() < limit + self.items().iter().map(|(_, item)| item.used.len()).sum::<usize>();
        if is_below {
            self.used.push(range);
        }
    }

    /// Whether the value is not known, or is a list of at most four elements, such as coordinates, with an unknown one
    /// that has no name.
    pub fn is_in_part_unknown(&self) -> bool {
        match &self.data {
            Data::Unknown => true,
            Data::List(items) if items.len() <= 4 => {
                items.iter().any(|(key, item)| key.is_none() && matches!(item.data, Data::Unknown))
            }
            _ => false,
        }
    }

    pub fn number(&self) -> Option<f64> {
        match &self.data {
            Data::Number(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the elements of a list or the fields of a record; empty for other values.
    pub fn items(&self) -> &[NamedValue] {
        if let Data::List(items) = &self.data { items } else { &[] }
    }

    /// Returns the first field of a record with one of these names.
    pub fn field(&self, names: &[&str]) -> Option<&Self> {
        let found = self.items().iter().find(|(key, _)| key.as_deref().is_some_and(|key| names.contains(&key)));
        found.map(|(_, value)| value)
    }

    /// Returns the first field of a record with one of these names, if it is a number.
    pub fn field_number(&self, names: &[&str]) -> Option<f64> {
        self.field(names)?.number()
    }

    /// Returns the numbers of a vector, the two to four numbers of a list, or the fields x, y, z, w.
    pub fn coordinates(&self) -> Option<Vec<f64>> {
        match &self.data {
            Data::Vector(vector) => Some(vector.clone()),
            // `{ .v = { 1, 2, 3 } }`: a vector whose only field is an array.
            Data::List(items) if items.len() == 1 && items[0].0.as_deref().is_none_or(is_array_field) => {
                items[0].1.coordinates()
            }
            Data::List(items) if items.iter().all(|(key, _)| key.is_none()) => {
                let all: Option<Vec<f64>> = items.iter().map(|(_, value)| value.number()).collect();
                all.filter(|all| (2..=4).contains(&all.len()))
            }
            Data::List(items) => {
                let names = [["x", "X"], ["y", "Y"], ["z", "Z"], ["w", "W"]];
                let all: Vec<f64> = names.iter().map_while(|names| self.field_number(names)).collect();
                (all.len() == items.len() && all.len() >= 2).then_some(all)
            }
            _ => None,
        }
    }

    /// Returns a vector of two or three coordinates; planar ones get z = 0.
    pub fn vector(&self) -> Option<[f64; 3]> {
        match self.coordinates()?.as_slice() {
            [x, y] => Some([*x, *y, 0.0]),
            [x, y, z] => Some([*x, *y, *z]),
            _ => None,
        }
    }

    /// Returns the rows of a matrix with this number of columns: of nested lists, or of one list of `columns²` numbers.
    pub fn rows(&self, columns: usize) -> Option<Vec<Vec<f64>>> {
        let items = self.items();
        if let [(None, only)] = items {
            return only.rows(columns);
        }
        if items.iter().all(|(_, value)| value.number().is_some()) && items.len() == columns * columns {
            let all: Vec<f64> = items.iter().filter_map(|(_, value)| value.number()).collect();
            return Some(all.chunks(columns).map(<[f64]>::to_vec).collect());
        }
        let rows: Option<Vec<Vec<f64>>> =
            items.iter().map(|(_, value)| value.coordinates().filter(|row| row.len() == columns)).collect();
        rows.filter(|rows| !rows.is_empty())
    }

    /// Splits a flat list of numbers, `[0, 0, 0, 1, 0, 0]`, into points with `width` coordinates.
    pub fn flat_points(&self, width: usize) -> Option<Vec<Vec<f64>>> {
        let numbers: Option<Vec<f64>> = self.items().iter().map(|(_, value)| value.number()).collect();
        let numbers = numbers.filter(|numbers| !numbers.is_empty() && numbers.len().is_multiple_of(width))?;
        Some(numbers.chunks(width).map(<[f64]>::to_vec).collect())
    }

    /// Returns a list of points, all with two or all with three coordinates. Three zeros among planar points are the
    /// planar origin: a constructor without arguments, `Vector2()`, makes three zeros.
    pub fn points(&self) -> Option<Vec<Vec<f64>>> {
        let items = self.items();
        if let [(_, only)] = items
            && only.number().is_none()
            && only.coordinates().is_none()
        {
            return only.points();
        }
        let points: Option<Vec<Vec<f64>>> = items.iter().map(|(_, value)| value.coordinates()).collect();
        let mut points = points?;
        let width = points.iter().map(Vec::len).min()?;
        for point in &mut points {
            if *point == [0.0; 3] {
                point.truncate(width);
            }
        }
        let are_equal = points.iter().all(|point| point.len() == width);
        (width <= 3 && are_equal).then_some(points)
    }

    /// Returns a rotation: of a quaternion, of a pose at the origin, or of a 3 × 3 matrix. Four bare numbers are a
    /// rotation only if their `order` is known.
    pub fn rotation(&self, order: Option<Order>) -> Option<[f64; 4]> {
        match &self.data {
            Data::Rotation(rotation) => Some(*rotation),
            Data::Pose(pose) if pose.position == [0.0; 3] => Some(pose.rotation),
            Data::List(items) if items.iter().any(|(key, _)| key.is_some()) => {
                let [x, y, z, w] = ["x", "y", "z", "w"].map(|name| self.field_number(&[name]));
                quaternion([x?, y?, z?, w?])
            }
            _ => match self.rows(3) {
                Some(rows) => rotation_of_rows(&rows),
                None => {
                    let four: [f64; 4] = self.coordinates()?.try_into().ok()?;
                    order.and_then(|order| order.quaternion(four))
                }
            },
        }
    }

    /// Returns a pose: the value itself, or that of a 4 × 4 matrix.
    pub fn pose(&self) -> Option<Pose> {
        match &self.data {
            Data::Pose(pose) => Some(*pose),
            _ => pose_of_rows(&self.rows(4)?),
        }
    }
}

/// Position of w among the four numbers of a quaternion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// x, y, z, w.
    Last,
    /// w, x, y, z.
    First,
}

impl Order {
    /// Returns the quaternion x, y, z, w of four numbers in this order; `None` if its length is not 1.
    pub fn quaternion(self, four: [f64; 4]) -> Option<[f64; 4]> {
        let [a, b, c, d] = four;
        quaternion(if self == Self::Last { four } else { [b, c, d, a] })
    }
}

/// Largest deviation from a rotation that is explained by the rounding of printed numbers: three decimals.
const PRINTED_ROUNDING: f64 = 1e-3;

/// Returns the quaternion x, y, z, w if its length is 1 to the rounding of printed numbers, else `None`.
pub fn quaternion(four: [f64; 4]) -> Option<[f64; 4]> {
    let length = four.iter().map(|x| x * x).sum::<f64>().sqrt();
    ((length - 1.0).abs() < PRINTED_ROUNDING).then_some(four)
}

/// Returns the rotation of a 3 × 3 matrix by rows; `None` if the matrix is no rotation to the rounding of printed
/// numbers.
pub fn rotation_of_rows(rows: &[Vec<f64>]) -> Option<[f64; 4]> {
    let rows: Vec<[f64; 3]> = rows.iter().filter_map(|row| row.as_slice().try_into().ok()).collect();
    let rows: [[f64; 3]; 3] = rows.try_into().ok()?;
    // The identity is exact.
    if rows == [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] {
        return Some([0.0, 0.0, 0.0, 1.0]);
    }
    let (rotation, deviation) = of_rows(rows)?;
    (deviation < PRINTED_ROUNDING).then_some(rotation)
}

/// Returns the pose of a 4 × 4 matrix by rows; `None` if its last row is not 0, 0, 0, 1, or if it scales.
fn pose_of_rows(rows: &[Vec<f64>]) -> Option<Pose> {
    if rows.len() != 4 || rows[3] != [0.0, 0.0, 0.0, 1.0] {
        return None;
    }
    let rotation_rows: Vec<Vec<f64>> = rows[..3].iter().map(|row| row[..3].to_vec()).collect();
    Some(Pose { position: [rows[0][3], rows[1][3], rows[2][3]], rotation: rotation_of_rows(&rotation_rows)? })
}

/// Returns the product of rotations about axes, the first letter outermost: `"zyx"` is Rz·Ry·Rx. Angles are radians.
/// `None` for other letters, for another number of angles, and if an angle is not finite.
pub(crate) fn euler(letters: &str, angles: &[f64]) -> Option<[f64; 4]> {
    if letters.len() != angles.len() {
        return None;
    }
    let mut product = DQuat::IDENTITY;
    for (letter, angle) in letters.chars().zip(angles) {
        product *= match letter {
            'x' => DQuat::from_rotation_x(*angle),
            'y' => DQuat::from_rotation_y(*angle),
            'z' => DQuat::from_rotation_z(*angle),
            _ => return None,
        };
    }
    let four = product.to_array();
    four.iter().all(|x| x.is_finite()).then_some(four)
}

/// Whether a field of a vector is the array of its coordinates.
fn is_array_field(name: &str) -> bool {
    ["v", "m", "e", "data", "coords", "xyz", "m_floats"].contains(&name)
}

/// Returns three numbers, as arguments or in one vector; `None` for any other arguments.
pub fn three_numbers(arguments: &[NamedValue]) -> Option<[f64; 3]> {
    match arguments {
        [(_, one)] => one.coordinates()?.try_into().ok(),
        _ => {
            let numbers: Option<Vec<f64>> = arguments.iter().map(|(_, value)| value.number()).collect();
            numbers?.try_into().ok()
        }
    }
}
