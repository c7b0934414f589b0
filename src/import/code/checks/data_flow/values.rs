//! Tests of evaluated values: whether a value is a list of points, such as `[[0, 0], [1, 0]]`, and whether a part of it
//! could not be evaluated.

use crate::code::evaluate::value::{Data, Value};
use crate::code::matrix::matrices;

/// Whether a value is a list of points, or a list of such lists, by its first and its last element.
pub fn is_points(value: &Value) -> bool {
    is_list_of_points(value, MAX_LIST_DEPTH)
}

/// Maximum number of lists around a list of points.
const MAX_LIST_DEPTH: usize = 3;

/// Maximum number of elements of a list in which unknown values are searched.
const MAX_SEARCHED: usize = 10_000;

/// Maximum number of elements of each element of a list in which unknown values are searched: the coordinates of a
/// point in 3D.
const MAX_INNER_SEARCHED: usize = 3;

/// Whether a value is a list of points inside at most `depth` other lists, by its first and its last element. Both are
/// points if they have the same number of coordinates, at least two.
fn is_list_of_points(value: &Value, depth: usize) -> bool {
    let items = value.items();
    let Some((_, first)) = items.first() else { return false };
    let Some((_, last)) = items.last() else { return false };
    let coordinates = count_coordinates(first);
    if coordinates > 1 && coordinates == count_coordinates(last) {
        return true;
    }
    depth > 0 && is_list_of_points(first, depth - 1) && is_list_of_points(last, depth - 1)
}

/// Number of coordinates of a point; 0 for other values.
fn count_coordinates(value: &Value) -> usize {
    matrices::numbers_of(value).map_or(0, |numbers| numbers.len())
}

/// Whether a value is not known, or one of the first elements of a list, or one of their first elements.
pub(super) fn is_unknown(value: &Value) -> bool {
    matches!(value.data, Data::Unknown)
        || value.items().iter().take(MAX_SEARCHED).any(|(_, item)| {
            matches!(item.data, Data::Unknown)
                || item.items().iter().take(MAX_INNER_SEARCHED).any(|(_, inner)| matches!(inner.data, Data::Unknown))
        })
}
