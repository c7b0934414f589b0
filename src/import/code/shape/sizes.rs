//! Sizes that several numbers state together: in, `[height, radius]` or `(left, bottom, right, top)`; out, the value of
//! each single meaning, `fh` and `r`, or `low` and `high`.

use super::arguments::ValuesByMeaning;
use super::factories::insert_derived;
use crate::code::evaluate::value::{Data, Value};

/// Adds the lowest and the highest vertex of a rectangle that is given by its bounds, then the quantities of
/// [`insert_derived`].
pub fn insert_bounds(values: &mut ValuesByMeaning) {
    let bounds = ["left", "bottom", "right", "top"].map(|name| values.get(name).and_then(Value::number));
    if let [Some(left), Some(bottom), Some(right), Some(top)] = bounds {
        values.insert(String::from("low"), Value::new(Data::Vector(vec![left, bottom]), 0));
        values.insert(String::from("high"), Value::new(Data::Vector(vec![right, top]), 0));
    }
    insert_derived(values);
}

/// Meanings that are lists of numbers: a height and a radius, a radius and a height, the lowest and the highest vertex
/// of a box, the ends and the radius of a capsule, the bounds of a box along x, y and z.
pub const NUMBER_LISTS: [&str; 5] = ["hr", "rh", "manybox", "manyends", "bounds6"];

/// Adds the sizes and points that a list of numbers states by its meaning, one of [`NUMBER_LISTS`]; `None` for another
/// number of elements.
pub fn insert_numbers(values: &mut ValuesByMeaning, meaning: &str, list: &Value) -> Option<()> {
    let all: Vec<f64> = list.items().iter().filter_map(|(_, value)| value.number()).collect();
    let stated = match (meaning, &all[..]) {
        ("hr", [height, radius]) | ("rh", [radius, height]) => {
            vec![("fh", Data::Number(*height)), ("r", Data::Number(*radius))]
        }
        ("manybox", [x0, y0, z0, x1, y1, z1]) | ("bounds6", [x0, x1, y0, y1, z0, z1]) => {
            vec![("low", Data::Vector(vec![*x0, *y0, *z0])), ("high", Data::Vector(vec![*x1, *y1, *z1]))]
        }
        ("manyends", [ax, ay, az, bx, by, bz, radius]) => vec![
            ("a", Data::Vector(vec![*ax, *ay, *az])),
            ("b", Data::Vector(vec![*bx, *by, *bz])),
            ("r", Data::Number(*radius)),
        ],
        _ => return None,
    };
    values.extend(stated.into_iter().map(|(name, data)| (name.to_owned(), Value::new(data, list.at))));
    Some(())
}

/// Returns the radius `r` and, except for a ball, the full height `fh` of a round shape from the full sizes of its box,
/// meters: `"tube"` has its height last, `"xtube"` first, `"ball"` has three diameters. `None` if two diameters differ,
/// because a scene has no cylinder with two radii.
pub fn round_sizes(meaning: &str, sizes: [f64; 3]) -> Option<Vec<(&'static str, f64)>> {
    let [x, y, z] = sizes;
    match meaning {
        "tube" => (x == y).then(|| vec![("r", 0.5 * x), ("fh", z)]),
        "xtube" => (y == z).then(|| vec![("r", 0.5 * y), ("fh", x)]),
        _ => (y == z && x == y).then(|| vec![("r", 0.5 * x)]),
    }
}
