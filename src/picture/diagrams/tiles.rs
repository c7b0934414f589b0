//! Tiles: small planar pictures side by side, each in a frame with a title, such as the phases of one run. All tiles
//! have the same scale. The tiles are numbered from 0 in their order, and the z of a mark is the number of the tile
//! that it is in.
//!
//! Tiles wrap in a narrow pane. When not all are legible at once, whole rows are hidden; the row of the newest tile is
//! visible until the user scrolls away from it with the mouse wheel.

mod bars;
mod clipping;
mod last_tiles;

use glam::{DVec2, DVec3};

use crate::flat::{Align, Draw, Flat};
use crate::font::{self, Weight};
use crate::marks::theme::{Paper, Rgba, faded};
use crate::{Camera, Form, Mark, Picture, Role, Theme, layer, space};
use clipping::{clip_draw, clip_segment};
pub use last_tiles::keep_last_tiles;

/// Size below which a tile does not shrink; other tiles are hidden instead, points.
const MIN_TILE: DVec2 = DVec2::new(144.0, 165.0);

/// Least area per label in the newest tile, square points.
const AREA_PER_LABEL: f64 = 3_400.0;

/// Least area per label in an earlier tile, square points.
const AREA_PER_LABEL_IN_EARLIER: f64 = 6_800.0;

/// Space between tiles, and between them and the pane's edge, points.
const GAP: f64 = 8.0;

/// Height of the line with the number of hidden tiles, points.
const HIDDEN_COUNT_HEIGHT: f64 = 14.0;

/// Height of the title above a picture, points.
const CAPTION_HEIGHT: f64 = 24.0;

/// Letter height of titles, points.
const LETTER_SIZE: f64 = 12.0;

/// Margin around a picture for its labels, points: at the sides; above and below.
const PADDING: DVec2 = DVec2::new(18.0, 14.0);

/// Start of a tile's title on its base line, from the tile's top left corner, points.
const TITLE_AT: DVec2 = DVec2::new(9.0, 16.0);

/// Least space right of a title, points.
const TITLE_MARGIN: f64 = 4.0;

/// Gap between the caption and the note of a title, points.
const NOTE_GAP: f64 = 7.0;

/// Line spacing of a wrapped title, in letter heights.
const LINE_SPACING: f64 = 1.3;

/// Opacity of the title of a tile that the run has not reached.
const UPCOMING_OPACITY: f64 = 0.55;

/// Largest number of tiles; a mark with a larger or negative z belongs to none.
const MAX_TILES: f64 = 1e6;

/// Least size of a tile's content, meters: avoids a division by zero.
const MIN_EXTENT: f64 = 1e-300;

/// Layout of tiles in a pane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// Number of tiles per row.
    pub columns: usize,
    /// Number of rows of all tiles.
    pub rows: usize,
    /// First row that is visible.
    pub first_visible: usize,
    /// Number of visible rows.
    pub visible_rows: usize,
    /// Size of a tile, points.
    pub tile: DVec2,
    /// Top left corner of the first visible tile, points.
    corner: DVec2,
}

impl Grid {
    /// Layout for `count` tiles that show `extent` meters each, in a pane of `size` points whose first `top` points are
    /// left free. The tile with the number `newest` is visible, unless the user scrolled away from it by `scrolled`
    /// rows.
    pub fn new(count: usize, extent: DVec2, size: DVec2, top: f64, newest: usize, scrolled: f64) -> Self {
        let count = count.max(1);
        let available = (size - DVec2::new(2.0 * GAP, top + GAP)).max(DVec2::ONE);
        let best = best_columns(count, extent, available);
        let fits = tile_size(available, best, count.div_ceil(best)).cmpge(MIN_TILE).all();
        // A line above shows the number of hidden tiles.
        let (top, available) = if fits {
            (top, available)
        } else {
            (top + HIDDEN_COUNT_HEIGHT, (available - DVec2::new(0.0, HIDDEN_COUNT_HEIGHT)).max(DVec2::ONE))
        };
        // Number of tiles of the least size side by side and one below the other.
        let [across, down] = ((available + GAP) / (MIN_TILE + GAP)).to_array().map(|n| (n as usize).max(1));
        let columns = if fits { best } else { across.min(count) };
        let max_rows = if fits { count.div_ceil(best) } else { down };
        let rows = count.div_ceil(columns);
        let visible_rows = max_rows.min(rows);
        // First row with which the row of the newest tile is the last visible one; 0 if that row is among the first.
        let first_with_newest = (newest / columns + 1).saturating_sub(visible_rows) as f64;
        let first = (first_with_newest + scrolled.round()).clamp(0.0, (rows - visible_rows) as f64) as usize;
        Self {
            columns,
            rows,
            first_visible: first,
            visible_rows,
            tile: tile_size(available, columns, visible_rows),
            corner: DVec2::new(GAP, top),
        }
    }

