//! Layout of the docked panels: selects the tree of panels for the window's size and the lesson's views, and draws the
//! tabs and the panel in each slot.

mod trees;

use contact_lens_lesson::{View, ViewKind, WORLD};
use egui::{Color32, Margin, RichText, Stroke, Ui, Visuals, WidgetText};
use egui_tiles::{Behavior, SimplificationOptions, TabState, Tile, TileId, Tiles, Tree, UiResponse};

use self::trees::{Trees, ViewShares, insert_grid, insert_rows, set_view_shares, tree_of_pane};
use crate::actions::registry::tooltip;
use crate::command::{Command, MAX_VIEWS, SelectCommand, Slot, Tool, ViewCommand, WindowCommand};
use crate::panels::glossary_tip::{self, Tip};
use crate::panels::icons::{self, ButtonState, Icon};
use crate::panels::run::{breakpoints, listing, plot, step, tables};
use crate::panels::scene;
use crate::state::State;
use crate::theme::Look;
use crate::viewport::Viewport;

/// Width of the docked panels below which they are in two columns, points. Three columns would be too narrow for the
/// fields of a body.
const NARROW: f32 = 1120.0;

/// Height of the panels below which a view of many rows does not fit above other panels in a column, points.
const LOW: f32 = 740.0;

/// Size of a button over a view, points.
const BUTTON_SIZE: egui::Vec2 = egui::vec2(24.0, 20.0);

/// Trees of panels, by arrangement of the views.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Layout {
    /// First view on the left, all others in a grid next to it; the usual arrangement.
    #[serde(rename = "beside")]
    grid: Trees,
    /// Second view at full height, for lessons with many rows of numbers.
    rows: Trees,
    /// Arrangement for low windows with a view of many rows: the panels that are otherwise below all views are below
    /// the first one only.
    low: Trees,
    /// Pane that fills the window, or the last one that did; `None` before the first one.
    #[serde(skip)]
    filled: Option<FilledPane>,
    /// Panels shown in the last frame.
    #[serde(skip)]
    shown: OptionalPanels,
    /// Kinds of the views in the last frame.
    #[serde(skip)]
    kinds: Vec<ViewKind>,
}

/// A pane that fills the window.
#[derive(Clone, Debug)]
struct FilledPane {
    slot: Slot,
    /// Tree with this pane only.
    tree: Tree<Slot>,
}

/// Visibility of the panels that are not always shown.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct OptionalPanels {
    /// Whether the source code is shown.
    code: bool,
    /// Whether the plot of the run is shown.
    plot: bool,
    /// Whether the tables are shown. A run without any leaves their space to the plot.
    tables: bool,
}

impl OptionalPanels {
    /// Whether a slot has content in a lesson with `views` views.
    fn has_content(self, slot: &Slot, views: usize) -> bool {
        match slot {
            Slot::View(index) => *index < views,
            Slot::Code => self.code,
            Slot::Plot => self.plot,
            Slot::Tables => self.tables,
            Slot::Scene | Slot::Algorithm | Slot::Step | Slot::Breakpoints => true,
        }
    }
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            grid: Trees::new("beside", insert_grid, ViewShares { wide: 0.67, narrow: 0.62 }),
            rows: Trees::new("rows", insert_rows, ViewShares { wide: 0.76, narrow: 0.76 }),
            low: Trees::low(0.62),
            filled: None,
            shown: OptionalPanels { code: false, plot: true, tables: true },
            kinds: Vec::new(),
        }
    }
}

impl Layout {
    /// Whether every panel occurs once, which fails for layouts of other versions.
    pub(crate) fn is_sound(&self) -> bool {
        [&self.grid, &self.rows, &self.low].into_iter().all(Trees::are_sound)
    }

    /// Brings a panel to the front of its tabs.
    pub(crate) fn reveal(&mut self, slot: Slot) {
        for tree in self.trees() {
            tree.make_active(|_, tile| matches!(tile, Tile::Pane(other) if *other == slot));
        }
    }

