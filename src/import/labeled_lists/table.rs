//! Tables in Markdown with a row for each body. Headings state the meaning of their column, with its unit and
//! convention in brackets: `size (full, m)`, `yaw about z (deg)`.

use contact_lens_model::ask::Axis;
use contact_lens_scene::model::Shape;

use super::{List, Listed, is_comment, unit_of};
use crate::draft::checked_length;
use crate::pose::{Pose, about, normalized_unless_unit};

/// Meaning of a column.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Column {
    Name,
    Kind,
    /// Sizes; the factor makes sides half extents, `None` if neither the heading nor the cell states it.
    Size(Option<f64>),
    Radius,
    Diameter,
    /// Full height of a cylinder or a cone.
    Height,
    /// Axis of a cylinder or a cone.
    Axis,
    Position,
    /// Angle about an axis; the factor makes it radians.
    Angle([f64; 3], f64),
    /// Quaternion, and whether w is its first number.
    Quaternion(bool),
    Ignored,
}

/// Headings of columns that do not concern shapes and poses.
const IGNORED: [&str; 9] =
    ["mass", "density", "friction", "color", "restitution", "material", "note", "notes", "remark"];

/// Returns the bodies of a table; `None` if the text has no table, or a part of it is not understood.
pub(super) fn read(text: &str) -> Option<List> {
    let mut columns: Option<Vec<Column>> = None;
    let mut unit: Option<f64> = None;
    let mut bodies: Vec<Listed> = Vec::new();
    let mut is_over = false;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if !line.starts_with('|') {
            is_over = columns.is_some();
            if is_comment(line) { continue } else { return None }
        }
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        if cells.iter().all(|cell| !cell.is_empty() && cell.chars().all(|c| "-: ".contains(c))) && cells.len() > 1 {
            continue;
        }
        match &columns {
            None => {
                let headings: Option<Vec<(Column, Option<f64>)>> = cells.iter().map(|cell| heading(cell)).collect();
                let headings = headings?;
                unit = common_unit(&headings)?;
                columns = Some(headings.into_iter().map(|(column, _)| column).collect());
            }
            Some(_) if is_over => return None,
            Some(columns) => bodies.push(body(columns, &cells)?),
        }
    }
    let is_whole = columns?.contains(&Column::Position) && bodies.len() <= MAX_ROWS && !bodies.is_empty();
    (is_whole && have_own_names(&bodies)).then_some(List { bodies, is_planar: false, unit })
}

/// Whether all bodies have different names.
fn have_own_names(bodies: &[Listed]) -> bool {
    let names: std::collections::BTreeSet<&str> = bodies.iter().map(|body| body.name.as_str()).collect();
    names.len() == bodies.len()
}

/// Maximum number of rows, whose names are compared with each other.
const MAX_ROWS: usize = 1_000;

/// Returns the unit of all lengths of a table; `None` if headings state different units, or only some state one that is
/// not the meter.
fn common_unit(headings: &[(Column, Option<f64>)]) -> Option<Option<f64>> {
    let lengths = headings.iter().filter(|(column, _)| {
        matches!(column, Column::Size(_) | Column::Radius | Column::Diameter | Column::Height | Column::Position)
    });
    let units: Vec<f64> = lengths.map(|(_, unit)| unit.unwrap_or(1.0)).collect();
    let first = *units.first()?;
    units.iter().all(|unit| *unit == first).then_some(Some(first))
}

/// Words in the brackets of a heading.
const QUALIFIERS: [&str; 14] =
    ["full", "half", "deg", "degrees", "rad", "radians", "world", "xyzw", "wxyz", "x", "y", "z", "w", "extents"];

