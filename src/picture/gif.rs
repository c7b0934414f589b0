//! Figures as an animated GIF: one palette for all frames, no dithering, only what changes is stored.
//!
//! The palette holds the theme's inks exactly; the rest of its 256 places go to what the frames blend them into, found by
//! median cut over the colors of all frames. Everything is ordered, so the same frames always give the same bytes.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::label::Memory;
use super::png::{FigureError, Pixels, rasterise};
use super::{Figure, Role, Theme};

/// How long each frame stands, hundredths of a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// All but the last.
    pub frame: u16,
    /// The last.
    pub last: u16,
}

impl Default for Pace {
    fn default() -> Self {
        Self { frame: 140, last: 400 }
    }
}

/// An endless animation. Room for the longest caption and the fullest legend is kept in every frame, and labels stay in
/// their slots, so nothing jumps.
pub fn animate(figures: &[Figure], scale: f32, pace: Pace) -> Result<Vec<u8>, FigureError> {
    animate_telling(figures, scale, pace, &|_| {})
}

/// The same, telling after each frame how many are drawn.
pub fn animate_telling(
    figures: &[Figure],
    scale: f32,
    pace: Pace,
    tell: &(dyn Fn(usize) + Sync),
) -> Result<Vec<u8>, FigureError> {
    let reserve = Figure::reserve_for(figures);
    let mut memories: Vec<Memory> = Vec::new();
    // Labels stay where they stood in the frame before, so frames are laid out one after another; they are drawn at once.
    let mut lay_out = |figure: &Figure| Figure { reserve: reserve.clone(), ..figure.clone() }.svg_after(&mut memories);
    let drawn = AtomicUsize::new(0);
    let draw = |svg: String| {
        let pixels = rasterise(&svg, scale);
        tell(drawn.fetch_add(1, Relaxed) + 1);
        pixels
    };
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get().min(MOST_THREADS));
    let mut frames = Vec::with_capacity(figures.len());
    for some in figures.chunks(threads) {
        let done: Vec<_> = std::thread::scope(|scope| {
            let begin = |figure| {
                let svg = lay_out(figure);
                scope.spawn(|| draw(svg))
            };
            let begun: Vec<_> = some.iter().map(begin).collect();
            begun
                .into_iter()
                .map(|thread| thread.join().unwrap_or(Err(FigureError::Frames("a thread failed"))))
                .collect()
        });
        for frame in done {
            frames.push(frame?);
        }
    }
    let theme = figures.first().map_or(Theme::Dark, |figure| figure.theme);
    encode(&frames, theme, pace)
}

/// No more frames than this are drawn at once: each takes some tens of megabytes.
const MOST_THREADS: usize = 8;

/// Opaque frames of one size as a GIF.
pub fn encode(frames: &[Pixels], theme: Theme, pace: Pace) -> Result<Vec<u8>, FigureError> {
    let first = frames.first().ok_or(FigureError::Frames("it has no frames"))?;
    if frames.iter().any(|f| (f.width, f.height) != (first.width, first.height)) {
        return Err(FigureError::Frames("its frames differ in size"));
    }
    let side = |pixels: u32| u16::try_from(pixels).map_err(|_| FigureError::Size(first.width, first.height));
    let (width, height) = (side(first.width)?, side(first.height)?);
    let failed = |error: gif::EncodingError| FigureError::Encode(error.to_string());
    let palette = Palette::of(frames, theme);
    let mut file = Vec::new();
    let mut encoder = gif::Encoder::new(&mut file, width, height, &palette.bytes()).map_err(failed)?;
    encoder.set_repeat(gif::Repeat::Infinite).map_err(failed)?;
    let mut shown: Option<Vec<u8>> = None;
    for (k, pixels) in frames.iter().enumerate() {
        let indices = palette.indices(pixels);
        let delay = if k + 1 == frames.len() { pace.last } else { pace.frame };
        let frame = changed(shown.as_deref(), &indices, width, height);
        encoder.write_frame(&gif::Frame { delay, ..frame }).map_err(failed)?;
        shown = Some(indices);
    }
    drop(encoder);
    Ok(file)
}

/// The place in the palette that means "as before".
const SAME: u8 = 255;

/// The smallest box that holds all changes; what stays the same in it is transparent.
fn changed<'a>(before: Option<&[u8]>, now: &[u8], width: u16, height: u16) -> gif::Frame<'a> {
    let whole = |buffer: Vec<u8>| gif::Frame { width, height, buffer: buffer.into(), ..gif::Frame::default() };
    let Some(before) = before else { return whole(now.to_vec()) };
    let w = usize::from(width);
    let differs = (0..now.len()).filter(|&i| now[i] != before[i]);
    let (mut left, mut right, mut top, mut bottom) = (usize::MAX, 0, usize::MAX, 0);
    for i in differs {
        let (x, y) = (i % w, i / w);
        (left, right, top, bottom) = (left.min(x), right.max(x), top.min(y), bottom.max(y));
    }
    if left == usize::MAX {
        (left, right, top, bottom) = (0, 0, 0, 0);
    }
    let mut buffer = Vec::with_capacity((right - left + 1) * (bottom - top + 1));
    for y in top..=bottom {
        let row = y * w + left..=y * w + right;
        buffer.extend(row.map(|i| if now[i] == before[i] { SAME } else { now[i] }));
    }
    gif::Frame {
        left: left as u16,
        top: top as u16,
        width: (right - left + 1) as u16,
        height: (bottom - top + 1) as u16,
        transparent: Some(SAME),
        dispose: gif::DisposalMethod::Keep,
        buffer: buffer.into(),
        ..gif::Frame::default()
    }
}

