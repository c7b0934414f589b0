//! Tile of the separations before any clip: bars of the candidates for the reference on one scale, and below them the
//! bracket, the lower and upper bound of the signed distance that the distance query has proven.

use glam::DVec3;

use super::numbers::BRACKET;
use super::{CandidateKind, ManifoldState};
use crate::answer::number::Unit;
use crate::picture::view::ground::round_down;
use crate::picture::{Form, Mark, Picture, Role};

/// Offset of a bar's top from the middle of its row, in rows.
const TOP: f64 = -0.05;

/// Height of a bar, in rows.
const BAR: f64 = 0.3;

/// Overhang of the zero line beyond a bar, in rows.
const ZERO_OVERHANG: f64 = 0.08;

/// Distance of the scale below the lowest row, in rows.
const SCALE_OFFSET: f64 = 0.22;

/// Length of the strokes of the scale, in rows.
const STROKE: f64 = 0.08;

/// Height of the numbers of the scale, in rows.
const NUMBERS: f64 = 0.2;

/// Approximate distance between numbers of the scale, as a fraction of its length.
const NUMBERS_APART: f64 = 0.6;

/// Distance of a number of the scale beyond its end that is due to rounding, in steps of the scale.
const ROUNDING: f64 = 1e-9;

/// Longest bar, in multiples of the largest separation.
const LONGEST_BAR: f64 = 1.15;

/// Length of the tip of a bar that extends beyond the scale, in multiples of the largest separation.
const TIP: f64 = 0.05;

/// Margin at both ends of the bars, as a fraction of the largest separation.
const END_MARGIN: f64 = 0.05;

/// Bar of one row.
struct Bar {
    /// Mark id.
    key: String,
    /// Name and number, above the bar.
    name: String,
    /// Start and end along the scale, meters.
    ends: [f64; 2],
    /// Role that gives the color.
    role: Role,
    /// Whether it is the chosen reference, which is outlined as in the world.
    is_chosen: bool,
}

/// Whether the distance bracket has a row. At the end, the closest points are among the candidates instead.
fn shows_bracket(state: &ManifoldState) -> bool {
    !state.candidates.iter().any(|candidate| candidate.kind == CandidateKind::ClosestPoints)
}

/// Number of rows of the tile after a step.
fn row_count(state: &ManifoldState) -> usize {
    let is_proven = state.query.is_some_and(|query| query.bracket.iter().any(Option::is_some));
    state.candidates.len() + usize::from(is_proven && shows_bracket(state))
}

/// Bars of the known rows; faces have the colors of their bodies. The chosen candidate is marked once `is_decided`. The
/// largest gap has the id `gap`.
fn bars(state: &ManifoldState, is_decided: bool, unit: Unit) -> Vec<Bar> {
    let largest = state.largest_candidate();
    let mut bars: Vec<Bar> = state
        .candidates
        .iter()
        .enumerate()
        .map(|(i, candidate)| Bar {
            key: if largest == Some(i) { String::from("gap") } else { format!("gap/{i}") },
            name: format!("{}: {}", candidate.name, gap_text(unit.drawn(candidate.gap), unit)),
            ends: [0.0, unit.drawn(candidate.gap)],
            role: role_of_body(candidate.body),
            is_chosen: candidate.is_reference && is_decided,
        })
        .collect();
    bars.extend(bracket_bar(state, unit).filter(|_| shows_bracket(state)));
    bars
}

/// Text of a signed separation: overlaps without a sign, as in sentences.
fn gap_text(gap: f64, unit: Unit) -> String {
    if gap < 0.0 { format!("overlap {}", unit.length(-gap)) } else { unit.length(gap).to_string() }
}

/// Bounds of the signed distance after a step, meters, as they are drawn; `None` for a bound that is not known.
fn drawn_bracket(state: &ManifoldState, unit: Unit) -> [Option<f64>; 2] {
    state.query.map_or([None; 2], |query| query.bracket).map(|bound| bound.map(|bound| unit.drawn(bound)))
}

