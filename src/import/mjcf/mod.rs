//! MuJoCo's models (MJCF): geoms of nested bodies as bodies of a scene, key frames as its frames.
//!
//! - **Read**: geoms of every shape that scenes have, meshes by file, by their vertices or built in, geoms fitted to
//!   the vertices of a mesh, height fields, nested bodies, frames and replicas, every kind of orientation, default classes, included files,
//!   joints and mocap bodies as far as they place bodies, key frames, contact pairs and exclusions.
//! - **Shapes**: a plane is a half-space; geoms of one body that meet the same are a compound.
//! - **Reported by name**: flexible and composite bodies, signed distance fields, geoms fitted to a mesh with
//!   faces of its own, attached models.

mod book;
mod builtin;
mod defaults;
mod fit;
mod geom;
mod hfield;
mod inertia;
mod joint;
mod keys;
mod place;
mod tree;

use std::collections::{HashMap, HashSet};

use roxmltree::Node;

use super::draft::Draft;
use super::turn::Pose;
use super::{Quote, Source};
use crate::scene::SceneError;
use crate::scene::model::{Frame, FramePose, Upward};
use book::{Book, Element};
use defaults::Defaults;
pub(super) use geom::scaled;
use joint::{Joint, Link, State};
use tree::Place;

/// Whether a text is a model.
pub(super) fn looks(bytes: &[u8]) -> bool {
    has_root(bytes, "mujoco") || has_root(bytes, "mujocoinclude")
}

/// Whether the first element of a text has this name.
pub(super) fn has_root(bytes: &[u8], name: &str) -> bool {
    let head = &bytes[..bytes.len().min(1 << 16)];
    let text = String::from_utf8_lossy(head);
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        let after = match () {
            () if rest.starts_with("<?") => rest.split_once("?>"),
            () if rest.starts_with("<!--") => rest.split_once("-->"),
            () if rest.starts_with("<!") && rest.find('[') < rest.find('>') && rest.contains('[') => {
                rest.split_once("]>")
            }
            () if rest.starts_with("<!") => rest.split_once('>'),
            () => break,
        };
        let Some((_, after)) = after else { return false };
        rest = after.trim_start();
    }
    let root = rest.strip_prefix('<').and_then(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next());
    root == Some(name)
}

/// Settings of the compiler, as far as they decide where geoms are.
#[derive(Clone, Debug)]
struct Compiler {
    degrees: bool,
    /// The axes of Euler angles: in lower case they turn along, in upper case they stay.
    sequence: Vec<u8>,
    meshes: String,
    /// Whether geoms are fitted to the vertices of a mesh, and not to its inertia.
    fit_vertices: bool,
    /// Whether free joints are aligned with inertial frames where they do not say.
    align: bool,
    /// Whether geoms decide the inertia of bodies that say their own.
    from_geoms: bool,
    /// First and last group of geoms that have mass.
    groups: [f64; 2],
}

/// A model as it was read.
pub(super) struct Model {
    /// All bodies, the world first, parents before children.
    links: Vec<Link>,
    /// Geoms: the name in the scene, the body, the pose in it.
    geoms: Vec<(String, usize, Pose)>,
    joints: Vec<Joint>,
    /// Numbers of a whole `qpos`.
    width: usize,
    /// Mocap bodies.
    mocaps: usize,
    /// Why coordinates of joints do not tell where a body is.
    unplaced: Option<String>,
}

impl Model {
    fn new() -> Self {
        let links = vec![Link::default()];
        Self { links, geoms: Vec::new(), joints: Vec::new(), width: 0, mocaps: 0, unplaced: None }
    }

    /// A `qpos` in which every body is as the model is written.
    pub(super) fn rest(&self) -> Vec<f64> {
        joint::rest(&self.links, &self.joints)
    }

    /// Place in `qpos` of a joint with one number.
    pub(super) fn column(&self, name: &str) -> Option<usize> {
        let found = self.joints.iter().find(|joint| joint.name == name && joint.kind.width() == 1)?;
        Some(found.start)
    }

    /// A frame of the geoms that move.
    fn frame_of(&self, time: Option<f64>, state: State<'_>) -> Frame {
        let bodies = joint::forward(&self.links, &self.joints, state);
        let moving = self.geoms.iter().filter(|(_, link, _)| joint::is_moved(&self.links, *link));
        let pose = |(name, link, pose): &(String, usize, Pose)| {
            let pose = bodies[*link].then(*pose);
            FramePose { body: name.clone(), position: pose.position, rotation: pose.rotation }
        };
        Frame { time, poses: moving.map(pose).collect(), gone: Vec::new() }
    }

