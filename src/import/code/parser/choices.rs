//! Choices between two values: `x > 0 ? 1 : 2` is parsed to a call, which the [`Store`] evaluates to 1 or 2.
//!
//! **Form.** A choice is a call of [`CHOICE`] with five arguments: the left side of its comparison, the sign, the right
//! side and the two values. A condition without a comparison is tested for being other than 0.

use super::expressions::Parser;
use super::syntax::{Argument, Comparison, Expr, Node, Path};
use super::token::Kind;
use crate::code::evaluate::conditions::holds;
use crate::code::evaluate::value::{Data, Value};
use crate::code::join::store::Store;

/// Name of the call that represents a choice.
pub const CHOICE: &str = "?:";

/// Maximum number of tokens between a comparison and the values of its choice, where brackets count as one.
const MAX_TOKENS: usize = 40;

/// Maximum number of choices inside each other.
const MAX_CHOICES: usize = 8;

/// Signs of comparisons, the longest first; those of three or two characters may be several tokens.
const SIGNS: [(&str, Comparison); 8] = [
    ("===", Comparison::Equal),
    ("!==", Comparison::NotEqual),
    ("==", Comparison::Equal),
    ("!=", Comparison::NotEqual),
    ("<=", Comparison::LessOrEqual),
    (">=", Comparison::GreaterOrEqual),
    ("<", Comparison::Less),
    (">", Comparison::Greater),
];

/// Text of the sign of a comparison.
pub fn sign_text(sign: Comparison) -> &'static str {
    // From the back, so that the sign of two characters is found before JavaScript's `===`.
    let entry = SIGNS.iter().rev().find(|(_, comparison)| *comparison == sign);
    entry.map_or("==", |(text, _)| *text)
}

/// Signs after `?` that make it another operator than that of a choice: `a ?? b`, `a ?: b`, `a?.b`, `a?;`, `a?[0]`.
const SIGNS_AFTER_QUESTION: [&str; 7] = ["?", ":", ".", ";", ")", ",", "["];

/// Signs that end an expression, so that no choice goes on after them.
const EXPRESSION_ENDS: [&str; 7] = [";", ",", ")", "]", "}", "=", "=>"];

impl<'a> Parser<'_, 'a> {
    /// Whether the expression before the next token is the condition of a choice, or the left side of it.
    pub fn is_choice(&mut self) -> bool {
        let Some(next) = self.peek().filter(|_| self.choice_depth < MAX_CHOICES) else { return false };
        if next.kind != Kind::Sign || !["?", "<", ">", "==", "!="].contains(&next.text) {
            return false;
        }
        let mut index = self.at;
        let mut has_question = false;
        for _ in 0..MAX_TOKENS {
            let Some(token) = self.tokens.get(index) else { return false };
            if token.is(":") {
                return has_question;
            }
            if token.is("?") {
                if has_question || !self.is_question_of_choice(index) {
                    return false;
                }
                has_question = true;
            }
            // The second and third token may be a part of the comparison: `<=`, `===`.
            let may_be_comparison = token.is("=") && index <= self.at + 2;
            if !may_be_comparison && EXPRESSION_ENDS.iter().any(|sign| token.is(sign)) {
                return false;
            }
            if token.kind == Kind::Line && self.depth == 0 && !has_question {
                return false;
            }
            index = self.closing[index].max(index) + 1;
        }
        false
    }

    /// Whether the question mark with this index may be the one of a choice, by the token after it.
    fn is_question_of_choice(&self, index: usize) -> bool {
        let Some(after) = self.tokens.get(index + 1) else { return false };
        !SIGNS_AFTER_QUESTION.iter().any(|sign| after.is(sign))
    }

    /// Reads a choice after its condition, or after the left side of it; `None` if it is not complete.
    pub fn choice(&mut self, left: Expr<'a>) -> Option<Expr<'a>> {
        self.choice_depth += 1;
        let choice = self.choice_after(left);
        self.choice_depth -= 1;
        choice
    }

    /// Reads the sign, the right side and the two values of a choice.
    fn choice_after(&mut self, left: Expr<'a>) -> Option<Expr<'a>> {
        let start = left.at.start;
        let mut sign = "!=";
        let mut right = Expr::new(Node::Number(0.0), start..start);
        if !self.take("?") {
            sign = self.comparison()?;
            right = self.sum()?;
            if !self.take("?") {
                return None;
            }
        }
        let yes = self.expression()?;
        self.skip_lines();
        if !self.take(":") {
            return None;
        }
        let no = self.expression()?;
        let sign = Expr::new(Node::Text(sign), start..start);
        let arguments = [left, sign, right, yes, no].into_iter().map(|value| Argument { key: None, value }).collect();
        let path = Path { names: vec![CHOICE], generic: Vec::new() };
        Some(Expr::new(Node::Call(path, arguments), start..self.end()))
    }

    /// Reads the sign of a comparison, whose characters may be several tokens without blanks; `None` for any other
    /// sign.
    fn comparison(&mut self) -> Option<&'static str> {
        let mut text = String::new();
        let mut end = None;
        while let Some(token) = self.peek() {
            let is_part = token.kind == Kind::Sign && ["<", ">", "=", "==", "!="].contains(&token.text);
            let is_adjacent = end.is_none_or(|end| end == token.start);
            if !is_part || !is_adjacent {
                break;
            }
            text.push_str(token.text);
            end = Some(token.end);
            self.at += 1;
        }
        SIGNS.iter().find(|(sign, _)| *sign == text).map(|(sign, _)| *sign)
    }
}

impl Store {
    /// Evaluates the arguments of a choice to the value that its condition selects; unknown if the condition is not
    /// known, unless both values are the same number. `at` is the offset of the choice, bytes.
    pub fn choose(&mut self, arguments: &[Argument<'_>], at: usize) -> Value {
        let [left, sign, right, yes, no] = arguments else { return Value::unknown(at) };
        let left = self.value(&left.value);
        let right = self.value(&right.value);
        let Node::Text(sign) = &sign.value.node else { return Value::unknown(at) };
        let comparison = SIGNS.iter().find(|(text, _)| text == sign).map(|(_, comparison)| *comparison);
        if let Some(is_true) = comparison.and_then(|comparison| holds(comparison, &left, &right)) {
            return self.value(if is_true { &yes.value } else { &no.value });
        }
        let yes = self.value(&yes.value);
        let no = self.value(&no.value);
        match (&yes.data, &no.data) {
            (Data::Number(a), Data::Number(b)) if a == b => yes,
            _ => Value::unknown(at),
        }
    }
}
