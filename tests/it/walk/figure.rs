//! Where things stand in the figures that `render --view all` draws.

use std::collections::BTreeSet;

use contact_lens::cli::figure::RunFigures;
use contact_lens::picture::flat::{Draw, TITLE};
use contact_lens::picture::font::{self, CAP_HEIGHT, SUBSCRIPT_SCALE, Weight};
use contact_lens::picture::marks::theme::{Rgba, contrast, over};
use contact_lens::picture::view::legend::{gathered, samples_in};
use contact_lens::picture::{Figure, Form, LaneMap, Pane, Role, Theme, ViewKind, flatten};
use contact_lens::play::{self, Precision};
use contact_lens::scene::SHIPPED;
use contact_lens::scene::model::Scene;

use super::text::{Box4, Text, alone, said_twice, together};
use super::{Fault, Kind, fault, is_crowd, sample, some_scenes, walk};

const SIZE: [u32; 2] = [1280, 800];

/// Beats of a query that are looked at each time.
const MOST: usize = 3;
const MOST_OF_A_CROWD: usize = 2;

/// The long walk looks at every beat of a query, but of a long solve, whose rows tell the same again in every iteration, at so many.
const MOST_OF_ALL: usize = 400;

#[test]
fn figures_have_no_faults() {
    let scenes = some_scenes().map(|(_, scene)| scene);
    walk("figures", scenes, |scene, tell| look(scene, if is_crowd(scene) { MOST_OF_A_CROWD } else { MOST }, tell));
}

#[test]
#[ignore = "minutes"]
fn every_beat_has_a_figure_without_faults() {
    walk("figures", SHIPPED, |scene, tell| look(scene, if is_crowd(scene) { MOST } else { MOST_OF_ALL }, tell));
}

fn look(scene: &Scene, most: usize, tell: &mut dyn FnMut(String, Vec<Fault>)) {
    for query in &scene.queries {
        let Ok(lesson) = play::opening(Precision::F64, scene, query) else { continue };
        let figures = RunFigures {
            scene,
            query,
            frame: lesson.verdict().finding.frame(),
            precision: Precision::F64,
            lesson: &*lesson,
            moment: None,
            bystanders: false,
            views: lesson.card().views,
            theme: Theme::Light,
            size: SIZE,
        };
        let common = figures.common_to_stills(None);
        let beats: usize = (0..lesson.steps()).map(|step| lesson.outline(step).len()).sum();
        if beats > most && most == MOST_OF_ALL {
            println!("{} · {}: {most} of {beats} beats", scene.name, query.name);
        }
        for (step, beat) in sample(&*lesson, most) {
            let figure = figures.still(step, Some(beat), &common);
            tell(format!("{} · {}.{}", query.name, step + 1, beat + 1), faults(figure));
        }
    }
}

/// Bodies of more faces are laid out with so many: no word stands elsewhere for that, and hidden faces take most of the time.
const FACES: usize = 12;

/// The figure with few faces.
fn thinned(mut figure: Figure) -> Figure {
    for mark in figure.panes.iter_mut().flat_map(|pane| &mut pane.picture.marks) {
        if let Form::Solid(solid) = &mut mark.form
            && solid.faces.len() > FACES
            && solid.parts.is_empty()
        {
            let few = std::sync::Arc::make_mut(solid);
            few.faces.truncate(FACES);
            few.creases.truncate(2 * FACES);
        }
    }
    figure
}

/// Number of entries in the legend of a figure.
pub fn legend_entries(svg: &str, size: [u32; 2]) -> usize {
    Page::read(svg, size).legend.len()
}

/// Number of texts of a figure.
pub fn texts(svg: &str, size: [u32; 2]) -> usize {
    Page::read(svg, size).texts.len()
}

