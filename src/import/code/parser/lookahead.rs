//! Lookahead of the parser: tests of what the next bracket contains.

use super::expressions::{Parser, VALUE_PREFIXES};
use super::token::{Kind, Token};

/// Maximum number of tokens between the word `class` and its brace.
const MAX_CLASS_HEADER: usize = 12;

impl Parser<'_, '_> {
    /// Skips ends of lines before the fields of a new object, as C# has them.
    pub fn skip_lines_before_record(&mut self) {
        let back = self.at;
        self.skip_lines();
        if self.at > back && !(self.tokens.get(self.at).is_some_and(|token| token.is("{")) && self.has_fields()) {
            self.at = back;
        }
    }

    /// Whether the next brace begins with `name =`.
    pub fn has_fields(&self) -> bool {
        let mut inside = self.tokens[self.at + 1..].iter().filter(|token| token.kind != Kind::Line);
        let first = inside.next().is_some_and(|token| token.kind == Kind::Name);
        first && inside.next().is_some_and(|token| token.is("="))
    }

    /// Whether the next parenthesis contains the type of a pointer, and a value follows: `(const b2Shape*)shape`.
    pub fn is_pointer_cast(&self) -> bool {
        let close = self.closing[self.at];
        let Some([kind @ .., last]) = self.tokens.get(self.at + 1..close.max(self.at + 1)) else { return false };
        let is_type = !kind.is_empty()
            && kind.len() <= 6
            && kind.iter().all(|token| token.kind == Kind::Name || token.is("::") || token.is("*"));
        let next = close + 1 + usize::from(self.tokens.get(close + 1).is_some_and(|next| next.is("&")));
        let follows = self.tokens.get(next).is_some_and(|next| next.kind == Kind::Name);
        last.is("*") && is_type && follows
    }

    /// Whether the next parenthesis, after a blank, contains prose: `OrientedBox3 (GTE 6.8)`.
    pub fn is_prose_parenthesis(&self) -> bool {
        let apart = self.tokens.get(self.at).is_some_and(|open| open.start > self.end());
        let words = self.tokens.get(self.at + 1).zip(self.tokens.get(self.at + 2));
        apart
            && words.is_some_and(|(first, second)| {
                first.kind == Kind::Name
                    && !VALUE_PREFIXES.contains(&first.text)
                    && matches!(second.kind, Kind::Name | Kind::Number(_))
            })
    }

    /// Whether the next brace contains fields or values, not statements.
    pub fn is_record(&self) -> bool {
        let inside: Vec<&Token<'_>> =
            self.tokens[self.at + 1..].iter().filter(|token| token.kind != Kind::Line).take(2).collect();
        match inside.as_slice() {
            [first, second] => {
                let field = matches!(first.kind, Kind::Name | Kind::Text)
                    && (second.is(":") || second.is("=") || second.is(","));
                let value = matches!(first.kind, Kind::Number(_))
                    || ["-", "{", "}", ".", "("].iter().any(|sign| first.is(sign));
                field
                    || value
                    || first.kind == Kind::Name && ["::", "(", "{", "}", "."].iter().any(|sign| second.is(sign))
            }
            _ => false,
        }
    }

    /// Whether the next brace contains statements.
    pub fn is_block(&self) -> bool {
        let close = self.closing[self.at];
        let inside = self.tokens.get(self.at + 1..close).unwrap_or_default();
        let mut words = inside.iter().filter(|token| token.kind != Kind::Line);
        let statement = match (words.next(), words.next()) {
            (Some(first), Some(second)) => first.kind == Kind::Name && second.kind == Kind::Name,
            _ => false,
        };
        statement || inside.iter().any(|token| token.is(";")) || self.is_class_body()
    }

    /// Whether the line of the next brace defines a class before it.
    pub fn is_class_body(&self) -> bool {
        let before =
            self.tokens[..self.at].iter().rev().take(MAX_CLASS_HEADER).take_while(|token| token.kind != Kind::Line);
        before.into_iter().any(|token| token.kind == Kind::Name && token.text == "class")
    }
}
