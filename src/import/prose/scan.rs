//! Scan of sentences: goes through the tokens of a text, and assigns every number to a body, a result or a setting. The
//! result is a list of mentions of bodies with their attributes.
//!
//! **Method.** The scan reads the tokens from left to right. A noun opens a body; attributes follow it until a word
//! that has no meaning for bodies ends the phrase. After such a word only results and settings may have numbers. Any
//! other number is refused.

mod point_lists;
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
    /// Name in the text, such as `A`; `None` for a body without a name.
    pub(super) name: Option<String>,
    pub(super) attributes: Vec<Attribute>,
    /// Whether the phrase is about several bodies.
    pub(super) is_plural: bool,
    /// Number of the bodies, if the text counts them.
    pub(super) count: Option<usize>,
    pub(super) determiner: Determiner,
    /// Offset in the text, bytes.
    pub(super) offset: usize,
}

/// Pronouns that refer to the last body.
const PRONOUNS: [&str; 2] = ["it", "its"];

/// Scan of the tokens of a text, with the bodies that were read.
pub(super) struct Scan<'t, 'a> {
    pub(super) tokens: &'t [Token<'a>],
    /// Bodies in the order of the text; those without attributes are only mentioned.
    pub(super) mentions: Vec<Mention>,
    /// Ranges of the text that state bodies, bytes.
    pub(super) understood: Vec<Range<usize>>,
    /// Whether the bodies are in the plane.
    pub(super) plane: bool,
    /// Index of the axis that points up, if the text names it.
    pub(super) up: Option<usize>,
    /// Index of the current token.
    index: usize,
    /// Index of the mention to which attributes belong; `None` outside of a description.
    open: Option<usize>,
    /// Number of nouns in this sentence.
    noun_count: usize,
    /// Number of nouns in the last sentence that has some.
    last_noun_count: usize,
    /// Whether a word that has no meaning for bodies has ended the phrase about a body.
    is_outside: bool,
    /// Whether a word of results (distance, normal, …) follows the last noun, so that numbers are results.
    result_since_noun: bool,
    /// Whether the sentence has a word of results before its last noun.
    result_before_noun: bool,
    /// Whether the last noun refers to a body that is known from before.
    noun_is_known: bool,
    /// Whether the sentence is about another state of the bodies: "if the radius is 2".
    is_hypothetical: bool,
    /// Whether only articles, conjunctions and pronouns precede in the sentence.
    is_sentence_start: bool,
    /// Offset of a word such as "works" in a sentence with attributes, which describes a state without the error;
    /// `None` without such a sentence.
    working_word: Option<usize>,
    /// Whether the current sentence has an attribute of a body.
    has_attribute: bool,
}

