//! Plain English: how often docs, comments and code break the rules of style, with a limit for every module.
//!
//! The limits are what was reached: they only go down. A failure lists every finding of the module.

use std::collections::BTreeMap;

use regex::Regex;

use super::{is_test, sources};

/// Kinds of findings, in the order of the limits.
const KINDS: [&str; 7] = [
    "item docs that do not open with a noun or a verb",
    "item docs of at most three words",
    "named closures",
    "two values assigned in one `let`",
    "words with a standard synonym",
    "inverted sentences",
    "comment lines beyond 120 columns",
];

/// The most findings of each kind, by module of `src`.
const LIMITS: [(&str, [usize; 7]); 14] = [
    ("app", [0, 8, 0, 6, 0, 0, 0]),
    ("audit", [0, 0, 0, 0, 0, 0, 0]),
    ("check", [0, 0, 12, 2, 2, 0, 0]),
    ("cli", [0, 2, 1, 0, 0, 0, 0]),
    ("engine", [0, 2, 4, 0, 1, 0, 0]),
    ("figures", [0, 0, 0, 0, 0, 0, 0]),
    ("import", [0, 0, 0, 0, 1, 0, 0]),
    ("lesson", [0, 57, 25, 12, 15, 0, 0]),
    ("lib", [0, 0, 0, 0, 1, 0, 0]),
    ("long_run", [0, 0, 0, 0, 0, 0, 0]),
    ("model", [0, 4, 3, 0, 2, 0, 0]),
    ("picture", [0, 3, 19, 11, 2, 0, 0]),
    ("play", [0, 5, 6, 3, 1, 0, 0]),
    ("scene", [0, 10, 2, 4, 2, 0, 0]),
];

/// Words of the comments, and what to say instead.
const WORDS: [(&str, &str); 40] = [
    ("told", "reported, printed, stated"),
    ("tells", "reports, describes"),
    ("hand on", "pass on, store"),
    ("hands on", "passes on"),
    ("by an independent hand", "by separate code"),
    ("is asked", "is queried, is evaluated"),
    ("asked for", "requested, the tolerance"),
    ("weighed", "evaluated, compared"),
    ("weighs", "evaluates"),
    ("twin", "counterpart, copy"),
    ("beside", "next to, compared with"),
    ("likewise", "repeat the sentence"),
    ("stands", "is"),
    ("borne", "handled"),
    ("paid for", "the formula"),
    ("nobody", "the caller"),
    ("somebody", "the caller, the user"),
    ("turn", "iteration, rotation"),
    ("seat", "the term of the horizon"),
    ("in flight", "moving"),
    ("flight", "cast, sweep, motion"),
    ("hue", "color"),
    ("outlook", "say what"),
    ("of which", "two sentences"),
    ("so many", "n"),
    ("that much", "the quantity"),
    ("no more than", "at most"),
    ("in doubt", "ambiguous"),
    ("what is", "name it"),
    ("wanted", "requested"),
    ("mend", "fix, repair"),
    ("crowd", "many bodies"),
    ("gone", "absent, removed"),
    ("cut", "clip"),
    ("reach", "bounding radius, extent"),
    ("looked for", "searched"),
    ("by now", "current"),
    ("of then", "previous"),
    ("up to rounding", "to rounding"),
    ("within rounding", "to rounding"),
];

struct Patterns {
    odd: Regex,
    inverted: Regex,
    closure: Regex,
    tuple: Regex,
    words: Vec<Regex>,
}

impl Patterns {
    fn new() -> Self {
        let odd = "^(The same|Likewise|Of |What |Which|How |Whose |As |So |And |Or |But |Again|Where |Whatever|Those |\
                   That |This much)";
        let inverted = "(?:^|[.:;] )(Of (?:a|an|the|two|its|all|both) [^.]{3,60}?(?: is| are| has| have|,)|\
                        Where [^.,]{3,80}, |What [^.]{3,80}? (?:is|are|stays|goes|comes|stands|has) |Only of )";
        let words = WORDS.iter().map(|(word, _)| Regex::new(&format!(r"(?i)\b{word}\b")).unwrap());
        Self {
            odd: Regex::new(odd).unwrap(),
            inverted: Regex::new(inverted).unwrap(),
            closure: Regex::new(r"^let (mut )?\w+ = (move )?\|").unwrap(),
            tuple: Regex::new(r"^(let )?\((?:[^()=]|\([^()]*\))+\) = \(").unwrap(),
            words: words.collect(),
        }
    }
}

