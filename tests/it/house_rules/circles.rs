//! No circle of files within a room: whoever reads one reads what it stands on first, and comes to an end.

use std::collections::{BTreeMap, BTreeSet};

use super::{PACKAGES, expand, expect_none, is_test, sources};

/// The files below a folder as modules, by their paths from that folder: `panels/plot`, and `panels` for `panels/mod.rs`.
struct Modules {
    /// The module that `crate` is.
    root: String,
    code: BTreeMap<String, String>,
    /// What each brings into scope: the path, and the name that it has here; `*` for all of a module.
    uses: BTreeMap<String, Vec<(String, String)>>,
}

impl Modules {
    /// Of files below the folder `top`; `crate` is the module `root`.
    fn new(top: &str, root: &str, files: impl IntoIterator<Item = (String, String)>) -> Self {
        let module = |name: &str| {
            let path = name.strip_prefix(top)?.strip_prefix('/')?.strip_suffix(".rs")?;
            let path = path.strip_suffix("/mod").or(path.strip_suffix("/lib")).unwrap_or(path);
            (!["main", "lib", "mod"].contains(&path)).then(|| path.to_owned())
        };
        let tested = files.into_iter().filter(|(name, _)| !is_test(name));
        let code: BTreeMap<_, _> = tested.filter_map(|(name, text)| Some((module(&name)?, plain(&text)))).collect();
        let uses = code.iter().map(|(at, text)| (at.clone(), imports(root, at, text))).collect();
        Self { root: root.to_owned(), code, uses }
    }

    /// The longest part of a path that is a module, and the rest.
    fn split<'a>(&self, path: &'a str) -> (&'a str, &'a str) {
        let ends = path.match_indices('/').map(|(end, _)| end).chain([path.len()]);
        let end = ends.rev().find(|end| self.code.contains_key(&path[..*end])).unwrap_or(0);
        (&path[..end], path[end..].trim_start_matches('/'))
    }

    /// The module that a path really leads to: re-exports are followed to where the thing is.
    fn home(&self, path: &str, depth: usize) -> String {
        let (module, rest) = self.split(path);
        let Some(name) = rest.split('/').next().filter(|name| !name.is_empty() && depth < 8) else {
            return module.to_owned();
        };
        let uses = self.uses.get(module).map_or(&[][..], Vec::as_slice);
        let named = uses.iter().find(|(from, as_name)| as_name == name && from != path);
        if let Some((from, _)) = named {
            return self.home(&format!("{from}{}", &rest[name.len()..]), depth + 1);
        }
        let globs = uses.iter().filter(|(from, as_name)| as_name == "*" && from != module);
        let defines = |from: &&(String, String)| self.code.get(&from.0).is_some_and(|text| defines(text, name));
        globs.clone().find(defines).map_or(module, |(from, _)| from).to_owned()
    }

    /// Each arrow from one child of a folder to another, by the folder, with what makes it. A file `x.rs` and its folder `x`
    /// are one child; what lies inside it may use it, and it may use what lies inside.
    fn arrows(&self) -> BTreeMap<String, BTreeMap<(String, String), String>> {
        let mut arrows: BTreeMap<String, BTreeMap<(String, String), String>> = BTreeMap::new();
        for (here, text) in &self.code {
            let inline = inline(&self.root, here, text).into_iter().map(|path| (path, String::new()));
            for (path, _) in self.uses[here].iter().cloned().chain(inline) {
                let there = self.home(&path, 0);
                let (mut ours, mut theirs) = (here.split('/'), there.split('/'));
                let mut folder = Vec::new();
                let (from, to) = loop {
                    match (ours.next(), theirs.next()) {
                        (Some(from), Some(to)) if from == to => folder.push(from),
                        ends => break ends,
                    }
                };
                // Between a module and what lies inside it nothing is asked.
                if let (Some(from), Some(to), false) = (from, to, folder.is_empty() || there.is_empty()) {
                    let why = format!("{here} uses {path}");
                    let arrow = (from.to_owned(), to.to_owned());
                    arrows.entry(folder.join("/")).or_default().entry(arrow).or_insert(why);
                }
            }
        }
        arrows
    }

    /// What closes circles, one arrow a line.
    fn circles(&self) -> Vec<String> {
        let mut found = Vec::new();
        for (folder, arrows) in self.arrows() {
            let leads = |from: &str, to: &str| {
                let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
                while let Some(here) = open.pop() {
                    let next = arrows.keys().filter(|(from, _)| from == here).map(|(_, to)| to.as_str());
                    open.extend(next.filter(|to| seen.insert(*to)));
                }
                seen.contains(to)
            };
            let closing = arrows.iter().filter(|((from, to), _)| leads(to, from));
            found.extend(closing.map(|((from, to), why)| format!("in {folder}: {from} -> {to}: {why}")));
        }
        found
    }
}

/// The code without comments, strings and the tests at its end.
fn plain(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code = lines.fold(String::new(), |all, line| all + line + "\n");
    let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let code = code.replace("'\"'", "' '").replace("\\\"", "");
    code.split('"').step_by(2).collect::<Vec<_>>().join("\"\"")
}

