//! Figures: pages of a given size with panes, caption, key numbers and legend. A [`Figure`] holds the contents;
//! [`Figure::layout`] places them, and [`Figure::svg`] draws the page.

mod header;
mod legend;
mod name_place;
mod names;
mod panes;
mod reserve;

use glam::DVec2;

use header::Header;

use super::font::{self, Weight};
use super::marks::theme::{Rgba, word_color};
use super::page::caption::{Caption, Part};
use super::page::key_numbers::Columns;
use super::page::label::Memory;
use super::page::measures::{Area, MARGIN, SMALL};
use super::page::svg::Svg;
use super::page::{columns, frame_cells, key_numbers};
use super::view::legend::Samples;
use super::{Cells, KeyNumber, Marker, Pane, Role, Theme};
pub use names::with_origin_named;
pub use reserve::Reserve;

/// Gap between panes, points.
const GAP: f64 = 10.0;

/// Letter height of the caption, points.
const CAPTION_SIZE: f64 = 15.0;

/// Letter height of labels in panes, points.
pub(crate) const LABEL: f64 = 14.0;

/// Letter height of notes, points.
const NOTE_SIZE: f64 = SMALL + 1.0;

/// Gap between the panes and the legend, points.
const ABOVE_LEGEND: f64 = 10.0;

/// Line spacing of caption and notes, points.
const CAPTION_ROW: f64 = 21.0;

/// Gap above caption and notes, points.
const ABOVE_CAPTION: f64 = 12.0;

/// Gap above the key numbers, points.
const ABOVE_NUMBERS: f64 = 8.0;

/// Least height of the panes, as a share of the page's height. Caption and legend are clipped if they need more.
const MIN_PANES_SHARE: f64 = 0.3;

/// Height of the bar that shows the progress of the run, points.
const PROGRESS_BAR: f64 = 3.0;

/// Contents of one page.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Title, at the top left.
    pub title: String,
    /// Number and name of the step, at the top right.
    pub step: String,
    /// Outcome of the run, next to the step; `None` before the end of the run.
    pub outcome: Option<FigureOutcome>,
    /// Progress of the run, 0 to 1, as a bar along the page's lower edge; `None` for no bar.
    pub progress: Option<f64>,
    /// One or two sentences, below the legend and the cells.
    pub caption: Caption,
    /// Sentences that hold for all steps, in faint ink, below the caption.
    pub notes: Vec<String>,
    /// Key numbers of the step, at the bottom of the page; the first ones where not all fit.
    pub numbers: Vec<KeyNumber>,
    /// Outcome of each frame of a moving scene, as a row of cells below the legend; `None` for no cells.
    pub cells: Option<Cells>,
    /// Panes from left to right, stacked ones from top to bottom.
    pub panes: Vec<Pane>,
    /// Names in the legend that differ from [`Role::meaning`].
    pub names: Vec<(Role, String)>,
    pub theme: Theme,
    /// Width and height, points.
    pub size: [u32; 2],
    /// Whether the legend is drawn.
    pub legend: bool,
    /// Whether panes have axes and a scale bar in their corners.
    pub corners: bool,
    /// Legend entries, lines and columns reserved for other frames of an animation, so that nothing moves between them.
    pub reserve: Reserve,
    /// Names and values written into the file, such as the scene and the step.
    pub metadata: Vec<(String, String)>,
}

/// Outcome of a run, shown in the header: a word after a marker, both in the ink of a role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigureOutcome {
    /// Role that gives the ink.
    pub role: Role,
    /// Marker before the word, which distinguishes outcomes without relying on color.
    pub marker: Marker,
    pub word: String,
}

impl Default for Figure {
    fn default() -> Self {
        Self {
            title: String::new(),
            step: String::new(),
            outcome: None,
            progress: None,
            cells: None,
            caption: Caption::default(),
            notes: Vec::new(),
            numbers: Vec::new(),
            panes: Vec::new(),
            names: Vec::new(),
            theme: Theme::Dark,
            size: [1280, 640],
            legend: true,
            corners: true,
            reserve: Reserve::default(),
            metadata: Vec::new(),
        }
    }
}

