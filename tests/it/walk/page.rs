//! Reads the layout of a figure back from its SVG.

use std::collections::BTreeSet;

use contact_lens::picture::Role;
use contact_lens::picture::font::{self, CAP_HEIGHT, SUBSCRIPT_SCALE, Weight};
use contact_lens::picture::marks::theme::{Rgba, contrast, over};

use super::text::{Box4, Text};

/// Number of entries in the legend of a figure.
pub fn legend_entries(svg: &str, size: [u32; 2]) -> usize {
    Page::read(svg, size).legend.len()
}

/// Number of texts of a figure.
pub fn texts(svg: &str, size: [u32; 2]) -> usize {
    Page::read(svg, size).texts.len()
}

/// What a page holds.
#[derive(Default)]
pub struct Page {
    pub texts: Vec<Text>,
    /// Roles in the legend, and what it calls them.
    pub named: BTreeSet<String>,
    pub legend: Vec<String>,
    /// Roles of marks in panes.
    pub drawn: BTreeSet<String>,
    /// Roles of which a mark lies under another.
    pub covered: BTreeSet<String>,
    /// Labels in nearly the color of what they lie on, their halo aside.
    pub lost: Vec<String>,
    /// Panes with a lens.
    pub lenses: BTreeSet<usize>,
    /// How far the marks of each pane reach that stand for no body, points.
    pub beats: Vec<f64>,
}

/// Roles of what stands still.
fn is_still(role: &str) -> bool {
    [Role::ShapeA, Role::ShapeB, Role::Bystander, Role::Difference, Role::Origin, Role::Grid, Role::Text, Role::Bound]
        .iter()
        .any(|still| format!("{still:?}") == role)
}

impl Page {
    pub fn read(svg: &str, [width, height]: [u32; 2]) -> Self {
        let whole = Box4([0.0, 0.0, f64::from(width), f64::from(height)]);
        let (mut page, mut swatch) = (Self::default(), false);
        let (mut pane, mut name) = (None::<Box4>, String::from("page"));
        let mut faces = Faces::default();
        // Dots, stars and diamonds show points, which have no size.
        let mut has_lines = false;
        let (mut clip, mut groups, mut reach) =
            ([0.0; 2], Vec::<String>::new(), [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY]);
        for line in svg.lines() {
            if line.starts_with("<clipPath") {
                clip = ["width", "height"].map(|name| number(line, name));
            } else if let Some(rest) = line.strip_prefix("<g") {
                if rest.contains("data-pane=") {
                    let at: Vec<f64> = attribute(line, "transform")
                        .unwrap()
                        .trim_start_matches("translate(")
                        .trim_end_matches(')')
                        .split(' ')
                        .map(|n| n.parse().unwrap())
                        .collect();
                    pane = Some(Box4([at[0], at[1], at[0] + clip[0], at[1] + clip[1]]));
                    name = attribute(line, "data-pane").unwrap().to_owned();
                    faces = Faces::default();
                    reach = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
                    has_lines = false;
                }
                page.covered.extend(attribute(line, "data-covered").map(str::to_owned));
                let role = attribute(line, "data-role").map(str::to_owned);
                if let Some(role) = &role {
                    let faint = groups.iter().any(|group| group == "faint");
                    match pane {
                        Some(_) => _ = page.drawn.insert(role.clone()),
                        None if !faint => (_, swatch) = (page.named.insert(role.clone()), true),
                        None => {}
                    }
                }
                if attribute(line, "data-part") == Some("lens") {
                    page.lenses.insert(page.beats.len());
                }
                let faint = line.contains("opacity=\"0.35\"").then(|| String::from("faint"));
                groups.push(role.or(faint).unwrap_or_else(|| attribute(line, "data-part").unwrap_or("").to_owned()));
            } else if line == "</g>" {
                groups.pop();
                if groups.is_empty() && pane.is_some() {
                    let extent = (reach[2] - reach[0]).max(reach[3] - reach[1]);
                    page.beats.push(if extent.is_finite() && has_lines { extent } else { f64::INFINITY });
                    (pane, name) = (None, String::from("page"));
                }
            } else if line.starts_with("<text") {
                if std::mem::take(&mut swatch) {
                    page.legend.extend(text(line, whole, "", [0.0; 2]).map(|text| text.words));
                }
                let is_label = line.contains("paint-order") && pane.is_some();
                let lost = text(line, whole, &name, [0.0; 2]).filter(|text| is_label && faces.hide(line, text.ink));
                page.lost.extend(lost.map(|text| format!("{:?} in {name}", text.words)));
                page.texts.extend(text(
                    line,
                    pane.unwrap_or(whole),
                    &name,
                    pane.map_or([0.0; 2], |pane| [pane.0[0], pane.0[1]]),
                ));
            } else if line.starts_with("<rect") && groups.last().is_some_and(|group| group == "lens") {
                // A lens lies over what was written before it.
                let [dx, dy] = pane.map_or([0.0; 2], |pane| [pane.0[0], pane.0[1]]);
                let [x, y, w, h] = ["x", "y", "width", "height"].map(|name| number(line, name));
                faces.cover(line, Box4([x, y, x + w, y + h]));
                let lens = Box4([x + dx, y + dy, x + dx + w, y + dy + h]);
                if attribute(line, "fill-opacity").is_none() {
                    page.texts.retain(|text| !text.ink.within(lens, 4.0));
                }
            } else if line.starts_with("<path") || line.starts_with("<circle") {
                faces.add(line);
                let role = groups.last().map_or("", String::as_str);
                let own = pane.is_some()
                    && !role.is_empty()
                    && !is_still(role)
                    && !groups.iter().any(|group| ["lens", "grid", "axes", "scale"].contains(&group.as_str()));
                if own {
                    has_lines |= !is_dot(line);
                    for [x, y] in points(line) {
                        reach = [reach[0].min(x), reach[1].min(y), reach[2].max(x), reach[3].max(y)];
                    }
                }
            }
        }
        page.texts.retain(|text| !text.words.is_empty());
        page.beats.resize(page.beats.len().max(1), f64::INFINITY);
        page
    }
}