    /// Trees of all arrangements and window sizes.
    fn trees(&mut self) -> impl Iterator<Item = &mut Tree<Slot>> {
        [&mut self.grid, &mut self.rows, &mut self.low].into_iter().flat_map(Trees::all)
    }

    /// Draws the docked panels, or the pane that fills the window.
    pub(crate) fn show(&mut self, ui: &mut Ui, dock: &mut Dock<'_>) {
        let shown = self.update_visibility(dock.state);
        let pane_layout = dock.state.pane_layout;
        let views = dock.state.views().len();
        if let Some(slot) = pane_layout.filled.filter(|slot| shown.has_content(slot, views)) {
            return self.tree_of_filled(slot).ui(dock, ui);
        }
        let is_low = ui.available_height() < LOW;
        let has_tall_view = dock.state.views().iter().any(|view| view.tall);
        let trees = if matches!(self.kinds[..], [_, ViewKind::Lanes, ViewKind::Lanes]) {
            &mut self.rows
        } else if is_low && has_tall_view && (2..=3).contains(&views) {
            &mut self.low
        } else {
            &mut self.grid
        };
        let tree = if pane_layout.is_presenting {
            &mut trees.presentation
        } else if ui.available_width() < NARROW {
            &mut trees.narrow
        } else {
            &mut trees.wide
        };
        tree.ui(dock, ui);
    }

    /// Shows the panels that have content, hides the others, and adapts the shares to the kinds of the views. Returns
    /// the visibility of the optional panels.
    fn update_visibility(&mut self, state: &State) -> OptionalPanels {
        // A lesson without a plot shows the code in its place.
        let has_plot = state.recording.as_ref().is_none_or(|recording| !recording.lesson.card().series.is_empty());
        // While frames play, the tables are not known.
        let is_run_known = !state.request.shows_end_only;
        let has_tables = match &state.recording {
            Some(recording) if is_run_known => recording.has_tables(),
            Some(_) | None => self.shown.tables,
        };
        let shown = OptionalPanels { code: state.prefs.code || !has_plot, plot: has_plot, tables: has_tables };
        let count = state.views().len();
        for tree in self.trees() {
            for index in 0..MAX_VIEWS {
                set_slot_visible(tree, Slot::View(index), index < count);
            }
            set_slot_visible(tree, Slot::Code, shown.code);
            set_slot_visible(tree, Slot::Plot, shown.plot);
            set_slot_visible(tree, Slot::Tables, shown.tables);
        }
        let is_tab_changed = shown.code != self.shown.code || shown.plot != self.shown.plot;
        self.shown = shown;
        if is_tab_changed {
            self.reveal(if shown.code { Slot::Code } else { Slot::Plot });
        }
        let kinds: Vec<ViewKind> = state.views().iter().map(|view| view.kind).collect();
        if kinds != self.kinds {
            for tree in self.trees() {
                set_view_shares(tree, &kinds);
            }
            self.kinds = kinds;
        }
        shown
    }

    /// Tree of the pane that fills the window.
    fn tree_of_filled(&mut self, slot: Slot) -> &mut Tree<Slot> {
        let last = self.filled.take().filter(|filled| filled.slot == slot);
        let filled = last.unwrap_or_else(|| FilledPane { slot, tree: tree_of_pane(slot) });
        &mut self.filled.insert(filled).tree
    }
}

/// Shows or hides the pane of a slot, if the tree has one.
fn set_slot_visible(tree: &mut Tree<Slot>, slot: Slot, is_visible: bool) {
    if let Some(tile) = tree.tiles.find_pane(&slot) {
        tree.set_visible(tile, is_visible);
    }
}

/// A button over a view.
struct ViewButton {
    icon: Icon,
    /// Name for screen readers and tests, without that of the view.
    name: &'static str,
    /// Whether the button is highlighted.
    is_on: bool,
    /// Command of a click.
    command: Command,
}

