//! MuJoCo models (MJCF): geoms of nested bodies become bodies of a scene, key frames its frames.
//!
//! - **Read**: geoms of every shape that scenes have, meshes by file, by their vertices or built in, geoms fitted to
//!   a mesh, height fields, nested bodies, frames, replicas and attached models, every kind of orientation, default
//!   classes, included files, joints and mocap bodies as far as they place bodies, key frames, contact pairs and
//!   exclusions.
//! - **Shapes**: a plane is a half-space; geoms of one body with the same collision bits form a compound.
//! - **Reported by name**: flexible and composite bodies, signed distance fields, geoms fitted to a mesh whose moments
//!   of inertia do not determine their axes.

mod attributes;
mod builtin;
mod contacts;
mod defaults;
mod element_pose;
mod files;
mod fit;
mod geom;
mod hfield;
mod inertia;
mod joint;
mod keys;
mod mesh_asset;
mod mesh_assets;
mod model_file;
mod scope;
mod solid;
mod tree;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use self::files::{Book, Element};
use super::draft::Draft;
use super::pose::Pose;
use super::{Quote, Source};
use crate::scene::SceneError;
use crate::scene::model::{Frame, FramePose, Upward};
use joint::{Joint, Link, State};
pub(super) use mesh_assets::scaled;
use model_file::{Compiler, ModelFile, ModelFiles};
use scope::Scope;
use tree::{Builder, ModelWithJoints};

/// Whether a text is a MuJoCo model.
pub(super) fn looks(bytes: &[u8]) -> bool {
    has_root(bytes, "mujoco") || has_root(bytes, "mujocoinclude")
}

/// Length of the beginning of a file in which its root element is searched, bytes.
const HEAD_BYTES: usize = 1 << 16;

/// Whether the root element of a text has this name.
pub(super) fn has_root(bytes: &[u8], name: &str) -> bool {
    let head = &bytes[..bytes.len().min(HEAD_BYTES)];
    let text = String::from_utf8_lossy(head);
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        let has_brackets = rest.contains('[') && rest.find('[') < rest.find('>');
        let after = if rest.starts_with("<?") {
            rest.split_once("?>")
        } else if rest.starts_with("<!--") {
            rest.split_once("-->")
        } else if rest.starts_with("<!") && has_brackets {
            rest.split_once("]>")
        } else if rest.starts_with("<!") {
            rest.split_once('>')
        } else {
            break;
        };
        let Some((_, after)) = after else { return false };
        rest = after.trim_start();
    }
    let root = rest.strip_prefix('<').and_then(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next());
    root == Some(name)
}

/// Bodies, joints and geoms of a model, from which the poses of the geoms are computed.
pub(super) struct Model {
    /// All bodies, the world first, parents before children.
    links: Vec<Link>,
    geoms: Vec<PlacedGeom>,
    joints: Vec<Joint>,
    /// Length of a whole `qpos`.
    width: usize,
    /// Number of mocap bodies.
    mocaps: usize,
    /// Reason why joint coordinates do not determine the poses; `None` if they do.
    unplaced: Option<String>,
}

/// Geom that is a body of the scene.
struct PlacedGeom {
    /// Name in the scene.
    name: String,
    /// Index of the body that the geom belongs to.
    link: usize,
    /// Pose in that body.
    pose: Pose,
}

impl Model {
    /// Creates a model with the world alone.
    fn new() -> Self {
        let links = vec![Link::default()];
        Self { links, geoms: Vec::new(), joints: Vec::new(), width: 0, mocaps: 0, unplaced: None }
    }

    /// Returns a `qpos` in which every body has the pose of the model.
    pub(super) fn rest(&self) -> Vec<f64> {
        joint::rest(&self.links, &self.joints)
    }

    /// Returns the index in `qpos` of a joint with one value.
    pub(super) fn column(&self, name: &str) -> Option<usize> {
        let found = self.joints.iter().find(|joint| joint.name == name && joint.kind.width() == 1)?;
        Some(found.start)
    }

    /// Returns a frame with the geoms that can move.
    fn frame_of(&self, time: Option<f64>, state: State<'_>) -> Frame {
        let bodies = joint::forward(&self.links, &self.joints, state);
        let moving = self.geoms.iter().filter(|geom| joint::is_moved(&self.links, geom.link));
        Frame {
            time,
            poses: moving
                .map(|geom| {
                    let pose = bodies[geom.link].then(geom.pose);
                    FramePose { body: geom.name.clone(), position: pose.position, rotation: pose.rotation }
                })
                .collect(),
            gone: Vec::new(),
        }
    }

