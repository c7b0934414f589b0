//! Commands of debuggers and consoles, and the values that they print.

use super::{Line, Reader, joined};
use crate::object_dumps::fields::{IDENTITY, moves_bodies};
use crate::object_dumps::value::{List, Parser, Value};

/// Prompts of debuggers, whose commands begin with a verb.
const DEBUGGERS: [&str; 4] = ["(gdb)", "(lldb)", "gdb>", "lldb>"];

/// Prompts of consoles, whose commands are expressions.
const CONSOLES: [&str; 3] = [">>>", "> ", "julia> "];

/// Commands of debuggers that print an expression.
const COMMANDS: [&str; 9] = ["p", "print", "po", "expr", "expression", "v", "inspect", "call", "dx"];

/// Words after a value that state the identity rotation.
const IDENTITY_REMARKS: [&str; 6] = [
    "rotation is identity",
    "rotation is the identity",
    "identity rotation",
    "(identity rotation)",
    "no rotation",
    "not rotated",
];

impl<'a> Reader<'a> {
    /// Reads a command and its values.
    pub(super) fn command(&mut self, command: &str, at: usize) -> Option<()> {
        let command = without_print(without_remark(command));
        let marks = [" -> ", " => ", "  "];
        let inline = marks.iter().filter_map(|mark| Some((command.find(mark)?, mark.len()))).min();
        let (expressions, value_at) = match inline {
            Some((end, length)) => (&command[..end], Some(at + end + length)),
            None => (command, None),
        };
        let paths = split_expressions(expressions);
        let mut values = match value_at {
            Some(value_at) => {
                let arrow = self.text[value_at..].trim_start();
                let arrow = arrow.strip_prefix("-> ").unwrap_or(arrow);
                self.inline_values(self.text.len() - arrow.len(), &paths)?
            }
            None => {
                self.next += 1;
                self.result_values(paths.len())?
            }
        };
        if values.is_empty() {
            let is_import = command.starts_with("import ") || command.starts_with("from ");
            return is_import.then_some(());
        }
        if let ([Value::List(list)], count @ 2..) = (values.as_slice(), paths.len())
            && list.items.len() == count
            && list.head.is_empty()
        {
            values = list.items.iter().map(|item| item.value.clone()).collect();
        }
        if let ([_], true) = (paths.as_slice(), values.len() > 1) {
            values = vec![joined(values)?];
        }
        if values.len() != paths.len() {
            return None;
        }
        paths.iter().zip(values).for_each(|(path, value)| self.push(of_element(path), value, at));
        Some(())
    }

    /// Reads values in the line of their command, with a remark about the rotation after them.
    fn inline_values(&mut self, at: usize, paths: &[&str]) -> Option<Vec<Value>> {
        let mut parser = Parser::new(self.text, at);
        let mut values = Vec::new();
        while !self.ends_line(&mut parser) {
            let index = self.lines.partition_point(|line| line.start <= parser.at) - 1;
            let line = &self.lines[index];
            let rest = &line.text[parser.at - line.start..];
            if !values.is_empty() && IDENTITY_REMARKS.contains(&rest.trim()) {
                let root = paths.first()?.split(['.', '-']).next()?;
                self.push(format!("{root}.{IDENTITY}"), Value::Word(String::from("identity")), at);
                self.next = index + 1;
                break;
            }
            values.push(parser.value()?);
        }
        Some(values)
    }

    /// Reads the results of a command in the lines up to the next command; one expression takes the values of all
    /// lines.
    fn result_values(&mut self, count: usize) -> Option<Vec<Value>> {
        let mut values = Vec::new();
        while let Some(Line { start, text }) = self.lines.get(self.next) {
            let bare = text.trim_start();
            if prompt(bare).is_some() || values.len() >= count && !bare.starts_with(['[', '(', '{']) {
                break;
            }
            if bare.is_empty() {
                self.next += 1;
                continue;
            }
            let mut parser = Parser::new(self.text, start + (text.len() - bare.len()));
            while !self.ends_line(&mut parser) {
                skip_result_prefix(&mut parser);
                let mut members = parser.clone();
                match members.key() {
                    // `m_x = {…}, m_y = {…}`: the members of an object without its brackets.
                    Some(_) => values.push(self.members(&mut parser)?),
                    None => values.push(parser.value()?),
                }
            }
        }
        Some(values)
    }