/// Everything that is wrong with a figure.
pub fn faults(figure: Figure) -> Vec<Fault> {
    let figure = thinned(figure);
    let svg = figure.svg();
    let page = Page::read(&svg, figure.size);
    let mut faults = alone(&page.texts);
    faults.extend(page.lost.iter().map(|words| fault(Kind::Lost, words.clone())));
    faults.extend(together(&page.texts));
    for role in page.named.difference(&page.drawn) {
        faults.push(fault(Kind::Legend, format!("{role} is named and not drawn")));
    }
    let marks = || figure.panes.iter().filter(|pane| pane.kind.has_ground() || pane.kind == ViewKind::Sphere);
    let own = gathered(marks().flat_map(|pane| samples_in(pane.kind, &pane.picture.marks)));
    for role in own.keys().filter(|role| !matches!(role, Role::Grid | Role::Text | Role::Group(_))) {
        let name = format!("{role:?}");
        match page.drawn.contains(&name) {
            // Bodies and their difference are named at themselves, and so are roles without a name.
            true if !page.named.contains(&name)
                && !matches!(role, Role::ShapeA | Role::ShapeB | Role::Difference)
                && !is_named_at_itself(&figure, *role)
                && !(page.legend.len() >= FULL_LEGEND && has_label(&figure, *role)) =>
            {
                faults.push(fault(Kind::Legend, format!("{role:?} is drawn and not named")));
            }
            false if leads(*role) && !page.covered.contains(&name) => faults.push(fault(Kind::Hidden, name)),
            _ => {}
        }
    }
    for (k, name) in page.legend.iter().enumerate() {
        if page.legend[..k].contains(name) {
            faults.push(fault(Kind::Twice, format!("{name:?} is twice in the legend")));
        }
    }
    let grounds: Vec<&str> = figure.panes.iter().filter(|p| p.kind.has_ground()).map(|p| p.title.as_str()).collect();
    faults.extend(
        said_twice(&page.texts).filter(|(text, _)| grounds.contains(&text.of.as_str())).map(|(_, fault)| fault),
    );
    let areas = figure.layout().panes;
    for (k, (pane, area)) in figure.panes.iter().zip(areas).enumerate() {
        faults.extend(ticks(pane, area.size));
        faults.extend(lanes(pane, area.size));
        let extent = page.beats.get(k).copied().unwrap_or(f64::INFINITY);
        if pane.kind.has_ground() && extent < 30.0 && !page.lenses.contains(&k) {
            faults.push(fault(Kind::Tiny, format!("{}: {extent:.0} points", pane.title)));
        }
    }
    faults
}

/// Entries of a legend that omits marks with labels.
const FULL_LEGEND: usize = 7;

/// Whether a mark of this role has a label.
fn has_label(figure: &Figure, role: Role) -> bool {
    let mut marks = figure.panes.iter().flat_map(|pane| &pane.picture.marks);
    marks.any(|mark| mark.role == role && matches!(mark.form, Form::Label { .. }))
}

/// Whether a role has no name for the legend, or a label with its name.
fn is_named_at_itself(figure: &Figure, role: Role) -> bool {
    let name = figure.names.iter().find(|(of, _)| *of == role).map_or(role.meaning(), |(_, name)| name);
    let mut marks = figure.panes.iter().flat_map(|pane| &pane.picture.marks);
    let is_label = |mark: &contact_lens::picture::Mark| matches!(&mark.form, Form::Label { text, .. } if text == name || text.starts_with(name) && text.ends_with(')'));
    name.is_empty() || marks.any(|mark| mark.role == role && is_label(mark))
}

/// Roles of what a beat is about.
fn leads(role: Role) -> bool {
    use Role::{Axis, Closest, Fault, Horizon, NewSupport, Normal, Origin, Simplex, Witness};
    matches!(role, Axis | Closest | Fault | Horizon | NewSupport | Normal | Origin | Simplex | Witness)
}