    /// Returns the frame for the coordinates of the joints.
    ///
    /// # Errors
    /// Returns the reason why the coordinates do not determine the poses.
    pub(super) fn frame(&self, time: Option<f64>, qpos: &[f64]) -> Result<Frame, String> {
        match &self.unplaced {
            Some(why) => Err(why.clone()),
            None => Ok(self.frame_of(time, State { qpos: Some(qpos), mocap: &[] })),
        }
    }
}

/// Reads a model into a draft.
pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    model(source, draft).map(|(_, quotes)| quotes)
}

/// Reads a model into a draft, and returns the part of it that places its bodies.
pub(super) fn model(source: &Source, draft: &mut Draft) -> Result<(Model, Vec<Quote>), SceneError> {
    let sources = files::gather(source)?;
    let book = Book::open(&sources)?;
    let files = book
        .models()
        .map(|page| Ok((page, ModelFile::read(&book, page)?)))
        .collect::<Result<ModelFiles, SceneError>>()?;
    let Some(main) = files.get(&0) else { return Ok((Model::new(), Vec::new())) };
    let (page, root) = book.root(0);
    if let Some(name) = book.reading(page).word(root, "model") {
        name.clone_into(&mut draft.name);
    }
    let mut builder = Builder::new(&book, &files, main, draft);
    builder.world()?;
    builder.add_bodies();
    let Builder { scopes, geom_indices, model, joints, draft, .. } = builder;
    let whole = ModelWithJoints { model, joints };
    let attached = read_attached_models(&book, &files, &scopes, draft)?;
    if whole.model.links.len() > 1 {
        draft.add_note("Poses of nested bodies are composed in double precision.");
    }
    for scope in &scopes {
        contacts::read(&book, scope, draft, &whole.model, &geom_indices);
    }
    let context = keys::KeyContext { book: &book, scopes: &scopes, whole: &whole, attached: &attached };
    if keys::read(&context, draft)? == 0 {
        for joint in &whole.joints {
            let why = "it has an effect only with key frames or joint values";
            book.reading(joint.element.0).note(joint.element.1, why);
        }
    }
    draft.up = Upward::Z;
    draft.add_note("MuJoCo's axes are kept: z points up.");
    let used: BTreeSet<usize> = attached.keys().copied().chain([main.page]).collect();
    for file in used.iter().filter_map(|page| files.get(page)) {
        let (page, root) = book.root(file.page);
        book.reading(page).word(root, "model");
        file.defaults.elements().for_each(|element| geom::leave(&book, *element));
        file.top.iter().for_each(|element| leave(&book, *element, draft));
        mesh_assets::note_unused(&book, &file.assets.meshes, &file.mesh_elements);
    }
    if draft.tally.found() == 0 {
        draft.tally.hint("its `worldbody` has no geom");
    }
    let (notes, left) = book.close(&used);
    draft.notes.extend(notes);
    Ok((whole.model, left))
}

/// Reads each attached model by itself, by the page that it starts on: its key frames are for all its joints, and
/// bodies that are not attached are not missing.
fn read_attached_models<'b>(
    book: &'b Book<'b>,
    files: &'b ModelFiles<'b>,
    scopes: &[Scope<'b>],
    draft: &Draft,
) -> Result<BTreeMap<usize, ModelWithJoints<'b>>, SceneError> {
    let mut models = BTreeMap::new();
    for scope in scopes.iter().filter(|scope| scope.is_attached() && !scope.is_copy()) {
        let Entry::Vacant(place) = models.entry(scope.file.page) else { continue };
        let mut unused = Draft::with(draft.options.clone());
        let mut builder = Builder::new(book, files, scope.file, &mut unused);
        builder.world()?;
        place.insert(ModelWithJoints { model: builder.model, joints: builder.joints });
    }
    Ok(models)
}

/// Reports elements that were not read.
fn leave(book: &Book<'_>, (page, node): Element<'_>, draft: &mut Draft) {
    for flex in node.descendants().filter(|node| node.has_tag_name("flex")) {
        draft.tally.find(tree::NOUNS);
        draft.tally.lose(1, book.reading(page).line(flex), tree::FLEX);
        book.reading(page).leave(flex, tree::FLEX);
    }
    let why = match node.tag_name().name() {
        "worldbody" | "compiler" | "default" | "contact" | "keyframe" | "asset" => return,
        "option" | "size" | "statistic" => "simulation settings are not imported",
        "visual" => "the appearance of bodies is not imported",
        "actuator" | "sensor" | "tendon" | "equality" | "deformable" => "elements of this kind have no bodies",
        _ => "elements of this kind are not imported",
    };
    book.reading(page).leave(node, why);
}

/// Returns the default class for the elements inside a body or frame: its `childclass`, or else that of its
/// surroundings.
fn child_class<'n>(node: roxmltree::Node<'n, '_>, before: Option<&'n str>) -> Option<&'n str> {
    node.attribute("childclass").or(before)
}