/// Positions of everything on the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// Area of each pane.
    pub panes: Vec<Area>,
    header: Header,
    /// Number of lines of the header, at least those reserved.
    header_lines: usize,
    /// Top of the legend, points from the page's top.
    legend_at: f64,
    /// Number of lines of the legend, with the entries that other figures of the animation reserve.
    legend_rows: usize,
    /// Lines of the caption.
    caption: Vec<Vec<Part>>,
    /// Top of the caption, points.
    caption_at: f64,
    /// Lines of the notes.
    notes: Vec<String>,
    /// Top of the notes, points.
    notes_at: f64,
    /// Top of the row of cells, points.
    cells_at: f64,
    /// Top of the strip of key numbers, points.
    numbers_at: f64,
}

impl Figure {
    /// Computes the layout, so that cameras can be framed to the panes' aspect before the figure is drawn.
    pub fn layout(&self) -> Layout {
        let [width, height] = self.size.map(f64::from);
        let available = (width - 2.0 * MARGIN).max(1.0);
        let header = Header::of(self, available);
        let header_lines = header.lines().max(self.reserve.header_lines);
        let header_height = header::height(header_lines);
        let caption = self.caption.lines(CAPTION_SIZE, available);
        let caption_rows = caption.len().max(self.reserve.caption_lines) as f64;
        let planned_rows = self.planned_legend(available).rows;
        let legend_rows = if self.legend { planned_rows.max(self.reserve.legend_rows) } else { 0 };
        let legend_height = legend_rows as f64 * legend::ROW_HEIGHT + if legend_rows > 0 { ABOVE_LEGEND } else { 0.0 };
        let notes: Vec<String> =
            self.notes.iter().flat_map(|note| font::wrap(note, NOTE_SIZE, Weight::Regular, available)).collect();
        let rows = caption_rows + notes.len() as f64;
        let caption_height = rows * CAPTION_ROW + if rows > 0.0 { ABOVE_CAPTION } else { 0.0 };
        let cells_height = if self.cells.is_some() { frame_cells::HEIGHT } else { 0.0 };
        let numbers_height = if self.has_numbers() { self.number_columns().height(available) } else { 0.0 };
        let bottom = height - MARGIN - legend_height - caption_height - cells_height - numbers_height;
        let pane_height = (bottom - header_height).max(height * MIN_PANES_SHARE).max(1.0);
        let legend_at = header_height + pane_height + ABOVE_LEGEND;
        let cells_at = header_height + pane_height + legend_height + ABOVE_CAPTION;
        let caption_at = cells_at + cells_height;
        let notes_at = caption_at + caption_rows * CAPTION_ROW;
        let numbers_at = caption_at + rows * CAPTION_ROW + ABOVE_NUMBERS;
        let size = DVec2::new(available, pane_height);
        let panes = columns::lay_out_panes(&self.panes, DVec2::new(MARGIN, header_height), size, GAP);
        Layout {
            panes,
            header,
            header_lines,
            legend_at,
            legend_rows: planned_rows,
            caption,
            caption_at,
            notes,
            notes_at,
            cells_at,
            numbers_at,
        }
    }

    /// Whether the page has a strip of key numbers: it is high enough, and this or another figure of the run has
    /// numbers.
    fn has_numbers(&self) -> bool {
        !(self.numbers.is_empty() && self.reserve.numbers.is_empty())
            && f64::from(self.size[1]) >= key_numbers::MIN_PAGE_HEIGHT
    }

    /// Columns of the key numbers, including those of other figures of the run.
    fn number_columns(&self) -> Columns {
        let mut columns = Columns::for_numbers(&self.numbers);
        columns.join(&self.reserve.numbers);
        columns
    }

