//! Writing of figures as SVG: [`Svg`] appends one element after the other to a document. Text stays text, numbers have
//! at most two decimals, and each mark is a group with its key. The same figure always gives the same bytes.

mod corners;
mod marker;
mod markup;
mod shown_roles;
mod swatch;

use std::fmt::Write;

use glam::DVec2;

use markup::{escape, fnv, num, paint, path, with_subscripts};
use shown_roles::ShownRoles;

use super::inset::{Inset, NAME_SIZE};
use super::measures::Area;
use crate::flat::{Align, Draw, Item};
use crate::font::Weight;
use crate::marks::curve_points::ring_points;
use crate::marks::theme::{Ink, Paper, Rgba};
use crate::view::ground::{GridLine, LEVELS};
use crate::{Key, Picture, Role};

/// Number of shapes in a pane above which covered ones are not searched: each is compared with all above it, and 3000
/// take 4.5 million comparisons.
const MAX_COMPARED: usize = 3000;

/// Alpha of a grid line of full strength, of 255.
const GRID_ALPHA: f64 = 160.0;

/// Opacity of legend entries that the figure does not show now.
const FAINT_OPACITY: f64 = 0.35;

/// Width of the leader of a label, points.
const LEADER_WIDTH: f64 = 0.9;

/// Width of the leaders of an inset, points.
const INSET_LEADER_WIDTH: f64 = 0.8;

/// Width of the ring around a magnified area, points.
const RING_WIDTH: f64 = 1.2;

/// Radius of the corners of an inset, points.
const INSET_RADIUS: f64 = 6.0;

/// Distance of the plate behind an inset's name from the top and left of the name's box, points.
const PLATE_INSET: f64 = 3.0;

/// Radius of the corners of the plate behind an inset's name, points.
const PLATE_RADIUS: f64 = 3.0;

/// Initial value of the 32-bit hash FNV-1a.
const FNV_OFFSET: u32 = 0x811c_9dc5;

/// Font families by preference; the first two are embedded in the program.
const FAMILY: &str = "Inter, 'DejaVu Sans', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif";

/// An SVG document under construction.
pub(crate) struct Svg {
    /// Markup of the document so far.
    out: String,
    /// Number of panes opened so far.
    panes: usize,
    /// Roles shown so far.
    roles: ShownRoles,
    /// Hash of title and description, which makes ids differ between documents that are embedded in one page.
    id_hash: u32,
}

/// A group of consecutive shapes.
#[derive(Clone, Copy, PartialEq)]
struct Group {
    /// Index of the mark that the shapes belong to.
    mark: usize,
    role: Role,
    /// Whether the shapes are covered by later ones.
    is_covered: bool,
}