/// Bar of the bracket: between both bounds, from 0 to equal bounds, or at the only known bound. `None` without bounds.
fn bracket_bar(state: &ManifoldState, unit: Unit) -> Option<Bar> {
    let (words, ends) = match drawn_bracket(state, unit) {
        [Some(from), Some(to)] => {
            let [low, high] = [from, to].map(|bound| unit.length(bound).text);
            if low == high {
                (format!("both bounds {low}"), [0.0, from])
            } else {
                (format!("{low} … {high}"), [from, to])
            }
        }
        [Some(from), None] => (format!("at least {}", unit.length(from)), [from; 2]),
        [None, Some(to)] => (format!("at most {}", unit.length(to)), [to; 2]),
        [None, None] => return None,
    };
    let name = format!("signed distance: {words}");
    Some(Bar { key: BRACKET.to_owned(), name, ends, role: Role::Text, is_chosen: false })
}

/// Role that colors a body's candidate; [`Role::Text`] for a pair of features.
fn role_of_body(body: Option<usize>) -> Role {
    match body {
        Some(0) => Role::ShapeA,
        Some(_) => Role::ShapeB,
        None => Role::Text,
    }
}

/// States that the tile shows.
#[derive(Clone, Copy)]
pub(super) struct Content<'a> {
    /// States after all steps of the run.
    pub(super) states: &'a [ManifoldState],
    /// Index of the current state.
    pub(super) step: usize,
    /// Whether the choice of the reference is known.
    pub(super) is_decided: bool,
}

/// Draws the tile; before the first separation it announces what follows. `legend` holds the marks that the legend
/// lists from the start.
pub(super) fn draw(picture: &mut Picture, content: Content<'_>, unit: Unit, legend: &[Mark]) {
    let Content { states, step, is_decided } = content;
    let Some(state) = states.get(step) else { return };
    let bars = bars(state, is_decided, unit);
    // Equal bounds are the signed distance itself, which is a length like the gaps.
    let [lower, upper] = drawn_bracket(state, unit);
    let known_distance = lower.filter(|low| upper.is_some_and(|high| unit.length(*low).text == unit.length(high).text));
    let gaps = state.candidates.iter().map(|candidate| unit.drawn(candidate.gap));
    let largest_gap = largest_magnitude(gaps.chain(known_distance.filter(|_| shows_bracket(state))));
    let longest = if largest_gap > 0.0 { largest_gap } else { largest_magnitude(bars.iter().flat_map(|bar| bar.ends)) };
    let is_all_zero = longest == 0.0;
    let longest = if is_all_zero { unit.meters() } else { longest };
    // A bound of the distance may be far away at first.
    let ends = bars.iter().flat_map(|bar| bar.ends);
    let scaled_ends = ends.map(|value| (value / longest).clamp(-LONGEST_BAR, LONGEST_BAR));
    let (least, most) = scaled_ends.fold((0.0f64, 0.0f64), |(least, most), x| (least.min(x), most.max(x)));
    // If all separations are 0, the zero line is in the middle of a scale of two units.
    let (least, most) = if is_all_zero { (-1.0, 1.0) } else { (least, most) };
    // Space for all rows is reserved, so that none moves when another appears.
    let reserved = states.iter().map(row_count).max().unwrap_or(0).max(1);
    let scale_height = 1.0 - reserved as f64 + TOP - BAR - SCALE_OFFSET;
    let low = DVec3::new(least - END_MARGIN, scale_height - NUMBERS, 0.0);
    let high = DVec3::new(most + END_MARGIN, 0.5, 0.0);
    let (caption, note) = if bars.is_empty() {
        ("gaps", "appear once the distance is bounded")
    } else {
        ("gaps", "an overlap is a negative gap")
    };
    let caption = String::from(caption);
    let note = String::from(note);
    let role = if bars.is_empty() { Role::Ghost } else { Role::Text };
    let corners = [low, high];
    let legend = legend.to_vec();
    picture.add(role, "pane/gaps", Form::Tile { corners, caption, note, legend, bars: true });
    if bars.is_empty() {
        return;
    }
    for (i, bar) in bars.into_iter().enumerate() {
        let extends_beyond = bar.ends.map(|end| (end / longest).abs() > LONGEST_BAR);
        add_row(picture, i, &bar, bar.ends.map(|end| (end / longest).clamp(-LONGEST_BAR, LONGEST_BAR)), extends_beyond);
    }
    add_scale(picture, [least, most], scale_height, longest, unit);
}

