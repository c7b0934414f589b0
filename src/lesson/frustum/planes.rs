//! Number lines, one per plane with the plane at 0: the projection of the current body on the normal, with the points
//! farthest out and farthest in at its ends. Below them, the separating plane of a false positive, and the gap.

use contact_lens_model::answer::number::brief;
use contact_lens_model::snapshot::frustum::PlaneTest;
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::shown_bodies::ShownBodies;
use super::{Class, PlayedContext, Side, number};

/// Top of the row of the separating plane, below the six rows of the frustum's planes, in heights of a row.
const SEPARATING_ROW: f64 = 6.15;

/// Lower edge of the rows of the frustum's planes, in heights of a row.
const PLANE_ROWS_END: f64 = 6.0;

/// Name of the plane that separates a false positive from the frustum.
const SEPARATING_NAME: &str = "separating";

/// Height of the headings above the rows, in heights of a row.
const HEADING: f64 = 0.8;

/// Lower edge of the row of the separating plane, in heights of a row.
const LAST_ROW_END: f64 = 7.2;

/// Largest distance of the scale's ends from a plane, in radii of the body: projections on distant planes end in an
/// arrow tip, so that the others are not tiny.
const REACH: f64 = 16.0;

/// Space at both ends of the scale, as a fraction of the projections' range.
const END_SPACE: f64 = 0.06;

/// Least range of the projections that the scale assumes, meters, so that the scale is not empty.
const LEAST_RANGE: f64 = 1e-9;

/// Thickness of the bar of a projection, in heights of a row.
const PROJECTION_BAR: f64 = 0.36;

/// Thickness of the bars in the row of the separating plane, in heights of a row.
const SEPARATING_BAR: f64 = 0.44;

/// Length of a body's bar from which on it contains the body's name, as a fraction of the scale.
const LENGTH_FOR_NAME: f64 = 0.3;

/// Least width of the outer side, in spaces at an end: its heading fits.
const LEAST_OUTSIDE: f64 = 4.0;

/// Adds the scale from `low` to `high`, meters, the plane at 0, and the outer side, down to the row `end`.
fn add_scale([low, high]: [f64; 2], end: f64, picture: &mut Picture) {
    picture.add(Role::Grid, "scale", Form::Scale { unit: String::from("m"), decades: false, ends: Some([low, high]) });
    picture.add(Role::Ghost, "outside", Form::Band { ends: [f64::NEG_INFINITY, 0.0], rows: [0.0, PLANE_ROWS_END] });
    let heading = Form::Lane { rows: [-HEADING, 0.0], name: String::from("plane"), note: String::from("distances, m") };
    picture.add(Role::Grid, "heading", heading);
    for (ends, word) in [([low, 0.0], "outside"), ([0.0, high], "inside")] {
        let text = word.to_owned();
        let word_form = Form::Interval { ends, row: -0.5 * HEADING, thickness: 0.0, solid: false, text };
        picture.add(Role::Text, "heading", word_form);
    }
    picture.add(Role::Ghost, "zero", Form::Band { ends: [0.0; 2], rows: [0.0, end] });
}

/// Adds the rows of the current body, and that of the separating plane of a false positive.
pub(super) fn add_rows(played: &PlayedContext, shows: ShownBodies<'_>, picture: &mut Picture) {
    let scale = scale_ends(shows);
    let separating = shows.separating_plane();
    add_scale(scale, if separating.is_some() { LAST_ROW_END } else { SEPARATING_ROW }, picture);
    for (row, side) in (0..).zip(Side::ALL) {
        add_row(played, shows, side, f64::from(row), picture);
    }
    if let Some((sum, position)) = separating {
        let name = played.name(shows.record.body);
        add_separating_row(name, sum.gap, 2.0 * position.half_width, scale, picture);
    }
}

/// Adds the row of the separating plane of a false positive: the frustum from the plane on, the gap, meters, and the
/// body with the name `name` and the extent `width`, meters, along the plane's normal.
fn add_separating_row(name: &str, gap: f64, width: f64, scale: [f64; 2], picture: &mut Picture) {
    let rows = [SEPARATING_ROW, SEPARATING_ROW + 1.0];
    let note = format!("gap {}", number::length(gap).text);
    picture.add(Role::Fault, "sum", Form::Lane { rows, name: String::from(SEPARATING_NAME), note });
    let has_space = width > LENGTH_FOR_NAME * (scale[1] - scale[0]);
    let body = [-gap - width, -gap].map(|end| open_beyond_scale(scale, end));
    let between = [open_beyond_scale(scale, -gap), 0.0];
    for (role, ends, text) in [
        (Role::Frustum, [0.0, f64::INFINITY], ""),
        (Role::Fault, body, if has_space { name } else { "" }),
        (Role::Gap, between, ""),
    ] {
        let row = SEPARATING_ROW + 0.5;
        let bar = Form::Interval { ends, row, thickness: SEPARATING_BAR, solid: false, text: text.to_owned() };
        picture.add(role, "sum", bar);
    }
}

