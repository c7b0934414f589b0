//! Parser of expressions. Other text is skipped, so that code may have prose around it.

use std::rc::Rc;

use super::syntax::{Argument, Expr, Node, Path};
use super::token::{Kind, Token, closing};

/// Maximum number of names in a path, of tokens in angle brackets, and of operands or calls in a chain.
const MAX_STEPS: usize = 60;

/// Keywords before a value.
pub const VALUE_PREFIXES: [&str; 8] = ["new", "mut", "await", "ref", "in", "out", "const", "try"];

/// Parser with its position in the tokens of a text.
pub struct Parser<'t, 'a> {
    pub tokens: &'t [Token<'a>],
    /// Index of the token that closes each bracket, as returned by [`closing`].
    pub closing: Rc<Vec<usize>>,
    /// Index of the next token.
    pub at: usize,
    /// Number of open brackets; ends of lines have no meaning inside brackets.
    pub depth: usize,
    /// Whether the innermost bracket is square: `[1 -2]` has two elements.
    pub square: bool,
    /// Test whether a path names a type: the braces after one contain fields, not statements.
    pub known: &'t dyn Fn(&[&str]) -> bool,
    /// Number of enclosing loops, branches and functions.
    pub level: usize,
    /// Number of enclosing choices `a ? b : c`.
    pub choices: usize,
}

