//! Phrases that name a body: `a sphere`, `Box A`, `two 2 x 1 x 1 boxes`, `the unit cube`.

use super::attribute::{self, Attribute, skip};
use super::keys::Kind;
use super::nouns::{NOUNS, Noun, singular};
use super::token::{Kind as TokenKind, Token};
use super::value;
use super::words::{COUNTS, GLUE, PLACED, RESULTS};

/// Determiner of a noun, by which a phrase names a new body or a known one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Determiner {
    None,
    /// "a sphere", "one sphere".
    Indefinite,
    /// "another sphere", "a second sphere".
    Another,
    /// The sphere that is named before: "the sphere".
    Definite,
    /// "each sphere", "both spheres", "all boxes".
    All,
}

/// Noun with the words before and after it.
#[derive(Clone, Debug)]
pub(super) struct Phrase {
    pub(super) noun: Noun,
    pub(super) name: Option<String>,
    pub(super) determiner: Determiner,
    /// Number of bodies, if the text counts them.
    pub(super) count: Option<usize>,
    pub(super) is_plural: bool,
    /// Attributes before the noun.
    pub(super) attributes: Vec<Attribute>,
    /// Index of the token after the phrase.
    pub(super) next: usize,
}

/// Maximum number of words and numbers between a determiner and its noun.
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

