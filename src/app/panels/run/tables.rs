//! Panel with the tables of a sub-step, which list the candidates and tests that the algorithm compared. Columns keep
//! their widths within a run, and the heads stay visible while the rows scroll.

mod row_order;

use contact_lens_lesson::{Row, Table};
use egui::style::ScrollAnimation;
use egui::{Color32, FontId, Galley, Painter, Pos2, Rect, ScrollArea, Sense, Ui, pos2, vec2};

use self::row_order::RowOrder;
use super::step::{PADDING, ROW_HEIGHT, key_row};
use super::velocity_changes::{self, SelectedBody};
use crate::actions::clipboard_text;
use crate::actions::draggable_inputs;
use crate::command::{ClipboardCommand, Command, ExplanationCommand};
use crate::panels::draggable_value::{InputContext, PlacedText};
use crate::panels::glossary_tip::{self, Tip};
use crate::panels::icons::{self, ButtonState, Icon};
use crate::panels::{draggable_value, line_width, menu_entry, section};
use crate::state::State;
use crate::text::typeset;
use crate::theme::Look;

/// Number of rows above which a table has a filter field.
const MAX_UNFILTERED: usize = 12;

/// Minimum width of the filter field, points.
const MIN_FILTER_WIDTH: f32 = 56.0;

/// Maximum width of the filter field, points.
const MAX_FILTER_WIDTH: f32 = 96.0;

/// Height of the heads of columns, points.
const HEAD_HEIGHT: f32 = 17.0;

/// Minimum gap between columns, points.
const MIN_GAP: f32 = 8.0;

/// Maximum gap between columns, points.
const MAX_GAP: f32 = 28.0;

/// Maximum width of a table that a panel scrolls over, points.
const MAX_WIDTH: f32 = 2000.0;

/// Draws the tables of the beat.
pub(crate) fn show(ui: &mut Ui, state: &State) -> Vec<Command> {
    let mut out = Vec::new();
    let has_tables = state.beat().is_some_and(|beat| !beat.tables.is_empty());
    let selected = SelectedBody::of(state);
    let Some(beat) = state.beat().filter(|_| has_tables || selected.is_some()) else {
        let has_question = state.prediction.as_ref().is_some_and(|prediction| prediction.open.is_some());
        if state.recording.is_none() {
            crate::panels::no_answer(ui, state, "No tables");
        } else if has_question {
            let why = "The candidates of this step are shown after the question is answered.";
            crate::panels::empty_panel(ui, "A question is open", why);
        } else {
            crate::panels::empty_panel(ui, "No candidates", "This sub-step compares no candidates.");
        }
        return out;
    };
    // In a new beat, the first chosen row of the tables is scrolled into view, once.
    let memory = ui.make_persistent_id("seen");
    let mut has_scrolled = ui.data(|data| data.get_temp(memory)) == Some(state.revision);
    ui.data_mut(|data| data.insert_temp(memory, state.revision));
    ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        if let Some(selected) = &selected {
            velocity_changes::show(ui, state, selected, &mut out);
        }
        for table in &beat.tables {
            let id = ui.make_persistent_id(("reading", table.title));
            let stored_order: RowOrder = ui.data(|data| data.get_temp(id)).unwrap_or_default();
            let mut order = stored_order.clone();
            draw_heading(ui, table, &mut order, &mut out);
            out.extend(draw_rows(ui, state, table, &mut order, &mut has_scrolled));
            if order != stored_order {
                ui.data_mut(|data| data.insert_temp(id, order));
            }
        }
        ui.add_space(6.0);
    });
    out
}

/// Draws the title of a table, a button that copies it, and for many rows a field that filters them.
fn draw_heading(ui: &mut Ui, table: &Table, order: &mut RowOrder, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        section(ui, table.title);
        let name = format!("Copy “{}”", table.title);
        let button = icons::button(ui, Icon::Copy, &name, vec2(20.0, 18.0), ButtonState::NORMAL);
        if button.on_hover_text("Copy this table, to paste into a spreadsheet").clicked() {
            out.push(ClipboardCommand::Copy(clipboard_text::table_text(table), "the table").into());
        }
        let available = ui.available_width();
        let offers_filter = table.rows.len() > MAX_UNFILTERED && available > MIN_FILTER_WIDTH;
        // A filter in use stays visible, so that it can be removed.
        if offers_filter || !order.filter.is_empty() {
            let width = available.clamp(MIN_FILTER_WIDTH, MAX_FILTER_WIDTH);
            let field = egui::TextEdit::singleline(&mut order.filter).hint_text("filter").desired_width(width);
            let field = ui.add(field.font(egui::FontId::proportional(11.5)));
            let name = format!("Filter rows of “{}”", table.title);
            field.accessible_name(name).on_hover_text("Show only rows that contain this text");
        }
    });
}

/// Largest width of each column of a table in this run; columns never shrink while stepping.
#[derive(Clone, Default)]
struct Widths {
    run: MeasuredRun,
    /// Widths of the columns, points.
    columns: Vec<f32>,
    measured: MeasuredState,
}