    /// Top left corner of the tile with this number, points; `None` where its row is hidden.
    pub fn position(&self, number: usize) -> Option<DVec2> {
        let column = number % self.columns;
        let row = (number / self.columns).checked_sub(self.first_visible)?;
        let at = DVec2::new(column as f64, row as f64);
        (row < self.visible_rows).then(|| self.corner + at * (self.tile + GAP))
    }
}

/// Number of columns with which `count` tiles that show `extent` meters each have the largest scale in an area of the
/// size `available`, points; of equally good ones the least.
fn best_columns(count: usize, extent: DVec2, available: DVec2) -> usize {
    let mut best = 1;
    let mut best_scale = f64::NEG_INFINITY;
    for columns in 1..=count {
        let scale = scale(tile_size(available, columns, count.div_ceil(columns)), extent);
        if scale.total_cmp(&best_scale).is_gt() {
            best = columns;
            best_scale = scale;
        }
    }
    best
}

/// Size of each of `across` × `down` tiles that fill an area of the size `available`, points.
fn tile_size(available: DVec2, across: usize, down: usize) -> DVec2 {
    let n = DVec2::new(across as f64, down as f64);
    (available - (n - 1.0) * GAP) / n
}

/// Number of the tile that contains a mark, from the z of its first point. `None` for forms that tiles do not contain,
/// and for a z that is not the number of a tile.
fn tile_number(form: &Form) -> Option<usize> {
    let z = match form {
        Form::Point(p) | Form::Badge { at: p, .. } | Form::Label { at: p, .. } | Form::Plane { point: p, .. } => p.z,
        Form::Segment([p, _]) | Form::Arrow { from: p, .. } | Form::Tile { corners: [p, _], .. } => p.z,
        Form::Circle { center, .. } => center.z,
        Form::Polyline { points, .. } | Form::Polygon(points) => points.first()?.z,
        _ => return None,
    };
    (0.0..MAX_TILES).contains(&z).then(|| z.round() as usize)
}

/// Number of tiles in a picture, and the size of the plane that each shows, meters; `None` without tiles.
fn count_and_extent(picture: &Picture) -> Option<(usize, DVec2)> {
    let tiles = picture.marks.iter().filter_map(|mark| match mark.form {
        Form::Tile { corners: [low, high], .. } => Some((tile_number(&mark.form)? + 1, (high - low).truncate())),
        _ => None,
    });
    tiles.reduce(|(count, extent), (other_count, other_extent)| (count.max(other_count), extent.max(other_extent)))
}

/// Number of the newest tile: the highest one with content, apart from tiles that the run has not reached (role
/// `Ghost`); 0 without any.
fn newest_tile(picture: &Picture) -> usize {
    let upcoming = picture.marks.iter().filter(|mark| is_tile(mark) && mark.role == Role::Ghost);
    let upcoming: Vec<usize> = upcoming.filter_map(|mark| tile_number(&mark.form)).collect();
    let content = picture.marks.iter().filter(|mark| !is_tile(mark));
    let drawn = content.filter_map(|mark| tile_number(&mark.form)).filter(|tile| !upcoming.contains(tile));
    drawn.max().unwrap_or(0)
}

/// Flattens tiles in a pane of `size` points, leaving the first `top` points free.
pub fn flatten(picture: &Picture, camera: &Camera, size: DVec2, theme: Theme, top: f64) -> Flat {
    let mut flat = Flat::default();
    let Some((count, extent)) = count_and_extent(picture) else { return flat };
    let newest = newest_tile(picture);
    let grid = Grid::new(count, extent, size, top, newest, camera.target.y);
    let paper = theme.paper();
    for mark in &picture.marks {
        let Form::Tile { corners, caption, note, bars, .. } = &mark.form else { continue };
        let Some(k) = tile_number(&mark.form) else { continue };
        let Some(at) = grid.position(k) else { continue };
        let is_reached = k <= newest && mark.role != Role::Ghost;
        let frame = Frame { at, size: grid.tile, is_newest: is_reached && k == newest, is_reached };
        frame.draw(&mut flat, [caption, note], &paper);
        frame.draw_content(&mut flat, picture, k, *corners, *bars, theme);
    }
    draw_hidden_count(&mut flat, &grid, count, size, &paper);
    flat
}

