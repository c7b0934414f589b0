//! Detection of the libraries that a text uses: in, a text such as `#include <fcl/fcl.h>` or "a box in Jolt"; out, the
//! names of the libraries, by namespaces, prefixes of names, imports, comments and prose.

mod engines;
mod words;

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use crate::code::parser::token::{Kind, Token, Tokens};
pub use words::LIBRARIES;

/// Prefixes of names, followed by a capital or an underscore, each with the library that uses it.
const PREFIXES: [(&str, &str); 16] = [
    ("FCL_GEOMETRIC", "fcl"),
    ("FCL_COLLISION", "fcl"),
    ("FCL_DISTANCE", "fcl"),
    ("vtk", "vtk"),
    ("c2", "cute_c2"),
    ("Ch", "chrono"),
    ("SCN", "scenekit"),
    ("SK", "spritekit"),
    ("cp", "chipmunk"),
    ("JPH", "jolt"),
    ("bt", "bullet"),
    ("Px", "physx"),
    ("b2", "box2d"),
    ("b3", "box3d"),
    ("mjGEOM", "mujoco"),
    ("dCreate", "ode"),
];

/// Whether the dictionary has a library of this name.
pub fn is_library(name: &str) -> bool {
    LIBRARIES.iter().any(|(library, _)| *library == name)
}

/// Returns the library of a name's prefix, as `bullet` for `btBoxShape`; `None` for any other name.
fn by_prefix(name: &str) -> Option<&'static str> {
    let found = PREFIXES.iter().find(|(prefix, _)| {
        name.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase() || c == '_'))
    });
    found.map(|(_, library)| *library)
}

/// Libraries that a text names, with the aliases that the text gives them.
#[derive(Clone, Debug, Default)]
pub struct Named {
    /// Libraries that the text names anywhere; only the library of the caller, if the caller names one.
    pub libraries: BTreeSet<&'static str>,
    /// Libraries that a line of imports names.
    pub imported: BTreeSet<&'static str>,
    /// Libraries that a line of imports names, by each of the other names in the line.
    aliases: HashMap<String, BTreeSet<&'static str>>,
    /// Whether the matrices of the text multiply row vectors from the right, as those of .NET do.
    pub has_row_vectors: bool,
    /// Whether the text uses the 2D version of Rapier.
    pub is_flat: bool,
}

impl Named {
    /// Reads the names of libraries in a text. The library `chosen` by the caller, if any, is the only one.
    pub fn read(text: &str, tokens: &Tokens<'_>, chosen: Option<&str>) -> Self {
        let aliases = aliases(&tokens.all);
        let imported = aliases.values().flatten().copied().collect();
        let has_row_vectors =
            ["BulletSharp", "System.Numerics", "Microsoft.Xna", "SharpDX", "ndMatrix", "dGetIdentityMatrix"]
                .iter()
                .any(|word| text.contains(word));
        let is_flat = text.contains("rapier2d") && !text.contains("rapier3d");
        // `const body = new …`.
        let is_javascript = tokens
            .all
            .windows(4)
            .any(|words| ["const", "let"].contains(&words[0].text) && words[2].is("=") && words[3].text == "new");
        let mut named = Self { libraries: mentioned(text), imported, aliases, has_row_vectors, is_flat };
        for token in tokens.all.iter().filter(|token| token.kind == Kind::Name) {
            named.libraries.extend(by_prefix(token.text));
        }
        // `new Body({ … })` with vectors and shapes as objects is cannon's alone.
        let is_cannon = is_javascript && text.contains("new Body({") && text.contains("new Vec3(");
        if is_cannon && named.libraries.is_empty() {
            named.libraries = BTreeSet::from(["cannon", "cannon-es"]);
        }
        if named.libraries.is_empty() {
            named.libraries.extend(by_idiom(text));
            named.has_row_vectors |= named.libraries.contains("xna");
        }
        // Other libraries use libccd as a solver, and reports mention it: only its own types name it.
        let has_ccd = tokens.all.iter().any(|token| token.text.starts_with("ccd") || token.text.starts_with("CCD_"));
        if !has_ccd && named.libraries.len() > 1 {
            named.libraries.remove("libccd");
        }
        if let Some((library, _)) = LIBRARIES.iter().find(|(library, _)| Some(*library) == chosen) {
            named.libraries = BTreeSet::from([*library]);
        }
        named
    }

