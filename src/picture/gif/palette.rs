//! The palette of an animation: the theme's inks, and a median cut over the colors of all frames.

use super::UNCHANGED;
use crate::picture::png::Pixels;
use crate::picture::{Role, Theme};

type Rgb = [u8; 3];

/// Number of low bits of each channel that are ignored; the difference is invisible.
const IGNORED_BITS: u32 = 2;

/// Number of colors that differ in the other bits: the length of tables by color.
const DISTINCT_COLORS: usize = 1 << (3 * (8 - IGNORED_BITS));

/// At most 255 colors that represent all; the last palette index is [`UNCHANGED`].
pub(super) struct Palette {
    /// Colors by palette index.
    colors: Vec<Rgb>,
    /// Palette index by color, with the low bits ignored.
    nearest: Vec<u8>,
}

/// Factor of spreads before they are rounded to whole numbers, so that small ones still differ.
const SPREAD_RESOLUTION: f64 = 1024.0;

/// Index of a pixel's color in tables by color.
fn table_index(p: &[u8]) -> usize {
    let bits = 8 - IGNORED_BITS;
    let [r, g, b] = [p[0], p[1], p[2]].map(|c| usize::from(c >> IGNORED_BITS));
    r << (2 * bits) | g << bits | b
}

/// Histogram of the frames' colors.
pub(super) struct Histogram {
    /// Number of pixels per color, and the sums of their reds, greens and blues.
    counts: Vec<(u64, [u64; 3])>,
}

impl Histogram {
    /// Histogram without any pixels.
    pub fn new() -> Self {
        Self { counts: vec![(0, [0; 3]); DISTINCT_COLORS] }
    }

    /// Counts the pixels of a frame.
    pub fn add(&mut self, frame: &Pixels) {
        for p in frame.rgba.chunks_exact(4) {
            let (count, sum) = &mut self.counts[table_index(p)];
            *count += 1;
            for (sum, c) in sum.iter_mut().zip(p) {
                *sum += u64::from(*c);
            }
        }
    }
}

impl Palette {
    /// The inks of a theme, and the colors that best represent the histogram.
    pub fn of(histogram: &Histogram, theme: Theme) -> Self {
        let mut colors = theme_colors(theme);
        let used = histogram.counts.iter().enumerate().filter(|(_, (count, _))| *count > 0);
        let means: Vec<(usize, Rgb, u64)> =
            used.map(|(at, (count, sum))| (at, sum.map(|s| (s / count) as u8), *count)).collect();
        let free = usize::from(UNCHANGED) - colors.len();
        colors.extend(median_cut(means.iter().map(|(_, mean, count)| (*mean, *count)).collect(), free));
        let mut nearest = vec![0; DISTINCT_COLORS];
        for (at, mean, _) in means {
            nearest[at] = closest(&colors, mean);
        }
        Self { colors, nearest }
    }

    /// Red, green and blue of 256 colors.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.colors.iter().flatten().copied().collect();
        bytes.resize(3 * 256, 0);
        bytes
    }

    /// Palette index of each pixel of `rgb`.
    pub fn indices(&self, rgb: &[u8]) -> Vec<u8> {
        rgb.chunks_exact(3).map(|p| self.nearest[table_index(p)]).collect()
    }
}

/// Paper colors and inks of a theme, without duplicates.
fn theme_colors(theme: Theme) -> Vec<Rgb> {
    let paper = theme.paper();
    let inks = Role::ALL.map(|role| theme.ink(role));
    let papers = [paper.background, paper.pane, paper.hairline, paper.text, paper.faint];
    let casings = inks.iter().filter_map(|ink| ink.casing);
    let mut colors: Vec<Rgb> = Vec::new();
    for [r, g, b, _] in papers.into_iter().chain(paper.axes).chain(inks.iter().map(|ink| ink.stroke)).chain(casings) {
        if !colors.contains(&[r, g, b]) {
            colors.push([r, g, b]);
        }
    }
    colors
}

/// At most `most` colors that represent all: repeatedly halves the box with the greatest spread of pixels.
fn median_cut(colors: Vec<(Rgb, u64)>, most: usize) -> Vec<Rgb> {
    let mut boxes = vec![colors];
    while boxes.len() < most {
        let spreads = boxes.iter().map(|colors| spread(colors)).enumerate();
        let Some((at, (axis, size))) = spreads.max_by(|a, b| a.1.1.cmp(&b.1.1).then(b.0.cmp(&a.0))) else { break };
        if size == 0 {
            break;
        }
        let mut whole = boxes.swap_remove(at);
        whole.sort_by_key(|(color, _)| (color[axis], *color));
        let upper = whole.split_off(middle(&whole));
        boxes.extend([whole, upper]);
    }
    boxes.iter().filter(|b| !b.is_empty()).map(|b| average(b)).collect()
}

/// Axis (0 red, 1 green, 2 blue) with the widest range of colors, and that range.
fn widest(colors: &[(Rgb, u64)]) -> (usize, u8) {
    let values = (0..3).map(|axis| (axis, colors.iter().map(move |(color, _)| color[axis])));
    let widths = values.map(|(axis, values)| (axis, values.clone().max().unwrap_or(0) - values.min().unwrap_or(0)));
    widths.max_by_key(|&(axis, width)| (width, 3 - axis)).unwrap_or((0, 0))
}

/// Index at which to halve a box: between the medians by pixels and by colors, never at an end.
fn middle(sorted: &[(Rgb, u64)]) -> usize {
    let half = sorted.iter().map(|(_, n)| *n).sum::<u64>() / 2;
    let mut sum = 0;
    let by_pixels = sorted.iter().position(|(_, n)| {
        sum += n;
        sum > half
    });
    let between = (by_pixels.unwrap_or(0) + sorted.len() / 2) / 2;
    between.clamp(1, sorted.len() - 1)
}

/// Mean of colors, weighted by their numbers of pixels.
fn average(colors: &[(Rgb, u64)]) -> Rgb {
    let total: u64 = colors.iter().map(|(_, n)| *n).sum::<u64>().max(1);
    [0, 1, 2].map(|axis| (colors.iter().map(|(c, n)| u64::from(c[axis]) * n).sum::<u64>() / total) as u8)
}

/// Palette index of the color most similar to `target`.
fn closest(colors: &[Rgb], target: Rgb) -> u8 {
    (0..colors.len()).min_by_key(|&i| (difference(colors[i], target), i)).unwrap_or(0) as u8
}

/// Greatest extent of a box of colors: its axis, and its length weighted by the number of pixels.
fn spread(colors: &[(Rgb, u64)]) -> (usize, u64) {
    let (axis, width) = widest(colors);
    // The fourth root keeps large uniform areas from taking all entries.
    let weight = (colors.iter().map(|(_, n)| *n).sum::<u64>() as f64).sqrt().sqrt();
    (axis, (f64::from(width) * weight * SPREAD_RESOLUTION) as u64)
}

/// Squared difference of two colors, weighted by the eye's sensitivity: about 0.3 red, 0.6 green, 0.1 blue.
fn difference(one: Rgb, other: Rgb) -> i64 {
    let [r, g, b] = [0, 1, 2].map(|axis| i64::from(one[axis]) - i64::from(other[axis]));
    3 * r * r + 6 * g * g + b * b
}
