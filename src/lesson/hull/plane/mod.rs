//! What the lessons about hulls in the plane share: endings, the answer, and how corners, points and tests are shown.

mod choice;
pub mod graham;
pub mod jarvis;

use std::collections::HashSet;

use super::words::{all, of_all};
use crate::answer::number::{count, length, number, vector};
use crate::answer::{Finding, HullFinding, HullMeasure, Shown, list_of, point_name};
use crate::lesson::{Beat, BodyContext, Detail, Ending, Pictures, Row, Table, Value, Verdict};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::hull::Dimension;
use crate::step::Comparison;

/// Every way in which a hull in the plane may end.
pub const ENDINGS: &[Ending] = &[
    Ending::success("Point", "All points are one: the hull is that point.").called("The hull is a point"),
    Ending::success("Segment", "All points lie on one line: the hull is the segment between its two ends.")
        .called("The hull is a segment"),
    Ending::success("Polygon", "The corners of a convex polygon, counter-clockwise; all other points lie in it.")
        .called("The hull is a polygon"),
];

/// The name of an outcome, as on the card.
pub fn name(outcome: Dimension) -> &'static str {
    match outcome {
        Dimension::Point => "Point",
        Dimension::Segment => "Segment",
        Dimension::Polygon | Dimension::Solid => "Polygon",
    }
}

/// The answer, after this many steps: these corners of the points of a body, with area and perimeter of their polygon in the
/// unit of the points and its square.
pub fn verdict(
    corners: &[u32],
    [area, perimeter]: [f64; 2],
    outcome: Dimension,
    steps: usize,
    context: &BodyContext,
) -> Verdict {
    let (count, name_of) = (context.points.len(), &context.name);
    let say = match outcome {
        Dimension::Point if count == 1 => format!("{name_of} is a single point, and so is its hull."),
        Dimension::Point => format!("{} points of {name_of} are one: the hull is a point.", all(count)),
        Dimension::Segment => {
            format!(
                "{} points of {name_of} lie on one line: the hull is a segment of {}.",
                all(count),
                length(0.5 * perimeter)
            )
        }
        _ => format!("{} corners of the hull; it encloses {} m².", of_all(corners.len(), count, name_of), number(area)),
    };
    let dimension = match outcome {
        Dimension::Point => 0,
        Dimension::Segment => 1,
        Dimension::Polygon | Dimension::Solid => 2,
    };
    let measure = HullMeasure::Planar { area, perimeter };
    let finding = Finding::Hull(HullFinding { dimension, vertices: corners.to_vec(), measure, mesh_volume: None });
    Verdict { outcome: name(outcome), say, iterations: u32::try_from(steps).unwrap_or(u32::MAX), finding }
}

/// The beats as they are told: in an outline without pictures, values and tables.
pub fn outlined(beats: Vec<Beat>, detail: Detail) -> impl Iterator<Item = Beat> {
    beats.into_iter().map(move |beat| match detail {
        Detail::Full => beat,
        Detail::Outline => Beat { pictures: Pictures::default(), values: Vec::new(), tables: Vec::new(), ..beat },
    })
}

/// The points that are not among `shown`, as dots; those that lie on one of them are left out, too.
pub fn others(picture: &mut Picture, role: Role, shown: &[&[u32]], context: &BodyContext) {
    let place = |point: u32| context.at(point).to_array().map(f64::to_bits);
    let shown: HashSet<[u64; 3]> = shown.iter().copied().flatten().map(|&point| place(point)).collect();
    for point in (0..context.points.len() as u32).filter(|point| !shown.contains(&place(*point))) {
        context.dot(picture, role, point);
    }
}

/// A chain of corners with its points named. `closed` joins the last with the first.
pub fn chain(picture: &mut Picture, role: Role, corners: &[u32], closed: bool, context: &BodyContext) {
    if let [_, _, ..] = corners {
        let points = corners.iter().map(|&i| context.at(i)).collect();
        picture.add(role, "hull", Form::Polyline { points, closed: closed && corners.len() > 2 });
    }
    corners.iter().for_each(|&i| context.named(picture, role, i));
}

/// The finished hull.
pub fn finished(picture: &mut Picture, corners: &[u32], context: &BodyContext) {
    others(picture, Role::Removed, &[corners], context);
    if corners.len() > 2 {
        picture.add(Role::Closest, "hull", Form::Polygon(corners.iter().map(|&i| context.at(i)).collect()));
        corners.iter().for_each(|&i| context.named(picture, Role::Closest, i));
    } else {
        chain(picture, Role::Closest, corners, false, context);
    }
}

/// The turn from `a` over `b` to `p`, as it is tested.
pub fn turn(picture: &mut Picture, [a, b, p]: [u32; 3], context: &BodyContext) {
    picture.arrow(Role::Axis, "turn", context.at(a), context.at(b));
    picture.arrow(Role::Axis, "turn", context.at(b), context.at(p));
}

/// The number of a turn: twice an area.
pub fn turn_value(test: Comparison<f64>) -> Value {
    Value::new("turn", "2 × area, m²", number(test.left), "turn")
}

/// In words: `left`, `right` or `straight on`.
pub fn way(turn: f64) -> &'static str {
    match turn {
        turn if turn > 0.0 => "left",
        turn if turn < 0.0 => "right",
        _ => "not at all",
    }
}

/// Points with their places, one a row.
pub fn table(title: &'static str, points: &[u32], chosen: Option<u32>, context: &BodyContext) -> Table {
    let row = |(rank, &point): (usize, &u32)| Row {
        cells: vec![count(rank + 1), Shown::from(point_name(point)), vector(context.at(point))],
        key: Some(context.key(point)),
        chosen: chosen == Some(point),
    };
    Table { title, columns: vec!["rank", "point", "where"], rows: points.iter().enumerate().map(row).collect() }
}

/// The names of points in a sentence.
pub fn names(points: &[u32]) -> String {
    list_of(points.iter().map(|&i| point_name(i)))
}
