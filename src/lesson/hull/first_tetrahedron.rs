//! Sentence on the points of a cloud that are not vertices of Quickhull's first tetrahedron.

use contact_lens_model::answer::number::{count, length};

use crate::{Sentence, Value, say, symbol};

/// Sentence on the points besides the tetrahedron's vertices: `all` is their number, `outside` the number of those
/// outside the tetrahedron. `flatness` is the largest distance of such a point from the plane of its face, meters, if
/// that is too small to see, and `None` otherwise.
pub(super) fn other_points_sentence(all: usize, outside: usize, flatness: Option<f64>) -> Sentence {
    let all_others = Value::number(symbol::OTHER_POINTS, count(all));
    let outside_count = Value::number(symbol::OUTSIDE, count(outside));
    let distance = match flatness {
        Some(height) => say!(" by at most {}", Value::number(symbol::HEIGHT, length(height))),
        None => Sentence::default(),
    };
    match all {
        0 => return Sentence::from("There are no other points."),
        1 if outside == 0 => return Sentence::from("The other point is inside, so it is not a hull vertex."),
        1 => return say!("The other point is outside of a face{}, whose color it has.", distance),
        _ => {}
    }
    if outside == 0 {
        return say!("All {} other points are inside, so none is a hull vertex.", all_others);
    }
    if outside == 1 {
        return say!(
            "Of the {} other points, one is outside of a face{} and has its color; the others are inside.",
            all_others,
            distance
        );
    }
    if outside == all {
        return say!(
            "All {} other points are outside of a face{}. Each point has the color of its face.",
            all_others,
            distance
        );
    }
    say!(
        "Of the {} other points, {} are outside of a face{}. Each of them has the color of its face.",
        all_others,
        outside_count,
        distance
    )
}