impl<'t, 'a> Scan<'t, 'a> {
    /// Creates a scan that has not begun. `plane` and `up` are the facts of the same names in [`Context`].
    pub(super) fn new(tokens: &'t [Token<'a>], plane: bool, up: Option<usize>) -> Self {
        Self {
            tokens,
            mentions: Vec::new(),
            understood: Vec::new(),
            plane,
            up,
            index: 0,
            open: None,
            noun_count: 0,
            last_noun_count: 0,
            is_outside: true,
            result_since_noun: false,
            result_before_noun: false,
            noun_is_known: false,
            is_hypothetical: false,
            is_sentence_start: true,
            working_word: None,
            has_attribute: false,
        }
    }

    /// Reads all sentences.
    ///
    /// # Errors
    /// Fails at the first number or word that may change a body and is not understood.
    pub(super) fn run(&mut self) -> Result<(), ErrorAt> {
        while self.index < self.tokens.len() {
            self.read_next()?;
        }
        Ok(())
    }

    /// Returns the facts on which the meaning of an attribute of the open body depends.
    fn context(&self) -> Context {
        let mention = self.open.and_then(|open| self.mentions.get(open));
        Context {
            noun: mention.map(|mention| mention.noun),
            is_plural: mention.is_some_and(|mention| mention.is_plural),
            plane: self.plane,
            up: self.up,
        }
    }

    /// Returns an error at the current token.
    fn error<T>(&self, message: impl Into<String>) -> Result<T, ErrorAt> {
        Err((self.tokens[self.index.min(self.tokens.len() - 1)].start, message.into()))
    }

    /// Reads the phrase, attribute, number or word at the current token.
    fn read_next(&mut self) -> Result<(), ErrorAt> {
        let token = &self.tokens[self.index];
        if token.is_stop() {
            self.end_sentence();
            return Ok(());
        }
        let is_sentence_start = std::mem::take(&mut self.is_sentence_start);
        if self.read_point_list()? || self.read_reference(is_sentence_start) {
            return Ok(());
        }
        if let Some(phrase) = noun::read_phrase(self.tokens, self.index) {
            return self.read_noun(phrase);
        }
        if self.read_attribute(is_sentence_start)? || self.read_bare_points() {
            return Ok(());
        }
        if self.skip_pronoun(is_sentence_start) || self.skip_glue(is_sentence_start) {
            return Ok(());
        }
        if token.value().is_some() || value::read_tuple(self.tokens, self.index).is_some() {
            return self.skip_number();
        }
        self.skip_word()
    }

    /// Whether the current token is in the phrase about the open body.
    fn is_in_phrase(&self) -> bool {
        self.open.is_some() && !self.is_outside
    }

    /// Skips a word that refers to the open body, or to one of the bodies of a phrase about several; returns whether
    /// there is one.
    fn skip_pronoun(&mut self, is_sentence_start: bool) -> bool {
        let token = &self.tokens[self.index];
        let is_group = self.context().is_plural && !self.is_outside;
        if is_group && token.is_one_of(&["one", "first", "second", "third", "fourth"]) {
            self.index += 1;
            return true;
        }
        if !token.is_one_of(&PRONOUNS) || !(self.is_in_phrase() || self.open.is_some() && is_sentence_start) {
            return false;
        }
        self.is_sentence_start = is_sentence_start && self.is_single();
        self.is_outside = !self.is_single();
        self.index += 1;
        true
    }

    /// Skips a word between attributes or at the start of a sentence that has no meaning; returns whether there is one.
    fn skip_glue(&mut self, is_sentence_start: bool) -> bool {
        let token = &self.tokens[self.index];
        let is_glue = self.is_in_phrase() && (token.is_one_of(&GLUE) || results::is_world(self.tokens, self.index))
            || is_sentence_start && token.is_one_of(&["the", "and", ","]);
        if !is_glue || token.is_one_of(&PRONOUNS) {
            return false;
        }
        self.is_sentence_start = is_sentence_start;
        self.index += 1;
        true
    }

    /// Forgets the facts about a sentence at its end.
    fn end_sentence(&mut self) {
        self.is_outside = false;
        self.result_since_noun = false;
        self.result_before_noun = false;
        self.is_hypothetical = false;
        self.is_sentence_start = true;
        self.has_attribute = false;
        self.index += 1;
        if self.noun_count > 0 {
            self.last_noun_count = self.noun_count;
        }
        self.noun_count = 0;
        // A sentence without a noun may continue the description of the only body of the previous sentence.
        if self.last_noun_count != 1 {
            self.is_outside = true;
            self.open = None;
        }
    }

    /// Whether a pronoun can refer to only one body: that of this sentence, or else of the last one with a noun.
    fn is_single(&self) -> bool {
        if self.noun_count > 0 { self.noun_count == 1 } else { self.last_noun_count == 1 }
    }

    /// Marks the tokens up to index `next` as understood, and continues there.
    fn mark_understood(&mut self, next: usize) {
        self.understood.push(self.tokens[self.index].start..self.tokens[next - 1].end);
        self.index = next;
    }

    /// Opens the body of a noun, which may be a known one. A noun that names a part of an answer or only describes the
    /// next word opens none.
    fn read_noun(&mut self, phrase: Phrase) -> Result<(), ErrorAt> {
        let start = self.tokens[self.index].start;
        let next = phrase.next;
        if results::is_answer(self.tokens, self.index, next) {
            self.index = next;
            self.is_outside = true;
            self.result_since_noun = true;
            return Ok(());
        }
        if noun::is_compound(self.tokens, &phrase) {
            self.add_mention(phrase, start);
            self.open = None;
            self.is_outside = true;
            self.index = next;
            return Ok(());
        }
        if phrase.determiner == Determiner::All && results::has_numbers(self.tokens, phrase.next) {
            return self.error("describe each body in a sentence of its own");
        }
        if results::is_expected(self.tokens, self.index) {
            return self.error("is this body given or expected? Remove it if it is a result");
        }
        let named = self.known_mention(&phrase);
        let known = named.filter(|known| !phrase.is_plural && !self.is_further(&phrase, *known));
        self.noun_count += 1;
        self.is_outside = false;
        self.result_before_noun |= self.result_since_noun;
        self.noun_is_known = known.is_some();
        self.result_since_noun = false;
        match known {
            Some(known) => {
                for attribute in phrase.attributes {
                    self.mentions[known].attributes.push(attribute);
                }
                self.open = Some(known);
            }
            None => {
                self.add_mention(phrase, start);
                self.open = Some(self.mentions.len() - 1);
            }
        }
        self.mark_understood(next);
        Ok(())
    }

    /// Adds a mention at a byte offset of the text, with the name in front of its noun if there is one: "A is a
    /// sphere", "Body A: box".
    fn add_mention(&mut self, phrase: Phrase, offset: usize) {
        let links = [":", "=", "is", "a", "an", "the"];
        let earlier = &self.tokens[..self.index];
        let link_count = earlier.iter().rev().take_while(|token| token.is_one_of(&links) && token.text != "A").count();
        let before_links = earlier.iter().rev().nth(link_count).filter(|_| link_count > 0);
        let name_in_front = before_links.filter(|token| noun::is_name(token)).map(|token| token.text.to_owned());
        let name = phrase.name.or(name_in_front);
        let Phrase { noun, determiner, count, is_plural, attributes, .. } = phrase;
        self.has_attribute |= !attributes.is_empty();
        self.mentions.push(Mention { noun, name, attributes, is_plural, count, determiner, offset });
    }

    /// Reads an attribute of the open body, or skips one that is a result; returns whether there is one.
    fn read_attribute(&mut self, is_sentence_start: bool) -> Result<bool, ErrorAt> {
        let attribute_and_next = match attribute::read(self.tokens, self.index, self.context()) {
            Ok(attribute_and_next) => attribute_and_next,
            // A rotation in a result changes no body.
            Err(_) if self.result_since_noun => None,
            Err(error) => return Err(error),
        };
        let Some((attribute, next)) = attribute_and_next else { return Ok(false) };
        let may_continue = !self.is_outside || is_sentence_start && self.is_single();
        if self.open.is_some() && may_continue && !self.result_since_noun {
            self.is_outside = false;
            self.add_attribute(attribute, next)?;
            return Ok(true);
        }
        // Answers to queries have these attributes too.
        let may_be_answer = matches!(
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
        if self.result_since_noun && may_be_answer {
            self.index = next;
            return Ok(true);
        }
        // A word without numbers, such as "upright", may have another meaning here.
        if attribute.values.first().is_none_or(Vec::is_empty) {
            return Ok(false);
        }
        self.error("to which body does this belong? Write it directly after the name of the shape")
    }

    /// Adds an attribute that ends before token `next` to the open body.
    fn add_attribute(&mut self, attribute: Attribute, next: usize) -> Result<(), ErrorAt> {
        if self.is_hypothetical || self.working_word.is_some() {
            return self.error("does the text describe one state of the bodies or several? Keep one of them");
        }
        let Some(open) = self.open else { return Ok(()) };
        self.mentions[open].attributes.push(attribute);
        self.has_attribute = true;
        self.mark_understood(next);
        Ok(())
    }

    /// Skips a number that is a result, a setting or a label.
    fn skip_number(&mut self) -> Result<(), ErrorAt> {
        let tuple_end = value::read_tuple(self.tokens, self.index).map(|(_, next)| next);
        let is_tuple = tuple_end.is_some();
        let is_label = !is_tuple && results::is_label(self.tokens, self.index);
        let is_stated = !is_tuple && results::is_stated(self.tokens, self.index) || self.noun_is_known;
        let is_result = self.result_since_noun || self.result_before_noun && is_stated;
        if !is_result && !is_label {
            return self.error("this number is not understood; say which size, place or result it is");
        }
        self.is_outside = true;
        self.index = tuple_end.unwrap_or(self.index + 1);
        Ok(())
    }

    /// Skips a word; fails at a word that may change a body.
    fn skip_word(&mut self) -> Result<(), ErrorAt> {
        let token = &self.tokens[self.index];
        self.is_outside = true;
        self.result_since_noun |= token.is_one_of(&RESULTS);
        if token.is_one_of(&CHANGES) && !results::is_negated(self.tokens, self.index) {
            return self.error(format!("`{}` may change a body, which is not supported", token.text));
        }
        if results::is_partial(self.tokens, self.index) {
            return self.error(format!("`{}` changes a shape or a frame, which is not supported", token.text));
        }
        if token.is_one_of(&HYPOTHETICAL) {
            self.is_hypothetical = true;
            let reports_working = token.is_one_of(&["works", "work", "worked", "passes", "fine", "correctly"]);
            if reports_working && self.has_attribute {
                self.working_word = Some(token.start);
            }
        }
        self.index += 1;
        Ok(())
    }
}
