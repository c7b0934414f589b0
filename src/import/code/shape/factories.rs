//! Quantities that follow from the arguments of a factory: in, values by meaning such as the three points `pa pb pc` of
//! a plane; out, the same map with the normal `n` and the offset `off` that `arguments` reads.

use std::f64::consts::TAU;
use std::rc::Rc;

use super::arguments::ValuesByMeaning;
use crate::code::evaluate::value::{Data, Value};
use crate::code::matrix::matrices::numbers_of;

/// Largest number of vertices of a regular polygon; larger numbers are mistakes.
const MAX_SPOKES: f64 = 1000.0;

/// Adds the sizes and points that the meanings of factories state, as the dictionary's header lists them. Arguments
/// that do not fit add the meaning `no`, with which no row applies.
pub fn insert_derived(values: &mut ValuesByMeaning) {
    let rules = [
        check_options,
        insert_plane,
        insert_unit_sizes,
        insert_center,
        insert_opposite_vertices,
        insert_radius_and_height,
        insert_columns,
        insert_spokes,
        insert_segment,
        insert_triangle,
        insert_axes,
    ];
    for rule in rules {
        if rule(values).is_none() {
            put(values, "no", Data::Number(1.0));
        }
    }
}

/// Adds a value under the name of a meaning.
fn put(values: &mut ValuesByMeaning, meaning: &str, data: Data) {
    values.insert(meaning.to_owned(), Value::new(data, 0));
}

/// Adds a list of planar or solid points as `pts`.
fn put_points(values: &mut ValuesByMeaning, points: Vec<Vec<f64>>) {
    let items = points.into_iter().map(|point| (None, Value::new(Data::Vector(point), 0))).collect();
    put(values, "pts", Data::List(Rc::new(items)));
}

/// Dot product of two vectors of space.
fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Adds the offset of a plane by one of its points, or its normal and its offset by three points. `None` if the points
/// are on one line.
fn insert_plane(values: &mut ValuesByMeaning) -> Option<()> {
    if let Some(point) = values.get("on") {
        let offset = dot(values.get("n")?.vector()?, point.vector()?);
        put(values, "off", Data::Number(offset));
    }
    if values.contains_key("pa") {
        let points = ["pa", "pb", "pc"].map(|name| values.get(name).and_then(Value::vector));
        let [Some(a), Some(b), Some(c)] = points else { return None };
        let u = [0, 1, 2].map(|k| b[k] - a[k]);
        let v = [0, 1, 2].map(|k| c[k] - a[k]);
        let normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        let length = dot(normal, normal).sqrt();
        let normal = (length > 0.0).then(|| normal.map(|x| x / length))?;
        put(values, "off", Data::Number(dot(normal, a)));
        put(values, "n", Data::Vector(normal.to_vec()));
    }
    Some(())
}

/// Returns `None` if the options of matter.js round the corners of a shape, which is not read.
fn check_options(values: &mut ValuesByMeaning) -> Option<()> {
    values.get("options").and_then(|options| options.field(&["chamfer"])).is_none().then_some(())
}

/// Shape of size 1 that a factory makes by its number of dimensions: `Hypercube(3)`.
struct UnitShape {
    meaning: &'static str,
    dimension: f64,
    /// Meanings of the sizes that are 1.
    sizes: &'static [&'static str],
}

/// Unit shapes of factories: a box, a rectangle and a ball.
const UNIT_SHAPES: [UnitShape; 3] = [
    UnitShape { meaning: "dim3", dimension: 3.0, sizes: &["hx", "hy", "hz"] },
    UnitShape { meaning: "dim2", dimension: 2.0, sizes: &["hx", "hy"] },
    UnitShape { meaning: "ball3", dimension: 3.0, sizes: &["r"] },
];

/// Adds the sizes of unit shapes; `None` for another number of dimensions.
fn insert_unit_sizes(values: &mut ValuesByMeaning) -> Option<()> {
    for UnitShape { meaning, dimension, sizes } in UNIT_SHAPES {
        let Some(value) = values.get(meaning) else { continue };
        if value.number()? != dimension {
            return None;
        }
        for size in sizes {
            put(values, size, Data::Number(1.0));
        }
    }
    Some(())
}

/// Adds a center whose number of coordinates, three or two, selects the row; `None` for another number.
fn insert_center(values: &mut ValuesByMeaning) -> Option<()> {
    for (name, count) in [("at3", 3), ("at2", 2)] {
        if let Some(value) = values.get(name).cloned() {
            if value.coordinates()?.len() != count {
                return None;
            }
            values.insert(String::from("at"), value);
        }
    }
    Some(())
}

/// Adds the lowest and the highest vertex of a box by two opposite vertices in any order.
fn insert_opposite_vertices(values: &mut ValuesByMeaning) -> Option<()> {
    if let (Some(a), Some(b)) = (values.get("first"), values.get("second")) {
        let a = a.coordinates()?;
        let b = b.coordinates()?;
        let low = a.iter().zip(&b).map(|(a, b)| a.min(*b)).collect();
        let high = a.iter().zip(&b).map(|(a, b)| a.max(*b)).collect();
        put(values, "low", Data::Vector(low));
        put(values, "high", Data::Vector(high));
    }
    Some(())
}

