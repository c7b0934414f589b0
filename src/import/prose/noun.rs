//! Parses phrases that name a body: `a sphere`, `Box A`, `two 2 x 1 x 1 boxes`, `the unit cube`. A phrase is a noun
//! with its determiner, the attributes in front of it, and the name after it.

use super::attribute::{self, Attribute, skip_words};
use super::keys::Kind;
use super::nouns::{NOUNS, Noun, singular};
use super::token::{Token, TokenKind};
use super::value;
use super::words::{COUNTS, GLUE, PLACED, RESULTS};

/// Determiner of a noun, by which a phrase names a new body or a known one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Determiner {
    /// No determiner: "sphere A".
    None,
    /// "a sphere", "one sphere".
    Indefinite,
    /// "another sphere", "a second sphere".
    Another,
    /// "the sphere", "this box", "our capsule".
    Definite,
    /// "each sphere", "both spheres", "all boxes".
    All,
}

/// Noun with the words before and after it.
#[derive(Clone, Debug)]
pub(super) struct Phrase {
    pub(super) noun: Noun,
    /// Name after the noun, such as `A`; `None` without one.
    pub(super) name: Option<String>,
    pub(super) determiner: Determiner,
    /// Number of bodies, if the text counts them.
    pub(super) count: Option<usize>,
    /// Whether the noun is in the plural.
    pub(super) is_plural: bool,
    /// Attributes before the noun.
    pub(super) attributes: Vec<Attribute>,
    /// Index of the token after the phrase.
    pub(super) next: usize,
}

/// Maximum number of words and numbers between a determiner and its noun, so that the time is linear in the length of a
/// text.
const MAX_WORDS: usize = 16;

/// Adjectives that do not change a shape.
const ADJECTIVES: [&str; 30] = [
    "axis",
    "aligned",
    "oriented",
    "static",
    "dynamic",
    "kinematic",
    "fixed",
    "solid",
    "small",
    "big",
    "large",
    "tiny",
    "thin",
    "flat",
    "long",
    "tall",
    "single",
    "simple",
    "convex",
    "rigid",
    "moving",
    "following",
    "huge",
    "thick",
    "short",
    "unrotated",
    "triangular",
    "degenerate",
    "closed",
    "regular",
];

/// Words after a noun that make it the adjective of another word: "box test", "sphere collider".
const COMPOUNDS: [&str; 24] = [
    "test",
    "tests",
    "collision",
    "collisions",
    "case",
    "query",
    "queries",
    "intersection",
    "overlap",
    "distance",
    "pair",
    "pairs",
    "contact",
    "contacts",
    "code",
    "algorithm",
    "detection",
    "routine",
    "function",
    "check",
    "support",
    "face",
    "faces",
    "corner",
];

/// Noun that was read at a token.
#[derive(Clone, Copy)]
pub(super) struct NounMatch {
    pub(super) noun: Noun,
    is_plural: bool,
    /// Index of the token after the noun.
    next: usize,
}

