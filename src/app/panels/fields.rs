//! Fields for numbers, vectors and choices, with names for screen readers and tests.
//!
//! A field writes only what the user entered: showing a value never rounds or clamps it in the scene, and an entry that
//! the scene format refuses changes nothing. A refused number stays in its field, in red with the reason below the row,
//! until the value changes; a refused name stays while its field has the focus.

mod number_field;
mod number_kind;

use egui::collapsing_header::CollapsingState;
use egui::{Id, Label, RichText, Sense, Ui, vec2};

use super::text_width;
use crate::theme::Look;

pub(super) use number_field::number;
pub(super) use number_kind::NumberKind;

/// Width of a row's label, points.
const LABEL_WIDTH: f32 = 58.0;

/// Width of a single field, points.
const WIDTH: f32 = 72.0;

/// Smallest width of a field of a vector, points.
const MIN_WIDTH: f32 = 36.0;

/// Height of a field, points.
const HEIGHT: f32 = 20.0;

/// Maximum width of a choice field, points.
const MAX_CHOICE_WIDTH: f32 = 184.0;

/// Width of the arrow and the margins of a choice field, points.
const ARROW_WIDTH: f32 = 30.0;

/// Maximum number of characters of a name.
const MAX_NAME: usize = 200;

/// Names of the coordinates of a vector, in order.
const AXIS_NAMES: [&str; 3] = ["x", "y", "z"];

/// Interaction with a field in this frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Touched {
    /// Whether the value changed.
    pub changed: bool,
    /// Whether the drag or entry ended; the next change is another undo entry.
    pub done: bool,
    /// Reason why the entry in the field is refused; `None` when it is not.
    pub refused: Option<&'static str>,
}

impl Touched {
    /// Choice made with one click.
    pub const CHOSEN: Self = Self { changed: true, done: true, refused: None };

    /// [`Touched::CHOSEN`] if another choice was made.
    pub fn if_chosen(chosen: bool) -> Self {
        if chosen { Self::CHOSEN } else { Self::default() }
    }

    /// Union of the interactions with two fields.
    pub fn or(self, other: Self) -> Self {
        Self {
            changed: self.changed || other.changed,
            done: self.done || other.done,
            refused: self.refused.or(other.refused),
        }
    }
}

/// Makes the next widgets of `ui` red, for entries that the scene format refuses.
fn make_widgets_red(ui: &mut Ui) {
    let bad = Look::get(ui).bad;
    let visuals = ui.visuals_mut();
    visuals.override_text_color = Some(bad);
    let widgets = &mut visuals.widgets;
    for widget in [&mut widgets.inactive, &mut widgets.hovered, &mut widgets.active] {
        widget.bg_stroke = egui::Stroke::new(1.0, bad);
    }
}

/// Shows below a row why its entry was refused.
pub(super) fn show_refusal(ui: &mut Ui, refused: Option<&'static str>) {
    match refused {
        Some(why) => {
            let bad = Look::get(ui).bad;
            ui.add(egui::Label::new(RichText::new(why).size(11.0).color(bad)).wrap());
        }
        // Keeps the ids of the fields below, and with them the keyboard focus.
        None => ui.skip_ahead_auto_ids(1),
    }
}

/// Draws a group of fields that is collapsed at first. A click on its arrow or its name expands or collapses it.
pub(super) fn collapsible(ui: &mut Ui, id: Id, name: &str, fields: impl FnOnce(&mut Ui)) {
    let mut clicked = false;
    let mut head = CollapsingState::load_with_default_open(ui.ctx(), id, false).show_header(ui, |ui| {
        clicked = ui.add(Label::new(RichText::new(name).weak()).selectable(false).sense(Sense::click())).clicked();
    });
    if clicked {
        head.toggle();
    }
    head.body_unindented(fields);
}

