//! Before anything is clipped: one large tile with the gaps between which it is decided, as bars on one scale, and below them what a
//! distance query has proven so far.

use glam::DVec3;

use super::Touch;
use crate::answer::number::Unit;
use crate::picture::{Form, Mark, Picture, Role};

/// Of a row, which is 1 high: from its middle to the upper side of its bar, how high that is, and to where the zero line reaches beyond.
const TOP: f64 = -0.05;
const BAR: f64 = 0.3;
const BEYOND: f64 = 0.08;

/// No bar is longer than so many times the longest gap.
const FAR: f64 = 1.15;

/// Beside the bars, as a share of the longest gap.
const BESIDE: f64 = 0.05;

/// A row: its name, from where to where it reaches, and in whose ink.
struct Bar {
    name: String,
    ends: [f64; 2],
    role: Role,
    taken: bool,
}

/// The rows that are known; those of `names` in the inks of A and B. Whether a face is taken is known once it is `decided`.
fn bars(touch: &Touch, names: &[String; 2], decided: bool, unit: Unit) -> Vec<Bar> {
    let role = |name: &str| {
        let is_of = |body: &String| name.ends_with(&format!(" of {body}"));
        match (is_of(&names[0]), is_of(&names[1])) {
            (true, _) => Role::ShapeA,
            (_, true) => Role::ShapeB,
            _ => Role::Text,
        }
    };
    let gap = |(name, gap, taken): &(String, f64, bool)| Bar {
        name: format!("{name}: {}", unit.length(*gap)),
        ends: [0.0, unit.drawn(*gap)],
        role: role(name),
        taken: *taken && decided,
    };
    let mut bars: Vec<Bar> = touch.candidates.iter().map(gap).collect();
    let (shown, drawn) = (|x: f64| unit.length(x).text, |x: f64| unit.drawn(x));
    // In the end the closest points are among what is measured.
    let is_open = !touch.candidates.iter().any(|(name, ..)| name == "closest points");
    let proven = match touch.query.map_or([None; 2], |query| query.bracket) {
        [Some(low), Some(high)] if shown(low) == shown(high) => Some((shown(low), [0.0, drawn(low)])),
        [Some(low), Some(high)] => Some((format!("{} … {}", shown(low), shown(high)), [low, high].map(drawn))),
        [Some(low), None] => Some((format!("{} or more", shown(low)), [drawn(low); 2])),
        [None, Some(high)] => Some((format!("{} or less", shown(high)), [drawn(high); 2])),
        [None, None] => None,
    };
    let proven = proven.filter(|_| is_open).map(|(words, ends)| (format!("distance: {words}"), ends));
    bars.extend(proven.map(|(name, ends)| Bar { name, ends, role: Role::Text, taken: false }));
    bars
}

/// The tile; where nothing is measured yet it says what comes. `legend` is what the legend names from the start.
pub(super) fn draw(picture: &mut Picture, bars_of: (&Touch, &[String; 2], bool), unit: Unit, legend: &[Mark]) {
    let (touch, names, decided) = bars_of;
    let bars = bars(touch, names, decided, unit);
    let longest = |all: &mut dyn Iterator<Item = f64>| all.map(f64::abs).fold(0.0, f64::max);
    let gaps = longest(&mut touch.candidates.iter().map(|(_, gap, _)| unit.drawn(*gap)));
    let longest = if gaps > 0.0 { gaps } else { longest(&mut bars.iter().flat_map(|bar| bar.ends)) };
    // A bound of the distance may be far off at first.
    let x = |value: f64| if longest > 0.0 { (value / longest).clamp(-FAR, FAR) } else { 0.0 };
    let reach = bars.iter().flat_map(|bar| bar.ends).map(x);
    let (least, most) = reach.fold((0.0f64, 0.0f64), |(least, most), x| (least.min(x), most.max(x)));
    // Where all is 0 the line is in the middle.
    let beside = if least == most { 1.0 } else { BESIDE };
    let low = DVec3::new(least - beside, 0.5 - bars.len().max(1) as f64, 0.0);
    let high = DVec3::new(most + beside, 0.5, 0.0);
    let (caption, note) = match bars.is_empty() {
        true => ("to come", "how the bodies touch: along which axis, in which points, and how deep"),
        false => ("largest gaps", "below 0 the bodies overlap"),
    };
    let (caption, note) = (String::from(caption), String::from(note));
    let role = if bars.is_empty() { Role::Ghost } else { Role::Text };
    let (corners, legend) = ([low, high], legend.to_vec());
    picture.add(role, "pane/gaps", Form::Tile { corners, caption, note, legend, bars: true });
    if bars.is_empty() {
        return;
    }
    let last = 1.0 - bars.len() as f64;
    for (i, bar) in bars.into_iter().enumerate() {
        row(picture, i, &bar, bar.ends.map(x));
    }
    let foot = last + TOP - BAR - BEYOND;
    picture.label(Role::Text, "gaps/zero", DVec3::new(0.0, foot - BAR, 0.0), "0");
}

/// One row: its piece of the zero line, its bar, and its name above.
fn row(picture: &mut Picture, i: usize, bar: &Bar, [from, to]: [f64; 2]) {
    let (key, top) = (format!("gaps/{i}"), TOP - i as f64);
    let at = |x: f64, y: f64| DVec3::new(x, y, 0.0);
    let (bottom, middle) = (top - BAR, top - 0.5 * BAR);
    picture.segment(Role::Text, "gaps/zero", at(0.0, top + BEYOND), at(0.0, bottom - BEYOND));
    let corners = [at(from, top), at(to, top), at(to, bottom), at(from, bottom)].to_vec();
    // A bracket that leaves 0 out hangs on the zero line: however narrow it is, its length is that of the distance.
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