/// Returns the meaning of a heading and the unit that it states.
fn heading(cell: &str) -> Option<(Column, Option<f64>)> {
    let lower = cell.to_ascii_lowercase().replace(['*', '`'], "");
    let (name, qualifier) = match lower.split_once(['(', '[']) {
        Some((name, qualifier)) => (name.trim(), qualifier.trim_end_matches([')', ']'])),
        None => (lower.trim(), ""),
    };
    let words: Vec<&str> = qualifier.split([',', ' ', ';']).filter(|word| !word.is_empty()).collect();
    let unit = words.iter().find_map(|word| unit_of(word));
    if !words.iter().all(|word| QUALIFIERS.contains(word) || unit_of(word).is_some()) {
        return None;
    }
    let column = match name {
        "body" | "name" | "id" | "object" | "label" | "" => Column::Name,
        "kind" | "shape" | "type" | "geometry" => Column::Kind,
        "size" | "sizes" | "dimensions" | "dims" | "extents" => {
            Column::Size(factor(words.contains(&"full"), words.contains(&"half")))
        }
        "full size" | "full extents" | "full sizes" => Column::Size(Some(0.5)),
        "half size" | "half extents" | "half-extents" | "half sizes" => Column::Size(Some(1.0)),
        "radius" | "r" => Column::Radius,
        "diameter" | "d" => Column::Diameter,
        "height" | "h" => Column::Height,
        "axis" => Column::Axis,
        "center" | "centre" | "position" | "pos" | "location" | "world position" | "world center" => Column::Position,
        "quaternion" | "quat" | "rotation" | "orientation" => {
            match (qualifier.replace([',', ' '], "").as_str(), words.contains(&"xyzw")) {
                ("xyzw", _) | (_, true) => Column::Quaternion(false),
                ("wxyz", _) => Column::Quaternion(true),
                _ if words.contains(&"wxyz") => Column::Quaternion(true),
                _ => return None,
            }
        }
        name if IGNORED.contains(&name) => return Some((Column::Ignored, None)),
        name => angle(
            name,
            words.contains(&"deg") || words.contains(&"degrees"),
            words.contains(&"rad") || words.contains(&"radians"),
        )?,
    };
    Some((column, unit))
}

/// Returns the factor that makes sides half extents.
fn factor(is_full: bool, is_half: bool) -> Option<f64> {
    match (is_full, is_half) {
        (true, false) => Some(0.5),
        (false, true) => Some(1.0),
        _ => None,
    }
}

/// Returns the column of an angle about a stated axis: `yaw about z`, `rotation about x`, `angle z`.
fn angle(name: &str, is_degrees: bool, is_radians: bool) -> Option<Column> {
    let mut words = name.split(' ').filter(|word| !["about", "around", "axis", "the"].contains(word));
    let noun = words.next()?;
    if !["yaw", "pitch", "roll", "rotation", "angle", "rot", "turn"].contains(&noun) {
        return None;
    }
    let axis = axis_of(words.next()?)?;
    let axis = [0, 1, 2].map(|index| if index == axis as usize { 1.0 } else { 0.0 });
    match (is_degrees, is_radians, words.next()) {
        (true, false, None) => Some(Column::Angle(axis, 1f64.to_radians())),
        (false, true, None) => Some(Column::Angle(axis, 1.0)),
        _ => None,
    }
}

/// Returns the axis of a letter.
fn axis_of(letter: &str) -> Option<Axis> {
    match letter.trim_start_matches('+') {
        "x" => Some(Axis::X),
        "y" => Some(Axis::Y),
        "z" => Some(Axis::Z),
        _ => None,
    }
}

/// Sizes of a row.
#[derive(Default)]
struct Sizes {
    half_extents: Option<[f64; 3]>,
    radius: Option<f64>,
    height: Option<f64>,
    axis: Option<Axis>,
}

