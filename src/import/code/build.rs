//! Shapes from the arguments of a constructor, by a row of the dictionary.

use std::collections::HashMap;

use super::dictionary::{Form, Row};
use super::value::{Order, Value, What};
use crate::ask::Axis;
use crate::import::draft::length;
use crate::import::turn::{Pose, UNTURNED, about, z_onto};
use crate::scene::model::Shape;

/// Arguments of a constructor, and fields that were set later, each with its name where it has one.
pub(super) type Arguments = Vec<(Option<String>, Value)>;

/// A shape, and its pose in the frame of its type.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Built {
    pub(super) shape: Shape,
    pub(super) pose: Pose,
    /// Whether it is one of the plane.
    pub(super) plane: bool,
    /// Whether the arguments say where it is.
    pub(super) placed: bool,
}

/// Why a row gives no shape.
pub(super) enum Misfit {
    /// The arguments are not those of the row.
    Arguments,
    /// They are, and one is no size.
    Size(String),
}

/// A word of a row.
struct Word<'r> {
    keys: Vec<&'r str>,
    meaning: &'r str,
    optional: bool,
    by_name: bool,
    default: Option<&'r str>,
}

impl<'r> Word<'r> {
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

    /// Whether a key in the text is this word's, whatever its case, `m_` or underscores.
    fn is(&self, key: &str) -> bool {
        let plain = |name: &str| name.trim_start_matches("m_").trim_start_matches("in").replace('_', "").to_lowercase();
        let key = plain(key);
        let own = |name: &&str| plain(name) == key;
        self.keys.iter().any(|name| own(&name)) || key == "halfextents" && self.meaning == "hv"
    }
}

/// Values by their meanings.
type Meant = HashMap<String, Value>;

/// Keys that change a shape or its pose, and that no row reads.
const DECIDING: [&str; 9] =
    ["fromto", "bounds", "scale", "meshScale", "euler", "axisangle", "xyaxes", "zaxis", "fileName"];

