//! Sessions of consoles that make bodies and then print their poses: `> console.log(hero.getPosition())` and its value
//! in the lines below.
//!
//! **Method.** Each printing command is replaced by assignments of the printed values, and the lines of its values by
//! empty lines, so that the reader of code places the bodies and the lines in messages are those of the text.
//!
//! **Strict.** A printed pose or size that is not paired with its expression is an error.

use crate::object_dumps::value::{Parser, Value, plain};

/// Beginnings of lines with commands.
const PROMPTS: [&str; 3] = [">>> ", "> ", "julia> "];

/// Beginnings of commands that print their arguments.
const PRINTS: [&str; 8] =
    ["console.log(", "console.info(", "console.table(", "print(", "println(", "puts(", "Debug.Log(", "debugPrint("];

/// Last names of expressions that are positions, as [`plain`] returns them.
const POSITIONS: [&str; 6] = ["position", "getposition", "translation", "gettranslation", "worldposition", "pos"];

/// Last names of expressions that are angles in the plane or quaternions.
const ROTATIONS: [&str; 7] =
    ["angle", "getangle", "rotation", "getrotation", "quaternion", "getquaternion", "orientation"];

/// Parts of the last names of other expressions that describe a shape or its pose.
const DESCRIBING: [&str; 15] = [
    "position",
    "translation",
    "center",
    "transform",
    "matrix",
    "pose",
    "rotation",
    "quat",
    "radius",
    "size",
    "extent",
    "bounds",
    "vertices",
    "scale",
    "angle",
];

/// Parts of names of velocities and results, which describe no shape.
const RESULTS: [&str; 6] = ["vel", "distance", "penetration", "contact", "force", "closest"];

/// Maximum number of lines of the value of one command.
const MAX_VALUE_LINES: usize = 64;

/// Error of a printed pose without its expression: the index of the line, from 0, and the reason.
pub(crate) type Unpaired = (usize, &'static str);

/// Reason for refusing a text with a printed pose that is not paired.
const UNPAIRED: &str =
    "the value that this command prints is not understood; write the pose of the body as code: `body.position = …`";

/// Reason for refusing a text with several states of a body.
const REPEATED: &str = "the text prints two states of this body; keep one of them";

/// Command of a session with its line.
struct Command<'a> {
    line: usize,
    /// Command without its prompt.
    text: &'a str,
    has_prompt: bool,
    /// Offset of the comment in the line, bytes; the end of the line without one.
    end: usize,
}

/// Returns a text in which printed poses are assigned; `None` if it prints none, or if all its commands only print.
///
/// # Errors
/// Fails if a printed pose or size is not understood.
pub(crate) fn assigned(text: &str) -> Result<Option<String>, Unpaired> {
    if !PRINTS.iter().chain(&PROMPTS).any(|part| text.contains(part)) {
        return Ok(None);
    }
    let lines: Vec<&str> = text.lines().collect();
    let mut out: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    let mut seen: std::collections::HashMap<String, Value> = std::collections::HashMap::new();
    let mut has_statement = false;
    let mut has_pose = false;
    let mut error = None;
    let mut next = 0;
    // Expressions of printing commands in successive lines, whose values follow the last one.
    let mut open: Vec<&str> = Vec::new();
    while let Some(line) = lines.get(next) {
        let command = command(line, next);
        next += 1;
        let mut expressions = printed(&command);
        if expressions.is_empty() {
            has_statement |= line.contains('(') && !line.trim_start().starts_with("import");
            open.clear();
            continue;
        }
        let is_output = if command.has_prompt { is_after_prompt } else { is_bare_value };
        let count = lines[next..].iter().take_while(|line| is_output(line)).take(MAX_VALUE_LINES).count();
        let comment = bare(&line[command.end..]);
        if count == 0 && !is_value(comment) {
            if !command.has_prompt {
                open.append(&mut expressions);
            }
            continue;
        }
        expressions.splice(0..0, open.drain(..));
        if expressions.iter().any(|one| describes(one)) {
            has_pose = true;
            let values: Vec<&str> = if is_value(comment) { vec![comment] } else { lines[next..next + count].to_vec() };
            match pair(&expressions, &values, &mut seen) {
                Ok(statements) => {
                    out[command.line] = statements;
                    out[next..next + count].iter_mut().for_each(String::clear);
                }
                Err(why) => error = error.or(Some((command.line, why))),
            }
        }
        next += count;
    }
    match (has_statement && has_pose, error) {
        (false, _) => Ok(None),
        (true, Some(error)) => Err(error),
        (true, None) => Ok(Some(out.join("\n"))),
    }
}

/// Returns the command of a line, without its prompt and the comment at its end.
fn command(line: &str, index: usize) -> Command<'_> {
    let end = ["//", " # "].iter().filter_map(|mark| line.find(mark)).min().unwrap_or(line.len());
    let typed = PROMPTS.iter().find_map(|prompt| line[..end].strip_prefix(prompt));
    let text = typed.unwrap_or(&line[..end]).trim().trim_end_matches(';');
    Command { line: index, text, has_prompt: typed.is_some(), end }
}

/// Returns a line of output without the marks of a comment.
fn bare(line: &str) -> &str {
    let inner = line.trim_start().trim_start_matches(['/', '#']).trim_start();
    ["->", "=>", "→"].iter().find_map(|arrow| inner.strip_prefix(arrow)).unwrap_or(inner).trim_start()
}

