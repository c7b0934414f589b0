//! Reader of MuJoCo models (MJCF): geoms of nested bodies become bodies of a scene, key frames its frames.
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
mod icosphere;
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

use contact_lens_scene::SceneError;
use contact_lens_scene::model::{Frame, FramePose, Upward};

use self::files::{Documents, Element};
use super::draft::Draft;
use super::pose::Pose;
use super::{Quote, Source};
use joint::{Joint, Link, State};
pub(super) use mesh_assets::scaled_mesh;
use model_file::{Compiler, ModelFile, ModelFiles};
use scope::Scope;
use tree::{Builder, ModelWithJoints};

/// Whether the root element of a text is `mujoco` or `mujocoinclude`.
pub(super) fn recognizes(bytes: &[u8]) -> bool {
    has_root(bytes, "mujoco") || has_root(bytes, "mujocoinclude")
}

/// Length of the beginning of a file in which its root element is searched, bytes.
const HEAD_BYTES: usize = 1 << 16;

/// Whether the root element of a text has this name. Only the beginning of the text is scanned, without parsing it:
/// declarations, comments and a document type in front of the element are skipped.
pub(super) fn has_root(bytes: &[u8], name: &str) -> bool {
    let head = &bytes[..bytes.len().min(HEAD_BYTES)];
    let text = String::from_utf8_lossy(head);
    let mut remainder = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        // A document type may contain declarations in brackets, which contain `>` themselves.
        let has_brackets = remainder.find('[').is_some_and(|bracket| Some(bracket) < remainder.find('>'));
        let skipped = if remainder.starts_with("<?") {
            remainder.split_once("?>")
        } else if remainder.starts_with("<!--") {
            remainder.split_once("-->")
        } else if remainder.starts_with("<!") && has_brackets {
            remainder.split_once("]>")
        } else if remainder.starts_with("<!") {
            remainder.split_once('>')
        } else {
            break;
        };
        let Some((_, after)) = skipped else { return false };
        remainder = after.trim_start();
    }
    let Some(tag) = remainder.strip_prefix('<') else { return false };
    tag.split(|c: char| !c.is_alphanumeric() && c != '_').next() == Some(name)
}

/// Bodies, joints and geoms of a model, from which the poses of the geoms are computed.
pub(super) struct Model {
    /// All bodies, the world first, parents before children.
    links: Vec<Link>,
    /// Bodies of the scene that were made from the geoms.
    geoms: Vec<PlacedGeom>,
    joints: Vec<Joint>,
    /// Number of joint coordinates, the length of `qpos`.
    width: usize,
    /// Number of mocap bodies.
    mocaps: usize,
    /// Reason why joint coordinates do not determine the poses; `None` if they do.
    unplaced: Option<String>,
}

/// Body of the scene that was made from a geom, or from all geoms of one body.
struct PlacedGeom {
    /// Name in the scene.
    name: String,
    /// Index in [`Model::links`] of the body of the model that carries it.
    link: usize,
    /// Pose in the frame of that body.
    pose: Pose,
}

impl Model {
    /// Creates a model whose only body is the world.
    fn new() -> Self {
        let links = vec![Link::default()];
        Self { links, geoms: Vec::new(), joints: Vec::new(), width: 0, mocaps: 0, unplaced: None }
    }

    /// Returns a `qpos` in which every body has the pose of the model.
    pub(super) fn rest_qpos(&self) -> Vec<f64> {
        joint::rest_qpos(&self.links, &self.joints)
    }

    /// Returns the index in `qpos` of the hinge or slide with this name; `None` if there is none.
    pub(super) fn column(&self, name: &str) -> Option<usize> {
        let joint = self.joints.iter().find(|joint| joint.name == name && joint.kind.width() == 1)?;
        Some(joint.start)
    }

    /// Returns a frame with the world poses of the bodies that can move; `time` is in seconds.
    fn frame_of(&self, time: Option<f64>, state: State<'_>) -> Frame {
        let link_poses = joint::forward(&self.links, &self.joints, state);
        let mut poses = Vec::new();
        for geom in self.geoms.iter().filter(|geom| joint::is_moved(&self.links, geom.link)) {
            let pose = link_poses[geom.link].then(geom.pose);
            poses.push(FramePose { body: geom.name.clone(), position: pose.position, rotation: pose.rotation });
        }
        Frame { time, poses, gone: Vec::new() }
    }

    /// Returns the frame for the coordinates of the joints; `time` is in seconds.
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

/// Reads a model into a draft. Returns quotes of the parts that are not imported.
pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    read_model(source, draft).map(|(_, quotes)| quotes)
}