/// Axes with a unit and fewer than two numbers.
fn ticks(pane: &Pane, size: glam::DVec2) -> Vec<Fault> {
    if !matches!(pane.kind, ViewKind::Lanes | ViewKind::Chart) {
        return Vec::new();
    }
    let flat = flatten(pane.kind, &pane.picture, &pane.camera, size, Theme::Light, TITLE);
    let numbers = |mark: usize, besides: usize| {
        let is = |draw: &Draw| matches!(draw, Draw::Text { .. });
        flat.items.iter().filter(|item| item.mark == mark && is(&item.draw)).count().saturating_sub(besides)
    };
    let axis = |(index, mark): (usize, &contact_lens::picture::Mark)| {
        let (name, count) = match &mark.form {
            Form::Scale { unit, .. } => (unit, numbers(index, 0)),
            Form::Axis { name, .. } => (name, numbers(index, usize::from(!name.is_empty()))),
            _ => return None,
        };
        (count < 2).then(|| fault(Kind::Ticks, format!("{}: {count} numbers on {name:?}", pane.title)))
    };
    pane.picture.marks.iter().enumerate().filter_map(axis).collect()
}

/// Lanes with a name that are too low for it.
fn lanes(pane: &Pane, size: glam::DVec2) -> Vec<Fault> {
    if pane.kind != ViewKind::Lanes {
        return Vec::new();
    }
    let map = LaneMap::of(&pane.picture.marks, &pane.camera, size, TITLE);
    // Of rows in a named group only the one at hand has its own name written where they are low.
    let groups: Vec<[f64; 2]> = pane.picture.marks.iter().filter_map(group).collect();
    let in_group = |rows: &[f64; 2]| groups.iter().any(|group| group[0] <= rows[0] && rows[1] <= group[1]);
    let low = |mark: &contact_lens::picture::Mark| match &mark.form {
        Form::Lane { rows, name, .. }
            if !name.is_empty() && !in_group(rows) && !map.hides(0.5 * (rows[0] + rows[1])) =>
        {
            let high = map.row * (rows[1] - rows[0]);
            (high < 11.9).then(|| fault(Kind::LowLane, format!("{}: {name:?} is {high:.1} high", pane.title)))
        }
        _ => None,
    };
    pane.picture.marks.iter().filter_map(low).take(1).collect()
}

/// The rows of a lane that names those in it.
fn group(mark: &contact_lens::picture::Mark) -> Option<[f64; 2]> {
    match mark.form {
        Form::Lane { rows, .. } if mark.role == Role::Grid && rows[1] - rows[0] > 1.01 => Some(rows),
        _ => None,
    }
}

/// What a page holds.
#[derive(Default)]
struct Page {
    texts: Vec<Text>,
    /// Roles in the legend, and what it calls them.
    named: BTreeSet<String>,
    legend: Vec<String>,
    /// Roles of marks in panes.
    drawn: BTreeSet<String>,
    /// Roles of which a mark lies under another.
    covered: BTreeSet<String>,
    /// Labels in nearly the color of what they lie on, their halo aside.
    lost: Vec<String>,
    /// Panes with a lens.
    lenses: BTreeSet<usize>,
    /// How far the marks of each pane reach that stand for no body, points.
    beats: Vec<f64>,
}

/// Roles of what stands still.
fn is_still(role: &str) -> bool {
    [Role::ShapeA, Role::ShapeB, Role::Bystander, Role::Difference, Role::Origin, Role::Grid, Role::Text, Role::Bound]
        .iter()
        .any(|still| format!("{still:?}") == role)
}

impl Page {
    fn read(svg: &str, [width, height]: [u32; 2]) -> Self {
        let whole = Box4([0.0, 0.0, f64::from(width), f64::from(height)]);
        let (mut page, mut swatch) = (Self::default(), false);
        let (mut pane, mut name) = (None::<Box4>, String::from("page"));
        let mut faces = Faces::default();
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
                    page.beats.push(if extent.is_finite() { extent } else { f64::INFINITY });
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
                    && role != "grid"
                    && !is_still(role)
                    && !groups.iter().any(|g| g == "lens");
                if own {
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
fn points(line: &str) -> Vec<[f64; 2]> {
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

fn attribute<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let from = line.find(&format!(" {name}=\""))? + name.len() + 3;
    let rest = &line[from..];
    Some(&rest[..rest.find('"')?])
}

fn number(line: &str, name: &str) -> f64 {
    attribute(line, name).and_then(|text| text.parse().ok()).unwrap_or(0.0)
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
        let plain = plain.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
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
