//! Fields for numbers, vectors and choices, each with a name that screen readers and tests can read.

use egui::{DragValue, Response, RichText, Ui, vec2};

use crate::app::numbers;
use crate::app::theme::Look;

/// What became of a field in this frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Touched {
    /// The value is another.
    pub changed: bool,
    /// The field was let go: the next change is another undo.
    pub done: bool,
}

impl Touched {
    fn of(response: &Response) -> Self {
        Self { changed: response.changed(), done: response.drag_stopped() || response.lost_focus() }
    }

    /// Either of both.
    pub fn or(self, other: Self) -> Self {
        Self { changed: self.changed || other.changed, done: self.done || other.done }
    }
}

/// What a number may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    /// Not below this.
    pub least: f64,
    /// Change for a point of drag; 0 scales with the value.
    pub speed: f64,
    /// Shown after the number.
    pub unit: &'static str,
}

impl Kind {
    /// Any length.
    pub const COORDINATE: Self = Self { least: f64::NEG_INFINITY, speed: 0.0, unit: "" };
    /// A length that is not negative.
    pub const SIZE: Self = Self { least: 0.0, speed: 0.0, unit: "" };
    /// A length that is not 0 either.
    pub const RADIUS: Self = Self { least: 1e-9, speed: 0.0, unit: "" };
    /// An angle in degrees.
    pub const ANGLE: Self = Self { least: f64::NEG_INFINITY, speed: 0.5, unit: "°" };
}

/// Width of a field that stands alone, points.
const WIDTH: f32 = 72.0;

/// One number. `name` is for screen readers and tests.
pub(super) fn number(ui: &mut Ui, name: &str, value: &mut f64, kind: Kind, width: f32) -> Touched {
    let before = *value;
    let speed = if kind.speed > 0.0 { kind.speed } else { (before.abs() * 0.005).max(0.002) };
    let shown = |value: f64| fitted(value, width - 8.0 - 5.0 * kind.unit.len().min(1) as f32);
    let response = ui
        .scope(|ui| {
            ui.spacing_mut().button_padding.x = 3.0;
            ui.style_mut().drag_value_text_style = egui::TextStyle::Small;
            let field = DragValue::new(value)
                .speed(speed)
                .range(kind.least..=f64::INFINITY)
                .suffix(kind.unit)
                .custom_formatter(move |value, _| shown(value))
                .custom_parser(parsed)
                .clip_text(true)
                .update_while_editing(false);
            ui.add_sized(vec2(width, 20.0), field).accessible_name(name)
        })
        .inner;
    // A field that was only looked at gives back the digits it showed: keep the ones behind them.
    if *value != before && parsed(&shown(before)) == Some(*value) && response.lost_focus() {
        *value = before;
    }
    let response = response.on_hover_text(format!("{name}: {before}{}\nDrag, or click and type.", kind.unit));
    Touched { changed: *value != before, ..Touched::of(&response) }
}

/// What was typed, if it is a number.
fn parsed(text: &str) -> Option<f64> {
    let plain = text.trim().trim_end_matches('°').replace('−', "-");
    plain.parse().ok().filter(|value: &f64| value.is_finite())
}

/// As many significant digits, from two to six, as fit into so many points of small letters.
fn fitted(value: f64, room: f32) -> String {
    let letters = (room / 6.7) as usize;
    let mut texts = (2..=6).rev().map(|digits| numbers::ascii(value, digits));
    texts.clone().find(|text| text.chars().count() <= letters).or_else(|| texts.next_back()).unwrap_or_default()
}

/// A row: a small label, then whatever `fields` adds.
pub(super) fn row<R>(ui: &mut Ui, label: &str, fields: impl FnOnce(&mut Ui) -> R) -> R {
    let look = Look::get(ui);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let label = RichText::new(label).size(12.0).color(look.weak);
        let (rect, _) = ui.allocate_exact_size(vec2(58.0, 20.0), egui::Sense::hover());
        let mut inside = ui
            .new_child(egui::UiBuilder::new().max_rect(rect).layout(egui::Layout::left_to_right(egui::Align::Center)));
        inside.add(egui::Label::new(label).truncate());
        fields(ui)
    })
    .inner
}

/// One number with a label in front of it.
pub(super) fn number_row(ui: &mut Ui, label: &str, value: &mut f64, kind: Kind) -> Touched {
    row(ui, label, |ui| number(ui, label, value, kind, WIDTH))
}

/// The width of one of so many fields in what is left of a row.
pub(super) fn share(ui: &Ui, fields: usize) -> f32 {
    let gaps = ui.spacing().item_spacing.x * fields.saturating_sub(1) as f32;
    ((ui.available_width() - gaps) / fields as f32 - 0.5).clamp(36.0, 72.0)
}

/// Numbers side by side, called after the axes.
pub(super) fn vector_row<const N: usize>(ui: &mut Ui, label: &str, values: &mut [f64; N], kind: Kind) -> Touched {
    row(ui, label, |ui| {
        let mut touched = Touched::default();
        let width = share(ui, 3);
        for (value, axis) in values.iter_mut().zip(["x", "y", "z"]) {
            touched = touched.or(number(ui, &format!("{label} {axis}"), value, kind, width));
        }
        touched
    })
}

/// A list to choose from. Returns what was chosen.
pub(super) fn choice<'a>(
    ui: &mut Ui,
    name: &str,
    now: &str,
    options: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    let mut chosen = None;
    let list = egui::ComboBox::from_id_salt(name).selected_text(now).width(ui.available_width().min(164.0)).truncate();
    let list = list.show_ui(ui, |ui| {
        // The list is as wide as its longest line, whatever the field is.
        ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
        for option in options {
            if ui.selectable_label(option == now, option).clicked() && option != now {
                chosen = Some(option);
            }
        }
    });
    list.response.accessible_name(name).on_hover_text(now);
    chosen
}

/// A number that may be absent: a tick, and the field when it is there.
pub(super) fn optional_row(ui: &mut Ui, label: &str, value: &mut Option<f64>, fallback: f64, kind: Kind) -> Touched {
    row(ui, label, |ui| {
        let mut there = value.is_some();
        let tick = ui.checkbox(&mut there, "").accessible_name(format!("own {label}"));
        if tick.changed() {
            *value = there.then_some(fallback);
        }
        match value {
            Some(value) => {
                number(ui, label, value, kind, WIDTH).or(Touched { changed: tick.changed(), done: tick.changed() })
            }
            None => {
                ui.weak("default");
                Touched { changed: tick.changed(), done: tick.changed() }
            }
        }
    })
}
