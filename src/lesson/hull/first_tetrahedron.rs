//! Sentence on the remaining points after the first tetrahedron.

/// Sentence on `all` points besides the tetrahedron's vertices, `outside` of which are outside.
pub(super) fn others(all: usize, outside: usize) -> String {
    let inside = "The rest lie inside, so they are no corners.";
    match (all, outside) {
        (0, _) => String::from("There is no other point."),
        (1, 0) => String::from("The other point lies inside, so it is no corner."),
        (1, _) => String::from("The other point lies outside it, and waits at a face that it is above."),
        (_, 0) => format!("All {all} other points lie inside, so they are no corners."),
        (_, 1) => {
            format!("Of the {all} other points 1 lies outside it, and waits at a face that it is above. {inside}")
        }
        _ if all == outside => {
            format!("All {all} other points lie outside it: each waits at a face that it is above.")
        }
        _ => format!(
            "Of the {all} other points {outside} lie outside it: each waits at a face that it is above. {inside}"
        ),
    }
}
