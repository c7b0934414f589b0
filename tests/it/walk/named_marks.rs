//! Marks that a sentence names: whether a figure shows them.

use std::collections::BTreeMap;

use contact_lens::lesson::{Run, Sentence};
use contact_lens::picture::{Figure, Key};

use super::page::{attribute, number, points, unescaped};
use super::{Fault, Kind, fault};

/// Smallest extent of a visible mark that has no label, points: a dot of the smallest radius.
const SMALLEST: f64 = 5.0;

/// What the panes of a figure show of a mark.
#[derive(Clone, Copy, Debug, Default)]
struct Shown {
    /// Largest extent of its shapes, clipped to their panes, points.
    extent: f64,
    has_label: bool,
}

/// Marks of the sentence that no pane shows, or only as specks without a label.
pub fn hidden_marks(say: &Sentence, figure: &Figure, svg: &str) -> Vec<Fault> {
    let shown = shown_marks(svg);
    let drawn: Vec<&Key> =
        figure.panes.iter().flat_map(|pane| pane.picture.marks.iter().map(|mark| &mark.key)).collect();
    let mut faults = Vec::new();
    for run in say.runs() {
        let (name, key) = match run {
            Run::Mark { name, key } => (name.as_str(), key),
            Run::Quantity(value) => match &value.key {
                Some(key) => (value.symbol, key),
                None => continue,
            },
            Run::Text(_) | Run::Body { .. } | Run::Answer(_) => continue,
        };
        // Marks of panes that the figure omits are the concern of other laws.
        if !drawn.iter().any(|part| key.contains(part)) {
            continue;
        }
        let parts = shown.iter().filter(|(part, _)| key.contains(&Key::from(without_pane(part).to_owned())));
        let all = parts.fold(Shown::default(), |all, (_, part)| Shown {
            extent: all.extent.max(part.extent),
            has_label: all.has_label || part.has_label,
        });
        if all.extent < SMALLEST && !all.has_label {
            faults.push(fault(Kind::Hidden, format!("{name} ({}): {:.1} points", key.0, all.extent)));
        }
    }
    faults
}

/// Key of a mark without the part that names the small pane it is in: `side` for `pane/0/side`.
fn without_pane(key: &str) -> &str {
    key.strip_prefix("pane/").and_then(|rest| rest.split_once('/')).map_or(key, |(_, inner)| inner)
}

/// What is visible of each mark, by its key.
fn shown_marks(svg: &str) -> BTreeMap<String, Shown> {
    let mut shown: BTreeMap<String, Shown> = BTreeMap::new();
    let mut groups: Vec<Option<(String, bool)>> = Vec::new();
    let mut size = [0.0; 2];
    for line in svg.lines() {
        if line.starts_with("<clipPath") {
            size = ["width", "height"].map(|name| number(line, name));
        } else if line.starts_with("<g") {
            let label = attribute(line, "data-label").map(|key| (unescaped(key), true));
            // A mark right below a larger one at its place is found there.
            let mark = attribute(line, "data-key").map(|key| (unescaped(key), false));
            groups.push(label.or(mark));
        } else if line == "</g>" {
            groups.pop();
        } else if let Some((key, is_label)) = groups.iter().rev().flatten().next() {
            let part = shown.entry(key.clone()).or_default();
            part.has_label |= *is_label;
            part.extent = part.extent.max(extent_in(size, line));
        }
    }
    shown
}

/// Extent of a shape within a pane from 0 to `size`, points.
fn extent_in(size: [f64; 2], line: &str) -> f64 {
    if let Some(radius) = attribute(line, "r").and_then(|text| text.parse::<f64>().ok()) {
        return 2.0 * radius;
    }
    let mut low = [f64::INFINITY; 2];
    let mut high = [f64::NEG_INFINITY; 2];
    for point in points(line) {
        for k in 0..2 {
            low[k] = low[k].min(point[k].clamp(0.0, size[k]));
            high[k] = high[k].max(point[k].clamp(0.0, size[k]));
        }
    }
    (high[0] - low[0]).max(high[1] - low[1]).max(0.0)
}