/// Run whose columns are measured. A change of it resets the widths.
#[derive(Clone, Copy, Default, PartialEq)]
struct MeasuredRun {
    /// Index of the query.
    query: usize,
    /// Number of beats of the run.
    beats: usize,
}

/// State of the window at the last measurement. While it stays the same, so do the widths.
#[derive(Clone, Copy, Default, PartialEq)]
struct MeasuredState {
    /// Revision of everything that the views show.
    revision: u64,
    /// Pixels per point of the screen.
    pixels_per_point: f32,
}

/// Fonts of a table.
struct TableFonts {
    head: FontId,
    cell: FontId,
}

/// Widths of the columns, points, at least as large as before in the same run.
fn measure_widths(ui: &Ui, state: &State, table: &Table, fonts: &TableFonts) -> Vec<f32> {
    let look = Look::get(ui);
    let id = ui.scope_id().with(("widths", table.title));
    let beats = state.recording.as_ref().map_or(0, |recording| recording.beats());
    let run = MeasuredRun { query: state.focus.query, beats };
    let stored: Widths = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let measured = MeasuredState { revision: state.revision, pixels_per_point: ui.pixels_per_point() };
    let is_same_run = stored.run == run && stored.columns.len() == table.columns.len();
    if is_same_run && stored.measured == measured {
        return stored.columns;
    }
    let mut columns = if is_same_run { stored.columns } else { vec![0.0; table.columns.len()] };
    for (width, title) in columns.iter_mut().zip(&table.columns) {
        *width = width.max(line_width(ui, title, &fonts.head, look.weak));
    }
    for row in &table.rows {
        let ink = if row.chosen { look.strong } else { look.text };
        for (width, cell) in columns.iter_mut().zip(&row.cells) {
            *width = width.max(line_width(ui, cell, &fonts.cell, ink));
        }
    }
    ui.data_mut(|data| data.insert_temp(id, Widths { run, columns: columns.clone(), measured }));
    columns
}

/// Widths of a table's columns.
struct Columns {
    /// Width of each column, points.
    widths: Vec<f32>,
    /// Gap after each column, points.
    gap: f32,
}

impl Columns {
    /// Columns as wide as their contents, with gaps from [`MIN_GAP`] to [`MAX_GAP`] that fill the available width.
    fn of(ui: &mut Ui, state: &State, table: &Table, fonts: &TableFonts) -> Self {
        let widths = measure_widths(ui, state, table, fonts);
        let contents: f32 = widths.iter().sum();
        let spare = (ui.available_width() - 2.0 * PADDING - contents).max(MIN_GAP * widths.len() as f32);
        let gap = (spare / widths.len().max(1) as f32).min(MAX_GAP);
        let full_width = 2.0 * PADDING + contents + gap * widths.len() as f32;
        ui.set_min_width(full_width.min(MAX_WIDTH));
        Self { widths, gap }
    }

    /// Upper left corner of a text that is centered vertically in a line, in the column with this index.
    fn corner_in_line(&self, line: Rect, column: usize, galley: &Galley) -> Pos2 {
        let offset: f32 = self.widths[..column].iter().map(|width| width + self.gap).sum();
        pos2(line.left() + PADDING + offset, line.center().y - galley.size().y / 2.0)
    }

    /// Draws a line of cells.
    fn write<'a>(
        &self,
        painter: &Painter,
        line: Rect,
        cells: impl Iterator<Item = &'a str>,
        font: &FontId,
        ink: Color32,
    ) {
        let mut x = line.left() + PADDING;
        for (cell, width) in cells.zip(&self.widths) {
            let galley = painter.layout_job(typeset::line(cell, font, ink));
            painter.galley(pos2(x, line.center().y - galley.size().y / 2.0), galley, ink);
            x += width + self.gap;
        }
    }
}

