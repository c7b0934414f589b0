//! Reader of one model file of MJCF, before its bodies are read: its compiler settings, default classes, assets and
//! sections.
//!
//! A model that attaches other models consists of several such files. Each file is read with its own settings: names of
//! classes and assets are local to the file.

use std::collections::{BTreeMap, HashMap};

use contact_lens_scene::SceneError;

use super::defaults::Defaults;
use super::files::{Documents, Element};
use super::{geom, hfield, mesh_assets};

/// Model files by the indices of their root documents.
pub(super) type ModelFiles<'b> = BTreeMap<usize, ModelFile<'b>>;

/// Settings, defaults, assets and sections of one model file.
pub(super) struct ModelFile<'b> {
    /// Index of the document with the root element.
    pub(super) document: usize,
    /// Child elements of the root, with those of included files in place of the inclusions.
    pub(super) sections: Vec<Element<'b>>,
    pub(super) compiler: Compiler,
    pub(super) defaults: Defaults<'b>,
    pub(super) assets: geom::Assets,
    /// Elements of `assets.meshes`, for reports about unused attributes.
    pub(super) mesh_elements: mesh_assets::MeshElements<'b>,
    /// Models that this model can attach, by name.
    pub(super) attachable: HashMap<String, AttachableModel>,
    /// File names of attachable models whose files are missing, and whose names only these files state.
    pub(super) missing_unnamed: Vec<String>,
}

/// Model that another model can attach.
pub(super) struct AttachableModel {
    /// File name as written in the assets.
    pub(super) file: String,
    /// Index of the root document; `None` when the file is missing.
    pub(super) document: Option<usize>,
}

impl<'b> ModelFile<'b> {
    /// Reads the settings and the assets of the model whose root document has the index `document`.
    ///
    /// # Errors
    /// Fails at a mistake in the compiler settings, the default classes or the assets.
    pub(super) fn read(documents: &'b Documents<'b>, document: usize) -> Result<Self, SceneError> {
        let sections = documents.sections(document);
        let source = documents.reader(document).source;
        let compiler = read_compiler(documents, &sections)?;
        let defaults = Defaults::read(documents, &sections)?;
        let (meshes, mesh_elements) = mesh_assets::read(documents, &sections, &defaults, &compiler, source)?;
        let fields = hfield::fields(documents, &sections, &compiler, source)?;
        let assets = geom::Assets { meshes, fields };
        let (attachable, missing_unnamed) = read_attachable_models(documents, &sections);
        Ok(Self { document, sections, compiler, defaults, assets, mesh_elements, attachable, missing_unnamed })
    }

    /// Iterates over the sections with a tag.
    pub(super) fn sections_named<'a>(&'a self, tag: &'a str) -> impl Iterator<Item = Element<'b>> + 'a {
        self.sections.iter().copied().filter(move |element| element.tag() == tag)
    }
}