impl<'t, 'a> Parser<'t, 'a> {
    pub fn new(tokens: &'t [Token<'a>], known: &'t dyn Fn(&[&str]) -> bool) -> Self {
        Self { tokens, closing: Rc::new(closing(tokens)), at: 0, depth: 0, square: false, known, level: 0, choices: 0 }
    }

    /// Creates a parser of the tokens with indices from `from` to `to`.
    pub fn within(&self, from: usize, to: usize) -> Self {
        Self {
            tokens: &self.tokens[..to.min(self.tokens.len())],
            closing: Rc::clone(&self.closing),
            at: from,
            depth: 0,
            square: false,
            known: self.known,
            level: self.level + 1,
            choices: self.choices,
        }
    }

    /// Returns the next token. Inside brackets, ends of lines are skipped.
    pub fn peek(&mut self) -> Option<Token<'a>> {
        while self.depth > 0 && self.tokens.get(self.at).is_some_and(|token| token.kind == Kind::Line) {
            self.at += 1;
        }
        self.tokens.get(self.at).copied()
    }

    /// Whether a sign is next.
    pub fn next_is(&mut self, sign: &str) -> bool {
        self.peek().is_some_and(|token| token.is(sign))
    }

    /// Skips a sign if it is next; returns whether it was.
    pub fn take(&mut self, sign: &str) -> bool {
        let found = self.next_is(sign);
        self.at += usize::from(found);
        found
    }

    /// Returns the end of the token before the next one.
    pub fn end(&self) -> usize {
        self.tokens.get(self.at.wrapping_sub(1)).map_or(0, |token| token.end)
    }

    pub fn skip_lines(&mut self) {
        while self.tokens.get(self.at).is_some_and(|token| token.kind == Kind::Line) {
            self.at += 1;
        }
    }

    /// Reads a path, as `a::b<T>.c`.
    pub fn path(&mut self) -> Option<Path<'a>> {
        let first = self.peek().filter(|token| token.kind == Kind::Name)?;
        let mut path = Path { names: vec![first.text], generic: Vec::new() };
        self.at += 1;
        loop {
            if self.next_is("<") {
                self.generic(&mut path);
            }
            let joint = ["::", ".", "->", "?."].iter().any(|sign| self.next_is(sign));
            let joint = joint || self.is_method_of_lua();
            let question = self.next_is("?") && self.tokens.get(self.at + 1).is_some_and(|token| token.is("."));
            let after = self.tokens.get(self.at + 1 + usize::from(question)).copied();
            let Some(after) = after.filter(|_| joint || question) else { break };
            if after.is("<") && joint {
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
            self.at += 2 + usize::from(question);
            path.names.push(after.text);
        }
        Some(path)
    }

    /// Whether a setter or a motion of Lua is next: `:set…(`, `:rotate(`.
    fn is_method_of_lua(&mut self) -> bool {
        if !self.next_is(":") {
            return false;
        }
        let [colon, name, open] = [0, 1, 2].map(|k| self.tokens.get(self.at + k).copied());
        let tight = colon.zip(name).is_some_and(|(colon, name)| colon.start == self.end() && name.start == colon.end);
        let sets = name.is_some_and(|name| ["set", "move", "rotate"].iter().any(|start| name.text.starts_with(start)));
        tight && sets && open.is_some_and(|open| open.is("("))
    }

    /// Reads type arguments after a name, such as `<float>`; a `<` of a comparison is not skipped.
    fn generic(&mut self, path: &mut Path<'a>) {
        let mut depth = 0;
        let mut first: Vec<&'a str> = Vec::new();
        let mut open = true;
        for k in self.at..(self.at + MAX_STEPS).min(self.tokens.len()) {
            let token = self.tokens[k];
            match (token.kind, token.text) {
                (Kind::Sign, "<") => {
                    open &= depth == 0;
                    depth += 1;
                }
                (Kind::Sign, ">") => depth -= 1,
                (Kind::Name, name) if open => first.push(name),
                (Kind::Name | Kind::Number(_), _) | (Kind::Sign, "::" | "*" | "&" | "[" | "]" | ".") => {}
                (Kind::Sign, ",") => open = false,
                _ => return,
            }
            if depth == 0 {
                self.at = k + 1;
                path.generic = first;
                return;
            }
        }
    }

    /// Reads an expression; `None` if none begins here.
    pub fn expression(&mut self) -> Option<Expr<'a>> {
        self.peek();
        let begins_at = self.at;
        let left = self.sum()?;
        let start = left.at.start;
        if self.is_choice() {
            return Some(self.choice(left).unwrap_or_else(|| unknown(start, self.end())));
        }
        let value = self.fallback(left, begins_at);
        Some(self.inline_condition(&value).unwrap_or(value))
    }

    /// Reads terms and their sums.
    pub fn sum(&mut self) -> Option<Expr<'a>> {
        let mut left = self.term()?;
        for _ in 0..MAX_STEPS {
            let Some(sign) = self.operator(&["+", "-"]) else { break };
            let Some(right) = self.term() else { return Some(unknown(left.at.start, self.end())) };
            let at = left.at.start..right.at.end;
            left = Expr::new(Node::Binary(sign, Box::new(left), Box::new(right)), at);
        }
        Some(left)
    }

    /// Reads factors and their products.
    fn term(&mut self) -> Option<Expr<'a>> {
        let mut left = self.unary()?;
        for _ in 0..MAX_STEPS {
            let Some(sign) = self.operator(&["*", "/", "@", "%"]) else { break };
            let Some(right) = self.unary() else { return Some(unknown(left.at.start, self.end())) };
            let at = left.at.start..right.at.end;
            left = Expr::new(Node::Binary(sign, Box::new(left), Box::new(right)), at);
        }
        Some(left)
    }

    /// Skips one of these signs and returns it, unless it begins the next element of a list without commas.
    fn operator(&mut self, signs: &[&str]) -> Option<char> {
        let token = self.peek().filter(|token| signs.iter().any(|sign| token.is(sign)))?;
        let next = self.tokens.get(self.at + 1)?;
        let apart = token.start > self.end() && next.start == token.end;
        // Python's `from x import *`.
        let imports = token.is("*") && self.at > 0 && self.tokens[self.at - 1].text == "import";
        if imports || self.square && apart && signs.contains(&"-") {
            return None;
        }
        self.at += 1;
        self.skip_lines();
        token.text.chars().next()
    }

    /// Reads a value with its sign.
    fn unary(&mut self) -> Option<Expr<'a>> {
        let token = self.peek()?;
        let mut signs = 0;
        let mut negative = false;
        while let Some(sign) = self.peek().filter(|sign| ["-", "+", "&", "*"].iter().any(|text| sign.is(text))) {
            negative ^= sign.is("-");
            self.at += 1;
            signs += 1;
            if signs > 4 {
                return None;
            }
        }
        while self.peek().is_some_and(|token| token.kind == Kind::Name && VALUE_PREFIXES.contains(&token.text))
            && self.tokens.get(self.at + 1).is_some_and(|next| next.kind == Kind::Name)
        {
            if self.tokens[self.at].text == "new" {
                self.at += 1;
                return self.after_new(token.start).map(|value| signed(value, negative, token.start));
            }
            self.at += 1;
        }
        let value = self.primary()?;
        Some(signed(value, negative, token.start))
    }

    /// Reads the remainder of `new Type(arguments) { fields }` after `new`.
    fn after_new(&mut self, start: usize) -> Option<Expr<'a>> {
        let path = self.path()?;
        let mut list = Vec::new();
        loop {
            self.skip_lines_before_record();
            let Some(open) = self.peek().filter(|token| ["(", "{", "["].iter().any(|sign| token.is(sign))) else {
                break;
            };
            list.extend(self.inside(open)?);
        }
        let at = start..self.end();
        let value = Expr::new(Node::Call(path, list), at);
        Some(self.postfix(value))
    }

    /// Reads a number, string, path or group.
    fn primary(&mut self) -> Option<Expr<'a>> {
        let token = self.peek()?;
        let range = token.start..token.end;
        match token.kind {
            Kind::Number(number) => {
                self.at += 1;
                let value = Expr::new(Node::Number(number.value), range);
                let method = self.next_is(".") && self.tokens.get(self.at + 1).is_some_and(|t| t.kind == Kind::Name);
                if self.peek().is_some_and(|token| token.text == "as") {
                    self.at += 2;
                }
                Some(if method { self.postfix(value) } else { value })
            }
            Kind::Text => {
                self.at += 1;
                Some(Expr::new(Node::Text(token.text), range))
            }
            Kind::Name => {
                let value = self.named(token)?;
                Some(self.postfix(value))
            }
            Kind::Sign if token.is("(") && self.is_pointer_cast() => {
                self.at = self.closing[self.at] + 1;
                self.unary()
            }
            Kind::Sign if token.is("(") || token.is("[") || token.is("{") => {
                let list = self.inside(token)?;
                let value = self.grouped(token, list);
                Some(self.postfix(value))
            }
            // Zig's `.{ 1, 2 }`.
            Kind::Sign if token.is(".") && self.tokens.get(self.at + 1).is_some_and(|next| next.is("{")) => {
                self.at += 1;
                self.primary()
            }
            // Swift's `.pi`.
            Kind::Sign if token.is(".") && self.tokens.get(self.at + 1).is_some_and(|next| next.kind == Kind::Name) => {
                self.at += 1;
                self.primary()
            }
            Kind::Sign | Kind::Line => None,
        }
    }

    /// Reads a path, and the arguments or fields in the brackets after it.
    fn named(&mut self, first: Token<'a>) -> Option<Expr<'a>> {
        let path = self.path()?;
        let macros = self.next_is("!")
            && self.tokens.get(self.at + 1).is_some_and(|token| token.is("[") || token.is("(") || token.is("{"));
        self.at += usize::from(macros);
        let open = self.peek().filter(|token| {
            token.is("(") && !self.is_prose_parenthesis()
                || macros
                || token.is("{")
                    && (self.depth > 0 || (self.known)(&path.names) && !self.is_class_body())
                    && self.is_record()
        });
        let Some(open) = open else {
            return Some(Expr::new(Node::Path(path), first.start..self.end()));
        };
        if let Some((method, owner)) = path.names.split_last().filter(|(_, owner)| !owner.is_empty()) {
            let owner = Path { names: owner.to_vec(), generic: Vec::new() };
            let list = Expr::new(Node::Path(owner), first.start..self.end());
            if let Some(each) = self.read_mapping(method, &list) {
                return Some(each);
            }
        }
        let list = self.inside(open)?;
        Some(Expr::new(Node::Call(path, list), first.start..self.end()))
    }

    /// Converts brackets to a list. One value in round brackets is that value; a type in them is a cast.
    fn grouped(&mut self, open: Token<'a>, mut list: Vec<Argument<'a>>) -> Expr<'a> {
        let at = open.start..self.end();
        let is_each = matches!(&list[..], [Argument { value: Expr { node: Node::Each(..), .. }, .. }]);
        let alone = (open.is("(") || is_each) && list.len() == 1 && list[0].key.is_none();
        if !alone {
            return Expr::new(Node::List(list), at);
        }
        let Some(Argument { value, .. }) = list.pop() else { return unknown(at.start, at.end) };
        let Node::Path(path) = &value.node else { return value };
        let next = self.peek();
        if let Some(brace) = next.filter(|token| token.is("{")) {
            let path = path.clone();
            return match self.inside(brace) {
                Some(list) => Expr::new(Node::Call(path, list), open.start..self.end()),
                None => unknown(open.start, self.end()),
            };
        }
        let scalar = ["float", "double", "real", "int", "btScalar", "dReal"].contains(&path.last());
        if scalar && let Some(value) = self.unary() {
            return value;
        }
        value
    }

    /// Reads calls, fields and indices after a value. A chain continues if the next line begins with a dot.
    fn postfix(&mut self, mut value: Expr<'a>) -> Expr<'a> {
        let start = value.at.start;
        for _ in 0..MAX_STEPS {
            self.skip_cast();
            let back = self.at;
            self.skip_lines();
            let dot = [".", "->", "?"].iter().any(|sign| self.next_is(sign));
            let question = usize::from(self.next_is("?"));
            let name = self.tokens.get(self.at + 1 + question).copied().filter(|token| token.kind == Kind::Name);
            if let Some(name) = name.filter(|_| dot && (question == 0 || self.tokens[self.at + 1].is("."))) {
                self.at += 1 + question;
                let Some(mut path) = self.path() else { break };
                let Some(open) = self.peek().filter(|token| token.is("(")) else {
                    for name in path.names {
                        value = Expr::new(Node::Field(Box::new(value), name), start..self.end());
                    }
                    continue;
                };
                while path.names.len() > 1 {
                    let field = path.names.remove(0);
                    value = Expr::new(Node::Field(Box::new(value), field), start..name.end);
                }
                if let Some(each) = self.read_mapping(path.last(), &value) {
                    value = each;
                    continue;
                }
                let Some(list) = self.inside(open) else { break };
                value = Expr::new(Node::Method(Box::new(value), path, list), start..self.end());
                continue;
            }
            self.at = back;
            if let Some(open) = self.peek().filter(|token| token.is("[") && token.start == self.end()) {
                let Some(index) = self.index(open) else { break };
                value = Expr::new(Node::Index(Box::new(value), Box::new(index)), start..self.end());
                continue;
            }
            break;
        }
        value
    }
}

/// Creates an expression that is not understood.
pub fn unknown<'a>(start: usize, end: usize) -> Expr<'a> {
    Expr::new(Node::Unknown, start..end.max(start))
}

/// Negates an expression if a minus is before it.
fn signed<'a>(value: Expr<'a>, negative: bool, start: usize) -> Expr<'a> {
    let at = start..value.at.end;
    if negative { Expr::new(Node::Negative(Box::new(value)), at) } else { value }
}

/// Test for type names that finds none.
pub fn no_type(_: &[&str]) -> bool {
    false
}
