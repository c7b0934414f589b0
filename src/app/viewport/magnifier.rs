//! Inset in a corner of the pane that magnifies details too small to see, or shows the far side of a sphere. It is
//! drawn from the same list of shapes as the inset of a figure.

use contact_lens_lesson::View;
use contact_lens_picture::page::inset::{Inset, InsetPurpose, PaneExtent};
use contact_lens_picture::page::label::{Memory, PlacedLabel};
use contact_lens_picture::{Camera, Key, Picture};
use egui::{Color32, FontId, Painter, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, vec2};
use glam::DVec2;

use super::backdrop_cache::{BackdropCache, MarksVersion};
use super::cached::Cached;
use super::labels;
use super::pane_point::to_screen_point;
use super::pane_size;
use super::pen::Pen;
use crate::actions::registry::tooltip;
use crate::command::{Command, WindowCommand};
use crate::panels::icons::{self, Icon};
use crate::state::State;
use crate::theme::Look;
use crate::view::hover::is_highlighted;

/// Offset of the name of an inset from its upper left corner, points.
const NAME_OFFSET: Vec2 = vec2(8.0, 5.0);

/// Font size of the name of an inset, points.
const NAME_SIZE: f32 = 11.5;

/// Width and height of the button that closes an inset, points.
const BUTTON_SIZE: f32 = 20.0;

/// Distance of that button from the sides of the inset, points.
const BUTTON_INSET: f32 = 3.0;

/// Corner radius of an inset, points.
const ROUNDING: f32 = 6.0;

/// Cached inset of one view.
#[derive(Default)]
pub(super) struct Magnifier {
    /// Inset of the view; `None` where nothing needs one.
    inset: Cached<FlatInputs, Option<PictureInset>>,
    /// Places of the labels in the previous step, which they keep where possible.
    places: Memory,
    /// Labels in the inset.
    labels: Cached<InsetLabelInputs, Vec<PlacedLabel>>,
}

/// Inset of a picture.
struct PictureInset {
    /// All marks of the view.
    picture: Picture,
    inset: Inset,
}

/// Everything that the labels of an inset depend on.
#[derive(Clone, PartialEq)]
struct InsetLabelInputs {
    drawing: FlatInputs,
    /// Rectangle of the inset on the screen, points.
    area: Rect,
    /// Pixels per point of the screen.
    pixels_per_point: f32,
}

/// Everything that a flat drawing depends on.
#[derive(Clone, PartialEq)]
pub(super) struct FlatInputs {
    /// Version of the marks.
    pub version: MarksVersion,
    /// Whether the theme is dark.
    pub dark: bool,
    pub camera: Camera,
    /// Size of the pane, points.
    pub size: DVec2,
    /// Free height at the top, points.
    pub top: f64,
}

impl Magnifier {
    /// The inset of the last drawing; `None` without one.
    pub fn inset(&self) -> Option<&Inset> {
        Some(&self.inset.last()?.as_ref()?.inset)
    }

    /// Draws the inset of the pane `rect`, if there is one, and returns its rectangle on the screen, points. The upper
    /// `top` points of the pane stay free for the legend.
    pub fn show(
        &mut self,
        painter: &Painter,
        rect: Rect,
        top: f64,
        state: &State,
        view: &View,
        backdrop: &BackdropCache,
    ) -> Option<Rect> {
        let look = Look::of(state.prefs.dark);
        let camera = *state.camera(view.id);
        if !state.prefs.insets {
            self.inset = Cached::default();
            return None;
        }
        let size = pane_size(rect);
        let theme = look.theme();
        let inputs = FlatInputs { version: backdrop.marks_version(state), dark: look.dark, camera, size, top };
        let inset = self.inset.get(inputs.clone(), |_| {
            let pane = PaneExtent { size, top };
            if !Inset::may_open(view.kind, backdrop.details(state, view.id), &camera, pane) {
                return None;
            }
            let picture = backdrop.picture(state, view.id);
            let inset = Inset::new(view.kind, &picture, &camera, pane, theme, InsetPurpose::Screen)?;
            Some(PictureInset { picture, inset })
        });
        let PictureInset { picture, inset } = inset.as_ref()?;
        let [min, max] = inset.area.map(|corner| to_screen_point(rect, corner));
        let area = Rect::from_min_max(min, max);
        let paper = theme.paper();
        let faint = Look::to_egui_color(paper.faint);
        draw_magnified_place(painter, rect, inset, faint);
        painter.rect_filled(area, ROUNDING, Look::to_egui_color(paper.pane));
        let inside = painter.with_clip_rect(area.intersect(painter.clip_rect()));
        let hover = state.hover.as_ref();
        let pen = Pen { painter: &inside, corner: rect.min };
        pen.draw_all(&inset.flat, picture, &|key| is_highlighted(hover, key));
        draw_name(&inside, area, &inset.name, faint, Look::to_egui_color(paper.halo));
        painter.rect_stroke(area, ROUNDING, Stroke::new(1.0, faint), StrokeKind::Inside);
        if state.prefs.labels {
            let places = &mut self.places;
            let key = InsetLabelInputs { drawing: inputs, area, pixels_per_point: painter.pixels_per_point() };
            let placed = self.labels.get(key, |_| {
                inset.place_labels(picture, theme, None, &|text| labels::label_size(&inside, text), places)
            });
            labels::draw(&inside, rect, placed, theme, &|key: &Key| is_highlighted(hover, key));
        }
        Some(area)
    }
}

/// Draws a ring around the magnified place in the pane `rect`, and the lines from the ring to the inset.
fn draw_magnified_place(painter: &Painter, rect: Rect, inset: &Inset, ink: Color32) {
    if let Some((center, radius)) = inset.ring {
        painter.circle_stroke(to_screen_point(rect, center), radius as f32, Stroke::new(1.2, ink));
    }
    for ends in inset.leaders() {
        painter.line_segment(ends.map(|end| to_screen_point(rect, end)), Stroke::new(0.8, ink));
    }
}

/// Draws the name of an inset on a background in the color `halo`, into the upper left corner of the inset's rectangle
/// `area`.
fn draw_name(painter: &Painter, area: Rect, name: &str, ink: Color32, halo: Color32) {
    let galley = painter.layout_no_wrap(name.to_owned(), FontId::proportional(NAME_SIZE), ink);
    let background = Rect::from_min_size(area.min + NAME_OFFSET, galley.size());
    painter.rect_filled(background.expand2(vec2(3.0, 1.0)), 3.0, halo);
    painter.galley(background.min, galley, ink);
}

/// Draws a button that hides all insets, into the upper right corner of one. Returns the command of a click; `None`
/// without one.
pub(super) fn close_button(ui: &Ui, inset: Rect) -> Option<Command> {
    let command = Command::Window(WindowCommand::ToggleInsets);
    let min = inset.right_top() + vec2(-BUTTON_SIZE - BUTTON_INSET, BUTTON_INSET);
    let corner = Rect::from_min_size(min, Vec2::splat(BUTTON_SIZE));
    let id = ui.scope_id().with(("close insets", corner.min.x as i32, corner.min.y as i32));
    let response = ui.interact(corner, id, Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, "Close the insets"));
    let look = Look::get(ui);
    let ink = if response.hovered() { look.strong } else { look.weak };
    icons::draw(ui.painter(), Icon::Cross, corner.shrink(4.0), ink);
    response.on_hover_text(tooltip(ui.ctx(), &command)).clicked().then_some(command)
}
