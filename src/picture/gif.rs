//! Animations of figures as GIF or animated PNG.
//!
//! - **Colors of a GIF**: one palette for all frames, without dithering. It has the theme's inks exactly; its other
//!   entries are found by median cut over the colors of all frames.
//! - **Changes**: of every frame after the first, only the smallest box with changed pixels is written.
//! - **Memory**: frames are created and rasterized one by one. As the palette needs the colors of all frames,
//!   rasterized frames are stored in a file meanwhile, packed as differences from their predecessors, so that memory
//!   does not grow with their number.
//! - **Determinism**: the same figures give the same bytes.

mod apng;
mod packed;
mod palette;
mod transition;

use std::fmt::Display;
use std::io::{BufReader, BufWriter, Cursor, Read, Seek, Write};
use std::path::Path;

use super::page::label::Memory;
use super::png::{FigureError, Pixels, rasterize};
use super::{Figure, Theme};
use palette::{Histogram, Palette};

/// Duration of a frame with a short caption, seconds.
const SHORT_CAPTION_TIME: f64 = 1.5;

/// Largest number of words of a short caption.
const SHORT_CAPTION_WORDS: usize = 12;

/// Time for each further word, seconds.
const TIME_PER_WORD: f64 = 0.06;

/// Maximum time to read a caption, seconds.
const MAX_READING_TIME: f64 = 3.0;

/// Minimum duration of the last frame, before the animation begins again, seconds.
const MIN_LAST_TIME: f64 = 3.0;

/// Minimum duration of a frame, hundredths of a second: browsers show shorter frames more slowly.
const MIN_DURATION: f64 = 2.0;

/// Limit of frames rasterized in parallel: each takes some tens of megabytes.
const MAX_THREADS: usize = 8;

/// Palette index that means "unchanged".
const UNCHANGED: u8 = 255;

/// Durations of the frames, hundredths of a second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pace {
    /// Time to read the caption; longer for the last frame.
    Reading {
        /// Factor of the reading speed, above 0.
        speed: f64,
    },
    /// A constant duration, except for the last frame; rounding errors do not add up.
    Steady {
        /// Duration of all frames but the last, hundredths of a second.
        frame: f64,
        /// Duration of the last frame, hundredths of a second.
        last: u16,
    },
}

/// Time to read a caption, seconds.
pub fn reading_time(caption: &str) -> f64 {
    let further_words = caption.split_whitespace().count().saturating_sub(SHORT_CAPTION_WORDS);
    (SHORT_CAPTION_TIME + TIME_PER_WORD * further_words as f64).min(MAX_READING_TIME)
}

impl Default for Pace {
    fn default() -> Self {
        Self::Reading { speed: 1.0 }
    }
}

impl Pace {
    /// Duration of frame `number` (from 0) of `count`, hundredths of a second.
    fn duration(self, number: usize, count: usize, caption: &str) -> u16 {
        let is_last = number + 1 == count;
        match self {
            Self::Reading { speed } => {
                let seconds = reading_time(caption).max(if is_last { MIN_LAST_TIME } else { 0.0 });
                (100.0 * seconds / speed).round().clamp(MIN_DURATION, f64::from(u16::MAX)) as u16
            }
            Self::Steady { last, .. } if is_last => last,
            Self::Steady { frame, .. } => {
                let [start, end] = [number, number + 1].map(|frames| (frames as f64 * frame).round());
                (end - start).clamp(MIN_DURATION, f64::from(u16::MAX)) as u16
            }
        }
    }
}

/// Makes a GIF of some figures that repeats endlessly. Every frame reserves space for the longest caption and the
/// fullest legend, and labels stay in their slots where possible, so that little moves between frames.
pub fn animate(figures: &[Figure], scale: f32, pace: Pace) -> Result<Vec<u8>, FigureError> {
    let reserve = Figure::reserve_for(figures);
    let mut file = Vec::new();
    let kept = Cursor::new(Vec::new());
    let animation = Animation { format: AnimationFormat::Gif, scale, pace, count: figures.len(), kept };
    animation.write(
        &mut file,
        |i| Ok::<_, FigureError>(Figure { reserve: reserve.clone(), ..figures[i].clone() }),
        |_| {},
    )?;
    Ok(file)
}

/// File format of an animation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AnimationFormat {
    /// GIF: 256 colors, shown by every program.
    #[default]
    Gif,
    /// Animated PNG: all colors, shown by browsers.
    Apng,
}

