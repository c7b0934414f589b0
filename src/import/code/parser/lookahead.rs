//! Lookahead of the parser: tests of what the next bracket contains. `{` begins the fields of an object, statements or
//! a class body; `(` begins arguments, a cast or prose. The tests do not move the parser.

use super::expressions::{Parser, VALUE_PREFIXES};
use super::token::{Kind, Token};

/// Maximum number of tokens between the word `class` and its brace.
const MAX_CLASS_HEADER: usize = 12;

/// Maximum number of tokens of the type in a cast, without its last `*`: `const ns::Shape**` has 5.
const MAX_TYPE_TOKENS: usize = 6;

impl Parser<'_, '_> {
    /// Skips ends of lines before the fields of a new object, as C# has them.
    pub fn skip_lines_before_record(&mut self) {
        let back = self.at;
        self.skip_lines();
        let is_record = self.tokens.get(self.at).is_some_and(|token| token.is("{")) && self.has_fields();
        if !is_record {
            self.at = back;
        }
    }

    /// Whether the next brace begins with `name =`.
    pub fn has_fields(&self) -> bool {
        let Some([name, sign]) = self.first_two_inside() else { return false };
        name.kind == Kind::Name && sign.is("=")
    }

    /// Whether the next parenthesis contains the type of a pointer, and a value follows: `(const b2Shape*)shape`.
    pub fn is_pointer_cast(&self) -> bool {
        let close = self.closing[self.at];
        let Some([type_tokens @ .., last]) = self.tokens.get(self.at + 1..close.max(self.at + 1)) else { return false };
        let is_type = !type_tokens.is_empty()
            && type_tokens.len() <= MAX_TYPE_TOKENS
            && type_tokens.iter().all(|token| token.kind == Kind::Name || token.is("::") || token.is("*"));
        let has_address = self.tokens.get(close + 1).is_some_and(|next| next.is("&"));
        let value = if has_address { close + 2 } else { close + 1 };
        let is_value_next = self.tokens.get(value).is_some_and(|next| next.kind == Kind::Name);
        last.is("*") && is_type && is_value_next
    }

    /// Whether the next parenthesis, after a blank, contains prose: `OrientedBox3 (GTE 6.8)`.
    pub fn is_prose_parenthesis(&self) -> bool {
        let Some([open, first, second]) = self.tokens.get(self.at..self.at + 3) else { return false };
        let is_after_blank = open.start > self.end();
        let is_word = first.kind == Kind::Name && !VALUE_PREFIXES.contains(&first.text);
        // Two words without a sign between them are no arguments.
        is_after_blank && is_word && matches!(second.kind, Kind::Name | Kind::Number(_))
    }

    /// Returns the first two tokens after the next bracket, without ends of lines; `None` if there are fewer.
    fn first_two_inside(&self) -> Option<[&Token<'_>; 2]> {
        let mut inside = self.tokens[self.at + 1..].iter().filter(|token| token.kind != Kind::Line);
        Some([inside.next()?, inside.next()?])
    }

    /// Whether the next brace contains fields or values, not statements, by its first two tokens: `{ radius: 1 }`,
    /// `{ 1, 2 }`, `{ Vec3(1, 2, 3) }`.
    pub fn is_record(&self) -> bool {
        let Some([first, second]) = self.first_two_inside() else { return false };
        let is_field = matches!(first.kind, Kind::Name | Kind::Text) && is_any(second, &[":", "=", ","]);
        let is_value = matches!(first.kind, Kind::Number(_)) || is_any(first, &["-", "{", "}", ".", "("]);
        let is_path_or_call = first.kind == Kind::Name && is_any(second, &["::", "(", "{", "}", "."]);
        is_field || is_value || is_path_or_call
    }

    /// Whether the next brace contains statements: its first two tokens are names, as in `{ float x`, a semicolon is in
    /// it, or it is the body of a class.
    pub fn is_block(&self) -> bool {
        let close = self.closing[self.at];
        let inside = self.tokens.get(self.at + 1..close).unwrap_or_default();
        let mut first_two = inside.iter().filter(|token| token.kind != Kind::Line).take(2);
        let begins_with_name = first_two.next().is_some_and(|first| first.kind == Kind::Name);
        let begins_with_two_names = begins_with_name && first_two.next().is_some_and(|next| next.kind == Kind::Name);
        begins_with_two_names || inside.iter().any(|token| token.is(";")) || self.is_class_body()
    }

    /// Whether the line of the next brace defines a class before it: `class Ball extends Body {`.
    pub fn is_class_body(&self) -> bool {
        let before = self.tokens[..self.at].iter().rev().take(MAX_CLASS_HEADER);
        let mut in_line = before.take_while(|token| token.kind != Kind::Line);
        in_line.any(|token| token.kind == Kind::Name && token.text == "class")
    }
}

/// Whether a token is one of these signs.
fn is_any(token: &Token<'_>, signs: &[&str]) -> bool {
    signs.iter().any(|sign| token.is(sign))
}
