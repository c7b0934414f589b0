//! Types of shapes that a text defines itself: in, `struct Obb { Vec3 center; Quat rot; Vec3 halfSize; };` and the
//! value `Obb{c, q, h}`; out, a box with this center, rotation and half extents.
//!
//! **Rule.** A type is a shape if its name is that of a shape, and if each of its fields has a name that the dictionary
//! knows for the library `own`, or a harmless one. A size whose name does not state half or full is not such a name.

use super::dictionary;
use crate::code::evaluate::value::{Data, NamedValue, Value, mark};
use crate::code::join::store::{Store, ranges_of};
use crate::code::libraries::harmless::is_harmless;
use crate::code::parser::syntax::Path;

/// Type that a text defines, with the names of its fields in order.
#[derive(Clone, Debug)]
pub struct Record {
    pub name: String,
    /// Kind of the shape, the last name of a path `own.box` in the dictionary; `None` for a plain record of values.
    kind: Option<&'static str>,
    fields: Vec<String>,
}

impl Record {
    /// Whether the type is one of shapes.
    pub fn is_shape(&self) -> bool {
        self.kind.is_some()
    }
}

/// Maximum number of types that begin with one word in a text.
const MAX_TYPES: usize = 64;

/// Maximum length of a definition, bytes.
const MAX_DEFINITION_BYTES: usize = 4_000;

/// Parts of the names of types in lower case, with the kind of their shape.
const KINDS: [(&str, &str); 8] = [
    ("obb", "box"),
    ("aabb", "box"),
    ("orientedb", "box"),
    ("box", "box"),
    ("sphere", "sphere"),
    ("ball", "sphere"),
    ("circle", "circle"),
    ("capsule", "capsule"),
];

/// Length below which the name of a type may begin with the name of a shape, bytes; longer names must end with one.
const MAX_NAME_LENGTH: usize = 14;

/// Words that begin the definition of a type.
const WORDS: [&str; 4] = ["struct ", "class ", "record ", "interface "];

/// Returns the types of shapes that a text defines, in code or in comments.
pub fn records(text: &str) -> Vec<Record> {
    let mut found = Vec::new();
    for word in WORDS {
        for (at, _) in text.match_indices(word).take(MAX_TYPES) {
            let is_whole = !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            found.extend(text.get(at + word.len()..).filter(|_| is_whole).and_then(record));
        }
    }
    found
}

/// Reads the definition of a type after its first word, `Obb { … }`; `None` for a type whose fields are not found, or
/// that is neither a shape nor a record of at least two fields without a constructor.
fn record(text: &str) -> Option<Record> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    let name = &text[..end];
    let lower = name.to_lowercase();
    let stem = lower.trim_end_matches(|c: char| c.is_ascii_digit() || c == 'd' || c == 'f' || c == '_');
    let kind_by_name = KINDS
        .iter()
        .find(|(part, _)| stem.ends_with(part) || lower.starts_with(part) && lower.len() < MAX_NAME_LENGTH)
        .map(|(_, kind)| *kind);
    let mut limit = text.len().min(MAX_DEFINITION_BYTES);
    while !text.is_char_boundary(limit) {
        limit -= 1;
    }
    let body = &text[end..limit];
    let brace = body.find('{');
    let colon = body.find(":\n").or_else(|| body.find(":\r"));
    let fields = match (brace, colon) {
        (Some(brace), colon) if colon.is_none_or(|colon| brace < colon) => {
            fields_in_braces(name, inner(&body[brace + 1..])?)
        }
        (_, Some(colon)) => indented_fields(&body[colon + 1..]),
        _ => return None,
    };
    let kind = kind_by_name.filter(|kind| describe_shape(&fields, kind));
    // The constructor of a class computes its fields.
    let has_constructor =
        body.contains("__init__") || body.contains("constructor(") || body.contains(&format!("{name}("));
    (kind.is_some() || !has_constructor && fields.len() > 1).then(|| Record { name: name.to_owned(), kind, fields })
}

