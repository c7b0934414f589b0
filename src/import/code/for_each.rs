//! Parser of calls of a function for each element of a list, which are loops: `list.forEach(…)`.

use super::functions::{MAX_RESULT_TOKENS, read_arrow, read_function_body, read_parameters};
use super::parser::Parser;
use super::syntax::{Expr, Items, LoopHeader, Node, Path, Statement, StatementKind};
use super::token::Kind;

/// Returns the index of `forEach` after a list at the parser: a name with fields, or brackets.
fn for_each_index(parser: &Parser<'_, '_>) -> Option<usize> {
    let mut k = parser.at;
    if parser.tokens.get(k)?.is("[") {
        k = parser.closing[k].max(k) + 1;
    }
    for _ in 0..MAX_RESULT_TOKENS {
        let token = parser.tokens.get(k)?;
        let names = ["forEach", "for_each", "each", "ForEach"];
        if names.contains(&token.text) && k > parser.at && parser.tokens.get(k + 1)?.is("(") {
            return Some(k);
        }
        if token.kind != Kind::Name && !token.is(".") && !token.is("?.") {
            return None;
        }
        k += 1;
    }
    None
}

/// Whether a call of a function for each element of a list is next.
fn is_for_each(parser: &Parser<'_, '_>) -> bool {
    for_each_index(parser).is_some()
}

/// Reads `list.forEach((element, index) => { … })` as a loop.
fn read_for_each<'a>(parser: &mut Parser<'_, 'a>) -> Option<StatementKind<'a>> {
    let word = for_each_index(parser)?;
    let close = parser.closing[word + 1];
    if close <= word + 1 || close >= parser.tokens.len() {
        return None;
    }
    let list = parser.whole_expression(parser.at..word - 1)?;
    let mut inner = parser.within(word + 2, close);
    let (parameters, body) = if inner.peek()?.text == "function" {
        inner.at += 1;
        let parameters = read_parameters(&mut inner, false)?;
        (parameters, read_function_body(&mut inner)?)
    } else {
        read_arrow(&mut inner)?
    };
    // The result of the function has no meaning.
    let body = body.into_iter().map(without_result).collect();
    parser.at = close + 1;
    let names: Vec<&'a str> = parameters.iter().map(|parameter| parameter.name).collect();
    let header = match names[..] {
        [name] => LoopHeader::Each { names: vec![name], items: Items::Of(list) },
        [name, index] => {
            let at = list.at.clone();
            let path = Path { names: vec!["entries"], generic: Vec::new() };
            let numbered = Expr::new(Node::Method(Box::new(list), path, Vec::new()), at);
            LoopHeader::Each { names: vec![index, name], items: Items::Of(numbered) }
        }
        _ => LoopHeader::Unknown,
    };
    Some(StatementKind::Loop(header, body))
}

/// Makes an expression of a result.
fn without_result(statement: Statement<'_>) -> Statement<'_> {
    match statement.kind {
        StatementKind::Return(Some(value)) => Statement { kind: StatementKind::Value(value), ..statement },
        kind => Statement { kind, ..statement },
    }
}

impl<'a> Parser<'_, 'a> {
    /// Whether a call of a function for each element of a list is next.
    pub(super) fn is_for_each(&self) -> bool {
        is_for_each(self)
    }

    /// Reads `list.forEach((element, index) => { … })` as a loop.
    pub(super) fn read_for_each(&mut self) -> Option<StatementKind<'a>> {
        read_for_each(self)
    }
}
