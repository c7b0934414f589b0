//! Reader of the arguments of a constructor: sizes, points and the pose, by the meanings in a row of the dictionary.

use std::collections::HashMap;
use std::rc::Rc;

use super::dictionary::{Form, Row};
use super::sizes::{NUMBER_LISTS, insert_bounds, insert_numbers, round_sizes};
use crate::import::code::evaluate::fallbacks::is_nothing;
use crate::import::code::evaluate::value;
use crate::import::code::evaluate::value::{Data, NamedValue, Order, Value};
use crate::import::code::pose::orders;
use crate::import::pose::{IDENTITY_ROTATION, Pose, about, z_onto};

/// Argument in a row of the dictionary: its names, its meaning and its marks, as the dictionary's header explains.
struct Word<'r> {
    keys: Vec<&'r str>,
    meaning: &'r str,
    optional: bool,
    by_name: bool,
    default: Option<&'r str>,
}

impl<'r> Word<'r> {
    /// Parses `key|other_key:meaning` with its marks; `None` for the `*` at the end of a row.
    fn read(word: &'r str) -> Option<Self> {
        let (keys, rest) = word.split_once(':')?;
        let end = rest.find(['?', '=', '&']).unwrap_or(rest.len());
        let marks = &rest[end..];
        let default = marks.split_once('=').map(|(_, value)| value.trim_end_matches(['&', '?']));
        Some(Self {
            keys: keys.split('|').collect(),
            meaning: &rest[..end],
            optional: marks.contains('?') || default.is_some(),
            by_name: marks.contains('&'),
            default,
        })
    }

    /// Whether a key in the text names this argument, whatever its case, underscores, or prefix `m_` or `in`.
    fn is(&self, key: &str) -> bool {
        let key = plain_member(key);
        self.keys.iter().any(|name| plain_member(name) == key) || key == "halfextents" && self.meaning == "hv"
    }
}

/// Removes the prefixes `m_` and `in` and all underscores from a name, and converts it to lower case.
fn plain_member(name: &str) -> String {
    name.trim_start_matches("m_").trim_start_matches("in").replace('_', "").to_lowercase()
}

/// Values by the names of their meanings.
pub type ValuesByMeaning = HashMap<String, Value>;

/// Keys that change a shape or its pose and that no row reads: a constructor with one of them does not fit its row.
const DECIDING: [&str; 9] =
    ["fromto", "bounds", "scale", "meshScale", "euler", "axisangle", "xyaxes", "zaxis", "fileName"];

/// Assigns arguments to the meanings of a row; `None` if they do not fit.
pub fn values_by_meaning(row: &Row, arguments: &[NamedValue]) -> Option<ValuesByMeaning> {
    let words: Vec<Word<'_>> = row.arguments.split(' ').filter_map(Word::read).collect();
    let open = row.arguments.ends_with('*');
    let mut found: Vec<Option<Value>> = vec![None; words.len()];
    let mut flat: Vec<NamedValue> = Vec::new();
    for (key, value) in arguments {
        // The fields of a record are arguments: `{ halfExtents: … }`.
        match key {
            None if is_record(value, &words) => flat.extend(value.items().iter().cloned()),
            _ => flat.push((key.clone(), value.clone())),
        }
    }
    let mut next = 0;
    for (key, value) in flat {
        match key {
            // JavaScript has no arguments by name: some types of Unity have the names of types of three.js.
            Some(_) if row.libraries == "three" && !has_fields(row) => return None,
            Some(key) => match words.iter().position(|word| word.is(&key)) {
                Some(k) => found[k] = Some(value),
                None if open && !DECIDING.contains(&key.as_str()) => {}
                None => return None,
            },
            None if words.get(next).is_some_and(|word| word.meaning.starts_with("many")) => {
                let list = found[next].get_or_insert_with(|| Value::new(Data::List(Rc::default()), value.at));
                match &mut list.data {
                    Data::List(items) if value.number().is_some() || matches!(value.data, Data::Vector(_)) => {
                        Rc::make_mut(items).push((None, value));
                    }
                    Data::List(_) => *list = value,
                    _ => return None,
                }
            }
            None => {
                while next < words.len() && (words[next].by_name || found[next].is_some()) {
                    next += 1;
                }
                match words.get(next) {
                    Some(_) => found[next] = Some(value),
                    None if open => {}
                    None => return None,
                }
                next += 1;
            }
        }
    }
    let mut values = ValuesByMeaning::new();
    for (word, value) in words.iter().zip(found) {
        let value = match (value, word.default) {
            (Some(value), _) => value,
            (None, Some(default)) => Value::new(default_value(default), 0),
            (None, None) if word.optional => continue,
            (None, None) => return None,
        };
        insert(&mut values, word, value)?;
    }
    insert_bounds(&mut values);
    (!values.contains_key("no")).then_some(values)
}