impl ViewButton {
    /// Button that sends `command` when clicked.
    fn new(icon: Icon, name: &'static str, is_on: bool, command: impl Into<Command>) -> Self {
        Self { icon, name, is_on, command: command.into() }
    }
}

/// Inputs of the panels, and the commands they return.
pub(crate) struct Dock<'a> {
    pub state: &'a State,
    pub viewports: &'a mut [Viewport; MAX_VIEWS],
    pub out: Vec<Command>,
    pub look: Look,
}

impl Dock<'_> {
    /// View in a slot; `None` if the slot is a panel or empty.
    fn view(&self, slot: &Slot) -> Option<&'static View> {
        match slot {
            Slot::View(index) => self.state.views().get(*index),
            Slot::Scene | Slot::Algorithm | Slot::Step | Slot::Tables | Slot::Plot | Slot::Breakpoints | Slot::Code => {
                None
            }
        }
    }

    /// Draws the buttons over a view, right to left.
    fn view_buttons(&mut self, ui: &mut Ui, view: &View) {
        let is_parallel = self.state.camera(view.id).orthographic;
        let prefs = &self.state.prefs;
        let projection = if is_parallel { Icon::Parallel } else { Icon::Perspective };
        let mut buttons = vec![ViewButton::new(Icon::Frame, "Frame all", false, ViewCommand::FrameAll)];
        // Lanes and spheres look the same in both projections.
        if view.kind.has_ground() {
            let command = ViewCommand::ToggleProjection;
            buttons.push(ViewButton::new(projection, "Parallel projection", is_parallel, command));
        }
        buttons.push(ViewButton::new(Icon::Letters, "Labels", prefs.labels, WindowCommand::ToggleLabels));
        buttons.push(ViewButton::new(Icon::Legend, "Legend", prefs.legend, WindowCommand::ToggleLegend));
        for ViewButton { icon, name, is_on, command } in buttons {
            let name = format!("{name}, {}", view.heading());
            let response = icons::button(ui, icon, &name, BUTTON_SIZE, ButtonState::on(is_on));
            if response.on_hover_text(tooltip(ui.ctx(), &command)).clicked() {
                self.out.extend([Command::View(ViewCommand::Focus(view.id)), command]);
            }
        }
    }

    /// Draws the buttons of the handles' tools.
    fn tool_buttons(&mut self, ui: &mut Ui) {
        for (icon, name, tool) in [
            (Icon::Scale, "Scale", Tool::Scale),
            (Icon::Rotate, "Rotate", Tool::Rotate),
            (Icon::Move, "Move", Tool::Move),
        ] {
            let response = icons::button(ui, icon, name, BUTTON_SIZE, ButtonState::on(self.state.tool == tool));
            if response.on_hover_text(tooltip(ui.ctx(), &Command::Select(SelectCommand::SetTool(tool)))).clicked() {
                self.out.push(SelectCommand::SetTool(tool).into());
            }
        }
    }
}

/// Draws the panel in a slot and returns its commands.
fn show_panel(ui: &mut Ui, state: &State, slot: &Slot) -> Vec<Command> {
    ui.take_available_space();
    match slot {
        Slot::Scene => scene::show(ui, state),
        Slot::Algorithm => listing::draw_listing(ui, state),
        Slot::Step => step::show(ui, state),
        Slot::Tables => tables::show(ui, state),
        Slot::Plot => plot::show(ui, state),
        Slot::Breakpoints => breakpoints::show(ui, state),
        Slot::Code | Slot::View(_) => listing::draw_code(ui, state),
    }
}