    /// Whether a name has the prefix of a library.
    pub fn is_prefixed(&self, name: &str) -> bool {
        by_prefix(name).is_some()
    }

    /// Returns the libraries of a type by the names before it or by its own prefix; empty if neither names one.
    pub fn libraries_of_path(&self, names: &[&str]) -> BTreeSet<&'static str> {
        let mut found = BTreeSet::new();
        for name in names {
            found.extend(by_prefix(name));
            if let Some(alias) = self.aliases.get(*name) {
                found.extend(alias);
            }
        }
        let spaces = names.split_last().map_or(&[][..], |(_, before)| before);
        found.extend(spaces.iter().flat_map(|name| namespace(name)));
        found
    }
}

/// Whether a text contains one of these words.
fn has_any(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.contains(word))
}

/// Returns the library whose classes a text uses together, for texts that name no library: XNA's volumes of `Vector3`
/// with methods in capitals, dyn4j's detector with transforms.
fn by_idiom(text: &str) -> Option<&'static str> {
    if has_any(text, &["new BoundingBox(new Vector3(", "BoundingBox box = new(new Vector3("])
        && has_any(text, &[".Intersects(", ".Contains("])
    {
        return Some("xna");
    }
    if text.contains("world.add({") && text.contains("type:") && text.contains("size:") && text.contains("pos:") {
        return Some("oimo");
    }
    if text.contains("PoseStamped") && has_any(text, &[".add_box(", ".add_sphere(", ".add_cylinder("]) {
        return Some("moveit");
    }
    if has_any(text, &["Part::Box", "Part::Sphere", "Part::Cylinder", "Part::Cone", "Part.make"]) {
        return Some("freecad");
    }
    let is_dyn4j = text.contains("new Gjk()") && text.contains("new Transform()") && text.contains(".translate(");
    is_dyn4j.then_some("dyn4j")
}

/// Returns the libraries of a namespace, the name before a type: those of the list, else those with the name among
/// their words.
fn namespace(name: &str) -> Vec<&'static str> {
    let spaces: &[&'static str] = match name {
        "fcl" => &["fcl", "hpp-fcl"],
        "pydrake" | "geometry" => &["drake"],
        "p2" => &["p2"],
        "love" => &["love"],
        "oimo" => &["oimo"],
        "collision" => &["playcanvas"],
        "Bodies" => &["matter"],
        "own" => &["own"],
        "pl" => &["planck"],
        "Physics" | "Physics2D" => &["unity"],
        "sympy" => &["none"],
        "SharedShape" => &["parry"],
        _ => &[],
    };
    if !spaces.is_empty() {
        return spaces.to_vec();
    }
    LIBRARIES.iter().filter(|(_, words)| words.contains(&name)).map(|(library, _)| *library).collect()
}

