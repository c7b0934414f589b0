//! Tile of the separations before any clip: one bar per candidate for the reference, on a common scale. Below them is a
//! bar of the bracket, the lower and upper bound of the signed distance that the distance query has proven.
//!
//! In the tile, one row has the height 1, and row `i` is centered at y = −i. The x axis is the scale of the
//! separations.

use contact_lens_model::answer::number::Unit;
use contact_lens_picture::view::ground::round_down;
use contact_lens_picture::{Form, Mark, Picture, Role};
use glam::DVec3;

use super::numbers::BRACKET;
use super::{CandidateKind, ManifoldState};

/// Offset of a bar's top from the middle of its row, in rows; the name is above it.
const BAR_TOP: f64 = -0.05;

/// Height of a bar, in rows.
const BAR_HEIGHT: f64 = 0.3;

/// Overhang of the zero line beyond a bar, in rows.
const ZERO_OVERHANG: f64 = 0.08;

/// Distance of the scale below the lowest row, in rows.
const SCALE_OFFSET: f64 = 0.22;

/// Length of the strokes of the scale, in rows.
const STROKE_LENGTH: f64 = 0.08;

/// Height of the numbers of the scale, in rows.
const NUMBER_HEIGHT: f64 = 0.2;

/// Largest distance between numbers of the scale, as a fraction of its length.
const NUMBER_SPACING: f64 = 0.6;

/// Distance of a number of the scale beyond its end that is due to rounding, in steps of the scale.
const ROUNDING: f64 = 1e-9;

/// Longest bar, in multiples of the largest separation: a bar that ends there is longer than all bars of separations.
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
    /// Whether the bar is that of the chosen reference, which is outlined as in the world.
    is_chosen: bool,
}

/// Whether the bracket has a row: until the closest points are among the candidates, whose gap is the signed distance.
fn shows_bracket(state: &ManifoldState) -> bool {
    !state.candidates.iter().any(|candidate| candidate.kind == CandidateKind::ClosestPoints)
}

/// Number of rows of the tile after a step.
fn row_count(state: &ManifoldState) -> usize {
    let has_bound = state.query.is_some_and(|query| query.bracket.iter().any(Option::is_some));
    state.candidates.len() + usize::from(has_bound && shows_bracket(state))
}

/// Bars of the rows, from top to bottom; faces have the colors of their bodies. The chosen candidate is marked once
/// `is_decided`. The bar of the largest gap has the mark id `gap`.
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
    if shows_bracket(state) {
        bars.extend(bracket_bar(state, unit));
    }
    bars
}

/// Text of a signed separation: overlaps without a sign, as in sentences.
fn gap_text(gap: f64, unit: Unit) -> String {
    if gap < 0.0 { format!("overlap {}", unit.length(-gap)) } else { unit.length(gap).to_string() }
}

/// Lower and upper bound of the signed distance after a step, meters, 0 where they are zero to rounding; `None` for a
/// bound that is not known.
fn drawn_bracket(state: &ManifoldState, unit: Unit) -> [Option<f64>; 2] {
    let Some(query) = state.query else { return [None; 2] };
    query.bracket.map(|bound| Some(unit.drawn(bound?)))
}

