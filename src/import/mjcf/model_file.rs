//! Settings, defaults and assets of one model file. A model that attaches others has several.

use std::collections::{BTreeMap, HashMap};

use super::defaults::Defaults;
use super::files::{Book, Element};
use super::{geom, hfield, mesh_assets};
use crate::scene::SceneError;

/// Models by the page on which each starts.
pub(super) type ModelFiles<'b> = BTreeMap<usize, ModelFile<'b>>;

/// Settings, defaults, assets and sections of one model file.
pub(super) struct ModelFile<'b> {
    /// Page of its root element.
    pub(super) page: usize,
    pub(super) top: Vec<Element<'b>>,
    pub(super) compiler: Compiler,
    pub(super) defaults: Defaults<'b>,
    pub(super) assets: geom::Assets,
    pub(super) mesh_elements: mesh_assets::MeshElements<'b>,
    /// Models that it can attach, by name.
    pub(super) models: HashMap<String, Attachable>,
    /// Missing files of attachable models whose names only these files state.
    pub(super) unnamed: Vec<String>,
}

/// Model that another model can attach.
pub(super) struct Attachable {
    pub(super) file: String,
    /// Page on which the model starts; `None` when its file is missing.
    pub(super) page: Option<usize>,
}

impl<'b> ModelFile<'b> {
    /// Reads the settings and the assets of the model that starts on a page.
    pub(super) fn read(book: &'b Book<'b>, page: usize) -> Result<Self, SceneError> {
        let top = book.top(page);
        let source = book.reading(page).source;
        let compiler = compiler(book, &top)?;
        let defaults = Defaults::read(book, &top)?;
        let (meshes, mesh_elements) = mesh_assets::read(book, &top, &defaults, &compiler, source)?;
        let assets = geom::Assets { meshes, fields: hfield::fields(book, &top, &compiler, source)? };
        let (models, unnamed) = models(book, &top);
        Ok(Self { page, top, compiler, defaults, assets, mesh_elements, models, unnamed })
    }

    /// Iterates over the top-level elements with a name.
    pub(super) fn sections<'a>(&'a self, name: &'a str) -> impl Iterator<Item = Element<'b>> + 'a {
        self.top.iter().copied().filter(move |element| element.1.tag_name().name() == name)
    }
}

/// Returns the models that the assets name, and the missing files of models without a name there. A model without a
/// name in the assets has the name in its file's root element.
fn models(book: &Book<'_>, top: &[Element<'_>]) -> (HashMap<String, Attachable>, Vec<String>) {
    let mut models = HashMap::new();
    let mut unnamed = Vec::new();
    for section in top.iter().filter(|element| element.1.tag_name().name() == "asset") {
        for (page, node) in book.children(*section).into_iter().filter(|(_, node)| node.has_tag_name("model")) {
            let reading = book.reading(page);
            book.take((page, node));
            reading.words(node, &["name", "file", "content_type"]);
            let file = node.attribute("file").unwrap_or_default();
            let linked_page = book.linked(page, file);
            if linked_page.is_none() && node.attribute("name").is_none() {
                unnamed.push(file.to_owned());
            }
            let name = node.attribute("name").or_else(|| book.root(linked_page?).1.attribute("model")).unwrap_or(file);
            models.insert(name.to_owned(), Attachable { file: file.to_owned(), page: linked_page });
        }
    }
    (models, unnamed)
}

/// Compiler settings that affect the poses of geoms.
#[derive(Clone, Debug)]
pub(super) struct Compiler {
    /// Whether angles are in degrees, not radians.
    pub(super) degrees: bool,
    /// Axes of Euler angles: lower case for axes that rotate along, upper case for fixed axes.
    pub(super) sequence: Vec<u8>,
    /// Folder of meshes and height fields, relative to that of the model.
    pub(super) meshes: String,
    /// Whether geoms are fitted to the vertices of a mesh instead of its inertia.
    pub(super) fit_vertices: bool,
    /// Whether free joints are aligned with inertial frames by default.
    pub(super) align: bool,
    /// Whether geoms determine the inertia even of bodies that state their own.
    pub(super) from_geoms: bool,
    /// First and last group of geoms that have mass.
    pub(super) groups: [f64; 2],
}

impl Compiler {
    /// Converts an angle of the model to radians.
    pub(super) fn radians(&self, angle: f64) -> f64 {
        if self.degrees { angle.to_radians() } else { angle }
    }
}

/// Reads the settings of a model.
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
        let reading = book.reading(element.0);
        let node = element.1;
        book.take(*element);
        match reading.word(node, "angle") {
            Some("radian") => compiler.degrees = false,
            Some("degree") => compiler.degrees = true,
            Some(other) => {
                return Err(reading.wrong(node, "angle", format!("must be `degree` or `radian`, but is `{other}`")));
            }
            None => {}
        }
        if let Some(sequence) = reading.word(node, "eulerseq") {
            if sequence.len() != 3 || !sequence.bytes().all(|b| b"xyzXYZ".contains(&b)) {
                let message = format!("must be three axes, as in `xyz`, but is `{sequence}`");
                return Err(reading.wrong(node, "eulerseq", message));
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
                "global coordinates, as in old versions of MuJoCo, are not supported",
            ));
        }
        for attribute in node.attributes() {
            reading.leave_attribute(node, attribute.name(), "this compiler setting does not affect the pose of a geom");
        }
    }
    Ok(compiler)
}