type Rgb = [u8; 3];

/// Colors are counted with this many low bits dropped, which no eye sees in a legend-sized patch.
const DROPPED: u32 = 2;

/// Colors that differ only in the dropped bits share a place in tables of this length.
const PLACES: usize = 1 << (3 * (8 - DROPPED));

struct Palette {
    colors: Vec<Rgb>,
    /// The palette's index for each place.
    nearest: Vec<u8>,
}

fn place(p: &[u8]) -> usize {
    let bits = 8 - DROPPED;
    let part = |c: u8| usize::from(c >> DROPPED);
    part(p[0]) << (2 * bits) | part(p[1]) << bits | part(p[2])
}

impl Palette {
    fn of(frames: &[Pixels], theme: Theme) -> Self {
        let mut colors = exact(theme);
        let mut counts = vec![(0u64, [0u64; 3]); PLACES];
        for p in frames.iter().flat_map(|f| f.rgba.chunks_exact(4)) {
            let (count, sum) = &mut counts[place(p)];
            *count += 1;
            for (sum, c) in sum.iter_mut().zip(p) {
                *sum += u64::from(*c);
            }
        }
        let used = counts.iter().enumerate().filter(|(_, (count, _))| *count > 0);
        let means: Vec<(usize, Rgb, u64)> =
            used.map(|(at, (count, sum))| (at, sum.map(|s| (s / count) as u8), *count)).collect();
        let room = usize::from(SAME) - colors.len();
        colors.extend(median_cut(means.iter().map(|(_, mean, count)| (*mean, *count)).collect(), room));
        let mut nearest = vec![0; PLACES];
        for (at, mean, _) in means {
            nearest[at] = closest(&colors, mean);
        }
        Self { colors, nearest }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.colors.iter().flatten().copied().collect();
        bytes.resize(3 * 256, 0);
        bytes
    }

    fn indices(&self, pixels: &Pixels) -> Vec<u8> {
        pixels.rgba.chunks_exact(4).map(|p| self.nearest[place(p)]).collect()
    }
}

/// Paper and inks of a theme, each once.
fn exact(theme: Theme) -> Vec<Rgb> {
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

/// At most `room` colors that stand for all: the box with the greatest spread of pixels is halved until there is no room.
fn median_cut(colors: Vec<(Rgb, u64)>, room: usize) -> Vec<Rgb> {
    let mut boxes = vec![colors];
    while boxes.len() < room {
        let spread = |b: &Vec<(Rgb, u64)>| {
            let (axis, width) = widest(b);
            // the fourth root keeps large even areas from taking all places
            let weight = (b.iter().map(|(_, n)| *n).sum::<u64>() as f64).sqrt().sqrt();
            (axis, (f64::from(width) * weight * 1024.0) as u64)
        };
        let Some((at, (axis, size))) =
            boxes.iter().map(spread).enumerate().max_by(|a, b| a.1.1.cmp(&b.1.1).then(b.0.cmp(&a.0)))
        else {
            break;
        };
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

fn widest(colors: &[(Rgb, u64)]) -> (usize, u8) {
    let width = |axis: usize| {
        let values = colors.iter().map(|(color, _)| color[axis]);
        values.clone().max().unwrap_or(0) - values.min().unwrap_or(0)
    };
    (0..3).map(|axis| (axis, width(axis))).max_by_key(|&(axis, width)| (width, 3 - axis)).unwrap_or((0, 0))
}

/// Where to halve: between the two middles of pixels and of colors, never at an end.
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

fn average(colors: &[(Rgb, u64)]) -> Rgb {
    let total: u64 = colors.iter().map(|(_, n)| *n).sum::<u64>().max(1);
    [0, 1, 2].map(|axis| (colors.iter().map(|(c, n)| u64::from(c[axis]) * n).sum::<u64>() / total) as u8)
}

fn closest(colors: &[Rgb], wanted: Rgb) -> u8 {
    let far = |color: &Rgb| {
        let d = |axis: usize| i64::from(color[axis]) - i64::from(wanted[axis]);
        3 * d(0) * d(0) + 6 * d(1) * d(1) + d(2) * d(2)
    };
    (0..colors.len()).min_by_key(|&i| (far(&colors[i]), i)).unwrap_or(0) as u8
}