impl AnimationFormat {
    /// File format by the extension of a path; `None` for other extensions.
    pub fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?;
        if ending.eq_ignore_ascii_case("gif") {
            return Some(Self::Gif);
        }
        ending.eq_ignore_ascii_case("apng").then_some(Self::Apng)
    }
}

/// An animation whose figures are created one by one, while they are drawn.
pub struct Animation<K> {
    /// File format of the animation.
    pub format: AnimationFormat,
    /// Number of pixels per point.
    pub scale: f32,
    /// Durations of the frames.
    pub pace: Pace,
    /// Number of figures. Each is a frame; frames of moving cameras between them are added.
    pub count: usize,
    /// Storage for packed frames until all colors are known: an empty file, or memory.
    pub kept: K,
}

impl<K: Read + Write + Seek> Animation<K> {
    /// Writes the animation. `figure` is called once per figure, in order; the figures must have their space reserved
    /// ([`Reserve`](super::figure::Reserve)). One figure exists at a time, with those of the cameras' motion to it;
    /// pages (SVG) for about one frame per thread wait to be rasterized. `progress` receives the number of figures
    /// drawn.
    ///
    /// # Errors
    /// There are no figures, or figures of different sizes or too large ones; writing failed; or `figure` failed.
    pub fn write<E: From<FigureError>>(
        self,
        out: impl Write,
        mut figure: impl FnMut(usize) -> Result<Figure, E>,
        progress: impl Fn(usize),
    ) -> Result<(), E> {
        let mut memories: Vec<Memory> = Vec::new();
        let mut durations: Vec<u16> = Vec::new();
        let mut theme = Theme::Dark;
        let mut frames = Frames::new(BufWriter::new(self.kept));
        let threads = std::thread::available_parallelism().map_or(1, |count| count.get().min(MAX_THREADS));
        let mut cameras = Vec::new();
        // Labels keep their positions from the previous frame, so layout is sequential; rasterization is parallel.
        let mut pages = Vec::new();
        for i in 0..self.count {
            let figure = figure(i)?;
            theme = figure.theme;
            let transition = match self.pace {
                Pace::Reading { .. } => transition::figures_between(&cameras, &figure),
                Pace::Steady { .. } => Vec::new(),
            };
            cameras = transition::cameras_of(&figure);
            durations.extend(transition.iter().map(|_| transition::FRAME_DURATION));
            durations.push(self.pace.duration(i, self.count, &figure.caption.text()));
            pages.extend(transition.iter().chain([&figure]).map(|figure| figure.svg_after(&mut memories)));
            if pages.len() >= threads || i + 1 == self.count {
                for batch in pages.chunks(threads) {
                    add_frames(&mut frames, batch, self.scale)?;
                }
                pages.clear();
                progress(i + 1);
            }
        }
        match self.format {
            AnimationFormat::Gif => frames.encode_gif(out, theme, &durations)?,
            AnimationFormat::Apng => frames.encode_apng(out, &durations)?,
        }
        Ok(())
    }
}

/// Rasterizes pages (SVG), a thread for each, and stores them in order.
fn add_frames<K: Read + Write + Seek>(frames: &mut Frames<K>, pages: &[String], scale: f32) -> Result<(), FigureError> {
    let drawn: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = pages.iter().map(|svg| scope.spawn(move || rasterize(svg, scale))).collect();
        threads.into_iter().map(|thread| thread.join()).collect()
    });
    for pixels in drawn {
        frames.add(&pixels.unwrap_or(Err(FigureError::Frames("a thread failed")))?)?;
    }
    Ok(())
}

/// Opaque frames of one size, stored until the palette is known.
struct Frames<K: Write> {
    /// Frames packed as differences from their predecessors.
    kept: BufWriter<K>,
    count: usize,
    /// Width and height, pixels.
    size: (u32, u32),
    /// Histogram of the colors of all frames.
    colors: Histogram,
    /// The last frame: red, green and blue.
    last: Vec<u8>,
}

impl<K: Read + Write + Seek> Frames<K> {
    fn new(kept: BufWriter<K>) -> Self {
        Self { kept, count: 0, size: (0, 0), colors: Histogram::new(), last: Vec::new() }
    }

    /// Stores a frame as the difference from its predecessor.
    fn add(&mut self, frame: &Pixels) -> Result<(), FigureError> {
        let size = (frame.width, frame.height);
        if self.count > 0 && size != self.size {
            return Err(FigureError::Frames("its frames differ in size"));
        }
        self.size = size;
        self.count += 1;
        self.colors.add(frame);
        let rgb: Vec<u8> = frame.rgba.chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect();
        self.last.resize(rgb.len(), 0);
        packed::write(&mut self.kept, &self.last, &rgb).map_err(encoding_error)?;
        self.last = rgb;
        Ok(())
    }