/// Whether at least two fields are arguments of a kind of shapes and all others are harmless.
fn describe_shape(fields: &[String], kind: &str) -> bool {
    let path = ["own", kind];
    let known = fields.iter().filter(|field| is_field(&path, field)).count();
    known >= 2 && fields.iter().all(|field| is_field(&path, field) || is_harmless(&[field], true))
}

/// Whether a text defines a type of shapes with this name.
pub fn defines_shape(records: &[Record], name: &str) -> bool {
    records.iter().any(|record| record.name == name && record.is_shape())
}

/// Whether a type of the dictionary has an argument of this name, or arguments for its elements: `axis0` of `axis`.
fn is_field(path: &[&str], field: &str) -> bool {
    dictionary::has_argument(path, field) || dictionary::has_argument(path, &format!("{field}0"))
}

/// Returns the text up to the brace that closes it; `None` without one.
fn inner(text: &str) -> Option<&str> {
    let mut depth = 1;
    for (k, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return text.get(..k);
        }
    }
    None
}

/// Returns the names of parameters or fields separated by commas: the last word of each before `:`, `=` or `[`.
fn names(list: &str, is_typed_before: bool) -> Vec<String> {
    let parts = list.split(',').map(str::trim).filter(|part| !part.is_empty());
    let names = parts.filter_map(|part| {
        let part = part.split('=').next().unwrap_or_default();
        let part = part.split([':', '[', '{']).next().unwrap_or_default().trim();
        let word = if is_typed_before { part.rsplit([' ', '*', '&']).next() } else { part.split(' ').next() };
        word.map(str::to_owned)
    });
    names.filter(|name| !name.is_empty() && !["self", "this"].contains(&name.as_str())).collect()
}

/// Returns the names of the fields of a type whose definition is in braces.
fn fields_in_braces(name: &str, body: &str) -> Vec<String> {
    let code: String =
        body.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n");
    if let Some(after) = code.split("constructor(").nth(1) {
        return names(after.split(')').next().unwrap_or_default(), false);
    }
    // Rust: `center: Vec3,`.
    if !code.contains(';') {
        return names(&code.replace("pub ", ""), false);
    }
    let mut fields = Vec::new();
    for statement in code.split(';') {
        let statement = statement.trim().rsplit(['\n', '}']).next().unwrap_or_default().trim();
        let statement = statement.strip_prefix("public:").unwrap_or(statement).trim();
        if statement.contains('(') || statement.is_empty() || statement.starts_with(name) {
            continue;
        }
        // TypeScript: `center: Vec3;`.
        if statement.split_once(':').is_some_and(|(field, _)| !field.trim().contains(' ') && !statement.contains("::"))
        {
            fields.extend(names(statement, false));
            continue;
        }
        let plain = statement.split('=').next().unwrap_or_default().replace("::", "_");
        let inner_comma = plain.find('<').zip(plain.find('>')).map(|(from, to)| plain[from..to.max(from)].to_owned());
        let plain = inner_comma.map_or(plain.clone(), |generic| plain.replace(&generic, ""));
        fields.extend(names(&plain, true));
    }
    fields
}

/// Returns the names of the fields of a class of Python: of a data class, or the parameters of its `__init__`.
fn indented_fields(body: &str) -> Vec<String> {
    let mut fields = Vec::new();
    let mut indent = None;
    for line in body.lines().filter(|line| !line.trim().is_empty()) {
        let line_indent = line.len() - line.trim_start().len();
        let field_indent = *indent.get_or_insert(line_indent);
        if line_indent < field_indent || line_indent == 0 {
            break;
        }
        let code = line.split('#').next().unwrap_or_default().trim();
        if let Some(parameters) = code.strip_prefix("def __init__(") {
            return names(&parameters.replace("):", "").replace(')', ""), false);
        }
        let is_field = line_indent == field_indent && !code.starts_with("def ") && !code.starts_with(['@', '"', '\'']);
        if let Some((name, _)) = code.split_once(':').filter(|_| is_field)
            && name.trim().chars().all(|c| c.is_alphanumeric() || c == '_')
        {
            fields.push(name.trim().to_owned());
        }
    }
    fields
}

