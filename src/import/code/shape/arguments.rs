//! Reader of a constructor's sizes, points and pose, after `row_arguments` gave each argument its meaning.
//!
//! Several meanings state one quantity: the radius is `r`, half of the diameter `d`, or an element of MuJoCo's `size`.
//! Each method tries them all and returns `None` if the quantity is absent, or stated twice with different values.

use std::collections::HashMap;

use super::dictionary::{Form, Row};
use crate::code::evaluate::value;
use crate::code::evaluate::value::{Order, Value};
use crate::code::pose::orders;
use crate::pose::{IDENTITY_ROTATION, Pose, about, z_onto};

/// Values of the arguments by meaning: `"r"` for a radius, as in the table of the dictionary's header.
pub type ValuesByMeaning = HashMap<String, Value>;

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
                let extents = value.coordinates()?;
                return (extents.len() == count).then(|| extents.iter().map(|x| factor * x).collect());
            }
        }
        if let (Some(low), Some(high)) = (self.point("low"), self.point("high")) {
            return Some((0..count).map(|k| 0.5 * (high[k] - low[k])).collect());
        }
        let along_axes = [self.half("hx", "fx"), self.half("hy", "fy"), self.half("hz", "fz")];
        let halves: Option<Vec<f64>> = along_axes.into_iter().take(count).collect();
        if halves.is_some() {
            return halves;
        }
        // A single extent means a cube or a square.
        let has_other = ["hy", "fy", "hz", "fz"].iter().any(|name| self.values.contains_key(*name));
        let [first, ..] = along_axes;
        first.filter(|_| !has_other).map(|half| vec![half; count])
    }

    /// Returns a half extent by the names of the meanings for half and for full extents; the half extent has priority.
    fn half(&self, half_name: &str, full_name: &str) -> Option<f64> {
        self.number(half_name).or_else(|| Some(0.5 * self.number(full_name)?))
    }

    /// Returns the radius, from any of the meanings that state it; `index` is its index in MuJoCo's array `size`.
    /// `None` if a second radius or diameter differs, because scenes have no truncated cones.
    pub fn radius(&self, index: usize) -> Option<f64> {
        if let Some(size) = self.values.get("size") {
            if let Some(sizes) = size.coordinates() {
                return sizes.get(index).copied();
            }
            // A list of one number is not a vector.
            let (_, first) = size.items().first()?;
            return first.number().filter(|_| index == 0);
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
        // MuJoCo's `size` of a capsule is its radius, then its half height.
        if self.values.contains_key("size") {
            return self.radius(1);
        }
        if let Some(half_height) = self.half("hh", "fh") {
            return Some(half_height);
        }
        let with_caps = self.half("ht", "th")?;
        Some(with_caps - self.number("r")?)
    }

    /// Returns the points of a list or of single arguments; a flat list has `width` coordinates for each point.
    pub fn points(&self, width: usize) -> Option<Vec<Vec<f64>>> {
        if let Some(list) = self.values.get("pts") {
            return list.points().or_else(|| list.flat_points(width));
        }
        let arguments = ["a", "b", "c", "e"].map(|name| self.values.get(name).and_then(Value::coordinates));
        Some(arguments.into_iter().flatten().collect())
    }

    /// Returns the triangles of a mesh with this number of vertices; `None` if an index is not one of them.
    pub fn triangles(&self, count: usize) -> Option<Vec<[u32; 3]>> {
        let list = self.values.get("tri")?;
        let single = list.coordinates().filter(|indices| indices.len() == 3).map(|indices| vec![indices]);
        let rows = single.or_else(|| list.points()).or_else(|| list.flat_points(3))?;
        let mut triangles = Vec::with_capacity(rows.len());
        for row in rows {
            let corners: Vec<u32> = row.iter().filter_map(|x| index_below(*x, count)).collect();
            triangles.push(corners.try_into().ok().filter(|_| row.len() == 3)?);
        }
        Some(triangles)
    }

    /// Returns the normal n of a half-space and its offset c, so that n·x ≤ c inside.
    pub fn normal(&self) -> Option<([f64; 3], f64)> {
        // Jolt's planes are n·x + c = 0, Godot's n·x = c.
        if let Some(plane) = self.values.get("plane") {
            return plane_of(plane, -1.0);
        }
        if let Some(plane) = self.values.get("godotplane") {
            return plane_of(plane, 1.0);
        }
        let arguments = ["nx", "ny", "nz"].map(|name| self.number(name));
        let normal = match arguments {
            [Some(x), Some(y), Some(z)] => [x, y, z],
            _ => self.point("n")?,
        };
        if let Some(lower_bound) = self.number("above") {
            return Some((normal.map(|x| -x), -lower_bound));
        }
        let minus = self.number("minus").map(|minus| -minus);
        Some((normal, self.number("off").or(minus).unwrap_or(0.0)))
    }

    /// Returns the pose of the shape in the frame of its type.
    pub fn pose(&self, row: &Row) -> Option<Pose> {
        if let Some(pose) = self.values.get("pose") {
            return pose.pose();
        }
        if let Some(list) = self.values.get("pose7") {
            return pose_of_seven_numbers(list);
        }
        if self.values.contains_key("corner") {
            let mut center = self.stated_position(0.0)?;
            let count = if row.form == Form::Rectangle { 2 } else { 3 };
            for (half, x) in self.halves(count)?.into_iter().zip(&mut center) {
                *x += half;
            }
            return Some(Pose::at(center));
        }
        if self.values.contains_key("standing") {
            let base = self.values.get("at").map_or(Some([0.0; 3]), Value::vector)?;
            return Some(Pose::at([base[0], base[1], base[2] + self.half_height()?]));
        }
        Some(Pose { position: self.center()?, rotation: self.rotation(row)? })
    }

    /// Returns the position in `at`, or in `x0` and `y0` with this z; the origin without them.
    fn stated_position(&self, z: f64) -> Option<[f64; 3]> {
        match (self.values.get("at"), self.number("x0"), self.number("y0")) {
            (Some(at), ..) => at.vector(),
            (None, Some(x), Some(y)) => Some([x, y, z]),
            _ => Some([0.0; 3]),
        }
    }

    /// Returns the center of the shape: the middle of its bounds, else the stated position, raised if `base` is the y
    /// of its lower end.
    fn center(&self) -> Option<[f64; 3]> {
        let mut center = self.stated_position(self.number("z0").unwrap_or(0.0))?;
        if let (Some(low), Some(high)) = (self.point("low"), self.point("high")) {
            center = [0, 1, 2].map(|k| 0.5 * (low[k] + high[k]));
        }
        if let (Some(base), Some(height)) = (self.number("base"), self.number("fh")) {
            center[1] = base + 0.5 * height;
        }
        Some(center)
    }

    /// Returns the rotation of the shape: by its three axes, else by its angle or rotation, else by the direction of
    /// its axis. `None` if one of them is not a rotation.
    fn rotation(&self, row: &Row) -> Option<[f64; 4]> {
        let mut rotation = self.stated_rotation(row)?;
        if let Some(direction) = self.values.get("dir")
            && rotation == IDENTITY_ROTATION
        {
            rotation = direction_rotation(direction.vector()?)?;
        }
        if let [Some(x), Some(y), Some(z)] = ["axis0", "axis1", "axis2"].map(|name| self.point(name)) {
            // The axes are the columns of the rotation matrix.
            let rows: Vec<Vec<f64>> = (0..3).map(|k| vec![x[k], y[k], z[k]]).collect();
            rotation = value::rotation_of_rows(&rows)?;
        }
        Some(rotation)
    }

    /// Returns the rotation that an argument or matter.js's `options.angle` states, where a number is an angle about z;
    /// the identity if none does. `None` for a value that is no rotation.
    fn stated_rotation(&self, row: &Row) -> Option<[f64; 4]> {
        let options_angle = self.values.get("options").and_then(|options| options.field(&["angle"]));
        let Some(turn) = self.values.get("turn").or(options_angle) else { return Some(IDENTITY_ROTATION) };
        let Some(angle) = turn.number() else {
            return turn.rotation(orders::order(&row.libraries.split('|').collect()));
        };
        // Angles of the text's own types may be degrees.
        if row.libraries == "own" && angle.abs() > std::f64::consts::TAU {
            return None;
        }
        // Angles of Unity are degrees.
        let radians = if row.libraries == "unity" { angle.to_radians() } else { angle };
        about([0.0, 0.0, 1.0], radians)
    }
}

/// Returns the pose of a list of a position and a quaternion that begins with w.
fn pose_of_seven_numbers(list: &Value) -> Option<Pose> {
    let numbers: Vec<f64> = list.items().iter().filter_map(|(_, value)| value.number()).collect();
    let [x, y, z, qw, qx, qy, qz] = numbers[..] else { return None };
    Some(Pose { position: [x, y, z], rotation: Order::First.quaternion([qw, qx, qy, qz])? })
}

/// Returns the normal and `sign` times the constant of a plane, which is a list of a vector and a number, or of four
/// numbers.
fn plane_of(plane: &Value, sign: f64) -> Option<([f64; 3], f64)> {
    if let [(_, normal), (_, constant)] = plane.items() {
        return Some((normal.vector()?, sign * constant.number()?));
    }
    let numbers: Vec<f64> = plane.items().iter().filter_map(|(_, value)| value.number()).collect();
    let [x, y, z, constant] = numbers[..] else { return None };
    Some(([x, y, z], sign * constant))
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
