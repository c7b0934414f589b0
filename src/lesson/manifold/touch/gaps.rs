//! Tile of the separations before any clip: bars of the candidates on one scale, and below them the bracket that the
//! distance query has proven.

use glam::DVec3;

use super::Touch;
use crate::answer::number::Unit;
use crate::picture::ground::round_down;
use crate::picture::{Form, Mark, Picture, Role};

/// Layout of a row of height 1: offset of the bar's top from the middle, height of the bar, and overhang of the zero
/// line.
const TOP: f64 = -0.05;
const BAR: f64 = 0.3;
const BEYOND: f64 = 0.08;

/// Layout of the scale: distance below the lowest row, length of its strokes, and height of its numbers.
const FOOT: f64 = 0.22;
const STROKE: f64 = 0.08;
const NUMBERS: f64 = 0.2;

/// Approximate distance between numbers of the scale, as a share of its length.
const APART: f64 = 0.6;

/// Longest bar, in multiples of the largest separation.
const FAR: f64 = 1.15;

/// Length of the tip of a bar that extends beyond the scale.
const TIP: f64 = 0.05;

/// Margin at both ends of the bars, as a share of the largest separation.
const BESIDE: f64 = 0.05;

/// One row: name, ends of the bar, color, and whether it was chosen.
struct Bar {
    name: String,
    ends: [f64; 2],
    role: Role,
    taken: bool,
}

/// Whether the distance bracket has a row. At the end, the closest points are among the candidates instead.
fn is_open(touch: &Touch) -> bool {
    !touch.candidates.iter().any(|(name, ..)| name == "closest points")
}

fn rows(touch: &Touch) -> usize {
    let is_proven = touch.query.is_some_and(|query| query.bracket.iter().any(Option::is_some));
    touch.candidates.len() + usize::from(is_proven && is_open(touch))
}

/// Known rows; those of the bodies `names` in the colors of A and B. The chosen candidate is marked once `decided`.
fn bars(touch: &Touch, names: &[String; 2], decided: bool, unit: Unit) -> Vec<Bar> {
    let role = |name: &str| {
        let is_of = |body: &String| name.ends_with(&format!(" of {body}"));
        match (is_of(&names[0]), is_of(&names[1])) {
            (true, _) => Role::ShapeA,
            (_, true) => Role::ShapeB,
            _ => Role::Text,
        }
    };
    let mut bars: Vec<Bar> = touch
        .candidates
        .iter()
        .map(|(name, gap, taken): &(String, f64, bool)| Bar {
            name: format!("{name}: {}", unit.length(*gap)),
            ends: [0.0, unit.drawn(*gap)],
            role: role(name),
            taken: *taken && decided,
        })
        .collect();
    let shown = |x: f64| unit.length(x).text;
    let drawn = |x: f64| unit.drawn(x);
    let proven = match touch.query.map_or([None; 2], |query| query.bracket) {
        [Some(low), Some(high)] if shown(low) == shown(high) => Some((shown(low), [0.0, drawn(low)])),
        [Some(low), Some(high)] => Some((format!("{} … {}", shown(low), shown(high)), [low, high].map(drawn))),
        [Some(low), None] => Some((format!("{} or more", shown(low)), [drawn(low); 2])),
        [None, Some(high)] => Some((format!("{} or less", shown(high)), [drawn(high); 2])),
        [None, None] => None,
    };
    let proven = proven.filter(|_| is_open(touch)).map(|(words, ends)| (format!("distance: {words}"), ends));
    bars.extend(proven.map(|(name, ends)| Bar { name, ends, role: Role::Text, taken: false }));
    bars
}

/// Content of a tile: the states after all steps of a run, index of the current one, names of the bodies, and whether
/// the choice is known.
pub(super) type Of<'a> = (&'a [Touch], usize, &'a [String; 2], bool);

