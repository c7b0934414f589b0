//! Inks of the roles and colors of the paper, for dark and light screens and for print. The inks of single roles are in
//! `role_inks`. No other file defines a color of a picture.
//!
//! The colors are Okabe and Ito's, which people with any color vision can distinguish. Where one is too near to the
//! paper, it is darkened, lightened or cased (drawn over a wider line of the casing's color). No role relies on color
//! alone: dash, marker and letter distinguish it too. Figures and the window share these inks, so that a color means
//! the same in every view, plot and table.

mod role_inks;

pub use super::color::{Rgba, contrast, faded, luminance, opaque_fill, over, tone};
use super::color::{opaque, with_alpha};
use super::solid::DotSize;
use crate::Role;
use role_inks::{colors_on_dark, colors_on_light, cue_of};

/// Factor of line widths in print.
const PRINT_WIDTH: f32 = 1.2;

/// Factor of the opacity of faces in print.
const PRINT_FACE_OPACITY: f32 = 0.75;

/// Contrast that WCAG requires of graphics.
const MIN_LINE_CONTRAST: f64 = 3.0;

/// Contrast that WCAG requires of text.
const MIN_TEXT_CONTRAST: f64 = 4.5;

/// Medium of the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Theme {
    /// Screen with a dark background.
    #[default]
    Dark,
    /// Screen with a light background.
    Light,
    /// White paper, with stronger lines and without shading.
    Print,
}

/// Shape of a dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Marker {
    /// Filled circle.
    Disc,
    /// Circle with a hole.
    Ring,
    /// Filled square.
    Square,
    /// Square on its corner.
    Diamond,
    /// Triangle, point up.
    Triangle,
    /// Two crossed diagonal strokes.
    Cross,
    /// An upright cross that is longer than it is thick.
    Plus,
    /// A star with five points.
    Star,
    /// A circle, one half filled.
    Half,
}

impl Marker {
    /// Marker with space for a number inside.
    pub fn badge(self) -> Self {
        if self == Self::Ring { Self::Ring } else { Self::Disc }
    }
}

/// Look of one role. Lengths in points (pixels of a figure at scale 1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ink {
    /// Color of lines, outlines, dots and words.
    pub stroke: Rgba,
    /// Color of a face, with its alpha.
    pub fill: Rgba,
    /// Width of lines in this ink.
    pub width: f32,
    /// Lengths of dashes and gaps, alternating; empty for a solid line.
    pub dash: &'static [f32],
    /// Shape of dots in this ink.
    pub marker: Marker,
    /// Radius of dots in this ink.
    pub size: f32,
    /// Color of a wider line underneath, where the stroke alone is too near to the paper or must stand out; `None` for
    /// no such line.
    pub casing: Option<Rgba>,
}

/// Colors of everything except marks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paper {
    /// Color of the page.
    pub background: Rgba,
    /// Color of a pane.
    pub pane: Rgba,
    /// Color of a pane's frame, and of rules.
    pub hairline: Rgba,
    /// Color of most words.
    pub text: Rgba,
    /// Color of less important words.
    pub faint: Rgba,
    /// Background of words over marks.
    pub halo: Rgba,
    /// Color of shadows on the ground.
    pub shadow: Rgba,
    /// Colors of the axes x, y and z.
    pub axes: [Rgba; 3],
    /// Strength of shading by slope: 0 is flat.
    pub shading: f32,
}

impl Theme {
    /// The themes in the order of menus.
    pub const ALL: [Self; 3] = [Self::Dark, Self::Light, Self::Print];