/// Largest size of the star or diamond at a point.
const DOT: f64 = 16.0;

/// Whether an element is a dot, a star or a diamond at a point, or a length of zero, rather than a line, a face or an
/// arrow.
fn is_dot(line: &str) -> bool {
    let points = points(line);
    let extent = extent(&points, 0).max(extent(&points, 1));
    let is_filled = attribute(line, "fill").is_some_and(|fill| fill != "none");
    let is_opaque = attribute(line, "fill-opacity").is_none() && attribute(line, "shape-rendering").is_none();
    line.starts_with("<circle")
        || extent < 1.0
        || is_filled && is_opaque && points.len() > 3 && extent <= DOT
        || line.contains('A') && attribute(line, "fill") == Some("none") && extent <= DOT
}

/// The extent of points along x (0) or y (1).
fn extent(points: &[[f64; 2]], k: usize) -> f64 {
    let all = points.iter().map(|point| point[k]);
    all.clone().fold(f64::NEG_INFINITY, f64::max) - all.fold(f64::INFINITY, f64::min)
}

/// What is filled in a pane so far, in the order of drawing.
#[derive(Default)]
struct Faces(Vec<(Vec<[f64; 2]>, Rgba)>);

impl Faces {
    fn add(&mut self, line: &str) {
        if let (Some(color), true) = (color(line), line.starts_with("<path")) {
            self.0.push((points(line), color));
        }
    }

    fn cover(&mut self, line: &str, Box4([l, t, r, b]): Box4) {
        self.0.extend(color(line).map(|color| (vec![[l, t], [r, t], [r, b], [l, b]], color)));
    }

    /// Whether most of a label lies on what is of nearly its color.
    fn hide(&self, line: &str, Box4([l, t, r, b]): Box4) -> bool {
        let Some(ink) = color(line) else { return false };
        let lost = [0.1, 0.5, 0.9].map(|share| {
            let p = [l + share * (r - l), 0.5 * (t + b)];
            let under = self.0.iter().filter(|(points, _)| holds(points, p));
            contrast(ink, under.fold([253, 253, 253, 255], |below, (_, color)| over(*color, below))) < 1.6
        });
        lost.iter().filter(|lost| **lost).count() > 1
    }
}

fn holds(points: &[[f64; 2]], [x, y]: [f64; 2]) -> bool {
    let sides = points.iter().zip(points.iter().cycle().skip(1));
    let crosses = |(a, b): &(&[f64; 2], &[f64; 2])| {
        (a[1] > y) != (b[1] > y) && x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
    };
    sides.filter(crosses).count() % 2 == 1
}

/// The fill of an element.
fn color(line: &str) -> Option<Rgba> {
    let digits = attribute(line, "fill")?.strip_prefix('#')?;
    let part = |k: usize| u8::from_str_radix(digits.get(2 * k..2 * k + 2)?, 16).ok();
    let alpha = attribute(line, "fill-opacity").map_or(255.0, |text| 255.0 * text.parse().unwrap_or(1.0));
    Some([part(0)?, part(1)?, part(2)?, alpha as u8])
}

/// Corners of a path, or a circle's middle.
pub fn points(line: &str) -> Vec<[f64; 2]> {
    if let (Some(x), Some(y)) = (attribute(line, "cx"), attribute(line, "cy")) {
        return vec![[x.parse().unwrap_or(0.0), y.parse().unwrap_or(0.0)]];
    }
    let Some(d) = attribute(line, "d") else { return Vec::new() };
    let pairs = d.split(['M', 'L', 'Z', 'A', 'C']).filter_map(|pair| {
        let mut numbers = pair.split(' ').filter_map(|n| n.parse::<f64>().ok());
        Some([numbers.next()?, numbers.next()?])
    });
    pairs.collect()
}

pub fn attribute<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let from = line.find(&format!(" {name}=\""))? + name.len() + 3;
    let rest = &line[from..];
    Some(&rest[..rest.find('"')?])
}

pub fn number(line: &str, name: &str) -> f64 {
    attribute(line, name).and_then(|text| text.parse().ok()).unwrap_or(0.0)
}

/// A text without the escapes of SVG.
pub fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

/// A text of the page, with its subscripts.
fn text(line: &str, pane: Box4, of: &str, [dx, dy]: [f64; 2]) -> Option<Text> {
    let size = number(line, "font-size");
    let weight = if line.contains("font-weight=\"600\"") { Weight::SemiBold } else { Weight::Regular };
    let inner = &line[line.find('>')? + 1..line.rfind("</text>")?];
    let (mut words, mut wide) = (String::new(), 0.0);
    for part in inner.split("</tspan>").flat_map(|part| part.split("<tspan")) {
        let low = part.contains("font-size=");
        let plain = part.rsplit_once("\">").map_or(part, |(_, plain)| plain);
        let plain = unescaped(plain);
        wide += font::width(&plain, size, weight) * if low { SUBSCRIPT_SCALE } else { 1.0 };
        words.push_str(&plain);
    }
    let (x, y) = (number(line, "x") + dx, number(line, "y") + dy);
    let left = match attribute(line, "text-anchor") {
        Some("middle") => x - 0.5 * wide,
        Some("end") => x - wide,
        _ => x,
    };
    let ink = Box4([left, y - CAP_HEIGHT * size, left + wide, y + 0.1 * size]);
    Some(Text { words, ink, pane, of: of.to_owned(), scrolls: false })
}
