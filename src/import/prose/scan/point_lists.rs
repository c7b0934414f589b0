//! Points and sizes that a sentence states for the open body without a preposition: "vertices (0, 0), (1, 0), (0, 1)",
//! "triangle (0, 0), (1, 0), (0, 1)", "box 4 x 2 x 1".

use super::super::attribute;
use super::super::keys::Kind;
use super::super::nouns::Noun;
use super::super::value;
use super::{ErrorAt, Scan};

/// Words that begin a list of points.
const POINT_WORDS: [&str; 11] =
    ["points", "vertices", "corners", "corner", "segment", "core", "end", "endpoints", "opposite", "point", "through"];

impl Scan<'_, '_> {
    /// Reads the points of the open body after a word such as `points` or `vertices`; returns whether there are any.
    pub(super) fn read_point_list(&mut self) -> Result<bool, ErrorAt> {
        let context = self.context();
        let start = attribute::skip_words(self.tokens, self.index, &["the", "of", "its", "with", "and"]);
        let Some(token) = self.tokens.get(start) else { return Ok(false) };
        // In the phrase about a segment, the word is the noun of another segment.
        let is_other_segment = context.noun == Some(Noun::Segment) && token.is("segment");
        if !self.is_in_phrase() || !token.is_one_of(&POINT_WORDS) || is_other_segment {
            return Ok(false);
        }
        let Some((attribute, next)) = attribute::read(self.tokens, start, context)? else { return Ok(false) };
        if attribute.kind == Kind::Position && context.noun == Some(Noun::Point) {
            return Ok(false);
        }
        self.add_attribute(attribute, next)?;
        Ok(true)
    }

    /// Reads tuples directly after a noun that points define, or a size `4 x 2 x 1` directly after a box; returns
    /// whether there are any.
    pub(super) fn read_bare_points(&mut self) -> bool {
        let Some(open) = self.open.filter(|_| !self.is_outside) else { return false };
        let token = &self.tokens[self.index];
        let mention = &mut self.mentions[open];
        let mut kinds = mention.attributes.iter().map(|attribute| attribute.kind);
        let has_points = kinds.clone().any(|kind| matches!(kind, Kind::Points | Kind::Ends | Kind::Position));
        let has_size = kinds.any(|kind| kind == Kind::Size);
        let needs_points = mention.noun.points().is_some() || mention.noun == Noun::Point;
        let (kind, value) = if needs_points && !has_points {
            (Kind::Points, attribute::read_point_list(self.tokens, self.index))
        } else if mention.noun.may_be(Noun::Box) && !has_size {
            (Kind::Size, value::read_bare_sides(self.tokens, self.index))
        } else {
            return false;
        };
        let Some((value, next)) = value else { return false };
        mention.attributes.push(attribute::with_value(kind, value, token));
        self.has_attribute = true;
        self.mark_understood(next);
        true
    }
}