/// Adds the radius and the full height in a vector of the two.
fn insert_radius_and_height(values: &mut ValuesByMeaning) -> Option<()> {
    if let Some(value) = values.get("rl") {
        let sizes = numbers_of(value)?;
        let [radius, height] = sizes[..] else { return None };
        put(values, "r", Data::Number(radius));
        put(values, "fh", Data::Number(height));
    }
    Some(())
}

/// Adds the points that are the columns of a matrix; `None` if the matrix has other than three or two rows.
fn insert_columns(values: &mut ValuesByMeaning) -> Option<()> {
    for (name, width) in [("columns3", 3), ("columns2", 2)] {
        let Some(value) = values.get(name) else { continue };
        let rows: Option<Vec<Vec<f64>>> = value.items().iter().map(|(_, row)| numbers_of(row)).collect();
        let rows = rows?;
        let count = rows.first()?.len();
        if rows.len() != width || count == 0 || rows.iter().any(|row| row.len() != count) {
            return None;
        }
        put_points(values, (0..count).map(|k| rows.iter().map(|row| row[k]).collect()).collect());
    }
    Some(())
}

/// Adds the vertices of a regular polygon about the origin by their number, radius and first angle in radians.
fn insert_spokes(values: &mut ValuesByMeaning) -> Option<()> {
    if let Some(value) = values.get("spokes") {
        let count = value.number().filter(|count| count.fract() == 0.0 && (3.0..=MAX_SPOKES).contains(count))?;
        let radius = values.get("r").and_then(Value::number)?;
        let start = values.get("start").and_then(Value::number)?;
        let angles = (0..count as usize).map(|k| start + TAU * k as f64 / count);
        put_points(values, angles.map(|angle| vec![radius * angle.cos(), radius * angle.sin()]).collect());
    }
    Some(())
}

/// Adds the end points of a segment; `None` if they are not two points.
fn insert_segment(values: &mut ValuesByMeaning) -> Option<()> {
    if let Some(ends) = values.get("ends") {
        let [a, b] = ends.points()?.try_into().ok()?;
        put(values, "a", Data::Vector(a));
        put(values, "b", Data::Vector(b));
    }
    if let Some(ends) = values.get("ends6") {
        let [ax, ay, az, bx, by, bz]: [f64; 6] = numbers_of(ends)?.try_into().ok()?;
        put(values, "a", Data::Vector(vec![ax, ay, az]));
        put(values, "b", Data::Vector(vec![bx, by, bz]));
    }
    for (name, axis) in [("lx", [0.5, 0.0]), ("ly", [0.0, 0.5])] {
        if let Some(length) = values.get(name) {
            let length = length.number()?;
            put(values, "a", Data::Vector(axis.map(|x| -length * x).to_vec()));
            put(values, "b", Data::Vector(axis.map(|x| length * x).to_vec()));
        }
    }
    if values.contains_key("middle") {
        let [a, b] = ["a", "b"].map(|name| values.get(name).and_then(Value::coordinates));
        let half: Vec<f64> = a?.iter().zip(b?).map(|(a, b)| 0.5 * (b - a)).collect();
        put(values, "a", Data::Vector(half.iter().map(|x| -x).collect()));
        put(values, "b", Data::Vector(half));
    }
    Some(())
}

/// Vertices of an isosceles triangle about its centroid, with its base along x and its apex at +y, meters.
fn isosceles(width: f64, height: f64) -> Vec<Vec<f64>> {
    vec![vec![0.0, height / 1.5], vec![-0.5 * width, -height / 3.0], vec![0.5 * width, -height / 3.0]]
}

/// Adds the vertices of a triangle about its centroid, by its width and height.
fn insert_triangle(values: &mut ValuesByMeaning) -> Option<()> {
    let rise = values.get("rise").and_then(Value::number);
    if let Some(value) = values.get("equilateral") {
        let height = value.number()?;
        put_points(values, isosceles(2.0 * height / 3.0_f64.sqrt(), height));
    }
    if let Some(value) = values.get("isosceles") {
        let width = value.number()?;
        put_points(values, isosceles(width, rise?));
    }
    for (name, sign) in [("leg", 1.0), ("backleg", -1.0)] {
        if let Some(value) = values.get(name) {
            let x = sign * value.number()? / 3.0;
            let y = rise? / 3.0;
            put_points(values, vec![vec![-x, 2.0 * y], vec![-x, -y], vec![2.0 * x, -y]]);
        }
    }
    Some(())
}

/// Adds the angle of a rectangle by its two axes; `None` unless they have length 1 and the second is the first rotated
/// by 90°, both to six decimals.
fn insert_axes(values: &mut ValuesByMeaning) -> Option<()> {
    let Some(axes) = values.get("axes2") else { return Some(()) };
    let [x, y]: [Vec<f64>; 2] = axes.points()?.try_into().ok()?;
    let [x0, x1] = <[f64; 2]>::try_from(x).ok()?;
    let [y0, y1] = <[f64; 2]>::try_from(y).ok()?;
    let is_basis = (y0 + x1).abs() < 1e-6 && (y1 - x0).abs() < 1e-6 && (x0.hypot(x1) - 1.0).abs() < 1e-6;
    is_basis.then(|| put(values, "turn", Data::Number(x1.atan2(x0))))
}
