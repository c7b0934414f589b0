//! Detection of the physics libraries that a text uses: by namespaces, prefixes of names, imports, comments and prose.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use super::token::{Kind, Token, Tokens};

/// Library: its name, and the words in a text that name it. Words with a capital letter are compared with case.
type Library = (&'static str, &'static [&'static str]);

/// Every library of the dictionary.
pub(super) const LIBRARIES: &[Library] = &[
    ("bullet", &["bullet", "bullet3", "ammo", "ammo.js", "jbullet", "bulletsharp", "bulletphysics", "Ammo"]),
    ("physx", &["physx", "PhysX"]),
    (
        "jolt",
        &[
            "jolt",
            "joltphysics",
            "joltphysicssharp",
            "JPH",
            "BodyCreationSettings",
            "EMotionType",
            "EActivation",
            "RVec3",
            "sIdentity",
            "sZero",
            "sAxisX",
            "sAxisY",
            "sAxisZ",
            "sRotation",
            "StaticCompoundShapeSettings",
            "MutableCompoundShapeSettings",
            "BodyInterface",
            "JPH_PI",
            "JoltJS",
            "jolt.js",
            "joltc",
        ],
    ),
    ("rapier", &["rapier", "rapier3d", "rapier2d", "ColliderBuilder", "RigidBodyBuilder"]),
    (
        "rapier.js",
        &[
            "rapier",
            "rapier3d",
            "rapier2d",
            "rapier.js",
            "rapier3d-compat",
            "rapier2d-compat",
            "RAPIER",
            "ColliderDesc",
            "RigidBodyDesc",
        ],
    ),
    (
        "parry",
        &[
            "parry",
            "parry3d",
            "parry2d",
            "parry3d_f64",
            "parry2d_f64",
            "ncollide3d",
            "ncollide2d",
            "ncollide",
            "rapier",
            "rapier3d",
            "rapier2d",
            "SharedShape",
        ],
    ),
    ("avian", &["avian", "avian3d", "avian2d", "LinearVelocity"]),
    ("bevy_xpbd", &["bevy_xpbd", "bevy_xpbd_3d", "bevy_xpbd_2d", "xpbd"]),
    ("bevy_rapier", &["bevy_rapier", "bevy_rapier3d", "bevy_rapier2d", "bevy-rapier", "rapier"]),
    ("bevy", &["bevy", "bevy_math", "bevymath"]),
    ("fcl", &["fcl", "python-fcl", "flexible collision library"]),
    ("coal", &["coal"]),
    ("hpp-fcl", &["hpp-fcl", "hppfcl", "hpp::fcl", "pinocchio"]),
    (
        "drake",
        &[
            "drake",
            "pydrake",
            "RigidTransform",
            "RigidTransformd",
            "RegisteredGeometry",
            "GeometryInstance",
            "MultibodyPlant",
            "SceneGraph",
            "RollPitchYaw",
            "RollPitchYawd",
        ],
    ),
    ("mujoco", &["mujoco", "mjspec", "dm_control", "mjcf", "MjSpec"]),
    ("pybullet", &["pybullet", "createCollisionShape", "createMultiBody", "GEOM_BOX", "GEOM_SPHERE"]),
    ("trimesh", &["trimesh"]),
    ("cannon", &["cannon", "CANNON", "cannon.js", "cannonjs"]),
    ("cannon-es", &["cannon", "CANNON", "cannon-es"]),
    ("three", &["THREE", "three.js", "threejs", "from 'three'", "from \"three\""]),
    ("reactphysics3d", &["reactphysics3d", "reactphysics", "rp3d", "PhysicsCommon", "physicsCommon"]),
    ("ode", &["ODE", "open dynamics engine", "dGeomID", "dSpaceID", "dWorldID", "import ode", "pyode"]),
    ("box2d", &["box2d", "b2World", "b2_dynamicBody", "box2d-v3"]),
    ("box3d", &["box3d"]),
    (
        "godot",
        &[
            "godot",
            "godot 4",
            "godot4",
            "extends Node3D",
            "extends Node2D",
            "CollisionShape3D",
            "CollisionShape2D",
            "RigidBody3D",
            "StaticBody3D",
        ],
    ),
    (
        "godot3",
        &["godot", "godot 3", "godot3", "extends Spatial", "onready var", "KinematicBody2D", "PoolVector2Array"],
    ),
    ("unity", &["unity", "unityengine", "MonoBehaviour", "GameObject", "AddComponent", "gameObject", "GetComponent"]),
    ("matter", &["Matter", "matter-js", "matter.js", "matterjs"]),
    ("p2", &["p2.js", "p2js", "p2-es", "p2.World", "p2.Body"]),
    ("planck", &["planck", "planck.js", "planckjs", "planck-js"]),
    ("gte", &["gte", "geometric tools", "GeometricTools", "gtengine"]),
    ("dyn4j", &["dyn4j"]),
    ("jitter", &["jitter", "jitter2", "JVector"]),
    ("bepu", &["bepu", "bepuphysics", "bepuphysics2"]),
    ("jme", &["jme", "jme3", "jmonkeyengine", "jmonkey", "minie"]),
    ("panda3d", &["panda3d"]),
    ("sapien", &["sapien", "maniskill", "mani_skill"]),
    ("dart", &["dart", "dartsim", "dartpy"]),
    ("genesis", &["genesis"]),
    ("newton", &["newton"]),
    ("warp", &["warp.sim", "wp.sim"]),
    ("isaaclab", &["isaaclab", "isaac lab", "sim_utils", "omni.isaac.lab"]),
    ("babylon", &["BABYLON", "babylon.js", "babylonjs", "@babylonjs"]),
    ("pymunk", &["pymunk"]),
    ("chipmunk", &["chipmunk", "chipmunk2d"]),
    ("love", &["love.physics", "love2d", "LÖVE"]),
    ("aframe", &["aframe", "a-frame"]),
    ("playcanvas", &["playcanvas", "pc.Entity", "pc.Vec3"]),
    ("oimo", &["oimo", "oimo.js", "OIMO"]),
    ("unreal", &["unreal", "FCollisionShape", "FVector", "UCapsuleComponent", "UBoxComponent", "ACharacter"]),
    ("unity.physics", &["Unity.Physics", "BlobAssetReference"]),
    ("libccd", &["libccd", "ccd_t", "ccd_box_t", "ccd_sphere_t", "ccd_cyl_t", "CCD_BOX", "CCD_SPHERE", "CCD_CYL"]),
    ("moveit", &["moveit", "moveit_msgs", "shape_msgs", "SolidPrimitive"]),
    ("curobo", &["curobo"]),
    ("open3d", &["open3d", "o3d"]),
    ("matlab", &["matlab", "collisionBox", "collisionCylinder", "collisionSphere", "collisionCapsule"]),
];

/// Prefixes of names, followed by a capital or an underscore, with the library that uses them.
const PREFIXES: [(&str, &str); 8] = [
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
pub(super) fn is_library(name: &str) -> bool {
    LIBRARIES.iter().any(|(own, _)| *own == name)
}

/// Returns the library of a name's prefix.
fn by_prefix(name: &str) -> Option<&'static str> {
    let found = PREFIXES.iter().find(|(prefix, _)| {
        name.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase() || c == '_'))
    });
    found.map(|(_, library)| *library)
}

