//! Finds the known body to which a sentence refers: by its name, or by a noun that only one body has. Attributes after
//! a reference belong to that body.

use super::super::attribute::{self, Context};
use super::super::noun::{self, Determiner, Phrase};
use super::super::token::Token;
use super::Scan;

/// Maximum number of tokens after a noun in which the value of its attribute is searched: "the centre of the cylinder
/// is …". The longest value, a quaternion with its order, needs fewer.
const MAX_VALUE_TOKENS: usize = 24;

impl<'a> Scan<'_, 'a> {
    /// Reads a reference to a known body at the current token; returns whether there is one.
    pub(super) fn read_reference(&mut self, is_sentence_start: bool) -> bool {
        self.read_known_name() || (is_sentence_start || self.is_outside) && self.read_attribute_of_noun()
    }

    /// Reads the name of a known body in front of a verb or a preposition: "A is at …".
    fn read_known_name(&mut self) -> bool {
        let token = &self.tokens[self.index];
        if !noun::is_name(token) {
            return false;
        }
        let known = self.mentions.iter().position(|mention| mention.name.as_deref() == Some(token.text));
        let Some(known) = known else { return false };
        let Some(next) = self.tokens.get(self.index + 1) else { return false };
        // "A is a sphere" names a new body.
        let is_followed_by_noun = noun::read_phrase(self.tokens, self.index + 2).is_some();
        if !next.is_one_of(&["is", "has", ":", "at", "lies", "sits", "with"]) || is_followed_by_noun {
            return false;
        }
        self.open_known(known);
        self.index += 1;
        true
    }

    /// Reads an attribute with its body between the name and the value: "the centre of the cylinder is …".
    fn read_attribute_of_noun(&mut self) -> bool {
        let Some((_, after_name)) = attribute::read_name(self.tokens, self.index) else { return false };
        if !self.tokens.get(after_name).is_some_and(|token| token.is("of")) {
            return false;
        }
        let Some(phrase) = noun::read_phrase(self.tokens, after_name + 1) else { return false };
        if phrase.is_plural {
            return false;
        }
        let Some(known) = self.known_mention(&phrase) else { return false };
        // The attribute is read as if the name were directly in front of the value.
        let name_length = after_name - self.index;
        let value_end = (phrase.next + MAX_VALUE_TOKENS).min(self.tokens.len());
        let mut joined: Vec<Token<'a>> = self.tokens[self.index..after_name].to_vec();
        joined.extend_from_slice(&self.tokens[phrase.next..value_end]);
        let noun = Some(self.mentions[known].noun);
        let context = Context { noun, is_plural: false, plane: self.plane, up: self.up };
        let Ok(Some((attribute, next))) = attribute::read(&joined, 0, context) else { return false };
        self.open_known(known);
        self.mentions[known].attributes.push(attribute);
        self.has_attribute = true;
        self.mark_understood(phrase.next + next - name_length);
        true
    }

    /// Makes a known body the one to which the next attributes belong.
    fn open_known(&mut self, known: usize) {
        self.open = Some(known);
        self.is_outside = false;
        self.noun_count = 1;
    }

    /// Returns the index of the mention that a phrase refers to: by its name, or the only described body of its noun.
    pub(super) fn known_mention(&self, phrase: &Phrase) -> Option<usize> {
        let mut candidates = (0..self.mentions.len()).filter(|index| self.mentions[*index].noun.may_be(phrase.noun));
        if phrase.name.is_some() {
            return candidates.find(|index| self.mentions[*index].name == phrase.name);
        }
        if phrase.determiner != Determiner::Definite {
            return None;
        }
        let first = candidates.find(|index| !self.mentions[*index].attributes.is_empty())?;
        let is_single = candidates.all(|index| self.mentions[index].attributes.is_empty());
        if is_single { Some(first) } else { None }
    }

    /// Whether a phrase names a further body rather than a known one of the same sentence, as for shapes that points
    /// define: "the segment from …, the segment from …".
    pub(super) fn is_further(&self, phrase: &Phrase, known: usize) -> bool {
        let previous_stop = self.tokens[..self.index].iter().rposition(Token::is_stop);
        let sentence_start = previous_stop.map_or(0, |index| self.tokens[index].start);
        let has_points_only = phrase.noun.points().is_some() && phrase.name.is_none();
        has_points_only && self.mentions[known].offset >= sentence_start
    }
}
