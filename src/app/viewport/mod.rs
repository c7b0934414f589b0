//! Views of a lesson in the window. The GPU draws the marks of views in space; egui's painter draws labels and flat
//! views (lanes, plots, tiles, spheres). The mark under the pointer is found on the CPU.

mod arrays;
mod axes_and_grid;
mod backdrop_cache;
mod body_drag;
mod body_menu;
mod cached;
mod contact_menu;
mod direction;
mod dots;
mod drag_response;
mod empty_view;
mod flat_view;
mod gizmo;
mod gl;
mod gpu_callback;
mod gpu_marks;
mod inks;
mod input;
mod labels;
mod legend;
mod legend_history;
mod lines;
mod magnifier;
mod outline;
mod pane_point;
mod pen;
mod snap;

use std::collections::BTreeSet;

use contact_lens_lesson::{View, WORLD};
use contact_lens_picture::flat::TITLE;
use contact_lens_picture::font::with_hard_spaces;
use contact_lens_picture::page::label::{Memory, PlacedLabel};
use contact_lens_picture::view::ground::{self, GridLine};
use contact_lens_picture::view::legend::{Samples, samples_in};
use contact_lens_picture::{Key, Role, Theme, fit_patches, space};
use contact_lens_play as play;
use egui::{Painter, Rect, Response, Sense, Ui, vec2};
use glam::DVec2;

use self::axes_and_grid::GridInputs;
use self::backdrop_cache::{BackdropCache, MarksVersion, visible_beat_marks};
use self::cached::Cached;
use self::flat_view::FlatView;
use self::gpu_marks::GpuMarks;
use self::labels::{FixedWords, LabelInputs};
use self::magnifier::Magnifier;
use super::command::{Command, ViewCommand};
use super::state::State;
use super::theme::Look;
use super::view::hover::is_highlighted;

/// Height at the top of the pane that patches of planes leave free for the legend, points. It is fixed, so that patches
/// keep their size when the legend changes.
const LEGEND_HEIGHT: f64 = 44.0;

/// Least relative change of a pane's size that cameras follow.
const MIN_SIZE_CHANGE: f64 = 0.01;

/// Margin around the text of an empty view, points.
const TEXT_MARGIN: f32 = 16.0;

/// Space between the legend and an inset, points.
const LEGEND_GAP: f64 = 6.0;

/// Caches and drag state of one view. All caches can be rebuilt.
pub(super) struct Viewport {
    /// Index of the view among the lesson's views.
    index: usize,
    /// Static marks behind the beats.
    backdrop: BackdropCache,
    /// Lines of the ground grid.
    grid: Cached<GridInputs, Vec<GridLine>>,
    /// Content of the legend.
    legend: Cached<MarksVersion, LegendContent>,
    /// Arrays of the marks, and GPU resources.
    gpu_marks: GpuMarks,
    /// Places of the labels in the previous step, which they keep where possible.
    places: Memory,
    /// Labels and other words.
    words: Cached<LabelInputs, PlacedWords>,
    /// Next step with marks in this view, from 0, while it is empty; by revision.
    next_marks: Cached<u64, Option<usize>>,
    /// Inset that magnifies details too small to see.
    magnifier: Magnifier,
    /// Mark under the pointer.
    hit: input::Hit,
    /// Drawing of the view where it is flat: lanes, plots, tiles, spheres.
    flat_view: FlatView,
    /// Current drag of a handle of the selected body or frustum; `None` without one.
    gizmo_drag: Option<gizmo::GizmoDrag>,
    /// Current drag of the tip of a direction; `None` without one.
    direction_drag: Option<direction::DirectionDrag>,
}

/// Content of the legend.
struct LegendContent {
    /// Samples of the roles in the legend.
    samples: Samples,
    /// Roles whose marks the legend can hide.
    layers: BTreeSet<Role>,
}

/// Words of the view at their places.
struct PlacedWords {
    /// Words at fixed positions, such as numbers in dots.
    fixed: FixedWords,
    labels: Vec<PlacedLabel>,
}

impl Viewport {
    /// View with empty caches.
    pub fn new(index: usize) -> Self {
        Self {
            index,
            backdrop: BackdropCache::default(),
            grid: Cached::default(),
            legend: Cached::default(),
            gpu_marks: GpuMarks::default(),
            places: Memory::default(),
            words: Cached::default(),
            next_marks: Cached::default(),
            magnifier: Magnifier::default(),
            hit: input::Hit::default(),
            flat_view: FlatView::default(),
            gizmo_drag: None,
            direction_drag: None,
        }
    }

    /// Frees all GPU resources. The GL context must be current.
    pub fn destroy(&self) {
        self.gpu_marks.destroy();
    }