/// Draws `rows`, with the tooltip `sentence` on their labels. `name` makes the id unique.
pub(super) fn with_tooltip_on_labels<R>(ui: &mut Ui, name: &str, sentence: &str, rows: impl FnOnce(&mut Ui) -> R) -> R {
    let corner = ui.cursor().left_top();
    let inner = rows(ui);
    let height = ui.cursor().top() - corner.y;
    if height > 0.0 {
        let labels = egui::Rect::from_min_size(corner, vec2(LABEL_WIDTH, height));
        ui.interact(labels, ui.scope_id().with(("explained", name)), Sense::hover()).on_hover_text(sentence);
    }
    inner
}

/// Draws a row: a small label, then `fields`.
pub(super) fn row<R>(ui: &mut Ui, label: &str, fields: impl FnOnce(&mut Ui) -> R) -> R {
    let look = Look::get(ui);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let label = shrink_to_fit(ui, label, [12.0, 11.0, 10.0], LABEL_WIDTH).color(look.weak);
        let (rect, _) = ui.allocate_exact_size(vec2(LABEL_WIDTH, HEIGHT), Sense::hover());
        let mut inside = ui
            .new_child(egui::UiBuilder::new().max_rect(rect).layout(egui::Layout::left_to_right(egui::Align::Center)));
        inside.add(egui::Label::new(label).truncate());
        fields(ui)
    })
    .inner
}

/// Draws a text with a label.
pub(super) fn text_row(ui: &mut Ui, label: &str, text: String) {
    row(ui, label, |ui| ui.label(text));
}

/// Draws a number field with a label.
pub(super) fn number_row(ui: &mut Ui, label: &str, value: &mut f64, kind: NumberKind) -> Touched {
    let touched = row(ui, label, |ui| number(ui, label, value, kind, WIDTH));
    show_refusal(ui, touched.refused);
    touched
}

/// Width of each of `fields` fields in the available width of a row, within limits, points.
fn field_width(ui: &Ui, fields: usize) -> f32 {
    let gaps = ui.spacing().item_spacing.x * fields.saturating_sub(1) as f32;
    ((ui.available_width() - gaps) / fields as f32 - 0.5).clamp(MIN_WIDTH, WIDTH)
}

/// Draws two or three number fields in one row, named by the axes.
pub(super) fn vector_row<const N: usize>(ui: &mut Ui, label: &str, values: &mut [f64; N], kind: NumberKind) -> Touched {
    let touched = row(ui, label, |ui| {
        let mut touched = Touched::default();
        // Two fields are as wide as three, so that columns align.
        let width = field_width(ui, 3);
        for (axis, value) in values.iter_mut().enumerate() {
            let left_center = ui.next_widget_position();
            let name = format!("{label} {}", AXIS_NAMES[axis]);
            touched = touched.or(number(ui, &name, value, kind, width));
            draw_axis_bar(ui, axis, left_center);
        }
        touched
    });
    show_refusal(ui, touched.refused);
    touched
}

/// Draws the color of an axis, 0 for x, as a bar at the left edge of its field, whose middle is at `left_center`.
fn draw_axis_bar(ui: &Ui, axis: usize, left_center: egui::Pos2) {
    let ink = Look::to_egui_color(Look::get(ui).theme().paper().axes[axis]);
    let bar = egui::Rect::from_center_size(left_center + vec2(1.5, 0.0), vec2(2.0, 12.0));
    ui.painter().rect_filled(bar, 1.0, ink.gamma_multiply(0.9));
}

/// Text of the chosen option, in a smaller font where the field is narrow.
fn choice_text(ui: &Ui, text: &str, width: f32) -> RichText {
    let base = egui::TextStyle::Button.resolve(ui.style()).size;
    shrink_to_fit(ui, text, [1.0, 0.92, 0.84].map(|factor| factor * base), width)
}

/// Text in the first of these font sizes with which it is at most `width` points wide, else in the last one.
fn shrink_to_fit(ui: &Ui, text: &str, sizes: [f32; 3], width: f32) -> RichText {
    let size = sizes.into_iter().find(|size| text_width(ui, text, *size) <= width).unwrap_or(sizes[2]);
    RichText::new(text).size(size)
}