    /// A frame for the coordinates of joints.
    ///
    /// # Errors
    /// Why they do not tell where a body is.
    pub(super) fn frame(&self, time: Option<f64>, qpos: &[f64]) -> Result<Frame, String> {
        match &self.unplaced {
            Some(why) => Err(why.clone()),
            None => Ok(self.frame_of(time, State { qpos: Some(qpos), mocap: &[] })),
        }
    }
}

pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    model(source, draft).map(|(_, quotes)| quotes)
}

/// Reads a model into a draft, and keeps what places its bodies.
pub(super) fn model(source: &Source, draft: &mut Draft) -> Result<(Model, Vec<Quote>), SceneError> {
    let sources = book::gather(source)?;
    let book = Book::open(&sources)?;
    let top = book.top();
    let compiler = compiler(&book, &top)?;
    let defaults = Defaults::read(&book, &top)?;
    let (meshes, shells) = geom::meshes(&book, &top, &defaults, &compiler, source)?;
    let assets = geom::Assets { meshes, shells, fields: hfield::fields(&book, &top, &compiler, source)? };
    if let Some((page, root)) = book.root()
        && let Some(name) = book.reading(page).word(root, "model")
    {
        name.clone_into(&mut draft.name);
    }
    let mut builder = tree::Builder {
        book: &book,
        compiler: &compiler,
        defaults: &defaults,
        assets: &assets,
        draft,
        model: Model::new(),
        kinds: HashMap::new(),
        geoms: vec![Vec::new()],
        joints: Vec::new(),
        suffixes: Vec::new(),
        replicas: 0,
    };
    for element in top.iter().filter(|element| element.1.tag_name().name() == "worldbody") {
        book.take(*element);
        builder.walk(*element, Place { link: 0, outer: Pose::default(), class: None, aligned: false })?;
    }
    builder.stand(&in_pairs(&book, &top));
    let (kinds, model, joints) = (builder.kinds, builder.model, builder.joints);
    if model.links.len() > 1 {
        draft.say("Poses of nested bodies are composed in double precision.");
    }
    contacts(&book, &top, draft, &model, &kinds);
    if keys::read(&book, &top, draft, &model)? == 0 {
        for (page, node) in joints {
            book.reading(page).note(node, "without key frames it moves no body");
        }
    }
    draft.up = Upward::Z;
    draft.say("MuJoCo's axes are kept: z points up.");
    for element in defaults.elements() {
        geom::leave(&book, *element);
    }
    for element in &top {
        leave(&book, *element, draft);
    }
    if draft.tally.found() == 0 {
        draft.tally.hint("its `worldbody` has no geom");
    }
    let (said, left) = book.close();
    draft.said.extend(said);
    Ok((model, left))
}

/// The geoms that the model names in pairs.
fn in_pairs(book: &Book<'_>, top: &[Element<'_>]) -> HashSet<String> {
    let contacts = top.iter().filter(|element| element.1.tag_name().name() == "contact");
    let pairs = contacts.flat_map(|contact| book.children(*contact)).map(|(_, node)| node);
    let named = pairs.filter(|node| node.has_tag_name("pair"));
    named.flat_map(|node| ["geom1", "geom2"].map(|name| node.attribute(name).map(str::to_owned))).flatten().collect()
}