/// Whether a module defines a thing of this name.
fn defines(text: &str, name: &str) -> bool {
    let kinds = ["fn", "struct", "enum", "trait", "type", "const", "static", "mod"];
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    kinds.iter().any(|kind| {
        let head = format!("{kind} {name}");
        text.match_indices(&head).any(|(at, _)| ends(&text[at + head.len()..]))
    })
}

/// A path from the top of the crate, of one that is written in the module `here`; none that leads to another crate.
fn absolute(root: &str, here: &str, path: &str) -> Option<String> {
    let parts: Vec<&str> = path.split("::").collect();
    let up = parts.iter().take_while(|part| **part == "super").count();
    let module: Vec<&str> = here.split('/').collect();
    let crate_path: Vec<&str> = root.split('/').filter(|part| !part.is_empty()).collect();
    let (module, rest) = match parts[0] {
        "crate" => (&crate_path[..], &parts[1..]),
        "super" => (module.get(..module.len().checked_sub(up)?)?, &parts[up..]),
        "self" => (&module[..], &parts[1..]),
        _ => return None,
    };
    Some([module, rest].concat().join("/").trim_end_matches("/self").to_owned())
}

/// The path of a `use` declaration that ends here, and what stands before it.
fn declared(part: &str) -> Option<(&str, &str)> {
    part.rsplit_once("use ").filter(|(before, _)| before.is_empty() || before.ends_with(['\n', ' ', ')']))
}

/// What the `use` declarations of a module bring into scope, and under which name.
fn imports(root: &str, here: &str, text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for part in text.split(';') {
        let Some((_, path)) = declared(part) else { continue };
        let mut leaves = Vec::new();
        let path = path.split_whitespace().collect::<Vec<_>>().join(" ").replace(" as ", "@").replace(' ', "");
        expand("", &path, &mut leaves);
        for leaf in leaves {
            let (leaf, own) = leaf.split_once('@').map_or((leaf.as_str(), None), |(leaf, own)| (leaf, Some(own)));
            // A name of one's own submodule needs no `self`.
            let local = leaf.split("::").next().filter(|first| text.contains(&format!("mod {first};")));
            let path = absolute(root, here, leaf).or(local.map(|_| format!("{here}/{}", leaf.replace("::", "/"))));
            let Some(path) = path else { continue };
            let name = own.or(path.rsplit('/').next()).unwrap_or_default().to_owned();
            found.push((path.trim_end_matches("/*").to_owned(), name));
        }
    }
    found
}

/// The paths from `crate`, `super` or `self` that stand in the middle of code.
fn inline(root: &str, here: &str, text: &str) -> Vec<String> {
    let of_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let mut found = Vec::new();
    for part in text.split(';').map(|part| declared(part).map_or(part, |(before, _)| before)) {
        for (at, _) in part.match_indices("::") {
            let start = part[..at].rfind(|c| !of_path(c)).map_or(0, |before| before + 1);
            let first = &part[start..at];
            let is_visibility = part[..start].ends_with("in ");
            if ["crate", "super", "self"].contains(&first) && !is_visibility {
                let end = part[at..].find(|c| !of_path(c)).map_or(part.len(), |end| at + end);
                found.extend(absolute(root, here, part[start..end].trim_end_matches(':')));
            }
        }
    }
    found
}

/// What closes circles among the files of a package below `src`.
fn circles(package: &str) -> Vec<String> {
    let folder = format!("src/{package}/");
    let files = sources().into_iter().filter(|(name, _)| name.starts_with(&folder));
    // Two packages compile the engine's source.
    let (top, root) = if package == "engine" { ("src/engine/source", "") } else { ("src", package) };
    Modules::new(top, root, files).circles()
}

#[test]
fn no_files_of_a_package_use_each_other_in_a_circle() {
    // In `import`, readers use each other through what they share.
    let tested = PACKAGES.iter().filter(|(package, _)| *package != "import");
    let found: Vec<_> = tested.flat_map(|(package, _)| circles(package)).collect();
    expect_none("files that use each other in a circle", &found);
}

#[test]
fn a_circle_is_found_through_reexports_and_folders() {
    let circles = |files: &[(&str, &str)]| {
        let files = files.iter().map(|(name, text)| (format!("src/{name}"), String::from(*text)));
        Modules::new("src", "room", files).circles()
    };
    let round = circles(&[
        ("room/mod.rs", "mod a;\npub use a::A;\nmod b;\n"),
        ("room/a.rs", "pub struct A;\nfn f() { crate::b::inner::g() }\n"),
        ("room/b/mod.rs", "mod inner;\n"),
        ("room/b/inner.rs", "use super::super::A;\npub fn g() {}\n"),
    ]);
    assert_eq!(round.len(), 2, "{round:?}");
    assert!(round[0].contains("a -> b"), "{round:?}");
    let parts = circles(&[
        ("room/mod.rs", "mod a;\npub use a::{A, B as C};\nmod b;\nfn f() {}\n"),
        ("room/a.rs", "mod own;\npub struct A;\npub struct B;\nuse own::O;\nuse super::f;\n"),
        ("room/a/own.rs", "use super::{A, B};\npub struct O;\n// use crate::b;\n"),
        ("room/b.rs", "use super::{A, C, f};\nfn g() { let x = \"crate::b\"; }\n"),
    ]);
    assert_eq!(parts, [""; 0], "a module and what lies inside it are one");
}