    /// Writes the stored frames as animated PNG.
    fn encode_apng(self, out: impl Write, durations: &[u16]) -> Result<(), FigureError> {
        if self.count == 0 {
            return Err(FigureError::Frames("it has no frames"));
        }
        let mut kept = self.kept.into_inner().map_err(encoding_error)?;
        kept.rewind().map_err(encoding_error)?;
        apng::write(BufReader::new(kept), out, [self.size.0, self.size.1], durations)
    }

    /// Writes the stored frames as GIF.
    fn encode_gif(self, out: impl Write, theme: Theme, durations: &[u16]) -> Result<(), FigureError> {
        let (columns, rows) = self.size;
        if self.count == 0 {
            return Err(FigureError::Frames("it has no frames"));
        }
        let width = u16::try_from(columns).map_err(|_| FigureError::Size(columns, rows))?;
        let height = u16::try_from(rows).map_err(|_| FigureError::Size(columns, rows))?;
        let palette = Palette::choose(&self.colors, theme);
        let mut kept = self.kept.into_inner().map_err(encoding_error)?;
        kept.rewind().map_err(encoding_error)?;
        let mut kept = BufReader::new(kept);
        let mut rgb = vec![0; self.last.len()];
        let mut encoder = gif::Encoder::new(out, width, height, &palette.bytes()).map_err(encoding_error)?;
        encoder.set_repeat(gif::Repeat::Infinite).map_err(encoding_error)?;
        let mut shown: Option<Vec<u8>> = None;
        for delay in durations.iter().copied() {
            packed::read(&mut kept, &mut rgb).map_err(encoding_error)?;
            let indices = palette.indices(&rgb);
            let frame = changed_frame(shown.as_deref(), &indices, width, height);
            encoder.write_frame(&gif::Frame { delay, ..frame }).map_err(encoding_error)?;
            shown = Some(indices);
        }
        encoder.into_inner().map_err(encoding_error)?.flush().map_err(encoding_error)
    }
}

/// Converts an error of a file or of the encoder, without the system's error number.
fn encoding_error(error: impl Display) -> FigureError {
    let text = error.to_string();
    FigureError::Encode(text.split(" (os error").next().unwrap_or(&text).to_owned())
}

/// Rectangle of pixels within a frame.
#[derive(Clone, Copy)]
struct PixelBox {
    left: usize,
    top: usize,
    /// Number of columns, at least 1.
    width: usize,
    /// Number of rows, at least 1.
    height: usize,
}

impl PixelBox {
    /// Smallest box around the pixels with the indices `changed`, row by row in a picture of `columns` columns; the
    /// first pixel if there are none.
    fn around(changed: impl Iterator<Item = usize>, columns: usize) -> Self {
        let mut left = usize::MAX;
        let mut right = 0;
        let mut top = usize::MAX;
        let mut bottom = 0;
        for i in changed {
            left = left.min(i % columns);
            right = right.max(i % columns);
            top = top.min(i / columns);
            bottom = bottom.max(i / columns);
        }
        if left == usize::MAX {
            return Self { left: 0, top: 0, width: 1, height: 1 };
        }
        Self { left, top, width: right - left + 1, height: bottom - top + 1 }
    }
}

/// GIF frame that changes the picture `before` to `now`, palette indices of the pixels row by row: the smallest box
/// around all changes, with unchanged pixels transparent. The whole picture where `before` is `None`.
fn changed_frame<'a>(before: Option<&[u8]>, now: &[u8], width: u16, height: u16) -> gif::Frame<'a> {
    let Some(before) = before else {
        return gif::Frame { width, height, buffer: now.to_vec().into(), ..gif::Frame::default() };
    };
    let columns = usize::from(width);
    let PixelBox { left, top, width, height } =
        PixelBox::around((0..now.len()).filter(|&i| now[i] != before[i]), columns);
    let mut buffer = Vec::with_capacity(width * height);
    for y in top..top + height {
        let row = y * columns + left..y * columns + left + width;
        buffer.extend(row.map(|i| if now[i] == before[i] { UNCHANGED } else { now[i] }));
    }
    gif::Frame {
        left: left as u16,
        top: top as u16,
        width: width as u16,
        height: height as u16,
        transparent: Some(UNCHANGED),
        dispose: gif::DisposalMethod::Keep,
        buffer: buffer.into(),
        ..gif::Frame::default()
    }
}