/// Libraries that a text names, with the aliases that the text gives them.
#[derive(Debug, Default)]
pub(super) struct Named {
    /// Libraries that the text names anywhere; only the library of the caller, if the caller names one.
    pub(super) libraries: BTreeSet<&'static str>,
    /// Libraries that a line of imports names.
    pub(super) imported: BTreeSet<&'static str>,
    aliases: HashMap<String, BTreeSet<&'static str>>,
}

impl Named {
    /// Reads the names of libraries in a text. A library that the caller names is the only one.
    pub(super) fn read(text: &str, tokens: &Tokens<'_>, chosen: Option<&str>) -> Self {
        let aliases = aliases(&tokens.all);
        let imported = aliases.values().flatten().copied().collect();
        let mut named = Self { libraries: mentioned(text), imported, aliases };
        let prefixed =
            tokens.all.iter().filter(|token| token.kind == Kind::Name).filter_map(|token| by_prefix(token.text));
        named.libraries.extend(prefixed);
        if let Some((own, _)) = LIBRARIES.iter().find(|(own, _)| Some(*own) == chosen) {
            named.libraries = BTreeSet::from([*own]);
        }
        named
    }

    /// Whether a name has the prefix of a library.
    pub(super) fn is_prefixed(&self, name: &str) -> bool {
        by_prefix(name).is_some()
    }

    /// Returns the libraries of a type by the names before it or by its own prefix; empty if neither names one.
    pub(super) fn libraries_of_path(&self, names: &[&str]) -> BTreeSet<&'static str> {
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

/// Returns the libraries of a namespace.
fn namespace(name: &str) -> Vec<&'static str> {
    let spaces: &[&'static str] = match name {
        "fcl" => &["fcl", "hpp-fcl"],
        "pydrake" | "geometry" => &["drake"],
        "p2" => &["p2"],
        "love" => &["love"],
        "oimo" => &["oimo"],
        "collision" => &["playcanvas"],
        "Bodies" => &["matter"],
        "pl" => &["planck"],
        "Physics" => &["unity"],
        "shapely" | "sympy" => &["none"],
        "SharedShape" => &["parry"],
        _ => &[],
    };
    if !spaces.is_empty() {
        return spaces.to_vec();
    }
    LIBRARIES.iter().filter(|(_, words)| words.contains(&name)).map(|(own, _)| *own).collect()
}

