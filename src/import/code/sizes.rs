//! Sizes that several numbers state together: bounds of rectangles, full sizes of the boxes of round shapes.

use super::factories::insert_derived;
use super::reader::ValuesByMeaning;
use super::value::{Data, Value};

/// Adds the lowest and the highest vertex of a rectangle that is given by its bounds.
pub(super) fn insert_bounds(values: &mut ValuesByMeaning) {
    let bounds = ["left", "bottom", "right", "top"].map(|name| values.get(name).and_then(Value::number));
    if let [Some(left), Some(bottom), Some(right), Some(top)] = bounds {
        values.insert(String::from("low"), Value::new(Data::Vector(vec![left, bottom]), 0));
        values.insert(String::from("high"), Value::new(Data::Vector(vec![right, top]), 0));
    }
    insert_derived(values);
}

/// Radius and height of a round shape by the full sizes of its box: `"tube"` has its height last, `"xtube"` first.
pub(super) fn round_sizes(meaning: &str, sizes: [f64; 3]) -> Option<Vec<(&'static str, f64)>> {
    let [x, y, z] = sizes;
    let (height, first, second) = match meaning {
        "tube" => (Some(z), x, y),
        "xtube" => (Some(x), y, z),
        _ => (None, x, if y == z { y } else { return None }),
    };
    // A scene has no cylinder with two radii.
    if first != second {
        return None;
    }
    let height = height.map(|height| ("fh", height));
    Some([Some(("r", 0.5 * first)), height].into_iter().flatten().collect())
}
