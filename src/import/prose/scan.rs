//! Assignment of the numbers in sentences to bodies, results and settings.
//!
//! **Method.** A noun opens a body; attributes follow it until a word without a meaning here. After such a word only
//! results and settings may have numbers. Any other number is refused.

mod reference;

use std::ops::Range;

use super::attribute::{self, Attribute, Context, ErrorAt};
use super::keys::Kind;
use super::noun::{self, Determiner, Phrase};
use super::nouns::Noun;
use super::results;
use super::token::Token;
use super::value;
use super::words::{CHANGES, GLUE, HYPOTHETICAL, RESULTS};

/// Bodies of a phrase: one, or several with a common noun.
#[derive(Clone, Debug)]
pub(super) struct Mention {
    pub(super) noun: Noun,
    pub(super) name: Option<String>,
    pub(super) attributes: Vec<Attribute>,
    /// Whether the phrase is about several bodies.
    pub(super) is_plural: bool,
    /// Number of the bodies, if the text counts them.
    pub(super) count: Option<usize>,
    pub(super) determiner: Determiner,
    /// Offset in the text, bytes.
    pub(super) at: usize,
}

/// Walk through the tokens of a text.
pub(super) struct Scan<'t, 'a> {
    pub(super) all: &'t [Token<'a>],
    pub(super) mentions: Vec<Mention>,
    /// Parts of the text that state bodies, bytes.
    pub(super) used: Vec<Range<usize>>,
    /// Whether the bodies are in the plane.
    pub(super) plane: bool,
    /// Index of the axis that points up, if the text names it.
    pub(super) up: Option<usize>,
    /// Index of the current token.
    k: usize,
    /// Index of the body that attributes belong to.
    open: Option<usize>,
    /// Number of nouns in this sentence.
    nouns: usize,
    /// Number of nouns in the last sentence that has some.
    last_nouns: usize,
    /// Whether a word without a meaning here has ended the phrase about a body.
    is_outside: bool,
    /// Whether numbers are results.
    has_result: bool,
    /// Whether the sentence has a word of results before the current noun.
    had_result: bool,
    /// Whether the current noun names a body that is named before.
    is_known: bool,
    /// Whether the sentence is hypothetical.
    is_hypothetical: bool,
    /// Whether the sentence begins here or with a pronoun.
    is_fresh: bool,
    /// Offset of a sentence that says that the bodies work without an error.
    praised: Option<usize>,
    /// Whether the current sentence describes a body.
    describes: bool,
}