/// Returns the libraries whose words occur in a text. A long word hides the shorter words in it: `cannon-es` is not
/// `cannon`.
pub fn mentioned(text: &str) -> BTreeSet<&'static str> {
    let bytes = text.as_bytes();
    let mut seen: BTreeSet<&'static str> = BTreeSet::new();
    let mut at = 0;
    while at < bytes.len() {
        let starts_word = !is_word_byte(at.checked_sub(1).and_then(|before| bytes.get(before)));
        let candidates = if starts_word { WORDS.get(&bytes[at].to_ascii_lowercase()) } else { None };
        let word = candidates.and_then(|words| words.iter().find(|word| is_word_at(bytes, at, word)));
        seen.extend(word);
        at += word.map_or(1, |word| word.len());
    }
    // avian grew out of bevy_xpbd: a text about avian may mention the solver XPBD.
    if seen.iter().any(|word| word.starts_with("avian")) && !seen.iter().any(|word| word.starts_with("bevy_xpbd")) {
        seen.remove("xpbd");
    }
    let (single, shared): (Vec<&str>, Vec<&str>) = seen.into_iter().partition(|word| libraries_of(word).len() == 1);
    let mut found: BTreeSet<&'static str> = single.into_iter().flat_map(libraries_of).collect();
    // A word of several libraries adds nothing if one of them is named by a word of its own.
    let undecided: Vec<&str> =
        shared.into_iter().filter(|word| !libraries_of(word).iter().any(|library| found.contains(library))).collect();
    found.extend(undecided.into_iter().flat_map(libraries_of));
    // libGDX has Box2D's shapes under their Java names.
    if found.contains("libgdx") {
        found.insert("box2d");
    }
    // Rapier uses parry's shapes.
    if found.contains("rapier") {
        found.insert("parry");
    }
    found
}

/// Whether a whole word is at an offset. Words with capitals are compared with case.
fn is_word_at(bytes: &[u8], at: usize, word: &str) -> bool {
    let Some(text) = bytes.get(at..at + word.len()) else { return false };
    let is_equal = if word.bytes().any(|b| b.is_ascii_uppercase()) {
        text == word.as_bytes()
    } else {
        text.eq_ignore_ascii_case(word.as_bytes())
    };
    // Eigen's `UnitY()` is an axis, not Unity.
    is_equal && text != b"UnitY" && !is_word_byte(bytes.get(at + word.len()))
}

/// Whether a byte is part of a word.
fn is_word_byte(byte: Option<&u8>) -> bool {
    byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

/// Words of all libraries by their first byte in lower case, the longest first.
static WORDS: LazyLock<HashMap<u8, Vec<&'static str>>> = LazyLock::new(|| {
    let mut words: HashMap<u8, Vec<&'static str>> = HashMap::new();
    for word in LIBRARIES.iter().flat_map(|(_, words)| words.iter()) {
        words.entry(word.as_bytes()[0].to_ascii_lowercase()).or_default().push(word);
    }
    for words in words.values_mut() {
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    }
    words
});

/// Returns the libraries that a word names.
fn libraries_of(word: &str) -> Vec<&'static str> {
    LIBRARIES.iter().filter(|(_, words)| words.contains(&word)).map(|(library, _)| *library).collect()
}

/// Maximum number of tokens in a line that imports a library; longer lines are prose or data.
const MAX_IMPORT_TOKENS: usize = 60;

/// Words of a line of imports that are not names.
const IMPORT_WORDS: [&str; 10] =
    ["import", "from", "use", "using", "namespace", "as", "const", "let", "var", "require"];

/// Returns the libraries of each name in a line of imports: `import x as y`, `* as y from "x"`, `namespace y = x`,
/// `y = require("x")`, `{ y } = x`.
fn aliases(tokens: &[Token<'_>]) -> HashMap<String, BTreeSet<&'static str>> {
    let mut found: HashMap<String, BTreeSet<&'static str>> = HashMap::new();
    for line in tokens.split(|token| token.kind == Kind::Line || token.is(";")) {
        let first_word = line.first().map_or("", |token| token.text);
        // matter.js is often imported by `const { Bodies } = Matter`.
        let is_import = ["import", "from", "use", "using", "namespace"].contains(&first_word)
            || line.iter().any(|token| token.text == "require" || token.text == "Matter");
        if !is_import || line.len() > MAX_IMPORT_TOKENS {
            continue;
        }
        let libraries: BTreeSet<&'static str> = line
            .iter()
            .filter(|token| matches!(token.kind, Kind::Name | Kind::Text))
            .flat_map(|token| mentioned(token.text))
            .collect();
        if libraries.is_empty() {
            continue;
        }
        for token in line.iter().filter(|token| token.kind == Kind::Name && !IMPORT_WORDS.contains(&token.text)) {
            found.entry(token.text.to_owned()).or_default().extend(&libraries);
        }
    }
    found
}
