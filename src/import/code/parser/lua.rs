//! Parser of blocks that end with `end`, as in Lua: `if x > 0 then … elseif … else … end`, `for i = 1, 3 do … end`.

use super::expressions::Parser;
use super::syntax::{Branch, Condition};
use super::token::Kind;

/// Returns the indices of the tokens `elseif`, `else` and `end` of the block whose first token has the index `from`, in
/// order; the last one is that of `end` or `until`. Empty if the block is never closed.
fn block_word_indices(parser: &Parser<'_, '_>, from: usize) -> Vec<usize> {
    let mut found = Vec::new();
    // Number of inner blocks that are open.
    let mut depth = 0;
    for (index, token) in parser.tokens.iter().enumerate().skip(from) {
        if token.kind != Kind::Name {
            continue;
        }
        match token.text {
            "if" | "function" | "do" | "repeat" => depth += 1,
            "end" | "until" if depth == 0 => {
                found.push(index);
                return found;
            }
            "end" | "until" => depth -= 1,
            "else" | "elseif" if depth == 0 => found.push(index),
            _ => {}
        }
    }
    Vec::new()
}

impl<'a> Parser<'_, 'a> {
    /// Returns the index of the `end` that closes the block whose first token has the index `from`; `None` without one.
    pub fn lua_end(&self, from: usize) -> Option<usize> {
        block_word_indices(self, from).pop()
    }

    /// Reads the branches of a conditional; the parser is at the first `then`, and `first` is the condition before it.
    /// `None` if the conditional is never closed or one of its headers is not understood.
    pub fn read_lua_branches(&mut self, first: Condition<'a>) -> Option<Vec<Branch<'a>>> {
        let words = block_word_indices(self, self.at + 1);
        let mut branches = Vec::new();
        let mut condition = first;
        let mut from = self.at + 1;
        for word in &words {
            let body = self.within(from, *word).read_all();
            branches.push(Branch { condition, body });
            from = word + 1;
            condition = Condition::Always;
            if self.tokens[*word].text == "elseif" {
                self.at = from;
                let range = self.header_range(&["then"])?;
                condition = self.condition(range);
                from = self.at + 1;
            }
        }
        self.at = words.last()? + 1;
        Some(branches)
    }
}