/// Signed distance, meters, once both bounds have the same text; `None` before, and in a tile without the bracket.
fn known_distance(state: &ManifoldState, unit: Unit) -> Option<f64> {
    let [Some(lower), Some(upper)] = drawn_bracket(state, unit) else { return None };
    (shows_bracket(state) && unit.length(lower).text == unit.length(upper).text).then_some(lower)
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

/// Horizontal scale of the tile.
struct GapScale {
    /// Length that one unit of the tile's x axis represents, meters.
    meters_per_unit: f64,
    /// Left and right end of the bars, units of the tile; 0 is between them.
    ends: [f64; 2],
}

impl GapScale {
    /// Scale on which the largest separation has the length 1. Bounds of the distance, which may be far away at
    /// first, decide the scale only where no separation does.
    fn of(state: &ManifoldState, bars: &[Bar], unit: Unit) -> Self {
        let gaps = state.candidates.iter().map(|candidate| unit.drawn(candidate.gap));
        let largest_gap = largest_magnitude(gaps.chain(known_distance(state, unit)));
        let bar_ends = bars.iter().flat_map(|bar| bar.ends);
        let longest = if largest_gap > 0.0 { largest_gap } else { largest_magnitude(bar_ends) };
        if longest == 0.0 {
            // If all separations are 0, the zero line is in the middle of a scale of two units.
            return Self { meters_per_unit: unit.meters(), ends: [-1.0, 1.0] };
        }
        let mut scale = Self { meters_per_unit: longest, ends: [0.0, 0.0] };
        for bar in bars {
            for x in scale.bar_ends(bar) {
                scale.ends = [scale.ends[0].min(x), scale.ends[1].max(x)];
            }
        }
        scale
    }

    /// Start and end of a bar, units of the tile, limited to the longest bar.
    fn bar_ends(&self, bar: &Bar) -> [f64; 2] {
        bar.ends.map(|end| (end / self.meters_per_unit).clamp(-LONGEST_BAR, LONGEST_BAR))
    }

    /// Whether the start and the end of a bar are beyond the longest bar.
    fn exceeded_by(&self, bar: &Bar) -> [bool; 2] {
        bar.ends.map(|end| (end / self.meters_per_unit).abs() > LONGEST_BAR)
    }
}

/// Draws the tile; before the first separation, its note says what will appear. `legend` has the marks that the legend
/// lists from the start.
pub(super) fn draw(picture: &mut Picture, content: Content<'_>, unit: Unit, legend: &[Mark]) {
    let Content { states, step, is_decided } = content;
    let Some(state) = states.get(step) else { return };
    let bars = bars(state, is_decided, unit);
    let scale = GapScale::of(state, &bars, unit);
    // Space for the rows of all steps is reserved, so that none moves when another appears.
    let reserved_rows = states.iter().map(row_count).max().unwrap_or(0).max(1);
    let scale_y = 1.0 - reserved_rows as f64 + BAR_TOP - BAR_HEIGHT - SCALE_OFFSET;
    let [left, right] = scale.ends;
    let low = DVec3::new(left - END_MARGIN, scale_y - NUMBER_HEIGHT, 0.0);
    let high = DVec3::new(right + END_MARGIN, 0.5, 0.0);
    let is_empty = bars.is_empty();
    let note = if is_empty { "appear once the distance is bounded" } else { "an overlap is a negative gap" };
    let frame = Form::Tile {
        corners: [low, high],
        caption: String::from("gaps"),
        note: String::from(note),
        legend: legend.to_vec(),
        bars: true,
    };
    picture.add(if is_empty { Role::Ghost } else { Role::Text }, "pane/gaps", frame);
    if is_empty {
        return;
    }
    for (row, bar) in bars.iter().enumerate() {
        add_row(picture, row, bar, &scale);
    }
    add_scale(picture, &scale, scale_y, unit);
}

/// Largest absolute value; 0 without values.
fn largest_magnitude(values: impl Iterator<Item = f64>) -> f64 {
    values.map(f64::abs).fold(0.0, f64::max)
}

/// Adds the scale with round numbers at the height `y`, below all rows.
fn add_scale(picture: &mut Picture, scale: &GapScale, y: f64, unit: Unit) {
    let [least, most] = scale.ends;
    let longest = scale.meters_per_unit;
    let step = round_down(NUMBER_SPACING * (most - least) * longest);
    let numbers: Vec<f64> = if step.is_finite() && step > 0.0 {
        let first = (least * longest / step - ROUNDING).ceil() as i64;
        let last = (most * longest / step + ROUNDING).floor() as i64;
        (first..=last).map(|k| k as f64 * step).collect()
    } else {
        vec![0.0]
    };
    if least < most {
        picture.segment(Role::Text, "gaps/scale", DVec3::new(least, y, 0.0), DVec3::new(most, y, 0.0));
    }
    for value in numbers {
        let x = if value == 0.0 { 0.0 } else { value / longest };
        let key = format!("gaps/scale/{value:e}");
        let end = DVec3::new(x, y - STROKE_LENGTH, 0.0);
        picture.segment(Role::Text, key.clone(), DVec3::new(x, y, 0.0), end);
        let number = if value == 0.0 { String::from("0") } else { unit.length(value).text };
        picture.label(Role::Grid, key, end, number);
    }
}

/// Adds the row with the index `row`: its part of the zero line, its bar, and the name above the bar.
fn add_row(picture: &mut Picture, row: usize, bar: &Bar, scale: &GapScale) {
    let [from, to] = scale.bar_ends(bar);
    let [starts_beyond, ends_beyond] = scale.exceeded_by(bar);
    let key = bar.key.clone();
    let top = BAR_TOP - row as f64;
    let bottom = top - BAR_HEIGHT;
    let middle = top - 0.5 * BAR_HEIGHT;
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
    if ends_beyond {
        corners.insert(2, DVec3::new(to + TIP, middle, 0.0));
    }
    if starts_beyond {
        corners.push(DVec3::new(from - TIP, middle, 0.0));
    }
    // A bracket that excludes 0 is connected to the zero line, so that the total length shows the distance even if the
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
