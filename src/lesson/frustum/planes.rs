//! Lanes: one for each plane, with the plane at zero; the shadow of the body at hand on its normal, n-vertex and p-vertex at its
//! ends. Below them a false positive's own plane, and the gap.

use glam::DVec3;

use super::shows::Shows;
use super::{Class, Played, Record, Region, Side, letter, number};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::frustum::PlaneTest;

/// The lane of a false positive's own plane begins here.
const SUM: f64 = 6.15;

/// What the plane between a false positive and the frustum is called.
const OWN: &str = "separating";

/// Above the rows, what lies on either side of a plane.
const HEADING: f64 = 0.8;

/// Digits of a number beside a shadow as long as all lanes, after the first; and no more decimals.
const DIGITS: i32 = 3;
const MOST_DECIMALS: i32 = 6;

/// The last row ends here.
const ROWS: f64 = 7.2;

/// So many of the ends of shadows are in view: those of few bodies that are far out or very large would make all others tiny.
const SHOWN: f64 = 0.8;

/// Beyond those is so much room, for the other ends of shadows that begin in view.
const ROOM: f64 = 1.4;

/// What all shadows take together, so that nothing rescales from body to body; of what is far out only a part.
pub(super) fn range(records: &[Record], region: &Region) -> [f64; 2] {
    let ends = || records.iter().flat_map(Record::tested).flat_map(|test| [test.contains.left, test.rejects.left]);
    let mut far: Vec<f64> = ends().map(f64::abs).collect();
    far.sort_by(f64::total_cmp);
    let usual = far.get((SHOWN * far.len() as f64) as usize).map_or(f64::INFINITY, |far| ROOM * far);
    let reach = usual.min(1.5 * region.size);
    let [low, high] = ends().fold([0.0_f64; 2], |[low, high], x| [low.min(x.max(-reach)), high.max(x.min(reach))]);
    let room = 0.06 * (high - low).max(1e-9);
    [low.min(-4.0 * room) - room, high + room]
}

/// What stays: zero, and what is outside.
pub(super) fn backdrop(played: &Played, picture: &mut Picture) {
    let [low, high] = played.lanes;
    picture.add(Role::Grid, "scale", Form::Scale { unit: String::from("m"), decades: false, ends: None });
    picture.add(Role::Grid, "range", Form::Band { ends: [low, high], rows: [0.0, ROWS] });
    picture.add(Role::Outside, "outside", Form::Band { ends: [low, 0.0], rows: [0.0, 6.0] });
    let heading = Form::Lane { rows: [-HEADING, 0.0], name: String::from("plane"), note: String::from("d ± r, m") };
    picture.add(Role::Grid, "heading", heading);
    for (ends, word) in [([low, 0.0], "outside"), ([0.0, high], "inside")] {
        let text = word.to_owned();
        picture.add(
            Role::Text,
            "heading",
            Form::Interval { ends, row: -0.5 * HEADING, thickness: 0.0, solid: false, text },
        );
    }
    picture.add(Role::Ghost, "zero", Form::Band { ends: [0.0; 2], rows: [0.0, ROWS] });
}

/// The lanes of the body at hand.
pub(super) fn draw(played: &Played, shows: Shows<'_>, picture: &mut Picture) {
    for (row, side) in (0..).zip(Side::ALL) {
        lane(played, shows, side, f64::from(row), picture);
    }
    let rows = [SUM, SUM + 1.0];
    let name = played.name(shows.record.body);
    let Some((sum, beside)) = shows.sum() else {
        picture.add(Role::Ghost, "sum", Form::Lane { rows, name: String::from(OWN), note: String::new() });
        return;
    };
    let (gap, half) = (sum.gap, beside.half);
    let note = format!("gap {}", number::length(gap).text);
    picture.add(Role::Fault, "sum", Form::Lane { rows, name: String::from(OWN), note });
    let bar = |role, ends, text: &str| {
        (role, Form::Interval { ends, row: SUM + 0.5, thickness: 0.44, solid: false, text: text.to_owned() })
    };
    let all = [
        bar(Role::Frustum, [0.0, f64::INFINITY], "frustum"),
        bar(
            Role::Fault,
            [-gap - 2.0 * half, -gap].map(|end| played.cut(end)),
            if 2.0 * half > 0.3 * (played.lanes[1] - played.lanes[0]) { name } else { "" },
        ),
        bar(Role::Gap, [played.cut(-gap), 0.0], ""),
    ];
    all.into_iter().for_each(|(role, form)| picture.add(role, "sum", form));
}

fn role_of(class: Class) -> Role {
    match class {
        Class::Outside => Role::Outside,
        Class::Crossing => Role::Crossing,
        Class::Inside => Role::Inside,
    }
}

impl Played {
    /// Where a shadow ends, or that it goes on beyond the lanes: drawn there, that of a body far out would make all others tiny.
    fn cut(&self, end: f64) -> f64 {
        let [low, high] = self.lanes;
        match end {
            _ if end < low => f64::NEG_INFINITY,
            _ if end > high => f64::INFINITY,
            _ => end,
        }
    }

    /// The middle of a shadow and how far it reaches to either side, all with as many decimals.
    fn shadow(&self, test: &PlaneTest) -> String {
        let [low, high] = self.lanes;
        let decimals = (DIGITS - (high - low).max(1e-9).log10().floor() as i32).clamp(0, MOST_DECIMALS) as usize;
        let d = if test.d.abs() <= test.rounding { 0.0 } else { test.d };
        format!("{d:.decimals$} ± {:.decimals$}", test.r).replace('-', "−")
    }
}

fn lane(played: &Played, shows: Shows<'_>, side: Side, row: f64, picture: &mut Picture) {
    let key = format!("plane/{side}");
    let test = shows.record.tested().take(shows.tested).find(|test| test.side == side);
    let lit = shows.lit().is_some_and(|lit| lit.side == side);
    let (role, note) = match test {
        None if played.region.plane(side).is_none() => (Role::Ghost, String::from("absent")),
        None => (Role::Ghost, String::new()),
        Some(test) => {
            let class = match test.class {
                Class::Outside => "outside",
                Class::Crossing => "crossing",
                Class::Inside => "inside",
            };
            let role = if lit { Role::Axis } else { role_of(test.class) };
            (role, format!("{class} {}", played.shadow(test)))
        }
    };
    let name = format!("{side} {}", letter(side));
    picture.add(role, key.clone(), Form::Lane { rows: [row, row + 1.0], name, note });
    let Some(test) = test else { return };
    let role = role_of(test.class);
    let [d, r, middle] = [test.d, test.r, row + 0.5];
    picture.bar(role, key.clone(), [d - r, d + r].map(|end| played.cut(end)), middle, 0.36);
    let at = |x: f64, y: f64| DVec3::new(x, y, 0.0);
    let is_in_view = |x: f64| played.cut(x).is_finite();
    if is_in_view(d) {
        picture.segment(Role::Text, key.clone(), at(d, middle - 0.24), at(d, middle + 0.24));
    }
    for (role, end) in [(Role::Witness, d - r), (Role::Upper, d + r)].into_iter().filter(|(_, end)| is_in_view(*end)) {
        picture.point(role, key.clone(), at(end, middle));
    }
}
