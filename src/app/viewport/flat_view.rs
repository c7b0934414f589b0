//! Flat views: lanes (number lines), plots, tiles, and the sphere of directions. They are drawn from the same lists of
//! fills, lines, dots and words as figures.

use std::borrow::Cow;
use std::collections::BTreeSet;

use contact_lens_lesson::{View, ViewKind};
use contact_lens_picture::flat::Flat;
use contact_lens_picture::page::label::{Memory, PlacedLabel};
use contact_lens_picture::pick::pick_flat;
use contact_lens_picture::view::legend::{Samples, samples_in};
use contact_lens_picture::{Camera, Form, Key, LaneMap, Picture, Role, flatten};
use egui::{PointerButton, Rect, Response, Ui};

use super::backdrop_cache::{BackdropCache, MarksVersion};
use super::cached::Cached;
use super::input::{self, MAX_DISTANCE, MAX_ZOOM_STEP, MIN_DISTANCE, ORBIT_PER_POINT, ZOOM_PER_POINT};
use super::labels;
use super::legend_history::LegendHistory;
use super::magnifier::{FlatInputs, Magnifier, close_button};
use super::pane_point::to_pane_point;
use super::pen::Pen;
use super::{legend, legend_history, names, pane_size};
use crate::command::{Command, SelectCommand, TimeCommand, ViewCommand};
use crate::state::State;
use crate::theme::Look;
use crate::view::hover::is_highlighted;

/// Minimum space above the drawing, points.
const TOP_MARGIN: f64 = 12.0;

/// Space between the legend and the drawing, points.
const LEGEND_GAP: f64 = 6.0;

/// Additional space for the heads of columns, points.
const COLUMN_HEADS: f64 = 16.0;

/// Tolerance of the pointer around the line of the selected time, points.
const TOLERANCE: f32 = 7.0;

/// Scroll distance that moves tiles by one row, points.
const SCROLL_PER_ROW: f64 = 50.0;

/// Maximum number of rows of tiles to scroll, up or down.
const MAX_ROWS: f64 = 40.0;

/// Everything that the content of the legend depends on.
#[derive(Clone, Copy, PartialEq)]
struct LegendInputs {
    /// Version of the marks.
    version: MarksVersion,
    /// Whether the view omits the entries of the first view's legend.
    omits_first_legend: bool,
}

/// Content of the legend.
struct LegendContent {
    /// Samples of the current beat.
    current: Samples,
    /// Samples of the legends that were shown in this run, as kept by [`LegendHistory`].
    shown_in_run: Vec<Samples>,
    /// Roles whose marks can be hidden as a layer.
    layers: BTreeSet<Role>,
}

/// Marks of a view and their flat drawing.
struct FlatDrawing {
    picture: Picture,
    flat: Flat,
}

/// Space of the legend of a flat view.
struct LegendSpace {
    /// Rectangle of the legend on the screen, points; `None` without one.
    rect: Option<Rect>,
    /// Height that the drawing leaves free at the top of the pane, points.
    top: f64,
}

/// Cached drawing of one view.
#[derive(Default)]
pub(super) struct FlatView {
    /// Drawing of the current beat.
    drawing: Cached<FlatInputs, FlatDrawing>,
    /// Legends that were shown in this run.
    history: LegendHistory,
    /// Content of the legend.
    legend: Cached<LegendInputs, LegendContent>,
    /// Places of the labels in the previous step, which they keep where possible.
    places: Memory,
    /// Placed labels, by inputs of the drawing and rectangles that they avoid.
    labels: Cached<(FlatInputs, Vec<Rect>), Vec<PlacedLabel>>,
    /// Inset with the far side of a sphere.
    magnifier: Magnifier,
    /// Whether the line of the selected time is being dragged.
    is_time_dragged: bool,
}