/// Draws the tile; before the first separation it announces what follows. `legend` holds the marks that the legend
/// lists from the start.
pub(super) fn draw(picture: &mut Picture, (touches, step, names, decided): Of<'_>, unit: Unit, legend: &[Mark]) {
    let Some(touch) = touches.get(step) else { return };
    let bars = bars(touch, names, decided, unit);
    let longest = |all: &mut dyn Iterator<Item = f64>| all.map(f64::abs).fold(0.0, f64::max);
    let gaps = longest(&mut touch.candidates.iter().map(|(_, gap, _)| unit.drawn(*gap)));
    let longest = if gaps > 0.0 { gaps } else { longest(&mut bars.iter().flat_map(|bar| bar.ends)) };
    let is_all_zero = longest == 0.0;
    let longest = if is_all_zero { unit.meters() } else { longest };
    // A bound of the distance may be far away at first.
    let x = |value: f64| (value / longest).clamp(-FAR, FAR);
    let reach = bars.iter().flat_map(|bar| bar.ends).map(x);
    let (least, most) = reach.fold((0.0f64, 0.0f64), |(least, most), x| (least.min(x), most.max(x)));
    // If all separations are 0, the zero line is in the middle of a scale of two units.
    let (least, most) = if is_all_zero { (-1.0, 1.0) } else { (least, most) };
    // Space for all rows is reserved, so that none moves when another appears.
    let reserved = touches.iter().map(rows).max().unwrap_or(0).max(1);
    let foot = 1.0 - reserved as f64 + TOP - BAR - FOOT;
    let low = DVec3::new(least - BESIDE, foot - NUMBERS, 0.0);
    let high = DVec3::new(most + BESIDE, 0.5, 0.0);
    let (caption, note) = match bars.is_empty() {
        true => ("to come", "how the bodies touch: along which axis, in which points, and how deep"),
        false => ("largest gaps", "below 0 the bodies overlap"),
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
        let goes_on = bar.ends.map(|end| (end / longest).abs() > FAR);
        row(picture, i, &bar, (bar.ends.map(x), goes_on));
    }
    scale(picture, ([least, most], foot), longest, unit);
}

/// Adds the scale below all rows from `least` to `most`, with round numbers; one unit of the tile is `longest` meters.
fn scale(picture: &mut Picture, ([least, most], foot): ([f64; 2], f64), longest: f64, unit: Unit) {
    let at = |x: f64, y: f64| DVec3::new(x, y, 0.0);
    let step = round_down(APART * (most - least) * longest);
    let numbers: Vec<f64> = if step.is_finite() && step > 0.0 {
        let [from, to] = [least, most].map(|end| end * longest / step);
        ((from - 1e-9).ceil() as i64..=(to + 1e-9).floor() as i64).map(|k| k as f64 * step).collect()
    } else {
        vec![0.0]
    };
    if least < most {
        picture.segment(Role::Text, "gaps/scale", at(least, foot), at(most, foot));
    }
    for value in numbers {
        let x = if value == 0.0 { 0.0 } else { value / longest };
        let key = format!("gaps/scale/{value:e}");
        let end = at(x, foot - STROKE);
        picture.segment(Role::Text, key.clone(), at(x, foot), end);
        let number = if value == 0.0 { String::from("0") } else { unit.length(value).text };
        picture.label(Role::Grid, key, end, number);
    }
}

/// Adds one row: its part of the zero line, its bar, and its name above.
fn row(picture: &mut Picture, i: usize, bar: &Bar, ([from, to], goes_on): ([f64; 2], [bool; 2])) {
    let key = format!("gaps/{i}");
    let top = TOP - i as f64;
    let at = |x: f64, y: f64| DVec3::new(x, y, 0.0);
    let bottom = top - BAR;
    let middle = top - 0.5 * BAR;
    picture.segment(Role::Text, "gaps/zero", at(0.0, top + BEYOND), at(0.0, bottom - BEYOND));
    let mut corners = vec![at(from, top), at(to, top), at(to, bottom), at(from, bottom)];
    // An end beyond the scale becomes a tip.
    if goes_on[1] {
        corners.insert(2, at(to + TIP, middle));
    }
    if goes_on[0] {
        corners.push(at(from - TIP, middle));
    }
    // A bracket that excludes 0 is connected to the zero line, so that the length shows the distance even if the
    // bracket is narrow.
    if from * to > 0.0 {
        let near = if from.abs() < to.abs() { from } else { to };
        picture.segment(bar.role, key.clone(), at(0.0, middle), at(near, middle));
    }
    if from == to {
        picture.point(bar.role, key.clone(), at(from, middle));
    } else {
        picture.add(bar.role, key.clone(), Form::Polygon(corners.clone()));
    }
    if bar.taken {
        picture.add(Role::Axis, key.clone(), Form::Polyline { points: corners, closed: true });
    }
    picture.label(bar.role, key, at(0.0, top), bar.name.clone());
}