/// Reads a model into a draft. Returns its bodies and joints, and quotes of the parts that are not imported.
///
/// # Errors
/// Fails if a file of the model is not valid MJCF, or has a mistake that MuJoCo refuses too.
pub(super) fn read_model(source: &Source, draft: &mut Draft) -> Result<(Model, Vec<Quote>), SceneError> {
    let sources = files::gather(source)?;
    let documents = Documents::open(&sources)?;
    let mut files = ModelFiles::new();
    for document in documents.models() {
        files.insert(document, ModelFile::read(&documents, document)?);
    }
    let Some(main) = files.get(&0) else { return Ok((Model::new(), Vec::new())) };
    let Element { document, node: root } = documents.root(0);
    if let Some(name) = documents.reader(document).read_attribute(root, "model") {
        name.clone_into(&mut draft.name);
    }
    let mut builder = Builder::new(&documents, &files, main, draft);
    builder.read_world()?;
    builder.add_bodies();
    let Builder { scopes, geom_indices, model, joints, draft, .. } = builder;
    let whole = ModelWithJoints { model, joints };
    let attached = read_attached_models(&documents, &files, &scopes, draft)?;
    if whole.model.links.len() > 1 {
        draft.add_note("Poses of nested bodies are composed in double precision.");
    }
    for scope in &scopes {
        contacts::read(&documents, scope, draft, &whole.model, &geom_indices);
    }
    let context = keys::KeyContext { documents: &documents, scopes: &scopes, whole: &whole, attached: &attached };
    if keys::read(&context, draft)? == 0 {
        for Element { document, node } in whole.joints.iter().map(|joint| joint.element) {
            documents.reader(document).report_unused(node, "it has an effect only with key frames or joint values");
        }
    }
    draft.up = Upward::Z;
    draft.add_note("MuJoCo's axes are kept: z points up.");
    let used: BTreeSet<usize> = attached.keys().copied().chain([main.document]).collect();
    for file in used.iter().filter_map(|document| files.get(document)) {
        report_unread_elements(&documents, file, draft);
    }
    if draft.shape_counts.found() == 0 {
        draft.shape_counts.set_hint("its `worldbody` has no geom");
    }
    let (notes, quotes) = documents.close(&used);
    draft.notes.extend(notes);
    Ok((whole.model, quotes))
}

/// Reads each attached model by itself, for its key frames: they have numbers for all joints of that model, also for
/// those of bodies that are not attached. Returns the models by the indices of their root documents.
fn read_attached_models<'b>(
    documents: &'b Documents<'b>,
    files: &'b ModelFiles<'b>,
    scopes: &[Scope<'b>],
    draft: &Draft,
) -> Result<BTreeMap<usize, ModelWithJoints<'b>>, SceneError> {
    let mut models = BTreeMap::new();
    for scope in scopes.iter().filter(|scope| scope.is_attached() && !scope.is_copy()) {
        let Entry::Vacant(place) = models.entry(scope.file.document) else { continue };
        let mut unused_draft = Draft::with_options(draft.options.clone());
        let mut builder = Builder::new(documents, files, scope.file, &mut unused_draft);
        builder.read_world()?;
        place.insert(ModelWithJoints { model: builder.model, joints: builder.joints });
    }
    Ok(models)
}

/// Reports the elements of a model file that were not read.
fn report_unread_elements(documents: &Documents<'_>, file: &ModelFile<'_>, draft: &mut Draft) {
    let Element { document, node: root } = documents.root(file.document);
    documents.reader(document).read_attribute(root, "model");
    for element in file.defaults.elements() {
        geom::report_unused_attributes(documents, *element);
    }
    for section in &file.sections {
        report_unread_section(documents, *section, draft);
    }
    mesh_assets::report_unused_attributes(documents, &file.assets.meshes, &file.mesh_elements);
}

/// Reports a section that is not read, and flexible bodies in any section.
fn report_unread_section(documents: &Documents<'_>, section: Element<'_>, draft: &mut Draft) {
    let Element { document, node } = section;
    let reader = documents.reader(document);
    for flex in node.descendants().filter(|node| node.has_tag_name("flex")) {
        draft.shape_counts.count_found(tree::NOUNS);
        draft.shape_counts.count_missing(1, reader.line(flex), tree::FLEX);
        reader.report_skipped(flex, tree::FLEX);
    }
    let why = match section.tag() {
        "worldbody" | "compiler" | "default" | "contact" | "keyframe" | "asset" => return,
        "option" | "size" | "statistic" => "simulation settings are not imported",
        "visual" => "the appearance of bodies is not imported",
        "actuator" | "sensor" | "tendon" | "equality" | "deformable" => "elements of this kind have no bodies",
        _ => "elements of this kind are not imported",
    };
    reader.report_skipped(node, why);
}

/// Returns the default class for the elements inside a body or frame: its `childclass`, or else `inherited`, the class
/// of the element around it; `None` for the outermost class.
fn child_class<'n>(node: roxmltree::Node<'n, '_>, inherited: Option<&'n str>) -> Option<&'n str> {
    node.attribute("childclass").or(inherited)
}