/// Findings of each kind as `line: text`.
type Findings = [Vec<String>; 7];

/// Findings of a file.
fn findings(patterns: &Patterns, text: &str) -> Findings {
    let mut found = Findings::default();
    let mut doc: Vec<(usize, &str)> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let at = at + 1;
        let code = line.trim();
        if let Some(comment) = code.strip_prefix("//") {
            if line.chars().count() > 120 {
                found[6].push(format!("{at}: {code}"));
            }
            let words = comment.trim_start_matches(['/', '!']).trim();
            found[5].extend(patterns.inverted.find_iter(words).map(|_| format!("{at}: {words}")));
            for (pattern, (word, instead)) in patterns.words.iter().zip(WORDS) {
                if pattern.is_match(words) {
                    found[4].push(format!("{at}: `{word}` ({instead}): {words}"));
                }
            }
            if let Some(words) = code.strip_prefix("///") {
                doc.push((at, words.trim()));
            }
            continue;
        }
        if patterns.closure.is_match(code) {
            found[2].push(format!("{at}: {code}"));
        }
        if patterns.tuple.is_match(code) {
            found[3].push(format!("{at}: {code}"));
        }
        if code.is_empty() || code.starts_with("#[") {
            continue;
        }
        if let Some((start, first)) = doc.first() {
            if patterns.odd.is_match(first) {
                found[0].push(format!("{start}: {first}"));
            }
            let count: usize = doc.iter().map(|(_, line)| words_of(line)).sum();
            if count <= 3 {
                found[1].push(format!("{start}: {first}"));
            }
        }
        doc.clear();
    }
    found
}

fn words_of(line: &str) -> usize {
    line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).count()
}

/// Findings of every module of `src`; files at the top are the module `lib`.
fn by_module() -> BTreeMap<String, Findings> {
    let patterns = Patterns::new();
    let mut modules: BTreeMap<String, Findings> = BTreeMap::new();
    for (name, text) in sources().into_iter().filter(|(name, _)| !is_test(name)) {
        let inner = name.strip_prefix("src/").unwrap_or(&name);
        let module = inner.split_once('/').map_or("lib", |(module, _)| module);
        let all = modules.entry(module.to_owned()).or_default();
        for (kind, found) in findings(&patterns, &text).into_iter().enumerate() {
            all[kind].extend(found.into_iter().map(|finding| format!("{name}:{finding}")));
        }
    }
    modules
}

#[test]
fn words_and_forms_stay_plain() {
    let limits: BTreeMap<&str, [usize; 7]> = LIMITS.into_iter().collect();
    let mut failures = Vec::new();
    let mut counts = String::new();
    for (module, found) in by_module() {
        let reached = found.each_ref().map(Vec::len);
        counts += &format!("    (\"{module}\", {reached:?}),\n");
        let limit = limits.get(module.as_str()).copied().unwrap_or_default();
        for (kind, found) in found.iter().enumerate().filter(|(kind, found)| found.len() > limit[*kind]) {
            let (count, limit, lines) = (found.len(), limit[kind], found.join("\n    "));
            failures.push(format!("{module}: {count} {}, at most {limit}:\n    {lines}", KINDS[kind]));
        }
    }
    assert!(failures.is_empty(), "{}\n\nThe counts are now:\n{counts}", failures.join("\n"));
}

#[test]
fn each_kind_is_found() {
    let text = "/// What a step did.\nfn a() {\n    let f = |x| x;\n    let (a, b) = (1, 2);\n}\n/// Tiny.\nfn b() {}\n// Where the body is told, it stays.\n";
    let found = findings(&Patterns::new(), text);
    assert_eq!(found.map(|lines| lines.len()), [1, 1, 1, 1, 1, 1, 0]);
    let plain = "/// Signed distance along the axis, meters.\nfn a() {\n    let b = c.map(|x| x);\n}\n";
    assert_eq!(findings(&Patterns::new(), plain).map(|lines| lines.len()), [0; 7]);
}
