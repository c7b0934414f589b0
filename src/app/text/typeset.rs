//! Lays out text for egui with the subscripts of symbols lowered, as in figures: `p_A` is a p with a lowered A.

use contact_lens_picture::font::split_subscripts;
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Align, Color32, FontId};

/// Font size of subscripts, relative to that of the text.
const SUBSCRIPT_SIZE: f32 = 0.76;

/// Returns the layout of a text in the color `ink`. egui may wrap the text at the width of the widget.
pub(crate) fn text(text: &str, font: &FontId, ink: Color32) -> LayoutJob {
    let mut job = LayoutJob::default();
    append(&mut job, text, font, ink);
    job
}

/// Whether the text may have subscripts: an underscore or a digit directly after a letter.
fn may_have_subscripts(text: &str) -> bool {
    let mut previous = ' ';
    for letter in text.chars() {
        if previous.is_alphabetic() && (letter == '_' || letter.is_ascii_digit()) {
            return true;
        }
        previous = letter;
    }
    false
}

/// Appends text to a layout, with its subscripts lowered.
pub(crate) fn append(job: &mut LayoutJob, text: &str, font: &FontId, ink: Color32) {
    if !may_have_subscripts(text) {
        return job.append(text, 0.0, TextFormat { valign: Align::BOTTOM, ..TextFormat::simple(font.clone(), ink) });
    }
    for (run, is_subscript) in split_subscripts(text) {
        let size = if is_subscript { font.size * SUBSCRIPT_SIZE } else { font.size };
        let format =
            TextFormat { valign: Align::BOTTOM, ..TextFormat::simple(FontId::new(size, font.family.clone()), ink) };
        job.append(run, 0.0, format);
    }
}

/// Returns the layout of a text that is wrapped at `width`, points.
pub(crate) fn wrapped(text: &str, font: &FontId, ink: Color32, width: f32) -> LayoutJob {
    LayoutJob { wrap: TextWrapping::wrap_at_width(width), ..self::text(text, font, ink) }
}

/// Returns the layout of a text on one line, however long.
pub(crate) fn line(text: &str, font: &FontId, ink: Color32) -> LayoutJob {
    LayoutJob { wrap: TextWrapping::no_max_width(), ..self::text(text, font, ink) }
}