/// Largest absolute value; 0 without values.
fn largest_magnitude(all: impl Iterator<Item = f64>) -> f64 {
    all.map(f64::abs).fold(0.0, f64::max)
}

/// Adds the scale from `least` to `most` at the height `y`, below all rows, with round numbers; one unit of the tile is
/// `longest` meters.
fn add_scale(picture: &mut Picture, [least, most]: [f64; 2], y: f64, longest: f64, unit: Unit) {
    let step = round_down(NUMBERS_APART * (most - least) * longest);
    let numbers: Vec<f64> = if step.is_finite() && step > 0.0 {
        let [from, to] = [least, most].map(|end| end * longest / step);
        ((from - ROUNDING).ceil() as i64..=(to + ROUNDING).floor() as i64).map(|k| k as f64 * step).collect()
    } else {
        vec![0.0]
    };
    if least < most {
        picture.segment(Role::Text, "gaps/scale", DVec3::new(least, y, 0.0), DVec3::new(most, y, 0.0));
    }
    for value in numbers {
        let x = if value == 0.0 { 0.0 } else { value / longest };
        let key = format!("gaps/scale/{value:e}");
        let end = DVec3::new(x, y - STROKE, 0.0);
        picture.segment(Role::Text, key.clone(), DVec3::new(x, y, 0.0), end);
        let number = if value == 0.0 { String::from("0") } else { unit.length(value).text };
        picture.label(Role::Grid, key, end, number);
    }
}

/// Adds one row: its part of the zero line, its bar from `from` to `to` in units of the tile, and its name above.
/// `extends_beyond` are the ends of the bar that are beyond the scale.
fn add_row(picture: &mut Picture, i: usize, bar: &Bar, [from, to]: [f64; 2], extends_beyond: [bool; 2]) {
    let key = bar.key.clone();
    let top = TOP - i as f64;
    let bottom = top - BAR;
    let middle = top - 0.5 * BAR;
    picture.segment(
        Role::Text,
        "gaps/zero",
        DVec3::new(0.0, top + ZERO_OVERHANG, 0.0),
        DVec3::new(0.0, bottom - ZERO_OVERHANG, 0.0),
    );
    let mut corners = vec![
        DVec3::new(from, top, 0.0),
        DVec3::new(to, top, 0.0),
        DVec3::new(to, bottom, 0.0),
        DVec3::new(from, bottom, 0.0),
    ];
    // An end beyond the scale becomes a tip.
    if extends_beyond[1] {
        corners.insert(2, DVec3::new(to + TIP, middle, 0.0));
    }
    if extends_beyond[0] {
        corners.push(DVec3::new(from - TIP, middle, 0.0));
    }
    // A bracket that excludes 0 is connected to the zero line, so that the length shows the distance even if the
    // bracket is narrow.
    if from * to > 0.0 {
        let near = if from.abs() < to.abs() { from } else { to };
        picture.segment(bar.role, key.clone(), DVec3::new(0.0, middle, 0.0), DVec3::new(near, middle, 0.0));
    }
    if from == to {
        picture.point(bar.role, key.clone(), DVec3::new(from, middle, 0.0));
    } else {
        picture.add(bar.role, key.clone(), Form::Polygon(corners.clone()));
    }
    if bar.is_chosen {
        picture.add(Role::Simplex, key.clone(), Form::Polyline { points: corners, closed: true });
    }
    picture.label(bar.role, key, DVec3::new(0.0, top, 0.0), bar.name.clone());
}