    /// Name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dark => "dark",
            Self::Light => "light",
            Self::Print => "print",
        }
    }

    /// Ink of a role; width, dash and marker are the same in every theme, up to a scale.
    pub fn ink(self, role: Role) -> Ink {
        let cue = cue_of(role);
        let colors = match self {
            Self::Dark => colors_on_dark(role),
            Self::Light | Self::Print => colors_on_light(role),
        };
        // Areas of dots grow with the width of lines.
        let width_factor = if self == Self::Print { PRINT_WIDTH } else { 1.0 };
        let opacity_factor = if self == Self::Print { PRINT_FACE_OPACITY } else { 1.0 };
        Ink {
            stroke: opaque(colors.stroke),
            fill: with_alpha(colors.fill, cue.face_opacity * opacity_factor),
            width: cue.width * width_factor,
            dash: cue.dash,
            marker: cue.marker,
            size: cue.size * width_factor.sqrt(),
            casing: colors.casing.map(opaque),
        }
    }

    /// Colors around and behind the marks.
    pub fn paper(self) -> Paper {
        match self {
            Self::Dark => Paper {
                background: [17, 19, 23, 255],
                pane: [23, 26, 31, 255],
                hairline: [52, 57, 66, 255],
                text: [232, 235, 240, 255],
                faint: [158, 165, 177, 255],
                halo: [23, 26, 31, 225],
                shadow: [0, 0, 0, 76],
                axes: [[255, 133, 122, 255], [116, 214, 140, 255], [122, 170, 255, 255]],
                shading: 0.34,
            },
            Self::Light => Paper {
                background: [242, 243, 245, 255],
                pane: [252, 252, 253, 255],
                hairline: [208, 211, 217, 255],
                text: [28, 31, 36, 255],
                faint: [92, 98, 109, 255],
                halo: [252, 252, 253, 230],
                shadow: [30, 40, 60, 26],
                axes: [[190, 40, 30, 255], [20, 125, 55, 255], [35, 80, 200, 255]],
                shading: 0.26,
            },
            Self::Print => Paper {
                background: [255, 255, 255, 255],
                pane: [255, 255, 255, 255],
                hairline: [170, 170, 170, 255],
                text: [0, 0, 0, 255],
                faint: [70, 70, 70, 255],
                halo: [255, 255, 255, 240],
                shadow: [0, 0, 0, 0],
                axes: [[160, 20, 10, 255], [0, 95, 35, 255], [20, 55, 165, 255]],
                shading: 0.0,
            },
        }
    }
}

/// Radius of a dot that contains a number, points.
pub const BADGE_RADIUS: f32 = 8.5;

impl Ink {
    /// Radius of a dot in this ink, points.
    pub fn dot_radius(&self, size: DotSize) -> f32 {
        match size {
            DotSize::Scaled(factor) => self.size * factor as f32,
            DotSize::WithNumber => BADGE_RADIUS,
        }
    }
}

/// Color of the number in a dot: the ink's stroke in a ring, the casing's or the paper's color on a filled dot.
pub fn badge_ink(ink: &Ink, theme: Theme) -> Rgba {
    let paper = theme.paper().pane;
    if ink.marker.badge() == Marker::Ring { over(ink.stroke, paper) } else { ink.casing.unwrap_or(paper) }
}

/// Color of words in a role's ink: its stroke or casing, moved towards the text's color until it is legible.
pub fn word_color(theme: Theme, role: Role) -> Rgba {
    let ink = theme.ink(role);
    let paper = theme.paper();
    let is_pale = contrast(ink.stroke, paper.pane) < MIN_LINE_CONTRAST;
    let start = if is_pale { ink.casing.unwrap_or(ink.stroke) } else { ink.stroke };
    let [r, g, b, _] = paper.text;
    // The text's color over the ink's, with an alpha of 0, 10 and so on to 250 of 255.
    let mut towards_text = (0..=25).map(|k| over([r, g, b, 10 * k], start));
    towards_text.find(|color| contrast(*color, paper.pane) >= MIN_TEXT_CONTRAST).unwrap_or(paper.text)
}

/// Color in the notation of SVG and HTML, without alpha.
pub fn hex([r, g, b, _]: Rgba) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}