    /// Reads the members of an object up to the end of a line.
    fn members(&mut self, parser: &mut Parser<'a>) -> Option<Value> {
        let mut items = Vec::new();
        while !self.ends_line(parser) {
            items.push(parser.item()?);
        }
        // The caller's loop ends with the line.
        Some(Value::List(List { head: String::new(), items }))
    }
}

/// Functions of consoles that print their arguments.
const PRINTS: [&str; 3] = ["print(", "console.log(", "println("];

/// Returns a command without the function that prints its arguments.
fn without_print(command: &str) -> &str {
    let arguments =
        PRINTS.iter().find_map(|print| command.strip_prefix(print)?.trim_end_matches(';').strip_suffix(')'));
    arguments.unwrap_or(command)
}

/// Returns a command without a remark about the meaning of a number: `# mujoco, 3 = mjGEOM_CAPSULE`.
fn without_remark(command: &str) -> &str {
    let Some((before, remark)) = command.split_once(" # ").or_else(|| command.split_once(" // ")) else {
        return command;
    };
    let mut words = remark.split([' ', ',']).filter(|word| !word.is_empty()).peekable();
    let mut is_known = true;
    while let Some(word) = words.next() {
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            let is_sign = words.next() == Some("=");
            let is_constant = words.next().is_some_and(|name| name.contains("GEOM_"));
            is_known &= is_sign && is_constant;
        } else {
            is_known &= !word.contains(|c: char| c.is_ascii_digit()) && !moves_bodies(word);
        }
    }
    if is_known { before.trim_end() } else { command }
}

/// Returns the path of an expression. An element of MuJoCo's arrays belongs to the geom with its index, `geom 2.xpos`;
/// the rows of a matrix are those that it prints.
fn of_element(expression: &str) -> String {
    let path =
        expression.strip_suffix(".reshape(3, 3)").or(expression.strip_suffix(".reshape(3,3)")).unwrap_or(expression);
    let element = path.split_once(".geom_").and_then(|(_, element)| element.strip_suffix(']')?.split_once('['));
    match element {
        Some((field, index)) if index.bytes().all(|byte| byte.is_ascii_digit()) && !index.is_empty() => {
            format!("geom{index}_.{field}")
        }
        _ => path.to_owned(),
    }
}

/// Splits expressions at the commas outside of brackets.
fn split_expressions(text: &str) -> Vec<&str> {
    let mut depth = 0_i32;
    let mut from = 0;
    let mut parts = Vec::new();
    for (index, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[from..index].trim());
                from = index + 1;
            }
            _ => {}
        }
    }
    parts.push(text[from..].trim());
    parts
}

/// Returns the command after the prompt of a line.
pub(super) fn prompt(line: &str) -> Option<&str> {
    if let Some(rest) = line.strip_prefix("In [") {
        return Some(rest.split_once("]: ")?.1.trim());
    }
    if let Some(typed) = DEBUGGERS.iter().find_map(|prompt| line.strip_prefix(prompt)) {
        let (verb, expression) = typed.trim().split_once(' ')?;
        let verb = verb.split('/').next().unwrap_or_default();
        return COMMANDS.contains(&verb).then_some(expression.trim());
    }
    CONSOLES.iter().find_map(|prompt| line.strip_prefix(prompt)).map(str::trim)
}

/// Maximum length of the name of a result with its type, characters.
const MAX_PREFIX_CHARS: usize = 200;

/// Skips the name of a result: `$1 = `, `(double) $1 = `, `Out[1]: `, `<- `.
fn skip_result_prefix(parser: &mut Parser<'_>) {
    let rest = parser.rest();
    let end = rest.char_indices().nth(MAX_PREFIX_CHARS).map_or(rest.len(), |(end, _)| end);
    let line = rest[..end].lines().next().unwrap_or_default();
    let mut after = line;
    if let Some(typed) = line.strip_prefix('(')
        && let Some((_, named)) = typed.split_once(") ")
        && named.starts_with('$')
    {
        after = named;
    }
    if let Some(number) = after.strip_prefix('$')
        && let Some((index, value)) = number.split_once(" = ")
        && index.bytes().all(|byte| byte.is_ascii_alphanumeric())
    {
        parser.at += line.len() - value.len();
        return;
    }
    let out = line.strip_prefix("Out[").and_then(|out| out.split_once("]: ")).map(|(_, value)| value);
    let value = out.or_else(|| ["<- ", "← ", "<· ", "= "].iter().find_map(|mark| line.strip_prefix(mark)));
    parser.at += value.map_or(0, |value| line.len() - value.len());
}
