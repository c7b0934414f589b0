//! Field for a number, which is dragged or typed.
//!
//! A refused entry stays in the field, in red, until the value changes, another entry is accepted or Escape is pressed.

use std::cell::RefCell;

use egui::{DragValue, Id, Ui, vec2};

use super::{HEIGHT, NumberKind, Touched, WIDTH, make_widgets_red};
use crate::text::numbers;

/// Width of a digit in a field, points.
const DIGIT_WIDTH: f32 = 6.7;

/// Estimated width of a letter of a unit in a field, points.
const UNIT_LETTER_WIDTH: f32 = 5.0;

/// Horizontal margins in a field, points.
const FIELD_MARGINS: f32 = 8.0;

/// Entry that the scene format refuses.
#[derive(Clone)]
struct RefusedEntry {
    text: String,
    /// Reason, in one sentence.
    why: &'static str,
    /// Bits of the value in the scene at the time of the entry; the entry is dropped when they change.
    value: u64,
}

/// Entry that was typed in this frame.
struct TypedEntry {
    text: String,
    /// Number, or the reason why the entry is refused.
    number: Result<f64, &'static str>,
}

/// Draws a field of `width` points for a number. `name` is for screen readers and tests.
pub(in crate::panels) fn number(ui: &mut Ui, name: &str, value: &mut f64, kind: NumberKind, width: f32) -> Touched {
    let old_value = *value;
    let memory = ui.next_auto_id().with("refused");
    let kept: Option<RefusedEntry> = ui.data(|data| data.get_temp(memory));
    let kept = kept.filter(|refused| refused.value == old_value.to_bits());
    let unit = kind.suffix();
    // Narrow fields show no unit, which is in the tooltip.
    let suffix = if width < WIDTH && kind.unit != "°" { String::new() } else { unit.clone() };
    let text_space = width - FIELD_MARGINS - UNIT_LETTER_WIDTH * suffix.chars().count() as f32;
    let typed = RefCell::new(None);
    let response = ui
        .scope(|ui| {
            ui.spacing_mut().button_padding.x = 3.0;
            ui.style_mut().drag_value_text_style = egui::TextStyle::Small;
            if kept.is_some() {
                make_widgets_red(ui);
            }
            let field = DragValue::new(value)
                .speed(kind.drag_speed(old_value))
                .clamp_existing_to_range(false)
                .suffix(if kept.is_some() { "" } else { suffix.as_str() })
                .custom_formatter(|value, _| match &kept {
                    Some(kept) => kept.text.clone(),
                    None => format_to_fit(value, text_space),
                })
                .custom_parser(|text| {
                    let number = kind.parse(text);
                    typed.replace(Some(TypedEntry { text: text.to_owned(), number }));
                    number.ok()
                })
                .clip_text(true)
                .update_while_editing(false);
            ui.add_sized(vec2(width, HEIGHT), field).accessible_name(name)
        })
        .inner;
    let typed = typed.into_inner();
    // The field shows rounded values. If their text is entered unchanged, the value keeps its other digits.
    if typed.as_ref().is_some_and(|entry| entry.text == format_to_fit(old_value, text_space)) {
        *value = old_value;
    }
    // Drags can leave the range; typed numbers outside of it are refused.
    if value.to_bits() != old_value.to_bits() {
        *value = value.clamp(kind.min, kind.max);
    }
    let changed = *value != old_value;
    let refused = keep_refused_entry(ui, memory, old_value, changed, typed, kept);
    let response = response.on_hover_text(format!(
        "{name}: {old_value}{unit}\nDrag left or right, or click and type a number such as 0.25 or 1/3."
    ));
    let done = response.drag_stopped() || response.lost_focus();
    Touched { changed, done, refused }
}

/// Stores a refused entry and returns the reason. Drops the stored one when an entry is accepted, the value changes or
/// Escape is pressed. `old_value` is the value before this frame, and `changed` is whether it changed in this frame.
fn keep_refused_entry(
    ui: &Ui,
    memory: Id,
    old_value: f64,
    changed: bool,
    typed: Option<TypedEntry>,
    kept: Option<RefusedEntry>,
) -> Option<&'static str> {
    let refused = match typed {
        Some(TypedEntry { text, number: Err(why) }) => Some(RefusedEntry { text, why, value: old_value.to_bits() }),
        Some(TypedEntry { number: Ok(_), .. }) => None,
        None if changed || ui.input(|input| input.key_pressed(egui::Key::Escape)) => None,
        None => kept,
    };
    let why = refused.as_ref().map(|refused| refused.why);
    ui.data_mut(|data| match refused {
        Some(refused) => drop(data.insert_temp(memory, refused)),
        None => data.remove::<RefusedEntry>(memory),
    });
    why
}

/// Formats a value with the two to six significant digits that fit into `width` points.
fn format_to_fit(value: f64, width: f32) -> String {
    let letters = (width / DIGIT_WIDTH) as usize;
    let mut texts = (2..=6).rev().map(|digits| numbers::ascii_number(value, digits));
    texts.clone().find(|text| text.chars().count() <= letters).or_else(|| texts.next_back()).unwrap_or_default()
}