/// Draws the numbers of hidden tiles above and below the visible ones.
fn draw_hidden_count(flat: &mut Flat, grid: &Grid, count: usize, size: DVec2, paper: &Paper) {
    let above = grid.first_visible * grid.columns;
    let below = count.saturating_sub((grid.first_visible + grid.visible_rows) * grid.columns);
    let mut words = Vec::new();
    if above > 0 {
        words.push(format!("↑ {above} more"));
    }
    if below > 0 {
        words.push(format!("↓ {below} more"));
    }
    if !words.is_empty() {
        let at = DVec2::new(size.x - GAP - 4.0, grid.corner.y - 8.0);
        let text = words.join("   ");
        flat.under.push(Draw::Text {
            at,
            text,
            size: LETTER_SIZE,
            align: Align::End,
            strong: false,
            color: paper.faint,
        });
    }
}

/// Frame of a tile in the pane.
struct Frame {
    /// Top left corner, points.
    at: DVec2,
    /// Width and height, points.
    size: DVec2,
    /// Whether the tile is the newest one.
    is_newest: bool,
    /// Whether the run has reached the tile, so that it has content.
    is_reached: bool,
}

impl Frame {
    /// Draws the frame with its title, the caption followed by the note.
    fn draw(&self, flat: &mut Flat, [caption, note]: [&str; 2], paper: &Paper) {
        let a = self.at;
        let b = self.at + self.size;
        let corners = [a, DVec2::new(b.x, a.y), b, DVec2::new(a.x, b.y), a];
        let (color, width) = if self.is_newest { (paper.faint, 1.6) } else { (paper.hairline, 1.0) };
        flat.under.push(Draw::Line { points: corners.to_vec(), color, width, dash: &[], phase: 0.0 });
        flat.frames.push([a, b]);
        // Added twice, to double the cost of labels on a frame.
        for _ in 0..2 {
            flat.lines.extend(corners.windows(2).map(|ends| [ends[0], ends[1]]));
        }
        let ink = if self.is_reached { paper.faint } else { faded(paper.faint, UPCOMING_OPACITY) };
        let mut at = a + TITLE_AT;
        for (text, strong) in [(caption, true), (note, false)].into_iter().filter(|(text, _)| !text.is_empty()) {
            let weight = if strong { Weight::SemiBold } else { Weight::Regular };
            let width_of_text = font::width(text, LETTER_SIZE, weight);
            if at.x + width_of_text > b.x - TITLE_MARGIN {
                // In an empty tile the title may wrap.
                if !self.is_reached {
                    self.draw_wrapped(flat, text, a.x + TITLE_AT.x, ink);
                }
                break;
            }
            let words =
                Draw::Text { at, text: text.to_owned(), size: LETTER_SIZE, align: Align::Start, strong, color: ink };
            flat.under.push(words);
            flat.taken.push([at - DVec2::new(2.0, LETTER_SIZE), at + DVec2::new(width_of_text + 2.0, 3.0)]);
            at.x += width_of_text + NOTE_GAP;
        }
    }

    /// Draws words below the title, wrapped.
    fn draw_wrapped(&self, flat: &mut Flat, text: &str, left: f64, color: Rgba) {
        let available = self.at.x + self.size.x - TITLE_MARGIN - left;
        for (k, text) in font::wrap(text, LETTER_SIZE, Weight::Regular, available).into_iter().enumerate() {
            let at = DVec2::new(left, self.at.y + TITLE_AT.y + LINE_SPACING * LETTER_SIZE * (k as f64 + 1.0));
            flat.under.push(Draw::Text { at, text, size: LETTER_SIZE, align: Align::Start, strong: false, color });
        }
    }

