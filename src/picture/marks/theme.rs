//! The only file with colors: the ink of each role, for dark and light screens and for print.
//!
//! The colors are Okabe and Ito's, which people with any color vision can distinguish. Where one is too near to the
//! paper, it is darkened, lightened or cased (drawn over a wider line of the casing's color). No role relies on color
//! alone: dash, marker and letter distinguish it too. Figures and the window share these inks, so that a color means
//! the same in every view, plot and table.

use crate::picture::Role;

/// Color: red, green, blue, alpha; sRGB, not premultiplied.
pub type Rgba = [u8; 4];

/// Medium of the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Theme {
    /// Dark screen.
    #[default]
    Dark,
    /// Light screen.
    Light,
    /// White paper: stronger lines, no shading.
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
    /// Color of faces, with the alpha of one face seen from the front.
    pub fill: Rgba,
    pub width: f32,
    /// Lengths of dashes and gaps, alternating; empty for a solid line.
    pub dash: &'static [f32],
    pub marker: Marker,
    pub size: f32,
    /// Color of a wider line underneath, where the stroke alone is too near to the paper or must stand out.
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

const SOLID: &[f32] = &[];
const DASH: &[f32] = &[7.0, 4.0];
const LONG: &[f32] = &[11.0, 3.5];
const DOT: &[f32] = &[1.5, 3.5];
const DASH_DOT: &[f32] = &[8.0, 3.0, 1.5, 3.0];
const SHORT: &[f32] = &[3.5, 3.0];