/// Returns the expressions that a command prints; none for a statement.
fn printed<'a>(command: &Command<'a>) -> Vec<&'a str> {
    let arguments = PRINTS.iter().find_map(|print| command.text.strip_prefix(print)?.strip_suffix(')'));
    match arguments {
        Some(arguments) => split(arguments),
        None if command.has_prompt && is_path(command.text) => vec![command.text],
        None => Vec::new(),
    }
}

/// Whether a text is a variable with members and calls without arguments.
fn is_path(text: &str) -> bool {
    let bare = text.replace("()", "");
    bare.contains('.') && bare.chars().all(|c| c.is_alphanumeric() || "_.[]$".contains(c))
}

/// Splits arguments at the commas outside of brackets.
fn split(arguments: &str) -> Vec<&str> {
    let mut depth = 0_i32;
    arguments
        .split(|c: char| {
            depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
            c == ',' && depth == 0
        })
        .map(str::trim)
        .collect()
}

/// Whether a line below a command with a prompt belongs to its output.
fn is_after_prompt(line: &str) -> bool {
    !line.trim().is_empty() && !PROMPTS.iter().any(|prompt| line.starts_with(prompt)) && line.trim() != "```"
}

/// Beginnings of types of vectors in lower case.
const TYPES: [&str; 4] = ["b2Vec2", "vec", "array", "cpVect"];

/// Whether a line may be a printed value in a comment.
fn is_bare_value(line: &str) -> bool {
    is_value(bare(line))
}

/// Whether a line may be a printed value.
fn is_value(line: &str) -> bool {
    let bare = line.trim_start();
    let end = bare.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(bare.len());
    let is_type = bare.starts_with(char::is_uppercase) || TYPES.iter().any(|start| bare.starts_with(start));
    let is_typed = is_type && bare[end..].trim_start().starts_with(['(', '{', '[']);
    let is_number = bare.trim_start_matches(['-', '+']).starts_with(|c: char| c.is_ascii_digit());
    is_typed || is_number || bare.starts_with(['{', '[', '(', '}', ']'])
}

/// Returns the last name of an expression, as [`plain`] returns it.
fn last_name(expression: &str) -> String {
    let bare = expression.replace("()", "");
    let name = bare.rsplit(['.', '>', ':']).next().unwrap_or_default();
    plain(name.split(['[', '(']).next().unwrap_or_default())
}

/// Whether an expression describes a shape or its pose.
fn describes(expression: &str) -> bool {
    let mut name = last_name(expression);
    // A coordinate of a position or a quaternion.
    if ["x", "y", "z", "w"].contains(&name.as_str()) {
        name = expression.to_lowercase();
    }
    DESCRIBING.iter().any(|part| name.contains(part)) && !RESULTS.iter().any(|part| name.contains(part))
}

/// Returns the assignments of printed values to their expressions.
fn pair(
    expressions: &[&str],
    lines: &[&str],
    seen: &mut std::collections::HashMap<String, Value>,
) -> Result<String, &'static str> {
    let text = lines.iter().map(|line| if line.starts_with(['/', '#']) { bare(line) } else { *line });
    let text = text.collect::<Vec<&str>>().join(" ");
    let mut parser = Parser::new(&text, 0);
    let mut values = Vec::new();
    parser.skip_blanks();
    while !parser.rest().is_empty() {
        values.push(parser.value().ok_or(UNPAIRED)?);
        parser.skip_blanks();
        while parser.rest().starts_with(',') {
            parser.at += 1;
            parser.skip_blanks();
        }
    }
    if values.len() != expressions.len() {
        return Err(UNPAIRED);
    }
    let mut statements = Vec::new();
    for (expression, value) in expressions.iter().zip(values) {
        if !describes(expression) {
            continue;
        }
        let name = last_name(expression);
        let bare = expression.replace("()", "");
        let end = bare.rfind('.').filter(|_| is_path(expression)).ok_or(UNPAIRED)?;
        let owner = &bare[..end];
        let statement = if POSITIONS.contains(&name.as_str()) {
            position(owner, &value)
        } else if ROTATIONS.contains(&name.as_str()) {
            rotation(owner, &value)
        } else {
            None
        };
        statements.push(statement.ok_or(UNPAIRED)?);
        if seen.insert(bare, value.clone()).is_some_and(|known| known != value) {
            return Err(REPEATED);
        }
    }
    Ok(statements.join(" "))
}

/// Returns the assignment of a position.
fn position(owner: &str, value: &Value) -> Option<String> {
    let named = value.named(&["x", "y", "z"]).or_else(|| value.named(&["x", "y"]));
    let numbers = value.numbers().or(named).filter(|numbers| numbers.len() == 2 || numbers.len() == 3)?;
    Some(format!("{owner}.position = {numbers:?};"))
}

/// Returns the assignment of an angle in the plane or of a quaternion.
fn rotation(owner: &str, value: &Value) -> Option<String> {
    if let Some(angle) = value.number() {
        return Some(format!("{owner}.angle = {angle:?};"));
    }
    let named = value.named(&["x", "y", "z", "w"]);
    match (named.as_deref(), value.numbers().as_deref()) {
        (Some([x, y, z, w]), _) => Some(format!("{owner}.quaternion = {{ x: {x:?}, y: {y:?}, z: {z:?}, w: {w:?} }};")),
        (None, Some(numbers)) if numbers.len() == 4 => Some(format!("{owner}.quaternion = {numbers:?};")),
        _ => None,
    }
}
