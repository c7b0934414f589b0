//! Parser of qualified names: `b2World_Step`, `world.bodies`, `Isometry3::<f32>::identity`, `body?.position`.

use super::expressions::{MAX_STEPS, Parser};
use super::syntax::Path;
use super::token::{Kind, Token};

impl<'a> Parser<'_, 'a> {
    /// Reads a path, as `a::b<T>.c`; `None` if no name is next.
    pub fn path(&mut self) -> Option<Path<'a>> {
        let first = self.peek().filter(|token| token.kind == Kind::Name)?;
        let mut path = Path { names: vec![first.text], generic: Vec::new() };
        self.at += 1;
        loop {
            if self.next_is("<") {
                self.generic(&mut path);
            }
            let has_sign = ["::", ".", "->", "?."].iter().any(|sign| self.next_is(sign)) || self.is_method_of_lua();
            // `a?.b` of JavaScript and Swift: two tokens.
            let has_question = self.next_is("?") && self.tokens.get(self.at + 1).is_some_and(|token| token.is("."));
            if !has_sign && !has_question {
                break;
            }
            let sign_length = if has_question { 2 } else { 1 };
            let Some(after) = self.tokens.get(self.at + sign_length).copied() else { break };
            if after.is("<") && has_sign {
                self.at += 1;
                self.generic(&mut path);
                if !self.next_is("::") && !self.next_is("(") {
                    break;
                }
                continue;
            }
            if after.kind != Kind::Name || path.names.len() >= MAX_STEPS {
                break;
            }
            self.at += sign_length + 1;
            path.names.push(after.text);
        }
        Some(path)
    }

    /// Whether a setter or a motion of Lua is next: `:set…(`, `:rotate(`.
    fn is_method_of_lua(&mut self) -> bool {
        if !self.next_is(":") {
            return false;
        }
        let Some([colon, name, open]) = self.tokens.get(self.at..self.at + 3) else { return false };
        let is_tight = colon.start == self.end() && name.start == colon.end;
        let sets = ["set", "move", "rotate"].iter().any(|start| name.text.starts_with(start));
        is_tight && sets && open.is("(")
    }

    /// Reads type arguments after a name, such as `<float>`, and stores the names of the first one; a `<` of a
    /// comparison is not skipped.
    fn generic(&mut self, path: &mut Path<'a>) {
        let mut depth = 0;
        let mut first: Vec<&'a str> = Vec::new();
        let mut is_first = true;
        for k in self.at..(self.at + MAX_STEPS).min(self.tokens.len()) {
            let token = self.tokens[k];
            match (token.kind, token.text) {
                (Kind::Sign, "<") => {
                    is_first &= depth == 0;
                    depth += 1;
                }
                (Kind::Sign, ">") => depth -= 1,
                (Kind::Name, name) if is_first => first.push(name),
                (Kind::Name | Kind::Number(_), _) | (Kind::Sign, "::" | "*" | "&" | "[" | "]" | ".") => {}
                (Kind::Sign, ",") => is_first = false,
                _ => return,
            }
            if depth == 0 {
                self.at = k + 1;
                path.generic = first;
                return;
            }
        }
    }

    /// Moves past a dot before a name, `.`, `->` or `?.`, and returns the token of the name; `None` if none is here.
    pub fn name_after_dot(&mut self) -> Option<Token<'a>> {
        let sign_length = if self.next_is(".") || self.next_is("->") {
            1
        } else if self.next_is("?") && self.tokens.get(self.at + 1).is_some_and(|token| token.is(".")) {
            2
        } else {
            return None;
        };
        let name = self.tokens.get(self.at + sign_length).copied().filter(|token| token.kind == Kind::Name)?;
        self.at += sign_length;
        Some(name)
    }
}
