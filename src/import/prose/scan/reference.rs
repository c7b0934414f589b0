//! References of sentences to known bodies: by a name, or by a noun that only one body has.

use super::super::attribute::{self, Context};
use super::super::noun::{self, Determiner, Phrase};
use super::super::token::Token;
use super::Scan;

impl<'a> Scan<'_, 'a> {
    /// Reads "the centre of the cylinder is …" or the name of a known body before an attribute.
    pub(super) fn reference(&mut self, is_fresh: bool) -> bool {
        let token = &self.all[self.k];
        if noun::is_name(token) {
            let known = self.mentions.iter().position(|mention| mention.name.as_deref() == Some(token.text));
            let next = self.all.get(self.k + 1);
            let states = next.is_some_and(|next| next.is_one_of(&["is", "has", ":", "at", "lies", "sits", "with"]));
            if let Some(known) = known.filter(|_| states && noun::read(self.all, self.k + 2).is_none()) {
                self.open = Some(known);
                self.is_outside = false;
                self.nouns = 1;
                self.k += 1;
                return true;
            }
        }
        let Some((_, after)) = attribute::key(self.all, self.k).filter(|_| is_fresh || self.is_outside) else {
            return false;
        };
        if !self.all.get(after).is_some_and(|token| token.is("of")) {
            return false;
        }
        let Some(phrase) = noun::read(self.all, after + 1).filter(|phrase| !phrase.is_plural) else { return false };
        let Some(known) = self.known(&phrase) else { return false };
        let mut joined: Vec<Token<'a>> = self.all[self.k..after].to_vec();
        joined.extend_from_slice(&self.all[phrase.next..(phrase.next + 24).min(self.all.len())]);
        let context =
            Context { noun: Some(self.mentions[known].noun), is_plural: false, plane: self.plane, up: self.up };
        let Ok(Some((attribute, next))) = attribute::read(&joined, 0, context) else { return false };
        self.open = Some(known);
        self.nouns = 1;
        self.is_outside = false;
        self.mentions[known].attributes.push(attribute);
        self.describes = true;
        let end = phrase.next + next - (after - self.k);
        self.take(end);
        true
    }

    /// Returns the index of the body that a phrase refers to: by its name, or the only one of its noun.
    pub(super) fn known(&self, phrase: &Phrase) -> Option<usize> {
        let mut same = (0..self.mentions.len()).filter(|k| self.mentions[*k].noun.may_be(phrase.noun));
        if phrase.name.is_some() {
            return same.find(|k| self.mentions[*k].name == phrase.name);
        }
        let first = same.find(|k| !self.mentions[*k].attributes.is_empty())?;
        let is_single = same.all(|k| self.mentions[k].attributes.is_empty());
        (is_single && phrase.determiner == Determiner::Definite).then_some(first)
    }

    /// Whether a phrase names a further body rather than a known one of the same sentence, as for shapes that points
    /// define: "the segment from …, the segment from …".
    pub(super) fn is_further(&self, phrase: &Phrase, known: usize) -> bool {
        let start = self.all[..self.k].iter().rposition(Token::is_stop).map_or(0, |k| self.all[k].start);
        let is_pointed = phrase.noun.points().is_some() && phrase.name.is_none();
        is_pointed && self.mentions[known].at >= start
    }
}