/// Whether a crossing body touches the plane: one of its two extreme points is on the plane, to rounding.
pub(super) fn touches(test: &PlaneTest) -> bool {
    test.class == Class::Crossing && (test.contains.left >= -test.rounding || test.rejects.left <= test.rounding)
}

/// Class of a body at one plane, in a word.
pub(super) fn class_word(test: &PlaneTest) -> &'static str {
    match test.class {
        Class::Outside => "outside",
        Class::Crossing if touches(test) => "crossing (touches)",
        Class::Crossing => "crossing",
        Class::Inside => "inside",
    }
}

/// Role of a projection with this class.
fn role_of(class: Class) -> Role {
    match class {
        Class::Outside => Role::Outside,
        Class::Crossing => Role::Crossing,
        Class::Inside => Role::Inside,
    }
}

/// End of a drawn projection, meters; infinite if it is beyond the scale from `low` to `high`.
fn open_beyond_scale([low, high]: [f64; 2], end: f64) -> f64 {
    if end < low {
        f64::NEG_INFINITY
    } else if end > high {
        f64::INFINITY
    } else {
        end
    }
}

/// Ends of the scale, meters: those of the projections of the body on the normals, limited by [`REACH`] except for the
/// projection on the current plane's normal.
fn scale_ends(shows: ShownBodies<'_>) -> [f64; 2] {
    let radius = shows.record.tested().map(|test| test.r).fold(0.0, f64::max);
    let reach = if radius > 0.0 { REACH * radius } else { f64::INFINITY };
    let current = shows.current_test().map(|test| test.side);
    let ends = shows.record.tested().flat_map(|test| {
        let limit = if current == Some(test.side) { f64::INFINITY } else { reach };
        [test.d - test.r, test.d + test.r].map(|end| end.clamp(-limit, limit))
    });
    let [low, high] = ends.fold([0.0_f64; 2], |[low, high], end| [low.min(end), high.max(end)]);
    let space = END_SPACE * (high - low).max(LEAST_RANGE);
    [low.min(-LEAST_OUTSIDE * space) - space, high + space]
}

/// Text of a projection's ends, meters, without the unit; 0 for an end below rounding error, one number for equal ends.
fn projection_text(test: &PlaneTest) -> String {
    let ends = [test.contains.left, test.rejects.left].map(|end| if end.abs() <= test.rounding { 0.0 } else { end });
    let [low, high] = ends.map(brief);
    if low == high { low } else { format!("{low} … {high}") }
}

/// Adds the row of a plane: its class and numbers, and the projection of the body once it is tested.
fn add_row(played: &PlayedContext, shows: ShownBodies<'_>, side: Side, row: f64, picture: &mut Picture) {
    let key = format!("plane/{side}");
    let scale = scale_ends(shows);
    let test = shows.record.tested().take(shows.tested).find(|test| test.side == side);
    let is_current = shows.current_test().is_some_and(|current| current.side == side);
    let (role, note) = match test {
        None if played.region.plane(side).is_none() => (Role::Ghost, String::from("absent")),
        None => (Role::Ghost, String::from("not tested")),
        Some(test) => {
            let class = class_word(test);
            let role = if is_current { Role::Axis } else { role_of(test.class) };
            (role, format!("{class} {}", projection_text(test)))
        }
    };
    let letter = played.letter(side);
    let name = if played.has_sides { format!("{side} {letter}") } else { played.plane_name(side) };
    picture.add(role, key.clone(), Form::Lane { rows: [row, row + 1.0], name, note });
    let Some(test) = test else { return };
    let role = role_of(test.class);
    let middle = row + 0.5;
    let outermost = test.d - test.r;
    let innermost = test.d + test.r;
    let ends = [outermost, innermost].map(|end| open_beyond_scale(scale, end));
    picture.bar(role, key.clone(), ends, middle, PROJECTION_BAR);
    // The deciding points of the current plane have the marks that they have in the world.
    if is_current && test.class != Class::Outside && open_beyond_scale(scale, outermost).is_finite() {
        picture.point(Role::Lower, key.clone(), DVec3::new(outermost, middle, 0.0));
    }
    if is_current && test.class != Class::Inside && open_beyond_scale(scale, innermost).is_finite() {
        picture.point(Role::Upper, key, DVec3::new(innermost, middle, 0.0));
    }
}