impl Store {
    /// Makes the shape, or the record of values, of a type that the text defines; `None` for any other call.
    pub fn own_call(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<Value> {
        let [name] = names else { return None };
        let record = self.records.iter().find(|record| record.name == *name)?.clone();
        let Some(kind) = record.kind else {
            let items = keyed(arguments, &record.fields)?;
            return (!items.is_empty()).then(|| self.list(items, at));
        };
        let path = ["own", kind];
        let mut known = Vec::new();
        let mut is_understood = true;
        for (k, (key, value)) in arguments.iter().enumerate() {
            let Some(key) = key.clone().or_else(|| record.fields.get(k).cloned()) else {
                is_understood = false;
                continue;
            };
            if dictionary::has_argument(&path, &key) {
                known.push((Some(key), value.clone()));
            } else if is_field(&path, &key) {
                // `axis` is a list of `axis0`, `axis1` and `axis2`.
                for (index, (_, element)) in value.items().iter().enumerate() {
                    known.push((Some(format!("{key}{index}")), element.clone()));
                }
            } else {
                is_understood &= is_harmless(&[&key], true);
            }
        }
        let id = self.shape(&path, &known, at);
        self.entities[id].used.extend(ranges_of(arguments));
        if !is_understood {
            self.mark_unread(id, "shape", at);
        }
        Some(Value { data: Data::Entity(id), used: vec![mark(at)], at })
    }

    /// Sets a field of a shape of a type that the text defines. Returns whether the name is one of its fields.
    pub fn set_own_shape(&mut self, id: usize, names: &[&str], arguments: &[NamedValue]) -> bool {
        let [name] = names else { return false };
        let [(_, value)] = arguments else { return false };
        let path: Vec<&str> = self.entities[id].path.iter().map(String::as_str).collect();
        if path.first() != Some(&"own") || !dictionary::has_argument(&path, name) {
            return false;
        }
        let entity = &mut self.entities[id];
        entity.used.extend(value.used.iter().cloned());
        entity.arguments.retain(|(key, _)| key.as_deref() != Some(name));
        entity.arguments.push((Some((*name).to_owned()), value.clone()));
        true
    }

    /// Whether the text defines a type of shapes of this name.
    pub fn is_own(&self, name: &str) -> bool {
        defines_shape(&self.records, name)
    }

    /// Gives the elements of a list, or the lists in it, the names of the fields of their declared type:
    /// `Case cases[] = {{…}, {…}}`, `std::vector<Case> cases = {{…}, {…}}`.
    pub fn with_fields(&mut self, declared: &Path<'_>, value: Value) -> Value {
        let names = [declared.generic.last(), declared.names.last()];
        let fields = names.into_iter().flatten().find_map(|name| {
            let record = self.records.iter().find(|record| record.name == **name && !record.is_shape())?;
            Some(record.fields.clone())
        });
        let Some(fields) = fields else { return value };
        let Data::List(items) = &value.data else { return value };
        if !items.iter().all(|(key, item)| key.is_none() && is_row(item, fields.len())) {
            // `Case one = {…}`: the elements are the fields of a single record.
            let is_single = declared.generic.is_empty();
            let record = if is_single { keyed(items, &fields) } else { None };
            return match record {
                Some(record) => self.list(record, value.at),
                None => value,
            };
        }
        let mut rows = Vec::with_capacity(items.len());
        for (_, item) in items.iter() {
            let row = keyed(item.items(), &fields).unwrap_or_default();
            rows.push((None, self.list(row, item.at)));
        }
        Value { data: Data::List(std::rc::Rc::new(rows)), ..value }
    }
}

/// Gives values without names the names of fields in order; `None` if there are more values than fields.
fn keyed(arguments: &[NamedValue], fields: &[String]) -> Option<Vec<NamedValue>> {
    let mut all = Vec::with_capacity(arguments.len());
    for (k, (key, value)) in arguments.iter().enumerate() {
        let key = key.clone().or_else(|| fields.get(k).cloned())?;
        all.push((Some(key), value.clone()));
    }
    Some(all)
}

/// Whether a value is a list of this many elements and not a point: at least one element has no name and is not a
/// number.
fn is_row(item: &Value, length: usize) -> bool {
    let row = item.items();
    row.len() == length && row.iter().any(|(key, part)| key.is_none() && part.number().is_none())
}