/// Returns the models that the assets name, and the missing files of models that have no name there. Such a model has
/// the name that the root element of its file states.
fn read_attachable_models(
    documents: &Documents<'_>,
    sections: &[Element<'_>],
) -> (HashMap<String, AttachableModel>, Vec<String>) {
    let mut attachable = HashMap::new();
    let mut missing_unnamed = Vec::new();
    for section in sections.iter().filter(|element| element.tag() == "asset") {
        for element in documents.children(*section) {
            let Element { document, node } = element;
            if !node.has_tag_name("model") {
                continue;
            }
            documents.mark_read(element);
            documents.reader(document).mark_attributes_read(node, &["name", "file", "content_type"]);
            let file = node.attribute("file").unwrap_or_default();
            let linked = documents.linked(document, file);
            let stated_name = node.attribute("name");
            if linked.is_none() && stated_name.is_none() {
                missing_unnamed.push(file.to_owned());
            }
            let name = stated_name.or_else(|| documents.root(linked?).node.attribute("model")).unwrap_or(file);
            attachable.insert(name.to_owned(), AttachableModel { file: file.to_owned(), document: linked });
        }
    }
    (attachable, missing_unnamed)
}

/// Compiler settings that affect the poses of geoms.
#[derive(Clone, Debug)]
pub(super) struct Compiler {
    /// Whether angles are in degrees, not radians.
    pub(super) degrees: bool,
    /// Three axes of Euler angles, ASCII letters: lower case for axes that rotate along, upper case for fixed axes.
    pub(super) euler_sequence: Vec<u8>,
    /// Folder of meshes and height fields, relative to that of the model.
    pub(super) asset_folder: String,
    /// Whether geoms are fitted to the vertices of a mesh instead of its inertia.
    pub(super) fit_vertices: bool,
    /// Whether free joints are aligned with inertial frames by default.
    pub(super) align_free_joints: bool,
    /// Whether geoms determine the inertia even of bodies that state their own.
    pub(super) inertia_from_geoms: bool,
    /// First and last group of geoms that have mass.
    pub(super) mass_groups: [f64; 2],
}

impl Compiler {
    /// Converts an angle of the model to radians.
    pub(super) fn radians(&self, angle: f64) -> f64 {
        if self.degrees { angle.to_radians() } else { angle }
    }
}

/// Value of a boolean attribute that switches a setting on.
const SWITCHED_ON: Option<&str> = Some("true");

/// Reads the compiler settings of a model, with MuJoCo's defaults for those that are not stated. Later `compiler`
/// elements override earlier ones, except that a boolean setting stays on.
fn read_compiler(documents: &Documents<'_>, sections: &[Element<'_>]) -> Result<Compiler, SceneError> {
    // MuJoCo's defaults.
    let mut compiler = Compiler {
        degrees: true,
        euler_sequence: b"xyz".to_vec(),
        asset_folder: String::new(),
        fit_vertices: false,
        align_free_joints: false,
        inertia_from_geoms: false,
        mass_groups: [0.0, 5.0],
    };
    for element in sections.iter().filter(|element| element.tag() == "compiler") {
        read_settings(documents, *element, &mut compiler)?;
    }
    Ok(compiler)
}

/// Sets the compiler settings that one `compiler` element states.
///
/// # Errors
/// Fails at an unknown unit of angles, at axes other than x, y and z, and at global coordinates.
fn read_settings(documents: &Documents<'_>, element: Element<'_>, compiler: &mut Compiler) -> Result<(), SceneError> {
    let Element { document, node } = element;
    let reader = documents.reader(document);
    documents.mark_read(element);
    match reader.read_attribute(node, "angle") {
        Some("radian") => compiler.degrees = false,
        Some("degree") => compiler.degrees = true,
        Some(other) => {
            return Err(reader.wrong(node, "angle", format!("must be `degree` or `radian`, but is `{other}`")));
        }
        None => {}
    }
    if let Some(sequence) = reader.read_attribute(node, "eulerseq") {
        let is_valid = sequence.len() == 3 && sequence.bytes().all(|axis| b"xyzXYZ".contains(&axis));
        if !is_valid {
            let message = format!("must be three axes, as in `xyz`, but is `{sequence}`");
            return Err(reader.wrong(node, "eulerseq", message));
        }
        compiler.euler_sequence = sequence.as_bytes().to_vec();
    }
    compiler.fit_vertices |= reader.read_attribute(node, "fitaabb") == SWITCHED_ON;
    compiler.align_free_joints |= reader.read_attribute(node, "alignfree") == SWITCHED_ON;
    compiler.inertia_from_geoms |= reader.read_attribute(node, "inertiafromgeom") == SWITCHED_ON;
    if let Some(groups) = reader.numbers(node, "inertiagrouprange", 2..=2)? {
        compiler.mass_groups = [groups[0], groups[1]];
    }
    for name in ["assetdir", "meshdir"] {
        if let Some(folder) = reader.read_attribute(node, name) {
            folder.clone_into(&mut compiler.asset_folder);
        }
    }
    if reader.read_attribute(node, "coordinate").is_some_and(|frame| frame != "local") {
        return Err(reader.wrong(
            node,
            "coordinate",
            "global coordinates, as in old versions of MuJoCo, are not supported",
        ));
    }
    for attribute in node.attributes() {
        reader.report_skipped_attribute(
            node,
            attribute.name(),
            "this compiler setting does not affect the pose of a geom",
        );
    }
    Ok(())
}