impl Theme {
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
        let (width, dash, marker, size, alpha) = cue(role);
        let (stroke, fill, casing) = match self {
            Self::Dark => dark(role),
            Self::Light | Self::Print => light(role),
        };
        let print = self == Self::Print;
        let bolder = if print { 1.2 } else { 1.0 };
        let alpha = if print { alpha * 0.75 } else { alpha };
        Ink {
            stroke: opaque(stroke),
            fill: with_alpha(fill, alpha),
            width: width * bolder,
            dash,
            marker,
            size: size * bolder.sqrt(),
            casing: casing.map(opaque),
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

/// Width, dash, marker, radius of dots and alpha of faces.
fn cue(role: Role) -> (f32, &'static [f32], Marker, f32, f32) {
    use Marker::*;
    match role {
        Role::ShapeA => (1.5, SOLID, Disc, 3.4, 0.30),
        Role::ShapeB => (1.5, SOLID, Square, 3.4, 0.30),
        Role::Bystander => (0.7, SOLID, Triangle, 2.6, 0.05),
        Role::Idle => (0.9, SOLID, Triangle, 3.0, 0.1),
        Role::Difference => (1.3, SOLID, Ring, 3.2, 0.20),
        Role::Origin => (1.8, SOLID, Plus, 8.0, 0.30),
        Role::Simplex => (2.4, SOLID, Disc, 4.6, 0.30),
        Role::Polytope => (2.0, SOLID, Disc, 4.2, 0.30),
        Role::NewSupport => (2.4, SOLID, Star, 6.6, 0.40),
        Role::Closest => (2.6, SOLID, Diamond, 5.4, 0.45),
        Role::Witness => (2.6, SOLID, Ring, 4.6, 0.40),
        Role::Normal => (2.4, SOLID, Triangle, 4.2, 0.30),
        Role::Axis => (2.0, DASH, Square, 3.8, 0.20),
        Role::Bound => (1.6, DASH_DOT, Diamond, 3.8, 0.13),
        Role::Upper => (2.8, SOLID, Triangle, 4.6, 0.16),
        Role::Lower => (2.8, SHORT, Square, 4.2, 0.16),
        Role::Horizon => (3.0, LONG, Square, 4.0, 0.25),
        Role::Removed => (1.8, DOT, Cross, 5.0, 0.12),
        Role::Added => (2.0, SHORT, Plus, 5.5, 0.26),
        Role::Ghost => (1.2, SHORT, Ring, 3.4, 0.06),
        Role::First => (1.7, DASH, Ring, 3.4, 0.07),
        Role::Last => (1.7, DOT, Ring, 3.4, 0.05),
        Role::Mesh => (1.6, SOLID, Square, 3.0, 0.06),
        Role::Region => (1.4, DOT, Triangle, 3.6, 0.20),
        Role::Interval => (1.6, SOLID, Triangle, 3.2, 0.30),
        Role::Gap => (2.2, SOLID, Diamond, 4.4, 0.24),
        Role::Overlap => (1.4, DOT, Diamond, 4.4, 0.18),
        Role::Penetration => (1.6, DASH, Diamond, 4.4, 0.34),
        Role::Reference => (3.4, SOLID, Disc, 4.0, 0.82),
        Role::ReferenceB => (3.4, SOLID, Square, 4.0, 0.82),
        Role::Incident => (2.4, SOLID, Square, 4.6, 0.30),
        Role::IncidentA => (2.4, SOLID, Disc, 4.4, 0.30),
        Role::Frustum => (1.6, SOLID, Triangle, 3.4, 0.07),
        Role::Inside => (1.4, SOLID, Disc, 5.0, 0.40),
        Role::Crossing => (1.4, LONG, Half, 5.4, 0.36),
        Role::Outside => (1.2, DOT, Ring, 4.6, 0.14),
        Role::Member => (1.0, SOLID, Square, 2.6, 0.20),
        Role::Group(number) => {
            let markers = [Disc, Square, Triangle, Diamond, Half];
            (1.5, SOLID, markers.get(usize::from(number)).copied().unwrap_or(Plus), 4.8, 0.34)
        }
        Role::Theirs => (2.2, LONG, Cross, 5.4, 0.24),
        Role::Candidate => (2.6, SOLID, Disc, 6.4, 0.22),
        Role::Fault => (2.8, DASH, Cross, 6.0, 0.42),
        Role::Grid => (0.8, SOLID, Disc, 1.8, 0.08),
        Role::Text => (1.2, SOLID, Disc, 3.0, 0.10),
    }
}

type Rgb = [u8; 3];

/// Stroke, fill and casing on a dark screen.
fn dark(role: Role) -> (Rgb, Rgb, Option<Rgb>) {
    const CASE: Option<Rgb> = Some([10, 11, 14]);
    match role {
        Role::ShapeA | Role::Frustum => ([92, 168, 236], [64, 146, 220], None),
        Role::ShapeB => ([236, 168, 36], [230, 159, 0], None),
        Role::Bystander | Role::Idle => ([140, 147, 158], [142, 148, 158], None),
        Role::Difference => ([214, 141, 186], [204, 121, 167], None),
        Role::Origin | Role::Horizon | Role::Candidate => ([255, 255, 255], [255, 255, 255], CASE),
        Role::Simplex | Role::Polytope => ([242, 108, 46], [226, 94, 28], CASE),
        Role::Penetration => ([242, 108, 46], [226, 94, 28], None),
        Role::NewSupport => ([247, 236, 84], [240, 228, 66], CASE),
        Role::Closest | Role::Witness => ([48, 212, 160], [0, 168, 122], CASE),
        Role::Normal | Role::Axis => ([150, 218, 252], [86, 180, 233], CASE),
        Role::Bound => ([150, 218, 252], [86, 180, 233], None),
        Role::Upper => ([206, 178, 255], [168, 130, 240], CASE),
        Role::Lower => ([158, 132, 255], [124, 96, 226], CASE),
        Role::Removed => ([168, 174, 184], [130, 136, 146], None),
        Role::Added => ([247, 236, 84], [240, 228, 66], None),
        Role::Ghost => ([128, 136, 148], [128, 136, 148], None),
        Role::Mesh => ([214, 219, 228], [150, 158, 170], None),
        Role::Region => ([236, 226, 120], [240, 228, 66], None),
        Role::Interval | Role::First | Role::Last => ([178, 190, 208], [150, 164, 186], None),
        Role::Gap | Role::Overlap | Role::Inside => ([48, 212, 160], [0, 168, 122], None),
        Role::Reference | Role::IncidentA => ([92, 168, 236], [64, 146, 220], CASE),
        Role::Incident | Role::ReferenceB => ([236, 168, 36], [230, 159, 0], CASE),
        Role::Crossing => ([236, 168, 36], [230, 159, 0], None),
        Role::Outside | Role::Member => ([148, 155, 166], [120, 127, 138], None),
        Role::Group(number) => match number {
            0 => ([92, 168, 236], [64, 146, 220], None),
            1 => ([236, 168, 36], [230, 159, 0], None),
            2 => ([48, 212, 160], [0, 168, 122], None),
            3 => ([214, 141, 186], [204, 121, 167], None),
            4 => ([214, 180, 140], [180, 140, 100], None),
            _ => ([150, 218, 252], [86, 180, 233], None),
        },
        Role::Theirs => ([230, 194, 152], [190, 150, 108], CASE),
        Role::Fault => ([255, 82, 106], [255, 60, 90], Some([255, 255, 255])),
        Role::Grid => ([84, 92, 104], [84, 92, 104], None),
        Role::Text => ([232, 235, 240], [158, 165, 177], None),
    }
}

/// Stroke, fill and casing on white.
fn light(role: Role) -> (Rgb, Rgb, Option<Rgb>) {
    const CASE: Option<Rgb> = Some([255, 255, 255]);
    const INKY: Option<Rgb> = Some([30, 32, 36]);
    match role {
        Role::ShapeA | Role::Frustum => ([0, 98, 160], [0, 114, 178], None),
        Role::ShapeB => ([156, 100, 0], [230, 159, 0], None),
        Role::Bystander | Role::Idle => ([109, 115, 125], [104, 110, 120], None),
        Role::Difference => ([152, 66, 116], [204, 121, 167], None),
        Role::Origin | Role::Horizon | Role::Candidate => ([0, 0, 0], [0, 0, 0], CASE),
        Role::Simplex | Role::Polytope => ([200, 80, 0], [213, 94, 0], CASE),
        Role::Penetration => ([200, 80, 0], [213, 94, 0], None),
        Role::NewSupport => ([240, 228, 66], [240, 228, 66], INKY),
        Role::Closest | Role::Witness => ([0, 130, 94], [0, 158, 115], CASE),
        Role::Normal | Role::Axis => ([86, 180, 233], [86, 180, 233], INKY),
        Role::Bound => ([32, 128, 186], [86, 180, 233], None),
        Role::Upper => ([84, 40, 176], [124, 84, 214], CASE),
        Role::Lower => ([138, 92, 226], [160, 126, 236], CASE),
        Role::Removed => ([110, 116, 126], [140, 146, 156], None),
        Role::Added => ([126, 112, 0], [240, 228, 66], None),
        Role::Ghost => ([124, 130, 140], [140, 146, 156], None),
        Role::Mesh => ([44, 49, 58], [140, 146, 156], None),
        Role::Region => ([138, 126, 0], [240, 228, 66], None),
        Role::Interval | Role::First | Role::Last => ([62, 74, 92], [120, 134, 156], None),
        Role::Gap | Role::Overlap | Role::Inside => ([0, 130, 94], [0, 158, 115], None),
        Role::Reference | Role::IncidentA => ([0, 98, 160], [0, 114, 178], CASE),
        Role::Incident | Role::ReferenceB => ([156, 100, 0], [230, 159, 0], CASE),
        Role::Crossing => ([156, 100, 0], [230, 159, 0], None),
        Role::Outside | Role::Member => ([104, 110, 120], [140, 146, 156], None),
        Role::Group(number) => match number {
            0 => ([0, 98, 160], [0, 114, 178], None),
            1 => ([156, 100, 0], [230, 159, 0], None),
            2 => ([0, 130, 94], [0, 158, 115], None),
            3 => ([152, 66, 116], [204, 121, 167], None),
            4 => ([116, 76, 50], [150, 110, 80], None),
            _ => ([32, 128, 186], [86, 180, 233], None),
        },
        Role::Theirs => ([116, 76, 50], [150, 110, 80], CASE),
        Role::Fault => ([206, 0, 46], [230, 0, 60], Some([255, 255, 255])),
        Role::Grid => ([196, 201, 209], [196, 201, 209], None),
        Role::Text => ([28, 31, 36], [92, 98, 109], None),
    }
}

/// Alpha factor for the fill of an opaque body.
const SOLIDER: f32 = 1.7;

/// Fill of an opaque body in a pane of this color.
pub fn opaque_fill([r, g, b, alpha]: Rgba, pane: Rgba) -> Rgba {
    over([r, g, b, (f32::from(alpha) * SOLIDER).min(255.0) as u8], pane)
}

/// The color with its alpha multiplied by a share from 0 to 1.
pub fn faded([r, g, b, alpha]: Rgba, share: f64) -> Rgba {
    [r, g, b, (f64::from(alpha) * share.clamp(0.0, 1.0)).round() as u8]
}

fn opaque([r, g, b]: Rgb) -> Rgba {
    [r, g, b, 255]
}

fn with_alpha([r, g, b]: Rgb, alpha: f32) -> Rgba {
    [r, g, b, (alpha * 255.0).round() as u8]
}

/// Radius of a dot that contains a number, points.
pub const BADGE: f32 = 8.5;

impl Ink {
    /// Radius of a dot, points: a share of the ink's size, or [`BADGE`] for a share above 1, used for dots with
    /// numbers.
    pub fn dot_radius(&self, share: f32) -> f32 {
        if share > 1.0 { BADGE } else { self.size * share }
    }
}

/// Color of the number in a dot: the paper's on a filled one.
pub fn badge_ink(ink: &Ink, theme: Theme) -> Rgba {
    let paper = theme.paper().pane;
    if ink.marker.badge() == Marker::Ring { over(ink.stroke, paper) } else { ink.casing.unwrap_or(paper) }
}

/// Color of words in a role's ink: its stroke or casing, moved towards the text's color until it is legible.
pub fn word_color(theme: Theme, role: Role) -> Rgba {
    let ink = theme.ink(role);
    let paper = theme.paper();
    let cased = ink.casing.filter(|_| contrast(ink.stroke, paper.pane) < 3.0).unwrap_or(ink.stroke);
    let [r, g, b, _] = paper.text;
    let mut nearer = (0..=25).map(|k| over([r, g, b, 10 * k], cased));
    nearer.find(|color| contrast(*color, paper.pane) >= 4.5).unwrap_or(paper.text)
}

/// Color in the notation of SVG and HTML, without alpha.
pub fn hex([r, g, b, _]: Rgba) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// WCAG contrast of two opaque colors, 1 to 21.
pub fn contrast(a: Rgba, b: Rgba) -> f64 {
    let a = luminance(a);
    let b = luminance(b);
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// WCAG relative luminance, 0 to 1.
pub fn luminance(color: Rgba) -> f64 {
    let shares = color.map(|byte| f64::from(byte) / 255.0);
    let [r, g, b, _] = shares.map(|s| if s <= 0.04045 { s / 12.92 } else { ((s + 0.055) / 1.055).powf(2.4) });
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// Lightens a color (`by` above 0, white at 1) or darkens it (below 0, black at −1); alpha is unchanged.
pub fn tone(color: Rgba, by: f64) -> Rgba {
    let towards = if by > 0.0 { 255.0 } else { 0.0 };
    let share = by.abs().min(1.0);
    let [r, g, b, _] = color.map(|c| (f64::from(c) * (1.0 - share) + towards * share).round() as u8);
    [r, g, b, color[3]]
}

/// Composites `front` over an opaque `back`.
pub fn over(front: Rgba, back: Rgba) -> Rgba {
    let alpha = f32::from(front[3]) / 255.0;
    let [r, g, b] = [0, 1, 2].map(|k| (f32::from(front[k]) * alpha + f32::from(back[k]) * (1.0 - alpha)).round() as u8);
    [r, g, b, 255]
}
