//! Parser of expressions: `-half * Vec3(1, 2, 3).x` becomes a tree of [`Node`]s. Tokens that form no expression give
//! `None` or [`Node::Unknown`], so that code may have prose around it.

use std::rc::Rc;

use super::syntax::{Argument, Expr, Node, Path};
use super::token::{Kind, Token, closing};

/// Maximum number of names in a path, of tokens in angle brackets, and of operands or calls in a chain.
pub const MAX_STEPS: usize = 60;

/// Maximum number of signs before a value: code has two at most, and more are a line of prose.
const MAX_SIGNS: usize = 4;

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
    pub in_square_brackets: bool,
    /// Test whether a path names a type: the braces after one contain fields, not statements.
    pub is_type: &'t dyn Fn(&[&str]) -> bool,
    /// Number of enclosing loops, branches and functions.
    pub block_depth: usize,
    /// Number of enclosing choices `a ? b : c`.
    pub choice_depth: usize,
}

impl<'t, 'a> Parser<'t, 'a> {
    pub fn new(tokens: &'t [Token<'a>], is_type: &'t dyn Fn(&[&str]) -> bool) -> Self {
        Self {
            tokens,
            closing: Rc::new(closing(tokens)),
            at: 0,
            depth: 0,
            in_square_brackets: false,
            is_type,
            block_depth: 0,
            choice_depth: 0,
        }
    }

    /// Creates a parser of the tokens with indices from `from` to before `to`, one block deeper.
    pub fn within(&self, from: usize, to: usize) -> Self {
        Self {
            tokens: &self.tokens[..to.min(self.tokens.len())],
            closing: Rc::clone(&self.closing),
            at: from,
            depth: 0,
            in_square_brackets: false,
            is_type: self.is_type,
            block_depth: self.block_depth + 1,
            choice_depth: self.choice_depth,
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

    /// Returns the offset of the end of the token before the next one, bytes; 0 at the first token.
    pub fn end(&self) -> usize {
        self.tokens.get(self.at.wrapping_sub(1)).map_or(0, |token| token.end)
    }

    pub fn skip_lines(&mut self) {
        while self.tokens.get(self.at).is_some_and(|token| token.kind == Kind::Line) {
            self.at += 1;
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

    /// Reads terms and their sums; `None` if no term begins here.
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

    /// Reads factors and their products, also `@` of matrices; `None` if no factor begins here.
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
        // `[1 -2]`: the sign is apart from the element before it, not from the one after it.
        let is_apart = token.start > self.end() && next.start == token.end;
        // Python's `from x import *`.
        let imports = token.is("*") && self.at > 0 && self.tokens[self.at - 1].text == "import";
        if imports || self.in_square_brackets && is_apart && signs.contains(&"-") {
            return None;
        }
        self.at += 1;
        self.skip_lines();
        token.text.chars().next()
    }

    /// Reads a value with at most four signs before it (`-`, `+`, `&`, `*`) and keywords such as `new`.
    fn unary(&mut self) -> Option<Expr<'a>> {
        let token = self.peek()?;
        let mut signs = 0;
        let mut negative = false;
        while let Some(sign) = self.peek().filter(|sign| ["-", "+", "&", "*"].iter().any(|text| sign.is(text))) {
            negative ^= sign.is("-");
            self.at += 1;
            signs += 1;
            if signs > MAX_SIGNS {
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

    /// Reads a number, string, path or group, with the calls and fields after it.
    fn primary(&mut self) -> Option<Expr<'a>> {
        let token = self.peek()?;
        let range = token.start..token.end;
        match token.kind {
            Kind::Number(number) => {
                self.at += 1;
                let value = Expr::new(Node::Number(number.value), range);
                // `1.0.sqrt()`.
                if self.next_is(".") && self.tokens.get(self.at + 1).is_some_and(|next| next.kind == Kind::Name) {
                    return Some(self.postfix(value));
                }
                // `1 as f32`: the conversion keeps the number.
                if self.peek().is_some_and(|token| token.text == "as") {
                    self.at += 2;
                }
                Some(value)
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
            // Zig's `.{ 1, 2 }`, Swift's `.pi`.
            Kind::Sign if token.is(".") => {
                let next = self.tokens.get(self.at + 1)?;
                if !next.is("{") && next.kind != Kind::Name {
                    return None;
                }
                self.at += 1;
                self.primary()
            }
            Kind::Sign | Kind::Line => None,
        }
    }

    /// Reads a path, and the arguments or fields in the brackets after it: `f(x)`, `Ball { radius: 1 }`, `vec![1, 2]`.
    fn named(&mut self, first: Token<'a>) -> Option<Expr<'a>> {
        let path = self.path()?;
        let is_macro = self.next_is("!")
            && self.tokens.get(self.at + 1).is_some_and(|token| token.is("[") || token.is("(") || token.is("{"));
        self.at += usize::from(is_macro);
        let open = self.peek().filter(|open| is_macro || self.opens_arguments(*open, &path));
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

    /// Whether a bracket after a path contains the arguments of a call or the fields of a record: a brace only after a
    /// type, or inside other brackets, where no block can begin.
    fn opens_arguments(&self, open: Token<'a>, path: &Path<'a>) -> bool {
        if open.is("(") {
            return !self.is_prose_parenthesis();
        }
        let may_be_record = self.depth > 0 || (self.is_type)(&path.names) && !self.is_class_body();
        open.is("{") && may_be_record && self.is_record()
    }

    /// Converts brackets to a list. One value in round brackets is that value; a type in them is a cast.
    fn grouped(&mut self, open: Token<'a>, mut list: Vec<Argument<'a>>) -> Expr<'a> {
        let at = open.start..self.end();
        // A comprehension is a list already: `[2 * x for x in points]`.
        let is_each = matches!(&list[..], [Argument { value: Expr { node: Node::Each(..), .. }, .. }]);
        let is_single_value = (open.is("(") || is_each) && list.len() == 1 && list[0].key.is_none();
        if !is_single_value {
            return Expr::new(Node::List(list), at);
        }
        let Some(Argument { value, .. }) = list.pop() else { return unknown(at.start, at.end) };
        let Node::Path(path) = &value.node else { return value };
        // `(Vector2){ 1, 2 }` of C.
        let next = self.peek();
        if let Some(brace) = next.filter(|token| token.is("{")) {
            let path = path.clone();
            return match self.inside(brace) {
                Some(list) => Expr::new(Node::Call(path, list), open.start..self.end()),
                None => unknown(open.start, self.end()),
            };
        }
        // `(float)x` of C.
        let is_scalar = ["float", "double", "real", "int", "btScalar", "dReal"].contains(&path.last());
        if is_scalar && let Some(value) = self.unary() {
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
            if let Some(name) = self.name_after_dot() {
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

/// Returns a value with the sign before it, which begins at `start`, bytes.
fn signed<'a>(value: Expr<'a>, negative: bool, start: usize) -> Expr<'a> {
    let at = start..value.at.end;
    if negative { Expr::new(Node::Negative(Box::new(value)), at) } else { value }
}

/// Test for type names that finds none.
pub fn no_type(_: &[&str]) -> bool {
    false
}
