//! Choices between two values: `condition ? a : b`.
//!
//! **Form.** A choice is a call of [`CHOICE`] with the left side of its comparison, the sign, the right side and the
//! two values; a condition without a comparison is compared with 0.

use super::expressions::Parser;
use super::syntax::{Argument, Comparison, Expr, Node, Path};
use super::token::Kind;
use crate::import::code::evaluate::conditions::holds;
use crate::import::code::evaluate::value::{Data, Value};
use crate::import::code::join::store::Store;

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
    SIGNS.iter().rev().find(|(_, own)| *own == sign).map_or("==", |(text, _)| *text)
}

impl<'a> Parser<'_, 'a> {
    /// Whether the expression before the next token is the condition of a choice, or the left side of it.
    pub fn is_choice(&mut self) -> bool {
        let Some(next) = self.peek().filter(|_| self.choices < MAX_CHOICES) else { return false };
        if next.kind != Kind::Sign || !["?", "<", ">", "==", "!="].contains(&next.text) {
            return false;
        }
        let mut at = self.at;
        let mut has_question = false;
        for _ in 0..MAX_TOKENS {
            let Some(token) = self.tokens.get(at) else { return false };
            match (token.kind, token.text) {
                (Kind::Sign, "?") => {
                    // `a ?? b`, `a ?: b`, `a?.b`, `a?;`
                    let after = self.tokens.get(at + 1);
                    let ends =
                        after.is_none_or(|after| ["?", ":", ".", ";", ")", ",", "["].iter().any(|s| after.is(s)));
                    if has_question || ends {
                        return false;
                    }
                    has_question = true;
                }
                (Kind::Sign, ":") => return has_question,
                (Kind::Sign, ";" | "," | ")" | "]" | "}" | "=" | "=>") if at > self.at + 2 || token.text != "=" => {
                    return false;
                }
                (Kind::Line, _) if self.depth == 0 && !has_question => return false,
                _ => {}
            }
            at = self.closing[at].max(at) + 1;
        }
        false
    }

    /// Reads a choice after its condition, or after the left side of it.
    pub fn choice(&mut self, left: Expr<'a>) -> Option<Expr<'a>> {
        self.choices += 1;
        let choice = self.choice_after(left);
        self.choices -= 1;
        choice
    }

    fn choice_after(&mut self, left: Expr<'a>) -> Option<Expr<'a>> {
        let start = left.at.start;
        let (sign, right) = match self.take("?") {
            true => ("!=", Expr::new(Node::Number(0.0), start..start)),
            false => {
                let sign = self.comparison()?;
                let right = self.sum()?;
                if !self.take("?") {
                    return None;
                }
                (sign, right)
            }
        };
        let yes = self.expression()?;
        while self.peek().is_some_and(|token| token.kind == Kind::Line) {
            self.at += 1;
        }
        if !self.take(":") {
            return None;
        }
        let no = self.expression()?;
        let sign = Expr::new(Node::Text(sign), start..start);
        let all = [left, sign, right, yes, no].into_iter().map(|value| Argument { key: None, value }).collect();
        let path = Path { names: vec![CHOICE], generic: Vec::new() };
        Some(Expr::new(Node::Call(path, all), start..self.end()))
    }

    /// Reads the sign of a comparison.
    fn comparison(&mut self) -> Option<&'static str> {
        let mut text = String::new();
        let mut end = None;
        while let Some(token) = self.peek().filter(|token| {
            token.kind == Kind::Sign
                && ["<", ">", "=", "==", "!="].contains(&token.text)
                && end.is_none_or(|end| end == token.start)
        }) {
            text.push_str(token.text);
            end = Some(token.end);
            self.at += 1;
        }
        SIGNS.iter().find(|(sign, _)| *sign == text).map(|(sign, _)| *sign)
    }
}

impl Store {
    /// Evaluates a choice: the value that its condition selects; unknown if the condition is not known.
    pub fn choose(&mut self, all: &[Argument<'_>], at: usize) -> Value {
        let [left, sign, right, yes, no] = all else { return Value::unknown(at) };
        let left = self.value(&left.value);
        let right = self.value(&right.value);
        let Node::Text(sign) = &sign.value.node else { return Value::unknown(at) };
        let sign = SIGNS.iter().find(|(own, _)| own == sign).map(|(_, sign)| *sign);
        match sign.and_then(|sign| holds(sign, &left, &right)) {
            Some(true) => self.value(&yes.value),
            Some(false) => self.value(&no.value),
            None => {
                let values = [self.value(&yes.value), self.value(&no.value)];
                let same = matches!((&values[0].data, &values[1].data), (Data::Number(a), Data::Number(b)) if a == b);
                let [yes, _] = values;
                if same { yes } else { Value::unknown(at) }
            }
        }
    }
}