/// Whether a row of three.js is a type for calculations, such as `Box3`, with fields that have the names of arguments.
fn has_fields(row: &Row) -> bool {
    ["center:", "min:", "start:", "a:"].iter().any(|first| row.arguments.starts_with(first))
}

/// Adds the value of an argument by its meaning; `None` if it does not fit the meaning.
fn insert(values: &mut ValuesByMeaning, word: &Word<'_>, value: Value) -> Option<()> {
    let constant = word.meaning.strip_prefix("is(").and_then(|rest| rest.strip_suffix(')'));
    match constant {
        Some(name) if matches!(&value.data, Data::Word(own) if own == name) => {}
        Some(_) => return None,
        None if word.meaning == "body" && value.number().is_some() => return None,
        None if word.meaning == "absent" && !is_nothing(&value) && value.number() != Some(0.0) => return None,
        None if word.meaning == "many" => drop(values.insert(String::from("pts"), value)),
        None if NUMBER_LISTS.contains(&word.meaning) => insert_numbers(values, word.meaning, &value)?,
        None if ["ball", "tube", "xtube"].contains(&word.meaning) => {
            let sizes = round_sizes(word.meaning, value.vector()?)?;
            for (name, size) in sizes {
                values.insert(name.to_owned(), Value::new(Data::Number(size), value.at));
            }
        }
        None if word.meaning == "rr" => {
            let radius = value.number().filter(|square| *square > 0.0)?.sqrt();
            values.insert(String::from("r"), Value::new(Data::Number(radius), value.at));
        }
        None if word.meaning == "line" => {
            let [(_, center), (_, direction)] = value.items() else { return None };
            values.insert(String::from("at"), center.clone());
            values.insert(String::from("dir"), direction.clone());
        }
        None if word.meaning == "axes" => {
            let axes = value.items();
            (axes.len() == 3).then_some(())?;
            values.extend((0..3).map(|k| (format!("axis{k}"), axes[k].1.clone())));
        }
        None if word.meaning == "bounds" => {
            let [(_, low), (_, high)] = value.items() else { return None };
            values.insert(String::from("low"), low.clone());
            values.insert(String::from("high"), high.clone());
        }
        None => drop(values.insert(word.meaning.to_owned(), value)),
    }
    Some(())
}

/// Parses a default value of a row.
fn default_value(default: &str) -> Data {
    let all: Vec<f64> = default.split(',').filter_map(|number| number.parse().ok()).collect();
    if let [one] = all[..] { Data::Number(one) } else { Data::Vector(all) }
}

/// Meanings that must be numbers.
pub const NUMBERS: [&str; 36] = [
    "hx", "hy", "hz", "fx", "fy", "fz", "r", "d", "r2", "hh", "fh", "th", "rx", "ry", "rz", "x0", "y0", "off", "minus",
    "nx", "ny", "nz", "br", "base", "nil", "count", "ht", "z0", "sides", "d2", "d3", "above", "left", "bottom",
    "right", "top",
];

/// Values of one constructor, read by meaning.
pub struct Reader {
    pub values: ValuesByMeaning,
}