    /// Error message of the GPU; `None` while it can draw, and before the first paint.
    pub fn gpu_error(&self) -> Option<String> {
        self.gpu_marks.gpu_error()
    }

    /// Draws the view into the available space of `ui`; without a recording, the reason. Returns the commands of the
    /// pointer.
    pub fn show(&mut self, ui: &mut Ui, state: &State) -> Vec<Command> {
        let Some(view) = state.views().get(self.index) else { return Vec::new() };
        let look = Look::get(ui);
        let paper = look.theme().paper();
        let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, format!("{} view", view.heading())));
        ui.painter().rect_filled(rect, 0.0, Look::to_egui_color(paper.pane));
        if state.recording.is_none() {
            draw_absence(ui, rect, state);
            return Vec::new();
        }
        self.backdrop.refresh(state, view.id);
        let mut out = Vec::new();
        let size = pane_size(rect);
        let relative_change = (size / state.view_cameras.view_camera(view.id).size - 1.0).abs().max_element();
        // A pane of at most one point is collapsed.
        if size.cmpgt(DVec2::ONE).all() && relative_change > MIN_SIZE_CHANGE {
            out.push(ViewCommand::Size(view.id, size).into());
        }
        if !view.kind.has_ground() && self.backdrop.marks(state, view.id).next().is_none() {
            let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(rect.shrink(TEXT_MARGIN)));
            let next = *self.next_marks.get(state.revision, |_| empty_view::next_step_with_marks(state, view.id));
            empty_view::show(&mut inside, next);
        } else if view.kind.has_ground() {
            out.extend(self.show_space(ui, &response, state, view, look));
        } else {
            out.extend(self.flat_view.show(ui, &response, state, view, &self.backdrop));
        }
        if state.active_view == view.id {
            let line = Rect::from_min_size(rect.min, vec2(rect.width(), 2.0));
            ui.painter().rect_filled(line, 0.0, look.accent.gamma_multiply(0.8));
        }
        if response.hovered() {
            show_hint(&response, state);
        }
        out
    }

    /// Draws a view with ground, axes and handles.
    fn show_space(&mut self, ui: &Ui, response: &Response, state: &State, view: &View, look: Look) -> Vec<Command> {
        let rect = response.rect;
        let theme = look.theme();
        let mut out = Vec::new();
        let mut top = TITLE;
        let camera = state.camera(view.id);
        let painter = ui.painter_at(rect);
        let inputs = GridInputs { camera: *camera, height: self.backdrop.ground, pane_size: pane_size(rect) };
        let lines = self.grid.get(inputs, |inputs| ground::grid(&inputs.camera, inputs.height, inputs.pane_size));
        axes_and_grid::draw_grid(&painter, rect, lines, theme);
        self.gpu_marks.draw(ui, rect, state, view, &self.backdrop, look);
        let mut blocked = vec![
            axes_and_grid::draw_triad(&painter, rect, camera, theme),
            axes_and_grid::draw_scale_bar(&painter, rect, camera, theme),
        ];
        if let Some(legend) = self.show_legend(ui, rect, state, view, &mut out) {
            top = f64::from(legend.bottom() - rect.top()) + LEGEND_GAP;
            blocked.push(legend);
        }
        if view.id == WORLD {
            outline::show(&painter, rect, state, self.backdrop.marks(state, view.id), look);
        }
        let inset = self.magnifier.show(&painter, rect, top, state, view, &self.backdrop);
        out.extend(inset.and_then(|inset| magnifier::close_button(ui, inset)));
        blocked.extend(inset);
        let on_draggable_part = self.show_draggable_parts(ui, response, state, view, theme, &mut out);
        if state.prefs.labels {
            self.draw_labels(&painter, rect, state, view, blocked);
        }
        if !on_draggable_part {
            let marks = self.backdrop.marks(state, view.id);
            out.extend(input::handle_pointer(ui, response, state, view.id, marks, &mut self.hit));
        }
        if let Some(why) = self.gpu_error() {
            painter.text(rect.center(), egui::Align2::CENTER_CENTER, why, egui::FontId::proportional(13.0), look.bad);
        }
        out
    }

    /// Draws the legend, if it is enabled. Returns its rectangle; `None` without one.
    fn show_legend(&mut self, ui: &Ui, rect: Rect, state: &State, view: &View, out: &mut Vec<Command>) -> Option<Rect> {
        let backdrop = &self.backdrop;
        let legend = if state.prefs.legend {
            let LegendContent { samples, layers } = self.legend.get(backdrop.marks_version(state), |_| {
                let marks = backdrop.marks_of_all_layers(state, view.id, true);
                LegendContent { samples: samples_in(view.kind, marks.clone()), layers: legend::layers_of_marks(marks) }
            });
            let names = names(state);
            let listing = legend::Listing { samples, names: &names };
            legend::show(ui, state, view, rect, listing, layers, out)
        } else {
            None
        };
        // The views drawn next do not repeat the entries of this legend.
        if self.index == 0 {
            legend_history::store_first_legend(ui, legend.is_some());
        }
        legend
    }

    /// Draws the draggable parts and handles their drags: handles, the tip of a direction, bodies of a running world.
    /// Shows the context menu of contacts. Returns whether the pointer is on a draggable part.
    fn show_draggable_parts(
        &mut self,
        ui: &Ui,
        response: &Response,
        state: &State,
        view: &View,
        theme: Theme,
        out: &mut Vec<Command>,
    ) -> bool {
        if view.id == WORLD {
            out.extend(contact_menu::show(ui, response, state, state.camera(view.id)));
            let handles = gizmo::show(ui, response, state, &mut self.gizmo_drag, theme);
            out.extend(handles.commands);
            if handles.has_pointer {
                return true;
            }
        }
        let marks = visible_beat_marks(state, view.id);
        let tip = direction::show(ui, response, state, view.id, marks, &mut self.direction_drag);
        out.extend(tip.commands);
        if tip.has_pointer || view.id != WORLD {
            return tip.has_pointer;
        }
        let body = body_drag::show(ui, response, state, self.backdrop.marks(state, view.id));
        out.extend(body.commands);
        body.has_pointer
    }

    /// Draws the labels. Their places are recomputed only when an input has changed.
    fn draw_labels(&mut self, painter: &Painter, rect: Rect, state: &State, view: &View, blocked: Vec<Rect>) {
        let camera = *state.camera(view.id);
        let look = Look::of(state.prefs.dark);
        let inputs = LabelInputs { revision: state.revision, dark: look.dark, camera, rect, blocked };
        let PlacedWords { fixed, labels } = self.words.get(inputs, |inputs| {
            let mut picture = self.backdrop.picture(state, view.id);
            fit_patches(&mut picture, &camera, pane_size(rect), patch_top(state));
            let mut flat = space::words(&picture, &camera, pane_size(rect), look.theme());
            if let Some(inset) = self.magnifier.inset() {
                inset.remove_shown_words(&mut flat);
            }
            let labels = labels::place(painter, rect, &picture, &flat, &inputs.blocked, look.theme(), &mut self.places);
            PlacedWords { fixed: FixedWords::of(&picture, flat), labels }
        });
        fixed.draw(painter, rect, look.theme());
        labels::draw(painter, rect, labels, look.theme(), &|key: &Key| is_highlighted(state.hover.as_ref(), key));
    }
}