impl FlatView {
    /// Draws the view and returns the pointer's commands.
    pub fn show(
        &mut self,
        ui: &Ui,
        response: &Response,
        state: &State,
        view: &View,
        backdrop: &BackdropCache,
    ) -> Vec<Command> {
        let rect = response.rect;
        let look = Look::of(state.prefs.dark);
        let painter = ui.painter_at(rect);
        let theme = look.theme();
        let mut out = Vec::new();
        let LegendSpace { rect: legend_rect, top } = self.show_legend(ui, rect, state, view, backdrop, &mut out);
        let mut blocked: Vec<Rect> = legend_rect.into_iter().collect();
        let camera = *state.camera(view.id);
        let size = pane_size(rect);
        let inputs = FlatInputs { version: backdrop.marks_version(state), dark: look.dark, camera, size, top };
        let FlatDrawing { picture, flat } = self.drawing.get(inputs.clone(), |_| {
            let picture = backdrop.picture(state, view.id);
            let flat = flatten(view.kind, &picture, &camera, size, theme, top);
            FlatDrawing { picture, flat }
        });
        let is_highlighted: &dyn Fn(&Key) -> bool = &|key| is_highlighted(state.hover.as_ref(), key);
        Pen { painter: &painter, corner: rect.min }.draw_all(flat, picture, is_highlighted);
        if view.kind == ViewKind::Sphere {
            let inset = self.magnifier.show(&painter, rect, top, state, view, backdrop);
            out.extend(inset.and_then(|inset| close_button(ui, inset)));
            blocked.extend(inset);
        }
        if state.prefs.labels {
            let inset = self.magnifier.inset().filter(|_| view.kind == ViewKind::Sphere);
            let placed = self.labels.get((inputs, blocked), |(_, blocked)| {
                let mut flat = Cow::Borrowed(flat);
                if let Some(inset) = inset {
                    inset.remove_shown_words(flat.to_mut());
                }
                labels::place(&painter, rect, picture, &flat, blocked, theme, &mut self.places)
            });
            labels::draw(&painter, rect, placed, theme, is_highlighted);
        }
        let map = (view.kind == ViewKind::Lanes).then(|| LaneMap::of(&picture.marks, &camera, size, top));
        if let Some(map) = map
            && let Some(selected_time) = state.moment_on(view.id)
        {
            let new_time = drag_moment(ui, response, map, selected_time, &mut self.is_time_dragged);
            out.extend(new_time.map(|time| TimeCommand::SetMoment(time).into()));
        }
        let is_fixed = self.is_time_dragged || view.kind == ViewKind::Chart;
        let moved_camera = if is_fixed { camera } else { move_camera(ui, response, camera, view.kind, map) };
        if moved_camera != camera {
            out.push(ViewCommand::Camera(view.id, moved_camera).into());
        }
        out.extend(hover_command(response, flat, picture));
        out.extend(click_commands(response, state, view));
        out
    }

    /// Draws the legend and appends the commands of its entries to `out`. The space at the top is that of the tallest
    /// legend in the history, so that it rarely changes.
    fn show_legend(
        &mut self,
        ui: &Ui,
        rect: Rect,
        state: &State,
        view: &View,
        backdrop: &BackdropCache,
        out: &mut Vec<Command>,
    ) -> LegendSpace {
        let no_legend = LegendSpace { rect: None, top: TOP_MARGIN };
        if !state.prefs.legend {
            return no_legend;
        }
        let painter = &ui.painter_at(rect);
        let history = &mut self.history;
        let omits_first_legend = legend_history::omits_first_legend(ui, state, view);
        let inputs = LegendInputs { version: backdrop.marks_version(state), omits_first_legend };
        let content = self.legend.get(inputs, |_| {
            let current = legend_samples(state, view, backdrop, omits_first_legend, true);
            // Marks that the lesson adds for the mark under the pointer do not change the layout.
            let without_linked = legend_samples(state, view, backdrop, omits_first_legend, false);
            history.update(state, view, omits_first_legend, &without_linked);
            let layers = legend::layers_of_marks(backdrop.marks_of_all_layers(state, view.id, true));
            LegendContent { current, shown_in_run: history.legends().to_vec(), layers }
        });
        let names = names(state);
        let theme = Look::of(state.prefs.dark).theme();
        let has_columns = backdrop.marks(state, view.id).any(|mark| matches!(mark.form, Form::Columns { .. }));
        let heads = if has_columns { COLUMN_HEADS } else { 0.0 };
        let mut top = TOP_MARGIN;
        for samples in &content.shown_in_run {
            let listing = legend::Listing { samples, names: &names };
            match legend::legend_height(painter, rect, listing, theme) {
                // A legend without enough space in one step is hidden in all, so that the drawing does not jump.
                None => return no_legend,
                // A legend without entries takes no space.
                Some(0.0) => {}
                Some(height) => top = top.max(f64::from(height) + LEGEND_GAP + heads),
            }
        }
        let listing = legend::Listing { samples: &content.current, names: &names };
        let legend_rect = legend::show(ui, state, view, rect, listing, &content.layers, out);
        LegendSpace { rect: legend_rect, top }
    }
}

/// Samples that the legend of a view lists for the current beat. The marks that the lesson draws for the mark under the
/// pointer count only if `with_linked`. `omits_first_legend` is whether entries of the first view's legend are omitted.
fn legend_samples(
    state: &State,
    view: &View,
    backdrop: &BackdropCache,
    omits_first_legend: bool,
    with_linked: bool,
) -> Samples {
    let samples = samples_in(view.kind, backdrop.marks_of_all_layers(state, view.id, with_linked));
    legend_history::without_first_legend(state, view, samples, omits_first_legend, |first| {
        legend_history::samples_of_first(state, first)
    })
}

