//! Branches of the C preprocessor that are not compiled, and other syntax that the tokens of a text depend on.

use std::ops::Range;

/// Open conditional of the preprocessor.
struct Conditional {
    /// Whether the current branch is compiled; `None` if the text does not say.
    is_compiled: Option<bool>,
    /// Offset of the directive that begins the current branch, bytes.
    from: usize,
}

/// Returns the ranges of the branches that are not compiled, in bytes: of `#if 0`, and of the `#else` of `#if 1`.
pub fn disabled(text: &str) -> Vec<Range<usize>> {
    branches(text).into_iter().filter(|(is_compiled, _)| *is_compiled == Some(false)).map(|(_, range)| range).collect()
}

/// Returns the ranges of the branches whose condition the text does not decide, in bytes.
pub fn undecided(text: &str) -> Vec<Range<usize>> {
    branches(text).into_iter().filter(|(is_compiled, _)| is_compiled.is_none()).map(|(_, range)| range).collect()
}

/// Returns all branches, each from its directive to the next one.
fn branches(text: &str) -> Vec<(Option<bool>, Range<usize>)> {
    let mut found = Vec::new();
    if !text.contains("endif") {
        return found;
    }
    let mut open: Vec<Conditional> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at + line.len() - line.trim_start().len();
        at += line.len();
        let Some(directive) = line.trim().strip_prefix('#').map(str::trim_start) else { continue };
        if directive.starts_with("if") {
            let is_compiled = match directive.split_whitespace().collect::<Vec<_>>().as_slice() {
                ["if", "0" | "false", ..] => Some(false),
                ["if", "1" | "true", ..] => Some(true),
                // Include guards of headers.
                ["ifndef", ..] => Some(true),
                _ => None,
            };
            open.push(Conditional { is_compiled, from: start });
        } else if directive.starts_with("el") {
            let Some(conditional) = open.last_mut() else { continue };
            found.push((conditional.is_compiled, conditional.from..start));
            conditional.is_compiled = conditional.is_compiled.map(|compiled| !compiled);
            conditional.from = start;
        } else if directive.starts_with("endif")
            && let Some(conditional) = open.pop()
        {
            found.push((conditional.is_compiled, conditional.from..start));
        }
    }
    found.sort_by_key(|(_, range)| range.start);
    found
}

/// Macro without parameters whose value is an expression of numbers: `#define RADIUS 0.25`.
pub struct Definition {
    /// Range of the name, bytes from the directive.
    pub name: Range<usize>,
    /// Offset of the value, bytes from the directive.
    pub value: usize,
}

/// Returns the macro that a text begins with; `None` for any other macro or text.
pub fn definition(rest: &str) -> Option<Definition> {
    let after = rest.strip_prefix('#')?.strip_prefix("define")?;
    let line = after.lines().next()?;
    let name = line.trim_start();
    let start = rest.len() - after.len() + line.len() - name.len();
    let length = name.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    let value = name[length..].trim_start();
    let is_number = value.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '.')
        || value.starts_with('(') && name[length..].starts_with([' ', '\t']);
    let is_whole = !value.trim_end().ends_with('\\') && line.len() > name.len() && length > 0;
    (is_number && is_whole && name[length..].starts_with([' ', '\t']))
        .then(|| Definition { name: start..start + length, value: start + name.len() - value.len() })
}

/// Returns the range that starts at an offset.
pub fn starting_at(sorted: &[Range<usize>], at: usize) -> Option<&Range<usize>> {
    let k = sorted.binary_search_by_key(&at, |range| range.start).ok()?;
    sorted.get(k)
}

/// Whether a text is Lua, whose comments begin with two minus signs.
pub fn is_lua(text: &str) -> bool {
    text.contains("love.") || text.lines().any(|line| line.trim_start().starts_with("local "))
}