/// Reads the noun at a token, without the words around it.
pub(super) fn read_noun(tokens: &[Token<'_>], index: usize) -> Option<NounMatch> {
    NOUNS.iter().find_map(|(words, noun)| {
        let (last_word, first_words) = words.split_last()?;
        let last = index + first_words.len();
        if !attribute::is_sequence(tokens, index, first_words) {
            return None;
        }
        let token = tokens.get(last).filter(|token| token.kind == TokenKind::Word)?;
        // "box1" is a box with the name 1; names have at most two digits.
        let bare = token.word.trim_end_matches(|c: char| c.is_ascii_digit());
        let has_number = bare.len() < token.word.len() && token.word.len() <= bare.len() + 2;
        let is_singular = token.is(last_word) || has_number && bare == *last_word;
        let is_plural = !is_singular && singular(&token.word).is_some_and(|word| word == *last_word);
        if !is_singular && !is_plural {
            return None;
        }
        Some(NounMatch { noun: *noun, is_plural, next: last + 1 })
    })
}

/// Returns the number that a word such as `two` counts; `None` for other words.
fn read_count(tokens: &[Token<'_>], index: usize) -> Option<usize> {
    let token = tokens.get(index)?;
    let (_, number) = COUNTS.iter().find(|(word, _)| token.is(word))?;
    Some(*number)
}

/// Reads the phrase that begins at a token; `None` if the tokens there do not end in a noun.
pub(super) fn read_phrase(tokens: &[Token<'_>], index: usize) -> Option<Phrase> {
    let (determiner, mut cursor) = read_determiner(tokens, index);
    let mut count = None;
    if let Some(number) = read_count(tokens, cursor) {
        let next = skip_words(tokens, cursor + 1, &["of", "different", "equal", "identical"]);
        // "2 x 2 x 2 box", "2 m cube": a size.
        let is_count = tokens
            .get(next)
            .is_some_and(|token| token.kind == TokenKind::Word && !token.is_one_of(&["x", "by", "m", "cm", "mm"]));
        if is_count {
            count = Some(number);
            cursor = next;
        }
    }
    let has_determiner = cursor > index;
    let mut attributes = Vec::new();
    let end = cursor + MAX_WORDS;
    while cursor < end {
        if let Some(noun_match) = read_noun(tokens, cursor) {
            // "The ground box" is a box.
            let may_be_adjective = noun_match.noun == Noun::Ground && !noun_match.is_plural;
            if may_be_adjective && read_noun(tokens, noun_match.next).is_some() {
                cursor = noun_match.next;
                continue;
            }
            return Some(complete_phrase(tokens, noun_match, determiner, count, attributes));
        }
        let token = tokens.get(cursor)?;
        if token.is("unit") {
            attributes.push(attribute::with_value(Kind::Unit, Vec::new(), token));
            cursor += 1;
        } else if token.is_one_of(&ADJECTIVES) {
            cursor += 1;
        } else {
            let (attribute, next) = read_attribute_before_noun(tokens, cursor, has_determiner)?;
            attributes.push(attribute);
            cursor = next;
        }
    }
    None
}

/// Reads an attribute between the determiner and the noun, and returns it with the index of the token after it:
/// `4 x 2 x 1`, `radius 2`, `2 m`. Attributes other than a size, an axis and `upright` need a determiner in front.
fn read_attribute_before_noun(tokens: &[Token<'_>], index: usize, has_determiner: bool) -> Option<(Attribute, usize)> {
    let token = tokens.get(index)?;
    if let Some((values, next)) = value::read_unbracketed_sides(tokens, index) {
        return Some((attribute::with_value(Kind::Size, values, token), next));
    }
    if let Some((letter, next)) = value::read_axis_letter(tokens, index).filter(|(_, next)| *next == index + 1) {
        let mut direction = vec![value::Measure::plain(0.0); 3];
        direction[letter].value = 1.0;
        let is_aligned = tokens.get(next).is_some_and(|token| token.is("aligned"));
        return is_aligned.then(|| (attribute::with_value(Kind::Axis, direction, token), next + 1));
    }
    if token.is_one_of(&["upright", "vertical"]) {
        return Some((attribute::with_value(Kind::Upright, Vec::new(), token), index + 1));
    }
    if !has_determiner {
        return None;
    }
    if let Some((kind, next)) = attribute::read_name(tokens, index)
        && matches!(kind, Kind::Radius | Kind::Diameter | Kind::Side)
    {
        let next = skip_words(tokens, next, &["-", "="]);
        let (value, next) = value::read_measure(tokens, next)?;
        return Some((attribute::with_value(kind, vec![value], token), next));
    }
    let (value, next) = value::read_measure(tokens, index)?;
    if let Some((kind, after)) = attribute::read_name(tokens, next)
        && matches!(kind, Kind::Radius | Kind::Diameter)
    {
        return Some((attribute::with_value(kind, vec![value], token), after));
    }
    // "a 2 m cube": the side; other shapes have no such size.
    let is_cube =
        read_noun(tokens, next).is_some_and(|noun_match| matches!(noun_match.noun, Noun::Cube | Noun::Square));
    let has_unit = value.per_meter.is_some();
    if !is_cube || !has_unit {
        return None;
    }
    Some((attribute::with_value(Kind::Side, vec![value], token), next))
}

/// Reads the determiner at a token, and returns the index of the token after it; [`Determiner::None`] and `index` if
/// there is none.
fn read_determiner(tokens: &[Token<'_>], index: usize) -> (Determiner, usize) {
    let Some(token) = tokens.get(index) else { return (Determiner::None, index) };
    let next = tokens.get(index + 1);
    match token.word.as_str() {
        "a" | "an" if next.is_some_and(|next| next.is_one_of(&["second", "third", "further"])) => {
            (Determiner::Another, index + 2)
        }
        "a" | "an" if token.text != "A" || begins_phrase(tokens, index + 1) => (Determiner::Indefinite, index + 1),
        "one" => (Determiner::Indefinite, index + 1),
        "another" => (Determiner::Another, index + 1),
        "the" | "this" | "that" | "my" | "our" => (Determiner::Definite, index + 1),
        "each" | "all" | "every" => (Determiner::All, skip_words(tokens, index + 1, &["of", "the"])),
        _ => (Determiner::None, index),
    }
}

/// Whether the words after a capital `A` make it an article rather than a name.
fn begins_phrase(tokens: &[Token<'_>], index: usize) -> bool {
    let Some(token) = tokens.get(index) else { return false };
    let is_size = token.value().is_some() || token.is_one_of(&["unit", "radius", "diameter", "upright", "vertical"]);
    read_noun(tokens, index).is_some() || token.is_one_of(&ADJECTIVES) || is_size
}

/// Reads the name after a noun, and completes the phrase.
fn complete_phrase(
    tokens: &[Token<'_>],
    noun_match: NounMatch,
    determiner: Determiner,
    count: Option<usize>,
    attributes: Vec<Attribute>,
) -> Phrase {
    let NounMatch { noun, is_plural, next } = noun_match;
    let mut phrase = Phrase { noun, name: None, determiner, count, is_plural, attributes, next };
    if is_plural {
        return phrase;
    }
    // "box1" has the name "1".
    let noun_text = tokens[next - 1].text;
    if noun_text.ends_with(|c: char| c.is_ascii_digit()) {
        phrase.name = Some(noun_text.trim_start_matches(|c: char| !c.is_ascii_digit()).to_owned());
        return phrase;
    }
    // "sphere #1".
    let number = next + usize::from(tokens.get(next).is_some_and(|token| token.is("#")));
    if let Some(token) = tokens.get(next).filter(|token| is_name(token)) {
        let is_article = token.word == "a" && read_noun(tokens, next + 1).is_some();
        if !is_article {
            phrase.name = Some(token.text.to_owned());
            phrase.next = next + 1;
        }
    } else if let Some(token) = tokens.get(number).filter(|token| is_index(token))
        && may_follow_index(tokens, number + 1)
    {
        phrase.name = Some(token.text.to_owned());
        phrase.next = number + 1;
    }
    phrase
}

/// Whether the token after a number shows that the number is the index in the name of a body, not a size.
fn may_follow_index(tokens: &[Token<'_>], index: usize) -> bool {
    let Some(token) = tokens.get(index) else { return true };
    let ends_name = token.is_stop()
        || token.is_one_of(&[":", "(", "=", ","])
        || token.is_one_of(&GLUE)
        || token.is_one_of(&PLACED)
        || attribute::read_name(tokens, index).is_some();
    ends_name && !token.is("x") && !token.is("by")
}

/// Whether a number may be the index in the name of a body: it has one or two digits.
fn is_index(token: &Token<'_>) -> bool {
    token.value().is_some() && token.text.len() <= 2 && token.text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word is a name: one capital letter, or a word with digits or underscores.
pub(super) fn is_name(token: &Token<'_>) -> bool {
    let is_capital = token.text.len() == 1 && token.text.starts_with(|c: char| c.is_ascii_uppercase());
    let has_mark = token.text.contains(|c: char| c.is_ascii_digit() || c == '_');
    let is_dimension = token.is_one_of(&["2d", "3d"]);
    let begins_with_letter = token.text.starts_with(|c: char| c.is_alphabetic());
    token.kind == TokenKind::Word && begins_with_letter && (is_capital || has_mark && !is_dimension)
}

/// Whether a noun only describes the next word: "sphere test", "box face", "sphere vs box".
pub(super) fn is_compound(tokens: &[Token<'_>], phrase: &Phrase) -> bool {
    let Some(token) = tokens.get(phrase.next).filter(|_| phrase.attributes.is_empty()) else { return false };
    let is_pair = token.is_one_of(&["-", "/", "vs", "versus"]) && !matches!(phrase.noun, Noun::Other);
    let names_attribute = attribute::read_name(tokens, phrase.next).is_some();
    is_pair || !names_attribute && (token.is_one_of(&COMPOUNDS) || token.is_one_of(&RESULTS))
}
