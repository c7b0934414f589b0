//! Sentence on the remaining points after the first tetrahedron.

/// Sentence on `all` points besides the tetrahedron's vertices, `outside` of which are outside.
pub(super) fn others(all: usize, outside: usize) -> String {
    match (all, outside) {
        (0, _) => String::from("There are no other points."),
        (1, 0) => String::from("The other point is inside, so it is no hull vertex."),
        (1, _) => String::from("The other point is outside, above one of its faces."),
        (_, 0) => format!("All {all} other points are inside, so none is a hull vertex."),
        (_, 1) => {
            format!("Of the {all} other points, 1 is outside, above one of its faces; the rest are inside.")
        }
        _ if all == outside => {
            format!("All {all} other points are outside, each above a face.")
        }
        _ => format!("Of the {all} other points, {outside} are outside, each above a face; the rest are inside."),
    }
}