    /// Space that an animation of these figures must reserve in each.
    pub fn reserve_for(figures: &[Figure]) -> Reserve {
        let mut reserve = Reserve::default();
        for figure in figures {
            reserve.join(figure.own_reserve());
        }
        reserve
    }

    /// Space that this figure needs by itself, without the space that other figures have reserved in it.
    pub fn own_reserve(&self) -> Reserve {
        Reserve { samples: self.samples(), ..Figure { reserve: Reserve::default(), ..self.clone() }.used_space() }
    }

    /// Space that header, caption, legend and numbers take in the current layout; the legend's samples are empty.
    pub fn used_space(&self) -> Reserve {
        let layout = self.layout();
        Reserve {
            samples: Samples::new(),
            legend_rows: layout.legend_rows,
            header_lines: layout.header.lines(),
            caption_lines: layout.caption.len(),
            numbers: Columns::for_numbers(&self.numbers),
        }
    }

    /// The figure as SVG.
    pub fn svg(&self) -> String {
        self.svg_after(&mut Vec::new())
    }

    /// The figure as SVG, with labels in their slots of the previous step where these are free. `memories` has one
    /// entry per pane and is updated.
    pub fn svg_after(&self, memories: &mut Vec<Memory>) -> String {
        memories.resize_with(self.panes.len(), Memory::default);
        let layout = self.layout();
        let paper = self.theme.paper();
        let mut svg = Svg::new(self.size, &self.title, &self.caption.text(), &self.metadata);
        let page = DVec2::new(f64::from(self.size[0]), f64::from(self.size[1]));
        svg.rect(DVec2::ZERO, page, 0.0, paper.background, None);
        layout.header.draw(&mut svg, self, &paper);
        for ((pane, area), memory) in self.panes.iter().zip(&layout.panes).zip(memories) {
            self.draw_pane(&mut svg, pane, area, memory);
        }
        let available = page.x - 2.0 * MARGIN;
        let max_rows = layout.legend_rows.max(self.reserve.legend_rows);
        self.draw_legend(&mut svg, layout.legend_at, max_rows, available);
        if let Some(cells) = &self.cells {
            cells.draw(&mut svg, self.theme, layout.cells_at, available);
        }
        for (row, line) in layout.caption.iter().enumerate() {
            let at = DVec2::new(MARGIN, layout.caption_at + CAPTION_SIZE + row as f64 * CAPTION_ROW);
            self.draw_caption_line(&mut svg, at, line);
        }
        for (row, line) in layout.notes.iter().enumerate() {
            let at = DVec2::new(MARGIN, layout.notes_at + CAPTION_SIZE + row as f64 * CAPTION_ROW);
            svg.text(at, line, NOTE_SIZE, Weight::Regular, "start", paper.faint, None);
        }
        if self.has_numbers() {
            let columns = self.number_columns();
            key_numbers::draw(&mut svg, self.theme, &self.numbers, &columns, layout.numbers_at, available);
        }
        if let Some(share) = self.progress {
            let bar_size = DVec2::new(page.x, PROGRESS_BAR);
            svg.rect(page - bar_size, bar_size, 0.0, paper.hairline, None);
            let done_size = DVec2::new(page.x * share.clamp(0.0, 1.0), PROGRESS_BAR);
            svg.rect(DVec2::new(0.0, page.y - PROGRESS_BAR), done_size, 0.0, paper.faint, None);
        }
        svg.finish()
    }

    /// Draws a line of the caption with its base line at `at`, each part in the ink of its mark.
    fn draw_caption_line(&self, svg: &mut Svg, at: DVec2, line: &[Part]) {
        let paper = self.theme.paper();
        let parts: Vec<(&str, Rgba)> = line
            .iter()
            .map(|(part, role)| (part.as_str(), role.map_or(paper.text, |role| word_color(self.theme, role))))
            .collect();
        svg.sentence(at, &parts, CAPTION_SIZE);
    }
}