impl Svg {
    /// Begins a document of `size` points.
    pub(crate) fn new(size: [u32; 2], title: &str, description: &str, metadata: &[(String, String)]) -> Self {
        let [w, h] = size;
        let id_hash = [title, description].concat().bytes().fold(FNV_OFFSET, fnv);
        let mut svg = Self { out: String::with_capacity(1 << 16), panes: 0, roles: ShownRoles::default(), id_hash };
        svg.push(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" \
             font-family=\"{FAMILY}\" stroke-linejoin=\"round\" stroke-linecap=\"butt\">\n"
        ));
        svg.push(format_args!("<title>{}</title>\n<desc>{}</desc>\n", escape(title), escape(description)));
        if !metadata.is_empty() {
            svg.push(format_args!("<metadata>"));
            for (name, value) in metadata {
                svg.push(format_args!("<data name=\"{}\">{}</data>", escape(name), escape(value)));
            }
            svg.push(format_args!("</metadata>\n"));
        }
        svg
    }

    /// Ends the document and returns its markup.
    pub(crate) fn finish(mut self) -> String {
        self.out.push_str("</svg>\n");
        self.out
    }

    /// Appends markup to the document.
    fn push(&mut self, text: std::fmt::Arguments) {
        // Writing to a String cannot fail.
        let _ = self.out.write_fmt(text);
    }

    /// Draws a rectangle with rounded corners.
    pub(crate) fn rect(&mut self, min: DVec2, size: DVec2, radius: f64, fill: Rgba, stroke: Option<Rgba>) {
        let x = num(min.x);
        let y = num(min.y);
        let w = num(size.x);
        let h = num(size.y);
        let r = num(radius);
        let round = if radius > 0.0 { format!(" rx=\"{r}\"") } else { String::new() };
        let line = stroke.map_or(String::new(), |c| format!(" {}", paint("stroke", c)));
        self.push(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"{round} {}{line}/>\n",
            paint("fill", fill)
        ));
    }

    /// Writes words; `anchor` is the value of `text-anchor`, `halo` the color of a wide outline behind the letters.
    #[expect(clippy::too_many_arguments, reason = "one for each attribute of the element")]
    pub(crate) fn text(
        &mut self,
        at: DVec2,
        text: &str,
        size: f64,
        weight: Weight,
        anchor: &str,
        color: Rgba,
        halo: Option<Rgba>,
    ) {
        let weight = if weight == Weight::SemiBold { " font-weight=\"600\"" } else { "" };
        let anchor = if anchor == "start" { String::new() } else { format!(" text-anchor=\"{anchor}\"") };
        let halo = halo
            .map_or(String::new(), |c| format!(" {} stroke-width=\"3.5\" paint-order=\"stroke\"", paint("stroke", c)));
        let x = num(at.x);
        let y = num(at.y);
        let size_text = num(size);
        self.push(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size_text}\"{weight}{anchor} {}{halo}>{}</text>\n",
            paint("fill", color),
            with_subscripts(text, size, &mut false)
        ));
    }

    /// Writes one line of words, each part in its own color.
    pub(crate) fn sentence(&mut self, at: DVec2, parts: &[(&str, Rgba)], size: f64) {
        let mut low = false;
        let mut spans = String::new();
        for (words, color) in parts {
            let words = with_subscripts(words, size, &mut low);
            let _ = write!(spans, "<tspan {}>{words}</tspan>", paint("fill", *color));
        }
        let x = num(at.x);
        let y = num(at.y);
        let size = num(size);
        self.push(format_args!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{spans}</text>\n"));
    }

    /// Begins a pane: what follows is clipped at its area, with coordinates relative to it.
    pub(crate) fn open_pane(&mut self, area: &Area, title: &str, paper: &Paper) {
        let w = num(area.size.x);
        let h = num(area.size.y);
        let n = format!("{}-{:08x}", self.panes, self.id_hash);
        self.panes += 1;
        self.push(format_args!(
            "<clipPath id=\"pane{n}\"><rect width=\"{w}\" height=\"{h}\" rx=\"6\"/></clipPath>\n\
             <g transform=\"translate({} {})\" clip-path=\"url(#pane{n})\" data-pane=\"{}\">\n",
            num(area.min.x),
            num(area.min.y),
            escape(title)
        ));
        self.rect(DVec2::ZERO, area.size, 0.0, paper.pane, None);
    }

    /// Ends a pane and draws its frame.
    pub(crate) fn close_pane(&mut self, area: &Area, paper: &Paper) {
        self.out.push_str("</g>\n");
        let x = num(area.min.x + 0.5);
        let y = num(area.min.y + 0.5);
        self.push(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" rx=\"5.5\" fill=\"none\" {}/>\n",
            num(area.size.x - 1.0),
            num(area.size.y - 1.0),
            paint("stroke", paper.hairline)
        ));
    }

    /// Draws grid lines, one path per opacity.
    pub(crate) fn grid(&mut self, lines: &[GridLine], ink: Ink) {
        self.out.push_str("<g data-part=\"grid\">\n");
        for level in 1..=LEVELS {
            let strength = f64::from(level) / f64::from(LEVELS);
            let d: String =
                lines.iter().filter(|line| line.strength == strength).map(|line| path(&line.ends)).collect();
            if !d.is_empty() {
                let mut color = ink.stroke;
                color[3] = (strength * GRID_ALPHA).round() as u8;
                let paint = paint("stroke", color);
                let width = num(f64::from(ink.width));
                self.push(format_args!("<path d=\"{d}\" fill=\"none\" {paint} stroke-width=\"{width}\"/>\n"));
            }
        }
        self.out.push_str("</g>\n");
    }

    /// Draws a filled polygon that belongs to no mark.
    pub(crate) fn fill(&mut self, points: &[DVec2], color: Rgba) {
        self.push(format_args!("<path d=\"{}Z\" {}/>\n", path(points), paint("fill", color)));
    }

    /// Draws the shapes that `draw` appends with low opacity.
    pub(crate) fn draw_faintly(&mut self, draw: impl FnOnce(&mut Self)) {
        self.push(format_args!("<g opacity=\"{FAINT_OPACITY}\">\n"));
        draw(self);
        self.out.push_str("</g>\n");
    }

    /// Draws shapes that belong to no mark.
    pub(crate) fn draw_all(&mut self, draws: &[Draw]) {
        draws.iter().for_each(|draw| self.draw(draw));
    }

    /// Draws shapes of marks, consecutive ones of one mark in one group. A shape that others cover is in a group with
    /// the attribute `data-covered` instead of `data-role`, and the legend does not list its role for it.
    pub(crate) fn items<'a>(&mut self, items: impl IntoIterator<Item = &'a Item>, picture: &Picture) {
        let items: Vec<&Item> = items.into_iter().collect();
        let mut open: Option<Group> = None;
        for (i, item) in items.iter().enumerate() {
            let mark = &picture.marks[item.mark];
            let role = item.role.unwrap_or(mark.role);
            if role.is_length_that_may_vanish() && !item.draw.is_visible() {
                continue;
            }
            let is_covered =
                items.len() <= MAX_COMPARED && items[i + 1..].iter().any(|above| above.draw.covers(&item.draw));
            let group = Group { mark: item.mark, role, is_covered };
            if open != Some(group) {
                if open.is_some() {
                    self.out.push_str("</g>\n");
                }
                let name = if is_covered { "data-covered" } else { "data-role" };
                self.push(format_args!("<g {name}=\"{role:?}\" data-key=\"{}\">\n", escape(&mark.key.0)));
                open = Some(group);
            }
            if !is_covered {
                self.roles.record_item(role, &item.draw);
            }
            self.draw(&item.draw);
        }
        if open.is_some() {
            self.out.push_str("</g>\n");
        }
    }

    /// Draws a shape as one or more elements.
    fn draw(&mut self, draw: &Draw) {
        match draw {
            Draw::Fill { points, color, sharp } => {
                let sharp = if *sharp { " shape-rendering=\"crispEdges\"" } else { "" };
                self.push(format_args!("<path d=\"{}Z\" {}{sharp}/>\n", path(points), paint("fill", *color)));
            }
            Draw::Line { points, color, width, dash, phase } => self.line(points, *color, *width, dash, *phase),
            Draw::Dot { at, marker, radius, color, rim } => self.dot(*at, *marker, *radius, *color, *rim),
            Draw::Text { at, text, size, align, strong, color } => {
                let weight = if *strong { Weight::SemiBold } else { Weight::Regular };
                let anchor = match align {
                    Align::Start => "start",
                    Align::Middle => "middle",
                    Align::End => "end",
                };
                self.text(*at, text, *size, weight, anchor, *color, None);
            }
        }
    }

    /// Draws a chain of lines; `phase` is the offset into the dash pattern at its start.
    fn line(&mut self, points: &[DVec2], color: Rgba, width: f64, dash: &[f32], phase: f64) {
        let mut dashes = String::new();
        if !dash.is_empty() {
            let list: Vec<String> = dash.iter().map(|d| num(f64::from(*d))).collect();
            let period: f64 = dash.iter().map(|d| f64::from(*d)).sum();
            let offset = num(phase.rem_euclid(period));
            let _ = write!(dashes, " stroke-dasharray=\"{}\"", list.join(" "));
            if offset != "0" {
                let _ = write!(dashes, " stroke-dashoffset=\"{offset}\"");
            }
        }
        let closed = points.len() > 2 && points.first() == points.last();
        let (shape, end) = if closed { (&points[..points.len() - 1], "Z") } else { (points, "") };
        self.push(format_args!(
            "<path d=\"{}{end}\" fill=\"none\" {} stroke-width=\"{}\"{dashes}/>\n",
            path(shape),
            paint("stroke", color),
            num(width)
        ));
    }

    /// Writes a label of the mark with this key, with its leader.
    #[expect(clippy::too_many_arguments, reason = "one for each part of a label")]
    pub(crate) fn label(
        &mut self,
        text: &str,
        key: &Key,
        at: DVec2,
        size: f64,
        leader: Option<[DVec2; 2]>,
        color: Rgba,
        paper: &Paper,
    ) {
        self.push(format_args!("<g data-label=\"{}\">\n", escape(&key.0)));
        if let Some(ends) = leader {
            self.line(&ends, paper.faint, LEADER_WIDTH, &[], 0.0);
        }
        self.text(at, text, size, Weight::SemiBold, "start", color, Some(paper.halo));
        self.out.push_str("</g>\n");
    }

    /// Draws an inset over its pane, with a ring around the magnified area and leaders to it.
    pub(crate) fn inset(&mut self, inset: &Inset, picture: &Picture, paper: &Paper) {
        self.out.push_str("<g data-part=\"lens\">\n");
        let [min, max] = inset.area;
        if let Some((at, radius)) = inset.ring {
            self.line(&ring_points(at, radius), paper.faint, RING_WIDTH, &[], 0.0);
        }
        for ends in inset.leaders() {
            self.line(&ends, paper.faint, INSET_LEADER_WIDTH, &[], 0.0);
        }
        self.rect(min, max - min, INSET_RADIUS, paper.pane, None);
        self.draw_all(&inset.flat.under);
        self.items(&inset.flat.items, picture);
        self.rect(min, max - min, INSET_RADIUS, [0; 4], Some(paper.faint));
        // A plate keeps lines and faces off the name.
        let [low, high] = inset.name_box();
        self.rect(low + PLATE_INSET, high - low - PLATE_INSET, PLATE_RADIUS, paper.halo, None);
        let at = inset.name_at();
        self.text(at, &inset.name, NAME_SIZE, Weight::SemiBold, "start", paper.faint, Some(paper.halo));
        self.out.push_str("</g>\n");
    }
}