impl<'t, 'a> Scan<'t, 'a> {
    /// Creates a walk that has not begun.
    pub(super) fn new(all: &'t [Token<'a>], plane: bool, up: Option<usize>) -> Self {
        Self {
            all,
            mentions: Vec::new(),
            used: Vec::new(),
            plane,
            up,
            k: 0,
            open: None,
            nouns: 0,
            last_nouns: 0,
            is_outside: true,
            has_result: false,
            had_result: false,
            is_known: false,
            is_hypothetical: false,
            is_fresh: true,
            praised: None,
            describes: false,
        }
    }

    /// Reads all sentences.
    ///
    /// # Errors
    /// Fails at the first number or word that may change a body and is not understood.
    pub(super) fn run(&mut self) -> Result<(), ErrorAt> {
        while self.k < self.all.len() {
            self.step()?;
        }
        Ok(())
    }

    fn context(&self) -> Context {
        let mention = self.open.and_then(|open| self.mentions.get(open));
        Context {
            noun: mention.map(|mention| mention.noun),
            is_plural: mention.is_some_and(|mention| mention.is_plural),
            plane: self.plane,
            up: self.up,
        }
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, ErrorAt> {
        Err((self.all[self.k.min(self.all.len() - 1)].start, message.into()))
    }

    /// Reads the token, phrase or attribute at the current place.
    fn step(&mut self) -> Result<(), ErrorAt> {
        let token = &self.all[self.k];
        if token.is_stop() {
            self.end_sentence();
            return Ok(());
        }
        let is_fresh = std::mem::take(&mut self.is_fresh);
        if self.point_list()? || self.reference(is_fresh) {
            return Ok(());
        }
        if let Some(phrase) = noun::read(self.all, self.k) {
            return self.noun(phrase);
        }
        if self.attribute(is_fresh)? || self.bare_points() {
            return Ok(());
        }
        let in_phrase = self.open.is_some() && !self.is_outside;
        let is_group = self.context().is_plural && !self.is_outside;
        if is_group && token.is_one_of(&["one", "first", "second", "third", "fourth"]) {
            self.k += 1;
            return Ok(());
        }
        let is_pronoun = token.is_one_of(&["it", "its"]);
        if is_pronoun && self.open.is_some() && (in_phrase || is_fresh) {
            self.is_fresh = is_fresh && self.is_single();
            self.is_outside = !self.is_single();
            self.k += 1;
            return Ok(());
        }
        let is_glue = in_phrase && (token.is_one_of(&GLUE) || results::is_world(self.all, self.k))
            || is_fresh && token.is_one_of(&["the", "and", ","]);
        if is_glue && !is_pronoun {
            self.is_fresh = is_fresh;
            self.k += 1;
            return Ok(());
        }
        if token.value().is_some() || value::tuple(self.all, self.k).is_some() {
            return self.number();
        }
        self.word()
    }

    fn end_sentence(&mut self) {
        self.is_outside = false;
        self.has_result = false;
        self.had_result = false;
        self.is_hypothetical = false;
        self.is_fresh = true;
        self.describes = false;
        self.k += 1;
        if self.nouns > 0 {
            self.last_nouns = self.nouns;
        }
        self.nouns = 0;
        // A sentence without a noun may go on about the only body of the sentence before.
        if self.last_nouns != 1 {
            self.is_outside = true;
            self.open = None;
        }
    }

    /// Whether a pronoun can refer to only one body: that of this sentence, or else of the last one with a noun.
    fn is_single(&self) -> bool {
        if self.nouns > 0 { self.nouns == 1 } else { self.last_nouns == 1 }
    }

    /// Reads the points of a body whose noun or attribute is the word `points` or `vertices`.
    fn point_list(&mut self) -> Result<bool, ErrorAt> {
        let names = [
            "points",
            "vertices",
            "corners",
            "corner",
            "segment",
            "core",
            "end",
            "endpoints",
            "opposite",
            "point",
            "through",
        ];
        let is_own = self.context().noun == Some(Noun::Segment);
        let is_open = self.open.is_some() && !self.is_outside;
        let start = attribute::skip(self.all, self.k, &["the", "of", "its", "with", "and"]);
        if !is_open
            || !self.all.get(start).is_some_and(|token| token.is_one_of(&names) && !(is_own && token.is("segment")))
        {
            return Ok(false);
        }
        match attribute::read(self.all, start, self.context())? {
            Some((attribute, next))
                if !matches!(attribute.kind, Kind::Position) || self.context().noun != Some(Noun::Point) =>
            {
                self.attach(attribute, next)?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Reads tuples directly after a noun that points define, and a size `4 x 2 x 1` directly after a box.
    fn bare_points(&mut self) -> bool {
        let Some(open) = self.open.filter(|_| !self.is_outside) else { return false };
        let token = &self.all[self.k];
        let mention = &mut self.mentions[open];
        let has = mention.attributes.iter().any(|one| matches!(one.kind, Kind::Points | Kind::Ends | Kind::Position));
        let is_pointed = mention.noun.points().is_some() || mention.noun == Noun::Point;
        let found = if is_pointed && !has {
            attribute::point_list(self.all, self.k)
                .map(|(points, next)| (attribute::of(Kind::Points, points, token), next))
        } else if mention.noun.may_be(Noun::Box) && mention.attributes.iter().all(|one| one.kind != Kind::Size) {
            value::times(self.all, self.k).map(|(sides, next)| (attribute::of(Kind::Size, sides, token), next))
        } else {
            None
        };
        let Some((attribute, next)) = found else { return false };
        mention.attributes.push(attribute);
        self.describes = true;
        self.take(next);
        true
    }

    /// Marks the tokens up to an index as used.
    fn take(&mut self, next: usize) {
        self.used.push(self.all[self.k].start..self.all[next - 1].end);
        self.k = next;
    }

    /// Opens the body of a noun, or the known body that it refers to.
    fn noun(&mut self, phrase: Phrase) -> Result<(), ErrorAt> {
        let start = self.all[self.k].start;
        let next = phrase.next;
        if results::is_answer(self.all, self.k, next) {
            self.k = next;
            self.is_outside = true;
            self.has_result = true;
            return Ok(());
        }
        if noun::is_compound(self.all, &phrase) {
            self.mention(phrase, start);
            self.open = None;
            self.is_outside = true;
            self.k = next;
            return Ok(());
        }
        if phrase.determiner == Determiner::All && results::has_numbers(self.all, phrase.next) {
            return self.error("describe each body in a sentence of its own");
        }
        if results::is_expected(self.all, self.k) {
            return self.error("is this body given or expected? Remove it if it is a result");
        }
        let known = self.known(&phrase).filter(|known| !phrase.is_plural && !self.is_further(&phrase, *known));
        self.nouns += 1;
        self.is_outside = false;
        self.had_result |= self.has_result;
        self.is_known = known.is_some();
        self.has_result = false;
        match known {
            Some(known) => {
                for attribute in phrase.attributes {
                    self.mentions[known].attributes.push(attribute);
                }
                self.open = Some(known);
            }
            None => {
                self.mention(phrase, start);
                self.open = Some(self.mentions.len() - 1);
            }
        }
        self.take(next);
        Ok(())
    }

    /// Adds a body, with the name before its noun if there is one: "A is a sphere", "Body A: box".
    fn mention(&mut self, phrase: Phrase, at: usize) {
        let mut before = self.k;
        let links = [":", "=", "is", "a", "an", "the"];
        while before > 0 && self.all[before - 1].is_one_of(&links) && self.all[before - 1].text != "A" {
            before -= 1;
        }
        let named = before.checked_sub(1).filter(|_| before < self.k).map(|k| &self.all[k]);
        let name =
            phrase.name.or_else(|| named.filter(|token| noun::is_name(token)).map(|token| token.text.to_owned()));
        let Phrase { noun, determiner, count, is_plural, attributes, .. } = phrase;
        self.describes |= !attributes.is_empty();
        self.mentions.push(Mention { noun, name, attributes, is_plural, count, determiner, at });
    }

    /// Reads an attribute; returns whether there is one.
    fn attribute(&mut self, is_fresh: bool) -> Result<bool, ErrorAt> {
        let found = match attribute::read(self.all, self.k, self.context()) {
            Ok(found) => found,
            // A rotation in a result changes no body.
            Err(_) if self.has_result => None,
            Err(error) => return Err(error),
        };
        let Some((attribute, next)) = found else { return Ok(false) };
        let is_open = self.open.is_some() && (!self.is_outside || is_fresh && self.is_single());
        if is_open && !self.has_result {
            self.is_outside = false;
            self.attach(attribute, next)?;
            return Ok(true);
        }
        let is_answer = matches!(
            attribute.kind,
            Kind::Position
                | Kind::Axis
                | Kind::Normal
                | Kind::Points
                | Kind::Min
                | Kind::Max
                | Kind::Ends
                | Kind::Depth
        );
        if self.has_result && is_answer {
            self.k = next;
            return Ok(true);
        }
        match attribute.values.first().is_none_or(Vec::is_empty) {
            true => Ok(false),
            false => self.error("to which body does this belong? Write it directly after the name of the shape"),
        }
    }

    /// Gives an attribute to the current body.
    fn attach(&mut self, attribute: Attribute, next: usize) -> Result<(), ErrorAt> {
        if self.is_hypothetical || self.praised.is_some() {
            return self.error("does the text describe one state of the bodies or several? Keep one of them");
        }
        let Some(open) = self.open else { return Ok(()) };
        self.mentions[open].attributes.push(attribute);
        self.describes = true;
        self.take(next);
        Ok(())
    }

    /// Skips a number that is a result, a setting or a label.
    fn number(&mut self) -> Result<(), ErrorAt> {
        let (is_tuple, next) = match value::tuple(self.all, self.k) {
            Some((_, next)) => (true, next),
            None => (false, self.k + 1),
        };
        let is_label = !is_tuple && results::is_label(self.all, self.k);
        let is_stated = !is_tuple && results::is_stated(self.all, self.k) || self.is_known;
        let is_result = self.has_result || self.had_result && is_stated;
        if !is_result && !is_label {
            return self.error("this number is not understood; say which size, place or result it is");
        }
        self.is_outside = true;
        self.k = next;
        Ok(())
    }

    /// Skips a word; fails at a word that may change a body.
    fn word(&mut self) -> Result<(), ErrorAt> {
        let token = &self.all[self.k];
        self.is_outside = true;
        self.has_result |= token.is_one_of(&RESULTS);
        if token.is_one_of(&CHANGES) && !results::is_negated(self.all, self.k) {
            return self.error(format!("`{}` may change a body, which is not supported", token.text));
        }
        if results::is_partial(self.all, self.k) {
            return self.error(format!("`{}` changes a shape or a frame, which is not supported", token.text));
        }
        if token.is_one_of(&HYPOTHETICAL) {
            self.is_hypothetical = true;
            let praises = token.is_one_of(&["works", "work", "worked", "passes", "fine", "correctly"]);
            if praises && self.describes {
                self.praised = Some(token.start);
            }
        }
        self.k += 1;
        Ok(())
    }
}
