//! Before anything is clipped: one large tile with the gaps between which it is decided, as bars on one scale, and below them what a
//! distance query has proven so far.

use glam::DVec3;

use super::Touch;
use crate::answer::number::Unit;
use crate::picture::{Form, Mark, Picture, Role};

/// From row to row, as a share of the longest bar, and how high a bar is.
const ROW: f64 = 0.2;
const BAR: f64 = 0.1;

/// No bar is longer than so many times the longest gap.
const FAR: f64 = 1.15;

/// Room for names beside the zero line, as a share of the longest bar.
const NAMES: f64 = 1.4;

/// From the zero line to a name, as a share of the longest bar.
const OFF: f64 = 0.04;

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
    // Beside a bracket around 0 stand two numbers.
    let names = if least < 0.0 && most > 0.0 { 1.2 * NAMES } else { NAMES };
    let low = DVec3::new(least - if most > 0.0 { NAMES } else { 0.05 }, -(bars.len() as f64) * ROW, 0.0);
    let high = DVec3::new(most + if least < 0.0 || most == 0.0 { names } else { 0.05 }, ROW, 0.0);
    let (caption, note) = match bars.is_empty() {
        true => ("to come", "how the bodies touch: along which axis, in which points, and how deep"),
        false => ("largest gaps", "below 0 the bodies overlap"),
    };
    let (caption, note) = (String::from(caption), String::from(note));
    let role = if bars.is_empty() { Role::Ghost } else { Role::Text };
    picture.add(role, "pane/gaps", Form::Tile { corners: [low, high], caption, note, legend: legend.to_vec() });
    if bars.is_empty() {
        return;
    }
    picture.segment(Role::Text, "gaps/zero", DVec3::new(0.0, low.y + 0.3 * ROW, 0.0), DVec3::new(0.0, 0.6 * ROW, 0.0));
    picture.label(Role::Text, "gaps/zero", DVec3::new(0.0, 0.6 * ROW, 0.0), "0");
    for (i, bar) in bars.into_iter().enumerate() {
        let (key, y) = (format!("gaps/{i}"), -(i as f64 + 0.3) * ROW);
        let [from, to] = bar.ends.map(x);
        let corners =
            [(from, 0.5), (to, 0.5), (to, -0.5), (from, -0.5)].map(|(x, up)| DVec3::new(x, y + up * BAR, 0.0));
        // A bracket that leaves 0 out hangs on the zero line: however narrow it is, its length is that of the distance.
        if from * to > 0.0 {
            let near = if from.abs() < to.abs() { from } else { to };
            picture.segment(bar.role, key.clone(), DVec3::new(0.0, y, 0.0), DVec3::new(near, y, 0.0));
        }
        if from == to {
            picture.point(bar.role, key.clone(), DVec3::new(from, y, 0.0));
        } else {
            picture.add(bar.role, key.clone(), Form::Polygon(corners.to_vec()));
        }
        if bar.taken {
            picture.add(Role::Axis, key.clone(), Form::Polyline { points: corners.to_vec(), closed: true });
        }
        // Names stand on the free side of the line.
        let free = match (from.min(to) < 0.0, from.max(to) > 0.0) {
            // A bracket around 0 leaves neither side free.
            (true, true) => from.max(to) + OFF,
            (_, true) => -OFF,
            _ => OFF,
        };
        picture.label(bar.role, key, DVec3::new(free, y, 0.0), bar.name);
    }
}