/// Draws a field for the choice of one of `options`, with `current` chosen, on one or several lines. Returns the
/// option that was chosen, if it is another one.
pub(crate) fn choice<'a>(
    ui: &mut Ui,
    name: &str,
    current: &str,
    options: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    let mut chosen = None;
    let width = ui.available_width().min(MAX_CHOICE_WIDTH);
    let list = egui::ComboBox::from_id_salt(name)
        .selected_text(choice_text(ui, current, width - ARROW_WIDTH))
        .width(width)
        .wrap();
    let list = list.show_ui(ui, |ui| {
        // The list is as wide as its longest line.
        ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
        for option in options {
            if ui.selectable_label(option == current, option).clicked() && option != current {
                chosen = Some(option);
            }
        }
    });
    list.response.accessible_name(name).on_hover_text(current);
    chosen
}

/// Value in effect while an optional number is absent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Unset {
    /// A number, in the unit of the field.
    Number(f64),
    /// A value that depends on others, described in a word or two.
    Word(&'static str),
}

/// Draws an optional number: a checkbox and a field. Checking the box sets the number to `first`, and typing sets it
/// too. While the number is absent, the field shows `unset`, the value in effect, in weak ink; a word is shown without
/// a field.
pub(super) fn optional_row(
    ui: &mut Ui,
    label: &str,
    value: &mut Option<f64>,
    first: f64,
    unset: Unset,
    kind: NumberKind,
) -> Touched {
    let touched = row(ui, label, |ui| {
        let mut is_set = value.is_some();
        let tick = ui.checkbox(&mut is_set, "").accessible_name(format!("own {label}"));
        if tick.changed() {
            *value = is_set.then_some(first);
        }
        let ticked = Touched::if_chosen(tick.changed());
        let mut shown = match (*value, unset) {
            (Some(value), _) | (None, Unset::Number(value)) => value,
            (None, Unset::Word(word)) => {
                ui.weak(word);
                return ticked;
            }
        };
        let scope = ui.scope(|ui| {
            if value.is_none() {
                ui.visuals_mut().override_text_color = Some(Look::get(ui).weak);
            }
            number(ui, label, &mut shown, kind, WIDTH)
        });
        let typed = scope.inner;
        if typed.changed {
            *value = Some(shown);
        }
        typed.or(ticked)
    });
    show_refusal(ui, touched.refused);
    touched
}

/// Interaction with the field of a name in this frame.
pub(super) struct NameEntry {
    /// New name; `None` when the name did not change.
    pub new: Option<String>,
    /// Whether the entry ended; the next change is another undo entry.
    pub done: bool,
}

/// Draws a field for a name; `field_name` is for screen readers and tests. A name for which `refusal` returns a reason
/// stays in the field, in red with the reason below, until the field loses the focus; then the old name returns.
pub(super) fn name_row(
    ui: &mut Ui,
    field_name: &str,
    current: &str,
    refusal: impl Fn(&str) -> Option<&'static str>,
) -> NameEntry {
    let memory = ui.next_auto_id().with("draft");
    let draft: Option<String> = ui.data(|data| data.get_temp(memory));
    let mut text = draft.unwrap_or_else(|| current.to_owned());
    let (response, refused) = row(ui, "Name", |ui| {
        ui.scope(|ui| {
            let refused = refusal(&text);
            if refused.is_some() {
                make_widgets_red(ui);
            }
            let field = egui::TextEdit::singleline(&mut text).desired_width(160.0).char_limit(MAX_NAME);
            (ui.add(field).accessible_name(field_name), refused)
        })
        .inner
    });
    show_refusal(ui, refused);
    // The text may have changed in this frame.
    let is_refused = refusal(&text).is_some();
    let new = (response.changed() && !is_refused).then(|| text.clone());
    let unfinished = response.has_focus() && is_refused;
    ui.data_mut(|data| {
        if unfinished {
            data.insert_temp(memory, text);
        } else {
            data.remove::<String>(memory);
        }
    });
    NameEntry { new, done: response.lost_focus() }
}