/// Reads the noun at a token, without the words around it.
pub(super) fn noun(all: &[Token<'_>], k: usize) -> Option<(Noun, bool, usize)> {
    NOUNS.iter().find_map(|(words, noun)| {
        let last = k + words.len() - 1;
        if !attribute::is_sequence(all, k, &words[..words.len() - 1]) {
            return None;
        }
        let token = all.get(last).filter(|token| token.kind == TokenKind::Word)?;
        if token.is(words[words.len() - 1]) {
            return Some((*noun, false, last + 1));
        }
        // "box1" names a box.
        let bare = token.word.trim_end_matches(|c: char| c.is_ascii_digit());
        if bare.len() < token.word.len() && bare == words[words.len() - 1] && token.word.len() <= bare.len() + 2 {
            return Some((*noun, false, last + 1));
        }
        let plural = singular(&token.word).is_some_and(|word| word == words[words.len() - 1]);
        plural.then_some((*noun, true, last + 1))
    })
}

/// Reads the phrase that begins at a token.
pub(super) fn read(all: &[Token<'_>], k: usize) -> Option<Phrase> {
    let (determiner, mut at) = determiner(all, k);
    let mut count = None;
    if let Some((_, number)) = COUNTS.iter().find(|(word, _)| all.get(at).is_some_and(|token| token.is(word))) {
        let next = skip(all, at + 1, &["of", "different", "equal", "identical"]);
        // "2 x 2 x 2 box", "2 m cube": a size.
        if all
            .get(next)
            .is_some_and(|token| token.kind == TokenKind::Word && !token.is_one_of(&["x", "by", "m", "cm", "mm"]))
        {
            count = Some(*number);
            at = next;
        }
    }
    let begins = at > k;
    let mut attributes = Vec::new();
    let end = at + MAX_WORDS;
    while at < end {
        let found = noun(all, at);
        // "The ground box" is a box.
        if let Some((Noun::Ground, false, next)) = found.filter(|(.., next)| noun(all, *next).is_some()) {
            at = next;
            continue;
        }
        if let Some(found) = found {
            // "2 x 2 x 2 boxes" has no count, "2 boxes" has.
            return Some(finish(all, (determiner, count), attributes, found));
        }
        let token = all.get(at)?;
        if token.is("unit") {
            attributes.push(attribute::of(Kind::Unit, Vec::new(), token));
            at += 1;
            continue;
        }
        if token.is_one_of(&ADJECTIVES) {
            at += 1;
            continue;
        }
        let (attribute, next) = before(all, at, begins)?;
        attributes.push(attribute);
        at = next;
    }
    None
}

/// Reads an attribute between the determiner and the noun: `4 x 2 x 1`, `radius 2`, `2 m`.
fn before(all: &[Token<'_>], k: usize, begins: bool) -> Option<(Attribute, usize)> {
    let token = all.get(k)?;
    if let Some((values, next)) = value::times(all, k) {
        return Some((attribute::of(Kind::Size, values, token), next));
    }
    if let Some((letter, next)) = value::letter_axis(all, k).filter(|(_, next)| *next == k + 1) {
        let mut direction = vec![value::Measure::plain(0.0); 3];
        direction[letter].value = 1.0;
        let is_aligned = all.get(next).is_some_and(|token| token.is("aligned"));
        return is_aligned.then(|| (attribute::of(Kind::Axis, direction, token), next + 1));
    }
    if token.is_one_of(&["upright", "vertical"]) {
        return Some((attribute::of(Kind::Upright, Vec::new(), token), k + 1));
    }
    if !begins {
        return None;
    }
    if let Some((kind, next)) =
        attribute::key(all, k).filter(|(kind, _)| matches!(kind, Kind::Radius | Kind::Diameter | Kind::Side))
    {
        let next = skip(all, next, &["-", "="]);
        let (value, next) = value::measure(all, next)?;
        return Some((attribute::of(kind, vec![value], token), next));
    }
    let (value, next) = value::measure(all, k)?;
    if let Some((kind, after)) =
        attribute::key(all, next).filter(|(kind, _)| matches!(kind, Kind::Radius | Kind::Diameter))
    {
        return Some((attribute::of(kind, vec![value], token), after));
    }
    // "a 2 m cube": the side; other shapes have no such size.
    let is_cube = matches!(noun(all, next), Some((Noun::Cube | Noun::Square, ..)));
    (is_cube && value.per_meter.is_some()).then(|| (attribute::of(Kind::Side, vec![value], token), next))
}

/// Reads the determiner at a token, and returns the index of the token after it.
fn determiner(all: &[Token<'_>], k: usize) -> (Determiner, usize) {
    let Some(token) = all.get(k) else { return (Determiner::None, k) };
    let next = all.get(k + 1);
    match token.word.as_str() {
        "a" | "an" if next.is_some_and(|next| next.is_one_of(&["second", "third", "further"])) => {
            (Determiner::Another, k + 2)
        }
        "a" | "an" if token.text != "A" || begins_phrase(all, k + 1) => (Determiner::Indefinite, k + 1),
        "one" => (Determiner::Indefinite, k + 1),
        "another" => (Determiner::Another, k + 1),
        "the" | "this" | "that" | "my" | "our" => (Determiner::Definite, k + 1),
        "each" | "all" | "every" => (Determiner::All, skip(all, k + 1, &["of", "the"])),
        _ => (Determiner::None, k),
    }
}

/// Whether the words after a capital `A` make it an article rather than a name.
fn begins_phrase(all: &[Token<'_>], k: usize) -> bool {
    let Some(token) = all.get(k) else { return false };
    let is_size = token.value().is_some() || token.is_one_of(&["unit", "radius", "diameter", "upright", "vertical"]);
    noun(all, k).is_some() || token.is_one_of(&ADJECTIVES) || is_size
}

/// Reads the name after a noun, and completes the phrase.
fn finish(
    all: &[Token<'_>],
    (determiner, count): (Determiner, Option<usize>),
    attributes: Vec<Attribute>,
    (noun, is_plural, at): (Noun, bool, usize),
) -> Phrase {
    let mut phrase = Phrase { noun, name: None, determiner, count, is_plural, attributes, next: at };
    if is_plural {
        return phrase;
    }
    let own = all[at - 1].text;
    if own.ends_with(|c: char| c.is_ascii_digit()) {
        phrase.name = Some(own.trim_start_matches(|c: char| !c.is_ascii_digit()).to_owned());
        return phrase;
    }
    let number = at + usize::from(all.get(at).is_some_and(|token| token.is("#")));
    if let Some(token) = all.get(at).filter(|token| is_name(token)) {
        let before_noun = token.word == "a" && self::noun(all, at + 1).is_some();
        if !before_noun {
            phrase.name = Some(token.text.to_owned());
            phrase.next = at + 1;
        }
    } else if let Some(token) = all.get(number).filter(|token| is_index(token)) {
        let next = all.get(number + 1);
        let ends = next.is_none_or(|next| {
            next.is_stop()
                || next.is_one_of(&[":", "(", "=", ","])
                || next.is_one_of(&GLUE)
                || next.is_one_of(&PLACED)
                || attribute::key(all, number + 1).is_some()
        });
        if ends && !next.is_some_and(|next| next.is("x") || next.is("by")) {
            phrase.name = Some(token.text.to_owned());
            phrase.next = number + 1;
        }
    }
    phrase
}

/// Whether a number may be the index in the name of a body.
fn is_index(token: &Token<'_>) -> bool {
    token.value().is_some() && token.text.len() <= 2 && token.text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word is a name: one capital letter, or a word with digits or underscores.
pub(super) fn is_name(token: &Token<'_>) -> bool {
    let starts = token.text.starts_with(|c: char| c.is_alphabetic());
    let short = token.text.len() == 1 && token.text.starts_with(|c: char| c.is_ascii_uppercase());
    let mixed =
        token.text.contains(|c: char| c.is_ascii_digit() || c == '_') && !["2d", "3d"].contains(&token.word.as_str());
    token.kind == TokenKind::Word && starts && (short || mixed)
}

/// Whether a noun only describes the next word: "sphere test", "box face", "sphere vs box".
pub(super) fn is_compound(all: &[Token<'_>], phrase: &Phrase) -> bool {
    let Some(token) = all.get(phrase.next).filter(|_| phrase.attributes.is_empty()) else { return false };
    let is_dash = token.is_one_of(&["-", "/", "vs", "versus"]) && !matches!(phrase.noun, Noun::Other);
    let is_key = attribute::key(all, phrase.next).is_some();
    is_dash || !is_key && (token.is_one_of(&COMPOUNDS) || token.is_one_of(&RESULTS))
}
