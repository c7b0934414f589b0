//! Choice of the palette of an animated GIF, from a histogram of the colors of all frames: the inks of the theme, and
//! the colors that median cut (Heckbert 1982) finds for the others.

use super::UNCHANGED;
use crate::png::Pixels;
use crate::{Role, Theme};

/// Number of low bits of each channel that are ignored; the difference is invisible.
const IGNORED_BITS: u32 = 2;

/// Number of colors that differ in the other bits: the length of tables by color.
const DISTINCT_COLORS: usize = 1 << (3 * (8 - IGNORED_BITS));

/// Factor of spreads before they are rounded to whole numbers, so that small ones still differ.
const SPREAD_RESOLUTION: f64 = 1024.0;

type Rgb = [u8; 3];

/// A color of the histogram and its number of pixels.
#[derive(Clone, Copy)]
struct Weighted {
    color: Rgb,
    pixels: u64,
}

/// At most 255 colors that represent the colors of all frames; the last palette index is [`UNCHANGED`].
pub(super) struct Palette {
    /// Colors by palette index.
    colors: Vec<Rgb>,
    /// Palette index by color, with the low bits ignored.
    nearest: Vec<u8>,
}

/// Index in tables by color of a pixel's color (red, green, blue, ...).
fn table_index(p: &[u8]) -> usize {
    let bits = 8 - IGNORED_BITS;
    let [r, g, b] = [p[0], p[1], p[2]].map(|c| usize::from(c >> IGNORED_BITS));
    r << (2 * bits) | g << bits | b
}

/// Pixels whose colors differ only in the ignored bits.
#[derive(Clone, Copy, Default)]
struct Bin {
    /// Number of pixels in the bin.
    count: u64,
    /// Sums of their reds, greens and blues.
    sums: [u64; 3],
}

/// Histogram of the frames' colors.
pub(super) struct Histogram {
    /// Pixels by [`table_index`] of their color.
    bins: Vec<Bin>,
}

impl Histogram {
    /// Histogram without any pixels.
    pub fn new() -> Self {
        Self { bins: vec![Bin::default(); DISTINCT_COLORS] }
    }

    /// Counts the pixels of a frame.
    pub fn add(&mut self, frame: &Pixels) {
        for p in frame.rgba.chunks_exact(4) {
            let bin = &mut self.bins[table_index(p)];
            bin.count += 1;
            for (sum, channel) in bin.sums.iter_mut().zip(p) {
                *sum += u64::from(*channel);
            }
        }
    }

    /// Mean color of the pixels of each bin that is not empty, with the bin's index.
    fn means(&self) -> impl Iterator<Item = (usize, Weighted)> {
        let used = self.bins.iter().enumerate().filter(|(_, bin)| bin.count > 0);
        used.map(|(index, bin)| {
            let color = bin.sums.map(|sum| (sum / bin.count) as u8);
            (index, Weighted { color, pixels: bin.count })
        })
    }
}

impl Palette {
    /// Chooses the inks of a theme, and the colors that best represent the histogram.
    pub fn choose(histogram: &Histogram, theme: Theme) -> Self {
        let mut colors = theme_colors(theme);
        let free = usize::from(UNCHANGED) - colors.len();
        colors.extend(median_cut(histogram.means().map(|(_, mean)| mean).collect(), free));
        let mut nearest = vec![0; DISTINCT_COLORS];
        for (index, mean) in histogram.means() {
            nearest[index] = most_similar(&colors, mean.color);
        }
        Self { colors, nearest }
    }

    /// Red, green and blue of 256 colors; those after the last color are black.
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

/// At most `max_colors` colors that represent all: repeatedly halves the box with the greatest spread of pixels, and
/// takes the mean color of each box.
fn median_cut(colors: Vec<Weighted>, max_colors: usize) -> Vec<Rgb> {
    let mut boxes = vec![colors];
    while boxes.len() < max_colors {
        let spreads = boxes.iter().map(|colors| Spread::of(colors)).enumerate();
        // Of equal spreads, the first box counts as the widest.
        let widest = spreads.max_by(|(i, a), (j, b)| a.size.cmp(&b.size).then(j.cmp(i)));
        let Some((index, Spread { axis, size })) = widest else { break };
        if size == 0 {
            break;
        }
        let mut lower = boxes.swap_remove(index);
        lower.sort_by_key(|weighted| (weighted.color[axis], weighted.color));
        let upper = lower.split_off(index_of_cut(&lower));
        boxes.extend([lower, upper]);
    }
    boxes.iter().filter(|colors| !colors.is_empty()).map(|colors| mean_color(colors)).collect()
}

/// Extent of a box of colors along its longest side.
#[derive(Clone, Copy)]
struct Spread {
    /// Axis of the side: 0 red, 1 green, 2 blue.
    axis: usize,
    /// Length of the side, weighted by the number of pixels.
    size: u64,
}

impl Spread {
    /// Spread of the smallest box that contains these colors.
    fn of(colors: &[Weighted]) -> Self {
        // The longest side, of equal ones that of the first axis.
        let mut axis = 0;
        let mut length = 0;
        for candidate in 0..3 {
            let values = colors.iter().map(|weighted| weighted.color[candidate]);
            let candidate_length = values.clone().max().unwrap_or(0) - values.min().unwrap_or(0);
            if candidate_length > length {
                axis = candidate;
                length = candidate_length;
            }
        }
        // The fourth root keeps large uniform areas from taking all entries.
        let weight = (total_pixels(colors) as f64).sqrt().sqrt();
        Self { axis, size: (f64::from(length) * weight * SPREAD_RESOLUTION) as u64 }
    }
}

/// Number of pixels of all colors.
fn total_pixels(colors: &[Weighted]) -> u64 {
    colors.iter().map(|weighted| weighted.pixels).sum()
}

/// Index at which to halve a box of sorted colors: between the medians by pixels and by colors, never at an end.
fn index_of_cut(sorted: &[Weighted]) -> usize {
    let half = total_pixels(sorted) / 2;
    let mut sum = 0;
    let by_pixels = sorted.iter().position(|weighted| {
        sum += weighted.pixels;
        sum > half
    });
    let between = (by_pixels.unwrap_or(0) + sorted.len() / 2) / 2;
    between.clamp(1, sorted.len() - 1)
}

/// Mean of colors, weighted by their numbers of pixels.
fn mean_color(colors: &[Weighted]) -> Rgb {
    let total = total_pixels(colors).max(1);
    [0, 1, 2].map(|axis| {
        let sum: u64 = colors.iter().map(|weighted| u64::from(weighted.color[axis]) * weighted.pixels).sum();
        (sum / total) as u8
    })
}

/// Palette index of the color most similar to `target`.
fn most_similar(colors: &[Rgb], target: Rgb) -> u8 {
    (0..colors.len()).min_by_key(|&i| (difference(colors[i], target), i)).unwrap_or(0) as u8
}

/// Squared difference of two colors, times ten, weighted by the eye's sensitivity: about 0.3 red, 0.6 green, 0.1 blue.
fn difference(a: Rgb, b: Rgb) -> i64 {
    let [r, g, b] = [0, 1, 2].map(|axis| i64::from(a[axis]) - i64::from(b[axis]));
    3 * r * r + 6 * g * g + b * b
}