    /// Draws the content of tile `k`, which shows the plane between `corners` (meters), clipped at its frame. With
    /// `has_bars`, the content is rows of bars with their names above them.
    fn draw_content(
        &self,
        flat: &mut Flat,
        picture: &Picture,
        k: usize,
        corners: [DVec3; 2],
        has_bars: bool,
        theme: Theme,
    ) {
        let marks = picture.marks.iter().enumerate();
        let content: Vec<(usize, &Mark)> =
            marks.filter(|(_, mark)| !is_tile(mark) && tile_number(&mark.form) == Some(k)).collect();
        let mut part: Picture = content.iter().map(|(_, mark)| (*mark).clone()).collect();
        let from = self.at + DVec2::new(1.0, CAPTION_HEIGHT);
        let size = self.size - DVec2::new(2.0, CAPTION_HEIGHT + 1.0);
        let mut corners = corners;
        if has_bars {
            (corners, part.marks) = bars::scale_rows(&part.marks, corners, size);
        }
        let [low, high] = corners;
        let scale = ((size - 2.0 * PADDING).max(DVec2::ONE) / (high - low).truncate().max(DVec2::splat(MIN_EXTENT)))
            .min_element();
        let base = Camera::flat();
        let target = (low + (high - low) * 0.5).with_z(k as f64);
        let camera = Camera { target, distance: 0.5 * size.y / scale / (base.fov * 0.5).tan(), ..base };
        let mut drawn = space::flatten(&part, &camera, size, theme);
        for item in std::mem::take(&mut drawn.items) {
            for draw in clip_draw(item.draw, size) {
                flat.push(content[item.mark].0, translated(draw, from));
            }
        }
        if has_bars {
            for (mark, at) in &drawn.words {
                let (index, mark) = content[*mark];
                if let Some(name) = bars::draw_name(mark, *at, size, theme) {
                    flat.push(index, translated(name, from));
                }
            }
            return;
        }
        self.add_labels(flat, drawn, &content, [from, size]);
        // Labels avoid rings.
        for (_, mark) in &content {
            if let Form::Circle { center, radius, .. } = mark.form {
                let from_middle = (center - target).truncate() * DVec2::new(scale, -scale);
                flat.dots.push((from + 0.5 * size + from_middle, radius * scale + 1.0));
            }
        }
    }

    /// Adds the most important labels of the content, and the obstacles of labels, to the drawing of the pane. `drawn`
    /// is the drawing of the content, in points from the corner `from` of its area, which has the size `size`; its
    /// words refer to marks by their index in `content`.
    fn add_labels(&self, flat: &mut Flat, drawn: Flat, content: &[(usize, &Mark)], [from, size]: [DVec2; 2]) {
        let mut words: Vec<(usize, DVec2)> = drawn.words.into_iter().filter(|(_, at)| is_in(*at, size)).collect();
        let available =
            size.element_product() / if self.is_newest { AREA_PER_LABEL } else { AREA_PER_LABEL_IN_EARLIER };
        keep_most_important_labels(&mut words, available as usize, |mark| layer(content[mark].1.role));
        flat.words.extend(words.into_iter().map(|(mark, at)| (content[mark].0, at + from)));
        let dots = drawn.dots.into_iter().filter(|(at, _)| is_in(*at, size));
        flat.dots.extend(dots.map(|(at, radius)| (at + from, radius)));
        flat.taken.extend(drawn.taken.into_iter().map(|corners| corners.map(|p| p + from)));
        let lines = drawn.lines.into_iter().filter_map(|ends| clip_segment(ends, size));
        flat.lines.extend(lines.map(|ends| ends.map(|p| p + from)));
    }
}

/// Keeps at most `available` labels, those of high layers first; `rank` returns the layer of a mark. All or none of a
/// layer are kept, so that no vertex has a name that its neighbor lacks; the highest layer is kept up to twice the
/// limit.
fn keep_most_important_labels(words: &mut Vec<(usize, DVec2)>, available: usize, rank: impl Fn(usize) -> u8) {
    words.sort_by_key(|(mark, _)| std::cmp::Reverse(rank(*mark)));
    let mut kept = 0;
    for labels_of_layer in words.chunk_by(|a, b| rank(a.0) == rank(b.0)) {
        let count = labels_of_layer.len();
        let is_highest_layer = kept == 0;
        let fits = kept + count <= available || is_highest_layer && count <= 2 * available;
        if !fits {
            break;
        }
        kept += count;
    }
    words.truncate(kept);
}

/// A shape moved by an offset.
fn translated(mut draw: Draw, by: DVec2) -> Draw {
    match &mut draw {
        Draw::Fill { points, .. } | Draw::Line { points, .. } => points.iter_mut().for_each(|p| *p += by),
        Draw::Dot { at, .. } | Draw::Text { at, .. } => *at += by,
    }
    draw
}

/// Scale at which a tile of the size `tile` shows `extent`, points per meter.
fn scale(tile: DVec2, extent: DVec2) -> f64 {
    let inner = tile - 2.0 * PADDING - DVec2::new(0.0, CAPTION_HEIGHT);
    (inner / extent.max(DVec2::splat(MIN_EXTENT))).min_element()
}

/// Whether a mark is a tile itself, rather than content.
fn is_tile(mark: &Mark) -> bool {
    matches!(mark.form, Form::Tile { .. })
}

/// Whether `p` is in a drawing of `size` points.
fn is_in(p: DVec2, size: DVec2) -> bool {
    p.cmpge(DVec2::ZERO).all() && p.cmple(size).all()
}

#[cfg(test)]
mod tests;
