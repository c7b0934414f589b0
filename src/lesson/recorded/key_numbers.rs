//! Choice of the numbers below the sentence of a figure: those that the sub-step (beat) changed and that neither the
//! sentence nor a label of the pictures shows.

use std::borrow::Cow;

use contact_lens_picture::{Form, KeyNumber};

use crate::{Beat, BeatIndex, Lesson, Pictures, Value};

/// Largest number of values below a sentence, so that they fit into one line.
const MAX_NUMBERS: usize = 5;

/// Numbers for the figure of `beat`, at most five. `before` is the previous sub-step of the run; `None` for
/// a figure of a whole frame, which shows the first values whether they changed or not.
pub fn key_numbers(before: Option<&Beat>, beat: &Beat) -> Vec<KeyNumber> {
    let candidates = beat.values.iter().filter(|value| before.is_none_or(|before| adds_number(value, before, beat)));
    candidates.take(MAX_NUMBERS).map(Into::into).collect()
}

/// Beat before the one at `index`, which may be in the step before; an empty one at the start of the run. `beats` are
/// the beats of the step of `index`.
pub fn beat_before<'a>(lesson: &dyn Lesson, index: BeatIndex, beats: &'a [Beat]) -> Cow<'a, Beat> {
    match index {
        BeatIndex { step: 0, beat: 0 } => Cow::Owned(Beat::default()),
        BeatIndex { step, beat: 0 } => Cow::Owned(lesson.beats(step - 1).pop().unwrap_or_default()),
        BeatIndex { beat, .. } => Cow::Borrowed(&beats[beat - 1]),
    }
}

/// Whether the value differs from that of the sub-step `before`, is not 0, and is in neither the sentence nor a label.
fn adds_number(value: &Value, before: &Beat, beat: &Beat) -> bool {
    let text = value.text.text.as_str();
    let is_unchanged = before.values.iter().any(|other| other.symbol == value.symbol && other.text == value.text);
    let is_in_sentence = beat.say.quantities().any(|quantity| quantity.text.text == text);
    text != "0" && !is_unchanged && !is_in_sentence && !is_in_a_label(text, &beat.pictures)
}

/// Whether a label of the pictures is the number `text`, or a symbol with that number: `g = 0.3 m`.
fn is_in_a_label(text: &str, pictures: &Pictures) -> bool {
    let mut marks = pictures.iter().flat_map(|(_, picture)| &picture.marks);
    marks.any(|mark| match &mark.form {
        Form::Label { text: label, .. } => label == text || label.ends_with(&format!("= {text}")),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Symbol;
    use contact_lens_picture::{Picture, Role};

    fn beat(values: &[(&'static str, &str)]) -> Beat {
        let values = values.iter().map(|(notation, text)| {
            let symbol = Symbol { notation, caption: notation };
            Value::of(symbol, (*text).to_owned(), *notation)
        });
        Beat { values: values.collect(), ..Beat::default() }
    }

    fn symbols(before: Option<&Beat>, now: &Beat) -> Vec<String> {
        key_numbers(before, now).into_iter().map(|number| number.symbol).collect()
    }

    #[test]
    fn only_numbers_that_a_sub_step_changed_are_below_its_sentence() {
        let before = beat(&[("h", "0.01 s"), ("upper", "2 m"), ("lower", "1 m")]);
        let mut now = beat(&[("h", "0.01 s"), ("upper", "1.5 m"), ("lower", "1 m"), ("new", "0"), ("g", "0.3 m")]);
        assert_eq!(symbols(Some(&before), &now), ["upper", "g"]);
        let mut world = Picture::default();
        world.label(Role::Lower, "g", glam::DVec3::ZERO, "g = 0.3 m");
        now.pictures = Pictures::world(world);
        assert_eq!(symbols(Some(&before), &now), ["upper"], "the picture shows g");
        assert_eq!(symbols(Some(&Beat::default()), &beat(&[("a", "1"); 9])).len(), MAX_NUMBERS);
        assert_eq!(symbols(None, &now).len(), 5, "the figure of a frame has all");
    }
}
