//! Parser of prims of USD in text: `def Cube "box" { double size = 2 }`, into the nodes of [`super::tree`].

use super::tree::{ErrorAt, Field, MAX_DEPTH, Node};

/// Types of prims that are shapes.
const SHAPE_TYPES: [&str; 5] = ["Cube", "Sphere", "Cylinder", "Capsule", "Cone"];

/// Metadata that composes a prim from others.
const COMPOSITION_ARCS: [&str; 7] =
    ["references", "payload", "inherits", "specializes", "variantSets", "variants", "instanceable"];

/// Returns the offset of the first prim, bytes; `None` if the text has no prim of a shape.
pub(super) fn start(text: &str) -> Option<usize> {
    if !SHAPE_TYPES.iter().any(|kind| text.contains(&format!("def {kind} \""))) {
        return None;
    }
    text.match_indices("def ").map(|(offset, _)| offset).find(|offset| {
        let after_def = &text[offset + "def ".len()..];
        let kind_length = after_def.find(|c: char| !c.is_alphanumeric()).unwrap_or(after_def.len());
        let has_kind = kind_length > 0 && after_def.starts_with(|c: char| c.is_uppercase());
        has_kind && after_def[kind_length..].starts_with(" \"")
    })
}

/// Token with its offset in the text, bytes.
#[derive(Clone, Copy, Debug)]
struct Token<'a> {
    text: &'a str,
    offset: usize,
}

/// Returns the length of a text up to and including the first `end` after its opening character, bytes; of the whole
/// text without one.
fn length_until(text: &str, end: char) -> usize {
    text[1..].find(end).map_or(text.len(), |index| index + 2)
}

/// Splits a text from an offset on into words, strings, addresses and brackets. Commas and comments are blanks.
fn split_tokens(text: &str, start: usize) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut offset = start;
    while let Some(c) = text[offset..].chars().next() {
        let remainder = &text[offset..];
        let length = match c {
            '#' => remainder.find('\n').unwrap_or(remainder.len()),
            '"' | '@' | '\'' => length_until(remainder, c),
            '<' => length_until(remainder, '>'),
            '{' | '}' | '[' | ']' | '(' | ')' | '=' => 1,
            c if c.is_whitespace() || ",;".contains(c) => c.len_utf8(),
            _ => remainder
                .find(|c: char| c.is_whitespace() || ",#;{}[]()=\"<@".contains(c))
                .unwrap_or(remainder.len())
                .max(c.len_utf8()),
        };
        if c != '#' && !",;".contains(c) && !c.is_whitespace() {
            tokens.push(Token { text: &remainder[..length], offset });
        }
        offset += length;
    }
    tokens
}

/// Parses the prims of a text; words around them are skipped.
///
/// # Errors
/// Fails if a prim is not closed, is composed from others, or has animated properties.
pub(super) fn parse(text: &str) -> Result<Vec<Node<'_>>, ErrorAt> {
    let mut parser = Parser { tokens: split_tokens(text, start(text).unwrap_or(0)), index: 0 };
    let mut nodes = Vec::new();
    while parser.index < parser.tokens.len() {
        match parser.next().text {
            "def" => nodes.push(parser.read_prim(0)?),
            _ => parser.index += 1,
        }
    }
    Ok(nodes)
}

/// Position of the parser in the tokens.
struct Parser<'a> {
    tokens: Vec<Token<'a>>,
    /// Index of the next token.
    index: usize,
}

impl<'a> Parser<'a> {
    /// Returns the next token without consuming it; an empty token at the end.
    fn next(&self) -> Token<'a> {
        self.tokens
            .get(self.index)
            .copied()
            .unwrap_or(Token { text: "", offset: self.tokens.last().map_or(0, |last| last.offset) })
    }

    /// Returns the index of the token after the bracket that closes the next token, which opens one.
    ///
    /// # Errors
    /// Fails if the bracket is not closed.
    fn after_brackets(&self) -> Result<usize, ErrorAt> {
        let mut depth = 0_usize;
        for index in self.index..self.tokens.len() {
            match self.tokens[index].text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return Ok(index + 1);
            }
        }
        Err((self.next().offset, String::from("this bracket is not closed")))
    }

    /// Reads `def Kind "name" (metadata) { … }`; `depth` is the number of prims around it.
    fn read_prim(&mut self, depth: usize) -> Result<Node<'a>, ErrorAt> {
        let first = self.next();
        if depth > MAX_DEPTH {
            return Err((first.offset, format!("prims are nested more than {MAX_DEPTH} deep")));
        }
        self.index += 1;
        let mut kind = "";
        if !self.next().text.starts_with('"') {
            kind = self.next().text;
            self.index += 1;
        }
        let name = self.next().text.trim_matches('"');
        self.index += 1;
        if self.next().text == "(" {
            let end = self.after_brackets()?;
            let metadata = &self.tokens[self.index..end];
            if let Some(token) = metadata.iter().find(|token| COMPOSITION_ARCS.contains(&token.text)) {
                return Err((token.offset, format!("`{}` of a prim is not supported", token.text)));
            }
            self.index = end;
        }
        if self.next().text != "{" {
            return Err((first.offset, format!("the prim `{name}` has no `{{`")));
        }
        self.index += 1;
        let mut node = Node { kind, name, range: first.offset..first.offset, fields: Vec::new() };
        while self.next().text != "}" {
            let token = self.next();
            match token.text {
                "" => return Err((first.offset, format!("the prim `{name}` has no closing brace"))),
                "def" => {
                    let child = self.read_prim(depth + 1)?;
                    let offset = child.range.start;
                    node.fields.push(Field { key: "children", offset, words: Vec::new(), nodes: vec![child] });
                }
                "over" | "class" | "variantSet" => {
                    return Err((token.offset, format!("`{}` is not supported", token.text)));
                }
                _ => node.fields.extend(self.read_property()?),
            }
        }
        node.range.end = self.next().offset + 1;
        self.index += 1;
        Ok(node)
    }

    /// Reads `[custom] [uniform] type name = value`; `None` for a property without a value.
    fn read_property(&mut self) -> Result<Option<Field<'a>>, ErrorAt> {
        // The name is the last word before the value; the words before it are modifiers and the type, which may end
        // with brackets: `token[] xformOpOrder`.
        let mut key = self.next();
        while !["=", "(", "}", "def", ""].contains(&self.next().text) {
            if self.next().text.ends_with(".timeSamples") {
                return Err((
                    self.next().offset,
                    String::from("animated properties (`timeSamples`) are not supported"),
                ));
            }
            key = self.next();
            self.index += 1;
        }
        if self.next().text != "=" {
            if self.next().text == "(" {
                self.index = self.after_brackets()?;
            }
            return Ok(None);
        }
        self.index += 1;
        let offset = self.next().offset;
        let end = match self.next().text {
            "(" | "[" | "{" => self.after_brackets()?,
            _ => self.index + 1,
        };
        let inside = self.tokens.get(self.index..end).unwrap_or_default();
        let words = inside.iter().map(|token| token.text).filter(|word| !["(", ")", "[", "]"].contains(word));
        let field = Field {
            key: key.text,
            offset,
            words: words.map(|word| word.trim_matches('"')).collect(),
            nodes: Vec::new(),
        };
        self.index = end;
        // Metadata of the property.
        if self.next().text == "(" {
            self.index = self.after_brackets()?;
        }
        Ok(Some(field))
    }
}