/// Draws the reason why there is no picture into the pane `rect`.
fn draw_absence(ui: &mut Ui, rect: Rect, state: &State) {
    let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(rect.shrink(TEXT_MARGIN)));
    let refusal = state.refusal.as_ref().map(super::panels::refusal_text);
    let (title, why) = match (&refusal, state.run_progress) {
        (_, Some(_)) => ("Computing…", "The first picture appears with the answer."),
        (Some(refusal), None) => ("Nothing to show", refusal.as_str()),
        (None, None) => ("Nothing to show", "The scene has no query. Add one in the scene panel."),
    };
    super::panels::empty_panel(&mut inside, title, why);
}

/// Shows the lesson's hint about the mark under the pointer, if there is one, as a tooltip.
fn show_hint(response: &Response, state: &State) {
    let Some(recording) = &state.recording else { return };
    let Some(key) = &state.hover else { return };
    if let Some(hint) = recording.lesson.hint(key) {
        egui::Tooltip::for_widget(response).at_pointer().gap(14.0).show(|ui| {
            ui.set_max_width(320.0);
            ui.label(with_hard_spaces(&hint.say));
        });
    }
}

/// Names of roles in this lesson, for the legend; other roles have their usual meaning as name.
fn names(state: &State) -> Vec<(Role, String)> {
    let Some(query) = state.query() else { return Vec::new() };
    let Some(recording) = &state.recording else { return Vec::new() };
    play::role_names(&query.ask, recording.lesson.as_ref(), state.beat())
}

/// Height at the top of the pane that patches of planes leave free, points.
fn patch_top(state: &State) -> f64 {
    if state.prefs.legend { LEGEND_HEIGHT } else { 0.0 }
}

/// Width and height of a pane, points.
fn pane_size(rect: Rect) -> DVec2 {
    DVec2::new(f64::from(rect.width()), f64::from(rect.height()))
}