/// Draws the rows below sticky heads. `has_scrolled` is whether a chosen row has already been scrolled into view.
fn draw_rows(ui: &mut Ui, state: &State, table: &Table, order: &mut RowOrder, has_scrolled: &mut bool) -> Vec<Command> {
    let mut out = Vec::new();
    let look = Look::get(ui);
    let fonts = TableFonts { head: FontId::proportional(11.0), cell: FontId::monospace(11.5) };
    let columns = Columns::of(ui, state, table, &fonts);
    ui.spacing_mut().item_spacing.y = 0.0;
    let (head, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEAD_HEIGHT), Sense::hover());
    let rows = order.rows(table);
    let clip = ui.clip_rect();
    // The heads stay visible above the rows, at most down to the last row.
    let last_top = head.top() + ROW_HEIGHT * rows.len().saturating_sub(1) as f32;
    let top = clip.top().clamp(head.top(), last_top.max(head.top()));
    let head = head.translate(vec2(0.0, top - head.top()));
    let painter = ui.painter().with_clip_rect(clip.with_min_y(clip.top().max(head.bottom())));
    let mut chosen_rects = Vec::new();
    for row in &rows {
        let name = row.texts().collect::<Vec<_>>().join(", ");
        let response = key_row(ui, state, row.key.as_ref(), row.chosen, &name, &mut out);
        if row.chosen {
            chosen_rects.push(response.rect);
        }
        if !ui.is_rect_visible(response.rect) {
            continue;
        }
        let ink = if row.chosen { look.strong } else { look.text };
        columns.write(&painter, response.rect, row.texts(), &fonts.cell, ink);
        if let Some((column, input)) = draggable_inputs::input_of_point_row(state, &table.columns, row) {
            let text = &row.cells[column];
            let galley = painter.layout_no_wrap(text.text.clone(), fonts.cell.clone(), ink);
            let corner = columns.corner_in_line(response.rect, column, &galley);
            let placed = PlacedText { galley: &galley, corner, first: 0, text };
            draggable_value::show(ui, InputContext::of_main_run(state), &input, placed);
        }
        response.context_menu(|ui| draw_menu(ui, table, row, &mut out));
    }
    if !*has_scrolled && !chosen_rects.is_empty() {
        *has_scrolled = true;
        scroll_to_chosen_row(ui, &chosen_rects, clip.with_min_y(clip.top().max(head.bottom())));
    }
    if rows.is_empty() {
        ui.weak(if !order.filter.trim().is_empty() {
            "No row contains this text."
        } else if state.request.shows_end_only {
            "Pause the frames to see the rows."
        } else {
            "The table has no rows at this sub-step."
        });
    }
    out.extend(draw_heads(ui, state, table, order, head, &columns, &fonts.head));
    out
}

/// Scrolls to the first of the chosen rows, unless the middle of one of them is in the visible part of the table,
/// `visible`.
fn scroll_to_chosen_row(ui: &Ui, chosen_rects: &[Rect], visible: Rect) {
    let Some(first) = chosen_rects.first() else { return };
    if chosen_rects.iter().any(|rect| visible.y_range().contains(rect.center().y)) {
        return;
    }
    // The heads cover a row above the target. The target is narrow, so that the table scrolls only vertically.
    let min = pos2(visible.left(), first.top() - HEAD_HEIGHT);
    let max = pos2(visible.left() + 1.0, first.bottom());
    ui.scroll_to_rect_animation(Rect::from_min_max(min, max), None, ScrollAnimation::none());
}

/// Draws the heads of the columns into `line`; a click sorts, and the tooltip explains the column. Returns the commands
/// of the tooltip.
fn draw_heads(
    ui: &Ui,
    state: &State,
    table: &Table,
    order: &mut RowOrder,
    line: Rect,
    columns: &Columns,
    font: &FontId,
) -> Vec<Command> {
    let mut out = Vec::new();
    let look = Look::get(ui);
    let painter = ui.painter();
    painter.rect_filled(line.with_max_x(line.right().max(ui.clip_rect().right())), 0.0, look.panel);
    columns.write(painter, line, table.columns.iter().copied(), font, look.weak);
    let mut x = line.left();
    for (column, (name, width)) in table.columns.iter().zip(&columns.widths).enumerate() {
        let place = Rect::from_min_size(pos2(x, line.top()), vec2(width + columns.gap, line.height()));
        x += width + columns.gap;
        let response = ui.interact(place, ui.scope_id().with(("head", table.title, column)), Sense::click());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Sort by {name}")));
        let sort = order.sort.filter(|sort| sort.index == column);
        if sort.is_some() || response.hovered() {
            let name_width = painter.layout_no_wrap((*name).to_owned(), font.clone(), look.weak).size().x;
            // The tip of the arrow is below its base, or above for an ascending order.
            let flip = if sort.is_some_and(|sort| sort.is_descending) { 1.0 } else { -1.0 };
            let ink = if sort.is_some() { look.accent } else { look.weak };
            let center = pos2(place.left() + 11.0 + name_width, line.center().y);
            let arrow = [(-3.0, -2.0), (3.0, -2.0), (0.0, 3.0)].map(|(x, y)| center + vec2(x, flip * y));
            painter.add(egui::Shape::convex_polygon(arrow.to_vec(), ink, egui::Stroke::NONE));
        }
        let action = "Click to sort by this column, again to reverse the order, a third time for the original order.";
        let tip = Tip { head: "", words: &[name, table.title], action };
        if glossary_tip::show(response, state, tip, &mut out).clicked() {
            order.change_by_click(column);
        }
    }
    out
}

/// Draws the context menu of a row.
fn draw_menu(ui: &mut Ui, table: &Table, row: &Row, out: &mut Vec<Command>) {
    if let Some(key) = &row.key {
        menu_entry(ui, "List the sub-steps that change this row", || ExplanationCommand::Ask(key.clone()).into(), out);
    }
    menu_entry(
        ui,
        "Copy this row",
        || ClipboardCommand::Copy(clipboard_text::row_text(&row.cells), "the row").into(),
        out,
    );
    menu_entry(
        ui,
        "Copy this table",
        || ClipboardCommand::Copy(clipboard_text::table_text(table), "the table").into(),
        out,
    );
    menu_entry(ui, "Copy the tables", || ClipboardCommand::CopyTables.into(), out);
}