/// Returns the libraries whose words occur in a text. A long word hides the shorter words in it: `cannon-es` is not
/// `cannon`.
fn mentioned(text: &str) -> BTreeSet<&'static str> {
    let bytes = text.as_bytes();
    let mut seen: BTreeSet<&'static str> = BTreeSet::new();
    let mut at = 0;
    while at < bytes.len() {
        let starts = !is_word_byte(at.checked_sub(1).and_then(|before| bytes.get(before)));
        let own = WORDS.get(&bytes[at].to_ascii_lowercase()).filter(|_| starts);
        let word = own.and_then(|words| words.iter().find(|word| is_word_at(bytes, at, word)));
        seen.extend(word);
        at += word.map_or(1, |word| word.len());
    }
    let (single, shared): (Vec<&str>, Vec<&str>) = seen.into_iter().partition(|word| libraries_of(word).len() == 1);
    let mut found: BTreeSet<&'static str> = single.into_iter().flat_map(libraries_of).collect();
    // A word of several libraries adds nothing if one of them is named by a word of its own.
    let open: Vec<&str> =
        shared.into_iter().filter(|word| !libraries_of(word).iter().any(|own| found.contains(own))).collect();
    found.extend(open.into_iter().flat_map(libraries_of));
    // Rapier uses parry's shapes.
    if found.contains("rapier") {
        found.insert("parry");
    }
    found
}

/// Whether a whole word is at an offset. Words with capitals are compared with case.
fn is_word_at(bytes: &[u8], at: usize, word: &str) -> bool {
    let Some(found) = bytes.get(at..at + word.len()) else { return false };
    let same = if word.bytes().any(|b| b.is_ascii_uppercase()) {
        found == word.as_bytes()
    } else {
        found.eq_ignore_ascii_case(word.as_bytes())
    };
    same && !is_word_byte(bytes.get(at + word.len()))
}

/// Whether a byte is part of a word.
fn is_word_byte(byte: Option<&u8>) -> bool {
    byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

/// The words of all libraries by their first byte in lower case, the longest first.
static WORDS: LazyLock<HashMap<u8, Vec<&'static str>>> = LazyLock::new(|| {
    let mut words: HashMap<u8, Vec<&'static str>> = HashMap::new();
    for word in LIBRARIES.iter().flat_map(|(_, words)| words.iter()) {
        words.entry(word.as_bytes()[0].to_ascii_lowercase()).or_default().push(word);
    }
    words.values_mut().for_each(|words| words.sort_by_key(|word| std::cmp::Reverse(word.len())));
    words
});

/// Returns the libraries that a word names.
fn libraries_of(word: &str) -> Vec<&'static str> {
    LIBRARIES.iter().filter(|(_, words)| words.contains(&word)).map(|(own, _)| *own).collect()
}

/// Maximum number of tokens in a line that imports a library; longer lines are prose or data.
const MAX_IMPORT_TOKENS: usize = 60;

/// Returns the aliases of libraries: `import x as y`, `* as y from "x"`, `namespace y = x`, `y = require("x")`, `{ y }
/// = x`.
fn aliases(tokens: &[Token<'_>]) -> HashMap<String, BTreeSet<&'static str>> {
    let mut found: HashMap<String, BTreeSet<&'static str>> = HashMap::new();
    for line in tokens.split(|token| token.kind == Kind::Line || token.is(";")) {
        let opens = line.first().map_or("", |token| token.text);
        let imports = ["import", "from", "use", "using", "namespace"].contains(&opens)
            || line.iter().any(|token| token.text == "require" || token.text == "Matter");
        if !imports || line.len() > MAX_IMPORT_TOKENS {
            continue;
        }
        let libraries: BTreeSet<&'static str> = line
            .iter()
            .filter(|token| matches!(token.kind, Kind::Name | Kind::Text))
            .flat_map(|token| mentioned(token.text))
            .collect();
        let names = line.iter().filter(|token| token.kind == Kind::Name && !libraries.is_empty());
        for name in names.filter(|name| {
            !["import", "from", "use", "using", "namespace", "as", "const", "let", "var", "require"]
                .contains(&name.text)
        }) {
            found.entry(name.text.to_owned()).or_default().extend(&libraries);
        }
    }
    found
}