/// Reads the body of a row; `None` if a cell is not understood.
fn body(columns: &[Column], cells: &[&str]) -> Option<Listed> {
    if columns.len() != cells.len() {
        return None;
    }
    let mut name = String::new();
    let mut kind = String::new();
    let mut sizes = Sizes::default();
    let mut pose = Pose::default();
    let mut has_position = false;
    let mut rotations = 0;
    for (column, cell) in columns.iter().zip(cells) {
        let is_empty = ["", "-", "–", "—", "none", "n/a", "/"].contains(cell);
        match column {
            Column::Name => (*cell).clone_into(&mut name),
            Column::Kind => kind = cell.to_ascii_lowercase(),
            Column::Ignored => {}
            Column::Position => {
                pose.position = numbers(cell)?.try_into().ok()?;
                has_position = true;
            }
            Column::Size(factor) => sizes.read(cell, *factor)?,
            _ if is_empty => {}
            Column::Radius => sizes.radius = Some(number(cell)?),
            Column::Diameter => sizes.radius = Some(0.5 * number(cell)?),
            Column::Height => sizes.height = Some(number(cell)?),
            Column::Axis => sizes.axis = Some(axis_of(&cell.to_ascii_lowercase())?),
            Column::Angle(axis, factor) => {
                let angle = number(cell.trim_end_matches(['°', ' ']))?;
                pose.rotation = about(*axis, angle * factor)?;
                rotations += usize::from(angle != 0.0);
            }
            Column::Quaternion(is_w_first) => {
                let values: [f64; 4] = numbers(cell)?.try_into().ok()?;
                let [a, b, c, d] = values;
                let length = values.iter().map(|x| x * x).sum::<f64>().sqrt();
                if (length - 1.0).abs() > MAX_LENGTH_DEVIATION {
                    return None;
                }
                pose.rotation = normalized_unless_unit(if *is_w_first { [b, c, d, a] } else { values });
                rotations += 1;
            }
        }
    }
    let shape = sizes.shape(&kind)?;
    (has_position && rotations <= 1).then_some(Listed { name, shape, pose })
}

/// Length deviation up to which four numbers are a rotation.
const MAX_LENGTH_DEVIATION: f64 = 2e-3;

/// Returns a number within the limits of scenes.
fn number(cell: &str) -> Option<f64> {
    checked_length(cell.trim().parse().ok()?).ok()
}

/// Returns the numbers of a cell with or without brackets.
fn numbers(cell: &str) -> Option<Vec<f64>> {
    let bare = cell.trim_matches(|c: char| "()[]{} ".contains(c));
    bare.split([',', ' ', ';']).filter(|word| !word.is_empty()).map(number).collect()
}

impl Sizes {
    /// Reads the sizes of a cell: three sides, or numbers after their letters.
    fn read(&mut self, cell: &str, factor: Option<f64>) -> Option<()> {
        let lower = cell.to_ascii_lowercase().replace('×', " x ");
        if !lower.contains(['=', ':']) && !lower.starts_with(char::is_alphabetic) {
            let sides: [f64; 3] = numbers(&lower.replace(" x ", " ").replace('x', " "))?.try_into().ok()?;
            let factor = factor?;
            self.half_extents = Some(sides.map(|side| factor * side));
            return Some(());
        }
        for part in lower.split([',', ';']) {
            let (name, value) = part.trim().split_once(['=', ':', ' '])?;
            let value = number(value.trim().trim_start_matches(['=', ':']))?;
            let slot = match name.trim() {
                "r" | "radius" | "d" | "diameter" => &mut self.radius,
                "h" | "height" => &mut self.height,
                _ => return None,
            };
            let is_diameter = name.trim().starts_with('d');
            if slot.replace(if is_diameter { 0.5 * value } else { value }).is_some() {
                return None;
            }
        }
        Some(())
    }

    /// Builds the shape of a kind; all sizes are used.
    fn shape(&self, kind: &str) -> Option<Shape> {
        let shape = match (kind, self.half_extents, self.radius, self.height, self.axis) {
            ("box" | "cuboid", Some(half_extents), None, None, None) => Shape::Box { half_extents },
            ("sphere" | "ball", None, Some(radius), None, None) => Shape::Sphere { radius },
            ("ellipsoid", Some(radii), None, None, None) => Shape::Ellipsoid { radii },
            ("cylinder", None, Some(radius), Some(height), Some(axis)) => {
                Shape::Cylinder { radius, half_height: 0.5 * height, axis }
            }
            ("cone", None, Some(radius), Some(height), Some(axis)) => {
                Shape::Cone { radius, half_height: 0.5 * height, axis }
            }
            _ => return None,
        };
        let is_negative =
            self.half_extents.iter().flatten().chain(&self.radius).chain(&self.height).any(|size| *size < 0.0);
        (!is_negative).then_some(shape)
    }
}
