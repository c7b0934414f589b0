//! Texts in a layout: which are cut, which leave their pane, which lie over each other.

use super::{Fault, Kind, fault};

/// A rectangle: left, top, right, bottom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Box4(pub [f64; 4]);

impl Box4 {
    pub fn within(self, other: Self, room: f64) -> bool {
        let ([l, t, r, b], [ol, ot, or, ob]) = (self.0, other.0);
        l >= ol - room && t >= ot - room && r <= or + room && b <= ob + room
    }

    pub fn common(self, other: Self) -> Self {
        let (a, b) = (self.0, other.0);
        Self([a[0].max(b[0]), a[1].max(b[1]), a[2].min(b[2]), a[3].min(b[3])])
    }

    /// Width and height; negative where there is nothing.
    pub fn size(self) -> [f64; 2] {
        [self.0[2] - self.0[0], self.0[3] - self.0[1]]
    }
}

/// A line of letters where it stands.
#[derive(Clone, Debug)]
pub struct Text {
    pub words: String,
    /// Around the letters' ink.
    pub ink: Box4,
    /// What it may not leave.
    pub pane: Box4,
    /// Name of the pane.
    pub of: String,
    /// Whether the pane scrolls: what leaves it can be brought into it.
    pub scrolls: bool,
}

/// Texts that end in an ellipsis, and those that leave their pane.
pub fn alone(texts: &[Text]) -> Vec<Fault> {
    // What goes on for ever, and what is not known yet, have a space before the ellipsis or stand for nothing else.
    let is_cut = |words: &str| words.ends_with('…') && words != "…" && !words.ends_with(" …");
    let cut = texts.iter().filter(|text| is_cut(&text.words));
    let mut faults: Vec<Fault> = cut.map(|text| fault(Kind::Cut, format!("{:?} in {}", text.words, text.of))).collect();
    let out = texts.iter().filter(|text| !text.scrolls && !text.ink.within(text.pane, 1.0));
    faults.extend(out.map(|text| {
        let (ink, pane) = (text.ink.0.map(f64::round), text.pane.0.map(f64::round));
        fault(Kind::Outside, format!("{:?} at {ink:?} in {} {pane:?}", text.words, text.of))
    }));
    faults
}

/// Texts that say the same of one place: nearer to each other than this, points.
const ONE_PLACE: f64 = 16.0;

/// Texts that another one repeats beside them.
pub fn said_twice(texts: &[Text]) -> impl Iterator<Item = (&Text, Fault)> {
    let middle = |text: &Text| [0.5 * (text.ink.0[0] + text.ink.0[2]), 0.5 * (text.ink.0[1] + text.ink.0[3])];
    let near = move |a: &Text, b: &Text| {
        let ([ax, ay], [bx, by]) = (middle(a), middle(b));
        let wide = a.ink.size()[0];
        (ax - bx).abs() < ONE_PLACE + wide && (ay - by).abs() < ONE_PLACE
    };
    let twin = move |i: usize| {
        texts[..i].iter().any(|b| b.words == texts[i].words && b.of == texts[i].of && near(&texts[i], b))
    };
    (0..texts.len()).filter(move |i| twin(*i)).map(|i| {
        let Text { words, of, .. } = &texts[i];
        (&texts[i], fault(Kind::Twice, format!("{words:?} stands twice in one place of {of}")))
    })
}

/// Texts that lie over each other, seen as far as their panes show them.
pub fn together(texts: &[Text]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let seen: Vec<Box4> = texts.iter().map(|text| text.ink.common(text.pane)).collect();
    let mut order: Vec<usize> = (0..texts.len()).collect();
    order.sort_by(|&a, &b| seen[a].0[1].total_cmp(&seen[b].0[1]));
    for (k, &i) in order.iter().enumerate() {
        for &j in &order[k + 1..] {
            if seen[j].0[1] > seen[i].0[3] {
                break;
            }
            let [wide, high] = seen[i].common(seen[j]).size();
            if wide > 1.5 && high > 1.5 && seen[i].size()[1] > 2.0 && seen[j].size()[1] > 2.0 {
                let at = seen[i].common(seen[j]).0.map(f64::round);
                let (a, b) = (&texts[i], &texts[j]);
                faults.push(fault(Kind::Overlap, format!("{:?} and {:?} in {} at {at:?}", a.words, b.words, a.of)));
            }
        }
    }
    faults
}

#[test]
fn what_stands_twice_in_one_place_is_found() {
    let text = |words: &str, at: [f64; 2]| {
        let ink = Box4([at[0], at[1], at[0] + 14.0, at[1] + 9.0]);
        Text {
            words: words.to_owned(),
            ink,
            pane: Box4([0.0, 0.0, 400.0, 300.0]),
            of: String::from("world"),
            scrolls: false,
        }
    };
    let texts =
        [text("b0", [90.0, 50.0]), text("b0", [114.0, 50.0]), text("b1", [90.0, 62.0]), text("b0", [200.0, 50.0])];
    assert_eq!(said_twice(&texts).count(), 1);
}
