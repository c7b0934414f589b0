//! Preprocessor of C and C++ for the tokenizer: finds the branches that are not compiled, `#if 0 … #endif`, and reads
//! numbers in macros, `#define RADIUS 0.25`. Also detects Lua, whose comments have another form.

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
    let disabled = branches(text).into_iter().filter(|branch| branch.is_compiled == Some(false));
    disabled.map(|branch| branch.range).collect()
}

/// Returns the ranges of the branches whose condition the text does not decide, in bytes.
pub fn undecided(text: &str) -> Vec<Range<usize>> {
    let undecided = branches(text).into_iter().filter(|branch| branch.is_compiled.is_none());
    undecided.map(|branch| branch.range).collect()
}

/// Branch of a conditional of the preprocessor.
struct Branch {
    /// Whether the branch is compiled; `None` if the text does not say.
    is_compiled: Option<bool>,
    /// Range from the directive of the branch to the next one, bytes.
    range: Range<usize>,
}

/// Returns whether the first branch of a directive is compiled, `#if 0`, `#ifdef DEBUG`; `None` if the text does not
/// say.
fn first_is_compiled(directive: &str) -> Option<bool> {
    let mut words = directive.split_whitespace();
    match words.next()? {
        "if" => match words.next()? {
            "0" | "false" => Some(false),
            "1" | "true" => Some(true),
            _ => None,
        },
        // Include guards of headers.
        "ifndef" => Some(true),
        _ => None,
    }
}

/// Returns all branches of a text, sorted by their starts.
fn branches(text: &str) -> Vec<Branch> {
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
            open.push(Conditional { is_compiled: first_is_compiled(directive), from: start });
        } else if directive.starts_with("el") {
            // `#else`, `#elif`.
            let Some(conditional) = open.last_mut() else { continue };
            found.push(Branch { is_compiled: conditional.is_compiled, range: conditional.from..start });
            conditional.is_compiled = conditional.is_compiled.map(|compiled| !compiled);
            conditional.from = start;
        } else if directive.starts_with("endif")
            && let Some(conditional) = open.pop()
        {
            found.push(Branch { is_compiled: conditional.is_compiled, range: conditional.from..start });
        }
    }
    found.sort_by_key(|branch| branch.range.start);
    found
}

/// Macro without parameters whose value is an expression of numbers: `#define RADIUS 0.25`.
pub struct Definition {
    /// Range of the name, bytes from the directive.
    pub name: Range<usize>,
    /// Offset of the value, bytes from the directive.
    pub value: usize,
}

/// Returns the macro without parameters that a text begins with; `None` for any other text, and for a macro whose value
/// is no expression of numbers, has more than one line.
pub fn definition(rest: &str) -> Option<Definition> {
    let after = rest.strip_prefix('#')?.strip_prefix("define")?;
    let line = after.lines().next()?;
    let name = line.trim_start();
    let start = rest.len() - after.len() + line.len() - name.len();
    let length = name.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    let value = name[length..].trim_start();
    let is_number = value.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '.' || c == '(');
    // A parenthesis directly after the name begins the parameters of the macro.
    let has_no_parameters = name[length..].starts_with([' ', '\t']);
    let is_one_line = !value.trim_end().ends_with('\\');
    let is_named = line.len() > name.len() && length > 0;
    if !is_number || !has_no_parameters || !is_one_line || !is_named {
        return None;
    }
    Some(Definition { name: start..start + length, value: start + name.len() - value.len() })
}

/// Returns the range that starts at an offset, bytes; `None` if none does. The ranges are sorted by their starts.
pub fn starting_at(sorted: &[Range<usize>], at: usize) -> Option<&Range<usize>> {
    let k = sorted.binary_search_by_key(&at, |range| range.start).ok()?;
    sorted.get(k)
}

/// Whether a text is Lua, whose comments begin with two minus signs: it uses LÖVE, or declares a variable by `local`.
pub fn is_lua(text: &str) -> bool {
    text.contains("love.") || text.lines().any(|line| line.trim_start().starts_with("local "))
}
