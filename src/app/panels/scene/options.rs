//! Fields for the options of a query or of a body's dynamics, made from the descriptions of the options. An option that
//! has no effect with the current values of the others has no row.

use contact_lens_model::ask::{AnyOptions, Dimension, FieldInfo, Kind, Slot, Value};
use contact_lens_scene::limits::MAGNITUDE;
use egui::Ui;

use crate::panels::fields::{
    NumberKind, Touched, Unset, choice, optional_row, row, vector_row, with_tooltip_on_labels,
};

/// Change per point of drag, relative to the value that a checkbox sets.
const RELATIVE_SPEED: f64 = 0.05;

/// Draws the fields of the options that have an effect, and changes `options` by the entries. Removes options that a
/// change makes ineffective. Returns whether an entry ended.
pub(in crate::panels) fn show(ui: &mut Ui, dimension: Dimension, options: &mut dyn AnyOptions) -> bool {
    let mut touched = Touched::default();
    for about in options.fields() {
        touched = touched.or(with_tooltip_on_labels(ui, about.name, &about.sentence(), |ui| {
            draw_field(ui, about, dimension, options)
        }));
    }
    // The scene format refuses options that have no effect.
    if touched.changed {
        for about in options.fields() {
            if options.conflict(about.name, dimension).is_some() {
                set_option(options, about.name, None);
            }
        }
    }
    touched.done
}

/// Draws an option by its kind; nothing where it has no effect.
fn draw_field(ui: &mut Ui, about: &FieldInfo, dimension: Dimension, options: &mut dyn AnyOptions) -> Touched {
    let Some(kind) = options.slot(about.name).map(|slot| slot.kind()) else { return Touched::default() };
    if kind == Kind::Choice {
        return draw_choices(ui, about, dimension, options);
    }
    if options.conflict(about.name, dimension).is_some() {
        return Touched::default();
    }
    let Some(slot) = options.slot_mut(about.name) else { return Touched::default() };
    match kind {
        Kind::Flag => draw_flag(ui, about, slot),
        Kind::Vector | Kind::Planar => draw_vector(ui, about, slot),
        Kind::Number | Kind::Count | Kind::Choice => draw_number(ui, about, kind == Kind::Count, slot),
    }
}

/// Draws a choice among the values that the other options allow; nothing when only one is left.
fn draw_choices(ui: &mut Ui, about: &FieldInfo, dimension: Dimension, options: &mut dyn AnyOptions) -> Touched {
    let Some(slot) = options.slot(about.name) else { return Touched::default() };
    let stored = slot.get();
    let choices = slot.choices();
    // A choice is allowed if the options have no conflict with it, so each one is set for a moment.
    let mut allowed = Vec::new();
    for (index, [name, label]) in choices.iter().copied().enumerate() {
        // The first choice is the default, which is stored as absent and always allowed.
        let is_default = index == 0;
        let value = if is_default { None } else { Some(Value::Choice(name)) };
        set_option(options, about.name, value);
        if is_default || options.conflict(about.name, dimension).is_none() {
            allowed.push((value, label));
        }
    }
    set_option(options, about.name, stored);
    // An explicit default is shown as the default.
    let default = choices.first().map(|[name, _]| Value::Choice(name));
    let current = if stored == default { None } else { stored };
    if allowed.len() < 2 {
        return Touched::default();
    }
    let current_label = allowed.iter().find(|(value, _)| *value == current).map_or("", |(_, label)| label);
    let labels = allowed.iter().map(|(_, label)| *label);
    let chosen_label = row(ui, about.label, |ui| choice(ui, about.label, current_label, labels));
    let chosen = allowed.iter().find(|(_, label)| Some(*label) == chosen_label);
    Touched::if_chosen(chosen.is_some_and(|(value, _)| set_option(options, about.name, *value)))
}

/// Sets an option; returns whether it accepts the value.
fn set_option(options: &mut dyn AnyOptions, name: &str, value: Option<Value>) -> bool {
    options.slot_mut(name).is_some_and(|slot| slot.set(value))
}

/// Draws a checkbox. The default is stored as absent.
fn draw_flag(ui: &mut Ui, about: &FieldInfo, slot: &mut dyn Slot) -> Touched {
    let default = about.default.unwrap_or(Value::Flag(false));
    let mut is_on = slot.get().unwrap_or(default) == Value::Flag(true);
    let changed = row(ui, about.label, |ui| ui.checkbox(&mut is_on, about.name.replace('_', " ")).changed());
    let value = Value::Flag(is_on);
    let stored = if value == default { None } else { Some(value) };
    Touched::if_chosen(changed && slot.set(stored))
}

/// Draws an optional number, whole for counts.
fn draw_number(ui: &mut Ui, about: &FieldInfo, whole: bool, slot: &mut dyn Slot) -> Touched {
    let mut number = match slot.get() {
        Some(Value::Number(number)) => Some(number),
        Some(Value::Count(count)) => Some(f64::from(count)),
        _ => None,
    };
    let unset = match about.default {
        Some(Value::Number(default)) => Unset::Number(default),
        Some(Value::Count(default)) => Unset::Number(f64::from(default)),
        _ => Unset::Word("automatic"),
    };
    let limits = limits(about, whole);
    let touched = optional_row(ui, about.label, &mut number, about.initial, unset, limits);
    if touched.changed {
        let rounded = if whole { number.map(f64::round) } else { number };
        slot.set(rounded.map(Value::Number));
    }
    touched
}

/// Limits of an option that is a number, whole for counts.
fn limits(about: &FieldInfo, whole: bool) -> NumberKind {
    let range = about.range;
    let format_limit = if whole { f64::from(u32::MAX) } else { MAGNITUDE };
    let speed = if whole { NumberKind::COUNT.speed } else { Some(about.initial * RELATIVE_SPEED) };
    NumberKind {
        min: if range.open { f64::MIN_POSITIVE } else { range.least },
        max: range.most.min(format_limit),
        speed: speed.filter(|speed| *speed != 0.0),
        unit: about.unit.map_or("", |unit| unit.symbol),
        whole,
    }
}

/// Draws an optional vector: in space a direction, in the plane coordinates with a range.
fn draw_vector(ui: &mut Ui, about: &FieldInfo, slot: &mut dyn Slot) -> Touched {
    let mut is_set = slot.get().is_some();
    let ticked = row(ui, about.label, |ui| {
        ui.checkbox(&mut is_set, "set").accessible_name(format!("own {}", about.name)).changed()
    });
    if ticked {
        let initial = match slot.kind() {
            Kind::Planar => Value::Planar([about.initial, 0.0]),
            _ => Value::Vector([about.initial, 0.0, 0.0]),
        };
        slot.set(is_set.then_some(initial));
        return Touched::CHOSEN;
    }
    let mut value = slot.get();
    let touched = match &mut value {
        Some(Value::Vector(vector)) => vector_row(ui, "", vector, NumberKind::NUMBER),
        Some(Value::Planar(vector)) => {
            vector_row(ui, about.label, vector, NumberKind { unit: "", ..limits(about, false) })
        }
        _ => Touched::default(),
    };
    if touched.changed {
        slot.set(value);
    }
    touched
}
