//! Every sentence is one that a stranger understands: whole, in plain words, and without numbers that are only rounding.

use contact_lens::lesson::Lesson;
use contact_lens::picture::Form;

use super::moments::own;
use crate::played::{Beats, Met, Play, Rule, each, met};

/// What holds of every sentence.
pub(crate) const RULES: &[(&str, Rule)] =
    &[("words", sentences_are_plain), ("rounding of contacts", contacts_have_no_digits_of_rounding)];

/// Words that were riddles: private names of things that have names, and turns of phrase that say nothing to a stranger.
const BANNED: [&str; 22] = [
    "mends",
    "mended",
    "idle",
    "stands",
    "for ever",
    "gone round",
    "lit up",
    "no proof",
    "one sees",
    "found from",
    "what faces it",
    "each alone",
    "no digits left",
    "has its own sign",
    "have its own sign",
    "parts box",
    "from f1 on",
    "as it may",
    "known is",
    "with the bound",
    "along along",
    "1 corners",
];

/// Verbs of sentences that are short.
const VERBS: [&str; 47] = [
    "search",
    "cannot",
    "=",
    "remain",
    "fails",
    "continues",
    "takes",
    "passes",
    "stops",
    "contains",
    "starts",
    "is",
    "are",
    "was",
    "were",
    "has",
    "have",
    "goes",
    "go",
    "lies",
    "lie",
    "touch",
    "meet",
    "joins",
    "join",
    "ends",
    "overlap",
    "cross",
    "moves",
    "move",
    "stays",
    "stay",
    "holds",
    "hold",
    "do",
    "does",
    "fits",
    "swap",
    "waits",
    "fall",
    "come",
    "begins",
    "decides",
    "can",
    "see",
    "keeps",
    "needs",
];

/// Fewer words need a verb.
const SHORT: usize = 5;

/// A power of ten below which a number beside others of the size of a body is rounding, whatever its unit.
const ROUNDING: i32 = -16;

/// The same beside bodies of a meter, as far as contacts are measured.
const CONTACT_ROUNDING: i32 = -14;

/// The sentences of what is said, without the marks at their ends.
fn sentences(say: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, mark) in say.match_indices(['.', '?', '!']) {
        let end = at + mark.len();
        if say[end..].starts_with(' ') || end == say.len() {
            found.push(say[start..at].trim());
            start = end;
        }
    }
    found.extend(Some(say[start..].trim()).filter(|rest| !rest.is_empty()));
    found
}

/// The powers of ten that are written in a text.
fn exponents(say: &str) -> impl Iterator<Item = i32> {
    let after = say.match_indices('e').filter_map(|(at, _)| {
        let digit_before = say[..at].ends_with(|c: char| c.is_ascii_digit());
        let tail = say[at + 1..].replace('−', "-");
        let end = tail.char_indices().find(|(i, c)| !(c.is_ascii_digit() || *i == 0 && *c == '-')).map(|(i, _)| i);
        digit_before.then(|| tail[..end.unwrap_or(tail.len())].parse::<i32>().ok())?
    });
    after.collect::<Vec<_>>().into_iter()
}

/// What is wrong with the words of a text.
fn fault(say: &str) -> Option<String> {
    let is_word = |text: &str, word: &str| {
        let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        text.match_indices(word).any(|(at, found)| {
            !letter(text[..at].chars().next_back()) && !letter(text[at + found.len()..].chars().next())
        })
    };
    if let Some(word) = BANNED.iter().find(|word| is_word(say, word)) {
        return Some(format!("{word:?} is no word for a stranger"));
    }
    if let Some(power) = exponents(say).find(|power| *power <= ROUNDING) {
        return Some(format!("a number of 1e{power} is rounding"));
    }
    let short = |sentence: &&str| {
        let words: Vec<String> = sentence.split_whitespace().map(str::to_lowercase).collect();
        words.len() < SHORT && !words.iter().any(|word| VERBS.contains(&word.trim_matches([',', ':', ';'])))
    };
    sentences(say).iter().find(|sentence| short(sentence)).map(|sentence| format!("{sentence:?} has no verb"))
}

fn sentences_are_plain(play: &Play, beats: &Beats, met: &mut Met) {
    for (i, beat) in each(beats).enumerate() {
        let say = own(beat, &*play.lesson as &dyn Lesson);
        met.count += 1;
        if let Some(why) = fault(&say) {
            met.wrong.push(format!("{}, beat {i} @{}: {why}: {say:?}", play.name, beat.line));
        }
    }
}

/// What an algorithm that measures contacts to rounding shows of bodies that just touch: 0, in tables, in the strip and at marks.
fn contacts_have_no_digits_of_rounding(play: &Play, beats: &Beats, met: &mut Met) {
    if !play.lesson.card().id.starts_with("manifold") {
        return;
    }
    for (i, beat) in each(beats).enumerate() {
        let values = beat.values.iter().map(|value| value.text.text.clone());
        let labels = beat.pictures.iter().flat_map(|(_, picture)| &picture.marks).filter_map(|mark| match &mark.form {
            Form::Label { text, .. } => Some(text.to_string()),
            _ => None,
        });
        for text in values.chain(labels) {
            met.count += 1;
            if exponents(&text).any(|power| power <= CONTACT_ROUNDING) {
                met.wrong.push(format!("{}, beat {i} @{}: {text:?} is rounding", play.name, beat.line));
            }
        }
    }
}

#[test]
fn depths_and_gaps_that_are_rounding_are_told_as_0() {
    assert!(met("rounding of contacts").count > 2_000, "a weak test");
}

#[test]
fn sentences_are_whole_plain_and_without_numbers_that_are_rounding() {
    assert!(met("words").count > 10_000, "a weak test");
}

#[test]
fn a_riddle_a_fragment_and_rounding_are_found() {
    let wrong = |say: &str| fault(say).unwrap_or_else(|| panic!("nothing is wrong with {say:?}"));
    assert!(wrong("The velocity that mends positions is thrown away.").contains("mends"));
    assert!(wrong("It stands behind the min of 12.").contains("stands"));
    assert!(wrong("w is now 8.1586e−18 m/s.").contains("1e-18"));
    assert!(wrong("All is well here, as always. Better luck.").contains("Better luck"));
    for fine in [
        "The gap is 3e−12 m. It is small.",
        "Is it so?",
        "f32 and e-16 are names.",
        "This understands all 1.5 m of it.",
    ] {
        assert_eq!(fault(fine), None, "{fine:?}");
    }
}