/// Command that highlights the mark under the pointer; `None` during a drag and where no mark is.
fn hover_command(response: &Response, flat: &Flat, picture: &Picture) -> Option<Command> {
    let pointer = response.hover_pos().filter(|_| !response.dragged())?;
    let hit = pick_flat(flat, &picture.marks, to_pane_point(response.rect, pointer));
    hit.map(|key| Command::Select(SelectCommand::Hover(Some(key.clone()))))
}

/// Commands of a click on the view.
fn click_commands(response: &Response, state: &State, view: &View) -> Vec<Command> {
    let mut out = Vec::new();
    out.extend(input::explanation_command(response, state));
    if response.clicked() {
        out.push(ViewCommand::Focus(view.id).into());
    }
    if response.double_clicked() {
        out.extend([Command::View(ViewCommand::Focus(view.id)), Command::View(ViewCommand::FrameSelection)]);
    }
    out.extend(input::answer_command(state).filter(|_| response.clicked()));
    out
}

/// Handles a drag of the line of the selected time, seconds, along the values of lanes. Returns the new time, seconds;
/// `None` without a drag. `is_held` keeps between frames whether the line is being dragged.
fn drag_moment(ui: &Ui, response: &Response, map: LaneMap, selected_time: f64, is_held: &mut bool) -> Option<f64> {
    let line = response.rect.left() + map.x(selected_time) as f32;
    let near = line - TOLERANCE..=line + TOLERANCE;
    if response.drag_started_by(PointerButton::Primary) {
        *is_held = ui.input(|input| input.pointer.press_origin()).is_some_and(|p| near.contains(&p.x));
    }
    if *is_held || response.hover_pos().is_some_and(|p| near.contains(&p.x)) {
        ui.set_cursor_icon(egui::CursorIcon::ResizeHorizontal);
    }
    let pointer = response.interact_pointer_pos().filter(|_| *is_held && response.dragged());
    if response.drag_stopped() {
        *is_held = false;
    }
    pointer.map(|p| map.value(f64::from(p.x - response.rect.left())))
}

/// Returns the camera after scrolling rows of tiles by the wheel or a drag. The y coordinate of the camera's target is
/// the number of rows scrolled from the newest tile.
fn scroll_tiles(ui: &Ui, response: &Response, mut camera: Camera) -> Camera {
    let wheel = if response.hovered() { ui.input(|input| input.smooth_scroll_delta().y) } else { 0.0 };
    let rows = f64::from(wheel + response.drag_delta().y) / SCROLL_PER_ROW;
    camera.target.y = (camera.target.y - rows).clamp(-MAX_ROWS, MAX_ROWS);
    camera
}

/// Returns the camera after this frame's pointer input: pan and zoom along the values of lanes (with their `map`),
/// orbit and zoom of a sphere, scrolling of tiles.
fn move_camera(ui: &Ui, response: &Response, mut camera: Camera, kind: ViewKind, map: Option<LaneMap>) -> Camera {
    if kind == ViewKind::Tiles {
        return scroll_tiles(ui, response, camera);
    }
    let drag = response.drag_delta();
    let buttons = [PointerButton::Primary, PointerButton::Middle, PointerButton::Secondary];
    if buttons.into_iter().any(|button| response.dragged_by(button)) {
        if let Some(map) = map {
            camera.target.x -= map.value(f64::from(drag.x)) - map.value(0.0);
        } else {
            let quarter = std::f64::consts::FRAC_PI_2;
            camera.azimuth -= f64::from(drag.x) * ORBIT_PER_POINT;
            camera.elevation = (camera.elevation + f64::from(drag.y) * ORBIT_PER_POINT).clamp(-quarter, quarter);
        }
    }
    let Some(pointer) = response.hover_pos() else { return camera };
    let scroll = ui.input(|input| input.smooth_scroll_delta().y);
    let pinch = ui.input(|input| input.zoom_delta());
    let factor = (-f64::from(scroll) * ZOOM_PER_POINT).exp() / f64::from(pinch);
    let factor = factor.clamp(1.0 / MAX_ZOOM_STEP, MAX_ZOOM_STEP);
    if factor != 1.0 {
        let distance = (camera.distance * factor).clamp(MIN_DISTANCE, MAX_DISTANCE);
        if let Some(map) = map {
            // The value under the pointer stays under it.
            let fixed = map.value(f64::from(pointer.x - response.rect.left()));
            camera.target.x = fixed + (camera.target.x - fixed) * distance / camera.distance;
        }
        camera.distance = distance;
    }
    camera
}