/// Joins arguments to the words of a row.
fn meant(row: &Row, arguments: &Arguments) -> Option<Meant> {
    let words: Vec<Word<'_>> = row.arguments.split(' ').filter_map(Word::read).collect();
    let open = row.arguments.ends_with('*');
    let mut found: Vec<Option<Value>> = vec![None; words.len()];
    let mut flat: Vec<(Option<String>, Value)> = Vec::new();
    for (key, value) in arguments {
        // `{ halfExtents: … }`: the fields of a single record are arguments.
        match (key, &value.what) {
            (None, What::List(items))
                if !items.is_empty() && items.iter().all(|(key, _)| key.is_some()) && value.coordinates().is_none() =>
            {
                flat.extend(items.iter().cloned());
            }
            _ => flat.push((key.clone(), value.clone())),
        }
    }
    let mut next = 0;
    for (key, value) in flat {
        match key {
            Some(key) => match words.iter().position(|word| word.is(&key)) {
                Some(k) => found[k] = Some(value),
                None if open && !DECIDING.contains(&key.as_str()) => {}
                None => return None,
            },
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
    let mut meant = Meant::new();
    for (word, value) in words.iter().zip(found) {
        let value = match (value, word.default) {
            (Some(value), _) => value,
            (None, Some(default)) => Value::new(what(default), 0),
            (None, None) if word.optional => continue,
            (None, None) => return None,
        };
        let constant = word.meaning.strip_prefix("is(").and_then(|rest| rest.strip_suffix(')'));
        match constant {
            Some(name) if matches!(&value.what, What::Word(own) if own == name) => {}
            Some(_) => return None,
            None => drop(meant.insert(word.meaning.to_owned(), value)),
        }
    }
    (!meant.contains_key("no")).then_some(meant)
}

/// A default of a row.
fn what(default: &str) -> What {
    let all: Vec<f64> = default.split(',').filter_map(|number| number.parse().ok()).collect();
    if let [one] = all[..] { What::Number(one) } else { What::Vector(all) }
}

/// The meanings that must be numbers.
const NUMBERS: [&str; 24] = [
    "hx", "hy", "hz", "fx", "fy", "fz", "r", "d", "r2", "hh", "fh", "th", "rx", "ry", "rz", "x0", "y0", "off", "minus",
    "nx", "ny", "nz", "br", "base",
];

/// Reader of the values of one constructor.
struct Reader {
    meant: Meant,
}

impl Reader {
    fn number(&self, name: &str) -> Option<f64> {
        self.meant.get(name)?.number()
    }

    fn point(&self, name: &str) -> Option<[f64; 3]> {
        self.meant.get(name)?.vector()
    }

    /// Half extents, however they are given.
    fn halves(&self, count: usize) -> Option<Vec<f64>> {
        for (name, factor) in [("hv", 1.0), ("fv", 0.5), ("size", 1.0)] {
            if let Some(value) = self.meant.get(name) {
                let all = value.coordinates()?;
                return (all.len() == count).then(|| all.iter().map(|x| factor * x).collect());
            }
        }
        if let (Some(low), Some(high)) = (self.point("low"), self.point("high")) {
            return Some((0..3).map(|k| 0.5 * (high[k] - low[k])).collect());
        }
        let names = ["x", "y", "z"].iter().take(count);
        let one =
            |axis: &&str| self.number(&format!("h{axis}")).or_else(|| Some(0.5 * self.number(&format!("f{axis}"))?));
        let all: Option<Vec<f64>> = names.clone().map(one).collect();
        // A single extent is that of a cube.
        let single = self.meant.contains_key("hx") || self.meant.contains_key("fx");
        let alone = single && !["hy", "fy", "hz", "fz"].iter().any(|name| self.meant.contains_key(*name));
        all.or_else(|| alone.then(|| one(&"x").map(|x| vec![x; count])).flatten())
    }

    fn radius(&self, place: usize) -> Option<f64> {
        if let Some(size) = self.meant.get("size") {
            return size
                .coordinates()
                .or_else(|| size.items().first().and_then(|(_, first)| Some(vec![first.number()?])))?
                .get(place)
                .copied();
        }
        if let (Some(r), Some(other)) = (self.number("r"), self.number("r2")) {
            return (r == other).then_some(r);
        }
        match (self.number("r"), self.number("d")) {
            (Some(r), Some(d)) => (2.0 * r == d).then_some(r),
            (r, d) => r.or(d.map(|d| 0.5 * d)),
        }
    }

    fn half_height(&self) -> Option<f64> {
        if self.meant.contains_key("size") {
            return self.radius(1);
        }
        let total = || Some(0.5 * self.number("th")? - self.number("r")?);
        self.number("hh").or_else(|| self.number("fh").map(|fh| 0.5 * fh)).or_else(total)
    }

    fn points(&self) -> Option<Vec<Vec<f64>>> {
        if let Some(list) = self.meant.get("pts") {
            return list.points();
        }
        let all = ["a", "b", "c", "e"].map(|name| self.meant.get(name).and_then(Value::coordinates));
        Some(all.into_iter().flatten().collect())
    }

    fn normal(&self) -> Option<([f64; 3], f64)> {
        if let Some(plane) = self.meant.get("plane").or(self.meant.get("godotplane")) {
            let items = plane.items();
            let all: Vec<f64> = items.iter().filter_map(|(_, value)| value.number()).collect();
            let sign = if self.meant.contains_key("plane") { -1.0 } else { 1.0 };
            return match (items, all.as_slice()) {
                ([(_, n), (_, c)], _) => Some((n.vector()?, sign * c.number()?)),
                (_, [x, y, z, c]) => Some(([*x, *y, *z], sign * c)),
                _ => None,
            };
        }
        let given = ["nx", "ny", "nz"].map(|name| self.number(name));
        let normal = match given {
            [Some(x), Some(y), Some(z)] => [x, y, z],
            _ => self.point("n")?,
        };
        Some((normal, self.number("off").unwrap_or(0.0)))
    }

    /// Where the type puts the shape in its own frame.
    fn pose(&self, row: &Row) -> Option<Pose> {
        if let Some(pose) = self.meant.get("pose") {
            return pose.pose();
        }
        let mut position = match (self.meant.get("at"), self.number("x0"), self.number("y0")) {
            (Some(at), ..) => at.vector()?,
            (None, Some(x), Some(y)) => [x, y, 0.0],
            _ => [0.0; 3],
        };
        if let (Some(low), Some(high)) = (self.point("low"), self.point("high")) {
            position = [0, 1, 2].map(|k| 0.5 * (low[k] + high[k]));
        }
        if let (Some(base), Some(height)) = (self.number("base"), self.number("fh")) {
            position[1] = base + 0.5 * height;
        }
        let turn = self.meant.get("turn").or_else(|| self.meant.get("options")?.field(&["angle"]));
        let order = (row.libraries == "unity").then_some(Order::Last);
        let rotation = match turn {
            Some(turn) => match turn.number() {
                Some(angle) => about([0.0, 0.0, 1.0], angle)?,
                None => turn.turn(order)?,
            },
            None => UNTURNED,
        };
        Some(Pose { position, rotation })
    }
}

/// The shape of a constructor.
pub(super) fn build(row: &Row, arguments: &Arguments) -> Result<Built, Misfit> {
    let meant = meant(row, arguments).ok_or(Misfit::Arguments)?;
    let numeric = meant.iter().all(|(name, value)| !NUMBERS.contains(&name.as_str()) || value.number().is_some());
    if !numeric {
        return Err(Misfit::Arguments);
    }
    let reader = Reader { meant };
    let plane = matches!(row.form, Form::Rectangle | Form::Circle | Form::Polygon | Form::Stadium)
        || ["p2", "planck", "dyn4j", "box2d", "matter"].contains(&row.libraries)
        || ["a", "pts"].iter().any(|name| flat(&reader, name));
    let mut pose = reader.pose(row).ok_or(Misfit::Arguments)?;
    let mut shape = shape(row, &reader, &mut pose, plane).ok_or(Misfit::Arguments)?;
    check(&shape).map_err(Misfit::Size)?;
    if let Some(radius) = reader.number("br") {
        size(radius).map_err(Misfit::Size)?;
        shape = Shape::Inflate { radius, shape: Box::new(shape) };
    }
    if pose.position.iter().any(|x| length(*x).is_err()) {
        return Err(Misfit::Size(String::from("its center is no finite point")));
    }
    let placed = ["at", "x0", "pose", "low", "segment"].iter().any(|name| reader.meant.contains_key(*name));
    Ok(Built { shape, pose, plane, placed })
}

/// Whether a point, or the first of a list, has two coordinates.
fn flat(reader: &Reader, name: &str) -> bool {
    let Some(value) = reader.meant.get(name) else { return false };
    let first = value.points().and_then(|all| all.first().cloned()).or_else(|| value.coordinates());
    first.is_some_and(|first| first.len() == 2)
}

fn axis(k: usize) -> Option<Axis> {
    [Axis::X, Axis::Y, Axis::Z].get(k).copied()
}

fn shape(row: &Row, reader: &Reader, pose: &mut Pose, plane: bool) -> Option<Shape> {
    let own = |fixed: usize| match reader.meant.get("axis") {
        Some(value) => value.number().filter(|k| [0.0, 1.0, 2.0].contains(k)).and_then(|k| axis(k as usize)),
        None => axis(fixed),
    };
    Some(match row.form {
        Form::Unread => return None,
        Form::Box => Shape::Box { half_extents: reader.halves(3)?.try_into().ok()? },
        Form::Rectangle => Shape::Rectangle { half_extents: reader.halves(2)?.try_into().ok()? },
        Form::Sphere => Shape::Sphere { radius: reader.radius(0)? },
        Form::Circle => Shape::Circle { radius: reader.radius(0)? },
        Form::Capsule(fixed) => {
            Shape::Capsule { radius: reader.radius(0)?, half_height: reader.half_height()?, axis: own(fixed)? }
        }
        Form::Cylinder(fixed) if reader.meant.contains_key("hc") => {
            let half = reader.point("hc")?;
            let across = half[(fixed + 1) % 3];
            // A cylinder with two radii is no cylinder of a scene.
            (across == half[(fixed + 2) % 3]).then_some(())?;
            Shape::Cylinder { radius: across, half_height: half[fixed], axis: own(fixed)? }
        }
        Form::Cylinder(fixed) => {
            Shape::Cylinder { radius: reader.radius(0)?, half_height: reader.half_height()?, axis: own(fixed)? }
        }
        Form::Cone(fixed) => {
            Shape::Cone { radius: reader.radius(0)?, half_height: reader.half_height()?, axis: own(fixed)? }
        }
        Form::Ellipsoid => Shape::Ellipsoid {
            radii: match ["rx", "ry", "rz"].map(|name| reader.number(name)) {
                [Some(x), Some(y), Some(z)] => [x, y, z],
                _ => reader.point("rv").or_else(|| reader.point("size"))?,
            },
        },
        Form::HalfSpace => half_space(row, reader)?,
        Form::Triangle => Shape::Triangle { points: [reader.point("a")?, reader.point("b")?, reader.point("c")?] },
        Form::Segment => Shape::Segment { points: [reader.point("a")?, reader.point("b")?] },
        Form::Hull | Form::Polygon => hull(reader, plane)?,
        Form::Swept => swept(reader, pose)?,
        Form::Stadium => {
            let half = reader.halves(2)?;
            let along = usize::from(half[1] > half[0]);
            let (long, short) = (half[along], half[1 - along]);
            Shape::Capsule { radius: short, half_height: long - short, axis: axis(along)? }
        }
    })
}

/// Half-spaces without arguments are solid below the plane of their library.
fn half_space(row: &Row, reader: &Reader) -> Option<Shape> {
    if reader.meant.contains_key("at") {
        return None;
    }
    let (normal, offset) = match (row.arguments, row.libraries) {
        ("", "physx") => ([1.0, 0.0, 0.0], 0.0),
        ("", _) => ([0.0, 0.0, 1.0], 0.0),
        (_, "mujoco") => ([0.0, 0.0, 1.0], 0.0),
        _ => reader.normal()?,
    };
    Some(Shape::HalfSpace { normal, offset })
}

fn hull(reader: &Reader, plane: bool) -> Option<Shape> {
    let points = reader.points()?;
    (!points.is_empty()).then_some(())?;
    Some(match plane {
        true => {
            Shape::Polygon { points: points.iter().map(|p| Some([*p.first()?, *p.get(1)?])).collect::<Option<_>>()? }
        }
        false => Shape::Polytope { points: points.into_iter().map(|p| p.try_into().ok()).collect::<Option<_>>()? },
    })
}

/// A capsule between two points: along an axis where it is centered, else with a pose of its own.
fn swept(reader: &Reader, pose: &mut Pose) -> Option<Shape> {
    let (a, b) = match reader.meant.get("segment") {
        Some(segment) => match segment.items() {
            [(_, a), (_, b)] => (a.vector()?, b.vector()?),
            _ => return None,
        },
        None => (reader.point("a")?, reader.point("b")?),
    };
    let radius = reader.radius(0)?;
    let along: Vec<usize> = (0..3).filter(|k| a[*k] != b[*k]).collect();
    let middle = [0, 1, 2].map(|k| 0.5 * (a[k] + b[k]));
    if let [k] = along[..] {
        pose.position = middle;
        return Some(Shape::Capsule { radius, half_height: 0.5 * (b[k] - a[k]).abs(), axis: axis(k)? });
    }
    if along.is_empty() {
        pose.position = a;
        return Some(Shape::Sphere { radius });
    }
    // The general direction keeps its bits as a segment with a ball around it.
    let direction = [0, 1, 2].map(|k| b[k] - a[k]);
    z_onto(direction)?;
    Some(Shape::Inflate { radius, shape: Box::new(Shape::Segment { points: [a, b] }) })
}

fn size(value: f64) -> Result<(), String> {
    length(value)?;
    match value {
        x if x < 0.0 => Err(format!("a size must not be negative, is {x}")),
        0.0 => Err(String::from("a size must not be 0")),
        _ => Ok(()),
    }
}

/// Why a shape has no good size.
fn check(shape: &Shape) -> Result<(), String> {
    let sizes = match shape {
        Shape::Sphere { radius } | Shape::Circle { radius } => vec![*radius],
        Shape::Box { half_extents } => half_extents.to_vec(),
        Shape::Rectangle { half_extents } => half_extents.to_vec(),
        Shape::Ellipsoid { radii } => radii.to_vec(),
        Shape::Cylinder { radius, half_height, .. } | Shape::Cone { radius, half_height, .. } => {
            vec![*radius, *half_height]
        }
        Shape::Capsule { radius, half_height, .. } => {
            // A capsule without a middle part is a sphere.
            if *half_height != 0.0 {
                size(*half_height)?;
            }
            vec![*radius]
        }
        Shape::HalfSpace { normal, offset } => {
            length(*offset)?;
            normal.iter().try_for_each(|x| length(*x).map(|_| ()))?;
            return if *normal == [0.0; 3] {
                Err(String::from("the normal of a half-space must not be 0"))
            } else {
                Ok(())
            };
        }
        Shape::Inflate { radius, shape } => {
            check(shape)?;
            vec![*radius]
        }
        Shape::Polygon { points } => return points.iter().flatten().try_for_each(|x| length(*x).map(|_| ())),
        _ => Vec::new(),
    };
    sizes.into_iter().try_for_each(size)?;
    shape.points().into_iter().flatten().flatten().try_for_each(|x| length(x).map(|_| ()))
}