fn compiler(book: &Book<'_>, top: &[Element<'_>]) -> Result<Compiler, SceneError> {
    let mut compiler = Compiler {
        degrees: true,
        sequence: b"xyz".to_vec(),
        meshes: String::new(),
        fit_vertices: false,
        align: false,
        from_geoms: false,
        groups: [0.0, 5.0],
    };
    for element in top.iter().filter(|element| element.1.tag_name().name() == "compiler") {
        let (reading, node) = (book.reading(element.0), element.1);
        book.take(*element);
        match reading.word(node, "angle") {
            Some("radian") => compiler.degrees = false,
            Some("degree") => compiler.degrees = true,
            Some(other) => {
                return Err(reading.wrong(node, "angle", format!("must be `degree` or `radian`, is `{other}`")));
            }
            None => {}
        }
        if let Some(sequence) = reading.word(node, "eulerseq") {
            let good = sequence.len() == 3 && sequence.bytes().all(|b| b"xyzXYZ".contains(&b));
            if !good {
                return Err(reading.wrong(node, "eulerseq", "must be three axes, as in `xyz`"));
            }
            compiler.sequence = sequence.as_bytes().to_vec();
        }
        compiler.fit_vertices |= reading.word(node, "fitaabb") == Some("true");
        compiler.align |= reading.word(node, "alignfree") == Some("true");
        compiler.from_geoms |= reading.word(node, "inertiafromgeom") == Some("true");
        if let Some(groups) = reading.numbers(node, "inertiagrouprange", 2..=2)? {
            compiler.groups = [groups[0], groups[1]];
        }
        for name in ["assetdir", "meshdir"] {
            if let Some(folder) = reading.word(node, name) {
                folder.clone_into(&mut compiler.meshes);
            }
        }
        if reading.word(node, "coordinate").is_some_and(|word| word != "local") {
            return Err(reading.wrong(
                node,
                "coordinate",
                "global coordinates are those of an old MuJoCo, and are not read",
            ));
        }
        for attribute in node.attributes() {
            reading.leave_attribute(node, attribute.name(), "a setting of the compiler that places no geom");
        }
    }
    Ok(compiler)
}

/// Pairs that the model names, and those that it excludes.
fn contacts(book: &Book<'_>, top: &[Element<'_>], draft: &mut Draft, model: &Model, kinds: &HashMap<String, usize>) {
    for contact in top.iter().filter(|element| element.1.tag_name().name() == "contact") {
        book.take(*contact);
        for (page, node) in book.children(*contact) {
            let reading = book.reading(page);
            let find = |name: &str| node.attribute(name).and_then(|wanted| kinds.get(wanted)).copied();
            match node.tag_name().name() {
                "exclude" => match excluded(node, model) {
                    pairs if pairs.is_empty() => reading.leave(node, "it names a body that is not there"),
                    pairs => {
                        book.take((page, node));
                        reading.words(node, &["body1", "body2", "name"]);
                        pairs.into_iter().for_each(|[a, b]| draft.keep_apart(a, b));
                    }
                },
                "pair" => match (find("geom1"), find("geom2")) {
                    (Some(a), Some(b)) if a != b => {
                        book.take((page, node));
                        reading.words(node, &["geom1", "geom2", "name"]);
                        draft.named.push([a, b]);
                        for attribute in node.attributes() {
                            reading.leave_attribute(
                                node,
                                attribute.name(),
                                "what a contact does is not read, only between whom it is",
                            );
                        }
                    }
                    _ => reading.leave(node, "it names a geom that is not in the scene"),
                },
                _ => reading.leave(node, "of contacts only pairs and exclusions are read"),
            }
        }
    }
}

/// Rigid bodies that an exclusion keeps apart: of replicas, those of one and the same replica.
fn excluded(node: Node<'_, '_>, model: &Model) -> Vec<[usize; 2]> {
    let named = |name: &str| {
        let wanted = node.attribute(name).unwrap_or_default();
        let exact: Vec<&Link> = model.links.iter().filter(|link| link.name == wanted).collect();
        if exact.is_empty() { model.links.iter().filter(|link| link.is_called(wanted)).collect() } else { exact }
    };
    let (first, second) = (named("body1"), named("body2"));
    let mut pairs = Vec::new();
    for a in &first {
        for b in second.iter().filter(|b| a.suffix == b.suffix || a.suffix.is_empty() || b.suffix.is_empty()) {
            pairs.push([a.weld, b.weld]);
        }
    }
    pairs
}

/// What no pass has read.
fn leave(book: &Book<'_>, (page, node): Element<'_>, draft: &mut Draft) {
    for flex in node.descendants().filter(|node| node.has_tag_name("flex")) {
        draft.tally.find(tree::NOUNS);
        draft.tally.lose(1, book.reading(page).line(flex), tree::FLEX);
        book.reading(page).leave(flex, tree::FLEX);
    }
    let why = match node.tag_name().name() {
        "worldbody" | "compiler" | "default" | "contact" | "keyframe" | "asset" => return,
        "option" | "size" | "statistic" => "settings of the simulation",
        "visual" => "how a body looks is not read",
        "actuator" | "sensor" | "tendon" | "equality" | "deformable" => "it makes no body",
        _ => "is not read",
    };
    book.reading(page).leave(node, why);
}

/// The nearest name of a class above an element, as bodies and frames set it for all inside.
fn child_class<'n>(node: Node<'n, '_>, before: Option<&'n str>) -> Option<&'n str> {
    node.attribute("childclass").or(before)
}
