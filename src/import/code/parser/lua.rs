//! Blocks that end with `end`, as in Lua.

use super::expressions::Parser;
use super::syntax::{Branch, Condition};
use super::token::Kind;

/// Returns the index of the `end` that closes the block whose first token has the index `from`.
fn end(parser: &Parser<'_, '_>, from: usize) -> Option<usize> {
    stops(parser, from).pop()
}

/// Returns the indices of `elseif`, `else` and `end` of the block whose first token has the index `from`.
fn stops(parser: &Parser<'_, '_>, from: usize) -> Vec<usize> {
    let mut found = Vec::new();
    let mut depth = 0;
    for (k, token) in parser.tokens.iter().enumerate().skip(from).filter(|(_, token)| token.kind == Kind::Name) {
        match token.text {
            "if" | "function" | "do" | "repeat" => depth += 1,
            "end" | "until" if depth == 0 => {
                found.push(k);
                return found;
            }
            "end" | "until" => depth -= 1,
            "else" | "elseif" if depth == 0 => found.push(k),
            _ => {}
        }
    }
    Vec::new()
}

/// Reads the branches of a conditional from its first `then`.
fn read_branches<'a>(parser: &mut Parser<'_, 'a>, first: Condition<'a>) -> Option<Vec<Branch<'a>>> {
    let stops = stops(parser, parser.at + 1);
    let mut branches = Vec::new();
    let mut condition = first;
    let mut from = parser.at + 1;
    for stop in &stops {
        let body = parser.within(from, *stop).read_all();
        branches.push(Branch { condition, body });
        from = stop + 1;
        condition = Condition::Always;
        if parser.tokens[*stop].text == "elseif" {
            parser.at = from;
            let range = parser.header_range(&["then"])?;
            condition = parser.condition(range);
            from = parser.at + 1;
        }
    }
    parser.at = stops.last()? + 1;
    Some(branches)
}

impl<'a> Parser<'_, 'a> {
    /// Returns the index of the `end` that closes the block whose first token has the index `from`.
    pub fn lua_end(&self, from: usize) -> Option<usize> {
        end(self, from)
    }

    /// Reads the branches of a conditional from its first `then`.
    pub fn read_lua_branches(&mut self, first: Condition<'a>) -> Option<Vec<Branch<'a>>> {
        read_branches(self, first)
    }
}