impl Reader {
    /// Returns the value of a meaning as a number.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.values.get(name)?.number()
    }

    /// Returns the value of a meaning as a point; z = 0 for a planar one.
    pub fn point(&self, name: &str) -> Option<[f64; 3]> {
        self.values.get(name)?.vector()
    }

    /// Returns `count` half extents, from any of the meanings that state extents.
    pub fn halves(&self, count: usize) -> Option<Vec<f64>> {
        for (name, factor) in [("hv", 1.0), ("fv", 0.5), ("size", 1.0)] {
            if let Some(value) = self.values.get(name) {
                let all = value.coordinates()?;
                return (all.len() == count).then(|| all.iter().map(|x| factor * x).collect());
            }
        }
        if let (Some(low), Some(high)) = (self.point("low"), self.point("high")) {
            return Some((0..count).map(|k| 0.5 * (high[k] - low[k])).collect());
        }
        let names = ["x", "y", "z"].iter().take(count);
        let one =
            |axis: &&str| self.number(&format!("h{axis}")).or_else(|| Some(0.5 * self.number(&format!("f{axis}"))?));
        let all: Option<Vec<f64>> = names.clone().map(one).collect();
        // A single extent means a cube.
        let has_first = self.values.contains_key("hx") || self.values.contains_key("fx");
        let is_cube = has_first && !["hy", "fy", "hz", "fz"].iter().any(|name| self.values.contains_key(*name));
        all.or_else(|| is_cube.then(|| one(&"x").map(|x| vec![x; count])).flatten())
    }

    /// Returns the radius, from any of the meanings that state it; `index` is its index in MuJoCo's array `size`.
    pub fn radius(&self, index: usize) -> Option<f64> {
        if let Some(size) = self.values.get("size") {
            return size
                .coordinates()
                .or_else(|| size.items().first().and_then(|(_, first)| Some(vec![first.number()?])))?
                .get(index)
                .copied();
        }
        if let (Some(r), Some(other)) = (self.number("r"), self.number("r2")) {
            return (r == other).then_some(r);
        }
        let others = [self.number("d2"), self.number("d3")];
        if others.into_iter().flatten().any(|other| self.number("d") != Some(other)) {
            return None;
        }
        match (self.number("r"), self.number("d")) {
            (Some(r), Some(d)) => (2.0 * r == d).then_some(r),
            (r, d) => r.or(d.map(|d| 0.5 * d)),
        }
    }

    /// Returns the half height without caps, from any of the meanings that state a height.
    pub fn half_height(&self) -> Option<f64> {
        if self.values.contains_key("size") {
            return self.radius(1);
        }
        self.number("hh").or_else(|| self.number("fh").map(|fh| 0.5 * fh)).or_else(|| {
            let half = self.number("ht").or_else(|| Some(0.5 * self.number("th")?));
            Some(half? - self.number("r")?)
        })
    }

    /// Returns the points of a list or of single arguments; a flat list has `width` coordinates for each point.
    pub fn points(&self, width: usize) -> Option<Vec<Vec<f64>>> {
        if let Some(list) = self.values.get("pts") {
            return list.points().or_else(|| list.flat_points(width));
        }
        let all = ["a", "b", "c", "e"].map(|name| self.values.get(name).and_then(Value::coordinates));
        Some(all.into_iter().flatten().collect())
    }

    /// Returns the triangles of a mesh with this number of vertices; `None` if an index is not one of them.
    pub fn triangles(&self, count: usize) -> Option<Vec<[u32; 3]>> {
        let list = self.values.get("tri")?;
        let one = list.coordinates().filter(|all| all.len() == 3).map(|all| vec![all]);
        let rows = one.or_else(|| list.points()).or_else(|| list.flat_points(3))?;
        let mut triangles = Vec::with_capacity(rows.len());
        for row in rows {
            let corners: Vec<u32> = row.iter().filter_map(|x| index_below(*x, count)).collect();
            triangles.push(corners.try_into().ok().filter(|_| row.len() == 3)?);
        }
        Some(triangles)
    }

    /// Returns the normal n of a half-space and its offset c, so that n·x ≤ c inside.
    pub fn normal(&self) -> Option<([f64; 3], f64)> {
        if let Some(plane) = self.values.get("plane").or(self.values.get("godotplane")) {
            let items = plane.items();
            let all: Vec<f64> = items.iter().filter_map(|(_, value)| value.number()).collect();
            let sign = if self.values.contains_key("plane") { -1.0 } else { 1.0 };
            return match (items, all.as_slice()) {
                ([(_, n), (_, c)], _) => Some((n.vector()?, sign * c.number()?)),
                (_, [x, y, z, c]) => Some(([*x, *y, *z], sign * c)),
                _ => None,
            };
        }
        let arguments = ["nx", "ny", "nz"].map(|name| self.number(name));
        let normal = match arguments {
            [Some(x), Some(y), Some(z)] => [x, y, z],
            _ => self.point("n")?,
        };
        if let Some(least) = self.number("above") {
            return Some((normal.map(|x| -x), -least));
        }
        let minus = self.number("minus").map(|minus| -minus);
        Some((normal, self.number("off").or(minus).unwrap_or(0.0)))
    }

    /// Returns the pose of the shape in the frame of its type.
    pub fn pose(&self, row: &Row) -> Option<Pose> {
        if let Some(pose) = self.values.get("pose") {
            return pose.pose();
        }
        if let Some(pose) = self.values.get("pose7") {
            let all: Vec<f64> = pose.items().iter().filter_map(|(_, value)| value.number()).collect();
            let [x, y, z, a, b, c, d] = all[..] else { return None };
            return Some(Pose { position: [x, y, z], rotation: Order::First.quaternion([a, b, c, d])? });
        }
        if self.values.contains_key("corner") {
            let mut position = match (self.values.get("at"), self.number("x0"), self.number("y0")) {
                (Some(at), ..) => at.vector()?,
                (None, Some(x), Some(y)) => [x, y, 0.0],
                _ => [0.0; 3],
            };
            let count = if row.form == Form::Rectangle { 2 } else { 3 };
            self.halves(count)?.into_iter().zip(&mut position).for_each(|(half, x)| *x += half);
            return Some(Pose::at(position));
        }
        if self.values.contains_key("standing") {
            let base = self.values.get("at").map_or(Some([0.0; 3]), Value::vector)?;
            return Some(Pose::at([base[0], base[1], base[2] + self.half_height()?]));
        }
        let mut position = match (self.values.get("at"), self.number("x0"), self.number("y0")) {
            (Some(at), ..) => at.vector()?,
            (None, Some(x), Some(y)) => [x, y, self.number("z0").unwrap_or(0.0)],
            _ => [0.0; 3],
        };
        if let (Some(low), Some(high)) = (self.point("low"), self.point("high")) {
            position = [0, 1, 2].map(|k| 0.5 * (low[k] + high[k]));
        }
        if let (Some(base), Some(height)) = (self.number("base"), self.number("fh")) {
            position[1] = base + 0.5 * height;
        }
        let turn = self.values.get("turn").or_else(|| self.values.get("options")?.field(&["angle"]));
        let order = orders::order(&row.libraries.split('|').collect());
        let rotation = match turn {
            Some(turn) => match turn.number() {
                // Angles of the text's own types may be degrees.
                Some(angle) if row.libraries == "own" && angle.abs() > std::f64::consts::TAU => return None,
                // Angles of Unity are degrees.
                Some(angle) if row.libraries == "unity" => about([0.0, 0.0, 1.0], angle.to_radians())?,
                Some(angle) => about([0.0, 0.0, 1.0], angle)?,
                None => turn.rotation(order)?,
            },
            None => IDENTITY_ROTATION,
        };
        let rotation = match self.values.get("dir") {
            Some(direction) if rotation == IDENTITY_ROTATION => direction_rotation(direction.vector()?)?,
            _ => rotation,
        };
        let axes = ["axis0", "axis1", "axis2"].map(|name| self.point(name));
        let rotation = match axes {
            [Some(x), Some(y), Some(z)] => {
                value::rotation_of_rows(&(0..3).map(|k| vec![x[k], y[k], z[k]]).collect::<Vec<_>>())?
            }
            _ => rotation,
        };
        Some(Pose { position, rotation })
    }
}

/// Rotation that takes the axis z of a shape to an oblique direction. It is the identity for a direction along a
/// coordinate axis, because the shape is then built along that axis.
fn direction_rotation(direction: [f64; 3]) -> Option<[f64; 4]> {
    let along = direction.iter().filter(|x| **x != 0.0).count();
    if along == 1 { Some(IDENTITY_ROTATION) } else { z_onto(direction) }
}

/// Converts a number to an index below a count.
fn index_below(x: f64, count: usize) -> Option<u32> {
    (x.fract() == 0.0 && x >= 0.0 && x < count as f64).then_some(x as u32)
}

/// Whether a value is a record with a field that is an argument of the row.
fn is_record(value: &Value, words: &[Word<'_>]) -> bool {
    let mut keys = value.items().iter().filter_map(|(key, _)| key.as_deref());
    keys.any(|key| words.iter().any(|word| word.is(key))) && value.coordinates().is_none()
}