impl Behavior<Slot> for Dock<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _tile: TileId, slot: &mut Slot) -> UiResponse {
        let state = self.state;
        if let Slot::View(index) = slot {
            if let Some(viewport) = self.viewports.get_mut(*index) {
                self.out.extend(viewport.show(ui, state));
            }
            return UiResponse::None;
        }
        let frame =
            egui::Frame::new().fill(self.look.panel).inner_margin(Margin { left: 10, right: 8, top: 6, bottom: 4 });
        // Ids are the same in all trees, so that open, scrolled and sorted states are kept.
        let builder = egui::UiBuilder::new().scope_id(egui::Id::unique(("panel", slot.title())));
        let commands = frame.show(ui, |ui| ui.scope_builder(builder, |ui| show_panel(ui, state, slot)).inner);
        self.out.extend(commands.inner);
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, slot: &Slot) -> WidgetText {
        let view = self.view(slot).map(View::heading);
        RichText::new(view.unwrap_or_else(|| slot.title().to_owned())).size(12.0).into()
    }

    fn on_tab_button(
        &mut self,
        tiles: &mut Tiles<Slot>,
        tile: TileId,
        button_response: egui::Response,
    ) -> egui::Response {
        let Some(slot) = tiles.get_pane(&tile) else { return button_response };
        if button_response.double_clicked() {
            self.out.push(WindowCommand::ToggleFilled(Some(*slot)).into());
        }
        let heading = self.view(slot).map_or_else(|| slot.title().to_owned(), View::heading);
        let action = "Double-click to fill the window with this pane, or to restore it.";
        let tip = Tip { head: "", words: &[&heading], action };
        glossary_tip::show(button_response, self.state, tip, &mut self.out)
    }

    fn top_bar_right_ui(
        &mut self,
        tiles: &Tiles<Slot>,
        ui: &mut Ui,
        _tile: TileId,
        tabs: &egui_tiles::Tabs,
        _scroll: &mut f32,
    ) {
        let Some(slot) = tabs.active.and_then(|active| tiles.get_pane(&active)) else { return };
        let Some(view) = self.view(slot) else { return };
        ui.add_space(4.0);
        ui.spacing_mut().item_spacing.x = 2.0;
        self.view_buttons(ui, view);
        if view.id == WORLD && (self.state.focus.body.is_some() || self.state.focus.frustum.is_some()) {
            ui.add_space(6.0);
            self.tool_buttons(ui);
        }
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions { all_panes_must_have_tabs: true, ..SimplificationOptions::default() }
    }

    fn tab_bar_height(&self, _style: &egui::Style) -> f32 {
        26.0
    }

    fn gap_width(&self, _style: &egui::Style) -> f32 {
        2.0
    }

    fn min_size(&self) -> f32 {
        90.0
    }

    fn tab_title_spacing(&self, _visuals: &Visuals) -> f32 {
        10.0
    }

    fn tab_bar_color(&self, _visuals: &Visuals) -> Color32 {
        self.look.panel
    }

    fn tab_bg_color(&self, _visuals: &Visuals, _tiles: &Tiles<Slot>, _tile: TileId, _state: &TabState) -> Color32 {
        Color32::TRANSPARENT
    }

    fn tab_outline_stroke(&self, _visuals: &Visuals, _tiles: &Tiles<Slot>, _tile: TileId, _state: &TabState) -> Stroke {
        Stroke::NONE
    }

    fn tab_bar_hline_stroke(&self, _visuals: &Visuals) -> Stroke {
        Stroke::new(1.0, self.look.line)
    }

    fn tab_text_color(&self, _visuals: &Visuals, _tiles: &Tiles<Slot>, _tile: TileId, state: &TabState) -> Color32 {
        if state.active { self.look.strong } else { self.look.weak }
    }

    fn resize_stroke(&self, _style: &egui::Style, state: egui_tiles::ResizeState) -> Stroke {
        match state {
            egui_tiles::ResizeState::Idle => Stroke::new(2.0, self.look.gap),
            _ => Stroke::new(2.0, self.look.accent),
        }
    }
}
