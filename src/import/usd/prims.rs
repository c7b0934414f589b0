//! Parser of prims of USD in text, without a stage around them: `def Cube "box" { double size = 2 }`.

use super::tree::{ErrorAt, Field, MAX_DEPTH, Node};

/// Kinds of prims that are shapes.
const KINDS: [&str; 5] = ["Cube", "Sphere", "Cylinder", "Capsule", "Cone"];

/// Returns the offset of the first prim, bytes; `None` if the text has no prim of a shape.
pub(super) fn start(text: &str) -> Option<usize> {
    if !KINDS.iter().any(|kind| text.contains(&format!("def {kind} \""))) {
        return None;
    }
    text.match_indices("def ").map(|(at, _)| at).find(|at| {
        let rest = &text[at + "def ".len()..];
        let kind = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        kind > 0 && rest.starts_with(|c: char| c.is_uppercase()) && rest[kind..].starts_with(" \"")
    })
}

/// Token with its offset in the text, bytes.
#[derive(Clone, Copy, Debug)]
struct Token<'a> {
    text: &'a str,
    at: usize,
}

/// Length of the text from an opening character to the next `end`, bytes.
fn until(rest: &str, end: char) -> usize {
    rest[1..].find(end).map_or(rest.len(), |k| k + 2)
}

/// Splits a text into words, strings, addresses and brackets. Commas and comments are blanks.
fn tokens(text: &str, from: usize) -> Vec<Token<'_>> {
    let mut all = Vec::new();
    let mut at = from;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = match c {
            '#' => rest.find('\n').unwrap_or(rest.len()),
            '"' | '@' | '\'' => until(rest, c),
            '<' => until(rest, '>'),
            '{' | '}' | '[' | ']' | '(' | ')' | '=' => 1,
            c if c.is_whitespace() || ",;".contains(c) => c.len_utf8(),
            _ => rest
                .find(|c: char| c.is_whitespace() || ",#;{}[]()=\"<@".contains(c))
                .unwrap_or(rest.len())
                .max(c.len_utf8()),
        };
        if c != '#' && !",;".contains(c) && !c.is_whitespace() {
            all.push(Token { text: &rest[..length], at });
        }
        at += length;
    }
    all
}

/// Parses the prims of a text; words around them are skipped.
pub(super) fn parse(text: &str) -> Result<Vec<Node<'_>>, ErrorAt> {
    let mut parser = Parser { tokens: tokens(text, start(text).unwrap_or(0)), at: 0 };
    let mut nodes = Vec::new();
    while parser.at < parser.tokens.len() {
        match parser.next().text {
            "def" => nodes.push(parser.prim(0)?),
            _ => parser.at += 1,
        }
    }
    Ok(nodes)
}

/// Position of the parser in the tokens.
struct Parser<'a> {
    tokens: Vec<Token<'a>>,
    /// Index of the next token.
    at: usize,
}

impl<'a> Parser<'a> {
    /// Returns the next token without consuming it; an empty token at the end.
    fn next(&self) -> Token<'a> {
        self.tokens
            .get(self.at)
            .copied()
            .unwrap_or(Token { text: "", at: self.tokens.last().map_or(0, |last| last.at) })
    }

    /// Returns the index after the bracket that closes the next one.
    fn after_brackets(&self) -> Result<usize, ErrorAt> {
        let mut depth = 0_usize;
        for k in self.at..self.tokens.len() {
            match self.tokens[k].text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return Ok(k + 1);
            }
        }
        Err((self.next().at, String::from("this bracket is not closed")))
    }

    /// Reads `def Kind "name" (metadata) { … }`.
    fn prim(&mut self, depth: usize) -> Result<Node<'a>, ErrorAt> {
        let first = self.next();
        if depth > MAX_DEPTH {
            return Err((first.at, format!("prims are nested more than {MAX_DEPTH} deep")));
        }
        self.at += 1;
        let mut kind = "";
        if !self.next().text.starts_with('"') {
            kind = self.next().text;
            self.at += 1;
        }
        let name = self.next().text.trim_matches('"');
        self.at += 1;
        if self.next().text == "(" {
            let end = self.after_brackets()?;
            let metadata = &self.tokens[self.at..end];
            let composed = metadata.iter().find(|token| {
                ["references", "payload", "inherits", "specializes", "variantSets", "variants", "instanceable"]
                    .contains(&token.text)
            });
            if let Some(token) = composed {
                return Err((token.at, format!("`{}` of a prim is not supported", token.text)));
            }
            self.at = end;
        }
        if self.next().text != "{" {
            return Err((first.at, format!("the prim `{name}` has no `{{`")));
        }
        self.at += 1;
        let mut node = Node { kind, name, at: first.at..first.at, fields: Vec::new() };
        while self.next().text != "}" {
            let token = self.next();
            match token.text {
                "" => return Err((first.at, format!("the prim `{name}` has no closing brace"))),
                "def" => {
                    let child = self.prim(depth + 1)?;
                    let at = child.at.start;
                    node.fields.push(Field { key: "children", at, words: Vec::new(), nodes: vec![child] });
                }
                "over" | "class" | "variantSet" => {
                    return Err((token.at, format!("`{}` is not supported", token.text)));
                }
                _ => node.fields.extend(self.property()?),
            }
        }
        node.at.end = self.next().at + 1;
        self.at += 1;
        Ok(node)
    }

    /// Reads `[custom] [uniform] type name = value`; `None` for a property without a value.
    fn property(&mut self) -> Result<Option<Field<'a>>, ErrorAt> {
        let mut key = self.next();
        // The type may end with brackets: `token[] xformOpOrder`.
        while !["=", "(", "}", "def", ""].contains(&self.next().text) {
            if self.next().text.ends_with(".timeSamples") {
                return Err((self.next().at, String::from("animated properties (`timeSamples`) are not supported")));
            }
            key = self.next();
            self.at += 1;
            if self.next().text == "=" {
                break;
            }
            if ["rel", "custom", "uniform", "prepend", "append"].contains(&key.text) {
                continue;
            }
            let type_or_name = self.tokens.get(self.at.wrapping_sub(1)).copied();
            if type_or_name.is_none() {
                break;
            }
        }
        if self.next().text != "=" {
            if self.next().text == "(" {
                self.at = self.after_brackets()?;
            }
            return Ok(None);
        }
        self.at += 1;
        let at = self.next().at;
        let end = match self.next().text {
            "(" | "[" | "{" => self.after_brackets()?,
            _ => self.at + 1,
        };
        let inside = self.tokens.get(self.at..end).unwrap_or_default();
        let words = inside.iter().map(|token| token.text).filter(|word| !["(", ")", "[", "]"].contains(word));
        let field =
            Field { key: key.text, at, words: words.map(|word| word.trim_matches('"')).collect(), nodes: Vec::new() };
        self.at = end;
        if self.next().text == "(" {
            self.at = self.after_brackets()?;
        }
        Ok(Some(field))
    }
}
